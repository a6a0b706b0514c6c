"""lanesum.polars and lanesum.duckdb, against digests of single messages."""

import hashlib

import duckdb
import polars as pl
import pytest

import lanesum
import lanesum.duckdb
import lanesum.polars
from support import PLAIN, digest, options_of

NAMES = ["Ada", None, "Grace", "ü"]


def expected(function: str = "sha3_256") -> list[bytes | None]:
    return [None if name is None else hashlib.new(function, name.encode()).digest() for name in NAMES]


def test_polars_expressions() -> None:
    frame = pl.DataFrame({"name": NAMES, "group": [1, 1, 2, 2]})
    eager = frame.select(pl.col("name").lanesum.sha3_256())
    assert eager.schema == {"name": pl.Binary}
    assert eager["name"].to_list() == expected()
    lazy = frame.lazy().with_columns(digest=pl.col("name").lanesum.digest("sha256")).filter(pl.col("group") == 2)
    assert lazy.collect()["digest"].to_list() == expected("sha256")[2:]
    assert lazy.collect(engine="streaming")["digest"].to_list() == expected("sha256")[2:]
    grouped = frame.with_columns(pl.col("name").lanesum.sha256().over("group").alias("digest"))
    assert grouped["digest"].to_list() == expected("sha256")
    assert frame["name"].lanesum.sha3_256().to_list() == expected()
    keyed = frame.select(pl.col("name").lanesum.kmac128(key=b"key", digest_size=16)).to_series()
    assert keyed[0] == lanesum.kmac128(b"key", b"Ada", digest_size=16).digest()
    empty = frame.clear().select(pl.col("name").lanesum.sha256())
    assert empty.schema == {"name": pl.Binary}
    binary = frame.select(pl.col("name").cast(pl.Binary).lanesum.sha3_256()).to_series().to_list()
    assert binary == expected()


def test_polars_hex() -> None:
    frame = pl.DataFrame({"name": NAMES, "last": ["a", "b", None, "d"]})
    hexes = [None if digest is None else digest.hex() for digest in expected()]
    eager = frame.select(pl.col("name").lanesum.sha3_256(hex=True))
    assert eager.schema == {"name": pl.String}
    assert eager["name"].to_list() == frame["name"].lanesum.sha3_256(hex=True).to_list() == hexes
    lazy = frame.lazy().select(
        one=pl.col("name").lanesum.digest("sha3_256", hex=True, threads=2),
        several=pl.struct("name", "last").lanesum.tuplehash128(hex=True),
        plain=pl.col("name").lanesum.sha3_256(hex=False),
    )
    assert lazy.collect_schema() == {"one": pl.String, "several": pl.String, "plain": pl.Binary}
    assert lazy.collect().schema == lazy.collect_schema()
    assert lazy.collect()["one"].to_list() == hexes
    first = lanesum.tuplehash128([b"Ada", b"a"]).hexdigest()
    assert lazy.collect()["several"].to_list()[:3] == [first, None, None]
    structs = pl.Series([{"a": "Ada", "b": "a"}, None]).lanesum.tuplehash128(hex=True)
    assert structs.to_list() == [first, None]
    assert frame.clear().select(pl.col("name").lanesum.sha256(hex=True)).schema == {"name": pl.String}


@pytest.mark.parametrize("name", PLAIN)
def test_polars_functions(name: str) -> None:
    series = pl.Series(["a", "b"])
    assert getattr(series.lanesum, name)(**options_of(name)).to_list() == [digest(name, b"a"), digest(name, b"b")]


def test_polars_tuples() -> None:
    frame = pl.DataFrame({"a": ["x", None, "z"], "b": [b"1", b"2", b"3"]})
    hashed = frame.select(t=pl.struct("a", "b").lanesum.tuplehash256(digest_size=9))["t"].to_list()
    assert hashed == [
        lanesum.tuplehash256([b"x", b"1"], digest_size=9).digest(),
        None,
        lanesum.tuplehash256([b"z", b"3"], digest_size=9).digest(),
    ]
    missing = pl.Series([{"a": "x"}, None])
    assert missing.lanesum.tuplehash128().to_list() == [lanesum.tuplehash128([b"x"]).digest(), None]


def test_polars_errors() -> None:
    frame = pl.DataFrame({"number": [1]})
    with pytest.raises(ValueError, match="unsupported hash type"):
        pl.col("number").lanesum.digest("md5")
    with pytest.raises(TypeError, match="unexpected keyword"):
        pl.col("number").lanesum.sha256(key=b"")
    with pytest.raises((TypeError, pl.exceptions.ComputeError), match="binary or string"):
        frame.select(pl.col("number").lanesum.sha256())
    with pytest.raises((TypeError, pl.exceptions.ComputeError), match="struct"):
        frame.select(pl.col("number").lanesum.tuplehash128())


