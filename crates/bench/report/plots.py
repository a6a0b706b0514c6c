"""Plots by matplotlib: people know it, it needs neither a browser nor a network, and its SVG and PNG are the same each time."""

import io
import textwrap

import matplotlib
from matplotlib.figure import Figure
from matplotlib.ticker import FixedLocator, FuncFormatter, MaxNLocator, NullLocator

from rows import OURS, digits, size

INK = {"light": ("#1d2126", "#59626d", "#d9dde1"), "dark": ("#e4e7ea", "#a0a9b2", "#343b42")}
# lanesum's first. By Okabe and Ito, darker or lighter for the paper.
COLOURS = {
    "light": ["#0a5aa0", "#b4530a", "#00785a", "#a03070", "#6b5b00", "#5b4fb0", "#4d5660", "#8c2f2f"],
    "dark": ["#6cb6f5", "#f0a35e", "#4fcfa5", "#ec8fc0", "#d8c650", "#b3a8ff", "#b4bdc6", "#f28b8b"],
}
REST = {"light": "#b7bfc7", "dark": "#5a646e"}
MARKERS = "os^Dv<>P"
matplotlib.rcParams.update({"svg.hashsalt": "lanesum", "svg.fonttype": "none", "font.size": 9, "font.family": ["DejaVu Sans", "sans-serif"]})


def svg(figure):
    with io.StringIO() as text:
        figure.savefig(text, format="svg", transparent=True, metadata={"Date": None, "Creator": None})
        whole = text.getvalue()
    return whole[whole.index("<svg") :]


def panel(axes, scheme, xlabel="", ylabel=""):
    ink, soft, rule = INK[scheme]
    axes.set_facecolor("none")
    axes.set_xlabel(xlabel, color=soft)
    axes.set_ylabel(ylabel, color=soft)
    axes.tick_params(colors=soft, which="both", labelcolor=ink)
    axes.grid(color=rule, linewidth=0.6)
    axes.set_axisbelow(True)
    for side, spine in axes.spines.items():
        spine.set_visible(side in ("left", "bottom"))
        spine.set_color(rule)
    return axes


def legend(axes, scheme, **more):
    axes.legend(labelcolor=INK[scheme][0], frameon=False, **more)


def lines(series, axes, *rest):
    """A curve for each name; a figure before the scheme is a line across."""
    *rule, scheme = rest
    xlabel, ylabel, xscale, yscale = axes
    figure = Figure(figsize=(9, 4.6), layout="constrained")
    ax = panel(figure.add_subplot(), scheme, xlabel, ylabel)
    for i, (name, points) in enumerate((name, points) for name, points in series.items() if points):
        points = [(x, y) for x, y in points if x > 0 or xscale == "linear"]
        marker = MARKERS[i % len(MARKERS)] if len(points) <= 40 else None
        colour = COLOURS[scheme][i % len(COLOURS[scheme])]
        ax.plot(*zip(*points, strict=True), label=name, color=colour, marker=marker, markersize=4, linewidth=2 if name == OURS else 1.2)
    for y in rule:
        ax.axhline(y, color=INK[scheme][1], linestyle="--", linewidth=1)
    ax.set_yscale(yscale)
    if xscale == "log":
        ax.set_xscale("log", base=2)
        ax.xaxis.set_major_formatter(FuncFormatter(lambda x, _: size(int(x))))
    if yscale == "log":
        ax.yaxis.set_major_formatter(FuncFormatter(lambda y, _: f"{y:g}"))
    legend(ax, scheme, loc="upper left", bbox_to_anchor=(1.01, 1))
    return figure


def dots(functions, scheme):
    """A line for each function: lanesum, its limit, and the rivals."""
    figure = Figure(figsize=(9, 0.9 + 0.27 * len(functions)), layout="constrained")
    ax = panel(figure.add_subplot(), scheme, "core cycles per byte")
    ink, soft, _ = INK[scheme]
    figure.suptitle("One message of 4096 bytes: core cycles per byte, less is better", color=ink, fontsize=10)
    for y, (_, ours, limit, contest) in enumerate(functions):
        ax.plot([value for value, _ in contest], [y] * len(contest), "o", color=soft, markersize=4.5, alpha=0.75)
        if contest:
            ax.annotate(contest[0][1], (max(contest[-1][0], ours), y), (8, 0), textcoords="offset points", va="center", color=soft, fontsize=7.5)
        if ours:
            ax.plot(ours, y, "D", color=COLOURS[scheme][0], markersize=6)
        if limit:
            ax.plot(limit, y, "|", color=ink, markersize=11)
    for style, label, colour in (("D", "lanesum", COLOURS[scheme][0]), ("|", "limit of its kernel's form", ink), ("o", "rivals; at the right the fastest one's name", soft)):
        ax.plot([], [], style, color=colour, label=label)
    legend(ax, scheme, loc="lower center", bbox_to_anchor=(0.5, 1), ncols=3)
    ax.set_yticks(range(len(functions)), [name for name, *_ in functions])
    ax.set_ylim(len(functions) - 0.4, -0.6)
    ax.set_xscale("log")
    ax.xaxis.set_major_locator(FixedLocator([0.5, 1, 2, 5, 10, 20, 50]))
    ax.xaxis.set_minor_locator(NullLocator())
    ax.xaxis.set_major_formatter(FuncFormatter(lambda x, _: f"{x:g}"))
    return figure


