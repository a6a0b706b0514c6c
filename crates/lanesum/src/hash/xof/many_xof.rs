//! XOFs in step: [`ManyXof`] absorbs one message for each, and squeezes all of them together.

use crate::{Backend, Error};
use core::fmt;
use core::marker::PhantomData;
use lanesum_batch::scheduler::{Message, Progress, Source};
use lanesum_batch::sure::sure;
use lanesum_batch::wipe::wipe;
use lanesum_keccak::constructions::sponge::Parameters;
use lanesum_keccak::permutation::engines::{InStep, Task};
use lanesum_keccak::sponges::Sponges;
use lanesum_keccak::states::many::States;

/// `N` instances of an XOF in step; `N` is 1, 2, 4 or 8. Each instance absorbs its own message once. Then all are squeezed together, as
/// often as you like. This is for rejection sampling from many seeds, as in lattice-based cryptography.
///
/// The shape is that of the multi-message traits proposed for the crate `digest` (RustCrypto/traits, issue 2478 and pull
/// request 2479): one call takes all messages, one call advances all outputs by the same number of bytes.
///
/// ```
/// use lanesum::{ManyXof, functions::Shake128};
/// let seeds: [&[u8]; 4] = [b"a", b"b", b"c", b"a longer one"];
/// let mut xofs = ManyXof::<Shake128, 4>::new(seeds.map(Into::into));
/// let mut out = [[0; 200]; 4];
/// xofs.squeeze(out.each_mut().map(|out| &mut out[..]))?;
/// # Ok::<(), lanesum::Error>(())
/// ```
///
/// Another width is a compile-time error, "there are 1, 2, 4 or 8 XOFs in step":
///
/// ```compile_fail,E0080
/// use lanesum::{ManyXof, functions::Shake128};
/// let xofs = ManyXof::<Shake128, 3>::new([b"a", b"b", b"c"].map(Into::into));
/// ```
#[derive(Clone)]
pub struct ManyXof<F, const N: usize> {
    states: States<u64, N>,
    /// The number of bytes of the current block that have been squeezed.
    position: usize,
    function: PhantomData<F>,
}

/// A function whose output [`ManyXof`] can squeeze.
pub trait SpongeXof {
    /// The sponge of the function with its usual suffix.
    #[doc(hidden)]
    const PARAMETERS: Parameters;
    /// The function's name, for `Debug`.
    #[doc(hidden)]
    const NAME: &'static str;
}

