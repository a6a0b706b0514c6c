//! Hash functions that use the processor's vector instructions for several messages, or for several parts of one message, at once.
//!
//! SHA-3, SHAKE, Keccak-256, SHA-2, BLAKE, BLAKE2, BLAKE3, cSHAKE, KMAC, `TupleHash`, `ParallelHash`, `TurboSHAKE`, KT128 and KT256: one message at a time,
//! many at once, or one long message cut into leaves. A program for x86-64 contains the code for every vector width, and chooses at run
//! time. Messages and outputs may have any number of bits. The types implement the traits of the crate `digest` 0.11.
//!
#![cfg_attr(all(feature = "keccak", feature = "alloc"), doc = "```")]
#![cfg_attr(not(all(feature = "keccak", feature = "alloc")), doc = "```ignore")]
//! use lanesum::{Sha3_256, Shake128};
//! use digest::{Digest, ExtendableOutput, Update, XofReader};
//!
//! // One message, in pieces.
//! let mut hasher = Sha3_256::new();
//! Digest::update(&mut hasher, b"as many lanes wide ");
//! Digest::update(&mut hasher, b"as the processor");
//! assert_eq!(hasher.finalize()[..], lanesum::sha3_256(b"as many lanes wide as the processor"));
//!
//! // Many messages of any lengths in one call.
//! let messages: Vec<&[u8]> = vec![b"one", b"two", b"", b"four, which is longer"];
//! let mut digests = vec![[0; 32]; messages.len()];
//! Sha3_256::digest_many(&messages, &mut digests)?;
//! assert_eq!(digests[3], lanesum::sha3_256(messages[3]));
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
//! A [`Backend`] is a form of the code with a name. A table of costs chooses the backend for this processor ([`Algorithm::chosen`] says
//! which one and why). `with_backend` selects one by name, and returns an error if the machine lacks it. A program that has measured its
//! machine can install an order of its own ([`dispatch::Order`]). The library reads no environment variables.
//!
//! `--cfg lanesum_backend="portable"` in `RUSTFLAGS`, or any other name, fixes one backend at compile time, and no plan is linked.
//! `portable` is the fastest on machines for which lanesum has no kernels, `compact` needs the least memory, and `compact-rolled` has the
//! least code. An algorithm without the fixed backend uses `portable`.
//!
//! # Other modules
//! `file` hashes files and readers, and notices a file that changes meanwhile (feature `std`). [`merkle`] has Merkle trees and their proofs.
//! `keyak` and `ketje` are authenticated encryption (feature `caesar`): candidates of a competition, not standards. `subtrees` hashes parts
//! of a message of KT128, KT256 or BLAKE3 separately. `prg` is a pseudo-random generator. [`hazmat`] has Keccak-p\[200\] to \[1600\] as states, and the sponge
//! and the duplexes over them.
//!
//! # Features
//! | feature | what |
//! | --- | --- |
//! | `std` (default) | `file`; `io::Write` and `io::Read`; [`dispatch::Order`] can be installed; includes `alloc` |
//! | `alloc` | saved states of [`Hasher`] and `Kt`, hashers that keep customization strings, a buffer for `ParallelHash`, `Kt128` and `Kt256` that get their message in small pieces, `subtrees` of these two, [`cpu`], trees in [`merkle`], `DynDigest` |
//! | `keccak` (default) | all functions over Keccak: SHA-3, SHAKE, Keccak-256, cSHAKE, KMAC, `TupleHash`, `ParallelHash`, `TurboSHAKE`, KT128 and KT256, `prg`, and what [`hazmat`] has of Keccak. `sha3`, `sp800-185` and `turboshake` are other names of it |
//! | `sha2` (default) | SHA-2 |
//! | `blake` (default) | BLAKE, BLAKE2 and BLAKE3. [`Blake2b`] and [`Blake2s`] take the parameters of trees, which the table of functions does not |
//! | `caesar` | Keyak and Ketje |
//! | `rayon` | `update_rayon`, `digest_many_rayon` and `finalize_many_rayon`: one message, or many, on several threads |
//! | `aead` | the traits of the crate `aead` for Keyak and Ketje |
//! | `cipher` | the traits of the crate `cipher` for SHAKE as a stream cipher |
//! | `rand_core` | the traits of the crate `rand_core` for `prg` |
//! | `oid` | `AssociatedOid` for the functions with an object identifier of NIST: SHA-2, SHA-3, SHAKE, KMAC |
//! | `zeroize` | all states are erased on drop (states that hold a key always are) |
//!
//! Without `std` and `alloc`, the crate is `no_std` and allocates nothing.
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]
#![warn(clippy::must_use_candidate, clippy::return_self_not_must_use)]
// With some of the families only, or without kernels in vectors, not all is used that they share.
#![cfg_attr(
    not(all(target_arch = "x86_64", feature = "std", feature = "keccak", feature = "sha2", feature = "blake")),
    allow(dead_code, unreachable_code, unreachable_patterns, unused_imports, unused_mut, unused_variables)
)]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

