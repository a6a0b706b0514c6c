//! The timing methods of two papers, for figures that can be compared with theirs. They notice neither neighbours nor changes of the clock;
//! for anything else, use [`Sampler`](crate::Sampler).

use crate::arch;
use crate::time::ticks_of;

/// How a paper timed its code: always in cycles of the time-stamp counter.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Method {
    /// Guilford, Cote and Gopal, "Fast SHA512 Implementations on Intel Architecture Processors", "Methodology". Each of many calls on the
    /// same buffer is timed separately, and the times are sorted. An eighth of all and then a further quarter of all are dropped from each
    /// end, and the middle quarter is averaged.
    Sha512WhitePaper,
    /// Cabral and López, "Implementation of the SHA-3 Family Using AVX512 Instructions", section 5: the mean of 10^4
    /// calls, timed together.
    Avx512Paper,
}

impl Method {
    /// Both of them.
    pub const ALL: &'static [Method] = &[Method::Sha512WhitePaper, Method::Avx512Paper];

    /// `sha512-white-paper` or `avx512-paper`.
    pub const fn name(self) -> &'static str {
        match self {
            Method::Sha512WhitePaper => "sha512-white-paper",
            Method::Avx512Paper => "avx512-paper",
        }
    }

    /// The number of calls that the method times. The white paper says "a large number"; this number is ours.
    pub const fn runs(self) -> u64 {
        match self {
            Method::Sha512WhitePaper => 4096,
            Method::Avx512Paper => 10_000,
        }
    }

    /// The cost of one iteration of `work` in cycles of the time-stamp counter. Called with `n`, `work` must do its work `n` times. A tenth
    /// of the runs is made untimed first. `None` on a processor without the counter.
    pub fn time(self, mut work: impl FnMut(u64)) -> Option<f64> {
        if !arch::HAS_TSC {
            return None;
        }
        work(self.runs() / 10);
        match self {
            Method::Sha512WhitePaper => {
                let timings: Vec<f64> = (0..self.runs()).map(|_| ticks_of(|| work(1)) as f64).collect();
                middle_quarter(timings)
            }
            Method::Avx512Paper => Some(ticks_of(|| work(self.runs())) as f64 / self.runs() as f64),
        }
    }
}

/// The mean of the middle quarter of `timings`, in any order: of all of them an eighth and then a further quarter are
/// dropped from each end, rounded down. `None` of none.
pub fn middle_quarter(timings: impl IntoIterator<Item = f64>) -> Option<f64> {
    let mut sorted: Vec<f64> = timings.into_iter().collect();
    sorted.sort_by(f64::total_cmp);
    let dropped = sorted.len() / 8 + sorted.len() / 4;
    let middle = sorted.get(dropped..sorted.len() - dropped).filter(|middle| !middle.is_empty())?;
    Some(middle.iter().sum::<f64>() / middle.len() as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_middle_quarter_of_known_data() {
        // 16 samples: 2 and then 4 go from each end, which leaves those of rank 7 to 10.
        let timings = [900.0, 7.0, 1.0, 12.0, 2.0, 3.0, 10.0, 4.0, 800.0, 5.0, 6.0, 8.0, 700.0, 11.0, 600.0, 500.0];
        assert_eq!(middle_quarter(timings), Some((7.0 + 8.0 + 10.0 + 11.0) / 4.0));
        assert_eq!(middle_quarter([3.0]), Some(3.0));
        assert_eq!(middle_quarter([1.0, 2.0, 30.0]), Some(11.0));
        assert_eq!(middle_quarter([]), None);
    }

    #[test]
    fn each_method_makes_its_number_of_runs() {
        for &method in Method::ALL {
            let mut runs = 0;
            let mut calls = 0;
            let cycles = method.time(|n| {
                runs += n;
                calls += 1;
            });
            assert_eq!(cycles.is_some(), arch::HAS_TSC);
            assert!(!arch::HAS_TSC || runs == method.runs() + method.runs() / 10, "{}: {runs}", method.name());
            let timed = if method == Method::Avx512Paper { 1 } else { method.runs() };
            assert!(!arch::HAS_TSC || calls == 1 + timed, "{}: {calls}", method.name());
        }
    }
}
