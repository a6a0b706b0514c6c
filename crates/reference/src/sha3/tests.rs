//! Known answers: NIST's examples, and Python's hashlib around the block boundaries.

use super::*;
use crate::bits::b2h;

/// The output in hexadecimal digits: the first `bits` bits, or the whole digest.
fn hex(function: Function, message: &BitString, bits: usize) -> String {
    b2h(&hash(function, message, function.digest_bits().unwrap_or(bits)))
}

/// `len` bytes; 251 is the largest prime below 256, so that no block repeats another.
fn pattern(len: usize) -> BitString {
    let bytes: Vec<u8> = (0..=250).cycle().take(len).collect();
    BitString::from_bytes(&bytes)
}

/// NIST's example values for the empty message; Keccak-256 as Ethereum publishes it.
#[test]
fn empty_message() {
    for (function, bits, digest) in [
        (Function::Sha3_224, 0, "6b4e03423667dbb73b6e15454f0eb1abd4597f9a1b078e3f5b5a6bc7"),
        (Function::Sha3_256, 0, "a7ffc6f8bf1ed76651c14756a061d662f580ff4de43b49fa82d80a4b80f8434a"),
        (
            Function::Sha3_384,
            0,
            "0c63a75b845e4f7d01107d852e4c2485c51a50aaaa94fc61995e71bbee983a2a\
             c3713831264adb47fb6bd1e058d5f004",
        ),
        (
            Function::Sha3_512,
            0,
            "a69f73cca23a9ac5c8b567dc185a756e97c982164fe25859e0d1dcc1475c80a6\
             15b2123af1f5f94c11e3e9402c3ac558f500199d95b6d3e301758586281dcd26",
        ),
        (Function::Shake128, 256, "7f9c2ba4e88f827d616045507605853ed73b8093f6efbc88eb1a6eacfa66ef26"),
        (
            Function::Shake256,
            512,
            "46b9dd2b0ba88d13233b3feb743eeb243fcd52ea62b81b82b50c27646ed5762f\
             d75dc4ddd8c0f200cb05019d67b592f6fc821c49479ab48640292eacb3b7c4be",
        ),
        (Function::Keccak256, 0, "c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470"),
    ] {
        let empty = BitString::new();
        assert_eq!(hex(function, &empty, bits), digest, "{}", function.name());
    }
}

/// NIST's examples whose messages are not whole bytes. The long ones repeat 11000101, which is
/// the byte a3.
#[test]
fn bit_messages() {
    let msg5 = BitString::from_binary("11001");
    let msg30 = BitString::from_binary("110010100001101011011110100110");
    let long = |bits| BitString::from_bits_lsb(&[0xa3; 204], bits);
    for (function, message, start) in [
        (Function::Sha3_224, &msg5, "ffbad5da96bad71789330206dc6768ec"),
        (Function::Sha3_224, &msg30, "d666a514cc9dba25ac1ba69ed3930460"),
        (Function::Sha3_256, &msg5, "7b0047cf5a456882363cbf0fb05322cf"),
        (Function::Sha3_256, &msg30, "c8242fef409e5ae9d1f1c857ae4dc624"),
        (Function::Sha3_256, &long(1600), "79f38adec5c20307a98ef76e8324afbf"),
        (Function::Sha3_256, &long(1605), "81ee769bed0950862b1ddded2e84aaa6"),
        (Function::Sha3_256, &long(1630), "52860aa301214c610d922a6b6cab981c"),
        (Function::Sha3_384, &msg5, "737c9b491885e9bf7428e792741a7bf8"),
        (Function::Sha3_384, &msg30, "955b4dd1be03261bd76f807a7efd4324"),
        (Function::Sha3_512, &msg5, "a13e01494114c09800622a70288c4321"),
        (Function::Sha3_512, &msg30, "9834c05a11e1c5d3da9c740e1c106d9e"),
        (Function::Shake128, &msg5, "2e0abfba83e6720bfbc225ff6b7ab9ff"),
        (Function::Shake128, &msg30, "6d5d39c55f3cca567feaf422dc64ba17"),
        (Function::Shake128, &long(1600), "131ab8d2b594946b9c81333f9bb6e0ce"),
        (Function::Shake256, &msg5, "48a5c11abaeeff092f3646ef0d6b3d3f"),
        (Function::Shake256, &msg30, "465d081dff875e396200e4481a3e9dcd"),
    ] {
        let name = function.name();
        let output = hex(function, message, 128);
        assert_eq!(&output[..32], start, "{name}, {} bits", message.len());
    }
}

