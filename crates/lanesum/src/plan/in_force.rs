//! The row in force for each family: the table's own for this processor, or one that the program has installed.

use super::family::Family;
use super::row::Row;
use core::sync::atomic::{AtomicUsize, Ordering};
use lanes::{Features, features};

/// The rows of a family on a kind of machine.
macro_rules! table {
    ($family:expr, $here:ident) => {
        match $family {
            Family::Keccak => $here::KECCAK,
            Family::KeccakShort => $here::KECCAK_SHORT,
            Family::Sha256 => $here::SHA256,
            Family::Sha512 => $here::SHA512,
            Family::Blake256 => $here::BLAKE256,
            Family::Blake512 => $here::BLAKE512,
        }
    };
}

/// The rows of a family, tried from the top.
pub(crate) const fn table(family: Family) -> &'static [Row] {
    #[cfg(target_arch = "aarch64")]
    use super::aarch64 as here;
    #[cfg(not(any(target_arch = "aarch64", target_arch = "wasm32", target_arch = "x86_64")))]
    use super::any::alone as here;
    #[cfg(target_arch = "wasm32")]
    use super::wasm32 as here;
    #[cfg(target_arch = "x86_64")]
    use super::x86_64 as here;
    table!(family, here)
}

/// For each family the number of its row, counted from 1; 0 while it is not known. Numbers beyond the table are those of rows that
/// were installed.
static NUMBERS: [AtomicUsize; Family::ALL.len()] = [const { AtomicUsize::new(0) }; Family::ALL.len()];

/// A row, and how it was found.
#[derive(Clone, Copy)]
pub(crate) struct InForce {
    pub(crate) row: &'static Row,
    /// A better row that was passed over, since its code for one message has never run on a processor and failed its known-answer
    /// test in this process.
    pub(crate) passed_over: Option<&'static Row>,
}

/// Whether the kernel of a backend that was never run on a processor gives the right answer here.
pub(crate) type KnownAnswer = fn() -> bool;

/// The row in force; after the first time it reads one atomic, and one more for each order that this family has had installed.
#[inline]
pub(crate) fn in_force(family: Family, known_answer: KnownAnswer) -> &'static Row {
    let number = NUMBERS[family as usize].load(Ordering::Acquire);
    match table(family).get(number.wrapping_sub(1)) {
        Some(row) => row,
        None => installed(family, number).unwrap_or_else(|| find(family, table(family), known_answer)),
    }
}

#[cold]
#[inline(never)]
fn find(family: Family, table: &'static [Row], known_answer: KnownAnswer) -> &'static Row {
    let (number, row) = look(table, known_answer);
    // Not over an order that another thread has installed meanwhile, where atomics can tell.
    let cell = &NUMBERS[family as usize];
    #[cfg(target_has_atomic = "ptr")]
    let _ = cell.compare_exchange(0, number, Ordering::AcqRel, Ordering::Acquire);
    #[cfg(not(target_has_atomic = "ptr"))]
    cell.store(number, Ordering::Release);
    row
}

/// The table's row for this processor, and its number.
fn look(table: &'static [Row], known_answer: KnownAnswer) -> (usize, &'static Row) {
    let (have, here) = (Features::detect(), features::model());
    let fits = |row: &Row| {
        row.fits(have, &here) && (!row.widths().iter().any(|width| width.backend.was_never_run()) || known_answer())
    };
    let place = table.iter().position(fits).unwrap_or(table.len() - 1);
    (place + 1, &table[place])
}

/// The table's row for this processor, whatever has been installed.
pub(crate) fn built_in(family: Family, known_answer: KnownAnswer) -> InForce {
    of_table(table(family), known_answer)
}

fn of_table(table: &'static [Row], known_answer: KnownAnswer) -> InForce {
    let (number, row) = look(table, known_answer);
    let (have, here) = (Features::detect(), features::model());
    let better = &table[..number - 1];
    InForce { row, passed_over: better.iter().find(|row| row.fits(have, &here)) }
}

#[cfg(not(feature = "std"))]
fn installed(_: Family, _: usize) -> Option<&'static Row> {
    None
}

#[cfg(feature = "std")]
pub(crate) use with_std::install;
#[cfg(feature = "std")]
use with_std::installed;

