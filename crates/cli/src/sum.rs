//! `lanesum sum`: one digest line for each file and algorithm.

use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::Arc;

use serde::Serialize;

use crate::args::SumArgs;
use crate::args::{Digits, Style};
use crate::digest::Digest;
use crate::engine::{self, Consumer, Event, Job, Outcome, Weigh};
use crate::function::Recipe;
use crate::line::Line;
use crate::output::{Output, complain};
use crate::progress;
use crate::quote::quote;
use crate::read::{ReadError, Source};
use crate::walk::{Directories, Reason, Trouble, Weight};
use crate::{FAILED, Failure};

/// Hashes all files and writes their lines in the order given. A file that cannot be hashed is reported and left out, the
/// others go on; an output that cannot be written ends the run.
pub(crate) fn run(args: &SumArgs) -> Result<ExitCode, Failure> {
    let recipes = args.recipes()?;
    let inputs = args.inputs()?;
    let of_each = Arc::clone(&recipes);
    let events = inputs.walk().map_err(Failure::List)?.map(move |found| match found {
        Ok(source) => Event::Job(Job { source, recipes: Arc::clone(&of_each) }, None),
        Err(trouble) => Event::Note(Some(trouble)),
    });
    let mut sum = Sum {
        style: args.style(),
        recipes,
        directories: inputs.directories,
        output: Output::open()?,
        status: ExitCode::SUCCESS,
    };
    progress::start(inputs.sizes());
    engine::run(args.engine.settings(), events, &mut sum)?;
    Ok(sum.status)
}

/// Writes what comes out of the engine.
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
                message.extend_from_slice(b" (--follow takes it in)");
            }
            self.complain(&message, trouble.weight())?;
        }
        let Some(Outcome { source, hashed }) = outcome else { return Ok(()) };
        match hashed {
            Ok(hashed) => {
                for (recipe, digest) in self.recipes.iter().zip(hashed.digests) {
                    write(&mut self.output, self.style, *recipe, source.name(), hashed.size, digest)?;
                    self.output.end_line()?;
                }
            }
            Err(error) => {
                let mut message = [&quote(source.name()), b": ".as_slice(), error.to_string().as_bytes()].concat();
                if matches!((&error, &source), (ReadError::Directory, Source::File(_)))
                    && self.directories == Directories::Refuse
                {
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

/// What `--json` writes of a digest, in its order, but for the digest, which may be too long to be held.
#[derive(Serialize)]
struct Record<'a> {
    file: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    file_bytes_base64: Option<String>,
    algorithm: &'static str,
    bits: u64,
}

fn write(out: &mut impl Write, style: Style, recipe: Recipe, name: &[u8], size: u64, digest: Digest) -> io::Result<()> {
    match style {
        Style::Raw => digest.pieces(|piece| out.write_all(piece)),
        Style::Line { form, end, digits } => {
            let line = Line { form, end, tag: recipe.into(), name };
            line.start(out)?;
            digits.write(out, digest)?;
            line.end(out)
        }
        Style::Json { digits } => {
            let file = String::from_utf8_lossy(name);
            let bytes = str::from_utf8(name).is_err().then(|| data_encoding::BASE64.encode(name));
            let record =
                Record { file: &file, file_bytes_base64: bytes, algorithm: recipe.function.name(), bits: recipe.bits };
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
            Self::Hexadecimal => digest.pieces(|piece| out.write_all(data_encoding::HEXLOWER.encode(piece).as_bytes())),
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
