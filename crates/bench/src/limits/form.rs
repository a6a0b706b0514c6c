//! The operations of one round of a kernel, and the chain of those that wait for each other.

/// The operations of one round, and the chain that a round adds to the one before it.
pub(super) struct Round(pub(super) Vec<Operation>);

pub(super) struct Operation {
    pub(super) name: &'static str,
    pub(super) bits: u32,
    /// How many in a round.
    pub(super) count: f64,
    /// How many of them in the chain.
    pub(super) in_chain: f64,
    /// Operations of one class share their ports: together they take no less than the sum of their times.
    pub(super) class: Class,
}

#[derive(Clone, Copy, PartialEq)]
pub(super) enum Class {
    /// Wherever there is a port.
    Any,
    Shift,
    Permutation,
    /// Only its latency counts.
    Latency,
}

pub(super) fn any(name: &'static str, bits: u32, count: f64, in_chain: f64) -> Operation {
    Operation { name, bits, count, in_chain, class: Class::Any }
}

pub(super) fn shift(name: &'static str, bits: u32, count: f64, in_chain: f64) -> Operation {
    Operation { name, bits, count, in_chain, class: Class::Shift }
}

pub(super) fn permutation(name: &'static str, bits: u32, count: f64, in_chain: f64) -> Operation {
    Operation { name, bits, count, in_chain, class: Class::Permutation }
}
