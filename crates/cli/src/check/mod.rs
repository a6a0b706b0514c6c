//! `lanesum check` checks files against lists of digests, as GNU's `cksum --check` does.
//!
//! `crate::list` reads the lists, `events` makes jobs of their lines, the workers hash the files, and `tally` counts the results. `guess` finds the algorithm of lines
//! that do not tell it, and `alone` reads `FILE DIGEST`. `record` writes `--json`, `names` is for options that hash nothing, and `below`
//! finds the lists in a directory.

mod alone;
mod below;
mod events;
mod guess;
mod names;
mod record;
mod tally;

use std::collections::VecDeque;
use std::ffi::OsString;
use std::io::{self, Write};
use std::sync::Arc;

use lanesum::Backend;

use self::events::{Events, Item, Listed};
use self::guess::{Compared, Guesses};
use self::record::{Record, Summary};
use self::tally::{Ignored, Tallies, Verdict};
use crate::args::{CheckArgs, Manner, check_backend};
use crate::failure::Failure;
use crate::function::{Function, Parameter};
use crate::hash::{Digest, Setup};
use crate::line::End;
use crate::list::{Dialect, Found, Lists, Only, Reading, Stdin};
use crate::output::{GREEN, Output, RED, complain, refuse_own};
use crate::progress;
use crate::quote::{is_masked, quote};
use crate::refusal::Refusal;
use crate::signing;
use crate::subject::Subject;
use crate::tag::Tag;
use crate::walk::{Following, is_regular, size};
use crate::workers::{self, Consumer, Hashed, Outcome, Settings};

/// Everything that a check depends on.
pub(crate) struct Run {
    /// A digest of the command line, in place of a list: of the only file in `lists`.
    pub(crate) alone: Option<Found>,
    pub(crate) lists: Vec<OsString>,
    pub(crate) reading: Reading,
    pub(crate) manner: Manner,
    pub(crate) setup: Setup,
    /// Options that some line should have a use for.
    pub(crate) options: Vec<(Parameter, &'static str)>,
    pub(crate) settings: Settings,
    pub(crate) output: Option<OsString>,
    pub(crate) progress: bool,
}

pub(crate) fn run(args: &CheckArgs) -> Result<bool, Failure> {
    if let Some(backend) = args.backend {
        refuse_backend(args.algorithm, backend)?;
    }
    args.check_parameters()?;
    let alone = alone::read(args)?;
    let mut usable = true;
    let mut found = None;
    let lists = if args.recursive {
        let below = below::lists(&args.lists, &args.filter.filter()?)?;
        usable = below.all;
        if !args.manner.quiet && !args.manner.status {
            below.left_out.complain(Following::Never);
        }
        found = Some(Arc::new(below.roots));
        below.lists
    } else if args.lists.is_empty() {
        vec![OsString::from("-")]
    } else if let Some((file, _)) = &alone {
        vec![file.clone()]
    } else {
        args.lists.clone()
    };
    let reading = Reading {
        links: false,
        end: if args.zero { End::Nul } else { End::Newline },
        dialect: Dialect::All,
        only: args.algorithm.map(Only::from),
        given: args.parameters.stated(),
        stdin: if args.parameters.key_is_stdin() { Stdin::Key } else { Stdin::Free },
        beside: args.recursive || args.relative,
        verified: match &args.signed.signed_by {
            Some(key) => Some(signing::verified_lists(key, &lists, found.as_ref())?),
            None => None,
        },
        found,
    };
    let manner = Manner { json: args.json, ..args.manner };
    if args.missing_only || args.extra_only.is_some() {
        let end = reading.end;
        let found = Lists::new(lists.clone(), reading);
        let tallies = Tallies::new(manner, lists);
        let passed = match &args.extra_only {
            Some(directory) => names::extra(found, tallies, end, directory)?,
            None => names::missing(found, tallies, end)?,
        };
        return Ok(passed);
    }
    if let Some(output) = args.output.output.as_deref() {
        refuse_own(output, &lists)?;
    }
    let run = Run {
        alone: alone.map(|(_, found)| found),
        lists,
        reading,
        manner,
        setup: args.parameters.read(args.backend)?,
        options: args.parameters.given().collect(),
        settings: args.workers.settings(args.output.output.as_deref())?,
        output: args.output.output.clone(),
        progress: !args.output.no_progress && !args.manner.status,
    };
    let passed = check(run)? && usable;
    Ok(passed)
}

/// Rejects a backend that this machine lacks before anything is read. Whether the functions of the lists have it is checked later.
fn refuse_backend(function: Option<Function>, backend: Backend) -> Result<(), Refusal> {
    let function = function.or_else(|| Function::all().find(|function| function.backends().contains(&backend)));
    let function =
        function.ok_or_else(|| Refusal("no algorithm has this backend; \"lanesum info\" shows all".into()))?;
    check_backend(function, backend)
}

/// Checks everything, and returns whether all is as the lists say.
pub(crate) fn check(run: Run) -> Result<bool, Failure> {
    let Run { alone, lists, reading, manner, setup, options, settings, output, progress } = run;
    let typed = lists.iter().any(|list| list == "-");
    let sizes = progress.then(|| sizes(&lists, &reading)).flatten().filter(|_| alone.is_none());
    let backend = setup.backend;
    let ours = reading.dialect == Dialect::All;
    let may_lie_beside = !reading.beside && ours && alone.is_none();
    let mut events = Events {
        setup,
        ours,
        named: reading.only.is_some() || alone.is_some(),
        last: None,
        possible: None,
        unused: options,
        guesses: Guesses::default(),
        ignored: manner.ignore_missing.then(Ignored::default),
        may_lie_beside,
    };
    let found: Box<dyn Iterator<Item = Found> + Send> = match alone {
        Some(alone) => Box::new([alone, Found::End(Ok(()))].into_iter()),
        None => Box::new(Lists::new(lists.clone(), reading)),
    };
    let found = found.filter_map(move |found| events.event(found));
    let mut judge = Judge {
        manner,
        backend,
        ours,
        may_lie_beside,
        tallies: Tallies::new(manner, lists),
        output: Output::open(output.as_deref())?,
        unused: Vec::new(),
        usable: true,
        broken: None,
        held: VecDeque::new(),
    };
    if progress {
        progress::start(sizes, typed);
    }
    workers::run(settings, found, &mut judge)?;
    judge.finish()
}

/// The sizes of all listed files: the lists are read a second time for it. None where that cannot be, as with a pipe.
fn sizes(lists: &[OsString], reading: &Reading) -> Option<impl Iterator<Item = u64> + Send + use<>> {
    let again = lists.iter().all(|list| list != "-" && is_regular(list.as_ref()));
    again.then(|| {
        Lists::new(lists.to_vec(), reading.clone()).filter_map(|found| match found {
            Found::Entry(entry) => Some(entry.name.sources().filter_map(|source| size(&source)).sum()),
            _ => None,
        })
    })
}

/// Says what came of each file.
struct Judge {
    manner: Manner,
    backend: Option<Backend>,
    /// Is it `lanesum check`, and not in place of another program?
    ours: bool,
    /// Whether `--relative` could help where every file is missing.
    may_lie_beside: bool,
    tallies: Tallies,
    output: Output,
    /// Options that no line so far has had a use for.
    unused: Vec<&'static str>,
    /// Were all lists read, and did each hold digest lines?
    usable: bool,
    /// Why standard output cannot be written any more. All files are still checked, and standard error reports what is wrong.
    broken: Option<io::Error>,
    /// Results that wait until it is found by which function they are.
    held: VecDeque<(Listed, Outcome)>,
}

impl Consumer<Item> for Judge {
    type Error = Failure;

