//! Curves with bands, each named at its end.

use std::fmt::Write;

use super::scale::Scale;
pub(crate) use super::scale::ScaleKind;
use super::{About, Anchor, Canvas, Form, STYLES, both, dodge, px};
use crate::report::doc::Chart;
use crate::report::number::digits;

#[derive(Clone, Debug)]
pub(crate) struct Lines {
    pub(crate) about: About,
    pub(crate) x: Axis,
    pub(crate) y: Axis,
    pub(crate) series: Vec<Series>,
    /// Values that a line across the chart marks, with what they are.
    pub(crate) rules: Vec<(f64, String)>,
}

#[derive(Clone, Debug)]
pub(crate) struct Axis {
    pub(crate) label: String,
    pub(crate) kind: ScaleKind,
    /// Where labels stand; empty for round numbers.
    pub(crate) ticks: Vec<(f64, String)>,
}

#[derive(Clone, Debug)]
pub(crate) struct Series {
    pub(crate) name: String,
    /// Colour, dash and marker.
    pub(crate) style: usize,
    pub(crate) points: Vec<Point>,
    pub(crate) markers: Markers,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Markers {
    Shown,
    /// For curves with too many points.
    Hidden,
}

#[derive(Clone, Debug)]
pub(crate) struct Point {
    pub(crate) x: f64,
    pub(crate) y: f64,
    /// From the least to the upper quartile.
    pub(crate) spread: Option<(f64, f64)>,
    /// What a pointer at rest shows.
    pub(crate) hint: String,
}

impl Lines {
    /// Nothing where there are no two points to join.
    pub(crate) fn draw(&self) -> Option<Chart> {
        self.series.iter().any(|s| s.points.len() > 1).then(|| both(&self.about, |form| self.draw_as(form)))
    }

    fn draw_as(&self, form: Form) -> Canvas {
        let (width, height) = (form.width(), form.pick(430.0, 330.0));
        let font = form.pick(13.0, 12.0);
        let names = self.series.iter().map(|s| s.name.chars().count()).max().unwrap_or(0);
        let (top, bottom) = (26.0, height - 44.0);
        let mut canvas = Canvas::new(width, height);
        let rules: Vec<f64> = self.rules.iter().map(|rule| rule.0).collect();
        // Bands do not count: one noisy point would leave no room for the curves. What of them is outside is cut off.
        let y = self.scale(self.y.kind, |p| p.y, &rules, (bottom, top));
        // A digit is about 0.6 of the font's size wide.
        let digits = y.ticks().into_iter().map(|tick| tick_label(tick).chars().count()).max().unwrap_or(0);
        let left = (digits as f64 * font * 0.6 + 8.0).max(46.0);
        let right = width - 18.0 - names as f64 * font * 0.6;
        let x = self.scale(self.x.kind, |p| p.x, &[], (left + 8.0, right));

        canvas.text((0.0, 12.0), Anchor::Start, font, "soft", &self.y.label);
        canvas.text((right, height - 4.0), Anchor::End, font, "soft", &self.x.label);
        for tick in y.ticks() {
            let place = y.place(tick);
            canvas.line((left, place), (right, place), "grid");
            canvas.text((left - 6.0, place + font * 0.35), Anchor::End, font, "soft", &tick_label(tick));
        }
        canvas.line((left, bottom), (right, bottom), "axis");
        self.x_labels(&mut canvas, &x, bottom, font);
        for (value, name) in &self.rules {
            let place = y.place(*value);
            canvas.line((left, place), (right, place), "mark d4");
            canvas.text((right - 4.0, place - 5.0), Anchor::End, font, "strong", name);
        }
        // lanesum is drawn last, and so lies above.
        for series in self.series.iter().rev() {
            curve(&mut canvas, series, &x, &y);
        }
        let ends: Vec<f64> =
            self.series.iter().map(|s| s.points.last().map_or(bottom, |p| y.place(p.y)) + font * 0.35).collect();
        let places = dodge(&ends, font + 2.0, top + font * 0.35, bottom + font * 0.35);
        for (series, place) in self.series.iter().zip(places) {
            let class = format!("f{}{}", series.style % STYLES, if series.style == 0 { " strong" } else { "" });
            canvas.text((right + 9.0, place), Anchor::Start, font, &class, &series.name);
        }
        canvas
    }

