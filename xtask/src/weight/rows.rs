//! The rows of the table: what is measured, and what it should be.

/// What a figure counts.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Unit {
    Bytes,
    Crates,
    Milliseconds,
}

impl Unit {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Bytes => "bytes",
            Self::Crates => "crates",
            Self::Milliseconds => "ms",
        }
    }

    /// A figure for people.
    pub(super) fn text(self, figure: u64) -> String {
        match self {
            Self::Bytes if figure >= 1_000_000 => format!("{:.2} MB", figure as f64 / 1e6),
            Self::Bytes => format!("{:.1} kB", figure as f64 / 1e3),
            Self::Crates => figure.to_string(),
            Self::Milliseconds => format!("{:.1} s", figure as f64 / 1e3),
        }
    }
}

/// Whose figure it is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Whose {
    Ours,
    /// For comparison only: never accepted, and no failure.
    Others,
}

pub(super) struct Row {
    /// The name in `xtask/weight.toml`.
    pub(super) key: &'static str,
    pub(super) what: &'static str,
    pub(super) unit: Unit,
    pub(super) whose: Whose,
    pub(super) goal: Option<u64>,
}

impl Row {
    /// Whether the check fails when the figure grows. Times depend on the machine and on what else runs there.
    pub(super) fn is_gated(&self) -> bool {
        self.whose == Whose::Ours && self.unit != Unit::Milliseconds
    }
}

const fn ours(key: &'static str, unit: Unit, goal: Option<u64>, what: &'static str) -> Row {
    Row { key, what, unit, whose: Whose::Ours, goal }
}

const fn others(key: &'static str, unit: Unit, what: &'static str) -> Row {
    Row { key, what, unit, whose: Whose::Others, goal: None }
}

use Unit::{Bytes, Crates, Milliseconds};

/// In the order of the table. The keys are those under which [`super::measure`] enters its figures.
pub(super) const ROWS: &[Row] = &[
    ours("library-wall", Milliseconds, Some(25_000), "cold build of the library, wall time"),
    ours("library-cpu", Milliseconds, Some(40_000), "cold build of the library, CPU time"),
    others("rivals-wall", Milliseconds, "cold build of sha3 + sha2 + blake3, wall time"),
    others("rivals-cpu", Milliseconds, "cold build of sha3 + sha2 + blake3, CPU time"),
    ours("install-wall", Milliseconds, Some(70_000), "cold `cargo install` of the command, wall time"),
    ours("install-cpu", Milliseconds, None, "cold `cargo install` of the command, CPU time"),
    ours("function-chosen", Bytes, Some(45_000), "`sha3_256`, backend chosen at run time"),
    ours("function-fixed", Bytes, Some(8_000), "`sha3_256`, backend fixed: portable"),
    ours("type-chosen", Bytes, None, "`Sha3_256::digest`, backend chosen at run time"),
    ours("type-fixed", Bytes, None, "`Sha3_256::digest`, backend fixed: portable"),
    others("rival-type", Bytes, "`Sha3_256::digest` of the crate sha3"),
    ours("bare-function", Bytes, Some(3_000), "`sha3_256` on thumbv6m-none-eabi, backend fixed: compact-rolled"),
    others("bare-rival", Bytes, "`Sha3_256::digest` of the crate sha3 on thumbv6m-none-eabi"),
    ours("command", Bytes, Some(3_000_000), "the command, stripped"),
    ours("crates", Crates, Some(12), "crates that the library brings, itself and lanes included"),
];

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn keys_are_distinct() {
        let keys = ROWS.iter().map(|row| row.key).collect::<BTreeSet<_>>();
        assert_eq!(keys.len(), ROWS.len());
    }

    #[test]
    fn figures_are_written_for_people() {
        assert_eq!(Bytes.text(361_949), "361.9 kB");
        assert_eq!(Bytes.text(4_900_000), "4.90 MB");
        assert_eq!(Milliseconds.text(48_249), "48.2 s");
        assert_eq!(Crates.text(21), "21");
    }
}
