//! Cases are reproducible and cover all functions; a planted defect is found.

use std::collections::BTreeSet;

use super::case::{Case, FUNCTIONS};
use super::*;

fn options() -> Options {
    Options { seconds: 0, seed: 7, case: None, python: "python3".into(), plant: None, against: None }
}

#[test]
fn cases_are_made_again_and_take_all_functions() {
    let text = |seed, number| format!("{:?}", Case::new(seed, number, DATA_BYTES));
    assert_eq!(text(1, 5), text(1, 5));
    assert_ne!(text(1, 5), text(2, 5));
    assert_ne!(text(1, 5), text(1, 6));
    let seen: BTreeSet<_> = (0..2000).map(|number| Case::new(3, number, DATA_BYTES).function.name()).collect();
    assert_eq!(seen.len(), FUNCTIONS.len());
    for number in 0..2000 {
        let case = Case::new(3, number, DATA_BYTES);
        assert!(case.messages.iter().all(|range| range.end <= DATA_BYTES), "{case:?}");
    }
}

/// Every function has another implementation among the crates, which sees a wrong bit.
#[test]
fn a_wrong_bit_is_seen_by_the_crates() {
    let data = case::data(7, DATA_BYTES);
    let options = options();
    for function in FUNCTIONS.iter() {
        let made = (0..).map(|number| (number, Case::new(7, number, DATA_BYTES)));
        let for_crates = |case: &Case| case.function.name() == function.name() && case.parameters.is_none();
        let (number, case) = { made }.find(|(_, case)| for_crates(case)).expect("they go on");
        let mut outputs = ours::outputs(&case, &data).unwrap();
        let mut run = Run { options: &options, data: data.clone(), peer: None, counts: Counts::new() };
        run.against_crates(number, &case, &outputs).unwrap();
        assert!(run.counts.values().sum::<u64>() >= case.messages.len() as u64, "{}", function.name());
        *outputs.last_mut().unwrap().last_mut().unwrap() ^= 1;
        let error = run.against_crates(number, &case, &outputs).unwrap_err().to_string();
        assert!(error.contains(&format!("case {number} of seed 7")), "{error}");
    }
}
