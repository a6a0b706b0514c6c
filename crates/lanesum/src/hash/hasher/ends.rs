//! The ways to end a message.

use super::super::construction::Construction;
use super::super::incremental::{Incremental, Later as _};
use super::super::output::{DigestReader, HasherReader, Output};
use super::{Hasher, UnderWay};
use crate::families::by_family;
use crate::{Algorithm, Error, Parameter};
use ctutils::{Choice, CtEq as _};
use lanesum_batch::tail::Tail;
use lanesum_batch::wipe::wipe;

impl Hasher {
    /// Ends the message. A function that has the length of its output as an input gives
    /// [`digest_bits`](Algorithm::digest_bits) bits; [`Hasher::finalize_in_pieces_reset`] gives others.
    ///
    /// # Panics
    /// If the message has more bits than its standard allows. SHA-224, SHA-256, BLAKE-224 and BLAKE-256 take 2^64 - 1, the other
    /// functions of SHA-2 and BLAKE 2^128 - 1, and all others any number. [`Hasher::finalize_with_last_bits`] returns an error instead.
    #[inline(always)] // a hasher is large: it would be moved
    #[must_use]
    pub fn finalize(mut self) -> HasherReader {
        self.finish_here()
    }

    fn finish_here(&mut self) -> HasherReader {
        let algorithm = self.algorithm;
        self.finish(Tail::NONE).unwrap_or_else(|error| panic!("{algorithm}: {error}"))
    }

    /// Ends a message whose length is not a whole number of bytes. Its last `bits` bits, at most 7, are in `last`, in the
    /// algorithm's order ([`Algorithm::bit_order`]). For SHA-3 they are the low bits of `last`, and the lowest is the first of them.
    /// For SHA-2 and BLAKE they are the high bits, and the highest is the first. The other bits of `last` are ignored.
    ///
    /// # Errors
    /// [`Error::PartialByte`] if `bits` is more than 7, [`Error::MessageTooLong`] if the whole message has more bits than the standard
    /// allows, [`Error::WholeBytes`] if `bits` is not 0 and the algorithm [takes whole bytes](Algorithm::takes_whole_bytes) only.
    pub fn finalize_with_last_bits(mut self, last: u8, bits: u32) -> Result<HasherReader, Error> {
        self.finish(Tail::new(last, bits)?)
    }

    /// Ends the message, fills `out` with the first bytes of its digest, or of an XOF's output, and begins a new message, as
    /// [`Hasher::reset`] does. Unlike [`Hasher::finalize`] it does not copy the state, which saves some tens of nanoseconds.
    ///
    /// ```
    /// use lanesum::{Algorithm, Hasher};
    /// let mut hasher = Hasher::new(Algorithm::Sha3_256);
    /// let mut digest = [0; 32];
    /// for name in ["left", "right"] {
    ///     hasher.update(name.as_bytes());
    ///     hasher.finalize_into_reset(&mut digest)?;
    ///     assert_eq!(digest, lanesum::sha3_256(name.as_bytes()));
    /// }
    /// # Ok::<(), lanesum::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::DigestSpent`] if `out` is longer than a digest of fixed length, [`Error::MessageTooLong`] if the message has more bits than
    /// its standard allows. After an error the message has not ended.
    pub fn finalize_into_reset(&mut self, out: &mut [u8]) -> Result<(), Error> {
        self.algorithm.check_bits(out.len(), self.digest_bits())?;
        each!(&mut self.under_way,
            sponge => sponge.finish_to(Tail::NONE, out),
            tree => tree.finish().read(out),
            derived => derived.finish_to(self.algorithm.derived(), out),
            blake3 => blake3.output().read(0, out),
            md => Incremental::finish_to(md, Tail::NONE, out)?);
        self.reset();
        Ok(())
    }

    #[inline(always)] // a reader is large: what was just written would be copied
    fn finish(&mut self, tail: Tail) -> Result<HasherReader, Error> {
        // A string of a tuple has ended.
        if (self.algorithm.takes_whole_bytes() || self.algorithm.is_of_tuples()) && !tail.is_empty() {
            return Err(Error::WholeBytes);
        }
        let bits = self.digest_bits();
        let output = each!(&mut self.under_way,
            sponge => Output::Sponge(sponge.finish_in_place(tail)),
            tree => Output::Sponge(tree.finish()),
            derived => {
                let of = self.algorithm.derived();
                if !tail.is_empty() {
                    derived.update_tail(of, tail);
                }
                Output::Derived(derived.finish(of, bits as u64))
            },
            blake3 => Output::Blake3(crate::modes::blake::output::Blake3Output::new(blake3.output())),
            md => Output::Digest(DigestReader::new(bits / 8, |out| Incremental::finish_to(md, tail, out))?));
        Ok(HasherReader::new(output, (!self.algorithm.is_xof()).then_some(bits as u64)))
    }

