//! Judges the figures: which backend is fastest for each cell, where another one is used, and which order would be best.

use lanesum::dispatch::{Family, Order, Width};
use lanesum::{Algorithm, Backend};
use measure::trials::{Record, RowKind};

/// The numbers of messages that are measured, as far as an algorithm has kernels for them.
pub(super) const WIDTHS: [usize; 5] = [1, 2, 4, 8, 16];

/// The share of a width's numbers and lengths of messages that must have a figure for each backend.
const ENOUGH: f64 = 0.5;

/// The rows, one cell for each algorithm, number and length of messages.
pub(super) struct Findings<'r> {
    pub(super) cells: Vec<Cell<'r>>,
}

/// The forced forms of one cell, and what is used when nobody names a backend.
pub(super) struct Cell<'r> {
    forms: Vec<&'r Record>,
    pub(super) used: &'r Record,
}

/// A backend that is used although another one is faster, by more than the spread.
pub(super) struct Wrong {
    /// How much longer it takes, in per cent.
    pub(super) loss: f64,
}

/// Too little is known to say which order is best.
#[derive(Debug, PartialEq, thiserror::Error)]
#[error(
    "too few samples were quiet ({figures} of {cells} comparisons of {messages} messages have all figures); try again when \
     the machine has less to do, or measure longer: --seconds 1"
)]
pub(super) struct TooNoisy {
    messages: usize,
    figures: usize,
    cells: usize,
}

impl<'r> Findings<'r> {
    /// Each cell's forms, followed by its row of [`RowKind::Messages`].
    pub(super) fn of(records: &'r [Record]) -> Self {
        let cell = |rows: &'r [Record]| {
            let (used, forms) = rows.split_last()?;
            Some(Cell { forms: forms.iter().collect(), used })
        };
        Self { cells: records.split_inclusive(|record| record.kind == RowKind::Messages).filter_map(cell).collect() }
    }

    /// The orders that are best over all lengths, of the families that have been measured, with the costs measured, for a permutation of 24
    /// rounds or a block.
    pub(super) fn orders(&self) -> Result<Vec<Order>, TooNoisy> {
        let measured = |family: &Family| self.cells.iter().any(|cell| cell.family() == Some(*family));
        Family::ALL.into_iter().filter(measured).map(|family| self.order(family)).collect()
    }

    fn order(&self, family: Family) -> Result<Order, TooNoisy> {
        let mut widths: Vec<Width> = Vec::new();
        for messages in WIDTHS {
            let Some((backend, cost)) = self.native(family, messages)? else { continue };
            let width = Width::new(messages, backend, cost.round().max(1.0) as u32);
            // In groups of what is narrower it may cost less.
            let groups = widths.iter().map(|narrow| narrow.cost.saturating_mul((messages / narrow.messages) as u32));
            if groups.min().is_none_or(|groups| width.cost < groups) {
                widths.push(width);
            }
        }
        // `Order::new` should not fail: every measured backend is available, and one of them takes a single message.
        Ok(Order::new(family, &widths).unwrap_or_else(|_| Order::built_in(family)))
    }

    /// The best of the backends that take exactly this many at once, and its cost for a permutation or block of all messages: the geometric
    /// mean over the lengths, so that each length has the same weight.
    fn native(&self, family: Family, messages: usize) -> Result<Option<(Backend, f64)>, TooNoisy> {
        let about = |cell: &&Cell| cell.family() == Some(family) && cell.used.messages == messages as u64;
        let cells: Vec<&Cell> = self.cells.iter().filter(about).collect();
        let mut totals: Vec<(Backend, f64)> = Vec::new();
        let mut figures = 0;
        for cell in &cells {
            let Some(costs) = cell.native(messages) else { continue };
            figures += 1;
            for (backend, cost) in costs {
                match totals.iter_mut().find(|(known, _)| *known == backend) {
                    Some((_, total)) => *total += cost.ln(),
                    None => totals.push((backend, cost.ln())),
                }
            }
        }
        if (figures as f64) < ENOUGH * cells.len() as f64 {
            return Err(TooNoisy { messages, figures, cells: cells.len() });
        }
        let means = totals.into_iter().map(|(backend, total)| (backend, (total / figures as f64).exp()));
        Ok(means.min_by(|one, other| one.1.total_cmp(&other.1)))
    }
}

