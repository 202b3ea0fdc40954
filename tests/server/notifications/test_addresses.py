"""Where a webhook may lead: public addresses, decided on what is connected to, not on names."""

from __future__ import annotations

import ipaddress
import socket
import ssl
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.notifications.receiver import Receiver, receiving
from texas42_server.sending import addresses, posting
from texas42_server.sending.addresses import AddressRefused, is_public, parse_target, vetted

REFUSED_ADDRESSES = [
    "0.0.0.0", "0.1.2.3", "10.0.0.1", "10.255.255.255", "100.64.0.1", "100.127.255.255",
    "127.0.0.1", "127.255.255.254", "169.254.169.254", "172.16.0.1", "172.31.255.255",
    "192.0.0.1", "192.0.0.170", "192.0.2.1", "192.88.99.1", "192.168.0.1", "198.18.0.1",
    "198.19.255.255", "198.51.100.7", "203.0.113.9", "224.0.0.1", "239.255.255.255", "240.0.0.1",
    "255.255.255.255",
    "::", "::1", "::127.0.0.1", "::ffff:127.0.0.1", "::ffff:8.8.8.8", "::ffff:0:127.0.0.1",
    "64:ff9b::7f00:1", "64:ff9b::808:808", "64:ff9b:1::1", "100::1", "2001::1",
    "2001:0:7f00:1::", "2001:10::1", "2001:20::1", "2001:db8::1", "2002:7f00:1::",
    "2002:808:808::1", "3fff::1", "5f00::1", "fc00::1", "fd00:ec2::254", "fe80::1",
    "fe80::1%eth0", "2600::1%eth0", "fec0::1", "ff02::1", "ff0e::1",
    "", "example.org", "127.1", "0x7f.0.0.1", "1.2.3.4.5",
]  # fmt: skip
PUBLIC_ADDRESSES = [
    "8.8.8.8", "1.1.1.1", "100.63.255.255", "100.128.0.1", "126.255.255.255", "128.0.0.1",
    "172.15.255.255", "172.32.0.1", "192.0.1.1", "198.17.255.255", "198.20.0.1", "223.255.255.255",
    "2001:4860:4860::8888", "2606:4700::1111", "2a00:1450::1", "2001:200::1",
]  # fmt: skip
REFUSED_URLS = [
    "", "example.org", "//example.org", "ftp://example.org", "file:///etc/passwd",
    "http://example.org", "javascript:alert(1)", "https://", "https:///hook", "https://:443/",
    "https://ann:secret@example.org/", "https://@example.org/", "https://example.org/#part",
    "https://example.org#", "https://example.org:0/", "https://example.org:65536/",
    "https://example.org:http/", "https://example.org:-1/", "https://exa mple.org/",
    "https://example.org/a b", "https://example.org/\r\nX: y", "https://example.org\\@10.0.0.1/",
    "https://example.org/\x00", "https://exämple.org/", "https://①27.0.0.1/",
    "https://127.0.0.1/", "https://127.1/", "https://127.0.1/", "https://2130706433/",
    "https://0x7f000001/", "https://0x7f.1/", "https://0177.0.0.1/", "https://017700000001/",
    "https://0/", "https://127.0.0.1./", "https://0x/", "https://1.2.3.4.5/",
    "https://[::1]/", "https://[::]/", "https://[::ffff:127.0.0.1]/", "https://[::ffff:7f00:1]/",
    "https://[fe80::1%25eth0]/", "https://[2606:4700::1111%25lo]/", "https://[2002:7f00:1::]/",
    "https://[64:ff9b::7f00:1]/", "https://[::1", "https://[v1.x]/", "https://[127.0.0.1]/",
    "https://localhost/", "https://LOCALHOST/", "https://a.localhost/", "https://localhost./",
    "https://printer.local/", "https://intranet/", "https://example..org/", "https://.org/",
    "https://-example.org/", "https://169.254.169.254/latest/meta-data/", "https://a/" + "b" * 2048,
    "https://" + "a" * 64 + ".org/", "https://" + ".".join(["a" * 60] * 5) + ".org/",
]  # fmt: skip


