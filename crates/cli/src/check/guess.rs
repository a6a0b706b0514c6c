//! Which algorithm lines are by that do not tell it: the one by which most of their files have their digests.
//!
//! All that give digests of this length are computed in one reading of a file, until one of them is ahead of the others. Names and results
//! wait as long. No digest is taken for one of two functions: the list has one function for each length, and a message names it.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use crate::hash::{Digest, Expected, Recipe};
use crate::list::kind;
use crate::tag::Tag;

/// The most results that wait.
pub(super) const MOST_HELD: usize = 4096;

/// The result of comparing the digest of a file with the listed one.
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
    tags: Arc<[Tag]>,
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
    pub(super) fn of(&mut self, tags: Arc<[Tag]>) -> Arc<Guess> {
        if let Some(guess) = self.0.iter().find(|guess| Arc::ptr_eq(&guess.tags, &tags) || guess.tags == tags) {
            return Arc::clone(guess);
        }
        let counts = Counts { files: 0, right: vec![0; tags.len()] };
        let guess = Arc::new(Guess { tags, counts: Mutex::new(counts), decided: OnceLock::new() });
        self.0.push(Arc::clone(&guess));
        guess
    }
}

impl Guess {
    /// The tags of the digests to compute of the next file.
    pub(super) fn tags(&self) -> Vec<Tag> {
        self.decided().map_or_else(|| self.tags.to_vec(), |tag| vec![tag.clone()])
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
        // Only the likeliest was computed, which it is: no other one gives this digest.
        compared.resize(recipes.len(), Compared::Different);
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        counts.files += 1;
        for (recipe, _) in recipes.iter().zip(&compared).filter(|(_, compared)| **compared == Compared::Same) {
            if let Some(number) = self.tags.iter().position(|tag| *tag == recipe.tag) {
                counts.right[number] += 1;
            }
        }
        let is_ahead = kind::is_ahead(&counts.right);
        drop(counts);
        if is_ahead {
            self.decide();
        }
        Ok(compared)
    }

    /// Takes the function by which most files have their digests; the likeliest one if none has.
    pub(super) fn decide(&self) {
        self.decided.get_or_init(|| kind::leader(&self.counts.lock().unwrap_or_else(PoisonError::into_inner).right));
    }

    /// The result of the comparison for a file, by the function that was found.
    pub(super) fn compared(&self, compared: &[Compared]) -> Compared {
        // One recipe: it was found before the file was read.
        let number = if compared.len() == 1 { Some(&0) } else { self.decided.get() };
        number.and_then(|number| compared.get(*number)).copied().unwrap_or(Compared::Different)
    }

    /// How many files were read of which none has its digest by any of the functions.
    pub(super) fn undecided(&self) -> u64 {
        let counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        if counts.right.iter().all(|right| *right == 0) { counts.files } else { 0 }
    }

    /// The message that is shown even with `--status`: the function is broken, so anyone can make another file with the same digest.
    pub(super) fn warning(&self) -> Option<String> {
        self.decided().filter(|tag| tag.function.is_broken()).and_then(|_| self.message())
    }

    /// The message at the end of the list: which function was found, or that none fits any file.
    pub(super) fn message(&self) -> Option<String> {
        let counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        let tag = self.decided().filter(|_| counts.files > 0)?;
        let right = *counts.right.get(self.tags.iter().position(|other| other == tag)?)?;
        if right == 0 {
            let names: Vec<_> = self.tags.iter().map(|tag| tag.function.name()).collect();
            let (bits, names) = (tag.bits, names.join(", "));
            return Some(format!(
                "the lines name no algorithm, and no file has its digest of {bits} bits by any of {names}; for another one: -a NAME"
            ));
        }
        kind::announce(tag, &self.tags, &format!("{right} of {} files", counts.files))
    }
}
