"""Digests of columns of PySpark's frames: one call for each Arrow batch, on all executors (`mapInArrow`).

import lanesum.spark
frame = lanesum.spark.digest_columns(frame, "name", "sha3_256", into="digest")
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from ._columns import wishes, with_digests

if TYPE_CHECKING:
    import pyarrow as pa
    from pyspark.sql import DataFrame

__all__ = ["digest_columns"]


def digest_columns(
    frame: DataFrame, columns: str | Sequence[str], name: str, into: str | Sequence[str] | None = None, **options: Any
) -> DataFrame:
    """Return the frame with columns of digests, of type binary; see `lanesum.ray.digest_columns`."""
    pairs = wishes(columns, name, into, options)
    schema = frame.schema
    for _, target in pairs:
        schema = type(schema)(list(schema)).add(target, "binary")

    def hashed(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            yield with_digests(batch, pairs, name, options)

    return frame.mapInArrow(hashed, schema)
