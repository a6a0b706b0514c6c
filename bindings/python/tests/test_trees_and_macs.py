"""Merkle trees, HMAC of many messages, PBKDF2 and prefixes, beside hashlib, hmac and trees written from the definitions."""

import hashlib
import hmac
from typing import Any

import numpy as np
import pyarrow as pa
import pytest

import lanesum
from support import PLAIN, XOFS, digest, options_of

FIXED = [name for name in PLAIN if name not in XOFS and not name.startswith(("parallelhash", "blake3"))]


def sha256(*pieces: bytes) -> bytes:
    return hashlib.sha256(b"".join(pieces)).digest()


def root(rule: str, nodes: list[bytes]) -> bytes:
    """From the rule's definition."""
    if len(nodes) == 1:
        return nodes[0]
    if rule == "bitcoin":
        pairs = [nodes[i : i + 2] for i in range(0, len(nodes), 2)]
        return root(rule, [sha256(sha256(pair[0], pair[-1])) for pair in pairs])
    half = 1 << (len(nodes) - 1).bit_length() - 1
    if rule == "ssz":
        nodes = nodes + [bytes(32)] * (2 * half - len(nodes))
    prefix = b"\1" if rule == "rfc9162" else b""
    return sha256(prefix, root(rule, nodes[:half]), root(rule, nodes[half:]))


LEAVES = [bytes([i]) * (i % 90) for i in range(40)]
HASHED = {
    "rfc9162": [sha256(b"\0", leaf) for leaf in LEAVES],
    "bitcoin": [sha256(sha256(leaf)) for leaf in LEAVES],
    "pairs": [sha256(leaf) for leaf in LEAVES],
    "ssz": [sha256(leaf) for leaf in LEAVES],
}


@pytest.mark.parametrize("rule", HASHED)
def test_trees(rule: Any) -> None:
    hashed = HASHED[rule]
    leaves = hashed if rule == "ssz" else LEAVES
    grown = lanesum.MerkleTree("sha256", rule=rule)
    for count in range(1, 40):
        tree = lanesum.MerkleTree("sha256", leaves[:count], rule=rule)
        assert (len(tree), tree.depth) == (count, (count - 1).bit_length())
        assert tree.root == root(rule, hashed[:count])
        assert tree.level(0) == b"".join(hashed[:count])
        assert lanesum.MerkleTree(lanesum.sha256, hashed[:count], rule=rule, digests=True).root == tree.root
        assert lanesum.MerkleTree("sha256", b"".join(hashed[:count]), rule=rule, digests=True).root == tree.root
        grown.append(leaves[len(grown) : count])
        assert grown.root == tree.root
        changed = lanesum.MerkleTree("sha256", [bytes(32)] * count, rule=rule)
        changed.update(range(count), leaves[:count])
        assert changed.root == tree.root
        indexes = list(range(0, count, 3))
        for index in indexes:
            proof = tree.proof(index)
            options: Any = {"rule": rule}
            assert lanesum.merkle_leaf("sha256", leaves[index], **options) == hashed[index]
            assert lanesum.merkle_verify("sha256", tree.root, count, index, hashed[index], proof, **options)
            assert not lanesum.merkle_verify("sha256", tree.root, count, index, hashed[index], proof + b"x", **options)
            assert not lanesum.merkle_verify("sha256", tree.root, count, index, bytes(32), proof, **options)
        proof = tree.proof_many(indexes)
        some = [hashed[index] for index in indexes]
        assert lanesum.merkle_verify_many("sha256", tree.root, count, indexes, some, proof, rule=rule)
        assert not lanesum.merkle_verify_many("sha256", tree.root, count, indexes, some[::-1], proof, rule=rule) or count < 4


def test_consistency() -> None:
    new = lanesum.MerkleTree("sha256", LEAVES)
    for count in range(1, 41):
        old, proof = lanesum.MerkleTree("sha256", LEAVES[:count]).root, new.consistency(count)
        assert lanesum.merkle_verify_consistency("sha256", count, old, 40, new.root, proof)
        assert not lanesum.merkle_verify_consistency("sha256", count, bytes(32), 40, new.root, proof)


