"""A page in Markdown, and as one HTML file: a list of texts and plots."""

import re

from rows import HERE, digits


class Plot:
    """`name` is a file's; a plot without one is for the HTML page alone. It is drawn when it is asked for: Markdown needs no library."""

    def __init__(self, name, caption, kind, *args):
        self.name, self.caption, self.kind, self.args = name, caption, kind, args

    def svg(self, scheme):
        import plots

        figure = getattr(plots, self.kind)(*self.args, scheme)
        if self.name and self.kind == "lines":
            figure.axes[0].set_title(self.caption.partition(". ")[0].rstrip("."), loc="left", color=plots.INK[scheme][0])
        return plots.svg(figure)


def escaped(text):
    """For Markdown, but for what is in backticks or bold."""
    parts = text.split("`")
    parts[::2] = [re.sub(r"([\[\]_|<])", r"\\\1", part) for part in parts[::2]]
    return "`".join(parts)


def section(heading, verdict, *blocks, level=2):
    """What a reader wants to know first is the verdict."""
    return [f"{'#' * level} {escaped(heading)}", *([f"**{escaped(verdict)}**"] if verdict else []), *filter(None, blocks)]


def table(caption, heads, rows, *notes, left=()):
    """Columns are aligned to the right, but for the first and those in `left`. Nothing without rows."""
    if not rows:
        return None
    rules = ["---" if i == 0 or i in left else "---:" for i in range(len(heads))]
    lines = [heads, *([cell or "–" for cell in row] for row in rows)]
    lines = [f"| {' | '.join(map(escaped, line))} |" for line in lines]
    parts = [f"**{escaped(caption)}**"] if caption else []
    return "\n\n".join([*parts, "\n".join([lines[0], f"| {' | '.join(rules)} |", *lines[1:]]), *map(escaped, notes)])


def bold(text, when=True):
    return f"**{text}**" if text and when else text


def figure(row, unit, aside="", stands_out=False):
    """`~` before a figure whose samples lie far apart."""
    value = row and row.of(unit)
    if not value:
        return row and (("noisy" if row.is_noisy else "no figure") if row.reason else None)
    return bold(("~" if row.is_unsteady else "") + digits(value) + (f" ({aside})" if aside else ""), stands_out)


def html(blocks, title):
    """Without script or network, in the reader's colours."""
    import markdown

    text = "\n\n".join(block if isinstance(block, str) else f"<!--plot {i}-->" for i, block in enumerate(blocks))
    body = markdown.markdown(text, extensions=["tables", "toc"])
    for i, plot in enumerate(blocks):
        if isinstance(plot, Plot):
            pictures = "".join(f'<div class="{scheme}">{plot.svg(scheme)}</div>' for scheme in ("light", "dark"))
            body = body.replace(f"<!--plot {i}-->", f"<figure>{pictures}<figcaption>{plot.caption}</figcaption></figure>")
    head = f'<meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>{title}</title>'
    return f'<!doctype html>\n<html lang="en"><head>{head}<style>{(HERE / "style.css").read_text()}</style></head>\n<body>\n{body}\n</body></html>\n'
