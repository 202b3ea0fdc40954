"""Make a virtual environment match a lock file; do nothing where it already does.

    python3 tools/venv.py .venv play|dev|peers|mutate [--bare]

`play` is what a game needs (requirements.lock), `dev` what tests and lint need
(requirements-dev.lock, a superset), `peers` what the benchmark measures beside ours
(requirements-peers.lock), `mutate` what puts faults into the engine (requirements-mutate.lock).
The project itself goes in as an editable install, or not at all with `--bare`. Runs on the system's
Python, so it uses the standard library alone.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LOCKS = {
    "play": "requirements.lock",
    "dev": "requirements-dev.lock",
    "peers": "requirements-peers.lock",
    "mutate": "requirements-mutate.lock",
}
OLDEST = (3, 11)


def check_interpreter() -> None:
    """End with advice where this Python is too old or cannot make virtual environments."""
    if sys.version_info < OLDEST:
        found = ".".join(map(str, sys.version_info[:3]))
        sys.exit(
            f"texas42 needs Python 3.11 or newer, but {sys.executable} is {found}. "
            "Name a newer one, for example: make play PYTHON=python3.12"
        )
    try:
        import ensurepip  # noqa: F401, PLC0415
        import venv  # noqa: F401, PLC0415
    except ImportError:
        sys.exit(
            f"{sys.executable} cannot make virtual environments: its venv module is missing. "
            "On Debian and Ubuntu: apt-get install python3-venv"
        )


def fingerprint(kind: str, bare: bool) -> str:
    """One digest of what the environment is made from: Python, place, lock and project file."""
    files = (ROOT / LOCKS[kind], ROOT / "pyproject.toml")
    parts = [
        sys.version,
        str(ROOT),
        str(bare),
        *(file.read_text(encoding="utf-8") for file in files),
    ]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def interpreter_of(folder: Path) -> str | None:
    """`sys.version` of the environment's Python, None where there is none that starts."""
    try:
        command = [str(folder / "bin" / "python"), "-c", "import sys; print(sys.version)"]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return None


def install(folder: Path, kind: str, bare: bool) -> None:
    """Fill `folder` from the lock, making it anew where it is another Python's or broken."""
    if interpreter_of(folder) != sys.version:
        subprocess.run([sys.executable, "-m", "venv", "--clear", str(folder)], check=True)
    pip = [str(folder / "bin" / "python"), "-m", "pip", "install", "-qq"]
    calm = {**os.environ, "PIP_DISABLE_PIP_VERSION_CHECK": "1", "PIP_NO_INPUT": "1"}
    subprocess.run([*pip, "--require-hashes", "-r", LOCKS[kind]], check=True, cwd=ROOT, env=calm)
    if not bare:
        project = ["--no-deps", "--no-build-isolation", "--editable", "."]
        subprocess.run([*pip, *project], check=True, cwd=ROOT, env=calm)


def main(place: str, kind: str, *options: str) -> None:
    """Bring the environment at `place` up to date."""
    check_interpreter()
    folder, bare = ROOT / place, "--bare" in options
    stamp = folder / "made-from"
    good_enough = {fingerprint("dev", bare), fingerprint(kind, bare)}
    if stamp.exists() and stamp.read_text(encoding="utf-8") in good_enough:
        return
    print(f"Setting up {place} from {LOCKS[kind]} (once; a minute or so) …", file=sys.stderr)
    stamp.unlink(missing_ok=True)
    try:
        install(folder, kind, bare)
    except subprocess.CalledProcessError as failure:
        sys.exit(f"Setting up {place} failed: {' '.join(failure.cmd)}")
    stamp.write_text(fingerprint(kind, bare), encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
