//! `lanesum sum`: one digest line for each file and algorithm.

use std::borrow::Cow;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use data_encoding::HEXLOWER;
use lanesum::Domain;
use serde::Serialize;

use crate::args::SumArgs;
use crate::args::{Digits, Style};
use crate::failure::{FAILED, Failure};
use crate::hash::{Digest, Recipe};
use crate::line::Line;
use crate::output::{Output, complain};
use crate::progress;
use crate::subject::{Source, Subject, Tuple};
use crate::walk::{Directories, Reason, Trouble, Walk, Weight};
use crate::workers::{self, Consumer, Event, Job, Outcome, Weigh};

/// Hashes all files and writes their lines in the order given. A file that cannot be hashed is reported and left out, the
/// others go on; an output that cannot be written ends the run.
pub(crate) fn run(args: &SumArgs) -> Result<ExitCode, Failure> {
    let inputs = args.inputs()?;
    let tags = args.tags()?;
    let setup = args.parameters.read(args.backend)?;
    let recipes: Arc<[Recipe]> = tags.into_iter().map(|tag| Recipe::new(tag, &setup)).collect::<Result<_, _>>()?;
    let of_each = Arc::clone(&recipes);
    let walk = inputs.walk().map_err(Failure::List)?;
    let mut sum = Sum {
        style: args.style(),
        recipes,
        directories: inputs.directories,
        output: Output::open()?,
        status: ExitCode::SUCCESS,
    };
    progress::start(inputs.sizes());
    let settings = args.workers.settings();
    if of_each.iter().any(|recipe| recipe.tag.function.is_of_a_tuple()) {
        let events = Together { walk, recipes: of_each, tuple: Some(Tuple::default()), complete: true };
        workers::run(settings, events, &mut sum)?;
    } else {
        let events = walk.map(move |found| match found {
            Ok(source) => Event::Job(Job { subject: Subject::One(source), recipes: Arc::clone(&of_each) }, None),
            Err(trouble) => Event::Note(Some(trouble)),
        });
        workers::run(settings, events, &mut sum)?;
    }
    Ok(sum.status)
}

/// All files together as one job, at the end. If one that was asked for is not there, there is none: the digest would be
/// another tuple's.
struct Together {
    walk: Walk,
    recipes: Arc<[Recipe]>,
    tuple: Option<Tuple>,
    complete: bool,
}

impl Iterator for Together {
    type Item = Event<Option<Trouble>>;

    fn next(&mut self) -> Option<Self::Item> {
        let tuple = self.tuple.as_mut()?;
        for found in &mut self.walk {
            let trouble = match found {
                Ok(source) if tuple.push(&source) => continue,
                Ok(source) => {
                    let path = PathBuf::from(String::from_utf8_lossy(source.name()).into_owned());
                    self.tuple = None;
                    return Some(Event::Note(Some(Trouble { path, reason: Reason::LongTuple })));
                }
                Err(trouble) => trouble,
            };
            self.complete &= trouble.weight() == Weight::Remark;
            return Some(Event::Note(Some(trouble)));
        }
        let subject = Subject::Tuple(self.tuple.take()?);
        self.complete.then(|| Event::Job(Job { subject, recipes: Arc::clone(&self.recipes) }, None))
    }
}

/// Writes what comes from the workers.
struct Sum {
    style: Style,
    recipes: Arc<[Recipe]>,
    directories: Directories,
    output: Output,
    status: ExitCode,
}

