//! The traits of the crate `digest` and of `std::io`, and what `TupleHash` has in their place.

use super::support::{backends, hex, message};
use super::{Bits, Both, Function};
use lanesum::digest::common::{AlgorithmName, BlockSizeUser};
use lanesum::digest::typenum::Unsigned;
use lanesum::digest::{
    CollisionResistance, CustomizedInit, ExtendableOutput, ExtendableOutputReset, FixedOutput, FixedOutputReset,
    HashMarker, Reset, Update, XofReader,
};
use lanesum::strengths::{Bits128, Bits256};
use lanesum::{Backend, BitStr, CShake, Error, Kmac, ParallelHash, TupleHash, cshake128, cshake256_bits, tuplehash128};
use reference::sp800_185::Length;
use std::fmt;

fn name<T: AlgorithmName>() -> String {
    struct Name<T>(std::marker::PhantomData<T>);
    impl<T: AlgorithmName> fmt::Display for Name<T> {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            T::write_alg_name(f)
        }
    }
    Name::<T>(std::marker::PhantomData).to_string()
}

#[test]
fn names_and_sizes() {
    fn check<S: Both>(bits: usize) {
        assert_eq!(name::<CShake<S>>(), format!("cSHAKE{bits}"));
        assert_eq!(name::<Kmac<S>>(), format!("KMAC{bits}"));
        assert_eq!(name::<TupleHash<S>>(), format!("TupleHash{bits}"));
        assert_eq!(name::<ParallelHash<S>>(), format!("ParallelHash{bits}"));
        let rate = 200 - bits / 4;
        let blocks = [CShake::<S>::block_size(), <Kmac<S>>::block_size(), TupleHash::<S>::block_size()];
        assert_eq!(blocks, [rate; 3]);
        assert_eq!(<CShake<S> as CollisionResistance>::CollisionResistance::USIZE, bits / 8);
        assert_eq!(<TupleHash<S> as CollisionResistance>::CollisionResistance::USIZE, bits / 8);
        assert_eq!(<ParallelHash<S> as CollisionResistance>::CollisionResistance::USIZE, bits / 8);
    }
    fn is_a_hash<T: HashMarker>() {}
    check::<Bits128>(128);
    check::<Bits256>(256);
    is_a_hash::<CShake<Bits128>>();
}

fn xof(mut reader: lanesum::Reader, bytes: usize) -> Vec<u8> {
    let mut out = vec![0; bytes];
    XofReader::read(&mut reader, &mut out);
    out
}

#[test]
fn cshake_through_the_traits() {
    fn check<S: Both>() {
        let data = message(500, 1);
        for customization in ["", "custom"] {
            let function =
                Function::CShake { function: Bits::default(), customization: Bits::of(customization.as_bytes()) };
            let expected = function.theirs::<S>(&[Bits::of(&data)], 2400);
            let mut hasher = CShake::<S>::new_customized(customization.as_bytes());
            hasher.update(b"something else");
            hasher.reset();
            for _ in 0..2 {
                hasher.update(&data[..100]);
                hasher.update(&data[100..]);
                assert_eq!(xof(hasher.clone().finalize_xof(), 300)[..], expected);
                assert_eq!(xof(hasher.finalize_xof_reset(), 300)[..], expected);
            }
            #[cfg(feature = "std")]
            {
                std::io::Write::write_all(&mut hasher, &data).unwrap();
                let mut reader = hasher.finalize_xof();
                let mut out = vec![0; 300];
                reader.read(&mut out[..7]);
                std::io::Read::read_exact(&mut reader, &mut out[7..]).unwrap();
                assert_eq!(out, expected);
            }
            if customization.is_empty() {
                assert_eq!(xof(CShake::<S>::default().chain(&data).finalize_xof(), 300)[..], expected);
            }
        }
    }
    check::<Bits128>();
    check::<Bits256>();
}

#[test]
fn parallel_hash_through_the_traits() {
    fn check<S: Both>() {
        let data = message(5000, 2);
        let function = |length| Function::Parallel { block_bytes: 300, customization: Bits::of(b"c"), length };
        let pieces = [Bits::of(&data)];
        let fixed = function(Length::Fixed).theirs::<S>(&pieces, 2 * S::BITS as usize);
        let of_xof = function(Length::Arbitrary).theirs::<S>(&pieces, 800);
        let mut hasher = <ParallelHash<S>>::new(300, "c").unwrap();
        for _ in 0..2 {
            hasher.update(&data);
            assert_eq!(hasher.clone().finalize_fixed()[..], fixed);
            assert_eq!(hasher.finalize_fixed_reset()[..], fixed);
            hasher.update(&data);
            assert_eq!(xof(hasher.clone().finalize_xof(), 100)[..], of_xof);
            assert_eq!(xof(hasher.finalize_xof_reset(), 100)[..], of_xof);
            #[cfg(feature = "std")]
            {
                std::io::Write::write_all(&mut hasher, &data).unwrap();
                assert_eq!(hasher.finalize_fixed_reset()[..], fixed);
            }
        }
    }
    check::<Bits128>();
    check::<Bits256>();
}

