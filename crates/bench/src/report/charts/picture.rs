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
const GAP: f64 = 24.0;
const NAMES: f64 = 224.0;
const LABELS: f64 = 48.0;
const ROW: f64 = 23.0;
const FONT: f64 = 14.0;
const LINE: f64 = 20.0;

/// All panels in two columns, and lines below them. The bars of a panel share a scale.
pub(crate) fn draw(panels: &[Panel], footer: &[String], scheme: Scheme) -> String {
    let column = (WIDTH - GAP) / 2.0;
    let tall = |two: &[Panel]| 56.0 + two.iter().map(|panel| panel.bars.len()).max().unwrap_or(0) as f64 * ROW;
    let tops: Vec<f64> = panels
        .chunks(2)
        .scan(0.0, |below, two| {
            let top = *below;
            *below += tall(two);
            Some(top)
        })
        .collect();
    let below = panels.chunks(2).map(tall).sum::<f64>();
    let height = below + footer.len() as f64 * LINE;
    let mut canvas = Canvas::new(WIDTH, height);
    for (i, panel) in panels.iter().enumerate() {
        let (left, top) = ((i % 2) as f64 * (column + GAP), tops[i / 2]);
        canvas.text((left, top + 18.0), Anchor::Start, FONT + 1.0, "strong", &panel.title);
        let longest = panel.bars.iter().map(|bar| bar.gb_per_second).fold(f64::MIN_POSITIVE, f64::max);
        for (j, bar) in panel.bars.iter().enumerate() {
            let y = top + 30.0 + j as f64 * ROW;
            let length = bar.gb_per_second / longest * (column - NAMES - LABELS);
            let (bar_class, text_class) = if bar.whose == Whose::Ours { ("ours", "strong") } else { ("theirs", "") };
            canvas.text((left + NAMES - 8.0, y + 13.0), Anchor::End, FONT - 1.0, text_class, &bar.name);
            canvas.rect((left + NAMES, y), (length, ROW - 6.0), bar_class, "");
            let label = digits(bar.gb_per_second);
            canvas.text((left + NAMES + length + 7.0, y + 13.0), Anchor::Start, FONT, text_class, &label);
        }
    }
    for (i, line) in footer.iter().enumerate() {
        canvas.text((0.0, below + (i + 1) as f64 * LINE - 6.0), Anchor::Start, FONT - 1.0, "soft", line);
    }
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
