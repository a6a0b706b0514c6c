"""Digests by hashlib, which knows nothing of lanesum. With the argument `lanesum`, the provider must have been used for them."""

import hashlib
import sys

data = bytes(i % 251 for i in range(100_000))
for name in ["sha224", "sha256", "sha384", "sha512", "sha512_256", "sha3_224", "sha3_256", "sha3_384", "sha3_512"]:
    state = hashlib.new(name)
    copy = state.copy()
    for start in range(0, len(data), 7777):
        state.update(data[start : start + 7777])
    copy.update(data)
    assert state.digest() == copy.digest()
    print(name, state.hexdigest())
for name in ["shake_128", "shake_256"]:
    print(name, hashlib.new(name, data).hexdigest(100))
print("hmac", __import__("hmac").new(b"key", data, "sha3_256").hexdigest())
print("pbkdf2", hashlib.pbkdf2_hmac("sha512", b"password", b"salt", 1000).hex())
print("md5", hashlib.md5(data).hexdigest())

with open("/proc/self/maps") as maps:
    is_loaded = "/lanesum.so" in maps.read()
assert is_loaded == (sys.argv[1:] == ["lanesum"]), "the provider is loaded" if is_loaded else "the provider is not loaded"
if is_loaded:
    assert hashlib.new("kt128").name
