//! How a case of each kind is sampled once.

use measure::trials::{Case, Enter, LANESUM, Machine, Mismatch, Record, RowKind, Settings, sample_on_one_cpu};

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
        RowKind::Threads => threads::sample(case, enter, settings, machine),
        RowKind::OneMessage => threads::sample_one_message(case, enter, settings, machine),
        RowKind::Curve | RowKind::FormCurve => {
            let less = Settings { seconds: settings.seconds * SHARE_OF_A_POINT, ..settings.clone() };
            sample_on_one_cpu(case, enter, &less, machine)
        }
        RowKind::DefaultProfile => Ok(vec![child::default_profile(case, settings, machine)]),
        // It is a run of its own.
        RowKind::Gate => Ok(vec![Record::missing(case, LANESUM, "the gate is `--gate`", machine)]),
        RowKind::Messages | RowKind::Ragged | RowKind::Form | RowKind::Permutation => {
            sample_on_one_cpu(case, enter, settings, machine)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use measure::trials::{Contender, Input, Work};

    #[test]
    fn different_outputs_are_found_whatever_the_kind() {
        fn enter<'i>(_: &Case, input: &'i Input) -> Vec<Contender<'i>> {
            let of = |name: &str, byte: u8| {
                let hash = Box::new(move |_: &[u8], out: &mut [u8]| {
                    out.fill(byte);
                    Ok(())
                });
                Contender::new(name, Work::one_by_one(input, 1, hash))
            };
            vec![of("one", 1), of("two", 2)]
        }
        for (kind, threads) in
            [(RowKind::Messages, 1), (RowKind::Curve, 1), (RowKind::Threads, 2), (RowKind::OneMessage, 2)]
        {
            let case = Case { algorithm: "any".into(), kind, bytes: 8, messages: 1, output_bytes: 1, threads };
            let mismatch = sample(&case, &enter, &Settings::default(), &Machine::default());
            let mismatch = mismatch.expect_err("their outputs differ");
            assert_eq!((mismatch.one.as_str(), mismatch.other.as_str()), ("one", "two"), "{kind:?}");
        }
    }
}
