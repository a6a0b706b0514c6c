//! Published answers: RFC 9861, section 5, and checksums of the Keccak code package (`tests/UnitTests/testKangarooTwelve.c`).

use super::support::{backends, hex};
use lanesum::digest::{ExtendableOutput, Update};
use lanesum::{Backend, Domain, Kt, Kt128, Strength, TurboShake, strengths};

/// Bytes i mod 251 (RFC 9861, section 5).
fn ptn(len: usize) -> Vec<u8> {
    (0..len).map(|i| (i % 251) as u8).collect()
}

/// `len` bytes of output on a backend.
fn kt<S: Strength>(backend: Backend, message: &[u8], customization: &[u8], len: usize) -> Vec<u8> {
    let mut hasher = Kt::<S>::with_backend(backend, "").unwrap();
    hasher.update(message);
    let mut out = vec![0; len];
    hasher.finalize_customized(customization).read(&mut out);
    out
}

fn turbo<S: Strength>(backend: Backend, message: &[u8], domain: u8, len: usize) -> Vec<u8> {
    let mut hasher = TurboShake::<S>::with_backend(backend, Domain::new(domain).unwrap()).unwrap();
    hasher.update(message);
    let mut out = vec![0; len];
    hasher.finalize_xof().read(&mut out);
    out
}

/// KT of ptn(n) without customization.
const KT128: &[(usize, &str)] = &[
    (0, "1ac2d450fc3b4205d19da7bfca1b37513c0803577ac7167f06fe2ce1f0ef39e5"),
    (1, "2bda92450e8b147f8a7cb629e784a058efca7cf7d8218e02d345dfaa65244a1f"),
    (17, "6bf75fa2239198db4772e36478f8e19b0f371205f6a9a93a273f51df37122888"),
    (289, "0c315ebcdedbf61426de7dcf8fb725d1e74675d7f5327a5067f367b108ecb67c"),
    (4913, "cb552e2ec77d9910701d578b457ddf772c12e322e4ee7fe417f92c758f0d59d0"),
    (83521, "8701045e22205345ff4dda05555cbb5c3af1a771c2b89baef37db43d9998b9fe"),
    (1_419_857, "844d610933b1b9963cbdeb5ae3b6b05cc7cbd67ceedf883eb678a0a8e0371682"),
    (8191, "1b577636f723643e990cc7d6a659837436fd6a103626600eb8301cd1dbe553d6"),
    (8192, "48f256f6772f9edfb6a8b661ec92dc93b95ebd05a08a17b39ae3490870c926c3"),
    (8193, "bb66fe72eaea5179418d5295ee1344854d8ad7f3fa17efcb467ec152341284cf"),
    (73728, "5e414fa05cefd255c79afb832e4e2ea557eb371ab69a90a0f307b63f284e540d"),
    (81920, "ad69802e1bcc055a924b3e3893aaae04490e205491851d5d774f0e5aecb23e26"),
];
const KT256: &[(usize, &str)] = &[
    (
        0,
        "b23d2e9cea9f4904e02bec06817fc10ce38ce8e93ef4c89e6537076af8646404e3e8b68107b8833a5d30490aa33482353fd4adc7148ecb782855003aaebde4a9",
    ),
    (
        1,
        "0d005a194085360217128cf17f91e1f71314efa5564539d444912e3437efa17f82db6f6ffe76e781eaa068bce01f2bbf81eacb983d7230f2fb02834a21b1ddd0",
    ),
    (
        17,
        "1ba3c02b1fc514474f06c8979978a9056c8483f4a1b63d0dccefe3a28a2f323e1cdcca40ebf006ac76ef0397152346837b1277d3e7faa9c9653b19075098527b",
    ),
    (
        289,
        "de8ccbc63e0f133ebb4416814d4c66f691bbf8b6a61ec0a7700f836b086cb029d54f12ac7159472c72db118c35b4e6aa213c6562caaa9dcc518959e69b10f3ba",
    ),
    (
        4913,
        "647efb49fe9d717500171b41e7f11bd491544443209997ce1c2530d15eb1ffbb598935ef954528ffc152b1e4d731ee2683680674365cd191d562bae753b84aa5",
    ),
    (
        83521,
        "b06275d284cd1cf205bcbe57dccd3ec1ff6686e3ed15776383e1f2fa3c6ac8f08bf8a162829db1a44b2a43ff83dd89c3cf1ceb61ede659766d5ccf817a62ba8d",
    ),
    (
        1_419_857,
        "9473831d76a4c7bf77ace45b59f1458b1673d64bcd877a7c66b2664aa6dd149e60eab71b5c2bab858c074ded81ddce2b4022b5215935c0d4d19bf511aeeb0772",
    ),
    (
        8191,
        "3081434d93a4108d8d8a3305b89682cebedc7ca4ea8a3ce869fbb73cbe4a58eef6f24de38ffc170514c70e7ab2d01f03812616e863d769afb3753193ba045b20",
    ),
    (
        8192,
        "c6ee8e2ad3200c018ac87aaa031cdac22121b412d07dc6e0dccbb53423747e9a1c18834d99df596cf0cf4b8dfafb7bf02d139d0c9035725adc1a01b7230a41fa",
    ),
    (
        8193,
        "65ff03335900e5197acbd5f41b797f0e7e36ad4ff7d89c09fa6f28ae58d1e8bc2df1779b86f988c3b13690172914ea172423b23ef4057255bb0836ab3a99836e",
    ),
    (
        73728,
        "a00289fc70b9a45b1d33aeb681b7270942a15a8a3f730877409864180b2d9c12af53d8b77b95e5d0415e880a1a1565a7ff5d9ff4e3cd4d3d1f21daa11fabff55",
    ),
    (
        81920,
        "9df0e6af2315d2c047e629ae61b659c196f280a27313451c55c04758ba0e92d14e2d693680b8e98f596d49f4f49fec5251dee818aa4c1472bffc1aa0236281f9",
    ),
];
/// `TurboSHAKE` of ptn(n) with the domain 0x1f.
const TURBO128: &[(usize, &str)] = &[
    (0, "1e415f1c5983aff2169217277d17bb538cd945a397ddec541f1ce41af2c1b74c"),
    (1, "55cedd6f60af7bb29a4042ae832ef3f58db7299f893ebb9247247d856958daa9"),
    (17, "9c97d036a3bac819db70ede0ca554ec6e4c2a1a4ffbfd9ec269ca6a111161233"),
    (289, "96c77c279e0126f7fc07c9b07f5cdae1e0be60bdbe10620040e75d7223a624d2"),
    (4913, "d4976eb56bcf118520582b709f73e1d6853e001fdaf80e1b13e0d0599d5fb372"),
    (83521, "da67c7039e98bf530cf7a37830c6664e14cbab7f540f58403b1b82951318ee5c"),
];
const TURBO256: &[(usize, &str)] = &[
    (
        0,
        "367a329dafea871c7802ec67f905ae13c57695dc2c6663c61035f59a18f8e7db11edc0e12e91ea60eb6b32df06dd7f002fbafabb6e13ec1cc20d995547600db0",
    ),
    (
        1,
        "3e1712f928f8eaf1054632b2aa0a246ed8b0c378728f60bc970410155c28820e90cc90d8a3006aa2372c5c5ea176b0682bf22bae7467ac94f74d43d39b0482e2",
    ),
    (
        17,
        "b3bab0300e6a191fbe6137939835923578794ea54843f5011090fa2f3780a9e5cb22c59d78b40a0fbff9e672c0fbe0970bd2c845091c6044d687054da5d8e9c7",
    ),
    (
        289,
        "66b810db8e90780424c0847372fdc95710882fde31c6df75beb9d4cd9305cfcae35e7b83e8b7e6eb4b78605880116316fe2c078a09b94ad7b8213c0a738b65c0",
    ),
    (
        4913,
        "c74ebc919a5b3b0dd1228185ba02d29ef442d69d3d4276a93efe0bf9a16a7dc0cd4eabadab8cd7a5edd96695f5d360abe09e2c6511a3ec397da3b76b9e1674fb",
    ),
    (
        83521,
        "02cc3a8897e6f4f6ccb6fd46631b1f5207b66c6de9c7b55b2d1a23134a170afdac234eaba9a77cff88c1f020b73724618c5687b362c430b248cd38647f848a1d",
    ),
];

