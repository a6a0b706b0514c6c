"""`--plan`: what a run would ask of the store, and what that takes, from its listing alone."""

from __future__ import annotations

import itertools
import os
from collections.abc import Iterator
from typing import Any

from ._recipe import PART, PIECE
from ._stores import Object, Page

# Seconds of one processor, by docs/scale.md: a request by obstore, for objects up to PIECE, and one by botocore; a byte; and
# of the driver, an object.
SMALL, LARGE, BYTE, OBJECT = 0.45e-3, 2.1e-3, 0.75e-9, 17e-6


def _sized(journal: Any) -> Iterator[Page]:
    """What a list names, with the sizes that it says."""
    rows = journal.base.execute("SELECT key, max(CASE WHEN etag IS NULL THEN -1 ELSE size END), etag FROM listed GROUP BY key")
    while page := [Object(key, size, 0, etag or "") for key, size, etag in itertools.islice(rows, 1000)]:
        yield page


def plan(session: Any) -> bool:
    """Print it. `update` and `audit` count with the list, and without the objects that they would keep."""
    options, store, journal, recipe = session.options, session.store, session.journal, session.recipe
    is_verify = options.command == "verify"
    # So that a listing tells sizes.
    journal.resumed = True
    if options.command != "manifest":
        session.load()
    if options.command == "update" and not options.paranoid:
        journal.seed()
    most = recipe.part(options.part or PART) if recipe.is_tree else options.part or PART
    workers = options.workers or len(os.sched_getaffinity(0))
    objects = size = unknown = gets = heads = large = pages = 0
    after = b""
    for page in _sized(journal) if is_verify else session.listing():
        pages += not is_verify and session.inventory is None
        if not page:
            continue
        last = page[-1]
        todo = journal.unfinished(page, after)
        after = last.key if isinstance(last, Object) else last
        for one in todo:
            this = one if isinstance(one, Object) else Object(one)
            objects += 1
            parts = int(this.etag.partition("-")[2] or 0) if store.scheme and this.etag.partition("-")[2].isdecimal() else 0
            heads += getattr(options, "trust_stored", False) + (parts + (this.size > most) if options.check_stored else 0)
            if this.size < 0:
                unknown += 1
                gets += 1
                continue
            size += this.size
            split = this.size > most and recipe.is_tree and not options.check_stored
            count = len(list(recipe.parts(0, this.size, options.part, workers))) if split else 1
            gets += count
            large += count * (this.size > PIECE or options.check_stored)
    requests = gets + heads + pages
    seconds = (
        ((gets - large) * SMALL + (large + heads) * LARGE) * bool(store.scheme) + size * BYTE
    ) / workers + objects * OBJECT
    if options.max_rate:
        seconds = max(seconds, requests / options.max_rate)
    print(f"objects          {objects}")
    print(f"bytes            {size}" + (f", and {unknown} objects of unknown size" if unknown else ""))
    if store.scheme:
        for name, count in (("LIST", pages), ("GET", gets), ("HEAD", heads)):
            print(f"{name + ' requests':<17}{count}")
    print(f"hours            {seconds / 3600:.3f} with {workers} processors, if neither store nor network is slower")
    if store.scheme:
        print(
            f"price            {pages} x LIST + {gets} x GET + {heads} x HEAD + {size / 1e9:.3f} x GB that leaves the region; "
            "with $ 5e-6, 4e-7, 4e-7 and 0.09, as S3 Standard in us-east-1 once had: "
            f"$ {pages * 5e-6 + (gets + heads) * 4e-7:.4f} and {size * 0.09e-9:.2f}"
        )
    return True
