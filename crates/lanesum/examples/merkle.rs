//! A log with proofs, as in Certificate Transparency; docs/recipes/merkle.md shows this very text.
//!
//! `cargo run --release -p lanesum --example merkle`

use lanesum::Sha256;
use lanesum::merkle::{Error, Rule, Scheme};

fn main() -> Result<(), Error> {
    // The log hashes all leaves in one call, and each level above them in one call.
    let scheme = Scheme::new(Sha256::new(), Rule::Rfc9162);
    let mut log = scheme.tree(&["Ada was here", "Grace was here", "so was Edsger"])?;
    let old = log.root().to_vec();
    log.append(&["and Barbara"])?;

    // A client knows the root of four leaves. Is "Grace was here" leaf 1?
    let (root, proof) = (log.root(), log.proof(1)?);
    let mut leaf = [0; 32];
    scheme.leaf(b"Grace was here", &mut leaf)?;
    scheme.verify(root, 4, 1, &leaf, &proof)?;

    // Are the three leaves that it knew before still there?
    scheme.verify_consistency(3, &old, 4, root, &log.consistency(3)?)?;

    // One proof for several leaves is shorter than one for each.
    let leaves = [log.level(0)[..32].to_vec(), leaf.to_vec()].concat();
    scheme.verify_many(root, 4, &[0, 1], &leaves, &log.proof_many(&[0, 1])?)
}
