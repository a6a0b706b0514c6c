//! `TurboSHAKE`, KT128 and KT256 on byte strings (RFC 9861, October 2025).
//!
//! Written from the pseudocode of its appendix; section numbers are its own. All lengths are in bytes.

use crate::bits::BitString;
use crate::keccak_p::{Width, keccak_p};
use crate::sp800_185::Strength;

/// The length of the state in bytes.
const WIDTH: usize = 200;
/// The length of a chunk in bytes (3.2).
const CHUNK: usize = 8192;

/// `KP`: Keccak-p[1600, 12] on bytes (2.2).
fn kp(state: &[u8]) -> Vec<u8> {
    keccak_p(Width::B1600, 12, &BitString::from_bytes(state)).to_bytes()
}

/// `state ^= block`, at the front of the state.
fn add(state: &mut [u8], block: &[u8]) {
    for (byte, of_block) in state.iter_mut().zip(block) {
        *byte ^= of_block;
    }
}

/// `TurboSHAKE128(M, D, L)` and `TurboSHAKE256(M, D, L)` (2.2, A.2, A.3).
///
/// # Panics
/// If D is not 0x01 to 0x7f.
pub fn turboshake(strength: Strength, message: &[u8], domain: u8, output: usize) -> Vec<u8> {
    assert!((0x01..=0x7f).contains(&domain), "a domain separation byte");
    let rate = strength.rate();
    let mut input = message.to_vec();
    input.push(domain);
    let mut state = vec![0; WIDTH];
    let mut offset = 0;
    while input.len() - offset > rate {
        add(&mut state, &input[offset..offset + rate]);
        state = kp(&state);
        offset += rate;
    }
    add(&mut state, &input[offset..]);
    state[rate - 1] ^= 0x80;
    state = kp(&state);
    let mut out = Vec::new();
    while output - out.len() > rate {
        out.extend_from_slice(&state[..rate]);
        state = kp(&state);
    }
    let rest = output - out.len();
    out.extend_from_slice(&state[..rest]);
    out
}

/// `length_encode(x)` (3.3).
pub fn length_encode(mut x: usize) -> Vec<u8> {
    let mut s = Vec::new();
    while x > 0 {
        s.insert(0, (x % 256) as u8);
        x /= 256;
    }
    s.push(s.len() as u8);
    s
}

/// `KT128(M, C, L)` and `KT256(M, C, L)` (3.2, A.4, A.5).
pub fn kt(strength: Strength, message: &[u8], customization: &[u8], output: usize) -> Vec<u8> {
    let s = [message, customization, &length_encode(customization.len())].concat();
    if s.len() <= CHUNK {
        return turboshake(strength, &s, 0x07, output);
    }
    let (first, rest) = s.split_at(CHUNK);
    let mut final_node = first.to_vec();
    final_node.extend([3, 0, 0, 0, 0, 0, 0, 0]);
    let mut leaves = 0;
    for chunk in rest.chunks(CHUNK) {
        final_node.extend(turboshake(strength, chunk, 0x0b, strength.bits() / 4));
        leaves += 1;
    }
    final_node.extend(length_encode(leaves));
    final_node.extend([0xff, 0xff]);
    turboshake(strength, &final_node, 0x06, output)
}
