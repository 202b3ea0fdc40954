"""Mutation testing of the engine: `make mutate`, or `python tools/mutate.py [MODULE …]`.

Small faults are put into the engine, one at a time, and each must fail a test of it. The tool does
not find tests that stand beside three packages, so it works on a flat copy in build/mutation: the
engine, its tests, and nothing else; texas42/record and texas42/solver, which have tests of their
own, are left out.
Prints the mutants that no test noticed; exit status 1 if there are any that
tools/mutants_explained.txt does not give a reason for.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
COPY = ROOT / "build" / "mutation"
PYTHON = ROOT / ".venv-mutate" / "bin" / "python"
EXPLAINED = ROOT / "tools" / "mutants_explained.txt"
SLOW = (
    "naive",
    "perft",
    "properties",
    "record",
    "record_reading",
    "solver",
    "strategies",
    "two_worlds",
)
"""Tests that search for minutes; left out, so that a mutant costs seconds. They only find more."""
LATER = 4_000_000_000
"""When the copied modules say they were written: after their mutants, so those are made anew."""
OF_SOURCES = ("structure",)
"""Tests that read the engine's text, which a mutated engine has many times over."""
TESTS = ("__init__.py", "conftest.py", "engine", "goldens", "data")

SETUP = """\
[mutmut]
source_paths=texas42
only_mutate=
{only}
pytest_add_cli_args_test_selection=
{tests}
pytest_add_cli_args=-q
    -p
    no:cacheprovider
also_copy=conftest.py
use_git_change_detection=false
"""
PYPROJECT = """\
[tool.pytest.ini_options]
addopts = "--import-mode=importlib -m 'not soak'"
pythonpath = ["."]
markers = ["soak: long runs"]
timeout = 300
"""
FORGETFUL = """\
\"\"\"Nothing is remembered from test to test: each calls all that it rests on, mutants too.\"\"\"

import sys


def pytest_runtest_setup(item):
    for name, module in list(sys.modules.items()):
        if name.startswith("texas42"):
            for thing in list(vars(module).values()):
                if hasattr(thing, "cache_clear"):
                    thing.cache_clear()
"""


def main(*modules: str) -> int:
    """Copy, mutate, tell. `modules` are file names in the engine; none means all."""
    names = modules or tuple(_modules())
    unknown = sorted(set(names) - set(_modules()))
    if unknown:
        sys.exit(
            f"no module of the engine: {', '.join(unknown)}; there are {', '.join(_modules())}"
        )
    _copy(names)
    mutmut = [str(PYTHON), "-m", "mutmut"]
    progress = None if sys.stdout.isatty() else subprocess.DEVNULL  # it turns without end
    ran = subprocess.run([*mutmut, "run"], cwd=COPY, check=False, stdout=progress)
    if ran.returncode:
        return ran.returncode
    told = subprocess.run(
        [*mutmut, "results", "--all", "true"], cwd=COPY, check=True, capture_output=True, text=True
    )
    return _report(told.stdout)


def _modules() -> list[str]:
    """The modules that the quick tests are about: record and solver have tests of their own."""
    engine = ROOT / "engine" / "texas42"
    return sorted(str(path.relative_to(engine)) for path in engine.glob("*.py"))


def _copy(names: tuple[str, ...]) -> None:
    """The engine and its tests side by side; results of an earlier run stay."""
    for source, target in (
        (ROOT / "engine" / "texas42", COPY / "texas42"),
        *((ROOT / "tests" / name, COPY / "tests" / name) for name in TESTS),
    ):
        if source.is_dir():
            shutil.rmtree(target, ignore_errors=True)
            shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, target)
    for path in (COPY / "texas42").rglob("*.py"):
        os.utime(path, (LATER, LATER))
    only = "\n".join(f"    texas42/{name}" for name in names)
    quick = sorted(
        f"    tests/engine/{path.name}"
        for path in (ROOT / "tests" / "engine").glob("test_*.py")
        if path.stem.removeprefix("test_") not in SLOW + OF_SOURCES
    )
    setup = SETUP.format(only=only, tests="\n".join(quick))
    written = COPY / "setup.cfg"
    if not written.exists() or written.read_text(encoding="utf-8") != setup:
        shutil.rmtree(COPY / "mutants", ignore_errors=True)  # it would keep to the old choice
    written.write_text(setup, encoding="utf-8")
    (COPY / "pyproject.toml").write_text(PYPROJECT, encoding="utf-8")
    (COPY / "conftest.py").write_text(FORGETFUL, encoding="utf-8")


def _report(results: str) -> int:
    """Print how many mutants there were of each fate, and those that live unexplained."""
    fates = re.findall(r"^\s*(\S+): (.+)$", results, re.MULTILINE)
    for fate, count in sorted(Counter(fate for _, fate in fates).items()):
        print(f"{count:6} {fate}")
    reasons = EXPLAINED.read_text(encoding="utf-8")
    explained = set(re.findall(r"^(texas42\S+)", reasons, re.MULTILINE))
    alive = sorted(name for name, fate in fates if fate not in ("killed", "timeout"))
    loose = [name for name in alive if not {name, name.partition("__mutmut_")[0]} & explained]
    print(f"{len(alive) - len(loose):6} of those that live are explained in {EXPLAINED.name}")
    for name in loose:
        print(f"lives: {name}")
    return 1 if loose else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
