//! `testKeyakv2.inc` and `testMotorist.c` of the Keccak code package (version of 2023), by procedure, on every backend.

use super::{BOTH, start};
use crate::support::{backends_for, hex, pattern};
use lanesum::Backend;
use lanesum::hazmat::{Motorist, State};
use lanesum::keyak::CryptLane;
use lanesum::keyak::{Forget, Keyak, Start};

/// Gets all that the sessions under test put out, as metadata.
struct Global<W: CryptLane, const P: usize> {
    backend: Backend,
    sum: Keyak<W, P>,
}

impl<W: CryptLane, const P: usize> Global<W, P> {
    fn new(backend: Backend) -> Self {
        Self { backend, sum: start(backend, &[], &[], Forget::No) }
    }

    fn feed(&mut self, data: &[u8]) {
        self.sum.wrap_in_place(data, &mut [], Forget::No).unwrap();
    }

    fn init(&mut self, key: &[u8], nonce: &[u8], forget: Forget, tagged: bool) -> Keyak<W, P> {
        let start = Start::new(key, nonce).forget(forget).backend(self.backend);
        if !tagged {
            return Keyak::start(&start).unwrap();
        }
        let (session, tag) = Keyak::start_tagged(&start).unwrap();
        self.feed(&tag);
        session
    }

    fn wrap(&mut self, session: &mut Keyak<W, P>, metadata: &[u8], plaintext: &[u8], forget: Forget) {
        let mut data = plaintext.to_vec();
        let tag = session.wrap_in_place(metadata, &mut data, forget).unwrap();
        self.feed(&data);
        self.feed(&tag);
    }
}

/// All pairs.
fn flags() -> impl Iterator<Item = (Forget, bool)> {
    BOTH.into_iter().flat_map(|forget| [false, true].map(|tagged| (forget, tagged)))
}

/// With nonces of up to `longest` bytes in the first part.
fn keyak<W: CryptLane, const P: usize>(backend: Backend, longest: usize) -> String {
    let most = Keyak::<W, P>::MAX_NONCE_BYTES;
    let (squeezed, absorbed) = (Keyak::<W, P>::BLOCK_BYTES, P * 24 * W::BYTES);
    let mut global = Global::<W, P>::new(backend);
    for key_len in 16..=32 {
        for nonce_len in (0..=longest).step_by(if key_len == 16 { 1 } else { longest }) {
            for (forget, tagged) in flags() {
                let q = key_len + nonce_len;
                let (key, nonce) = (pattern(key_len, q + 0x12, 3), pattern(nonce_len, q + 0x45, 6));
                let mut session = global.init(&key, &nonce, forget, tagged);
                global.wrap(&mut session, b"ABC", b"DEF", Forget::No);
            }
        }
    }
    let around = |e: usize| [0, 1, e - 1, e, e + 1].into_iter().enumerate();
    let step = |j: usize, forget: Forget, tagged: bool| {
        if j == 0 { 1 } else { (P + usize::from(forget == Forget::Yes)) * (W::BYTES + usize::from(tagged)) + 1 }
    };
    for (forget, tagged) in flags() {
        for (j, a) in around(absorbed - squeezed) {
            for m in (0..=squeezed + 1).step_by(step(j, forget, tagged)) {
                let q = m + a;
                let (key, nonce) = (pattern(16, 0x23 + q, 4), pattern(most, 0x56 + q, 7));
                let mut session = global.init(&key, &nonce, forget, tagged);
                global.wrap(&mut session, &pattern(a, 0xab + q, 3), &pattern(m, 0xcd + q, 4), forget);
                global.wrap(&mut session, &pattern(a, 0xcd + q, 3), &pattern(m, 0xef + q, 4), forget);
            }
        }
    }
    for (forget, tagged) in flags() {
        for (j, m) in around(squeezed) {
            for a in (0..=absorbed + 1).step_by(step(j, forget, tagged)) {
                let q = m + a;
                let (key, nonce) = (pattern(16, 0x34 + q, 5), pattern(most, 0x45 + q, 6));
                let mut session = global.init(&key, &nonce, forget, tagged);
                global.wrap(&mut session, &pattern(a, 1 + q, 5), &pattern(m, 0x23 + q, 6), forget);
                global.wrap(&mut session, &pattern(a, 0x45 + q, 5), &pattern(m, 0x67 + q, 6), forget);
            }
        }
    }
    for (forget, tagged) in flags() {
        let n = 2 * usize::from(forget == Forget::Yes) + usize::from(tagged);
        let mut session = global.init(&pattern(16, n, 1), &pattern(most, n, 2), forget, tagged);
        let mut a = 0;
        while a <= 2 * absorbed {
            let mut m = 0;
            while m <= 2 * squeezed {
                global.wrap(&mut session, &pattern(a, 0x34 + m + a, 3), &pattern(m, 0x45 + m + a, 4), forget);
                m += m / 2 + 1 + a;
            }
            a += a / 3 + 1;
        }
    }
    hex(&global.sum.wrap_in_place(&[], &mut [], Forget::No).unwrap())
}

