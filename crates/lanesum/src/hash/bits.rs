//! Bits of an output in the order of FIPS 180-4, section 3.1: the highest of a byte first.

/// `bits` bits of an output from bit `from` on, in the first bytes of `out`; the spare low bits of the last byte are 0. `read` gives the bytes
/// from a number on.
pub(crate) fn read(from: u64, out: &mut [u8], bits: u64, read: impl Fn(u64, &mut [u8])) {
    let out = &mut out[..bits.div_ceil(8) as usize];
    let (byte, shift) = (from / 8, from % 8);
    read(byte, out);
    if shift > 0 {
        let mut next = [0];
        if shift + bits > 8 * out.len() as u64 {
            read(byte + out.len() as u64, &mut next);
        }
        for i in 0..out.len() {
            let second = out.get(i + 1).copied().unwrap_or(next[0]);
            out[i] = (u16::from_be_bytes([out[i], second]) << shift >> 8) as u8;
        }
    }
    if let Some(last) = out.last_mut().filter(|_| !bits.is_multiple_of(8)) {
        *last &= !(0xff >> (bits % 8));
    }
}
