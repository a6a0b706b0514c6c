"""Runs the recipe for PySpark of a page: `spark.py PAGE`. It needs Java, and so is no test of pytest (`.ci/long`)."""

import hashlib
import os
import pathlib
import re
import sys

from pyspark.sql import SparkSession

import lanesum.spark

os.environ["PYSPARK_PYTHON"] = sys.executable
page = pathlib.Path(sys.argv[1]).read_text()
(recipe,) = (block for block in re.findall(r"^```python\n(.*?)^```$", page, re.M | re.S) if "mapInArrow" in block)
spark = SparkSession.builder.master("local[2]").getOrCreate()
frame = spark.createDataFrame([("Ada",), (None,), ("Alan",)], "name string")
*lines, last = recipe.strip().splitlines()
names = {"spark_frame": frame}
exec("\n".join([*lines, f"result = {last}"]), names)
found = {row["name"]: row["digest"] for row in names["result"].collect()}
expected = {name: bytearray(hashlib.sha3_256(name.encode()).digest()) for name in ("Ada", "Alan")} | {None: None}
assert found == expected, found
hashed = lanesum.spark.digest_columns(frame, "name", "sha3_256", into="digest")
assert {row["name"]: row["digest"] for row in hashed.collect()} == expected
(row,) = lanesum.spark.digest_columns(frame.limit(1), ["name", "name"], "tuplehash128").collect()
assert row["name_name_tuplehash128"] == bytearray(lanesum.tuplehash128([b"Ada", b"Ada"]).digest())
spark.stop()
print("the recipe works")
