//! Packed files.

use std::io::Read;

use anyhow::{Context, Result, anyhow};

fn all(mut reader: impl Read) -> Result<Vec<u8>> {
    let mut unpacked = Vec::new();
    reader.read_to_end(&mut unpacked).context("a packed file")?;
    Ok(unpacked)
}

pub(super) fn gunzip(bytes: &[u8]) -> Result<Vec<u8>> {
    all(flate2::read::MultiGzDecoder::new(bytes))
}

pub(super) fn unbzip2(bytes: &[u8]) -> Result<Vec<u8>> {
    all(bzip2::read::MultiBzDecoder::new(bytes))
}

pub(super) fn unxz(bytes: &[u8]) -> Result<Vec<u8>> {
    let mut unpacked = Vec::new();
    lzma_rs::xz_decompress(&mut &*bytes, &mut unpacked).map_err(|error| anyhow!("xz: {error:?}"))?;
    Ok(unpacked)
}
