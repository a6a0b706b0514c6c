#!/usr/bin/env python3
"""The book on a telephone and on a desk: `.ci/pages.py BOOK CHROMIUM` opens each page 400 and 1,280 pixels wide. None scrolls sideways, no picture
is missing, and no table of a page hides a column but those of WIDE on a telephone."""

import functools
import html
import http.server
import json
import pathlib
import re
import subprocess
import sys
import threading

# Appendices whose tables have nine columns and more: they scroll inside of the page.
APPENDICES = ("batches", "goals", "one-message", "papers", "permutations")
WIDE = {"adoption.html", "signatures.html", "trust.html", *(f"performance/{name}.html" for name in APPENDICES)}
# Pixels of the letters in the README's picture, which is narrow there.
LEAST_LETTERS = 8

SCRIPT = """
<pre id="found"></pre><script type="module">
const found = [];
for (const page of PAGES) for (const width of [400, 1280]) {
  const frame = document.createElement("iframe");
  frame.style = `width: ${width}px; height: 800px; border: 0`;
  frame.src = page;
  document.body.append(frame);
  await new Promise((done) => (frame.onload = done));
  const shown = frame.contentDocument;
  const say = (what) => found.push([page, width, what]);
  if (shown.scrollingElement.scrollWidth > width) say(`scrolls sideways: ${shown.scrollingElement.scrollWidth} pixels`);
  for (const image of shown.images) {
    await image.decode().catch(() => say(`no picture ${image.getAttribute("src")}`));
    const source = await fetch(image.currentSrc).then((answer) => answer.text());
    const [, wide] = /viewBox="0 0 ([\\d.]+)/.exec(source) ?? [];
    const letters = Array.from(source.matchAll(/font(?:-size)?:\\s*(?:\\w+ )?([\\d.]+)px/g), ([, size]) => +size);
    const least = (Math.min(...letters) * image.clientWidth) / wide;
    if (image.currentSrc.includes("/speed") && !(least >= LEAST)) say(`letters of ${least} pixels in ${image.currentSrc}`);
  }
  for (const table of shown.querySelectorAll(".table-wrapper"))
    if (table.scrollWidth > table.clientWidth + 1) say(`hides a column (${table.scrollWidth} of ${table.clientWidth}): ${table.querySelector("tr").innerText.replace(/\\s+/g, " ")}`);
  frame.remove();
}
document.getElementById("found").textContent = JSON.stringify(found);
</script>"""


class Handler(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        """Nothing of each request."""


def main(book: pathlib.Path, chromium: str) -> None:
    others = ("print.html", "404.html", "toc.html")
    pages = sorted(str(path.relative_to(book)) for path in book.rglob("*.html") if path.name not in others)
    (book / "pages-test.html").write_text(SCRIPT.replace("PAGES", json.dumps(pages), 1).replace("LEAST", str(LEAST_LETTERS)))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=book))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    options = ["--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=300000", "--window-size=1400,900", "--dump-dom"]
    address = f"http://127.0.0.1:{server.server_port}/pages-test.html"
    done = subprocess.run([chromium, *options, address], capture_output=True, text=True, timeout=300)
    (book / "pages-test.html").unlink()
    answer = re.search(r'<pre id="found">(.*?)</pre>', done.stdout, re.S)
    if not answer or not answer[1]:
        sys.exit(f"pages: the browser gave no answer: {done.stderr[-500:]}")
    def scrolls(page, width, what):
        return width == 400 and page in WIDE and what.startswith("hides")

    found = [entry for entry in json.loads(html.unescape(answer[1])) if not scrolls(*entry)]
    for page, width, what in found:
        print(f"{page}, {width} pixels wide: {what}")
    print(f"pages: {len(pages)} pages, {len(found)} findings")
    sys.exit(bool(found))


main(pathlib.Path(sys.argv[1]).resolve(), sys.argv[2])