    fn scale(&self, kind: ScaleKind, value: impl Fn(&Point) -> f64, more: &[f64], (from, to): (f64, f64)) -> Scale {
        let values = self.series.iter().flat_map(|s| &s.points).map(value).chain(more.iter().copied());
        let (mut min, mut max) = values.fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), v| (a.min(v), b.max(v)));
        if kind == ScaleKind::Linear {
            min = min.min(0.0);
            if from > to {
                // Room above the highest curve, and not along the horizontal axis.
                max *= 1.06;
            }
        } else if from > to {
            (min, max) = (min * 0.9, max * 1.1);
        }
        if max <= min {
            max = min + 1.0;
        }
        Scale { kind, min, max, from, to }
    }

    /// As many as fit beside each other, each with its mark: marks alone would run into one another.
    fn x_labels(&self, canvas: &mut Canvas, x: &Scale, bottom: f64, font: f64) {
        let round = || x.ticks().into_iter().map(|tick| (tick, tick_label(tick))).collect();
        let ticks: Vec<(f64, String)> = if self.x.ticks.is_empty() { round() } else { self.x.ticks.clone() };
        let mut free = f64::NEG_INFINITY;
        for (value, label) in &ticks {
            let place = x.place(*value);
            let half = label.chars().count() as f64 * font * 0.32;
            if place - half > free {
                canvas.line((place, bottom), (place, bottom + 4.0), "axis");
                canvas.text((place, bottom + 6.0 + font), Anchor::Middle, font, "soft", label);
                free = place + half + 5.0;
            }
        }
    }
}

fn curve(canvas: &mut Canvas, series: &Series, x: &Scale, y: &Scale) {
    let style = series.style % STYLES;
    let at = |p: &Point| (x.place(p.x), y.place(p.y));
    if series.points.iter().all(|p| p.spread.is_some()) && series.points.len() > 1 {
        let edge = |p: &Point, high: bool| {
            let (low_edge, high_edge) = p.spread.unwrap_or((p.y, p.y));
            let edge = if high { high_edge } else { low_edge };
            (x.place(p.x), y.place(edge.clamp(y.min, y.max)))
        };
        let around =
            series.points.iter().map(|p| edge(p, true)).chain(series.points.iter().rev().map(|p| edge(p, false)));
        canvas.path(format!("{}Z", joined(around)), &format!("band f{style}"), "");
    }
    let ours = if series.style == 0 { " ours" } else { "" };
    canvas.path(joined(series.points.iter().map(at)), &format!("line k{style} d{style}{ours}"), "");
    if series.markers == Markers::Shown {
        for point in &series.points {
            let hint = format!("{}: {}", series.name, point.hint);
            canvas.path(marker(style, at(point)), &format!("f{style}"), &hint);
        }
    }
}

fn joined(points: impl Iterator<Item = (f64, f64)>) -> String {
    let mut data = String::new();
    for (i, (x, y)) in points.enumerate() {
        // A String takes whatever is written.
        let _ = write!(data, "{}{} {}", if i == 0 { "M" } else { "L" }, px(x), px(y));
    }
    data
}

