//! Finds the algorithm of lines that do not name it.

use std::ffi::OsStr;
use std::path::Path;

use lanesum::Algorithm;
use lanesum::dispatch::Family;

use crate::function::{BLAKE2B, BLAKE3, Function, plain};
use crate::place::slashed;
use crate::tag::Tag;

/// The facts that a list's own name tells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Hint {
    /// One, or those of a family: the digest's length tells which.
    pub(super) functions: Vec<Function>,
    /// Is it more than a short word, which may mean something else, as in `backup-b2-checksums.txt`?
    pub(super) sure: bool,
    /// The file that a digest without a name is of: `x` in `x.sha256`, beside the list.
    pub(super) file: Option<Vec<u8>>,
}

impl Hint {
    fn of(functions: Vec<Function>) -> Self {
        Self { functions, sure: true, file: None }
    }
}

/// The algorithm that a list's own name tells: `SHA3-256SUMS`, `foo_1.0_SHA256SUMS`, `sha3-256sum.txt`, `SHASUMS256.txt`,
/// `SHA512SUMS.asc`, `x.sha3-256`, `x.sha2`, `x.blake3sums`.
pub(super) fn by_list_name(list: &OsStr) -> Option<Hint> {
    let path = Path::new(list);
    let whole = path.file_name()?.to_str()?;
    let name = strip(strip(whole, ".asc"), ".txt");
    // No name is written in other letters: lengths stay.
    let lower = name.to_ascii_lowercase();
    if let Some(sums) = lower.strip_suffix("sums").or_else(|| lower.strip_suffix("sum")) {
        let (at, word, functions) = at_the_end(sums.trim_end_matches(['-', '_']))?;
        let file = name[..at].strip_suffix('.').and_then(|stem| beside(path, stem));
        return Some(Hint { sure: is_sure(&word), file, ..Hint::of(functions) });
    }
    // As Node.js calls its lists.
    if let Some((_, size)) = lower.split_once("shasums")
        && let Some(functions) = by_plain_name(&format!("sha{size}")).filter(|_| !size.is_empty())
    {
        return Some(Hint::of(functions));
    }
    // Not `b2`, which may be anything.
    if let Some(functions) = by_plain_name(&plain(name)).filter(|_| name.len() > 2) {
        return Some(Hint::of(functions));
    }
    let (stem, extension) = name.rsplit_once('.')?;
    let functions = by_plain_name(&plain(extension))?;
    Some(Hint { sure: is_sure(&plain(extension)), file: beside(path, stem), ..Hint::of(functions) })
}

/// The file of this name in a list's directory.
fn beside(list: &Path, name: &str) -> Option<Vec<u8>> {
    let file = slashed(list.with_file_name(name));
    (!name.is_empty()).then(|| file.as_os_str().as_encoded_bytes().to_vec())
}

/// Can this word mean nothing else? `photos.b2` may be of Backblaze.
fn is_sure(word: &str) -> bool {
    !matches!(word, "b2" | "b3" | "sha")
}

/// The algorithms whose names stand anywhere in a list's name, where [`by_list_name`] tells none: `checksums-sha256.txt`, `x-sha256-md5.list`.
pub(super) fn by_word(list: &OsStr) -> Option<Hint> {
    let name = Path::new(list).file_name()?.to_str()?.to_ascii_lowercase();
    let words: Vec<&str> = name
        .split(['-', '_', '.', ' '])
        .map(|word| word.strip_suffix("sums").or(word.strip_suffix("sum")).unwrap_or(word))
        .collect();
    let (mut functions, mut sure) = (Vec::new(), true);
    let mut at = 0;
    while at < words.len() {
        // The most words first: `sha3-256` is not `sha3`.
        let named = [3, 2, 1].into_iter().find_map(|count| {
            let word = words.get(at..at + count)?.concat();
            Some((count, by_plain_name(&word)?, is_sure(&word)))
        });
        let Some((count, named, is_sure)) = named else {
            at += 1;
            continue;
        };
        // Programs have such names, too: `tiny_sha3_checksums.txt`, `b3sum_1.8_checksums.txt`.
        sure &= is_sure && named.iter().all(|function| is_common(*function));
        functions.extend(named.into_iter().filter(|function| !functions.contains(function)).collect::<Vec<_>>());
        at += count;
    }
    (!functions.is_empty()).then(|| Hint { sure, ..Hint::of(functions) })
}

