//! Any algorithm, chosen at run time, for a message in pieces: [`Hasher`].

use super::construction::Construction;
use super::incremental::Incremental;
use super::options::Options;
#[cfg(any(feature = "sha2", feature = "blake"))]
use super::output::Digest;
use super::output::{HasherReader, Output};
#[cfg(feature = "alloc")]
use crate::SavedError;
#[cfg(feature = "keccak")]
use crate::modes::kangaroo::Customized;
use crate::{Algorithm, Backend, Error};
#[cfg(feature = "keccak")]
use crate::{Parameter, modes::sp800_185::DerivedState};
use core::fmt;
#[cfg(feature = "alloc")]
use lanesum_batch::saved::{is_of, restore, save_to_vec};
use lanesum_batch::scheduler::{Choose, Jobs, Messages, Survey, lockstep};
use lanesum_batch::tail::Tail;
#[cfg(any(feature = "sha2", feature = "blake"))]
use lanesum_batch::{md::chain::Md, md::compression::one_or_best};
#[cfg(feature = "blake")]
use lanesum_blake::compression::{Blake32, Blake64};
#[cfg(feature = "keccak")]
use lanesum_keccak::{constructions::sponge::Sponge, sponges::Sponges};
#[cfg(feature = "sha2")]
use lanesum_sha2::compression::{Words32, Words64};

/// Any [`Algorithm`], incremental.
///
/// ```
/// use lanesum::{Algorithm, Hasher};
/// let mut hasher = Hasher::new("sha512-256".parse()?);
/// hasher.update(b"as many lanes wide ");
/// hasher.update(b"as the processor");
/// let mut digest = [0; 32];
/// hasher.finalize().read(&mut digest)?;
/// assert_eq!(digest, lanesum::sha512_256(b"as many lanes wide as the processor"));
/// # Ok::<(), lanesum::Error>(())
/// ```
#[derive(Clone)]
pub struct Hasher {
    algorithm: Algorithm,
    under_way: UnderWay,
    /// Whether the caller named the backend.
    forced: bool,
}

#[derive(Clone)]
#[allow(clippy::large_enum_variant)] // without an allocator there is nothing to put the larger one into
enum UnderWay {
    #[cfg(feature = "keccak")]
    Sponge(Sponge),
    #[cfg(feature = "keccak")]
    Tree(Customized),
    #[cfg(feature = "keccak")]
    Derived(DerivedState),
    #[cfg(feature = "sha2")]
    Sha256(Md<Words32>),
    #[cfg(feature = "sha2")]
    Sha512(Md<Words64>),
    #[cfg(feature = "blake")]
    Blake256(Md<Blake32>),
    #[cfg(feature = "blake")]
    Blake512(Md<Blake64>),
}

/// An expression for the unfinished message of any construction: sponges, trees, functions of SP 800-185, and functions with a chaining
/// value.
macro_rules! each {
    ($under_way:expr, $sponge:pat => $of_sponge:expr, $tree:pat => $of_tree:expr, $derived:pat => $of_derived:expr, $md:pat => $of_md:expr) => {
        match $under_way {
            #[cfg(feature = "keccak")]
            UnderWay::Sponge($sponge) => $of_sponge,
            #[cfg(feature = "keccak")]
            UnderWay::Tree($tree) => $of_tree,
            #[cfg(feature = "keccak")]
            UnderWay::Derived($derived) => $of_derived,
            #[cfg(feature = "sha2")]
            UnderWay::Sha256($md) => $of_md,
            #[cfg(feature = "sha2")]
            UnderWay::Sha512($md) => $of_md,
            #[cfg(feature = "blake")]
            UnderWay::Blake256($md) => $of_md,
            #[cfg(feature = "blake")]
            UnderWay::Blake512($md) => $of_md,
        }
    };
}

