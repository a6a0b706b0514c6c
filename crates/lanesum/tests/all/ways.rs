//! All functions through all ways to call them. A [`Case`] is a function with what it takes and a message; [`check`] hashes it by name, by
//! type and in one call, in pieces, saved and restored, after a reset and in a batch, on every backend, and compares with the reference.

use crate::bits::Bits;
pub use crate::case::Case;
use crate::support::guard::{Edge, Flush};
use crate::support::{backends_of, bytes_of, hex};
use lanesum::digest::common::hazmat::SerializableState;
use lanesum::digest::{ExtendableOutput, FixedOutputReset, Reset, Update};
use lanesum::strengths::{Bits128, Bits256};
use lanesum::{
    Algorithm, Backend, BitOrder, BitStr, Blake3, Blake3Mode, CShake, Domain, Error, FixedFunction, FixedHash, Hasher,
    Kmac, Kt, Message, ParallelHash, Strength, TupleHash, TurboShake, Xof, XofFunction, functions,
};
use reference::BitString;
use std::collections::BTreeMap;

/// The results of a run: outputs with the ways that led to them; states that were saved after the first third of the message (0) and before
/// each string (from 1 on).
#[derive(Default)]
struct Seen {
    outputs: Vec<(&'static str, Vec<u8>)>,
    saved: Vec<(usize, Vec<u8>)>,
}

/// A function of one call, from bits to bits.
type InBits = fn(&[u8], u64, &mut [u8], u64) -> Result<(), Error>;

/// The functions of SP 800-185.
pub fn derived() -> impl Iterator<Item = Algorithm> {
    Algorithm::ALL.iter().copied().filter(|algorithm| algorithm.is_derived())
}

/// Checks a case on every backend by name, and on those that the library chooses.
#[track_caller]
pub fn check(case: &Case) {
    compare(case, 0, &case.expected());
}

/// Compares the bytes of output from `from` on with what they should be.
#[track_caller]
pub fn compare(case: &Case, from: usize, expected: &[u8]) {
    let mut saved = BTreeMap::<usize, Vec<u8>>::new();
    for backend in backends_of(case.algorithm).into_iter().map(Some).chain([None]) {
        let mut seen = Seen::default();
        case.by_name(backend, &mut seen);
        case.by_type(backend, &mut seen);
        assert!(!seen.outputs.is_empty() || backend.is_some(), "no way to hash {case:.200?}");
        for (way, output) in seen.outputs {
            let output = &output[from..from + expected.len()];
            assert_eq!(hex(output), hex(expected), "{way}, {backend:?}: {case:.300?}");
        }
        for (place, state) in seen.saved {
            let same = saved.entry(place).or_insert_with(|| state.clone());
            assert!(state == *same, "{backend:?}: saved states differ: {case:.300?}");
        }
    }
}

/// Restores a state, which is then saved as the same bytes.
fn through<T: SerializableState>(hasher: &T, place: usize, seen: &mut Seen) -> T {
    let saved = hasher.serialize();
    let restored = T::deserialize(&saved).expect("what was saved is accepted");
    assert!(restored.serialize()[..] == saved[..]);
    seen.saved.push((place, saved.to_vec()));
    restored
}

impl Case {
    /// The whole message in bytes, and its number of bits; the spare bits of the last byte are set.
    fn joined(&self) -> (Edge, usize) {
        let (data, bits) = self.in_bytes();
        (Edge::of(&data, Flush::turn(bits / 8)), bits)
    }

    fn in_bytes(&self) -> (Vec<u8>, usize) {
        if let Some(strings) = self.strings.iter().map(Bits::whole).collect::<Option<Vec<_>>>() {
            let data = strings.concat();
            let bits = 8 * data.len();
            return (data, bits);
        }
        let all: BitString = self.bit_strings().iter().flat_map(|bits| bits.as_slice().iter().copied()).collect();
        let mut data = bytes_of(self.algorithm, &all);
        if let (Some(last), spare @ 1..) = (data.last_mut(), all.len() % 8) {
            *last |= if self.algorithm.bit_order() == BitOrder::LowestFirst { 0xff << spare } else { 0xff >> spare };
        }
        (data, all.len())
    }

