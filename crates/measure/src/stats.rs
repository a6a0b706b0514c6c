//! Order statistics of the quiet samples.

/// How the samples of one closure spread. The figure to report is `lower_quartile`: disturbances only ever lengthen a sample, but the
/// minimum would depend on a single misread clock.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    /// The least sample.
    pub min: f64,
    /// A quarter of the samples are below it.
    pub lower_quartile: f64,
    /// Half of the samples are below it.
    pub median: f64,
    /// A quarter of the samples are above it.
    pub upper_quartile: f64,
}

impl Spread {
    /// The spread of `values`, in any order; `None` if there are none.
    pub fn of(values: impl IntoIterator<Item = f64>) -> Option<Self> {
        let mut sorted: Vec<f64> = values.into_iter().collect();
        sorted.sort_by(f64::total_cmp);
        Some(Self {
            min: *sorted.first()?,
            lower_quartile: quantile(&sorted, 0.25)?,
            median: quantile(&sorted, 0.5)?,
            upper_quartile: quantile(&sorted, 0.75)?,
        })
    }
}

/// The quantile `q` (0 to 1; clamped) of ascending values, with linear interpolation between neighbours (type 7 of Hyndman and Fan 1996, as
/// in R). `None` if there are none.
pub fn quantile(ascending: &[f64], q: f64) -> Option<f64> {
    let last = ascending.len().checked_sub(1)?;
    let position = q.clamp(0.0, 1.0) * last as f64;
    let below = ascending[position.floor() as usize];
    let above = ascending[position.ceil() as usize];
    Some(below + (above - below) * position.fract())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quartiles_of_known_data() {
        let data = [7.0, 15.0, 36.0, 39.0, 40.0, 41.0];
        assert_eq!(quantile(&data, 0.25), Some(20.25));
        assert_eq!(quantile(&data, 0.5), Some(37.5));
        assert_eq!(quantile(&data, 0.75), Some(39.75));
        assert_eq!(quantile(&data, 0.0), Some(7.0));
        assert_eq!(quantile(&data, 2.0), Some(41.0));
        assert_eq!(quantile(&[3.0], 0.25), Some(3.0));
        assert_eq!(quantile(&[], 0.25), None);
    }

    #[test]
    fn a_spread_sorts_first() {
        let spread = Spread { min: 1.0, lower_quartile: 2.0, median: 3.0, upper_quartile: 4.0 };
        assert_eq!(Spread::of([5.0, 1.0, 4.0, 2.0, 3.0]), Some(spread));
        assert_eq!(Spread::of([]), None);
    }
}
