//! `lanesum sum`: one digest line for each file and algorithm.

use std::borrow::Cow;
use std::ffi::OsString;
use std::fmt::Display;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use data_encoding::HEXLOWER;
use lanesum::Domain;
use serde::Serialize;

use crate::args::{Digits, Names, Style, SumArgs};
use crate::comments::{Comments, Dated, Link};
use crate::failure::Failure;
use crate::files::Files;
use crate::hash::{Digest, Recipe, Setup};
use crate::line::Line;
use crate::output::{Output, complain};
use crate::place::{relative, target, whole};
use crate::progress;
use crate::quote::{is_masked, quote, quote_path};
use crate::root::Roots;
use crate::subject::{Source, Subject, Tuple};
use crate::tag::Tag;
use crate::walk::{Directories, Following, Inputs, LeftOut, Reason, Trouble, Walk};
use crate::workers::{self, Consumer, Event, Hashed, Job, Outcome, Settings, Weigh};

/// Everything that a run depends on.
pub(crate) struct Run {
    pub(crate) inputs: Inputs,
    pub(crate) tags: Vec<Tag>,
    pub(crate) setup: Setup,
    pub(crate) style: Style,
    pub(crate) settings: Settings,
    pub(crate) output: Option<OsString>,
    /// The directory that names are relative to, if they are not written as they were given.
    pub(crate) base: Option<PathBuf>,
    pub(crate) progress: bool,
    pub(crate) comments: Comments,
    /// Which remarks are shown in addition to lines and failures.
    pub(crate) remarks: Remarks,
}

/// Which remarks are shown in addition to lines and failures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Remarks {
    All,
    /// For `--quiet`.
    None,
    /// Messages are those of another program, without lanesum's advice.
    Foreign,
}

pub(crate) fn run(args: &SumArgs) -> Result<bool, Failure> {
    let base = args.output.output.as_ref().filter(|_| args.relative);
    let run = Run {
        inputs: args.inputs()?,
        tags: args.tags()?,
        setup: args.parameters.read(args.backend)?,
        style: args.style(),
        settings: args.workers.settings(args.output.output.as_deref())?,
        output: args.output.output.clone(),
        base: base.map(|list| Path::new(list).parent().map(Path::to_owned).unwrap_or_default()),
        progress: !args.output.no_progress,
        comments: args.comments(),
        remarks: if args.quiet { Remarks::None } else { Remarks::All },
    };
    let warning = run.tags.iter().find_map(|tag| tag.function.warning());
    if let Some(warning) = warning.filter(|_| run.remarks == Remarks::All) {
        complain(warning);
    }
    sum(run)
}

/// Hashes all files and writes their lines in the order given. A file that cannot be hashed is reported and left out, the
/// others go on; an output that cannot be written ends the run. Was every file hashed?
pub(crate) fn sum(run: Run) -> Result<bool, Failure> {
    let Run { inputs, tags, setup, style, settings, output, base, progress, comments, remarks } = run;
    let recipes = Recipe::all(&tags, &setup)?;
    // The states have absorbed the key.
    setup.erase();
    let of_each = Arc::clone(&recipes);
    let list = output;
    let output = Output::open(list.as_deref())?.dated();
    let walk = inputs.walk().map_err(Failure::List)?;
    let base = base.as_deref().map(whole).transpose()?;
    let mut sum = Sum {
        style,
        recipes,
        directories: inputs.directories,
        output,
        base,
        comments,
        remarks,
        left_out: LeftOut::default(),
        passed: true,
        written: false,
    };
    if style == Style::Deep {
        sum.start_list()?;
    }
    if progress {
        let stdin = |name: &OsString| name == "-";
        let typed = inputs.list.as_ref().is_some_and(stdin) || inputs.arguments.iter().any(stdin);
        progress::start(inputs.sizes(), typed);
    }
    if of_each.iter().any(|recipe| recipe.tag.function.is_of_a_tuple()) {
        let events =
            Together { walk, recipes: of_each, tuple: Some(Tuple::default()), roots: Roots::default(), complete: true };
        workers::run(settings, events, &mut sum)?;
    } else {
        let events = walk.map(move |found| match found {
            Ok(found) => Event::Job(Job::found(found, Arc::clone(&of_each)), None),
            Err(trouble) => Event::Note(Some(trouble)),
        });
        workers::run(settings, events, &mut sum)?;
    }
    sum.output.flush()?;
    std::mem::take(&mut sum.left_out).complain(Following::Possible);
    // A directory that is not mounted, or patterns that take nothing, must not empty a list.
    let old =
        list.as_ref().and_then(|list| std::fs::metadata(list).ok()).is_some_and(|old| old.is_file() && old.len() > 0);
    sum.passed &= sum.written || !old;
    if sum.passed || sum.written {
        sum.output.finish()?;
    } else if let Some(list) = list {
        complain(format_args!("{}: not written, because nothing could be hashed", quote_path(list)));
    }
    Ok(sum.passed)
}

