//! A case: a function, a backend, a shape, messages, the length of the output and BLAKE2's parameters, all from a seed and a number.

use std::ops::Range;
use std::sync::LazyLock;

use lanesum::{Algorithm, Backend, Parameter};

/// The functions of the cases. Without [`Parameters`], those of SP 800-185 have the parameters of the bench, which its rivals have, too.
pub(crate) static FUNCTIONS: LazyLock<Vec<Algorithm>> = LazyLock::new(|| {
    // The derived functions in the form with the length bound, which others have.
    let has_peers = |algorithm: &Algorithm| {
        !algorithm.is_derived() || !algorithm.is_xof() || algorithm.takes(Parameter::FunctionName)
    };
    Algorithm::ALL.iter().copied().filter(has_peers).collect()
});

/// How the messages are given.
#[derive(Clone, Debug)]
pub(crate) enum Shape {
    /// One by one, each cut at these places, modulo its length.
    Pieces(Vec<usize>),
    /// In one call.
    Batch,
    /// In one call, on several threads.
    Threads,
    /// In one call, after this many bytes that all have in common.
    After(usize),
}

#[derive(Clone, Debug)]
pub(crate) struct Case {
    pub(crate) function: Algorithm,
    /// None: the plan's.
    pub(crate) backend: Option<Backend>,
    pub(crate) shape: Shape,
    /// In the data. Behind a common prefix, all begin at the same place.
    pub(crate) messages: Vec<Range<usize>>,
    pub(crate) out: usize,
    pub(crate) parameters: Option<Parameters>,
}

/// The inputs of BLAKE2b, BLAKE2s, cSHAKE, KMAC or `TupleHash` beside the message: ranges of the data, some of them empty. Only the peer has
/// them.
#[derive(Clone, Debug)]
pub(crate) struct Parameters {
    pub(crate) key: Range<usize>,
    pub(crate) salt: Range<usize>,
    /// The personalisation, or the customization string.
    pub(crate) custom: Range<usize>,
}

/// `SplitMix64` (Steele, Lea, Flood 2014).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }

    fn of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())]
    }

    /// Mostly short; around ends of blocks and of chunks; seldom long.
    fn length(&mut self) -> usize {
        match self.below(200) {
            0 => self.below(100_000),
            1..4 => 8192 * (1 + self.below(3)) + self.below(3) - 1,
            4..10 => self.below(3000),
            10..80 => self.of(&[64, 72, 104, 128, 136, 144, 168]) * (1 + self.below(3)) + self.below(19) - 17,
            _ => self.below(200),
        }
    }
}

/// The data that all messages of a seed are pieces of.
pub(crate) fn data(seed: u64, bytes: usize) -> Vec<u8> {
    let mut random = Random(seed);
    (0..bytes / 8).flat_map(|_| random.next().to_le_bytes()).collect()
}

impl Case {
    pub(crate) fn new(seed: u64, number: u64, data_bytes: usize) -> Self {
        let mut random = Random(seed ^ number.wrapping_mul(0xd6e8_feb8_6659_fd93));
        let function = random.of(&FUNCTIONS);
        let here: Vec<_> = function.backends().iter().copied().filter(|backend| backend.is_available()).collect();
        let backend = (random.below(4) > 0).then(|| random.of(&here));
        let count = 1 + random.of(&[0, 1, 3, 7, 8, 16, 30]);
        let start = random.below(data_bytes / 2);
        let shape = match random.below(8) {
            0..3 => Shape::Pieces((0..random.below(5)).map(|_| random.below(1 << 20)).collect()),
            3..6 => Shape::Batch,
            6 => Shape::After(random.length()),
            _ => Shape::Threads,
        };
        let alike = random.below(4) == 0;
        let first = random.length();
        let messages = (0..count).map(|_| {
            let (prefix, start) = match shape {
                Shape::After(prefix) => (prefix, start),
                _ => (0, random.below(data_bytes / 2)),
            };
            start..start + prefix + if alike { first } else { random.length() }
        });
        let messages = messages.collect();
        let mut out = if function.has_any_length() {
            random.of(&[8, 32, 64, 136, 168, 169]) + random.below(4) / 3 * random.below(500)
        } else {
            function.digest_bits() / 8
        };
        // Drawn last: the rest of a case stays what it was.
        let is_blake2 = matches!(function, Algorithm::Blake2b | Algorithm::Blake2s);
        // pycryptodome has no ParallelHash.
        let is_derived = function.is_derived() && !function.takes(Parameter::BlockBytes);
        let has_parameters = (is_blake2 || is_derived) && random.below(2) == 0;
        let parameters = has_parameters.then(|| {
            let mut draw = |least: usize, most: usize| {
                // The shortest, any length, or the longest.
                let bytes = [least, least + random.below(most - least + 1), most][random.below(3)];
                let start = random.below(data_bytes / 2);
                start..start + bytes
            };
            let salt_bytes = function.salt_bytes();
            if is_blake2 {
                Parameters { key: draw(0, 4 * salt_bytes), salt: draw(0, salt_bytes), custom: draw(0, salt_bytes) }
            } else {
                // It refuses shorter keys of KMAC256.
                let key = if function.needs_key() { draw(32, 400) } else { 0..0 };
                Parameters { key, salt: 0..0, custom: draw(0, 400) }
            }
        });
        if is_blake2 && parameters.is_some() {
            out = 1 + random.below(out);
        }
        Self { function, backend, shape, messages, out, parameters }
    }
}
