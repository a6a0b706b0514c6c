use super::Algorithm;
use super::digest::Digest;
use super::function::Start;
use super::state::State;
use crate::batch::{Chained, lockstep};
use crate::blake::size::{Blake32, Blake64};
use crate::kangaroo::Tree;
use crate::keccak::engine::Engine;
use crate::keccak::sponge::{Parameters, Sponge, Squeezer};
use crate::md::chain::Md;
use crate::md::plan;
use crate::sha2::size::{Words32, Words64};
use crate::tail::Tail;
use crate::{Backend, Error};
use core::fmt;

/// Any [`Algorithm`], incremental.
#[derive(Clone)]
pub struct Hasher {
    algorithm: Algorithm,
    under_way: UnderWay,
    /// Whether the backend was asked for by name.
    forced: bool,
}

#[derive(Clone)]
#[allow(clippy::large_enum_variant)] // without an allocator there is nothing to put the larger one into
enum UnderWay {
    Sponge(Sponge),
    Tree(Tree),
    Words32(Md<Words32>),
    Words64(Md<Words64>),
    Blake32(Md<Blake32>),
    Blake64(Md<Blake64>),
}

/// The same expression for the state under way, whichever it is.
macro_rules! each {
    ($under_way:expr, $state:ident => $do:expr) => {
        match $under_way {
            UnderWay::Sponge($state) => $do,
            UnderWay::Tree($state) => $do,
            UnderWay::Words32($state) => $do,
            UnderWay::Words64($state) => $do,
            UnderWay::Blake32($state) => $do,
            UnderWay::Blake64($state) => $do,
        }
    };
}

impl Hasher {
    /// On the backend that is best for one message here.
    pub fn new(algorithm: Algorithm) -> Self {
        let under_way = match algorithm.start() {
            Start::Sponge(parameters) => UnderWay::Sponge(State::here(parameters)),
            Start::Tree(size) => UnderWay::Tree(Tree::new(size, None)),
            Start::Words32(initial) => UnderWay::Words32(State::here(initial)),
            Start::Words64(initial) => UnderWay::Words64(State::here(initial)),
            Start::Blake32(start) => UnderWay::Blake32(State::here(start)),
            Start::Blake64(start) => UnderWay::Blake64(State::here(start)),
        };
        Self { algorithm, under_way, forced: false }
    }

    /// On a backend of your choice.
    ///
    /// # Errors
    /// [`Error::BackendUnavailable`] where the machine lacks it, [`Error::NoForm`] where the algorithm has no such form.
    pub fn with_backend(algorithm: Algorithm, backend: Backend) -> Result<Self, Error> {
        let under_way = match algorithm.start() {
            Start::Sponge(parameters) => UnderWay::Sponge(State::on(parameters, backend)?),
            Start::Tree(size) => UnderWay::Tree(Tree::new(size, Some(Engine::new(backend)?))),
            Start::Words32(initial) => UnderWay::Words32(State::on(initial, backend)?),
            Start::Words64(initial) => UnderWay::Words64(State::on(initial, backend)?),
            Start::Blake32(start) => UnderWay::Blake32(State::on(start, backend)?),
            Start::Blake64(start) => UnderWay::Blake64(State::on(start, backend)?),
        };
        Ok(Self { algorithm, under_way, forced: true })
    }

    /// With a salt, on a backend of your choice or the one that is best for one message here.
    ///
    /// # Errors
    /// [`Error::SaltLength`] if the salt has not [`Algorithm::salt_bytes`] bytes; as [`Hasher::with_backend`].
    pub fn salted(algorithm: Algorithm, backend: Option<Backend>, salt: &[u8]) -> Result<Self, Error> {
        let error = Error::SaltLength { expected: algorithm.salt_bytes(), got: salt.len() };
        let under_way = match algorithm.start() {
            Start::Blake32(start) => {
                let start = start.salted(salt.try_into().map_err(|_| error)?);
                UnderWay::Blake32(Md::new(&start, plan::engine_of::<Blake32>(backend)?))
            }
            Start::Blake64(start) => {
                let start = start.salted(salt.try_into().map_err(|_| error)?);
                UnderWay::Blake64(Md::new(&start, plan::engine_of::<Blake64>(backend)?))
            }
            _ => return Err(error),
        };
        Ok(Self { algorithm, under_way, forced: backend.is_some() })
    }