/// All files together as one job, at the end. If a file that was asked for is missing, there is no digest: it would be
/// another tuple's.
struct Together {
    walk: Walk,
    recipes: Arc<[Recipe]>,
    tuple: Option<Tuple>,
    roots: Roots,
    complete: bool,
}

impl Iterator for Together {
    type Item = Event<Option<Trouble>>;

    fn next(&mut self) -> Option<Self::Item> {
        let tuple = self.tuple.as_mut()?;
        for found in &mut self.walk {
            let trouble = match found {
                Ok(found) if tuple.push(&found.source) => {
                    self.roots.push(found.root);
                    continue;
                }
                Ok(found) => {
                    let path = PathBuf::from(String::from_utf8_lossy(found.source.name()).into_owned());
                    self.tuple = None;
                    return Some(Event::Note(Some(Trouble { path, reason: Reason::LongTuple })));
                }
                Err(trouble) => trouble,
            };
            self.complete &= !trouble.is_failure();
            return Some(Event::Note(Some(trouble)));
        }
        let (tuple, roots) = (self.tuple.take()?, std::mem::take(&mut self.roots));
        self.complete.then(|| Event::Job(Job::tuple(tuple, roots, Arc::clone(&self.recipes)), None))
    }
}

/// Writes what comes from the workers.
struct Sum {
    style: Style,
    recipes: Arc<[Recipe]>,
    directories: Directories,
    output: Output,
    base: Option<PathBuf>,
    comments: Comments,
    remarks: Remarks,
    left_out: LeftOut,
    /// Was every file hashed so far?
    passed: bool,
    /// Has a line been written?
    written: bool,
}

impl Sum {
    /// A message at its place among the lines.
    fn complain(&mut self, message: impl Display) -> io::Result<()> {
        self.output.flush()?;
        complain(message);
        Ok(())
    }

    fn fail(&mut self, message: impl Display) -> Result<(), Failure> {
        self.passed = false;
        Ok(self.complain(message)?)
    }

    /// Writes the header of a hashdeep list.
    fn start_list(&mut self) -> io::Result<()> {
        let here = std::env::current_dir().unwrap_or_default();
        let columns: Vec<_> = self.recipes.iter().map(|recipe| recipe.tag.function.name()).collect();
        writeln!(self.output, "%%%% HASHDEEP-1.0\n%%%% size,{},filename", columns.join(","))?;
        self.output.write_all(b"## Invoked from: ")?;
        let here = here.as_os_str().as_encoded_bytes();
        // A newline in it would begin a line of the list.
        let here = if is_masked(here) { Cow::Owned(quote(here).into_bytes()) } else { Cow::Borrowed(here) };
        self.output.write_all(&here)?;
        self.output.write_all(b"\n## $ lanesum sum --hashdeep\n## \n")
    }

