//! Axes: where a value lies on a linear or logarithmic scale, and which ticks it has.

/// An axis from `min` to `max`, laid from `from` to `to` in the drawing.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scale {
    pub(super) kind: ScaleKind,
    pub(super) min: f64,
    pub(super) max: f64,
    pub(super) from: f64,
    pub(super) to: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ScaleKind {
    Linear,
    /// Values must be above 0.
    Log,
}

impl Scale {
    pub(super) fn place(&self, value: f64) -> f64 {
        let share = match self.kind {
            ScaleKind::Linear => (value - self.min) / (self.max - self.min),
            ScaleKind::Log => (value / self.min).ln() / (self.max / self.min).ln(),
        };
        let share = if share.is_finite() { share } else { 0.5 };
        self.from + share * (self.to - self.from)
    }

    /// Round values to draw a grid at: 1, 2, 5, 10 … on a logarithmic axis, about five on a linear one.
    pub(super) fn ticks(&self) -> Vec<f64> {
        match self.kind {
            ScaleKind::Log => {
                let decades = self.min.log10().floor() as i32..=self.max.log10().ceil() as i32;
                let ticks = decades.flat_map(|decade| [1.0, 2.0, 5.0].map(|step| step * 10_f64.powi(decade)));
                ticks.filter(|tick| (self.min * 0.999..=self.max * 1.001).contains(tick)).collect()
            }
            ScaleKind::Linear => {
                let step = round_step((self.max - self.min) / 5.0);
                let (first, last) = ((self.min / step).ceil() as i64, (self.max / step + 1e-9).floor() as i64);
                (first..=last).map(|i| i as f64 * step).collect()
            }
        }
    }
}

/// The least of 1, 2, 5, 10 … times a power of ten that is at least `step`.
pub(super) fn round_step(step: f64) -> f64 {
    if step <= 0.0 || !step.is_finite() {
        return 1.0;
    }
    let decade = 10_f64.powf(step.log10().floor());
    [1.0, 2.0, 5.0]
        .map(|times| times * decade)
        .into_iter()
        .find(|&round| round >= step * 0.999)
        .unwrap_or(10.0 * decade)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_inside() {
        let log = Scale { kind: ScaleKind::Log, min: 3.0, max: 120.0, from: 100.0, to: 0.0 };
        assert_eq!(log.ticks().len(), 5, "{:?}", log.ticks());
        assert!((log.place(3.0) - 100.0).abs() < 1e-9 && log.place(120.0).abs() < 1e-9);
        let linear = Scale { kind: ScaleKind::Linear, min: 0.0, max: 12.0, from: 0.0, to: 120.0 };
        assert_eq!(linear.ticks(), [0.0, 5.0, 10.0]);
        assert!((linear.place(6.0) - 60.0).abs() < 1e-9);
    }
}
