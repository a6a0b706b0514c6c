//! Modes over Keccak-p: what takes more than one sponge, or more than a message.

#[cfg(feature = "turboshake")]
pub(crate) mod kangaroo;
#[cfg(feature = "caesar")]
pub mod ketje;
#[cfg(feature = "caesar")]
pub mod keyak;
#[cfg(feature = "sp800-185")]
pub(crate) mod sp800_185;
#[cfg(feature = "turboshake")]
pub(crate) mod turboshake;
