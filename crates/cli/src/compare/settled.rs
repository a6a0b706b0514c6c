//! Which algorithm lines are by that do not tell it: `audit` and `update` hash other files than the listed ones, and so must know it before.
//!
//! Listed files are hashed by all functions that give digests of this length, until one of them is ahead, as `check` does it. No file has the
//! digest of its line by a function by accident, so one file is enough where there are no more.

use std::collections::VecDeque;
use std::ffi::OsString;
use std::sync::Arc;

use crate::hash::{Expected, Recipe, Setup};
use crate::list::kind::{announce, is_ahead, is_usual, leader};
use crate::list::{Entry, Found, ListError, Lists, list_name};
use crate::output::complain;
use crate::read::{Expectation, Open, ReadError};
use crate::root::Root;
use crate::subject::{Source, Subject};
use crate::tag::Tag;

/// So many lines wait for a decision at most.
const MOST_HELD: usize = 4096;

const MOST_FILES: u64 = 64;

/// Lists in which every line tells its function.
pub(crate) struct Settled {
    lists: Lists,
    names: std::vec::IntoIter<OsString>,
    /// Lines that have been read already.
    held: VecDeque<Found>,
    /// The decisions for the current list: the possible tags of a line, and the one chosen.
    decided: Vec<(Arc<[Tag]>, Tag)>,
    /// Is the rest of this list passed over?
    skips: bool,
    /// Is nothing said of what was found?
    quiet: bool,
}

impl Settled {
    pub(crate) fn new(lists: Lists, names: &[OsString], quiet: bool) -> Self {
        let names = Vec::from(names).into_iter();
        Self { lists, names, held: VecDeque::new(), decided: Vec::new(), skips: false, quiet }
    }

    /// The function of the next line and of those that are like it.
    fn decide(&mut self, guess: &[Tag]) -> Result<Tag, ListError> {
        let recipes: Vec<_> = guess.iter().filter_map(|tag| Recipe::new(tag.clone(), &Setup::default()).ok()).collect();
        let mut right = vec![0; guess.len()];
        let mut files = 0;
        let mut at = 0;
        while !is_ahead(&right) && at < MOST_HELD && files < MOST_FILES {
            if at == self.held.len() {
                self.held.extend(self.lists.next());
            }
            match self.held.get(at) {
                Some(Found::Entry(Entry { name: Subject::One(source), digests, guess: other, .. }))
                    if **other == *guess =>
                {
                    let digest = digests.first().map_or(&[][..], |(_, digest)| digest);
                    files += u64::from(count(source, &Expected::from(digest), &recipes, &mut right).is_ok());
                }
                None | Some(Found::End(_)) => break,
                Some(_) => {}
            }
            at += 1;
        }
        let number = leader(&right);
        let tag = &guess[number];
        if right[number] == 0 {
            // No file matched. A function that the list's name tells is accepted. So is a broken one: it is usual for digests this short.
            let is_told = !is_usual(tag) || tag.function.is_broken();
            return if is_told { Ok(tag.clone()) } else { Err(ListError::Undecided { bits: tag.bits, files }) };
        }
        if let Some(message) = announce(tag, guess, "files").filter(|_| !self.quiet) {
            let list = self.names.as_slice().first().map(|list| list_name(list)).unwrap_or_default();
            complain(format_args!("{list}: {message}"));
        }
        Ok(tag.clone())
    }
}

impl Iterator for Settled {
    type Item = Found;

    fn next(&mut self) -> Option<Found> {
        loop {
            let mut found = self.held.pop_front().or_else(|| self.lists.next())?;
            if matches!(found, Found::End(_)) {
                self.names.next();
                self.decided.clear();
                if std::mem::take(&mut self.skips) {
                    continue;
                }
            }
            if self.skips {
                continue;
            }
            if let Found::Entry(entry) = &mut found
                && !entry.guess.is_empty()
            {
                let guess = Arc::clone(&entry.guess);
                let known = self.decided.iter().find(|(other, _)| *other == guess).map(|(_, tag)| tag.clone());
                let Some(tag) = known else {
                    self.held.push_front(found);
                    match self.decide(&guess) {
                        Ok(tag) => self.decided.push((guess, tag)),
                        Err(error) => {
                            self.skips = true;
                            return Some(Found::End(Err(error)));
                        }
                    }
                    continue;
                };
                entry.guess = Arc::default();
                for (by, _) in &mut entry.digests {
                    *by = tag.clone();
                }
            }
            return Some(found);
        }
    }
}

/// Counts by which functions a file has its digest. The likeliest is computed by itself: mostly the others are not needed.
fn count(source: &Source, expected: &Expected, recipes: &[Recipe], right: &mut [u64]) -> Result<(), ReadError> {
    let (likeliest, others) = recipes.split_at(recipes.len().min(1));
    let mut found = false;
    for (first, recipes) in [(0, likeliest), (likeliest.len(), others)] {
        if found {
            break;
        }
        for (right, digest) in right.iter_mut().skip(first).zip(read(source, recipes)?) {
            let is = digest.is(expected)?;
            *right += u64::from(is);
            found |= is;
        }
    }
    Ok(())
}

fn read(source: &Source, recipes: &[Recipe]) -> Result<Vec<crate::hash::Digest>, ReadError> {
    let mut open = Open::new(source, Some(&Root::Listed))?;
    if open.kind == Expectation::Flowing {
        return Err(std::io::Error::from(std::io::ErrorKind::Unsupported).into());
    }
    open.advise();
    let mut states: Vec<_> = recipes.iter().filter_map(Recipe::state).collect();
    let mut buffer = vec![0; 64 << 10];
    loop {
        let read = open.input.fill(&mut buffer)?;
        for state in &mut states {
            state.update(&buffer[..read]);
        }
        if read < buffer.len() {
            break;
        }
    }
    let digests = states.into_iter().zip(recipes).map(|(state, recipe)| state.finalize(recipe.tag.bits));
    Ok(digests.collect::<std::io::Result<_>>()?)
}
