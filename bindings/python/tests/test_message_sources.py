"""Every message in the sources of the package is in the table of test_messages.py, or here, with the reason.

A text that neither has is a failure, and so is one here that no source has any more.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from test_arrow import MALFORMED
from test_messages import TABLE, pattern

HERE = Path(__file__).parent.parent

# Of lanesum.scale: the text, and when it is shown. tests/scale/ has the runs.
SCALE = {
    "lanesum.scale: {}: not a regular file, left out": "a link, a pipe or a device in a directory",
    "-o -: the output must be a file, because the journal is written beside it": "-o -",
    "{}: lists cannot use this function; take one of {}": "-a kmac128",
    "{}: no function of this package, or not with its usual length; try `lanesum check`": "a list of BLAKE2b",
    "{}: the store does not list objects in the order of their names": "a store that is none of those tested",
    "standard output is closed, so the answer would be lost; use >/dev/null if only the exit status counts": ">&-",
    "{}: the list is empty; make it with `manifest`": "an empty list",
    "{}:{}: not a line with the name of its function, as `lanesum sum` writes it": "a list of sha256sum",
    "{}: {}: {} beside {}; `lanesum check` takes lists of several functions": "a list of several functions",
    "{}: Parquet cannot hold a name that is not UTF-8; write lines instead": "-o X.parquet",
    "{} belongs to a run that is under way; wait for its end": "two runs with one output",
    "{} is of another run ({}): finish that run, or delete the journal": "another command line with the same output",
    "{} is of another version of lanesum: finish that run with it, or delete the journal": "a journal of an older version",
    "resuming from {}": "a run that ended early",
    "{}; Ray started in {} s": "the end of a run",
    "{} objects, {}, {}/s": "the line with progress",
    "{}, of {} and {}": "the line with progress",
    "not a regular file; take it out of the list": "a list that names a directory",
    "changed while it was read; try again when no program writes to it": "an object that changed",
    "three readings of the same version differ": "a store that answers each reading with other bytes",
    "the store refuses the credentials: {}; renew them": "credentials that have expired",
    "no credentials: {}; set them as for the AWS CLI": "no credentials",
    "{} ({} attempts)": "a read that failed each time, and with which text",
    "{} of {} bytes came": "a read that was cut off",
    "the object ended {} bytes early": "a read that was cut off",
    "its worker died repeatedly ({}); take fewer workers, or see the logs of Ray": "too little memory",
    "{} object{} NOT read{}": "the end of a run; `manifest` and `update` add how to retry",
    "Ray did not start {}: {}": "no room for Ray, or no cluster at that address; with Ray's own text",
    "lanesum.scale needs Ray: install lanesum with its extra, as `lanesum[ray]`": "an environment without Ray",
    "{} is not a whole number from 1 on": "--part 64M",
    "WARNING: {} computed checksum{} did NOT match": "the end of a run; the text of sha256sum",
    "{} keeps what was done: run the same command again to resume": "a store that cannot be read any more",
    "Ray's raylet on this machine has died (killed, or out of memory; the logs of Ray say more)": "a raylet that was killed",
    "the Ray cluster at {} asks for a token, and this is not the right one: set RAY_AUTH_MODE=token, and "
    "RAY_AUTH_TOKEN or RAY_AUTH_TOKEN_PATH, as the cluster has them": "a cluster with a token",
    "no Ray cluster answers at {}: {}": "--address of a machine that is off",
    "{}: {} does not answer: {}": "AWS_ENDPOINT_URL of a server that is off",
    "{}:{}: a list with symbolic links; `lanesum update` and `lanesum audit` take it": "update of a list by sum --links record",
    "{}: another program has changed the list meanwhile, so it was not replaced": "two updates at once",
    "it was not there when its directory was listed": "a file that came back while `update` ran",
    "--accept {}: no corrupt object, and no symbolic link, has this name or a name below it": "a name that was mistyped",
    "{}: no object lies below this URL{}; check it, or use --allow-empty to write an empty list": "a prefix that was mistyped, or "
    "patterns that take no name",
    "{}: no listed name lies below this URL; {}": "an audit with a URL that was mistyped",
    "{}: neither a listed name nor an object lies below this URL, so the list was not changed": "an update with one",
    "{}: not written, because nothing could be hashed": "a manifest of objects that cannot be read",
    "{}: the names of the list are relative to this URL: add --relative": "an update of a list by --relative, without it",
    "{}: the list has what lies below this URL by other names, such as {}: spell the URL so": "update SUMS ./tree of a list of tree",
    "{}: none of the listed names below this URL ({}) is in its place, so the list was not changed; "
    "check the URL, and whether its disk is mounted; --remove-all removes them": "a disk that is not mounted",
    "{}: not the manifest.json of an inventory of S3: it lacks {}": "--inventory of another file",
    "{}: an inventory as {}; CSV, Parquet and ORC can be read": "--inventory of a format that S3 has not yet",
    "{}: its MD5 is not the one in the manifest of the inventory": "an inventory that was changed",
    "{}: its {} is damaged: {}": "a directory that is no list, or whose index was changed",
    "{}: --{} is for s3:// only": "--check-stored of a directory",
    "{} object{} without a stored checksum that can be compared": "--check-stored of a store without checksums",
    "{}: lists of {} are only compared with: `verify` and `audit` take it": "an update of a list of MD5",
    "WARNING: of {} object{} a stored checksum and the content differ": "the end of a run over an object that has rotten",
    "interrupted; {} keeps what was done: run the same command again to resume": "Ctrl-C",
}


# Texts of the sources that the rows above do not reach, and why. `{}` stands for a value.
ELSEWHERE = {
    # What no test can make happen.
    "not enough memory for the digests; hash fewer messages in a call": "no memory",
    "internal error: an update has failed; please report this": "a defect",
    "internal error: a thread of the batch has failed; please report this": "a defect",
    "{}: the buffer's shape does not fit its length; its exporter is at fault": "no exporter does this",
    "error {}": "a stream of Arrow that fails without a text",
    "threads: {} threads could not be started: {}": "a limit of the system",
    # Tests of their own.
    "lanesum cannot be imported in a subinterpreter; import it in the main interpreter": "test_package.py",
    "module {} has no attribute {}: there is no module {}": "test_package.py",
    "a signal handler called read() while read() of the same XofReader was running; use another reader there": "test_interrupts.py",
    "digests are read-only; bytearray() makes a copy to write to": "Python replaces it in most calls",
    "digests are C-contiguous, not in Fortran's order; ask for a C-contiguous buffer": "test_digests.py",
    "{} must be {}: {}": "an exporter that refuses, with its own text",
    "Arrow's format '{}'": "a type that Arrow has not yet",
    # Arrow: what producers do wrong. test_arrow.py reaches most of these.
    "malformed Arrow array: {}": "before each of those below",
    ": malformed Arrow array: row {}: {}": "the same, with the row",
    "{}: __arrow_c_stream__()": "a method that gives no capsule: the messages of __arrow_c_array__() above",
    "it has been released": "test_arrow.py",
    "no lengths of the data buffers": "a producer's defect",
    "a data buffer without its length, or without its bytes": "a producer's defect",
    "a column of bytes has no children": "a producer's defect",
    "not as many buffers as its format has": "a producer's defect",
    "not as many children as its format has": "a producer's defect",
    "runs of runs": "a producer's defect",
    "no run ends": "a producer's defect",
    "a map without keys and values": "a producer's defect",
    "a unit of time that does not exist": "test_rows.py",
    "a decimal type that does not exist": "test_rows.py",
    "a buffer that is null": "test_rows.py",
    "a value beyond its array": "test_rows.py",
    "a date that is not a whole day": "test_rows.py",
    "a row beyond the last run": "test_rows.py",
    "a row whose lists take more than a gigabyte": "test_rows.py",
    "a dictionary of a dictionary": "a producer's defect",
    "a stream without get_next": "a producer's defect",
    "a stream without get_schema": "a producer's defect",
    # No messages: notes and names within others.
    "lanesum: {}": "a note beside a message of others",
    "another object": "what a message says of an object without a type",
    # Of functions for lanesum.scale alone.
    "first must be at least 1": "_kt_leaves",
    "bits must be 128 or 256": "_kt_leaves, _kt_root",
    "first_chunk must have 8192 bytes": "_kt_root",
    "pieces must have the message's last leaf": "_kt_root",
    # lanesum.bench.
    "{} has no {} … {}; put these two lines where the tables belong": "--markdown with a page without the marks",
    "at least one attempt": "a defect",
    # No messages.
    "The tag is wrong: the message, its metadata or an earlier message was changed. The session is over.": "WrongTag.__doc__",
    "# size {} mtime {} ": "a line of a list",
    "a key of 16 byte": "an example",
    'kmac128(b"a key of 16 byte", b"abc", digest_size=20)': "an example",
    'kmac128(b"a key of 16 byte", b"abc", digest_size=4)': "an example",
    'kmacxof128(b"a key of 16 byte", b"abc")': "an example",
    "twelve bytes": "an example",
}


def texts_of_rust(path: Path) -> Iterator[str]:
    """String literals with a space that are no documentation and no panic."""
    code = re.sub(r"^\s*(//|#\[).*$", "", path.read_text(), flags=re.M)
    code = re.sub(r"\b(assert\w*|debug_assert\w*|unreachable|asm|concat)!\((?:[^()]|\([^()]*\))*\)", "", code)
    for match in re.finditer(r'(\w\s+)?"((?:[^"\\]|\\.)*)"', code, flags=re.S):
        text = re.sub(r"\\\n\s*", "", match[2]).replace('\\"', '"')
        # After a word it is documentation that a macro takes.
        if " " in text and not match[1] and not text.startswith(("<", "(")):
            yield re.sub(r"\{[^{}]*\}", "{}", text)


def texts_of_python(path: Path) -> Iterator[str]:
    """Texts that are raised, or given to a function that reports."""
    reporting = {"_say", "say", "Failure", "Stop", "Missed", "Foreign", "Damaged", "error", "__init__"}
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
            call = node.exc
        elif isinstance(node, ast.Call):
            to_stderr = any(word.arg == "file" for word in node.keywords)
            if getattr(node.func, "id", getattr(node.func, "attr", "")) not in reporting and not to_stderr:
                continue
            call = node
        elif isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") in ("missing", "text"):
            call = ast.Call(node.value, [node.value], [])
        else:
            continue
        for part in call.args[:1]:
            for outer in (part, *ast.iter_child_nodes(part)):
                if isinstance(outer, ast.Constant) and isinstance(outer.value, str) and outer is part:
                    yield outer.value
                elif isinstance(outer, ast.JoinedStr):
                    yield "".join(str(v.value) if isinstance(v, ast.Constant) else "{}" for v in outer.values)


def test_no_text_of_the_sources_is_missing() -> None:
    rust = {
        path: set(texts_of_rust(path))
        for path in (HERE / "src").rglob("*.rs")
        if path.name not in ("constructors.rs", "table.rs")
    }
    python = {path: set(texts_of_python(path)) for path in (HERE / "python").rglob("*.py")}
    rows = [text for _, _, text in TABLE] + [text for text, _ in MALFORMED]
    known = set(ELSEWHERE) | set(SCALE)
    missing = []
    for path, texts in (rust | python).items():
        for text in texts:
            is_message = re.search("[a-z]{3}", text.replace("{}", ""))
            if is_message and text not in known and not any(re.search(pattern(text), row, flags=re.S) for row in rows):
                missing.append(f"{path.name}: {text!r}")
    assert not missing, "\n".join(missing)
    assert known <= set().union(*rust.values(), *python.values()), "texts that no source has any more"
