"""Merkle trees, HMAC of many messages, PBKDF2 and prefixes, beside hashlib, hmac and trees written from the definitions."""

import hashlib
import hmac
from typing import Any

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
    with pytest.raises(ValueError, match=r"leaves\[0\] must have 32 bytes, not 3"):
        lanesum.MerkleTree("sha256", [b"abc"], digests=True)
    assert len(tree) == 40


@pytest.mark.parametrize("name", FIXED)
def test_hmac_many(name: str) -> None:
    block = lanesum.new(name).block_size

    def one(key: bytes, message: bytes) -> bytes:
        key = (digest(name, key) if len(key) > block else key).ljust(block, b"\0")
        inner = digest(name, bytes(byte ^ 0x36 for byte in key) + message)
        return digest(name, bytes(byte ^ 0x5C for byte in key) + inner)

    long = bytes(range(256)) * 4000
    messages = [*LEAVES, long, bytearray(long)]
    for key in (b"", b"key", bytes(block), b"k" * (block + 1)):
        tags = list(lanesum.hmac_many(name, key, [*messages, None]))
        assert tags == [*(one(key, bytes(message)) for message in messages), None]
        if name in hashlib.algorithms_available:
            assert tags[1] == hmac.digest(key, LEAVES[1], name)
    assert lanesum.hmac_many(name, b"key", ["a"], hex=True) == [one(b"key", b"a").hex()]


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


def test_prefix_is_refused_with_columns() -> None:
    with pytest.raises(TypeError, match="prefix is for messages"):
        lanesum.digest_many("tuplehash128", columns=[["a"]], prefix=b"p")
