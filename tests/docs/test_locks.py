"""The lock files and the dependencies: complete, hashed, without addresses, used and explained."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from importlib import metadata

import pytest

from tests.docs.tree import ROOT, tracked

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
OURS = {"texas42", "texas42_server", "texas42_client"}
RUNTIME, DEVELOPMENT = "requirements.lock", "requirements-dev.lock"
PEERS = "requirements-peers.lock"
MUTATE = "requirements-mutate.lock"


def plain(requirement: str) -> str:
    """Normalised name of a requirement (PEP 503): `sqlite_utils>=4` is `sqlite-utils`."""
    name = re.match(r"[\w.-]+", requirement)
    assert name, requirement
    return re.sub(r"[-_.]+", "-", name[0]).lower()


def group(name: str) -> set[str]:
    """Names in a dependency group, included groups left out."""
    rows = PROJECT["dependency-groups"][name]
    return {plain(row) for row in rows if isinstance(row, str)}


def locked(name: str) -> dict[str, str]:
    """Requirement line by name, as a lock file has it."""
    lines = (ROOT / name).read_text(encoding="utf-8").splitlines()
    return {plain(line): line.rstrip(" \\") for line in lines if line and not line.startswith(" ")}


def imported(*folders: str) -> set[str]:
    """Top-level names of other people's modules that the Python files in `folders` import."""
    names: set[str] = set()
    for path in tracked("*.py"):
        if path.parts[0] not in folders:
            continue
        for node in ast.walk(ast.parse((ROOT / path).read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                names |= {alias.name.split(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and not node.level:
                names.add(str(node.module).split(".")[0])
    names = {name for name in names if not name.startswith("_")}
    return names - sys.stdlib_module_names - OURS - {"tests", "bench", "docs", "faults"}


def distributions(modules: set[str]) -> set[str]:
    """Names of the distributions that bring these modules."""
    table = metadata.packages_distributions()
    return {plain(name) for module in modules for name in table.get(module, [module])}


RUNTIME_NAMES = {plain(row) for row in PROJECT["project"]["dependencies"]}
EXTRA_NAMES = {
    plain(row) for rows in PROJECT["project"]["optional-dependencies"].values() for row in rows
}


def test_engine_imports_the_standard_library_alone() -> None:
    assert imported("engine") == set()


def test_engine_has_no_clock_no_chance_and_no_files() -> None:
    shell = {"asyncio", "datetime", "io", "logging", "os", "pathlib", "random", "secrets"}
    shell |= {"socket", "sqlite3", "subprocess", "tempfile", "threading", "time", "urllib"}
    for path in tracked("engine/*.py"):
        text = (ROOT / path).read_text(encoding="utf-8")
        used = set(re.findall(r"^\s*(?:import|from) (\w+)", text, re.MULTILINE))
        assert not used & shell, path


def test_run_time_dependencies_are_exactly_what_is_imported() -> None:
    assert distributions(imported("server", "client")) - EXTRA_NAMES == RUNTIME_NAMES


def test_tests_and_bench_import_nothing_that_is_not_declared() -> None:
    allowed = RUNTIME_NAMES | group("dev") | group("build") | EXTRA_NAMES
    allowed |= {"eventsourcing", "pyspiel", "rlcard"}  # as modules: the peers are not installed
    assert distributions(imported("tests", "bench", "tools", "docs")) <= allowed


@pytest.mark.parametrize("lock", [RUNTIME, DEVELOPMENT, PEERS, MUTATE])
def test_lock_is_exact_and_hashed_and_names_no_address(lock: str) -> None:
    shape = re.compile(
        r"[a-z0-9-]+==\S+( ; [^\\]+)? \\|    --hash=sha256:[0-9a-f]{64}( \\)?", re.ASCII
    )
    lines = (ROOT / lock).read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if not shape.fullmatch(line)] == []


def test_run_time_lock_holds_what_a_game_and_its_install_need() -> None:
    assert locked(RUNTIME).keys() >= RUNTIME_NAMES | group("build")


def test_development_lock_is_the_run_time_lock_and_more() -> None:
    assert locked(DEVELOPMENT).items() >= locked(RUNTIME).items()
    assert locked(DEVELOPMENT).keys() >= group("dev")


def test_lock_of_the_peers_holds_what_is_measured_beside_ours() -> None:
    assert locked(PEERS).keys() >= group("peers")


def test_lock_of_mutation_testing_holds_what_it_needs() -> None:
    assert locked(MUTATE).keys() >= group("mutate")


def test_every_declared_dependency_is_explained_and_no_other() -> None:
    text = (ROOT / "docs" / "dependencies.md").read_text(encoding="utf-8")
    explained = {plain(name) for name in re.findall(r"^\| `([\w.-]+)` \|", text, re.MULTILINE)}
    declared = group("dev") | group("build") | group("peers") | group("mutate")
    assert explained == RUNTIME_NAMES | EXTRA_NAMES | declared
