"""`audit` and `update` against the model of model.py, on random trees: in this process, without Ray.

LANESUM_CASES=NUMBER runs so many commands; a failure names its seed, which LANESUM_SEED takes.
"""

from __future__ import annotations

import functools
import heapq
import json
import os
import random
import time
from collections import Counter
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import model
import pytest
from inprocess import Here, run

from lanesum.scale import __main__ as _main
from lanesum.scale import _changes, _journal, _rules, _stores, _tasks

CASES = int(os.environ.get("LANESUM_CASES", "4000"))
_differs = _rules.differs
SEED = os.environ.get("LANESUM_SEED")


def check(world: model.World, options: model.Options) -> model.Answer:
    """Runs one command, and compares all that it did with the model."""
    Here.unreadable = {model.order(name) for name in world.unreadable}
    before = (world.folder / "SUMS").read_bytes()
    expected = world.answer(options)
    status, out, errors = run(world.folder, options.command, "SUMS", options.url, *options.flags(), "--no-progress")
    text = expected.text(options)
    if options.json:
        assert [json.loads(line) for line in out.splitlines()] == [json.loads(line) for line in text.splitlines()], errors
    else:
        assert out == text, errors
    assert status == expected.status, errors
    assert expected.message in errors
    new = (world.folder / "SUMS").read_bytes()
    if expected.message or options.dry_run or options.command == "audit":
        assert new == before
    else:
        assert new == world.text(expected.lines)
    kept = {path.name for path in world.folder.iterdir()} - {"SUMS", "tree", "tree2", "tree.txt", "other", "away"}
    # A journal with what could not be read stays, for the next update.
    (world.folder / "SUMS.update.journal").unlink(missing_ok=True)
    assert kept <= {"SUMS.update.journal"}, kept
    return expected


def scenarios(folder: Path, seed: int, most: int, monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Some of the files cannot be read, and half of the trees have settled."""

    def begin(world: model.World) -> None:
        world.is_settled = world.rng.random() < 0.5
        settled = -(10**12) if world.is_settled else 2 * 10**9
        monkeypatch.setattr(_stores, "SETTLED", settled)
        monkeypatch.setattr(_tasks, "SETTLED", settled)

    return model.scenarios(folder, seed, most, check, begin, unreadable=True)


STAMP = (3, 5 * model.SECOND + 7, "etag", "version")


@pytest.mark.parametrize("is_update", [False, True])
def test_stamps_of_objects(is_update: bool) -> None:
    """Any difference is an edit; of a local file, whose ETag is its ctime, only another size or mtime is."""
    judge = functools.partial(_differs, is_update=is_update)
    assert judge(STAMP, STAMP, 0, is_local=False) == judge(STAMP, STAMP, 0, is_local=True) == "corrupt"
    for number, value in enumerate((4, 5 * model.SECOND + 8, "other", "other")):
        now: Any = (*STAMP[:number], value, *STAMP[number + 1 :])
        for listed_at in (0, 9 * model.SECOND):
            assert judge(STAMP, now, listed_at, is_local=False) == "changed"
            assert judge(STAMP, now, listed_at, is_local=True) == ("changed" if number < 2 else "corrupt")
    # A copy may have lost the nanoseconds, on either side.
    for one, other in ((STAMP, (3, 5 * model.SECOND, "", "")), ((3, 5 * model.SECOND, "", ""), STAMP)):
        assert judge(one, other, 0, is_local=True) == "corrupt"
    # Without a stamp the list's own time decides; the same moment shows nothing.
    for listed_at, word in ((STAMP[1] - 1, "changed"), (STAMP[1], "corrupt"), (STAMP[1] + 1, "corrupt")):
        for is_local in (False, True):
            assert judge(None, STAMP, listed_at, is_local=is_local) == (word if is_update else "changed")


def test_commands_do_what_the_model_says(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if SEED:
        scenarios(here, int(SEED), 1, monkeypatch)
        return
    begun = time.process_time()
    seen = scenarios(here, random.randrange(10**9), CASES, monkeypatch)
    print(f"{seen['commands']} commands, {time.process_time() - begun:.1f} s of the processor")
    assert CASES < 4000 or not [one for one in [*model.SEEN, "audit unread", "update unread"] if not seen[one]]


FAULTS: dict[str, tuple[Any, str, Any]] = {
    "rot is taken for an edit": (_rules, "differs", lambda *_, **__: "changed"),
    "an edit is taken for rot": (_rules, "differs", lambda *_, **__: "corrupt"),
    "the ctime proves an edit": (
        _rules,
        "differs",
        lambda listed, now, at, is_local, is_update: _differs(listed, now, at, is_local=False, is_update=is_update),
    ),
    "the list's own time is not looked at": (
        _rules,
        "differs",
        lambda listed, now, at, is_local, is_update: _differs(listed, now, 0, is_local=is_local, is_update=is_update),
    ),
    "a ctime does not count": (_journal, "_is_same", lambda this, known: isinstance(this, bytes) or this[1:3] == known[:2]),
    "all lines may go": (_main, "refuses", lambda *_: False),
    "a prefix is no directory": (_main, "is_below", lambda name, url: name.startswith(url)),
    "every line is below": (_main, "is_below", lambda *_: True),
    "the status is 0": (_main, "is_good", lambda counts: True),
    "links are as good as gone": (_stores.Files, "instead", lambda *_: None),
    "unread lines go": (_changes, "_UNREAD", "DELETE FROM failed"),
    "corrupt lines are replaced": (_changes, "_THERE", _changes._THERE.replace("word != 'corrupt'", "word != ''")),
    "lines elsewhere go": (
        _changes,
        "heapq",
        SimpleNamespace(merge=lambda there, stay, _, key: heapq.merge(there, stay, key=key)),
    ),
    "nothing moves": (_changes, "_NEW", _changes._NEW.replace("digest, n)", "key)")),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_found(here: Path, monkeypatch: pytest.MonkeyPatch, fault: str) -> None:
    """A control: the model and the random trees see each of these."""
    place, name, value = FAULTS[fault]
    monkeypatch.setattr(place, name, value)
    with pytest.raises(AssertionError):
        scenarios(here, 1, 2000, monkeypatch)
