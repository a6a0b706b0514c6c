"""What `lanesum.scale` costs beside the command and what people use, on the same files and on the same S3 server.

race.py local FOLDER    # 10^5 small files and a large one, made in FOLDER: lanesum, hashdeep, rclone; or one of both: local FOLDER small
race.py s3 FOLDER       # small objects and a large one on a local S3 server: rclone, aws s3api; or one of both, as above
race.py costs FOLDER    # a task, an object, and the driver's memory, with workers that read nothing and an inventory of S3 without objects; or
                        # so many objects: costs FOLDER 1e7
race.py table           # 1 PB, by arithmetic

Ray is started before, and waits until it is quiet. What is compared takes turns. Processor time is that of all processes that a
line starts; of lanesum.scale, that of the driver, the workers and Ray's own processes meanwhile. Others on the machine disturb it less
than time. LANESUM_RACE_ROUNDS, _WORKERS, _MIB and _OBJECTS set the sizes.
"""

from __future__ import annotations

import contextlib
import functools
import io
import json
import logging
import os
import random
import resource
import shutil
import statistics
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lanesum.scale._stores import Page

ROUNDS = int(os.environ.get("LANESUM_RACE_ROUNDS", "5"))
WORKERS = int(os.environ.get("LANESUM_RACE_WORKERS", "0")) or len(os.sched_getaffinity(0))
Cost = tuple[float, float, str]  # seconds, those of the processor, and of which processes


