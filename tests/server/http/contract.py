"""Holds answers to `openapi.yaml`: status, headers and body, and nothing besides."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import yaml
from jsonschema_rs import Draft202012Validator, Registry

DOCUMENT = Path(__file__).parents[3] / "openapi.yaml"
METHODS = ("get", "post", "put", "patch", "delete")
OF_THE_SERVER_SOFTWARE = {"content-type", "content-length", "date", "server", "connection"}
WITHOUT_BODY = (204, 304)
# Described once, at the top of the document: what any answer may have besides.
EVERYWHERE = ("X-Request-Id", "RateLimit-Policy", "RateLimit")


class Undocumented(AssertionError):  # noqa: N818 - says what the answer is
    """An answer that `openapi.yaml` does not allow."""


class Contract:
    """The document, and what it says of an answer."""

    def __init__(self, document: dict[str, Any]) -> None:
        self.document = document
        self._registry = Registry([("urn:contract", document)])
        self._validators: dict[str, Any] = {}

    @cached_property
    def templates(self) -> dict[str, re.Pattern[str]]:
        """Path template -> the paths that it stands for, the literal ones first."""
        literal_first = sorted(self.document["paths"], key=lambda path: path.count("{"))
        return {
            path: re.compile(re.sub(r"\\\{\w+\\\}", "[^/]+", re.escape(path)))
            for path in literal_first
        }

    def template(self, path: str) -> str | None:
        """The path template that this path belongs to."""
        return next((t for t, shape in self.templates.items() if shape.fullmatch(path)), None)

    def operations(self) -> dict[tuple[str, str], dict[str, Any]]:
        """(method, path template) -> operation."""
        return {
            (method, path): item[method]
            for path, item in self.document["paths"].items()
            for method in METHODS
            if method in item
        }

    def resolve(self, node: dict[str, Any]) -> dict[str, Any]:
        """The node itself, or what its `$ref` leads to."""
        while "$ref" in node:
            target: Any = self.document
            for step in node["$ref"].removeprefix("#/").split("/"):
                target = target[step.replace("~1", "/").replace("~0", "~")]
            node = target
        return node

    def schema_faults(self, schema: dict[str, Any], value: object) -> list[str]:
        """What this schema of the document finds wrong with a value."""
        key = json.dumps(schema, sort_keys=True)
        if key not in self._validators:
            moved = json.loads(key.replace('"$ref": "#/', '"$ref": "urn:contract#/'))
            self._validators[key] = Draft202012Validator(moved, registry=self._registry)
        return [
            f"{'/'.join(map(str, error.instance_path))}: {error.message}"
            for error in self._validators[key].iter_errors(value)
        ]

    def response(self, method: str, path: str, status: int) -> dict[str, Any]:
        """What is documented of this status.

        Raises:
            Undocumented: nothing is.
        """
        shared = self.document["components"]["responses"]
        template = self.template(path)
        if template is None:
            allowed = {404: "NotFound", 401: "Unauthenticated", 503: "Busy"}
            if status not in allowed:
                raise Undocumented(f"{status} where there is nothing: {method} {path}")
            return self.resolve(shared[allowed[status]])
        verb = "get" if method == "HEAD" else method.lower()
        operation = self.document["paths"][template].get(verb)
        if operation is None:
            if status != 405:
                raise Undocumented(f"{status} for a method that {template} has not: {method}")
            return self.resolve(shared["MethodNotAllowed"])
        if str(status) not in operation["responses"]:
            raise Undocumented(f"{method} {template} answered {status}, which is not documented")
        return self.resolve(operation["responses"][str(status)])

    def check(
        self, method: str, path: str, status: int, headers: Mapping[str, str], body: bytes
    ) -> None:
        """Hold one answer to the document.

        Raises:
            Undocumented: with everything that is wrong.
        """
        documented = self.response(method, path, status)
        faults = list(self._header_faults(documented, headers))
        if "content" not in documented or status in WITHOUT_BODY:
            faults += _faults_of_no_body(headers, body)
        else:
            faults += _media_type_faults(documented["content"], headers)
            if method == "HEAD":
                faults += ["a body in answer to HEAD"] if body else []
            elif not faults:
                faults += self._body_faults(documented["content"], headers, body)
        if faults:
            raise Undocumented(f"{method} {path} {status}: {'; '.join(faults)}\n{body[:2000]!r}")

    def _header_faults(self, documented: dict[str, Any], headers: Mapping[str, str]) -> list[str]:
        shared = self.document["components"]["headers"]
        known = {name.lower(): shared[name] for name in EVERYWHERE}
        known |= {n.lower(): self.resolve(h) for n, h in documented.get("headers", {}).items()}
        given = {name.lower(): value for name, value in headers.items()}
        faults = [
            f"header {name} is not documented"
            for name in given.keys() - known.keys() - OF_THE_SERVER_SOFTWARE
        ]
        for name, header in known.items():
            if name in given:
                faults += [
                    f"header {name}: {f}" for f in self.schema_faults(header["schema"], given[name])
                ]
            elif header.get("required"):
                faults.append(f"header {name} is missing")
        return faults

    def _body_faults(
        self, content: dict[str, Any], headers: Mapping[str, str], body: bytes
    ) -> list[str]:
        media_type = headers["Content-Type"].partition(";")[0]
        if not body.endswith(b"\n"):
            return ["no newline at the end"]
        if not media_type.endswith("json"):
            return []
        return self.schema_faults(content[media_type]["schema"], json.loads(body))


def _media_type_faults(content: dict[str, Any], headers: Mapping[str, str]) -> list[str]:
    """JSON is UTF-8 and takes no parameters (RFC 8259, 11); text says its encoding."""
    given = headers.get("Content-Type", "")
    media_type, _, parameters = given.partition(";")
    if media_type not in content:
        return [f"media type {given!r} is not documented"]
    if parameters and not media_type.startswith("text/"):
        return [f"media type {given!r} has parameters"]
    return []


def _faults_of_no_body(headers: Mapping[str, str], body: bytes) -> list[str]:
    faults = ["a body where there should be none"] if body else []
    said = {name.lower() for name in headers} & {"content-type", "content-length"}
    return faults + [f"{name} without a body" for name in sorted(said)]


@cache
def contract() -> Contract:
    """The published contract."""
    return Contract(yaml.safe_load(DOCUMENT.read_text(encoding="utf-8")))