def test_limits_and_mutations() -> None:
    zeroes = lanesum.MerkleTree("sha256", rule="ssz", limit=4).root
    assert zeroes.hex() == "db56114e00fdd4c1f85c892bf35ac9a89289aaecb1ebd0a96cde606a748b5d71"
    twice = HASHED["bitcoin"][:3] + HASHED["bitcoin"][2:3]
    trees = [lanesum.MerkleTree("sha256", some, rule="bitcoin", digests=True) for some in (twice[:3], twice)]
    assert trees[0].root == trees[1].root
    assert [tree.is_mutated for tree in trees] == [False, True]


def test_lists_of_ssz() -> None:
    """The deposit contract without deposits, and a proof through a list's length."""
    contract = lanesum.MerkleTree("sha256", rule="ssz", limit=1 << 32)
    root = lanesum.merkle_mix_in_length("sha256", contract.root, 0)
    assert root.hex() == "d70a234731285c6804c2a4f56711ddb8c82c99740f207854891028af34e27e5e"
    contract.append(HASHED["ssz"][:5])
    root = lanesum.merkle_mix_in_length("sha256", contract.root, 17)
    length = (17).to_bytes(32, "little")
    assert root == sha256(contract.root, length)
    proof = contract.proof(3) + length
    options: Any = {"rule": "ssz", "limit": 1 << 33}
    assert lanesum.merkle_verify("sha256", root, 5, 3, HASHED["ssz"][3], proof, **options)
    assert not lanesum.merkle_verify("sha256", contract.root, 5, 3, HASHED["ssz"][3], proof, **options)


@pytest.mark.parametrize("threads", [1, 2, 0])
def test_large_trees(threads: int) -> None:
    leaves = [i.to_bytes(4, "big") for i in range(30_000)]
    hashed = [sha256(b"\0", leaf) for leaf in leaves]
    tree = lanesum.MerkleTree("sha256", leaves[:20_000], threads=threads)
    assert tree.root == root("rfc9162", hashed[:20_000])
    copy = tree.copy()
    copy.append(leaves[20_000:], threads=threads)
    assert (tree.root, copy.root) == (root("rfc9162", hashed[:20_000]), root("rfc9162", hashed))
    assert copy.level(0) == b"".join(hashed)


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("kmac128", {"key": b"key", "customization": "tree"}),
        ("blake2b", {"digest_size": 20, "key": b"key"}),
        ("turboshake128", {"domain": 3}),
    ],
)
@pytest.mark.parametrize("rule", ["rfc9162", "bitcoin", "pairs", "ssz"])
def test_functions_with_options(name: str, options: dict[str, Any], rule: Any) -> None:
    def once(data: bytes) -> bytes:
        hasher = lanesum.new(name, data, **options)
        return hasher.digest() if hasher.digest_size else hasher.digest(32)

    size = len(once(b""))

    def hashed(prefix: bytes, *pieces: bytes) -> bytes:
        one = once((prefix if rule == "rfc9162" else b"") + b"".join(pieces))
        return once(one) if rule == "bitcoin" else one

    leaves = [bytes([i]) * size for i in range(4)]
    digests = leaves if rule == "ssz" else [hashed(b"\0", leaf) for leaf in leaves]
    nodes = [hashed(b"\1", digests[0], digests[1]), hashed(b"\1", digests[2], digests[3])]
    tree, common = lanesum.MerkleTree(name, leaves, rule=rule, **options), {"rule": rule} | options
    assert tree.level(0) == b"".join(digests)
    assert tree.root == hashed(b"\1", *nodes)
    assert lanesum.merkle_leaf(name, leaves[1], **common) == digests[1]
    assert lanesum.merkle_node(name, *nodes, **common) == tree.root
    assert lanesum.merkle_verify(name, tree.root, 4, 1, digests[1], tree.proof(1), **common)
    assert lanesum.merkle_verify_many(name, tree.root, 4, [1, 2], digests[1:3], tree.proof_many([1, 2]), **common)
    if rule in ("rfc9162", "pairs"):
        assert lanesum.merkle_verify_consistency(name, 2, nodes[0], 4, tree.root, tree.consistency(2), **common)


