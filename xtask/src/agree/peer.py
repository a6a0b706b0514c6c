"""OpenSSL (hashlib), hashlib's own BLAKE2 and pycryptodome for `cargo xtask agree`, which says in its peer.rs what goes through the pipes."""

import hashlib
import sys

from Crypto.Hash import (
    KMAC128,
    KMAC256,
    SHA224,
    SHA256,
    SHA384,
    SHA512,
    SHA3_224,
    SHA3_256,
    SHA3_384,
    SHA3_512,
    SHAKE128,
    SHAKE256,
    KangarooTwelve,
    TupleHash128,
    TupleHash256,
    TurboSHAKE128,
    TurboSHAKE256,
    cSHAKE128,
    cSHAKE256,
    keccak,
)

questions, answers = sys.stdin.buffer, sys.stdout.buffer
key, custom, size = questions.readline().split()
data = questions.read(int(size))


def openssl(name, xof):
    # An OpenSSL without it ends here, and with it the run.
    hashlib.new(name)
    if xof:
        return lambda message, out: hashlib.new(name, message).digest(out)
    return lambda message, out: hashlib.new(name, message).digest()


def blake2(function):
    def answer(message, out, key=b"", salt=b"", person=b""):
        return function(message, digest_size=out, key=key, salt=salt, person=person).digest()

    return answer


def fixed(module, **options):
    return lambda message, out: module.new(data=message, **options).digest()


def xof(module, **options):
    return lambda message, out: module.new(data=message, **options).read(out)


def tuple_hash(module):
    return lambda message, out: module.new(digest_bytes=out).update(message).digest()


def kmac(module):
    # It refuses codes of fewer than 8 bytes.
    return lambda message, out: module.new(key=key, data=message, mac_len=out).digest()


IMPLEMENTATIONS = {
    "OpenSSL": {
        **{f"sha{n}": openssl(f"sha{n}", False) for n in (224, 256, 384, 512)},
        **{f"sha512-{n}": openssl(f"sha512_{n}", False) for n in (224, 256)},
        **{f"sha3-{n}": openssl(f"sha3_{n}", False) for n in (224, 256, 384, 512)},
        **{f"shake{n}": openssl(f"shake_{n}", True) for n in (128, 256)},
    },
    "hashlib": {
        "blake2b": blake2(hashlib.blake2b),
        "blake2s": blake2(hashlib.blake2s),
    },
    "pycryptodome": {
        "sha224": fixed(SHA224),
        "sha256": fixed(SHA256),
        "sha384": fixed(SHA384),
        "sha512": fixed(SHA512),
        "sha512-224": fixed(SHA512, truncate="224"),
        "sha512-256": fixed(SHA512, truncate="256"),
        "sha3-224": fixed(SHA3_224),
        "sha3-256": fixed(SHA3_256),
        "sha3-384": fixed(SHA3_384),
        "sha3-512": fixed(SHA3_512),
        "keccak256": fixed(keccak, digest_bits=256),
        "shake128": xof(SHAKE128),
        "shake256": xof(SHAKE256),
        "turboshake128": xof(TurboSHAKE128),
        "turboshake256": xof(TurboSHAKE256),
        "kt128": xof(KangarooTwelve),
        "cshake128": xof(cSHAKE128, custom=custom),
        "cshake256": xof(cSHAKE256, custom=custom),
        "kmac128": kmac(KMAC128),
        "kmac256": kmac(KMAC256),
        "tuplehash128": tuple_hash(TupleHash128),
        "tuplehash256": tuple_hash(TupleHash256),
    },
}
for implementation, functions in IMPLEMENTATIONS.items():
    print(f"{implementation}: {' '.join(functions)}")
print(flush=True)

asked = []
for line in questions:
    if line != b"\n":
        asked.append(line)
        continue
    for question in asked:
        implementation, name, out, start, length, *parameters = question.decode().split()
        message = data[int(start) : int(start) + int(length)]
        parameters = [bytes.fromhex(parameter.strip("-")) for parameter in parameters]
        answers.write(IMPLEMENTATIONS[implementation][name](message, int(out), *parameters))
    answers.flush()
    asked = []
