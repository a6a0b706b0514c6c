"""The namespace `lanesum` of polars' expressions and series. Importing this module registers it.

    >>> import polars as pl
    >>> import lanesum.polars
    >>> frame = pl.DataFrame({"name": ["ada", None, "alan"]})
    >>> frame.select(pl.col("name").lanesum.sha3_256().bin.encode("hex").str.head(8)).to_series().to_list()
    ['eb18277b', None, 'aabc22f0']

Each function of lanesum that hashes one message is a method, with the keywords of `lanesum.digest_many`; a null gives a null.
The result is of type Binary, and of String with `hex=True`. `tuplehash128` and `tuplehash256` hash the fields of a struct as
one tuple:

    >>> frame = pl.DataFrame({"first": ["Ada"], "last": ["Lovelace"]})
    >>> hashed = frame.select(pl.struct("first", "last").lanesum.tuplehash128())
    >>> hashed.item() == lanesum.tuplehash128([b"Ada", b"Lovelace"]).digest()
    True
"""

from __future__ import annotations

from typing import Any, overload

import polars as pl

import lanesum

from ._lanesum import _names

__all__ = ["ExprNamespace", "SeriesNamespace", "digest"]


def _dtype(options: dict[str, Any]) -> type[pl.Binary] | type[pl.String]:
    return pl.String if options.get("hex") else pl.Binary


def _digests(series: pl.Series, name: str, options: dict[str, Any]) -> pl.Series:
    dtype = _dtype(options)
    if name.startswith("tuplehash"):
        if series.dtype != pl.Struct:
            raise TypeError(f"{name} hashes tuples: give it a struct, for example pl.struct('a', 'b')")
        null = series.is_null()
        digests = lanesum.digest_many(name, columns=list(series.struct.unnest()), **options)
        result = pl.Series(series.name, digests, dtype=dtype)
        return result.zip_with(~null, pl.Series(series.name, [None], dtype=dtype)) if null.any() else result
    return pl.Series(series.name, lanesum.digest_many(name, series, **options), dtype=dtype)


@overload
def digest(values: pl.Series, name: str, **options: Any) -> pl.Series: ...
@overload
def digest(values: pl.Expr | str, name: str, **options: Any) -> pl.Expr: ...
def digest(values: pl.Series | pl.Expr | str, name: str, **options: Any) -> pl.Series | pl.Expr:
    """Return the digests of an expression, of a column by its name, or of a series, with the keywords of `lanesum.digest_many`.

    It is `pl.col("x").lanesum.digest(name)` for type checkers, which do not see the namespaces that polars registers.

    >>> frame = pl.DataFrame({"x": ["abc"]})
    >>> frame.select(digest("x", "sha3_256", hex=True)).item()[:16]
    '3a985da74fe225b2'
    """
    if isinstance(values, pl.Series):
        return SeriesNamespace(values).digest(name, **options)
    return ExprNamespace(pl.col(values) if isinstance(values, str) else values).digest(name, **options)


@pl.api.register_series_namespace("lanesum")
class SeriesNamespace:
    """Digests of a series."""

    def __init__(self, series: pl.Series) -> None:
        self._series = series

    def digest(self, name: str, **options: Any) -> pl.Series:
        """Return the digests by the function of this name, with the keywords of `lanesum.digest_many`."""
        return _digests(self._series, name, options)


@pl.api.register_expr_namespace("lanesum")
class ExprNamespace:
    """Digests of an expression."""

    def __init__(self, expression: pl.Expr) -> None:
        self._expression = expression

    def digest(self, name: str, **options: Any) -> pl.Expr:
        """Return the digests by the function of this name, with the keywords of `lanesum.digest_many`."""
        lanesum.digest_many(name, **_nothing(name), **options)  # an error now, and not when the query runs
        return self._expression.map_batches(
            lambda series: _digests(series, name, options), return_dtype=_dtype(options), is_elementwise=True
        )


def _nothing(name: str) -> dict[str, Any]:
    return {"columns": [[]]} if name.startswith("tuplehash") else {"messages": []}


def _add_methods() -> None:
    def method(namespace: type, name: str, result: str) -> None:
        def digest(self: Any, **options: Any) -> Any:
            return self.digest(name, **options)

        digest.__name__ = name
        digest.__qualname__ = f"{namespace.__name__}.{name}"
        digest.__doc__ = f"Return the digests by {name}, with the keywords of `lanesum.digest_many`."
        digest.__annotations__["return"] = result
        setattr(namespace, name, digest)

    for name in _names(True):
        method(SeriesNamespace, name, "pl.Series")
        method(ExprNamespace, name, "pl.Expr")


_add_methods()
