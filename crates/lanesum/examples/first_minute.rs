//! The library in a minute; the README shows this very text.
//!
//! `cargo run --release -p lanesum --example first_minute`

fn main() -> Result<(), lanesum::Error> {
    // One message.
    let digest = lanesum::sha3_256(b"abc");

    // Many messages in one call, of any lengths: lanesum hashes several at a time.
    let messages = ["Ada", "Grace Hopper", "abc"];
    let mut digests = [[0; 32]; 3];
    lanesum::Sha3_256::digest_many(&messages, &mut digests)?;
    assert_eq!(digests[2], digest);
    Ok(())
}
