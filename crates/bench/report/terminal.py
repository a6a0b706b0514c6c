"""A short recording of the command in a terminal, as animated SVGs beside README.md: `crates/bench/report --terminal LANESUM`,
the built command.

The commands run in a terminal of their own, so that what is shown is what people see. `terminal.py LANESUM` fails if the pictures show
anything else than the command prints now.
"""

import html
import os
import pathlib
import pty
import re
import subprocess
import sys
import tempfile

DOCS = pathlib.Path(__file__).resolve().parents[3] / "docs"
COLUMNS, ROW, LETTER = 62, 20, 8.0
COMMANDS = ["lanesum sum -r photos -o SUMS", "lanesum check SUMS", "echo oops >> photos/cat.jpg", "lanesum check SUMS"]
PAPER = {"light": ("#f6f8fa", "#1f2328", "#59636e", "#c0202b", "#1a7f37"), "dark": ("#151b23", "#e6edf3", "#9198a1", "#ff7b72", "#3fb950")}


def typed(command, folder, lanesum):
    """What a terminal shows of a command, with its colours."""
    control, terminal = pty.openpty()
    path = f"{folder.parent / 'bin'}:{os.environ['PATH']}"
    (folder.parent / "bin").mkdir(exist_ok=True)
    link = folder.parent / "bin/lanesum"
    link.exists() or link.symlink_to(lanesum)
    env = {"PATH": path, "TERM": "xterm-256color", "COLUMNS": str(COLUMNS), "LC_ALL": "C.UTF-8", "HOME": str(folder)}
    done = subprocess.Popen(["sh", "-c", command], cwd=folder, stdin=terminal, stdout=terminal, stderr=terminal, env=env)
    os.close(terminal)
    shown = b""
    try:
        while part := os.read(control, 4096):
            shown += part
    except OSError:  # Linux's way to say that nobody writes any more
        pass
    os.close(control)
    done.wait()
    text = re.sub(r"\x1b\[[0-9;?]*[A-Za-ln-z]", "", shown.decode()).replace("\r\n", "\n")
    # A progress bar is drawn over.
    return [line.split("\r")[-1] for line in text.splitlines()]


def lines(lanesum):
    """Lines, each with the seconds after which it is there."""
    shown, at = [], 0.5
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary) / "home"
        for name in ("cat.jpg", "2026/lake.jpg", "2026/snow.jpg"):
            (folder / "photos" / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / "photos" / name).write_text(name)
        for command in COMMANDS:
            shown.append((at, f"$ {command}"))
            at += 0.9
            for line in typed(command, folder, lanesum):
                shown.append((at, line))
                at += 0.15
            at += 1.0
    return shown


def drawn(shown, scheme):
    paper, ink, soft, red, green = PAPER[scheme]
    width, height = int(COLUMNS * LETTER + 24), len(shown) * ROW + 24
    texts = []
    for i, (at, line) in enumerate(shown):
        parts, colour = [], ink
        for part in re.split(r"(\x1b\[[0-9;]*m)", line):
            if part.startswith("\x1b"):
                colour = red if "31" in part else green if "32" in part else ink
            elif part.startswith("$ "):
                parts.append(f'<tspan fill="{soft}">$ </tspan><tspan font-weight="bold">{html.escape(part[2:])}</tspan>')
            elif part:
                parts.append(f'<tspan fill="{colour}">{html.escape(part)}</tspan>')
        texts.append(f'<text x="12" y="{i * ROW + 27}" fill="{ink}" style="animation-delay:{at:.2f}s">{"".join(parts)}</text>')
    style = (
        "text{font:13px ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace;white-space:pre;animation:shown .01s backwards}"
        "@keyframes shown{from{opacity:0}}@media(prefers-reduced-motion){text{animation:none}}"
    )
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img">'
    return "\n".join([head, f"<style>{style}</style>", f'<rect width="{width}" height="{height}" rx="8" fill="{paper}"/>', *texts, "</svg>"]) + "\n"


def write(lanesum):
    shown = lines(os.path.realpath(lanesum))
    for scheme in PAPER:
        (DOCS / f"terminal-{scheme}.svg").write_text(drawn(shown, scheme))


def check(lanesum):
    shown = lines(os.path.realpath(lanesum))
    for scheme in PAPER:
        if (DOCS / f"terminal-{scheme}.svg").read_text() != drawn(shown, scheme):
            print("\n".join(line for _, line in shown))
            raise SystemExit(f"docs/terminal-{scheme}.svg: the command prints this now; crates/bench/report --terminal draws it anew")


if __name__ == "__main__":
    check(sys.argv[1])
