"""What CI can check of the project's English: `python3 .ci/words.py [LANESUM [BOOK]]`, from the repository's root.

- No sentence of a Markdown file, and none of the help pages of the built command LANESUM, has more than 40 words. A sentence ends with a full
  stop, an exclamation mark or a question mark. Tables and code have none. The same holds for the documentation in Rust files (`//!` and `///`).
- No text in the repository has a phrase of the list below: riddles, or documents that are not in the repository.
- Every link in a Markdown file leads to a file that exists and to a heading that it has. (Links to other sites are not checked.)
- docs/SUMMARY.md has every page of docs/, and no page links to what is outside of docs/: the book would not have it.
- In BOOK, the folder that mdbook has built, every link leads to a file and to a place in it.

Each check is first tried on a text that must fail it.
"""

import pathlib
import re
import subprocess
import sys

LONGEST = 40
PHRASES = [
    # Documents that readers do not have.
    r"\bDESIGN(\.md)?\b", r"\bPERFORMANCE\.md\b", r"\bWRITING\.md\b", r"\bspecs/",
    # Nobody would say it.
    r"gone on with", r"(?:^|[.,;/!#*\"] *|\band )[Ww]ho (?:wants|gives|has)\b", r"they are nothing", r"so far more",
    r"of which is said", r"shall have", r"has a use for", r"is told and\b", r"\bthereof\b", r"\bhereby\b",
    r"others used the machine meanwhile", r"hangs on the", r"not what was saved", r"what is left over", r"to which (it|they) (is|are) to",
    r"\bc[ao]me of (it|them)\b", r"\bby turns\b", r"\b(is|are|not) to be had\b", r"whatever the features", r"\bgo(es)? on with\b",
    r"\b(message|hasher)s? under way\b", r"\b[Ww]hat tells\b", r"\bshared out among\b", r"\b(its|their) kin\b", r"\bits like\b(?! to)",
    r"\b(held|holds?) against (it|them|each other|the|those)\b", r"\b[Ee]lsewhere than\b", r"\bof before\b(?! the)", r"\bof no use\b",
    r"\bwhere (it|they) lies?\b", r"\bfails? nothing\b", r"\bthe business of\b", r"\bat the (least|most)[.,;]", r"[Aa] check .{0,30}says so",
    r"\bin hashlib's shape\b", r"\b[Ii]t is off by\b", r"\b(is|are) no standards?\b", r"\bstands? beside\b",
    r"\bgives? (it|them) out\b", r"\ba look for\b", r"\basked of (it|them|a)\b", r"\bthe same to the byte\b",
]
TEXTS = {".md", ".rs", ".py", ".pyi", ".c", ".h", ".toml", ".sh", ".1", ".html", ".js", ".mjs", ".ts", ".css"}
# The file with the list, and what others wrote.
EXEMPT = {".ci/words.py"}
# Folders whose Rust files are not published, and may have longer sentences.
LONG_RUST = ("crates/bench/", "crates/reference/", "fuzz/")


def prose(text: str) -> str:
    """Markdown without code, tables, headings and markup; an empty line between paragraphs and list items."""
    text = re.sub(r"```.*?```", "\n\n", text, flags=re.S)
    text = re.sub(r"<!--.*?-->", "", text, flags=re.S)
    lines = []
    for line in text.splitlines():
        if line.lstrip().startswith(("|", "#")):
            line = ""
        elif re.match(r"\s*([-*]|\d+\.)\s", line):
            line = "\n" + line
        lines.append(line)
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", "\n".join(lines))
    return re.sub(r"`[^`]*`", "code", text)


def rust_docs(text: str) -> str:
    """The documentation in a Rust file, as Markdown; each item's is separate from the next."""
    lines = []
    for line in text.splitlines():
        comment = re.match(r"\s*//(!|/(?!/)) ?(.*)", line)
        lines.append(comment.group(2) if comment else "")
    return "\n".join(lines)


def sentences(text: str) -> list[str]:
    """The sentences of paragraphs that empty lines separate."""
    found = []
    for paragraph in re.split(r"\n\s*\n", text):
        found += re.split(r"(?<=[.!?])\s+", " ".join(paragraph.split()))
    return found


def entries(page: str) -> str:
    """A help page with an empty line before each option, example and line of a table."""
    return re.sub(r"^(?=\s*(-{1,2}\w|- |<|\[|lanesum |\S+ {2,}\S))", "\n", page, flags=re.M)


def long_sentences(text: str) -> list[str]:
    return [sentence for sentence in sentences(text) if len(sentence.split()) > LONGEST]


def phrases(text: str) -> list[str]:
    """Numbers of lines where a phrase of the list begins, and the phrase; it may end on the next line."""
    lines = [re.sub(r"^\s*(//[/!]?|#+|\*)?\s*", "", line).rstrip() for line in text.splitlines()]
    return [
        f"{number}: {match.group(0)!r}"
        for number, (line, after) in enumerate(zip(lines, [*lines[1:], ""]), 1)
        for phrase in PHRASES
        for match in re.finditer(phrase, f"{line} {after}")
        if match.start() <= len(line)
    ]