def test_duckdb() -> None:
    con = duckdb.connect()
    lanesum.duckdb.register(con)
    con.execute("CREATE TABLE people AS SELECT unnest(?::VARCHAR[]) AS name", [NAMES])
    query = "SELECT lanesum_sha3_256(name), lanesum_sha3_256(name::BLOB) FROM people"
    assert con.execute("SELECT lanesum_sha3_256(name) FROM people").fetchall() == [(digest,) for digest in expected()]
    assert con.execute("SELECT lanesum_sha3_256('a\\x41')").fetchall() == [(hashlib.sha3_256(b"a\\x41").digest(),)]
    assert con.execute("SELECT lanesum_sha3_256('\\x41'::BLOB)").fetchall() == [(hashlib.sha3_256(b"A").digest(),)]
    assert con.execute("SELECT lanesum_kt128('a')").fetchall() == [(lanesum.kt128(b"a").digest(32),)]
    pair = con.execute("SELECT lanesum_tuplehash128('Ada', 'Lovelace'), lanesum_tuplehash128('Ada', NULL)").fetchall()
    assert pair == [(lanesum.tuplehash128([b"Ada", b"Lovelace"]).digest(), None)]
    count = con.execute("SELECT count(DISTINCT lanesum_sha256(i::VARCHAR)) FROM range(100000) t(i)").fetchall()
    assert count == [(100_000,)]
    with pytest.raises(duckdb.Error, match="hashes one value, not 2"):
        con.execute("SELECT lanesum_sha256('a', 'b')").fetchall()
    with pytest.raises(duckdb.Error, match="binary or string"):
        con.execute("SELECT lanesum_sha256(3)").fetchall()
    del query


def test_duckdb_prefix_and_choice() -> None:
    con = duckdb.connect()
    lanesum.duckdb.register(con, ["sha3_256"], prefix="my_")
    assert con.execute("SELECT my_sha3_256('a')").fetchall() == [(hashlib.sha3_256(b"a").digest(),)]
    with pytest.raises(duckdb.Error):
        con.execute("SELECT my_sha256('a')")
    with pytest.raises(ValueError, match="unsupported hash type"):
        lanesum.duckdb.register(con, ["md5"])


def test_duckdb_errors() -> None:
    con = duckdb.connect()
    for call, message in (
        (lambda: lanesum.duckdb.register(5), "con must be a connection of DuckDB, not int"),
        (lambda: lanesum.duckdb.register(con, 5), "functions must be a name or an iterable of names, not int"),
        (lambda: lanesum.duckdb.register(con, ["sha256", 5]), r"functions\[1\] must be a name, not int"),
        (lambda: lanesum.duckdb.register(con, prefix=5), "prefix must be a string, not int"),
    ):
        with pytest.raises(TypeError, match=message):
            call()
    lanesum.duckdb.register(con, ["tuplehash128"], prefix="t_")
    assert con.execute("SELECT t_tuplehash128('a')").fetchall() == [(lanesum.tuplehash128([b"a"]).digest(),)]


def test_duckdb_again() -> None:
    con = duckdb.connect()
    for _ in range(2):
        lanesum.duckdb.register(con)
    lanesum.duckdb.register(con.cursor())
    lanesum.duckdb.register(con, "sha3_256")
    assert con.execute("SELECT lanesum_sha3_256('a')").fetchall() == [(hashlib.sha3_256(b"a").digest(),)]
    lanesum.duckdb.register(con, "sha256", prefix="one_")
    assert con.execute("SELECT one_sha256('a')").fetchall() == [(hashlib.sha256(b"a").digest(),)]
    with pytest.raises(duckdb.Error):
        con.execute("SELECT one_sha512('a')")
    # What is of another make is neither replaced nor taken for ours.
    con.create_function("my_sha256", lambda text: text.encode(), ["VARCHAR"], "BLOB")
    with pytest.raises(duckdb.Error, match="my_sha256"):
        lanesum.duckdb.register(con, "sha256", prefix="my_")
    assert con.execute("SELECT my_sha256('a')").fetchall() == [(b"a",)]
    with pytest.raises(ValueError, match="unsupported hash type md5"):
        lanesum.duckdb.register(con, "md5")


def test_relations_of_duckdb() -> None:
    con = duckdb.connect()
    digests = lanesum.digest_many("sha256", con.sql("SELECT i::VARCHAR FROM range(300000) t(i) ORDER BY i"))
    assert len(digests) == 300_000
    assert digests[299_999] == hashlib.sha256(b"299999").digest()
    pairs = lanesum.digest_many("tuplehash128", columns=con.sql("SELECT i::VARCHAR, 'x' FROM range(3) t(i) ORDER BY i"))
    assert pairs[2] == lanesum.tuplehash128([b"2", b"x"]).digest()
