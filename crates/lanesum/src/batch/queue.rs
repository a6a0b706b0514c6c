//! Lanes that take the next message when theirs has ended.

use super::Message;
use super::source::{Progress, Source};
use crate::keccak::engine::{Engine, MAX_WAYS};
use crate::keccak::plan::Plan;
use crate::keccak::sponge::{Parameters, Sponge};
use crate::keccak::states::States;

/// A message under way.
struct Job<'a, 'o> {
    source: Source<'a>,
    /// What is still to be put out.
    out: &'o mut [u8],
}

/// A message under way and its state, as plain lanes, between two kernels.
struct Parked<'a, 'o> {
    job: Job<'a, 'o>,
    state: [u64; 25],
}

/// The messages that are not finished: those that a kernel has given up, then those that have not begun.
struct Queue<'a, 'o, I: Iterator<Item = (Message<'a>, &'o mut [u8])>> {
    parked: [Option<Parked<'a, 'o>>; MAX_WAYS],
    fresh: core::iter::Peekable<I>,
    parameters: Parameters,
}

/// Which kernels to use.
#[derive(Clone, Copy)]
enum Choose {
    /// The cheapest for the number of messages.
    Plan(&'static Plan),
    /// One backend's.
    Forced(Engine),
}

impl Choose {
    fn group(self, messages: usize) -> (usize, Engine) {
        match self {
            Choose::Plan(plan) => {
                let (ways, backend) = plan.group(messages);
                (ways, Engine::new(backend).unwrap_or(Engine::Portable))
            }
            Choose::Forced(engine) => {
                let native = engine.backend().ways();
                let fits = native.iter().find(|ways| **ways >= messages).or(native.last());
                (fits.copied().unwrap_or(1), engine)
            }
        }
    }
}

/// Hashes all messages of `jobs`, each to its output. On the plan's backends, or on one.
pub(crate) fn run<'a, 'o>(
    engine: Option<Engine>,
    parameters: Parameters,
    jobs: impl Iterator<Item = (Message<'a>, &'o mut [u8])>,
) {
    let choose = engine.map_or_else(|| Choose::Plan(Plan::here()), Choose::Forced);
    let mut queue = Queue { parked: [const { None }; MAX_WAYS], fresh: jobs.peekable(), parameters };
    loop {
        let left = queue.at_most(MAX_WAYS);
        if left == 0 {
            return;
        }
        let (ways, engine) = choose.group(left);
        match ways {
            8 => queue.lanes::<8>(engine, choose),
            4 => queue.lanes::<4>(engine, choose),
            2 => queue.lanes::<2>(engine, choose),
            _ => queue.one_by_one(engine),
        }
    }
}

impl<'a, 'o, I: Iterator<Item = (Message<'a>, &'o mut [u8])>> Queue<'a, 'o, I> {
    /// How many messages there are to begin or to go on with, up to `most`.
    fn at_most(&mut self, most: usize) -> usize {
        let parked = self.parked.iter().flatten().count();
        let (sure, _) = self.fresh.size_hint();
        parked.saturating_add(sure.max(usize::from(self.fresh.peek().is_some()))).min(most)
    }

    fn next(&mut self) -> Option<Parked<'a, 'o>> {
        if let Some(parked) = self.parked.iter_mut().find_map(Option::take) {
            return Some(parked);
        }
        let (message, out) = self.fresh.next()?;
        Some(Parked { job: Job { source: Source::new(message, self.parameters), out }, state: [0; 25] })
    }

    fn park(&mut self, parked: Parked<'a, 'o>) {
        if let Some(place) = self.parked.iter_mut().find(|place| place.is_none()) {
            *place = Some(parked);
        }
    }

    /// What is left, one message after the other: those under way block by block, the others as any single message.
    fn one_by_one(&mut self, engine: Engine) {
        while let Some(mut parked) = self.parked.iter_mut().find_map(Option::take) {
            let mut states = States::<u64, 1>::with_engine(engine);
            states.put(0, &parked.state.map(|lane| engine.encode(lane)));
            while !parked.job.step(&mut states, self.parameters) {}
        }
        // Only as many as the plan was asked about: more may have another best width.
        if let Some((message, out)) = self.fresh.next() {
            let mut sponge = Sponge::new(self.parameters, engine);
            sponge.update(message.prefix);
            sponge.update(message.body);
            sponge.finish(message.tail).read(out);
        }
    }

    /// `N` messages at a time until there are too few of them.
    fn lanes<const N: usize>(&mut self, engine: Engine, choose: Choose) {
        let parameters = self.parameters;
        let mut states = States::<u64, N>::with_engine(engine);
        let mut jobs: [Option<Job<'a, 'o>>; N] = [const { None }; N];
        for (i, job) in jobs.iter_mut().enumerate() {
            *job = self.begin(&mut states, i);
        }
        loop {
            // As many blocks as all have in one piece. Idle lanes go along with the first that is not.
            let mut rows: [&[u8]; N] = [&[]; N];
            let Some(first) = jobs.iter().flatten().next() else { return };
            let some = first.source.blocks(parameters);
            let mut step = some.len();
            for (row, job) in rows.iter_mut().zip(&jobs) {
                *row = job.as_ref().map_or(some, |job| job.source.blocks(parameters));
                step = step.min(row.len());
            }
            for row in &mut rows {
                *row = &row[..step];
            }
            states.absorb(usize::from(parameters.lanes), parameters.rounds, rows);
            let mut ended = false;
            for (i, place) in jobs.iter_mut().enumerate() {
                let Some(job) = place else { continue };
                if job.source.advance(step, parameters) == Progress::Output && job.put_out(&states, i, parameters) {
                    *place = self.begin(&mut states, i);
                    ended |= place.is_none();
                }
            }
            if ended {
                let active = jobs.iter().flatten().count();
                if active == 0 || choose.group(active).0 < N {
                    for (i, job) in jobs.into_iter().enumerate() {
                        if let Some(job) = job {
                            self.park(Parked { job, state: states.take(i).map(|word| engine.decode(word)) });
                        }
                    }
                    return;
                }
            }
        }
    }

    /// The next message, in lane `i`.
    fn begin<const N: usize>(&mut self, states: &mut States<u64, N>, i: usize) -> Option<Job<'a, 'o>> {
        let engine = states.engine();
        let Parked { job, state } = self.next()?;
        states.put(i, &state.map(|lane| engine.encode(lane)));
        Some(job)
    }
}

impl Job<'_, '_> {
    /// Takes the output that the state of lane `i` has; true if that was all.
    fn put_out<const N: usize>(&mut self, states: &States<u64, N>, i: usize, parameters: Parameters) -> bool {
        let out = core::mem::take(&mut self.out);
        let (block, rest) = out.split_at_mut(out.len().min(parameters.rate()));
        let read = states.extract_bytes(i, 0, block);
        debug_assert!(read.is_ok());
        self.out = rest;
        self.out.is_empty()
    }

    /// Absorbs what is there in one piece; true if the message is finished.
    fn step(&mut self, states: &mut States<u64, 1>, parameters: Parameters) -> bool {
        let blocks = self.source.blocks(parameters);
        let step = blocks.len();
        states.absorb(usize::from(parameters.lanes), parameters.rounds, [blocks]);
        self.source.advance(step, parameters) == Progress::Output && self.put_out(states, 0, parameters)
    }
}
