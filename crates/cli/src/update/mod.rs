//! `lanesum update` brings a list up to date. It hashes files that are new, or whose size or times differ from those in the list (`stamp`).
//! It keeps the lines of all other files, and drops those of files that are gone. The list is replaced in one step, or not at all.

mod stamp;

use std::collections::{HashMap, HashSet};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::SystemTime;

use self::stamp::Stamp;
use crate::args::UpdateArgs;
use crate::failure::{FAILED, Failure};
use crate::function::{Function, USUAL};
use crate::hash::{Digest, Recipe, Setup};
use crate::line::{End, Form, Line};
use crate::list::{Dialect, Found, Lists, Only, Reading, list_name, undecided};
use crate::output::{Held, Output, complain};
use crate::place::{Mark, lies_beside, place, relative, spot, whole};
use crate::progress;
use crate::refusal::Refusal;
use crate::signing::{Before, signature_of};
use crate::subject::{Source, Subject};
use crate::tag::{Stated, Tag};
use crate::walk::{Directories, Inputs, Links, Reason, Trouble, Weight};
use crate::workers::{self, Consumer, Event, Job, Outcome, Weigh};

pub(crate) fn run(args: &UpdateArgs) -> Result<ExitCode, Failure> {
    if args.list == "-" {
        return Err(Refusal("update replaces a list: it needs a file, not standard input".into()).into());
    }
    let here = std::env::current_dir()?;
    for directory in &args.directories {
        let directory = Path::new(directory);
        std::fs::read_dir(directory).map_err(|error| Failure::file(directory, error))?;
    }
    let base = args.relative.then(|| Path::new(&args.list).parent().map(Path::to_owned).unwrap_or_default());
    // Another update of the same list waits until this one has replaced it.
    let held = Held::new(Path::new(&args.list))?;
    let Some(old) = Old::read(args, &here)? else { return Ok(ExitCode::from(FAILED)) };
    let tags = if old.tags.is_empty() {
        let function = args.algorithm.unwrap_or(USUAL);
        vec![Tag { function, bits: function.usual_bits(), stated: Stated::default() }]
    } else {
        old.tags.clone()
    };
    if let Some(tag) = tags.iter().find(|tag| tag.function.is_of_a_tuple()) {
        return Err(Refusal(format!(
            "update writes a line for each file, but {} makes one digest of several files; choose another function with -a",
            tag.function
        ))
        .into());
    }
    if let Some(warning) = tags.iter().find_map(|tag| tag.function.warning()).filter(|_| !args.quiet) {
        complain(warning.as_bytes());
    }
    let setup = Setup::default();
    let recipes = tags.iter().map(|tag| Recipe::new(tag.clone(), &setup)).collect::<Result<Arc<[Recipe]>, _>>()?;
    let signed = Before::of(&args.list);
    // A list that has a line for its signature would lose it by being signed again.
    let signature = place(&here, &signature_of(&args.list));
    // Before the walk: it leaves out the list and what replaces it.
    let output = Output::replacing(held)?;
    let links = if args.follow { Links::Follow } else { Links::LeaveOut };
    let arguments = args.directories.clone();
    let filter = args.filter.filter()?;
    let inputs = Inputs { arguments, list: None, directories: Directories::Descend(links), filter };
    let walk = inputs.walk().map_err(Failure::List)?;
    if !args.no_progress && !args.quiet {
        progress::start(None::<std::iter::Empty<u64>>, false);
    }
    let mut new = New {
        output,
        remembers: old.form != Some(Form::Untagged) || tags.iter().all(|tag| tag.function != Function::Blake3),
        tags,
        form: old.form.unwrap_or(Form::Tagged),
        base: base.as_deref().map(whole).transpose()?,
        quiet: args.quiet,
        here: here.clone(),
        kept: 0,
        hashed: 0,
        met: HashSet::new(),
        complete: true,
        left: Vec::new(),
    };
    let files = Arc::new(old.files);
    let (known, paranoid) = (Arc::clone(&files), args.paranoid);
    let mut met = HashSet::new();
    let events = walk.map(move |found| match found {
        Ok(source) => {
            let Source::File(path) = &source else { return Event::Note(Item::Nothing) };
            let mark = place(&here, path);
            // A file that is in several directories, or that is named twice, counts once.
            if mark == signature && !known.contains_key(&mark) || !met.insert(mark) {
                return Event::Note(Item::Nothing);
            }
            // Before the file is read: what changes afterwards has another stamp.
            let stamp = std::fs::metadata(path).ok().and_then(|metadata| Stamp::of(&metadata));
            let begun = SystemTime::now();
            match known.get(&mark) {
                Some(file) if !paranoid && stamp.is_some() && file.stamp == stamp => {
                    Event::Note(Item::Kept(mark, source))
                }
                _ => {
                    let job = Job { subject: Subject::One(source), recipes: Arc::clone(&recipes) };
                    Event::Job(job, Item::Hash(mark, stamp.filter(|stamp| stamp.is_settled(begun))))
                }
            }
        }
        Err(trouble) => Event::Note(Item::Trouble(trouble)),
    });
    let mut writer = Writer { new: &mut new, files: &files };
    workers::run(args.workers.settings(), events, &mut writer)?;
    let status = new.finish(&files, args)?;
    signed.compare(&args.list);
    Ok(status)
}

