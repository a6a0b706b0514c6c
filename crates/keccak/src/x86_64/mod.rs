//! Assembler for x86-64 on one state in memory, and the tokens that prove its instructions. (Rounds on the registers of several states are
//! in `lanes`, with the registers.)

#[cfg(feature = "caesar")]
mod crypt_forms;
mod forms;
mod one_state;
mod rounds;

pub use one_state::OneState;