#[test]
fn answers_of_patterns() {
    for backend in backends() {
        for (n, answer) in KT128 {
            assert_eq!(hex(&kt::<strengths::Bits128>(backend, &ptn(*n), &[], 32)), *answer, "{backend}, {n}");
        }
        for (n, answer) in KT256 {
            assert_eq!(hex(&kt::<strengths::Bits256>(backend, &ptn(*n), &[], 64)), *answer, "{backend}, {n}");
        }
        for (n, answer) in TURBO128 {
            assert_eq!(hex(&turbo::<strengths::Bits128>(backend, &ptn(*n), 0x1f, 32)), *answer, "{backend}, {n}");
        }
        for (n, answer) in TURBO256 {
            assert_eq!(hex(&turbo::<strengths::Bits256>(backend, &ptn(*n), 0x1f, 64)), *answer, "{backend}, {n}");
        }
    }
}

/// The last bytes of long outputs of the empty message.
#[test]
fn answers_of_long_outputs() {
    let last128 = "e8dc563642f7228c84684c898405d3a834799158c079b12880277a1d28e2ff6d";
    let last256 = "ad4a1d718cf950506709a4c33396139b4449041fc79a05d68da35f1e453522e0\
                   56c64fe94958e7085f2964888259b9932752f3ccd855288efee5fcbb8b563069";
    for backend in backends() {
        assert_eq!(hex(&kt::<strengths::Bits128>(backend, &[], &[], 10_032)[10_000..]), last128);
        assert_eq!(hex(&kt::<strengths::Bits256>(backend, &[], &[], 10_064)[10_000..]), last256);
    }
}

/// `generateSimpleRawMaterial` of the Keccak code package.
fn material(len: usize, seed1: usize, seed2: usize) -> Vec<u8> {
    let rotated = |i: usize| (i as u8).rotate_left(seed2 as u32 % 8);
    (0..len).map(|i| (seed1.wrapping_add(161 * len) as u8).wrapping_sub(rotated(i)).wrapping_add(i as u8)).collect()
}

/// Number `j` of the package's checksums: KT128 of the outputs for many lengths and customization strings.
fn checksum<S: Strength>(j: usize, backend: Option<Backend>) -> String {
    let (mode, coarse) = (j % 3, j / 3 == 1);
    let new = || backend.map_or_else(Kt::<S>::default, |backend| Kt::with_backend(backend, "").unwrap());
    let mut checksum = Kt128::default();
    let mut out = [0; 64];
    let mut one = |len: usize, output: usize, custom: usize| {
        let mut hasher = new();
        hasher.update(&material(len, output, len + custom));
        hasher.finalize_customized(&material(32, custom, 97)[..custom]).read(&mut out[..output]);
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
