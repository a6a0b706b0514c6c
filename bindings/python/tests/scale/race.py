"""What `lanesum.scale` costs beside the command and what people use, as whole processes on the same files.

race.py local FOLDER    # 10^5 small files and one of 4 GiB, made in FOLDER: lanesum, hashdeep
race.py s3 FOLDER       # the same in sizes of a test, on a local S3 server: rclone, the AWS SDK's own checksum
race.py costs FOLDER    # a task, an object, and the driver's memory
"""

from __future__ import annotations

import contextlib
import os
import random
import re
import resource
import shutil
import subprocess
import sys
import time
from pathlib import Path

OURS = (sys.executable, "-m", "lanesum.scale", "manifest")


def timed(line: list[str], folder: Path, **environment: str) -> float:
    begun = time.monotonic()
    result = subprocess.run(line, cwd=folder, env=os.environ | environment, capture_output=True, text=True, check=True)
    spent = time.monotonic() - begun
    within = re.search(r" in ([0-9.]+) s, .*Ray started in ([0-9.]+)", result.stderr)
    label = " ".join(Path(word).name if "/" in word else word for word in line[:8])
    print(f"{spent:7.2f} s  {f'({within[1]} s without the start of Ray)' if within else '':36} {label}", flush=True)
    return float(within[1]) if within else spent