/// A shape for each style, so that curves differ without colour.
pub(super) fn marker(style: usize, (x, y): (f64, f64)) -> String {
    let shape: &[(f64, f64)] = match style % STYLES {
        0 => &[(-4.0, 0.0), (-2.8, -2.8), (0.0, -4.0), (2.8, -2.8), (4.0, 0.0), (2.8, 2.8), (0.0, 4.0), (-2.8, 2.8)],
        1 => &[(-3.4, -3.4), (3.4, -3.4), (3.4, 3.4), (-3.4, 3.4)],
        2 => &[(0.0, -4.4), (4.2, 3.2), (-4.2, 3.2)],
        3 => &[(0.0, -4.8), (4.8, 0.0), (0.0, 4.8), (-4.8, 0.0)],
        4 => &[(0.0, 4.4), (4.2, -3.2), (-4.2, -3.2)],
        5 => &[(-4.5, -1.6), (4.5, -1.6), (4.5, 1.6), (-4.5, 1.6)],
        6 => &[(-1.6, -4.5), (1.6, -4.5), (1.6, 4.5), (-1.6, 4.5)],
        _ => &[(-4.2, -4.2), (4.2, -4.2), (-4.2, 4.2), (4.2, 4.2)],
    };
    format!("{}Z", joined(shape.iter().map(|(dx, dy)| (x + dx, y + dy))))
}

fn tick_label(value: f64) -> String {
    if value == 0.0 || (value >= 1.0 && (value - value.round()).abs() < 1e-9) {
        format!("{value:.0}")
    } else {
        digits(value).trim_end_matches('0').trim_end_matches('.').into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chart(points: Vec<Point>, ticks: Vec<(f64, String)>) -> Chart {
        let about = About { id: "x".into(), title: "t".into(), description: "d".into(), caption: "c".into() };
        let axis = |ticks| Axis { label: "axis".into(), kind: ScaleKind::Log, ticks };
        let series = vec![Series { name: "lanesum".into(), style: 0, points, markers: Markers::Hidden }];
        let y = Axis { kind: ScaleKind::Linear, ..axis(Vec::new()) };
        Lines { about, x: axis(ticks), y, series, rules: Vec::new() }.draw().expect("two points make a line")
    }

    fn point(x: f64, y: f64, spread: Option<(f64, f64)>) -> Point {
        Point { x, y, spread, hint: String::new() }
    }

    /// The places of vertical lines and of texts with digits.
    fn places(svg: &str, of: &str, attribute: &str) -> Vec<f64> {
        let begin = format!(" {attribute}=\"");
        let elements = svg.split('<').filter(|element| element.starts_with(of));
        elements.filter_map(|e| e.split_once(&begin)?.1.split_once('"')?.0.parse().ok()).collect()
    }

    #[test]
    fn marks_of_crowded_ticks_keep_apart() {
        let lengths: Vec<f64> = (1..=40).map(|i| f64::from(i * 128)).collect();
        let points = lengths.iter().map(|x| point(*x, 4.0, None)).collect();
        let ticks = lengths.iter().map(|x| (*x, format!("{x:.0}"))).collect();
        let chart = chart(points, ticks);
        for (svg, least) in [(&chart.wide, 10.0), (&chart.narrow, 10.0)] {
            let mut marks: Vec<f64> = svg
                .split('<')
                .filter(|element| element.starts_with("line") && element.contains("class=\"axis\""))
                .flat_map(|element| {
                    let [a, b] = ["x1", "x2"].map(|x| places(element, "line", x));
                    if a == b { a } else { Vec::new() }
                })
                .collect();
            marks.sort_by(f64::total_cmp);
            assert!((2..40).contains(&marks.len()), "{marks:?}");
            assert!(marks.windows(2).all(|pair| pair[1] - pair[0] >= least), "{marks:?}");
        }
    }

    #[test]
    fn a_noisy_band_does_not_stretch_the_axis() {
        let quiet: Vec<Point> = (1..10).map(|x| point(f64::from(x), 4.0, Some((3.9, 4.1)))).collect();
        let mut noisy = quiet.clone();
        noisy[4].spread = Some((3.9, 400.0));
        let [quiet, noisy] = [quiet, noisy].map(|points| chart(points, Vec::new()));
        // The same line at the same height; the band is cut off at the top.
        let line = |svg: &str| svg.split('<').find(|e| e.contains("class=\"line")).map(str::to_owned);
        assert_eq!(line(&quiet.wide), line(&noisy.wide));
        assert!(places(&noisy.wide, "text", "y").iter().all(|y| (0.0..=430.0).contains(y)));
    }
}
