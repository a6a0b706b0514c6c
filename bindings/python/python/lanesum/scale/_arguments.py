"""The commands and options of `python -m lanesum.scale`."""

from __future__ import annotations

import argparse
import functools

import lanesum

_EPILOG = """
A URL is a path, file:PATH, s3://BUCKET/PREFIX, or another one that fsspec opens (not tested). S3 is configured as for the
AWS CLI (AWS_ENDPOINT_URL, profiles, roles). The journal is OUTPUT.journal, or LIST.COMMAND.journal: the same command line
goes on where a run ended, however it ended. It goes away when a run is complete.

`update` and `audit` only look at the names that LIST has at or below URL; all other lines stay. An object that has another
content, but the size and mtime that the list has (and ETag and version, in an object store), is corrupt: nobody wrote it.
`update` keeps its line. Without a size and mtime in the list, an object is corrupt if it is not younger than the list.

exit status: 0, all was read, and is as listed (of `update`: nothing is corrupt); 1, something could not be read, changed while
it was read, differs from the list, or the command was refused; 2, a wrong command line, list or journal; 3, a checksum that the
store keeps and the content differ, whatever else there was.
"""


@functools.cache
def command_line() -> argparse.ArgumentParser:
    """All commands and their options."""
    parser = argparse.ArgumentParser(
        prog="python -m lanesum.scale",
        allow_abbrev=False,
        description="Lists of digests of object stores, by many machines.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"lanesum {lanesum.__version__}")
    common = argparse.ArgumentParser(add_help=False)
    common.add_argument("--address", help="the Ray cluster, as RAY_ADDRESS; without either, one on this machine")
    common.add_argument(
        "--workers", type=_positive, help="processes on this machine, without a cluster (default: all processors)"
    )
    common.add_argument(
        "--part", type=_positive, help="bytes of a part of a large object (default: 64 MiB to 1 GiB, shorter towards its end)"
    )
    common.add_argument(
        "--timeout", type=float, default=30.0, help="seconds until a read of a store counts as stalled (default: 30)"
    )
    common.add_argument(
        "--attempts", type=_positive, default=9, help="how often a read is tried, with growing pauses (default: 9)"
    )
    common.add_argument("--relative", action="store_true", help="names in the list begin below the URL")
    common.add_argument(
        "--check-stored",
        action="store_true",
        help="S3: compute the stored checksums of each object in the same pass, and compare (objects are not read in parts)",
    )
    common.add_argument("--max-rate", type=_positive, default=0, help="requests a second to S3, of all processors together")
    common.add_argument("--plan", action="store_true", help="only list, and print requests, bytes, hours and price")
    common.add_argument("--no-progress", action="store_true", help="no line with progress on a terminal")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")

    def command(name: str, text: str) -> argparse.ArgumentParser:
        return commands.add_parser(name, help=text, description=text, parents=[common], allow_abbrev=False)

    manifest = command("manifest", "hash all objects below URL, and write a list")
    manifest.add_argument("url", metavar="URL", help="what is hashed: see below")
    manifest.add_argument(
        "-o", "--output", required=True, metavar="FILE", help="replaced when all is written; FILE.parquet is Parquet"
    )
    manifest.add_argument("-a", "--algorithm", default="kt128", help="the function (default: kt128)")
    manifest.add_argument("--block", type=_positive, default=8192, help="bytes of a block of ParallelHash (default: 8192)")
    manifest.add_argument("--allow-empty", action="store_true", help="write an empty list where nothing is below URL")
    manifest.add_argument(
        "--no-times",
        action="store_false",
        dest="stamps",
        help="no comments with size, mtime, and ETag or ctime, by which `update` and `audit` tell corruption from edits",
    )
    verify = command("verify", "hash what LIST names, and compare")
    verify.add_argument("list", metavar="LIST", help="lines of one function, or FILE.parquet")
    verify.add_argument("url", metavar="URL", nargs="?", help="where names begin that were written with --relative")
    verify.add_argument(
        "--trust-stored",
        action="store_true",
        help="S3: do not read objects of which the store has a checksum of the list's function, but compare that",
    )
    verify.add_argument("--quiet", action="store_true", help="no line for what is as listed")
    manifest.add_argument(
        "--shard-rows", type=_positive, metavar="N", help="write Parquet, of N rows a file, into the directory FILE"
    )
    audit = command("audit", "hash all objects below URL: what is unchanged, changed, moved, new, missing?")
    update = command("update", "hash what is new below URL, or has another size, mtime or ETag, and replace LIST")
    for both in (audit, update):
        both.add_argument("list", metavar="LIST", help="lines of one function, or FILE.parquet")
        both.add_argument("url", metavar="URL", help="what the list was made of, or a part of it")
        both.add_argument("--json", action="store_true", help="a JSON object a line, the last one with the totals")
    for each in (manifest, audit, update):
        each.add_argument(
            "--include", metavar="PATTERN", action="append", default=[], help="only names below URL that match (repeatable)"
        )
        each.add_argument(
            "--exclude", metavar="PATTERN", action="append", default=[], help="no names below URL that match (repeatable)"
        )
        each.add_argument("--inventory", metavar="MANIFEST", help="S3: manifest.json of an inventory, instead of a listing")
        each.add_argument(
            "--listers", type=_positive, default=1, metavar="N", help="S3: list N prefixes, up to the next /, side by side"
        )
    update.add_argument("--paranoid", action="store_true", help="hash everything, also what has the same size, mtime and ETag")
    update.add_argument("-n", "--dry-run", action="store_true", help="say what would be done, and leave LIST alone")
    update.add_argument("--quiet", action="store_true", help="only the totals")
    update.add_argument(
        "--accept",
        metavar="NAME",
        action="append",
        default=[],
        help="take the new content of a corrupt object, or of all below this name (repeatable)",
    )
    update.add_argument(
        "--remove-all", action="store_true", help="remove lines even if no listed name below URL is in its place"
    )
    return parser


def _positive(text: str) -> int:
    if not text.isdecimal() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"{text} is not a whole number from 1 on")
    return int(text)
