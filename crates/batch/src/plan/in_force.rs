//! The plan of a family: its rows, and the row in force, which is the table's for this processor unless the program has installed another
//! one.

use super::row::Row;
use crate::later::Installed;
use core::sync::atomic::{AtomicUsize, Ordering};
use lanes::{Features, features};

/// A family's rows and the number of the row in force. The first row that fits the processor is taken.
pub struct Plan {
    pub rows: &'static [Row],
    /// The known-answer test, on this processor, of a backend that was never run on one.
    pub known_answer: fn() -> bool,
    /// The number of the row in force, counted from 1; 0 before the first use. Numbers beyond the rows are installed orders.
    number: AtomicUsize,
    /// The installed orders.
    installed: Installed,
}

/// A row, and the better row that was rejected for it.
#[derive(Clone, Copy)]
pub struct InForce {
    pub row: &'static Row,
    /// The better row that was passed over: its backend for one message, never run on a processor before, failed its known-answer test.
    pub passed_over: Option<&'static Row>,
}

impl Plan {
    pub const fn new(rows: &'static [Row], known_answer: fn() -> bool) -> Self {
        Self { rows, known_answer, number: AtomicUsize::new(0), installed: Installed::new() }
    }

    /// The row in force. After the first call, this reads one atomic, and one more for each order that was installed for this family.
    #[inline]
    pub fn in_force(&'static self) -> &'static Row {
        let number = self.number.load(Ordering::Acquire);
        match self.rows.get(number.wrapping_sub(1)) {
            Some(row) => row,
            None => self.installed(number).unwrap_or_else(|| self.find()),
        }
    }

    #[cold]
    #[inline(never)]
    fn find(&self) -> &'static Row {
        let (number, row) = self.look();
        // Keeps an order that another thread has installed meanwhile, on targets with compare-and-exchange.
        #[cfg(target_has_atomic = "ptr")]
        let _ = self.number.compare_exchange(0, number, Ordering::AcqRel, Ordering::Acquire);
        #[cfg(not(target_has_atomic = "ptr"))]
        self.number.store(number, Ordering::Release);
        row
    }

    /// The number and the row that the table has for this processor.
    fn look(&self) -> (usize, &'static Row) {
        let (have, here) = (Features::detect(), features::model());
        let fits = |row: &Row| {
            row.fits(have, &here)
                && (!row.widths().iter().any(|width| width.backend.was_never_run()) || (self.known_answer)())
        };
        // The last row fits every machine.
        let place = self.rows.iter().position(fits).unwrap_or(self.rows.len() - 1);
        (place + 1, &self.rows[place])
    }

    /// The table's row for this processor, even if the program has installed an order.
    pub fn built_in(&self) -> InForce {
        let (number, row) = self.look();
        let (have, here) = (Features::detect(), features::model());
        let better = &self.rows[..number - 1];
        InForce { row, passed_over: better.iter().find(|row| row.fits(have, &here)) }
    }

    fn installed(&'static self, number: usize) -> Option<&'static Row> {
        self.installed.get(number.checked_sub(1 + self.rows.len())?)
    }

    /// Puts an order in force; `None` puts the table's row in force again.
    #[cfg(feature = "std")]
    pub fn install(&self, row: Option<&Row>) {
        let number = row.map_or(0, |row| 1 + self.rows.len() + self.installed.place(row));
        self.number.store(number, Ordering::Release);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::row::Width;

    /// Two rows for any machine, the better one with a backend that was never run on a processor.
    static NEVER_RUN_FIRST: [Row; 2] = [
        Row::new("never run", "", Features::NONE, None, &[Width::new(1, crate::Backend::Sha512Ni, 1)]),
        Row::new("run", "", Features::NONE, None, &[Width::new(1, crate::Backend::Portable, 2)]),
    ];

    #[test]
    fn a_kernel_that_fails_its_test_is_passed_over() {
        assert!(crate::Backend::Sha512Ni.was_never_run() && !crate::Backend::Portable.was_never_run());
        let failed = Plan::new(&NEVER_RUN_FIRST, || false).built_in();
        assert_eq!((failed.row.name, failed.passed_over.map(|row| row.name)), ("run", Some("never run")));
        let passed = Plan::new(&NEVER_RUN_FIRST, || true).built_in();
        assert_eq!((passed.row.name, passed.passed_over), ("never run", None));
        // A table without such a backend runs no known-answer test.
        let untested = Plan::new(&NEVER_RUN_FIRST[1..], || panic!("a test of nothing")).built_in();
        assert_eq!((untested.row.name, untested.passed_over), ("run", None));
    }
}
