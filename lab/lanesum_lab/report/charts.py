"""Bars as SVG, drawn by hand: no script, no library, readable in the dark."""

from html import escape


def bars(groups: list[tuple[str, list[tuple[str, float, str]]]], unit: str, digits: int = 1) -> str:
    """Horizontal bars: for each group its name and (label, value, class) of each bar."""
    longest = max(value for _, rows in groups for _, value, _ in rows)
    left, width, height, gap = 165, 240, 18, 8
    parts, y = [], 4
    for name, rows in groups:
        parts.append(f'<text x="0" y="{y + 13}" class="group">{escape(name)}</text>')
        y += height
        for label, value, kind in rows:
            length = max(1.0, width * value / longest)
            parts.append(f'<text x="{left - 8}" y="{y + 13}" class="label" text-anchor="end">{escape(label)}</text>')
            parts.append(f'<rect x="{left}" y="{y + 2}" width="{length:.1f}" height="{height - 4}" class="{kind}" rx="2"/>')
            parts.append(f'<text x="{left + length + 6:.1f}" y="{y + 13}" class="value">{value:.{digits}f}</text>')
            y += height
        y += gap
    text = f"Bars, in {unit}: " + "; ".join(
        f"{name}: " + ", ".join(f"{label} {value:.{digits}f}" for label, value, _ in rows) for name, rows in groups
    )
    return (
        f'<svg viewBox="0 0 {left + width + 60} {y}" role="img" aria-label="{escape(text)}">{"".join(parts)}</svg>'
        f'<p class="unit">{escape(unit)}</p>'
    )
