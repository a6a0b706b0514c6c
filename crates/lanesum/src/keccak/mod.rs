//! Keccak-p and what is built on it, in the two layers of the Keccak code package: permutations and states below,
//! modes above.
//!
//! | file | what |
//! | --- | --- |
//! | `constants`, `round` | the round, written once |
//! | `lanewise`, `planewise`, `planes_line`, `planes_paper`, `compact` | the forms of the permutation as kernels |
//! | `lane` | what differs with the length of a lane |
//! | `engine`, `narrow` | from a backend's name to its kernel, for 64-bit lanes and for shorter ones |
//! | `plan`, `order` | which backend is chosen, with the evidence; the order in force |
//! | [`state`](crate::hazmat) | `State` and `States`: bytes in and out of opaque states |
//! | `sponge` | absorbing, padding and squeezing, over `State`: for the hash functions |
//! | `crypt`, `crypt_registers` | a duplex over many blocks in place, with several states too: for Keyak |
//! | `steps` | a duplex of one round a block, over many blocks in place: for Ketje |
//! | `snp` | one state with bytes in plain or in twisted order, for what is written over both |
//! | `keccak_sponge`, `duplex`, `keyed_duplex`, `prg` | the general constructions, whose blocks end at any bit (`bits`) |

pub(crate) mod bits;
pub(crate) mod compact;
pub(crate) mod constants;
pub(crate) mod crypt;
#[cfg(target_arch = "x86_64")]
mod crypt_registers;
pub(crate) mod duplex;
pub(crate) mod engine;
pub(crate) mod keccak_sponge;
pub(crate) mod keyed_duplex;
pub(crate) mod lane;
mod lanewise;
mod narrow;
pub(crate) mod order;
pub(crate) mod plan;
// Forms that only x86-64 has registers for; elsewhere the tests still run them on the model.
#[cfg(any(target_arch = "x86_64", test))]
mod planes_line;
#[cfg(any(target_arch = "x86_64", test))]
mod planes_paper;
#[cfg(any(target_arch = "x86_64", test))]
mod planewise;
pub(crate) mod prg;
mod round;
pub(crate) mod snp;
pub(crate) mod sponge;
pub(crate) mod state;
pub(crate) mod states;
pub(crate) mod steps;

#[cfg(all(test, target_arch = "x86_64", not(miri)))]
mod hand_tests;
#[cfg(test)]
mod model_tests;
