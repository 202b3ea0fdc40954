"""Links lead somewhere, commands exist, and nothing points at one machine or registry."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.docs.tree import ROOT, tracked

DOCUMENTS = tracked("*.md")
# Spelled so that this file does not hold what it looks for.
ADDRESSES = re.compile(
    r"/(?:work|root|home|Users|opt)/\w|/tmp/\w+/|[Ii]ndex[-_]url|find.links"
    r"|\bpypi\.(?:org|python\.org)\b|files\.pythonhosted\.|registry\.npmjs\.|registry\s*=\s*[\"']?http"
)


def anchors(document: Path) -> set[str]:
    """Fragment names of a document's headings, as code hosts make them."""
    text = re.sub(r"^```.*?^```", "", read(document), flags=re.MULTILINE | re.DOTALL)
    headings = re.findall(r"^#+ +(.+?) *$", text, re.MULTILINE)
    slugs = {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}
    return slugs | set(re.findall(r"<a (?:id|name)=\"([^\"]+)\"", text))


def read(path: Path) -> str:
    return (ROOT / path).read_text(encoding="utf-8")


def links(document: Path) -> list[str]:
    """Targets of a document's inline and reference links outside code, addresses left out."""
    text = re.sub(r"^```.*?^```|`[^`\n]*`", "", read(document), flags=re.MULTILINE | re.DOTALL)
    found = re.findall(r"\]\(<?([^)\s>]+)>?(?: \"[^\"]*\")?\)", text)
    found += re.findall(r"^\[[^\]]+\]: *(\S+)", text, re.MULTILINE)
    return [target for target in found if not re.match(r"[a-z]+:", target)]


@pytest.mark.parametrize("document", DOCUMENTS, ids=str)
def test_relative_links_resolve(document: Path) -> None:
    broken = []
    for target in links(document):
        name, _, fragment = target.partition("#")
        path = (ROOT / document).parent / name if name else ROOT / document
        line = re.fullmatch(r"L\d+(-L\d+)?", fragment)
        if not path.exists() or (
            path.suffix == ".md" and fragment and not line and fragment not in anchors(path)
        ):
            broken.append(target)
    assert broken == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=str)
def test_make_targets_named_in_documents_exist(document: Path) -> None:
    targets = set(re.findall(r"^([a-z-]+):", read(Path("Makefile")), re.MULTILINE))
    # What a program says is no command to type.
    text = re.sub(r"^```text$.*?^```$", "", read(document), flags=re.MULTILINE | re.DOTALL)
    code = " ; ".join(re.findall(r"```.*?```|`[^`\n]+`", text, re.DOTALL))
    named = set(re.findall(r"\bmake(?: +[A-Z]+=\S+)* +([a-z][a-z-]+)", code))
    assert named <= targets


def test_phony_names_are_the_targets() -> None:
    text = read(Path("Makefile"))
    phony = re.search(r"^\.PHONY: (.+)$", text, re.MULTILINE)
    assert phony
    assert set(phony[1].split()) == set(re.findall(r"^([a-z-]+):", text, re.MULTILINE))


def test_no_file_names_a_machine_path_or_a_registry() -> None:
    found = []
    for path in tracked():
        if path == Path(__file__).relative_to(ROOT):
            continue
        try:
            lines = read(path).splitlines()
        except UnicodeDecodeError:
            continue
        found += [
            f"{path}:{n}: {line}" for n, line in enumerate(lines, 1) if ADDRESSES.search(line)
        ]
    assert found == []


def test_no_database_is_tracked_nor_what_lies_beside_one() -> None:
    assert tracked("*.db*") == ()
    ignored = read(Path(".gitignore")).split()
    assert {f"*.db{ending}" for ending in ("", "-journal", "-wal", "-lock", "-open")} <= {*ignored}


def test_change_log_starts_with_what_is_unreleased() -> None:
    assert re.findall(r"^## (.+)$", read(Path("CHANGELOG.md")), re.MULTILINE)[0] == "[Unreleased]"
