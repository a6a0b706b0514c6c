//! The traits that need `alloc` and `std`: trait objects, boxed outputs, readers and writers.

use super::*;
use digest::DynDigest;
use std::io::{self, Read, Write};

/// `DynDigest`: the hashers as trait objects, on every backend.
#[test]
fn dyn_digest() {
    fn fixed<F: FixedFunction>() {
        let data = message(500, 14);
        let expected = expected(F::ALGORITHM, &data, 8 * data.len());
        for backend in backends_of(F::ALGORITHM) {
            let mut hasher: Box<dyn DynDigest> = Box::new(fixed_on::<F>(backend));
            assert_eq!(8 * hasher.output_size(), F::ALGORITHM.digest_bits());
            hasher.update(&data[..77]);
            let mut copy = hasher.clone();
            hasher.update(&data[77..]);
            copy.update(&data[77..]);
            assert_eq!(hasher.finalize_reset()[..], expected, "{}, {backend}", F::ALGORITHM);
            hasher.update(b"to be forgotten");
            hasher.reset();
            hasher.update(&data);
            let mut out = vec![0; expected.len()];
            hasher.finalize_into_reset(&mut out).unwrap();
            assert_eq!(out, expected, "{}, {backend}", F::ALGORITHM);
            out.push(0);
            hasher.finalize_into_reset(&mut out).unwrap_err();
            assert_eq!(copy.finalize()[..], expected, "{}, {backend}", F::ALGORITHM);
        }
    }
    each_fixed!(fixed);
    for &algorithm in Algorithm::PLAIN {
        let data = message(500, 15);
        let expected = expected(algorithm, &data, 8 * data.len());
        let mut hasher: Box<dyn DynDigest> = Box::new(Hasher::new(algorithm));
        hasher.update(&data[..77]);
        let mut copy = hasher.clone();
        hasher.update(&data[77..]);
        assert_eq!(hasher.finalize_reset()[..], expected, "{algorithm}");
        copy.update(&data[77..]);
        assert_eq!(copy.finalize()[..], expected, "{algorithm}");
    }
}

/// The boxed outputs of the XOFs.
#[test]
fn boxed_output() {
    fn xof<F: XofFunction>() {
        let expected = expected_output(F::ALGORITHM, b"boxed", 40, 8 * 999);
        for backend in backends_of(F::ALGORITHM) {
            let mut hasher = xof_on::<F>(backend).chain(b"boxed");
            assert_eq!(hasher.clone().finalize_boxed(999)[..], expected);
            let mut reader = hasher.clone().finalize_xof();
            assert_eq!(reader.read_boxed(170)[..], expected[..170]);
            assert!(reader.read_boxed(0).is_empty());
            assert_eq!(reader.read_boxed(829)[..], expected[170..]);
            assert_eq!(hasher.finalize_boxed_reset(999)[..], expected);
            assert_eq!(hasher.serialize(), Xof::<F>::new().serialize());
        }
    }
    each_xof!(xof);
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

#[test]
fn io_write() {
    fn fixed<F: FixedFunction>() {
        let data = message(20_000, 15);
        let expected = expected(F::ALGORITHM, &data, 8 * data.len());
        for backend in backends_of(F::ALGORITHM) {
            let mut hasher = fixed_on::<F>(backend);
            write_all_ways(&mut hasher, &data);
            assert_eq!(hasher.finalize_fixed()[..], expected, "{}, {backend}", F::ALGORITHM);
            let mut hasher = Hasher::with_backend(F::ALGORITHM, backend).unwrap();
            write_all_ways(&mut hasher, &data);
            let mut out = vec![0; expected.len()];
            hasher.finalize().read(&mut out).unwrap();
            assert_eq!(out, expected, "{}, {backend}", F::ALGORITHM);
        }
    }
    fn xof<F: XofFunction>() {
        let data = message(20_000, 15);
        let expected = expected(F::ALGORITHM, &data, 8 * data.len());
        for backend in backends_of(F::ALGORITHM) {
            let mut hasher = xof_on::<F>(backend);
            write_all_ways(&mut hasher, &data);
            assert_eq!(hasher.finalize_boxed(expected.len())[..], expected, "{}, {backend}", F::ALGORITHM);
        }
    }
    each_fixed!(fixed);
    each_xof!(xof);
}

#[test]
fn io_read() {
    fn xof<F: XofFunction>() {
        let expected = expected_output(F::ALGORITHM, b"", 0, 8 * 10_000);
        for backend in backends_of(F::ALGORITHM) {
            let mut reader = xof_on::<F>(backend).finalize_xof();
            let mut out = vec![0; 10_000];
            assert_eq!(Read::read(&mut reader, &mut out[..333]).unwrap(), 333);
            assert_eq!(Read::read(&mut reader, &mut []).unwrap(), 0);
            reader.read_exact(&mut out[333..5000]).unwrap();
            let copied = io::copy(&mut reader.take(5000), &mut &mut out[5000..]).unwrap();
            assert_eq!(copied, 5000);
            assert_eq!(out, expected, "{}, {backend}", F::ALGORITHM);
        }
    }
    each_xof!(xof);
}
