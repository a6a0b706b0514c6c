//! Messages of one call, with what the reference makes of each, on every backend.

use crate::bits::Bits;
use crate::case::Case;
use crate::support::guard::{Edge, Flush};
use crate::support::{backends_of, message};
use lanesum::{Algorithm, Backend, Error, Hasher, Message};
use std::collections::BTreeMap;

/// One backend after the other, and then what the library itself chooses.
pub fn choices(algorithm: Algorithm) -> Vec<Option<Backend>> {
    backends_of(algorithm).into_iter().map(Some).chain([None]).collect()
}

/// The lengths of a prefix and of a message behind it, in bytes and last bits. What is in them depends on the two numbers beside them.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Shape {
    pub prefix: (usize, usize),
    pub body: (usize, usize),
    pub bits: u32,
}

/// Message number `i`, without a prefix.
pub fn body(len: usize, i: usize) -> Shape {
    Shape { body: (len, i), ..Shape::default() }
}

/// A function and its options.
pub struct Function {
    pub algorithm: Algorithm,
    pub rate: usize,
    /// Bytes of a digest.
    pub digest: usize,
    case: Case,
}

impl Function {
    pub fn new(case: Case) -> Self {
        let (algorithm, rate, digest) = (case.algorithm, case.algorithm.block_bytes(), case.out_bits / 8);
        Self { algorithm, rate, digest, case }
    }

    pub fn plain(algorithm: Algorithm) -> Self {
        Self::new(Case::new(algorithm, vec![]))
    }

    /// `bits` last bits, or none if the function takes whole bytes.
    pub fn bits(&self, bits: usize) -> u32 {
        crate::support::last_bits(self.algorithm, bits as u32)
    }

    fn expected(&self, begun: &[u8], shape: Shape, out: usize) -> Vec<u8> {
        let [prefix, body] = [content(shape.prefix, 1), content(shape.body, 0)];
        let data = [begun, &prefix, &body, &[0xb5]].concat();
        let len = 8 * (data.len() - 1) + shape.bits as usize;
        let mut case = self.case.clone();
        (case.strings, case.out_bits) = (vec![Bits { data, len }], 8 * out);
        case.expected()
    }

    /// Messages of these shapes behind `begun` bytes that the hasher took before, the first of them for each of `counts`, with `out` bytes of
    /// output each. All buffers lie at pages that cannot be touched.
    #[track_caller]
    pub fn check(
        &self,
        begun: usize,
        out: usize,
        counts: impl IntoIterator<Item = usize>,
        shape: impl Fn(usize) -> Shape,
    ) {
        let counts: Vec<usize> = counts.into_iter().collect();
        let shapes: Vec<Shape> = (0..counts.iter().copied().max().unwrap_or(0)).map(shape).collect();
        let begun = message(begun, 5);
        let (mut places, mut outputs) = (BTreeMap::new(), BTreeMap::new());
        for (i, shape) in shapes.iter().enumerate() {
            let place = |data: &[u8]| Edge::of(data, Flush::turn(i + out));
            places.entry((shape.prefix, 8)).or_insert_with(|| place(&content(shape.prefix, 1)));
            let body = || place(&[&content(shape.body, 0)[..], if shape.bits > 0 { &[0xb5] } else { &[] }].concat());
            places.entry((shape.body, shape.bits)).or_insert_with(body);
            outputs.entry(*shape).or_insert_with(|| self.expected(&begun, *shape, out));
        }
        let expected: Vec<u8> = shapes.iter().flat_map(|shape| outputs[shape].iter().copied()).collect();
        let as_message = |(i, shape): (usize, &Shape)| {
            let body = &places[&(shape.body, shape.bits)][..];
            let (whole, last) = body.split_at(shape.body.0);
            // In the two ways to say it.
            let message = if i % 2 == 0 {
                Message::new(whole).with_last_bits(last.first().copied().unwrap_or(0xff), shape.bits)
            } else {
                Message::from_bits(body, 8 * whole.len() as u64 + u64::from(shape.bits))
            };
            Message { prefix: &places[&(shape.prefix, 8)], ..message.unwrap() }
        };
        let messages: Vec<_> = shapes.iter().enumerate().map(as_message).collect();
        for backend in choices(self.algorithm) {
            let mut options = self.case.options().unwrap();
            if let Some(backend) = backend {
                options = options.backend(backend);
            }
            let mut hasher = match Hasher::with_options(self.algorithm, options) {
                Ok(hasher) => hasher,
                // A form for several states has none for one.
                Err(Error::NoForm { .. }) if begun.is_empty() => {
                    Hasher::with_options(self.algorithm, self.case.options().unwrap()).unwrap()
                }
                Err(error) => panic!("{error}"),
            };
            hasher.update(&begun);
            for &count in &counts {
                let mut got = Edge::of(&vec![0x5a; out * count], Flush::turn(count));
                // By name, digests are whole.
                let is_whole = self.algorithm.has_any_length() || out == self.digest;
                if begun.is_empty() && is_whole {
                    self.algorithm.digest_many(options, &messages[..count], &mut got).unwrap();
                } else {
                    hasher.finalize_many(&messages[..count], out, &mut got).unwrap();
                }
                let wrong = (0..count).find(|i| got[i * out..][..out] != expected[i * out..][..out]);
                let what =
                    || format!("{} on {backend:?} behind {} bytes, {count} messages", self.algorithm, begun.len());
                assert!(wrong.is_none(), "{}: {wrong:?} of {:?}", what(), &shapes[..count]);
            }
        }
    }
}

/// As many bytes that no other pair of numbers has. Prefixes and bodies are different kinds.
fn content((len, i): (usize, usize), kind: u64) -> Vec<u8> {
    message(len, 2 * i as u64 + kind)
}
