//! `lanesum bench` measures every backend on this machine, and shows whether the fastest ones are used.
//!
//! | file | what |
//! | --- | --- |
//! | `contenders` | the cases that are measured (by `measure::trials`) |
//! | `findings` | conclusions from the rows |
//! | `machine` | the machine, and how quiet it is |
//! | `report` | the table for people |

mod contenders;
mod findings;
mod machine;
mod report;

use std::io::{self, IsTerminal, Write};
use std::time::Duration;

use measure::trials::{self, Case, Enter, Place, RowKind, Settings, Watch};

use crate::args::BenchArgs;
use crate::failure::{Failure, print};
use crate::output::{Output, complain};
use crate::saved::{self, Saved};
use contenders::{BYTES, QUICK_BYTES, cases, contenders, deciding, is_decided};
use findings::{Findings, tells_costs};

pub(crate) fn run(args: &BenchArgs, saved: &Saved) -> Result<bool, Failure> {
    if args.forget {
        return forget();
    }
    let machine = machine::here();
    let conditions = machine::Conditions::look();
    let (lengths, enter): (&[usize], &Enter<'_>) =
        if args.quick { (&QUICK_BYTES, &deciding) } else { (&BYTES, &contenders) };
    let mut cases = cases(&args.algorithms, lengths);
    cases.retain(|case| !args.quick || is_decided(case));
    let settings = Settings { seconds: args.seconds, retries: args.retries, ..Settings::default() };
    let mut progress = Progress { terminal: io::stderr().is_terminal() };
    let mut records = trials::run(&cases, enter, &settings, &machine, &mut progress).agreed()?;
    progress.clear();
    // The last row of a case is what a user gets, and no form that was forced.
    for case in records.chunk_by_mut(|one, other| (one.bytes, one.messages) == (other.bytes, other.messages)) {
        if let Some(used) = case.last_mut() {
            used.kind = RowKind::Messages;
        }
    }
    let findings = Findings::of(&records);
    let mut output = Output::open(None)?;
    if args.json {
        serde_json::to_writer_pretty(&mut output, &records).map_err(io::Error::from)?;
        writeln!(output)?;
    } else {
        report::write(&mut output, &machine, conditions.as_ref(), saved, &findings)?;
    }
    output.flush()?;
    if args.save {
        return save(args, &findings, &machine.date);
    }
    Ok(true)
}

/// Keeps what was found. The words go where the figures do not.
fn save(args: &BenchArgs, findings: &Findings, date: &str) -> Result<bool, Failure> {
    if !args.algorithms.iter().any(|algorithm| tells_costs(*algorithm)) {
        complain("nothing saved: TurboSHAKE and KT follow the order of SHA-3; name sha3-256 with -a");
        return Ok(false);
    }
    let orders = match findings.orders() {
        Ok(orders) => orders,
        Err(reason) => {
            complain(format_args!("nothing saved: {reason}"));
            return Ok(false);
        }
    };
    let path = saved::save(&orders, date)?;
    let mut text = format!("Saved what was found here: {}\n", path.display());
    for order in &orders {
        report::differences(&mut text, order);
    }
    if args.json {
        let _ = io::stderr().write_all(text.as_bytes());
    } else {
        print(text)?;
    }
    Ok(true)
}

fn forget() -> Result<bool, Failure> {
    let (path, was) = saved::forget()?;
    let mut output = Output::open(None)?;
    let what = if was { "Removed the saved order" } else { "There was no saved order" };
    writeln!(output, "{what}: {}", path.display())?;
    output.flush()?;
    Ok(true)
}

/// One line on a terminal, rewritten; elsewhere only that it waits, which would look like a hang.
struct Progress {
    terminal: bool,
}

impl Progress {
    fn clear(&self) {
        if self.terminal {
            let _ = io::stderr().write_all(b"\r\x1b[K");
        }
    }
}

impl Watch for Progress {
    fn begins(&mut self, case: &Case, place: Place) {
        if self.terminal {
            let again = if place.attempt > 1 { format!(", try {}", place.attempt) } else { String::new() };
            let Place { done, of, .. } = place;
            let text = format!("\r\x1b[K{done} of {of}: {}{again}", title(case));
            let _ = io::stderr().write_all(text.as_bytes());
        }
    }

    fn waits(&mut self, case: &Case, pause: Duration) {
        self.clear();
        let seconds = pause.as_secs_f64().ceil();
        // No longer than a line of a terminal, or the end of it would stay.
        let text = format!("{}: too noisy; next try in {seconds} s (--retries 0: none)", title(case));
        let end = if self.terminal { "" } else { "\n" };
        let _ = io::stderr().write_all(format!("{text}{end}").as_bytes());
    }
}

fn title(case: &Case) -> String {
    let Case { algorithm, bytes, messages, .. } = case;
    format!("{algorithm}, {messages} x {bytes} bytes")
}
