//! Modes over Keccak-p: functions that need more than one sponge, or more input than a message.

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
