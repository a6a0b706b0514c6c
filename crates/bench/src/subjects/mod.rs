//! lanesum's own contenders.
//!
//! | file | what |
//! | --- | --- |
//! | here | which of them take part in a case |
//! | `functions` | hash functions that are an [`Algorithm`] |
//! | `derived` | the functions of SP 800-185 |
//! | `encryption` | Keyak and Ketje |
//! | `permutations` | permutations alone |
//! | `tree` | limits of KT128 and KT256 |
//! | `blake_tree` | the binary tree of BLAKE-256 |
//! | `counts` | how many permutations a message takes |

mod blake_tree;
mod counts;
mod derived;
mod encryption;
pub(crate) mod functions;
mod permutations;
mod tree;

use lanesum::Algorithm;
use measure::trials::{Case, Contender, Input, LANESUM};

pub use self::blake_tree::BLAKE_TREE;
pub use self::counts::{is_of_keccak, is_tree};
pub use self::derived::{BLOCK_BYTES, CUSTOMIZATION, Derived, KEY, derived};
pub use self::encryption::{ENCRYPTIONS, Encryption};
pub use self::functions::forms;
pub use self::permutations::{PERMUTATIONS, Permutation};
use crate::limits::Limits;

/// lanesum's contenders on a case: what the dispatch chooses, or for forms and permutations every backend
/// that takes this many messages at once.
pub fn contenders<'a>(case: &Case, input: &'a Input, limits: &Limits) -> Vec<Contender<'a>> {
    if let Some(permutation) = Permutation::of(&case.algorithm) {
        return permutation.contenders(case, input, limits);
    }
    if let Some(derived) = Derived::of(&case.algorithm) {
        return derived.contenders(case, input, limits);
    }
    if let Some(encryption) = Encryption::of(&case.algorithm) {
        return encryption.contenders(case, input, limits);
    }
    if case.algorithm == BLAKE_TREE {
        return blake_tree::contenders(case, input);
    }
    let Ok(algorithm) = case.algorithm.parse::<Algorithm>() else {
        return vec![Contender::missing(LANESUM, "not in lanesum yet")];
    };
    functions::contenders(algorithm, case, input, limits)
}

#[cfg(test)]
mod tests {
    use lanesum::Backend;
    use measure::trials::RowKind;

    use super::*;

    fn output<'a>(contender: &'a Contender<'_>) -> Option<&'a [u8]> {
        contender.work.as_ref().ok().map(|work| &work.output[..])
    }

    #[test]
    fn all_forms_and_the_dispatch_have_the_same_outputs() {
        for &algorithm in Algorithm::PLAIN {
            for width in [1, 2, 4, 8] {
                let case = |kind| Case {
                    algorithm: algorithm.name().into(),
                    kind,
                    bytes: 300,
                    messages: width,
                    output_bytes: algorithm.digest_bits() / 8,
                    threads: 1,
                };
                let input = Input::of(&case(RowKind::Messages));
                let chosen = contenders(&case(RowKind::Messages), &input, &Limits::default());
                let forms = contenders(&case(RowKind::Form), &input, &Limits::default());
                let expected = output(&chosen[0]).expect("the dispatch chooses what is there");
                assert_eq!(expected.len(), width * algorithm.digest_bits() / 8);
                for form in &forms {
                    assert!(is_tree(algorithm) || form.width == Some(width as u64));
                    let name = form.backend.as_deref().expect("a form is a backend's");
                    let backend: Backend = name.parse().expect("lanesum knows its own");
                    assert_eq!(backend.is_available(), output(form).is_some(), "{name}");
                    assert!(output(form).is_none_or(|output| output == expected), "{algorithm} on {name}");
                }
            }
        }
    }

    #[test]
    fn one_message_on_many_threads_has_the_same_output() {
        let mut names = vec!["kt128", "kt256", "blake3"];
        names.extend(derived().map(Derived::name).filter(|name| name.starts_with("parallelhash")));
        for name in names {
            let case = |kind| Case {
                algorithm: name.into(),
                kind,
                bytes: 1_000_000,
                messages: 1,
                output_bytes: 64,
                threads: 2,
            };
            let input = Input::of(&case(RowKind::Messages));
            let of = |kind| {
                let all = contenders(&case(kind), &input, &Limits::default());
                output(&all[0]).expect("it runs").to_vec()
            };
            assert_eq!(of(RowKind::Messages), of(RowKind::OneMessage), "{name}");
        }
        let kind = RowKind::OneMessage;
        let case = Case { algorithm: "sha512".into(), kind, bytes: 1, messages: 1, output_bytes: 64, threads: 2 };
        assert!(contenders(&case, &Input::of(&case), &Limits::default())[0].work.is_err());
    }

    #[test]
    fn a_limit_is_a_number_or_has_a_reason_of_its_own() {
        let limits = Limits::of(64, &["xor", "rol"]);
        let limit = |kind, bytes| {
            let algorithm = "sha3-256".into();
            let case = Case { algorithm, kind, bytes, messages: 1, output_bytes: 32, threads: 1 };
            let input = Input::of(&case);
            let of = |c: &Contender<'_>| c.backend.as_deref() == Some("portable") || kind != RowKind::Form;
            contenders(&case, &input, &limits).into_iter().find(of).expect("there is one").limit_core_cpb
        };
        assert!(limit(RowKind::Form, 100).is_ok_and(|cpb| cpb > 1.0));
        let reasons = [
            (RowKind::Form, 0, "no byte"),
            (RowKind::Ragged, 100, "no formula"),
            (RowKind::Threads, 100, "several threads"),
        ];
        for (kind, bytes, words) in reasons {
            assert!(limit(kind, bytes).is_err_and(|reason| reason.contains(words)), "{kind:?}");
        }
        let rival = Contender::missing("rival", "it has none").limit_core_cpb;
        assert_eq!(rival, Err("a rival's form is not known".into()));
    }

    #[test]
    fn what_lanesum_lacks_is_told() {
        let kind = RowKind::Messages;
        let case = Case { algorithm: "md5".into(), kind, bytes: 1, messages: 1, output_bytes: 0, threads: 1 };
        let input = Input::of(&case);
        let all = contenders(&case, &input, &Limits::default());
        assert_eq!(all[0].work.as_ref().err().map(String::as_str), Some("not in lanesum yet"));
    }
}
