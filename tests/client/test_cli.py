"""The commands against a real server, as a player types them."""

from __future__ import annotations

import contextlib
import json
import os
import stat
import subprocess
import sys
from dataclasses import replace

import pytest

from tests.client.stub import Reply, problem, serving
from texas42_client.config import Store
from texas42_client.exits import ExitStatus
from texas42_client.table.words import say_move
from texas42_client.wire.api import Client
from texas42_client.wire.secret import Secret


def test_a_newcomer_is_told_the_first_step(terminal):
    assert "t42 play" in terminal.t42().out
    refused = terminal.t42("matches")
    assert refused.status == ExitStatus.NO_PROFILE
    assert "First step: t42 register" in refused.err


def test_a_player_registers_and_is_known(terminal):
    name = terminal.player("ann")
    assert terminal.t42("whoami", "--json").json["player"] == name
    assert f"* {name}" in terminal.t42("profile", "list").out
    assert f"You are {name}" in terminal.t42().out


def test_the_token_is_kept_where_only_its_owner_can_read_it(terminal):
    name = terminal.player("ann")
    file = terminal.home / "profiles" / f"{name}.json"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700
    assert json.loads(file.read_text(encoding="utf-8"))["token"].startswith("t42_")


def test_a_taken_name_is_refused(terminal):
    name = terminal.player("ann")
    refused = terminal.t42("register", name.upper(), "--as", "other")
    assert refused.status == ExitStatus.NAME_TAKEN
    assert "Another player has this name" in refused.err


def test_no_command_shows_a_token(terminal):
    name = f"{terminal.player('ann')}x"
    shown = terminal.t42("--debug", "register", name, "--json")
    assert shown.json == {"player": name, "token": "kept in the profile, not shown"}
    assert "> POST /players" in shown.err
    old = set(terminal.tokens())
    rotated = terminal.t42("--debug", "--json", "token", "rotate")
    assert rotated.json["token"] == "kept in the profile, not shown"
    assert set(terminal.tokens()) != old
    assert terminal.t42("whoami").status == 0
    for file in (terminal.home / "profiles").glob("*.json"):
        value = json.loads(file.read_text(encoding="utf-8"))
        value["token"] = "t42_" + "A" * 43
        file.write_text(json.dumps(value), encoding="utf-8")
    refused = terminal.t42("--debug", "whoami", "--json")
    assert refused.status == ExitStatus.UNAUTHENTICATED
    assert refused.json["type"] == "/problems/unauthenticated"


def test_a_rotated_token_replaces_the_old_one(terminal):
    name = terminal.player("ann")
    old = terminal.tokens()[0]
    assert terminal.t42("token", "rotate").status == 0
    environ = {"T42_SERVER": terminal.server, "T42_TOKEN": old}
    assert terminal.t42("whoami", environ=environ).status == ExitStatus.UNAUTHENTICATED
    assert terminal.t42("whoami", "--profile", name).status == 0


def test_two_terminals_that_rotate_one_token_at_once_both_keep_a_good_one(terminal):
    name = terminal.player("ann")
    store = Store(terminal.home)
    environ = {**os.environ, "T42_HOME": str(terminal.home)}
    rotate = [sys.executable, "-m", "texas42_client", "token", "rotate"]
    with store.held(name):
        other = subprocess.Popen(rotate, env=environ, stdout=subprocess.DEVNULL)
        with contextlib.suppress(subprocess.TimeoutExpired):
            other.wait(timeout=2)
        assert other.poll() is None, "it did not wait for its turn"
        mine = store.load(name)
        with Client(mine.server, mine.token) as client:
            fresh = client.rotate_token().body["token"]
        with Client(mine.server, fresh) as client:
            client.me()
        store.save(replace(mine, token=Secret(fresh)))
    assert other.wait(timeout=30) == 0
    kept = store.load(name).token
    assert kept is not None
    assert kept.reveal() != fresh
    assert terminal.t42("whoami").status == 0


