//! The rows of BLAKE: for each kind of processor, the backends to choose among, and the costs of a block on them.
//!
//! `xtask/mca.py` estimates the rows of processors that were not at hand; docs/backends.md compares the estimates with measurements.

use lanesum_batch::plan::{Row, rows_here};

pub mod aarch64;
pub mod wasm32;
pub mod x86_64;

pub static BLAKE256: &[Row] = rows_here(x86_64::BLAKE256, aarch64::BLAKE256, wasm32::BLAKE256, &[any::BLAKE256]);
pub static BLAKE512: &[Row] = rows_here(x86_64::BLAKE512, aarch64::BLAKE512, wasm32::BLAKE512, &[any::BLAKE512]);

/// The last row of each table, for any other machine: one message at a time on `portable`.
pub mod any {
    use lanesum_batch::plan::Row;

    pub const BLAKE256: Row = Row::any(WORDS_32, 453);
    pub const BLAKE512: Row = Row::any(WORDS_64, 544);
    const WORDS_32: &str =
        "core cycles for one block of 64 bytes, measured on an EPYC of family 26 model 2 (Zen 5), 2026-11-21";
    const WORDS_64: &str =
        "core cycles for one block of 128 bytes, measured on an EPYC of family 26 model 2 (Zen 5), 2026-11-21";
}

/// The rows of `BLAKE2s`, `BLAKE2b` and BLAKE3: those of BLAKE-256 and BLAKE-512, whose kernels have the same text with more rounds.
macro_rules! later {
    ($($name:ident: $rounds:literal of $all:literal of $of:ident, $words:literal $(, $with:ident)?;)*) => { $(
        pub static $name: &[Row] = &{
            const ROWS: &[Row] = $of;
            let mut rows = [const { Row::any("", 1) }; ROWS.len()];
            let mut i = 0;
            while i < rows.len() {
                rows[i] = ROWS[i].later(LATER, [$rounds, $all], $words);
                $( rows[i] = $with(&rows[i]); )?
                i += 1;
            }
            rows
        };
    )* };
}
later! {
    BLAKE2S: 10 of 14 of BLAKE256, 300;
    BLAKE2B: 12 of 16 of BLAKE512, 380;
    BLAKE3: 7 of 14 of BLAKE256, 210, with_two;
}

/// The row with BLAKE3's form for two messages in a register.
const fn with_two(row: &Row) -> Row {
    let measured = x86_64::BLAKE3_ZEN_4;
    if row.is_named(measured.name) { measured } else { row.with_two() }
}

const LATER: &str = "the costs of BLAKE with words of this size, by the number of rounds; estimated";
