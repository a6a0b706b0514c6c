//! The traits of the crate `digest` and of `std::io`, and what `TupleHash` has in their place.

use super::support::{backends, hex, message, name_by_trait};
use crate::bits::Bits;
use crate::ways::Case;
use lanesum::digest::common::BlockSizeUser;
use lanesum::digest::typenum::Unsigned;
use lanesum::digest::{
    CollisionResistance, ExtendableOutputReset, FixedOutput, FixedOutputReset, HashMarker, Reset, Update, XofReader,
};
use lanesum::strengths::{Bits128, Bits256};
use lanesum::{Algorithm, BitStr, CShake, Error, Kmac, ParallelHash, Strength, TupleHash, cshake256_bits};

#[test]
fn names_and_sizes() {
    fn check<S: Strength>(bits: usize) {
        assert_eq!(name_by_trait::<CShake<S>>(), format!("cSHAKE{bits}"));
        assert_eq!(name_by_trait::<Kmac<S>>(), format!("KMAC{bits}"));
        assert_eq!(name_by_trait::<TupleHash<S>>(), format!("TupleHash{bits}"));
        assert_eq!(name_by_trait::<ParallelHash<S>>(), format!("ParallelHash{bits}"));
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
fn parallel_hash_through_the_traits() {
    fn check<S: Strength>(bound: Algorithm, of_xof: Algorithm) {
        let data = message(5000, 2);
        let [fixed, of_xof] = [(bound, 2 * S::BITS as usize), (of_xof, 800)].map(|(algorithm, out_bits)| {
            let case = Case::new(algorithm, vec![Bits::of(&data)]);
            Case { custom: Bits::of(b"c"), block_bytes: 300, out_bits, ..case }.expected()
        });
        let mut hasher = <ParallelHash<S>>::new(300, "c").unwrap();
        for _ in 0..2 {
            hasher.update(&data);
            assert_eq!(hasher.clone().finalize_fixed()[..], fixed);
            assert_eq!(hasher.finalize_fixed_reset()[..], fixed);
            hasher.update(&data);
            assert_eq!(xof(hasher.finalize_xof_reset(), 100)[..], of_xof);
            #[cfg(feature = "std")]
            {
                std::io::Write::write_all(&mut hasher, &data).unwrap();
                assert_eq!(hasher.finalize_fixed_reset()[..], fixed);
            }
        }
    }
    check::<Bits128>(Algorithm::ParallelHash128, Algorithm::ParallelHashXof128);
    check::<Bits256>(Algorithm::ParallelHash256, Algorithm::ParallelHashXof256);
}

#[test]
fn outputs_too_short_for_their_bits() {
    assert!(cshake256_bits("message", "f", "c", &mut [0; 40], 321).is_err());
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

/// The output whose length is bound into it, in pieces, and then the next from the beginning.
#[test]
fn bound_lengths_in_pieces() {
    let mac = <Kmac<Bits128>>::with_customization(b"key", "custom").chain(b"message");
    for bits in [8, 256, 4000] {
        let mut expected = vec![0; bits / 8];
        mac.clone().finalize_to(&mut expected);
        let mut again = mac.clone();
        for _ in 0..2 {
            let mut out = vec![0; bits / 8];
            again.finalize_in_pieces_reset(bits as u64).read(&mut out);
            assert_eq!(out, expected, "{bits}");
            again.update(b"message");
        }
    }
}