/// Messages around the ends of blocks: the first 16 bytes of each answer. Source: Python 3.11's hashlib on `bytes(i % 251 for i in
/// range(len))`.
#[test]
fn around_the_block_length() {
    for (function, len, start) in [
        (Function::Sha3_224, 1, "bdd5167212d2dc69665f5a8875ab87f2"),
        (Function::Sha3_224, 143, "64d0e8a1be3cf30ef6727b30a6e428f7"),
        (Function::Sha3_224, 144, "5be75e6a08f19913a1d8036c056cc455"),
        (Function::Sha3_224, 145, "90b861ac1b1598459ad8337afa9933ce"),
        (Function::Sha3_224, 287, "15a2f08845143cf999c3235ed78c5682"),
        (Function::Sha3_224, 288, "c31edb82e0debcac85099028f8dda669"),
        (Function::Sha3_224, 1000, "51481b8dbd6b73dd110a967f438aa22f"),
        (Function::Sha3_256, 1, "5d53469f20fef4f8eab52b88044ede69"),
        (Function::Sha3_256, 135, "fded8fd9d6551c601eeb3b7c6bc5e5cf"),
        (Function::Sha3_256, 136, "cf3ccff92480a29160c2d38317c430e1"),
        (Function::Sha3_256, 137, "ce9d7dc90913ee5d92745019479a5352"),
        (Function::Sha3_256, 271, "0153fcdb6825d836b10835ccb3999dc1"),
        (Function::Sha3_256, 272, "b7ccd55b6c2c3fa144c9e06240592949"),
        (Function::Sha3_256, 1000, "48e66a01861d0eadaacdb7a6ae7db6b9"),
        (Function::Sha3_384, 1, "127677f8b66725bbcb7c3eae9698351c"),
        (Function::Sha3_384, 103, "1f91ee551ad18f268876d1fc262f137f"),
        (Function::Sha3_384, 104, "5b8d0d5cf8b41be507be8fcbfcbdbac3"),
        (Function::Sha3_384, 105, "4a2f0a8f2f1f4cc4605cc2537e0be28c"),
        (Function::Sha3_384, 207, "05c54ebcce483360359d63bf0aafd97e"),
        (Function::Sha3_384, 208, "13a929eb9e4ac18a07de84b17e79bb42"),
        (Function::Sha3_384, 1000, "43e60a7ef818a0e367fcd4ede8f5fabb"),
        (Function::Sha3_512, 1, "7127aab211f82a18d06cf7578ff49d50"),
        (Function::Sha3_512, 71, "3ccc850d53a1287af7b4560b2ef0d43e"),
        (Function::Sha3_512, 72, "5d63f2bbe971a983ac6847480106e4e1"),
        (Function::Sha3_512, 73, "921d9b7b2b0f3066a1646dbb058c979c"),
        (Function::Sha3_512, 143, "eb9748309c6b70ffe82820052ad26ea9"),
        (Function::Sha3_512, 144, "e1951b8bcb58ca75a34af80a7a2b765c"),
        (Function::Sha3_512, 1000, "b8030d306ae990bc794bfb3a6100f678"),
        (Function::Shake128, 1, "0b784469a0628e03861cd8a196dfafa0"),
        (Function::Shake128, 167, "1e552791cc4e93a0d4a8dc47ae49228c"),
        (Function::Shake128, 168, "f15277eb61c4908d44a2853f3cde071a"),
        (Function::Shake128, 169, "015be3338c986d9846affa0f94b4afc2"),
        (Function::Shake128, 335, "b895bc4d15aaf7e4e95cc67e2ccc8b51"),
        (Function::Shake128, 336, "278918d9abddd4a3c154affd8fe4f85e"),
        (Function::Shake128, 1000, "a72440f7f5aa7c14c8e0187420611da7"),
        (Function::Shake256, 1, "b8d01df855f7075882c636f6ddeacf41"),
        (Function::Shake256, 135, "c45dae624ad8a2f5aa7bac9d7557737f"),
        (Function::Shake256, 136, "b7ff4073b3f5a8eabd6e17705ca7f676"),
        (Function::Shake256, 137, "01d90952c642a5eb2a8fc9d713f843a4"),
        (Function::Shake256, 271, "946985982420b82481721a498ef0c866"),
        (Function::Shake256, 272, "e3299fa992163e7ffc875aff708dac93"),
        (Function::Shake256, 1000, "34833f03ed88bb5f083ce590c7ae5af9"),
    ] {
        let output = hex(function, &pattern(len), 128);
        assert_eq!(&output[..32], start, "{}, {len} bytes", function.name());
    }
}

