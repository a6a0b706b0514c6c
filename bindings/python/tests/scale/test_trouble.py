"""What is told at once, and how: a raylet that dies, a token, credentials that are missing, addresses that do not answer."""

from __future__ import annotations

import contextlib
import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest
from inprocess import run
from test_kills import HELD

import lanesum
from lanesum.scale import _cluster, _remote
from lanesum.scale._stores import Patience, Stop


@pytest.fixture
def silent() -> Iterator[str]:
    """An address where somebody listens, and says nothing."""
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        server.listen()
        yield f"127.0.0.1:{server.getsockname()[1]}"


@pytest.fixture
def talking() -> Iterator[str]:
    """An address where somebody says something."""
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        server.listen()

        def talk() -> None:
            with contextlib.suppress(OSError):
                while True:
                    server.accept()[0].sendall(b"something")

        threading.Thread(target=talk, daemon=True).start()
        yield f"127.0.0.1:{server.getsockname()[1]}"
        server.shutdown(socket.SHUT_RDWR)


@pytest.fixture
def closed() -> str:
    """An address where nobody listens."""
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        return f"127.0.0.1:{server.getsockname()[1]}"


def test_the_only_raylet_dies(here: Path) -> None:
    """Ray would end the driver without a word."""
    (here / "tree").mkdir()
    for number in range(30):
        (here / f"tree/{number:02}").write_bytes(bytes([number]) * (2 << 20))
    line = ["manifest", "tree", "-o", "SUMS", "--part", str(1 << 20), "--no-times", "--address", "local", "--workers", "1"]
    process = subprocess.Popen([sys.executable, "-c", HELD, "6", *line], cwd=here, stderr=subprocess.PIPE, text=True)
    try:
        while not (here / "HELD").exists():
            assert process.poll() is None
            time.sleep(0.01)
        (raylet,) = (one for one in psutil.Process(process.pid).children(recursive=True) if one.name() == "raylet")
        raylet.kill()
        (here / "GO").touch()
        errors = process.communicate(timeout=300)[1]
    finally:
        process.kill()
        process.wait()
    assert process.returncode == 1
    last = errors.splitlines()[-1]
    assert last.startswith("lanesum.scale: Ray's raylet on this machine has died"), errors
    assert last.endswith("SUMS.journal keeps what was done: run the same command again to resume")
    status, _, errors = run(here, *line[:7])
    assert status == 0, errors
    assert "resuming from SUMS.journal" in errors
    digests = [lanesum.kt128(bytes([number]) * (2 << 20)).hexdigest(32) for number in range(30)]
    assert (here / "SUMS").read_text() == "".join(f"KT128 (tree/{number:02}) = {one}\n" for number, one in enumerate(digests))


def init(text: bytes, error: str) -> Any:
    """`ray.init`, as far as its failure goes: the reason is on standard error alone."""

    def fails(**_: object) -> None:
        os.write(2, text)
        raise ConnectionError(error)

    return fails


def test_a_cluster_with_a_token(talking: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    """The texts are those of Ray 2.60, for a driver without a token, with a wrong one, and without any at hand."""
    refused = b"gcs_client.cc:210: Failed to get cluster ID: Unauthenticated: RPC error: InvalidAuthToken: Authentication token is missing"
    for text, error in (
        (refused, "Failed to connect"),
        (b"", "Token authentication is enabled but no authentication token was found"),
    ):
        monkeypatch.setattr(_cluster.ray, "init", init(text, error))
        with pytest.raises(Stop, match=f"at {talking} asks for a token, .*: set RAY_AUTH_MODE=token, and RAY_AUTH_TOKEN or"):
            _cluster._join(talking)
    assert capfd.readouterr().err == ""
    # Nothing else that Ray says is lost.
    monkeypatch.setattr(_cluster.ray, "init", init(b"something else\n", "Failed to connect"))
    with pytest.raises(ConnectionError, match="Failed to connect"):
        _cluster._join(talking)
    assert capfd.readouterr().err == "something else\n"


def test_a_cluster_that_does_not_answer(tmp_path: Path, silent: str, closed: str) -> None:
    (tmp_path / "a").write_text("a")
    for address in (closed, silent):
        begun = time.monotonic()
        line = [sys.executable, "-m", "lanesum.scale", "manifest", "--no-times", "a", "-o", "SUMS", "--address", address]
        found = subprocess.run(line, cwd=tmp_path, capture_output=True, text=True)
        assert found.returncode == 1
        assert f"lanesum.scale: no Ray cluster answers at {address}: " in found.stderr
        # Ray would try for half a minute, or for two. Python and Ray begin in a second, unless the machine is busy.
        assert time.monotonic() - begun < 25


@pytest.mark.parametrize("kind", ["closed", "silent"])
def test_a_store_that_does_not_answer(
    here: Path, kind: str, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    closed = request.getfixturevalue(kind)
    monkeypatch.setenv("AWS_ENDPOINT_URL", f"http://{closed}")
    _forget(monkeypatch)
    begun = time.monotonic()
    status, _, errors = run(here, "manifest", "--no-times", "s3://bucket/x", "-o", "SUMS")
    assert status == 1
    assert f"s3://bucket/x: http://{closed} does not answer: " in errors
    # Nine attempts take some twenty seconds, or minutes. On a busy machine one takes several.
    assert time.monotonic() - begun < 15
    assert not list(here.iterdir())


def test_no_credentials(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in os.environ if name.startswith("AWS_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(here))
    # Otherwise a machine in a cloud might have some.
    monkeypatch.setenv("AWS_EC2_METADATA_DISABLED", "true")
    _forget(monkeypatch)
    begun = time.monotonic()
    (here / "SUMS").write_text(f"KT128 (s3://bucket/x) = {'00' * 32}\n")
    for line in (
        ["manifest", "--no-times", "s3://bucket/x", "-o", "NEW"],
        ["verify", "SUMS"],
        ["audit", "SUMS", "s3://bucket"],
    ):
        status, _, errors = run(here, *line)
        assert status == 1
        assert "lanesum.scale: no credentials: Unable to locate credentials; set them as for the AWS CLI" in errors
        assert [one.name for one in here.iterdir()] == ["SUMS"]
    # A worker, too.
    with pytest.raises(Stop, match="no credentials"):
        _remote.S3("s3://bucket/x", Patience()).asked([b"bucket/x"])
    assert time.monotonic() - begun < 25


def _forget(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sessions of botocore that other tests have begun; and, at the end, this one's."""
    monkeypatch.setattr(_remote, "_forgotten", -10.0)
    _remote._forget_credentials()
    monkeypatch.delenv("RAY_ADDRESS", raising=False)


@pytest.fixture(autouse=True)
def _afterwards() -> Iterator[None]:
    yield
    _remote._forgotten = -10.0
    _remote._forget_credentials()
