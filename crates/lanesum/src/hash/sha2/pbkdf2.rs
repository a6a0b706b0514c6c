//! PBKDF2 (RFC 8018, section 5.2; SP 800-132) over HMAC of SHA-2: blocks of output and passwords side by side in the slots of a kernel.

use crate::hash::fixed::FixedHash;
use crate::hash::function::Sha2Function;
use crate::hash::hmac::Keyed;
use crate::hash::typed::functions;
use crate::{Algorithm, Error, Messages, Parameter};
use core::num::NonZeroU32;
use digest::typenum::Unsigned;
use lanesum_batch::md::chain::{Md, pad};
use lanesum_batch::md::compression::{Compression, MdWord};
use lanesum_batch::plan::WIDEST;
use lanesum_batch::scheduler::{Chained, Choose, Chosen};
use lanesum_batch::tail::Tail;
use lanesum_batch::wipe::wipe;

/// The words of a chaining value.
const WORDS: usize = 8;

/// The chains of iterations in the slots of a kernel.
struct Chains<C: Compression> {
    width: usize,
    /// The states after the padded keys, as kernels take them: word 0 of all slots, then word 1, and so on.
    inner: [C::Word; WORDS * WIDEST],
    outer: [C::Word; WORDS * WIDEST],
    words: [C::Word; WORDS * WIDEST],
    /// A block each: the last digest and the padding.
    blocks: [C::TwoBlocks; WIDEST],
    /// All digests so far, added.
    sums: [[u8; 64]; WIDEST],
}

impl<C: Compression> Chains<C> {
    fn new(width: usize) -> Self {
        let zeroes = [C::Word::default(); WORDS * WIDEST];
        let blocks = [C::EMPTY; WIDEST];
        Self { width, inner: zeroes, outer: zeroes, words: zeroes, blocks, sums: [[0; 64]; WIDEST] }
    }

    /// Begins a chain with its first digest.
    fn put(&mut self, slot: usize, [inner, outer]: [&Md<C>; 2], digest: &[u8]) {
        for (words, md) in [(&mut self.inner, inner), (&mut self.outer, outer)] {
            for (word, of_state) in
                words.iter_mut().skip(slot).step_by(self.width).zip(&md.chain.words().as_ref()[..WORDS])
            {
                *word = *of_state;
            }
        }
        let bits = 8 * (C::Block::USIZE + digest.len()) as u128;
        self.blocks[slot] = C::EMPTY;
        pad::<C>(&mut self.blocks[slot], digest.len(), Tail::NONE, bits, 0);
        self.blocks[slot].as_mut()[..digest.len()].copy_from_slice(digest);
        self.sums[slot][..digest.len()].copy_from_slice(digest);
    }

    /// One HMAC in all slots: the digest of `bytes` bytes in each block becomes the next one.
    fn step(&mut self, kernel: Chosen<Chained<'_, C>>, bytes: usize) {
        for outer in [false, true] {
            let count = WORDS * self.width;
            let words = &mut self.words[..count];
            words.copy_from_slice(if outer { &self.outer[..count] } else { &self.inner[..count] });
            match kernel {
                Chosen::One(form) => {
                    let mut state = C::ZEROES;
                    state.as_mut()[..WORDS].copy_from_slice(words);
                    form.compress(&mut state, &self.blocks[0].as_ref()[..C::Block::USIZE]);
                    words.copy_from_slice(&state.as_ref()[..WORDS]);
                    wipe(state.as_mut());
                }
                Chosen::Many(form, width) => {
                    let mut rows: [&[u8]; WIDEST] = [&[]; _];
                    for (row, block) in rows.iter_mut().zip(&self.blocks) {
                        *row = &block.as_ref()[..C::Block::USIZE];
                    }
                    form.compress(words, &rows[..width]);
                }
            }
            let size = size_of::<C::Word>();
            for (slot, block) in self.blocks[..self.width].iter_mut().enumerate() {
                let digest = &mut block.as_mut()[..bytes];
                for (bytes, word) in digest.chunks_mut(size).zip(words[slot..].iter().step_by(self.width)) {
                    word.put(bytes);
                }
            }
        }
        for (sum, block) in self.sums[..self.width].iter_mut().zip(&self.blocks) {
            for (sum, byte) in sum.iter_mut().zip(&block.as_ref()[..bytes]) {
                *sum ^= byte;
            }
        }
    }
}

impl<C: Compression> Drop for Chains<C> {
    fn drop(&mut self) {
        for words in [&mut self.inner, &mut self.outer, &mut self.words] {
            wipe(words);
        }
        for block in &mut self.blocks {
            wipe(block.as_mut());
        }
        wipe(self.sums.as_flattened_mut());
    }
}

