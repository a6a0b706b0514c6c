//! The backend for states in step: each task has a price of its own, and idle slots cost copies.

use super::row::{Row, Width};
use super::task::Task;
use crate::Backend;

impl Row {
    /// Gives each width a price of its own for a task. Without it, the price is that of absorbing, the width's cost.
    #[doc(hidden)]
    #[must_use]
    pub const fn with_prices(mut self, task: Task, prices: &[u32]) -> Self {
        let mut i = 0;
        while i < prices.len() {
            self.prices[task as usize][i] = prices[i];
            i += 1;
        }
        self
    }

    /// The cheapest backend for `states` states in step, in several groups or with idle slots.
    ///
    /// With idle slots, each call copies the states: for permuting and squeezing, at each permutation. The copies take 5/8 of a permutation
    /// of one state (Zen 3, Zen 4: 500 to 700 core cycles), since vectors are loaded before the words in them are in the cache.
    #[doc(hidden)]
    pub fn backend_in_step(&self, states: usize, task: Task) -> Backend {
        let price = |(of, price): &(&Width, &u32)| {
            let copies = if states < of.messages && task != Task::Absorbing { self.cost(1) * 5 / 8 } else { 0 };
            u64::from(**price) * states.div_ceil(of.messages) as u64 + copies
        };
        let priced = self.widths().iter().zip(&self.prices[task as usize]);
        priced.min_by_key(price).map_or(Backend::Portable, |(of, _)| of.backend)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::row::width;
    use lanes::Features;

    const TASKS: [Task; Task::COUNT] = [Task::Absorbing, Task::Permuting, Task::Squeezing];

    fn row(widths: &[Width]) -> Row {
        Row::new("", "", Features::NONE, None, widths)
    }

    #[test]
    fn states_in_step_take_groups_or_leave_slots_idle() {
        let row = row(&[width(1, Backend::Bmi2, 10), width(4, Backend::Avx2, 21), width(8, Backend::Avx512, 60)]);
        let taken = |task| [1, 2, 3, 4, 8].map(|states| row.backend_in_step(states, task));
        assert_eq!(taken(Task::Absorbing), [Backend::Bmi2, Backend::Bmi2, Backend::Avx2, Backend::Avx2, Backend::Avx2]);
        // The copies of an idle slot take 6.
        assert_eq!(taken(Task::Permuting), taken(Task::Absorbing));
        let dearer = row.with_prices(Task::Permuting, &[10, 25, 60]);
        assert_eq!(dearer.backend_in_step(3, Task::Permuting), Backend::Bmi2);
        assert_eq!(dearer.backend_in_step(3, Task::Squeezing), Backend::Avx2);
    }

    #[test]
    fn each_task_has_its_price() {
        // Zen 4 without AVX-512. One call for two states takes 1383 on `sse2`, 1930 on `avx2` and 2037 on `bmi2`; absorbing a block 1340, 1345 and 1886.
        let widths = [width(1, Backend::Bmi2, 941), width(2, Backend::Sse2, 1340), width(4, Backend::Avx2, 1333)];
        let two = |row: &Row| TASKS.map(|task| row.backend_in_step(2, task));
        assert_eq!(two(&row(&widths)), [Backend::Avx2, Backend::Sse2, Backend::Sse2]);
        // Three prices, three choices.
        let squeezed = row(&widths).with_prices(Task::Squeezing, &[600, 1364, 1316]);
        assert_eq!(two(&squeezed), [Backend::Avx2, Backend::Sse2, Backend::Bmi2]);
    }
}
