//! However a message is cut into updates and an output into reads, the bits are the same: on every backend, by name.

use crate::support;

use digest::{ExtendableOutput, Update, XofReader};
use lanesum::functions::{Shake128, Shake256};
use lanesum::{Algorithm, Backend, Error, Hasher, HasherReader, Xof, XofFunction, XofOutput};
use reference::BitString;
use support::guard::{Edge, Flush};
use support::{RATES, Random, backends_of, bytes_of, edges, expected, expected_bits, message};

const XOFS: [Algorithm; 2] = [Algorithm::Shake128, Algorithm::Shake256];

/// Every message length around the blocks of all rates, cut in two everywhere, an empty update at the cut.
#[test]
fn every_cut_of_the_message_in_two() {
    for &algorithm in Algorithm::PLAIN {
        for len in edges(algorithm, 3) {
            let data = message(len, 1);
            let expected = expected(algorithm, &data, 8 * len);
            let mut out = Edge::new(expected.len(), Flush::turn(len));
            for cut in 0..=len {
                let (first, second) = data.split_at(cut);
                let [first, second] = [first, second].map(|piece| Edge::of(piece, Flush::turn(len + cut)));
                for backend in backends_of(algorithm) {
                    let mut hasher = Hasher::with_backend(algorithm, backend).unwrap();
                    hasher.update(&first);
                    hasher.update(&[]);
                    hasher.update(&second);
                    hasher.finalize().read(&mut out).unwrap();
                    assert_eq!(out[..], expected, "{algorithm}, {backend}, {len} bytes cut at {cut}");
                }
            }
        }
    }
}

/// Pieces of one length from beginning to end, and empty updates before, between and after.
#[test]
fn pieces_of_one_length() {
    for &algorithm in Algorithm::PLAIN {
        let data = message(5 * algorithm.block_bytes() + 3, 3);
        let expected = expected(algorithm, &data, 8 * data.len());
        for backend in backends_of(algorithm) {
            for size in (1..=9).chain(RATES.iter().flat_map(|rate| rate - 1..=rate + 1)) {
                let mut hasher = Hasher::with_backend(algorithm, backend).unwrap();
                hasher.update(&[]);
                for piece in data.chunks(size) {
                    hasher.update(piece);
                    hasher.update(&[]);
                }
                let mut out = vec![0; expected.len()];
                hasher.finalize().read(&mut out).unwrap();
                assert_eq!(out, expected, "{algorithm}, {backend}, pieces of {size} bytes");
            }
        }
    }
}

/// A reader of output: that of [`Hasher`], or one of the typed functions.
trait Source {
    fn bytes(&mut self, out: &mut [u8]);
    fn bits(&mut self, out: &mut [u8], bits: u64) -> Result<(), Error>;
}

impl Source for HasherReader {
    fn bytes(&mut self, out: &mut [u8]) {
        self.read(out).unwrap();
    }

    fn bits(&mut self, out: &mut [u8], bits: u64) -> Result<(), Error> {
        self.read_bits(out, bits)
    }
}

impl<F: XofFunction> Source for XofOutput<F> {
    fn bytes(&mut self, out: &mut [u8]) {
        XofReader::read(self, out);
    }

    fn bits(&mut self, out: &mut [u8], bits: u64) -> Result<(), Error> {
        self.read_bits(out, bits)
    }
}

/// The readers of the same output, with what they are called.
fn sources(algorithm: Algorithm, backend: Backend, data: &[u8]) -> Vec<(&'static str, Box<dyn Source>)> {
    fn typed<F: XofFunction>(backend: Backend, data: &[u8]) -> Box<dyn Source> {
        Box::new(Xof::<F>::with_backend(backend).unwrap().chain(data).finalize_xof())
    }
    let mut hasher = Hasher::with_backend(algorithm, backend).unwrap();
    hasher.update(data);
    let mut sources: Vec<(_, Box<dyn Source>)> = vec![("HasherReader", Box::new(hasher.finalize()))];
    match algorithm {
        Algorithm::Shake128 => sources.push(("XofOutput", typed::<Shake128>(backend, data))),
        Algorithm::Shake256 => sources.push(("XofOutput", typed::<Shake256>(backend, data))),
        _ => {}
    }
    sources
}

/// A piece of output to ask for.
#[derive(Clone, Copy, Debug)]
enum Piece {
    Bytes(usize),
    Bits(usize),
}

impl Piece {
    fn bits(self) -> usize {
        match self {
            Piece::Bytes(bytes) => 8 * bytes,
            Piece::Bits(bits) => bits,
        }
    }
}

/// Bytes that a read of `bits` bits must leave alone.
const SLACK: usize = 3;

/// Reads `pieces` one after the other. Each must be what `whole`, the reference's output, has in its place; bits that were
/// not asked for must be 0 in the last byte and untouched after it.
fn check(algorithm: Algorithm, source: &mut dyn Source, pieces: &[Piece], whole: &BitString) -> Result<(), String> {
    let mut at = 0;
    for (i, piece) in pieces.iter().enumerate() {
        let bits = piece.bits();
        let expected: BitString = whole.as_slice()[at..at + bits].iter().copied().collect();
        let mut expected = bytes_of(algorithm, &expected);
        if matches!(piece, Piece::Bits(_)) {
            expected.extend([0xa7; SLACK]);
        }
        let mut out = Edge::new(expected.len(), Flush::turn(i + at));
        out.fill(0xa7);
        match piece {
            Piece::Bytes(_) => source.bytes(&mut out),
            Piece::Bits(_) => {
                source.bits(&mut out, bits as u64).map_err(|error| format!("piece {i}, {piece:?}: {error}"))?;
            }
        }
        if out[..] != expected {
            return Err(format!("piece {i}, {piece:?} at bit {at}: got {:02x?}, not {expected:02x?}", &out[..]));
        }
        at += bits;
    }
    Ok(())
}

