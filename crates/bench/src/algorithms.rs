//! The algorithms' names: those that lanesum has, and those that only rivals have.

use anyhow::{Context, Result, bail};
use lanesum::Algorithm;
use regex::Regex;

use crate::subjects::{self, BLAKE_TREE, ENCRYPTIONS, PERMUTATIONS};

/// A name that `--filter` can match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    /// As in `lanesum info`.
    pub name: &'static str,
    /// Of a digest; of an XOF, as many as give it its full collision resistance; of a permutation, its state; of a cipher, its
    /// tag.
    pub output_bytes: usize,
    /// The role of the name in this bench.
    pub role: Role,
}

/// The role of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// lanesum has it.
    Here,
    /// lanesum has it, of SP 800-185: one message at a time.
    Derived,
    /// lanesum has it: authenticated encryption.
    Encryption,
    /// A permutation of lanesum.
    Permutation,
    /// lanesum has it among its variants of papers, and no user is meant to: measured with `--papers`, or by name.
    Paper,
}

/// Names that are no algorithm of lanesum, with the bytes of their output.
const OTHERS: &[(&str, usize, Role)] = &[(BLAKE_TREE, 32, Role::Paper)];

impl Known {
    /// All names, those of lanesum first.
    pub fn all() -> Vec<Known> {
        let of = |role| move |(name, output_bytes)| Known { name, output_bytes, role };
        let here = Algorithm::PLAIN.iter().map(|of| (of.name(), of.digest_bits() / 8)).map(of(Role::Here));
        let derived = subjects::derived().map(|of| (of.name(), of.output_bytes())).map(of(Role::Derived));
        let encryptions = ENCRYPTIONS.iter().map(|of| (of.name, of.tag_bytes)).map(of(Role::Encryption));
        let permutations = PERMUTATIONS.iter().map(|of| (of.name, of.bytes())).map(of(Role::Permutation));
        let others = OTHERS.iter().map(|&(name, output_bytes, role)| Known { name, output_bytes, role });
        here.chain(derived).chain(encryptions).chain(permutations).chain(others).collect()
    }

    /// The one of this name.
    pub fn of(name: &str) -> Option<Known> {
        Self::all().into_iter().find(|known| known.name == name)
    }
}

/// Those that `filter` means: the one whose name it is, or else all in whose names it finds something. Without a filter all
/// of them.
///
/// # Errors
/// If it is no regular expression or matches no name.
pub fn select(filter: Option<&str>) -> Result<Vec<Known>> {
    let all = Known::all();
    let Some(filter) = filter else {
        return Ok(all);
    };
    if let Some(known) = all.iter().find(|known| known.name == filter) {
        return Ok(vec![*known]);
    }
    let regex = Regex::new(filter).with_context(|| format!("--filter {filter} is no regular expression"))?;
    let names: Vec<&str> = all.iter().map(|known| known.name).collect();
    let selected: Vec<Known> = all.iter().copied().filter(|known| regex.is_match(known.name)).collect();
    if selected.is_empty() {
        bail!("--filter {filter} matches no algorithm; there are: {}", names.join(", "));
    }
    Ok(selected)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(filter: &str) -> Vec<&'static str> {
        select(Some(filter)).expect("it matches").iter().map(|known| known.name).collect()
    }

    #[test]
    fn a_name_means_itself_and_anything_else_is_searched_for() {
        assert_eq!(names("shake128"), ["shake128"]);
        assert_eq!(names("shake128$"), ["shake128", "turboshake128", "cshake128"]);
        assert_eq!(names("^sha3-(256|512)$"), ["sha3-256", "sha3-512"]);
        assert_eq!(names("keyak$").len(), 5);
        assert!(select(Some("(")).is_err());
        let error = select(Some("md5")).expect_err("nobody has it").to_string();
        assert!(error.contains("sha3-256") && error.contains("blake3"), "{error}");
    }

    #[test]
    fn no_name_stands_twice_and_no_filter_means_no_foreign_one() {
        let all = Known::all();
        for (i, known) in all.iter().enumerate() {
            assert!(all[..i].iter().all(|other| other.name != known.name), "{}", known.name);
        }
        let selected = select(None).expect("all");
        assert_eq!(selected.len(), all.len());
    }
}