def files(folder: Path) -> None:
    """Each set once."""
    rng = random.Random(1)
    if not (folder / "small").exists():
        for number in range(100_000):
            path = folder / "small" / f"{number // 1000:03}" / f"{number:06}"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(rng.randbytes(rng.randrange(8192)))
    if not (folder / "large").exists():
        (folder / "large").mkdir()
        block = rng.randbytes(64 << 20)
        with (folder / "large" / "file").open("wb") as file:
            for number in range(int(os.environ.get("LANESUM_RACE_MIB", "2048")) // 64):
                file.write(number.to_bytes(8, "little") + block[8:])


def local(folder: Path) -> None:
    files(folder)
    command = os.environ.get("LANESUM_COMMAND") or "lanesum"
    for name in ("large", "small"):
        for _ in range(3):
            theirs = timed([command, "sum", "-r", name, "--threads", "2", "-o", "THEIRS"], folder)
            ours = timed([*OURS, name, "-o", "OURS", "--workers", "2"], folder)
            assert (folder / "OURS").read_bytes() == (folder / "THEIRS").read_bytes()
            print(f"   {name}: {ours / theirs:.2f}")
        if shutil.which("hashdeep"):
            timed(["hashdeep", "-c", "md5", "-j2", "-r", name], folder)
        timed([command, "sum", "-r", name, "-a", "md5", "--threads", "2", "-o", "MD5"], folder)


def s3(folder: Path) -> None:
    import servers

    os.environ |= {"AWS_ACCESS_KEY_ID": servers.KEY, "AWS_SECRET_ACCESS_KEY": servers.SECRET, "AWS_REGION": "us-east-1"}
    shutil.rmtree(folder / "s3", ignore_errors=True)
    with servers.server(folder / "s3") as url:
        os.environ["AWS_ENDPOINT_URL"] = url
        client = servers.client(url)
        client.create_bucket(Bucket="race")
        rng = random.Random(2)
        count = int(os.environ.get("LANESUM_RACE_OBJECTS", "3000"))
        for number in range(count):
            client.put_object(Bucket="race", Key=f"small/{number:06}", Body=rng.randbytes(rng.randrange(8192)))
        large = rng.randbytes(64 << 20) * 4
        upload = {"Bucket": "race", "Key": "large/file"}
        upload["UploadId"] = client.create_multipart_upload(**upload)["UploadId"]
        parts = []
        for number in range(1, 5):
            body = large[(number - 1) << 26 : number << 26]
            parts.append({"PartNumber": number, "ETag": client.upload_part(**upload, PartNumber=number, Body=body)["ETag"]})
        client.complete_multipart_upload(**upload, MultipartUpload={"Parts": parts})
        for name in ("large", "small"):
            for _ in range(2):
                timed([*OURS, f"s3://race/{name}", "-o", "OURS", "--workers", "2"], folder)
                in_one_worker(f"s3://race/{name}")
                if shutil.which("rclone"):
                    os.environ.pop("AWS_CA_BUNDLE", None)  # rclone stops at one
                    remote = f":s3,provider=Other,env_auth,endpoint='{url}':race/{name}"
                    timed(["rclone", "hashsum", "md5", "--download", "--transfers", "32", "--checkers", "32", remote], folder)


def in_one_worker(url: str) -> None:
    """The processor's time of a worker that reads and hashes all of it, the server's apart."""
    from lanesum.scale import _tasks
    from lanesum.scale._recipe import Recipe
    from lanesum.scale._stores import Patience, store_of

    store, recipe = store_of(url, Patience()), Recipe.of("kt128")
    objects = [this for page in store.pages(False) for this in page]
    begun = time.process_time()
    for this in [this for this in objects if this.size > 1 << 20]:
        _tasks.part(store, recipe, this, 0, this.size)
    _tasks.batch(store, recipe, 1 << 20, [this for this in objects if this.size <= 1 << 20])
    spent, size = time.process_time() - begun, sum(this.size for this in objects)
    print(f"{spent:7.2f} s of one processor for {len(objects)} objects, {size / 1e6:.0f} MB", flush=True)


def costs(folder: Path) -> None:
    """The driver alone, with workers that read nothing."""
    sys.path.insert(0, os.fspath(folder))
    import lanesum.scale._tasks as tasks
    from lanesum.scale._driver import Cluster, Progress, Run
    from lanesum.scale._journal import Journal
    from lanesum.scale._recipe import Recipe
    from lanesum.scale._stores import Files, Object, Patience

    (folder / "nothing.py").write_text(
        "def batch(store, recipe, most, objects):\n    return [(*this, bytes(32), True) for this in objects], []\n"
    )
    os.environ["PYTHONPATH"] = os.fspath(folder)
    import nothing  # type: ignore[import-not-found]

    tasks.batch = nothing.batch
    import lanesum.scale._driver as driver

    for count, a_task in ((3000, 1), (10**5, 1000), (10**6, 1000), (4 * 10**6, 1000)):
        driver._OBJECTS = a_task
        journal_path = folder / "costs.journal"
        journal_path.unlink(missing_ok=True)
        journal = Journal(str(journal_path), {})
        pages = (
            [
                Object(b"bucket/prefix/object-%012d" % number, 65536, 10**18, "d41d8cd98f00b204e9800998ecf8427e")
                for number in page
            ]
            for page in (range(start, start + 1000) for start in range(0, count, 1000))
        )
        with Cluster(None, 2):
            begun, used = time.monotonic(), time.process_time()
            Run(Files("", Patience()), Recipe.of("kt128"), journal, Progress(False)).over(pages)
            spent, used = time.monotonic() - begun, time.process_time() - used
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        size = journal_path.stat().st_size / count
        print(
            f"{count} objects, {a_task} a task: {spent / count * 1e6:.2f} µs an object, {used / count * 1e6:.2f} µs of the driver's processor, "
            f"driver's peak {peak:.0f} MiB, {size:.0f} B of journal an object",
            flush=True,
        )
        journal.close(remove=True)


# As measured by `costs` and `s3`, in seconds of one processor, and what is assumed: see docs/scale.md.
OBJECT, TASK, GET, BYTE = 10e-6, 1.1e-3, 1.5e-3, 0.56e-9
CORES, PAGE, ROOT = 16, 0.1, 1 / 1.2e9


def table() -> None:
    """Time and bottleneck of 1 PB."""
    for label, size in (("64 KiB", 64 << 10), ("8 MiB", 8 << 20), ("1 TB", 10**12)):
        objects = 10**15 / size
        parts = 10**15 / (64 << 20) if size > 64 << 20 else 0
        tasks = parts or max(objects / 1000, 10**15 / (128 << 20))
        for nodes in (10, 100, 1000):
            cells = []
            for gigabits in (10, 100):
                network = gigabits * 1e9 / 8
                times = {
                    "network": 10**15 / (nodes * network),
                    "workers": ((parts or objects) * GET + 10**15 * BYTE) / (nodes * CORES),
                    "listing": objects / 1000 * PAGE,
                    "driver": objects * OBJECT + tasks * TASK + (10**15 / 256 * max(ROOT, 1 / network) if parts else 0),
                }
                worst = max(times, key=lambda name: times[name])
                hours = times[worst] / 3600
                cells.append(f"{hours / 24:.1f} d, {worst}" if hours > 48 else f"{hours:.1f} h, {worst}")
            print(f"| {label} | {nodes} | {cells[0]} | {cells[1]} |")


if __name__ == "__main__":
    with contextlib.suppress(BrokenPipeError):
        if sys.argv[1] == "table":
            table()
        else:
            {"local": local, "s3": s3, "costs": costs}[sys.argv[1]](Path(sys.argv[2]))