/// Outputs of many blocks: the first 16 bytes of their SHA3-256. Source: Python 3.11's hashlib on `bytes(i % 251 for i in range(len))`.
#[test]
fn long_outputs() {
    for (function, len, output_len, start) in [
        (Function::Shake128, 0, 167, "94794cf1613fb1fde5299db67cf71a0f"),
        (Function::Shake128, 0, 168, "aebda86ae5c8c1c21e04a96afd51a21e"),
        (Function::Shake128, 0, 169, "b3336ea39ce2a8d679b9af1fd803e4c6"),
        (Function::Shake128, 168, 1000, "3c5c0123f696a40652f8c7e547b80fc3"),
        (Function::Shake256, 0, 135, "2a79b7def2e0520fbe1f49b2974d6a75"),
        (Function::Shake256, 0, 136, "27290f638faa98f1c5bcce87d59a6d25"),
        (Function::Shake256, 0, 137, "bbf47d66f401576008534377e9d569e1"),
        (Function::Shake256, 136, 1000, "a4971a100772c5b7dfed1515a41e0238"),
    ] {
        let output = hash(function, &pattern(len), 8 * output_len);
        let digest = hex(Function::Sha3_256, &output, 256);
        assert_eq!(&digest[..32], start, "{}, {len} bytes", function.name());
    }
}

#[test]
fn keccak256_of_abc() {
    assert_eq!(
        hex(Function::Keccak256, &BitString::from_bytes(b"abc"), 256),
        "4e03657aea45a94fc7d47ba826c8d667c0d1e6e33a64a036ec44f58fa12d6c45"
    );
}

#[test]
fn every_function_has_its_name_and_lengths() {
    let message = pattern(10);
    for function in Function::ALL {
        let bits = function.digest_bits().unwrap_or(13);
        assert_eq!(hash(function, &message, bits).len(), bits);
        assert_eq!(function.rate_bits() + function.capacity_bits(), 1600);
    }
    let digests = [
        (Function::Sha3_224, sha3_224(&message)),
        (Function::Sha3_256, sha3_256(&message)),
        (Function::Sha3_384, sha3_384(&message)),
        (Function::Sha3_512, sha3_512(&message)),
        (Function::Keccak256, keccak256(&message)),
    ];
    for (function, digest) in digests {
        assert_eq!(hash(function, &message, 8 * digest.len()).to_bytes(), digest);
    }
}

#[test]
fn raw_shake_is_shake_without_two_bits_of_suffix() {
    let message = pattern(5);
    let longer = message.concat(&BitString::from_binary("11"));
    for (raw, shake) in [(Function::RawShake128, Function::Shake128), (Function::RawShake256, Function::Shake256)] {
        assert_eq!(hash(raw, &longer, 100), hash(shake, &message, 100));
    }
}

#[test]
#[should_panic(expected = "SHA3-256 has a fixed length")]
fn fixed_lengths_are_fixed() {
    let _ = hash(Function::Sha3_256, &BitString::new(), 255);
}
