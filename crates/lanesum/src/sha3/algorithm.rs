use crate::batch::{self, Message, lockstep};
use crate::keccak::engine::Engine;
use crate::keccak::order::{Current, Here};
use crate::keccak::sponge::{Sponge, Squeezer, Tail};
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
}

/// Which backend an algorithm takes for a number of messages, and why. Its `Display` says why in one line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Choice {
    /// The backend that begins.
    pub backend: Backend,
    /// How many messages it takes at once.
    pub ways: usize,
    /// What one permutation of all the messages costs this way, in the unit that the evidence names.
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
            Algorithm::Keccak256 => "keccak256",
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
            Algorithm::Keccak256 => "Keccak-256",
        }
    }

    /// The length of the digest in bits; for an XOF, the length that gives it its full collision resistance.
    pub const fn digest_bits(self) -> usize {
        match self {
            Algorithm::Sha3_224 => 224,
            Algorithm::Sha3_256 | Algorithm::Shake128 | Algorithm::Keccak256 => 256,
            Algorithm::Sha3_384 => 384,
            Algorithm::Sha3_512 | Algorithm::Shake256 => 512,
        }
    }

    /// Whether the output may have any length.
    pub const fn is_xof(self) -> bool {
        matches!(self, Algorithm::Shake128 | Algorithm::Shake256)
    }

    /// Bytes of a block (the sponge's rate).
    pub const fn block_bytes(self) -> usize {
        self.parameters().rate()
    }

    /// The forms that it exists in, whether or not this machine can run them.
    pub const fn backends(self) -> &'static [Backend] {
        Backend::ALL
    }

    /// What is taken for `messages` equally long messages when nobody asks for a backend: the backend that begins, and
    /// how many messages it takes at once. For 0 messages, as for 1.
    pub fn chosen(self, messages: usize) -> Choice {
        let Current { order, name: processor, evidence } = Current::read();
        let ways = order.best(messages.max(1)).1;
        let (cost, one_by_one) = order.costs(messages.max(1));
        Choice { backend: order.way(ways).0, ways, cost, one_by_one, processor, evidence }
    }

    /// The first `output_bytes` bytes of output of many messages at once: each message's in the chunk of `out` of the same
    /// index, on the backend asked for or the best one. An algorithm that is no XOF has its digest's length at most.
    ///
    /// # Errors
    /// [`Error::BackendUnavailable`]; [`Error::Length`] if `out` has not `output_bytes` bytes for each message, or more are
    /// asked for than the digest has.
    pub fn digest_many(
        self,
        backend: Option<Backend>,
        messages: &[Message<'_>],
        output_bytes: usize,
        out: &mut [u8],
    ) -> Result<(), Error> {
        let engine = backend.map(Engine::new).transpose()?;
        self.check_output(output_bytes)?;
        let out = batch::outputs(messages.len(), output_bytes, out)?;
        batch::run(engine, self.parameters(), messages.iter().copied().zip(out));
        Ok(())
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
        let engine = backend.map(Engine::new).transpose()?;
        self.check_output(output_bytes)?;
        let messages = batch::strided(data, len, stride, count)?;
        let out = batch::outputs(count, output_bytes, out)?;
        batch::run(engine, self.parameters(), messages.zip(out));
        Ok(())
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

/// Any [`Algorithm`], incremental.
#[derive(Clone)]
pub struct Hasher {
    algorithm: Algorithm,
    sponge: Sponge,
    /// Whether the backend was asked for by name.
    forced: bool,
}

impl Hasher {
    /// On the backend that is best for one message here.
    pub fn new(algorithm: Algorithm) -> Self {
        Self { algorithm, sponge: Sponge::new(algorithm.parameters(), Here::plan().engine(1)), forced: false }
    }

    /// On a backend of your choice.
    ///
    /// # Errors
    /// [`Error::BackendUnavailable`] where the machine lacks it.
    pub fn with_backend(algorithm: Algorithm, backend: Backend) -> Result<Self, Error> {
        let sponge = Sponge::new(algorithm.parameters(), Engine::new(backend)?);
        Ok(Self { algorithm, sponge, forced: true })
    }

    /// The algorithm.
    pub fn algorithm(&self) -> Algorithm {
        self.algorithm
    }

    /// The backend in use.
    pub fn backend(&self) -> Backend {
        self.sponge.engine().backend()
    }

    /// Appends to the message.
    pub fn update(&mut self, data: &[u8]) {
        self.sponge.update(data);
    }

    /// Appends a piece to the message of each of several hashers, as many at a time as is cheapest: for messages too long
    /// to be held in memory, as files that are read side by side. Those of one algorithm share the lanes, if no backend was
    /// asked for or the same one.
    ///
    /// Pieces should be some dozen blocks ([`Algorithm::block_bytes`]) long and of one length: what is longer than the
    /// others' pieces has the lanes to itself. Pieces of whole blocks spare a permutation each. Afterwards each piece is
    /// empty.
    ///
    /// ```
    /// use lanesum::{Algorithm, Hasher};
    ///
    /// let mut hashers = vec![Hasher::new(Algorithm::Sha3_256); 8];
    /// let piece = [7; 136 * 100];
    /// for _ in 0..3 {
    ///     Hasher::update_many(&mut hashers.iter_mut().map(|hasher| (hasher, &piece[..])).collect::<Vec<_>>());
    /// }
    /// let mut digest = [0; 32];
    /// hashers.pop().unwrap().finalize().read(&mut digest);
    /// assert_eq!(digest, lanesum::sha3_256(&[7; 3 * 136 * 100]));
    /// ```
    pub fn update_many(pieces: &mut [(&mut Self, &[u8])]) {
        lockstep::update(pieces);
    }

    /// Ends the message.
    pub fn finalize(self) -> Reader {
        Reader(self.sponge.finish(Tail::default()))
    }

    /// Ends a message whose length is no whole number of bytes: its last `bits` bits, at most 7, are the low bits of
    /// `last`, the first of them lowest.
    ///
    /// # Errors
    /// [`Error::PartialByte`] for more than 7 bits.
    pub fn finalize_bits(self, last: u8, bits: u32) -> Result<Reader, Error> {
        Ok(Reader(self.sponge.finish(Tail::new(last, bits)?)))
    }
}

impl lockstep::Member for Hasher {
    fn sponge(&mut self) -> &mut Sponge {
        &mut self.sponge
    }

    fn key(&self) -> lockstep::Key {
        lockstep::Key { parameters: self.sponge.parameters(), forced: self.forced.then(|| self.backend()) }
    }
}

impl fmt::Debug for Hasher {
    /// Prints name and backend only: the state may be secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Hasher")
            .field("algorithm", &self.algorithm)
            .field("backend", &self.backend())
            .finish_non_exhaustive()
    }
}

/// The output of a [`Hasher`], or of cSHAKE, `TupleHashXOF` or `ParallelHashXOF`, read in pieces of any size. The digest of an
/// algorithm that is no XOF is the first [`Algorithm::digest_bits`] of it, and nothing after that has a meaning.
#[derive(Clone, Debug)]
pub struct Reader(pub(crate) Squeezer);

impl Reader {
    /// The next `8 * out.len()` bits.
    pub fn read(&mut self, out: &mut [u8]) {
        self.0.read(out);
    }

    /// The next `bits` bits in the first bytes of `out`, the first bit lowest, spare high bits of the last byte 0.
    ///
    /// # Errors
    /// [`Error::TooFewBytes`] if `out` is too short; nothing is read then.
    pub fn read_bits(&mut self, out: &mut [u8], bits: u64) -> Result<(), Error> {
        self.0.read_bits(out, bits)
    }
}

impl digest::XofReader for Reader {
    fn read(&mut self, out: &mut [u8]) {
        self.0.read(out);
    }
}

#[cfg(feature = "std")]
impl std::io::Read for Reader {
    fn read(&mut self, out: &mut [u8]) -> std::io::Result<usize> {
        self.0.read(out);
        Ok(out.len())
    }
}

#[cfg(feature = "std")]
impl std::io::Write for Hasher {
    fn write(&mut self, data: &[u8]) -> std::io::Result<usize> {
        self.sponge.update(data);
        Ok(data.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}
