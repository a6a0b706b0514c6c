//! The library in a minute; the README shows this very text.
//!
//! `cargo run --release -p lanesum --example first_minute`

use lanesum::{Hasher, Sha3_256};

fn main() -> Result<(), lanesum::Error> {
    // One message.
    let digest = lanesum::sha3_256(b"abc");
    // Many in one call, of whatever lengths: as many at a time as is fastest here.
    let mut digests = [[0; 32]; 3];
    Sha3_256::digest_many(&["one", "two", "abc"], &mut digests)?;
    assert_eq!(digests[2], digest);
    // Any algorithm by its name, in pieces.
    let mut hasher = Hasher::new("kt128".parse()?);
    hasher.update(b"as many lanes wide ");
    hasher.update(b"as the processor");
    let mut out = [0; 32];
    hasher.finalize().read(&mut out)
}
