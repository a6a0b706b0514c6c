"""Reads what `cargo run -p lanesum --example sp800_185_answers` writes, and computes each output with pycryptodome."""

import sys

from Crypto.Hash import KMAC128, KMAC256, TupleHash128, TupleHash256, cSHAKE128, cSHAKE256


def output(function, key, custom, strings, length):
    if function.startswith("cshake"):
        module = cSHAKE128 if function == "cshake128" else cSHAKE256
        return module.new(data=strings[0], custom=custom).read(length)
    if function.startswith("kmac"):
        module = KMAC128 if function == "kmac128" else KMAC256
        return module.new(key=key, data=strings[0], custom=custom, mac_len=length).digest()
    module = {"tuplehash128": TupleHash128, "tuplehash256": TupleHash256}[function]
    hasher = module.new(custom=custom, digest_bytes=length)
    for string in strings:
        hasher.update(string)
    return hasher.digest()


lines = 0
for lines, line in enumerate(sys.stdin, 1):
    function, key, custom, strings, expected = line.rstrip("\n").split(" ")
    strings = [] if strings == "-" else [bytes.fromhex(string) for string in strings.split(",")]
    expected = bytes.fromhex(expected)
    got = output(function, bytes.fromhex(key), bytes.fromhex(custom), strings, len(expected))
    if got != expected:
        sys.exit(f"line {lines}, {line[:200]}: pycryptodome has {got.hex()[:100]}")
if lines < 700:
    sys.exit(f"only {lines} outputs")
print(f"{lines} outputs are pycryptodome's too")
