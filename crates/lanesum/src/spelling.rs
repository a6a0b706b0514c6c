//! Names as people write them. `SHA3-256`, `sha3_256`, `sha3 256` and `sha3256` are one name.

/// The greatest length of a name for [`nearest`].
const LONGEST: usize = 32;

/// The greatest number of edits between a misspelt name and the one that was meant.
const MOST_EDITS: usize = 2;

/// The letters and digits of a name, in lower case.
pub fn plain(name: &str) -> impl Iterator<Item = u8> + Clone + '_ {
    name.bytes().filter(|byte| !b"-_/ ".contains(byte)).map(|byte| byte.to_ascii_lowercase())
}

/// Whether two names differ in case and separators only.
#[must_use]
pub fn are_same(one: &str, other: &str) -> bool {
    plain(one).eq(plain(other))
}

/// Whether the names differ by one letter, or have the same letters in another order.
#[must_use]
pub fn is_typo(name: &str, meant: &str) -> bool {
    edits(name, meant) <= 1 || have_same_letters(name, meant)
}

/// The one of `names` nearest to `name`, if at most two edits are between them. Of two that are equally near, one with the same letters in
/// another order wins.
pub fn nearest<'a>(name: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let near = names.map(|own| (edits(name, own), !have_same_letters(name, own), own));
    near.filter(|(edits, ..)| *edits <= MOST_EDITS)
        .min_by_key(|(edits, others, _)| (*edits, *others))
        .map(|(.., own)| own)
}

fn have_same_letters(one: &str, other: &str) -> bool {
    let count = |name, letter| plain(name).filter(|byte| *byte == letter).count();
    plain(one).count() == plain(other).count() && plain(one).all(|letter| count(one, letter) == count(other, letter))
}

/// The number of characters to insert, delete or replace (Levenshtein distance); the greatest number if a name is too long to compare.
fn edits(one: &str, other: &str) -> usize {
    let (long, len) = (plain(one).count(), plain(other).count());
    if long > LONGEST || len > LONGEST {
        return usize::MAX;
    }
    let mut row: [usize; LONGEST + 1] = core::array::from_fn(|i| i);
    for (i, a) in plain(one).enumerate() {
        let mut diagonal = core::mem::replace(&mut row[0], i + 1);
        for (j, b) in plain(other).enumerate() {
            let least = (diagonal + usize::from(a != b)).min(row[j] + 1).min(row[j + 1] + 1);
            diagonal = core::mem::replace(&mut row[j + 1], least);
        }
    }
    row[len]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances() {
        for (one, other, expected) in [("", "", 0), ("a", "", 1), ("kitten", "sitting", 3), ("SHA-256", "sha265", 2)] {
            assert_eq!(edits(one, other), expected);
        }
        assert_eq!(edits(&"a".repeat(LONGEST + 1), "a"), usize::MAX);
    }

    #[test]
    fn the_nearest_name() {
        let near = |name| nearest(name, ["sha256", "sha512", "sha3-256"].into_iter());
        assert_eq!(
            [near("sha265"), near("SHA3 257"), near("sha"), near("")],
            [Some("sha256"), Some("sha3-256"), None, None]
        );
        assert!(is_typo("sha265", "SHA-256") && !is_typo("shake512", "sha512"));
    }
}
