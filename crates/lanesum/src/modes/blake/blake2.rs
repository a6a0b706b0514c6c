//! `BLAKE2b` and `BLAKE2s` (RFC 7693): [`Blake2b`], [`Blake2s`]; `BLAKE2bp` and `BLAKE2sp` ("BLAKE2: simpler, smaller, fast as MD5", 2013):
//! [`Blake2bp`], [`Blake2sp`].

use crate::hash::Incremental;
use crate::traits::traits;
use crate::{Backend, DigestMany, Error, Messages};
use ctutils::CtEq;
use lanesum_batch::scheduler::{Jobs, Survey};
use lanesum_blake::blake2::{Blake2bHasher, Blake2bpHasher, Blake2sHasher, Blake2spHasher, ParameterBlock};

macro_rules! blake2 {
    ($type:ident, $hasher:ident, $oneshot:ident, $name:literal, $source:literal, $most:literal, $salt:literal) => {
        #[doc = concat!($name, " (", $source, "), incremental: digests of 1 to ", $most, " bytes; a key; salt, personalisation and the")]
        /// parameters of trees; any backend. The length of the digest is bound into it.
        ///
        /// Everything that depends on a key is erased on drop, with or without the feature `zeroize`.
        ///
        /// ```
        #[doc = concat!("use lanesum::{", stringify!($type), ", ", stringify!($oneshot), "};")]
        #[doc = concat!("let mut hasher = ", stringify!($type), "::new(32)?;")]
        /// hasher.update(b"mess");
        /// hasher.update(b"age");
        /// let mut digest = [0; 32];
        /// hasher.finalize_into(&mut digest)?;
        #[doc = concat!("assert_eq!(digest, ", stringify!($oneshot), "(b\"message\"));")]
        /// # Ok::<(), lanesum::Error>(())
        /// ```
        #[derive(Clone, Debug)]
        pub struct $type {
            hasher: $hasher,
        }

        impl $type {
            /// A hasher for digests of `digest_bytes` bytes, on the backend that is best for this machine.
            ///
            /// # Errors
            #[doc = concat!("[`Error::Length`] unless the digest has 1 to ", $most, " bytes.")]
            pub fn new(digest_bytes: usize) -> Result<Self, Error> {
                Self::keyed(digest_bytes, &[])
            }

            #[doc = concat!("As [`", stringify!($type), "::new`], with a key of up to ", $most, " bytes: a message authentication code.")]
            ///
            /// # Errors
            /// [`Error::Length`] for a digest or a key of another length.
            pub fn keyed(digest_bytes: usize, key: &[u8]) -> Result<Self, Error> {
                Self::with_parameters(digest_bytes, key, &Blake2Parameters::default(), None)
            }

            #[doc = concat!("As [`", stringify!($type), "::keyed`], with the other parameters; salt and personalisation have up to ", $salt, " bytes.")]
            ///
            /// # Errors
            /// [`Error::Length`] for an argument that is too long or too large. For a backend [`Error::BackendUnavailable`] if the machine
            /// lacks it, [`Error::NoForm`] if it is for other functions.
            pub fn with_parameters(
                digest_bytes: usize,
                key: &[u8],
                parameters: &Blake2Parameters<'_>,
                backend: Option<Backend>,
            ) -> Result<Self, Error> {
                Ok(Self { hasher: $hasher::new(digest_bytes, key, parameters, backend)? })
            }

            /// The backend in use for one message.
            #[must_use]
            pub fn backend(&self) -> Backend {
                self.hasher.backend()
            }

            /// Appends bytes to the message.
            pub fn update(&mut self, data: &[u8]) {
                self.hasher.update(data);
            }

            /// Begins a new message. Key and parameters stay.
            pub fn reset(&mut self) {
                self.hasher.reset();
            }

            /// Writes the digest.
            ///
            /// # Errors
            /// [`Error::Length`] unless `out` has the length of the digest.
            pub fn finalize_into(self, out: &mut [u8]) -> Result<(), Error> {
                let expected = self.hasher.digest_bytes();
                if out.len() != expected {
                    return Err(Error::Length { argument: "out", expected, got: out.len() });
                }
                self.hasher.finish_into(out);
                Ok(())
            }

            /// Whether the digest is `expected`, compared in constant time.
            #[must_use]
            pub fn verify(self, expected: &[u8]) -> bool {
                let mut digest = [0; $most];
                let digest = &mut digest[..self.hasher.digest_bytes()];
                self.hasher.finish_into(digest);
                let equal = digest.ct_eq(expected).into();
                lanesum_batch::wipe::wipe(digest);
                equal
            }
        }

        /// A message may follow bytes that the hasher has absorbed; it goes through the lanes if these are whole blocks, such as a key,
        /// and no message beside it is empty.
        impl DigestMany for $type {
            fn digest_bytes(&self) -> usize {
                self.hasher.digest_bytes()
            }

            fn check_many<M: Messages + ?Sized>(&self, messages: &M, output_bytes: usize) -> Result<(), Error> {
                let most = self.digest_bytes();
                if output_bytes > most {
                    return Err(Error::DigestSpent { bits: 8 * output_bytes as u64, left: 8 * most as u64 });
                }
                Survey::of(&messages).whole_bytes()
            }

            fn finalize_many<M: Messages + ?Sized>(
                &self,
                messages: &M,
                output_bytes: usize,
                out: &mut [u8],
            ) -> Result<(), Error> {
                self.hasher.many_after(None, Jobs::new(&Survey::of(&messages), output_bytes, out)?)
            }
        }

        traits! { [] $type:
            Update(|this, data| this.hasher.update(data));
            Write;
            Reset(|this| this.hasher.reset());
        }

        #[doc = concat!("The ", $name, " digest of a message, of `N` bytes: 1 to ", $most, ", or the call does not compile.")]
        #[must_use]
        pub fn $oneshot<const N: usize>(message: &[u8]) -> [u8; N] {
            const { assert!(N >= 1 && N <= $most, "bytes of a digest") };
            let mut digest = [0; N];
            $hasher::digest(message, &mut digest);
            digest
        }
    };
}
blake2!(Blake2b, Blake2bHasher, blake2b, "`BLAKE2b`", "RFC 7693", 64, 16);
blake2!(Blake2s, Blake2sHasher, blake2s, "`BLAKE2s`", "RFC 7693", 32, 8);
blake2!(Blake2bp, Blake2bpHasher, blake2bp, "`BLAKE2bp`", "the paper on BLAKE2", 64, 16);
blake2!(Blake2sp, Blake2spHasher, blake2sp, "`BLAKE2sp`", "the paper on BLAKE2", 32, 8);

/// The parameters of `BLAKE2b` and `BLAKE2s` beside the lengths of digest and key. The default is a message that is no node of a tree.
/// `BLAKE2bp` and `BLAKE2sp`, which are trees, take salt and personalisation alone.
pub type Blake2Parameters<'a> = ParameterBlock<'a>;
