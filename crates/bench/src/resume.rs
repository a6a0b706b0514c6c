//! Resumes an older run (`--resume`): measures again only the rows that had no quiet sample then.

use anyhow::{Result, bail};
use measure::trials::{Case, Kind, Machine, Record};

/// What of an older run stands, and the cases that are still to be measured.
pub(crate) struct Resumed {
    pub(crate) rows: Vec<Record>,
    pub(crate) cases: Vec<Case>,
}

/// A case stands if all that was sampled in it has a figure; of a curve, all its points or none, because they are compared with each other.
/// The gate's rows always stay, as a run that is resumed does not measure them. `missing` are the rows of contenders that cannot take part,
/// which each run has of its own.
///
/// # Errors
/// If the older run is of another processor or compiler.
pub(crate) fn split(old: Vec<Record>, cases: Vec<Case>, missing: &[Record], machine: &Machine) -> Result<Resumed> {
    let of = |machine: &Machine| (machine.vendor.clone(), machine.family, machine.model, machine.rustc.clone());
    if old.iter().any(|row| of(&row.machine) != of(machine)) {
        bail!("--resume: that run is of another processor or compiler");
    }
    let is_open = |row: &Record| {
        row.quiet_samples.is_some() && row.ns_per_message.is_none()
            || row.kind == Kind::DefaultProfile && row.ns_per_message.is_none()
            || row.reason.as_ref().is_some_and(|reason| reason.starts_with(crate::held::FAILED))
    };
    let stands = |case: &Case| {
        let whole_curve = matches!(case.kind, Kind::Curve | Kind::FormCurve);
        let mut rows = old
            .iter()
            .filter(|row| is_of(row, case) || whole_curve && row.kind == case.kind && row.algorithm == case.algorithm);
        old.iter().any(|row| is_of(row, case)) && !rows.any(is_open)
    };
    let (standing, cases): (Vec<Case>, Vec<Case>) = cases.into_iter().partition(stands);
    let is_told = |row: &Record| {
        missing.iter().any(|told| {
            (&told.algorithm, &told.implementation, &told.reason) == (&row.algorithm, &row.implementation, &row.reason)
        })
    };
    let stays = |row: &Record| row.kind == Kind::Gate || standing.iter().any(|case| is_of(row, case)) && !is_told(row);
    let rows = old.into_iter().filter(stays).collect();
    Ok(Resumed { rows, cases })
}

/// Whether it is a row of this case.
pub(crate) fn is_of(row: &Record, case: &Case) -> bool {
    let numbers = [case.bytes, case.messages, case.output_bytes, case.threads].map(|number| number as u64);
    case_of(row) == (case.kind, &case.algorithm, numbers)
}

/// The case of a row.
pub(crate) fn case_of(row: &Record) -> (Kind, &str, [u64; 4]) {
    (row.kind, &row.algorithm, [row.bytes, row.messages, row.output_bytes, row.threads])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::fixture;

    fn case(algorithm: &str, kind: Kind, bytes: usize) -> Case {
        Case { algorithm: algorithm.into(), kind, bytes, messages: 1, output_bytes: 32, threads: 1 }
    }

    fn row(case: &Case, implementation: &str, nanoseconds: Option<f64>) -> Record {
        Record {
            ns_per_message: nanoseconds,
            quiet_samples: Some(5),
            ..Record::missing(case, implementation, "none", &fixture::record("", "", Kind::Messages, 0, 1).machine)
        }
    }

    #[test]
    fn what_has_figures_stands() {
        let [quiet, noisy, new] = [64, 128, 256].map(|bytes| case("sha512", Kind::Messages, bytes));
        let [first, second] = [0, 168].map(|bytes| case("kt128", Kind::Curve, bytes));
        let lacking = Record { quiet_samples: None, ..row(&quiet, "k12", None) };
        let old = vec![
            row(&quiet, "lanesum", Some(1.0)),
            row(&quiet, "openssl", Some(2.0)),
            lacking.clone(),
            row(&noisy, "lanesum", Some(3.0)),
            row(&noisy, "openssl", None),
            row(&first, "lanesum", Some(4.0)),
            row(&second, "lanesum", None),
        ];
        let gate = row(&case("sha512", Kind::Gate, 1 << 16), "lanesum", None);
        assert_eq!(
            split(vec![gate.clone()], Vec::new(), &[], &gate.machine).map(|resumed| resumed.rows).ok(),
            Some(vec![gate])
        );
        let machine = old[0].machine.clone();
        let cases = vec![quiet.clone(), noisy.clone(), new.clone(), first.clone(), second.clone()];
        let resumed = split(old.clone(), cases.clone(), &[lacking], &machine).expect("one machine");
        assert_eq!(resumed.rows, old[..2]);
        assert_eq!(resumed.cases, [noisy, new, first, second]);
        // A build that failed may work now.
        let unbuilt = Record { quiet_samples: None, ..row(&case("sha512", Kind::DefaultProfile, 64), "lanesum", None) };
        let again = vec![case("sha512", Kind::DefaultProfile, 64)];
        let resumed = split(vec![unbuilt], again.clone(), &[], &machine).expect("one machine");
        assert_eq!((resumed.rows, resumed.cases), (Vec::new(), again));
        let other = Machine { family: machine.family + 1, ..machine };
        assert!(split(old, cases, &[], &other).is_err());
    }
}
