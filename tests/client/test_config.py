"""Profiles, private files, and the rule that a token goes only where it came from."""

from __future__ import annotations

import os
import stat
from concurrent.futures import ThreadPoolExecutor

import pytest

from texas42_client.config import Profile, Seen, Store, choose, profile_name
from texas42_client.errors import ClientError
from texas42_client.exits import ExitStatus
from texas42_client.files import private_folder, read_json, write_json
from texas42_client.origin import normal_server, plain_http_note
from texas42_client.wire.secret import Secret

HERE = "http://127.0.0.1:8042"
THERE = "https://42.example.org"
ANN = Profile("ann", HERE, "ann", Secret("t42_ann"))
EVE = Profile("eve", THERE, "eve", Secret("t42_eve"))


@pytest.fixture
def store(tmp_path):
    kept = Store(tmp_path / "home")
    kept.save(ANN)
    kept.save(EVE)
    kept.use("ann")
    return kept


def mode(path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_a_profile_is_kept_for_its_owner_alone(store):
    assert store.load("ann") == ANN
    assert mode(store.folder / "profiles" / "ann.json") == 0o600
    assert mode(store.folder / "profiles") == 0o700
    assert mode(store.folder) == 0o700


def test_a_loose_file_or_folder_is_repaired(store):
    file = store.folder / "profiles" / "ann.json"
    file.chmod(0o644)
    file.parent.chmod(0o755)
    store.load("ann")
    store.save(ANN)
    assert (mode(file), mode(file.parent)) == (0o600, 0o700)


def test_an_umask_does_not_open_it(tmp_path):
    before = os.umask(0)
    try:
        write_json(tmp_path / "a" / "b" / "c.json", {"token": "x"})
    finally:
        os.umask(before)
    assert mode(tmp_path / "a" / "b" / "c.json") == 0o600
    assert mode(tmp_path / "a" / "b") == 0o700


def test_a_crash_while_writing_leaves_the_old_file(tmp_path):
    file = tmp_path / "a.json"
    write_json(file, {"old": True})
    with pytest.raises(TypeError):
        write_json(file, {"new": object()})
    assert read_json(file) == {"old": True}
    assert [path.name for path in tmp_path.iterdir()] == ["a.json"]


@pytest.mark.parametrize("text", ["", "[1]", "{", "\x00"])
def test_a_damaged_file_is_said_to_be_damaged(tmp_path, text):
    file = tmp_path / "a.json"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(ClientError, match="damaged") as refused:
        read_json(file)
    assert refused.value.exit_status is ExitStatus.CONFIG


def test_a_folder_that_cannot_be_made_is_said_so(tmp_path):
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(ClientError, match="cannot be used") as refused:
        private_folder(tmp_path / "file" / "folder")
    assert refused.value.exit_status is ExitStatus.CONFIG


def test_an_unknown_profile_is_answered_with_those_there_are(store):
    with pytest.raises(ClientError, match="there are: ann, eve") as refused:
        store.load("bob")
    assert refused.value.exit_status is ExitStatus.NO_PROFILE


@pytest.mark.parametrize("name", ["../ann", "", ".", "a/b", "-x"])
def test_a_profile_name_cannot_leave_the_folder(store, name):
    with pytest.raises(ClientError):
        store.load(name)


def test_a_newcomer_is_told_the_first_step(tmp_path):
    with pytest.raises(ClientError) as refused:
        choose(Store(tmp_path), {})
    assert "t42 register" in str(refused.value.hint)
    assert refused.value.exit_status is ExitStatus.NO_PROFILE


def test_the_profile_in_use_speaks(store):
    assert choose(store, {}) == ANN
    assert choose(store, {}, profile="eve") == EVE


def test_a_server_takes_the_profile_that_belongs_to_it(store):
    assert choose(store, {}, server="https://42.EXAMPLE.org:443/") == EVE
    assert choose(store, {"T42_SERVER": THERE}) == EVE


def test_a_token_is_never_paired_with_another_server(store):
    elsewhere = choose(store, {}, server="http://127.0.0.1:9999")
    assert (elsewhere.server, elsewhere.token) == ("http://127.0.0.1:9999", None)
    with pytest.raises(ClientError, match="goes nowhere else"):
        choose(store, {}, profile="ann", server=THERE)


def test_the_environment_may_name_server_and_token_together(store):
    environ = {"T42_SERVER": THERE, "T42_TOKEN": "t42_env"}
    found = choose(store, environ)
    assert (found.server, found.token) == (THERE, Secret("t42_env"))
    assert "t42_env" not in repr(found)
    assert choose(store, environ, server=HERE).token is None
    assert choose(store, environ, profile="ann") == ANN


def test_a_token_without_its_server_is_refused(store):
    with pytest.raises(ClientError, match="without T42_SERVER"):
        choose(store, {"T42_TOKEN": "t42_env"})
    with pytest.raises(ClientError, match="without T42_SERVER"):
        choose(store, {"T42_TOKEN": "t42_env"}, server=THERE)


def test_a_removed_profile_leaves_nothing(store):
    store.memory("ann").choose("m")
    store.chances("ann")
    store.remove("ann")
    assert store.names() == ["eve"]
    assert store.current() is None
    assert not list(store.folder.rglob("ann*"))


def test_the_chances_of_a_profile_are_its_own_and_stay(store):
    secret = store.chances("ann")
    assert store.chances("ann") == secret
    assert store.chances("eve") != secret
    assert len(secret.reveal()) >= 64
    assert mode(store.folder / "chances" / "ann.json") == 0o600
    assert mode(store.folder / "chances") == 0o700


def test_a_new_token_leaves_the_chances_as_they_are(store):
    secret = store.chances("ann")
    store.save(Profile("ann", HERE, "ann", Secret("t42_new")))
    assert store.chances("ann") == secret


def test_two_bots_that_start_at_once_have_the_same_chances(store):
    with ThreadPoolExecutor(4) as pool:
        assert len(set(pool.map(store.chances, ["ann"] * 8))) == 1


def test_who_has_no_saved_profile_has_chances_too(tmp_path):
    unsaved = choose(Store(tmp_path / "new"), {"T42_SERVER": HERE, "T42_TOKEN": "t42_env"})
    secret = Store(tmp_path / "new").chances(unsaved.name)
    assert Store(tmp_path / "new").chances(unsaved.name) == secret


def test_a_profile_remembers_its_match_and_what_it_saw(store):
    store.memory("ann").choose("m1")
    store.memory("ann").saw("m1", 7, '"7-A"')
    again = store.memory("ann")
    assert (again.match, again.seen("m1"), again.seen("m2")) == ("m1", Seen(7, '"7-A"'), None)
    assert store.memory("eve").match is None


def test_only_the_latest_matches_are_remembered(store):
    memory = store.memory("ann")
    for number in range(memory.KEPT + 5):
        memory.saw(f"m{number}", 1, None)
    assert len(memory.known()) == memory.KEPT
    assert memory.known()[-1] == f"m{memory.KEPT + 4}"


@pytest.mark.parametrize(
    ("typed", "server"),
    [
        ("http://127.0.0.1:8042/", "http://127.0.0.1:8042"),
        ("127.0.0.1:8042", "http://127.0.0.1:8042"),
        ("localhost:8042", "http://localhost:8042"),
        ("42.example.org", "https://42.example.org"),
        ("HTTPS://42.Example.org:443", "https://42.example.org"),
        ("http://42.example.org:80/table/", "http://42.example.org/table"),
        ("http://[::1]:8042", "http://[::1]:8042"),
        ("127.example.org", "https://127.example.org"),
    ],
)
def test_an_address_is_written_one_way(typed, server):
    assert normal_server(typed) == server


@pytest.mark.parametrize(
    "typed", ["", "ftp://x", "http://", "http://a:b@c", "http://x:99999", "x?y"]
)
def test_what_is_no_address_is_refused(typed):
    with pytest.raises(ClientError) as refused:
        normal_server(typed)
    assert refused.value.exit_status is ExitStatus.USAGE


def test_a_server_without_encryption_is_warned_of():
    assert "without encryption" in str(plain_http_note("http://42.example.org"))
    assert plain_http_note("https://42.example.org") is None
    assert plain_http_note("http://127.0.0.1:8042") is None


@pytest.mark.parametrize(
    ("player", "name"), [("Ann Lee", "ann-lee"), ("../x", "x"), ("José", "josé"), ("💥", "player")]
)
def test_a_player_s_name_makes_a_file_s_name(player, name):
    assert profile_name(player) == name
