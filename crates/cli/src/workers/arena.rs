//! Small files, read whole and hashed as one batch.

use std::io;
use std::ops::Range;

use lanesum::file::Change;

use crate::comments::Dated;
use crate::hash::{Digest, Recipe, SHORT_BYTES};
use crate::journal;
use crate::read::{Expectation, Open, ReadError};
use crate::workers::job::{Hashed, Job, Outcome};

/// The largest file that is read whole. Larger files would gain nothing, because reading them costs little compared with hashing.
const SMALL_BYTES: usize = 128 << 10;

/// All that is held at a time: what fits into a second-level cache.
const ARENA_BYTES: usize = 1 << 20;

#[derive(Default)]
pub(super) struct Arena {
    bytes: Box<[u8]>,
    used: usize,
    held: Vec<Held>,
}

struct Held {
    number: u64,
    job: Job,
    bytes: Range<usize>,
    dated: Option<Dated>,
}

impl Arena {
    pub(super) fn new() -> Self {
        Self { bytes: vec![0; ARENA_BYTES].into(), used: 0, held: Vec::new() }
    }

    /// May a file of this kind be held?
    pub(super) fn suits(kind: Expectation, recipes: &[Recipe]) -> bool {
        let small = match kind {
            Expectation::Sized(size) => size <= SMALL_BYTES as u64,
            Expectation::Unsized => true,
            Expectation::Flowing => false,
        };
        small && recipes.iter().all(|recipe| recipe.bytes() <= SHORT_BYTES)
    }

    /// May it be held beside what is held already?
    pub(super) fn has_room(&self, kind: Expectation) -> bool {
        let size = match kind {
            Expectation::Sized(size) => usize::try_from(size).unwrap_or(usize::MAX),
            _ => SMALL_BYTES,
        };
        // One byte more, to see the end.
        size < self.bytes.len() - self.used
    }

    /// Reads a file to its end, behind those that are held, once more if its status alone has changed; the number of bytes. `None` if
    /// it is larger than what is held.
    pub(super) fn read(&mut self, open: &mut Open) -> Result<Option<usize>, ReadError> {
        match self.read_once(open) {
            Err(ReadError::Changed(Change::Status)) => {
                open.again()?;
                self.read_once(open)
            }
            read => read,
        }
    }

    fn read_once(&mut self, open: &mut Open) -> Result<Option<usize>, ReadError> {
        let free = &mut self.bytes[self.used..];
        let most = free.len().min(SMALL_BYTES + 1);
        let buffer = match open.kind {
            // Not a byte more, which would cost another reading: the check sees that the file has grown.
            Expectation::Sized(size) => &mut free[..most.min(usize::try_from(size).unwrap_or(most))],
            _ => &mut free[..most],
        };
        let read = open.input.fill(buffer)?;
        if open.kind == Expectation::Unsized && read == buffer.len() {
            return Ok(None);
        }
        open.input.check()?;
        Ok(Some(read))
    }

    /// Keeps the `read` bytes that came last, of a file with these times.
    pub(super) fn hold(&mut self, number: u64, job: Job, read: usize, dated: Option<Dated>) {
        let bytes = self.used..self.used + read;
        self.used = bytes.end;
        self.held.push(Held { number, job, bytes, dated });
    }

    pub(super) fn flush(&mut self) -> Vec<(u64, Outcome)> {
        let held = std::mem::take(&mut self.held);
        let mut digests: Vec<Vec<Option<Digest>>> =
            held.iter().map(|held| held.job.recipes.iter().map(|_| None).collect()).collect();
        // No recipe that the command line allows leads to one.
        let mut failure = String::from("internal error: no digest");
        for recipe in recipes(&held) {
            let mut places = Vec::with_capacity(held.len());
            for (i, held) in held.iter().enumerate() {
                places.extend(held.job.recipes.iter().enumerate().filter(|(_, r)| *r == recipe).map(|(k, _)| (i, k)));
            }
            // The longest first: slots that are refilled from the end come out even.
            places.sort_unstable_by_key(|(i, _)| std::cmp::Reverse(held[*i].bytes.len()));
            let messages = places.iter().map(|(i, _)| &self.bytes[held[*i].bytes.clone()]).collect::<Vec<_>>();
            let results = hash_many(recipe, &messages);
            match results {
                Ok(results) => {
                    for ((i, k), digest) in places.into_iter().zip(results) {
                        digests[i][k] = Some(digest);
                    }
                }
                Err(error) => failure = format!("internal error: {error}"),
            }
        }
        self.used = 0;
        let outcomes = held.into_iter().zip(digests).map(|(held, digests)| {
            let digests = digests.into_iter().collect::<Option<_>>();
            let hashed = digests.ok_or_else(|| ReadError::System(io::Error::other(failure.clone())));
            let size = held.bytes.len() as u64;
            let hashed = hashed.map(|digests: Vec<Digest>| {
                journal::note(held.dated, size, &held.job.recipes, &digests);
                Hashed { size, digests, dated: held.dated }
            });
            (held.number, Outcome { subject: held.job.subject, hashed })
        });
        outcomes.collect()
    }
}

/// Each recipe once: mostly all files have the same ones.
fn recipes(held: &[Held]) -> Vec<&Recipe> {
    let mut recipes = Vec::new();
    for recipe in held.iter().flat_map(|held| &*held.job.recipes) {
        if recipes.last() != Some(&recipe) && !recipes.contains(&recipe) {
            recipes.push(recipe);
        }
    }
    recipes
}

/// The digest of each message, by kernels that take several of them at once where there are some.
fn hash_many(recipe: &Recipe, messages: &[&[u8]]) -> io::Result<Vec<Digest>> {
    let Some(out) = recipe.hash_many(messages) else {
        // One by one. What comes before each message has been absorbed once and for all.
        let alone = messages.iter().map(|message| {
            let mut state = recipe.state().ok_or(io::ErrorKind::InvalidInput)?;
            state.update(message);
            state.finalize(recipe.tag.bits)
        });
        return alone.collect();
    };
    let (out, bytes) = (out.map_err(io::Error::other)?, recipe.bytes());
    // `b3sum --length 0` asks for digests of no bytes.
    let digest = |i: usize| Box::from(&out[i * bytes..(i + 1) * bytes]);
    let mut digests = (0..messages.len()).map(digest).collect::<Vec<Box<[u8]>>>();
    // A digest's bits are the low ones of its last byte.
    let spare = recipe.tag.bits % 8;
    if spare != 0 {
        for last in digests.iter_mut().filter_map(|digest| digest.last_mut()) {
            *last &= !(0xff << spare);
        }
    }
    Ok(digests.into_iter().map(Digest::Short).collect())
}
