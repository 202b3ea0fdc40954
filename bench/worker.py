"""A process that does work when asked: `python bench/worker.py FILE [ARGUMENT …]`.

FILE is a Python file whose `works(*arguments)` answers with functions by name. So code of another
checkout, or of another environment, is measured by turns with ours; this file and FILE need nothing
of the environment but what they import. A work may answer with how many things it did.
"""

from __future__ import annotations

import gc
import importlib.util
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from types import ModuleType

HERE = Path(__file__).resolve()
ROOT = HERE.parent.parent

Works = dict[str, Callable[[], int]]


class Worker:
    """Such a process, as its parent sees it. It is to be left with `with`."""

    def __init__(
        self,
        file: str,
        *arguments: object,
        python: str | Path = sys.executable,
        path: Sequence[Path] = (),
    ) -> None:
        """`file` is in `bench/works`; `python` and `path` are where its imports come from."""
        command = [python, "-P", HERE, HERE.parent / "works" / file, *arguments]
        self._process = subprocess.Popen(
            list(map(str, command)),
            env={**os.environ, "PYTHONPATH": os.pathsep.join(map(str, path))},
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def seconds(self, work: str, calls: int) -> float:
        """CPU seconds for one of the things that so many calls do. Raises `RuntimeError`."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{work} {calls}\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError(f"what was to be measured ({work}) ended; its message is above")
        told = json.loads(line)
        return float(told["seconds"]) / int(told["done"])

    def __enter__(self) -> Worker:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.communicate(timeout=60)


def main(file: str, *arguments: str) -> None:
    """Do what the lines of standard input ask, until there are no more."""
    works: Works = _module(file).works(*arguments)
    for line in sys.stdin:
        name, calls = line.split()
        work, done = works[name], 0
        gc.collect()
        start = time.process_time()
        for _ in range(int(calls)):
            done += work()
        seconds = time.process_time() - start
        print(json.dumps({"seconds": seconds, "done": done}), flush=True)


def _module(file: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location("works", file)
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules["works"] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


if __name__ == "__main__":
    main(*sys.argv[1:])