/// The output of the reference for whole bytes of message; a fixed digest is as long as it is.
fn whole(algorithm: Algorithm, data: &[u8], bits: usize) -> BitString {
    let bits = if algorithm.is_xof() { bits } else { algorithm.digest_bits() };
    expected_bits(algorithm, data, 8 * data.len(), bits)
}

/// Checks `pieces` on every backend and reader.
fn check_all(algorithm: Algorithm, data: &[u8], pieces: &[Piece], whole: &BitString) -> Result<(), String> {
    for backend in backends_of(algorithm) {
        for (name, mut source) in sources(algorithm, backend, data) {
            check(algorithm, &mut *source, pieces, whole)
                .map_err(|error| format!("{algorithm}, {backend}, {name}: {error}"))?;
        }
    }
    Ok(())
}

/// Five blocks and a few bits. Cut in two, at every byte and at every fifth bit: the second piece is long, so that bulk squeezing begins at
/// every position. Pieces of one length, bits and bytes: many small squeezes are one large one.
#[test]
fn output_in_two_and_in_pieces_of_one_length() {
    for algorithm in XOFS {
        let (data, rate) = (message(200, 4), algorithm.block_bytes());
        let total = 8 * 5 * rate + 13;
        let whole = whole(algorithm, &data, total);
        let nothing = [Piece::Bits(0), Piece::Bytes(0)];
        let at_bytes = (0..=5 * rate).map(|cut| vec![Piece::Bytes(cut), Piece::Bytes(5 * rate - cut)]);
        let at_bits = (0..=total).step_by(5).map(|cut| {
            let [head, tail] = [cut, total - cut].map(Piece::Bits);
            if cut % 25 == 0 {
                vec![nothing[1], nothing[0], head, nothing[0], nothing[1], tail]
            } else {
                vec![head, tail]
            }
        });
        let of_bits = (1..=33).chain([63, 64, 65, 8 * rate - 1, 8 * rate + 1]);
        let of_bits = of_bits.map(|bits| vec![Piece::Bits(bits); total / bits]);
        let of_bytes = (1..=9).chain(RATES.iter().flat_map(|rate| rate - 1..=rate + 1));
        let of_bytes = of_bytes.map(|bytes| vec![Piece::Bytes(bytes); total / 8 / bytes]);
        for pieces in at_bytes.chain(at_bits).chain(of_bits).chain(of_bytes) {
            check_all(algorithm, &data, &pieces, &whole).unwrap();
        }
    }
}

/// A digest of fixed length is no exception: cut in two at every bit.
#[test]
fn every_cut_of_a_fixed_digest() {
    for &algorithm in Algorithm::PLAIN {
        let data = message(150, 7);
        let total = algorithm.digest_bits();
        let whole = whole(algorithm, &data, total);
        for cut in 0..=total {
            check_all(algorithm, &data, &[Piece::Bits(cut), Piece::Bits(total - cut)], &whole).unwrap();
        }
    }
}

/// A read that fails reads nothing: what comes next is what would have come.
#[test]
fn a_failed_read_changes_nothing() {
    for algorithm in XOFS {
        let data = message(10, 8);
        let rate = 8 * algorithm.block_bytes();
        let whole = whole(algorithm, &data, 3 * rate);
        for before in [0, 3, 8, rate - 1, rate, rate + 5] {
            for backend in backends_of(algorithm) {
                for (name, mut source) in sources(algorithm, backend, &data) {
                    check(algorithm, &mut *source, &[Piece::Bits(before)], &whole).unwrap();
                    for (bytes, bits) in [(0, 1), (1, 9), (200, 1601), (5, u64::MAX), (0, u64::MAX - 7)] {
                        let mut out = vec![0xa7; bytes];
                        let error = source.bits(&mut out, bits).unwrap_err();
                        assert_eq!(error, Error::TooFewBytes { bits, bytes }, "{algorithm}, {backend}, {name}");
                        assert!(out.iter().all(|byte| *byte == 0xa7), "{algorithm}, {backend}, {name}: output written");
                    }
                    let rest: BitString = whole.as_slice()[before..].iter().copied().collect();
                    check(algorithm, &mut *source, &[Piece::Bits(rest.len())], &rest).unwrap();
                }
            }
        }
    }
}

/// Any output in any pieces, bits and bytes mixed: nothing, few, those around blocks, many.
#[test]
fn any_cuts_of_the_output() {
    for seed in 0..1500 {
        let mut random = Random::new(seed);
        let algorithm = random.of(&XOFS);
        let mut bytes = || match random.to(4) {
            0 => 0,
            1 | 2 => random.to(16),
            3 => random.of(&RATES) * (1 + random.to(2)) + random.to(2) - 1,
            _ => random.to(1000),
        };
        let data = message(bytes(), seed);
        let mut pieces = Vec::new();
        for i in 0..seed % 12 {
            let bytes = bytes();
            pieces.push(if i % 2 == 0 {
                Piece::Bytes(bytes)
            } else {
                Piece::Bits(8 * bytes + (seed + i) as usize % 8)
            });
        }
        let whole = whole(algorithm, &data, pieces.iter().map(|piece| piece.bits()).sum());
        check_all(algorithm, &data, &pieces, &whole).unwrap();
    }
}
