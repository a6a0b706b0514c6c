//! The functions of RFC 8391, section 5.1, many calls at a time, and the hash of the message.

use super::parameters::{Function, Parameters};
use crate::slh_dsa::Calls;
use crate::slh_dsa::address::Adrs;
use crate::slh_dsa::message::hasher;
use crate::slh_dsa::tweakable::Short;
use crate::slots::masked::{Masked, MaskedLayout, address_bytes, head};
use crate::slots::messages::{Messages, Sha2, Shake};
use crate::slots::{Bank, Eight, Sixteen};
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::ops::{Deref, DerefMut};
use lanesum::{Algorithm, Backend};
use zeroize::Zeroize;

/// The functions F and H under one public seed.
#[derive(Clone)]
pub(crate) struct Hash {
    pub(crate) parameters: &'static Parameters,
    short: Short,
    seed: Vec<u8>,
    backend: Option<Backend>,
    /// The calls of the permutation or compression function for one F and one H, and the calls so far of PRF for secret values.
    costs: [u64; 2],
    pub(super) secrets: u64,
}

impl Deref for Hash {
    type Target = Short;
    fn deref(&self) -> &Short {
        &self.short
    }
}

impl DerefMut for Hash {
    fn deref_mut(&mut self) -> &mut Short {
        &mut self.short
    }
}

impl Hash {
    pub(crate) fn new(parameters: &'static Parameters, seed: &[u8], backend: Option<Backend>) -> Self {
        let n = parameters.n;
        let bank = |values: usize| {
            let of = MaskedLayout { seed, padding: parameters.padding(), values, backend };
            match (parameters.function, n) {
                (Function::Sha2, 64) => {
                    let bank = Eight { x1: Masked::new((), of), x4: Masked::new((), of), x8: Masked::new((), of) };
                    let calls = bank.x1.calls();
                    (Bank::MaskedSha512(Box::new(bank)), calls)
                }
                (Function::Sha2, _) => {
                    let (x1, x4) = (Masked::new((), of), Masked::new((), of));
                    let bank = Sixteen { x1, x4, x8: Masked::new((), of), x16: Masked::new((), of) };
                    let calls = bank.x1.calls();
                    (Bank::MaskedSha256(Box::new(bank)), calls)
                }
                (function, _) => {
                    let rate = rate(function);
                    let bank =
                        Eight { x1: Masked::new(rate, of), x4: Masked::new(rate, of), x8: Masked::new(rate, of) };
                    let calls = bank.x1.calls();
                    (Bank::MaskedShake(Box::new(bank)), calls)
                }
            }
        };
        let ((f, f_cost), (h, h_cost)) = (bank(1), bank(2));
        let (short, costs) = (Short::new(n, f, h), [f_cost, h_cost]);
        Self { parameters, short, seed: seed.to_vec(), backend, costs, secrets: 0 }
    }

    pub(crate) fn calls(&self) -> Calls {
        let all = self.short.calls.f * self.costs[0] + self.short.calls.h * self.costs[1] + self.secrets;
        match (self.parameters.function, self.parameters.n) {
            (Function::Sha2, 64) => Calls { sha512: all, ..Calls::default() },
            (Function::Sha2, _) => Calls { sha256: all, ..Calls::default() },
            _ => Calls { keccak: all, ..Calls::default() },
        }
    }

    /// The secret values of addresses, n bytes each: `PRF_keygen` of SP 800-208, section 6.2.
    pub(crate) fn secrets(&mut self, sk_seed: &[u8], count: usize, address: impl Fn(usize) -> Adrs, out: &mut [u8]) {
        let Parameters { n, function, .. } = *self.parameters;
        let of = Secrets { parameters: self.parameters, backend: self.backend, sk_seed, seed: &self.seed };
        self.secrets += match (function, n) {
            (Function::Sha2, 64) => of.fill::<Sha2<u64, 8>, 8>((), count, address, out),
            (Function::Sha2, _) => of.fill::<Sha2<u32, 16>, 16>((), count, address, out),
            _ => of.fill::<Shake<8>, 8>(rate(function), count, address, out),
        };
    }
}

struct Secrets<'a> {
    parameters: &'static Parameters,
    backend: Option<Backend>,
    sk_seed: &'a [u8],
    seed: &'a [u8],
}

impl Secrets<'_> {
    /// Writes the secret values of `N` at a time, and returns the calls of the permutation or compression function.
    fn fill<M: Messages<N>, const N: usize>(
        &self,
        function: M::Function,
        count: usize,
        address: impl Fn(usize) -> Adrs,
        out: &mut [u8],
    ) -> u64 {
        let (n, padding) = (self.parameters.n, self.parameters.padding());
        let begin = head(4, padding, &[self.sk_seed, self.seed]);
        let mut messages = M::new(function, self.backend, &begin, begin.len() + 32);
        let size = size_of::<M::Word>();
        let mut digests = [[M::Word::default(); N]; 8];
        let digests = &mut digests[..n / size];
        for (group, out) in out.chunks_mut(N * n).enumerate() {
            for slot in 0..out.len() / n {
                messages.put(slot, begin.len(), &address_bytes(&address(group * N + slot)));
            }
            messages.hash(digests);
            for (slot, out) in out.chunks_exact_mut(n).enumerate() {
                for (bytes, words) in out.chunks_exact_mut(size).zip(&*digests) {
                    M::bytes(words[slot], bytes);
                }
            }
        }
        digests.as_flattened_mut().zeroize();
        count as u64 * messages.calls()
    }
}

/// The length of a block of SHAKE in bytes.
fn rate(function: Function) -> usize {
    if function == Function::Shake128 { 168 } else { 136 }
}

/// The first n bytes of the hash of all parts.
fn hash(parameters: &Parameters, backend: Option<Backend>, parts: &[&[u8]]) -> Vec<u8> {
    let algorithm = match (parameters.function, parameters.n) {
        (Function::Sha2, 64) => Algorithm::Sha512,
        (Function::Sha2, _) => Algorithm::Sha256,
        (Function::Shake128, _) => Algorithm::Shake128,
        (Function::Shake256, _) => Algorithm::Shake256,
    };
    let mut hasher = hasher(algorithm, backend);
    for part in parts {
        hasher.update(part);
    }
    let mut digest = alloc::vec![0; parameters.n];
    hasher.finalize().read(&mut digest).expect("no more than the function puts out");
    digest
}

/// The randomizer of a signature: PRF of the index (RFC 8391, section 4.1.9).
pub(crate) fn randomizer(parameters: &Parameters, backend: Option<Backend>, sk_prf: &[u8], index: u64) -> Vec<u8> {
    let mut bytes = [0; 32];
    bytes[24..].copy_from_slice(&index.to_be_bytes());
    let head = head(3, parameters.padding(), &[sk_prf]);
    hash(parameters, backend, &[&head, &bytes])
}

/// The hash of the signed message: `H_msg`.
pub(crate) fn message_hash(
    parameters: &Parameters,
    backend: Option<Backend>,
    randomizer: &[u8],
    root: &[u8],
    index: u64,
    message: &[u8],
) -> Vec<u8> {
    let mut bytes = alloc::vec![0; parameters.n];
    bytes[parameters.n - 8..].copy_from_slice(&index.to_be_bytes());
    hash(parameters, backend, &[&head(2, parameters.padding(), &[randomizer]), root, &bytes, message])
}
