//! One-shot functions: a message in, output out.

use super::Domain;
use super::xof::parameters;
use crate::strength::Strength;
use crate::strength::strengths::{Bits128, Bits256};
use lanesum_batch::tail::Tail;
use lanesum_keccak::constructions::sponge::hash;
use lanesum_keccak::permutation::engines::best_one;

fn fill<S: Strength>(message: &[u8], domain: Domain, out: &mut [u8]) {
    hash(parameters::<S>(domain), best_one(), message, Tail::NONE, out);
}

/// Fills `out` with `TurboSHAKE128` output of `message` (RFC 9861, section 2.2).
pub fn turboshake128(message: &[u8], domain: Domain, out: &mut [u8]) {
    fill::<Bits128>(message, domain, out);
}

/// Fills `out` with `TurboSHAKE256` output of `message` (RFC 9861, section 2.2).
pub fn turboshake256(message: &[u8], domain: Domain, out: &mut [u8]) {
    fill::<Bits256>(message, domain, out);
}
