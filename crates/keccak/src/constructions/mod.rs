//! Constructions over one state, below the hash functions and modes.
//!
//! | file | content |
//! | --- | --- |
//! | `sponge` | absorbing, padding and squeezing for rates of whole lanes: for the hash functions |
//! | `keccak_sponge`, `duplex`, `keyed_duplex` | the general constructions, whose blocks end at any bit (`bits`) |

mod bits;
pub mod duplex;
pub mod keccak_sponge;
pub mod keyed_duplex;
pub mod sponge;