    /// The subject by the name that its line has: relative to the list's directory, if that was asked for.
    fn named(&self, subject: Subject) -> Result<Subject, Subject> {
        match (&self.base, subject) {
            (Some(base), Subject::One(Source::File(path))) => match relative(base, &path) {
                Some(path) => Ok(Subject::One(Source::File(path))),
                None => Err(Subject::One(Source::File(path))),
            },
            (_, subject) => Ok(subject),
        }
    }

    fn link(&mut self, path: PathBuf) -> Result<(), Failure> {
        let target = match target(&path) {
            Ok(target) => target.into_os_string().into_encoded_bytes(),
            Err(error) => return self.fail(Trouble { path, reason: error.into() }.message()),
        };
        let subject = match self.named(Subject::One(Source::File(path))) {
            Ok(subject) | Err(subject) => subject,
        };
        let mut link = Link { name: subject.name().to_vec(), target };
        if self.output.on_terminal && (is_masked(&link.name) || is_masked(&link.target)) {
            link = Link { name: quote(&link.name).into(), target: quote(&link.target).into() };
        }
        self.written = true;
        self.output.write_all(&link.line())?;
        Ok(self.output.end_line()?)
    }

    fn write_deep(&mut self, subject: &Subject, hashed: Hashed) -> io::Result<()> {
        write!(self.output, "{}", hashed.size)?;
        for digest in hashed.digests {
            self.output.write_all(b",")?;
            Digits::Hexadecimal.write(&mut self.output, digest)?;
        }
        self.output.write_all(b",")?;
        let masked = self.output.on_terminal && is_masked(subject.name());
        let quoted = if masked { Cow::Owned(quote(subject.name()).into()) } else { Cow::Borrowed(subject.name()) };
        self.output.write_all(&quoted)?;
        self.output.write_all(b"\n")?;
        self.output.end_line()
    }
}

impl Weigh for Option<Trouble> {
    fn weight(&self) -> usize {
        self.as_ref().map_or(0, |trouble| trouble.path.as_os_str().len())
    }
}

impl Consumer<Option<Trouble>> for Sum {
    type Error = Failure;

    fn take(&mut self, trouble: Option<Trouble>, outcome: Option<Outcome>) -> Result<(), Failure> {
        if let Some(trouble) = trouble.or_else(|| outcome.as_ref().and_then(Outcome::left_out)) {
            if self.comments.links && trouble.is_link() {
                return self.link(trouble.path);
            }
            let failure = trouble.is_failure();
            self.passed &= !failure;
            if (self.remarks == Remarks::All || failure)
                && let Some(trouble) = self.left_out.count(trouble)
            {
                self.complain(trouble.message())?;
            }
            return Ok(());
        }
        let Some(Outcome { subject, hashed }) = outcome else { return Ok(()) };
        match hashed {
            Ok(hashed) => {
                if hashed.is_attacked() {
                    self.complain(Digest::warning(&subject))?;
                }
                let subject = match self.named(subject) {
                    Ok(subject) => subject,
                    Err(subject) => {
                        let name = subject.quoted();
                        let message = format!("{name}: not below the directory of the list (--relative), left out");
                        return self.fail(message);
                    }
                };
                if self.style == Style::Deep && subject.name().contains(&b'\n') {
                    let name = subject.quoted();
                    let message = format!("{name}: hashdeep's form cannot hold a name with a newline, left out");
                    return self.fail(message);
                }
                self.written = true;
                if self.style == Style::Deep {
                    return Ok(self.write_deep(&subject, hashed)?);
                }
                if let Some(stamp) = hashed.dated.and_then(Dated::lasting).filter(|_| self.comments.times) {
                    writeln!(self.output, "{stamp}")?;
                }
                for (recipe, digest) in self.recipes.iter().zip(hashed.digests) {
                    write(&mut self.output, self.style, &recipe.tag, &subject, hashed.size, digest)?;
                    self.output.end_line()?;
                }
            }
            Err(error) => {
                let mut message = error.message(&subject);
                if error.is_directory() && self.directories == Directories::Refuse && self.remarks == Remarks::All {
                    message += "; -r hashes what is in it";
                }
                self.fail(message)?;
            }
        }
        Ok(())
    }

