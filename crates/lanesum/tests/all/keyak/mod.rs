//! Keyak v2 and Motorist: the checksums of XKCP's tests, the reference, and what a session promises.

mod aead;
mod checksums;
mod erasure;
mod lengths;
mod sessions;

use lanesum::Backend;
use lanesum::keyak::CryptLane;
use lanesum::keyak::{Forget, Keyak, Start};

/// Byte i is p + 161 n - rol8(i, q) + i.
fn pattern(n: usize, p: usize, q: usize) -> Vec<u8> {
    let start = p.wrapping_add(161 * n) as u8;
    (0..n).map(|i| i as u8).map(|i| start.wrapping_sub(i.rotate_left(q as u32 % 8)).wrapping_add(i)).collect()
}

/// Calls a macro for each instance.
macro_rules! instances {
    ($check:ident $arguments:tt) => {
        $check::<u32, 1>$arguments;
        $check::<u64, 1>$arguments;
        $check::<u64, 2>$arguments;
        $check::<u64, 4>$arguments;
        $check::<u64, 8>$arguments;
    };
}
use instances;

const KEY: &[u8] = b"a key of 16 byte";
const NONCE: &[u8] = b"nonce";
const BOTH: [Forget; 2] = [Forget::No, Forget::Yes];

fn start<W: CryptLane, const P: usize>(backend: Backend, key: &[u8], nonce: &[u8], forget: Forget) -> Keyak<W, P> {
    Keyak::start(&Start::new(key, nonce).forget(forget).backend(backend)).unwrap()
}