impl<F: SpongeXof, const N: usize> ManyXof<F, N> {
    /// Absorbs `messages`, on the backend that squeezes `N` messages fastest on this machine. Lengths may differ; equal lengths are faster.
    #[must_use]
    pub fn new(messages: [Message<'_>; N]) -> Self {
        Self::with_parameters(InStep::best(N, Task::Squeezing), F::PARAMETERS, messages)
    }

    /// Absorbs `messages` on a backend of your choice.
    ///
    /// # Errors
    /// [`Error::BackendUnavailable`] if the machine lacks it, [`Error::OnlyInPapers`] if only `lanesum-papers` has it, [`Error::NoForm`] if the
    /// backend is for other functions.
    pub fn with_backend(backend: Backend, messages: [Message<'_>; N]) -> Result<Self, Error> {
        Ok(Self::with_parameters(InStep::named(backend, N)?, F::PARAMETERS, messages))
    }

    pub(crate) fn with_parameters(in_step: InStep<u64>, parameters: Parameters, messages: [Message<'_>; N]) -> Self {
        const { assert!(N.is_power_of_two() && N <= 8, "there are 1, 2, 4 or 8 XOFs in step") };
        let mut states = States::with_forms(in_step);
        let function = Sponges::new(parameters);
        let mut sources = [const { Source::<Sponges<'static>>::idle() }; N];
        for (source, message) in sources.iter_mut().zip(messages) {
            source.start(|place| *place = message, &function);
        }
        let mut finished: [Option<[u64; 25]>; N] = [None; N];
        while finished.iter().any(Option::is_none) {
            // Finished slots repeat an unfinished one; their states are restored at the end.
            let step = (0..N).filter(|&i| finished[i].is_none()).map(|i| sources[i].blocks(function).len()).min();
            let step = step.expect("one that is not finished");
            let mut rows: [&[u8]; N] = [&[]; N];
            let mut any: &[u8] = &[];
            for i in 0..N {
                if finished[i].is_none() {
                    rows[i] = &sources[i].blocks(function)[..step];
                    any = rows[i];
                }
            }
            for i in 0..N {
                if finished[i].is_some() {
                    rows[i] = any;
                }
            }
            states.absorb(parameters.lanes(), parameters.rounds, rows);
            for i in 0..N {
                if finished[i].is_none() && sources[i].advance(step, function) == Progress::Output {
                    finished[i] = Some(states.take(i));
                }
            }
        }
        for (i, state) in finished.iter_mut().enumerate() {
            let state = state.as_mut().expect("all are finished");
            states.put(i, state);
            wipe(state);
        }
        Self { states, position: 0, function: PhantomData }
    }

    /// The backend in use.
    #[must_use]
    pub fn backend(&self) -> Backend {
        self.states.backend()
    }

    /// Bytes of a block. Squeezing whole blocks, from the beginning of a block, is cheapest.
    #[must_use]
    pub const fn block_bytes() -> usize {
        F::PARAMETERS.rate()
    }

    /// The next bytes of each instance's output. All outputs must have the same length.
    ///
    /// # Errors
    /// [`Error::Length`] if they do not. Then nothing is squeezed.
    pub fn squeeze(&mut self, out: [&mut [u8]; N]) -> Result<(), Error> {
        let (lanes, rounds) = (F::PARAMETERS.lanes(), F::PARAMETERS.rounds);
        let rate = Self::block_bytes();
        let len = out.first().map_or(0, |out| out.len());
        if let Some(other) = out.iter().find(|out| out.len() != len) {
            return Err(Error::Length { argument: "out", expected: len, got: other.len() });
        }
        let (head, rest) = split(out, len.min(rate - self.position));
        self.position += self.extract(self.position, head);
        if rest.iter().all(|rest| rest.is_empty()) {
            return Ok(());
        }
        let whole = rest.iter().map(|rest| rest.len() - rest.len() % rate).min().unwrap_or(0);
        let (blocks, rest) = split(rest, whole);
        self.states.squeeze(lanes, rounds, blocks);
        if rest.iter().any(|rest| !rest.is_empty()) {
            self.states.permute_rounds(rounds);
            self.position = self.extract(0, rest);
        }
        Ok(())
    }

    /// Copies bytes of the current block, from `start` on, and returns their number for each instance. The caller knows that they are
    /// there.
    fn extract(&self, start: usize, out: [&mut [u8]; N]) -> usize {
        let mut len = 0;
        for (i, out) in out.into_iter().enumerate() {
            len = out.len();
            sure(self.states.extract_bytes(i, start, out));
        }
        len
    }
}

fn split<const N: usize>(out: [&mut [u8]; N], at: usize) -> ([&mut [u8]; N], [&mut [u8]; N]) {
    let mut rests: [&mut [u8]; N] = core::array::from_fn(|_| Default::default());
    let mut i = 0;
    let heads = out.map(|out| {
        let (head, rest) = out.split_at_mut(at);
        rests[i] = rest;
        i += 1;
        head
    });
    (heads, rests)
}

impl<F: SpongeXof, const N: usize> fmt::Debug for ManyXof<F, N> {
    /// Prints name and backend only: the states may be secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ManyXof")
            .field("of", &F::NAME)
            .field("width", &N)
            .field("backend", &self.backend())
            .finish_non_exhaustive()
    }
}
