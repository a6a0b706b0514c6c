//! Packed files.

use std::io::Read;

use anyhow::{Context, Result};

pub(super) fn gunzip(bytes: &[u8]) -> Result<Vec<u8>> {
    let mut unpacked = Vec::new();
    flate2::read::MultiGzDecoder::new(bytes).read_to_end(&mut unpacked).context("gzip")?;
    Ok(unpacked)
}

pub(super) fn unxz(bytes: &[u8]) -> Result<Vec<u8>> {
    let mut unpacked = Vec::new();
    lzma_rs::xz_decompress(&mut &*bytes, &mut unpacked).map_err(|error| anyhow::anyhow!("xz: {error:?}"))?;
    Ok(unpacked)
}

pub(super) fn unbzip2(bytes: &[u8]) -> Result<Vec<u8>> {
    let mut unpacked = Vec::new();
    bzip2::read::MultiBzDecoder::new(bytes).read_to_end(&mut unpacked).context("bzip2")?;
    Ok(unpacked)
}
