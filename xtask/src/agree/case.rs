//! A case: a function, a backend, a shape, messages and the length of the output, all from a seed and a number.

use std::ops::Range;
use std::sync::LazyLock;

use lanesum::{Algorithm, Backend};

/// What can be asked for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Function {
    pub(crate) name: &'static str,
    pub(crate) what: What,
    /// Bytes of output; none if the caller chooses.
    pub(crate) bytes: Option<usize>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum What {
    Algorithm(Algorithm),
    /// With the parameters of the bench, which its rivals have.
    CShake(Bits),
    Kmac(Bits),
    TupleHash(Bits),
    ParallelHash(Bits),
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Bits {
    B128,
    B256,
}

/// All of them.
pub(crate) static FUNCTIONS: LazyLock<Vec<Function>> = LazyLock::new(|| {
    let plain = |&algorithm: &Algorithm| Function {
        name: algorithm.name(),
        what: What::Algorithm(algorithm),
        bytes: (!algorithm.is_xof()).then_some(algorithm.digest_bits() / 8),
    };
    let derived = [
        ("cshake128", What::CShake(Bits::B128)),
        ("cshake256", What::CShake(Bits::B256)),
        ("kmac128", What::Kmac(Bits::B128)),
        ("kmac256", What::Kmac(Bits::B256)),
        ("tuplehash128", What::TupleHash(Bits::B128)),
        ("tuplehash256", What::TupleHash(Bits::B256)),
        ("parallelhash128", What::ParallelHash(Bits::B128)),
        ("parallelhash256", What::ParallelHash(Bits::B256)),
    ];
    let derived = derived.map(|(name, what)| Function { name, what, bytes: None });
    Algorithm::PLAIN.iter().map(plain).chain(derived).collect()
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
    pub(crate) function: Function,
    /// None: the plan's.
    pub(crate) backend: Option<Backend>,
    pub(crate) shape: Shape,
    /// In the data. Behind a common prefix, all begin at the same place.
    pub(crate) messages: Vec<Range<usize>>,
    pub(crate) out: usize,
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

/// What all messages of a seed are pieces of.
pub(crate) fn data(seed: u64, bytes: usize) -> Vec<u8> {
    let mut random = Random(seed);
    (0..bytes / 8).flat_map(|_| random.next().to_le_bytes()).collect()
}

impl Case {
    pub(crate) fn new(seed: u64, number: u64, data_bytes: usize) -> Self {
        let mut random = Random(seed ^ number.wrapping_mul(0xd6e8_feb8_6659_fd93));
        let function = random.of(&FUNCTIONS);
        let backends = match function.what {
            What::Algorithm(algorithm) => algorithm.backends(),
            _ => Algorithm::Shake128.backends(),
        };
        let here: Vec<_> = backends.iter().copied().filter(|backend| backend.is_available()).collect();
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
        let out = function
            .bytes
            .unwrap_or_else(|| random.of(&[8, 32, 64, 136, 168, 169]) + random.below(4) / 3 * random.below(500));
        Self { function, backend, shape, messages, out }
    }
}
