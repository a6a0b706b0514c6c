//! Which algorithm lines are by that do not tell it: the one by which most of their files have their digests.
//!
//! All that give digests of this length are computed in one reading of a file, until one of them is ahead of the others. Names and results
//! wait as long. No digest is taken for one of two functions: the list has one function for each length, and a message names it.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use crate::hash::{Digest, Expected, Recipe};
use crate::list::kind;
use crate::tag::Tag;

/// So many more files must have their digests by one function than by any other before the rest of the list.
const LEAD: u64 = 4;

/// The most results that wait.
pub(super) const MOST_HELD: usize = 4096;

/// What came of comparing.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Compared {
    Same,
    Different,
    /// The file bears the traces of a collision attack.
    Attacked,
}

/// The lines of a list whose digests may be by the same functions.
pub(super) struct Guess {
    /// The likeliest first.
    tags: Vec<Tag>,
    counts: Mutex<Counts>,
    decided: OnceLock<usize>,
}

#[derive(Default)]
struct Counts {
    files: u64,
    /// How many have their digests, by each function.
    right: Vec<u64>,
}

/// Those of the list at hand.
#[derive(Default)]
pub(super) struct Guesses(Vec<Arc<Guess>>);

impl Guesses {
    pub(super) fn of(&mut self, tags: Vec<Tag>) -> Arc<Guess> {
        if let Some(guess) = self.0.iter().find(|guess| guess.tags == tags) {
            return Arc::clone(guess);
        }
        let counts = Counts { files: 0, right: vec![0; tags.len()] };
        let guess = Arc::new(Guess { tags, counts: Mutex::new(counts), decided: OnceLock::new() });
        self.0.push(Arc::clone(&guess));
        guess
    }
}

impl Guess {
    /// What must be computed of the next file.
    pub(super) fn tags(&self) -> Vec<Tag> {
        self.decided().map_or_else(|| self.tags.clone(), |tag| vec![tag.clone()])
    }

    /// The function that was found.
    pub(super) fn decided(&self) -> Option<&Tag> {
        self.decided.get().and_then(|number| self.tags.get(*number))
    }

    /// Compares a file's digests, one for each recipe, and counts it.
    pub(super) fn count(
        &self,
        recipes: &[Recipe],
        expected: &[Expected],
        digests: Vec<Digest>,
    ) -> std::io::Result<Vec<Compared>> {
        let mut compared = Vec::with_capacity(digests.len());
        for (digest, expected) in digests.into_iter().zip(expected.iter().cycle()) {
            compared.push(if matches!(digest, Digest::Attacked(_)) {
                Compared::Attacked
            } else if digest.is(expected)? {
                Compared::Same
            } else {
                Compared::Different
            });
        }
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        counts.files += 1;
        for (recipe, _) in recipes.iter().zip(&compared).filter(|(_, compared)| **compared == Compared::Same) {
            if let Some(number) = self.tags.iter().position(|tag| *tag == recipe.tag) {
                counts.right[number] += 1;
            }
        }
        let mut sorted = counts.right.clone();
        sorted.sort_unstable_by(|one, other| other.cmp(one));
        let is_ahead = sorted.first().is_some_and(|first| *first >= sorted.get(1).unwrap_or(&0) + LEAD);
        drop(counts);
        if is_ahead {
            self.decide();
        }
        Ok(compared)
    }

    /// Takes the function by which most files have their digests; the likeliest one if none has.
    pub(super) fn decide(&self) {
        self.decided.get_or_init(|| {
            let counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
            let most = counts.right.iter().max().copied().unwrap_or_default();
            counts.right.iter().position(|right| *right == most).unwrap_or_default()
        });
    }

    /// What came of a file, by the function that was found.
    pub(super) fn compared(&self, compared: &[Compared]) -> Compared {
        // One recipe: it was found before the file was read.
        let number = if compared.len() == 1 { Some(&0) } else { self.decided.get() };
        number.and_then(|number| compared.get(*number)).copied().unwrap_or(Compared::Different)
    }

    /// What is said at the end of the list.
    pub(super) fn message(&self) -> Option<String> {
        let counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        let tag = self.decided().filter(|_| counts.files > 0)?;
        let right = *counts.right.get(self.tags.iter().position(|other| other == tag)?)?;
        let likeliest = &self.tags[0];
        // What the list's name tells needs no word.
        let told = kind::by_length(tag.bits).first() != Some(&likeliest.function);
        if right == 0 {
            let names: Vec<_> = self.tags.iter().map(|tag| tag.function.name()).collect();
            let (bits, names) = (tag.bits, names.join(", "));
            return Some(format!(
                "the lines name no algorithm, and no file has its digest of {bits} bits by any of {names}; for another one: -a NAME"
            ));
        }
        let function = tag.function;
        let broken =
            if function.is_broken() { ", which is broken: anyone can make two files with the same digest" } else { "" };
        let files = counts.files;
        let message = || {
            format!("the lines name no algorithm; {right} of {files} files have their digests by {function}{broken}")
        };
        (!(told && tag == likeliest)).then(message)
    }
}
