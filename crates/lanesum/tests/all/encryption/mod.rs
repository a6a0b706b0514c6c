//! Keyak v2 with Motorist, and Ketje v2 and v1: one table of all instances, compared with the reference; the checksums of XKCP's tests; and
//! what a session promises.

mod aead;
mod ketje_checksums;
mod keyak_checksums;
mod lengths;
mod many;
mod sessions;

use crate::support::dropped::{gone, memory_after_drop, memory_after_work};
use crate::support::{backends_for, message};
use lanesum::hazmat::{State, TwistedState};
use lanesum::ketje::{Ketje, KetjeState};
use lanesum::keyak::{CryptLane, Forget, Keyak, Start};
use lanesum::{Backend, Error};
use reference::ketje::{self, Version};
use reference::{BitString, Width, keyak};

const KEY: &[u8] = b"twelve bytes";
const NONCE: &[u8] = b"nonce";
const BOTH: [Forget; 2] = [Forget::No, Forget::Yes];

type Tag = [u8; 16];

/// A session of either cipher. Ketje forgets nothing on demand.
trait Session {
    fn wrap(&mut self, metadata: &[u8], plaintext: &[u8], out: &mut [u8], forget: Forget) -> Result<Tag, Error>;
    fn wrap_in_place(&mut self, metadata: &[u8], data: &mut [u8], forget: Forget) -> Result<Tag, Error>;
    fn unwrap(&mut self, metadata: &[u8], data: &[u8], out: &mut [u8], tag: &Tag, forget: Forget) -> Result<(), Error>;
    fn unwrap_in_place(&mut self, metadata: &[u8], data: &mut [u8], tag: &Tag, forget: Forget) -> Result<(), Error>;
    fn backend(&self) -> Backend;
    /// A copy.
    fn again(&self) -> Box<dyn Session>;
    /// How many bytes are erased after a wrong tag, on drop, and where the session goes on.
    fn erased(&self) -> [usize; 3];
}

