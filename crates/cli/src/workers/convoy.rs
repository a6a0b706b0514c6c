//! Large files, read side by side: a piece of each at a time, hashed at once by one kernel.

use std::time::Duration;
use std::{io, iter, thread};

use lanesum::Hasher;
use lanesum::file::Change;

use crate::hash::{MessageState, USUAL_WIDTH, piece_bytes, width};
use crate::read::{Expectation, Open, ReadError};
use crate::subject::Subject;
use crate::workers::board::{Board, Numbered};
use crate::workers::job::{Hashed, Job, Outcome};
use crate::workers::settings::{IoOrder, Settings};
use crate::workers::stream::Stream;

/// Bytes read at a time from all files together: they stay in a second-level cache until they are hashed.
const PIECES_BYTES: usize = 512 << 10;

/// Bytes of all pieces together, whatever `--io` says of each.
const MOST_BYTES: usize = 16 << 20;

/// How long to wait for others to close files.
const CROWDED: Duration = Duration::from_millis(1);

/// How many files like this one, at most as many as a kernel takes at a time, may be read side by side.
pub(super) fn room(settings: Settings, job: &Job) -> usize {
    match settings.io.order {
        IoOrder::Parallel => {
            let width = width(job.first());
            settings.io.bytes.map_or(width, |bytes| width.min(MOST_BYTES / bytes).max(1))
        }
        IoOrder::Sequential => 1,
    }
}

/// The buffers, which are kept from one convoy to the next.
pub(super) struct Convoy {
    settings: Settings,
    buffers: Vec<Vec<u8>>,
}

struct Member {
    number: u64,
    job: Job,
    stream: Stream,
    buffer: Vec<u8>,
    /// How much of the buffer is filled.
    filled: usize,
}

impl Convoy {
    pub(super) fn new(settings: Settings) -> Self {
        Self { settings, buffers: Vec::new() }
    }

    /// Hashes these files, and others that are waiting when one of them has ended.
    pub(super) fn run<T>(&mut self, jobs: Vec<Numbered>, board: &Board<T>) {
        let Some(room) = jobs.first().map(|first| room(self.settings, &first.job)) else { return };
        let _disk = board.disk(self.settings);
        let mut members = Vec::with_capacity(room);
        self.admit(jobs, &mut members, board);
        loop {
            if members.len() < room {
                let more = board.more_large(room - members.len());
                self.admit(more, &mut members, board);
            }
            if board.is_stopped() || members.is_empty() {
                return;
            }
            if members.len() == 1
                && let Some(Member { number, job, stream, buffer, .. }) = members.pop()
            {
                self.buffers.push(buffer);
                let hashed = stream.run(job.first(), self.settings, board);
                finish(number, job, hashed, board);
                continue;
            }
            self.step(&mut members, room, board);
        }
    }

    fn admit<T>(&mut self, jobs: Vec<Numbered>, members: &mut Vec<Member>, board: &Board<T>) {
        let mut jobs = jobs.into_iter();
        while let Some(numbered) = jobs.next() {
            let Numbered { number, ref job, .. } = numbered;
            let stream = match &job.subject {
                Subject::One(source) => Open::new(source, job.root.as_ref()),
                // It is hashed by itself and never handed back as a large file.
                Subject::Tuple(_) => Err(io::Error::from(io::ErrorKind::InvalidInput).into()),
            };
            let stream = stream.and_then(|open| match open.kind {
                // It was a file when it was found to be large.
                Expectation::Flowing => Err(ReadError::Changed(Change::Modified)),
                _ => Ok(Stream::new(open, job.first())),
            });
            let job = match &stream {
                // When others have been read, there will be room for this one.
                Err(error) if error.is_crowd() && (!members.is_empty() || board.others_read()) => {
                    board.put_large(iter::once(numbered).chain(jobs).collect());
                    thread::sleep(CROWDED);
                    return;
                }
                _ => numbered.job,
            };
            match stream {
                Ok(stream) => {
                    let buffer = self.buffers.pop().unwrap_or_default();
                    members.push(Member { number, job, stream, buffer, filled: 0 });
                }
                Err(error) => board.deliver(vec![(number, Outcome { subject: job.subject, hashed: Err(error) })]),
            }
        }
    }

    /// A piece of each file. Those that have ended leave.
    fn step<T>(&mut self, members: &mut Vec<Member>, room: usize, board: &Board<T>) {
        let mut at = 0;
        while let Some(member) = members.get_mut(at) {
            match member.read(self.settings, room) {
                Ok(()) => at += 1,
                Err(error) => {
                    let member = members.swap_remove(at);
                    self.leave(member, |_| Err(error), board);
                }
            }
        }
        update(members);
        let mut at = 0;
        while let Some(member) = members.get(at) {
            if member.filled == member.buffer.len() {
                at += 1;
            } else {
                let member = members.swap_remove(at);
                self.leave(member, |(stream, job)| stream.end(job.first()), board);
            }
        }
    }

    fn leave<T>(
        &mut self,
        Member { number, job, stream, buffer, .. }: Member,
        end: impl FnOnce((Stream, &Job)) -> Result<Hashed, ReadError>,
        board: &Board<T>,
    ) {
        self.buffers.push(buffer);
        let hashed = end((stream, &job));
        finish(number, job, hashed, board);
    }
}

/// Hands the result over, or the file back, if it has to be read by other recipes, too.
fn finish<T>(number: u64, mut job: Job, hashed: Result<Hashed, ReadError>, board: &Board<T>) {
    if job.is_done(&hashed) || board.is_stopped() {
        board.deliver(vec![(number, Outcome { subject: job.subject, hashed })]);
    } else {
        board.put_large(vec![Numbered { number, job, stdin: None }]);
    }
}

impl Member {
    fn read(&mut self, settings: Settings, room: usize) -> Result<(), ReadError> {
        // Whole blocks: what is left of one would be absorbed by itself.
        let recipes = self.job.first();
        let block = recipes.first().map_or(1, |recipe| recipe.tag.function.block_bytes());
        let whole = (settings.io.bytes.unwrap_or(PIECES_BYTES / room) / block * block).max(block);
        let bytes =
            if settings.io.bytes.is_some() { whole } else { piece_bytes(recipes, whole, MOST_BYTES / USUAL_WIDTH) };
        self.buffer.resize(bytes, 0);
        self.filled = self.stream.fill(&mut self.buffer)?;
        Ok(())
    }
}

/// Hashes what has been read of each file.
fn update(members: &mut [Member]) {
    let mut slots: Vec<(&mut Hasher, &[u8])> = Vec::new();
    for Member { stream, buffer, filled, .. } in members {
        let piece = &buffer[..*filled];
        for state in &mut stream.states {
            match state {
                MessageState::Own(hasher) => slots.push((hasher, piece)),
                state => state.update(piece),
            }
        }
    }
    Hasher::update_many(&mut slots);
}
