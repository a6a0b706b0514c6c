"""The command's `audit` and `update` against the model of model.py, on the same random trees as test_rules.py.

LANESUM_CASES=NUMBER runs so many commands; a failure names its seed, which LANESUM_SEED takes.
"""

from __future__ import annotations

import base64
import json
import os
import random
import re
import subprocess
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import model
import pytest

CASES = int(os.environ.get("LANESUM_CASES", "6000"))
SEED = os.environ.get("LANESUM_SEED")

# The model's messages, and the command's.
_MESSAGES = {
    "no listed name lies below": "no listed name lies below this directory",
    "neither a listed name nor": "no file and no listed name lies below this directory",
    "none of the listed": "is in its place: the list was not changed; --remove-all removes their lines",
}
_LINK = "; --follow would read it"


@pytest.fixture
def folder() -> Iterator[Path]:
    above = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    with tempfile.TemporaryDirectory(dir=above) as folder:
        yield Path(folder)


def reason_of(record: dict[str, str]) -> str:
    """The words behind a name, as the model has them."""
    reason = record.get("reason", "").removesuffix(_LINK)
    if record["status"] == "corrupt":
        assert reason.startswith("other content, but "), reason
        return ""
    if re.match("tree.* is a symbolic link now$", reason, re.DOTALL) or re.match("'.* is a symbolic link now$", reason):
        return "is behind a symbolic link now"
    # Why a file is gone: something else is where its directory was.
    if record["status"] in ("missing", "removed") and not reason.startswith("is "):
        return ""
    return re.sub("is a (character|block) device now", "is a device now", reason)


def of_command(world: model.World, options: model.Options, answer: model.Answer) -> model.Answer:
    """The model's answer in the command's form: `audit` names a missing file beside the file that it has replaced."""
    if options.command != "audit" or answer.message:
        return answer
    digests = {line.name: line.digest for line in world.lines}
    files = world.files(options.url)
    missing = [word for word in answer.words if word.word == "missing"]
    words = []
    for word in answer.words:
        origin = None
        if word.word == "changed" and not word.reason:
            origin = next((one for one in missing if digests[one.name] == files[word.name].digest), None)
        if origin is not None:
            missing.remove(origin)
            word = word._replace(source=origin.name)
        words.append(word)
    words = [word for word in words if word.word != "missing" or word in missing]
    return answer._replace(words=words, totals=answer.totals | {"missing": len(missing)})


def name_of(file: dict[str, str]) -> str:
    raw = file.get("file_bytes_base64")
    return os.fsdecode(base64.b64decode(raw)) if raw else file["file"]


def check(command: str, world: model.World, options: model.Options) -> model.Answer:
    """Runs one command, and compares all that it did with the model."""
    before = (world.folder / "SUMS").read_bytes()
    answer = world.answer(options)
    expected = of_command(world, options, answer)
    line = [command, options.command, *options.flags(), "SUMS", options.url]
    run = subprocess.run(line, cwd=world.folder, capture_output=True, check=False, timeout=300)
    out, errors = os.fsdecode(run.stdout), os.fsdecode(run.stderr)
    assert run.returncode == expected.status, errors
    assert "panicked" not in errors
    if answer.message:
        assert _MESSAGES[answer.message] in errors
        assert out == ""
    elif options.json:
        *records, totals = map(json.loads, out.splitlines())
        assert totals == expected.totals
        shown = [] if options.quiet else [word for word in expected.words if word.word != "outside"]
        found = [
            model.Word(one["status"], name_of(one), name_of(one["from"]) if "from" in one else "", reason_of(one))
            for one in records
            if one["status"] != "outside"
        ]
        assert found == shown, errors
    else:
        shown = [] if options.quiet else [word for word in expected.words if word.word not in model.QUIET]
        starts = [
            f"{word:<10}{model.escaped(name)}" + (f"  from {model.escaped(source)}" if source else "")
            for word, name, source, _ in shown
        ] + [f"{word:<10}{count:>9}" for word, count in expected.totals.items()]
        lines = out.splitlines()
        assert len(lines) == len(starts), (out, starts)
        assert all(one.startswith(start) for one, start in zip(lines, starts, strict=True)), (out, starts)
    new = (world.folder / "SUMS").read_bytes()
    if answer.message or options.dry_run or options.command == "audit":
        assert new == before
    else:
        answer = settled(world, answer, new)
        # The command puts lines of files that it did not meet at the end.
        assert sorted(entries(new)) == sorted(entries(world.text(answer.lines)))
    kept = {path.name for path in world.folder.iterdir()}
    assert kept <= {"SUMS", "tree", "tree2", "tree.txt", "other", "away"}, kept
    return answer


def entries(text: bytes) -> list[bytes]:
    """Lines, each with the comment before it."""
    found, comment = [], b""
    for line in text.splitlines(keepends=True):
        if line.startswith(b"#"):
            comment = line
        else:
            found.append(comment + line)
            comment = b""
    return found


def settled(world: model.World, answer: model.Answer, new: bytes) -> model.Answer:
    """On a slow machine files may be older than two seconds: then their true stamps may stand in the list."""
    with_stamp = set(entries(new))
    files = world.files("tree")
    lines = []
    for line in answer.lines:
        if line.stamp is None and line.name in files:
            stamped = line._replace(stamp=files[line.name].stamp)
            line = stamped if world.text([stamped]) in with_stamp else line
        lines.append(line)
    return answer._replace(lines=lines)


def scenarios(command: str, folder: Path, seed: int, most: int) -> Counter[str]:
    return model.scenarios(folder, seed, most, lambda world, options: check(command, world, options))


def test_commands_do_what_the_model_says(command: str, folder: Path) -> None:
    if SEED:
        scenarios(command, folder, int(SEED), 1)
        return
    seen = scenarios(command, folder, random.randrange(10**9), CASES)
    assert CASES < 4000 or not [one for one in model.SEEN if not seen[one]]


@pytest.mark.parametrize("lie", ["corrupt", "changed", "missing", "added", "removed", "moved"])
def test_a_lie_is_found(command: str, folder: Path, lie: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A control: a model that has another word for something does not agree with the command."""
    right = model.World.answer

    def wrong(world: model.World, options: model.Options) -> model.Answer:
        answer = right(world, options)
        words = [word._replace(word="unread") if word.word == lie else word for word in answer.words]
        return answer._replace(words=words)

    monkeypatch.setattr(model.World, "answer", wrong)
    with pytest.raises(AssertionError):
        scenarios(command, folder, 1, 1000)
