//! The traits that need `alloc` and `std`: trait objects, boxed outputs, readers and writers.

use super::*;
use crate::bits::Bits;
use crate::case::Case;
use digest::{DynDigest, ExtendableOutputReset, Update, XofReader};
use lanesum::strengths::{Bits128, Bits256};
use lanesum::{CShake, Kt, ParallelHash, Strength, TurboShake};
use std::io::{self, Read, Write};

/// A hasher as a trait object.
trait Object: DynDigest + Write {}
impl<T: DynDigest + Write> Object for T {}

/// A function, and its hashers.
type Row = (Algorithm, fn(Algorithm, Backend) -> Box<dyn Object>);

/// All that have a digest of fixed length as types, and all functions by name.
fn table() -> Vec<Row> {
    fn fixed<F: FixedFunction>(table: &mut Vec<Row>) {
        table.push((F::ALGORITHM, |_, backend| Box::new(fixed_on::<F>(backend))));
    }
    let mut table = Vec::new();
    each_fixed!(fixed, &mut table);
    let by_name = |algorithm, backend| Box::new(Hasher::with_backend(algorithm, backend).unwrap()) as Box<dyn Object>;
    table.extend(Algorithm::PLAIN.iter().map(|algorithm| (*algorithm, by_name as fn(_, _) -> _)));
    table
}

/// `DynDigest`, and `io::Write`, on every backend.
#[test]
fn trait_objects() {
    for (algorithm, new) in table() {
        let data = message(20_000, 14);
        let expected = expected(algorithm, &data, 8 * data.len());
        for backend in backends_of(algorithm) {
            let what = format!("{algorithm}, {backend}");
            let mut hasher = new(algorithm, backend);
            assert_eq!(8 * hasher.output_size(), algorithm.digest_bits());
            DynDigest::update(&mut *hasher, &data[..77]);
            let mut copy = hasher.box_clone();
            DynDigest::update(&mut *hasher, &data[77..]);
            copy.update(&data[77..]);
            assert_eq!(hasher.finalize_reset()[..], expected, "{what}");
            DynDigest::update(&mut *hasher, b"to be forgotten");
            hasher.reset();
            write_all_ways(&mut *hasher, &data);
            let mut out = vec![0; expected.len()];
            hasher.finalize_into_reset(&mut out).unwrap();
            assert_eq!(out, expected, "{what}");
            out.push(0);
            hasher.finalize_into_reset(&mut out).unwrap_err();
            assert_eq!(copy.finalize()[..], expected, "{what}");
        }
    }
}

/// Writes in pieces with each of the calls that a writer has.
fn write_all_ways(writer: &mut dyn Write, data: &[u8]) {
    assert_eq!(writer.write(&data[..150]).unwrap(), 150);
    assert_eq!(writer.write(&[]).unwrap(), 0);
    writer.flush().unwrap();
    writer.write_all(&data[150..151]).unwrap();
    let written = writer.write_vectored(&[io::IoSlice::new(&data[151..400]), io::IoSlice::new(&data[400..])]).unwrap();
    let copied = io::copy(&mut &data[151 + written..], writer).unwrap();
    assert_eq!(151 + written + copied as usize, data.len());
    writer.flush().unwrap();
}

/// All traits of a function with output of any length.
fn xof<T>(mut hasher: T, case: &mut Case)
where
    T: Update + ExtendableOutputReset<Reader: Read> + Write + Clone,
{
    let (data, what) = (message(20_000, 15), case.algorithm);
    (case.strings, case.out_bits) = (vec![Bits::of(&data)], 8 * 999);
    let expected = case.expected();
    for _ in 0..2 {
        hasher.update(&data);
        assert_eq!(hasher.clone().finalize_boxed(999)[..], expected, "{what}");
        let mut reader = hasher.finalize_xof_reset();
        assert_eq!(reader.read_boxed(170)[..], expected[..170], "{what}");
        assert!(reader.read_boxed(0).is_empty());
        let mut out = vec![0; 829];
        assert_eq!(Read::read(&mut reader, &mut out[..33]).unwrap(), 33);
        assert_eq!(Read::read(&mut reader, &mut []).unwrap(), 0);
        reader.read_exact(&mut out[33..500]).unwrap();
        assert_eq!(io::copy(&mut reader.take(329), &mut &mut out[500..]).unwrap(), 329);
        assert_eq!(out, expected[170..], "{what}");
        write_all_ways(&mut hasher, &data);
        assert_eq!(hasher.finalize_boxed_reset(999)[..], expected, "{what}");
    }
}

#[test]
fn all_traits_of_xofs() {
    use digest::CustomizedInit;
    fn of<S: Strength>(cshake: Algorithm, turboshake: Algorithm, kt: Algorithm, parallel: Algorithm) {
        let new = |algorithm| {
            let mut case = Case::new(algorithm, vec![]);
            case.custom = Bits::of(b"custom");
            case
        };
        xof(CShake::<S>::new_customized(b"custom"), &mut new(cshake));
        xof(CShake::<S>::default(), &mut Case::new(cshake, vec![]));
        xof(TurboShake::<S>::default(), &mut Case::new(turboshake, vec![]));
        xof(Kt::<S>::new_customized(b"custom"), &mut new(kt));
        xof(<ParallelHash<S>>::new(8192, "custom").unwrap(), &mut new(parallel));
    }
    use Algorithm as A;
    of::<Bits128>(A::CShake128, A::TurboShake128, A::Kt128, A::ParallelHashXof128);
    of::<Bits256>(A::CShake256, A::TurboShake256, A::Kt256, A::ParallelHashXof256);
    xof(lanesum::Shake128::default(), &mut Case::new(A::Shake128, vec![]));
    xof(lanesum::Shake256::default(), &mut Case::new(A::Shake256, vec![]));
}