impl<'r> Cell<'r> {
    /// The fastest of those that have a figure: the forms, and what is used, which may be none of them (pairs for four messages).
    pub(super) fn fastest(&self) -> Option<&'r Record> {
        let timed = self.forms.iter().chain([&self.used]).filter(|form| form.ns_per_message.is_some());
        timed.copied().min_by(|one, other| nanoseconds(one).total_cmp(&nanoseconds(other)))
    }

    /// Whether all figures are there that tell which backend is right.
    pub(super) fn is_known(&self) -> bool {
        self.forms.iter().chain([&self.used]).all(|record| record.ns_per_message.is_some())
    }

    /// `None` if the right one is used, or nobody can tell.
    pub(super) fn wrong(&self) -> Option<Wrong> {
        let fastest = self.fastest()?;
        if self.used.ns_per_message.is_none() || fastest.backend == self.used.backend {
            return None;
        }
        let beyond_the_spread = range(fastest)?[1] < range(self.used)?[0];
        let loss = (nanoseconds(self.used) / nanoseconds(fastest) - 1.0) * 100.0;
        beyond_the_spread.then_some(Wrong { loss })
    }

    /// The family whose costs it tells.
    fn family(&self) -> Option<Family> {
        self.used.algorithm.parse().ok().filter(|algorithm| tells_costs(*algorithm)).map(Algorithm::family)
    }

    /// The cost of one permutation or block of all messages, on each backend that takes exactly this many messages at once.
    /// Costs are in core cycles, or in nanoseconds where the platform cannot count cycles. `None` if a figure is missing.
    fn native(&self, messages: usize) -> Option<Vec<(Backend, f64)>> {
        let algorithm: Algorithm = self.used.algorithm.parse().ok()?;
        let count = permutations(algorithm, self.used.bytes as usize, self.used.output_bytes as usize) as f64;
        let mut costs = Vec::new();
        for form in &self.forms {
            let backend: Backend = form.backend.as_deref()?.parse().ok()?;
            if algorithm.widths(backend).contains(&messages) {
                let cycles = form.core_cpb.map(|cycles| cycles * form.bytes as f64);
                costs.push((backend, cycles.or(form.ns_per_message)? * messages as f64 / count));
            }
        }
        Some(costs)
    }
}

/// Whether the costs for an order follow from the times of this algorithm: the costs of permutations of 24 rounds, or of blocks, one after
/// the other.
pub(super) fn tells_costs(algorithm: Algorithm) -> bool {
    // The functions of RFC 9861, which take whole bytes only, have 12 rounds.
    !algorithm.takes_whole_bytes()
}

/// Permutations or blocks of one message of an algorithm that [`tells_costs`].
fn permutations(algorithm: Algorithm, bytes: usize, output_bytes: usize) -> usize {
    let block = algorithm.block_bytes();
    if algorithm.family() == Family::Keccak {
        // The padding is at least one byte, and the first block of output comes with the last permutation of the input.
        bytes / block + 1 + output_bytes.div_ceil(block).saturating_sub(1)
    } else {
        // At least one byte of padding, and the length, of an eighth of a block.
        (bytes + 1 + block / 8).div_ceil(block)
    }
}

fn nanoseconds(record: &Record) -> f64 {
    record.ns_per_message.unwrap_or(f64::INFINITY)
}

/// From the least sample to the upper quartile, in nanoseconds a message.
fn range(record: &Record) -> Option<[f64; 2]> {
    let unit = record.core_cpb.or(record.ns_per_message)?;
    Some([record.low?, record.high?].map(|end| end / unit * nanoseconds(record)))
}

#[cfg(test)]
mod tests;
