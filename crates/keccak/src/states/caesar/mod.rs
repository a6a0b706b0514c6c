//! Duplexes over many blocks in place, for Keyak and Ketje.
//!
//! | file | content |
//! | --- | --- |
//! | `crypt`, `crypt_forms` | a duplex, also over several states: for Keyak |
//! | `steps` | a duplex of one round per block: for Ketje |

pub mod crypt;
pub mod crypt_forms;
pub mod steps;
