//! Cases in a build with cargo's default release profile: no link-time optimisation, 16 units of code generation. A user of the
//! library has that, and not this workspace's profile.

use std::env;
use std::process::Command;

use measure::trials::{Case, Kind, LANESUM, Machine, Record, Settings};

use crate::child;

/// Of cargo, in this repository. The rivals in C need not be built a second time.
pub(crate) const RUN: [&str; 7] =
    ["run", "--quiet", "--profile", "stock", "--package", "lanesum-bench", "--no-default-features"];

/// lanesum's row. The first one waits for the build.
pub(crate) fn sample(case: &Case, settings: &Settings, machine: &Machine) -> Record {
    // Set where cargo runs this bench, which it does in whatever folder it was called from.
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    if let Some(package) = env::var_os("CARGO_MANIFEST_DIR") {
        cargo.current_dir(package);
    }
    cargo.args(RUN).args(["--", "--rivals", "none"]);
    row(child::row(cargo, LANESUM, case, settings.seconds), case, machine)
}

fn row(measured: Result<Record, String>, case: &Case, machine: &Machine) -> Record {
    let row = measured.unwrap_or_else(|reason| {
        Record::missing(case, LANESUM, format!("no run with cargo's default profile: {reason}"), machine)
    });
    Record { kind: Kind::DefaultProfile, machine: machine.clone(), ..row }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::fixture::record;
    use crate::{grid, resume};

    #[test]
    fn a_row_is_its_cases_whatever_came_of_it() {
        let machine = Machine { processor: "here".into(), ..Machine::default() };
        for case in grid::default_profile() {
            let measured = record(LANESUM, &case.algorithm, Kind::Messages, case.bytes as u64, case.messages as u64);
            let measured = Record { output_bytes: case.output_bytes as u64, ..measured };
            for row in [Ok(measured), Err("no cargo".into())].map(|measured| row(measured, &case, &machine)) {
                assert!(resume::is_of(&row, &case), "{row:?}");
                assert_eq!(row.machine, machine);
                assert!(row.reason.is_none_or(|reason| reason.ends_with("no cargo")));
            }
        }
    }
}
