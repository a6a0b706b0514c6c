//! Duplex constructions, on strings of bits.
//!
//! - [`Duplex`], with overwriting: Bertoni, Daemen, Peeters, Van Assche, "Duplexing the sponge", SAC 2011, sections 3 and 6.2.
//! - [`MonkeyDuplex`]: "Permutation-based encryption, authentication and authenticated encryption", DIAC 2012; Ketje v2,
//!   section 3.
//! - [`FullStateDuplex`]: Daemen, Mennink, Van Assche, "Full-state keyed duplex with built-in multi-user support", ASIACRYPT
//!   2017, Algorithm 1.
//! - [`Prg`]: the generator of the Keccak code package on a duplex, in whole bytes.

use crate::bits::BitString;
use crate::sponge::pad10star1;

/// A function from b bits to b bits.
pub type Function = Box<dyn Fn(&BitString) -> BitString>;

/// σ ‖ pad10*1\[r\](|σ|) ‖ 0^(b - r).
///
/// # Panics
/// Unless σ and its padding are one block.
fn block(b: usize, r: usize, sigma: &BitString) -> BitString {
    let outer = sigma.concat(&pad10star1(r, sigma.len()));
    assert_eq!(outer.len(), r, "σ has at most r - 2 bits");
    outer.concat(&BitString::zeroes(b - r))
}

/// DUPLEX\[f, pad10*1, r\].
pub struct Duplex {
    f: Function,
    r: usize,
    s: BitString,
}

impl Duplex {
    /// A duplex with the state 0^b.
    pub fn new(b: usize, f: Function, r: usize) -> Self {
        Self { f, r, s: BitString::zeroes(b) }
    }

    /// D.duplexing(σ, ℓ).
    ///
    /// # Panics
    /// If σ has more than r - 2 bits, or ℓ is more than r.
    pub fn duplexing(&mut self, sigma: &BitString, l: usize) -> BitString {
        self.s = (self.f)(&self.s.xor(&block(self.s.len(), self.r, sigma)));
        assert!(l <= self.r, "at most r bits of output");
        self.s.trunc(l)
    }

    /// As [`Duplex::duplexing`], but the block replaces the outer part.
    ///
    /// # Panics
    /// As [`Duplex::duplexing`].
    pub fn overwriting(&mut self, sigma: &BitString, l: usize) -> BitString {
        self.replace(&BitString::zeroes(self.r));
        self.duplexing(sigma, l)
    }

    /// Replaces the first bits of the state.
    pub fn replace(&mut self, front: &BitString) {
        self.s = front.as_slice().iter().chain(&self.s.as_slice()[front.len()..]).copied().collect();
    }
}

/// `MonkeyDuplex[f, r, n_start, n_step, n_stride]`.
pub struct MonkeyDuplex {
    step: Function,
    stride: Function,
    r: usize,
    s: BitString,
}

impl MonkeyDuplex {
    /// D.start(I); the three functions are f with this many rounds.
    ///
    /// # Panics
    /// If I has more than b - 2 bits.
    pub fn start(b: usize, [start, step, stride]: [Function; 3], r: usize, initial: &BitString) -> Self {
        let s = start(&block(b, b, initial));
        Self { step, stride, r, s }
    }

    /// D.step(σ, ℓ).
    ///
    /// # Panics
    /// If σ has more than r - 2 bits, or ℓ is more than r.
    pub fn step(&mut self, sigma: &BitString, l: usize) -> BitString {
        self.s = (self.step)(&self.s.xor(&block(self.s.len(), self.r, sigma)));
        assert!(l <= self.r, "at most r bits of output");
        self.s.trunc(l)
    }

    /// D.stride(σ, ℓ).
    ///
    /// # Panics
    /// As [`MonkeyDuplex::step`].
    pub fn stride(&mut self, sigma: &BitString, l: usize) -> BitString {
        self.s = (self.stride)(&self.s.xor(&block(self.s.len(), self.r, sigma)));
        assert!(l <= self.r, "at most r bits of output");
        self.s.trunc(l)
    }
}

/// The full-state keyed duplex.
pub struct FullStateDuplex {
    f: Function,
    r: usize,
    s: BitString,
}

impl FullStateDuplex {
    /// KD.init: the state is K ‖ IV, followed by zeroes.
    ///
    /// # Panics
    /// If that is longer than b.
    pub fn new(b: usize, f: Function, r: usize, start: &BitString) -> Self {
        Self { f, r, s: start.concat(&BitString::zeroes(b - start.len())) }
    }

    /// KD.duplexing(σ, flag): S ← f(S); Z ← the first r bits of S; S ← S ⊕ \[flag\]·(Z‖0^(b - r)) ⊕ σ, where σ is followed by zeroes.
    ///
    /// # Panics
    /// If σ is longer than b.
    pub fn duplexing(&mut self, sigma: &BitString, flag: bool) -> BitString {
        let b = self.s.len();
        self.s = (self.f)(&self.s);
        let z = self.s.trunc(self.r);
        if flag {
            self.s = self.s.xor(&z.concat(&BitString::zeroes(b - self.r)));
        }
        self.s = self.s.xor(&sigma.concat(&BitString::zeroes(b - sigma.len())));
        z
    }
}

/// The generator: seeds and output in bytes.
pub struct Prg {
    duplex: Duplex,
    rho: usize,
    c: usize,
    input: Vec<u8>,
    /// The bytes of the last block that have not been fetched.
    output: Vec<u8>,
}

impl Prg {
    /// With capacity c, over a function of b bits; ρ = ⌊(b - c - 2) / 8⌋ bytes.
    pub fn new(b: usize, f: Function, c: usize) -> Self {
        let duplex = Duplex::new(b, f, b - c);
        Self { duplex, rho: (b - c - 2) / 8, c, input: Vec::new(), output: Vec::new() }
    }

    /// A call of the duplex with the collected input.
    fn next(&mut self) {
        let sigma = BitString::from_bytes(&std::mem::take(&mut self.input));
        self.output = self.duplex.duplexing(&sigma, 8 * self.rho).to_bytes();
    }

    /// Takes seeding material; a full block calls the duplex at once.
    pub fn feed(&mut self, seed: &[u8]) {
        for &byte in seed {
            self.input.push(byte);
            if self.input.len() == self.rho {
                self.next();
            }
        }
        self.output.clear();
    }

    /// The next `count` bytes.
    pub fn fetch(&mut self, count: usize) -> Vec<u8> {
        let mut out = Vec::new();
        while out.len() < count {
            if self.output.is_empty() {
                self.next();
            }
            let n = self.output.len().min(count - out.len());
            out.extend(self.output.drain(..n));
        }
        out
    }

    /// Overwrites the ρ bytes between two calls; returns false if ρ is too small.
    pub fn forget(&mut self) -> bool {
        if 8 * self.rho < self.c {
            return false;
        }
        self.next();
        self.duplex.replace(&BitString::zeroes(8 * self.rho));
        // The zeroes are in the state already, and count as input.
        self.input = vec![0; self.rho];
        self.next();
        self.output.clear();
        true
    }
}