def test_options_that_trees_refuse() -> None:
    with pytest.raises(TypeError, match=r"MerkleTree\(\) got an unexpected keyword argument 'salt' for sha256"):
        lanesum.MerkleTree("sha256", salt=b"")
    with pytest.raises(TypeError, match=r"merkle_leaf\(\) got an unexpected keyword argument 'digest_size' for kmac128"):
        lanesum.merkle_leaf("kmac128", b"", key=b"", digest_size=32)
    with pytest.raises(TypeError, match=r"merkle_node\(\) got an unexpected keyword argument 'threads' for kt128"):
        lanesum.merkle_node("kt128", b"", b"", threads=2)
    with pytest.raises(TypeError, match="missing required argument 'key'"):
        lanesum.MerkleTree("kmac128")


def test_what_trees_refuse() -> None:
    tree = lanesum.MerkleTree("sha256", LEAVES)
    with pytest.raises(IndexError, match="there is no leaf 40"):
        tree.proof(40)
    with pytest.raises(ValueError, match="out of order"):
        tree.proof_many([2, 1])
    with pytest.raises(ValueError, match="rule must be"):
        lanesum.MerkleTree("sha256", rule="other")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="limit is for"):
        lanesum.MerkleTree("sha256", limit=4)
    with pytest.raises(ValueError, match="its limit is 4"):
        lanesum.MerkleTree("sha256", HASHED["ssz"], rule="ssz", limit=4)
    with pytest.raises(TypeError, match=r"leaves\[1\] is null"):
        tree.append([b"", None])
    with pytest.raises(ValueError, match="`left` has a length of 31: it must be 32"):
        lanesum.merkle_node("sha256", bytes(31), bytes(32))
    with pytest.raises(ValueError, match="length must not be negative"):
        lanesum.merkle_mix_in_length("sha256", bytes(32), -1)
    with pytest.raises(ValueError, match=r"leaves\[0\] must have 32 bytes, not 3"):
        lanesum.MerkleTree("sha256", [b"abc"], digests=True)
    assert len(tree) == 40


def hmac_of(name: str, key: bytes, message: bytes) -> bytes:
    """From its definition."""
    block = lanesum.new(name).block_size
    key = (digest(name, key) if len(key) > block else key).ljust(block, b"\0")
    inner = digest(name, bytes(byte ^ 0x36 for byte in key) + message)
    return digest(name, bytes(byte ^ 0x5C for byte in key) + inner)


@pytest.mark.parametrize("name", FIXED)
def test_hmac_many(name: str) -> None:
    block = lanesum.new(name).block_size

    def one(key: bytes, message: bytes) -> bytes:
        return hmac_of(name, key, message)

    long = bytes(range(256)) * 4000
    messages = [*LEAVES, long, bytearray(long)]
    for key in (b"", b"key", bytes(block), b"k" * (block + 1)):
        tags = list(lanesum.hmac_many(name, key, [*messages, None]))
        assert tags == [*(one(key, bytes(message)) for message in messages), None]
        if name in hashlib.algorithms_available:
            assert tags[1] == hmac.digest(key, LEAVES[1], name)
    assert lanesum.hmac_many(name, b"key", ["a"], hex=True) == [one(b"key", b"a").hex()]


@pytest.mark.parametrize("name", FIXED)
def test_hmac_with_a_key_each(name: str) -> None:
    block, long = lanesum.new(name).block_size, bytes(range(256)) * 4200
    messages = [*LEAVES, long, bytearray(long), b"short", None, b"the key is null"]
    keys: list[Any] = [bytes([i]) * (i * 9) for i in range(len(LEAVES))]
    keys += [bytearray(b"k" * (block + 1)), "text", long, b"the message is null", None]
    expected = [
        None if None in (key, message) else hmac_of(name, key.encode() if isinstance(key, str) else bytes(key), bytes(message))
        for key, message in zip(keys, messages, strict=True)
    ]
    assert list(lanesum.hmac_many(name, keys, messages)) == expected
    assert list(lanesum.hmac_many(name, iter(keys), tuple(messages))) == expected
    if name in hashlib.algorithms_available:
        assert expected[3] == hmac.digest(keys[3], LEAVES[3], name)


