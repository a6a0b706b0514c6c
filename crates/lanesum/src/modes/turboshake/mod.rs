//! `TurboSHAKE` (RFC 9861, section 2).

mod domain;
mod oneshot;
mod xof;

pub use domain::Domain;
pub use oneshot::{turboshake128, turboshake256};
pub use xof::TurboShake;

use crate::strength::strengths::{Bits128, Bits256};

/// `TurboSHAKE128`: any number of bytes of output, rate 168 bytes.
pub type TurboShake128 = TurboShake<Bits128>;
/// `TurboSHAKE256`: any number of bytes of output, rate 136 bytes.
pub type TurboShake256 = TurboShake<Bits256>;
