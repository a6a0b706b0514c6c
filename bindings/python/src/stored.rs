//! Checksums that S3 keeps and Python lacks, for `lanesum.scale`, which compares with them.

use crc::{CRC_32_ISCSI, CRC_64_NVME, Crc, Table};
use pyo3::prelude::*;

static CRC32C: Crc<u32, Table<16>> = Crc::<u32, Table<16>>::new(&CRC_32_ISCSI);
static CRC64: Crc<u64, Table<16>> = Crc::<u64, Table<16>>::new(&CRC_64_NVME);

/// CRC32C of a message whose beginning has the value `before`, in the way of `zlib.crc32`.
#[pyfunction]
#[pyo3(signature = (data, before = 0))]
pub(crate) fn _crc32c(py: Python<'_>, data: &[u8], before: u32) -> u32 {
    py.detach(|| {
        // The register is shown reversed and inverted.
        let mut digest = CRC32C.digest_with_initial((before ^ CRC_32_ISCSI.xorout).reverse_bits());
        digest.update(data);
        digest.finalize()
    })
}

/// The same of CRC64NVME.
#[pyfunction]
#[pyo3(signature = (data, before = 0))]
pub(crate) fn _crc64nvme(py: Python<'_>, data: &[u8], before: u64) -> u64 {
    py.detach(|| {
        let mut digest = CRC64.digest_with_initial((before ^ CRC_64_NVME.xorout).reverse_bits());
        digest.update(data);
        digest.finalize()
    })
}
