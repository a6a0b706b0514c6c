//! The functions of one call against the reference: arguments of whole bytes and not, names and keys that end within a
//! block, with it and after it, outputs of less than a block and more.

use super::support::hex;
use super::{Bits, Function};
use lanesum::strengths::{Bits128, Bits256};
use lanesum::{BitStr, Error};
use reference::sp800_185::Length;

/// Bits of names, keys and customization strings: the block of a KMAC key has room for 164 or 132 bytes, that of the names of
/// cSHAKE for as many of both together.
const NAMES: [usize; 9] = [0, 8, 13, 8 * 131, 8 * 132, 8 * 132 + 1, 8 * 133, 8 * 164 + 3, 8 * 400];
const MESSAGES: [usize; 4] = [0, 77, 8 * 136, 8 * 1000 + 5];
const OUTPUTS: [usize; 3] = [0, 256, 8 * 400];

type ToBytes<'a> = &'a dyn Fn(&mut [u8]);
type ToBits<'a> = &'a dyn Fn(&mut [u8], u64) -> Result<(), Error>;

/// Both strengths' calls for bytes of output, and for bits of it where there is one.
fn check(function: &Function, pieces: &[Bits], bytes: [ToBytes<'_>; 2], bits: Option<[ToBits<'_>; 2]>) {
    for len in OUTPUTS {
        let expected = [function.theirs::<Bits128>(pieces, len), function.theirs::<Bits256>(pieces, len)];
        for (call, expected) in bytes.into_iter().zip(&expected) {
            let mut out = vec![0xa5; len / 8];
            call(&mut out);
            assert_eq!(hex(&out), hex(expected), "{len} bits of {function:.200?}");
        }
    }
    let Some(bits) = bits else { return };
    let expected = [function.theirs::<Bits128>(pieces, 299), function.theirs::<Bits256>(pieces, 299)];
    for (call, expected) in bits.into_iter().zip(&expected) {
        let mut out = vec![0xa5; 38];
        call(&mut out, 299).unwrap();
        assert_eq!(hex(&out), hex(expected), "299 bits of {function:.200?}");
    }
}

fn strings() -> impl Iterator<Item = [Bits; 3]> {
    NAMES.into_iter().enumerate().flat_map(|(i, name)| {
        // The other name takes turns, so that each is there with none, a short one and a long one.
        [0, 1, 4].into_iter().map(move |j| {
            let (other, message) =
                (NAMES[if j == 0 { 0 } else { (i + j) % NAMES.len() }], MESSAGES[(i + j) % MESSAGES.len()]);
            [Bits::new(name, 1), Bits::new(other, 2), Bits::new(message, 3)]
        })
    })
}

#[test]
fn cshake_and_kmac() {
    for [name, other, message] in strings() {
        for (name, other) in [(&name, &other), (&other, &name)] {
            let function = Function::CShake { function: name.clone(), customization: other.clone() };
            let (n, s, m): (BitStr<'_>, BitStr<'_>, BitStr<'_>) = (name.ours(), other.ours(), message.ours());
            check(
                &function,
                std::slice::from_ref(&message),
                [&|out| lanesum::cshake128(m, n, s, out), &|out| lanesum::cshake256(m, n, s, out)],
                Some([&|out, bits| lanesum::cshake128_bits(m, n, s, out, bits), &|out, bits| {
                    lanesum::cshake256_bits(m, n, s, out, bits)
                }]),
            );
            let keyed = |length| Function::Kmac { key: name.clone(), customization: other.clone(), length };
            check(
                &keyed(Length::Fixed),
                std::slice::from_ref(&message),
                [&|out| lanesum::kmac128(n, m, s, out), &|out| lanesum::kmac256(n, m, s, out)],
                Some([&|out, bits| lanesum::kmac128_bits(n, m, s, out, bits), &|out, bits| {
                    lanesum::kmac256_bits(n, m, s, out, bits)
                }]),
            );
            check(
                &keyed(Length::Arbitrary),
                std::slice::from_ref(&message),
                [&|out| lanesum::kmacxof128(n, m, s, out), &|out| lanesum::kmacxof256(n, m, s, out)],
                None,
            );
        }
    }
}

#[test]
fn tuple_hash_and_parallel_hash() {
    for [one, customization, two] in strings() {
        let strings = [one.clone(), Bits::default(), two];
        let tuple = |length| Function::Tuple { customization: customization.clone(), length };
        let (s, t) = (customization.ours(), strings.each_ref().map(Bits::ours));
        check(
            &tuple(Length::Fixed),
            &strings,
            [&|out| lanesum::tuplehash128(t, s, out), &|out| lanesum::tuplehash256(t, s, out)],
            Some([&|out, bits| lanesum::tuplehash128_bits(t, s, out, bits), &|out, bits| {
                lanesum::tuplehash256_bits(t, s, out, bits)
            }]),
        );
        check(
            &tuple(Length::Arbitrary),
            &strings,
            [&|out| lanesum::tuplehashxof128(t, s, out), &|out| lanesum::tuplehashxof256(t, s, out)],
            None,
        );
        let block_bytes = 100;
        let parallel = |length| Function::Parallel { block_bytes, customization: customization.clone(), length };
        let (m, b) = (one.ours(), block_bytes as u64);
        check(
            &parallel(Length::Fixed),
            std::slice::from_ref(&one),
            [&|out| lanesum::parallelhash128(m, b, s, out).unwrap(), &|out| {
                lanesum::parallelhash256(m, b, s, out).unwrap();
            }],
            Some([&|out, bits| lanesum::parallelhash128_bits(m, b, s, out, bits), &|out, bits| {
                lanesum::parallelhash256_bits(m, b, s, out, bits)
            }]),
        );
        check(
            &parallel(Length::Arbitrary),
            std::slice::from_ref(&one),
            [&|out| lanesum::parallelhashxof128(m, b, s, out).unwrap(), &|out| {
                lanesum::parallelhashxof256(m, b, s, out).unwrap();
            }],
            None,
        );
    }
}