    /// Ends the message for an output of `bits` bits, which a function like KMAC hashes with it, and begins a new message, as
    /// [`Hasher::reset`] does. What depends on a key stays where it is: a moved value would leave a copy that cannot be erased.
    ///
    /// # Errors
    /// [`Error::DigestSpent`] for more bits than a digest of fixed length has, [`Error::MessageTooLong`] if the message has more bits
    /// than its standard allows. After an error the message has not ended.
    pub fn finalize_in_pieces_reset(&mut self, bits: u64) -> Result<HasherReader, Error> {
        let algorithm = self.algorithm;
        by_family! { match &mut self.under_way;
            "keccak" {
                UnderWay::Derived(derived) => {
                    let output = Output::Derived(derived.finish(algorithm.derived(), bits));
                    derived.reset();
                    return Ok(HasherReader::new(output, (!algorithm.is_xof()).then_some(bits)));
                },
            }
            "blake" {
                UnderWay::Blake3(state) => {
                    let output = Output::Blake3(crate::modes::blake::output::Blake3Output::new(state.output()));
                    state.restart();
                    return Ok(HasherReader::new(output, None));
                },
            }
            else _ => ()
        }
        algorithm.check_bits(usize::try_from(bits.div_ceil(8)).unwrap_or(usize::MAX), self.digest_bits())?;
        let reader = self.clone().finish(Tail::NONE)?;
        self.reset();
        Ok(reader)
    }

    /// Ends the message of a hasher with a key, and says whether `tag` is its tag; of KMACXOF or BLAKE3, whether the output begins with it. The
    /// time does not depend on where they differ. The verifier, never the sender, must decide how long a tag is.
    ///
    /// # Errors
    /// [`Error::WrongTag`] if it is not; [`Error::ShortTag`] for fewer than 4 bytes (SP 800-185, section 8.4.2); [`Error::NotTaken`] if
    /// the hasher has no key.
    pub fn verify(mut self, tag: &[u8]) -> Result<(), Error> {
        if !self.has_key() {
            return Err(Error::NotTaken(Parameter::Key));
        }
        by_family! { match &mut self.under_way;
            "keccak" { UnderWay::Derived(derived) => return derived.verify(self.algorithm.derived(), tag), }
            else _ => ()
        }
        let (bits, expected) = (8 * tag.len() as u64, self.digest_bits() / 8);
        if bits < 32 {
            return Err(Error::ShortTag(bits));
        }
        if !self.algorithm.is_xof() && tag.len() != expected {
            return Err(Error::Length { argument: "tag", expected, got: tag.len() });
        }
        let (mut reader, mut computed, mut equal) = (self.finish(Tail::NONE)?, [0; 64], Choice::from(1));
        for piece in tag.chunks(computed.len()) {
            let computed = &mut computed[..piece.len()];
            reader.read(computed)?;
            equal &= computed.ct_eq(piece);
        }
        wipe(&mut computed);
        if equal.into() { Ok(()) } else { Err(Error::WrongTag) }
    }

    /// Whether the output depends on a key, or is one that was derived.
    #[must_use]
    pub fn has_key(&self) -> bool {
        by_family! { match &self.under_way;
            "blake" {
                UnderWay::Blake2b(state) => state.has_key(),
                UnderWay::Blake2s(state) => state.has_key(),
                UnderWay::Blake2bp(state) => state.has_key(),
                UnderWay::Blake2sp(state) => state.has_key(),
                UnderWay::Blake3(state) => state.has_key(),
            }
            else _ => self.algorithm.needs_key()
        }
    }

    /// Chooses how the message will end: KMAC128 as KMACXOF128, whose output has any length, or the other way round; likewise KMAC256,
    /// `TupleHash` and `ParallelHash`. Before the end, they do not differ.
    ///
    /// # Errors
    /// [`Algorithm::UNKNOWN`] for any other change.
    #[cfg(feature = "keccak")]
    pub fn end_as(&mut self, algorithm: Algorithm) -> Result<(), Error> {
        let fits = match (self.algorithm.construction(), algorithm.construction()) {
            (Construction::Derived(from), Construction::Derived(to)) => from.begins_as(to),
            _ => algorithm == self.algorithm,
        };
        if !fits {
            return Err(Algorithm::UNKNOWN);
        }
        self.algorithm = algorithm;
        Ok(())
    }
}
