//! The names of functions in tags. Those of the library's algorithms are in the library's own table.

use std::sync::LazyLock;

use lanesum::Algorithm;

use crate::function::{BLAKE2B, Function};

/// How other programs call these in tags: read, never written. OpenSSL writes BLAKE2's with other lengths, rhash 1.4 makes MD5's as long as
/// longer names.
const FOREIGN: &[(Function, &str)] =
    &[(BLAKE2B, "BLAKE2B"), (Function::Own(Algorithm::Blake2s), "BLAKE2S"), (Function::Md5, "MD5  ")];

/// Every function once, with its name in tags.
pub(super) fn all() -> impl Iterator<Item = (Function, &'static str)> {
    Function::all().map(|function| (function, name_of(function)))
}

/// Other names, which are read as well.
pub(super) fn foreign() -> impl Iterator<Item = (Function, &'static str)> {
    let tags = |of: &Algorithm| {
        of.other_tags().iter().map({
            let of = *of;
            move |tag| (Function::Own(of), *tag)
        })
    };
    Algorithm::ALL.iter().flat_map(tags).chain(FOREIGN.iter().copied())
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
        Function::Md5 => "MD5",
        Function::Sha1 => "SHA1",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
