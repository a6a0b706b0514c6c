//! A map of cells: rows by columns, coloured by a speed-up and with the number in each.

use super::{About, Anchor, Canvas, Form, both};
use crate::report::doc::Chart;

#[derive(Clone, Debug)]
pub(crate) struct Map {
    pub(crate) about: About,
    pub(crate) row_label: String,
    pub(crate) column_label: String,
    pub(crate) columns: Vec<String>,
    /// Each with its name and a cell for each column.
    pub(crate) rows: Vec<(String, Vec<Option<f64>>)>,
}

/// From which speed-up on each colour counts; the first is for what is slower than one at a time.
const STEPS: [f64; 8] = [0.0, 0.95, 1.1, 1.5, 2.0, 3.0, 4.0, 6.0];
/// From which colour on the text is in the colour of the paper.
const REVERSED: usize = 6;

impl Map {
    pub(crate) fn draw(&self) -> Option<Chart> {
        let any = self.rows.iter().any(|row| row.1.iter().any(Option::is_some));
        any.then(|| both(&self.about, |form| self.draw_as(form)))
    }

    fn draw_as(&self, form: Form) -> Canvas {
        let (font, row_height) = (form.pick(13.0, 10.5), form.pick(30.0, 26.0));
        let names =
            self.rows.iter().map(|row| row.0.chars().count()).max().unwrap_or(0).max(self.row_label.chars().count());
        let (left, top) = (names as f64 * font * 0.58 + 8.0, 44.0);
        let width = form.width();
        let height = top + self.rows.len() as f64 * row_height + 40.0;
        let cell = (width - left) / self.columns.len().max(1) as f64;
        let mut canvas = Canvas::new(width, height);
        canvas.text((left, 12.0), Anchor::Start, font, "soft", &self.column_label);
        canvas.text((0.0, top - 8.0), Anchor::Start, font, "soft", &self.row_label);
        for (i, name) in self.columns.iter().enumerate() {
            canvas.text((left + (i as f64 + 0.5) * cell, top - 8.0), Anchor::Middle, font, "strong", name);
        }
        for (i, (name, cells)) in self.rows.iter().enumerate() {
            let y = top + i as f64 * row_height;
            let base = y + row_height / 2.0 + font * 0.35;
            canvas.text((left - 8.0, base), Anchor::End, font, "strong", name);
            for (j, value) in cells.iter().enumerate() {
                let x = left + j as f64 * cell;
                let middle = (x + cell / 2.0, base);
                let Some(value) = value else {
                    canvas.text(middle, Anchor::Middle, font, "soft", "–");
                    continue;
                };
                let step = step(*value);
                let hint = format!("{name}, {} {}: {value:.2} times", self.columns[j], self.column_label);
                canvas.rect((x + 1.0, y + 1.0), (cell - 2.0, row_height - 2.0), &format!("h{step}"), &hint);
                let class = if step >= REVERSED { "hl" } else { "hd" };
                let text = if *value < 9.95 { format!("{value:.2}") } else { format!("{value:.1}") };
                canvas.text(middle, Anchor::Middle, font, class, &text);
            }
        }
        legend(&mut canvas, form, height - 26.0);
        canvas
    }
}

fn step(value: f64) -> usize {
    STEPS.iter().rposition(|&from| value >= from).unwrap_or(0)
}

fn legend(canvas: &mut Canvas, form: Form, y: f64) {
    let (cell, font) = (form.pick(70.0, 47.0), form.pick(12.0, 9.5));
    for (i, from) in STEPS.iter().enumerate() {
        let x = i as f64 * cell;
        canvas.rect((x + 1.0, y), (cell - 2.0, 10.0), &format!("h{i}"), "");
        let text = if i == 0 { "slower".into() } else { format!("≥ {from}×") };
        canvas.text((x + cell / 2.0, y + 11.0 + font), Anchor::Middle, font, "soft", &text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slower_than_one_at_a_time_has_a_colour_of_its_own() {
        assert_eq!([0.5, 0.94, 0.96, 1.0, 1.2, 7.5].map(step), [0, 0, 1, 1, 2, 7]);
    }
}
