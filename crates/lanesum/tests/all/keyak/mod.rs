//! Keyak v2 and Motorist: the checksums of XKCP's tests, the reference, and what a session promises.

mod checksums;
mod erasure;
mod lengths;
mod sessions;

use lanesum::Backend;
use lanesum::keyak::CryptLane;
use lanesum::keyak::{Forget, Keyak, Start};

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
