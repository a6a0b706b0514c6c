//! How a case of each kind is sampled once.

use measure::trials::{Case, Enter, Kind, LANESUM, Machine, Mismatch, Record, Settings, sample_on_one_cpu};

use crate::{child, threads};

/// Of the sampling time of a case, what a point of a curve gets: the points steady each other.
const SHARE_OF_A_POINT: f64 = 0.2;

/// For [`Settings::sample`].
///
/// # Errors
/// Two contenders have different outputs: then nothing is timed.
pub(crate) fn sample(
    case: &Case,
    enter: &Enter<'_>,
    settings: &Settings,
    machine: &Machine,
) -> Result<Vec<Record>, Mismatch> {
    match case.kind {
        Kind::Threads => threads::sample(case, enter, settings, machine),
        Kind::OneMessage => threads::sample_one_message(case, enter, settings, machine),
        Kind::Curve | Kind::FormCurve => {
            let less = Settings { seconds: settings.seconds * SHARE_OF_A_POINT, ..settings.clone() };
            sample_on_one_cpu(case, enter, &less, machine)
        }
        Kind::DefaultProfile => Ok(vec![child::default_profile(case, settings, machine)]),
        // It is a run of its own.
        Kind::Gate => Ok(vec![Record::missing(case, LANESUM, "the gate is `--gate`", machine)]),
        Kind::Messages | Kind::Ragged | Kind::Form | Kind::Permutation => {
            sample_on_one_cpu(case, enter, settings, machine)
        }
    }
}
