"""Every setting is an option, a variable and a row of the operator's page; secrets are masked."""

from __future__ import annotations

import configparser
import re
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner, Result

from texas42_server.cli import main
from texas42_server.config import MASK, Config, ConfigInvalid
from texas42_server.exits import Exit
from texas42_server.operating import metrics

ROOT = Path(__file__).parents[3]
OPERATING = (ROOT / "docs" / "operating.md").read_text(encoding="utf-8")
ROWS = {
    name: (options, default)
    for name, options, default in re.findall(
        r"^\| `T42_([A-Z_]+)` \| (.+?) \| (.+?) \| .+ \|$", OPERATING, re.MULTILINE
    )
}
SECRET = "prometheus-of-the-house"


def serve(*arguments: str, **env: str | None) -> Result:
    return CliRunner().invoke(main, ["serve", *arguments], env={"T42_LIMITS": None} | env)


def printed(*arguments: str, **env: str | None) -> dict[str, str]:
    result = serve("--print-config", *arguments, **env)
    assert result.exit_code == 0, result.stderr
    return dict(line.split("=", 1) for line in result.stdout.splitlines())


def test_the_operator_s_page_has_every_setting_with_its_option_and_default() -> None:
    assert set(ROWS) == {setting.name.upper() for setting in fields(Config)}
    options = {option for parameter in main.commands["serve"].params for option in parameter.opts}
    plain = {f"T42_{name}": default.strip("`") for name, (_, default) in ROWS.items()}
    for name, (named, _) in ROWS.items():
        if name != "METRICS_TOKEN":
            assert set(re.findall(r"`(--[a-z-]+)`", named)) & options, name
    usual = printed()
    for name, default in plain.items():
        if default not in ("none", "see below"):
            assert usual[name] == default


def test_what_is_printed_can_be_read_again_and_shows_no_secret() -> None:
    chosen: dict[str, str | None] = {
        "T42_PORT": "0",
        "T42_LIMITS": "moves=1200/60,waits=off",
        "T42_PROXY_HOPS": "2",
        "T42_CORS_ORIGINS": "https://a.example http://localhost:3000",
        "T42_METRICS_TOKEN": SECRET,
        "T42_LOG_FORMAT": "json",
    }
    first = printed(**chosen)
    assert first["T42_METRICS_TOKEN"] == MASK
    assert SECRET not in str(first)
    assert "moves=1200/60,waits=off" in first["T42_LIMITS"]
    assert printed(**first | {"T42_METRICS_TOKEN": SECRET}) == first
    assert SECRET not in repr(Config(metrics_token=SECRET))


def test_without_a_secret_none_is_masked() -> None:
    assert printed(T42_METRICS_TOKEN=None)["T42_METRICS_TOKEN"] == ""


@pytest.mark.parametrize(
    ("arguments", "env", "words"),
    [
        (["--limits", "bids=1/2"], {}, "NAME=QUOTA/SECONDS"),
        (["--proxy-hops", "-1"], {}, "must be 0 to 8"),
        (["--cors-origin", "https://a.example/"], {}, "no path"),
        (["--cors-origin", "*"], {}, "no path"),
        (["--log-format", "xml"], {}, "must be one of auto, json, plain"),
        ([], {"T42_METRICS_TOKEN": "short"}, "16 to 256"),
        ([], {"T42_METRICS_TOKEN": "with spaces in the midst"}, "16 to 256"),
    ],
)
def test_a_wrong_setting_is_refused_with_what_is_right(
    arguments: list[str], env: dict[str, str | None], words: str
) -> None:
    refused = serve(*arguments, **env)
    assert refused.exit_code == Exit.USAGE
    assert words in refused.stderr
    assert "short" not in refused.stderr


def test_a_secret_is_in_no_message() -> None:
    with pytest.raises(ConfigInvalid) as refused:
        Config(metrics_token="t0p s3cret t0ken", port=-1)
    assert "s3cret" not in str(refused.value)


def test_the_operator_s_page_names_every_metric() -> None:
    text = metrics.Metrics().text().decode()
    ours = set(re.findall(r"^# TYPE (t42_\w+)", text, re.MULTILINE))
    assert set(re.findall(r"^\| `(t42_\w+)` \|", OPERATING, re.MULTILINE)) == ours


def test_deployment_files_set_what_there_is_to_set() -> None:
    unit = configparser.ConfigParser(strict=False, interpolation=None)
    unit.optionxform = str  # type: ignore[assignment, method-assign]
    unit.read(ROOT / "deploy" / "t42-server.service", encoding="utf-8")
    assert unit["Service"]["ExecStart"].endswith("/t42-server serve")
    compose: dict[str, Any] = yaml.safe_load(
        (ROOT / "deploy" / "compose.yaml").read_text(encoding="utf-8")
    )
    dockerfile = ROOT / compose["services"]["server"]["build"]["dockerfile"]
    image = dockerfile.read_text(encoding="utf-8")
    told = f"{unit['Service']['Environment']} {compose} {image}"
    named = set(re.findall(r"T42_([A-Z_]+)", told))
    assert named <= set(ROWS)
    for source in re.findall(r"^COPY (.+) \S+$", image, re.MULTILINE):
        for name in source.split():
            assert (ROOT / name).exists()
