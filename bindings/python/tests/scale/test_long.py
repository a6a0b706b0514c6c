"""What takes minutes (`.ci/long`, LANESUM_LONG=1): 10^5 small objects and one of 8 GiB, on the S3 server."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import lanesum
from conftest import LONG, Command

pytestmark = pytest.mark.skipif(not LONG, reason="LANESUM_LONG=1 runs it")


def test_many_small_objects(scale_s3: Command, s3: Any, tmp_path: Path) -> None:
    s3.client.create_bucket(Bucket="many-objects")
    keys = [f"{number % 100:02}/{number:06}" for number in range(100_000)]
    with ThreadPoolExecutor(16) as pool:
        list(pool.map(lambda key: s3.client.put_object(Bucket="many-objects", Key=key, Body=key.encode() * 20), keys))
    # One request of a hundred fails.
    s3.fault = lambda method, path, number: "503" if number % 100 == 0 else None
    scale_s3("manifest", "s3://many-objects", "-o", "SUMS")
    digests = lanesum.digest_many("kt128", [key.encode() * 20 for key in sorted(keys)], digest_size=32, hex=True)
    lines = (f"KT128 (s3://many-objects/{key}) = {digest}\n" for key, digest in zip(sorted(keys), digests, strict=True))
    assert (tmp_path / "SUMS").read_text() == "".join(lines)
    assert s3.faults >= 1000


def test_one_of_8_gib(scale_s3: Command, s3: Any, tmp_path: Path) -> None:
    where = {"Bucket": "huge-object", "Key": "huge"}
    s3.client.create_bucket(Bucket=where["Bucket"])
    where["UploadId"] = s3.client.create_multipart_upload(**where)["UploadId"]
    block = random.Random(8).randbytes(128 << 20)
    expected, parts = lanesum.kt128(), []
    for number in range(1, 65):
        body = number.to_bytes(8, "little") + block[8:]
        expected.update(body)
        parts.append({"PartNumber": number, "ETag": s3.client.upload_part(**where, PartNumber=number, Body=body)["ETag"]})
    s3.client.complete_multipart_upload(**where, MultipartUpload={"Parts": parts})
    # Throttled, and cut off, now and then.
    s3.fault = lambda method, path, number: {3: "503", 11: "cut"}.get(number % 20)
    scale_s3("manifest", "s3://huge-object/huge", "-o", "SUMS")
    assert (tmp_path / "SUMS").read_text() == f"KT128 (s3://huge-object/huge) = {expected.hexdigest(32)}\n"