/// With nonces of up to 200 bytes, on one backend, and of up to as many as the instance names, on each.
fn check_keyak<W: CryptLane, const P: usize>(long: &str, usual: &str) {
    for backend in backends_for::<W>() {
        assert_eq!(keyak::<W, P>(backend, Keyak::<W, P>::MAX_NONCE_BYTES), usual, "{backend}");
    }
    assert_eq!(keyak::<W, P>(State::<W>::new().backend(), 200), long);
}

#[test]
fn river() {
    check_keyak::<u32, 1>("6eba81330bb85a4d8db37fde4d67cd0e", "a7ce278119381311a11f8fac84cb6b24");
}

#[test]
fn lake() {
    check_keyak::<u64, 1>("8395c64122bb430432d8b0298209b736", "7303c4ba1effc39d488065c2fd05f752");
}

#[test]
fn sea() {
    check_keyak::<u64, 2>("b8c0e23522cc1de14c22d0b8af738e33", "c4aa231354888db6dc5cc3c8e9ba8676");
}

#[test]
fn ocean() {
    check_keyak::<u64, 4>("707c0647f9e852b600eed0f11c66e11d", "d2ff937af61748e9fb90ee46379c5b02");
}

#[test]
#[ignore = "a quarter of a minute; Motorist of its size is in `motorist_1600_times_8`"]
fn lunar() {
    check_keyak::<u64, 8>("b7ec211dc030d24d667044c2ed345211", "eda443e6e2f836b458cee293dfb6c660");
}

struct Rider<W: CryptLane, const P: usize> {
    backend: Backend,
    sum: Motorist<W, P>,
}

impl<W: CryptLane, const P: usize> Rider<W, P> {
    fn start(&self, suv: &[u8], forget: Forget, tagged: bool) -> Motorist<W, P> {
        let backend = Some(self.backend);
        if tagged {
            Motorist::start_tagged(backend, suv, forget).unwrap().0
        } else {
            Motorist::start(backend, suv, forget).unwrap()
        }
    }

    fn wrap(&mut self, session: &mut Motorist<W, P>, metadata: &[u8], plaintext: &[u8], forget: Forget) {
        let mut data = plaintext.to_vec();
        let tag = session.wrap_in_place(metadata, &mut data, forget).unwrap();
        self.sum.wrap_in_place(&tag, &mut [], Forget::No).unwrap();
        self.sum.wrap_in_place(&data, &mut [], Forget::No).unwrap();
    }
}