@pytest.mark.parametrize("words", [("matches",), ("matches", "--open"), ("hands",)])
def test_a_long_list_is_told_to_its_end(terminal, words):
    member = words[0]
    row: dict[str, object] = {"id": "x" * 26, "name": "friday", "status": "open", "marks": None}
    row |= {"players": {}, "preset": "straight", "seats": {}, "number": 1}
    row |= {"contract": None, "result": None}
    pages = [
        Reply(body={member: [row] * 50}, headers={"Link": '</more?after=50>; rel="next"'}),
        Reply(body={member: [row] * 7}),
    ]
    view = Reply(body={"version": 1, "seats": {}, "rules": {}})
    with serving(*([view] if member == "hands" else []), *pages) as stub:
        environ = {"T42_SERVER": stub.url, "T42_TOKEN": "t42_" + "a" * 43}
        match = ("-m", "x" * 26) if member == "hands" else ()
        told = terminal.t42(*words, *match, "--json", environ=environ)
    assert told.json == {member: [row] * 57}
    assert stub.asked[-1].path == "/more?after=50"


def test_the_environment_speaks_without_a_profile(terminal):
    name = terminal.player("ann")
    environ = {"T42_SERVER": terminal.server, "T42_TOKEN": terminal.tokens()[0]}
    assert terminal.t42("profile", "remove", name, "--yes").status == 0
    assert terminal.t42("whoami", "--json", environ=environ).json["player"] == name
    refused = terminal.t42("token", "rotate", environ=environ)
    assert refused.status == ExitStatus.USAGE


def test_a_token_from_elsewhere_becomes_a_profile(terminal):
    name = terminal.player("ann")
    token = terminal.tokens()[0]
    terminal.t42("profile", "remove", name, "--yes")
    words = ("profile", "add", "mine", "--server", terminal.server)
    assert terminal.t42(*words, typed=f"{token}\n").status == 0
    assert terminal.t42("whoami", "--profile", "mine").out.startswith(f"{name} on ")
    assert terminal.t42(*words, typed=f"{token}\n").status == ExitStatus.USAGE


def test_a_profile_is_forgotten_only_when_confirmed(terminal):
    name = terminal.player("ann")
    assert terminal.t42("profile", "remove", name, typed="n\n").status != 0
    assert name in terminal.t42("profile", "list").out
    assert terminal.t42("profile", "remove", name, typed="y\n").status == 0
    assert name not in terminal.t42("profile", "list").out


def test_profiles_are_listed_and_changed(terminal):
    assert "First step" in terminal.t42("profile", "list").out
    ann, bob = terminal.player("ann"), terminal.player("bob")
    listed = terminal.t42("profile", "list", "--json").json["profiles"]
    assert [(row["name"], row["current"]) for row in listed] == [(ann, False), (bob, True)]
    used = terminal.t42("profile", "use", ann, "--json").json
    assert used == {"name": ann, "server": terminal.server, "player": ann}
    assert f"You are {bob} on " in terminal.t42("profile", "use", bob).out
    assert terminal.t42("profile", "use", "nobody").status == ExitStatus.NO_PROFILE
    assert terminal.t42("profile", "remove", ann, "--yes", "--json").json == {"removed": ann}


def test_a_profile_s_token_needs_its_server(terminal):
    refused = terminal.t42("profile", "add", "mine", typed="x\n")
    assert refused.status == ExitStatus.USAGE
    assert "Which server" in refused.err


def test_a_profile_is_not_overwritten(terminal):
    name = terminal.player("ann")
    refused = terminal.t42("register", name)
    assert refused.status == ExitStatus.USAGE
    assert f"{name} on {terminal.server}." in refused.err
    assert f"t42 profile use {name}" in refused.err
    assert "--as OTHER" in refused.err


