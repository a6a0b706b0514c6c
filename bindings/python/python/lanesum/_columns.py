"""Digests of columns of an Arrow table or batch, for `lanesum.ray` and `lanesum.spark`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import lanesum

if TYPE_CHECKING:
    import pyarrow as pa

    Rows = TypeVar("Rows", pa.Table, pa.RecordBatch)


def wishes(
    columns: str | Sequence[str], name: str, into: str | Sequence[str] | None, options: dict[str, Any]
) -> list[tuple[list[str], str]]:
    """Which columns give which new column. Wrong arguments are an error here, and not later in a worker."""
    columns = [columns] if isinstance(columns, str) else list(columns)
    if options.get("hex"):
        raise ValueError("hex: the new columns are binary; leave it out, and convert them in a query")
    is_tuple = name.startswith("tuplehash")
    lanesum.digest_many(name, **({"columns": [[]]} if is_tuple else {"messages": []}), **options)
    groups = [columns] if is_tuple else [[column] for column in columns]
    if into is None:
        into = [f"{'_'.join(group)}_{name}" for group in groups]
    into = [into] if isinstance(into, str) else list(into)
    if not columns or len(into) != len(groups):
        raise ValueError(f"into: {len(into)} names for {len(groups)} columns of digests; give one name for each")
    return list(zip(groups, into, strict=True))


def with_digests(rows: Rows, pairs: list[tuple[list[str], str]], name: str, options: dict[str, Any]) -> Rows:
    """The rows with new columns."""
    import pyarrow as pa

    for group, target in pairs:
        if name.startswith("tuplehash"):
            digests = lanesum.digest_many(name, columns=[rows[column] for column in group], **options)
        else:
            digests = lanesum.digest_many(name, rows[group[0]], **options)
        rows = rows.append_column(target, pa.array(digests).cast(pa.binary()))
    return rows
