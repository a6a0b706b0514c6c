//! Which contenders take part in a case: lanesum's backends and the rivals.

use anyhow::Result;
use measure::trials::{Case, Contender, Input, RowKind, Work};

use crate::args::named;
use crate::limits::Limits;
use crate::rivals::{Permute, RIVALS, Rival};
use crate::subjects;

/// The rival that is XKCP's code, with its own order of leaves.
const XKCP: &str = "kangarootwelve_xkcp";

/// Everybody.
pub(crate) struct Contenders {
    pub(crate) rivals: Vec<&'static Rival>,
    pub(crate) limits: Limits,
}

/// The rivals that `--rivals` names.
pub(crate) fn invited(names: &[String]) -> Result<Vec<&'static Rival>> {
    let known: Vec<&str> = RIVALS.iter().map(|rival| rival.name).collect();
    let invited = named(names, &known)?;
    Ok(RIVALS.iter().filter(|rival| invited.contains(&rival.name)).collect())
}

impl Contenders {
    /// lanesum, and each rival that has the algorithm; of forms and curves lanesum alone, and beside KT128's forms XKCP, whose order
    /// of leaves is that of the paper; of one message on several threads those that share it on rayon's pool, which is what we time.
    pub(crate) fn enter<'i>(&self, case: &Case, input: &'i Input) -> Vec<Contender<'i>> {
        let mut contenders = subjects::contenders(case, input, &self.limits);
        match case.kind {
            RowKind::Form | RowKind::Curve => return contenders,
            RowKind::FormCurve => {
                for rival in self.rivals.iter().filter(|rival| rival.name == XKCP) {
                    if let Ok(hash) = rival.hash(&case.algorithm) {
                        contenders.push(Contender::new(rival.name, Work::one_by_one(input, case.output_bytes, hash)));
                    }
                }
                return contenders;
            }
            RowKind::OneMessage => {
                for rival in &self.rivals {
                    if let Some(hash) = rival.over_threads(&case.algorithm) {
                        contenders.push(Contender::new(rival.name, Work::one_by_one(input, case.output_bytes, hash)));
                    }
                }
                return contenders;
            }
            RowKind::Permutation => {
                // No rival takes several states in one call.
                for rival in self.rivals.iter().filter(|_| case.messages == 1) {
                    if let Some(permute) = rival.permutation(&case.algorithm) {
                        contenders.push(Contender::new(rival.name, Ok(permuting(input, permute))));
                    }
                }
                return contenders;
            }
            _ => {}
        }
        for rival in &self.rivals {
            if let Ok(hash) = rival.hash(&case.algorithm) {
                contenders.push(Contender::new(rival.name, Work::one_by_one(input, case.output_bytes, hash)));
            }
        }
        contenders
    }

    /// Whether a rival has the algorithm.
    pub(crate) fn anybody_has(&self, algorithm: &str) -> bool {
        self.rivals.iter().any(|rival| rival.hash(algorithm).is_ok())
    }

    /// Those that do not have it, and why.
    pub(crate) fn lacking(&self, algorithm: &str) -> impl Iterator<Item = (&'static str, String)> {
        self.rivals.iter().filter_map(move |rival| Some((rival.name, rival.hash(algorithm).err()?)))
    }
}

/// The permutation of one state that begins as the message.
fn permuting(input: &Input, permute: Permute) -> Work<'static> {
    macro_rules! of {
        ($lane:ty, $permute:ident) => {{
            let mut state: [$lane; 25] = [0; 25];
            for (lane, bytes) in state.iter_mut().zip(input.messages().flat_map(|message| message.as_chunks().0)) {
                *lane = <$lane>::from_le_bytes(*bytes);
            }
            $permute(&mut state);
            let output = state.iter().flat_map(|lane| lane.to_le_bytes()).collect();
            let run = move |n| {
                for _ in 0..n {
                    $permute(&mut state);
                }
                std::hint::black_box(&state);
            };
            Work { output, run: Box::new(run) }
        }};
    }
    match permute {
        Permute::Of8(permute) => of!(u8, permute),
        Permute::Of16(permute) => of!(u16, permute),
        Permute::Of32(permute) => of!(u32, permute),
        Permute::Of64(permute) => of!(u64, permute),
    }
}

