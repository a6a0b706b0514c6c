"""What the tests of `lanesum.scale` share. They are left out where Ray is not installed."""

from __future__ import annotations

import contextlib
import importlib.util
import io
import logging
import os
import random
import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

if importlib.util.find_spec("ray") is None or importlib.util.find_spec("botocore") is None:
    collect_ignore_glob = ["test_*.py"]

LONG = bool(os.environ.get("LANESUM_LONG"))


@pytest.fixture(scope="session")
def command() -> str:
    """The command `lanesum`: lists made here are for it, and the other way round."""
    found = os.environ.get("LANESUM_COMMAND") or shutil.which("lanesum")
    if not found:
        pytest.skip("no command: LANESUM_COMMAND=PATH")
    return found


@pytest.fixture(scope="session", autouse=True)
def _environment() -> None:
    """For drivers and nodes, which are told of the store as users tell theirs: before they begin."""
    import servers

    os.environ |= {"RAY_DISABLE_IMPORT_WARNING": "1", "RAY_USAGE_STATS_ENABLED": "0"}
    os.environ |= {"AWS_ACCESS_KEY_ID": servers.KEY, "AWS_SECRET_ACCESS_KEY": servers.SECRET, "AWS_REGION": "us-east-1"}
    os.environ["AWS_ENDPOINT_URL"] = f"http://127.0.0.1:{servers.free_port()}"


@pytest.fixture(scope="session")
def cluster() -> Iterator[Any]:
    """Two nodes of Ray on this machine, one processor each; commands get its address."""
    import ray
    from ray.cluster_utils import Cluster

    memory = 100 << 20

    def started() -> Any:
        cluster = Cluster()
        try:
            for _ in range(2):
                cluster.add_node(num_cpus=1, object_store_memory=memory)
            ray.init(address=cluster.address, log_to_driver=False, logging_level=logging.ERROR)
        except Exception:
            ray.shutdown()
            cluster.shutdown()
            raise
        return cluster

    # A node of Ray gives itself 30 seconds to start, which cannot be set, and which a busy machine may not have.
    for _ in range(3):
        with contextlib.suppress(Exception):
            cluster = started()
            break
    else:
        cluster = started()
    os.environ["RAY_ADDRESS"] = cluster.address
    yield cluster
    ray.shutdown()
    del os.environ["RAY_ADDRESS"]
    cluster.shutdown()


class Done(NamedTuple):
    """What a command line gave."""

    stdout: str
    stderr: str


Command = Callable[..., Done]


def totals(answer: str) -> dict[str, int]:
    """The totals of `audit` and `update`."""
    rows = (line.split() for line in answer.splitlines())
    return {row[0]: int(row[1]) for row in rows if len(row) == 2 and row[1].isdecimal()}


@pytest.fixture
def scale(cluster: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Command:
    """`python -m lanesum.scale` in the test's folder; in this process, which has joined the cluster: that takes a second each time."""
    from lanesum.scale.__main__ import main

    monkeypatch.chdir(tmp_path)

    def run(*arguments: object, status: int = 0) -> Done:
        out, errors = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(errors):
            try:
                found = main([*map(str, arguments)])
            except SystemExit as exit:
                found = int(exit.code or 0)
        assert found == status, errors.getvalue()
        return Done(out.getvalue(), errors.getvalue())

    return run


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A directory with names of all kinds, small files, and some that are cut into parts of a MiB."""
    rng = random.Random(27)
    root = tmp_path / "tree"
    for number in range(300):
        path = root / f"d{number % 7}" / f"f{number}"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(rng.randbytes(rng.choice([0, 1, 100, 8191, 8192, 20000])))
    for size in (1 << 20, (1 << 20) + 1, 3 << 20, (3 << 20) + 8192, 2_500_001):
        (root / f"large{size}").write_bytes(rng.randbytes(size))
    (root / "d1.txt").write_bytes(b"behind d1, and before it by bytes of the whole name")
    (root / "line\nbreak\\").write_bytes(b"escaped")
    (root / os.fsdecode(b"no-text-\xff")).write_bytes(b"a name that is not UTF-8")
    return root


@pytest.fixture(scope="session")
def s3(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A proxy before a real S3 server, at `AWS_ENDPOINT_URL`, and a client past it."""
    import servers

    if not servers.SERVER:
        pytest.skip("no S3 server: LANESUM_S3_SERVER=PATH of versitygw")
    folder = tmp_path_factory.mktemp("s3")
    with servers.server(folder) as url:
        proxy = servers.Proxy(url, int(os.environ["AWS_ENDPOINT_URL"].rpartition(":")[2]))
        proxy.client = servers.client(url)
        proxy.data = folder / "data"
        yield proxy
        proxy.close()


@pytest.fixture
def scale_s3(scale: Command, s3: Any) -> Command:
    """`scale`, for the S3 server by way of the proxy, without trouble at first."""
    s3.fault = lambda method, path, number: None
    s3.faults = 0

    return scale


@pytest.fixture
def bucket(s3: Any, request: pytest.FixtureRequest) -> tuple[str, dict[str, bytes]]:
    """A bucket with small objects, and large ones that were uploaded in parts."""
    rng = random.Random(3)
    name = f"bucket-{request.node.name.replace('_', '-').replace('[', '-').rstrip(']')}"[:60]
    s3.client.create_bucket(Bucket=name)
    objects = {f"data/{number % 5}/o{number}": rng.randbytes(rng.choice([0, 10, 9000])) for number in range(150)}
    objects |= {"data/a.txt": b"1", "data/a/b": b"2", "data2": b"not below data", "data/ümlaut + %&": b"3"}
    for key, data in objects.items():
        s3.client.put_object(Bucket=name, Key=key, Body=data)
    large = rng.randbytes((11 << 20) + 7)
    upload = s3.client.create_multipart_upload(Bucket=name, Key="data/large")["UploadId"]
    parts = []
    for number, start in enumerate(range(0, len(large), 5 << 20), 1):
        body = large[start : start + (5 << 20)]
        where = {"Bucket": name, "Key": "data/large", "UploadId": upload, "PartNumber": number}
        parts.append({"PartNumber": number, "ETag": s3.client.upload_part(**where, Body=body)["ETag"]})
    s3.client.complete_multipart_upload(Bucket=name, Key="data/large", UploadId=upload, MultipartUpload={"Parts": parts})
    return name, objects | {"data/large": large}


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder in memory, if there is one, where commands run without Ray."""
    from inprocess import Here

    from lanesum.scale._driver import Run

    monkeypatch.setattr(Run, "tasks", Here)
    Here.unreadable = set()
    monkeypatch.setattr("lanesum.scale.__main__.Cluster", lambda *_: contextlib.nullcontext())
    above = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    with tempfile.TemporaryDirectory(dir=above) as folder:
        yield Path(folder)
        # The folder must not be removed below the process.
        os.chdir("/")
