"""`t42 replay` at a terminal: a key for each trick."""

from __future__ import annotations

from pathlib import Path

from tests.docs.test_record_page import EXAMPLE
from tests.e2e.terminal import Terminal, home


def test_a_key_for_each_trick(tmp_path: Path) -> None:
    file = tmp_path / "friday.t42"
    file.write_text(EXAMPLE, encoding="utf-8")
    with Terminal("replay", str(file), env=home(tmp_path)) as terminal:
        assert "Everybody passed." in terminal.until_seen("1 of 13")
        terminal.press(" ")
        assert 'J. "Ace" Poe bid 31, fours are trump.' in terminal.until_seen("2 of 13")
        terminal.press(" ")
        shown = terminal.until_seen("3 of 13")
        assert "│ 4 │ 4 │ led" in shown
        assert "│ 2 │ 4 │" in shown
        terminal.press("h")
        assert "hand 3" in terminal.until_seen("10 of 13")
        terminal.press("b")
        assert "The bid was made: 1 mark for" in terminal.until_seen("9 of 13")
        terminal.press("q")
        terminal.rest()
        assert terminal.ended() == 0
