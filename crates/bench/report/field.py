"""The goals of whole programs' work (goals.tsv, "field"), judged by what .ci/bench-here measured: a table of docs/figures.md.

`python3 crates/bench/report/field.py [--write]`: without --write, whether the page has this table.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from page import bold, table
from rows import FIELD_GOALS, HERE, Row, newest

PAGE = HERE.parents[2] / "docs/figures.md"
BEGIN, END = "<!-- goals: begin -->\n", "<!-- goals: end -->\n"


def judge(goal, figures):
    """What lanesum and the fastest rival take, the value in the goal's unit, and whether it is reached; `None` for what is not in the file."""

    def fastest(names):
        # Of calls that are too long for a quiet sample there are nanoseconds, whose ratios are as good.
        keys = [(name, f"{goal.algorithm}: {name}{unit}") for name in names.split(" / ") for unit in ["", ", ns"][: 1 + (goal.kind == "field-ratio")]]
        return min(((figures[key] * goal.messages, name) for name, key in keys if key in figures), default=(None, None))

    (ours, _), (theirs, rival) = fastest(goal.backends), fastest(goal.against)
    if ours is None or (theirs is None and goal.kind != "field"):
        return Row(why="not measured" if ours is None else "no rival was measured")
    value = {"field": lambda: ours, "field-ratio": lambda: ours / theirs, "field-more": lambda: ours - theirs}[goal.kind]()
    is_reached = value <= goal.figure and (goal.aim == "tie" or theirs is None or ours < theirs)
    return Row(ours=ours, theirs=theirs, rival=rival, value=value, verdict="reached" if is_reached else bold("missed"))


def cell(goal, processor, figures):
    of = judge(goal, figures)
    if of.why:
        return of.why
    share = {"field": f"{of.value / goal.figure:.2f} of the goal", "field-ratio": f"{of.value:.2f} times", "field-more": f"{of.value:.0f} more"}[goal.kind]
    # Cycles do not carry over from one processor to another; ratios within a run do.
    verdict = f"{of.verdict}, " if goal.kind == "field-ratio" or processor == goal.processor else ""
    return f"{of.ours:g}{f' ({of.rival} {of.theirs:g})' if of.rival else ''}: {verdict}{share}"


def goals(files):
    """`files`: the date and the figures of each processor's newest file."""
    units = {"field": "{:g}", "field-ratio": "{:.2f} times the rival", "field-more": "{:g} more"}
    lines = [[goal.goal, units[goal.kind].format(goal.figure), *(cell(goal, name, figures) for name, (_, figures) in files.items())] for goal in FIELD_GOALS]
    own = FIELD_GOALS[0].processor
    heads = ["work", "goal", *(f"{name}, {date}{'' if name == own else f' (cycles set for {own})'}" for name, (date, _) in files.items())]
    return table("", heads, lines, left=(2, 3)) + "\n"


def main():
    head, rest = PAGE.read_text().split(BEGIN)
    made, tail = goals({name: file for name, file in newest().items() if name.startswith("EPYC")}), rest.split(END)[1]
    if "--write" in sys.argv:
        PAGE.write_text(head + BEGIN + made + END + tail)
    elif rest.split(END)[0] != made:
        raise SystemExit("docs/figures.md: goals.tsv and docs/measured give another table of goals; crates/bench/report/field.py --write writes it")


if __name__ == "__main__":
    main()
