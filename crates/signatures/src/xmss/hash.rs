//! The functions of RFC 8391, section 5.1, many calls at a time, and those over the message.

use super::parameters::{Function, Parameters};
use crate::slh_dsa::Calls;
use crate::slh_dsa::address::Adrs;
use crate::slh_dsa::message::hasher;
use crate::slh_dsa::tweakable::Short;
use crate::slots::masked::{Masked, MaskedLayout, address_bytes, head};
use crate::slots::rows::{Rows, Sha2, Shake};
use crate::slots::{Bank, MaskedSha256, MaskedSha512, MaskedShake};
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::ops::{Deref, DerefMut};
use lanesum::{Algorithm, Backend};
use zeroize::Zeroizing;

/// The functions F and H under one public seed.
pub(crate) struct Hash {
    pub(crate) parameters: &'static Parameters,
    short: Short,
    seed: Vec<u8>,
    backend: Option<Backend>,
    /// Calls of the permutation or compression function for one of F and one of H, and those of PRF for secret values so far.
    costs: [u64; 2],
    secrets: u64,
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
        let bank = |message: usize| {
            let of = MaskedLayout { seed, padding: parameters.padding(), message };
            match (parameters.function, n) {
                (Function::Sha2, 64) => {
                    let x1 = Masked::new(Sha2::new(backend), of);
                    let calls = x1.calls();
                    let (x8, x4) = (Masked::new(Sha2::new(backend), of), Masked::new(Sha2::new(backend), of));
                    (Bank::MaskedSha512(Box::new(MaskedSha512 { x8, x4, x1 })), calls)
                }
                (Function::Sha2, _) => {
                    let x1 = Masked::new(Sha2::new(backend), of);
                    let calls = x1.calls();
                    let (x16, x8) = (Masked::new(Sha2::new(backend), of), Masked::new(Sha2::new(backend), of));
                    let x4 = Masked::new(Sha2::new(backend), of);
                    (Bank::MaskedSha256(Box::new(MaskedSha256 { x16, x8, x4, x1 })), calls)
                }
                (function, _) => {
                    let rate = rate(function);
                    let x1 = Masked::new(Shake::new(rate, backend), of);
                    let calls = x1.calls();
                    let x8 = Masked::new(Shake::new(rate, backend), of);
                    let x4 = Masked::new(Shake::new(rate, backend), of);
                    (Bank::MaskedShake(Box::new(MaskedShake { x8, x4, x1 })), calls)
                }
            }
        };
        let ((f, f_cost), (h, h_cost)) = (bank(n), bank(2 * n));
        let (short, costs) = (Short::new(n, f, h), [f_cost, h_cost]);
        Self { parameters, short, seed: seed.to_vec(), backend, costs, secrets: 0 }
    }

    /// The calls so far.
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
        let of = Secrets { parameters: self.parameters, sk_seed, seed: &self.seed };
        self.secrets += match (function, n) {
            (Function::Sha2, 64) => of.fill::<_, 8>(Sha2::<u64, 8>::new(self.backend), count, address, out),
            (Function::Sha2, _) => of.fill::<_, 16>(Sha2::<u32, 16>::new(self.backend), count, address, out),
            _ => of.fill::<_, 8>(Shake::<8>::new(rate(function), self.backend), count, address, out),
        };
    }
}

struct Secrets<'a> {
    parameters: &'static Parameters,
    sk_seed: &'a [u8],
    seed: &'a [u8],
}

impl Secrets<'_> {
    /// How many calls of the permutation or compression function that took.
    fn fill<F: crate::slots::rows::Function<N>, const N: usize>(
        &self,
        mut function: F,
        count: usize,
        address: impl Fn(usize) -> Adrs,
        out: &mut [u8],
    ) -> u64 {
        let (n, padding) = (self.parameters.n, self.parameters.padding());
        let mut begin = Zeroizing::new(head(4, padding, self.sk_seed));
        begin.extend_from_slice(self.seed);
        let mut rows = Rows::<F, N>::new(&function, &begin, padding + 2 * n + 32);
        for (group, out) in out.chunks_mut(N * n).enumerate() {
            for slot in 0..out.len() / n {
                let address = address_bytes(&address(group * N + slot), 0);
                rows.at(slot, padding + 2 * n)[..32].copy_from_slice(&address);
            }
            rows.hash(&mut function);
            for (slot, out) in out.chunks_exact_mut(n).enumerate() {
                function.digest(slot, out);
            }
        }
        count as u64 * rows.calls(&function)
    }
}

/// Bytes of a block of SHAKE.
fn rate(function: Function) -> usize {
    if function == Function::Shake128 { 168 } else { 136 }
}

/// The hash function over parts of any length, the first n bytes.
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
    let head = Zeroizing::new(head(3, parameters.padding(), sk_prf));
    hash(parameters, backend, &[&head, &bytes])
}

/// The hash of the message that is signed: `H_msg`.
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
    hash(parameters, backend, &[&head(2, parameters.padding(), randomizer), root, &bytes, message])
}