    fn idle(&mut self) -> Result<(), Failure> {
        Ok(self.output.flush()?)
    }
}

/// The object that `--json` writes for a digest, with its fields in this order. The digest itself may be too long to be held, so it is
/// written separately. Empty and default values are left out, as in tags.
#[derive(Serialize)]
struct Record<'a> {
    #[serde(flatten)]
    files: Files<'a>,
    algorithm: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    function: Option<Cow<'a, str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    custom: Option<Cow<'a, str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    block: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    domain: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    salt: Option<String>,
    /// Of BLAKE2 and BLAKE3, which may have a key.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    keyed: bool,
    bits: u64,
}

/// Writes a digest of a subject of this size, with all that stands beside it.
fn write<'a>(
    out: &mut Output,
    style: Style,
    tag: &'a Tag,
    subject: &'a Subject,
    size: u64,
    digest: Digest,
) -> io::Result<()> {
    match style {
        // Of hashdeep there are whole lines: `Sum::write_deep`.
        Style::Raw | Style::Deep => digest.pieces(|piece| out.write_all(piece)),
        Style::Line { digits, names: Names::Omitted, end, .. } => {
            digits.write(out, digest)?;
            out.write_all(&[end.byte()])
        }
        Style::Line { form, end, digits, mode, names } => {
            let name = subject.name();
            let lossy = String::from_utf8_lossy(name);
            let name = if names == Names::Lossy { lossy.as_bytes() } else { name };
            let line = Line { form, end, tag, name, on_terminal: out.on_terminal, mode };
            if names == Names::Slashed {
                let mut start = Vec::new();
                line.start(&mut start)?;
                // A backslash before the line may stand before it.
                if let Some(at) = start.windows(7).take(2).position(|piece| piece == b"SHA512-") {
                    start[at + 6] = b'/';
                }
                out.write_all(&start)?;
            } else {
                line.start(out)?;
            }
            digits.write(out, digest)?;
            line.end(out)
        }
        Style::Json { digits } => {
            // From the command line, where it was text.
            let text = |text: &'a [u8]| (!text.is_empty()).then(|| String::from_utf8_lossy(text));
            let domain = tag.stated.domain;
            let record = Record {
                files: subject.into(),
                algorithm: tag.function.name(),
                function: text(&tag.stated.name),
                custom: text(&tag.stated.custom).or(text(&tag.stated.person)),
                block: tag.stated.block,
                domain: (domain != Domain::DEFAULT).then(|| domain.byte()),
                salt: Some(&tag.stated.salt).filter(|salt| !salt.is_empty()).map(|salt| HEXLOWER.encode(salt)),
                keyed: tag.stated.is_keyed,
                bits: tag.bits,
            };
            let start = serde_json::to_string(&record).map_err(io::Error::from)?;
            out.write_all(start.strip_suffix('}').unwrap_or(&start).as_bytes())?;
            out.write_all(b",\"digest\":\"")?;
            digits.write(out, digest)?;
            writeln!(out, "\",\"size\":{size}}}")
        }
    }
}

impl Digits {
    /// In lower-case hexadecimal, or in base64 with padding (RFC 4648, section 4).
    fn write(self, out: &mut impl Write, digest: Digest) -> io::Result<()> {
        match self {
            Self::Hexadecimal => digest.pieces(|piece| out.write_all(HEXLOWER.encode(piece).as_bytes())),
            Self::Base64 => {
                // Three bytes make four digits: what does not fill them waits for the next piece.
                let mut left = Vec::new();
                digest.pieces(|piece| {
                    left.extend_from_slice(piece);
                    let whole = left.len() / 3 * 3;
                    out.write_all(data_encoding::BASE64.encode(&left[..whole]).as_bytes())?;
                    left.drain(..whole);
                    Ok::<_, io::Error>(())
                })?;
                out.write_all(data_encoding::BASE64.encode(&left).as_bytes())
            }
        }
    }
}
