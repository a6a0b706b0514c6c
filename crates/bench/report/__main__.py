"""Pages and plots of a run of lanesum-bench, from its JSON:

python3 crates/bench/report RUN.json [GATE.json …] --markdown FILE …

Plots need matplotlib, which people know, and which needs neither a browser nor a network; --html also needs the package `markdown`.
"""

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

import page
import readme
import sections
import terminal
from rows import Run


def main():
    parser = argparse.ArgumentParser(prog="report", description="Pages and plots of a run of lanesum-bench, from its JSON")
    parser.add_argument("results", nargs="+", metavar="JSON", help="what lanesum-bench --json wrote; that of --gate or --signatures, too")
    parser.add_argument("--markdown", type=Path, metavar="FILE", help="write the first page, and one for each subject into the folder of this name; without plots")
    parser.add_argument("--html", type=Path, metavar="FILE", help="write the page with plots as one file for the browser, light and dark")
    parser.add_argument("--plots", type=Path, metavar="FOLDER", help="write plots, light and dark: of the rivals, and of the papers' figures")
    parser.add_argument("--readme", type=Path, metavar="FILE", help="draw docs/speed-*.svg beside this README, and put them between its markers")
    parser.add_argument("--terminal", metavar="LANESUM", help="record this command, docs/terminal-light.svg and docs/terminal-dark.svg")
    parser.add_argument("--signatures", type=Path, metavar="FILE", help="write the table of signatures between the markers of this page")
    args = parser.parse_args()
    run = Run(args.results)
    pages = sections.pages(run) if args.markdown or args.html or args.plots else {}
    blocks = [block for name, made in pages.items() if name for block in made[1:]]
    if args.markdown:
        folder = args.markdown.with_suffix("")
        folder.mkdir(exist_ok=True)
        for name, made in pages.items():
            path = folder / f"{name}.md" if name else args.markdown
            texts = [text for text in made if isinstance(text, str)]
            path.write_text("\n\n".join([*texts, "Written by `crates/bench/report`; edits here are lost."]) + "\n")
    if args.html:
        m = run.machine
        args.html.write_text(page.html(["# lanesum: figures, rivals, limits", f"lanesum {m.lanesum} on {m.processor}, {m.date}", "[TOC]", *blocks], "lanesum"))
    if args.plots:
        args.plots.mkdir(parents=True, exist_ok=True)
        for plot in (block for block in blocks if isinstance(block, page.Plot) and block.name):
            for scheme in ("light", "dark"):
                (args.plots / f"{plot.name}-{scheme}.svg").write_text(plot.svg(scheme))
    if args.readme:
        readme.write(run, args.readme)
    if args.terminal:
        terminal.write(args.terminal)
    if args.signatures:
        readme.replace(args.signatures, sections.signatures(run))


if __name__ == "__main__":
    main()