impl Hasher {
    /// A hasher for a new message, on the backend that is best for one message on this machine.
    ///
    /// # Panics
    /// If the algorithm needs a key, as KMAC does: use [`Hasher::with_options`].
    #[must_use]
    pub fn new(algorithm: Algorithm) -> Self {
        let under_way = match algorithm.construction() {
            #[cfg(feature = "keccak")]
            Construction::Sponge(parameters) => UnderWay::Sponge(Incremental::here(parameters)),
            #[cfg(feature = "keccak")]
            Construction::Tree(kind) => UnderWay::Tree(Customized::new(kind, Choose::here::<Sponges<'_>>())),
            #[cfg(feature = "keccak")]
            Construction::Derived(_) => {
                return Self::with_options(algorithm, Options::new())
                    .unwrap_or_else(|error| panic!("{algorithm}: {error}"));
            }
            #[cfg(feature = "sha2")]
            Construction::Sha256(initial) => UnderWay::Sha256(Incremental::here(initial)),
            #[cfg(feature = "sha2")]
            Construction::Sha512(initial) => UnderWay::Sha512(Incremental::here(initial)),
            #[cfg(feature = "blake")]
            Construction::Blake256(initial) => UnderWay::Blake256(Incremental::here(initial)),
            #[cfg(feature = "blake")]
            Construction::Blake512(initial) => UnderWay::Blake512(Incremental::here(initial)),
        };
        Self { algorithm, under_way, forced: false }
    }

    /// A hasher for a new message, on a backend of your choice.
    ///
    /// # Errors
    /// [`Error::BackendUnavailable`] if this machine lacks the backend, [`Error::FeatureMissing`] if this build lacks it,
    /// [`Error::NoForm`] if the algorithm has no such backend.
    pub fn with_backend(algorithm: Algorithm, backend: Backend) -> Result<Self, Error> {
        Self::with_options(algorithm, backend)
    }

    /// A hasher with a salt, on a backend of your choice or the one that is best for one message on this machine. An empty salt means no
    /// salt.
    ///
    /// # Errors
    /// [`Error::SaltLength`] unless the salt has [`Algorithm::salt_bytes`] bytes; for the backend as [`Hasher::with_backend`].
    pub fn salted(algorithm: Algorithm, backend: Option<Backend>, salt: &[u8]) -> Result<Self, Error> {
        Self::with_options(algorithm, Options::from(backend).salt(salt))
    }

    /// A hasher with [`Options`]. (Without the feature `alloc`, no customization string can be kept.)
    ///
    /// # Errors
    /// The errors that [`Options`] lists.
    pub fn with_options<'a>(algorithm: Algorithm, options: impl Into<Options<'a>>) -> Result<Self, Error> {
        let options = options.into();
        let backend = options.backend;
        let under_way = match options.construction(algorithm)? {
            #[cfg(feature = "keccak")]
            Construction::Sponge(parameters) => UnderWay::Sponge(match backend {
                Some(backend) => Incremental::on(parameters, backend)?,
                None => Incremental::here(parameters),
            }),
            #[cfg(feature = "keccak")]
            Construction::Tree(kind) => {
                #[allow(unused_mut)] // without an allocator
                let mut tree = Customized::new(kind, Choose::new::<Sponges<'_>>(backend)?);
                #[cfg(feature = "alloc")]
                tree.customize(options.customization);
                #[cfg(not(feature = "alloc"))]
                if !options.customization.is_empty() {
                    return Err(Error::NoCustomization);
                }
                UnderWay::Tree(tree)
            }
            #[cfg(feature = "keccak")]
            Construction::Derived(derived) => {
                UnderWay::Derived(DerivedState::new(derived, backend, &options.inputs())?)
            }
            #[cfg(feature = "sha2")]
            Construction::Sha256(initial) => UnderWay::Sha256(Md::new(initial, one_or_best::<Words32>(backend)?)),
            #[cfg(feature = "sha2")]
            Construction::Sha512(initial) => UnderWay::Sha512(Md::new(initial, one_or_best::<Words64>(backend)?)),
            #[cfg(feature = "blake")]
            Construction::Blake256(initial) => {
                UnderWay::Blake256(Md::new(options.salted(initial, &mut None), one_or_best::<Blake32>(backend)?))
            }
            #[cfg(feature = "blake")]
            Construction::Blake512(initial) => {
                UnderWay::Blake512(Md::new(options.salted(initial, &mut None), one_or_best::<Blake64>(backend)?))
            }
        };
        Ok(Self { algorithm, under_way, forced: backend.is_some() })
    }

    /// The algorithm.
    #[must_use]
    pub fn algorithm(&self) -> Algorithm {
        self.algorithm
    }

    /// The backend in use.
    #[must_use]
    pub fn backend(&self) -> Backend {
        each!(&self.under_way,
            sponge => Incremental::backend(sponge),
            tree => tree.backend(),
            derived => derived.backend(),
            md => md.backend())
    }

    fn forced(&self) -> Option<Backend> {
        self.forced.then(|| self.backend())
    }

    /// Appends to the message; to a tuple, a string. If the message gets longer than its standard allows (SHA-256: from 2^61 bytes on),
    /// [`Hasher::finalize`] panics and [`Hasher::finalize_with_last_bits`] fails. [`Hasher::try_update`] returns an error at once.
    pub fn update(&mut self, data: &[u8]) {
        each!(&mut self.under_way,
            sponge => sponge.update(data),
            tree => tree.update(data),
            derived => derived.update(self.algorithm.derived(), data),
            md => md.update(data));
    }

    /// Appends to the message; to a tuple, a string.
    ///
    /// # Errors
    /// [`Error::MessageTooLong`] if the message would have more bits than its standard allows. The message then stays as it was.
    pub fn try_update(&mut self, data: &[u8]) -> Result<(), Error> {
        // Sponges and trees take messages of any length.
        each!(&mut self.under_way,
            sponge => sponge.update(data),
            tree => tree.update(data),
            derived => derived.update(self.algorithm.derived(), data),
            md => md.try_update(data)?);
        Ok(())
    }

    /// Appends `bytes` bytes, which `write` passes in pieces. In a tuple, they are one string.
    ///
    /// # Errors
    /// The errors of `write`; for a tuple, [`Error::Length`] if `write` passes more or fewer bytes. The tuple then stays as it was.
    pub fn update_in_pieces<E: From<Error>>(
        &mut self,
        bytes: u64,
        write: impl FnOnce(&mut dyn FnMut(&[u8]) -> Result<(), Error>) -> Result<(), E>,
    ) -> Result<(), E> {
        #[cfg(feature = "keccak")]
        if let UnderWay::Derived(derived) = &mut self.under_way
            && let Some(element) = derived.element(self.algorithm.derived(), bytes)
        {
            return element.write(|element| write(&mut |piece| element.update(piece)));
        }
        write(&mut |piece| self.try_update(piece))
    }

    /// As [`Hasher::update`]. KT128, KT256 and `ParallelHash` share the message among the threads of rayon's pool; other algorithms use one thread.
    /// See [`Kt::update_rayon`](crate::Kt::update_rayon).
    #[cfg(feature = "rayon")]
    pub fn update_rayon(&mut self, data: &[u8]) {
        #[cfg(feature = "keccak")]
        if let UnderWay::Tree(tree) = &mut self.under_way {
            return tree.update_rayon(data, &|_| ());
        }
        #[cfg(feature = "keccak")]
        if let UnderWay::Derived(derived) = &mut self.under_way {
            return derived.update_rayon(self.algorithm.derived(), data);
        }
        self.update(data);
    }

    /// Appends a piece to the message of each of several hashers, as many at a time as is cheapest. Use it for messages that do
    /// not fit into memory, such as large files that are read side by side.
    ///
    /// Two hashers can go through one kernel together if they have the same algorithm, or are both of SHA-2 or both of BLAKE
    /// with words of one size. In addition, neither may have a backend by name, or both must have the same one.
    ///
    /// Pieces should all have one length of some dozen blocks ([`Algorithm::block_bytes`]): the part of a piece that is longer than
    /// the other pieces is absorbed alone. Pieces of whole blocks save a permutation each. Afterwards each piece is empty.
    ///
    /// ```
    /// use lanesum::{Algorithm, Hasher};
    ///
    /// let mut hashers = vec![Hasher::new(Algorithm::Sha3_256); 8];
    /// let piece = [7; 136 * 100];
    /// for _ in 0..3 {
    ///     Hasher::update_many(&mut hashers.iter_mut().map(|hasher| (hasher, &piece[..])).collect::<Vec<_>>());
    /// }
    /// let mut digest = [0; 32];
    /// hashers.pop().unwrap().finalize().read(&mut digest)?;
    /// assert_eq!(digest, lanesum::sha3_256(&[7; 3 * 136 * 100]));
    /// # Ok::<(), lanesum::Error>(())
    /// ```
    pub fn update_many(pieces: &mut [(&mut Self, &[u8])]) {
        #[cfg(feature = "keccak")]
        lockstep::update::<Sponge, _>(pieces);
        #[cfg(feature = "sha2")]
        lockstep::update::<Md<Words32>, _>(pieces);
        #[cfg(feature = "sha2")]
        lockstep::update::<Md<Words64>, _>(pieces);
        #[cfg(feature = "blake")]
        lockstep::update::<Md<Blake32>, _>(pieces);
        #[cfg(feature = "blake")]
        lockstep::update::<Md<Blake64>, _>(pieces);
        // The ends of pieces, and trees, which fill the slots with their own leaves.
        for (hasher, data) in pieces {
            hasher.update(data);
            *data = &[];
        }
    }

    /// Ends the message. A function whose output length is an input returns [`digest_bits`](Algorithm::digest_bits) bits; use
    /// [`Hasher::finalize_in_pieces_reset`] for other lengths.
    ///
    /// # Panics
    /// If the message has more bits than its standard allows. SHA-224, SHA-256, BLAKE-224 and BLAKE-256 take 2^64 - 1, the other
    /// functions of SHA-2 and BLAKE 2^128 - 1, and all others any number. [`Hasher::finalize_with_last_bits`] returns an error instead.
    #[must_use]
    pub fn finalize(self) -> HasherReader {
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
    pub fn finalize_with_last_bits(self, last: u8, bits: u32) -> Result<HasherReader, Error> {
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
        self.algorithm.check_output(out.len())?;
        each!(&mut self.under_way,
            sponge => sponge.finish_to(Tail::NONE, out),
            tree => tree.finish().read(out),
            derived => derived.finish_to(self.algorithm.derived(), out),
            md => md.finish_to(Tail::NONE, out)?);
        self.reset();
        Ok(())
    }

    fn finish(self, tail: Tail) -> Result<HasherReader, Error> {
        // The strings of a tuple are whole bytes here.
        if (self.algorithm.takes_whole_bytes() || self.algorithm.is_of_tuples()) && !tail.is_empty() {
            return Err(Error::WholeBytes);
        }
        let bits = self.algorithm.digest_bits();
        let output = each!(self.under_way,
            sponge => Output::Sponge(sponge.finish(tail)),
            mut tree => Output::Sponge(tree.finish()),
            mut derived => {
                let of = self.algorithm.derived();
                if !tail.is_empty() {
                    derived.update_tail(of, tail);
                }
                Output::Derived(derived.finish(of, bits as u64))
            },
            md => Output::Digest(Digest::new(bits / 8, |out| md.finish_into(tail, out))?));
        Ok(HasherReader::new(output, (!self.algorithm.is_xof()).then_some(bits as u64)))
    }

    /// Ends the message for an output of `bits` bits, a length that a function like KMAC hashes too, and begins a new message, as
    /// [`Hasher::reset`] does. Values that depend on a key are not moved: a move would leave a copy that cannot be erased.
    ///
    /// # Errors
    /// [`Error::DigestSpent`] for more bits than a digest of fixed length has, [`Error::MessageTooLong`] if the message has more bits
    /// than its standard allows. After an error the message has not ended.
    pub fn finalize_in_pieces_reset(&mut self, bits: u64) -> Result<HasherReader, Error> {
        let algorithm = self.algorithm;
        #[cfg(feature = "keccak")]
        if let UnderWay::Derived(derived) = &mut self.under_way {
            let output = Output::Derived(derived.finish(algorithm.derived(), bits));
            derived.reset();
            return Ok(HasherReader::new(output, (!algorithm.is_xof()).then_some(bits)));
        }
        algorithm.check_output(usize::try_from(bits.div_ceil(8)).unwrap_or(usize::MAX))?;
        let reader = self.clone().finish(Tail::NONE)?;
        self.reset();
        Ok(reader)
    }

    /// Ends the message of a function with a key, and verifies `tag`; for KMACXOF, verifies that the output begins with `tag`. The time
    /// does not depend on where the tags differ. The verifier, never the sender, must decide how long a tag is.
    ///
    /// # Errors
    /// [`Error::WrongTag`] for a wrong tag; [`Error::ShortTag`] for fewer than 4 bytes (SP 800-185, section 8.4.2); [`Error::NotTaken`] if
    /// the algorithm takes no key.
    #[cfg(feature = "keccak")]
    pub fn verify(mut self, tag: &[u8]) -> Result<(), Error> {
        match &mut self.under_way {
            UnderWay::Derived(derived) if self.algorithm.takes(Parameter::Key) => {
                derived.verify(self.algorithm.derived(), tag)
            }
            _ => Err(Error::NotTaken(Parameter::Key)),
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

    /// The first `output_bytes` bytes of output of many messages at once. Every message begins with the bytes that this hasher has
    /// absorbed; these are absorbed only once. Salt, domain and customization string are those of this hasher, and its backend is used if
    /// it was chosen by name. The output of message i is chunk i of `out`. If it has absorbed any, KT128 and KT256 take one message after
    /// the other, each at full width if it is long.
    ///
    /// # Errors
    /// As [`Algorithm::digest_many`]; [`Error::MessageTooLong`] if a message would have more bits than its standard allows.
    pub fn finalize_many<M: Messages + ?Sized>(
        &self,
        messages: &M,
        output_bytes: usize,
        out: &mut [u8],
    ) -> Result<(), Error> {
        let survey = &Survey::of(&messages);
        self.check(survey, output_bytes)?;
        each!(&self.under_way,
            sponge => sponge.many_after(self.forced(), Jobs::new(survey, output_bytes, out)?),
            tree => tree.finish_many(survey, output_bytes, out),
            derived => derived.many(self.algorithm.derived(), self.forced(), survey, output_bytes, out),
            md => md.many_after(self.forced(), Jobs::new(survey, output_bytes, out)?))
    }

    /// As [`DigestMany::check_many`](crate::DigestMany::check_many).
    pub(super) fn check(&self, survey: &Survey<'_>, output_bytes: usize) -> Result<(), Error> {
        self.algorithm.check_output(output_bytes)?;
        if self.algorithm.takes_whole_bytes() {
            survey.whole_bytes()?;
        }
        each!(&self.under_way, _ => Ok(()), _ => Ok(()), _ => Ok(()), md => md.room_for(survey))
    }

    /// The state as bytes, for storing and sending: the message so far, with salt, domain and customization string.
    ///
    /// The bytes are `lns`, the version of the format (1), the algorithm's [`standard_name`](Algorithm::standard_name) in 16 bytes, the
    /// contents that the algorithm needs, and a checksum of 8 bytes. The type of the same function ([`FixedHash`](crate::FixedHash),
    /// [`Xof`](crate::Xof), `TurboShake`, `Kt`, `Kmac`) saves the same bytes. KMACXOF128 is saved as KMAC128, from which it differs at the
    /// end only, and likewise the other functions with XOF in their names. **With a key, the bytes are as secret as the key.** They do not depend on the backend; the machine that restores the
    /// state chooses its own.
    ///
    /// ```
    /// use lanesum::{Algorithm, Hasher};
    /// let mut hasher = Hasher::new(Algorithm::Sha256);
    /// hasher.update(b"the first ");
    /// let saved = hasher.to_bytes();
    ///
    /// let mut restored = Hasher::from_bytes(&saved)?;
    /// restored.update(b"half");
    /// let mut digest = [0; 32];
    /// restored.finalize().read(&mut digest)?;
    /// assert_eq!(digest, lanesum::sha256(b"the first half"));
    /// # Ok::<(), lanesum::Error>(())
    /// ```
    #[cfg(feature = "alloc")]
    #[must_use]
    pub fn to_bytes(&self) -> alloc::vec::Vec<u8> {
        let name = self.algorithm.standard_name();
        each!(&self.under_way,
            sponge => {
                let domain = self.domain(sponge);
                save_to_vec(name, Sponge::SAVED_BYTES + domain.as_slice().len(), |out| {
                    sponge.save(out);
                    out.bytes(domain.as_slice());
                })
            },
            tree => tree.save(name),
            derived => derived.save(self.algorithm.derived()),
            md => save_to_vec(name, md.saved_bytes(), |out| Incremental::save(md, out)))
    }

    /// The domain separation byte of `TurboSHAKE`.
    #[cfg(all(feature = "alloc", feature = "keccak"))]
    fn domain(&self, sponge: &Sponge) -> Option<u8> {
        self.algorithm.takes_whole_bytes().then(|| sponge.parameters().suffix as u8)
    }

    /// Restores a hasher from [`Hasher::to_bytes`], for any algorithm of this build. Restores the saved state of a typed function, too. A
    /// state of KMACXOF128 becomes KMAC128: [`Hasher::end_as`] changes that.
    ///
    /// # Errors
    /// [`Error::Saved`] for bytes that were damaged or cut off, a state of something else or whose parts contradict each other, or an unknown
    /// version of the format.
    #[cfg(feature = "alloc")]
    pub fn from_bytes(saved: &[u8]) -> Result<Self, Error> {
        let mut algorithm = None;
        for &one in Algorithm::ALL {
            if is_of(one.saved_name(), saved)? {
                algorithm = algorithm.or(Some(one));
            }
        }
        let algorithm = algorithm.ok_or(Error::Saved(SavedError::Other))?;
        #[cfg(feature = "keccak")]
        if let Construction::Derived(derived) = algorithm.construction() {
            let under_way = UnderWay::Derived(DerivedState::restore(derived, saved)?);
            return Ok(Self { algorithm, under_way, forced: false });
        }
        let under_way = restore(algorithm.standard_name(), saved, |saved| {
            Some(match algorithm.construction() {
                #[cfg(feature = "keccak")]
                Construction::Sponge(parameters) => {
                    let mut sponge: Sponge = Incremental::restore(parameters, saved)?;
                    #[cfg(feature = "keccak")]
                    if algorithm.takes_whole_bytes() {
                        let [byte] = *saved.array()?;
                        sponge.set_suffix(crate::Domain::new(byte).ok()?.byte().into());
                    }
                    UnderWay::Sponge(sponge)
                }
                #[cfg(feature = "keccak")]
                Construction::Tree(kind) => UnderWay::Tree(Customized::restore(kind, saved)?),
                #[cfg(feature = "keccak")]
                Construction::Derived(_) => return None,
                #[cfg(feature = "sha2")]
                Construction::Sha256(initial) => UnderWay::Sha256(Incremental::restore(initial, saved)?),
                #[cfg(feature = "sha2")]
                Construction::Sha512(initial) => UnderWay::Sha512(Incremental::restore(initial, saved)?),
                #[cfg(feature = "blake")]
                Construction::Blake256(initial) => UnderWay::Blake256(Incremental::restore(initial, saved)?),
                #[cfg(feature = "blake")]
                Construction::Blake512(initial) => UnderWay::Blake512(Incremental::restore(initial, saved)?),
            })
        })?;
        Ok(Self { algorithm, under_way, forced: false })
    }

    /// Begins a new message. The key, the salt, the domain, the customization string and the backend stay.
    pub fn reset(&mut self) {
        let construction = self.algorithm.construction();
        match (&mut self.under_way, construction) {
            #[cfg(feature = "keccak")]
            (UnderWay::Sponge(sponge), _) => sponge.reset(),
            #[cfg(feature = "keccak")]
            (UnderWay::Tree(tree), _) => tree.reset(),
            #[cfg(feature = "keccak")]
            (UnderWay::Derived(derived), _) => derived.reset(),
            #[cfg(feature = "sha2")]
            (UnderWay::Sha256(md), Construction::Sha256(initial)) => md.reset(initial),
            #[cfg(feature = "sha2")]
            (UnderWay::Sha512(md), Construction::Sha512(initial)) => md.reset(initial),
            #[cfg(feature = "blake")]
            (UnderWay::Blake256(md), Construction::Blake256(initial)) => md.reset(initial),
            #[cfg(feature = "blake")]
            (UnderWay::Blake512(md), Construction::Blake512(initial)) => md.reset(initial),
            _ => unreachable!("a state is of its algorithm"),
        }
    }
}

macro_rules! members {
    ($($feature:literal $variant:ident($state:ty);)*) => { $(
        #[cfg(feature = $feature)]
        impl lockstep::Member<$state> for Hasher {
            fn single(&self) -> Option<&$state> {
                match &self.under_way {
                    UnderWay::$variant(state) => Some(state),
                    _ => None,
                }
            }

            fn single_mut(&mut self) -> Option<&mut $state> {
                match &mut self.under_way {
                    UnderWay::$variant(state) => Some(state),
                    _ => None,
                }
            }

            fn forced(&self) -> Option<Backend> {
                self.forced()
            }
        }
    )* };
}
members! {
    "keccak" Sponge(Sponge);
    "sha2" Sha256(Md<Words32>);
    "sha2" Sha512(Md<Words64>);
    "blake" Blake256(Md<Blake32>);
    "blake" Blake512(Md<Blake64>);
}

impl fmt::Debug for Hasher {
    /// Prints name and backend only: the state may be secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Hasher")
            .field("algorithm", &self.algorithm)
            .field("backend", &self.backend())
            .finish_non_exhaustive()
    }
}

#[cfg(feature = "zeroize")]
impl zeroize::ZeroizeOnDrop for Hasher {}
