//! Messages with what the reference makes of them, in batches on every backend.

use crate::support::{backends_of, expected_output, message};
use lanesum::{Algorithm, Backend, Hasher, Message};

/// One backend after the other, and then what the library itself chooses.
pub fn choices(algorithm: Algorithm) -> Vec<Option<Backend>> {
    backends_of(algorithm).into_iter().map(Some).chain([None]).collect()
}

/// Sizes of batches: every one to two kernels of eight and one more, and two that are longer.
pub fn counts() -> impl Iterator<Item = usize> {
    (0..=17).chain([33, 100])
}

/// A message and what the reference makes of it.
#[derive(Clone, Debug)]
pub struct Case {
    prefix: Vec<u8>,
    pub body: Vec<u8>,
    /// The last bits, and how many of them there are.
    last: u8,
    bits: u32,
    pub output: Vec<u8>,
}

impl Case {
    pub fn new(
        algorithm: Algorithm,
        prefix: Vec<u8>,
        body: Vec<u8>,
        (last, bits): (u8, u32),
        out_bytes: usize,
    ) -> Self {
        let mut all = [&prefix[..], &body].concat();
        let len = 8 * all.len() + bits as usize;
        all.push(last);
        let out_bits = if algorithm.is_xof() { 8 * out_bytes } else { algorithm.digest_bits() };
        let mut output = expected_output(algorithm, &all, len, out_bits);
        output.truncate(out_bytes);
        Self { prefix, body, last, bits, output }
    }

    /// Whole bytes, and the output's usual length.
    pub fn bytes(algorithm: Algorithm, body: Vec<u8>) -> Self {
        Self::new(algorithm, Vec::new(), body, (0, 0), algorithm.digest_bits() / 8)
    }

    pub fn message(&self) -> Message<'_> {
        Message::prefixed(&self.prefix, &self.body).with_last_bits(self.last, self.bits).unwrap()
    }
}

/// Runs the batch on one backend and compares each output.
pub fn check<'a>(algorithm: Algorithm, backend: Option<Backend>, cases: impl IntoIterator<Item = &'a Case>) {
    let cases: Vec<_> = cases.into_iter().collect();
    let messages: Vec<_> = cases.iter().map(|case| case.message()).collect();
    let bytes = cases.first().map_or(0, |case| case.output.len());
    let mut out = vec![0x5a; bytes * cases.len()];
    if algorithm.has_any_length() || cases.is_empty() || 8 * bytes == algorithm.digest_bits() {
        algorithm.digest_many(backend, &messages[..], &mut out).unwrap();
    } else {
        // The first bytes of digests.
        Hasher::with_options(algorithm, backend).unwrap().finalize_many(&messages[..], bytes, &mut out).unwrap();
    }
    for (i, case) in cases.iter().enumerate() {
        let lengths = || cases.iter().map(|c| (c.prefix.len(), c.body.len(), c.bits)).collect::<Vec<_>>();
        assert!(
            out[i * bytes..][..bytes] == case.output,
            "{algorithm}, {backend:?}, message {i} of {}: {:?}",
            cases.len(),
            lengths()
        );
    }
}

/// Lengths where blocks begin and end, and others in no order, each with another message.
pub fn pool(algorithm: Algorithm) -> Vec<Case> {
    let rate = algorithm.block_bytes();
    let special = [0, 1, rate - 1, rate, rate + 1, 2 * rate - 1, 2 * rate, 2 * rate + 1, 3 * rate, 5 * rate + 7];
    let random = message(200, algorithm.block_bytes() as u64);
    let random = random.chunks_exact(2).map(|pair| usize::from(u16::from_le_bytes([pair[0], pair[1]])) % (4 * rate));
    let lengths = special.into_iter().chain(random);
    lengths.enumerate().map(|(i, len)| Case::bytes(algorithm, message(len, i as u64))).collect()
}
