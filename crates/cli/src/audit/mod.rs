//! `lanesum audit` compares directories with lists. Every file is unchanged, changed, moved, new or missing.
//!
//! `known` holds the entries of the lists. All files are hashed first, with all functions of the lists. Then names decide, and content
//! decides for files with an unknown name or another content. A file with known content and an unknown name was moved if a known file with
//! this content is gone. If all known files with this content exist, it is new: a copy of one of them. So duplicates are distinguished as
//! far as possible. A file that has replaced another one is changed, and is not missing at its old place.

mod known;

use std::collections::{BTreeMap, HashMap, HashSet};
use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use serde::Serialize;

use self::known::{Known, State};
use crate::args::AuditArgs;
use crate::failure::{FAILED, Failure};
use crate::files::Files;
use crate::hash::{Digest, Recipe, Setup};
use crate::line::End;
use crate::list::{Dialect, Lists, Only, Reading};
use crate::output::{Output, complain};
use crate::place::{lies_beside, place};
use crate::progress;
use crate::quote::{is_masked, quote};
use crate::refusal::Refusal;
use crate::signing::signature_of;
use crate::subject::{Source, Subject};
use crate::walk::{Directories, Following, Found, Inputs, LeftOut, Links, Trouble, Weight};
use crate::workers::{self, Consumer, Event, Job, Outcome};

pub(crate) fn run(args: &AuditArgs) -> Result<ExitCode, Failure> {
    let is_directory = |name: &&OsString| Path::new(name).is_dir();
    let (directories, lists): (Vec<&OsString>, Vec<&OsString>) = args.inputs.iter().partition(is_directory);
    let own = |names: Vec<&OsString>| names.into_iter().cloned().collect::<Vec<_>>();
    let (directories, lists) = (own(directories), own(lists));
    for name in lists.iter().filter(|name| *name != "-") {
        std::fs::metadata(name).map_err(|error| Failure::file(Path::new(name), error))?;
    }
    if directories.is_empty() || lists.is_empty() {
        let message =
            "audit compares lists with directories: name at least one of each, for example: lanesum audit SUMS DIR";
        return Err(Refusal(message.into()).into());
    }
    let filter = args.filter.filter()?;
    let here = std::env::current_dir()?;
    let only = args.algorithm.map(Only::from);
    let reading = Reading { beside: args.relative, ..Reading::of(Dialect::All, only) };
    let wanted = filter.of_names(&here, &directories);
    let (known, usable) = Known::read(Lists::new(lists.clone(), reading), &lists, &here, wanted);
    if !usable {
        return Ok(ExitCode::from(FAILED));
    }
    let setup = Setup::default();
    let recipes =
        known.tags.iter().map(|tag| Recipe::new(tag.clone(), &setup)).collect::<Result<Arc<[Recipe]>, _>>()?;
    let links = if args.follow { Links::Follow } else { Links::LeaveOut };
    let inputs = Inputs { arguments: directories, list: None, directories: Directories::Descend(links), filter };
    let output = Output::open(args.output.output.as_deref())?;
    let walk = inputs.walk().map_err(Failure::List)?;
    if !args.output.no_progress && !args.quiet {
        progress::start(inputs.sizes(), false);
    }
    // A file that is in several directories, or that is named twice, counts once.
    let (mut met, from) = (HashSet::new(), here.clone());
    let events = walk.filter_map(move |found| match found {
        Ok(Found { source: Source::File(path), .. }) if !met.insert(place(&from, &path)) => None,
        Ok(found) => Some(Event::Job(Job::found(found, Arc::clone(&recipes)), None)),
        Err(trouble) => Some(Event::Note(Some(trouble))),
    });
    let listed: Vec<PathBuf> = lists.iter().map(PathBuf::from).collect();
    let mut seen =
        Seen { files: Vec::new(), unread: Vec::new(), complete: true, quiet: args.quiet, left_out: LeftOut::default() };
    workers::run(args.workers.settings(), events, &mut seen)?;
    std::mem::take(&mut seen.left_out).complain(Following::Possible);
    // The lists themselves, and their signatures, which no list can have.
    let signatures = lists.iter().map(|list| signature_of(list)).filter(|file| !known.has(&place(&here, file)));
    let marks: Vec<_> = listed.into_iter().chain(signatures).map(|file| place(&here, &file)).collect();
    seen.files.retain(|file| !marks.contains(&place(&here, &file.path)));
    let complete = seen.complete && known.complete;
    let findings = judge(known, &seen, &here);
    let is_listed = |finding: &Finding| matches!(finding.change, Change::Unchanged | Change::Changed);
    let beside = |finding: &Finding| {
        let listed = if finding.change == Change::Missing { Some(&finding.subject) } else { finding.from.as_ref() };
        listed.is_some_and(|listed| lists.iter().any(|list| lies_beside(list, &path_of(listed))))
    };
    if !args.relative && !findings.iter().any(is_listed) && findings.iter().any(beside) {
        complain(b"all listed files are missing here, but some are in the directory of their list: try --relative");
    }
    let report = Report { output, quiet: args.quiet, json: args.json };
    let clean = report.write(&findings)?;
    Ok(if clean && complete { ExitCode::SUCCESS } else { ExitCode::from(FAILED) })
}

