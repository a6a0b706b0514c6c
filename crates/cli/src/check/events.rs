//! Makes jobs and notes of the lines of lists.

use std::io;
use std::sync::Arc;

use super::guess::{Compared, Guess, Guesses};
use super::tally::Ignored;
use crate::function::{Function, Parameter};
use crate::hash::{Expected, Recipe, Setup, SetupError};
use crate::line::LineStyle;
use crate::list::{Entry, Found, ListError};
use crate::subject::{Source, Subject};
use crate::tag::Tag;
use crate::workers::{Event, Job, Weigh};

/// An item passed to the consumer, together with a job or alone.
pub(super) enum Item {
    Listed(Listed),
    Signed,
    Improper {
        line: u64,
        kind: &'static str,
        unsupported: Option<String>,
    },
    /// A line whose function does not have the backend that was asked for.
    WithoutBackend(Function),
    /// A line whose function needs a key, but no key was given.
    WithoutKey,
    /// A line for which there is no recipe: a salt of another length than the function of a line that states none takes.
    Without(SetupError),
    /// The end of a list; with the options that no line so far has had a use for, and the lines that need no look.
    End(Result<(), ListError>, Vec<&'static str>, Ignored),
}

/// The expected digests and size of a listed file.
pub(super) struct Listed {
    /// A digest for each recipe.
    pub(super) expected: Vec<Expected>,
    pub(super) size: Option<u64>,
    pub(super) recipes: Arc<[Recipe]>,
    /// Finds the function, if the line does not name it. There is a recipe for each possible function, or one once the function is found.
    pub(super) guess: Option<Arc<Guess>>,
    /// Does the list's name alone tell the function?
    pub(super) told: bool,
    /// The result of the comparison for each of these recipes.
    pub(super) compared: Vec<Compared>,
}

impl Weigh for Item {
    fn weight(&self) -> usize {
        match self {
            Self::Listed(Listed { expected, recipes, .. }) => {
                let short = |expected: &Expected| if let Expected::Short(digest) = expected { digest.len() } else { 0 };
                expected.iter().map(short).sum::<usize>()
                    + recipes.iter().map(|recipe| recipe.tag.stated.weight()).sum::<usize>()
            }
            _ => 0,
        }
    }
}

/// Makes events of lines.
pub(super) struct Events {
    pub(super) setup: Setup,
    /// Is it `lanesum check`? In place of another program it reads what that reads.
    pub(super) ours: bool,
    /// Does the command line tell the function of lines that do not?
    pub(super) named: bool,
    /// Most lists are of one kind.
    pub(super) last: Option<(Vec<Tag>, Arc<[Recipe]>)>,
    /// The functions that the last lines may be by, and those of them that take what was given. Most lines may be by the same ones.
    pub(super) possible: Option<[Arc<[Tag]>; 2]>,
    /// Options that no line has had a use for so far.
    pub(super) unused: Vec<(Parameter, &'static str)>,
    pub(super) guesses: Guesses,
    /// Lines of the list at hand whose files are missing, if that does not matter: workers need not look for them.
    pub(super) ignored: Option<Ignored>,
    pub(super) may_lie_beside: bool,
}

/// So many missing files are looked for beside their list.
const BESIDE: usize = 1024;

impl Events {
    /// None for a line that says nothing by itself.
    pub(super) fn event(&mut self, found: Found) -> Option<Event<Item>> {
        Some(match found {
            Found::Entry(entry) => return self.entry(entry),
            // `audit` looks at it.
            Found::Link(_) => return None,
            Found::Signed => Event::Note(Item::Signed),
            Found::Improper { line, kind, unsupported } => Event::Note(Item::Improper { line, kind, unsupported }),
            Found::End(read) => {
                self.guesses = Guesses::default();
                let unused = self.unused.iter().map(|(_, option)| *option).collect();
                let ignored = self.ignored.as_mut().map(std::mem::take).unwrap_or_default();
                Event::Note(Item::End(read, unused, ignored))
            }
        })
    }

