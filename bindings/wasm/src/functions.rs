//! The functions by their numbers: those of `Algorithm::ALL`, followed by those of SP 800-185.

use crate::instance::Instance;
#[cfg(feature = "keccak")]
use crate::keccak;
use crate::message::Message;
use crate::wrong::Wrong;
use lanesum::{Algorithm, Error, Hasher, Options};

/// The name of the function with this number; empty behind the last one.
pub(crate) fn name_of(number: usize) -> &'static str {
    match Algorithm::ALL.get(number) {
        Some(algorithm) => algorithm.name(),
        #[cfg(feature = "keccak")]
        None => keccak::NAMES.get(number - Algorithm::ALL.len()).copied().unwrap_or_default(),
        #[cfg(not(feature = "keccak"))]
        None => "",
    }
}

/// Begins a message of the function with this number.
pub(crate) fn begin_message(
    number: usize,
    first: &[u8],
    customization: &[u8],
    option: f64,
) -> Result<Box<dyn Message>, Wrong> {
    let Some(&algorithm) = Algorithm::ALL.get(number) else {
        #[cfg(feature = "keccak")]
        return keccak::begin_message(number - Algorithm::ALL.len(), first, customization, option);
        #[cfg(not(feature = "keccak"))]
        return Err(Algorithm::UNKNOWN.into());
    };
    let options = Options::new().salt(first).customization(customization);
    #[cfg(feature = "keccak")]
    let options = if option == 0.0 { options } else { options.domain(lanesum::Domain::new(option as u8)?) };
    #[cfg(not(feature = "keccak"))]
    let _ = option;
    Ok(Box::new(Hasher::with_options(algorithm, options)?))
}

/// The digest of the first `len` bytes of the buffer, in the buffer, of a function without options.
pub(crate) fn one_shot(number: usize, instance: &mut Instance, len: usize, out_len: usize) -> Result<u32, Wrong> {
    let algorithm = Algorithm::ALL.get(number).ok_or(Algorithm::UNKNOWN)?;
    let mut digest = [0; 64];
    let out = digest.get_mut(..out_len).ok_or("more than one call gives")?;
    algorithm.digest(Options::new(), instance.bytes(len)?, out)?;
    instance.put(out)
}
