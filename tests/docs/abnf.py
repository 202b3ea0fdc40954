"""A grammar in ABNF (RFC 5234, RFC 7405) as a regular expression; no rule may use itself."""

from __future__ import annotations

import re

CORE = {"SP": " ", "LF": "\\n", "DQUOTE": '"', "DIGIT": "[0-9]"}

_TOKEN = re.compile(
    r"""\s*(?: ;[^\n]* | (?P<string>(?:%s)?"[^"]*") | %x(?P<codes>[0-9A-F]+(?:-[0-9A-F]+)?)
      | (?P<times>\d*\*\d*|\d+) | (?P<name>[A-Za-z][A-Za-z0-9-]*) | (?P<sign>[()\[\]/]) )""",
    re.VERBOSE,
)


def rules_of(grammar: str) -> dict[str, str]:
    """Rule name -> its elements."""
    rules: dict[str, str] = {}
    name = ""
    for line in grammar.splitlines(keepends=True):
        if line[0].isalpha():
            name, _, elements = line.partition("=")
            name, rules[name.strip()] = name.strip(), elements
        else:
            rules[name] += line
    return rules


def words_of(grammar: str) -> set[str]:
    """The words in the strings of a grammar, quotes and brackets left out."""
    strings = re.findall(r'"([^"]*)"', re.sub(r";[^\n]*", "", grammar))
    return {word for string in strings for word in re.findall(r"[A-Za-z0-9_]{2,}", string)}


def pattern(grammar: str, start: str) -> re.Pattern[str]:
    """What the rule of this name matches."""
    rules = rules_of(grammar)

    def expand(name: str) -> str:
        if name in rules:
            return f"(?:{_elements(rules[name], expand)})"
        return CORE[name]

    return re.compile(expand(start))


def _elements(text: str, expand: object) -> str:
    assert callable(expand)
    out: list[str] = []
    repeat: list[str] = []  # what stands before each open group, and before the next element

    def close(piece: str) -> None:
        times = repeat.pop() if repeat and repeat[-1] != "(" else ""
        out.append(f"(?:{piece}){times}" if times else piece)

    at = 0
    while at < len(text.rstrip()):
        found = _TOKEN.match(text, at)
        assert found, f"no ABNF: {text[at : at + 40]!r}"
        at = found.end()
        if found["string"] is not None:
            close(re.escape(found["string"].removeprefix("%s")[1:-1]))
        elif found["codes"]:
            ends = [f"\\U{int(code, 16):08X}" for code in found["codes"].split("-")]
            close(f"[{'-'.join(ends)}]")
        elif found["times"]:
            repeat.append(_times(found["times"]))
        elif found["name"]:
            close(expand(found["name"]))
        elif found["sign"] == "/":
            out.append("|")
        elif found["sign"] in {"(", "["}:
            before = repeat.pop() if repeat and repeat[-1] != "(" else ""
            repeat += ["?" if found["sign"] == "[" else before, "("]
            out.append("(?:")
        elif found["sign"] is not None:
            repeat.pop()
            out.append(")" + repeat.pop())
    return "".join(out)


def _times(written: str) -> str:
    least, star, most = written.partition("*")
    return f"{{{least or 0},{most}}}" if star else f"{{{written}}}"