def test_columns_of_keys() -> None:
    """Every kind of column, for keys, salts and prefixes; and what is one key."""
    rows = np.arange(5000 * 8, dtype=np.uint8).reshape(5000, 8)
    keys, messages = [row.tobytes() for row in rows], [bytes([i % 251]) * (i % 100) for i in range(5000)]
    tags = [hmac.digest(key, message, "sha256") for key, message in zip(keys, messages, strict=True)]
    chunks = pa.chunked_array([keys[:1000], keys[1000:1000], keys[1000:]], pa.binary())
    columns: list[Any] = [keys, rows, np.asfortranarray(rows).copy("C"), rows[::-1][::-1], pa.array(keys, pa.binary()), chunks]
    for column in columns:
        for threads in (1, 2, 0):
            assert lanesum.hmac_many("sha256", column, messages, threads=threads).tolist() == tags
        assert lanesum.hmac_many("sha256", column, pa.chunked_array([messages[:7], messages[7:]]), hex=True)[9] == tags[9].hex()
        prefixed = [hashlib.sha256(key + message).digest() for key, message in zip(keys, messages, strict=True)]
        assert lanesum.digest_many("sha256", messages, prefix=column, threads=2).tolist() == prefixed
        some = [hashlib.pbkdf2_hmac("sha256", message, key, 2) for key, message in zip(keys[:99], messages, strict=False)]
        salts = column.slice(0, 99) if hasattr(column, "slice") else column[:99]
        assert lanesum.pbkdf2_hmac_many("sha256", messages[:99], salts, 2, threads=2).tolist() == some
    assert lanesum.hmac_many("sha256", [], []).tolist() == []
    one: list[Any] = [b"12345678", bytearray(b"12345678"), memoryview(b"12345678"), np.frombuffer(b"12345678", np.uint8)]
    for key in one:
        assert lanesum.hmac_many("sha256", key, [b"abc"]).tolist() == [hmac.digest(b"12345678", b"abc", "sha256")]
    with pytest.raises(TypeError, match="key: strings must be encoded"):
        lanesum.hmac_many("sha256", "key", [b""])
    with pytest.raises(TypeError, match="key must be a bytes-like object, not int"):
        lanesum.hmac_many("sha256", 1, [b""])  # type: ignore[call-overload]
    with pytest.raises(TypeError, match=r"key\[1\] must be bytes-like, str or None, not int"):
        lanesum.hmac_many("sha256", [b"", 1], [b"", b""])  # type: ignore[list-item]


def test_hmac_is_refused() -> None:
    with pytest.raises(TypeError, match="kt128 has no HMAC"):
        lanesum.hmac_many("kt128", b"key", [b""])


@pytest.mark.parametrize("name", ["sha224", "sha256", "sha384", "sha512", "sha512_224", "sha512_256"])
def test_pbkdf2(name: str) -> None:
    for length in (None, 1, 20, 64, 65, 700):
        for iterations in (1, 2, 10):
            theirs = hashlib.pbkdf2_hmac(name, b"password", b"salt", iterations, length)
            assert lanesum.pbkdf2_hmac(name, b"password", b"salt", iterations, length) == theirs
    assert lanesum.pbkdf2_hmac(name, bytearray(300), salt=b"", iterations=3) == hashlib.pbkdf2_hmac(name, bytes(300), b"", 3)