    fn is(&self, name: &str) -> bool {
        self.algorithm.name().starts_with(name)
    }

    /// A function of SP 800-185 whose output depends on its length.
    fn is_bound(&self) -> bool {
        !self.algorithm.is_xof() && derived().any(|algorithm| algorithm == self.algorithm)
    }

    /// `out_bits` bits in two reads, the first of whole bytes, beside bytes that must stay as they are.
    fn read(&self, mut read: impl FnMut(&mut [u8], u64)) -> Vec<u8> {
        let (cut, len) = (self.out_bits / 16, self.out_bits.div_ceil(8));
        let mut first = Edge::new(cut, Flush::turn(cut));
        read(&mut first, 8 * cut as u64);
        let mut out = Edge::of(&vec![0xa5; len - cut + 3], Flush::End);
        read(&mut out, (self.out_bits - 8 * cut) as u64);
        let (rest, behind) = out.split_at(len - cut);
        assert_eq!(behind, [0xa5; 3], "bytes behind the output");
        [&first, rest].concat()
    }

    /// All of the output in one call that writes bytes.
    fn bytes(&self, write: impl FnOnce(&mut [u8])) -> Option<Vec<u8>> {
        self.out_bits.is_multiple_of(8).then(|| {
            let mut out = Edge::new(self.out_bits / 8, Flush::turn(self.strings.len() + self.out_bits / 8));
            write(&mut out);
            out.to_vec()
        })
    }

    fn bits(&self, write: impl FnOnce(&mut [u8], u64) -> Result<(), Error>) -> Vec<u8> {
        let mut out = Edge::new(self.out_bits.div_ceil(8), Flush::turn(self.out_bits));
        write(&mut out, self.out_bits as u64).unwrap();
        out.to_vec()
    }

