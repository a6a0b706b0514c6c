//! The functions over the whole message: `PRF_msg` and `H_msg` (FIPS 205, section 11).

use super::parameters::{HashFamily, Parameters};
use alloc::vec::Vec;
use lanesum::{Algorithm, Backend, Hasher};
use zeroize::Zeroizing;

/// A hasher on this backend, if it has a form for the algorithm, otherwise on the best one.
pub(crate) fn hasher(algorithm: Algorithm, backend: Option<Backend>) -> Hasher {
    backend.and_then(|backend| Hasher::with_backend(algorithm, backend).ok()).unwrap_or_else(|| Hasher::new(algorithm))
}

fn read(hasher: Hasher, out: &mut [u8]) {
    hasher.finalize().read(out).expect("no more than the function puts out");
}

/// SHA-256 or SHA-512, with the lengths of its block and digest in bytes.
fn sha2(parameters: &Parameters) -> (Algorithm, usize, usize) {
    if parameters.is_category_1() { (Algorithm::Sha256, 64, 32) } else { (Algorithm::Sha512, 128, 64) }
}

/// `PRF_msg` of the message in parts: n bytes.
pub(crate) fn prf(
    parameters: &Parameters,
    backend: Option<Backend>,
    sk_prf: &[u8],
    randomness: &[u8],
    message: &[&[u8]],
) -> Vec<u8> {
    let parts = core::iter::once(randomness).chain(message.iter().copied());
    let mut out = alloc::vec![0; parameters.n];
    match parameters.family {
        HashFamily::Shake => {
            let mut hasher = hasher(Algorithm::Shake256, backend);
            hasher.update(sk_prf);
            parts.for_each(|part| hasher.update(part));
            read(hasher, &mut out);
        }
        HashFamily::Sha2 => {
            let (algorithm, block, digest) = sha2(parameters);
            // HMAC (FIPS 198-1) with a key shorter than a block.
            let keyed = |pad: u8| {
                let mut key = Zeroizing::new([pad; 128]);
                key.iter_mut().zip(sk_prf).for_each(|(byte, key)| *byte ^= key);
                let mut hasher = hasher(algorithm, backend);
                hasher.update(&key[..block]);
                hasher
            };
            let mut inner = keyed(0x36);
            parts.for_each(|part| inner.update(part));
            let mut hash = Zeroizing::new([0; 64]);
            read(inner, &mut hash[..digest]);
            let mut outer = keyed(0x5c);
            outer.update(&hash[..digest]);
            read(outer, &mut hash[..digest]);
            out.copy_from_slice(&hash[..parameters.n]);
        }
    }
    out
}

/// `H_msg` of a message that may come in pieces.
#[derive(Clone)]
pub(crate) struct MessageHash {
    parameters: &'static Parameters,
    backend: Option<Backend>,
    hasher: Hasher,
    /// R and PK.seed, with which the second hash of the SHA2 parameter sets begins.
    begin: Vec<u8>,
}

impl MessageHash {
    pub(crate) fn new(
        parameters: &'static Parameters,
        backend: Option<Backend>,
        randomizer: &[u8],
        verifying_key: &[u8],
    ) -> Self {
        let algorithm = match parameters.family {
            HashFamily::Shake => Algorithm::Shake256,
            HashFamily::Sha2 => sha2(parameters).0,
        };
        let mut hasher = hasher(algorithm, backend);
        hasher.update(randomizer);
        hasher.update(verifying_key);
        let begin = [randomizer, &verifying_key[..parameters.n]].concat();
        Self { parameters, backend, hasher, begin }
    }

    pub(crate) fn update(&mut self, data: &[u8]) {
        self.hasher.update(data);
    }

    /// Ends the message; returns m bytes.
    pub(crate) fn finish(self) -> Vec<u8> {
        let mut out = alloc::vec![0; self.parameters.digest_parts().iter().sum()];
        match self.parameters.family {
            HashFamily::Shake => read(self.hasher, &mut out),
            HashFamily::Sha2 => {
                let (algorithm, _, digest) = sha2(self.parameters);
                let mut hash = [0; 64];
                read(self.hasher, &mut hash[..digest]);
                // MGF1 (RFC 8017, appendix B.2.1).
                for (counter, out) in (0u32..).zip(out.chunks_mut(digest)) {
                    let mut hasher = hasher(algorithm, self.backend);
                    hasher.update(&self.begin);
                    hasher.update(&hash[..digest]);
                    hasher.update(&counter.to_be_bytes());
                    let mut block = [0; 64];
                    read(hasher, &mut block[..digest]);
                    out.copy_from_slice(&block[..out.len()]);
                }
            }
        }
        out
    }
}
