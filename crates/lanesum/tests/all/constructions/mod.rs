//! The constructions over Keccak-p of every width: sponge, duplex, `MonkeyDuplex`, full-state keyed duplex, generator and
//! stream cipher, on every backend that has a form for the width.

use crate::support;

mod answers;
mod errors;
mod stream;

use lanesum::Backend;
use lanesum::hazmat::{KeccakSponge, Lane};

/// The checksum object of the published procedures (XKCP's self-tests): a sponge without capacity, which the library has
/// not, in whole bytes.
struct Checksum<W: Lane> {
    state: lanesum::hazmat::State<W>,
    position: usize,
}

impl<W: Lane> Checksum<W> {
    fn new(backend: Option<Backend>) -> Self {
        let state = match backend {
            Some(backend) => lanesum::hazmat::State::with_backend(backend).unwrap(),
            None => lanesum::hazmat::State::new(),
        };
        Self { state, position: 0 }
    }

    fn absorb(&mut self, mut data: &[u8]) {
        let size = 25 * W::BYTES;
        while !data.is_empty() {
            let (now, rest) = data.split_at(data.len().min(size - self.position));
            self.state.add_bytes(self.position, now).unwrap();
            self.position += now.len();
            if self.position == size {
                self.state.permute(W::ROUNDS).unwrap();
                self.position = 0;
            }
            data = rest;
        }
    }

    /// The first eight bytes in hexadecimal.
    fn squeeze(mut self) -> String {
        self.state.add_bytes(self.position, &[1]).unwrap();
        self.state.add_bytes(25 * W::BYTES - 1, &[0x80]).unwrap();
        self.state.permute(W::ROUNDS).unwrap();
        let mut out = [0; 8];
        self.state.extract_bytes(0, &mut out).unwrap();
        support::hex(&out)
    }
}

/// The sponge in one piece: `bits` bits in, `out_bits` out.
fn sponge<W: Lane>(backend: Backend, rate: usize, data: &[u8], bits: usize, out_bits: usize) -> Vec<u8> {
    let mut sponge = KeccakSponge::<W>::with_backend(backend, rate, W::ROUNDS).unwrap();
    sponge.absorb_bits(data, bits as u64).unwrap();
    let mut out = vec![0xff; out_bits.div_ceil(8)];
    sponge.finish().squeeze_bits(&mut out, out_bits as u64).unwrap();
    out
}