    fn by_name(&self, backend: Option<Backend>, seen: &mut Seen) {
        let algorithm = self.algorithm;
        let is_tuple = self.is("tuplehash");
        if is_tuple && self.strings.iter().any(|string| string.whole().is_none()) {
            return;
        }
        let Some(options) = self.options() else { return };
        let options = backend.map_or(options, |backend| options.backend(backend));
        let mut hasher = match Hasher::with_options(algorithm, options) {
            Ok(hasher) => hasher,
            // A form for several states has none for one.
            Err(Error::NoForm { .. }) if backend.is_some() => return,
            Err(error) => panic!("{algorithm} on {backend:?}: {error}"),
        };
        let (data, bits) = self.joined();
        let (body, tail) = (&data[..bits / 8], (bits % 8) as u32);
        let last = data.get(bits / 8).copied().unwrap_or(0);
        let (head, rest) = body.split_at(body.len() / 3);
        let [head, rest] = &[head, rest].map(|piece| Edge::of(piece, Flush::turn(bits / 8 + 1)));
        let (first, later) = self.strings.split_at(self.strings.len() / 3);
        let fill = |hasher: &mut Hasher, piece: &[u8], strings: &[Bits]| {
            if !is_tuple {
                hasher.update(piece);
                return hasher.update(&[]);
            }
            for string in strings {
                let pieces =
                    |take: &mut dyn FnMut(&[u8]) -> Result<(), Error>| string.data.chunks(33).try_for_each(take);
                hasher.update_in_pieces(string.data.len() as u64, pieces).unwrap();
            }
        };
        hasher.update(b"to be forgotten");
        hasher.reset();
        fill(&mut hasher, head, first);
        let begun = hasher.clone();
        let saved = hasher.to_bytes();
        let mut restored = Hasher::from_bytes(&saved).unwrap();
        if restored.algorithm() != algorithm {
            restored.end_as(algorithm).unwrap();
        }
        assert!(restored.to_bytes() == saved);
        seen.saved.push((0, saved));
        for (way, mut hasher) in [("Hasher", hasher), ("Hasher, restored", restored)] {
            fill(&mut hasher, rest, later);
            let mut reader = match (self.is_bound(), tail) {
                (true, 0) => hasher.finalize_in_pieces_reset(self.out_bits as u64).unwrap(),
                (true, _) if self.out_bits != algorithm.digest_bits() => continue,
                _ => hasher.finalize_with_last_bits(last, tail).unwrap(),
            };
            seen.outputs.push((way, self.read(|out, bits| reader.read_bits(out, bits).unwrap())));
        }
        if is_tuple && self.strings.len() != 1 {
            return;
        }
        let bytes = self.out_bits / 8;
        let all = Message::prefixed(head, rest).with_last_bits(last, tail).unwrap();
        let batch = [all, Message::prefixed(b"an", b"other"), all];
        let mut digests = [vec![0xa5; 3 * bytes], vec![0xa5; 3 * bytes]];
        // Long ones are for `batches`.
        if self.out_bits.is_multiple_of(8) && body.len() <= 20_000 {
            let fresh = Hasher::with_options(algorithm, options).unwrap();
            let is_whole = algorithm.has_any_length() || bytes == lanesum::DigestMany::digest_bytes(&fresh);
            let by_name = is_whole.then(|| algorithm.digest_many(options, &batch, &mut digests[0]));
            by_name.unwrap_or_else(|| fresh.finalize_many(&batch, bytes, &mut digests[0])).unwrap();
            seen.outputs.push(("digest_many", digests[0][..bytes].to_vec()));
            seen.outputs.push(("digest_many, the third", digests[0][2 * bytes..].to_vec()));
            if !is_tuple {
                let behind = [Message::new(rest).with_last_bits(last, tail).unwrap(); 3];
                begun.finalize_many(&behind, bytes, &mut digests[1]).unwrap();
                seen.outputs.push(("finalize_many", digests[1][bytes..2 * bytes].to_vec()));
            }
        }
        if tail == 0 {
            let digest = self.bytes(|out| algorithm.digest(options, body, out).unwrap());
            seen.outputs.extend(digest.map(|out| ("digest", out)));
        }
    }

    fn by_type(&self, backend: Option<Backend>, seen: &mut Seen) {
        macro_rules! types {
            (: $($name:ident $bytes:ident $bits:ident;)*) => {
                match self.algorithm {
                    $( Algorithm::$name => {
                        self.fixed::<functions::$name>(backend, seen);
                        if backend.is_none() && self.salt.is_empty() && self.out_bits == self.algorithm.digest_bits() {
                            let (data, bits) = self.joined();
                            seen.outputs.push(("one call", lanesum::$bits(&data, bits as u64).unwrap().to_vec()));
                            if bits.is_multiple_of(8) {
                                seen.outputs.push(("one call", lanesum::$bytes(&data).to_vec()));
                            }
                        }
                    } )*
                    Algorithm::Shake128 => self.xof::<functions::Shake128>(backend, seen, lanesum::shake128, lanesum::shake128_bits),
                    Algorithm::Shake256 => self.xof::<functions::Shake256>(backend, seen, lanesum::shake256, lanesum::shake256_bits),
                    Algorithm::Blake2b => self.fixed::<functions::Blake2b>(backend, seen),
                    Algorithm::Blake2s => self.fixed::<functions::Blake2s>(backend, seen),
                    Algorithm::Blake2bp => self.fixed::<functions::Blake2bp>(backend, seen),
                    Algorithm::Blake2sp => self.fixed::<functions::Blake2sp>(backend, seen),
                    Algorithm::Blake3 => self.blake3(backend, seen),
                    _ if self.algorithm.name().ends_with("128") => self.of_strength::<Bits128>(backend, seen),
                    _ => self.of_strength::<Bits256>(backend, seen),
                }
            };
        }
        with_fixed!(types);
        if backend.is_none() {
            self.in_one_call(seen);
        }
    }

