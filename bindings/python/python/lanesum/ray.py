"""Digests of columns of Ray Data's datasets: one call for each Arrow batch, on all nodes.

    import lanesum.ray
    ds = lanesum.ray.digest_columns(ds, "name", "sha3_256", into="digest")

`pip install lanesum[ray]` brings what it needs.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ._columns import wishes, with_digests

if TYPE_CHECKING:
    from ray.data import Dataset

__all__ = ["digest_columns"]


def digest_columns(
    ds: Dataset, columns: str | Sequence[str], name: str, into: str | Sequence[str] | None = None, **options: Any
) -> Dataset:
    """Return the dataset with a column of digests for each of `columns`, by the function `name` and its keywords.

    `into` names the new columns; the default is the old name, `_` and the function's name. They are of type binary; a null
    gives a null. `tuplehash128` and `tuplehash256` make one column from all `columns`: each row is hashed as a tuple.
    """
    pairs = wishes(columns, name, into, options)
    hashed: Any = with_digests
    return ds.map_batches(hashed, batch_format="pyarrow", zero_copy_batch=True, fn_args=(pairs, name, options))
