//! Tests of the findings, on invented rows.

use super::*;
use measure::trials::Machine;

/// A row of messages of 64 bytes, one permutation each. The spread is 1 % to both sides.
fn row(kind: RowKind, messages: u64, backend: Backend, nanoseconds: Option<f64>) -> Record {
    Record {
        implementation: "lanesum".into(),
        algorithm: "sha3-256".into(),
        kind,
        backend: Some(backend.name().into()),
        width: Some(1),
        bytes: 64,
        messages,
        output_bytes: 32,
        threads: 1,
        core_cpb: nanoseconds.map(|ns| ns / 16.0),
        tsc_cpb: None,
        cycles_per_message: None,
        ns_per_message: nanoseconds,
        low: nanoseconds.map(|ns| ns / 16.0 * 0.99),
        median: nanoseconds.map(|ns| ns / 16.0),
        high: nanoseconds.map(|ns| ns / 16.0 * 1.01),
        quiet_samples: Some(9),
        limit_core_cpb: None,
        limit_reason: None,
        reason: None,
        ratios: None,
        machine: Machine::default(),
    }
}

/// The cells of all widths, each with these nanoseconds a message for `portable` and `compact`; `portable` is used.
fn rows(times: [[Option<f64>; 2]; 4]) -> Vec<Record> {
    let mut rows = Vec::new();
    for (messages, [portable, compact]) in [1, 2, 4, 8].into_iter().zip(times) {
        rows.push(row(RowKind::Form, messages, Backend::Portable, portable));
        rows.push(row(RowKind::Form, messages, Backend::Compact, compact));
        rows.push(row(RowKind::Messages, messages, Backend::Portable, portable));
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

/// Four messages in pairs: the backend that is used takes no four, and so is no form of theirs.
#[test]
fn what_is_used_may_be_the_fastest() {
    let rows = [
        row(RowKind::Form, 4, Backend::Avx512Vl, Some(2600.0)),
        row(RowKind::Messages, 4, Backend::ShaNi, Some(1340.0)),
    ];
    let findings = Findings::of(&rows);
    assert_eq!(findings.cells[0].fastest().unwrap().backend.as_deref(), Some("sha-ni"));
    assert!(findings.cells[0].wrong().is_none());
}

#[test]
fn without_figures_nothing_is_wrong_and_nothing_is_known() {
    let rows = rows([[None, Some(100.0)], [Some(100.0), None], [None, None], [Some(100.0), Some(90.0)]]);
    let cells = Findings::of(&rows).cells;
    assert_eq!([0, 1, 2, 3].map(|i: usize| cells[i].wrong().is_some()), [false, false, false, true]);
    assert_eq!([0, 1, 2, 3].map(|i: usize| cells[i].is_known()), [false, false, false, true]);
    assert!(cells[2].fastest().is_none());
}

/// The only order that the rows tell.
fn order(rows: &[Record]) -> Order {
    let orders = Findings::of(rows).orders().unwrap();
    assert_eq!(orders.len(), 1);
    orders[0].clone()
}

#[test]
fn the_order_is_that_of_the_fastest_with_groups_where_there_is_nothing_wider() {
    let rows = rows([[Some(100.0), Some(80.0)]; 4]);
    // 5 core cycles a byte.
    assert_eq!(order(&rows).widths(), [Width::new(1, Backend::Compact, 320)]);
    assert_eq!(order(&rows).family(), Family::Keccak);
}

#[cfg(target_arch = "x86_64")]
#[test]
fn wider_backends_are_taken_where_they_win() {
    let mut rows = rows([[Some(100.0), Some(80.0)]; 4]);
    rows.insert(3, row(RowKind::Form, 2, Backend::Sse2, Some(30.0)));
    assert_eq!(order(&rows).widths(), [Width::new(1, Backend::Compact, 320), Width::new(2, Backend::Sse2, 240)]);
    rows[3] = row(RowKind::Form, 2, Backend::Sse2, Some(90.0));
    assert_eq!(order(&rows).widths(), [Width::new(1, Backend::Compact, 320)], "two by themselves cost less");
}

#[test]
fn nanoseconds_decide_where_cycles_cannot_be_counted() {
    let mut rows = rows([[Some(100.0), Some(80.0)]; 4]);
    for row in &mut rows {
        row.core_cpb = None;
    }
    assert_eq!(order(&rows).widths(), [Width::new(1, Backend::Compact, 80)]);
}

#[test]
fn each_family_has_its_order() {
    let mut records = rows([[Some(100.0), Some(80.0)]; 4]);
    let of_sha256 =
        |kind, nanoseconds| Record { algorithm: "sha256".into(), ..row(kind, 1, Backend::Portable, Some(nanoseconds)) };
    records.extend([of_sha256(RowKind::Form, 100.0), of_sha256(RowKind::Messages, 100.0)]);
    let of_kt = |kind| Record { algorithm: "kt128".into(), ..row(kind, 1, Backend::Portable, Some(50.0)) };
    records.extend([of_kt(RowKind::Form), of_kt(RowKind::Messages)]);
    let orders = Findings::of(&records).orders().unwrap();
    assert_eq!(orders.iter().map(Order::family).collect::<Vec<_>>(), [Family::Keccak, Family::Sha256]);
    // Two blocks for 64 bytes.
    assert_eq!(orders[1].widths(), [Width::new(1, Backend::Portable, 200)]);
}

#[test]
fn permutations_are_counted_with_padding_and_output() {
    let of = |bytes, output| permutations(Algorithm::Sha3_256, bytes, output);
    assert_eq!([of(0, 32), of(135, 32), of(136, 32), of(4096, 32)], [1, 1, 2, 31]);
    let of = |bytes, output| permutations(Algorithm::Shake128, bytes, output);
    assert_eq!([of(0, 0), of(4096, 168), of(4096, 169), of(167, 337)], [1, 25, 26, 3]);
    let blocks = |algorithm| [0, 55, 56, 64, 111, 112, 4096].map(|bytes| permutations(algorithm, bytes, 0));
    assert_eq!(blocks(Algorithm::Sha256), [1, 1, 2, 2, 2, 2, 65]);
    assert_eq!(blocks(Algorithm::Blake512), [1, 1, 1, 1, 1, 2, 33]);
}

#[test]
fn an_order_needs_enough_figures() {
    let mut records = rows([[Some(100.0), Some(80.0)]; 4]);
    records.extend(rows([[None, Some(80.0)]; 4]));
    assert!(Findings::of(&records).orders().is_ok(), "half of them is enough");
    records.extend(rows([[Some(100.0), None]; 4]));
    let refused = Findings::of(&records).orders().unwrap_err();
    assert_eq!(refused, TooNoisy { messages: 1, figures: 1, cells: 3 });
    assert_eq!(
        refused.to_string(),
        "too few samples were quiet (1 of 3 comparisons of 1 messages have all figures); try again when the machine has less \
         to do, or measure longer: --seconds 1"
    );
}
