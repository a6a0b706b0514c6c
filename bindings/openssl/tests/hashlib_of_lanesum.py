"""OpenSSL's digests as hashlib reaches them, where only lanesum's may be taken (`default_properties = provider=lanesum`): with the argument
`present` those that lanesum has, and no other; with `absent`, where the module is not loaded, none."""

import sys

# Not hashlib itself, which takes CPython's own code where OpenSSL has no digest.
import _hashlib

OURS = ["sha224", "sha256", "sha384", "sha512", "sha512-256", "sha3-224", "sha3-256", "sha3-384", "sha3-512", "shake128", "blake2b512", "blake2s256"]
OTHERS = ["md5", "sha1"]

is_present = sys.argv[1:] == ["present"]
for name in OURS + OTHERS:
    try:
        _hashlib.new(name, b"abc")
        is_there = True
    except ValueError:
        is_there = False
    assert is_there == (is_present and name in OURS), f"{name}: {'there' if is_there else 'not there'}"
if is_present:
    abc = "3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532"
    assert _hashlib.openssl_sha3_256(b"abc").hexdigest() == abc
