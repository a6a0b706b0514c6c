//! Which algorithm made the lines that do not say it.

use std::ffi::OsStr;
use std::path::Path;

use crate::function::Function;

/// Short names that other tools have made usual for their lists: B2SUMS, x.b3.
const SHORT: &[(&str, Function)] = &[("b2", Function::Blake2b), ("b3", Function::Blake3)];

/// The algorithm that a list's own name tells: `SHA3-256SUMS`, `sha3-256sum.txt`, `x.sha3-256`, `x.blake3sums`.
pub(super) fn by_list_name(list: &OsStr) -> Option<Function> {
    let name = plain(Path::new(list).file_name()?.to_str()?);
    let name = name.strip_suffix(".txt").unwrap_or(&name);
    let (stem, extension) = name.rsplit_once('.').map_or((name, None), |(_, extension)| (extension, Some(extension)));
    let sums = stem.strip_suffix("sums").or_else(|| stem.strip_suffix("sum"));
    by_plain_name(sums.or(extension)?)
}

fn by_plain_name(name: &str) -> Option<Function> {
    let usual = Function::all().find(|function| plain(function.name()) == name);
    usual.or_else(|| SHORT.iter().find(|(short, _)| *short == name).map(|(_, function)| *function))
}

/// `SHA3-256`, `sha3_256` and `sha3256` are the same name.
fn plain(name: &str) -> String {
    name.chars().filter(|c| !matches!(c, '-' | '_')).map(|c| c.to_ascii_lowercase()).collect()
}

/// Shorter ones are no digests that anybody would rely on, but words such as "bad" and "added".
const SHORTEST_BITS: u64 = 128;

/// The algorithms whose digests have so many bits; if it is so for none, those that can be asked for as many.
pub(super) fn by_length(bits: u64) -> Vec<Function> {
    if bits < SHORTEST_BITS {
        return Vec::new();
    }
    // Nobody would be served by a guess at a function whose digest depends on more than the file.
    let all = || Function::all().filter(|function| !matches!(function, Function::Derived(_)));
    let usual: Vec<_> = all().filter(|function| function.usual_bits() == bits).collect();
    if usual.is_empty() { all().filter(|function| function.gives(bits)).collect() } else { usual }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn lists_may_be_named_after_each_function() {
        for function in Function::all() {
            let name = function.name();
            let upper = name.to_uppercase();
            for list in [
                format!("{upper}SUMS"),
                format!("{upper}SUM"),
                format!("{name}sums.txt"),
                format!("{upper}-SUMS"),
                format!("x.{name}"),
                format!("x.y.{upper}.txt"),
                format!("dir.d/x-1.0.{name}sum"),
                upper.replace('-', "_") + "SUMS",
            ] {
                assert_eq!(by_list_name(OsStr::new(&list)), Some(function), "{list}");
            }
        }
    }

    #[test]
    fn other_lists_say_nothing() {
        for list in
            ["-", "", "SUMS", "SUM", ".txt", "sha3-256", "x.sha3-25", "xsha3-256sums", "sha3-256.list", ".", ".."]
        {
            assert_eq!(by_list_name(OsStr::new(list)), None, "{list}");
        }
        assert_eq!(by_list_name(OsStr::new("B2SUMS")), Some(Function::Blake2b));
        assert_eq!(by_list_name(OsStr::new("a/x.b3")), Some(Function::Blake3));
    }

    #[test]
    fn names_stay_different_without_dashes() {
        let names: HashSet<_> = Function::all().map(|function| plain(function.name())).collect();
        assert_eq!(names.len(), Function::all().count());
        assert!(SHORT.iter().all(|(short, _)| !names.contains(*short)));
    }

    #[test]
    fn lengths() {
        for bits in SHORTEST_BITS..=2048 {
            let fitting = by_length(bits);
            let plain = |function: &Function| !matches!(function, Function::Derived(_));
            let usual = Function::all().filter(plain).filter(|function| function.usual_bits() == bits).count();
            assert!(fitting.iter().all(plain), "{bits}");
            assert!(fitting.iter().all(|function| function.gives(bits)), "{bits}");
            assert!(usual == 0 || fitting.len() == usual, "{bits}");
        }
        assert_eq!(by_length(SHORTEST_BITS - 1), []);
        // XOFs give any length, but no list is taken for one of theirs by that alone.
        assert!(by_length(136).len() > 1);
    }
}
