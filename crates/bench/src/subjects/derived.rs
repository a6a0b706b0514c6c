//! The functions of SP 800-185. Each has rows with one setting, which rivals share: no function name and [`CUSTOMIZATION`] for
//! cSHAKE, which is SHAKE otherwise; a key of 32 bytes ([`KEY`]) for KMAC; a tuple of one string for `TupleHash`; blocks of
//! [`BLOCK_BYTES`] bytes for `ParallelHash`. The last three are not customized.

use lanesum::{Algorithm, Backend, Hasher, Options, Parameter};
use measure::trials::{Case, Contender, Failed, Hash, Input, LANESUM, RowKind, Work};

use super::counts::{on_each, per_byte, permutations, width_for};
use crate::limits::Limits;

/// The customization string of cSHAKE.
pub const CUSTOMIZATION: &str = "lanesum-bench";
/// The key of KMAC.
pub const KEY: &[u8; 32] = b"0123456789abcdef0123456789abcdef";
/// Bytes of a block of `ParallelHash`.
pub const BLOCK_BYTES: usize = 8192;

/// A function that has rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Derived(pub Algorithm);

/// Those that have rows: each with its length bound, if it has that form.
pub fn derived() -> impl Iterator<Item = Derived> {
    let has_rows = |algorithm: &Algorithm| {
        algorithm.is_derived() && (!algorithm.is_xof() || algorithm.takes(Parameter::FunctionName))
    };
    Algorithm::ALL.iter().copied().filter(has_rows).map(Derived)
}

impl Derived {
    /// The one of this name.
    pub fn of(name: &str) -> Option<Self> {
        derived().find(|derived| derived.name() == name)
    }

    /// As in the rows.
    pub const fn name(self) -> &'static str {
        self.0.name()
    }

    /// Bytes of its output.
    pub const fn output_bytes(self) -> usize {
        self.0.digest_bits() / 8
    }

    fn is_of_blocks(self) -> bool {
        self.0.takes(Parameter::BlockBytes)
    }

    pub(crate) fn options(self, backend: Option<Backend>) -> Options<'static> {
        let options = Options::from(backend);
        if self.0.takes(Parameter::Key) {
            options.key(KEY)
        } else if self.0.takes(Parameter::FunctionName) {
            options.customization(CUSTOMIZATION.as_bytes())
        } else if self.is_of_blocks() {
            options.block_bytes(BLOCK_BYTES as u64)
        } else {
            options
        }
    }

    pub(super) fn contenders<'a>(self, case: &Case, input: &'a Input, limits: &Limits) -> Vec<Contender<'a>> {
        on_each(case, self.forms(), |backend| self.contender(case, input, limits, backend))
    }

    /// The backends that take one message: of `ParallelHash` all, as its blocks are many.
    pub fn forms(self) -> impl Iterator<Item = Backend> {
        let takes_one = move |backend: &Backend| self.is_of_blocks() || self.0.widths(*backend).contains(&1);
        self.0.backends().iter().copied().filter(takes_one)
    }

    /// One message after the other, as there are no batches of these functions: on one backend, or on what the dispatch chooses.
    pub fn contender<'a>(
        self,
        case: &Case,
        input: &'a Input,
        limits: &Limits,
        backend: Option<Backend>,
    ) -> Contender<'a> {
        let hash = match case.kind {
            RowKind::OneMessage => self.over_threads(),
            RowKind::Form => self.incremental(backend),
            _ => Ok(self.one_shot()),
        };
        let work = hash.and_then(|hash| Work::one_by_one(input, case.output_bytes, hash));
        let at_once = if self.is_of_blocks() { case.bytes.div_ceil(BLOCK_BYTES).max(1) } else { 1 };
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
            let choice = self.0.chosen(messages);
            return (choice.backend, choice.width);
        };
        (backend, width_for(self.0, backend, messages))
    }

    /// The least that one message could take.
    fn cycles(self, limits: &Limits, backend: Option<Backend>, case: &Case) -> Option<f64> {
        let one = {
            let (backend, width) = self.choice(backend, 1);
            limits.permutation(backend, width, 24)?
        };
        let of = |bytes: usize| permutations(self.0, bytes, case.output_bytes) as f64;
        // A block of the customization, or of the key: the state after a name alone is a constant. The lengths of input and
        // output are a few bytes each.
        let is_padded = self.0.takes(Parameter::FunctionName) || self.0.takes(Parameter::Key);
        let before = if is_padded { 1.0 } else { 0.0 };
        let lengths = |bytes: usize| bytes_of(bytes) + bytes_of(8 * case.output_bytes);
        if self.is_of_blocks() {
            let blocks = case.bytes.div_ceil(BLOCK_BYTES);
            let values = blocks * self.output_bytes();
            let root = (before + of(bytes_of(BLOCK_BYTES) + values + lengths(blocks))) * one;
            return Some(root + self.blocks(limits, backend, case.bytes)?);
        }
        let behind = match (self.0.takes(Parameter::FunctionName), self.0.is_of_tuples()) {
            (true, _) => 0,
            (_, true) => lengths(8 * case.bytes),
            _ => bytes_of(8 * case.output_bytes),
        };
        Some((before + of(case.bytes + behind)) * one)
    }

    /// The least that the blocks of one message of `ParallelHash` could take.
    fn blocks(self, limits: &Limits, backend: Option<Backend>, bytes: usize) -> Option<f64> {
        let (mut left, mut cycles) = (bytes, 0.0);
        while left > 0 {
            let (backend, width) = self.choice(backend, left.div_ceil(BLOCK_BYTES));
            let longest = left.min(BLOCK_BYTES);
            let count = permutations(self.0, longest, self.output_bytes()) as f64;
            cycles += count * limits.permutation(backend, width, 24)?;
            left = left.saturating_sub(width * BLOCK_BYTES);
        }
        Some(cycles)
    }

    /// As a user calls it.
    fn one_shot(self) -> Hash {
        let options = self.options(None);
        Box::new(move |message, out| self.0.digest(options, message, out).map_err(|_| Failed))
    }

    /// `ParallelHash` on all threads of rayon's pool.
    fn over_threads(self) -> Result<Hash, String> {
        if !self.is_of_blocks() {
            return Err("one message of it is one thread's".into());
        }
        self.in_steps(None, Hasher::update_rayon)
    }

    /// The same in steps, which take a backend.
    fn incremental(self, backend: Option<Backend>) -> Result<Hash, String> {
        self.in_steps(backend, Hasher::update)
    }

    fn in_steps(self, backend: Option<Backend>, update: fn(&mut Hasher, &[u8])) -> Result<Hash, String> {
        let options = self.options(backend);
        // Refused once, it is refused always.
        Hasher::with_options(self.0, options).map_err(|error| error.to_string())?;
        Ok(Box::new(move |message, out| {
            let mut hasher = Hasher::with_options(self.0, options).map_err(|_| Failed)?;
            update(&mut hasher, message);
            hasher.finalize_into_reset(out).map_err(|_| Failed)
        }))
    }
}

