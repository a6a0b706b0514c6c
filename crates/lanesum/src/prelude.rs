//! The names of the families' crates that code for all families uses, each where this build has the family.

#[cfg(feature = "blake")]
pub use lanesum_blake::{
    blake2::{Blake2bHasher, Blake2bpHasher, Blake2sHasher, Blake2spHasher},
    compression::{self as blake, Blake32, Blake64, Initial},
};
#[cfg(feature = "keccak")]
pub use lanesum_keccak::{
    constructions::sponge::{self, Parameters, Sponge, Squeezer},
    permutation::{engines::best_one as best_one_state, rounds::Rounds},
    sponges::{self, Sponges},
};
#[cfg(feature = "sha2")]
pub use lanesum_sha2::{
    constants as sha2,
    functions::{Words32, Words64},
};
