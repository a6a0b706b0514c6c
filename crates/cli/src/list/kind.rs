//! Finds the algorithm of lines that do not name it.

use std::ffi::OsStr;
use std::path::Path;

use lanesum::Algorithm;
use lanesum::dispatch::Family;

use crate::function::{Function, plain};

/// Short names that other tools have made usual for their lists: B2SUMS, x.b3.
const SHORT: &[(&str, Function)] = &[("b2", Function::Blake2b), ("b3", Function::Blake3)];

/// What a list's own name tells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Hint {
    pub(super) function: Function,
    /// The file that a digest without a name is of: `x` in `x.sha256`, beside the list.
    pub(super) file: Option<Vec<u8>>,
}

/// The algorithm that a list's own name tells: `SHA3-256SUMS`, `foo_1.0_SHA256SUMS`, `sha3-256sum.txt`, `SHASUMS256.txt`,
/// `SHA512SUMS.asc`, `x.sha3-256`, `x.blake3sums`.
pub(super) fn by_list_name(list: &OsStr) -> Option<Hint> {
    let path = Path::new(list);
    let whole = path.file_name()?.to_str()?;
    let name = strip(strip(whole, ".asc"), ".txt");
    // No name is written in other letters: lengths stay.
    let lower = name.to_ascii_lowercase();
    if let Some(sums) = lower.strip_suffix("sums").or_else(|| lower.strip_suffix("sum")) {
        return at_the_end(sums.trim_end_matches(['-', '_'])).map(|function| Hint { function, file: None });
    }
    // As Node.js calls its lists.
    if let Some((_, size)) = lower.split_once("shasums")
        && let Some(function) = by_plain_name(&format!("sha{size}")).filter(|_| !size.is_empty())
    {
        return Some(Hint { function, file: None });
    }
    let (stem, extension) = name.rsplit_once('.')?;
    let function = by_plain_name(&plain(extension))?;
    let file = path.with_file_name(stem);
    let file = Some(file.as_os_str().as_encoded_bytes().to_vec()).filter(|_| !stem.is_empty());
    Some(Hint { function, file })
}

/// Words in a list's name that tell of BLAKE2 or BLAKE3: b2sum and b3sum make digests of any length, which may be that of
/// another function's.
const WORDS: &[(&str, Function)] = &[
    ("b2", Function::Blake2b),
    ("blake2", Function::Blake2b),
    ("blake2b", Function::Blake2b),
    ("blake2s", Function::Blake2s),
    ("b3", Function::Blake3),
    ("blake3", Function::Blake3),
];

/// The algorithm that a word in a list's name tells, where [`by_list_name`] tells none: `b2`, `my-b2sum.list`.
pub(super) fn by_word(list: &OsStr) -> Option<Hint> {
    let name = Path::new(list).file_name()?.to_str()?.to_ascii_lowercase();
    let mut words = name.split(['-', '_', '.', ' ']).map(|word| word.trim_end_matches("sums").trim_end_matches("sum"));
    let function = words.find_map(|word| WORDS.iter().find(|(told, _)| *told == word))?.1;
    Some(Hint { function, file: None })
}

/// Would somebody call a list of digests so?
pub(crate) fn is_list_name(name: &OsStr) -> bool {
    let words = ["sums", "checksums", "checksum", "digests", "hashes", "manifest"];
    let plain = Path::new(name).file_name().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
    let stem = strip(strip(&plain, ".asc"), ".txt");
    let word = stem.rsplit(['-', '_', '.', ' ']).next().unwrap_or_default();
    by_list_name(name).is_some() || is_sfv(name) || words.contains(&word)
}

/// Is it a list of `name digest`?
pub(super) fn is_sfv(list: &OsStr) -> bool {
    Path::new(list).extension().is_some_and(|extension| extension.eq_ignore_ascii_case("sfv"))
}

fn strip<'a>(name: &'a str, extension: &str) -> &'a str {
    let at = name.len().saturating_sub(extension.len());
    if name.is_char_boundary(at) && name[at..].eq_ignore_ascii_case(extension) { &name[..at] } else { name }
}