/// A file by what the old list says.
struct File {
    name: Vec<u8>,
    stamp: Option<Stamp>,
    /// The digests by each tag of the list.
    digests: Vec<Option<Box<[u8]>>>,
}

/// The list as it is.
struct Old {
    tags: Vec<Tag>,
    /// None of a list without lines.
    form: Option<Form>,
    files: HashMap<Mark, File>,
}

impl Old {
    /// None if it cannot be replaced without a loss, which has been said.
    fn read(args: &UpdateArgs, here: &Path) -> Result<Option<Self>, Failure> {
        let list = &args.list;
        let mut old = Self { tags: Vec::new(), form: None, files: HashMap::new() };
        let stamps = match std::fs::read(list) {
            Ok(text) => stamps(&text),
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Some(old)),
            Err(error) => return Err(Failure::file(Path::new(list), error)),
        };
        let only = args.algorithm.map(Only::from);
        let reading = Reading { beside: args.relative, ..Reading::of(Dialect::All, only) };
        let say = |message: &str| {
            complain(&[&list_name(list), b": ".as_slice(), message.as_bytes()].concat());
        };
        let mut last = None;
        for found in Lists::new(vec![list.clone()], reading) {
            match found {
                Found::Entry { foreign: true, .. } => {
                    say(
                        "only other programs write lists of this form (hashdeep, OpenSSL, SFV and the like), and update would lose it: the list was not changed; for a new list: lanesum update NEW DIR",
                    );
                    return Ok(None);
                }
                Found::Entry { line, form, subject: Subject::One(source @ Source::File(_)), digests, .. } => {
                    let Source::File(path) = &source else { continue };
                    // Of a mixture, lines with a tag can all be read.
                    old.form = Some(if old.form.is_none_or(|other| other == form) { form } else { Form::Tagged });
                    let mark = place(here, path);
                    // The stamp stands before the first line of a file.
                    let stamp = stamps.get(&line).copied();
                    let file = old.files.entry(mark).or_insert_with(|| File {
                        name: source.name().to_vec(),
                        stamp: None,
                        digests: Vec::new(),
                    });
                    file.stamp = if last == Some(mark) { file.stamp } else { stamp };
                    last = Some(mark);
                    for (tag, digest) in digests {
                        let number = tag.number_in(&mut old.tags);
                        file.digests.resize_with((number + 1).max(file.digests.len()), || None);
                        file.digests[number] = Some(digest.into());
                    }
                }
                Found::Entry { .. } => {
                    say(
                        "the list has a line of standard input or of several files, but update only keeps lines of single files: the list was not changed",
                    );
                    return Ok(None);
                }
                Found::Undecided { bits, .. } => {
                    say(&undecided(bits));
                    return Ok(None);
                }
                Found::Improper { line, unsupported, .. } => {
                    let what = match (unsupported, args.algorithm) {
                        (Some(name), _) => format!("uses {name}, which is not supported,"),
                        (None, Some(function)) => format!("is not a line of {function} (-a),"),
                        (None, None) => "is improperly formatted,".to_owned(),
                    };
                    say(&format!("line {line} {what} and would be lost: the list was not changed"));
                    return Ok(None);
                }
                Found::Signed => {
                    say(
                        "the list is signed, and an update would break the signature: the list was not changed; update an unsigned copy, and sign that",
                    );
                    return Ok(None);
                }
                Found::End(Ok(())) => {}
                Found::End(Err(error)) => {
                    say(&error.to_string());
                    return Ok(None);
                }
            }
        }
        // A file that lacks a digest is hashed anew.
        let tags = old.tags.len();
        for file in old.files.values_mut() {
            if file.digests.len() != tags || file.digests.iter().any(Option::is_none) {
                file.stamp = None;
            }
        }
        Ok(Some(old))
    }
}

