//! Answers from the official list; xtask and the library's tests have all of them.

use super::{Mode, hash, subtree};
use crate::bits::{BitString, b2h};

#[test]
fn published_answers() {
    let message = |len| (0..len).map(|i| (i % 251) as u8).collect::<Vec<_>>();
    for (len, answer) in [
        (0, "af1349b9f5f9a1a6a0404dea36dcc9499bcb25c9adc112b7cc9a93cae41f3262"),
        (1, "2d3adedff11b61f14c886e35afa036736dcd87a74d27b5c1510225d0f592e213"),
    ] {
        assert_eq!(b2h(&BitString::from_bytes(&hash(&Mode::Hash, &message(len), 0, 32))), answer, "{len}");
    }
}

#[test]
fn a_subtree_is_not_the_root() {
    let message = [7; 2048];
    let root = hash(&Mode::Hash, &message, 0, 32);
    assert_ne!(subtree(&Mode::Hash, 0, &message).into_iter().flat_map(u32::to_le_bytes).collect::<Vec<_>>(), root);
    assert_eq!(
        hash(&Mode::Keyed(&[3; 32]), &message, 70, 60)[..],
        hash(&Mode::Keyed(&[3; 32]), &message, 0, 130)[70..]
    );
}
