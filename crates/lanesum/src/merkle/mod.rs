//! Merkle trees over any function of this crate, by the rules that are in use.
//!
//! A [`Scheme`] is a function with a [`Rule`]. It makes a `Tree` (feature `alloc`): all levels in one buffer, with the root, proofs of
//! inclusion for one leaf or for many, proofs of consistency, and leaves that are appended or replaced. All leaves are hashed in one call,
//! and all nodes of each level above them, so that they fill the slots of the kernels. A `Scheme` verifies proofs without a tree.
//!
//! ```
//! # #[cfg(all(feature = "alloc", feature = "sha2"))] {
//! use lanesum::Sha256;
//! use lanesum::merkle::{Rule, Scheme};
//!
//! // The tree of Certificate Transparency.
//! let scheme = Scheme::new(Sha256::new(), Rule::Rfc9162);
//! let mut tree = scheme.tree(&["a", "b", "c"])?;
//! let (root, proof) = (tree.root().to_vec(), tree.proof(2)?);
//!
//! let mut leaf = [0; 32];
//! scheme.leaf(b"c", &mut leaf)?;
//! scheme.verify(&root, 3, 2, &leaf, &proof)?;
//! assert!(scheme.verify(&root, 3, 1, &leaf, &proof).is_err());
//!
//! tree.append(&["d"])?;
//! scheme.verify_consistency(3, &root, 4, tree.root(), &tree.consistency(3)?)?;
//! # }
//! # Ok::<(), lanesum::merkle::Error>(())
//! ```
//!
//! Digests stand side by side in one slice of bytes: those of a level, of a proof, of many leaves. Proofs are lists of digests and nothing
//! else. Every number that a verifier needs besides them (index, number of leaves) must come from a place that it trusts as it trusts the
//! root: the number of leaves decides which proofs have the right length.
//!
//! | file | content |
//! | --- | --- |
//! | `scheme` | rules, errors, leaves and nodes |
//! | `verify` | proofs are verified |
//! | `tree`, `tree/` | trees, and their proofs; many leaves are verified at once; many messages, on one thread or on rayon's |

mod scheme;
#[cfg(feature = "alloc")]
mod tree;
mod verify;

pub use scheme::{Error, Rule, Scheme};
#[cfg(feature = "alloc")]
pub use tree::Tree;