    /// A hasher that has been used and reset, and then filled; saved in between.
    fn filled<T: SerializableState + Clone + Update + Reset>(&self, mut hasher: T, seen: &mut Seen) -> [T; 2] {
        let fresh = hasher.serialize();
        hasher.update(b"to be forgotten");
        hasher.reset();
        assert!(hasher.serialize() == fresh, "{}: not as new", self.algorithm);
        let (data, bits) = self.joined();
        let (head, rest) = data[..bits / 8].split_at(bits / 8 / 3);
        hasher.update(head);
        let mut restored = through(&hasher, 0, seen);
        hasher.update(rest);
        restored.update(rest);
        [hasher, restored]
    }

    fn fixed<F: FixedFunction>(&self, backend: Option<Backend>, seen: &mut Seen) {
        let (data, bits) = self.joined();
        let tail = (bits % 8) as u32;
        let has_parameters = !self.salt.is_empty() || self.digest_bytes.is_some() || self.key.len + self.custom.len > 0;
        if has_parameters || self.out_bits != self.algorithm.digest_bits() {
            return;
        }
        let hasher = match backend {
            Some(backend) => FixedHash::<F>::with_backend(backend).unwrap(),
            None => FixedHash::<F>::default(),
        };
        assert!(backend.is_none_or(|backend| backend == hasher.backend()));
        for mut hasher in self.filled(hasher, seen) {
            let last = data.get(bits / 8).copied().unwrap_or(0);
            seen.outputs.push(("type", hasher.clone().finalize_with_last_bits(last, tail).unwrap().to_vec()));
            if tail == 0 {
                seen.outputs.push(("type", hasher.finalize_fixed_reset().to_vec()));
                seen.outputs.push(("type, reset", hasher.chain(&data).finalize_fixed_reset().to_vec()));
            }
        }
    }

    fn xof<F: XofFunction>(
        &self,
        backend: Option<Backend>,
        seen: &mut Seen,
        one_call: fn(&[u8], &mut [u8]),
        one_call_bits: InBits,
    ) {
        let (data, bits) = self.joined();
        let hasher = match backend {
            Some(backend) => Xof::<F>::with_backend(backend).unwrap(),
            None => Xof::<F>::default(),
        };
        for hasher in self.filled(hasher, seen) {
            let last = data.get(bits / 8).copied().unwrap_or(0);
            let mut reader = hasher.finalize_xof_with_last_bits(last, (bits % 8) as u32).unwrap();
            seen.outputs.push(("type", self.read(|out, bits| reader.read_bits(out, bits).unwrap())));
        }
        seen.outputs.push(("one call", self.bits(|out, out_bits| one_call_bits(&data, bits as u64, out, out_bits))));
        if bits.is_multiple_of(8) {
            seen.outputs.extend(self.bytes(|out| one_call(&data, out)).map(|out| ("one call", out)));
        }
    }

    fn blake3(&self, backend: Option<Backend>, seen: &mut Seen) {
        let (data, _) = self.joined();
        let mode = match self.key.data.first_chunk() {
            Some(key) => Blake3Mode::Keyed(key),
            None if self.custom.len == 0 => Blake3Mode::Hash,
            None => Blake3Mode::DeriveKey(str::from_utf8(&self.custom.data).unwrap()),
        };
        let new = |backend| Blake3::with_backend(backend, mode).unwrap();
        let mut hasher = backend.map_or_else(|| Blake3::with_mode(mode), new);
        hasher.update(b"to be forgotten");
        hasher.reset();
        hasher.update(&data);
        seen.outputs.extend(self.bytes(|out| hasher.finalize_xof_into(out)).map(|out| ("type", out)));
    }

