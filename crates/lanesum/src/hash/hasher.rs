//! Any algorithm, chosen at run time, for a message in pieces: [`Hasher`].

use super::construction::{Construction, by_construction};
use super::incremental::{Beginning, Incremental, Later as _};
use super::options::Options;
use crate::families::by_family;
use crate::prelude::*;
use crate::traits::traits;
use crate::{Algorithm, Backend, Error, modes};
use lanesum_batch::md::{chain::Md, compression::one_or_best};
use lanesum_batch::scheduler::{Choose, Jobs, Messages, Survey, lockstep};
use lanesum_batch::sure::sure;

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
    /// Whether the backend was asked for by name.
    forced: bool,
}

/// The state under way of each construction; those in lockstep absorb pieces of several messages at once.
macro_rules! states {
    ($($feature:literal $variant:ident($state:ty) $($lockstep:ident)?;)*) => {
        #[derive(Clone)]
        #[allow(clippy::large_enum_variant)] // without an allocator there is nothing to put the larger one into
        enum UnderWay {
            $( #[cfg(feature = $feature)] $variant($state), )*
        }

        impl Hasher {
            /// Absorbs whole blocks of hashers that can go together.
            fn update_in_lockstep(pieces: &mut [(&mut Self, &[u8])]) {
                $($( #[cfg(feature = $feature)] $lockstep::update::<$state, _>(pieces); )?)*
            }
        }

        $( #[cfg(feature = $feature)] states!(@ $variant($state) $($lockstep)?); )*
    };
    (@ $variant:ident($state:ty) $lockstep:ident) => {
        states!(@ $variant($state));

        impl $lockstep::Member<$state> for Hasher {
            fn single(&self) -> Option<&$state> {
                match &self.under_way {
                    UnderWay::$variant(state) => Some(state),
                    _ => None,
                }
            }

            fn single_mut(&mut self) -> Option<&mut $state> {
                (&mut self.under_way).try_into().ok()
            }

            fn forced(&self) -> Option<Backend> {
                self.forced()
            }
        }
    };
    (@ $variant:ident($state:ty)) => {
        impl From<$state> for UnderWay {
            fn from(state: $state) -> Self {
                Self::$variant(state)
            }
        }

        impl<'a> TryFrom<&'a mut UnderWay> for &'a mut $state {
            type Error = ();

            fn try_from(under_way: &'a mut UnderWay) -> Result<Self, ()> {
                match under_way {
                    UnderWay::$variant(state) => Ok(state),
                    _ => Err(()),
                }
            }
        }
    };
}
states! {
    "keccak" Sponge(Sponge) lockstep;
    "keccak" Tree(modes::kangaroo::Customized);
    "keccak" Derived(modes::sp800_185::DerivedState);
    "sha2" Sha256(Md<Words32>) lockstep;
    "sha2" Sha512(Md<Words64>) lockstep;
    "blake" Blake256(Md<Blake32>) lockstep;
    "blake" Blake512(Md<Blake64>) lockstep;
    "blake" Blake2b(Blake2bHasher);
    "blake" Blake2s(Blake2sHasher);
    "blake" Blake2bp(Blake2bpHasher);
    "blake" Blake2sp(Blake2spHasher);
    "blake" Blake3(modes::blake::blake3::Unfinished);
}

/// An expression for the state under way, whichever it is: for sponges, for trees, for functions of SP 800-185, for BLAKE3, and for
/// those with a chaining value.
macro_rules! each {
    ($under_way:expr, $sponge:pat => $of_sponge:expr, $tree:pat => $of_tree:expr, $derived:pat => $of_derived:expr, $blake3:pat => $of_blake3:expr,
     $md:pat => $of_md:expr) => {
        by_family! { match $under_way;
            "keccak" {
                UnderWay::Sponge($sponge) => $of_sponge,
                UnderWay::Tree($tree) => $of_tree,
                UnderWay::Derived($derived) => $of_derived,
            }
            "sha2" {
                UnderWay::Sha256($md) => $of_md,
                UnderWay::Sha512($md) => $of_md,
            }
            "blake" {
                UnderWay::Blake256($md) => $of_md,
                UnderWay::Blake512($md) => $of_md,
                UnderWay::Blake2b($md) => $of_md,
                UnderWay::Blake2s($md) => $of_md,
                UnderWay::Blake2bp($md) => $of_md,
                UnderWay::Blake2sp($md) => $of_md,
                UnderWay::Blake3($blake3) => $of_blake3,
            }
        }
    };
}

mod ends;
#[cfg(feature = "alloc")]
mod saved;
#[cfg(feature = "rayon")]
mod threads;

impl Hasher {
    /// A hasher for a new message, on the backend that is best for one message here.
    ///
    /// # Panics
    /// If the algorithm needs a key, as KMAC does: use [`Hasher::with_options`].
    #[must_use]
    pub fn new(algorithm: Algorithm) -> Self {
        // Each in its place: a hasher is large, and those of SHA-2 are not.
        let hasher = |under_way| Self { algorithm, under_way, forced: false };
        by_construction!(algorithm.construction(),
            parameters => hasher(UnderWay::Sponge(Incremental::here(parameters))),
            kind => hasher(UnderWay::Tree(modes::kangaroo::Customized::new(kind, Choose::here::<Sponges<'_>>()))),
            derived => {
                // Not by `with_options`, which links all forms, since it can be given a backend's name.
                assert!(!algorithm.needs_key(), "{algorithm}: {}", Error::KeyMissing);
                let derived = sure(modes::sp800_185::DerivedState::new(derived, None, &Options::new().inputs()));
                hasher(UnderWay::Derived(derived))
            },
            K => hasher(sure(K::begin(None, &Beginning::default())).into()),
            C, initial => hasher(Md::<C>::here(initial).into()))
    }

    /// A hasher for a new message, on a backend of your choice.
    ///
    /// # Errors
    /// [`Error::BackendUnavailable`] if this machine lacks the backend, [`Error::OnlyInPapers`] if only `lanesum-papers` has it,
    /// [`Error::NoForm`] if the algorithm has no such backend.
    pub fn with_backend(algorithm: Algorithm, backend: Backend) -> Result<Self, Error> {
        Self::with_options(algorithm, backend)
    }

    /// A hasher with a salt, on a backend of your choice or the one that is best for one message here. An empty salt means no salt.
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
        let under_way = by_construction!(options.construction(algorithm)?,
        parameters => UnderWay::Sponge(match backend {
            Some(backend) => Incremental::on(parameters, backend)?,
            None => Incremental::here(parameters),
        }),
        kind => {
            if !cfg!(feature = "alloc") && !options.customization.is_empty() {
                return Err(Error::NoCustomization);
            }
            let mut tree = modes::kangaroo::Customized::new(kind, Choose::new::<Sponges<'_>>(backend)?);
            tree.customize(options.customization);
            UnderWay::Tree(tree)
        },
        derived => UnderWay::Derived(modes::sp800_185::DerivedState::new(derived, backend, &options.inputs())?),
        K => K::begin(backend, &options.beginning())?.into(),
        C, initial => {
            let mut salted = None;
            Md::<C>::new(options.salted::<C>(initial, &mut salted), one_or_best::<C>(backend)?).into()
        });
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
            blake3 => blake3.backend(),
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
            blake3 => blake3.update(data),
            md => md.update(data));
    }

    /// Appends to the message; to a tuple, a string.
    ///
    /// # Errors
    /// [`Error::MessageTooLong`] if the message would have more bits than its standard allows. The message then stays as it was.
    pub fn try_update(&mut self, data: &[u8]) -> Result<(), Error> {
        // No length is too long for sponges and trees.
        each!(&mut self.under_way,
            sponge => sponge.update(data),
            tree => tree.update(data),
            derived => derived.update(self.algorithm.derived(), data),
            blake3 => blake3.update(data),
            md => md.try_update(data)?);
        Ok(())
    }

    /// Appends `bytes` bytes, which `write` gives in pieces: to a tuple as one string, to any other message as they are.
    ///
    /// # Errors
    /// The error of `write`. For a tuple, also [`Error::Length`] if `write` gives more or fewer than `bytes` bytes. After an error, the
    /// tuple is as it was before.
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

    /// As [`Hasher::update`], where the caller knows that at least one byte follows, in a file whose size is known, say. BLAKE3 is some percent
    /// faster then, since no chunk must be held back that might have been the last one. If nothing follows, the digest is wrong: so this is for
    /// the command alone, which looks whether a file has changed.
    #[doc(hidden)]
    pub fn update_followed(&mut self, data: &[u8]) {
        by_family! { match &mut self.under_way;
            "blake" { UnderWay::Blake3(blake3) => blake3.update_followed(data), }
            else _ => self.update(data)
        }
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
        Self::update_in_lockstep(pieces);
        // Ends of pieces, and trees, each of which fills the slots with its own leaves.
        for (hasher, data) in pieces {
            hasher.update(data);
            *data = &[];
        }
    }

    /// The first `output_bytes` bytes of output of many messages at once. Every message begins with what this hasher has absorbed,
    /// which is absorbed only once. Salt, domain and customization string are those of this hasher, and its backend is used if it was
    /// chosen by name. The output of message i is chunk i of `out`. If something has been absorbed, KT128 and KT256 take one
    /// message after the other, each at full width if it is long.
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
            blake3 => blake3.many_after(None, Jobs::new(survey, output_bytes, out)?),
            md => md.many_after(self.forced(), Jobs::new(survey, output_bytes, out)?))
    }

    /// As [`DigestMany::check_many`](crate::DigestMany::check_many).
    pub(super) fn check(&self, survey: &Survey<'_>, output_bytes: usize) -> Result<(), Error> {
        self.algorithm.check_bits(output_bytes, self.digest_bits())?;
        if self.algorithm.takes_whole_bytes() {
            survey.whole_bytes()?;
        }
        each!(&self.under_way, _ => Ok(()), _ => Ok(()), _ => Ok(()), _ => Ok(()), md => md.room_for(survey))
    }

    /// The length of the digest in bits: the algorithm's, unless [`Options::digest_bytes`] has chosen another one.
    pub(super) fn digest_bits(&self) -> usize {
        by_family! { match &self.under_way;
            "blake" {
                UnderWay::Blake2b(blake2) => 8 * blake2.digest_bytes(),
                UnderWay::Blake2s(blake2) => 8 * blake2.digest_bytes(),
                UnderWay::Blake2bp(blake2) => 8 * blake2.digest_bytes(),
                UnderWay::Blake2sp(blake2) => 8 * blake2.digest_bytes(),
            }
            else _ => self.algorithm.digest_bits()
        }
    }

    /// Begins a new message. The key, the salt, the domain, the customization string and the backend stay.
    pub fn reset(&mut self) {
        by_construction!(self.algorithm.construction(),
            _ => self.state::<Sponge>().reset(),
            _ => each!(&mut self.under_way, _ => (), tree => tree.reset(), _ => (), _ => (), _ => ()),
            _ => each!(&mut self.under_way, _ => (), _ => (), derived => derived.reset(), _ => (), _ => ()),
            K => self.state::<K>().restart(),
            C, initial => self.state::<Md<C>>().reset(initial));
    }

    /// The state, which must be of the algorithm's type.
    fn state<S>(&mut self) -> &mut S
    where
        for<'a> &'a mut S: TryFrom<&'a mut UnderWay>,
    {
        (&mut self.under_way).try_into().unwrap_or_else(|_| unreachable!("a state is of its algorithm"))
    }
}

traits! { [] Hasher: Debug("Hasher", algorithm, backend); }
