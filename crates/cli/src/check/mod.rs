//! `lanesum check`: files against lists of digests, as GNU's `cksum --check` does it.
//!
//! `lists` goes through the lists (`lines`: in bounded memory; `parse`: what one says; `kind`: by which algorithm), the
//! workers hash what they name, and `tally` counts what came of it. `names` is for the options that hash nothing.

mod kind;
mod lines;
mod lists;
mod names;
mod parse;
mod tally;

use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::Arc;

use lanesum::Backend;

use self::lists::{Found, ListError, Lists, Stdin};
use self::tally::{Manner, Tallies, Verdict};
use crate::args::{CheckArgs, check_backend};
use crate::failure::{FAILED, Failure};
use crate::function::{Function, Parameter};
use crate::hash::{Expected, Recipe, Setup, SetupError};
use crate::line::{End, Form};
use crate::output::{Output, complain};
use crate::progress;
use crate::refusal::Refusal;
use crate::signing;
use crate::subject::Subject;
use crate::tag::Tag;
use crate::walk::{is_regular, size};
use crate::workers::{self, Consumer, Event, Hashed, Job, Outcome, Weigh};

pub(crate) fn run(args: &CheckArgs) -> Result<ExitCode, Failure> {
    if let Some(backend) = args.backend {
        refuse_backend(args.algorithm, backend)?;
    }
    args.check_parameters()?;
    let lists = if args.lists.is_empty() { vec![OsString::from("-")] } else { args.lists.clone() };
    let end = if args.zero { End::Nul } else { End::Newline };
    let mut found = Lists::new(lists.clone(), end, args.algorithm, args.parameters.stated(), stdin(args));
    if let Some(key) = &args.signed.signed_by {
        found = found.verified(signing::verified_lists(key, &lists)?);
    }
    let tallies = Tallies::new(Manner::from(args), lists);
    let passed = if args.missing_only {
        names::missing(found, tallies, end)?
    } else if let Some(directory) = &args.extra_only {
        names::extra(found, tallies, end, directory)?
    } else {
        check(args, found, tallies)?
    };
    Ok(if passed { ExitCode::SUCCESS } else { ExitCode::from(FAILED) })
}

fn stdin(args: &CheckArgs) -> Stdin {
    if args.parameters.key_is_stdin() { Stdin::Key } else { Stdin::Free }
}

/// Refuses a backend that this machine lacks before anything is read; whether the functions of the lists have it turns out
/// on the way.
fn refuse_backend(function: Option<Function>, backend: Backend) -> Result<(), Refusal> {
    let function = function.or_else(|| Function::all().find(|function| function.backends().contains(&backend)));
    let function = function.ok_or_else(|| Refusal("no algorithm has this backend".into()))?;
    check_backend(function, backend)
}

fn check(args: &CheckArgs, found: Lists, tallies: Tallies) -> Result<bool, Failure> {
    let unused = args.parameters.given().collect();
    let mut events = Events { setup: args.parameters.read(args.backend)?, last: None, unused };
    let found = found.map(move |found| events.event(found));
    let mut judge = Judge {
        manner: Manner::from(args),
        backend: args.backend,
        tallies,
        output: Output::open()?,
        unused: Vec::new(),
        usable: true,
        broken: None,
    };
    progress::start(sizes(args));
    workers::run(args.workers.settings(), found, &mut judge)?;
    judge.finish()
}

/// The sizes of all listed files: the lists are read a second time for it. None where that cannot be, as with a pipe.
fn sizes(args: &CheckArgs) -> Option<impl Iterator<Item = u64> + Send + use<>> {
    let again = !args.lists.is_empty() && args.lists.iter().all(|list| list != "-" && is_regular(list.as_ref()));
    let end = if args.zero { End::Nul } else { End::Newline };
    again.then(|| {
        let given = args.parameters.stated();
        Lists::new(args.lists.clone(), end, args.algorithm, given, stdin(args)).map(|found| match found {
            Found::Entry { subject, .. } => subject.sources().filter_map(|source| size(&source)).sum(),
            _ => 0,
        })
    })
}