#[cfg(test)]
mod tests {
    use measure::trials::LANESUM;

    use super::*;

    fn names(list: &[&str]) -> Result<Vec<&'static str>> {
        let list: Vec<String> = list.iter().map(ToString::to_string).collect();
        Ok(invited(&list)?.iter().map(|rival| rival.name).collect())
    }

    #[test]
    fn rivals_are_invited_by_name_and_once() {
        assert_eq!(names(&["all"]).expect("all").len(), RIVALS.len());
        assert_eq!(names(&["none"]).expect("none"), [""; 0]);
        assert_eq!(names(&["sha3", "k12", "sha3"]).expect("two"), ["sha3", "k12"]);
        assert!(names(&["none", "sha3"]).is_err());
        let error = names(&["sha4"]).expect_err("there is none").to_string();
        assert!(error.contains("sha4") && error.contains("tiny-keccak"), "{error}");
    }

    #[test]
    fn a_rivals_permutation_takes_part_with_one_state_and_agrees() {
        let both = ["keccak".into(), "tiny-keccak".into()];
        let field = Contenders { rivals: invited(&both).expect("both are there"), limits: Limits::default() };
        for permutation in subjects::PERMUTATIONS {
            let (kind, bytes, name) = (RowKind::Permutation, permutation.bytes(), permutation.name);
            let case = Case { algorithm: name.into(), kind, bytes, messages: 1, output_bytes: bytes, threads: 1 };
            let input = Input::of(&case);
            let contenders = field.enter(&case, &input);
            let output = |c: &Contender<'_>| c.work.as_ref().ok().map(|work| work.output.clone());
            let rivals: Vec<_> = contenders.iter().filter(|c| c.implementation != LANESUM).collect();
            assert_eq!(rivals.len(), if permutation.bits == 1600 { 2 } else { 1 }, "{name}");
            for rival in rivals {
                assert_eq!(output(rival), contenders.iter().find_map(output), "{name} by {}", rival.implementation);
            }
            let four = Case { messages: 4, ..case };
            let input = Input::of(&four);
            assert!(field.enter(&four, &input).iter().all(|c| c.implementation == "lanesum"));
        }
    }

    #[test]
    fn rivals_agree_with_the_derived_functions() {
        let field = Contenders { rivals: invited(&["all".into()]).expect("all"), limits: Limits::default() };
        for derived in subjects::derived() {
            for bytes in [0, 100, 20_000] {
                let (kind, output_bytes) = (RowKind::Messages, derived.output_bytes());
                let case =
                    Case { algorithm: derived.name().into(), kind, bytes, messages: 1, output_bytes, threads: 1 };
                let input = Input::of(&case);
                let contenders = field.enter(&case, &input);
                assert!(contenders.len() >= 2, "{case:?} has no rival");
                let outputs: Vec<_> = contenders.iter().filter_map(|c| Some(&c.work.as_ref().ok()?.output)).collect();
                assert_eq!(outputs.len(), contenders.len(), "{case:?}");
                assert!(outputs.iter().all(|output| *output == outputs[0]), "{case:?}");
            }
        }
    }

    #[test]
    fn who_lacks_an_algorithm_has_no_part_and_a_reason() {
        let field =
            Contenders { rivals: invited(&["shake".into(), "k12".into()]).expect("both"), limits: Limits::default() };
        let case =
            |kind| Case { algorithm: "shake128".into(), kind, bytes: 10, messages: 1, output_bytes: 32, threads: 1 };
        let input = Input::of(&case(RowKind::Messages));
        let of = |kind| field.enter(&case(kind), &input).into_iter().map(|c| c.implementation).collect::<Vec<_>>();
        assert_eq!(of(RowKind::Messages), ["lanesum", "shake"]);
        assert!(of(RowKind::Form).iter().all(|name| name == "lanesum"));
        let lacking: Vec<_> = field.lacking("shake128").collect();
        assert_eq!(lacking, [("k12", "k12 has no shake128".to_owned())]);
    }
}
