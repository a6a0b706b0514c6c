//! Keyak v2, on strings of bytes: Bertoni, Daemen, Peeters, Van Assche, Van Keer, "CAESAR submission: Keyak v2", 2016. Section
//! numbers are those of the document; Piston, Engine and Motorist are its Algorithms 1 to 3.

use crate::keccak_p::{State, Width, permute};

/// c and τ in bytes, and the number of rounds.
const CAPACITY: usize = 32;
const TAG: usize = 16;
const ROUNDS: u32 = 12;

/// The direction of a message.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    /// From plaintext to ciphertext.
    Wrap,
    /// From ciphertext to plaintext.
    Unwrap,
}

/// A string that is read from the front.
#[derive(Clone, Default)]
struct Stream(std::collections::VecDeque<u8>);

impl Stream {
    fn of(bytes: &[u8]) -> Self {
        Self(bytes.iter().copied().collect())
    }

    fn has_more(&self) -> bool {
        !self.0.is_empty()
    }
}

/// Algorithm 1.
#[derive(Clone)]
struct Piston {
    width: Width,
    s: Vec<u8>,
    rs: usize,
    ra: usize,
}

impl Piston {
    fn new(width: Width) -> Self {
        let (b, w) = (25 * width.lane() / 8, width.lane() / 8);
        Self { width, s: vec![0; b], rs: b - CAPACITY, ra: b - w }
    }

    fn crypt(&mut self, input: &mut Stream, output: &mut Vec<u8>, omega: usize, way: Way) {
        let mut at = omega;
        while at < self.rs
            && let Some(x) = input.0.pop_front()
        {
            let sum = self.s[at] ^ x;
            output.push(sum);
            self.s[at] = if way == Way::Unwrap { x } else { sum };
            at += 1;
        }
        self.s[self.ra + 1] ^= at as u8; // Crypt End
    }

    fn inject(&mut self, x: &mut Stream, crypting: bool) {
        let mut at = if crypting { self.rs } else { 0 };
        self.s[self.ra + 2] ^= at as u8; // Inject Start
        while at < self.ra
            && let Some(x) = x.0.pop_front()
        {
            self.s[at] ^= x;
            at += 1;
        }
        self.s[self.ra + 3] ^= at as u8; // Inject End
    }

    fn spark(&mut self, end_of_message: bool, l: usize) {
        if end_of_message {
            self.s[self.ra] ^= if l > 0 { l as u8 } else { 255 }; // EOM
        }
        self.s = permute(&State::from_bytes(self.width, &self.s), ROUNDS).to_bytes();
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Phase {
    Fresh,
    Crypted,
    EndOfCrypt,
    EndOfMessage,
}

/// Algorithm 2.
#[derive(Clone)]
struct KeyakEngine {
    pistons: Vec<Piston>,
    phase: Phase,
    et: Vec<usize>,
}

impl KeyakEngine {
    fn spark(&mut self, end_of_message: bool, l: &[usize]) {
        for (piston, l) in self.pistons.iter_mut().zip(l) {
            piston.spark(end_of_message, *l);
        }
        self.et = l.to_vec();
    }

    fn crypt(&mut self, input: &mut Stream, output: &mut Vec<u8>, way: Way) {
        assert_eq!(self.phase, Phase::Fresh);
        for (piston, et) in self.pistons.iter_mut().zip(&self.et) {
            piston.crypt(input, output, *et, way);
        }
        self.phase = if input.has_more() { Phase::Crypted } else { Phase::EndOfCrypt };
    }

    fn inject(&mut self, a: &mut Stream) {
        assert_ne!(self.phase, Phase::EndOfMessage);
        let crypting = self.phase != Phase::Fresh;
        for piston in &mut self.pistons {
            piston.inject(a, crypting);
        }
        if self.phase == Phase::Crypted || a.has_more() {
            self.spark(false, &vec![0; self.pistons.len()]);
            self.phase = Phase::Fresh;
        } else {
            self.phase = Phase::EndOfMessage;
        }
    }

    fn get_tags(&mut self, l: &[usize]) -> Vec<u8> {
        assert_eq!(self.phase, Phase::EndOfMessage);
        self.spark(true, l);
        self.phase = Phase::Fresh;
        self.pistons.iter().zip(l).flat_map(|(piston, l)| piston.s[..*l].to_vec()).collect()
    }

    fn inject_collective(&mut self, x: &[u8], diversify: bool) {
        assert_eq!(self.phase, Phase::Fresh);
        let count = self.pistons.len();
        let mut streams: Vec<Stream> = (0..count)
            .map(|i| {
                let end: &[u8] = if diversify { &[count as u8, i as u8] } else { &[] };
                Stream::of(&[x, end].concat())
            })
            .collect();
        while streams[0].has_more() {
            for (piston, stream) in self.pistons.iter_mut().zip(&mut streams) {
                piston.inject(stream, false);
            }
            if streams[0].has_more() {
                self.spark(false, &vec![0; count]);
            }
        }
        self.phase = Phase::EndOfMessage;
    }
}

/// Algorithm 3, between the start and the first wrong tag.
#[derive(Clone)]
pub struct Motorist {
    engine: KeyakEngine,
}

impl Motorist {
    /// `StartEngine`; also returns the tag, which is empty unless requested.
    #[must_use]
    pub fn start(width: Width, pistons: usize, suv: &[u8], tagged: bool, forget: bool) -> (Self, Vec<u8>) {
        let engine = KeyakEngine {
            pistons: (0..pistons).map(|_| Piston::new(width)).collect(),
            phase: Phase::Fresh,
            et: vec![0; pistons],
        };
        let mut motorist = Self { engine };
        motorist.engine.inject_collective(suv, true);
        if forget {
            motorist.make_knot();
        }
        let tag = motorist.tag(tagged);
        (motorist, tag)
    }

    fn make_knot(&mut self) {
        let tags = self.engine.get_tags(&vec![CAPACITY; self.engine.pistons.len()]);
        self.engine.inject_collective(&tags, false);
    }

    fn tag(&mut self, wanted: bool) -> Vec<u8> {
        let mut l = vec![0; self.engine.pistons.len()];
        if wanted {
            l[0] = TAG;
        }
        self.engine.get_tags(&l)
    }

    /// `Wrap`: returns output and tag. For an unwrap, the caller must compare the tag.
    pub fn wrap(&mut self, way: Way, input: &[u8], metadata: &[u8], forget: bool) -> (Vec<u8>, Vec<u8>) {
        let (mut i, mut a, mut o) = (Stream::of(input), Stream::of(metadata), Vec::new());
        if !i.has_more() && !a.has_more() {
            self.engine.inject(&mut a);
        }
        while i.has_more() {
            self.engine.crypt(&mut i, &mut o, way);
            self.engine.inject(&mut a);
        }
        while a.has_more() {
            self.engine.inject(&mut a);
        }
        if self.engine.pistons.len() > 1 || forget {
            self.make_knot();
        }
        (o, self.tag(true))
    }
}

/// keypack(K, l) ‖ N with l = w/8 ⌈(c + 9) / w⌉ bytes (sections 2.2 and 4).
///
/// # Panics
/// If the key does not fit.
#[must_use]
pub fn suv(width: Width, key: &[u8], nonce: &[u8]) -> Vec<u8> {
    let w = width.lane();
    let l = w / 8 * (8 * CAPACITY + 9).div_ceil(w);
    assert!(key.len() + 2 <= l, "the key is too long");
    let mut pack = [&[l as u8], key, &[1]].concat();
    pack.resize(l, 0);
    [&pack, nonce].concat()
}