@pytest.mark.parametrize("name", ["sha224", "sha256", "sha384", "sha512", "sha512_224", "sha512_256"])
def test_pbkdf2_of_many_passwords(name: str) -> None:
    passwords = [*LEAVES, "Ada", bytearray(200), bytes(1 << 20), None, b"the salt is null"]
    salts = [bytes([i]) * i for i in range(len(LEAVES))] + [b"", bytearray(b"salt"), bytes(1 << 20), b"salt", None]

    def one(password: Any, salt: Any, length: int | None) -> bytes | None:
        if password is None or salt is None:
            return None
        password = password.encode() if isinstance(password, str) else bytes(password)
        return hashlib.pbkdf2_hmac(name, password, bytes(salt), 3, length)

    for length in (None, 1, 65, 200):
        for threads in (1, 2):
            each = lanesum.pbkdf2_hmac_many(name, passwords, salts, 3, length, threads=threads)
            assert list(each) == [one(*pair, length) for pair in zip(passwords, salts, strict=True)]
            alike = lanesum.pbkdf2_hmac_many(name, iter(passwords), b"salt", iterations=3, dklen=length, threads=threads)
            assert list(alike) == [one(password, b"salt", length) for password in passwords]
    assert lanesum.pbkdf2_hmac_many(name, [], b"", 3).tolist() == []
    assert lanesum.pbkdf2_hmac_many(name, ["a"], b"", 3, hex=True) == [hashlib.pbkdf2_hmac(name, b"a", b"", 3).hex()]


def test_what_pbkdf2_of_many_refuses() -> None:
    with pytest.raises(ValueError, match="over functions of SHA-2, not blake2b"):
        lanesum.pbkdf2_hmac_many("blake2b", [], b"", 1)
    with pytest.raises(ValueError, match="iterations must be at least 1"):
        lanesum.pbkdf2_hmac_many("sha256", [], b"", 0)
    with pytest.raises(ValueError, match="salt has 2 rows, and passwords has 3"):
        lanesum.pbkdf2_hmac_many("sha256", ["a", "b", "c"], [b"", b""], 1)
    with pytest.raises(TypeError, match="passwords must be many messages, not one bytes"):
        lanesum.pbkdf2_hmac_many("sha256", b"password", b"", 1)
    with pytest.raises(TypeError, match="salt: strings must be encoded"):
        lanesum.pbkdf2_hmac_many("sha256", ["a"], "salt", 1)


def test_what_pbkdf2_refuses() -> None:
    with pytest.raises(ValueError, match="over functions of SHA-2, not sha3_256"):
        lanesum.pbkdf2_hmac("sha3_256", b"", b"", 1)
    with pytest.raises(ValueError, match="iterations must be at least 1"):
        lanesum.pbkdf2_hmac("sha256", b"", b"", 0)
    with pytest.raises(ValueError, match="dklen must be at least 1"):
        lanesum.pbkdf2_hmac("sha256", b"", b"", 1, 0)


@pytest.mark.parametrize("name", PLAIN)
def test_prefix(name: str) -> None:
    prefix = b"some bytes before"
    messages = [*LEAVES, bytes(100_000), bytearray(100_000)]
    digests = lanesum.digest_many(name, [*messages, None], prefix=prefix, **options_of(name))
    assert list(digests) == [*(digest(name, prefix + bytes(message)) for message in messages), None]


@pytest.mark.parametrize("name", PLAIN)
def test_a_prefix_each(name: str) -> None:
    messages = [*LEAVES, bytes(100_000), bytearray(1 << 20), bytes(1 << 20), None, b"the prefix is null"]
    prefixes = [bytes([i]) * (3 * i) for i in range(len(LEAVES))] + [bytearray(b"some"), b"", bytes(1 << 20), b"", None]
    digests = lanesum.digest_many(name, messages, prefix=prefixes, **options_of(name))
    pairs = zip(prefixes, messages, strict=True)
    assert list(digests) == [None if None in pair else digest(name, b"".join(pair)) for pair in pairs]  # type: ignore[arg-type]


def test_overlapping_rows() -> None:
    """At any distance, also shorter than a row."""
    data = np.arange(300, dtype=np.uint8)
    for view in (np.lib.stride_tricks.sliding_window_view(data, 64), np.lib.stride_tricks.sliding_window_view(data, 64)[::-3]):
        assert lanesum.digest_many("sha256", view, prefix=b"p").tolist() == [sha256(b"p", row.tobytes()) for row in view]


def test_prefix_is_refused_with_columns() -> None:
    with pytest.raises(TypeError, match="prefix is for messages"):
        lanesum.digest_many("tuplehash128", columns=[["a"]], prefix=b"p")
