//! KMAC as a message authentication code: the traits `Mac` and `KeyInit`, verification, what is left of a key.

use super::support::{backends, message};
use lanesum::digest::typenum::{U5, U16};
use lanesum::digest::{ExtendableOutput, FixedOutputReset, KeyInit, Mac, OutputSizeUser};
use lanesum::kmac128;
use lanesum::strengths::Bits128;
use lanesum::{Backend, BitStr, Error, Kmac, Kmac128, Kmac256, ParallelHash128, ParallelHash256, parallelhash128};

fn tag<S: lanesum::Strength>(key: &[u8], data: &[u8], customization: &str, bytes: usize) -> Vec<u8> {
    let mut out = vec![0; bytes];
    let mut mac = <Kmac<S>>::with_customization(key, customization);
    lanesum::digest::Update::update(&mut mac, data);
    mac.finalize_to(&mut out);
    out
}

/// Code that knows `Mac` only.
fn through_mac<M: Mac + KeyInit + FixedOutputReset + Clone>(key: &[u8], data: &[u8]) -> Vec<u8> {
    let mut mac = M::new_from_slice(key).unwrap();
    let fresh = mac.clone();
    Mac::update(&mut mac, &data[..data.len() / 2]);
    Mac::update(&mut mac, &data[data.len() / 2..]);
    let tag = mac.clone().finalize().into_bytes();
    assert!(mac.clone().verify(&tag).is_ok() && mac.clone().verify_slice(&tag).is_ok());
    assert!(mac.clone().verify_slice(&tag[1..]).is_err());
    let mut wrong = tag.clone();
    wrong[0] ^= 1;
    assert!(mac.clone().verify(&wrong).is_err());
    // Finalising resets to what the key made of it.
    assert!(mac.finalize_reset() == tag.clone().into());
    assert!(mac.chain_update(data).finalize() == tag.clone().into());
    let mut again = fresh;
    Mac::update(&mut again, b"something else");
    Mac::reset(&mut again);
    Mac::update(&mut again, data);
    assert!(again.finalize() == tag.clone().into());
    tag.to_vec()
}

#[test]
fn the_traits_of_digest() {
    for (key_bytes, bytes) in [(0, 0), (16, 100), (200, 3), (32, 500)] {
        let (key, data) = (message(key_bytes, 1), message(bytes, 2));
        assert_eq!(through_mac::<Kmac128>(&key, &data), tag::<Bits128>(&key, &data, "", 32));
        assert_eq!(through_mac::<Kmac256>(&key, &data), tag::<lanesum::strengths::Bits256>(&key, &data, "", 64));
        // A tag of another length is another tag, not a beginning.
        let short = through_mac::<Kmac<Bits128, U16>>(&key, &data);
        assert_eq!(short, tag::<Bits128>(&key, &data, "", 16));
        assert_ne!(short, tag::<Bits128>(&key, &data, "", 32)[..16]);
        assert_eq!(through_mac::<Kmac<Bits128, U5>>(&key, &data), tag::<Bits128>(&key, &data, "", 5));
    }
    assert_eq!((<Kmac128>::output_size(), <Kmac256>::output_size()), (32, 64));
    let fixed_key = Kmac128::new(&[7; 16].into()).chain_update(b"x").finalize().into_bytes();
    assert_eq!(fixed_key[..], tag::<Bits128>(&[7; 16], b"x", "", 32));
}

