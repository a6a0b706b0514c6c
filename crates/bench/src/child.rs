//! Rows of a run of this bench in a child process: in a build with cargo's default profile, and with OpenSSL held to older instructions.

use std::env;
use std::process::Command;

use lanesum::Backend;
use measure::trials::{Case, LANESUM, Machine, Record, RowKind, Settings};

use crate::contenders::Contenders;
use crate::subjects::is_of_keccak;
use crate::{Args, kept};

/// Of cargo, in this repository, for a build that users of the library have: without link-time optimisation, and in 16 units of code
/// generation. The rivals in C need not be built a second time.
const CARGO: [&str; 7] =
    ["run", "--quiet", "--profile", "stock", "--package", "lanesum-bench", "--no-default-features"];

/// The values of `OPENSSL_ia32cap` that hold OpenSSL to the instructions of each form. The first number is leaf 1 of `cpuid` (edx low, ecx
/// high). The second number, leaf 7, is 0: no AVX2, BMI, SHA or AVX-512. Bit 30 stands for Intel, without which OpenSSL 3 prefers integer
/// code to AVX (`OPENSSL_ia32cap(3)`). For SHA-512, OpenSSL has no form between integer code and AVX.
const HELD: [(Backend, &str); 2] = [
    // ssse3, sse4.1, sse4.2
    (Backend::Sse41, "0x18020147808110:0"),
    // and avx with what it needs of the system
    (Backend::Avx, "0x1c18020147808110:0"),
];

const OPENSSL: &str = "openssl";

/// lanesum's row in a build with cargo's default profile. The first one waits for the build.
pub(crate) fn default_profile(case: &Case, settings: &Settings, machine: &Machine) -> Record {
    // Set where cargo runs this bench, which it does in whatever folder it was called from.
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    if let Some(package) = env::var_os("CARGO_MANIFEST_DIR") {
        cargo.current_dir(package);
    }
    cargo.args(CARGO).args(["--", "--rivals", "none"]);
    let row = row(cargo, LANESUM, case, settings.seconds).unwrap_or_else(|reason| {
        Record::missing(case, LANESUM, format!("no run with cargo's default profile: {reason}"), machine)
    });
    Record { kind: RowKind::DefaultProfile, machine: machine.clone(), ..row }
}

/// OpenSSL's rows for all forms of SHA-2 of one message among the cases. It reads `OPENSSL_ia32cap` once, when it is loaded, so each
/// measurement is a process of its own.
pub(crate) fn held(cases: &[Case], contenders: &Contenders, args: &Args, machine: &Machine) -> Vec<Record> {
    let has = |case: &Case| {
        contenders.rivals.iter().any(|rival| rival.name == OPENSSL && rival.hash(&case.algorithm).is_ok())
    };
    let mut rows = Vec::new();
    for case in cases.iter().filter(|case| case.kind == RowKind::Form && case.messages == 1 && has(case)) {
        let algorithm = case.algorithm.parse::<lanesum::Algorithm>().ok().filter(|algorithm| !is_of_keccak(*algorithm));
        for (backend, capabilities) in HELD {
            if !backend.is_available() || !algorithm.is_some_and(|a| a.widths(backend).contains(&1)) {
                continue;
            }
            let measure = || {
                let mut program = Command::new(env::current_exe().map_err(|error| error.to_string())?);
                program.args(["--rivals", OPENSSL]).env("OPENSSL_ia32cap", capabilities);
                row(program, OPENSSL, case, args.seconds)
            };
            // Again at once where there was no quiet sample: to wait as the run of all does, each would take minutes.
            let mut row = measure();
            for _ in 0..args.retries {
                if row.as_ref().is_ok_and(|row| row.reason.is_none()) {
                    break;
                }
                row = measure();
            }
            let row = row.unwrap_or_else(|reason| {
                Record::missing(case, OPENSSL, format!("{}{backend}: {reason}", kept::HELD_FAILED), machine)
            });
            rows.push(Record { kind: RowKind::Form, backend: Some(backend.name().into()), width: Some(1), ..row });
        }
    }
    rows
}

/// Runs `program`, a bench to which `--rivals` has been given, on the messages of this case, and returns the row of `implementation`,
/// or why there is none.
fn row(mut program: Command, implementation: &str, case: &Case, seconds: f64) -> Result<Record, String> {
    let Case { algorithm, bytes, messages, .. } = case;
    let child = program
        .args(["--filter", algorithm, "--bytes", &bytes.to_string(), "--messages", &messages.to_string()])
        .args(["--seconds", &seconds.to_string(), "--retries", "0", "--json", "-"])
        .output()
        .map_err(|error| error.to_string())?;
    if !child.status.success() {
        return Err(format!("{}: {}", child.status, String::from_utf8_lossy(&child.stderr).trim()));
    }
    let rows = kept::rows(&String::from_utf8_lossy(&child.stdout)).map_err(|error| error.to_string())?;
    rows.into_iter().find(|row| row.implementation == implementation).ok_or_else(|| "its run has no row of it".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_capabilities_are_those_of_the_forms() {
        let ecx = |capabilities: &str| {
            let first = capabilities.trim_start_matches("0x").split(':').next().expect("a number");
            u64::from_str_radix(first, 16).expect("it is hexadecimal") >> 32
        };
        let [(_, sse41), (_, avx)] = HELD.map(|(backend, capabilities)| (backend, ecx(capabilities)));
        // Intel's manual, volume 2, `CPUID`, leaf 1: SSSE3, SSE4.1; AVX with OSXSAVE.
        assert_eq!(sse41 & (1 << 9 | 1 << 19 | 1 << 27 | 1 << 28), 1 << 9 | 1 << 19);
        assert_eq!(avx & !sse41, 1 << 26 | 1 << 27 | 1 << 28);
    }
}