/// Each stamp of a list, by the number of the line behind it, from 1. Which lines have digests, [`Lists`] alone can tell.
pub(crate) fn stamps(text: &[u8]) -> HashMap<u64, Stamp> {
    let mut stamps = HashMap::new();
    let mut stamp = None;
    for (number, line) in (1..).zip(text.split(|&byte| byte == b'\n')) {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        if line.starts_with(b"#") {
            stamp = Stamp::read(line);
        } else if !line.is_empty() {
            stamps.extend(stamp.take().map(|stamp| (number, stamp)));
        }
    }
    stamps
}

enum Item {
    Nothing,
    Trouble(Trouble),
    Kept(Mark, Source),
    Hash(Mark, Option<Stamp>),
}

impl Weigh for Item {
    fn weight(&self) -> usize {
        match self {
            Self::Kept(_, source) => source.name().len(),
            Self::Trouble(trouble) => trouble.path.as_os_str().len(),
            _ => 0,
        }
    }
}

/// The list as it will be.
struct New {
    output: Output,
    tags: Vec<Tag>,
    form: Form,
    /// Does the list remember sizes and times? b3sum reads no comments: a list in its form has none.
    remembers: bool,
    base: Option<PathBuf>,
    quiet: bool,
    here: PathBuf,
    kept: u64,
    hashed: u64,
    met: HashSet<Mark>,
    /// Could everything be read?
    complete: bool,
    /// Directories into which nobody could look: what was known of them stays.
    left: Vec<PathBuf>,
}

struct Writer<'a> {
    new: &'a mut New,
    files: &'a HashMap<Mark, File>,
}

impl Consumer<Item> for Writer<'_> {
    type Error = Failure;

    fn take(&mut self, item: Item, outcome: Option<Outcome>) -> Result<(), Failure> {
        let Self { new, files } = self;
        match item {
            Item::Nothing => {}
            // The list lies in its own directory: everybody knows that.
            Item::Trouble(trouble) if matches!(trouble.reason, Reason::Output) => {}
            Item::Trouble(trouble) => {
                let failure = trouble.weight() == Weight::Failure;
                if failure {
                    new.complete = false;
                    new.left.push(trouble.path.clone());
                }
                if failure || !new.quiet {
                    complain(&trouble.message());
                }
            }
            Item::Kept(mark, source) => {
                if let Some(file) = files.get(&mark) {
                    new.kept += 1;
                    new.met.insert(mark);
                    let name = new.name(&source);
                    new.old_lines(file, &name)?;
                }
            }
            Item::Hash(mark, stamp) => {
                let Some(Outcome { subject, hashed }) = outcome else { return Ok(()) };
                let Subject::One(source) = &subject else { return Ok(()) };
                match hashed {
                    Ok(hashed) => {
                        new.hashed += 1;
                        new.met.insert(mark);
                        let name = new.name(source);
                        let digests = hashed.digests.into_iter().map(Digest::bytes).collect::<Result<Vec<_>, _>>()?;
                        new.lines(stamp, &name, digests.iter().map(|digest| &**digest))?;
                    }
                    Err(error) => {
                        complain(&error.message(&subject));
                        new.complete = false;
                        // What was known of it stays, to be looked at the next time.
                        if let Some(file) = files.get(&mark) {
                            new.met.insert(mark);
                            let file = File { name: file.name.clone(), stamp: None, digests: file.digests.clone() };
                            let name = new.name(source);
                            new.old_lines(&file, &name)?;
                        }
                    }
                }
            }
        }
        Ok(())
    }

    fn idle(&mut self) -> Result<(), Failure> {
        Ok(())
    }
}

