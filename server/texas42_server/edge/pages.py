"""The pages for people: the documented interface, and what each problem means.

No page holds a script or a style of its own, and none needs another host.
"""

from __future__ import annotations

import json
import re
from functools import cache
from html import escape
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from texas42_server.asking.problems import KINDS, Kind
from texas42_server.edge.remedies import REMEDIES

_PACKAGE = Path(__file__).parents[1]
_STATIC = _PACKAGE / "static"


class Asset(NamedTuple):
    """A file that pages load: what it is and where it lies."""

    media_type: str
    path: Path

    def read(self) -> bytes:
        """Its bytes."""
        return self.path.read_bytes()


ASSETS: dict[str, Asset] = {
    path.name: Asset(media_type, path)
    for path, media_type in (
        (_STATIC / "page.css", "text/css; charset=utf-8"),
        (_STATIC / "docs.js", "text/javascript; charset=utf-8"),
        (_STATIC / "swagger-ui" / "swagger-ui.css", "text/css; charset=utf-8"),
        (_STATIC / "swagger-ui" / "swagger-ui-bundle.js", "text/javascript; charset=utf-8"),
    )
}


@cache
def document() -> bytes:
    """`openapi.yaml`: inside the package once installed, two folders up in the source tree."""
    for folder in (_PACKAGE, _PACKAGE.parents[1]):
        if (path := folder / "openapi.yaml").exists():
            return path.read_bytes()
    raise FileNotFoundError("openapi.yaml is missing from this installation")


@cache
def contract() -> Any:
    """The document's value."""
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    return yaml.load(document(), Loader=loader)


def documentation() -> bytes:
    """The interface, to read and to try."""
    head = (
        '<link rel="stylesheet" href="/docs/swagger-ui.css">\n'
        '<script src="/docs/swagger-ui-bundle.js" defer></script>\n'
        '<script src="/docs/docs.js" defer></script>\n'
    )
    body = (
        '<div id="contract"></div>\n<noscript><p>This page needs JavaScript; the same is said by'
        ' <a href="/openapi.yaml">/openapi.yaml</a>.</p></noscript>\n'
    )
    return _page("Texas 42: the HTTP interface", head, body)


@cache
def problem(slug: str) -> bytes:
    """What a problem type means, what to do about it, and one as it is sent."""
    kind = KINDS[slug]
    body = (
        f"<h1>{escape(kind.title)}</h1>\n"
        f'<p class="status"><code>{kind.slug}</code>, status {kind.status}</p>\n'
        f"<p>{_prose(kind.meaning)}</p>\n"
        f"<h2>What to do</h2>\n<p>{_prose(REMEDIES[slug])}</p>\n"
        f"<h2>As it is sent</h2>\n<pre><code>{escape(_example(kind), quote=False)}</code></pre>\n"
        '<nav><a href="/docs">The HTTP interface</a></nav>\n'
    )
    return _page(kind.title, '<link rel="stylesheet" href="/docs/page.css">\n', body)


def _page(title: str, head: str, body: str) -> bytes:
    text = (
        '<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<link rel="icon" href="data:,">\n'
        f"<title>{escape(title)}</title>\n{head}{body}</html>\n"
    )
    return text.encode()


def _prose(text: str) -> str:
    return re.sub("`([^`]+)`", r"<code>\1</code>", escape(text, quote=False))


def _example(kind: Kind) -> str:
    """The first example of this type in the document."""
    shared = contract()["components"]
    for response in shared["responses"].values():
        content = response.get("content", {}).get("application/problem+json", {})
        named = [example["value"] for example in content.get("examples", {}).values()]
        for example in (content.get("example"), *named):
            if example is not None and example["type"] == f"/problems/{kind.slug}":
                return _written(example)
    name = "".join(map(str.capitalize, kind.slug.split("-")))
    return _written(shared["schemas"][f"{name}Problem"]["examples"][0])


def _written(example: Any) -> str:
    return json.dumps(example, indent=2, ensure_ascii=False)
