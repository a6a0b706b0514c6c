//! With the feature `zeroize`: what has been absorbed is gone on drop.

use super::hashers;
use super::support::dropped::{gone, memory_after_drop};
use super::support::message;
use lanesum::Strength;
use lanesum::digest::Update;
use lanesum::strengths::{Bits128, Bits256};
use lanesum::subtrees::FinalNode;
use zeroize::ZeroizeOnDrop;

fn erased<T>(what: &str, value: T) {
    // Random bytes: one of 256 was 0 before.
    let gone = gone(&memory_after_drop(value));
    assert!(gone > 190, "{what}: only {gone} bytes");
}

fn check<S: Strength>() {
    fn promises<T: ZeroizeOnDrop>(value: T) -> T {
        value
    }
    for (name, hasher) in hashers::<S>() {
        // Lengths between them may wait in a buffer elsewhere, the state being still empty.
        for len in [1000, 80_000] {
            let hasher = promises(hasher.clone().chain(message(len, 1)));
            erased(&format!("{name}, {len} bytes"), hasher);
        }
        erased(&name, hasher.chain(message(9000, 2)).finalize_customized(b""));
    }
    erased("a final node", promises(FinalNode::<S>::new(message(8192, 3).first_chunk().unwrap())));
}

#[test]
fn of_what_was_absorbed() {
    check::<Bits128>();
    check::<Bits256>();
}
