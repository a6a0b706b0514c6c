//! Tests of what only this crate and `lanesum` know. They are no unit tests, for which cargo would compile all kernels once more.

mod model;

use lanesum_batch::Backend;
use lanesum_batch::engine::Shared;
use lanesum_batch::md::compression::{OneMessage, agrees};
use lanesum_batch::plan::sound::assert_sound;
use lanesum_sha2::engines::PORTABLE;
use lanesum_sha2::functions::Words64;
use lanesum_sha2::plan::{aarch64, any, wasm32, x86_64};

#[test]
fn every_row_is_sound() {
    let tables = [
        x86_64::SHA256,
        x86_64::SHA512,
        aarch64::SHA256,
        aarch64::SHA512,
        wasm32::SHA256,
        wasm32::SHA512,
        &[any::SHA256],
        &[any::SHA512],
    ];
    tables.into_iter().for_each(assert_sound);
}

/// A kernel with one wrong bit in its result.
struct Wrong;

impl Shared for Wrong {
    fn backend(&self) -> Backend {
        Backend::Sha512Ni
    }
}

impl OneMessage<[u64; 8]> for Wrong {
    fn compress(&self, state: &mut [u64; 8], data: &[u8]) {
        PORTABLE.compress(state, data);
        state[3] ^= 1 << 40;
    }

    fn compress_to_end(&self, state: &mut [u64; 8], data: &[u8], end: &[u8]) {
        self.compress(state, data);
        self.compress(state, end);
    }

    fn hash(&self, _: &[u64; 8], _: &[u8], _: &[u8], _: u128, _: &mut [u8]) -> bool {
        false
    }
}

#[test]
fn a_wrong_kernel_is_found_out() {
    assert!(agrees::<Words64>(&PORTABLE));
    assert!(!agrees::<Words64>(&Wrong));
}