def test_a_name_that_may_have_been_lost_with_its_answer_is_told(terminal):
    with serving(Reply(hang_up=True)) as stub:
        lost = terminal.t42("register", "zoe", "--server", stub.url)
    assert lost.status == ExitStatus.UNREACHABLE
    assert "Whether zoe was registered is not known." in lost.err
    assert "its token is lost: choose another" in lost.err
    assert len(stub.asked) == 1
    with serving(problem("name-taken", 409)) as stub:
        taken = terminal.t42("register", "zoe", "--server", stub.url)
    assert taken.status == ExitStatus.NAME_TAKEN
    assert "If your last try got no answer" in taken.err


def test_a_full_table_has_no_free_seat(terminal):
    match, _ = terminal.table()
    terminal.player("eve")
    assert terminal.t42("join", match).status == ExitStatus.SEAT_TAKEN


@pytest.mark.parametrize("seat", [(), ("B",)])
def test_who_sits_there_is_told_so_and_asked_for_no_code(terminal, seat):
    match, players = terminal.table()
    full = terminal.t42("--profile", players[2], "join", match, *seat)
    assert full.status == ExitStatus.ALREADY_SEATED
    if not seat:
        assert "You already sit at this table, at seat C." in full.err
    open_one = terminal.t42("--profile", players[0], "new", "--json").json["id"]
    again = terminal.t42("--profile", players[0], "join", open_one, *seat)
    assert again.status == ExitStatus.ALREADY_SEATED
    assert again.err.splitlines() == [
        "t42: You already sit at this table, at seat A.",
        f"  Look at it: t42 use {open_one}",
    ]


def test_a_table_is_set_and_seats_are_taken_with_invites(terminal):
    ann, bob = terminal.player("ann"), terminal.player("bob")
    made = terminal.t42("--profile", ann, "new", "friday")
    lines = [line.split(": ")[1] for line in made.out.splitlines() if line.startswith("To invite")]
    assert [line.split()[3] for line in lines] == ["B", "C", "D"]
    wrong = terminal.t42("--profile", bob, "join", lines[0].split()[2], "B", "nonsense")
    assert wrong.status == ExitStatus.FORBIDDEN
    joined = terminal.t42("--profile", bob, *lines[0].split()[1:], "--json")
    assert joined.json["seats"]["B"]["player"] == bob
    again = terminal.t42("--profile", bob, *lines[1].split()[1:])
    assert again.status == ExitStatus.ALREADY_SEATED


def test_a_seat_may_be_given_back_before_the_deal(terminal):
    ann = terminal.player("ann")
    match = terminal.t42("new", "--json").json["id"]
    left = terminal.t42("leave", "--json")
    assert left.json["seats"]["A"]["player"] is None
    assert terminal.t42("show").status == ExitStatus.NO_MATCH
    assert terminal.t42("leave", match).status == ExitStatus.NO_MATCH
    assert terminal.t42("--profile", ann, "show", match).status == 0


def test_a_seat_is_kept_once_the_tiles_are_dealt(terminal):
    match, players = terminal.table()
    refused = terminal.t42("--profile", players[1], "leave", match)
    assert refused.status == ExitStatus.MATCH_STARTED


def test_the_lobby_lists_open_tables_to_sit_down_at(terminal):
    ann, bob = terminal.player("ann"), terminal.player("bob")
    match = terminal.t42("--profile", ann, "new", "open house", "--listed", "--json").json["id"]
    assert match[:8] in terminal.t42("--profile", bob, "matches", "--open").out
    joined = terminal.t42("--profile", bob, "join", match[:8], "--json")
    assert joined.json["seats"]["B"]["player"] == bob


def test_the_lobby_is_not_mixed_with_one_s_own_matches(terminal):
    terminal.player("ann")
    refused = terminal.t42("matches", "--open", "--turn")
    assert refused.status == ExitStatus.USAGE
    assert "t42 matches --status open" in refused.err


