//! The library in a few minutes; docs/library.md shows this very text.
//!
//! `cargo run --release -p lanesum --example tour`

use lanesum::digest::{Digest, ExtendableOutput, Output, Update, XofReader};
use lanesum::{Algorithm, Backend, Hasher, Sha3_256, Shake128};

fn main() -> Result<(), lanesum::Error> {
    // One message, in one piece or in several.
    let digest = lanesum::sha3_256(b"abc");
    let mut hasher = Sha3_256::new();
    Digest::update(&mut hasher, b"a");
    Digest::update(&mut hasher, b"bc");
    assert_eq!(hasher.finalize()[..], digest);

    // Many messages in one call, of any lengths: lanesum chooses how many to hash at once.
    let names: Vec<String> = (0..1000).map(|i| format!("leaf {i}")).collect();
    let messages: Vec<&[u8]> = names.iter().map(String::as_bytes).collect();
    let mut digests = vec![Output::<Sha3_256>::default(); messages.len()];
    Sha3_256::digest_many(&messages, &mut digests)?;
    assert_eq!(digests[999][..], lanesum::sha3_256(b"leaf 999"));

    // Output of any length, in pieces.
    let mut key = [0; 1000];
    let mut reader = Shake128::default().chain(b"seed").finalize_xof();
    reader.read(&mut key[..300]);
    reader.read(&mut key[300..]);

    // Algorithm and backend at run time; a message of 13 bits, the first bit of a byte lowest.
    let algorithm: Algorithm = "sha3-512".parse()?;
    let mut hasher = Hasher::with_backend(algorithm, Backend::Portable)?;
    hasher.update(&[0b0101_0011]);
    let mut out = [0; 64];
    hasher.finalize_with_last_bits(0b1_0110, 5)?.read(&mut out)?;

    let choice = algorithm.chosen(8);
    println!("{algorithm}: of eight messages {} at once, on {}", choice.width, choice.backend);
    Ok(())
}
