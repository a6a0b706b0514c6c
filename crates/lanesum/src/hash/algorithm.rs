use super::function::Start;
use super::state::State;
use crate::batch::{self, Message};
use crate::blake::size::{Blake32, Blake64};
use crate::kangaroo;
use crate::keccak::engine::{self, Engine};
use crate::keccak::order::Current;
use crate::keccak::sponge::Sponge;
use crate::md::chain::Md;
use crate::md::engine::{Kernels, native_ways};
use crate::md::plan;
use crate::md::size::Size;
use crate::sha2::size::{Words32, Words64};
use crate::{Backend, Error};
use core::fmt;
use core::str::FromStr;

/// An algorithm chosen at run time.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[non_exhaustive]
pub enum Algorithm {
    /// SHA3-224
    Sha3_224,
    /// SHA3-256
    Sha3_256,
    /// SHA3-384
    Sha3_384,
    /// SHA3-512
    Sha3_512,
    /// SHAKE128
    Shake128,
    /// SHAKE256
    Shake256,
    /// Keccak-256 with the padding from before the standard, as Ethereum uses it
    Keccak256,
    /// SHA-224
    Sha224,
    /// SHA-256
    Sha256,
    /// SHA-384
    Sha384,
    /// SHA-512
    Sha512,
    /// SHA-512/224
    Sha512_224,
    /// SHA-512/256
    Sha512_256,
    /// BLAKE-224, which is neither BLAKE2 nor BLAKE3, without a salt
    Blake224,
    /// BLAKE-256
    Blake256,
    /// BLAKE-384
    Blake384,
    /// BLAKE-512
    Blake512,
    /// `TurboSHAKE128` with the domain 0x1f
    TurboShake128,
    /// `TurboSHAKE256` with the domain 0x1f
    TurboShake256,
    /// KT128 without a customization string
    Kt128,
    /// KT256 without a customization string
    Kt256,
}

/// Which bit of a byte comes first in messages and outputs that are no whole number of bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BitOrder {
    /// The lowest (FIPS 202, section B.1): SHA-3, SHAKE, Keccak.
    LowestFirst,
    /// The highest (FIPS 180-4, section 3.1): SHA-2, BLAKE.
    HighestFirst,
}

/// Which backend an algorithm takes for a number of messages, and why. Its `Display` says why in one line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Choice {
    /// The backend that begins.
    pub backend: Backend,
    /// How many messages it takes at once.
    pub ways: usize,
    /// What one permutation, or one block, of all the messages costs this way, in the unit that the evidence names.
    pub cost: u64,
    /// What it would cost one message at a time.
    pub one_by_one: u64,
    /// The kind of processor that the figures are for.
    pub processor: &'static str,
    /// Where the figures come from.
    pub evidence: &'static str,
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { cost, one_by_one, processor, evidence, .. } = self;
        write!(f, "{processor}: {cost}, one at a time {one_by_one} ({evidence})")
    }
}