/// Would somebody call a list of digests so?
pub(crate) fn is_list_name(name: &OsStr) -> bool {
    let words = ["sums", "checksums", "checksum", "digests", "hashes", "manifest", "tagmanifest"];
    let plain = Path::new(name).file_name().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
    let stem = strip(strip(&plain, ".asc"), ".txt");
    let mut parts = stem.split(['-', '_', '.', ' ']);
    let (first, last) = (parts.next().unwrap_or_default(), parts.next_back());
    // `manifest-sha256.txt`, as BagIt calls it.
    let begins = words.contains(&first) && by_word(OsStr::new(stem)).is_some();
    by_list_name(name).is_some() || is_sfv(name) || begins || words.contains(&last.unwrap_or(first))
}

/// Is it the manifest of a bag (RFC 8493), where `%` escapes line ends in names? In a bag there is also this file.
pub(super) fn is_of_a_bag(list: &OsStr) -> bool {
    is_manifest(list) && Path::new(list).with_file_name("bagit.txt").is_file()
}

fn is_manifest(list: &OsStr) -> bool {
    let name = Path::new(list).file_name().and_then(OsStr::to_str).unwrap_or_default();
    let name = name.strip_prefix("tag").unwrap_or(name);
    let function = name.strip_prefix("manifest-").and_then(|rest| rest.strip_suffix(".txt"));
    function.is_some_and(|function| by_plain_name(function).is_some())
}

/// Is it a list of `name digest`?
pub(super) fn is_sfv(list: &OsStr) -> bool {
    Path::new(list).extension().is_some_and(|extension| extension.eq_ignore_ascii_case("sfv"))
}

fn strip<'a>(name: &'a str, extension: &str) -> &'a str {
    let at = name.len().saturating_sub(extension.len());
    if name.is_char_boundary(at) && name[at..].eq_ignore_ascii_case(extension) { &name[..at] } else { name }
}

/// The functions with whose name a name ends, as a word of its own, that word and where it begins: of several, the longest.
fn at_the_end(name: &str) -> Option<(usize, String, Vec<Function>)> {
    let starts = name.char_indices().filter(|(at, _)| *at == 0 || name[..*at].ends_with(['-', '_', '.', ' ']));
    starts.into_iter().find_map(|(at, _)| {
        let word = plain(&name[at..]);
        let functions = by_plain_name(&word)?;
        Some((at, word, functions))
    })
}

/// The function of this name, or those of this family.
pub(super) fn by_plain_name(name: &str) -> Option<Vec<Function>> {
    // Short names that other tools have made usual for their lists: B2SUMS, x.b3.
    let is_short = matches!(name, "b2" | "b3" | "blake2");
    let one = Function::all().find(|one| plain(one.name()) == name || is_short && one.is_called(name));
    let family = || FAMILIES.iter().find(|(family, _)| *family == name).map(|(_, sizes)| *sizes);
    one.map(|one| vec![one]).or_else(|| Some(family()?.iter().filter_map(|name| Function::named(name)).collect()))
}

/// Families whose digests' lengths tell the function.
const FAMILIES: &[(&str, &[&str])] = &[
    ("sha", &["sha256", "sha512", "sha384", "sha224", "sha1"]),
    ("sha2", &["sha256", "sha512", "sha384", "sha224"]),
    ("sha3", &["sha3-256", "sha3-512", "sha3-384", "sha3-224"]),
];

/// Shorter ones are no digests that anybody would rely on, but words such as "bad" and "added".
pub(super) const SHORTEST_BITS: u64 = 128;

/// The algorithms whose digests have this many bits, and b2sum's and b3sum's, which have any length; if there is no usual one, those that
/// can be asked for as many.
pub(crate) fn by_length(bits: u64) -> Vec<Function> {
    if bits < SHORTEST_BITS {
        return Vec::new();
    }
    // Nobody would be served by a guess at a function whose digest depends on more than the file.
    let all = || Function::all().filter(|function| !function.algorithm().is_some_and(Algorithm::is_derived));
    let is_usual = |function: &Function| function.usual_bits() == bits;
    let any = all().any(|function| is_usual(&function));
    let of_any_length = |function: &Function| [BLAKE2B, BLAKE3].contains(function);
    let mut fitting: Vec<_> = all()
        .filter(|function| function.gives(bits) && (!any || is_usual(function) || of_any_length(function)))
        .collect();
    // The functions that most lists use come first.
    fitting.sort_by_key(|function| !is_common(*function));
    fitting
}

/// Do most lists have it?
pub(super) fn is_common(function: Function) -> bool {
    match function {
        Function::Own(algorithm) => matches!(algorithm.family(), Family::Sha256 | Family::Sha512),
        function => function.is_broken(),
    }
}

/// So many more files must have their digests by one function than by any other before the rest of the list.
const LEAD: u64 = 4;

/// Have enough files their digests by one function? `right`: how many have them by each.
pub(crate) fn is_ahead(right: &[u64]) -> bool {
    let most = leader(right);
    let others = right.iter().enumerate().filter(|(number, _)| *number != most).map(|(_, right)| *right);
    right.get(most).is_some_and(|first| *first >= others.max().unwrap_or_default() + LEAD)
}

