"""OpenSSL (hashlib), hashlib's own BLAKE2 and pycryptodome for `cargo xtask agree`, which says in its peer.rs what goes through the pipes."""

import hashlib
import importlib
import pkgutil
import sys

import Crypto.Hash

questions, answers = sys.stdin.buffer, sys.stdout.buffer
key, custom, size, *names = questions.readline().split()
names = [name.decode() for name in names]
data = questions.read(int(size))


def plain(name):
    return name.lower().replace("-", "").replace("_", "")


def openssl(name):
    name = OPENSSL[plain(name)]
    if hashlib.new(name).digest_size == 0:
        return lambda message, out: hashlib.new(name, message).digest(out)
    return lambda message, out: hashlib.new(name, message).digest()


def blake2(function):
    def answer(message, out, key=b"", salt=b"", person=b""):
        return function(message, digest_size=out, key=key, salt=salt, person=person).digest()

    return answer


def pycryptodome(name):
    """The function's answers, None if there is no module of its name."""
    # Modules that have several functions, or another name.
    module, options = {"keccak256": ("keccak", {"digest_bits": 256}), "kt128": ("kangarootwelve", {})}.get(name, (plain(name), {}))
    if name.startswith("sha512-"):
        module, options = "sha512", {"truncate": name.removeprefix("sha512-")}
    if module not in MODULES:
        return None
    module = importlib.import_module(f"Crypto.Hash.{MODULES[module]}")
    # Without parameters, the bench's.
    if name.startswith("kmac"):
        # It refuses codes of fewer than 8 bytes.
        return lambda message, out, key=key, _salt=b"", custom=b"": module.new(key=key, data=message, mac_len=out, custom=custom).digest()
    if name.startswith("tuplehash"):
        return lambda message, out, _key=b"", _salt=b"", custom=b"": module.new(digest_bytes=out, custom=custom).update(message).digest()
    if name.startswith("cshake"):
        return lambda message, out, _key=b"", _salt=b"", custom=custom: module.new(data=message, custom=custom).read(out)
    if hasattr(module.new(**options), "read"):
        return lambda message, out: module.new(data=message, **options).read(out)
    return lambda message, out: module.new(data=message, **options).digest()


MODULES = {plain(name): name for _, name, _ in pkgutil.iter_modules(Crypto.Hash.__path__) if not name.startswith("_")}
# Of hashlib's functions all but BLAKE2 are OpenSSL's.
OPENSSL = {plain(name): name for name in hashlib.algorithms_available if "blake2" not in name}
BLAKE2 = [name for name in names if "blake2" in name and name in hashlib.algorithms_guaranteed]
IMPLEMENTATIONS = {
    "OpenSSL": {name: openssl(name) for name in names if plain(name) in OPENSSL},
    "hashlib": {name: blake2(getattr(hashlib, name)) for name in BLAKE2},
    "pycryptodome": {name: pycryptodome(name) for name in names if "blake2" not in name and pycryptodome(name)},
}
# An OpenSSL or pycryptodome that lacks some ends the run.
found = {implementation: len(functions) for implementation, functions in IMPLEMENTATIONS.items()}
fewest = {"OpenSSL": 12, "hashlib": 2, "pycryptodome": 22}
assert all(found[implementation] >= count for implementation, count in fewest.items()), f"{found} functions, not {fewest}"
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