    fn entry(&mut self, entry: Entry<Subject>) -> Option<Event<Item>> {
        let Entry { form, name: subject, digests, size, mut guess, .. } = entry;
        // Functions that are guessed need no key.
        if !guess.is_empty() && self.unused.is_empty() && self.is_ignored(&subject) {
            return None;
        }
        let (mut tags, digests): (Vec<Tag>, Vec<Vec<u8>>) = digests.into_iter().unzip();
        if let Some(backend) = self.setup.backend {
            guess = guess.iter().filter(|tag| tag.function.backends().contains(&backend)).cloned().collect();
        }
        let guess = (!guess.is_empty()).then(|| self.possible(guess));
        let guess = guess.map(|guess| self.guesses.of(guess));
        if let Some(guess) = &guess {
            tags = guess.tags();
        }
        for tag in &tags {
            // A tag states all that it depends on but a key.
            let uses = |parameter| match parameter {
                Parameter::Key => tag.has_key(),
                _ => tag.function.takes(parameter) && form == LineStyle::Untagged,
            };
            self.unused.retain(|(parameter, _)| !uses(*parameter));
            if self.setup.backend.is_some_and(|backend| !tag.function.backends().contains(&backend)) {
                return Some(Event::Note(Item::WithoutBackend(tag.function)));
            }
        }
        Some(match self.recipes(tags) {
            Ok(recipes) => {
                if self.is_ignored(&subject) {
                    return None;
                }
                let expected = digests.iter().map(|digest| Expected::from(digest.as_slice())).collect();
                let told = self.ours && !self.named && form == LineStyle::Untagged && guess.is_none();
                let listed =
                    Listed { expected, size, recipes: Arc::clone(&recipes), guess, told, compared: Vec::new() };
                let mut job = if self.ours { Job::listed(subject, recipes) } else { Job::new(subject, recipes) };
                if listed.guess.is_some() && listed.recipes.len() > 1 {
                    job.likely = digests.into_iter().next().map(Vec::into_boxed_slice);
                }
                Event::Job(job, Item::Listed(listed))
            }
            Err(SetupError::NoKey) => Event::Note(Item::WithoutKey),
            Err(error) => Event::Note(Item::Without(error)),
        })
    }

    /// The functions among these that take the key, the salt and the customization of the command line, which may be too long for some; all,
    /// if none does, so that one can say why.
    fn possible(&mut self, guess: Arc<[Tag]>) -> Arc<[Tag]> {
        if let Some([all, possible]) = &self.possible
            && *all == guess
        {
            return Arc::clone(possible);
        }
        let takes = |tag: &&Tag| Recipe::new((*tag).clone(), &self.setup).is_ok();
        let possible: Arc<[Tag]> = guess.iter().filter(takes).cloned().collect();
        let possible = if possible.is_empty() { Arc::clone(&guess) } else { possible };
        self.possible = Some([guess, Arc::clone(&possible)]);
        possible
    }

    /// Is it a file that is missing, which does not matter? It is counted then.
    fn is_ignored(&mut self, subject: &Subject) -> bool {
        let (Some(ignored), Subject::One(Source::File(path))) = (&mut self.ignored, subject) else { return false };
        let is_missing = path.metadata().is_err_and(|error| error.kind() == io::ErrorKind::NotFound);
        if is_missing {
            ignored.lines += 1;
            if self.may_lie_beside && ignored.first.len() < BESIDE {
                ignored.first.push(subject.clone());
            }
        }
        is_missing
    }

    fn recipes(&mut self, tags: Vec<Tag>) -> Result<Arc<[Recipe]>, SetupError> {
        Ok(match &self.last {
            Some((last, recipes)) if *last == tags => Arc::clone(recipes),
            _ => {
                let recipes = Recipe::all(&tags, &self.setup)?;
                self.last = Some((tags, Arc::clone(&recipes)));
                recipes
            }
        })
    }
}
