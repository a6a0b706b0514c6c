//! `lanesum sum`: one digest line for each file.

use std::io::{self, Write};
use std::process::ExitCode;

use lanesum::{Hasher, Reader};

use crate::args::{Recipe, SumArgs};
use crate::output::{Output, complain};
use crate::quote::quote;
use crate::read::{BUFFER_BYTES, ReadError, Source, read_all};
use crate::tag::Line;
use crate::{FAILED, Failure};

/// Bytes of digest that are squeezed and written at a time.
const SQUEEZE_BYTES: usize = 4 * 1024;

/// Hashes all files in the order given. A file that cannot be hashed is reported and left out, the others go on;
/// an output that cannot be written ends the run.
pub(crate) fn run(args: &SumArgs) -> Result<ExitCode, Failure> {
    let recipe = args.recipe()?;
    let mut sources: Vec<Source> = args.files.iter().cloned().map(Source::from).collect();
    if sources.is_empty() {
        sources.push(Source::Stdin);
    }
    let mut output = Output::open()?;
    let mut buffer = vec![0; BUFFER_BYTES];
    let mut status = ExitCode::SUCCESS;
    for source in &sources {
        match hash(recipe, source, &mut buffer) {
            Ok(mut digest) => {
                write_line(&mut output, recipe, source.name(), &mut digest)?;
                output.end_line()?;
            }
            Err(error) => {
                complain(&[&quote(source.name()), b": ".as_slice(), error.to_string().as_bytes()].concat());
                status = ExitCode::from(FAILED);
            }
        }
    }
    Ok(status)
}

fn hash(recipe: Recipe, source: &Source, buffer: &mut [u8]) -> Result<Reader, ReadError> {
    let mut hasher = match recipe.backend {
        // `recipe` has made sure that it works; an error here is passed on all the same.
        Some(backend) => Hasher::with_backend(recipe.algorithm, backend).map_err(io::Error::other)?,
        None => Hasher::new(recipe.algorithm),
    };
    read_all(source, buffer, |piece| hasher.update(piece))?;
    Ok(hasher.finalize())
}

fn write_line(out: &mut impl Write, recipe: Recipe, name: &[u8], digest: &mut Reader) -> io::Result<()> {
    let line = Line { form: recipe.form, tag: recipe.tag, name };
    line.start(out)?;
    write_hex(out, recipe.tag.bits(), digest)?;
    line.end(out)
}

/// Writes `bits` bits of `digest` in lower-case hexadecimal. In a last byte that is not full, the unused high bits
/// are zero. Takes the same memory for any length.
fn write_hex(out: &mut impl Write, bits: u64, digest: &mut Reader) -> io::Result<()> {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let mut bytes = [0; SQUEEZE_BYTES];
    let mut text = [0; 2 * SQUEEZE_BYTES];
    let mut left = bits;
    while left > 0 {
        let now = left.min(8 * SQUEEZE_BYTES as u64);
        let count = now.div_ceil(8) as usize;
        if now.is_multiple_of(8) {
            digest.read(&mut bytes[..count]);
        } else {
            digest.read_bits(&mut bytes[..count], now).map_err(io::Error::other)?;
        }
        for (pair, byte) in text.chunks_exact_mut(2).zip(&bytes[..count]) {
            pair[0] = DIGITS[usize::from(byte >> 4)];
            pair[1] = DIGITS[usize::from(byte & 15)];
        }
        out.write_all(&text[..2 * count])?;
        left -= now;
    }
    Ok(())
}
