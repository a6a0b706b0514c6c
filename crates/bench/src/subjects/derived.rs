//! The functions of SP 800-185. Each has rows with one setting, which rivals share: no function name and [`CUSTOMIZATION`] for
//! cSHAKE, which is SHAKE otherwise; a key of 32 bytes ([`KEY`]) for KMAC; a tuple of one string for `TupleHash`; blocks of
//! [`BLOCK_BYTES`] bytes for `ParallelHash`. The last three are not customized.

use lanesum::digest::{ExtendableOutput, Update};
use lanesum::{Algorithm, Backend, Strength, strengths};
use measure::trials::{Case, Contender, Failed, Hash, Input, Kind, LANESUM, Work};

use super::counts::{on_each, per_byte, permutations, width_for};
use crate::limits::Limits;

/// The customization string of cSHAKE.
pub const CUSTOMIZATION: &str = "lanesum-bench";
/// The key of KMAC.
pub const KEY: &[u8; 32] = b"0123456789abcdef0123456789abcdef";
/// Bytes of a block of `ParallelHash`.
pub const BLOCK_BYTES: usize = 8192;

/// What is built on Keccak\[c\].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Construction {
    /// Section 3.
    CShake,
    /// Section 4.
    Kmac,
    /// Section 5.
    TupleHash,
    /// Section 6.
    ParallelHash,
}

/// A function that has rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Derived {
    /// As in the rows.
    pub name: &'static str,
    /// Which it is.
    pub construction: Construction,
    /// Of the same strength: the rate and the length of the output are its.
    pub shake: Algorithm,
}

/// Those that have rows.
pub const DERIVED: &[Derived] = &{
    use Algorithm::{Shake128, Shake256};
    use Construction::{CShake, Kmac, ParallelHash, TupleHash};
    const fn of(name: &'static str, construction: Construction, shake: Algorithm) -> Derived {
        Derived { name, construction, shake }
    }
    [
        of("cshake128", CShake, Shake128),
        of("cshake256", CShake, Shake256),
        of("kmac128", Kmac, Shake128),
        of("kmac256", Kmac, Shake256),
        of("tuplehash128", TupleHash, Shake128),
        of("tuplehash256", TupleHash, Shake256),
        of("parallelhash128", ParallelHash, Shake128),
        of("parallelhash256", ParallelHash, Shake256),
    ]
};

impl Derived {
    /// The one of this name.
    pub fn of(name: &str) -> Option<Self> {
        DERIVED.iter().copied().find(|derived| derived.name == name)
    }

    /// Bytes of its output.
    pub const fn output_bytes(self) -> usize {
        self.shake.digest_bits() / 8
    }

