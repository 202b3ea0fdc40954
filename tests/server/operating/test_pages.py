"""The pages for people: useful, and of one piece: nothing inline, nothing from elsewhere."""

from __future__ import annotations

import hashlib
import json
import re
from html import unescape
from html.parser import HTMLParser
from pathlib import Path

import pytest

from tests.server.http.contract import contract
from tests.server.http.house import House
from tests.server.operating.conftest import Build
from texas42_server.asking.problems import KINDS
from texas42_server.edge import pages
from texas42_server.edge.remedies import REMEDIES

PAGES = ["/docs", *(f"/problems/{slug}" for slug in KINDS)]


@pytest.fixture
def house(build: Build) -> House:
    return build()


class Loads(HTMLParser):
    """What a page loads or leads to, and what stands in it that a strict policy forbids."""

    def __init__(self) -> None:
        super().__init__()
        self.targets: list[str] = []
        self.inline: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.targets += [given[name] or "" for name in ("href", "src") if name in given]
        if tag == "style" or (tag == "script" and "src" not in given):
            self.inline.append(tag)
        self.inline += [name for name in given if name == "style" or name.startswith("on")]


@pytest.mark.parametrize("path", PAGES)
def test_a_page_holds_nothing_inline_and_loads_only_what_is_here(house: House, path: str) -> None:
    answer = house.stranger.get(path)
    loads = Loads()
    loads.feed(answer.text)
    assert loads.inline == []
    assert loads.targets
    for target in loads.targets:
        if target != "data:,":
            assert target.startswith("/")
            assert house.stranger.get(target).status_code == 200
    policy = answer.headers["Content-Security-Policy"]
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
    assert not re.search(r"https?:|\*", policy)


def test_the_pages_files_are_what_they_are_whatever_is_preferred(house: House) -> None:
    for wish in ("text/css", "image/png", "*/*;q=0"):
        answer = house.stranger.get("/docs/page.css", headers={"Accept": wish})
        assert (answer.status_code, answer.mimetype) == (200, "text/css")


@pytest.mark.parametrize("slug", KINDS)
def test_every_problem_s_page_says_what_it_means_what_to_do_and_shows_one(
    house: House, slug: str
) -> None:
    text = unescape(house.stranger.get(f"/problems/{slug}").text)
    kind = KINDS[slug]
    for said in (kind.title, kind.meaning, REMEDIES[slug]):
        assert said.replace("`", "") in re.sub(r"</?code>", "", text)
    shown = re.search(r"<pre><code>(.*?)</code></pre>", text, re.DOTALL)
    assert shown
    example = json.loads(shown[1])
    assert (example["type"], example["status"]) == (f"/problems/{slug}", kind.status)
    schemas = contract().document["components"]["schemas"].values()
    [schema] = [
        schema
        for schema in schemas
        if schema.get("properties", {}).get("type", {}).get("const") == f"/problems/{slug}"
    ]
    assert contract().schema_faults(schema, example) == []


def test_there_is_a_remedy_for_every_problem_and_no_other() -> None:
    assert set(REMEDIES) == set(KINDS)


def test_the_vendored_files_are_those_of_the_note_and_lead_to_no_source_map(house: House) -> None:
    folder = Path(pages.__file__).parents[1] / "static" / "swagger-ui"
    note = (folder / "README.md").read_text(encoding="utf-8")
    noted = {
        name: digest for digest, name in re.findall(r"^ {4}([0-9a-f]{64})  (\S+)$", note, re.M)
    }
    assert set(noted) == {"swagger-ui.css", "swagger-ui-bundle.js"}
    for name, digest in noted.items():
        body = house.stranger.get(f"/docs/{name}").get_data()
        assert hashlib.sha256(body).hexdigest() == digest
        assert b"sourceMappingURL" not in body
        assert not re.search(rb"@import|url\((?!['\"]?(data:|#))", body[:200_000])
    assert {"LICENSE", "NOTICE"} <= {path.name for path in folder.iterdir()}


def test_what_pages_load_is_fetched_once(house: House) -> None:
    first = house.stranger.get("/docs/docs.js")
    assert first.content_type == "text/javascript; charset=utf-8"
    again = house.stranger.get("/docs/docs.js", headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.get_data()) == (304, b"")


@pytest.mark.parametrize("name", ["LICENSE", "..%2fapp.py", "README.md", "%2e%2e"])
def test_nothing_else_of_the_package_is_served(house: House, name: str) -> None:
    assert house.stranger.get(f"/docs/{name}").status_code == 404