def test_the_current_match_is_remembered_by_each_profile(terminal):
    match, players = terminal.table()
    assert [terminal.t42("--profile", p, "show", "--json").json["id"] for p in players] == [
        match
    ] * 4
    assert f"* {match[:8]}" in terminal.t42("--profile", players[0], "matches").out


def test_a_match_is_named_by_the_beginning_of_its_id_or_by_its_name(terminal):
    match, players = terminal.table()
    ann = players[0]
    for named in (match, match[:6], "friday"):
        assert terminal.t42("--profile", ann, "show", named, "--json").json["id"] == match
    missing = terminal.t42("--profile", ann, "show", "zzz")
    assert missing.status == ExitStatus.NO_MATCH
    second = terminal.t42("--profile", ann, "new", "friday", "--json").json["id"]
    unclear = terminal.t42("--profile", ann, "show", "friday")
    assert unclear.status == ExitStatus.AMBIGUOUS
    assert match[:12] in unclear.err
    assert second[:12] in unclear.err
    assert terminal.t42("--profile", ann, "use", match).status == 0
    assert terminal.t42("--profile", ann, "show", "--json").json["id"] == match


def test_a_spectator_watches_by_the_whole_id_without_a_token(terminal):
    match, _ = terminal.table()
    environ = {"T42_HOME": str(terminal.home / "empty")}
    shown = terminal.t42("--server", terminal.server, "show", match, "--json", environ=environ)
    assert (shown.json["you"], shown.json["hand"]) == (None, None)


def test_a_move_from_an_old_look_is_not_made_and_what_happened_is_shown(terminal):
    match, players = terminal.table()
    bidder = terminal.on_turn(match, players)
    following = players[(players.index(bidder) + 1) % 4]
    terminal.t42("--profile", following, "show")
    assert terminal.t42("--profile", bidder, "show").status == 0
    assert terminal.t42("--profile", bidder, "bid", "30").status == 0
    stale = terminal.t42("--profile", following, "pass")
    assert stale.status == ExitStatus.STALE_VERSION
    assert f"{bidder} bid 30." in stale.err
    assert "If you still want it: t42 pass" in stale.err
    assert len(terminal.view(following, match)["bids"]) == 1
    assert terminal.t42("--profile", following, "pass").status == 0


def test_a_move_from_an_old_look_that_may_not_be_made_now_is_not_advised(terminal):
    match, players = terminal.table()
    bidder = terminal.on_turn(match, players)
    following = players[(players.index(bidder) + 1) % 4]
    terminal.t42("--profile", following, "show")
    terminal.t42("--profile", bidder, "show")
    assert terminal.t42("--profile", bidder, "bid", "1 mark").status == 0
    stale = terminal.t42("--profile", following, "declare", "sixes")
    assert stale.status == ExitStatus.STALE_VERSION
    assert "It may not be made now. You may: pass, bid 2 marks" in stale.err
    assert "If you still want it" not in stale.err


@pytest.mark.parametrize("look", ["show", "legal", "hand"])
def test_whoever_has_seen_the_moves_may_choose_from_them(terminal, look):
    match, players = terminal.table()
    bidder = terminal.on_turn(match, players)
    following = players[(players.index(bidder) + 1) % 4]
    terminal.t42("--profile", bidder, "show")
    terminal.t42("--profile", bidder, "bid", "30")
    assert terminal.t42("--profile", following, look).status == 0
    made = terminal.t42("--profile", following, "bid", "31")
    assert made.status == 0
    assert "You bid 31." in made.out
    assert (f"{bidder} bid 30." in made.out) == (look != "show")


