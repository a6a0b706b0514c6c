//! `lanesum audit` compares directories with lists: it says of every listed name, and of every file, what has become of it.
//!
//! `known` holds the entries of the lists, `seen` the files that were met, and `judge` decides. All files are hashed first, with all functions of the lists.

mod judge;
mod known;
mod seen;

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use self::judge::judge;
use self::known::Known;
use self::seen::{Findings, Seen};
use crate::args::AuditArgs;
use crate::compare::{Change, Finding, Name, Other, Report, Roots, Settled};
use crate::failure::Failure;
use crate::hash::{Recipe, Setup};
use crate::interrupt;
use crate::list::{Dialect, Lists, Only, Reading};
use crate::output::{Output, complain, refuse_own};
use crate::place::{Mark, lies_beside, place};
use crate::progress;
use crate::quote::quote_path;
use crate::refusal::Refusal;
use crate::signing::signature_of;
use crate::subject::Source;
use crate::walk::{Directories, Following, Inputs, Links};
use crate::workers::{self, Event, Job};

/// The kinds of findings that are counted, in the order of the totals.
const WORDS: [Change; 8] = [
    Change::Unchanged,
    Change::Changed,
    Change::Corrupt,
    Change::Moved,
    Change::New,
    Change::Missing,
    Change::Unread,
    Change::Outside,
];

pub(crate) fn run(args: &AuditArgs) -> Result<bool, Failure> {
    let is_directory = |name: &OsString| Path::new(name).is_dir();
    let (directories, lists): (Vec<_>, Vec<_>) = args.inputs.iter().cloned().partition(is_directory);
    for name in lists.iter().filter(|name| *name != "-") {
        std::fs::metadata(name).map_err(|error| Failure::file(Path::new(name), error))?;
    }
    if directories.is_empty() || lists.is_empty() {
        let message =
            "audit compares lists with directories: name at least one of each, for example: lanesum audit SUMS DIR";
        return Err(Refusal(message.into()).into());
    }
    if let Some(output) = args.output.output.as_deref() {
        refuse_own(output, &lists)?;
    }
    let filter = args.filter.filter()?;
    let here = std::env::current_dir()?;
    let only = args.algorithm.map(Only::from);
    let reading = Reading { beside: args.relative, links: true, ..Reading::of(Dialect::All, only) };
    let wanted = filter.of_names(&here, &directories);
    let links = if args.follow { Links::Follow } else { Links::LeaveOut };
    let roots = Roots::new(&here, &directories, links, filter.one_file_system);
    let (known, usable) =
        Known::read(Settled::new(Lists::new(lists.clone(), reading), &lists, false), &lists, &here, wanted, &roots);
    if !usable {
        return Ok(false);
    }
    let beside =
        |name: &[u8]| Source::path_named(name).is_some_and(|path| lists.iter().any(|list| lies_beside(list, &path)));
    let all_met = roots.directories().zip(known.below()).fold(true, |all, (directory, listed)| {
        if !listed {
            let taken = if filter.has_patterns() { " that the patterns take" } else { "" };
            complain(format_args!("{}: no listed name lies below this directory{taken}", quote_path(directory)));
        }
        all && listed
    });
    if !known.below().any(|listed| listed) {
        let is_here = |name: &[u8]| Source::path_named(name).is_some_and(|path| path.symlink_metadata().is_ok());
        if !args.relative && known.outside().any(beside) && !known.outside().any(is_here) {
            complain("all listed files are missing here, but some are in the directory of their list: try --relative");
        }
        return Ok(false);
    }
    let recipes = Recipe::all(&known.tags, &Setup::default())?;
    let inputs = Inputs { arguments: directories, list: None, directories: Directories::Descend(links), filter };
    let output = Output::open(args.output.output.as_deref())?;
    let walk = inputs.walk().map_err(Failure::List)?;
    if !args.output.no_progress {
        progress::start(inputs.sizes(), false);
    }
    let events = roots.once(walk).map(move |found| match found {
        Ok(found) => Event::Job(Job::found(found, Arc::clone(&recipes)), None),
        Err(trouble) => Event::Note(Some(trouble)),
    });
    // The lists themselves, and their signatures, which no list can have.
    let signatures = lists.iter().map(|list| signature_of(list)).filter(|file| !known.has(&place(&here, file)));
    let own: Vec<Mark> = lists.iter().map(PathBuf::from).chain(signatures).map(|file| place(&here, &file)).collect();
    let mut seen = Seen::new(known, here, &own, args);
    workers::run(args.workers.settings(args.output.output.as_deref())?, events, &mut seen)?;
    interrupt::finish();
    std::mem::take(&mut seen.left_out).complain(Following::Possible);
    judge(&mut seen, &roots);
    let Seen { known, findings: Findings { shown, counts, .. }, complete, .. } = seen;
    let complete = complete && all_met && known.complete;
    let count = |change| {
        let left_out = if change == Change::Outside { known.left_out } else { 0 };
        left_out + counts.get(&change).copied().unwrap_or_default()
    };
    let lost = |finding: &Finding<Name>| match (&finding.change, &finding.other) {
        (Change::Missing, _) => beside(known.names.get(finding.subject)),
        (_, Some(Other::From(other))) => beside(known.names.get(*other)),
        _ => false,
    };
    let listed = [Change::Unchanged, Change::Changed, Change::Corrupt].map(count).iter().sum::<u64>();
    if !args.relative && listed == 0 && shown.iter().any(lost) {
        complain("all listed files are missing here, but some are in the directory of their list: try --relative");
    }
    let looked = counts.keys().any(|change| !matches!(change, Change::New | Change::Outside));
    if !looked {
        complain("no listed file was looked at");
    }
    let clean = looked && counts.keys().all(|change| matches!(change, Change::Unchanged | Change::Outside));
    let mut report = Report { output, quiet: false, json: args.json };
    report.files(&shown, &known.names)?;
    if args.json || !args.quiet || !clean {
        report.totals(&WORDS.map(|word| (word, count(word))))?;
    } else {
        report.end()?;
    }
    Ok(clean && complete)
}
