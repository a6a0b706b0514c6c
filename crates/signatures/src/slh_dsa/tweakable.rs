//! The functions F, H, `T_l` and PRF of FIPS 205 (section 11), many calls at a time.

use super::address::Adrs;
use super::parameters::{HashFamily, Parameters};
use crate::slots::{Bank, Layout, LongSlots, LongWork, Slots, Work};
use alloc::vec;
use alloc::vec::Vec;
use core::ops::{Deref, DerefMut};
use lanesum::Backend;
use zeroize::Zeroize;

/// The tweakable hash functions of a parameter set under one public seed.
#[derive(Clone)]
pub(crate) struct Tweakable {
    pub(crate) parameters: &'static Parameters,
    short: Short,
}

impl Deref for Tweakable {
    type Target = Short;
    fn deref(&self) -> &Short {
        &self.short
    }
}

impl DerefMut for Tweakable {
    fn deref_mut(&mut self) -> &mut Short {
        &mut self.short
    }
}

impl Tweakable {
    pub(crate) fn new(parameters: &'static Parameters, seed: &[u8], backend: Option<Backend>) -> Self {
        let n = parameters.n;
        let layout = |message| Layout { seed, message, digest: n, backend };
        let (f, h) = match parameters.family {
            HashFamily::Shake => (Bank::keccak(layout(n)), Bank::keccak(layout(2 * n))),
            HashFamily::Sha2 if parameters.is_category_1() => (Bank::sha256(layout(n)), Bank::sha256(layout(2 * n))),
            HashFamily::Sha2 => (Bank::sha256(layout(n)), Bank::sha512(layout(2 * n))),
        };
        Self { parameters, short: Short::new(n, f, h) }
    }

    /// A clone without calls.
    #[cfg(feature = "rayon")]
    pub(crate) fn uncounted(&self) -> Self {
        let mut clone = self.clone();
        clone.short.calls = Counts::default();
        clone
    }

    /// Adds the calls of a clone, which began with none.
    #[cfg(feature = "rayon")]
    pub(crate) fn count(&mut self, clone: &Self) {
        self.short.calls.f += clone.short.calls.f;
        self.short.calls.h += clone.short.calls.h;
    }

    pub(crate) fn calls(&self) -> Calls {
        let Counts { f, h } = self.short.calls;
        match (self.parameters.family, self.parameters.is_category_1()) {
            (HashFamily::Shake, _) => Calls { keccak: f + h, ..Calls::default() },
            (HashFamily::Sha2, true) => Calls { sha256: f + h, ..Calls::default() },
            (HashFamily::Sha2, false) => Calls { sha256: f, sha512: h, ..Calls::default() },
        }
    }
}

/// The most slots of a bank.
const MOST: usize = 16;

/// The addresses of `count` calls, from that of number `first`. The slots take them as they are: had they to ask a caller's function for
/// each, every caller would have the code of all slots once more, most of a megabyte in all.
#[inline(always)]
fn addresses(address: &impl Fn(usize) -> Adrs, first: usize, count: usize) -> [Adrs; MOST] {
    let mut all = [address(first); MOST];
    for (i, one) in all[..count].iter_mut().enumerate().skip(1) {
        *one = address(first + i);
    }
    all
}

/// Many calls of short messages at a time.
#[derive(Clone)]
pub(crate) struct Short {
    pub(crate) n: usize,
    /// The slots for F and PRF, whose messages have n bytes.
    f: Bank,
    /// The slots for H, whose messages have 2n bytes, and for `T_l`.
    h: Bank,
    pub(crate) calls: Counts,
}

/// The calls of F and PRF, and of H and `T_l`.
#[derive(Clone, Copy, Default)]
pub(crate) struct Counts {
    pub(crate) f: u64,
    pub(crate) h: u64,
}

/// The numbers of permutations and blocks, without those for the message itself.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Calls {
    /// Permutations of Keccak-f\[1600\].
    pub keccak: u64,
    /// Blocks of SHA-256.
    pub sha256: u64,
    /// Blocks of SHA-512.
    pub sha512: u64,
}

impl Calls {
    pub(crate) fn add(&mut self, other: Self) {
        self.keccak += other.keccak;
        self.sha256 += other.sha256;
        self.sha512 += other.sha512;
    }
}