@pytest.mark.parametrize("address", REFUSED_ADDRESSES)
def test_an_address_that_is_not_public_is_refused(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize("address", PUBLIC_ADDRESSES)
def test_a_public_address_is_allowed(address: str) -> None:
    assert is_public(address)


def test_what_python_itself_does_not_call_global_is_never_public() -> None:
    for address in (*REFUSED_ADDRESSES, *PUBLIC_ADDRESSES):
        if is_public(address):
            assert ipaddress.ip_address(address).is_global


@pytest.mark.parametrize("url", REFUSED_URLS)
def test_a_url_that_could_lead_inside_is_refused(url: str) -> None:
    with pytest.raises(AddressRefused, match=r"^must "):
        parse_target(url)


@pytest.mark.parametrize(
    ("url", "authority", "path"),
    [
        ("https://example.org", "example.org", "/"),
        ("HTTPS://Example.ORG:443/", "example.org", "/"),
        ("https://example.org:8443/hook/%41?a=b&c", "example.org:8443", "/hook/%41?a=b&c"),
        ("https://example.org?x", "example.org", "/?x"),
        ("https://xn--exmple-cua.org./", "xn--exmple-cua.org.", "/"),
        ("https://8.8.8.8/", "8.8.8.8", "/"),
        ("https://[2606:4700::1111]:8443/", "[2606:4700::1111]:8443", "/"),
    ],
)
def test_a_public_url_is_taken_apart(url: str, authority: str, path: str) -> None:
    target = parse_target(url)
    assert (target.authority, target.path) == (authority, path)


@pytest.mark.parametrize(
    "url", ["http://127.0.0.1:8080/x", "http://localhost/", "https://intranet/", "http://[::1]/"]
)
def test_the_operator_can_allow_private_ones(url: str) -> None:
    assert parse_target(url, private=True)


@pytest.mark.parametrize(
    "url", ["ftp://localhost/", "http://ann:x@localhost/", "http://127.1/", "http://0x7f000001/"]
)
def test_even_then_a_url_must_be_plain(url: str) -> None:
    with pytest.raises(AddressRefused):
        parse_target(url, private=True)


@pytest.mark.parametrize("bad", ["10.0.0.1", "::1", "::ffff:10.0.0.1", "fe80::1%eth0"])
def test_one_private_address_among_public_ones_spoils_the_name(bad: str) -> None:
    target = parse_target("https://example.org/")
    for found in (["8.8.8.8", bad], [bad, "8.8.8.8"], [bad]):
        with pytest.raises(AddressRefused):
            vetted(target, ask=lambda *_, found=found: found)
    assert vetted(target, ask=lambda *_: ["8.8.8.8"]) == ["8.8.8.8"]


def test_an_odd_number_that_the_resolver_understands_is_vetted_as_what_it_means() -> None:
    assert addresses.resolve("127.1", 443) == ["127.0.0.1"]
    assert addresses.resolve("2130706433", 443) == ["127.0.0.1"]
    with pytest.raises(AddressRefused):
        vetted(addresses.Target("https", "127.1", 443, "/"))


def test_a_name_without_an_address_is_no_place() -> None:
    with pytest.raises(OSError, match="no address"):
        vetted(parse_target("https://example.org/"), ask=lambda *_: [])

    def unknown(*_: object) -> list[str]:
        raise socket.gaierror(socket.EAI_NONAME, "unknown")

    def empty(*_: object) -> list[str]:
        return []

    for ask in (empty, unknown):
        outcome = posting.post("https://example.org/", {}, b"", ask=ask)
        assert outcome.reason == "name_not_resolved"


def test_nothing_is_connected_to_when_the_name_leads_inside(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def connect(*_: object, **__: object) -> None:
        raise AssertionError("connected")

    monkeypatch.setattr(socket.socket, "connect", connect)
    for found in ("127.0.0.1", "169.254.169.254", "::1"):
        outcome = posting.post("https://example.org/", {}, b"", ask=lambda *_, found=found: [found])
        assert outcome == posting.Outcome(None, "address_refused")


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as receiver:
        yield receiver


def test_the_vetted_address_is_the_one_connected_to_though_the_name_changes(
    receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A name whose answer changes between the look and the connection gets nowhere else."""
    answers = [["127.0.0.1"], ["127.0.0.99"]]
    asked: list[str] = []

    def changing(name: str, port: int) -> list[str]:
        asked.append(name)
        return answers.pop(0)

    real = socket.getaddrinfo
    looked_up: list[object] = []

    def spy(host: object, *args: object, **kwargs: object) -> object:
        looked_up.append(host)
        return real(host, *args, **kwargs)  # type: ignore[arg-type]

    monkeypatch.setattr(socket, "getaddrinfo", spy)
    port = receiver.url.split(":")[2].split("/")[0]
    url = f"http://hook.example:{port}/42"
    outcome = posting.post(url, {}, b"{}", private=True, ask=changing)
    assert outcome.answer == 204
    assert asked == ["hook.example"]
    assert set(looked_up) <= {"127.0.0.1"}
    assert receiver.got[0].headers["host"] == f"hook.example:{port}"


def test_the_next_address_is_tried_where_one_is_silent(receiver: Receiver) -> None:
    port = receiver.url.split(":")[2].split("/")[0]
    outcome = posting.post(
        f"http://hook.example:{port}/",
        {},
        b"{}",
        private=True,
        ask=lambda *_: ["127.0.0.99", "127.0.0.1"],
    )
    assert outcome.answer == 204


def test_no_proxy_of_the_environment_is_used(
    receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("http_proxy", "https_proxy", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9/")
        monkeypatch.setenv(name.upper(), "http://127.0.0.1:9/")
    assert posting.post(receiver.url, {}, b"{}", private=True).answer == 204


@pytest.fixture
def certificate(tmp_path: Path) -> Path:
    """A key and a certificate for hook.example, signed by itself."""
    both = tmp_path / "both.pem"
    try:
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256",
             "-nodes", "-days", "2", "-subj", "/CN=hook.example", "-addext",
             "subjectAltName=DNS:hook.example", "-keyout", both, "-out", tmp_path / "cert.pem"],
            check=True, capture_output=True,
        )  # fmt: skip
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("openssl is not there to make a certificate")
    both.write_text(both.read_text() + (tmp_path / "cert.pem").read_text())
    return both


@pytest.fixture
def encrypted(receiver: Receiver, certificate: Path) -> tuple[Receiver, list[str | None]]:
    """The receiver behind TLS, and the names that it is asked for."""
    names: list[str | None] = []
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    context.sni_callback = lambda _sock, name, _context: names.append(name)
    assert receiver.server is not None
    receiver.server.socket = context.wrap_socket(receiver.server.socket, server_side=True)
    return receiver, names


def test_over_tls_the_certificate_is_that_of_the_name(
    encrypted: tuple[Receiver, list[str | None]],
    certificate: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    receiver, names = encrypted
    port = receiver.url.split(":")[2].split("/")[0]
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate.with_name("cert.pem")))

    def post(name: str) -> posting.Outcome:
        return posting.post(
            f"https://{name}:{port}/42", {}, b"{}", private=True, ask=lambda *_: ["127.0.0.1"]
        )

    assert post("hook.example").answer == 204
    assert post("other.example").reason == "not_encrypted"
    assert post("127.0.0.1").reason == "not_encrypted"
    assert names == ["hook.example", "other.example", None]
    monkeypatch.delenv("SSL_CERT_FILE")
    assert post("hook.example").reason == "not_encrypted"
    assert len(receiver.got) == 1
