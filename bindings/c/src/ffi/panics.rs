//! Catches panics at the boundary to C, where they would be undefined behaviour.

use super::error::lanesum_error;
use super::functions::lanesum_algorithm;
use super::hasher::{lanesum_finalize, lanesum_hasher, lanesum_init, lanesum_update, lanesum_wipe, on};
use super::memory::call;
use super::merkle::{
    LANESUM_RULE_PAIRS, change, lanesum_merkle, lanesum_merkle_append, lanesum_merkle_init, lanesum_merkle_is_mutated,
    lanesum_merkle_wipe,
};
use lanesum::Algorithm;
use lanesum_error::*;
use std::panic::panic_any;
use std::ptr;

/// Panics once more, when it is dropped.
struct Bomb;

impl Drop for Bomb {
    fn drop(&mut self) {
        panic!("dropped");
    }
}

#[test]
fn a_panic_is_an_error() {
    assert_eq!(call(|| Ok(())), LANESUM_OK);
    assert_eq!(call(|| Err(LANESUM_ERROR_TAG)), LANESUM_ERROR_TAG);
    assert_eq!(call(|| panic!("a defect")), LANESUM_ERROR_INTERNAL);
    assert_eq!(call(|| panic_any(Bomb)), LANESUM_ERROR_INTERNAL);
}

/// Of functions without and with memory on the heap.
#[test]
fn after_a_panic_a_state_can_only_be_wiped() {
    for algorithm in [Algorithm::Sha256, Algorithm::Kt128].map(lanesum_algorithm::from) {
        let mut hasher = lanesum_hasher { opaque: [0; 120] };
        let (message, mut digest) = (vec![1; 9000], [0; 32]);
        let hasher = &raw mut hasher;
        // SAFETY: memory of this test's.
        unsafe {
            let size = size_of::<lanesum_hasher>();
            assert_eq!(lanesum_init(hasher, size, algorithm, ptr::null()), LANESUM_OK);
            assert_eq!(lanesum_update(hasher, message.as_ptr().cast(), message.len()), LANESUM_OK);
            assert_eq!(on(hasher, |_| panic!("a defect")), LANESUM_ERROR_INTERNAL);
            assert_eq!(lanesum_update(hasher, message.as_ptr().cast(), 1), LANESUM_ERROR_FINISHED);
            assert_eq!(lanesum_finalize(hasher, digest.as_mut_ptr().cast(), 32), LANESUM_ERROR_FINISHED);
            assert_eq!(lanesum_wipe(hasher), LANESUM_OK);
            assert_eq!((*hasher).opaque, [0; 120]);
        }
        assert_eq!(digest, [0; 32]);
    }
}

#[test]
fn after_a_panic_a_tree_can_only_be_wiped() {
    let mut tree = lanesum_merkle { opaque: [0; 8] };
    let tree = &raw mut tree;
    // SAFETY: memory of this test's.
    unsafe {
        let algorithm = Algorithm::Sha256.into();
        assert_eq!(lanesum_merkle_init(tree, 64, algorithm, ptr::null(), LANESUM_RULE_PAIRS, 0), LANESUM_OK);
        assert!(!lanesum_merkle_is_mutated(tree));
        assert_eq!(change(tree, |_| panic!("a defect")), LANESUM_ERROR_INTERNAL);
        assert_eq!(lanesum_merkle_append(tree, ptr::null(), 0), LANESUM_ERROR_STATE);
        assert!(lanesum_merkle_is_mutated(tree));
        assert_eq!(lanesum_merkle_wipe(tree), LANESUM_OK);
        assert_eq!((*tree).opaque, [0; 8]);
    }
}
