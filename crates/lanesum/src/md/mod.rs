//! What SHA-2 and BLAKE share: one block after the other is compressed into a chaining value, and the message's length is in
//! the last one (Merkle and Damgård; BLAKE's HAIFA adds a salt and a counter of bits to each block).
//!
//! | file | what |
//! | --- | --- |
//! | `size` | what a family has of its own |
//! | `engine` | from a backend's name to its kernel |
//! | `plan` | which backend is chosen |
//! | `chain` | chaining value, block, padding and length: messages in pieces |

pub(crate) mod chain;
pub(crate) mod engine;
pub(crate) mod plan;
pub(crate) mod size;
