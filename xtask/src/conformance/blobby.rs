//! The files of the crate `blake-hash`: after seven bytes, messages and digests alternate, each after a byte with its length.

use anyhow::{Context, Result, ensure};
use lanesum::{Algorithm, BitOrder};

use super::bits::Bits;
use super::case::{Digest, Suite};

/// The first bytes of such a file. The digit says how many bytes each length has.
const MAGIC: &[u8] = b"blobby1";

/// The algorithm whose file this is.
pub(super) fn algorithm(stem: &str) -> Option<Algorithm> {
    stem.parse().ok().filter(|algorithm: &Algorithm| algorithm.name().starts_with("blake"))
}

pub(super) fn parse(bytes: &[u8], algorithm: Algorithm) -> Result<Suite> {
    let mut rest = bytes.strip_prefix(MAGIC).context("another format")?;
    let mut suite = Suite { algorithm: Some(algorithm), ..Suite::default() };
    while !rest.is_empty() {
        let message = take(&mut rest)?;
        let output = take(&mut rest)?;
        let bits = 8 * output.len() as u64;
        ensure!(bits == algorithm.digest_bits() as u64, "{bits} bits of digest");
        suite.digests.push(Digest {
            id: format!("{} bytes", message.len()),
            message: Bits::new(BitOrder::HighestFirst, message.to_vec(), 8 * message.len() as u64)?,
            output: Bits::new(BitOrder::HighestFirst, output.to_vec(), bits)?,
        });
    }
    ensure!(suite.cases() > 0, "no case in it");
    Ok(suite)
}

/// A length and as many bytes.
fn take<'a>(rest: &mut &'a [u8]) -> Result<&'a [u8]> {
    let (len, behind) = rest.split_first().context("an end within a case")?;
    let (bytes, behind) = behind.split_at_checked(usize::from(*len)).context("an end within a case")?;
    *rest = behind;
    Ok(bytes)
}