/// A file that was met.
struct Met {
    path: PathBuf,
    size: u64,
    /// The digests by each tag of the lists.
    digests: Vec<Box<[u8]>>,
}

/// Everything that was met.
struct Seen {
    files: Vec<Met>,
    /// There, but not to be read.
    unread: Vec<PathBuf>,
    /// Could everything be looked into?
    complete: bool,
    quiet: bool,
    left_out: LeftOut,
}

impl Consumer<Option<Trouble>> for Seen {
    type Error = Failure;

    fn take(&mut self, trouble: Option<Trouble>, outcome: Option<Outcome>) -> Result<(), Failure> {
        if let Some(trouble) = trouble.or_else(|| outcome.as_ref().and_then(Outcome::left_out)) {
            let failure = trouble.weight() == Weight::Failure;
            self.complete &= !failure;
            if (failure || !self.quiet)
                && let Some(trouble) = self.left_out.count(trouble)
            {
                complain(&trouble.message());
            }
            return Ok(());
        }
        let Some(Outcome { subject, hashed }) = outcome else { return Ok(()) };
        let Subject::One(Source::File(path)) = &subject else { return Ok(()) };
        match hashed {
            Ok(hashed) => {
                if hashed.digests.iter().any(|digest| matches!(digest, Digest::Attacked(_))) {
                    complain(&[&subject.quoted(), b": made for a collision attack on SHA-1, so another file has the same digest; do not rely on it".as_slice()].concat());
                    // Its content is nobody's.
                    self.files.push(Met { path: path.clone(), size: hashed.size, digests: Vec::new() });
                    return Ok(());
                }
                let digests = hashed.digests.into_iter().map(Digest::bytes).collect::<Result<_, _>>()?;
                self.files.push(Met { path: path.clone(), size: hashed.size, digests });
            }
            Err(error) => {
                complain(&error.message(&subject));
                self.unread.push(path.clone());
                self.complete = false;
            }
        }
        Ok(())
    }

    fn idle(&mut self) -> Result<(), Failure> {
        Ok(())
    }
}

/// What has become of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
enum Change {
    Unchanged,
    Changed,
    Moved,
    New,
    Missing,
}

impl Change {
    const ALL: [Self; 5] = [Self::Unchanged, Self::Changed, Self::Moved, Self::New, Self::Missing];

    fn word(self) -> &'static str {
        match self {
            Self::Unchanged => "unchanged",
            Self::Changed => "changed",
            Self::Moved => "moved",
            Self::New => "new",
            Self::Missing => "missing",
        }
    }
}

/// What is found out about a file.
struct Finding {
    change: Change,
    subject: Subject,
    /// A listed file with its content; for one that is missing, a file that was met.
    from: Option<Subject>,
    /// Was it at that place before?
    moved: bool,
}

fn subject(name: &[u8]) -> Option<Subject> {
    Source::named(name).map(Subject::One)
}

/// Names first, then content.
fn judge(mut known: Known, seen: &Seen, here: &Path) -> Vec<Finding> {
    let mut findings = Vec::new();
    // Files of which content decides: those of no known name first.
    let (mut unknown, mut changed) = (Vec::new(), Vec::new());
    for path in &seen.unread {
        for number in known.named(place(here, path)).to_vec() {
            known.entries[number].state = State::There;
        }
    }
    for met in &seen.files {
        let named = known.named(place(here, &met.path)).to_vec();
        let same = named.iter().any(|number| known.is(*number, &met.digests, met.size));
        for number in &named {
            known.entries[*number].state = State::There;
        }
        if same {
            let subject = Subject::One(Source::File(met.path.clone()));
            findings.push(Finding { change: Change::Unchanged, subject, from: None, moved: false });
        } else if named.is_empty() {
            unknown.push(met);
        } else {
            changed.push(met);
        }
    }
    // Elsewhere, or left out as links are: it is there, and nobody has looked at it.
    for entry in known.entries.iter_mut().filter(|entry| entry.state == State::Missing) {
        if matches!(Source::named(&entry.name), Some(Source::File(path)) if path.symlink_metadata().is_ok()) {
            entry.state = State::There;
        }
    }
    let unknown = unknown.into_iter().map(|met| (met, None));
    for (met, change) in unknown.chain(changed.into_iter().map(|met| (met, Some(Change::Changed)))) {
        let origin = known.origin(&met.digests, met.size);
        let gone = origin.filter(|number| known.entries[*number].state == State::Missing);
        let moved = gone.is_some();
        let change = change.unwrap_or(if moved { Change::Moved } else { Change::New });
        let from = origin.and_then(|number| subject(&known.entries[number].name));
        if let Some(gone) = gone {
            // Other lists may name it, too.
            let place = place(here, Path::new(&from.as_ref().map(path_of).unwrap_or_default()));
            for number in known.named(place).to_vec() {
                known.entries[number].state = State::Moved;
            }
            known.entries[gone].state = State::Moved;
        }
        findings.push(Finding { change, subject: Subject::One(Source::File(met.path.clone())), from, moved });
    }
    findings.extend(missing(&known, seen));
    findings.sort_by(|one, other| one.subject.name().cmp(other.subject.name()));
    findings
}