    fn of_strength<S: Strength>(&self, backend: Option<Backend>, seen: &mut Seen) {
        let bits = self.out_bits as u64;
        let (custom, name, key) = (self.custom.ours(), self.name.ours(), self.key.ours());
        let xof = self.algorithm.is_xof();
        let ours = || self.strings.iter().map(Bits::ours);
        // The strings, with a saved state between them, and the output in both forms.
        macro_rules! in_bits {
            ($hasher:ident, $append:ident) => {
                for (i, string) in ours().enumerate() {
                    $hasher = through(&$hasher, 1 + i, seen);
                    $hasher.$append(string);
                }
                let mut reader =
                    if xof { $hasher.clone().finalize_xof() } else { $hasher.clone().finalize_in_pieces(bits) };
                seen.outputs.push(("type, in bits", self.read(|out, bits| reader.read_bits(out, bits).unwrap())));
                if !xof {
                    seen.outputs.push(("type, in bits", self.bits(|out, bits| $hasher.finalize_bits_to(out, bits))));
                }
            };
        }
        if self.is("turboshake") {
            let domain = Domain::new(self.domain).unwrap();
            let hasher = backend.map(|backend| TurboShake::<S>::with_backend(backend, domain).unwrap());
            for hasher in self.filled(hasher.unwrap_or_else(|| TurboShake::new(domain)), seen) {
                seen.outputs.extend(self.bytes(|out| hasher.finalize_xof_into(out)).map(|out| ("type", out)));
            }
        } else if self.is("kt") {
            let Some(custom) = self.custom.whole() else { return };
            let hasher = backend.map(|backend| Kt::<S>::with_backend(backend, custom).unwrap());
            let mut hasher = hasher.unwrap_or_else(|| Kt::new(custom));
            hasher.update(b"to be forgotten");
            hasher.reset();
            self.strings.iter().for_each(|string| hasher.update(&string.data));
            let held = hasher.clone();
            seen.outputs.extend(self.bytes(|out| held.finalize_xof_into(out)).map(|out| ("type", out)));
            let mut reader = hasher.finalize_customized(custom);
            seen.outputs
                .push(("type, customized at the end", self.read(|out, bits| reader.read_bits(out, bits).unwrap())));
        } else if self.is("cshake") {
            let hasher = backend.map(|backend| CShake::<S>::with_backend(backend, name, custom).unwrap());
            let mut hasher = hasher.unwrap_or_else(|| CShake::new(name, custom));
            if self.joined().1.is_multiple_of(8) {
                let [hasher, _] = self.filled(hasher.clone(), seen);
                let mut reader = hasher.finalize_xof();
                seen.outputs.push(("type", self.read(|out, bits| reader.read_bits(out, bits).unwrap())));
            }
            for (i, string) in ours().enumerate() {
                hasher = through(&hasher, 1 + i, seen);
                hasher.update_bits(string);
            }
            let mut reader = hasher.finalize_xof();
            seen.outputs.push(("type, in bits", self.read(|out, bits| reader.read_bits(out, bits).unwrap())));
        } else if self.is("kmac") {
            let hasher = backend.map(|backend| <Kmac<S>>::with_backend(backend, key, custom).unwrap());
            let mut hasher = hasher.unwrap_or_else(|| Kmac::with_customization(key, custom));
            // By name, the same bytes are saved.
            if self.joined().1.is_multiple_of(8) {
                self.filled(hasher.clone(), seen);
            }
            in_bits!(hasher, update_bits);
        } else if self.is("tuplehash") {
            let hasher = backend.map(|backend| TupleHash::<S>::with_backend(backend, custom).unwrap());
            let mut hasher = hasher.unwrap_or_else(|| TupleHash::new(custom));
            hasher.push("to be forgotten");
            hasher.reset();
            in_bits!(hasher, push);
        } else {
            let block = self.block_bytes as u64;
            let hasher = backend.map(|backend| <ParallelHash<S>>::with_backend(backend, block, custom).unwrap());
            let mut hasher = hasher.unwrap_or_else(|| ParallelHash::new(block, custom).unwrap());
            if self.joined().1.is_multiple_of(8) {
                self.filled(hasher.clone(), seen);
            }
            hasher.update_bits(BitStr::from_bits(&[1], 1).unwrap());
            hasher.reset();
            in_bits!(hasher, update_bits);
        }
    }