    pub(super) fn contenders<'a>(self, case: &Case, input: &'a Input, limits: &Limits) -> Vec<Contender<'a>> {
        on_each(case, self.forms(), |backend| self.contender(case, input, limits, backend))
    }

    /// The backends that take one message: of `ParallelHash` all, as its blocks are many.
    pub fn forms(self) -> impl Iterator<Item = Backend> {
        let takes_one = move |backend: &Backend| {
            self.construction == Construction::ParallelHash || self.shake.widths(*backend).contains(&1)
        };
        self.shake.backends().iter().copied().filter(takes_one)
    }

    /// One message after the other, as there are no batches of these functions: on one backend, or on what the dispatch chooses.
    pub fn contender<'a>(
        self,
        case: &Case,
        input: &'a Input,
        limits: &Limits,
        backend: Option<Backend>,
    ) -> Contender<'a> {
        let hash = match (case.kind, self.shake) {
            (Kind::OneMessage, Algorithm::Shake128) => self.over_threads::<strengths::Bits128>(),
            (Kind::OneMessage, _) => self.over_threads::<strengths::Bits256>(),
            (_, strength) => match (backend, strength) {
                (None, _) => Ok(self.one_shot()),
                (Some(backend), Algorithm::Shake128) => self.on::<strengths::Bits128>(backend),
                (Some(backend), _) => self.on::<strengths::Bits256>(backend),
            },
        };
        let work = hash.and_then(|hash| Work::one_by_one(input, case.output_bytes, hash));
        let at_once = match self.construction {
            Construction::ParallelHash => case.bytes.div_ceil(BLOCK_BYTES).max(1),
            _ => 1,
        };
        let (chosen, width) = self.choice(backend, at_once);
        Contender {
            backend: Some(chosen.name().into()),
            width: Some(width as u64),
            limit_core_cpb: per_byte(case, || self.cycles(limits, backend, case)),
            ..Contender::new(LANESUM, work)
        }
    }

    /// Which backend takes how many of this many messages, or blocks, at once.
    fn choice(self, backend: Option<Backend>, messages: usize) -> (Backend, usize) {
        let Some(backend) = backend else {
            let choice = self.shake.chosen(messages);
            return (choice.backend, choice.width);
        };
        (backend, width_for(self.shake, backend, messages))
    }

    /// The least that one message could take.
    fn cycles(self, limits: &Limits, backend: Option<Backend>, case: &Case) -> Option<f64> {
        let one = {
            let (backend, width) = self.choice(backend, 1);
            limits.permutation(backend, width, 24)?
        };
        let of = |bytes: usize| permutations(self.shake, bytes, case.output_bytes) as f64;
        // A block of the customization, or of the key: the state after a name alone is a constant. The lengths of input and
        // output are a few bytes each.
        let before = match self.construction {
            Construction::CShake | Construction::Kmac => 1.0,
            Construction::TupleHash | Construction::ParallelHash => 0.0,
        };
        let lengths = |bytes: usize| bytes_of(bytes) + bytes_of(8 * case.output_bytes);
        Some(match self.construction {
            Construction::CShake => (before + of(case.bytes)) * one,
            Construction::Kmac => (before + of(case.bytes + bytes_of(8 * case.output_bytes))) * one,
            Construction::TupleHash => (before + of(case.bytes + lengths(8 * case.bytes))) * one,
            Construction::ParallelHash => {
                let blocks = case.bytes.div_ceil(BLOCK_BYTES);
                let values = blocks * self.output_bytes();
                let root = (before + of(bytes_of(BLOCK_BYTES) + values + lengths(blocks))) * one;
                root + self.blocks(limits, backend, case.bytes)?
            }
        })
    }

    /// The least that the blocks of one message of `ParallelHash` could take.
    fn blocks(self, limits: &Limits, backend: Option<Backend>, bytes: usize) -> Option<f64> {
        let (mut left, mut cycles) = (bytes, 0.0);
        while left > 0 {
            let (backend, width) = self.choice(backend, left.div_ceil(BLOCK_BYTES));
            let longest = left.min(BLOCK_BYTES);
            let count = permutations(self.shake, longest, self.output_bytes()) as f64;
            cycles += count * limits.permutation(backend, width, 24)?;
            left = left.saturating_sub(width * BLOCK_BYTES);
        }
        Some(cycles)
    }

    /// As a user calls it.
    fn one_shot(self) -> Hash {
        use lanesum::{cshake128, cshake256, kmac128, kmac256, tuplehash128, tuplehash256};
        use lanesum::{parallelhash128, parallelhash256};
        const BLOCK: u64 = BLOCK_BYTES as u64;
        let is_128 = self.shake == Algorithm::Shake128;
        match (self.construction, is_128) {
            (Construction::CShake, true) => hash(|message, out| cshake128(message, "", CUSTOMIZATION, out)),
            (Construction::CShake, false) => hash(|message, out| cshake256(message, "", CUSTOMIZATION, out)),
            (Construction::Kmac, true) => hash(|message, out| kmac128(KEY, message, "", out)),
            (Construction::Kmac, false) => hash(|message, out| kmac256(KEY, message, "", out)),
            (Construction::TupleHash, true) => hash(|message, out| tuplehash128([message], "", out)),
            (Construction::TupleHash, false) => hash(|message, out| tuplehash256([message], "", out)),
            (Construction::ParallelHash, true) => {
                Box::new(|message, out| parallelhash128(message, BLOCK, "", out).map_err(|_| Failed))
            }
            (Construction::ParallelHash, false) => {
                Box::new(|message, out| parallelhash256(message, BLOCK, "", out).map_err(|_| Failed))
            }
        }
    }

    /// `ParallelHash` on all threads of rayon's pool.
    fn over_threads<S: Strength>(self) -> Result<Hash, String> {
        if self.construction != Construction::ParallelHash {
            return Err("one message of it is one thread's".into());
        }
        Ok(Box::new(|message, out| {
            let mut hasher = lanesum::ParallelHash::<S>::new(BLOCK_BYTES as u64, "").map_err(|_| Failed)?;
            hasher.update_rayon(message);
            hasher.finalize_to(out);
            Ok(())
        }))
    }

    /// On a backend, which only the types take.
    fn on<S: Strength>(self, backend: Backend) -> Result<Hash, String> {
        use lanesum::{CShake, Kmac, ParallelHash, TupleHash};
        // Refused once, it is refused always.
        CShake::<S>::with_backend(backend, "", "").map_err(|error| error.to_string())?;
        let fails = |_| Failed;
        Ok(match self.construction {
            Construction::CShake => Box::new(move |message, out| {
                let hasher = CShake::<S>::with_backend(backend, "", CUSTOMIZATION).map_err(fails)?;
                hasher.chain(message).finalize_xof_into(out);
                Ok(())
            }),
            Construction::Kmac => Box::new(move |message, out| {
                let mac = <Kmac<S>>::with_backend(backend, KEY, "").map_err(fails)?;
                mac.chain(message).finalize_to(out);
                Ok(())
            }),
            Construction::TupleHash => Box::new(move |message, out| {
                let mut hasher = TupleHash::<S>::with_backend(backend, "").map_err(fails)?;
                hasher.push(message);
                hasher.finalize_to(out);
                Ok(())
            }),
            Construction::ParallelHash => Box::new(move |message, out| {
                let hasher = <ParallelHash<S>>::with_backend(backend, BLOCK_BYTES as u64, "").map_err(fails)?;
                hasher.chain(message).finalize_to(out);
                Ok(())
            }),
        })
    }
}

