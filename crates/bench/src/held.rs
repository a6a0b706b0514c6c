//! OpenSSL restricted to older instructions, as a rival of the forms for older processors.
//!
//! It reads `OPENSSL_ia32cap` once, when it is loaded, so that each measurement is a run of this bench of its own, in a child
//! process.

use std::env;
use std::process::Command;

use lanesum::Backend;
use measure::trials::{Case, Kind, Machine, Record};

use crate::field::Field;
use crate::{Args, child};

/// What OpenSSL may use beside each form. The first number is what `cpuid` says for its leaf 1 (edx low, ecx high), of which
/// the second one's leaf 7 is nothing: no AVX2, BMI, SHA or AVX-512. Bit 30 stands for Intel, without which OpenSSL 3 prefers
/// integer code to AVX (`OPENSSL_ia32cap(3)`). Of SHA-512 it has no form between that and AVX.
const HELD: [(Backend, &str); 2] = [
    // ssse3, sse4.1, sse4.2
    (Backend::Sse41, "0x18020147808110:0"),
    // and avx with what it needs of the system
    (Backend::Avx, "0x1c18020147808110:0"),
];

const RIVAL: &str = "openssl";

/// What a row begins with that says why there is no figure.
pub(crate) const FAILED: &str = "OpenSSL held to ";

/// The rows for all forms of SHA-2 of one message among the cases that have such a form.
pub(crate) fn rows(cases: &[Case], field: &Field, args: &Args, machine: &Machine) -> Vec<Record> {
    let has = |case: &Case| field.rivals.iter().any(|rival| rival.name == RIVAL && rival.hash(&case.algorithm).is_ok());
    let forms = cases.iter().filter(|case| case.kind == Kind::Form && case.messages == 1 && has(case));
    let of = |case: &Case| {
        let algorithm =
            case.algorithm.parse::<lanesum::Algorithm>().ok().filter(|a| !crate::subjects::is_of_keccak(*a));
        let of_backend = |(backend, capabilities): (Backend, &str)| {
            let has_form = algorithm.is_some_and(|a| a.widths(backend).contains(&1)) && backend.is_available();
            has_form.then(|| {
                // Again at once where there was no quiet sample: to wait as the run of all does, each would take minutes.
                let mut row = measure(case, capabilities, args);
                for _ in 0..args.retries {
                    if row.as_ref().is_ok_and(|row| row.reason.is_none()) {
                        break;
                    }
                    row = measure(case, capabilities, args);
                }
                let row = row.unwrap_or_else(|reason| {
                    Record::missing(case, RIVAL, format!("{FAILED}{backend}: {reason}"), machine)
                });
                Record { kind: Kind::Form, backend: Some(backend.name().into()), width: Some(1), ..row }
            })
        };
        HELD.into_iter().filter_map(of_backend).collect::<Vec<_>>()
    };
    forms.flat_map(of).collect()
}

/// One row of a run of this program with OpenSSL so held.
fn measure(case: &Case, capabilities: &str, args: &Args) -> Result<Record, String> {
    let mut program = Command::new(env::current_exe().map_err(|error| error.to_string())?);
    program.args(["--rivals", RIVAL]).env("OPENSSL_ia32cap", capabilities);
    child::row(program, RIVAL, case, args.seconds)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Limits;

    #[test]
    fn nobody_is_held_who_does_not_take_part() {
        let case =
            Case { algorithm: "sha512".into(), kind: Kind::Form, bytes: 64, messages: 1, output_bytes: 64, threads: 1 };
        let args = <Args as clap::Parser>::parse_from(["", "--rivals", "none"]);
        let field = Field { rivals: Vec::new(), limits: Limits::default() };
        assert!(rows(&[case], &field, &args, &Machine::default()).is_empty());
    }

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
