//! Motorist in the plainest form (Keyak v2, sections 3 to 5), for the checksums of `testMotorist.c`: the full-state keyed duplex
//! is tested with them.
//!
//! A block of the Piston is what goes into the state between two permutations; the duplex permutes when its output is asked
//! for, so that the state here is always one permutation behind the document's.

use crate::support::{backends_for, hex};
use lanesum::Backend;
use lanesum::hazmat::{FullStateDuplex, Lane, Outer};

const TAG: usize = 16;
const CAPACITY: usize = 32;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Phase {
    Fresh,
    Crypted,
    EndOfCrypt,
    EndOfMessage,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Switch {
    Off,
    On,
}
use Switch::{Off, On};

struct Piston<W: Lane> {
    duplex: FullStateDuplex<W>,
    /// Rs and Ra.
    squeezing: usize,
    absorbing: usize,
}

impl<W: Lane> Piston<W> {
    fn new(backend: Backend) -> Self {
        let squeezing = 25 * W::BYTES - CAPACITY;
        let duplex = FullStateDuplex::with_backend(backend, squeezing, 12, &[]).unwrap();
        Self { duplex, squeezing, absorbing: 24 * W::BYTES }
    }

    /// Adds a number to one of the bytes after the absorbing part: 0 `EOM`, 1 `CryptEnd`, 2 `InjectStart`,
    /// 3 `InjectEnd`.
    fn stamp(&mut self, which: usize, number: usize) {
        self.duplex.inject(Outer::Add, self.absorbing + which, &[number as u8]).unwrap();
    }

    fn crypt(&mut self, input: &mut &[u8], omega: usize, unwrap: Switch) -> Vec<u8> {
        let (now, rest) = input.split_at(input.len().min(self.squeezing - omega));
        *input = rest;
        let mut out = vec![0; now.len()];
        self.duplex.read(omega, &mut out).unwrap();
        out.iter_mut().zip(now).for_each(|(out, now)| *out ^= now);
        match unwrap {
            Off => self.duplex.inject(Outer::Add, omega, now).unwrap(),
            On => self.duplex.inject(Outer::Overwrite, omega, now).unwrap(),
        }
        self.stamp(1, omega + now.len());
        out
    }

    fn inject(&mut self, data: &mut &[u8], crypting: Switch) {
        let omega = if crypting == On { self.squeezing } else { 0 };
        self.stamp(2, omega);
        let (now, rest) = data.split_at(data.len().min(self.absorbing - omega));
        *data = rest;
        self.duplex.inject(Outer::Add, omega, now).unwrap();
        self.stamp(3, omega + now.len());
    }

    fn spark(&mut self, end_of_message: Switch, tag: usize) {
        if end_of_message == On {
            self.stamp(0, if tag > 0 { tag } else { 255 });
        }
        self.duplex.squeeze(&mut []).unwrap();
    }

    fn tag(&self, len: usize) -> Vec<u8> {
        let mut tag = vec![0; len];
        self.duplex.read(0, &mut tag).unwrap();
        tag
    }
}

struct Motorist<W: Lane> {
    pistons: Vec<Piston<W>>,
    phase: Phase,
    offsets: Vec<usize>,
}

impl<W: Lane> Motorist<W> {
    /// With the start tag, if it is asked for.
    fn start(backend: Backend, pistons: usize, suv: &[u8], tag: Switch, forget: Switch) -> Self {
        let mut new = Self {
            pistons: (0..pistons).map(|_| Piston::new(backend)).collect(),
            phase: Phase::Fresh,
            offsets: vec![0; pistons],
        };
        new.inject_collective(suv, On);
        if forget == On {
            new.make_knot();
        }
        new.handle_tag(tag);
        new
    }

    fn spark(&mut self, end_of_message: Switch, tags: &[usize]) {
        for (piston, &tag) in self.pistons.iter_mut().zip(tags) {
            piston.spark(end_of_message, tag);
        }
        self.offsets = tags.to_vec();
    }

    fn crypt(&mut self, input: &mut &[u8], unwrap: Switch) -> Vec<u8> {
        assert!(self.phase == Phase::Fresh);
        let parts =
            self.pistons.iter_mut().zip(&self.offsets).map(|(piston, &omega)| piston.crypt(input, omega, unwrap));
        let out = parts.collect::<Vec<_>>().concat();
        self.phase = if input.is_empty() { Phase::EndOfCrypt } else { Phase::Crypted };
        out
    }

    fn inject(&mut self, metadata: &mut &[u8]) {
        let crypting = if self.phase == Phase::Fresh { Off } else { On };
        self.pistons.iter_mut().for_each(|piston| piston.inject(metadata, crypting));
        if self.phase == Phase::Crypted || !metadata.is_empty() {
            self.spark(Off, &vec![0; self.pistons.len()]);
            self.phase = Phase::Fresh;
        } else {
            self.phase = Phase::EndOfMessage;
        }
    }

    fn get_tags(&mut self, lengths: &[usize]) -> Vec<u8> {
        assert!(self.phase == Phase::EndOfMessage);
        self.spark(On, lengths);
        self.phase = Phase::Fresh;
        self.pistons.iter().zip(lengths).flat_map(|(piston, &len)| piston.tag(len)).collect()
    }

    fn inject_collective(&mut self, data: &[u8], diversify: Switch) {
        let count = self.pistons.len();
        let mut blocks: Vec<Vec<u8>> = vec![data.to_vec(); count];
        if diversify == On {
            for (i, block) in blocks.iter_mut().enumerate() {
                block.extend([count as u8, i as u8]);
            }
        }
        let mut left: Vec<&[u8]> = blocks.iter().map(|block| &block[..]).collect();
        while !left[0].is_empty() {
            for (piston, data) in self.pistons.iter_mut().zip(&mut left) {
                piston.inject(data, Off);
            }
            if !left[0].is_empty() {
                self.spark(Off, &vec![0; count]);
            }
        }
        self.phase = Phase::EndOfMessage;
    }

    fn make_knot(&mut self) {
        let tags = self.get_tags(&vec![CAPACITY; self.pistons.len()]);
        self.inject_collective(&tags, Off);
    }

    fn handle_tag(&mut self, tag: Switch) -> Vec<u8> {
        let mut lengths = vec![0; self.pistons.len()];
        if tag == On {
            lengths[0] = TAG;
        }
        self.get_tags(&lengths)
    }

    /// The output and the tag.
    fn wrap(&mut self, mut input: &[u8], mut metadata: &[u8], unwrap: Switch, forget: Switch) -> (Vec<u8>, Vec<u8>) {
        let mut out = Vec::new();
        if input.is_empty() && metadata.is_empty() {
            self.inject(&mut metadata);
        }
        while !input.is_empty() {
            out.extend(self.crypt(&mut input, unwrap));
            self.inject(&mut metadata);
        }
        while !metadata.is_empty() {
            self.inject(&mut metadata);
        }
        if self.pistons.len() > 1 || forget == On {
            self.make_knot();
        }
        (out, self.handle_tag(On))
    }
}

/// Byte i is p + 161 n - rol8(i, q) + i.
fn pattern(n: usize, p: usize, q: u32) -> Vec<u8> {
    (0..n).map(|i| (p + 161 * n + 256 - usize::from((i as u8).rotate_left(q)) + i) as u8).collect()
}

/// One object under test, its twin that unwraps, and the one that all its outputs go to.
struct Test<'a, W: Lane> {
    wrapping: Motorist<W>,
    unwrapping: Motorist<W>,
    sum: &'a mut Motorist<W>,
}

