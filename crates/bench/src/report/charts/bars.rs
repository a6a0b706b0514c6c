//! Horizontal bars in groups, with a mark where the physical limit is.

use super::scale::{Scale, ScaleKind};
use super::{About, Anchor, Canvas, Form, STYLES, both};
use crate::report::doc::Chart;

#[derive(Clone, Debug)]
pub(crate) struct Bars {
    pub(crate) about: About,
    pub(crate) groups: Vec<Group>,
}

#[derive(Clone, Debug)]
pub(crate) struct Group {
    pub(crate) name: String,
    pub(crate) bars: Vec<Bar>,
}

#[derive(Clone, Debug)]
pub(crate) struct Bar {
    pub(crate) name: String,
    pub(crate) style: usize,
    pub(crate) value: f64,
    /// The value as text.
    pub(crate) label: String,
    pub(crate) spread: Option<(f64, f64)>,
    pub(crate) limit: Option<f64>,
    pub(crate) hint: String,
}

impl Bars {
    pub(crate) fn draw(&self) -> Option<Chart> {
        self.groups.iter().any(|g| !g.bars.is_empty()).then(|| both(&self.about, |form| self.draw_as(form)))
    }

    fn draw_as(&self, form: Form) -> Canvas {
        // On a wide page groups stand in two columns.
        let columns = if self.groups.len() > 1 { form.pick(2, 1) } else { 1 };
        let gap = 50.0;
        let width = (form.width() - gap * (columns - 1) as f64) / columns as f64;
        let per_column = self.groups.len().div_ceil(columns);
        let tall = |groups: &[Group]| groups.iter().map(Self::height).sum::<f64>();
        let height = self.groups.chunks(per_column.max(1)).map(tall).fold(0.0, f64::max);
        let mut canvas = Canvas::new(form.width(), height);
        for (column, groups) in self.groups.chunks(per_column.max(1)).enumerate() {
            let mut top = 0.0;
            for group in groups {
                self.group(&mut canvas, group, column as f64 * (width + gap), width, top);
                top += Self::height(group);
            }
        }
        canvas
    }

    fn height(group: &Group) -> f64 {
        30.0 + group.bars.len() as f64 * ROW + 16.0
    }

    fn group(&self, canvas: &mut Canvas, group: &Group, left: f64, width: f64, top: f64) {
        let bars = || self.groups.iter().flat_map(|g| &g.bars);
        let names = bars().map(|b| b.name.chars().count()).max().unwrap_or(0) as f64 * FONT * 0.55 + 10.0;
        let labels = bars().map(|b| b.label.chars().count()).max().unwrap_or(0) as f64 * FONT * 0.55 + 12.0;
        // Spreads do not count: one noisy bar would leave no room for the others. What of them is outside is cut off.
        let most =
            |bars: &[Bar]| 1.04 * bars.iter().map(|b| b.limit.map_or(b.value, |l| l.max(b.value))).fold(0.0, f64::max);
        let scale = Scale {
            kind: ScaleKind::Linear,
            min: 0.0,
            max: most(&group.bars).max(f64::MIN_POSITIVE),
            from: left + names,
            to: left + width - labels,
        };
        canvas.text((left, top + 18.0), Anchor::Start, FONT + 1.0, "strong", &group.name);
        for (i, bar) in group.bars.iter().enumerate() {
            let y = top + 28.0 + i as f64 * ROW;
            let (style, strong) = (bar.style % STYLES, if bar.style == 0 { " strong" } else { "" });
            let middle = y + BAR / 2.0;
            let (zero, end) = (scale.place(0.0), scale.place(bar.value));
            canvas.text((zero - 7.0, middle + FONT * 0.35), Anchor::End, FONT, strong.trim(), &bar.name);
            let faint = if bar.style == 0 { "" } else { " faint" };
            canvas.rect((zero, y), (end - zero, BAR), &format!("f{style}{faint}"), &bar.hint);
            let mut after = end;
            if let Some((low, high)) = bar.spread {
                let high = scale.place(high.min(scale.max));
                canvas.line((scale.place(low.min(scale.max)), middle), (high, middle), "axis");
                after = after.max(high);
            }
            if let Some(limit) = bar.limit {
                canvas.line((scale.place(limit), y - 3.0), (scale.place(limit), y + BAR + 3.0), "mark");
                after = after.max(scale.place(limit) + 2.0);
            }
            canvas.text((after + 6.0, middle + FONT * 0.35), Anchor::Start, FONT, strong.trim(), &bar.label);
        }
        let bottom = top + 26.0 + group.bars.len() as f64 * ROW;
        canvas.line((scale.place(0.0), top + 24.0), (scale.place(0.0), bottom), "axis");
    }
}

const FONT: f64 = 12.5;
const BAR: f64 = 15.0;
const ROW: f64 = 21.0;
