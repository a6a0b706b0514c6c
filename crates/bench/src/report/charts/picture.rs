//! The README's picture: bars of throughput in a few panels, as an SVG file of its own.
//!
//! A page shows an SVG file without its style sheet. So the colours stand in the file, and there is one file for light pages and
//! one for dark ones.

use super::{Anchor, Canvas, element};
use crate::report::number::digits;

use svg::node::{Node, Text};

/// For which pages a picture is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scheme {
    Light,
    Dark,
}

impl Scheme {
    fn style(self) -> &'static str {
        match self {
            Scheme::Light => {
                "text { fill: #1d2126; } .soft { fill: #59626d; } .ours { fill: #0a5aa0; } .theirs { fill: #b8c0c8; }"
            }
            Scheme::Dark => {
                "text { fill: #e4e7ea; } .soft { fill: #a0a9b2; } .ours { fill: #6cb6f5; } .theirs { fill: #59626d; }"
            }
        }
    }
}

/// What is compared, with one bar for each implementation.
#[derive(Clone, Debug)]
pub(crate) struct Panel {
    pub(crate) title: String,
    pub(crate) bars: Vec<Bar>,
}

#[derive(Clone, Debug)]
pub(crate) struct Bar {
    pub(crate) name: String,
    pub(crate) gb_per_second: f64,
    pub(crate) whose: Whose,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Whose {
    Ours,
    Theirs,
}

const WIDTH: f64 = 800.0;
const GAP: f64 = 40.0;
const NAMES: f64 = 136.0;
const LABELS: f64 = 48.0;
const ROW: f64 = 23.0;
const FONT: f64 = 14.0;

/// All panels in two columns, and a line below them. The bars of a panel share a scale.
pub(crate) fn draw(panels: &[Panel], footer: &str, scheme: Scheme) -> String {
    let column = (WIDTH - GAP) / 2.0;
    let rows = panels.iter().map(|panel| panel.bars.len()).max().unwrap_or(0) as f64;
    let tall = 56.0 + rows * ROW;
    let height = panels.len().div_ceil(2) as f64 * tall + 20.0;
    let mut canvas = Canvas::new(WIDTH, height);
    for (i, panel) in panels.iter().enumerate() {
        let (left, top) = ((i % 2) as f64 * (column + GAP), (i / 2) as f64 * tall);
        canvas.text((left, top + 18.0), Anchor::Start, FONT + 1.0, "strong", &panel.title);
        let longest = panel.bars.iter().map(|bar| bar.gb_per_second).fold(f64::MIN_POSITIVE, f64::max);
        for (j, bar) in panel.bars.iter().enumerate() {
            let y = top + 30.0 + j as f64 * ROW;
            let length = bar.gb_per_second / longest * (column - NAMES - LABELS);
            let (bar_class, text_class) = if bar.whose == Whose::Ours { ("ours", "strong") } else { ("theirs", "") };
            canvas.text((left + NAMES - 8.0, y + 13.0), Anchor::End, FONT, text_class, &bar.name);
            canvas.rect((left + NAMES, y), (length, ROW - 6.0), bar_class, "");
            let label = digits(bar.gb_per_second);
            canvas.text((left + NAMES + length + 7.0, y + 13.0), Anchor::Start, FONT, text_class, &label);
        }
    }
    canvas.text((0.0, height - 6.0), Anchor::Start, FONT - 1.0, "soft", footer);
    let mut root = element(
        "svg",
        [
            ("xmlns", "http://www.w3.org/2000/svg".into()),
            ("viewBox", format!("0 0 {WIDTH} {height}")),
            ("font-family", "system-ui, sans-serif".into()),
        ],
    );
    let mut style = element("style", []);
    style.append(Text::new(format!("{} .strong {{ font-weight: 600; }}", scheme.style())));
    root.append(style);
    for node in canvas.nodes {
        root.append(node);
    }
    format!("{root}\n")
}