    /// The algorithm.
    pub fn algorithm(&self) -> Algorithm {
        self.algorithm
    }

    /// The backend in use.
    pub fn backend(&self) -> Backend {
        match &self.under_way {
            UnderWay::Sponge(state) => State::backend(state),
            UnderWay::Tree(state) => state.engine().backend(),
            UnderWay::Words32(state) => State::backend(state),
            UnderWay::Words64(state) => State::backend(state),
            UnderWay::Blake32(state) => State::backend(state),
            UnderWay::Blake64(state) => State::backend(state),
        }
    }

    /// Appends to the message. One that gets longer than its standard allows (SHA-2: from 2^61 bytes on) is an error, or a
    /// panic, at its end; [`Hasher::try_update`] tells at once.
    pub fn update(&mut self, data: &[u8]) {
        each!(&mut self.under_way, state => state.update(data));
    }

    /// Appends to the message.
    ///
    /// # Errors
    /// [`Error::MessageTooLong`] if the message would have more bits than its standard allows; it stays as it was then.
    pub fn try_update(&mut self, data: &[u8]) -> Result<(), Error> {
        match &mut self.under_way {
            UnderWay::Words32(state) => state.try_update(data),
            UnderWay::Words64(state) => state.try_update(data),
            UnderWay::Blake32(state) => state.try_update(data),
            UnderWay::Blake64(state) => state.try_update(data),
            // No length is too long for them.
            UnderWay::Sponge(_) | UnderWay::Tree(_) => {
                self.update(data);
                Ok(())
            }
        }
    }

    /// Appends a piece to the message of each of several hashers, as many at a time as is cheapest: for messages too long
    /// to be held in memory, as files that are read side by side. Those of one algorithm share the lanes, if no backend was
    /// asked for or the same one; of SHA-2, and of BLAKE, those with words of one size.
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
        lockstep::update::<Parameters, _>(pieces);
        lockstep::update::<Chained<Words32>, _>(pieces);
        lockstep::update::<Chained<Words64>, _>(pieces);
        lockstep::update::<Chained<Blake32>, _>(pieces);
        lockstep::update::<Chained<Blake64>, _>(pieces);
        // Ends of pieces, and trees, each of which fills the lanes with its own leaves.
        for (hasher, data) in pieces {
            hasher.update(data);
            *data = &[];
        }
    }

    /// Ends the message.
    ///
    /// # Panics
    /// If the message has more bits than its standard allows: SHA-256 and SHA-224, BLAKE-256 and BLAKE-224 take 2^64 - 1, SHA-512 and
    /// BLAKE-512 and their kin 2^128 - 1, the others any number. [`Hasher::finalize_bits`] returns that as an error.
    pub fn finalize(self) -> Reader {
        let algorithm = self.algorithm;
        self.finish(Tail::NONE).unwrap_or_else(|error| panic!("{algorithm}: {error}"))
    }

    /// Ends a message whose length is no whole number of bytes: its last `bits` bits, at most 7, are bits of `last`, those that
    /// the algorithm takes first ([`Algorithm::bit_order`]): for SHA-3 the low ones, the first of them lowest, for SHA-2
    /// and BLAKE the high ones, the first of them highest. The others are ignored.
    ///
    /// # Errors
    /// [`Error::PartialByte`] for more than 7 bits, [`Error::MessageTooLong`] for more in all than the standard allows,
    /// [`Error::WholeBytes`] for any if the algorithm [takes whole bytes](Algorithm::takes_whole_bytes) only.
    pub fn finalize_bits(self, last: u8, bits: u32) -> Result<Reader, Error> {
        self.finish(Tail::new(last, bits)?)
    }

    fn finish(self, tail: Tail) -> Result<Reader, Error> {
        let bytes = self.algorithm.digest_bits() / 8;
        if self.algorithm.takes_whole_bytes() && !tail.is_empty() {
            return Err(Error::WholeBytes);
        }
        Ok(Reader(match self.under_way {
            UnderWay::Sponge(sponge) => Output::Sponge(sponge.finish(tail)),
            UnderWay::Tree(mut tree) => Output::Sponge(tree.finish(&[], &[])),
            UnderWay::Words32(md) => Output::Digest(Digest::of(md, tail, bytes)?),
            UnderWay::Words64(md) => Output::Digest(Digest::of(md, tail, bytes)?),
            UnderWay::Blake32(md) => Output::Digest(Digest::of(md, tail, bytes)?),
            UnderWay::Blake64(md) => Output::Digest(Digest::of(md, tail, bytes)?),
        }))
    }
}

