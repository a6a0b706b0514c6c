//! The permutation Keccak-p (FIPS 202, section 3), of 200 to 1600 bits.
//!
//! | file | content |
//! | --- | --- |
//! | `constants`, `lane`, `rounds` | the numbers of the specification: offsets, constants, lanes, rounds |
//! | `round` | the generic round, over registers |
//! | `lanewise`, `planewise` | kernels: one lane per register, of one state or several; one plane per register, of one state |
//! | `whole` | the kernel for batches of messages of one length |
//! | `planes_line` | the rounds of `planewise` |
//! | `interleaved` | a state of even and odd bits, for 32-bit machines |
//! | `compact`, `rolled` | the rounds in memory, with the least memory and with the least code |
//! | `forms` | the operations of a form, and their implementation by each kind of kernel |
//! | `engines` | which backends have which forms |

pub mod compact;
pub mod constants;
pub mod engines;
pub mod forms;
mod interleaved;
pub mod lane;
pub mod lanewise;
// Only x86-64 has registers for these forms; on other machines, tests run them on the model.
mod planes_line;
pub mod planewise;
pub mod rolled;
pub mod round;
pub mod rounds;
pub mod whole;
