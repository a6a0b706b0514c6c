"""Ray Data, on two nodes, against single calls."""

from __future__ import annotations

import pytest

import lanesum
import lanesum.ray


def test_digest_columns(cluster: object) -> None:
    import ray

    names = [f"name {number}" if number % 10 else None for number in range(5000)]
    rows = [{"id": number, "first": name, "last": str(number).encode()} for number, name in enumerate(names)]
    ds = ray.data.from_items(rows, override_num_blocks=8)
    hashed = lanesum.ray.digest_columns(ds, ["first", "last"], "sha3_256")
    hashed = lanesum.ray.digest_columns(hashed, ["first", "last"], "tuplehash128", into="person")
    hashed = lanesum.ray.digest_columns(hashed, "last", "kt128", into="short", digest_size=8)
    found = sorted(hashed.take_all(), key=lambda row: row["id"])
    assert len(found) == 5000
    for row, name in zip(found, names, strict=True):
        last = str(row["id"]).encode()
        assert row["last_sha3_256"] == lanesum.sha3_256(last).digest()
        assert row["short"] == lanesum.kt128(last).digest(8)
        if name is None:
            assert row["first_sha3_256"] is None
            assert row["person"] is None
        else:
            assert row["first_sha3_256"] == lanesum.sha3_256(name.encode()).digest()
            assert row["person"] == lanesum.tuplehash128([name.encode(), last]).digest()


def test_wrong_wishes() -> None:
    ds = None
    for arguments, options in [
        (("a", "sha9"), {}),
        (("a", "sha256", ["b", "c"]), {}),
        ((["a", "b"], "tuplehash128", ["c", "d"]), {}),
        (("a", "sha256"), {"hex": True}),
        ((["a"], "kmac128"), {}),
        (([], "sha256"), {}),
    ]:
        with pytest.raises((ValueError, TypeError)):
            lanesum.ray.digest_columns(ds, *arguments, **options)  # type: ignore[arg-type]
