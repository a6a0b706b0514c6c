//! Whether time depends on secrets, for each primitive on each backend, in a table:
//!
//! - `valgrind -q target/release/lanesum-timing memcheck`: secrets are marked as undefined memory, and memcheck counts each branch and
//!   each address that depends on them. Up to AVX2: valgrind knows no wider registers.
//! - `lanesum-timing welch SAMPLES`: how long calls take with one secret and with random ones, by Welch's t-test, as in "Dude, is my
//!   code constant time?" (Reparaz, Balasch, Verbauwhede 2017). For the forms in AVX-512.
//!
//! Both have controls, which leak: if they are not seen, the run fails.

mod memcheck;
mod primitives;
mod welch;

use std::process::ExitCode;

use lanesum::Backend;
use primitives::{CONTROLS, PRIMITIVES, Primitive, SECRET_BYTES};

fn main() -> ExitCode {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    let verdict = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["memcheck"] => memcheck::run(),
        ["welch", samples] => samples.parse().map_err(|error| format!("{samples}: {error}")).and_then(welch::run),
        _ => Err("usage: valgrind -q lanesum-timing memcheck, or lanesum-timing welch SAMPLES".into()),
    };
    match verdict {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("lanesum-timing: {message}");
            ExitCode::FAILURE
        }
    }
}

/// A row for each primitive, a column for each backend that one of them has; `cell` returns its text and whether it is right.
fn table(backends: &[Backend], mut cell: impl FnMut(&Primitive, Backend) -> (String, bool)) -> Result<usize, String> {
    let (mut cells, mut wrong) = (0, Vec::new());
    let backends: Vec<_> = backends.iter().filter(|backend| PRIMITIVES.iter().any(|p| p.is_on(**backend))).collect();
    let heads: Vec<_> = backends.iter().map(|backend| format!("`{backend}`")).collect();
    println!("| primitive | {} |\n| --- |{}", heads.join(" | "), " --: |".repeat(heads.len()));
    for primitive in PRIMITIVES {
        let row = backends.iter().map(|&&backend| {
            if !primitive.is_on(backend) {
                return "–".to_owned();
            }
            let (text, right) = cell(primitive, backend);
            cells += 1;
            if !right {
                wrong.push(format!("{} on {backend}: {text}", primitive.name));
            }
            text
        });
        println!("| {} | {} |", primitive.name, row.collect::<Vec<_>>().join(" | "));
    }
    if cells == 0 {
        return Err("no primitive has a form here".into());
    }
    if wrong.is_empty() { Ok(cells) } else { Err(wrong.join("; ")) }
}

/// Secrets that look random, the same in every run.
fn secrets(count: usize, seed: u64) -> Vec<[u8; SECRET_BYTES]> {
    let mut x = seed;
    let mut next = || {
        x = x.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        (x >> 56) as u8
    };
    (0..count).map(|_| std::array::from_fn(|_| next())).collect()
}
