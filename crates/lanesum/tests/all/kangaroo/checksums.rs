//! Checksums of the Keccak code package (`tests/UnitTests/testKangarooTwelve.c`).

use super::support::{backends, hex, pattern};
use lanesum::digest::{ExtendableOutput, Update};
use lanesum::{Backend, Kt, Kt128, Strength, strengths};

/// Number `j` of the package's checksums: KT128 of the outputs for many lengths and customization strings.
fn checksum<S: Strength>(j: usize, backend: Option<Backend>) -> String {
    let (mode, coarse) = (j % 3, j / 3 == 1);
    let new = || backend.map_or_else(Kt::<S>::default, |backend| Kt::with_backend(backend, "").unwrap());
    let mut checksum = Kt128::default();
    let mut out = [0; 64];
    let mut one = |len: usize, output: usize, custom: usize| {
        let mut hasher = new();
        hasher.update(&pattern(len, output, len + custom));
        hasher.finalize_customized(&pattern(32, custom, 97)[..custom]).read(&mut out[..output]);
        checksum.update(&out[..output]);
    };
    if mode != 1 {
        let mut len = 0;
        while len <= 9 * 8192 + 123 {
            one(len, S::BITS as usize / 4, 0);
            len += if coarse {
                23
            } else if mode == 2 && len >= 16384 {
                32
            } else {
                1
            };
        }
    }
    for output in [16, 32, 64] {
        let mut len = 0;
        while len <= 24576 {
            for custom in [0, 7, 14, 21, 28] {
                one(len, output, custom);
            }
            len = if len == 0 { 1 } else { len + 167 };
        }
    }
    let mut out = [0; 16];
    checksum.finalize_xof_into(&mut out);
    hex(&out)
}

const KT128_CHECKSUMS: [&str; 4] = [
    "614d7af8d5ccd0e102537d215e3905ed",
    "609c95becedccd5843f24ddf15f391db",
    "cb8d23f4bdfc2a5a27b16afa653a76be",
    "5aacd72d467a4fa6f3c2a8e610028dc5",
];
const KT256_CHECKSUMS: [&str; 4] = [
    "03ff7bfc968077f64e192ec6b673e45b",
    "924523338f38e87e8a5a2d350136fa3e",
    "94b4a82e9e70e7cd661f84f2c6cc9702",
    "83e2a25c0f24dd584684ab7ce4d903bd",
];

/// Those of most lengths on the backends that are chosen here, another one on each.
#[test]
fn checksums_of_the_code_package() {
    for j in [2, 3] {
        assert_eq!(checksum::<strengths::Bits128>(j, None), KT128_CHECKSUMS[j], "{j}");
        assert_eq!(checksum::<strengths::Bits256>(j, None), KT256_CHECKSUMS[j], "{j}");
    }
    for backend in backends() {
        assert_eq!(checksum::<strengths::Bits128>(1, Some(backend)), KT128_CHECKSUMS[1], "{backend}");
        assert_eq!(checksum::<strengths::Bits256>(1, Some(backend)), KT256_CHECKSUMS[1], "{backend}");
    }
}

#[test]
#[ignore = "every length up to nine chunks: 5 GB"]
fn checksums_of_every_length() {
    assert_eq!(checksum::<strengths::Bits128>(0, None), KT128_CHECKSUMS[0]);
    assert_eq!(checksum::<strengths::Bits256>(0, None), KT256_CHECKSUMS[0]);
}