    fn take(&mut self, item: Item, outcome: Option<Outcome>) -> Result<(), Failure> {
        // The results of earlier files are written before any complaint.
        if !matches!(item, Item::Listed(..)) {
            self.flush()?;
        }
        match item {
            Item::Listed(listed) => {
                if let Some(outcome) = outcome {
                    self.hold(listed, outcome)?;
                }
            }
            Item::Signed => self.tallies.signed(),
            Item::Improper { line, kind, unsupported } => self.tallies.improper(line, kind, unsupported.as_deref()),
            Item::WithoutBackend(function) => {
                self.backend.map_or(Ok(()), |backend| check_backend(function, backend))?;
            }
            Item::WithoutKey => self.tallies.keyless(),
            Item::Without(error) => return Err(error.into()),
            Item::End(read, unused, ignored) => {
                self.decide()?;
                self.tallies.ignored(&ignored);
                if self.manner.json && !self.manner.status {
                    let name = self.tallies.name().cloned();
                    let summary = Summary::of(name.as_ref(), self.tallies.tally(), read.as_ref().err());
                    self.write(|output| output.write_all(&summary))?;
                }
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
    /// Judges a result, or keeps it until more is known.
    fn hold(&mut self, mut listed: Listed, mut outcome: Outcome) -> Result<(), Failure> {
        if let (Some(guess), Ok(hashed)) = (&listed.guess, &mut outcome.hashed) {
            listed.compared = guess.count(&listed.recipes, &listed.expected, std::mem::take(&mut hashed.digests))?;
        }
        self.held.push_back((listed, outcome));
        if self.held.len() >= guess::MOST_HELD {
            return self.decide();
        }
        self.release()
    }

    /// Judges all that waits: nothing more will be known.
    fn decide(&mut self) -> Result<(), Failure> {
        for (listed, _) in &self.held {
            listed.guess.iter().for_each(|guess| guess.decide());
        }
        self.release()
    }

    fn release(&mut self) -> Result<(), Failure> {
        let waits = |(listed, outcome): &(Listed, Outcome)| {
            outcome.hashed.is_ok() && listed.guess.as_ref().is_some_and(|guess| guess.decided().is_none())
        };
        while self.held.front().is_some_and(|first| !waits(first))
            && let Some((listed, outcome)) = self.held.pop_front()
        {
            self.judge(&listed, outcome)?;
        }
        Ok(())
    }

    fn judge(&mut self, listed: &Listed, outcome: Outcome) -> Result<(), Failure> {
        let Outcome { subject, hashed } = outcome;
        let mut reason = None;
        let verdict = match hashed.and_then(|hashed| Ok(compare(hashed, listed)?)) {
            Ok(Compared::Same) => Verdict::Right,
            Ok(Compared::Different) => Verdict::Different,
            Ok(Compared::Attacked) => {
                self.flush()?;
                complain(Digest::warning(&subject));
                Verdict::Different
            }
            Err(error) => {
                if self.may_lie_beside && error.is_absence() {
                    self.tallies.absent(&subject);
                }
                if self.manner.ignore_missing && error.is_absence() {
                    Verdict::Ignored
                } else {
                    self.flush()?;
                    complain(error.message(&subject));
                    reason = Some(error.to_string());
                    Verdict::Unread
                }
            }
        };
        self.tallies.proper(verdict);
        if listed.recipes.iter().any(|recipe| recipe.tag.has_key()) {
            self.tallies.keyed(verdict);
        }
        if let Some(guess) = &listed.guess {
            self.tallies.guessed(guess);
        }
        if let (true, Some(recipe)) = (listed.told, listed.recipes.first()) {
            self.tallies.told(recipe.tag.function, verdict);
        }
        if self.manner.status || verdict == Verdict::Ignored || (verdict == Verdict::Right && self.manner.quiet) {
            return Ok(());
        }
        if self.manner.json {
            let found = listed.guess.as_ref().and_then(|guess| guess.decided());
            let tags = listed.recipes.iter().map(|recipe| &recipe.tag);
            let tags = tags.filter(|tag| found.is_none_or(|found| found == *tag)).map(Tag::to_string).collect();
            let record = Record::of(&subject, self.tallies.name(), tags, verdict, reason);
            return self.write(|output| output.write_all(&record));
        }
        let words = match verdict {
            Verdict::Right => "OK",
            Verdict::Unread => "FAILED open or read",
            Verdict::Different | Verdict::Ignored => "FAILED",
        };
        // As it stands in the digest line: a tuple without a file has no name.
        let name = match &subject {
            Subject::Tuple(_) if subject.name().is_empty() => b"()",
            subject => subject.name(),
        };
        self.say(name, words, verdict != Verdict::Right)
    }

    fn say(&mut self, name: &[u8], words: &str, failed: bool) -> Result<(), Failure> {
        let (before, after) = if failed && self.ours && self.output.coloured { RED } else { ("", "") };
        let mut line = Vec::with_capacity(name.len() + words.len() + 4);
        // As GNU does it: names are escaped only where they would break the line, other than in digest lines.
        if self.output.on_terminal && is_masked(name) {
            line = quote(name).into_bytes();
        } else if name.contains(&b'\n') && !self.manner.plain_names {
            line.push(b'\\');
            End::Newline.write_name(&mut line, name)?;
        } else {
            line.extend_from_slice(name);
        }
        line.extend_from_slice(b": ");
        line.extend_from_slice([before, words, after, "\n"].concat().as_bytes());
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
        let said = self.manner.quiet || self.manner.status || self.manner.json;
        if self.ours && self.output.on_terminal && !said && self.tallies.passed {
            let (before, after) = if self.output.coloured { GREEN } else { ("", "") };
            let total = format!("{before}{}{after}\n", self.tallies.total());
            self.write(|output| output.write_all(total.as_bytes()))?;
        }
        self.flush()?;
        // An error, because the list may have been replaced by one that needs no key, say.
        for option in self.unused.iter().filter(|_| self.usable) {
            let why = match *option {
                "--key-file" => "no line needs a key",
                _ => "no untagged line takes it, and tagged lines state their own",
            };
            complain(format_args!("{option} has no effect: {why}"));
        }
        let passed = self.tallies.passed && self.unused.is_empty();
        if let Some(error) = self.broken {
            return Err(error.into());
        }
        self.output.finish()?;
        Ok(passed)
    }
}

/// Has the file its size, and all its digests?
fn compare(hashed: Hashed, listed: &Listed) -> io::Result<Compared> {
    if hashed.is_attacked() {
        return Ok(Compared::Attacked);
    }
    let has_size = listed.size.is_none_or(|size| size == hashed.size);
    if let Some(guess) = &listed.guess {
        return Ok(if has_size { guess.compared(&listed.compared) } else { Compared::Different });
    }
    let mut same = has_size && hashed.digests.len() == listed.expected.len();
    for (digest, expected) in hashed.digests.into_iter().zip(&listed.expected) {
        same &= digest.is(expected)?;
    }
    Ok(if same && !listed.expected.is_empty() { Compared::Same } else { Compared::Different })
}