/// A part of a chain of WOTS+.
#[derive(Clone, Copy)]
pub(crate) struct Chain {
    /// The address of the first step.
    pub(crate) address: Adrs,
    pub(crate) steps: u32,
}

/// The messages of several calls.
#[derive(Clone, Copy)]
pub(crate) enum Messages<'a> {
    Same(&'a [u8]),
    /// A message for each call, one after the other.
    Each(&'a [u8]),
}

impl<'a> Messages<'a> {
    #[inline(always)]
    fn get(self, i: usize, len: usize) -> &'a [u8] {
        match self {
            Self::Same(message) => message,
            Self::Each(messages) => &messages[i * len..][..len],
        }
    }
}

impl Short {
    /// `f` is for messages of n bytes, `h` for messages of 2n bytes.
    pub(crate) fn new(n: usize, f: Bank, h: Bank) -> Self {
        Self { n, f, h, calls: Counts::default() }
    }

    /// F or PRF of `out.len() / n` messages of n bytes.
    pub(crate) fn f(&mut self, address: impl Fn(usize) -> Adrs, messages: Messages<'_>, out: &mut [u8]) {
        let n = self.n;
        self.calls.f += (out.len() / n) as u64;
        in_groups(&mut self.f, address, messages, n, n, out);
    }

    /// H of `out.len() / n` messages of 2n bytes.
    pub(crate) fn h(&mut self, address: impl Fn(usize) -> Adrs, messages: &[u8], out: &mut [u8]) {
        let n = self.n;
        self.calls.h += (out.len() / n) as u64;
        in_groups(&mut self.h, address, Messages::Each(messages), 2 * n, n, out);
    }

    /// `T_l` of `out.len() / n` messages of `len` bytes.
    pub(crate) fn t(&mut self, address: impl Fn(usize) -> Adrs, messages: &[u8], len: usize, out: &mut [u8]) {
        struct Long<'a> {
            addresses: &'a [Adrs],
            messages: &'a [u8],
            len: usize,
            calls: &'a mut u64,
            out: core::slice::ChunksMut<'a, u8>,
        }
        impl LongWork for Long<'_> {
            fn run<S: LongSlots>(mut self, slots: &mut S) {
                let padded = slots.padded(self.len);
                let count = self.messages.len() / self.len;
                let mut rows = vec![0; count * padded];
                let messages = self.messages.chunks_exact(self.len).zip(self.addresses);
                for (row, (message, address)) in rows.chunks_exact_mut(padded).zip(messages) {
                    slots.pad(address, message, row);
                }
                let rows = rows.chunks_exact(padded).collect::<Vec<_>>();
                slots.hash_padded(&rows, |_, digest| {
                    if let Some(out) = self.out.next() {
                        out.copy_from_slice(digest);
                    }
                });
                *self.calls += count as u64 * slots.calls(padded);
            }
        }
        let n = self.n;
        let most = self.h.most();
        let groups = messages.chunks(most * len).zip(out.chunks_mut(most * n)).enumerate();
        for (i, (messages, out)) in groups {
            let count = messages.len() / len;
            let (addresses, out) = (&addresses(&address, i * most, count), out.chunks_mut(n));
            self.h.run_long(count, Long { addresses, messages, len, calls: &mut self.calls.h, out });
        }
    }

    /// For each of `out.len() / n` secret values: PRF of the secret seed, then steps of F, whose hash addresses count up from that of
    /// `hashed`. The secret values are only in registers and slots.
    pub(crate) fn chains_from_secrets(
        &mut self,
        seed: &[u8],
        secret: impl Fn(usize) -> Adrs,
        hashed: impl Fn(usize) -> Adrs,
        steps: usize,
        out: &mut [u8],
    ) {
        struct Secret<'a, P, A> {
            seed: &'a [u8],
            prf: P,
            hashed: A,
            steps: usize,
            n: usize,
            out: &'a mut [u8],
        }
        impl<P: Fn(usize) -> Adrs, A: Fn(usize) -> Adrs> Work for Secret<'_, P, A> {
            fn run<S: Slots>(self, slots: &mut S) {
                let count = self.out.len() / self.n;
                slots.load(count, |i| ((self.prf)(i), self.seed));
                slots.run();
                slots.set_addresses(count, &self.hashed);
                for step in 0..self.steps {
                    if step > 0 {
                        slots.next_hash_address();
                    }
                    slots.run();
                }
                for (i, out) in self.out.chunks_exact_mut(self.n).enumerate() {
                    slots.get(i, out);
                }
            }
        }
        let n = self.n;
        self.calls.f += (out.len() / n * (1 + steps)) as u64;
        let most = self.f.most();
        for (i, out) in out.chunks_mut(most * n).enumerate() {
            let (prf, hashed) = (|j| secret(i * most + j), |j| hashed(i * most + j));
            self.f.run(out.len() / n, Secret { seed, prf, hashed, steps, n, out });
        }
    }

    /// Advances each chain from its value (FIPS 205, algorithm 5). A free slot takes the next chain, the longest first.
    pub(crate) fn chains(&mut self, chains: &[Chain], values: &mut [u8]) {
        let n = self.n;
        self.calls.f += chains.iter().map(|chain| u64::from(chain.steps)).sum::<u64>();
        let mut queue = (0..chains.len()).filter(|&i| chains[i].steps > 0).collect::<Vec<_>>();
        queue.sort_by_key(|&i| chains[i].steps);
        let mut left = chains.to_vec();
        while !queue.is_empty() {
            let work = Queue { waiting: &mut queue, chains: &mut left, values, n };
            self.f.run(work.waiting.len(), work);
        }
    }
}

