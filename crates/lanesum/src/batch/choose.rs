//! Which backend takes how many messages at once.

use crate::keccak::engine::{self, Engine};
use crate::keccak::order::Here;

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

    pub(crate) fn engine(self, ways: usize) -> Engine {
        match self {
            Choose::Plan(here) => here.engine(ways),
            Choose::Forced(engine) => engine,
        }
    }
}
