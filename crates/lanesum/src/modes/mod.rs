//! Modes over Keccak-p: functions that need more than one sponge, or more input than a message.

#[cfg(feature = "keccak")]
pub(crate) mod kangaroo;
#[cfg(feature = "caesar")]
pub mod ketje;
#[cfg(feature = "caesar")]
pub mod keyak;
#[cfg(feature = "keccak")]
pub(crate) mod sp800_185;
#[cfg(feature = "keccak")]
pub(crate) mod turboshake;