/// Hashes short messages in groups as large as the number of slots.
fn in_groups(
    bank: &mut Bank,
    address: impl Fn(usize) -> Adrs,
    messages: Messages<'_>,
    len: usize,
    n: usize,
    out: &mut [u8],
) {
    struct Short<'a> {
        addresses: &'a [Adrs],
        messages: Messages<'a>,
        first: usize,
        len: usize,
        n: usize,
        out: &'a mut [u8],
    }
    impl Work for Short<'_> {
        fn run<S: Slots>(self, slots: &mut S) {
            let count = self.out.len() / self.n;
            slots.load(count, |i| (self.addresses[i], self.messages.get(self.first + i, self.len)));
            slots.run();
            for (i, out) in self.out.chunks_exact_mut(self.n).enumerate() {
                slots.get(i, out);
            }
        }
    }
    let most = bank.most();
    for (i, out) in out.chunks_mut(most * n).enumerate() {
        let (first, count) = (i * most, out.len() / n);
        let addresses = &addresses(&address, first, count);
        bank.run(count, Short { addresses, messages, first, len, n, out });
    }
}

/// Chains of different lengths; `waiting` has those that have not begun, the longest last.
struct Queue<'a> {
    waiting: &'a mut Vec<usize>,
    chains: &'a mut [Chain],
    values: &'a mut [u8],
    n: usize,
}

impl Work for Queue<'_> {
    /// Runs until fewer slots are enough for the remaining chains.
    fn run<S: Slots>(self, slots: &mut S) {
        const IDLE: usize = usize::MAX;
        let Self { waiting: queue, chains, values, n } = self;
        let mut busy = [IDLE; MOST];
        let busy = &mut busy[..S::COUNT];
        let mut left = [0; MOST];
        let left = &mut left[..S::COUNT];
        loop {
            for slot in 0..S::COUNT {
                if busy[slot] == IDLE
                    && let Some(i) = queue.pop()
                {
                    slots.set(slot, &chains[i].address, &values[i * n..][..n]);
                    (busy[slot], left[slot]) = (i, chains[i].steps);
                }
            }
            let working = busy.iter().filter(|&&i| i != IDLE).count();
            if working <= S::FEWER && queue.is_empty() {
                break;
            }
            // Up to the next end of a chain.
            let steps = left.iter().zip(&*busy).filter(|(_, i)| **i != IDLE).map(|(left, _)| *left).min().unwrap_or(0);
            for _ in 0..steps {
                slots.run();
                slots.next_hash_address();
            }
            for slot in 0..S::COUNT {
                let i = busy[slot];
                if i == IDLE {
                    continue;
                }
                chains[i].address.words[2] += steps;
                left[slot] -= steps;
                if left[slot] == 0 {
                    slots.get(slot, &mut values[i * n..][..n]);
                    busy[slot] = IDLE;
                }
            }
        }
        for slot in 0..S::COUNT {
            let i = busy[slot];
            if i != IDLE {
                slots.get(slot, &mut values[i * n..][..n]);
                chains[i].steps = left[slot];
                queue.push(i);
            }
        }
        queue.sort_by_key(|&i| chains[i].steps);
        busy.zeroize();
    }
}
