//! Tests whether the time of each primitive on each backend depends on secrets, and prints a table:
//!
//! - `valgrind -q target/release/lanesum-timing memcheck`: secrets are marked as undefined memory, and memcheck counts each branch and each
//!   address that depends on them. This covers backends up to AVX2, because valgrind knows no wider registers.
//! - `lanesum-timing welch SAMPLES [NAME]`: how long calls take with one secret and with random ones, by Welch's t-test, as in "Dude, is my code
//!   constant time?" (Reparaz, Balasch, Verbauwhede 2017), of the forms that valgrind cannot run: AVX-512, SHA-NI.
//!   With NAME, only primitives whose names contain it.
//!
//! That no branch and no address in a kernel depends on a secret, also in those forms, `.ci/prove` shows.
//!
//! All have controls that leak on purpose. If a control is not detected, the run fails.

mod memcheck;
mod primitives;
mod secrets;
mod table;
mod welch;

use std::process::ExitCode;

fn main() -> ExitCode {
    lanesum_papers::register();
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    let verdict = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["memcheck"] => memcheck::run(),
        ["welch", samples, ref rest @ ..] if rest.len() < 2 => samples
            .parse()
            .map_err(|error| format!("{samples}: {error}"))
            .and_then(|samples| welch::run(samples, rest.first().unwrap_or(&""))),
        _ => Err("usage: valgrind -q lanesum-timing memcheck, or lanesum-timing welch SAMPLES [NAME]".into()),
    };
    match verdict {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("lanesum-timing: {message}");
            ExitCode::FAILURE
        }
    }
}