impl<W: Lane> Test<'_, W> {
    fn wrap(&mut self, metadata: &[u8], plaintext: &[u8], forget: Switch) {
        let (ciphertext, tag) = self.wrapping.wrap(plaintext, metadata, Off, forget);
        assert!(self.unwrapping.wrap(&ciphertext, metadata, On, forget) == (plaintext.to_vec(), tag.clone()));
        self.sum.wrap(&[], &tag, Off, Off);
        self.sum.wrap(&[], &ciphertext, Off, Off);
    }
}

fn begin<'a, W: Lane>(
    sum: &'a mut Motorist<W>,
    backend: Backend,
    suv: &[u8],
    (forget, tag): (Switch, Switch),
) -> Test<'a, W> {
    let new = || Motorist::start(backend, sum.pistons.len(), suv, tag, forget);
    Test { wrapping: new(), unwrapping: new(), sum }
}

fn checksum<W: Lane>(backend: Backend, pistons: usize) -> String {
    let mut sum = Motorist::<W>::start(backend, pistons, &[], Off, Off);
    let switches = [(Off, Off), (Off, On), (On, Off), (On, On)];
    for n in 0..=200 {
        for switch in switches {
            let mut test = begin(&mut sum, backend, &pattern(n, n + 0x21, 3), switch);
            test.wrap(b"ABC", b"DEF", Off);
        }
    }
    for m in 0..=200 * pistons {
        for a in [0, 1, 28, 24 * pistons - 1, 24 * pistons, 24 * pistons + 1] {
            for switch in switches {
                let mut test = begin(&mut sum, backend, &pattern(40, 40 + 0x32, 4), switch);
                test.wrap(&pattern(a, 0xab + m, 3), &pattern(m, 0xcd + a, 4), switch.0);
                test.wrap(&pattern(a, 0xcd + m, 3), &pattern(m, 0xef + a, 4), switch.0);
            }
        }
    }
    for a in 0..=200 * pistons {
        for m in [0, 1, 68, 168 * pistons - 1, 168 * pistons, 168 * pistons + 1] {
            for switch in switches {
                let mut test = begin(&mut sum, backend, &pattern(40, 40 + 0x43, 4), switch);
                test.wrap(&pattern(a, 0x01 + m, 5), &pattern(m, 0x23 + a, 6), switch.0);
                test.wrap(&pattern(a, 0x45 + m, 5), &pattern(m, 0x67 + a, 6), switch.0);
            }
        }
    }
    for n in 32..=35 {
        for switch in switches {
            let mut test = begin(&mut sum, backend, &pattern(n, n + 0x12, 1), switch);
            let mut a = 0;
            while a <= 600 {
                let mut m = 0;
                while m <= 800 {
                    test.wrap(&pattern(a, 0x34 + m, 3), &pattern(m, 0x45 + a, 4), switch.0);
                    m += if n > 32 { 800 } else { m / 2 + 1 + a };
                }
                a += if n > 32 { 600 } else { a / 3 + 1 };
            }
        }
    }
    hex(&sum.wrap(&[], &[], Off, Off).1)
}

#[test]
fn the_checksums_of_motorist() {
    for backend in backends_for::<u32>() {
        assert_eq!(checksum::<u32>(backend, 1), "4862c79b33b8d0ea9d1855a04aff61cf", "{backend}");
    }
    for backend in backends_for::<u64>() {
        assert_eq!(checksum::<u64>(backend, 1), "fb916361d49ba40dd1e4a4d758b90461", "{backend}");
    }
    // More pistons are no other duplex.
    assert_eq!(checksum::<u64>(Backend::Portable, 2), "8cb4281e45ef1ebc7e6716a8d174c243");
}