def heat(values, counts, lengths, scheme):
    """Speed-ups, by length and number of messages."""
    figure = Figure(figsize=(9, 0.9 + 0.28 * len(lengths)), layout="constrained")
    ax = panel(figure.add_subplot(), scheme, "messages in one call")
    ax.grid(visible=False)
    norm = matplotlib.colors.TwoSlopeNorm(1, 0.5, 12)
    shown = [[value or float("nan") for value in row] for row in values]
    image = ax.imshow(shown, aspect="auto", norm=norm, cmap="RdBu")
    for y, row in enumerate(values):
        for x, value in enumerate(row):
            if value:
                red, green, blue, _ = image.cmap(norm(value))
                colour = "#111" if 0.3 * red + 0.6 * green + 0.1 * blue > 0.5 else "#fff"
                ax.text(x, y, f"{value:.2f}", ha="center", va="center", fontsize=8, color=colour)
    ax.set_xticks(range(len(counts)), map(str, counts))
    ax.set_yticks(range(len(lengths)), map(size, lengths))
    return figure


def speed(panels, footer, scheme, columns):
    """The picture of the README: a panel for each comparison, in two columns, or in one for phones; a unit has one scale in all panels."""
    ink, soft, rule = INK[scheme]
    rows = [panels[i : i + columns] for i in range(0, len(panels), columns)]
    heights = [max(len(bars) for *_, bars in row) + 2.2 for row in rows]
    wide = 8.9 if columns == 2 else 4.4
    footer = footer if columns == 2 else [part for line in footer for part in textwrap.wrap(line, 56)]
    lines = sum(heights) + 1.1 * len(footer)
    most = {unit: 1.16 * max(value for one, _, bars in panels if one == unit for _, value, _ in bars) for unit, *_ in panels}
    figure, below = Figure(figsize=(wide, 0.23 * lines)), 1.0
    for row, height in zip(rows, heights, strict=True):
        for x, (unit, title, bars) in enumerate(row):
            ax = figure.add_axes(((0.2 + 0.5 * x) if columns == 2 else 0.4, below - height / lines, 0.28 if columns == 2 else 0.58, height / lines), facecolor="none")
            colours = [COLOURS[scheme][0] if ours else REST[scheme] for *_, ours in bars]
            drawn = ax.barh(range(len(bars)), [value for _, value, _ in bars], color=colours, height=0.72)
            ax.set_yticks(range(len(bars)), [name for name, *_ in bars])
            labels = ax.bar_label(drawn, [digits(value) for _, value, _ in bars], padding=4, color=ink)
            for i, (*_, ours) in enumerate(bars):
                for label in (labels[i], ax.get_yticklabels()[i]):
                    label.set_fontweight("bold" if ours else "normal")
            ax.text(-0.7 if columns == 2 else -0.69, -1.05, title, transform=ax.get_yaxis_transform(), color=ink, fontsize=10, fontweight="bold", va="center")
            ax.set(ylim=(height - 1.6, -1.6), xlim=(0, most[unit]))
            # The axis lies below the bars: the rest of the height is the panel's margin.
            ax.xaxis.set_major_locator(MaxNLocator(5, integer=True))
            for tick in ax.get_xticks():
                if tick <= most[unit]:
                    ax.plot([tick, tick], [-0.55, len(bars) - 0.4], color=rule, linewidth=0.6, zorder=0)
                    last = tick + (ax.get_xticks()[1] - ax.get_xticks()[0]) > most[unit]
                    ax.text(tick, len(bars) - 0.02, f"{tick:g} {unit if unit == 'GB/s' else 's'}" if last else f"{tick:g}", color=soft, fontsize=7.5, ha="center", va="center")
            ax.tick_params(length=0, labelcolor=ink, labelbottom=False)
            ax.spines[:].set_visible(False)
        below -= height / lines
    figure.text(0, below - 0.2 / lines, "\n".join(footer), color=soft, va="top", fontsize=8.5 if columns == 2 else 8, linespacing=1.45)
    return figure