impl<F: Sha2Function> FixedHash<F> {
    /// Fills `out` with a key from a password by PBKDF2 with HMAC of this function. Each digest's length of output is a chain of iterations,
    /// and several chains are computed at once.
    ///
    /// ```
    /// use lanesum::Sha256;
    /// use std::num::NonZeroU32;
    /// // RFC 7914, section 11.
    /// let mut key = [0; 64];
    /// Sha256::pbkdf2(b"passwd", b"salt", NonZeroU32::MIN, &mut key)?;
    /// assert_eq!(key[..4], [0x55, 0xac, 0x04, 0x6e]);
    /// # Ok::<(), lanesum::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::DigestSpent`] if `out` is longer than 2^32 - 1 digests.
    pub fn pbkdf2(password: &[u8], salt: &[u8], iterations: NonZeroU32, out: &mut [u8]) -> Result<(), Error> {
        let bytes = out.len();
        Self::pbkdf2_many(&[password], &[salt], iterations, bytes, out)
    }

    /// As [`FixedHash::pbkdf2`], for many passwords with a salt each: the key of password i is chunk i of `out`, of `bytes` bytes.
    ///
    /// # Errors
    /// [`Error::Length`] unless there are as many salts as passwords and `out` has `bytes` bytes for each; [`Error::DigestSpent`] if `bytes`
    /// is more than 2^32 - 1 digests have; [`Error::WholeBytes`] for a password or salt that ends within a byte.
    pub fn pbkdf2_many<P: Messages + ?Sized, S: Messages + ?Sized>(
        passwords: &P,
        salts: &S,
        iterations: NonZeroU32,
        bytes: usize,
        out: &mut [u8],
    ) -> Result<(), Error> {
        derive::<F>(&passwords, &salts, iterations, bytes, out)
    }
}

impl Algorithm {
    /// As [`FixedHash::pbkdf2_many`].
    ///
    /// # Errors
    /// As [`FixedHash::pbkdf2_many`]; [`Error::NotTaken`] for a function that is not of SHA-2.
    pub fn pbkdf2_many<P: Messages + ?Sized, S: Messages + ?Sized>(
        self,
        passwords: &P,
        salts: &S,
        iterations: NonZeroU32,
        bytes: usize,
        out: &mut [u8],
    ) -> Result<(), Error> {
        let derive = match self {
            Self::Sha224 => derive::<functions::Sha224>,
            Self::Sha256 => derive::<functions::Sha256>,
            Self::Sha384 => derive::<functions::Sha384>,
            Self::Sha512 => derive::<functions::Sha512>,
            Self::Sha512_224 => derive::<functions::Sha512_224>,
            Self::Sha512_256 => derive::<functions::Sha512_256>,
            #[allow(unreachable_patterns)] // if no other family is there
            _ => return Err(Error::NotTaken(Parameter::Key)),
        };
        derive(&passwords, &salts, iterations, bytes, out)
    }
}

fn derive<F: Sha2Function>(
    passwords: &dyn Messages,
    salts: &dyn Messages,
    iterations: NonZeroU32,
    bytes: usize,
    out: &mut [u8],
) -> Result<(), Error> {
    type One<'a, F> = Chained<'a, <F as crate::hash::function::Sha2Function>::Compression>;

    let (count, digest_bytes) = (passwords.count(), F::Digest::USIZE);
    for (argument, expected, got) in [("salts", count, salts.count()), ("out", count.saturating_mul(bytes), out.len())]
    {
        if expected != got {
            return Err(Error::Length { argument, expected, got });
        }
    }
    let blocks = bytes.div_ceil(digest_bytes);
    if u32::try_from(blocks).is_err() {
        let (bits, left) = (8 * bytes as u64, 8 * digest_bytes as u64 * u64::from(u32::MAX));
        return Err(Error::DigestSpent { bits, left });
    }
    if (0..count).any(|index| !passwords.message(index).tail.is_empty() || !salts.message(index).tail.is_empty()) {
        return Err(Error::WholeBytes);
    }
    let mut left = count.saturating_mul(blocks);
    let mut places = (0..count).flat_map(|index| (0..blocks).map(move |block| (index, block)));
    let choose = Choose::here::<One<'_, F>>();
    while left > 0 {
        let width = choose.width::<One<'_, F>>(left);
        let kernel = choose.chosen::<One<'_, F>>(width);
        let mut chains = Chains::new(kernel.width());
        let mut group = [(0, 0); WIDEST];
        let mut used = 0;
        let mut keyed: Option<(usize, Keyed<F>)> = None;
        for place in places.by_ref().take(width) {
            let (index, block) = place;
            let (password, salt) = (passwords.message(index), salts.message(index));
            let (_, keyed) = match keyed.take() {
                Some((of, same)) if of == index => keyed.insert((of, same)),
                _ => keyed.insert((index, Keyed::new(password.pieces()))),
            };
            let mut first = [0; 64];
            let first = &mut first[..digest_bytes];
            let number = (block as u32 + 1).to_be_bytes();
            let [before, after] = salt.pieces();
            keyed.one(&[before, after, &number], Tail::NONE, first)?;
            chains.put(used, keyed.states(), first);
            wipe(first);
            group[used] = place;
            used += 1;
        }
        for _ in 1..iterations.get() {
            chains.step(kernel, digest_bytes);
        }
        for ((index, block), sum) in group[..used].iter().zip(&chains.sums) {
            let out = &mut out[index * bytes..][..bytes][block * digest_bytes..];
            let len = out.len().min(digest_bytes);
            out[..len].copy_from_slice(&sum[..len]);
        }
        left -= used;
    }
    Ok(())
}
