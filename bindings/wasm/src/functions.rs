//! The functions by their numbers: their places in `Algorithm::ALL`.

use crate::wrong::Wrong;
use lanesum::{Algorithm, Hasher, Options, Parameter};

/// The function with this number.
pub(crate) fn numbered(number: usize) -> Result<Algorithm, Wrong> {
    Ok(*Algorithm::ALL.get(number).ok_or(lanesum::Algorithm::UNKNOWN)?)
}

/// Begins a message of the function with this number. `first` is the salt or the function name, and `option` the domain, the bytes of a
/// block or those of BLAKE2's digest, 0 for what is usual.
pub(crate) fn begin_message(
    number: usize,
    key: &[u8],
    first: &[u8],
    customization: &[u8],
    option: f64,
) -> Result<Hasher, Wrong> {
    let algorithm = numbered(number)?;
    let mut options = Options::new().customization(customization);
    if algorithm.needs_key() || !key.is_empty() {
        options = options.key(key);
    }
    #[cfg(feature = "keccak")]
    if algorithm.takes(Parameter::FunctionName) {
        options = options.function_name(first);
    } else if option != 0.0 && !algorithm.takes(Parameter::DigestBytes) {
        options = if algorithm.takes(Parameter::BlockBytes) {
            options.block_bytes(option as u64)
        } else {
            options.domain(lanesum::Domain::new(option as u8)?)
        };
    }
    if algorithm.takes(Parameter::DigestBytes) && option != 0.0 {
        options = options.digest_bytes(option as usize);
    }
    if algorithm.takes(Parameter::Salt) {
        options = options.salt(first);
    }
    let _ = option;
    Ok(Hasher::with_options(algorithm, options)?)
}
