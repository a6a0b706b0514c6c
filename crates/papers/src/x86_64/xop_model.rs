//! A model of XOP's three instructions, on which tests run the kernels of BLAKE: no processor at hand has them.

use super::xop::Instructions;
use lanes::{Kernel, Token, sealed::Sealed};

/// As [`Xop`], with the three instructions on arrays, as described in the AMD64 Architecture Programmer's Manual, volume 6 (VPROTD, VPROTQ,
/// VPPERM).
#[derive(Clone, Copy, Debug)]
pub struct XopModel;
impl Sealed for XopModel {}
impl Token for XopModel {
    fn run<K: Kernel>(self, kernel: K) -> K::Output {
        kernel.call()
    }
}

impl Instructions for XopModel {
    type X = [u8; 16];
    fn read(self, bytes: &[u8; 16]) -> [u8; 16] {
        *bytes
    }
    fn write(x: [u8; 16], bytes: &mut [u8; 16]) {
        *bytes = x;
    }
    fn xor(a: [u8; 16], b: [u8; 16]) -> [u8; 16] {
        (u128::from_le_bytes(a) ^ u128::from_le_bytes(b)).to_le_bytes()
    }
    fn add_32(a: [u8; 16], b: [u8; 16]) -> [u8; 16] {
        each::<4>(a, b, |a, b| u32::from_le_bytes(a).wrapping_add(u32::from_le_bytes(b)).to_le_bytes())
    }
    fn add_64(a: [u8; 16], b: [u8; 16]) -> [u8; 16] {
        each::<8>(a, b, |a, b| u64::from_le_bytes(a).wrapping_add(u64::from_le_bytes(b)).to_le_bytes())
    }
    fn rotl_32<const L: i32>(x: [u8; 16]) -> [u8; 16] {
        each::<4>(x, x, |x, _| u32::from_le_bytes(x).rotate_left(L.cast_unsigned()).to_le_bytes())
    }
    fn rotl_64<const L: i32>(x: [u8; 16]) -> [u8; 16] {
        each::<8>(x, x, |x, _| u64::from_le_bytes(x).rotate_left(L.cast_unsigned()).to_le_bytes())
    }
    fn permute(a: [u8; 16], b: [u8; 16], order: &[u8; 16]) -> [u8; 16] {
        order.map(|from| {
            let byte = if from % 32 < 16 { a[usize::from(from % 32)] } else { b[usize::from(from % 32 - 16)] };
            match from >> 5 {
                0 => byte,
                4 => 0,
                operation => unimplemented!("operation {operation} is not used"),
            }
        })
    }
    fn settled(x: [u8; 16]) -> [u8; 16] {
        x
    }
}

/// Applies `f` to each pair of words of `BYTES` bytes.
fn each<const BYTES: usize>(a: [u8; 16], b: [u8; 16], f: impl Fn([u8; BYTES], [u8; BYTES]) -> [u8; BYTES]) -> [u8; 16] {
    let mut out = a;
    for (out, b) in out.as_chunks_mut::<BYTES>().0.iter_mut().zip(b.as_chunks::<BYTES>().0) {
        *out = f(*out, *b);
    }
    out
}