/// The function with whose name a name ends, as a word of its own: of several, the longest.
fn at_the_end(name: &str) -> Option<Function> {
    let starts = name.char_indices().filter(|(at, _)| *at == 0 || name[..*at].ends_with(['-', '_', '.', ' ']));
    starts.into_iter().find_map(|(at, _)| by_plain_name(&plain(&name[at..])))
}

fn by_plain_name(name: &str) -> Option<Function> {
    let usual = Function::all().find(|function| plain(function.name()) == name);
    usual.or_else(|| SHORT.iter().find(|(short, _)| *short == name).map(|(_, function)| *function))
}

/// Shorter ones are no digests that anybody would rely on, but words such as "bad" and "added".
pub(super) const SHORTEST_BITS: u64 = 128;

/// The algorithms whose digests have this many bits; if it is so for none, those that can be asked for as many.
pub(crate) fn by_length(bits: u64) -> Vec<Function> {
    if bits < SHORTEST_BITS {
        return Vec::new();
    }
    // Nobody would be served by a guess at a function whose digest depends on more than the file.
    let all = || Function::all().filter(|function| !function.algorithm().is_some_and(Algorithm::is_derived));
    let mut usual: Vec<_> = all().filter(|function| function.usual_bits() == bits).collect();
    // What most lists have comes first.
    usual.sort_by_key(|function| !matches!(function, Function::Own(algorithm) if matches!(algorithm.family(), Family::Sha256 | Family::Sha512)));
    if usual.is_empty() { all().filter(|function| function.gives(bits)).collect() } else { usual }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    fn told(list: &str) -> Option<Function> {
        by_list_name(OsStr::new(list)).map(|hint| hint.function)
    }

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
                format!("foo-{upper}SUMS"),
                format!("foo_1.0_{upper}SUMS"),
                format!("foo.{name}sum.asc"),
                format!("{upper}SUMS.txt.asc"),
            ] {
                assert_eq!(told(&list), Some(function), "{list}");
            }
        }
    }

    #[test]
    fn other_lists_say_nothing() {
        for list in
            ["-", "", "SUMS", "SUM", ".txt", "sha3-256", "x.sha3-25", "xsha3-256sums", "sha3-256.list", ".", ".."]
        {
            assert_eq!(told(list), None, "{list}");
        }
        assert_eq!(told("B2SUMS"), Some(Function::Blake2b));
        assert_eq!(told("a/x.b3"), Some(Function::Blake3));
        assert_eq!(told("SHASUMS256.txt"), Function::named("sha256"));
        assert_eq!(told("v1-SHASUMS512.txt.asc"), Function::named("sha512"));
        assert_eq!(told("SHASUMS.txt"), None);
        assert_eq!(told("foo-SHA3-256SUMS"), Function::named("sha3-256"));
    }

    #[test]
    fn words_tell_of_blake2_and_blake3() {
        for (list, function) in [
            ("b2", Some(Function::Blake2b)),
            ("d/x-B2SUM.list", Some(Function::Blake2b)),
            ("old b3sums 2024", Some(Function::Blake3)),
            ("blake2s.out", Some(Function::Blake2s)),
            ("b22", None),
            ("sub2", None),
            ("SUMS", None),
        ] {
            assert_eq!(by_word(OsStr::new(list)).map(|hint| hint.function), function, "{list}");
        }
        // They make no list of a file.
        assert!(!is_list_name(OsStr::new("photo b2.jpg")));
    }

    #[test]
    fn a_digest_alone_is_of_the_file_beside() {
        let file = |list: &str| by_list_name(OsStr::new(list)).and_then(|hint| hint.file);
        assert_eq!(file("d/x.iso.sha256"), Some(b"d/x.iso".to_vec()));
        assert_eq!(file("x.md5.txt"), Some(b"x".to_vec()));
        for list in ["SHA256SUMS", "x-sha256sum", ".sha256"] {
            assert_eq!(file(list), None, "{list}");
        }
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
            let plain = |function: &Function| !function.algorithm().is_some_and(Algorithm::is_derived);
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
