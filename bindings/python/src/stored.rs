//! The checksum that S3 keeps by itself, for `lanesum.scale`, which compares with it.

use crc::{CRC_64_NVME, Crc, Table};
use pyo3::prelude::*;

static CRC: Crc<u64, Table<16>> = Crc::<u64, Table<16>>::new(&CRC_64_NVME);

/// CRC64NVME of a message whose beginning has the value `before`, in the way of `zlib.crc32`.
#[pyfunction]
#[pyo3(signature = (data, before = 0))]
pub(crate) fn _crc64nvme(py: Python<'_>, data: &[u8], before: u64) -> u64 {
    py.detach(|| {
        // The register is shown reversed and inverted.
        let mut digest = CRC.digest_with_initial((before ^ CRC_64_NVME.xorout).reverse_bits());
        digest.update(data);
        digest.finalize()
    })
}