/// What goes past the workers beside the jobs.
enum Item {
    /// A listed file, which should have this digest; and about the memory that its recipe holds.
    Listed(Expected, usize),
    Improper {
        line: u64,
        kind: &'static str,
    },
    Undecided {
        bits: u64,
    },
    /// A line whose function does not have the backend that was asked for.
    WithoutBackend(Function),
    /// A line whose function needs a key, and there is none.
    WithoutKey,
    /// A line for which there is no recipe: a salt of another length than the function of a line that states none takes.
    Without(SetupError),
    /// The end of a list; with the options that no line so far has had a use for.
    End(Result<(), ListError>, Vec<&'static str>),
}

impl Weigh for Item {
    fn weight(&self) -> usize {
        match self {
            Self::Listed(Expected::Short(digest), recipe) => digest.len() + recipe,
            Self::Listed(Expected::Long(_), recipe) => *recipe,
            _ => 0,
        }
    }
}

/// Makes events of lines.
struct Events {
    setup: Setup,
    /// Most lists are of one kind.
    last: Option<(Tag, Arc<[Recipe]>)>,
    /// Options that no line has had a use for so far.
    unused: Vec<(Parameter, &'static str)>,
}

impl Events {
    fn event(&mut self, found: Found) -> Event<Item> {
        if let Found::Entry { tag, form, .. } = &found {
            // A tag states all that it depends on but a key.
            let uses =
                |parameter| tag.function.takes(parameter) && (*form == Form::Untagged || parameter == Parameter::Key);
            self.unused.retain(|(parameter, _)| !uses(*parameter));
        }
        match found {
            Found::Entry { tag, .. }
                if self.setup.backend.is_some_and(|backend| !tag.function.backends().contains(&backend)) =>
            {
                Event::Note(Item::WithoutBackend(tag.function))
            }
            Found::Entry { tag, subject, digest, .. } => match self.recipes(&tag) {
                Ok(recipes) => {
                    let listed = Item::Listed(Expected::from(digest.as_slice()), tag.stated.weight());
                    Event::Job(Job { subject, recipes }, listed)
                }
                Err(SetupError::NoKey) => Event::Note(Item::WithoutKey),
                Err(error) => Event::Note(Item::Without(error)),
            },
            Found::Improper { line, kind } => Event::Note(Item::Improper { line, kind }),
            Found::Undecided { bits, .. } => Event::Note(Item::Undecided { bits }),
            Found::End(read) => Event::Note(Item::End(read, self.unused.iter().map(|(_, option)| *option).collect())),
        }
    }

    fn recipes(&mut self, tag: &Tag) -> Result<Arc<[Recipe]>, SetupError> {
        Ok(match &self.last {
            Some((last, recipes)) if last == tag => Arc::clone(recipes),
            _ => {
                let recipes = Arc::from([Recipe::new(tag.clone(), &self.setup)?]);
                self.last = Some((tag.clone(), Arc::clone(&recipes)));
                recipes
            }
        })
    }
}

/// Says what came of each file.
struct Judge {
    manner: Manner,
    backend: Option<Backend>,
    tallies: Tallies,
    output: Output,
    /// Options that no line so far has had a use for.
    unused: Vec<&'static str>,
    /// Were all lists read, and did each hold digest lines?
    usable: bool,
    /// Why standard output takes no more. Files are judged to the end all the same: what is wrong is said on standard error.
    broken: Option<io::Error>,
}

impl Consumer<Item> for Judge {
    type Error = Failure;