def anchors(text: str) -> set[str]:
    """As GitHub makes them of headings."""
    text = re.sub(r"```.*?```", "", text, flags=re.S)
    headings = re.findall(r"^#+\s+(.*?)\s*$", text, flags=re.M)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def broken_links(path: pathlib.Path, text: str) -> list[str]:
    text = re.sub(r"```.*?```", "", text, flags=re.S)
    broken = []
    for target in re.findall(r"\]\(([^)\s]+)\)", re.sub(r"`[^`\n]*`", "", text)):
        if re.match(r"[a-z]+:", target):
            continue
        name, _, anchor = target.partition("#")
        file = (path.parent / name) if name else path
        if not file.exists():
            broken.append(f"{target}: no such file")
        elif anchor and file.suffix == ".md" and anchor not in anchors(file.read_text()):
            broken.append(f"{target}: no such heading")
    return broken


def outside_of_the_book() -> list[str]:
    docs = pathlib.Path("docs")
    summary = (docs / "SUMMARY.md").read_text()
    pages = [page for page in docs.rglob("*.md") if page.name != "SUMMARY.md"]
    lost = [f"{page}: not in docs/SUMMARY.md" for page in pages if f"({page.relative_to(docs)})" not in summary]
    for page in pages:
        for target in re.findall(r"\]\(([^):\s#]+)[^):\s]*\)", page.read_text()):
            if docs.resolve() not in (page.parent / target).resolve().parents:
                lost.append(f"{page}: {target}: outside of docs/; name the file instead of linking to it")
    return lost


def broken_in_book(book: pathlib.Path) -> list[str]:
    broken = []
    for page in book.rglob("*.html"):
        # All pages on one, for printing, and that for missing pages have links of their own kinds.
        if page.name in ("print.html", "404.html", "toc.html"):
            continue
        for target in re.findall(r'(?:href|src)="([^":]+)"', page.read_text()):
            name, _, place = target.partition("#")
            file = page.parent / name if name else page
            if not file.exists():
                broken.append(f"{page}: {target}: no such file")
            elif place and file.suffix == ".html" and f'id="{place}"' not in file.read_text():
                broken.append(f"{page}: {target}: no such place")
    return broken


def help_pages(program: str) -> dict[str, str]:
    def page(*words: str) -> str:
        return subprocess.run([program, *words], check=True, capture_output=True, text=True).stdout

    first = page("help")
    commands = re.findall(r"^  ([a-z-]+)\s{2,}", first, flags=re.M)
    pages = {f"help {name}": page("help", name) for name in commands}
    others = set(re.findall(r"\b[a-z0-9]+sum\b", pages["help as"].split("Options:")[0])) - {"lanesum"}
    pages |= {f"as {name} --help": page("as", name, "--help") for name in sorted(others)}
    return {"help": first, "help algorithms": page("help", "algorithms")} | pages


def control() -> None:
    """Each check fails where it must."""
    assert long_sentences(LONGEST * "word " + "word.") and not long_sentences(LONGEST * "word ")
    for mark in "//!", "    ///":
        half = f"{mark} {LONGEST // 2 * 'word '}\n"
        assert long_sentences(prose(rust_docs(f"{half}{half}{mark} word.")))
        assert not long_sentences(prose(rust_docs(f"{half}{mark}\n{half}{mark} - word.")))
        assert not long_sentences(prose(rust_docs(f"{half}fn f() {{}}\n{half}")))
        assert not long_sentences(prose(rust_docs(f"{mark} ```\n{half}{half}{half}{mark} ```")))
    assert phrases("one\nas PERFORMANCE.md says") == ["2: 'PERFORMANCE.md'"]
    assert phrases("//! the same\n//! to the byte") == ["1: 'the same to the byte'"]
    here = pathlib.Path("README.md")
    assert broken_links(here, "[a](no-such-file)") and broken_links(here, "[a](#no-such-heading)")
    assert not broken_links(here, "[a](README.md)")


def main() -> int:
    control()
    findings = []
    tracked = subprocess.run(["git", "ls-files", "-z"], check=True, capture_output=True, text=True).stdout
    files = [pathlib.Path(name) for name in tracked.split("\0") if name and name not in EXEMPT]
    for path in files:
        if path.suffix not in TEXTS and path.parts[0] != ".ci":
            continue
        text = path.read_text(errors="replace")
        findings += [f"{path}:{found}" for found in phrases(text)]
        if path.suffix == ".md":
            findings += [f"{path}: {found}" for found in broken_links(path, text)]
            findings += [f"{path}: {found}" for found in long_sentences(prose(text))]
        elif path.suffix == ".rs" and not str(path).startswith(LONG_RUST):
            findings += [f"{path}: {found}" for found in long_sentences(prose(rust_docs(text)))]
    findings += outside_of_the_book()
    if len(sys.argv) > 2:
        findings += broken_in_book(pathlib.Path(sys.argv[2]))
    pages = help_pages(sys.argv[1]) if len(sys.argv) > 1 else {}
    for name, text in pages.items():
        # Tables and lists of names are no sentences.
        long = [] if name == "help algorithms" else long_sentences(entries(text))
        findings += [f"lanesum {name}: {found}" for found in phrases(text) + long]
    print("\n".join(findings))
    print(f"words: {len(files)} files, {len(pages)} help pages, {len(findings)} findings")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
