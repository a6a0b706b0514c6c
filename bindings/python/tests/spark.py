"""Runs the recipe for PySpark of a page: `spark.py PAGE`. It needs Java, and so is no test of pytest (`.ci/long`)."""

import hashlib
import os
import pathlib
import re
import sys
from typing import Any

import pyarrow as pa

import lanesum.spark

os.environ["PYSPARK_PYTHON"] = sys.executable
page = pathlib.Path(sys.argv[1]).read_text()
(recipe,) = (block for block in re.findall(r"^```python\n(.*?)^```$", page, re.M | re.S) if "mapInArrow" in block)
names: dict[str, Any] = {}
exec(recipe, names)
spark, rows = names["spark"], names["hashed"].collect()
expected = {name: bytearray(hashlib.sha3_256(name.encode()).digest()) for name in ("Ada", "Alan")} | {None: None}
assert {row["name"]: row["digest"] for row in rows} == expected, rows
table = pa.table({"name": [row["name"] for row in rows], "age": pa.array([row["age"] for row in rows], pa.int8())})
assert [bytes(row["row"]) for row in rows] == lanesum.digest_rows(table, "sha256").tolist()
frame = spark.createDataFrame([("Ada",), (None,), ("Alan",)], "name string")
hashed = lanesum.spark.digest_columns(frame, "name", "sha3_256", into="digest")
assert {row["name"]: row["digest"] for row in hashed.collect()} == expected
(row,) = lanesum.spark.digest_columns(frame.limit(1), ["name", "name"], "tuplehash128").collect()
assert row["name_name_tuplehash128"] == bytearray(lanesum.tuplehash128([b"Ada", b"Ada"]).digest())
spark.stop()
print("the recipe works")
