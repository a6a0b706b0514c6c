//! Keccak-p and what is built on it, in the layers of the Keccak code package: the permutation (`permutation`), opaque states
//! (`states`), and constructions over one state (`constructions`). The modes stand above, in `modes`.

pub(crate) mod constructions;
pub(crate) mod permutation;
pub(crate) mod states;
