"""Ctrl-C stops what takes long within a tenth of a second. In processes of their own: signals reach the main thread only."""

import subprocess
import sys
import textwrap

import pytest

CASES = {
    "a list of short messages": "messages = [b'x' * 32] * 3_000_000; call = lambda: lanesum.digest_many('blake512', messages)",
    "an iterator": "call = lambda: lanesum.digest_many('sha3_512', (b'x' * 3000 for _ in range(10**9)))",
    "rows": "rows = np.zeros((1 << 20, 1 << 10), np.uint8); call = lambda: lanesum.digest_many('sha3_512', rows)",
    "rows, two threads": "rows = np.zeros((1 << 20, 1 << 10), np.uint8); call = lambda: lanesum.digest_many('sha3_512', rows, threads=2)",
    "one long message": "message = [bytes(1 << 30)]; call = lambda: lanesum.digest_many('sha3_512', message)",
    "long messages": "messages = [bytes(1 << 27)] * 50; call = lambda: lanesum.digest_many('sha3_512', messages)",
    "long messages with a key": "messages = [bytes(1 << 28)] * 9; call = lambda: lanesum.digest_many('kmac256', messages, key=b'k')",
    "a long string of a tuple": "columns = [[bytes(1 << 28)] * 9]; call = lambda: lanesum.digest_many('tuplehash256', columns=columns)",
    "an Arrow column": "column = pa.chunked_array([pa.array([bytes(1 << 20)] * 100, pa.binary())] * 15); "
    "call = lambda: lanesum.digest_many('sha3_512', column)",
    "an index into one value": "column = pa.DictionaryArray.from_arrays(np.zeros(100_000_000, np.int8), pa.array([b'x'])); "
    "call = lambda: lanesum.digest_many('sha256', column)",
    "lists of a tuple": "a = [b'x' * 32] * 20_000_000; call = lambda: lanesum.digest_many('tuplehash128', columns=[a, a])",
    "hex()": "digests = lanesum.digest_many('sha256', [b''] * 4_000_000); call = digests.hex",
    "hex=True": "messages = [b''] * 4_000_000; call = lambda: lanesum.digest_many('sha256', messages, hex=True)",
    "tolist()": "digests = lanesum.digest_many('sha256', np.zeros((8_000_000, 1), 'u1')); call = digests.tolist",
    "long outputs": "call = lambda: lanesum.digest_many('shake_256', [b'x'] * 4000, digest_size=1 << 20)",
    "longer outputs": "call = lambda: lanesum.digest_many('kt256', [b'x'] * 9, digest_size=500_000_000)",
    "long outputs of an iterator": "call = lambda: lanesum.digest_many('shake_256', iter([b'x'] * 20), digest_size=1 << 28)",
    "long outputs of an index": "column = pa.DictionaryArray.from_arrays(np.zeros(6000, np.int8), pa.array([b'x'])); "
    "call = lambda: lanesum.digest_many('shake_128', column, digest_size=1 << 20)",
    "long outputs with a key": "call = lambda: lanesum.digest_many('kmac256', [b'x'] * 9, key=b'k', digest_size=500_000_000)",
    "long outputs of tuples": "call = lambda: lanesum.digest_many('tuplehash128', columns=[['x'] * 9], digest_size=500_000_000)",
    "one long output": "call = lambda: lanesum.shake_256(b'x').digest(500_000_000)",
    "one long output in hexadecimal": "call = lambda: lanesum.turboshake128(b'x').hexdigest(500_000_000)",
    "a long piece of output": "call = lambda: lanesum.kmacxof256(b'k').reader().read(500_000_000)",
    "one long digest": "call = lambda: lanesum.kmac256(b'k', digest_size=500_000_000).digest()",
    "one long digest in hexadecimal": "call = lambda: lanesum.parallelhash256(b'x', digest_size=500_000_000).hexdigest()",
    "tobytes()": "digests = lanesum._lanesum._digests(bytes(2_000_000_000), 1000, 2_000_000, []); call = digests.tobytes",
    "a slice with a step": "digests = lanesum._lanesum._digests(bytes(2_000_000_000), 1000, 2_000_000, []); call = lambda: digests[::-1]",
    "a file": "call = lambda: lanesum.file_digest('/dev/zero', 'sha3_512')",
    "a large file": "import tempfile; file = tempfile.NamedTemporaryFile(); file.truncate(4 << 30); "
    "call = lambda: lanesum.file_digest(file.name, 'sha3_512')",
    "a FIFO without a writer": "import os, tempfile; path = tempfile.mkdtemp() + '/fifo'; os.mkfifo(path); "
    "call = lambda: lanesum.file_digest(path, 'sha256')",
    "a pipe without a writer": "import os; pipe = open(os.pipe()[0], 'rb'); call = lambda: lanesum.file_digest(pipe, 'sha256')",
}
SCRIPT = """
import os, signal, sys, time
import numpy as np
import pyarrow as pa
import lanesum

{setup}
# Of the system: a thread that sends it would wait for calls that do not let other threads run.
signal.signal(signal.SIGALRM, signal.default_int_handler)
sent = time.perf_counter() + 0.15
signal.setitimer(signal.ITIMER_REAL, 0.15)
try:
    call()
    print("not stopped: too short")
except KeyboardInterrupt:
    print((time.perf_counter() - sent) * 1000)
os._exit(0)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.parametrize("case", CASES)
def test_ctrl_c(case: str) -> None:
    times = []
    # A shared machine may stop us for a moment: the best of three.
    for _ in range(3):
        script = textwrap.dedent(SCRIPT).format(setup=CASES[case])
        run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=True)
        assert not run.stdout.startswith("not"), run.stdout
        times.append(float(run.stdout))
        if times[-1] <= 100:
            return
    raise AssertionError(f"{case}: stopped after {times} ms")


def test_a_reader_that_was_stopped_goes_on() -> None:
    """It has read nothing; and a handler that uses it is told so, and does not wait for itself."""
    script = """
import signal
import lanesum
xof = lanesum.turboshake128(b"seed")
reader = xof.reader()
signal.signal(signal.SIGALRM, signal.default_int_handler)
signal.setitimer(signal.ITIMER_REAL, 0.05)
try:
    reader.read(500_000_000)
except KeyboardInterrupt:
    pass
else:
    raise SystemExit("too short")
assert reader.read(40) == xof.digest(40)

seen = []
def handler(*_):
    assert xof.digest(5) == xof.reader().read(5)
    try:
        reader.read(1)
    except RuntimeError as error:
        seen.append(str(error))
signal.signal(signal.SIGALRM, handler)
signal.setitimer(signal.ITIMER_REAL, 0.05)
reader.read(300_000_000)
assert seen == ["a signal handler called read() while read() of the same XofReader was running; use another reader there"], seen
assert len(reader.read(1)) == 1
"""
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60)
    assert run.returncode == 0, run.stderr


def test_a_handler_that_raises_nothing() -> None:
    """The call goes on, and its result is right."""
    script = """
import hashlib, os, signal, threading, time
import lanesum
seen = []
signal.signal(signal.SIGALRM, lambda *_: seen.append(1))
signal.setitimer(signal.ITIMER_REAL, 0.02, 0.02)
message = bytes(100 << 20)
digests = lanesum.digest_many("sha256", [message] * 2)
signal.setitimer(signal.ITIMER_REAL, 0)
assert digests[1] == hashlib.sha256(message).digest()
assert seen
"""
    subprocess.run([sys.executable, "-c", script], check=True, timeout=60)
