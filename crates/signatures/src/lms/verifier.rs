//! Verifies one signature of a message in pieces, without `alloc`, one hash after the other: for boot loaders.

use super::encoding::{INNER, LEAF, MESSAGE, PUBLIC, TreeKey, TreeSignature, read_key, split, take};
use crate::Error;
#[cfg(feature = "sha3")]
use lanesum::digest::{ExtendableOutputReset, XofReader};
use lanesum::digest::{FixedOutputReset, Update};

/// The hash function of a [`Verifier`]: [`lanesum::Sha256`] or, with the feature `sha3`, [`lanesum::Shake256`].
pub trait Function: Update + Default {
    #[doc(hidden)]
    const IS_SHAKE: bool;
    /// Writes the digest, and begins anew. (A digest that is returned would be copied on the stack.)
    #[doc(hidden)]
    fn finish(&mut self, out: &mut [u8; 32]);
}

impl Function for lanesum::Sha256 {
    const IS_SHAKE: bool = false;
    fn finish(&mut self, out: &mut [u8; 32]) {
        self.finalize_into_reset(out.into());
    }
}

#[cfg(feature = "sha3")]
impl Function for lanesum::Shake256 {
    const IS_SHAKE: bool = true;
    fn finish(&mut self, out: &mut [u8; 32]) {
        self.finalize_xof_reset().read(out);
    }
}

/// Verifies a signature of HSS of a message in pieces. It needs no `alloc`; key and signature stay where they are. The program contains
/// only the hash function that it names. With one signature in memory and processors with vector registers,
/// `VerifyingKey::verify` is faster.
///
/// ```
/// use lanesum_signatures::lms::Verifier;
///
/// fn may_boot(key: &[u8], signature: &[u8], pieces: &[&[u8]]) -> bool {
///     let Ok(mut verifier) = Verifier::<lanesum::Sha256>::new(key, signature) else { return false };
///     pieces.iter().for_each(|piece| verifier.update(piece));
///     verifier.finish().is_ok()
/// }
/// # assert!(!may_boot(&[0; 60], &[], &[]));
/// ```
pub struct Verifier<'a, F> {
    /// Of the lowest level; read again at the end, since slices take less room than what is in them.
    key: &'a [u8],
    signature: &'a [u8],
    message: F,
}

impl<F> core::fmt::Debug for Verifier<'_, F> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Verifier").finish_non_exhaustive()
    }
}

impl<'a, F: Function> Verifier<'a, F> {
    /// Begins a message. Verifies the keys that the upper levels of the signature sign.
    ///
    /// # Errors
    /// [`Error::ParameterSet`] for a key of unknown parameters or of another hash function; [`Error::Invalid`] for a wrong length, and if
    /// an upper level is not valid.
    #[inline(never)] // what it needs leaves the stack before the end's begins
    pub fn new(key: &'a [u8], signature: &'a [u8]) -> Result<Self, Error> {
        let top = read_key(key)?;
        if top.1.level.function().is_shake() != F::IS_SHAKE {
            return Err(Error::ParameterSet);
        }
        let mut verifier = Self { key, signature, message: F::default() };
        let message = &mut verifier.message;
        let (key, last) = split(top, signature, |key, signature, next| {
            begin(message, key.id, signature.leaf, MESSAGE);
            message.update(signature.randomizer);
            message.update(next.bytes);
            check(&key, &signature, message)
        })?;
        begin(message, key.id, last.leaf, MESSAGE);
        message.update(last.randomizer);
        verifier.key = key.bytes;
        verifier.signature = &signature[signature.len() - key.level.signature_bytes()..];
        Ok(verifier)
    }

    /// Adds a piece of the message.
    pub fn update(&mut self, piece: &[u8]) {
        self.message.update(piece);
    }

    /// Ends the message.
    ///
    /// # Errors
    /// [`Error::Invalid`] if the signature does not belong to this message and key.
    #[inline(never)]
    pub fn finish(mut self) -> Result<(), Error> {
        let key = TreeKey::read(&mut self.key)?;
        let signature = TreeSignature::read(key.level, &mut self.signature)?;
        check(&key, &signature, &mut self.message)
    }
}

/// Begins a message with a hasher that has none.
fn begin<F: Function>(hasher: &mut F, id: &[u8], number: u32, what: u16) {
    hasher.update(id);
    hasher.update(&number.to_be_bytes());
    hasher.update(&what.to_be_bytes());
}

/// Whether the tree with this key has signed the message (RFC 8554, algorithms 4b and 6a). Leaves the hasher without a message. It is used
/// again and again, because each hasher takes room on a small stack.
#[inline(never)] // called for upper levels, too: once in the program
fn check<F: Function>(key: &TreeKey<'_>, signature: &TreeSignature<'_>, hasher: &mut F) -> Result<(), Error> {
    let (level, n, leaf) = (key.level, key.level.n(), signature.leaf);
    let mut node = [0; 32];
    hasher.finish(&mut node);
    let digits = level.with_checksum(&node[..n]);
    let mut public = F::default();
    begin(&mut public, key.id, leaf, PUBLIC);
    // Not chunks, which divide: a function on small processors.
    let mut one_time = signature.one_time;
    for i in 0..level.chains() {
        node[..n].copy_from_slice(take(&mut one_time, n)?);
        for j in level.digit(&digits, i)..level.last() {
            begin(hasher, key.id, leaf, i as u16);
            hasher.update(&[j as u8]);
            hasher.update(&node[..n]);
            hasher.finish(&mut node);
        }
        public.update(&node[..n]);
    }
    public.finish(&mut node);
    let mut number = (1 << level.height()) + leaf;
    begin(hasher, key.id, number, LEAF);
    hasher.update(&node[..n]);
    let mut path = signature.path;
    for _ in 0..level.height() {
        let sibling = take(&mut path, n)?;
        hasher.finish(&mut node);
        let (left, right) = if number & 1 == 0 { (&node[..n], sibling) } else { (sibling, &node[..n]) };
        number >>= 1;
        begin(hasher, key.id, number, INNER);
        hasher.update(left);
        hasher.update(right);
    }
    hasher.finish(&mut node);
    if node[..n] == *key.root { Ok(()) } else { Err(Error::Invalid) }
}
