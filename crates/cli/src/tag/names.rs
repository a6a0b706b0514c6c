//! The names of functions in tags. Those of the library's algorithms are in the library's own table.

use std::sync::LazyLock;

use crate::function::{Function, own};

/// The functions of other crates.
const OTHERS: &[(Function, &str)] = &[
    (Function::Blake2b, "BLAKE2b"),
    (Function::Blake2s, "BLAKE2s"),
    (Function::Blake3, "BLAKE3"),
    (Function::Md5, "MD5"),
    (Function::Sha1, "SHA1"),
];

/// How other programs call these in tags: read, never written. OpenSSL 3; perl's shasum; OpenSSL 1; rhash.
const FOREIGN: &[(Function, &str)] = &[
    (Function::Blake2b, "BLAKE2B-512"),
    (Function::Blake2s, "BLAKE2S-256"),
    (Function::Blake2b, "BLAKE2b512"),
    (Function::Blake2s, "BLAKE2s256"),
    (Function::Blake2b, "BLAKE2B"),
    // rhash 1.4 makes it as long as longer names.
    (Function::Md5, "MD5  "),
    (Function::Blake2s, "BLAKE2S"),
];

/// Every function once, with its name in tags.
pub(super) fn all() -> impl Iterator<Item = (Function, &'static str)> {
    let own = own().map(|algorithm| (Function::Own(algorithm), algorithm.tag()));
    own.chain(OTHERS.iter().copied())
}

/// Other names, which are read as well.
pub(super) fn foreign() -> impl Iterator<Item = (Function, &'static str)> {
    let own = own().flat_map(|own| own.other_tags().iter().map(move |tag| (Function::Own(own), *tag)));
    own.chain(FOREIGN.iter().copied())
}

/// Does a name begin as this text does? Most lines begin with a digest.
pub(super) fn may_begin(text: &[u8]) -> bool {
    static BEGINNINGS: LazyLock<[bool; 256]> = LazyLock::new(|| {
        let first = |(_, name): (_, &str)| name.bytes().next();
        let firsts: Vec<u8> = all().chain(foreign()).filter_map(first).collect();
        std::array::from_fn(|byte| firsts.contains(&(byte as u8)))
    });
    text.first().is_some_and(|first| BEGINNINGS[usize::from(*first)])
}

/// The function's name in tags, without bits.
pub(super) fn name_of(function: Function) -> &'static str {
    match function {
        Function::Own(algorithm) => algorithm.tag(),
        // The test below compares the table with `Function::all`: the other name is never needed.
        _ => OTHERS.iter().find(|(other, _)| *other == function).map_or(function.name(), |(_, name)| name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_function_has_a_name_in_tags() {
        for function in Function::all() {
            assert_eq!(all().filter(|(other, _)| *other == function).count(), 1, "{function}");
        }
        assert_eq!(all().count(), Function::all().count());
    }

    /// Lists must be readable for good: no name may change, and a new one is promised, too.
    #[test]
    fn the_names_are_those_that_are_promised() {
        let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/compatibility.md");
        let page = std::fs::read_to_string(page).unwrap();
        let section = page.split_once("## Tags in lists").unwrap().1.split_once("##").unwrap().0;
        let lines = section.lines().filter(|line| line.starts_with("- "));
        let mut promised: Vec<&str> = lines.flat_map(|line| line.split('`').skip(1).step_by(2)).collect();
        let mut names: Vec<&str> = all().map(|(_, name)| name).collect();
        promised.sort_unstable();
        names.sort_unstable();
        assert_eq!(names, promised);
    }
}