impl Sum {
    /// A message at its place among the lines.
    fn complain(&mut self, message: &[u8], weight: Weight) -> io::Result<()> {
        self.output.flush()?;
        complain(message);
        if weight == Weight::Failure {
            self.status = ExitCode::from(FAILED);
        }
        Ok(())
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
        if let Some(trouble) = trouble {
            let mut message = trouble.message();
            if matches!(trouble.reason, Reason::Link) {
                message.extend_from_slice(b" (--follow includes it)");
            }
            self.complain(&message, trouble.weight())?;
        }
        let Some(Outcome { subject, hashed }) = outcome else { return Ok(()) };
        match hashed {
            Ok(hashed) => {
                for (recipe, digest) in self.recipes.iter().zip(hashed.digests) {
                    let done = Done { recipe, subject: &subject, size: hashed.size };
                    done.write(&mut self.output, self.style, digest)?;
                    self.output.end_line()?;
                }
            }
            Err(error) => {
                let mut message = error.message(&subject);
                if error.is_directory() && self.directories == Directories::Refuse {
                    message.extend_from_slice(b"; -r hashes what is in it");
                }
                self.complain(&message, Weight::Failure)?;
            }
        }
        Ok(())
    }

    fn idle(&mut self) -> Result<(), Failure> {
        Ok(self.output.flush()?)
    }
}

/// What `--json` writes of a digest, in its order, but for the digest, which may be too long to be held. What is empty or usual
/// is left out, as in tags.
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
    bits: u64,
}

/// What a record is about: one file, or the files of a tuple.
#[derive(Serialize)]
#[serde(untagged)]
enum Files<'a> {
    One {
        file: Cow<'a, str>,
        #[serde(skip_serializing_if = "Option::is_none")]
        file_bytes_base64: Option<String>,
    },
    /// The second has all names if one of them is not UTF-8.
    Tuple {
        files: Vec<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        files_bytes_base64: Option<Vec<String>>,
    },
}

impl<'a> From<&'a Subject> for Files<'a> {
    fn from(subject: &'a Subject) -> Self {
        let base64 = |source: &Source| data_encoding::BASE64.encode(source.name());
        let is_text = |source: &Source| str::from_utf8(source.name()).is_ok();
        let tuple = match subject {
            Subject::One(source) => {
                let file_bytes_base64 = (!is_text(source)).then(|| base64(source));
                return Self::One { file: String::from_utf8_lossy(source.name()), file_bytes_base64 };
            }
            Subject::Tuple(tuple) => tuple,
        };
        let files = tuple.sources().map(|source| String::from_utf8_lossy(source.name()).into_owned()).collect();
        let all_text = tuple.sources().all(|source| is_text(&source));
        let bytes = (!all_text).then(|| tuple.sources().map(|source| base64(&source)).collect());
        Self::Tuple { files, files_bytes_base64: bytes }
    }
}

/// All that is written of a digest beside it.
struct Done<'a> {
    recipe: &'a Recipe,
    subject: &'a Subject,
    size: u64,
}

impl<'a> Done<'a> {
    fn write(&self, out: &mut impl Write, style: Style, digest: Digest) -> io::Result<()> {
        let tag = &self.recipe.tag;
        match style {
            Style::Raw => digest.pieces(|piece| out.write_all(piece)),
            Style::Line { form, end, digits } => {
                let line = Line { form, end, tag, name: self.subject.name() };
                line.start(out)?;
                digits.write(out, digest)?;
                line.end(out)
            }
            Style::Json { digits } => {
                // From the command line, where it was text.
                let text = |text: &'a [u8]| (!text.is_empty()).then(|| String::from_utf8_lossy(text));
                let domain = tag.stated.domain;
                let record = Record {
                    files: self.subject.into(),
                    algorithm: tag.function.name(),
                    function: text(&tag.stated.name),
                    custom: text(&tag.stated.custom),
                    block: tag.stated.block,
                    domain: (domain != Domain::DEFAULT).then(|| domain.byte()),
                    salt: Some(&tag.stated.salt).filter(|salt| !salt.is_empty()).map(|salt| HEXLOWER.encode(salt)),
                    bits: tag.bits,
                };
                let start = serde_json::to_string(&record).map_err(io::Error::from)?;
                out.write_all(start.strip_suffix('}').unwrap_or(&start).as_bytes())?;
                out.write_all(b",\"digest\":\"")?;
                digits.write(out, digest)?;
                writeln!(out, "\",\"size\":{}}}", self.size)
            }
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