#[test]
fn one_shot_functions() {
    let data = message(300, 3);
    let mut out = [0; 40];
    cshake128(&data[..], "f", "c", &mut out);
    let function = Function::CShake { function: Bits::of(b"f"), customization: Bits::of(b"c") };
    assert_eq!(out[..], function.theirs::<Bits128>(&[Bits::of(&data)], 320));
    cshake256_bits(BitStr::from_bits(&data, 999).unwrap(), "f", "c", &mut out, 315).unwrap();
    let bits = Bits { data: data.clone(), len: 999 };
    assert_eq!(out[..], function.theirs::<Bits256>(&[bits], 315));
    assert!(cshake256_bits(&data[..], "f", "c", &mut out, 321).is_err());
    tuplehash128(["one", "", "three"], "c", &mut out);
    let function = Function::Tuple { customization: Bits::of(b"c"), length: Length::Fixed };
    let strings = ["one", "", "three"].map(|string| Bits::of(string.as_bytes()));
    assert_eq!(out[..], function.theirs::<Bits128>(&strings, 320));
}

/// A string whose length is known before: as if it had come at once; and nothing of it, if it turns out to be longer or
/// shorter.
#[test]
fn a_tuples_string_in_pieces() {
    let data = message(1000, 4);
    let digest = |hasher: TupleHash<Bits128>| {
        let mut out = [0; 32];
        hasher.finalize_to(&mut out);
        hex(&out)
    };
    for backend in backends() {
        let mut whole = TupleHash::<Bits128>::with_backend(backend, "").unwrap();
        // After a part of a byte, so that all is shifted.
        whole.push(BitStr::from_bits(&[5], 3).unwrap());
        let mut pieces = whole.clone();
        whole.push(&data[..]);
        pieces
            .push_in_pieces(1000, |element| {
                data.chunks(333).try_for_each(|piece| element.update(piece))?;
                element.update(&[])?;
                assert_eq!(format!("{element:?}"), "TupleElement { bytes: 1000, left: 0, .. }");
                Ok::<(), Error>(())
            })
            .unwrap();
        pieces.push_in_pieces(0, |_| Ok::<(), Error>(())).unwrap();
        whole.push("");
        assert_eq!(digest(pieces.clone()), digest(whole.clone()), "{backend}");

        let long = pieces.push_in_pieces(999, |element| element.update(&data));
        assert_eq!(long, Err(Error::Length { argument: "string", expected: 999, got: 1000 }));
        let short = pieces.push_in_pieces(1001, |element| element.update(&data));
        assert_eq!(short, Err(Error::Length { argument: "string", expected: 1001, got: 1000 }));
        let failed = pieces.push_in_pieces(5, |_| Err(Error::UnknownBackend));
        assert_eq!(failed, Err(Error::UnknownBackend));
        assert_eq!(digest(pieces.clone()), digest(whole.clone()), "{backend}: failures change nothing");
        pieces.reset();
        assert_eq!(digest(pieces), digest(TupleHash::with_backend(backend, "").unwrap()));
    }
}

#[test]
fn debug_prints_no_state() {
    let hasher = CShake::<Bits128>::with_backend(Backend::Portable, "", "x").unwrap();
    assert_eq!(format!("{hasher:?}"), "cSHAKE128 { backend: Portable, .. }");
    let hasher = TupleHash::<Bits256>::with_backend(Backend::Portable, "x").unwrap();
    assert_eq!(format!("{hasher:?}"), "TupleHash256 { backend: Portable, .. }");
}

/// `bits` bits in two pieces, the first of whole bytes.
fn join(bits: usize, mut read: impl FnMut(&mut [u8], u64)) -> Vec<u8> {
    let mut out = vec![0xa5; bits.div_ceil(8)];
    let cut = bits / 16;
    read(&mut out[..cut], 8 * cut as u64);
    read(&mut out[cut..], (bits - 8 * cut) as u64);
    out
}

/// The output whose length is bound into it, in pieces of bytes and bits, is that in one piece.
#[test]
fn bound_lengths_in_pieces() {
    fn check<S: Both>(bits: usize) {
        let data = Bits::of(&message(700, 9));
        let expected = |function: Function| function.theirs::<S>(std::slice::from_ref(&data), bits);
        let (length, customization) = (Length::Fixed, Bits::of(b"custom"));
        let total = bits as u64;

        let mut mac = <Kmac<S>>::with_customization(b"key", "custom");
        mac.update(&data.data);
        let key = Bits::of(b"key");
        let function = Function::Kmac { key, customization: customization.clone(), length };
        for _ in 0..2 {
            let mut again = mac.clone();
            for mut reader in [again.finalize_in_pieces_reset(total), mac.clone().finalize_in_pieces(total)] {
                let out = join(bits, |out, bits| reader.read_bits(out, bits).unwrap());
                assert_eq!(out, expected(function.clone()), "{bits}");
            }
            // It has begun again.
            again.update(&data.data);
            mac = again;
        }

        let mut hasher = TupleHash::<S>::new("custom");
        hasher.push(&data.data[..]);
        let mut reader = hasher.finalize_in_pieces(total);
        let out = join(bits, |out, bits| reader.read_bits(out, bits).unwrap());
        assert_eq!(out, expected(Function::Tuple { customization: customization.clone(), length }), "{bits}");

        let mut hasher = <ParallelHash<S>>::new(100, "custom").unwrap();
        hasher.update(&data.data);
        let mut reader = hasher.finalize_in_pieces(total);
        let out = join(bits, |out, bits| reader.read_bits(out, bits).unwrap());
        assert_eq!(out, expected(Function::Parallel { block_bytes: 100, customization, length }), "{bits}");
    }
    for bits in [1, 8, 255, 256, 1344, 4001] {
        check::<Bits128>(bits);
        check::<Bits256>(bits);
    }
}
