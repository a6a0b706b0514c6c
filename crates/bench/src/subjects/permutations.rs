//! Times the permutations alone, without a mode around them.

use std::hint::black_box;

use lanesum::Backend;
use lanesum::hazmat::{Lane, States};
use measure::trials::{Case, Contender, Input, LANESUM, Work};

use super::counts::known;
use crate::limits::Limits;

/// A permutation that has rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Permutation {
    /// As in the rows.
    pub name: &'static str,
    /// Bits of a state: 200, 400, 800 or 1600.
    pub bits: usize,
    /// How many.
    pub rounds: usize,
}

/// Those that have rows.
pub const PERMUTATIONS: &[Permutation] = &[
    Permutation { name: "keccak-f1600", bits: 1600, rounds: 24 },
    Permutation { name: "keccak-p1600-12", bits: 1600, rounds: 12 },
    Permutation { name: "keccak-f800", bits: 800, rounds: 22 },
    Permutation { name: "keccak-f400", bits: 400, rounds: 20 },
    Permutation { name: "keccak-f200", bits: 200, rounds: 18 },
];

impl Permutation {
    /// The one of this name.
    pub fn of(name: &str) -> Option<Self> {
        PERMUTATIONS.iter().copied().find(|permutation| permutation.name == name)
    }

    /// Bytes of a state.
    pub const fn bytes(self) -> usize {
        self.bits / 8
    }

    /// The backends that take just this many states at once.
    pub fn forms(self, width: usize) -> impl Iterator<Item = Backend> {
        let of = match self.bits {
            200 => u8::widths,
            400 => u16::widths,
            800 => u32::widths,
            _ => u64::widths,
        };
        Backend::ALL.iter().copied().filter(move |backend| of(*backend).contains(&width))
    }

    pub(super) fn contenders<'a>(self, case: &Case, input: &Input, limits: &Limits) -> Vec<Contender<'a>> {
        self.forms(case.messages).map(|backend| self.contender(case, input, limits, backend)).collect()
    }

    fn contender<'a>(self, case: &Case, input: &Input, limits: &Limits, backend: Backend) -> Contender<'a> {
        let Self { bits, rounds, .. } = self;
        let work = match (bits, case.messages) {
            (200, 16) => permuting::<u8, 16>(input, backend, rounds),
            (400, 16) => permuting::<u16, 16>(input, backend, rounds),
            (800, 16) => permuting::<u32, 16>(input, backend, rounds),
            (200, width) => up_to_eight::<u8>(width, input, backend, rounds),
            (400, width) => up_to_eight::<u16>(width, input, backend, rounds),
            (800, width) => up_to_eight::<u32>(width, input, backend, rounds),
            (_, width) => up_to_eight::<u64>(width, input, backend, rounds),
        };
        let limit = match bits {
            1600 => limits.permutation(backend, case.messages, rounds),
            _ => limits.short_lanes(backend, case.messages, rounds),
        };
        Contender {
            backend: Some(backend.name().into()),
            width: Some(case.messages as u64),
            limit_core_cpb: known(limit).map(|cycles| cycles / (case.bytes * case.messages) as f64),
            ..Contender::new(LANESUM, work)
        }
    }
}

/// This many states at once exist for all lanes.
fn up_to_eight<'a, W: Lane + 'a>(
    width: usize,
    input: &Input,
    backend: Backend,
    rounds: usize,
) -> Result<Work<'a>, String> {
    match width {
        1 => permuting::<W, 1>(input, backend, rounds),
        2 => permuting::<W, 2>(input, backend, rounds),
        4 => permuting::<W, 4>(input, backend, rounds),
        8 => permuting::<W, 8>(input, backend, rounds),
        width => Err(format!("no backend takes {width} states at once")),
    }
}

fn permuting<'a, W: Lane + 'a, const N: usize>(
    input: &Input,
    backend: Backend,
    rounds: usize,
) -> Result<Work<'a>, String> {
    let prepare = || -> Result<_, lanesum::Error> {
        let mut states = States::<W, N>::with_backend(backend)?;
        for (i, message) in input.messages().enumerate() {
            states.add_bytes(i, 0, message)?;
        }
        states.permute_all(rounds)?;
        let mut output = vec![0; States::<W, N>::BYTES * N];
        states.extract_lanes_all(&mut output, 25, 25)?;
        Ok((states, output))
    };
    let (mut states, output) = prepare().map_err(|error| error.to_string())?;
    let run = move |n| {
        for _ in 0..n {
            // The number of rounds was right once.
            let _ = states.permute_all(rounds);
        }
        black_box(&states);
    };
    Ok(Work { output, run: Box::new(run) })
}

#[cfg(test)]
mod tests {
    use measure::trials::RowKind;

    use super::*;
    use crate::subjects;

    #[test]
    fn permutations_of_all_backends_agree_and_differ_from_one_another() {
        let mut seen = Vec::new();
        for permutation in PERMUTATIONS {
            let (kind, bytes) = (RowKind::Permutation, permutation.bytes());
            let algorithm = permutation.name.to_owned();
            let one = Case { algorithm, kind, bytes, messages: 1, output_bytes: bytes, threads: 1 };
            let mut forms = 0;
            for width in [1, 2, 4, 8, 16] {
                let case = Case { messages: width, ..one.clone() };
                let input = Input::of(&case);
                let all = subjects::contenders(&case, &input, &Limits::default());
                forms += all.len();
                let works: Vec<_> = all.iter().filter_map(|c| c.work.as_ref().ok()).collect();
                assert!(works.iter().all(|work| work.output == works[0].output), "{case:?}");
                assert!(works.iter().all(|work| work.output.len() == width * bytes), "{case:?}");
                if width == 1 {
                    assert!(works.len() >= 2, "{case:?}");
                    seen.push(works[0].output.clone());
                }
            }
            // Each backend's forms once, whether or not it can run here.
            let width = if permutation.bits == 1600 { u64::widths } else { u32::widths };
            assert_eq!(forms, Backend::ALL.iter().map(|backend| width(*backend).len()).sum::<usize>());
        }
        for (i, output) in seen.iter().enumerate() {
            assert!(seen[..i].iter().all(|other| other != output), "{}", PERMUTATIONS[i].name);
        }
    }
}
