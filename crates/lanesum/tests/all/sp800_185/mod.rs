//! cSHAKE, KMAC, `TupleHash` and `ParallelHash`, on every backend: beside `table`, what they have of their own.

use crate::support;

mod checksums;
mod mac;
#[cfg(feature = "alloc")]
mod others;
#[cfg(feature = "alloc")]
mod traits;