def test_a_refused_move_says_the_rule_and_what_is_allowed(terminal):
    match, players = terminal.table()
    bidder = terminal.on_turn(match, players)
    terminal.t42("--profile", bidder, "show")
    refused = terminal.t42("--profile", bidder, "bid", "29")
    assert refused.status == ExitStatus.ILLEGAL_MOVE
    assert "(R3.2)" in refused.err
    assert "You may: pass, bid 30 to 41, bid 1 mark, bid 2 marks" in refused.err
    as_json = terminal.t42("--profile", bidder, "bid", "29", "--json")
    assert as_json.json["type"] == "/problems/illegal-move"
    assert not list((terminal.home / "outbox").rglob("*.json"))


def test_a_move_out_of_turn_is_refused(terminal):
    match, players = terminal.table()
    bidder = terminal.on_turn(match, players)
    waiting = players[(players.index(bidder) + 2) % 4]
    terminal.t42("--profile", waiting, "show")
    refused = terminal.t42("--profile", waiting, "pass")
    assert refused.status == ExitStatus.NOT_YOUR_TURN
    assert "t42 watch" in refused.err


def test_a_match_without_all_its_players_takes_no_moves(terminal):
    terminal.player("ann")
    terminal.t42("new")
    assert terminal.t42("bid", "30").status == ExitStatus.MATCH_NOT_STARTED


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("play", "7-1"), "No such tile '7-1': ends go from 0 to 6."),
        (("bid", "lots"), "'lots' is no bid."),
        (("declare", "sixs"), "Did you mean sixes?"),
        (("shw",), "Did you mean show?"),
        (("new", "--set", "target"), "is not of the form SETTING=VALUE"),
        (("new", "--invite", "bob"), "is not of the form SEAT=PLAYER"),
    ],
)
def test_a_mistake_in_the_words_is_told_before_anything_is_sent(terminal, words, said):
    terminal.player("ann")
    refused = terminal.t42("--debug", *words)
    assert refused.status == ExitStatus.USAGE
    assert said in refused.err
    assert "> " not in refused.err


def test_wrong_settings_are_named_and_near_ones_suggested(terminal):
    terminal.player("ann")
    refused = terminal.t42("new", "--set", "target=0", "--set", "mn_bid=30")
    assert refused.status == ExitStatus.VALIDATION
    assert refused.err.splitlines() == [
        "t42: 2 things are wrong.",
        "  setting mn_bid: unknown setting",
        "  setting target: must be a whole number from 1 to 50 with scoring 'marks'",
        "  Did you mean min_bid? All settings: t42 rules",
    ]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("new", "--invite", "B=nobody at all"), "seat B: no player has this name"),
        (("new", "--invite", "Q=ann"), "seat Q: must be a seat: A, B, C and so on"),
        (("new", "--sit", "Z"), "--sit: must be a seat: A, B, C and so on, one for each player"),
        (("matches", "--status", "nonsense"), "--status: must be 'open' or"),
    ],
)
def test_one_mistake_is_one_line_in_the_words_of_the_command(terminal, words, said):
    terminal.player("ann")
    refused = terminal.t42(*words)
    assert refused.status == ExitStatus.VALIDATION
    assert len(refused.err.splitlines()) == 1
    assert refused.err.startswith(f"t42: {said}")


def test_a_setting_is_given_once(terminal):
    terminal.player("ann")
    refused = terminal.t42("new", "--set", "target=3", "--set", "target=4")
    assert (refused.status, refused.err) == (ExitStatus.USAGE, "t42: target is given twice.\n")


def test_the_line_to_send_works_anywhere_and_says_how_to_begin(terminal):
    ann, bob = terminal.player("ann"), terminal.player("bob")
    made = terminal.t42("--profile", ann, "new", "--invite", f"D={bob}")
    where = f"--server {terminal.server}"
    asked = [line for line in made.out.splitlines() if line.startswith("To invite")]
    assert len(asked) == 2
    assert all(line.endswith(f" {where}") for line in asked)
    assert f"Whoever is new there registers first: t42 register NAME {where}" in made.out
    words = next(line for line in made.out.splitlines() if line.startswith(f"{bob} sits down"))
    assert terminal.t42("--profile", bob, *words.split(": t42 ")[1].split()).status == 0


