//! From the crate sha3 to lanesum; docs/recipes/switch.md shows this very text.
//!
//! `cargo run --release -p lanesum --example switch`

use lanesum::digest::Digest;

/// Code that is generic over `Digest` stays as it is.
fn fingerprint<D: Digest>(parts: &[&[u8]]) -> Vec<u8> {
    let mut hasher = D::new();
    for part in parts {
        hasher.update(part);
    }
    hasher.finalize().to_vec()
}

fn main() -> Result<(), lanesum::Error> {
    // Before and after: the same digests.
    let parts: [&[u8]; 2] = [b"in ", b"pieces"];
    assert_eq!(fingerprint::<sha3::Sha3_256>(&parts), fingerprint::<lanesum::Sha3_256>(&parts));

    // Where the speed is: a loop over messages becomes one call.
    let records = ["one", "two", "three", "four"];
    let before: Vec<[u8; 32]> = records.iter().map(|record| sha3::Sha3_256::digest(record).into()).collect();
    let mut after = [[0; 32]; 4];
    lanesum::Sha3_256::digest_many(&records, &mut after)?;
    assert_eq!(before, after);
    Ok(())
}