def other(line: list[str], folder: Path) -> Cost:
    """A program of its own."""
    before, begun = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    subprocess.run(line, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
    spent, after = time.monotonic() - begun, resource.getrusage(resource.RUSAGE_CHILDREN)
    return spent, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, ""


def ours(arguments: list[str], folder: Path) -> Cost:
    """`python -m lanesum.scale`, from its first line to its last, in this process, which Ray runs in already."""
    from lanesum.scale.__main__ import main

    before, begun = used(), time.monotonic()
    with contextlib.chdir(folder), contextlib.redirect_stderr(io.StringIO()) as errors:
        status = main(arguments)
    spent = time.monotonic() - begun
    assert status == 0, errors.getvalue()
    parts = used()
    parts.subtract(before)
    text = ", ".join(f"{name} {value:.2f}" for name, value in parts.most_common() if value > 0.005)
    return spent, sum(parts.values()), text


def used() -> Counter[str]:
    """Processor time of this process, and of what Ray started, threads that have ended included."""
    import psutil

    found: Counter[str] = Counter()
    found["driver"] = time.process_time()
    for process in psutil.Process().children(recursive=True):
        with contextlib.suppress(psutil.Error):
            name = process.name()
            if name != "versitygw":  # the store is not ours
                found["workers" if name.startswith("ray::") else "Ray"] += sum(process.cpu_times()[:2])
    return found


@contextlib.contextmanager
def ray_at_rest() -> Iterator[None]:
    import ray

    from lanesum.scale import _tasks

    begun = time.monotonic()
    options = {"num_cpus": WORKERS, "include_dashboard": False, "object_store_memory": 256 << 20, "log_to_driver": False}
    ray.init(address="local", logging_level=logging.ERROR, **options)
    ready = ray.remote(_tasks.ready)
    ray.get([ready.remote() for _ in range(WORKERS)])
    print(f"Ray starts in {time.monotonic() - begun:.1f} s", flush=True)
    while True:
        before = used().total()
        time.sleep(1)
        if used().total() - before < 0.15:
            break
    yield
    ray.shutdown()


def race(rivals: dict[str, Callable[[], Cost]], rounds: int = ROUNDS) -> None:
    """In turns; medians, and each ratio to the first of the same round."""
    costs: dict[str, list[Cost]] = {name: [] for name in rivals}
    for _ in range(rounds):
        for name, rival in rivals.items():
            costs[name].append(rival())
    first = next(iter(costs.values()))
    for name, all_of_it in costs.items():
        times, processor = (statistics.median(cost[place] for cost in all_of_it) for place in (0, 1))
        ratios = [statistics.median(a[place] / b[place] for a, b in zip(all_of_it, first, strict=True)) for place in (0, 1)]
        least = min(cost[1] for cost in all_of_it)
        print(
            f"{name:<48}{times:7.2f} s, processor {processor:.2f} s (least {least:.2f}); "
            f"{ratios[0]:.2f} and {ratios[1]:.2f} times the first  {all_of_it[-1][2]}",
            flush=True,
        )


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
    for name in sys.argv[3:] or ("large", "small"):
        command_line = [command, "sum", "-r", "--no-times", name, "--threads", str(WORKERS), "-o", "THEIRS"]
        rivals = {f"{name}: lanesum sum, KT128": functools.partial(other, command_line, folder)}
        with ray_at_rest():
            race(rivals | {f"{name}: lanesum.scale, KT128": functools.partial(ours, ["manifest", name, "-o", "OURS"], folder)})
        assert (folder / "OURS").read_bytes() == (folder / "THEIRS").read_bytes()
        for function in ("md5", "sha256") if shutil.which("hashdeep") else ():
            line = ["hashdeep", "-c", function, f"-j{WORKERS}", "-r", name]
            rivals[f"{name}: hashdeep, {function}"] = functools.partial(other, line, folder)
        if shutil.which("rclone"):
            line = ["rclone", "hashsum", "md5", "--checkers", str(WORKERS), name]
            rivals[f"{name}: rclone hashsum, md5"] = functools.partial(other, line, folder)
        if rounds := int(os.environ.get("LANESUM_RACE_RIVALS", "2")):
            race(rivals, rounds)


def s3(folder: Path) -> None:
    import servers

    os.environ.pop("AWS_CA_BUNDLE", None)  # rclone stops at one
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
        with ray_at_rest():
            for name in sys.argv[3:] or ("large", "small"):
                rivals = {
                    f"{name}: lanesum.scale, KT128": functools.partial(
                        ours, ["manifest", f"s3://race/{name}", "-o", "OURS"], folder
                    )
                }
                if shutil.which("rclone"):
                    remote = f":s3,provider=Other,env_auth,endpoint='{url}':race/{name}"
                    line = ["rclone", "hashsum", "md5", "--transfers", "16", "--checkers", "16", remote]
                    rivals[f"{name}: rclone hashsum --download, md5"] = functools.partial(other, [*line, "--download"], folder)
                    rivals[f"{name}: rclone hashsum, what the store says"] = functools.partial(other, line, folder)
                if shutil.which("aws"):
                    line = ["aws", "s3api", "list-objects-v2", "--bucket", "race", "--prefix", name]
                    rivals[f"{name}: aws s3api list-objects-v2, ETags"] = functools.partial(other, line, folder)
                    line = ["aws", "s3api", "head-object", "--bucket", "race", "--checksum-mode", "ENABLED", "--key"]
                    key = "large/file" if name == "large" else "small/000000"
                    rivals[f"{name}: aws s3api head-object, of one object"] = functools.partial(other, [*line, key], folder)
                race(rivals)


def made_up(folder: Path, count: int) -> None:
    """An inventory of so many objects, as Parquet with a million in a file, the last ones first."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    files, most = [], 10**6
    for start in reversed(range(0, count, most)):
        end = min(start + most, count)
        columns = {
            "bucket": pa.array(["bucket"]).dictionary_encode().take(pa.array([0] * (end - start))),
            "key": [f"prefix/object-{number:012d}" for number in range(start, end)],
            # Small ones: a batch has at most 128 MiB.
            "size": pa.array([number % 8192 for number in range(start, end)], pa.int64()),
            "last_modified_date": pa.array([10**12] * (end - start), pa.timestamp("ms", "UTC")),
            "e_tag": ["d41d8cd98f00b204e9800998ecf8427e"] * (end - start),
        }
        files.append({"key": f"{start}.parquet"})
        pq.write_table(pa.table(columns), folder / files[-1]["key"], row_group_size=10**5)
    manifest = {"fileFormat": "Parquet", "sourceBucket": "bucket", "destinationBucket": "arn:aws:s3:::x", "files": files}
    (folder / "manifest.json").write_text(json.dumps(manifest))


def costs(folder: Path) -> None:
    """The driver alone, with workers that read nothing."""
    sys.path.insert(0, os.fspath(folder))
    import lanesum.scale._tasks as tasks
    from lanesum.scale import _lists
    from lanesum.scale._cluster import Cluster
    from lanesum.scale._driver import Progress, Run
    from lanesum.scale._journal import Journal
    from lanesum.scale._listing import Inventory
    from lanesum.scale._recipe import Recipe
    from lanesum.scale._remote import S3
    from lanesum.scale._stores import Files, Patience

    (folder / "nothing.py").write_text(
        "from lanesum.scale._block import Block\n"
        "from lanesum.scale._tasks import Packed\n"
        "def batch(store, recipe, most, enough, keys, facts):\n"
        "    block = Block.of([(key, *fact, bytes(32), True) for key, fact in zip(keys, facts)])\n"
        "    return Packed(keys[0], keys[-1], len(keys), block.size(), block.pack()), [], len(keys)\n"
    )
    os.environ["PYTHONPATH"] = os.pathsep.join([os.fspath(folder), os.environ.get("PYTHONPATH", "")])
    import nothing  # type: ignore[import-not-found]

    tasks.batch = nothing.batch

    def told(pages: Iterator[Page]) -> Iterator[Page]:
        begun, processor = time.monotonic(), time.process_time()
        for number, page in enumerate(pages):
            if number % 1000 == 0:
                resident = int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") >> 20
                spent = f"{time.monotonic() - begun:.0f} s, {time.process_time() - processor:.0f} of the processor"
                print(f"   {number // 1000} million objects taken: the driver has {resident} MiB; {spent}", flush=True)
            yield page

    counts = [int(float(word)) for word in sys.argv[3:]] or [3000, 10**5, 10**6, 10**7]
    for count in counts:
        Files.batch = a_task = 1 if count <= 3000 else 1000
        journal_path = folder / "costs.journal"
        journal_path.unlink(missing_ok=True)
        journal = Journal(str(journal_path), {})
        # By another process, whose memory is not the driver's.
        subprocess.run([sys.executable, __file__, "made-up", folder / "inventory", str(count)], check=True)
        manifest = str(folder / "inventory" / "manifest.json")
        pages = told(Inventory(manifest, lambda url: S3(url, Patience())).pages(b"bucket/"))
        with Cluster(None, WORKERS):
            begun, processor = time.monotonic(), time.process_time()
            Run(Files("", Patience()), Recipe.of("kt128"), journal, Progress(False)).over(pages)
            hashed = time.process_time() - processor
            print(f"   hashed after {time.monotonic() - begun:.0f} s", flush=True)
            path, store = str(folder / "costs"), S3("s3://bucket", Patience())
            _lists.write(path, _lists.of_journal(path, journal, store, Recipe.of("kt128"), "", False), time.time_ns())
            spent, processor = time.monotonic() - begun, time.process_time() - processor
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        size = journal_path.stat().st_size / count
        print(
            f"{count} objects, {a_task} a task: {spent / count * 1e6:.2f} µs an object, {processor / count * 1e6:.2f} µs of the driver's processor "
            f"({(processor - hashed) / count * 1e6:.2f} to write the list), "
            f"driver's peak {peak:.0f} MiB, {size:.0f} B of journal an object",
            flush=True,
        )
        journal.close(remove=True)


# As measured by `costs`, `s3` and `local`, in seconds of one processor; and what is assumed: see docs/scale.md. The driver needs OBJECT,
# PARSE for an object of a listing, TASK, and VALUE for a byte of chaining values; a worker SMALL or LARGE for a request, and BYTE.
OBJECT, PARSE, TASK, VALUE = 8e-6, 9e-6, 1.4e-3, 9e-9
SMALL, LARGE, BYTE = 0.45e-3, 2.1e-3, 0.75e-9
CORES, PAGE = 16, 0.1


def table() -> None:
    """Time and bottleneck of 1 PB."""
    from lanesum.scale._recipe import Recipe

    for label, size in (("64 KiB", 64 << 10), ("8 MiB", 8 << 20), ("1 TB", 10**12)):
        objects = 10**15 / size
        for nodes in (10, 100, 1000):
            large = size > 64 << 20
            parts = objects * len(list(Recipe.of("kt128").parts(0, size, None, nodes * CORES))) if large else 0
            tasks = parts or max(objects / 250, 10**15 / (128 << 20))
            cells = []
            for gigabits in (10, 100):
                network = gigabits * 1e9 / 8
                values = 10**15 / 256 if parts else 0
                listing = objects / 1000 * PAGE + objects * PARSE
                driver = max(objects * OBJECT + tasks * TASK + values * VALUE, values / network)
                times = {
                    "network": 10**15 / (nodes * network),
                    "workers": ((parts or objects) * (SMALL if size <= 1 << 20 else LARGE) + 10**15 * BYTE) / (nodes * CORES),
                    # One thread lists and takes results.
                    "listing" if listing > driver else "driver": listing + driver,
                }
                worst = max(times, key=lambda name: times[name])
                hours = times[worst] / 3600
                cells.append(f"{hours / 24:.1f} d, {worst}" if hours > 48 else f"{hours:.1f} h, {worst}")
            print(f"| {label} | {nodes} | {cells[0]} | {cells[1]} |")


if __name__ == "__main__":
    with contextlib.suppress(BrokenPipeError):
        if sys.argv[1] == "table":
            table()
        elif sys.argv[1] == "made-up":
            made_up(Path(sys.argv[2]), int(sys.argv[3]))
        else:
            {"local": local, "s3": s3, "costs": costs}[sys.argv[1]](Path(sys.argv[2]))
