"""The package as a whole: documentation, types, import, leaks, interpreters."""

import builtins
import contextlib
import doctest
import gc
import hashlib
import importlib
import importlib.metadata
import inspect
import io
import os
import pathlib
import subprocess
import sys
import threading
import types

import numpy as np
import pyarrow as pa
import pytest

import lanesum
from support import ALL

ROOT = pathlib.Path(__file__).parent.parent
PUBLIC = sorted(lanesum.__all__)


def examples_of(name: str, thing: object) -> list[doctest.DocTest]:
    text = inspect.getdoc(thing)
    if not isinstance(text, str):
        return []
    return [doctest.DocTestParser().get_doctest(text, {"lanesum": lanesum}, name, None, None)]


@pytest.mark.parametrize("name", PUBLIC)
def test_docstrings(name: str) -> None:
    """Each function says what it takes and gives, its errors and source, and its example runs."""
    thing = getattr(lanesum, name)
    if name.startswith(("algorithms", "__")):
        return
    text = inspect.getdoc(thing) or ""
    assert text, "no docstring"
    if name in ALL:
        assert "Source: " in text
        assert "Raises TypeError" in text
        assert ">>> " in text
        assert str(inspect.signature(thing)).startswith("(")
    for test in examples_of(name, thing):
        assert doctest.DocTestRunner(verbose=False).run(test).failed == 0
    if isinstance(thing, type):
        methods_are_documented(thing)


def methods_are_documented(thing: type) -> None:
    """Each says what it does; those that are called have an example that runs, and the errors of their arguments."""
    for method, value in vars(thing).items():
        if method.startswith("_"):
            continue
        name, text = f"{thing.__name__}.{method}", inspect.getdoc(value) or ""
        assert text, f"{name} has no docstring"
        if not callable(value):
            continue
        assert ">>> " in text, f"{name} has no example"
        if method not in {"count", "index"} and len(inspect.signature(value).parameters) > 1:
            assert "TypeError" in text, name
            assert "ValueError" in text, name
        if method in {"digest", "hexdigest", "read"} and len(inspect.signature(value).parameters) > 1:
            assert "2^29" in text, name
        for test in examples_of(name, value):
            assert doctest.DocTestRunner(verbose=False).run(test).failed == 0, name


@pytest.mark.parametrize("name", sorted(lanesum.caesar.__all__))
def test_docstrings_of_caesar(name: str) -> None:
    thing = getattr(lanesum.caesar, name)
    text = inspect.getdoc(thing) or ""
    assert text, "no docstring"
    if inspect.isbuiltin(thing):
        assert "Source: " in text
        assert "Raises TypeError" in text
        assert ">>> " in text
        for test in examples_of(name, thing):
            assert doctest.DocTestRunner(verbose=False).run(test).failed == 0
    elif thing is lanesum.caesar.Session:
        methods_are_documented(thing)


@pytest.mark.parametrize("module", ["lanesum", "lanesum.caesar", "lanesum.polars", "lanesum.duckdb", "lanesum.bench"])
def test_module_examples(module: str) -> None:
    result = doctest.testmod(importlib.import_module(module), extraglobs={"lanesum": lanesum})
    assert result.failed == 0
    assert result.attempted > 0 or module == "lanesum.bench"