macro_rules! session {
    ([$($parameters:tt)*] $type:ty, [$($forget:ident)?]) => {
        impl<$($parameters)*> Session for $type {
            fn wrap(&mut self, metadata: &[u8], plaintext: &[u8], out: &mut [u8], forget: Forget) -> Result<Tag, Error> {
                let ($($forget,)? ..) = (forget,);
                self.wrap(metadata, plaintext, out, $($forget)?)
            }
            fn wrap_in_place(&mut self, metadata: &[u8], data: &mut [u8], forget: Forget) -> Result<Tag, Error> {
                let ($($forget,)? ..) = (forget,);
                self.wrap_in_place(metadata, data, $($forget)?)
            }
            fn unwrap(&mut self, metadata: &[u8], data: &[u8], out: &mut [u8], tag: &Tag, forget: Forget) -> Result<(), Error> {
                let ($($forget,)? ..) = (forget,);
                self.unwrap(metadata, data, out, tag, $($forget)?)
            }
            fn unwrap_in_place(&mut self, metadata: &[u8], data: &mut [u8], tag: &Tag, forget: Forget) -> Result<(), Error> {
                let ($($forget,)? ..) = (forget,);
                self.unwrap_in_place(metadata, data, tag, $($forget)?)
            }
            fn backend(&self) -> Backend {
                self.backend()
            }
            fn again(&self) -> Box<dyn Session> {
                Box::new(self.clone())
            }
            fn erased(&self) -> [usize; 3] {
                let refused = memory_after_work(self.clone(), |session| {
                    Session::unwrap_in_place(session, b"m", &mut message(300, 2), &[0; 16], Forget::No).unwrap_err();
                });
                let goes_on = memory_after_work(self.clone(), |session| {
                    Session::wrap_in_place(session, b"m", &mut message(300, 2), Forget::No).unwrap();
                });
                assert_ne!(goes_on.0, goes_on.1, "what is looked at is no copy");
                [&refused, &memory_after_drop(self.clone()), &goes_on].map(gone)
            }
        }
    };
}
session!([W: CryptLane, const P: usize] Keyak<W, P>, [given]);
session!([S: KetjeState + 'static] Ketje<S>, []);

/// The reference's ciphertext and tag of a plaintext and metadata, the first of a session.
type Model = Box<dyn Fn(&[u8], &[u8], Forget) -> (Vec<u8>, Vec<u8>)>;

/// A session with a key and a nonce.
type Begin = fn(Backend, &[u8], &[u8]) -> Box<dyn Session>;

/// An instance of a cipher.
struct Instance {
    name: String,
    /// States in step.
    states: usize,
    /// Bytes of a block of message, and of metadata alone.
    block: usize,
    alone: usize,
    /// The longest key, and the longest nonce beside a key.
    key: usize,
    nonce: fn(usize) -> usize,
    /// Bytes of state that are erased, at least: of random ones one of 256 was 0 before.
    erased: usize,
    backends: Vec<Backend>,
    start: Begin,
    model: fn(&[u8], &[u8]) -> Model,
}

fn start<W: CryptLane, const P: usize>(backend: Backend, key: &[u8], nonce: &[u8], forget: Forget) -> Keyak<W, P> {
    Keyak::start(&Start::new(key, nonce).forget(forget).backend(backend)).unwrap()
}

/// The instances of Keyak: River, Lake, Sea, Ocean and Lunar.
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

fn width<W: CryptLane>() -> Width {
    Width::from_bits(200 * W::BYTES).expect("a width")
}

fn of_keyak<W: CryptLane, const P: usize>(all: &mut Vec<Instance>) {
    all.push(Instance {
        name: format!("Keyak of {P} states of {} bytes", 25 * W::BYTES),
        states: P,
        block: Keyak::<W, P>::BLOCK_BYTES,
        alone: 24 * W::BYTES * P,
        key: Keyak::<W, P>::MAX_KEY_BYTES,
        // Longer ones take a second block of the start.
        nonce: |_| Keyak::<W, P>::MAX_NONCE_BYTES + 2,
        erased: 24 * W::BYTES * P * 95 / 100,
        backends: backends_for::<W>(),
        start: |backend, key, nonce| Box::new(start::<W, P>(backend, key, nonce, Forget::No)),
        model: |key, nonce| {
            let (begun, _) =
                keyak::Motorist::start(width::<W>(), P, &keyak::suv(width::<W>(), key, nonce), false, false);
            Box::new(move |plaintext, metadata, forget| {
                begun.clone().wrap(keyak::Way::Wrap, plaintext, metadata, forget == Forget::Yes)
            })
        },
    });
}

fn of_ketje<S: KetjeState + 'static, const VERSION: u8>(all: &mut Vec<Instance>) {
    all.push(Instance {
        name: format!("Ketje v{VERSION} of {} bytes", S::BYTES),
        states: 1,
        block: Ketje::<S>::BLOCK_BYTES,
        alone: Ketje::<S>::BLOCK_BYTES,
        key: Ketje::<S>::MAX_KEY_AND_NONCE_BYTES,
        nonce: |key| Ketje::<S>::MAX_KEY_AND_NONCE_BYTES - key,
        erased: S::BYTES * 9 / 10,
        backends: backends_for::<S::KetjeLane>(),
        start: |backend, key, nonce| Box::new(Ketje::<S>::with_backend(backend, key, nonce).unwrap()),
        model: |key, nonce| {
            let width = Width::from_bits(8 * S::BYTES).expect("a width");
            let version = if VERSION == 1 { Version::One } else { Version::Two };
            let [key, nonce] = [key, nonce].map(BitString::from_bytes);
            Box::new(move |plaintext, metadata, _| {
                let [plaintext, metadata] = [plaintext, metadata].map(BitString::from_bytes);
                let (ciphertext, tag) =
                    ketje::Ketje::new(width, version, &key, &nonce).wrap(&metadata, &plaintext, 128);
                (ciphertext.to_bytes(), tag.to_bytes())
            })
        },
    });
}

/// Of both ciphers.
fn all() -> Vec<Instance> {
    let mut all = Vec::new();
    instances!(of_keyak(&mut all));
    of_ketje::<TwistedState<u8>, 2>(&mut all);
    of_ketje::<TwistedState<u16>, 2>(&mut all);
    of_ketje::<TwistedState<u32>, 2>(&mut all);
    of_ketje::<TwistedState<u64>, 2>(&mut all);
    of_ketje::<State<u8>, 1>(&mut all);
    of_ketje::<State<u16>, 1>(&mut all);
    all
}