    /// The functions of one call that have inputs beside the message.
    fn in_one_call(&self, seen: &mut Seen) {
        let (data, bits) = self.joined();
        let m = BitStr::from_bits(&data, bits as u64).unwrap();
        let (n, s, k, b) = (self.name.ours(), self.custom.ours(), self.key.ours(), self.block_bytes as u64);
        let strings = || self.strings.iter().map(Bits::ours).collect::<Vec<_>>();
        macro_rules! calls {
            ($($name:ident $bytes:ident($($argument:expr),*);)*) => {
                match self.algorithm {
                    $( Algorithm::$name => self.bytes(|out| {
                        let _ = lanesum::$bytes($($argument,)* out);
                    }), )*
                    _ => None,
                }
            };
        }
        let has_inputs = self.key.len + self.custom.len > 0 || !self.salt.is_empty();
        let is_default = self.digest_bytes.is_none() && !has_inputs;
        let all = match self.algorithm {
            Algorithm::Blake2b if is_default => lanesum::blake2b::<64>(&data).to_vec(),
            Algorithm::Blake2s if is_default => lanesum::blake2s::<32>(&data).to_vec(),
            Algorithm::Blake3 if is_default => lanesum::blake3(&data).to_vec(),
            _ => Vec::new(),
        };
        if 8 * all.len() == self.out_bits {
            seen.outputs.push(("one call", all));
        }
        let out = calls! {
            TurboShake128 turboshake128(&data, Domain::new(self.domain).unwrap());
            TurboShake256 turboshake256(&data, Domain::new(self.domain).unwrap());
            Kt128 kt128(&data, &self.custom.data);
            Kt256 kt256(&data, &self.custom.data);
            CShake128 cshake128(m, n, s);
            CShake256 cshake256(m, n, s);
            Kmac128 kmac128(k, m, s);
            Kmac256 kmac256(k, m, s);
            KmacXof128 kmacxof128(k, m, s);
            KmacXof256 kmacxof256(k, m, s);
            TupleHash128 tuplehash128(strings(), s);
            TupleHash256 tuplehash256(strings(), s);
            TupleHashXof128 tuplehashxof128(strings(), s);
            TupleHashXof256 tuplehashxof256(strings(), s);
            ParallelHash128 parallelhash128(m, b, s);
            ParallelHash256 parallelhash256(m, b, s);
            ParallelHashXof128 parallelhashxof128(m, b, s);
            ParallelHashXof256 parallelhashxof256(m, b, s);
        };
        seen.outputs.extend(out.map(|out| ("one call", out)));
        let out = match self.algorithm {
            Algorithm::CShake128 => self.bits(|out, bits| lanesum::cshake128_bits(m, n, s, out, bits)),
            Algorithm::CShake256 => self.bits(|out, bits| lanesum::cshake256_bits(m, n, s, out, bits)),
            Algorithm::Kmac128 => self.bits(|out, bits| lanesum::kmac128_bits(k, m, s, out, bits)),
            Algorithm::Kmac256 => self.bits(|out, bits| lanesum::kmac256_bits(k, m, s, out, bits)),
            Algorithm::TupleHash128 => self.bits(|out, bits| lanesum::tuplehash128_bits(strings(), s, out, bits)),
            Algorithm::TupleHash256 => self.bits(|out, bits| lanesum::tuplehash256_bits(strings(), s, out, bits)),
            Algorithm::ParallelHash128 => self.bits(|out, bits| lanesum::parallelhash128_bits(m, b, s, out, bits)),
            Algorithm::ParallelHash256 => self.bits(|out, bits| lanesum::parallelhash256_bits(m, b, s, out, bits)),
            _ => return,
        };
        seen.outputs.push(("one call, in bits", out));
    }
}