def test_a_dictated_code_opens_the_seat(terminal):
    ann, bob = terminal.player("ann"), terminal.player("bob")
    made = terminal.t42("--profile", ann, "new", "--json").json
    code = made["invites"]["B"].upper()
    words = ("join", made["id"], "b", f" {code[:4]}-{code[4:]} ")
    assert terminal.t42("--profile", bob, *words).status == 0


def test_a_closed_seat_is_refused_in_the_words_of_the_command(terminal):
    ann, bob = terminal.player("ann"), terminal.player("bob")
    match = terminal.t42("--profile", ann, "new", "--json").json["id"]
    bare = terminal.t42("--profile", bob, "join", match)
    assert bare.status == ExitStatus.FORBIDDEN
    assert bare.err.splitlines() == [
        "t42: Seat B needs the code that its owner sent you, or is kept for somebody else.",
        "  With the code: t42 join MATCH B CODE",
    ]
    wrong = terminal.t42("--profile", bob, "join", match, "b", "guess")
    assert "This code does not open seat B." in wrong.err


def test_an_unknown_table_to_join_is_said_to_need_its_id(terminal):
    terminal.player("bob")
    refused = terminal.t42("join", "saturday")
    assert refused.status == ExitStatus.NO_MATCH
    assert "Give the whole id that you were sent" in refused.err


def test_whoever_has_no_name_there_is_told_to_take_one(terminal):
    match, _ = terminal.table()
    environ = {"T42_HOME": str(terminal.home / "empty")}
    words = ("join", match, "B", "code", "--server", terminal.server)
    refused = terminal.t42(*words, environ=environ)
    assert refused.status == ExitStatus.UNAUTHENTICATED
    assert refused.err.splitlines() == [
        f"t42: You have no name on {terminal.server} yet.",
        f"  Take one: t42 register NAME --server {terminal.server}",
    ]


def test_before_the_deal_everybody_is_told_who_is_missing(terminal):
    ann, bob = terminal.player("ann"), terminal.player("bob")
    terminal.t42("--profile", ann, "new", "--invite", f"D={bob}")
    missing = (
        f"The match waits for players: seat B is free, seat C is free, seat D is kept for {bob}.\n"
    )
    assert terminal.t42("--profile", ann, "legal").out == f"Nothing yet. {missing}"
    assert terminal.t42("--profile", ann, "hand").out == f"Nothing has been dealt yet. {missing}"


def test_whoever_has_no_moves_is_told_why(terminal):
    match, players = terminal.table()
    bidder = terminal.on_turn(match, players)
    waiting = players[(players.index(bidder) + 1) % 4]
    told = terminal.t42("--profile", waiting, "legal").out
    assert told == f"Nothing: it is {bidder}'s turn. Wait with t42 watch.\n"
    eve = terminal.player("eve")
    for look in ("legal", "hand"):
        told = terminal.t42("--profile", eve, look, match).out
        assert "you do not sit at this table; you may watch" in told.replace("You do", "you do")


def test_a_name_is_told_as_it_was_typed(terminal):
    ann = terminal.player("ann")
    assert terminal.t42("new", "saturday").out.startswith("saturday, waiting for players.\n")
    unnamed = terminal.t42("new").out
    assert unnamed.startswith(f"{ann}'s match, waiting for players.\n")
    assert "You set the table. You took seat A." in unnamed


def test_settings_reach_the_match(terminal):
    terminal.player("ann")
    rules = terminal.t42("new", "--set", "target=3", "--set", "attributed_tricks=all", "--json")
    assert rules.json["rules"]["target"] == 3
    assert rules.json["rules"]["attributed_tricks"] == "all"


