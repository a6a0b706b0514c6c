//! Modes over Keccak-p: functions that need more than one sponge, or more input than a message. And BLAKE2 and BLAKE3, with
//! parameters and parts of trees that the table of functions does not have.

#[cfg(feature = "blake")]
pub(crate) mod blake {
    pub(crate) mod blake2;
    pub(crate) mod blake3;
    pub(crate) mod groups;
    pub(crate) mod output;
    pub(crate) mod subtrees;
    #[cfg(feature = "rayon")]
    pub(crate) mod threads;
}
#[cfg(feature = "keccak")]
pub(crate) mod kangaroo;
#[cfg(feature = "caesar")]
pub mod ketje;
#[cfg(feature = "caesar")]
pub mod keyak;
#[cfg(feature = "keccak")]
pub(crate) mod sp800_185;
#[cfg(all(feature = "keccak", feature = "rayon"))]
mod threads;
#[cfg(feature = "keccak")]
pub(crate) mod turboshake;
