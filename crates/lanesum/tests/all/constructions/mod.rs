//! The constructions over Keccak-p of every width: sponge, duplex, `MonkeyDuplex`, full-state keyed duplex, generator and
//! stream cipher, on every backend that has a form for the width.

mod answers;
mod errors;
mod stream;

use lanesum::Backend;
use lanesum::hazmat::{KeccakSponge, Lane};

/// The sponge in one piece: `bits` bits in, `out_bits` out.
fn sponge<W: Lane>(backend: Backend, rate: usize, data: &[u8], bits: usize, out_bits: usize) -> Vec<u8> {
    let mut sponge = KeccakSponge::<W>::with_backend(backend, rate, W::ROUNDS).unwrap();
    sponge.absorb_bits(data, bits as u64).unwrap();
    let mut out = vec![0xff; out_bits.div_ceil(8)];
    sponge.finish().squeeze_bits(&mut out, out_bits as u64).unwrap();
    out
}
