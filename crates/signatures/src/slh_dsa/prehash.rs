//! Messages signed by their hash (FIPS 205, section 10.2.2): in pieces, or if only the hash is known.

use super::message::hasher;
use crate::Error;
use crate::error::check_length;
use alloc::vec;
use alloc::vec::Vec;
use lanesum::{Algorithm, Hasher};

macro_rules! functions {
    ($($(#[$doc:meta])* $function:ident $bytes:literal $oid:literal;)*) => {
        /// An approved hash function or XOF for pre-hashing.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[allow(non_camel_case_types)] // as in the library
        #[non_exhaustive]
        pub enum PrehashFunction {
            $( $(#[$doc])* $function, )*
        }

        impl PrehashFunction {
            /// All functions.
            pub const ALL: &'static [PrehashFunction] = &[$( Self::$function ),*];

            fn algorithm(self) -> Algorithm {
                match self {
                    $( Self::$function => Algorithm::$function, )*
                }
            }

            /// The length of the hash in bytes.
            #[must_use]
            pub const fn bytes(self) -> usize {
                match self {
                    $( Self::$function => $bytes, )*
                }
            }

            /// The last number of the object identifier 2.16.840.1.101.3.4.2.x.
            const fn oid(self) -> u8 {
                match self {
                    $( Self::$function => $oid, )*
                }
            }
        }
    };
}
functions! {
    /// SHA-224
    Sha224 28 4;
    /// SHA-256
    Sha256 32 1;
    /// SHA-384
    Sha384 48 2;
    /// SHA-512
    Sha512 64 3;
    /// SHA-512/224
    Sha512_224 28 5;
    /// SHA-512/256
    Sha512_256 32 6;
    /// SHA3-224
    Sha3_224 28 7;
    /// SHA3-256
    Sha3_256 32 8;
    /// SHA3-384
    Sha3_384 48 9;
    /// SHA3-512
    Sha3_512 64 10;
    /// SHAKE128 with 256 bits of output
    Shake128 32 11;
    /// SHAKE256 with 512 bits of output
    Shake256 64 12;
}

impl PrehashFunction {
    /// The object identifier in DER.
    pub(super) fn oid_der(self) -> [u8; 11] {
        [0x06, 0x09, 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, self.oid()]
    }
}

/// Hashes a message in pieces.
#[derive(Clone, Debug)]
pub struct Prehasher {
    function: PrehashFunction,
    hasher: Hasher,
}

impl Prehasher {
    /// Begins a message.
    #[must_use]
    pub fn new(function: PrehashFunction) -> Self {
        Self { function, hasher: hasher(function.algorithm(), None) }
    }

    /// Appends to the message.
    pub fn update(&mut self, data: &[u8]) {
        self.hasher.update(data);
    }

    /// Ends the message.
    #[must_use]
    pub fn finish(self) -> Prehash {
        let mut bytes = vec![0; self.function.bytes()];
        self.hasher.finalize().read(&mut bytes).expect("no more than the function puts out");
        Prehash { function: self.function, bytes }
    }
}

#[cfg(feature = "std")]
impl std::io::Write for Prehasher {
    fn write(&mut self, data: &[u8]) -> std::io::Result<usize> {
        self.update(data);
        Ok(data.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// The hash of a message, and its function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Prehash {
    function: PrehashFunction,
    bytes: Vec<u8>,
}

impl Prehash {
    /// Hashes a message in one piece.
    #[must_use]
    pub fn of(function: PrehashFunction, message: &[u8]) -> Self {
        let mut hasher = Prehasher::new(function);
        hasher.update(message);
        hasher.finish()
    }

    /// A hash that was computed elsewhere.
    ///
    /// # Errors
    /// [`Error::Length`] unless the hash has [`PrehashFunction::bytes`] bytes.
    pub fn from_bytes(function: PrehashFunction, bytes: &[u8]) -> Result<Self, Error> {
        check_length("hash", function.bytes(), bytes.len())?;
        Ok(Self { function, bytes: bytes.to_vec() })
    }

    /// The function.
    #[must_use]
    pub fn function(&self) -> PrehashFunction {
        self.function
    }

    /// The hash.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }
}
