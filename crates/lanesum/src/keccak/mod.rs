//! Keccak-p and the constructions over it, in the layers of the Keccak code package: the permutation (`permutation`), opaque states
//! (`states`), and constructions over one state (`constructions`). The layer above is `modes`.

pub(crate) mod constructions;
pub(crate) mod permutation;
pub(crate) mod states;
