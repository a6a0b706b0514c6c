//! Inputs that several targets make from the fuzzer's bytes.

use arbitrary::{Result, Unstructured};
use lanesum::{Algorithm, Backend};

/// Bytes of a length around ends of blocks of every size as often as of any other; their content is the fuzzer's, or made of one byte of
/// it, so that long messages need no long inputs.
pub fn bytes(u: &mut Unstructured<'_>, most: usize) -> Result<Vec<u8>> {
    let len = length(u, most)?;
    let seed = u.arbitrary::<u8>()?;
    if seed == 0 {
        return Ok(u.bytes(len.min(u.len()))?.to_vec());
    }
    let mut random = Random::new(seed);
    Ok((0..len).map(|_| (random.next() >> 56) as u8).collect())
}

/// Numbers that look random, from one byte; the highest bits do so most.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u8) -> Self {
        Self(seed.into())
    }

    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        self.0
    }

    /// Less than `most`, or 0.
    pub fn below(&mut self, most: usize) -> usize {
        (self.next() >> 33) as usize % most.max(1)
    }
}

/// From 0 to `most`.
pub fn length(u: &mut Unstructured<'_>, most: usize) -> Result<usize> {
    const BLOCKS: [usize; 8] = [8, 64, 72, 104, 128, 136, 144, 168];
    let len = match u.int_in_range(0..=3_u8)? {
        0 => u.int_in_range(0..=most.min(40))?,
        1 => u.choose(&BLOCKS)? * u.int_in_range(0..=9_usize)? + u.int_in_range(0..=2_usize)?,
        2 => 8192 * u.int_in_range(0..=9_usize)? + u.int_in_range(0..=2_usize)?,
        _ => u.int_in_range(0..=most)?,
    };
    Ok(len.min(most))
}

/// As [`bytes`], at most `short` bytes, and seldom up to `long` ones.
pub fn mostly_short(u: &mut Unstructured<'_>, short: usize, long: usize) -> Result<Vec<u8>> {
    let most = if u.ratio(1, 12)? { long } else { short };
    bytes(u, most)
}

/// `data` in up to six pieces, some of which may be empty.
pub fn pieces<'a>(u: &mut Unstructured<'_>, mut data: &'a [u8]) -> Result<Vec<&'a [u8]>> {
    let mut pieces = Vec::new();
    for _ in 0..u.int_in_range(0..=5_u8)? {
        let (piece, rest) = data.split_at(length(u, data.len())?);
        pieces.push(piece);
        data = rest;
    }
    pieces.push(data);
    Ok(pieces)
}

/// Up to four changes: cut off, longer, or another byte.
pub fn change(u: &mut Unstructured<'_>, other: &mut Vec<u8>) -> Result<()> {
    for _ in 0..u.int_in_range(0..=4_u8)? {
        match u.int_in_range(0..=3_u8)? {
            0 => other.truncate(u.int_in_range(0..=other.len())?),
            1 => other.extend(bytes(u, 300)?),
            _ if other.is_empty() => {}
            _ => {
                // The first bytes of the contents are mostly numbers.
                let most = if u.arbitrary()? { other.len().min(64) } else { other.len() };
                other[u.int_in_range(0..=most - 1)?] = u.arbitrary()?;
            }
        }
    }
    Ok(())
}

/// Whether the reference is asked about a message of `bytes` bytes, of which the library has made `output`: it is a thousand times slower,
/// so one in four of the short ones, one in sixteen of the longer ones, and none of over 20,000 bytes.
pub fn is_for_the_reference(bytes: usize, output: &[u8]) -> bool {
    let of = if bytes <= 200 { 4 } else { 16 };
    bytes <= 20_000 && output.first().is_some_and(|first| first % of == 0)
}

/// Whether the reference is asked in this run, where a second backend sees everything: in one of four, by all bytes of the input.
pub fn asks_the_reference(u: &Unstructured<'_>) -> bool {
    let sum = u.peek_bytes(u.len()).unwrap_or_default().iter().fold(0_u8, |sum, byte| sum.wrapping_add(*byte));
    sum % 4 == 0
}

/// One that this machine has, of those that `fits` takes.
pub fn backend(u: &mut Unstructured<'_>, algorithm: Algorithm, fits: impl Fn(Backend) -> bool) -> Result<Backend> {
    let all = algorithm.backends().iter().copied();
    let here: Vec<_> = all.filter(|backend| backend.is_available() && fits(*backend)).collect();
    Ok(*u.choose(&here)?)
}

/// One of Keccak-p\[1600\].
pub fn keccak(u: &mut Unstructured<'_>) -> Result<Backend> {
    backend(u, Algorithm::Sha3_256, |_| true)
}
