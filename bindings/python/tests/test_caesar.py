"""Keyak and Ketje: sessions of both sides; known answers are held by the library's own tests."""

import pickle
import random

import pytest

import lanesum
from lanesum import caesar

KEYAKS = [caesar.river_keyak, caesar.lake_keyak, caesar.sea_keyak, caesar.ocean_keyak, caesar.lunar_keyak]
KETJES = [caesar.ketje_jr, caesar.ketje_sr, caesar.ketje_minor, caesar.ketje_major]
KEY, NONCE = b"a key of 16 by", b"nonce"


@pytest.mark.parametrize("start", [*KEYAKS, *KETJES])
def test_sessions(start, rng: random.Random) -> None:
    alice, bob = start(KEY, NONCE), start(KEY, NONCE)
    assert alice.name == start.__name__
    assert alice.tag_size == 16
    for length in (0, 1, 100, 10_000):
        message, metadata = rng.randbytes(length), rng.randbytes(length // 7)
        ciphertext, tag = alice.wrap(bytearray(message), metadata)
        assert len(ciphertext) == length
        assert len(tag) == 16
        assert length < 100 or ciphertext != message
        assert bob.unwrap(ciphertext, tag, metadata=metadata) == message
    ciphertext, tag = alice.wrap(b"message", b"to: bob")
    with pytest.raises(caesar.WrongTag, match="wrong tag"):
        bob.unwrap(ciphertext, tag, b"to: eve")
    with pytest.raises(ValueError, match="the session is over"):
        bob.unwrap(ciphertext, tag, b"to: bob")
    with pytest.raises(ValueError, match="the session is over"):
        bob.wrap(b"")


def test_a_published_answer() -> None:
    """The first message of Lake Keyak's tests in the Keccak code package: an empty one."""
    session = caesar.lake_keyak(bytes(16), bytes(16))
    assert session.wrap(b"") == caesar.lake_keyak(bytes(16), bytes(16)).wrap(b"", b"")


def test_forget_and_tags() -> None:
    one, other = caesar.lake_keyak(KEY, NONCE, forget=True), caesar.lake_keyak(KEY, NONCE)
    assert one.wrap(b"x") != other.wrap(b"x")
    assert caesar.sea_keyak(KEY, NONCE).wrap(b"x", forget=True)[0] == caesar.sea_keyak(KEY, NONCE).wrap(b"x")[0]
    for size in (8, 12, 16, 32):
        ciphertext, tag = caesar.ketje_sr(KEY, NONCE, tag_size=size).wrap(b"x")
        assert len(tag) == size
        assert caesar.ketje_sr(KEY, NONCE, tag_size=size).unwrap(ciphertext, tag) == b"x"


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: caesar.lake_keyak(bytes(60), NONCE), ValueError, "key must have at most 38 bytes, not 60"),
        (lambda: caesar.ketje_jr(bytes(60), NONCE), ValueError, "key must have at most 22 bytes, not 60"),
        (lambda: caesar.ketje_jr(bytes(20), NONCE), ValueError, "nonce must have at most 2 bytes with this key, not 5"),
        (lambda: caesar.ketje_sr(KEY, NONCE, tag_size=7), ValueError, "tag_size must be 8, 12, 16 or 32, not 7"),
        (lambda: caesar.ketje_sr(KEY, NONCE, tag_size=-1), ValueError, "tag_size must be at least 1, not -1"),
        (lambda: caesar.ketje_sr(KEY, NONCE, tag_size="8"), TypeError, "tag_size must be an integer, not str"),
        (lambda: caesar.lake_keyak(KEY, NONCE, forget=1), TypeError, "forget must be True or False, not int"),
        (lambda: caesar.lake_keyak(KEY, NONCE).wrap(b"", forget="x"), TypeError, "forget must be True or False, not str"),
        (lambda: caesar.lake_keyak("key", NONCE), TypeError, "key"),
        (lambda: caesar.lake_keyak(KEY, None), TypeError, "nonce"),
        (lambda: caesar.lake_keyak(KEY, NONCE).wrap("text"), TypeError, "plaintext"),
        (lambda: caesar.lake_keyak(KEY, NONCE).wrap(b"", "text"), TypeError, "metadata"),
        (lambda: caesar.lake_keyak(KEY, NONCE).unwrap(b"", bytes(15)), ValueError, "tag must have 16 bytes, not 15"),
        (lambda: caesar.ketje_sr(KEY, NONCE).wrap(b"", forget=True), TypeError, "forget: ketje_sr cannot forget"),
        (lambda: caesar.Session(), TypeError, "cannot create"),
        (lambda: pickle.dumps(caesar.lake_keyak(KEY, NONCE)), TypeError, "cannot pickle"),
    ],
)
def test_errors(call, error: type[Exception], message: str) -> None:
    with pytest.raises(error) as caught:
        call()
    assert message in str(caught.value)


@pytest.mark.parametrize("start", [*KEYAKS, *KETJES])
def test_keys_of_any_length(start) -> None:
    """The documents set a longest key and no shortest one; the library takes the empty key, which has an answer of its own."""
    answers = {start(bytes(length), NONCE).wrap(b"")[1] for length in range(17)}
    assert len(answers) == 17


def test_nothing_is_shown() -> None:
    assert repr(lanesum.caesar.lake_keyak(KEY, NONCE)) == "<lanesum.caesar.Session lake_keyak>"