    fn take(&mut self, item: Item, outcome: Option<Outcome>) -> Result<(), Failure> {
        // What is said about earlier files goes out before any complaint.
        if !matches!(item, Item::Listed(..)) {
            self.flush()?;
        }
        match item {
            Item::Listed(expected, _) => self.judge(&expected, outcome)?,
            Item::Improper { line, kind } => self.tallies.improper(line, kind),
            Item::Undecided { bits } => self.tallies.undecided(bits, &kind::by_length(bits)),
            Item::WithoutBackend(function) => {
                self.backend.map_or(Ok(()), |backend| check_backend(function, backend))?;
            }
            Item::WithoutKey => self.tallies.keyless(),
            Item::Without(error) => return Err(error.into()),
            Item::End(read, unused) => {
                self.usable &= self.tallies.end(read);
                self.unused = unused;
            }
        }
        Ok(())
    }

    fn idle(&mut self) -> Result<(), Failure> {
        self.flush()
    }
}

impl Judge {
    fn judge(&mut self, expected: &Expected, outcome: Option<Outcome>) -> Result<(), Failure> {
        let Some(Outcome { subject, hashed }) = outcome else { return Ok(()) };
        let verdict = match hashed.and_then(|hashed| Ok(is(hashed, expected)?)) {
            Ok(true) => Verdict::Right,
            Ok(false) => Verdict::Different,
            Err(error) if self.manner.ignore_missing && error.is_absence() => Verdict::Ignored,
            Err(error) => {
                self.flush()?;
                complain(&error.message(&subject));
                Verdict::Unread
            }
        };
        self.tallies.proper(verdict);
        let words = match verdict {
            Verdict::Right if self.manner.quiet => return Ok(()),
            Verdict::Right => "OK",
            Verdict::Different => "FAILED",
            Verdict::Unread => "FAILED open or read",
            Verdict::Ignored => return Ok(()),
        };
        // As it stands in the digest line: a tuple without a file has no name.
        let name = match &subject {
            Subject::Tuple(_) if subject.name().is_empty() => b"()",
            subject => subject.name(),
        };
        if self.manner.status { Ok(()) } else { self.say(name, words) }
    }

    fn say(&mut self, name: &[u8], words: &str) -> Result<(), Failure> {
        let mut line = Vec::with_capacity(name.len() + words.len() + 4);
        // As GNU does it: names are escaped only where they would break the line, other than in digest lines.
        if name.contains(&b'\n') {
            line.push(b'\\');
            End::Newline.write_name(&mut line, name)?;
        } else {
            line.extend_from_slice(name);
        }
        line.extend_from_slice(b": ");
        line.extend_from_slice(words.as_bytes());
        line.push(b'\n');
        self.write(|output| output.write_all(&line))
    }

    fn flush(&mut self) -> Result<(), Failure> {
        self.write(Write::flush)
    }

    /// Ends the run where nobody reads any more, and keeps any other error for the end.
    fn write(&mut self, write: impl FnOnce(&mut Output) -> io::Result<()>) -> Result<(), Failure> {
        if self.broken.is_none()
            && let Err(error) = write(&mut self.output)
        {
            if error.kind() == io::ErrorKind::BrokenPipe {
                return Err(error.into());
            }
            self.broken = Some(error);
        }
        Ok(())
    }

    fn finish(mut self) -> Result<bool, Failure> {
        self.flush()?;
        // An error, because the list may have been replaced by one that needs no key, say.
        for option in self.unused.iter().filter(|_| self.usable) {
            let why = match *option {
                "--key-file" => "no line needs a key",
                _ => "no untagged line takes it, and tagged lines state their own",
            };
            complain(format!("{option} has no effect: {why}").as_bytes());
        }
        let passed = self.tallies.passed && self.unused.is_empty();
        self.broken.map_or(Ok(passed), |error| Err(error.into()))
    }
}

/// Has the file this digest? It was hashed by one recipe.
fn is(hashed: Hashed, expected: &Expected) -> io::Result<bool> {
    hashed.digests.into_iter().next().map_or(Ok(false), |digest| digest.is(expected))
}
