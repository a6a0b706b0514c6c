//! lanesum in place of other programs. If it is called by their names (`sha256sum`, through a link) or as `lanesum as sha256sum`, it takes
//! their options and writes their output.
//!
//! | file | what |
//! | --- | --- |
//! | here | which program is meant |
//! | `gnu` | cksum, b2sum, md5sum, sha1sum to sha512sum, of GNU coreutils |
//! | `shasum` | shasum, of perl |
//! | `b3sum`, `b3check` | b3sum |
//! | `getopt`, `program` | their options; code that they share |

mod b3check;
mod b3sum;
mod getopt;
mod gnu;
mod program;
mod shasum;

use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::process::ExitCode;

use self::program::Stop;
use crate::args::{AsArgs, PROGRAMS};
use crate::failure::{FAILED, Failure, print, status};
use crate::output::{call_as, complain};
use crate::quote::quote_path;
use crate::refusal::{Refusal, list};

pub(crate) fn called_as(mut arguments: impl Iterator<Item = OsString>) -> Option<(&'static str, Vec<OsString>)> {
    let known = |name: &OsStr| PROGRAMS.into_iter().find(|program| name == *program);
    let own = arguments.next()?;
    let own = Path::new(&own);
    // On Windows there is an extension, and `SHA256SUM.EXE` is the same name.
    let own = if cfg!(windows) { own.file_stem()?.to_ascii_lowercase() } else { own.file_name()?.to_owned() };
    if let Some(program) = known(&own) {
        return Some((program, arguments.collect()));
    }
    if arguments.next()? != "as" {
        return None;
    }
    Some((known(&arguments.next()?)?, arguments.collect()))
}

/// The error of `lanesum as` with an unknown program.
pub(crate) fn explain(args: &AsArgs) -> Result<bool, Failure> {
    let name = quote_path(&args.program);
    let tip = args.arguments.first().map_or("", |_| "; its options come after its name");
    Err(Refusal(format!("lanesum cannot act as {name}; it can act as {}{tip}", list(PROGRAMS))).into())
}

pub(crate) fn run(program: &'static str, arguments: Vec<OsString>) -> Result<ExitCode, Failure> {
    call_as(program);
    let ended = match program {
        "b3sum" => b3sum::run(arguments),
        "shasum" => shasum::run(arguments),
        _ => gnu::run(program, arguments),
    };
    match ended {
        Ok(passed) => Ok(status(passed)),
        Err(Stop::Usage(message, tip)) => {
            complain(message);
            if tip {
                eprint(&format!("Try '{program} --help' for more information.\n"));
            }
            Ok(ExitCode::from(FAILED))
        }
        Err(Stop::Status(code, message)) => {
            complain(message);
            Ok(ExitCode::from(code))
        }
        Err(Stop::Text(text)) => {
            print(text)?;
            Ok(ExitCode::SUCCESS)
        }
        Err(Stop::Failure(failure)) => Err(failure),
    }
}

fn eprint(text: &str) {
    use std::io::Write;
    // It has nowhere to go otherwise.
    let _ = std::io::stderr().write_all(text.as_bytes());
}
