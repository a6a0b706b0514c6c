//! Which backend takes how many messages at once.

use crate::keccak::constants::Rounds;
use crate::keccak::engine::{self, Engine};
use crate::keccak::order::{Current, Here};

/// Which kernels to use.
#[derive(Clone, Copy)]
pub(crate) enum Choose {
    /// The cheapest for the number of messages.
    Plan(Here),
    /// One backend's.
    Forced(Engine),
}

impl Choose {
    /// One backend, or the plan in force now.
    pub(crate) fn new(engine: Option<Engine>) -> Self {
        engine.map_or_else(|| Choose::Plan(Here::plan()), Choose::Forced)
    }

    /// How many of `messages` messages to take at once.
    pub(crate) fn ways(self, messages: usize) -> usize {
        match self {
            Choose::Plan(here) => here.ways(messages),
            Choose::Forced(forced) => {
                let native = engine::native_ways(forced.backend());
                native.iter().find(|ways| **ways >= messages).or(native.last()).copied().unwrap_or(1)
            }
        }
    }

    /// Whether the states of `messages` messages should leave a kernel of `from` ways for narrower ones, if the longest has
    /// `blocks` blocks left. That costs about as much as a permutation of one state of 24 rounds (500 to 900 core cycles on Zen 5:
    /// the states move, and the other kernel's code is cold).
    pub(crate) fn is_worth_narrowing(self, from: usize, messages: usize, blocks: usize, rounds: Rounds) -> bool {
        if self.ways(messages) >= from {
            return false;
        }
        match self {
            Choose::Plan(_) => {
                let order = Current::read().order;
                let gain = u64::from(order.way(from).1.saturating_sub(order.best(messages).0));
                gain * blocks as u64 * rounds.get() as u64 / 24 > order.way(1).1.into()
            }
            // Nothing is known of its costs.
            Choose::Forced(_) => blocks > 16,
        }
    }

    pub(crate) fn engine(self, ways: usize) -> Engine {
        match self {
            Choose::Plan(here) => here.engine(ways),
            Choose::Forced(engine) => engine,
        }
    }
}
