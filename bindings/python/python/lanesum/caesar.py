"""Authenticated encryption by Keyak and Ketje, candidates of the CAESAR competition. They are not standards.

They are here for data and protocols that use them; new protocols should take a standardised scheme.

    >>> from lanesum import caesar
    >>> alice = caesar.lake_keyak(b"a key of 16 byte", b"a nonce, once")
    >>> ciphertext, tag = alice.wrap(b"attack at dawn", b"to: bob")
    >>> bob = caesar.lake_keyak(b"a key of 16 byte", b"a nonce, once")
    >>> bob.unwrap(ciphertext, tag, b"to: bob")
    b'attack at dawn'

The same key and nonce must never begin two sessions.
"""

from ._lanesum import _caesar

Session = _caesar.Session
WrongTag = _caesar.WrongTag
river_keyak = _caesar.river_keyak
lake_keyak = _caesar.lake_keyak
sea_keyak = _caesar.sea_keyak
ocean_keyak = _caesar.ocean_keyak
lunar_keyak = _caesar.lunar_keyak
ketje_jr = _caesar.ketje_jr
ketje_sr = _caesar.ketje_sr
ketje_minor = _caesar.ketje_minor
ketje_major = _caesar.ketje_major

__all__ = [
    "Session",
    "WrongTag",
    "ketje_jr",
    "ketje_major",
    "ketje_minor",
    "ketje_sr",
    "lake_keyak",
    "lunar_keyak",
    "ocean_keyak",
    "river_keyak",
    "sea_keyak",
]