/// Rows of the program's own. Each is written once, and stays, so that readers need no lock.
#[cfg(feature = "std")]
mod with_std {
    use super::{Family, NUMBERS, Row, table};
    use core::sync::atomic::Ordering;
    use std::boxed::Box;
    use std::sync::OnceLock;

    /// A row that has been installed, and those after it.
    struct Node(OnceLock<(Row, Box<Node>)>);

    /// The row in force of each family.
    static FIRST: [Node; Family::ALL.len()] = [const { Node(OnceLock::new()) }; Family::ALL.len()];

    pub(super) fn installed(family: Family, number: usize) -> Option<&'static Row> {
        let mut before = number.checked_sub(1 + table(family).len())?;
        let mut node = &FIRST[family as usize];
        loop {
            let (row, next) = node.0.get()?;
            if before == 0 {
                return Some(row);
            }
            before -= 1;
            node = next;
        }
    }

    /// Puts `row` in force; `None` for the table's own again.
    pub(crate) fn install(family: Family, row: Option<&Row>) {
        let number = row.map_or(0, |row| {
            let mut number = 1 + table(family).len();
            let mut node = &FIRST[family as usize];
            loop {
                let (found, next) = node.0.get_or_init(|| (row.clone(), Box::new(Node(OnceLock::new()))));
                if found == row {
                    return number;
                }
                number += 1;
                node = next;
            }
        });
        // 0: it is looked for again.
        NUMBERS[family as usize].store(number, Ordering::Release);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::row::{Length, WIDEST, Width};

    /// Two rows for any machine, the better one with a backend that was never run on a processor.
    static NEVER_RUN_FIRST: [Row; 2] = [
        Row::new("never run", "", Features::NONE, None, &[Width::new(1, crate::Backend::Sha512Ni, 1)]),
        Row::new("run", "", Features::NONE, None, &[Width::new(1, crate::Backend::Portable, 2)]),
    ];

    #[test]
    fn a_kernel_that_fails_its_test_is_passed_over() {
        assert!(crate::Backend::Sha512Ni.was_never_run() && !crate::Backend::Portable.was_never_run());
        let failed = of_table(&NEVER_RUN_FIRST, || false);
        assert_eq!((failed.row.name, failed.passed_over.map(|row| row.name)), ("run", Some("never run")));
        let passed = of_table(&NEVER_RUN_FIRST, || true);
        assert_eq!((passed.row.name, passed.passed_over), ("never run", None));
        // Where no row has such a backend, nothing is tested.
        let untested = of_table(&NEVER_RUN_FIRST[1..], || panic!("a test of nothing"));
        assert_eq!((untested.row.name, untested.passed_over), ("run", None));
    }

    #[test]
    fn every_row_is_sound() {
        use crate::plan::{aarch64, any::alone, wasm32, x86_64};
        // Those of other machines, too.
        let tables = Family::ALL.into_iter().flat_map(|family| {
            [table!(family, x86_64), table!(family, aarch64), table!(family, wasm32), table!(family, alone)]
        });
        for row in tables.clone().flatten() {
            // Where some go together, so do some of more.
            for length in Length::ALL {
                let alone = (1..=WIDEST).map(|messages| row.width(messages, length) == 1);
                assert!(alone.is_sorted_by(|fewer, more| fewer >= more), "{}, {length:?}", row.name);
            }
            let widths = row.widths();
            assert_eq!(widths.first().map(|width| width.messages), Some(1), "{}", row.name);
            assert!(widths.is_sorted_by(|a, b| a.messages < b.messages), "{}", row.name);
            for &Width { messages, backend, cost } in widths {
                assert!(messages.is_power_of_two() && messages <= WIDEST, "{}", row.name);
                assert!(row.needs().contains(backend.features()), "{}, {backend}", row.name);
                assert!(cost > 0, "{}, {backend}", row.name);
                assert_eq!(row.backend(messages), backend, "{}", row.name);
            }
            for messages in 1..40 {
                let (cost, one_by_one) = row.costs(messages);
                assert!(cost <= one_by_one, "{}, {messages} messages", row.name);
                for length in Length::ALL {
                    let width = row.width(messages, length);
                    assert!(widths.iter().any(|of| of.messages == width), "{}, {messages} messages", row.name);
                }
            }
        }
        for table in tables {
            assert!(table.last().is_some_and(|row| row.needs() == Features::NONE));
        }
    }
}