/// The function by which most files have their digests; of several, the first.
pub(crate) fn leader(right: &[u64]) -> usize {
    let most = right.iter().max().copied().unwrap_or_default();
    right.iter().position(|right| *right == most).unwrap_or_default()
}

/// Is this the likeliest function of a digest of which only the length is known?
pub(crate) fn is_usual(tag: &Tag) -> bool {
    by_length(tag.bits).first() == Some(&tag.function)
}

/// The message about the function that was found for some lines. `None` if the list's name tells the same function.
pub(crate) fn announce(found: &Tag, guess: &[Tag], files: &str) -> Option<String> {
    let likeliest = guess.first()?;
    let function = found.function;
    let broken =
        if function.is_broken() { ", which is broken: anyone can make two files with the same digest" } else { "" };
    let message = || format!("the lines name no algorithm; {files} have their digests by {function}{broken}");
    (is_usual(likeliest) || found != likeliest).then(message)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    fn told(list: &str) -> Option<Function> {
        let mut functions = by_list_name(OsStr::new(list))?.functions;
        (functions.len() == 1).then(|| functions.remove(0))
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
        for list in ["-", "", "SUMS", "SUM", ".txt", "x.sha3-25", "xsha3-256sums", "sha3-256.list", ".", ".."] {
            assert_eq!(told(list), None, "{list}");
        }
        assert_eq!(told("B2SUMS"), Some(BLAKE2B));
        assert_eq!(told("a/x.b3"), Some(BLAKE3));
        assert_eq!(told("SHASUMS256.txt"), Function::named("sha256"));
        assert_eq!(told("v1-SHASUMS512.txt.asc"), Function::named("sha512"));
        assert_eq!(told("SHASUMS.txt"), None);
        assert_eq!(told("foo-SHA3-256SUMS"), Function::named("sha3-256"));
    }

    #[test]
    fn a_name_may_stand_anywhere() {
        for (list, functions, sure) in [
            ("b2", &["blake2b"][..], false),
            ("backup-b2-checksums.txt", &["blake2b"], false),
            ("d/x-B2SUM.list", &["blake2b"], false),
            ("old b3sums 2024", &["blake3"], false),
            ("blake2s.out", &["blake2s"], false),
            ("checksums-sha256.txt", &["sha256"], true),
            ("foo_1.0_sha3-512_checksums.txt", &["sha3-512"], false),
            ("x-sha256-md5.txt", &["sha256", "md5"], true),
            ("sha512-256.list", &["sha512-256"], true),
            ("x.sha2.list", &["sha256", "sha512", "sha384", "sha224"], true),
            ("b22", &[], true),
            ("sub2", &[], true),
            ("SUMS", &[], true),
            ("foo_1.0_checksums.txt", &[], true),
        ] {
            let told = by_word(OsStr::new(list));
            let functions: Vec<_> = functions.iter().filter_map(|name| Function::named(name)).collect();
            assert_eq!(told.clone().map_or_else(Vec::new, |hint| hint.functions), functions, "{list}");
            assert_eq!(told.is_none_or(|hint| hint.sure), sure, "{list}");
        }
        for list in ["sha256.txt", "SHA256", "manifest-sha256.txt", "tagmanifest-md5.txt", "x.sha2", "x_checksums.txt"]
        {
            assert!(is_list_name(OsStr::new(list)), "{list}");
        }
        // They make no list of a file.
        for file in ["photo b2.jpg", "sha256.jpg", "manifest.json", "manifest-2.txt"] {
            assert!(!is_list_name(OsStr::new(file)), "{file}");
        }
        assert!(is_manifest(OsStr::new("bag/tagmanifest-sha512.txt")) && !is_manifest(OsStr::new("manifest.txt")));
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
    }

    #[test]
    fn lengths() {
        for bits in SHORTEST_BITS..=2048 {
            let fitting = by_length(bits);
            let plain = |function: &Function| !function.algorithm().is_some_and(Algorithm::is_derived);
            let usual = Function::all().filter(plain).filter(|function| function.usual_bits() == bits).count();
            assert!(fitting.iter().all(plain), "{bits}");
            assert!(fitting.iter().all(|function| function.gives(bits)), "{bits}");
            assert!(usual == 0 || fitting.len() <= usual + 2, "{bits}");
            assert!(fitting.iter().skip(1).all(|function| !function.is_broken()), "{bits}");
        }
        assert_eq!(by_length(SHORTEST_BITS - 1), []);
        // XOFs give any length, but no list is taken for one of theirs by that alone.
        assert!(by_length(136).len() > 1);
    }
}