fn hash(work: fn(&[u8], &mut [u8])) -> Hash {
    Box::new(move |message, out| {
        work(message, out);
        Ok(())
    })
}

/// How long `left_encode` and `right_encode` make a number.
fn bytes_of(number: usize) -> usize {
    1 + (usize::BITS - number.leading_zeros()).div_ceil(8).max(1) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::subjects;

    fn case(derived: Derived, kind: Kind, bytes: usize) -> Case {
        let output_bytes = derived.output_bytes();
        Case { algorithm: derived.name.into(), kind, bytes, messages: 1, output_bytes, threads: 1 }
    }

    #[test]
    fn all_forms_and_the_one_shot_agree_and_the_functions_differ() {
        let mut seen: Vec<Vec<u8>> = Vec::new();
        for &derived in DERIVED {
            let bytes = 3 * BLOCK_BYTES + 5;
            let input = Input::of(&case(derived, Kind::Messages, bytes));
            let chosen = subjects::contenders(&case(derived, Kind::Messages, bytes), &input, &Limits::default());
            let output = &chosen[0].work.as_ref().map_err(String::clone).expect("it runs").output;
            assert_eq!(output.len(), derived.output_bytes());
            let forms = subjects::contenders(&case(derived, Kind::Form, bytes), &input, &Limits::default());
            for form in &forms {
                let name = form.backend.as_deref().expect("a form is a backend's");
                let backend: Backend = name.parse().expect("lanesum knows its own");
                let form = form.work.as_ref().ok();
                assert_eq!(backend.is_available(), form.is_some(), "{name}");
                assert!(form.is_none_or(|work| work.output == *output), "{} on {name}", derived.name);
            }
            assert!(forms.len() >= 3 && !seen.contains(output), "{}", derived.name);
            seen.push(output.clone());
        }
    }

    #[test]
    fn permutations_are_counted_with_names_key_and_lengths() {
        let limits = Limits::of(64, &["xor", "rol"]);
        let one = limits.permutation(Backend::Portable, 1, 24).expect("its operations are there");
        let count = |name: &str, bytes: usize| {
            let derived = Derived::of(name).expect("it has rows");
            let case = case(derived, Kind::Form, bytes);
            (derived.cycles(&limits, Some(Backend::Portable), &case).expect("as its permutation") / one).round() as u32
        };
        assert_eq!([0, 167, 168].map(|bytes| count("cshake128", bytes)), [2, 2, 3]);
        // The output's length takes three bytes.
        assert_eq!([0, 164, 165].map(|bytes| count("kmac128", bytes)), [2, 2, 3]);
        // The string's length takes three bytes, too, from 32 bytes on.
        assert_eq!([0, 161, 162].map(|bytes| count("tuplehash128", bytes)), [1, 1, 2]);
        // A block is 49 permutations; its number, its value, the number of blocks and the output's length go to the root.
        assert_eq!([0, 1, 8192, 8193].map(|bytes| count("parallelhash128", bytes)), [1, 2, 1 + 49, 1 + 50]);
        assert_eq!([1, 1 << 20].map(|bytes| count("parallelhash256", bytes)), [2, 61 + 128 * 61]);
        assert_eq!([0, 1, 255, 256, 65535, 65536].map(bytes_of), [2, 2, 2, 3, 3, 4]);
    }
}
