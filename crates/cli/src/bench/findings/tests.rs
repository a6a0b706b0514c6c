//! On rows that were made up.

use super::*;
use measure::trials::Machine;

/// A row of messages of 64 bytes, one permutation each. The spread is 1 % to both sides.
fn row(kind: Kind, messages: u64, backend: Backend, nanoseconds: Option<f64>) -> Record {
    Record {
        implementation: "lanesum".into(),
        algorithm: "sha3-256".into(),
        kind,
        backend: Some(backend.name().into()),
        ways: Some(1),
        bytes: 64,
        messages,
        output_bytes: 32,
        threads: 1,
        core_cpb: nanoseconds.map(|ns| ns / 16.0),
        tsc_cpb: None,
        ns_per_message: nanoseconds,
        low: nanoseconds.map(|ns| ns / 16.0 * 0.99),
        median: nanoseconds.map(|ns| ns / 16.0),
        high: nanoseconds.map(|ns| ns / 16.0 * 1.01),
        quiet_samples: Some(9),
        limit_core_cpb: None,
        limit_reason: None,
        reason: None,
        machine: Machine::default(),
    }
}

/// The cells of all widths, each with these nanoseconds a message for `portable` and `compact`; `portable` is used.
fn rows(times: [[Option<f64>; 2]; 4]) -> Vec<Record> {
    let mut rows = Vec::new();
    for (messages, [portable, compact]) in [1, 2, 4, 8].into_iter().zip(times) {
        rows.push(row(Kind::Form, messages, Backend::Portable, portable));
        rows.push(row(Kind::Form, messages, Backend::Compact, compact));
        rows.push(row(Kind::Messages, messages, Backend::Portable, portable));
    }
    rows
}

#[test]
fn a_wrong_choice_is_one_beyond_the_spread() {
    let wrong = |portable: f64, compact: f64| {
        let rows = rows([[Some(portable), Some(compact)]; 4]);
        let findings = Findings::of(&rows);
        assert_eq!(findings.cells.len(), 4);
        findings.cells[0].wrong().map(|wrong| wrong.loss)
    };
    assert_eq!(wrong(100.0, 110.0), None);
    assert_eq!(wrong(100.0, 100.0), None);
    assert_eq!(wrong(101.5, 100.0), None, "within the spread");
    assert!((wrong(110.0, 100.0).unwrap() - 10.0).abs() < 1e-9);
}

#[test]
fn without_figures_nothing_is_wrong_and_nothing_is_known() {
    let rows = rows([[None, Some(100.0)], [Some(100.0), None], [None, None], [Some(100.0), Some(90.0)]]);
    let cells = Findings::of(&rows).cells;
    assert_eq!([0, 1, 2, 3].map(|i: usize| cells[i].wrong().is_some()), [false, false, false, true]);
    assert_eq!([0, 1, 2, 3].map(|i: usize| cells[i].is_known()), [false, false, false, true]);
    assert!(cells[2].fastest().is_none());
}

#[test]
fn the_order_is_that_of_the_fastest_with_groups_where_there_is_nothing_wider() {
    let rows = rows([[Some(100.0), Some(80.0)]; 4]);
    let order = Findings::of(&rows).order().unwrap();
    assert_eq!(order.ways(), [800, 1600, 3200, 6400].map(|cost| (Backend::Compact, cost)));
}

#[cfg(target_arch = "x86_64")]
#[test]
fn wider_backends_are_taken_where_they_win() {
    let mut rows = rows([[Some(100.0), Some(80.0)]; 4]);
    // 2 at once: 30 ns each; so it is cheaper for one message, too, with an idle lane.
    rows.insert(3, row(Kind::Form, 2, Backend::Sse2, Some(30.0)));
    let ways = Findings::of(&rows).order().unwrap().ways();
    assert_eq!(ways, [(Backend::Sse2, 600), (Backend::Sse2, 600), (Backend::Sse2, 1200), (Backend::Sse2, 2400)]);
}

#[test]
fn permutations_are_counted_with_padding_and_output() {
    let of = |bytes, output| permutations(Algorithm::Sha3_256, bytes, output);
    assert_eq!([of(0, 32), of(135, 32), of(136, 32), of(4096, 32)], [1, 1, 2, 31]);
    let of = |bytes, output| permutations(Algorithm::Shake128, bytes, output);
    assert_eq!([of(0, 0), of(4096, 168), of(4096, 169), of(167, 337)], [1, 25, 26, 3]);
}

#[test]
fn an_order_needs_enough_figures() {
    let mut records = rows([[Some(100.0), Some(80.0)]; 4]);
    records.extend(rows([[None, Some(80.0)]; 4]));
    assert!(Findings::of(&records).order().is_ok(), "half of them is enough");
    records.extend(rows([[Some(100.0), None]; 4]));
    let refused = Findings::of(&records).order().unwrap_err();
    assert_eq!(refused, TooNoisy { messages: 1, figures: 1, cells: 3 });
    assert!(refused.to_string().starts_with("too few samples were quiet (1 of 3 comparisons of 1 messages"));
}
