//! The library's tests of forms, on the forms that this crate adds (`cfg(papers)` in `support`).

#[macro_use]
#[path = "../../lanesum/tests/support/mod.rs"]
mod support;

#[path = "../../lanesum/tests/all/backends.rs"]
mod backends;
#[path = "../../lanesum/tests/all/batches/mod.rs"]
mod batches;
#[path = "../../lanesum/tests/all/bits.rs"]
mod bits;
#[path = "../../lanesum/tests/all/blake.rs"]
mod blake;
#[path = "../../lanesum/tests/all/case.rs"]
mod case;
#[path = "../../lanesum/tests/all/differential.rs"]
mod differential;
#[path = "../../lanesum/tests/all/encryption/mod.rs"]
mod encryption;
#[path = "../../lanesum/tests/all/hazmat_states/mod.rs"]
mod hazmat_states;
#[path = "../../lanesum/tests/all/kangaroo/mod.rs"]
mod kangaroo;
#[path = "../../lanesum/tests/all/many_xof.rs"]
mod many_xof;
#[path = "../../lanesum/tests/all/published.rs"]
mod published;
#[path = "../../lanesum/tests/all/rivals.rs"]
mod rivals;
#[path = "../../lanesum/tests/all/saved_state.rs"]
mod saved_state;
#[path = "../../lanesum/tests/all/sha2.rs"]
mod sha2;
#[path = "../../lanesum/tests/all/sha2_states.rs"]
mod sha2_states;
#[path = "../../lanesum/tests/all/sp800_185/mod.rs"]
mod sp800_185;
#[path = "../../lanesum/tests/all/splits.rs"]
mod splits;
#[path = "../../lanesum/tests/all/table.rs"]
mod table;
#[path = "../../lanesum/tests/all/trees.rs"]
mod trees;
#[path = "../../lanesum/tests/all/ways.rs"]
mod ways;
