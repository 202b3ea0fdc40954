"""Writes the table of settings into `docs/rules.md`: `python docs/settings_reference.py`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from texas42 import PRESETS, SETTINGS, Setting
from texas42.settings import as_json

PAGE = Path(__file__).with_name("rules.md")
BEGIN = "<!-- Written by docs/settings_reference.py from the engine; do not edit. -->"
END = "<!-- End of what is written. -->"


def tables() -> str:
    """The settings and the presets, as the engine describes them."""
    return "\n".join([*_settings(), "", *_presets()]) + "\n"


def page() -> str:
    """The rules page with its tables written again."""
    text = PAGE.read_text(encoding="utf-8")
    head, rest = text.split(f"{BEGIN}\n")
    _, tail = rest.split(f"{END}\n")
    return f"{head}{BEGIN}\n\n{tables()}\n{END}\n{tail}"


def _settings() -> Iterator[str]:
    yield "| setting | default | values | meaning | rule | source |"
    yield "|---|---|---|---|---|---|"
    for setting in SETTINGS:
        cells = (
            f"`{setting.name}`",
            f"`{_json(setting.default)}`",
            _values(setting),
            setting.meaning,
            setting.rule,
            setting.source,
        )
        yield f"| {' | '.join(cells)} |"


def _values(setting: Setting) -> str:
    words = setting.value.expectation()
    if setting.under is None:
        return words
    under = setting.under
    return (
        f"{words}; with `{under.setting}` {under.equals}: {under.value.expectation()},"
        f" `{_json(under.default)}` unless told"
    )


def _presets() -> Iterator[str]:
    yield "| preset | what it is | what it changes |"
    yield "|---|---|---|"
    for preset in PRESETS.values():
        changed = (f"`{name}` `{_json(value)}`" for name, value in preset.overrides.items())
        yield f"| `{preset.name}` | {preset.description} | {', '.join(changed) or 'nothing'} |"


def _json(value: object) -> str:
    return json.dumps(as_json(value))


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