/// The example of the page of crates.io.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod algorithm;
#[cfg(all(test, feature = "sha2", feature = "blake"))]
mod chain_tests;
pub mod cpu;
pub mod dispatch;
mod families;
#[cfg(feature = "std")]
pub mod file;
mod hash;
pub mod merkle;
mod modes;
mod prelude;
#[cfg(feature = "keccak")]
pub mod prg;
#[cfg(feature = "caesar")]
mod session;
pub mod spelling;
#[cfg(feature = "cipher")]
mod stream;
#[cfg(feature = "keccak")]
mod strength;
mod traits;
#[cfg(feature = "zeroize")]
mod zeroized;

pub use algorithm::{Algorithm, BitOrder};
pub use hash::*;
pub use lanesum_batch::scheduler::{AsMessage, DigestMany, Message, Messages, Strided};
pub use lanesum_batch::{Backend, Error, Parameter, SavedError};
#[cfg(feature = "blake")]
pub use modes::blake::{
    blake2::{Blake2Parameters, Blake2b, Blake2bp, Blake2s, Blake2sp, blake2b, blake2bp, blake2s, blake2sp},
    blake3::{Blake3, Blake3Mode, Blake3Reader, blake3},
};
#[cfg(feature = "caesar")]
pub use modes::{ketje, keyak};
#[cfg(feature = "keccak")]
pub use {
    hash::xof::{ManyXof, Xof, XofFunction, XofOutput},
    lanesum_keccak::Reader,
    modes::{
        kangaroo::{Kt, Kt128, Kt256, kt128, kt256},
        sp800_185::*,
        turboshake::{Domain, TurboShake, TurboShake128, TurboShake256, turboshake128, turboshake256},
    },
    strength::{Strength, strengths},
};

pub use digest;

/// Trees in parts: several machines hash parts of one message, or one machine does, with interruptions; or a range of it is checked.
///
/// For KT128 and KT256 (RFC 9861, section 3), a `Subtree` hashes whole leaves, a `LastSubtree` the leaves at the end of the message. The
/// `FinalNode` takes their chaining values and gives the digest. For BLAKE3 it is `Blake3Subtree`.
pub mod subtrees {
    #[cfg(feature = "blake")]
    pub use crate::modes::blake::subtrees::Blake3Subtree;
    #[cfg(all(feature = "keccak", feature = "alloc"))]
    pub use crate::modes::kangaroo::{CHUNK_BYTES, FinalNode, LastSubtree, Leaves, Subtree};
}

/// Parts for building other functions. Nothing here separates domains or protects against misuse.
///
/// | part | what it is |
/// | --- | --- |
/// | `State`, `States`, `Snp`, `TwistedState` | one Keccak state, several in step, what both have in common, and the state of Ketje v2 |
/// | `keccak_p25_compact` to `keccak_p1600_compact` | Keccak-p on 25 words, in the least memory |
/// | `KeccakSponge`, `Duplex` | the sponge and the duplex of any rate and width |
/// | `MonkeyDuplex`, `FullStateDuplex`, `Motorist` | the constructions under Ketje and Keyak |
/// | `sha256_compress`, `sha512_compress`, `Sha2States`, `Sha2Core` | compression of SHA-2: whole blocks, several chaining values in step, the block-level traits |
/// | `blake256_compress`, `blake512_compress`, `blake256_compress_two` | compression of BLAKE: whole blocks, two messages at once |
/// | `Shake128Stream`, `Shake256Stream`, `XofStream` | stream ciphers of XOFs (feature `cipher`) |
///
#[cfg_attr(feature = "keccak", doc = "```")]
#[cfg_attr(not(feature = "keccak"), doc = "```ignore")]
/// use lanesum::hazmat::KeccakSponge;
///
/// // SHAKE128: a rate of 1344 bits, and 1111 after the message.
/// let mut sponge = KeccakSponge::<u64>::new(1344)?;
/// sponge.absorb(b"abc");
/// sponge.absorb_bits(&[0b1111], 4)?;
/// let (mut out, mut expected) = ([0; 32], [0; 32]);
/// sponge.finish().squeeze(&mut out);
/// lanesum::shake128(b"abc", &mut expected);
/// assert_eq!(out, expected);
/// # Ok::<(), lanesum::Error>(())
/// ```
pub mod hazmat {
    #[cfg(feature = "caesar")]
    pub use crate::modes::keyak::Motorist;
    #[cfg(feature = "cipher")]
    pub use crate::stream::{KeyedOutput, Shake128Stream, Shake256Stream, XofStream};
    #[cfg(feature = "blake")]
    pub use lanesum_blake::{BlakeChain, blake256_compress, blake256_compress_two, blake512_compress};
    #[cfg(feature = "keccak")]
    pub use lanesum_keccak::{
        constructions::{
            duplex::Duplex,
            keccak_sponge::{KeccakReader, KeccakSponge},
            keyed_duplex::{FullStateDuplex, MonkeyDuplex, MonkeyRounds, Outer},
        },
        permutation::{
            compact::{
                keccak_p25_compact, keccak_p50_compact, keccak_p100_compact, keccak_p200_compact, keccak_p400_compact,
                keccak_p800_compact, keccak_p1600_compact,
            },
            engines::Lane,
        },
        states::{
            many::States,
            snp::{Snp, TwistedState},
            state::State,
        },
    };
    #[cfg(feature = "sha2")]
    pub use {
        crate::hash::Sha2Core,
        lanesum_sha2::{Sha2States, Sha2Word, sha256_compress, sha512_compress},
    };
}