macro_rules! member {
    ($family:ty: $variant:ident($state:ty)) => {
        impl lockstep::Member<$family> for Hasher {
            fn single(&self) -> Option<&$state> {
                match &self.under_way {
                    UnderWay::$variant(state) => Some(state),
                    _ => None,
                }
            }

            fn single_mut(&mut self) -> Option<&mut $state> {
                match &mut self.under_way {
                    UnderWay::$variant(state) => Some(state),
                    _ => None,
                }
            }

            fn forced(&self) -> Option<Backend> {
                self.forced.then(|| self.backend())
            }
        }
    };
}
member!(Parameters: Sponge(Sponge));
member!(Chained<Words32>: Words32(Md<Words32>));
member!(Chained<Words64>: Words64(Md<Words64>));
member!(Chained<Blake32>: Blake32(Md<Blake32>));
member!(Chained<Blake64>: Blake64(Md<Blake64>));

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
pub struct Reader(Output);

#[derive(Clone, Debug)]
#[allow(clippy::large_enum_variant)] // without an allocator there is nothing to put the larger one into
enum Output {
    Sponge(Squeezer),
    Digest(Digest),
}

impl Reader {
    /// The output of a sponge.
    pub(crate) fn of(squeezer: Squeezer) -> Self {
        Self(Output::Sponge(squeezer))
    }

    /// The next `8 * out.len()` bits.
    pub fn read(&mut self, out: &mut [u8]) {
        match &mut self.0 {
            Output::Sponge(squeezer) => squeezer.read(out),
            Output::Digest(digest) => digest.read(out),
        }
    }

    /// The next `bits` bits in the first bytes of `out`, in the algorithm's
    /// [`BitOrder`](crate::BitOrder), the spare bits of the last byte 0.
    ///
    /// # Errors
    /// [`Error::TooFewBytes`] if `out` is too short; nothing is read then.
    pub fn read_bits(&mut self, out: &mut [u8], bits: u64) -> Result<(), Error> {
        match &mut self.0 {
            Output::Sponge(squeezer) => squeezer.read_bits(out, bits),
            Output::Digest(digest) => digest.read_bits(out, bits),
        }
    }
}

impl ::digest::XofReader for Reader {
    fn read(&mut self, out: &mut [u8]) {
        self.read(out);
    }
}

#[cfg(feature = "std")]
impl std::io::Read for Reader {
    fn read(&mut self, out: &mut [u8]) -> std::io::Result<usize> {
        self.read(out);
        Ok(out.len())
    }
}

#[cfg(feature = "std")]
impl std::io::Write for Hasher {
    /// # Errors
    /// [`std::io::ErrorKind::FileTooLarge`] for a message of more bits than the standard allows.
    fn write(&mut self, data: &[u8]) -> std::io::Result<usize> {
        self.try_update(data).map_err(|error| std::io::Error::new(std::io::ErrorKind::FileTooLarge, error))?;
        Ok(data.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}
