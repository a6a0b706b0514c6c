//! Hashing as many lanes wide as the processor.
//!
//! SHA-3, SHAKE, Keccak-256, SHA-2 and BLAKE, one message at a time or many at once, each on every vector width of x86-64, chosen at
//! run time; `TurboSHAKE`, KT128 and KT256; cSHAKE, KMAC, `TupleHash` and `ParallelHash`; messages and outputs of any number of bits; the traits of the crate
//! `digest` 0.11.
//!
//! ```
//! use lanesum::{Sha3_256, Shake128};
//! use digest::{Digest, ExtendableOutput, Update, XofReader};
//!
//! // One message, in pieces.
//! let mut hasher = Sha3_256::new();
//! Digest::update(&mut hasher, b"as many lanes wide ");
//! Digest::update(&mut hasher, b"as the processor");
//! assert_eq!(hasher.finalize()[..], lanesum::sha3_256(b"as many lanes wide as the processor"));
//!
//! // Thousands of messages in one call, of whatever lengths.
//! let messages: Vec<&[u8]> = vec![b"one", b"two", b"", b"four, which is longer"];
//! let mut digests = vec![Default::default(); messages.len()];
//! Sha3_256::digest_many(&messages, &mut digests)?;
//! assert_eq!(digests[3][..], lanesum::sha3_256(messages[3]));
//!
//! // Output of any length, in pieces.
//! let mut out = [0; 1000];
//! let mut reader = Shake128::default().chain(b"seed").finalize_xof();
//! reader.read(&mut out[..300]);
//! reader.read(&mut out[300..]);
//! # Ok::<(), lanesum::Error>(())
//! ```
//!
//! # Backends
//! Each form of the kernels has a name ([`Backend`]); without one, a measured table chooses for this processor
//! ([`Algorithm::chosen`] tells what and why). `with_backend` forces one, and is an error where the machine lacks it. A
//! program that has measured better on its machine installs an order of its own ([`dispatch::Order`]). The library reads
//! no environment variable.
//!
//! # Below and beside the hash functions
//! [`keyak`] and [`ketje`] are authenticated encryption: candidates of a competition, no standards.
//! [`subtrees`] has the parts of a tree by themselves. [`prg`] is a generator of pseudo-random bytes. [`hazmat`] has
//! Keccak-p\[200\] to \[1600\] as states, and the sponge and the
//! duplexes over them.
//!
//! # Features
//! `std` (default): `io::Write`, `io::Read`. `alloc`: [`cpu::brand`], [`cpu::features`], [`cpu::model`], and a buffer for
//! [`ParallelHash`], [`Kt128`] and [`Kt256`] that get their message in small pieces, customization strings that these hold, and
//! `subtrees`. `rayon`: `update_rayon` of the three. `xop`: the backend of that name.
//! `zeroize`: all states are erased
//! on drop (those with a key in [`Kmac`], [`keyak`] and [`ketje`] always are). Without any, the crate is `no_std` and allocates nothing.
#![no_std]
#![forbid(unsafe_code)]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod backend;
mod batch;
mod blake;
pub mod cpu;
mod error;
mod hash;
mod kangaroo;
mod keccak;
pub mod ketje;
pub mod keyak;
mod md;
mod session;
mod sha2;
mod sha3;
mod sp800_185;
mod split;
mod stream;
mod strength;
mod tail;
mod turboshake;
mod wipe;

pub use backend::Backend;
pub use batch::{ManyXof, Message};
pub use blake::{
    Blake224, Blake256, Blake384, Blake512, blake224, blake224_bits, blake224_salted, blake256, blake256_bits,
    blake256_salted, blake384, blake384_bits, blake384_salted, blake512, blake512_bits, blake512_salted,
};
pub use error::{Error, SavedError};
pub use hash::{
    Algorithm, BitOrder, BlakeFunction, Choice, FixedFunction, FixedHash, Function, Hasher, Reader, Sha2Function,
    Strided, XofFunction, functions,
};
pub use kangaroo::{Kt, Kt128, Kt256, kt128, kt256};
pub use sha2::{
    Sha224, Sha256, Sha384, Sha512, Sha512_224, Sha512_256, Sha512T, sha224, sha224_bits, sha256, sha256_bits, sha384,
    sha384_bits, sha512, sha512_224, sha512_224_bits, sha512_256, sha512_256_bits, sha512_bits,
};
pub use sha3::*;
pub use sp800_185::*;
pub use strength::{Strength, strengths};
pub use turboshake::{Domain, TurboShake, TurboShake128, TurboShake256, turboshake128, turboshake256};

pub use digest;

/// Which backend is taken when nobody names one.
pub mod dispatch {
    pub use crate::keccak::order::Order;
}

/// A pseudo-random generator that can be fed again.
pub mod prg {
    pub use crate::keccak::prg::Prg;
}

/// KT128 and KT256 in parts: the leaves of a message hashed by several machines, or with interruptions, and the final node that takes
/// what they have found (RFC 9861, section 3). What a part may be is in its type.
#[cfg(feature = "alloc")]
pub mod subtrees {
    pub use crate::kangaroo::{CHUNK_BYTES, FinalNode, LastSubtree, Leaves, Subtree};
}

/// The states and compression functions under the hash functions, the states of every width from 200 bits, and the bare
/// constructions over them: for building others. Nothing here separates domains or protects against misuse.
pub mod hazmat {
    pub use crate::blake::{BlakeChain, blake256_compress, blake256_compress_two, blake512_compress};
    pub use crate::hash::Sha2Core;
    pub use crate::keccak::compact::{
        keccak_p200_compact, keccak_p400_compact, keccak_p800_compact, keccak_p1600_compact,
    };
    pub use crate::keccak::duplex::Duplex;
    pub use crate::keccak::keccak_sponge::{KeccakReader, KeccakSponge};
    pub use crate::keccak::keyed_duplex::{FullStateDuplex, MonkeyDuplex, MonkeyRounds, Outer};
    pub use crate::keccak::lane::Lane;
    pub use crate::keccak::snp::{Snp, TwistedState};
    pub use crate::keccak::state::State;
    pub use crate::keccak::states::States;
    pub use crate::keyak::Motorist;
    pub use crate::sha2::{sha256_compress, sha512_compress};
    pub use crate::stream::{KeyedOutput, Shake128Stream, Shake256Stream, XofStream};
}
