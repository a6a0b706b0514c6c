//! Tests of what only this crate and `lanesum` know. They are no unit tests, for which cargo would compile all kernels once more.

mod cuts;
#[cfg(all(target_arch = "x86_64", not(miri)))]
mod hand;
mod model;

use lanesum_batch::plan::sound::assert_sound;
use lanesum_keccak::plan::{aarch64, any, small, wasm32, x86_64};

#[test]
fn every_row_is_sound() {
    let tables = [
        x86_64::KECCAK,
        x86_64::KECCAK_SHORT,
        aarch64::KECCAK,
        aarch64::KECCAK_SHORT,
        small::THUMB2,
        small::RISCV32,
        small::RISCV32_ZBB,
        wasm32::KECCAK,
        wasm32::KECCAK_SHORT,
        &[any::KECCAK],
        &[any::KECCAK_SHORT],
    ];
    tables.into_iter().for_each(assert_sound);
}

/// A range beyond the state panics; the data are not left as they are.
#[cfg(all(feature = "caesar", feature = "std"))]
#[test]
fn whole_lanes_beyond_the_state() {
    use lanes::Direction;
    use lanesum_keccak::states::state::State;
    let passes = |first: usize, len: usize| {
        std::panic::catch_unwind(|| State::<u64>::default().crypt(first, Direction::Wrap, &mut vec![0; len])).is_ok()
    };
    for (first, len) in [(0, 200), (16, 72), (24, 8), (25, 0)] {
        assert!(passes(first, len), "{len} bytes from lane {first} on");
        assert!(!passes(first, len + 8), "{len} bytes and 8 from lane {first} on");
    }
}