/// How long `left_encode` and `right_encode` make a number.
fn bytes_of(number: usize) -> usize {
    1 + (usize::BITS - number.leading_zeros()).div_ceil(8).max(1) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::subjects;

    fn case(derived: Derived, kind: RowKind, bytes: usize) -> Case {
        let output_bytes = derived.output_bytes();
        Case { algorithm: derived.name().into(), kind, bytes, messages: 1, output_bytes, threads: 1 }
    }

    #[test]
    fn all_forms_and_the_one_shot_agree_and_the_functions_differ() {
        let mut seen: Vec<Vec<u8>> = Vec::new();
        for derived in derived() {
            let bytes = 3 * BLOCK_BYTES + 5;
            let input = Input::of(&case(derived, RowKind::Messages, bytes));
            let chosen = subjects::contenders(&case(derived, RowKind::Messages, bytes), &input, &Limits::default());
            let output = &chosen[0].work.as_ref().map_err(String::clone).expect("it runs").output;
            assert_eq!(output.len(), derived.output_bytes());
            let forms = subjects::contenders(&case(derived, RowKind::Form, bytes), &input, &Limits::default());
            for form in &forms {
                let name = form.backend.as_deref().expect("a form is a backend's");
                let backend: Backend = name.parse().expect("lanesum knows its own");
                let form = form.work.as_ref().ok();
                assert_eq!(backend.is_available(), form.is_some(), "{name}");
                assert!(form.is_none_or(|work| work.output == *output), "{} on {name}", derived.name());
            }
            let chosen = derived.contender(&case(derived, RowKind::Form, bytes), &input, &Limits::default(), None);
            assert_eq!(chosen.work.map(|work| work.output).as_ref(), Ok(output), "{} in steps", derived.name());
            assert!(forms.len() >= 3 && !seen.contains(output), "{}", derived.name());
            seen.push(output.clone());
        }
    }

    #[test]
    fn permutations_are_counted_with_names_key_and_lengths() {
        let limits = Limits::of(64, &["xor", "rol"]);
        let one = limits.permutation(Backend::Portable, 1, 24).expect("its operations are there");
        let count = |name: &str, bytes: usize| {
            let derived = Derived::of(name).expect("it has rows");
            let case = case(derived, RowKind::Form, bytes);
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
