"""CPython's own tests of hashlib (`test.test_hashlib`, of the standard library), with lanesum in hashlib's place.

They run for all functions that both have. What does not apply is in `NOT_APPLICABLE`, with its reason, and fails: whatever passes is run.
Of its class `KDFTests` there is `test_file_digest`; the others are of pbkdf2_hmac and scrypt, which lanesum does not have.
"""

import hashlib
import types
import unittest

import pytest

import lanesum
from support import IN_HASHLIB

test_hashlib = pytest.importorskip("test.test_hashlib", reason="this Python has no test package (apt: libpython3.11-testsuite)")

WITHOUT_MD5 = "of MD5 or SHA-1, of which lanesum has no constructor of its own"
VECTORS = "of vectors on a server"
NOT_APPLICABLE = {
    "test_algorithms_guaranteed": "lanesum guarantees more names than hashlib",
    "test_get_builtin_constructor": "of a private function of hashlib",
    "test_extra_sha3": "of private attributes of CPython's module _sha3",
    "test_readonly_types": "pyo3 makes a type immutable in the stable ABI of Python 3.14 and newer alone",
}
# `test_blocksize_and_name` and `test_clinic_signature_errors` came with later releases of 3.13.
for names, reason in (
    (("test_case_md5", "test_case_sha1", "test_blocksize_and_name"), WITHOUT_MD5),
    ("test_blake2", VECTORS),
    ("test_clinic_signature_errors", "of hashlib's texts of errors; lanesum's TypeErrors have others"),
):
    NOT_APPLICABLE |= {name: reason for name in dir(test_hashlib.HashLibTestCase) if name.startswith(names)}


# What lanesum does not have and tests that apply call beside what they test.
FROM_HASHLIB = {"md5": "test_usedforsecurity_true and test_usedforsecurity_false call it after sha256"}
# What takes the place of a function that a test calls by a fixed name.
INSTEAD = {"sha1": lanesum.sha256}  # test_threaded_hashing


class Shim(types.ModuleType):
    """hashlib with lanesum's functions in place of its own, where both have them."""

    def __getattr__(self, name: str) -> object:
        if name in IN_HASHLIB or name in {"file_digest", "algorithms_available", "algorithms_guaranteed"}:
            return getattr(lanesum, name)
        if name == "new":
            return self.new
        if name in FROM_HASHLIB:
            return getattr(hashlib, name)
        if name in INSTEAD:
            return INSTEAD[name]
        raise AttributeError(name)

    @staticmethod
    def new(name: str, *arguments: object, **options: object) -> object:
        module = hashlib if isinstance(name, str) and name in FROM_HASHLIB else lanesum
        return module.new(name, *arguments, **options)


class LanesumTestCase(test_hashlib.HashLibTestCase):
    """The tests, with constructors of lanesum only."""

    __test__ = False

    supported_hash_names = tuple(IN_HASHLIB)

    def __init__(self, *arguments: object) -> None:
        unittest.TestCase.__init__(self, *arguments)
        self._hashlib = None
        self.constructors_to_test = {name: {getattr(lanesum, name), self._by_name(name)} for name in IN_HASHLIB}

    @staticmethod
    def _by_name(name):
        def new(*arguments, **options):
            return lanesum.new(name, *arguments, **options)

        return new

    # These two, without MD5 and SHA-1.
    def test_no_unicode(self):
        for name in ("sha224", "sha256", "sha384", "sha512"):
            self.check_no_unicode(name)

    def test_blocksize_name(self):
        self.check_blocksize_name("sha224", 64, 28)
        self.check_blocksize_name("sha256", 64, 32)
        self.check_blocksize_name("sha384", 128, 48)
        self.check_blocksize_name("sha512", 128, 64)


class LanesumFileTestCase(unittest.TestCase):
    __test__ = False
    test_file_digest = test_hashlib.KDFTests.test_file_digest


def _names() -> list[str]:
    names = [name for name in dir(LanesumTestCase) if name.startswith("test_")]
    unknown = set(NOT_APPLICABLE) - set(names)
    assert not unknown, unknown
    return [name for name in names if name not in NOT_APPLICABLE]


def run(name: str, monkeypatch: pytest.MonkeyPatch) -> unittest.TestResult:
    monkeypatch.setattr(test_hashlib, "hashlib", Shim("hashlib"))
    case = LanesumFileTestCase if name == "test_file_digest" else LanesumTestCase
    result = unittest.TestResult()
    case(name).run(result)
    assert result.testsRun == 1
    return result


@pytest.mark.parametrize("name", [*_names(), "test_file_digest"])
def test_as_hashlib(name: str, monkeypatch: pytest.MonkeyPatch, tmp_path) -> None:
    monkeypatch.chdir(tmp_path)
    result = run(name, monkeypatch)
    problems = [text for _, text in result.errors + result.failures]
    assert not problems, "\n".join(problems)
    if result.skipped:
        pytest.skip(result.skipped[0][1])


@pytest.mark.parametrize("name", NOT_APPLICABLE)
def test_what_does_not_apply_fails(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A test that passes is run above."""
    try:
        result = run(name, monkeypatch)
    finally:
        # What `test_readonly_types` has put there.
        for kind in (lanesum.Hash, lanesum.Xof, lanesum.blake2b, lanesum.blake2s):
            if "value" in vars(kind):
                delattr(kind, "value")
    assert result.errors or result.failures or result.skipped


def test_the_list_says_what_does_not_apply() -> None:
    assert len(_names()) >= 38