/// A right tag of any number of bits is taken; one with any bit changed, of another length or too short is not.
#[test]
fn verification() {
    let (key, data) = (message(32, 5), message(200, 6));
    for backend in backends() {
        let mac = Kmac128::with_backend(backend, &key[..], "c").unwrap().chain_update(&data);
        for bits in [32, 33, 39, 40, 256, 511, 512, 513, 1500] {
            let mut tag = vec![0; usize::div_ceil(bits, 8)];
            mac.clone().finalize_bits_to(&mut tag, bits as u64).unwrap();
            assert_eq!(mac.clone().verify_bits(&tag, bits as u64), Ok(()), "{backend}, {bits}");
            for bit in (0..8 * tag.len()).step_by(if backend == Backend::Portable { 1 } else { 37 }) {
                let mut wrong = tag.clone();
                wrong[bit / 8] ^= 1 << (bit % 8);
                assert_eq!(
                    mac.clone().verify_bits(&wrong, bits as u64),
                    Err(Error::WrongTag),
                    "{backend}, {bits}, {bit}"
                );
            }
            assert_eq!(mac.clone().verify_xof_bits(&tag, bits as u64), Err(Error::WrongTag));
            mac.clone().finalize_xof().read_bits(&mut tag, bits as u64).unwrap();
            assert_eq!(mac.clone().verify_xof_bits(&tag, bits as u64), Ok(()), "{backend}, {bits}");
            let (expected, got) = (tag.len(), tag.len() + 1);
            tag.push(0);
            assert_eq!(
                mac.clone().verify_bits(&tag, bits as u64),
                Err(Error::Length { argument: "tag", expected, got })
            );
        }
        for bits in 0..32 {
            let tag = vec![0; usize::div_ceil(bits, 8)];
            assert_eq!(mac.clone().verify_bits(&tag, bits as u64), Err(Error::ShortTag(bits as u64)));
        }
        assert!(matches!(mac.clone().verify_bits(&[], u64::MAX), Err(Error::Length { got: 0, .. })));
        let other = Kmac128::with_backend(backend, &key[1..], "c").unwrap().chain_update(&data);
        let tag = mac.finalize().into_bytes();
        assert_eq!(other.verify_bits(&tag, 256), Err(Error::WrongTag));
    }
    assert_eq!(Error::WrongTag.to_string(), "wrong tag: it does not belong to the message");
    assert_eq!(Error::ShortTag(8).to_string(), "the tag has 8 bits: it must have at least 32");
}

/// With the higher bits of the last byte zeroes it is the same string, and with others another.
#[test]
fn the_last_byte_of_a_key_as_it_stands() {
    let of = |key: BitStr<'_>| {
        let mut out = [0; 32];
        kmac128(key, "", "", &mut out);
        out
    };
    let masked = of(BitStr::from_bits(&[1, 0xff], 11).unwrap());
    assert_eq!(masked, of(BitStr::from_bits(&[1, 0x07], 11).unwrap()));
    assert_eq!(masked, of(BitStr::with_whole_last_byte(&[1, 0x07], 11).unwrap()));
    assert_ne!(masked, of(BitStr::with_whole_last_byte(&[1, 0xff], 11).unwrap()));
    assert_eq!(of([1, 0xff][..].into()), of(BitStr::with_whole_last_byte(&[1, 0xff], 16).unwrap()));
    // Where nothing is filled up, the higher bits are ignored.
    let tuple = |string: BitStr<'_>| {
        let mut out = [0; 32];
        lanesum::tuplehash128([string], "", &mut out);
        out
    };
    assert_eq!(
        tuple(BitStr::with_whole_last_byte(&[1, 0xff], 11).unwrap()),
        tuple(BitStr::from_bits(&[1, 0xff], 11).unwrap())
    );
    assert_eq!(BitStr::from_bits(&[1], 9).unwrap_err(), Error::TooFewBytes { bits: 9, bytes: 1 });
    assert_eq!(BitStr::with_whole_last_byte(&[1], 9).unwrap_err(), Error::TooFewBytes { bits: 9, bytes: 1 });
}

#[test]
fn no_block_of_no_bytes() {
    assert_eq!(ParallelHash128::new(0, "").unwrap_err(), Error::BlockSize);
    assert_eq!(ParallelHash256::with_backend(Backend::Portable, 0, "").unwrap_err(), Error::BlockSize);
    assert_eq!(parallelhash128("", 0, "", &mut []), Err(Error::BlockSize));
    assert_eq!(ParallelHash128::new(8, "").unwrap().block_bytes(), 8);
}
