//! Constructions over one state, below the hash functions and modes.
//!
//! | file | what |
//! | --- | --- |
//! | `sponge` | absorbing, padding and squeezing for rates of whole lanes: for the hash functions |
//! | `keccak_sponge`, `duplex`, `keyed_duplex`, `prg` | the general constructions, whose blocks end at any bit (`bits`) |

mod bits;
pub(crate) mod duplex;
pub(crate) mod keccak_sponge;
pub(crate) mod keyed_duplex;
pub(crate) mod prg;
pub(crate) mod sponge;