/// What is gone, and for each, a file with its content if there is one.
fn missing(known: &Known, seen: &Seen) -> Vec<Finding> {
    let mut by_digest = HashMap::new();
    for met in &seen.files {
        for (tag, digest) in met.digests.iter().enumerate() {
            by_digest.entry((tag, digest)).or_insert(met);
        }
    }
    let mut missing: BTreeMap<&[u8], Option<Subject>> = BTreeMap::new();
    for (number, entry) in known.entries.iter().enumerate().filter(|(_, entry)| entry.state == State::Missing) {
        let met = entry.digests.iter().find_map(|(tag, digest)| by_digest.get(&(*tag, digest)));
        let copy = met.filter(|met| known.is(number, &met.digests, met.size));
        let copy = copy.map(|met| Subject::One(Source::File(met.path.clone())));
        let from = missing.entry(entry.name.as_slice()).or_default();
        *from = from.take().or(copy);
    }
    let finding = |(name, from)| Some(Finding { change: Change::Missing, subject: subject(name)?, from, moved: false });
    missing.into_iter().filter_map(finding).collect()
}

fn path_of(subject: &Subject) -> PathBuf {
    match subject {
        Subject::One(Source::File(path)) => path.clone(),
        _ => PathBuf::new(),
    }
}

struct Report {
    output: Output,
    quiet: bool,
    json: bool,
}

/// A file, in JSON.
#[derive(Serialize)]
struct Record<'a> {
    #[serde(flatten)]
    files: Files<'a>,
    status: Change,
    #[serde(skip_serializing_if = "Option::is_none")]
    from: Option<Files<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    copy_of: Option<Files<'a>>,
}

impl Report {
    /// Writes what was found, and returns whether all is as it was.
    fn write(mut self, findings: &[Finding]) -> Result<bool, Failure> {
        for finding in findings {
            if self.json && !(self.quiet && finding.change == Change::Unchanged) {
                let other = finding.from.as_ref().map(Into::into);
                let (from, copy_of) = if finding.moved { (other, None) } else { (None, other) };
                let record = Record { files: (&finding.subject).into(), status: finding.change, from, copy_of };
                let line = serde_json::to_string(&record).map_err(std::io::Error::from)?;
                writeln!(self.output, "{line}")?;
            } else if !self.json && finding.change != Change::Unchanged {
                self.line(finding)?;
            }
            self.output.end_line()?;
        }
        let count = |change| findings.iter().filter(|finding| finding.change == change).count();
        let counts = Change::ALL.map(|change| (change, count(change)));
        let clean = counts[1..].iter().all(|(_, count)| *count == 0);
        if self.json {
            let counts: BTreeMap<_, _> = counts.iter().map(|(change, count)| (change.word(), *count)).collect();
            let line = serde_json::to_string(&counts).map_err(std::io::Error::from)?;
            writeln!(self.output, "{line}")?;
        } else if !self.quiet || !clean {
            for (change, count) in counts {
                writeln!(self.output, "{:<9} {count:>9}", change.word())?;
            }
        }
        self.output.flush()?;
        self.output.finish()?;
        Ok(clean)
    }

    fn line(&mut self, finding: &Finding) -> Result<(), Failure> {
        write!(self.output, "{:<9} ", finding.change.word())?;
        self.name(&finding.subject)?;
        if let Some(from) = &finding.from {
            self.output.write_all(if finding.moved { b"  from " } else { b"  copy of " })?;
            self.name(from)?;
        }
        Ok(self.output.write_all(b"\n")?)
    }

    /// A name, escaped as in lists, or as in messages where a terminal would obey it.
    fn name(&mut self, subject: &Subject) -> Result<(), Failure> {
        let name = subject.name();
        if self.output.on_terminal && is_masked(name) {
            return Ok(self.output.write_all(&quote(name))?);
        }
        self.output.write_all(End::Newline.mark(name))?;
        Ok(End::Newline.write_name(&mut self.output, name)?)
    }
}
