//! Ketje: the checksums of XKCP's tests, the constructions of `hazmat`, and what a session promises.

mod checksums;
mod erasure;
mod lengths;
mod sessions;

const KEY: &[u8] = b"twelve bytes";
const NONCE: &[u8] = b"nonce";

/// Byte i is p + 161 (n - rol8(i, q) + i).
fn pattern(n: usize, p: usize, q: u32) -> Vec<u8> {
    let byte = |i: usize| {
        let i = i as u8;
        (n as u8).wrapping_sub(i.rotate_left(q)).wrapping_add(i).wrapping_mul(161).wrapping_add(p as u8)
    };
    (0..n).map(byte).collect()
}