fn motorist<W: CryptLane, const P: usize>(backend: Backend) -> String {
    let sum = Motorist::start(Some(backend), &[], Forget::No).unwrap();
    let mut rider = Rider::<W, P> { backend, sum };
    for n in 0..=200 {
        for (forget, tagged) in flags() {
            let mut session = rider.start(&pattern(n, n + 0x21, 3), forget, tagged);
            rider.wrap(&mut session, b"ABC", b"DEF", Forget::No);
        }
    }
    for m in 0..=200 * P {
        for a in [0, 1, 28, 24 * P - 1, 24 * P, 24 * P + 1] {
            for (forget, tagged) in flags() {
                let mut session = rider.start(&pattern(40, 40 + 0x32, 4), forget, tagged);
                rider.wrap(&mut session, &pattern(a, 0xab + m, 3), &pattern(m, 0xcd + a, 4), forget);
                rider.wrap(&mut session, &pattern(a, 0xcd + m, 3), &pattern(m, 0xef + a, 4), forget);
            }
        }
    }
    for a in 0..=200 * P {
        for m in [0, 1, 68, 168 * P - 1, 168 * P, 168 * P + 1] {
            for (forget, tagged) in flags() {
                let mut session = rider.start(&pattern(40, 40 + 0x43, 4), forget, tagged);
                rider.wrap(&mut session, &pattern(a, 1 + m, 5), &pattern(m, 0x23 + a, 6), forget);
                rider.wrap(&mut session, &pattern(a, 0x45 + m, 5), &pattern(m, 0x67 + a, 6), forget);
            }
        }
    }
    for n in 32..=35 {
        for (forget, tagged) in flags() {
            let mut session = rider.start(&pattern(n, n + 0x12, 1), forget, tagged);
            let mut a = 0;
            while a <= 600 {
                let mut m = 0;
                while m <= 800 {
                    rider.wrap(&mut session, &pattern(a, 0x34 + m, 3), &pattern(m, 0x45 + a, 4), forget);
                    m += if n > 32 { 800 } else { m / 2 + 1 + a };
                }
                a += if n > 32 { 600 } else { a / 3 + 1 };
            }
        }
    }
    hex(&rider.sum.wrap_in_place(&[], &mut [], Forget::No).unwrap())
}

/// The forms for so many states, and the one for one that is chosen here: the others take minutes, and stand below.
fn check_motorist<W: CryptLane, const P: usize>(answer: &str) {
    let chosen = State::<W>::new().backend();
    for backend in backends_for::<W>() {
        if backend == chosen || P > 1 && W::widths(backend).contains(&P) {
            assert_eq!(motorist::<W, P>(backend), answer, "{backend}");
        }
    }
}

const MOTORIST: [&str; 5] = [
    "4862c79b33b8d0ea9d1855a04aff61cf",
    "fb916361d49ba40dd1e4a4d758b90461",
    "8cb4281e45ef1ebc7e6716a8d174c243",
    "c7a2f95a776d126d3c1f186f3f431cef",
    "2b6d172a6b90ff74b2c56bd1aff39db6",
];

#[test]
fn motorist_800() {
    check_motorist::<u32, 1>(MOTORIST[0]);
}

#[test]
fn motorist_1600() {
    check_motorist::<u64, 1>(MOTORIST[1]);
}

#[test]
fn motorist_1600_times_2() {
    check_motorist::<u64, 2>(MOTORIST[2]);
}

#[test]
fn motorist_1600_times_4() {
    check_motorist::<u64, 4>(MOTORIST[3]);
}

#[test]
fn motorist_1600_times_8() {
    check_motorist::<u64, 8>(MOTORIST[4]);
}

#[test]
#[ignore = "takes minutes; CI runs it by itself"]
fn motorist_on_every_backend() {
    for backend in backends_for::<u32>() {
        assert_eq!(motorist::<u32, 1>(backend), MOTORIST[0], "{backend}");
    }
    for backend in backends_for::<u64>() {
        assert_eq!(motorist::<u64, 1>(backend), MOTORIST[1], "{backend}");
        assert_eq!(motorist::<u64, 2>(backend), MOTORIST[2], "{backend}");
        assert_eq!(motorist::<u64, 4>(backend), MOTORIST[3], "{backend}");
        assert_eq!(motorist::<u64, 8>(backend), MOTORIST[4], "{backend}");
    }
}
