//! Tests of what only this crate and `lanesum` know. They are no unit tests, for which cargo would compile all kernels once more.

mod kernels;

use lanesum_batch::plan::sound::assert_sound;
use lanesum_blake::plan::{BLAKE2B, BLAKE2S, BLAKE3, aarch64, any, wasm32, x86_64};

#[test]
fn every_row_is_sound() {
    let tables = [
        x86_64::BLAKE256,
        x86_64::BLAKE512,
        aarch64::BLAKE256,
        aarch64::BLAKE512,
        wasm32::BLAKE256,
        wasm32::BLAKE512,
        BLAKE2S,
        BLAKE2B,
        BLAKE3,
        &[any::BLAKE256],
        &[any::BLAKE512],
    ];
    tables.into_iter().for_each(assert_sound);
}
