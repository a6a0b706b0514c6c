//! Cases timed as a paper timed its own.

use measure::trials::{Case, Enter, Input, Mismatch, compare_outputs};
use measure::{Method, on_quietest_cpu};

use crate::results::ByPaper;

/// Times each contender of a case by itself, as a paper did. If the outputs of two differ, nothing is timed: then the rows
/// have that as their reason, and it is returned too.
pub fn by_paper(method: Method, case: &Case, enter: &Enter<'_>) -> (Vec<ByPaper>, Option<Mismatch>) {
    on_quietest_cpu(|| {
        let input = Input::of(case);
        let contenders = enter(case, &input);
        let mismatch = compare_outputs(case, &contenders).err();
        let rows: Vec<ByPaper> = contenders
            .into_iter()
            .map(|contender| {
                let (cycles, reason) = match (contender.work, &mismatch) {
                    (Err(reason), _) => (None, Some(reason)),
                    (Ok(_), Some(mismatch)) => (None, Some(mismatch.to_string())),
                    (Ok(work), None) => (method.time(work.run), None),
                };
                let bytes = input.total() as f64;
                let tsc_cpb = cycles.filter(|_| bytes > 0.0).map(|cycles| cycles / bytes);
                ByPaper {
                    method: method.name().into(),
                    implementation: contender.implementation,
                    algorithm: case.algorithm.clone(),
                    kind: case.kind,
                    backend: contender.backend,
                    width: contender.width,
                    bytes: case.bytes as u64,
                    messages: case.messages as u64,
                    output_bytes: case.output_bytes as u64,
                    runs: method.runs(),
                    reason: reason
                        .or_else(|| tsc_cpb.is_none().then(|| "there is no time-stamp counter, or no byte".into())),
                    tsc_cpb,
                }
            })
            .collect();
        (rows, mismatch)
    })
}

#[cfg(test)]
mod tests {
    use measure::trials::{Contender, Kind, Work};

    use super::*;
    use crate::limits::Limits;
    use crate::subjects;

    #[test]
    fn every_form_is_timed_by_every_method() {
        let case = Case {
            algorithm: "shake128".into(),
            kind: Kind::Form,
            bytes: 64,
            messages: 1,
            output_bytes: 32,
            threads: 1,
        };
        let limits = Limits::default();
        for &method in Method::ALL {
            let (rows, mismatch) = by_paper(method, &case, &|case, input| subjects::contenders(case, input, &limits));
            assert_eq!(mismatch, None);
            assert_eq!(rows.len(), subjects::forms(lanesum::Algorithm::Sha3_256, 1).count());
            for row in rows {
                assert_eq!(row.tsc_cpb.is_none(), row.reason.is_some(), "{row:?}");
                assert!(row.tsc_cpb.is_none_or(|cpb| (1.0..10_000.0).contains(&cpb)), "{row:?}");
            }
        }
    }

    #[test]
    fn outputs_that_differ_are_told_and_not_timed() {
        fn enter<'i>(_: &Case, input: &'i Input) -> Vec<Contender<'i>> {
            let of = |name: &str, byte: u8| {
                let hash = Box::new(move |_: &[u8], out: &mut [u8]| {
                    out.fill(byte);
                    Ok(())
                });
                Contender::new(name, Work::one_by_one(input, 1, hash))
            };
            vec![of("one", 1), of("two", 2), Contender::missing("absent", "not built in")]
        }
        let kind = Kind::Messages;
        let case = Case { algorithm: "any".into(), kind, bytes: 8, messages: 1, output_bytes: 1, threads: 1 };
        let (rows, mismatch) = by_paper(Method::Avx512Paper, &case, &enter);
        let told = mismatch.expect("they differ").to_string();
        let reasons: Vec<_> = rows.iter().map(|row| row.reason.as_deref()).collect();
        assert_eq!(reasons, [Some(&told[..]), Some(&told[..]), Some("not built in")]);
        assert!(rows.iter().all(|row| row.tsc_cpb.is_none()) && told.contains("one and two"), "{told}");
    }
}
