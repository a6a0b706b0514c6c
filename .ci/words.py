"""What CI can check of the documents: `python3 .ci/words.py [LANESUM]`, from the repository's root.

- Every link in a Markdown file leads to a file that exists and to a heading that it has. (Links to other sites are not checked.)
- docs/SUMMARY.md has every page of docs/, and no page links to what is outside of docs/: the book would not have it.
- Every `lanesum SUBCOMMAND --option` in a Markdown file is one of the built command LANESUM.
- No text names a document that readers do not have, or has a phrase that nobody would say.

Each check is first tried on a text that must fail it.
"""

import pathlib
import re
import subprocess
import sys

PHRASES = [
    r"\bDESIGN(\.md)?\b", r"\bPERFORMANCE\.md\b", r"\bWRITING\.md\b", r"\bspecs/",
    r"gone on with", r"(?:^|[.,;/!#*\"] *|\band )[Ww]ho (?:wants|gives|has)\b", r"so far more", r"shall have", r"has a use for", r"is told and\b",
    r"\bthereof\b", r"\bhereby\b", r"hangs on the", r"what is left over", r"to which (it|they) (is|are) to", r"\b(is|are|not) to be had\b",
    r"\b[Ww]hat tells\b", r"\bof no use\b", r"\bgives? (it|them) out\b", r"\ba look for\b",
]
TEXTS = {".md", ".rs", ".py", ".pyi", ".c", ".h", ".toml", ".sh", ".html", ".js", ".mjs", ".ts"}


def phrases(text):
    for number, line in enumerate(text.splitlines(), 1):
        line = re.sub(r"^\s*(//[/!]?|#+|\*)?\s*", "", line)
        for found in filter(None, (re.search(phrase, line) for phrase in PHRASES)):
            yield f"{number}: {found[0]!r}"


def anchors(text):
    """As GitHub makes them of headings."""
    headings = re.findall(r"^#+\s+(.*?)\s*$", re.sub(r"```.*?```", "", text, flags=re.S), flags=re.M)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def links(path, text):
    text = re.sub(r"`[^`\n]*`", "", re.sub(r"```.*?```", "", text, flags=re.S))
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        name, _, anchor = target.partition("#")
        file = (path.parent / name) if name else path
        if re.match(r"[a-z]+:", target):
            continue
        if not file.exists():
            yield f"{target}: no such file"
        elif anchor and file.suffix == ".md" and anchor not in anchors(file.read_text()):
            yield f"{target}: no such heading"
        elif path.parts[0] == "docs" and pathlib.Path("docs").resolve() not in file.resolve().parents:
            yield f"{target}: outside of docs/; name the file instead of linking to it"


class Command:
    """The options of each subcommand, as the command itself lists them."""

    def __init__(self, program):
        self.program, self.known = program, {}

    def options(self, subcommand):
        if subcommand not in self.known:
            said = subprocess.run([self.program, subcommand, "--help"], capture_output=True, text=True)
            self.known[subcommand] = None if said.returncode else set(re.findall(r"--[a-z][a-z0-9-]*", said.stdout)) | {"--help"}
        return self.known[subcommand]

    def wrong(self, text):
        fenced = r"```(\w*)\n(.*?)```"
        code = [block for language, block in re.findall(fenced, text, flags=re.S) if language in ("sh", "console", "text", "")]
        code += re.findall(r"`(lanesum [^`\n]*)`", re.sub(fenced, "", text, flags=re.S))
        for line in "\n".join(code).replace("\\\n", " ").splitlines():
            for words in re.findall(r"(?:^|[|;&(]|\$ ) *lanesum ((?![A-Z-])[a-z]+(?: [^|;&#>]*)?)", line):
                subcommand, *others = words.split()
                # "lanesum has no …" is how messages of the npm package begin.
                if subcommand in ("as", "help", "has", "could"):
                    continue
                options = self.options(subcommand)
                if options is None:
                    yield f"lanesum {subcommand}: no such subcommand"
                for option in re.findall(r"(?<!\S)(--[a-z][a-z0-9-]*)", " ".join(others)) if options else []:
                    if option not in options:
                        yield f"lanesum {subcommand} {option}: no such option"


def main():
    command = Command(sys.argv[1]) if len(sys.argv) > 1 else None
    here = pathlib.Path("README.md")
    assert list(phrases("one\nas PERFORMANCE.md says")) == ["2: 'PERFORMANCE.md'"]
    assert list(links(here, "[a](no-such-file) [a](#no-such-heading)"))[1:] and not list(links(here, "[a](README.md)"))
    assert not command or len(list(command.wrong("`lanesum sun f` and\n```sh\n$ lanesum sum --untaged f\nlanesum sum -a sha256 f\n```"))) == 2
    findings = []
    tracked = subprocess.run(["git", "ls-files", "-z"], check=True, capture_output=True, text=True).stdout
    files = [pathlib.Path(name) for name in tracked.split("\0") if name and name != ".ci/words.py" and pathlib.Path(name).is_file()]
    summary = pathlib.Path("docs/SUMMARY.md").read_text()
    for path in files:
        if path.suffix not in TEXTS and path.parts[0] != ".ci":
            continue
        text = path.read_text(errors="replace")
        findings += [f"{path}:{found}" for found in phrases(text)]
        if path.suffix == ".md":
            findings += [f"{path}: {found}" for found in links(path, text)]
            findings += [f"{path}: {found}" for found in (command.wrong(text) if command and path.name != "CHANGELOG.md" else [])]
            if path.parts[0] == "docs" and path.name != "SUMMARY.md" and f"({path.relative_to('docs')})" not in summary:
                findings.append(f"{path}: not in docs/SUMMARY.md")
    print(*findings, f"words: {len(files)} files, {len(findings)} findings", sep="\n")
    return bool(findings)


sys.exit(main())