impl Algorithm {
    /// All of them.
    pub const ALL: &'static [Algorithm] = &[
        Algorithm::Sha3_224,
        Algorithm::Sha3_256,
        Algorithm::Sha3_384,
        Algorithm::Sha3_512,
        Algorithm::Shake128,
        Algorithm::Shake256,
        Algorithm::Keccak256,
        Algorithm::Sha224,
        Algorithm::Sha256,
        Algorithm::Sha384,
        Algorithm::Sha512,
        Algorithm::Sha512_224,
        Algorithm::Sha512_256,
        Algorithm::Blake224,
        Algorithm::Blake256,
        Algorithm::Blake384,
        Algorithm::Blake512,
        Algorithm::TurboShake128,
        Algorithm::TurboShake256,
        Algorithm::Kt128,
        Algorithm::Kt256,
    ];

    /// The name that the command and this type's `Display` use, e.g. `sha3-256`.
    pub const fn name(self) -> &'static str {
        match self {
            Algorithm::Sha3_224 => "sha3-224",
            Algorithm::Sha3_256 => "sha3-256",
            Algorithm::Sha3_384 => "sha3-384",
            Algorithm::Sha3_512 => "sha3-512",
            Algorithm::Shake128 => "shake128",
            Algorithm::Shake256 => "shake256",
            Algorithm::TurboShake128 => "turboshake128",
            Algorithm::TurboShake256 => "turboshake256",
            Algorithm::Kt128 => "kt128",
            Algorithm::Kt256 => "kt256",
            Algorithm::Keccak256 => "keccak256",
            Algorithm::Sha224 => "sha224",
            Algorithm::Sha256 => "sha256",
            Algorithm::Sha384 => "sha384",
            Algorithm::Sha512 => "sha512",
            Algorithm::Sha512_224 => "sha512-224",
            Algorithm::Sha512_256 => "sha512-256",
            Algorithm::Blake224 => "blake224",
            Algorithm::Blake256 => "blake256",
            Algorithm::Blake384 => "blake384",
            Algorithm::Blake512 => "blake512",
        }
    }

    /// The name that the standard uses, e.g. `SHA3-256`.
    pub const fn standard_name(self) -> &'static str {
        match self {
            Algorithm::Sha3_224 => "SHA3-224",
            Algorithm::Sha3_256 => "SHA3-256",
            Algorithm::Sha3_384 => "SHA3-384",
            Algorithm::Sha3_512 => "SHA3-512",
            Algorithm::Shake128 => "SHAKE128",
            Algorithm::Shake256 => "SHAKE256",
            Algorithm::TurboShake128 => "TurboSHAKE128",
            Algorithm::TurboShake256 => "TurboSHAKE256",
            Algorithm::Kt128 => "KT128",
            Algorithm::Kt256 => "KT256",
            Algorithm::Keccak256 => "Keccak-256",
            Algorithm::Sha224 => "SHA-224",
            Algorithm::Sha256 => "SHA-256",
            Algorithm::Sha384 => "SHA-384",
            Algorithm::Sha512 => "SHA-512",
            Algorithm::Sha512_224 => "SHA-512/224",
            Algorithm::Sha512_256 => "SHA-512/256",
            Algorithm::Blake224 => "BLAKE-224",
            Algorithm::Blake256 => "BLAKE-256",
            Algorithm::Blake384 => "BLAKE-384",
            Algorithm::Blake512 => "BLAKE-512",
        }
    }

    /// The length of the digest in bits; for an XOF, the length that gives it its full collision resistance.
    pub const fn digest_bits(self) -> usize {
        match self {
            Algorithm::Sha3_224 | Algorithm::Sha224 | Algorithm::Sha512_224 | Algorithm::Blake224 => 224,
            Algorithm::Sha3_256
            | Algorithm::Shake128
            | Algorithm::TurboShake128
            | Algorithm::Kt128
            | Algorithm::Keccak256
            | Algorithm::Sha256
            | Algorithm::Sha512_256
            | Algorithm::Blake256 => 256,
            Algorithm::Sha3_384 | Algorithm::Sha384 | Algorithm::Blake384 => 384,
            Algorithm::Sha3_512
            | Algorithm::Shake256
            | Algorithm::TurboShake256
            | Algorithm::Kt256
            | Algorithm::Sha512
            | Algorithm::Blake512 => 512,
        }
    }

    /// Whether the output may have any length.
    pub const fn is_xof(self) -> bool {
        matches!(
            self,
            Algorithm::Shake128
                | Algorithm::Shake256
                | Algorithm::TurboShake128
                | Algorithm::TurboShake256
                | Algorithm::Kt128
                | Algorithm::Kt256
        )
    }

    /// Whether messages have whole bytes only: those of `TurboSHAKE`, KT128 and KT256 (RFC 9861). Outputs may have any number of
    /// bits all the same.
    pub const fn takes_whole_bytes(self) -> bool {
        matches!(self, Algorithm::TurboShake128 | Algorithm::TurboShake256 | Algorithm::Kt128 | Algorithm::Kt256)
    }

    /// Bytes of a salt ([`Hasher::salted`](crate::Hasher::salted)); 0 if the algorithm takes none.
    pub const fn salt_bytes(self) -> usize {
        match self.start() {
            Start::Blake32(_) => 16,
            Start::Blake64(_) => 32,
            _ => 0,
        }
    }

    /// Bytes of a block (a sponge's rate).
    pub const fn block_bytes(self) -> usize {
        match self.start() {
            Start::Sponge(parameters) => parameters.rate(),
            Start::Tree(size) => size.rate(),
            Start::Words32(_) | Start::Blake32(_) => 64,
            Start::Words64(_) | Start::Blake64(_) => 128,
        }
    }

    /// Which bit of a byte comes first, in messages and outputs that are no whole number of bytes.
    pub const fn bit_order(self) -> BitOrder {
        match self.start() {
            Start::Sponge(_) | Start::Tree(_) => BitOrder::LowestFirst,
            Start::Words32(_) | Start::Words64(_) | Start::Blake32(_) | Start::Blake64(_) => BitOrder::HighestFirst,
        }
    }

    /// The forms that it exists in, whether or not this machine can run them, in the order of [`Backend::ALL`].
    pub const fn backends(self) -> &'static [Backend] {
        match self.start() {
            Start::Sponge(_) | Start::Tree(_) => engine::BACKENDS,
            Start::Words32(_) => <Words32 as Size>::Engine::BACKENDS,
            Start::Words64(_) => <Words64 as Size>::Engine::BACKENDS,
            Start::Blake32(_) => <Blake32 as Size>::Engine::BACKENDS,
            Start::Blake64(_) => <Blake64 as Size>::Engine::BACKENDS,
        }
    }

    /// How many messages a backend takes at once; none, if the algorithm has no form of that name.
    pub const fn ways(self, backend: Backend) -> &'static [usize] {
        let forms = self.backends();
        let mut i = 0;
        while i < forms.len() {
            if forms[i] as usize == backend as usize {
                return match self.start() {
                    Start::Sponge(_) | Start::Tree(_) => engine::native_ways(backend),
                    Start::Words32(_) => native_ways::<<Words32 as Size>::Engine>(backend),
                    Start::Words64(_) => native_ways::<<Words64 as Size>::Engine>(backend),
                    Start::Blake32(_) => native_ways::<<Blake32 as Size>::Engine>(backend),
                    Start::Blake64(_) => native_ways::<<Blake64 as Size>::Engine>(backend),
                };
            }
            i += 1;
        }
        &[]
    }

    /// Whether the order of backends in force ([`dispatch::Order`](crate::dispatch::Order)) decides what is taken: so it does
    /// for all functions over Keccak-p\[1600\]. SHA-2 and BLAKE have tables of their own.
    pub const fn follows_order(self) -> bool {
        matches!(self.start(), Start::Sponge(_) | Start::Tree(_))
    }

    /// What is taken for `messages` equally long messages when nobody asks for a backend: the backend that begins, and
    /// how many messages it takes at once. (Short messages of SHA-2 and BLAKE are taken one by one where lanes would not pay.) For 0 messages, as for 1.
    pub fn chosen(self, messages: usize) -> Choice {
        match self.start() {
            Start::Sponge(_) | Start::Tree(_) => Self::chosen_of_sponges(messages),
            Start::Words32(_) => Self::chosen_of_plan(plan::here::<Words32>(), messages),
            Start::Words64(_) => Self::chosen_of_plan(plan::here::<Words64>(), messages),
            Start::Blake32(_) => Self::chosen_of_plan(plan::here::<Blake32>(), messages),
            Start::Blake64(_) => Self::chosen_of_plan(plan::here::<Blake64>(), messages),
        }
    }

    fn chosen_of_plan(plan: &'static plan::Plan, messages: usize) -> Choice {
        let plan::Plan { name: processor, evidence, .. } = *plan;
        let ways = plan.ways(messages, plan::Length::Long);
        let (cost, one_by_one) = plan.costs(messages.max(1));
        Choice { backend: plan.backend(ways), ways, cost, one_by_one, processor, evidence }
    }

    fn chosen_of_sponges(messages: usize) -> Choice {
        let Current { order, name: processor, evidence } = Current::read();
        let ways = order.best(messages.max(1)).1;
        let (cost, one_by_one) = order.costs(messages.max(1));
        Choice { backend: order.way(ways).0, ways, cost, one_by_one, processor, evidence }
    }

    /// The first `output_bytes` bytes of output of many messages at once: each message's in the chunk of `out` of the same
    /// index, on the backend asked for or the best one. An algorithm that is no XOF has its digest's length at most.
    ///
    /// # Errors
    /// [`Error::BackendUnavailable`], [`Error::NoForm`]; [`Error::Length`] if `out` has not `output_bytes` bytes for each message, or more are
    /// asked for than the digest has; [`Error::WholeBytes`] for a message that ends within a byte, if the algorithm
    /// [takes whole bytes](Self::takes_whole_bytes) only.
    pub fn digest_many(
        self,
        backend: Option<Backend>,
        messages: &[Message<'_>],
        output_bytes: usize,
        out: &mut [u8],
    ) -> Result<(), Error> {
        self.check_backend(backend)?;
        self.check_output(output_bytes)?;
        if self.takes_whole_bytes() {
            batch::whole_bytes(messages.iter().copied())?;
        }
        let out = batch::outputs(messages.len(), output_bytes, out)?;
        let short = match self.start() {
            Start::Tree(_) => messages.iter().filter(|message| kangaroo::is_short(message)).count(),
            _ => 0,
        };
        let typical = || batch::typical(messages.iter().copied());
        self.run(backend, short, typical, messages.iter().copied().zip(out))
    }

    /// As [`Algorithm::digest_many`] for `count` messages of one length that lie `stride` bytes apart in one buffer: message
    /// i is the `len` bytes from `i * stride` on. Messages may overlap.
    ///
    /// # Errors
    /// As [`Algorithm::digest_many`]; [`Error::Length`] also if `data` does not hold as many messages.
    pub fn digest_strided(
        self,
        backend: Option<Backend>,
        data: &[u8],
        Strided { len, stride, count }: Strided,
        output_bytes: usize,
        out: &mut [u8],
    ) -> Result<(), Error> {
        self.check_backend(backend)?;
        self.check_output(output_bytes)?;
        let messages = batch::strided(data, len, stride, count)?;
        let out = batch::outputs(count, output_bytes, out)?;
        let short = if kangaroo::is_short(&Message::new(data.get(..len).unwrap_or_default())) { count } else { 0 };
        self.run(backend, short, || len, messages.zip(out))
    }

    fn run<'a, 'o>(
        self,
        backend: Option<Backend>,
        short: usize,
        typical: impl FnOnce() -> usize,
        jobs: impl Iterator<Item = (Message<'a>, &'o mut [u8])>,
    ) -> Result<(), Error> {
        match self.start() {
            Start::Sponge(parameters) => Sponge::batch(parameters, backend, typical, jobs),
            Start::Tree(size) => {
                kangaroo::run_batch(size, backend.map(Engine::new).transpose()?, short, jobs);
                Ok(())
            }
            Start::Words32(initial) => Md::<Words32>::batch(initial, backend, typical, jobs),
            Start::Words64(initial) => Md::<Words64>::batch(initial, backend, typical, jobs),
            Start::Blake32(start) => Md::<Blake32>::batch(start, backend, typical, jobs),
            Start::Blake64(start) => Md::<Blake64>::batch(start, backend, typical, jobs),
        }
    }

    fn check_backend(self, backend: Option<Backend>) -> Result<(), Error> {
        let Some(backend) = backend else { return Ok(()) };
        match self.start() {
            Start::Sponge(_) | Start::Tree(_) => Engine::new(backend).map(drop),
            Start::Words32(_) => <Words32 as Size>::Engine::new(backend).map(drop),
            Start::Words64(_) => <Words64 as Size>::Engine::new(backend).map(drop),
            Start::Blake32(_) => <Blake32 as Size>::Engine::new(backend).map(drop),
            Start::Blake64(_) => <Blake64 as Size>::Engine::new(backend).map(drop),
        }
    }

    /// A digest of fixed length has no more bytes than that.
    fn check_output(self, bytes: usize) -> Result<(), Error> {
        if !self.is_xof() && bytes > self.digest_bits() / 8 {
            return Err(Error::Length { expected: self.digest_bits() / 8, got: bytes });
        }
        Ok(())
    }
}

/// Where messages of one length lie in a buffer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Strided {
    /// Bytes of each message.
    pub len: usize,
    /// Bytes from the beginning of one to the beginning of the next.
    pub stride: usize,
    /// How many there are.
    pub count: usize,
}

impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Algorithm {
    type Err = Error;
    fn from_str(name: &str) -> Result<Self, Error> {
        Self::ALL.iter().copied().find(|a| a.name() == name).ok_or(Error::UnknownAlgorithm)
    }
}
