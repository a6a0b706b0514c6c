//! Access to the engines of a family that is known only at run time, and code of some families: `by_family!`.

use crate::{Backend, Error};
use lanesum_batch::engine::{self, Engine};
use lanesum_batch::plan::{Family, Plan, Row};

/// A `match` or an `enum` whose lines are in groups, each with the feature of its family: without it, the lines go.
macro_rules! by_family {
    (match $value:expr; $($feature:literal { $($pattern:pat => $do:expr,)* })* $(else $other_pattern:pat => $other:expr)?) => {
        match $value {
            $($( #[cfg(feature = $feature)] $pattern => $do, )*)*
            $( #[allow(unreachable_patterns)] $other_pattern => $other, )? // where this build has all families
        }
    };
    ($(#[$attribute:meta])* $visibility:vis enum $name:ident {
        $($any:ident($of_any:ty),)*
        $($feature:literal { $($(#[$doc:meta])* $variant:ident $(($of:ty))?,)* })*
    }) => {
        $(#[$attribute])*
        $visibility enum $name {
            $( $any($of_any), )*
            $($( $(#[$doc])* #[cfg(feature = $feature)] $variant $(($of))?, )*)*
        }
    };
}
pub(crate) use by_family;

/// Evaluates an expression with the two engines of a family; `$none` if this build lacks the family.
macro_rules! with_engines {
    ($family:expr, $one:ident, $many:ident => $do:expr, else $none:expr) => {
        by_family! { match $family;
            "keccak" {
                Family::Keccak => with_engines!(@ $one lanesum_keccak::permutation::engines::One64, $many lanesum_keccak::permutation::engines::Many64 => $do),
                Family::KeccakShort => with_engines!(@ $one lanesum_keccak::permutation::engines::One32, $many lanesum_keccak::permutation::engines::Many32 => $do),
            }
            "sha2" {
                Family::Sha256 => with_engines!(@ $one lanesum_sha2::engines::One32, $many lanesum_sha2::engines::Many32 => $do),
                Family::Sha512 => with_engines!(@ $one lanesum_sha2::engines::One64, $many lanesum_sha2::engines::Many64 => $do),
            }
            "blake" {
                Family::Blake256 => with_engines!(@ $one lanesum_blake::engines::One32, $many lanesum_blake::engines::Many32 => $do),
                Family::Blake512 => with_engines!(@ $one lanesum_blake::engines::One64, $many lanesum_blake::engines::Many64 => $do),
                Family::Blake2s => with_engines!(@ $one lanesum_blake::engines::One2s, $many lanesum_blake::engines::Many2s => $do),
                Family::Blake2b => with_engines!(@ $one lanesum_blake::engines::One2b, $many lanesum_blake::engines::Many2b => $do),
                Family::Blake3 => with_engines!(@ $one lanesum_blake::engines::One3, $many lanesum_blake::engines::Many3 => $do),
            }
            else _ => $none
        }
    };
    (@ $one:ident $of_one:path, $many:ident $of_many:path => $do:expr) => {{
        #[allow(dead_code)] // not every question is asked of both
        type $one = $of_one;
        #[allow(dead_code)]
        type $many = $of_many;
        $do
    }};
}

/// The backends that have a form, whether or not this machine can run them, in the order of [`Backend::ALL`].
pub(crate) fn backends(family: Family) -> &'static [Backend] {
    with_engines!(family, One, Many => engine::backends::<One, Many>(), else &[])
}

/// The widths of a backend, ascending; empty if the family has no such backend.
pub(crate) fn widths(family: Family, backend: Backend) -> &'static [usize] {
    with_engines!(family, One, Many => engine::all_widths::<One, Many>(backend), else &[])
}

/// The plan of the family.
pub(crate) fn plan(family: Family) -> &'static Plan {
    /// The plan of a family that this build lacks.
    static NONE: Plan = Plan::new(&[Row::any("the build lacks the family", 1)], || true);
    with_engines!(family, One, Many => One::plan(), else &NONE)
}

/// Fails if this machine or this build cannot use the backend.
pub(crate) fn check(family: Family, backend: Backend) -> Result<(), Error> {
    if backends(family).contains(&backend) && backend.is_available() {
        Ok(())
    } else {
        Err(engine::refused(backend, backends(family), with_engines!(family, One, Many => One::IN_PAPERS, else &[])))
    }
}

/// Fails if a backend has no form of exactly this width, or if it was never run on a processor and fails its known-answer test.
pub(crate) fn check_form(family: Family, backend: Backend, width: usize) -> Result<(), Error> {
    check(family, backend)?;
    let has = with_engines!(family, One, Many => match width {
        1 => One::named(backend, 1).is_some(),
        _ => Many::named(backend, width).is_some(),
    }, else false);
    if !has {
        return Err(Error::NoFormForWidth { backend, family, width });
    }
    if backend.was_never_run() && !(plan(family).known_answer)() {
        return Err(Error::WrongHere(backend));
    }
    Ok(())
}

/// Lets plans choose any form of the family.
pub(crate) fn open(family: Family) {
    // Keccak's forms for batches and leaves, those of shorter lanes, and of BLAKE3's output.
    by_family! { match family;
        "keccak" {
            Family::Keccak => {
                engine::open::<lanesum_keccak::permutation::engines::Batch64>();
                engine::open::<lanesum_keccak::permutation::engines::Leaf64>();
            },
            Family::KeccakShort => {
                engine::open::<lanesum_keccak::permutation::engines::One8>();
                engine::open::<lanesum_keccak::permutation::engines::Many8>();
                engine::open::<lanesum_keccak::permutation::engines::One16>();
                engine::open::<lanesum_keccak::permutation::engines::Many16>();
            },
        }
        "blake" {
            Family::Blake3 => {
                engine::open::<lanesum_blake::engines::One3Xof>();
                engine::open::<lanesum_blake::engines::Many3Xof>();
            },
        }
        else _ => ()
    }
    with_engines!(family, One, Many => {
        engine::open::<One>();
        engine::open::<Many>();
    }, else ());
}

#[cfg(all(test, any(target_arch = "x86_64", target_arch = "aarch64")))]
mod tests {
    use super::*;

    #[test]
    fn a_token_proves_what_its_backend_needs() {
        for family in Family::ALL {
            let needs =
                with_engines!(family, One, Many => [One::TOKEN_NEEDS, Many::TOKEN_NEEDS].concat(), else std::vec![]);
            assert!(!needs.is_empty(), "{family:?}");
            for (backend, proved) in needs {
                assert_eq!(proved, backend.features(), "{backend} of {family:?}");
            }
        }
    }

    #[test]
    fn what_a_plan_names_is_found_without_an_order_of_the_program() {
        for family in Family::ALL {
            let widths = plan(family).rows.iter().flat_map(Row::widths);
            for width in widths.filter(|width| width.backend.is_available()) {
                let planned = with_engines!(family, One, Many => match width.messages {
                    1 => One::planned(width.backend, 1).is_some(),
                    messages => Many::planned(width.backend, messages).is_some(),
                }, else false);
                assert!(planned, "{} at {} of {family:?}", width.backend, width.messages);
            }
        }
    }
}