def test_json_is_the_server_s_alone(terminal):
    match, players = terminal.table()
    ann = ("--profile", players[0])
    for words in (("show",), ("hand",), ("legal",), ("use", match)):
        assert terminal.t42(*ann, *words, "--json").json["id"] == match
    assert terminal.t42(*ann, "--json", "matches").json["matches"][0]["id"] == match
    assert terminal.t42(*ann, "matches", "--open", "--json").json.keys() == {"matches"}
    log = terminal.t42(*ann, "log", "--all", "--json").json
    assert [entry["seq"] for entry in log["events"]] == list(range(1, log["version"] + 1))
    assert terminal.t42(*ann, "hands", "--json").json == {"hands": []}
    assert terminal.t42(*ann, "rules", "--json").json["presets"][0]["preset"] == "straight"
    gone = terminal.t42(*ann, "hands", "1", "--json")
    assert (gone.status, gone.json["status"]) == (ExitStatus.NOT_FOUND, 404)


def test_rules_are_explained(terminal):
    terminal.player("ann")
    told = terminal.t42("rules").out
    assert "  straight " in told
    assert "target = 7   or 1 to 50; with scoring=points 42 to 1000" in told
    assert "min_bid = 30" in terminal.t42("rules", "straight").out
    assert "  nello = true   (false)" in terminal.t42("rules", "family").out
    assert "with scoring=points it may be 42 to 1000" in terminal.t42("rules", "target").out
    assert terminal.t42("rules", "target", "--json").json["maximum"] == 50
    assert terminal.t42("rules", "family", "--json").json["rules"]["nello"] is True
    unknown = terminal.t42("rules", "nelo")
    assert unknown.status == ExitStatus.NOT_FOUND
    assert "Did you mean nello" in unknown.err


def test_on_a_fresh_computer_rules_are_explained_without_a_profile_or_a_server(terminal):
    told = terminal.t42("rules", "family")
    assert (told.status, told.err) == (0, "")
    assert told.out.startswith("family: ")
    assert terminal.t42("rules", "target", "--json").json["maximum"] == 50
    unknown = terminal.t42("rules", "nosuch")
    assert unknown.status == ExitStatus.NOT_FOUND
    assert unknown.err.splitlines() == [
        "t42: 'nosuch' is neither a preset nor a setting.",
        "  All presets and settings: t42 rules",
    ]
    assert terminal.t42("rules", "--match", "friday").status == ExitStatus.NO_PROFILE
    assert terminal.t42("--profile", "ann", "rules").status == ExitStatus.NO_PROFILE


def test_a_server_that_is_named_is_asked_for_its_rules(terminal):
    with serving(problem("server-error", 500)) as stub:
        assert terminal.t42("rules", "--server", stub.url).status == ExitStatus.SERVER_ERROR
        assert [asked.path for asked in stub.asked] == ["/rules"]


def play_a_hand(terminal, match, players) -> None:
    """The first bidder bids, then all make their first legal move, until the hand is over."""
    for _ in range(40):
        view = terminal.view(terminal.on_turn(match, players), match)
        player, legal = players["ABCD".index(view["turn"])], view["legal_moves"]
        if view["hand_number"] > 1:
            return
        move = legal[1] if view["status"] == "bidding" and not view["bids"] else legal[0]
        terminal.t42("--profile", player, "show")
        assert terminal.t42("--profile", player, *say_move(move).split()).status == 0
    pytest.fail("the hand did not end")


def test_four_players_play_a_hand(terminal):
    match, players = terminal.table()
    play_a_hand(terminal, match, players)
    ann = ("--profile", players[0])
    listed = terminal.t42(*ann, "hands").out
    assert "bid 30, blanks are trump: " in listed
    record = terminal.t42(*ann, "hands", "1").out
    assert record.startswith("Hand 1. ")
    assert "Points: " in record
    told = terminal.t42(*ann, "log", "--all").out
    assert "The bid was " in told
    assert "won the auction with 30." in told