impl New {
    /// A file's name as the list has it.
    fn name(&self, source: &Source) -> Vec<u8> {
        let below = self.base.as_ref().and_then(|base| match source {
            // What is not below the list's directory has the same name from everywhere.
            Source::File(path) => relative(base, path).or_else(|| whole(path).ok()),
            Source::Stdin => None,
        });
        below.map_or_else(|| source.name().to_vec(), |path| path.as_os_str().as_encoded_bytes().to_vec())
    }

    fn old_lines(&mut self, file: &File, name: &[u8]) -> Result<(), Failure> {
        let digests = file.digests.iter().map(|digest| digest.as_deref().unwrap_or_default());
        self.lines(file.stamp, name, digests)
    }

    fn lines<'a>(
        &mut self,
        stamp: Option<Stamp>,
        name: &[u8],
        digests: impl Iterator<Item = &'a [u8]>,
    ) -> Result<(), Failure> {
        if let Some(stamp) = stamp.filter(|_| self.remembers) {
            writeln!(self.output, "{stamp}")?;
        }
        for (tag, digest) in self.tags.iter().zip(digests).filter(|(_, digest)| !digest.is_empty()) {
            let line = Line { form: self.form, end: End::Newline, tag, name, on_terminal: false, mode: b' ' };
            line.start(&mut self.output)?;
            self.output.write_all(data_encoding::HEXLOWER.encode(digest).as_bytes())?;
            line.end(&mut self.output)?;
        }
        Ok(self.output.end_line()?)
    }

    /// Writes what the old list says of files elsewhere, and puts the new list in its place.
    fn finish(mut self, files: &HashMap<Mark, File>, args: &UpdateArgs) -> Result<ExitCode, Failure> {
        let looked: Vec<_> = args.directories.iter().map(|directory| spot(&self.here, Path::new(directory))).collect();
        let blind: Vec<_> = self.left.iter().map(|directory| spot(&self.here, directory)).collect();
        let mut elsewhere: Vec<&File> = Vec::new();
        let mut removed = 0_u64;
        for (_, file) in files.iter().filter(|(mark, _)| !self.met.contains(*mark)) {
            let Some(Source::File(path)) = Source::named(&file.name) else { continue };
            let spot = spot(&self.here, &path);
            let below = |roots: &[PathBuf]| roots.iter().any(|root| spot.starts_with(root));
            if below(&looked) && !below(&blind) {
                removed += 1;
            } else {
                elsewhere.push(file);
            }
        }
        let is_here = |file: &File| matches!(Source::named(&file.name), Some(Source::File(path)) if path.symlink_metadata().is_ok());
        if !files.is_empty() && !files.values().any(is_here) {
            let say =
                |message: &str| complain(&[&list_name(&args.list), b": ".as_slice(), message.as_bytes()].concat());
            let beside = |file: &File| matches!(Source::named(&file.name), Some(Source::File(path)) if lies_beside(&args.list, &path));
            if !args.relative && files.values().any(beside) {
                say(
                    "none of its files are here, but some are in the directory of the list: the list was not changed; try --relative",
                );
                return Ok(ExitCode::from(FAILED));
            }
            if removed == files.len() as u64 {
                say("WARNING: none of its files exist any more: every old line was removed");
            }
        }
        elsewhere.sort_by(|one, other| one.name.cmp(&other.name));
        for file in elsewhere {
            self.kept += 1;
            let name = Source::named(&file.name).map(|source| self.name(&source)).unwrap_or_default();
            self.old_lines(file, &name)?;
        }
        self.output.flush()?;
        self.output.finish()?;
        if !self.quiet {
            let mut output = Output::open(None)?;
            writeln!(output, "kept    {:>9}\nhashed  {:>9}\nremoved {removed:>9}", self.kept, self.hashed)?;
            output.flush()?;
        }
        Ok(if self.complete { ExitCode::SUCCESS } else { ExitCode::from(FAILED) })
    }
}