@pytest.mark.parametrize("page", ["README.md", "../../README.md", "../../docs/python.md", "../../docs/recipes/column.md"])
def test_pages(page: str, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The Python of the pages works as printed."""
    path = ROOT / page
    if not path.exists():
        pytest.skip("not in the sdist")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "film.mkv").write_bytes(b"abc")
    blocks: list[str] = []
    inside: list[str] | None = None
    for line in path.read_text().splitlines():
        if line == "```python":
            inside = []
        elif line == "```" and inside is not None:
            blocks.append("\n".join(inside) + "\n")
            inside = None
        elif inside is not None:
            inside.append(line)
    assert blocks, "no Python on the page"
    names: dict[str, object] = {}
    for block in blocks:
        if ">>> " in block:
            test = doctest.DocTestParser().get_doctest(block, names, page, None, None)
            assert doctest.DocTestRunner(verbose=False).run(test, clear_globs=False).failed == 0
            names = test.globs
        elif "mapInArrow" not in block:  # .ci/long runs that of PySpark
            builtins.exec(compile(block, page, "exec"), names)


def test_help_reads_well() -> None:
    import pydoc

    text = pydoc.plain(pydoc.render_doc(lanesum))
    assert "the interface of hashlib, and whole columns in one call" in text
    for name in (
        "digest_many(name, messages=None, *, columns=None, prefix=b'', threads=1",
        "sha3_256(data=b'', *, usedforsecurity=True)",
    ):
        # From 3.13 on, each parameter of a long signature has a line of its own.
        assert "".join(name.split()) in "".join(text.split())
    text = pydoc.plain(pydoc.render_doc(lanesum.kmac256))
    signature = "kmac256(key, data=b'', *, customization=b'', digest_size=64, usedforsecurity=True"
    assert "".join(signature.split()) in "".join(text.split())


def test_extras() -> None:
    """What users may ask for, and nothing that only the tests need."""
    found = importlib.metadata.metadata("lanesum").get_all("Provides-Extra")
    assert sorted(found or []) == ["duckdb", "pandas", "polars", "pyarrow", "ray"]


def test_typed_examples_run() -> None:
    subprocess.run([sys.executable, ROOT / "tests" / "typed.py"], check=True, capture_output=True)


def test_the_stubs_have_what_the_module_has() -> None:
    import ast

    stub = ast.parse((pathlib.Path(lanesum.__file__).parent / "_lanesum.pyi").read_text())
    kinds = ast.FunctionDef, ast.ClassDef
    names = {node.name for node in stub.body if isinstance(node, kinds)}
    assert set(PUBLIC) - names == {"__version__", "algorithms_available", "algorithms_guaranteed"}
    for node in stub.body:
        if isinstance(node, ast.ClassDef) and node.name in PUBLIC:
            methods = {item.name for item in node.body if isinstance(item, kinds) and not item.name.startswith("_")}
            methods |= {ast.unparse(item.target) for item in node.body if isinstance(item, ast.AnnAssign)}
            found = {name for name in vars(getattr(lanesum, node.name)) if not name.startswith("_")}
            inherited = {"count", "index"} if node.name == "Digests" else set()
            assert methods == found - inherited, node.name
        if isinstance(node, ast.FunctionDef) and node.name in ALL:
            signature = inspect.signature(getattr(lanesum, node.name))
            arguments = node.args
            typed = [a.arg for a in arguments.posonlyargs + arguments.args + arguments.kwonlyargs]
            assert typed == list(signature.parameters), node.name


def test_import_is_quick_and_light() -> None:
    """Under 5 ms beside the interpreter's own start, and without any optional package."""
    # Without the environment's own site, which may have imported what lanesum would.
    script = """
import sys, os, time
sys.path.append(sys.argv[1])
before = set(sys.modules)
begin = time.process_time()  # whatever else runs meanwhile
import lanesum
print((time.process_time() - begin) * 1000)
heavy = {name.split(".")[0] for name in set(sys.modules) - before}
assert heavy == {"lanesum"}, heavy
"""
    command, path = [sys.executable, "-I", "-S", "-c"], str(pathlib.Path(lanesum.__file__).parent.parent)
    times = [
        float(subprocess.run([*command, script, path], capture_output=True, text=True, check=True).stdout) for _ in range(7)
    ]
    assert min(times) < 5, times


def test_attributes() -> None:
    assert isinstance(lanesum.caesar, types.ModuleType)
    assert isinstance(lanesum.polars, types.ModuleType)
    with pytest.raises(AttributeError, match="no attribute 'md6'"):
        _ = lanesum.md6  # type: ignore[attr-defined]
    assert lanesum.__version__.count(".") == 2
    assert lanesum.algorithms_guaranteed <= lanesum.algorithms_available


def test_without_an_optional_package() -> None:
    """As of any attribute that is not there; the import itself says what is missing."""
    script = """
import sys
sys.modules["polars"] = None
import lanesum
assert not hasattr(lanesum, "polars")
assert getattr(lanesum, "polars", 3) == 3
try:
    lanesum.polars
except AttributeError as error:
    assert "no attribute 'polars': there is no module 'polars'" in str(error), error
    assert error.__suppress_context__ and error.__cause__ is None
try:
    import lanesum.polars
except ModuleNotFoundError as error:
    assert error.name == "polars"
else:
    raise SystemExit("imported")
"""
    subprocess.run([sys.executable, "-c", script], check=True)


def test_subinterpreters_are_refused() -> None:
    interpreters = pytest.importorskip("_xxsubinterpreters")
    script = """
try:
    import lanesum
except ImportError as error:
    assert "cannot be imported in a subinterpreter" in str(error), error
else:
    raise SystemExit("imported")
"""
    interpreter = interpreters.create()
    try:
        interpreters.run_string(interpreter, script)
    finally:
        interpreters.destroy(interpreter)


def resident() -> int:
    """Bytes of memory of this process."""
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


@pytest.mark.skipif(sys.platform != "linux", reason="/proc")
def test_a_million_calls_leak_nothing() -> None:
    class Fails:
        def __arrow_c_array__(self, requested_schema: object = None) -> object:
            return pa.array(["a"]).__arrow_c_array__()[::-1]

    messages = [b"x" * 40] * 100
    mixed = [bytearray(40), "text", memoryview(b"x")]
    rows = np.zeros((100, 40), np.uint8)
    column = pa.array(messages).dictionary_encode()
    tuples = [messages, rows]

    def calls() -> None:
        for _ in range(40):
            lanesum.sha3_256(b"x" * 100).hexdigest()
            lanesum.kt128(bytearray(1000)).reader().read(50)
            lanesum.kmac128(b"key", b"x").copy().verify(b"x" * 32)
            lanesum.from_bytes("sha256", lanesum.sha256(b"x").to_bytes())
            for wrong in (
                lambda: lanesum.sha256(3),
                lambda: lanesum.digest_many("sha256", [b"a", 3]),
                lambda: lanesum.digest_many("sha256", Fails()),
            ):
                with contextlib.suppress(TypeError):
                    wrong()
        digests = lanesum.digest_many("sha256", messages)
        np.asarray(digests), pa.array(digests[3:]), digests.hex(), list(digests)
        lanesum.digest_many("sha256", mixed, hex=True)
        lanesum.digest_many("sha256", rows, threads=2)
        lanesum.digest_many("sha256", column)
        lanesum.digest_many("tuplehash128", columns=tuples)

    for _ in range(300):
        calls()
    gc.collect()
    before = resident()
    # With the calls by message, more than a million.
    for _ in range(2500):
        calls()
    gc.collect()
    assert resident() - before < 4 << 20


def test_threads_hash_batches_at_once() -> None:
    expected = lanesum.digest_many("sha256", [b"%d" % i for i in range(20_000)])
    column = pa.array([b"%d" % i for i in range(20_000)])
    results: list[bool] = []

    def work() -> None:
        for _ in range(10):
            results.append(lanesum.digest_many("sha256", column, threads=2) == expected)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [True] * 40


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")
def test_after_a_fork() -> None:
    lanesum.digest_many("sha256", [b"x"] * 10_000, threads=2)
    child = os.fork()
    if child == 0:
        same = lanesum.digest_many("sha256", [b"x"] * 10_000, threads=2)[9999] == lanesum.sha256(b"x").digest()
        os._exit(0 if same else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def test_what_only_hashlib_has() -> None:
    assert lanesum.md5 is hashlib.md5
    assert lanesum.sha1 is hashlib.sha1
    assert lanesum.scrypt is hashlib.scrypt
    assert lanesum.new("md5", b"abc").hexdigest() == hashlib.md5(b"abc").hexdigest()
    assert lanesum.new("SHA1", data=b"abc", usedforsecurity=False).digest() == hashlib.sha1(b"abc").digest()
    assert lanesum.file_digest(io.BytesIO(b"abc"), "md5").digest() == hashlib.md5(b"abc").digest()
    with pytest.raises(TypeError, match="salt"):
        lanesum.new("md5", salt=b"")
