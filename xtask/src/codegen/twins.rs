//! Finds backends whose kernels the compiler merged into the same machine code.

use std::collections::BTreeMap;

use iced_x86::{Code, FlowControl, Instruction, Mnemonic, OpKind};

/// Two kernels count as one if at most this many of a thousand instructions differ. Registers and addresses do not count, nor does the
/// order: LLVM assigns and schedules in its own way each time. (The least that differs between two kernels that are meant to differ is
/// ten times as much.)
const SAME_PER_MILLE: usize = 10;

/// How often each instruction is there, with its immediate operand: what two kernels are compared by.
#[derive(Default)]
pub(super) struct Makeup(BTreeMap<(Code, u64), usize>);

impl Makeup {
    /// Jumps are left out, whose encodings follow from distances, and padding.
    pub(super) fn of(instructions: &[Instruction]) -> Self {
        let mut makeup = BTreeMap::new();
        for instruction in instructions {
            if instruction.flow_control() == FlowControl::Next && instruction.mnemonic() != Mnemonic::Nop {
                let last = instruction.op_count().checked_sub(1);
                let immediate = last.filter(|&operand| instruction.op_kind(operand) == OpKind::Immediate8);
                let value = immediate.map_or(0, |_| u64::from(instruction.immediate8()));
                *makeup.entry((instruction.code(), value)).or_default() += 1;
            }
        }
        Self(makeup)
    }

    fn len(&self) -> usize {
        self.0.values().sum()
    }

    /// Of a thousand instructions of the longer one, how many are in one and not in the other.
    pub(super) fn difference(&self, other: &Self) -> usize {
        let missing = |one: &Self, other: &Self| -> usize {
            one.0.iter().map(|(key, count)| count.saturating_sub(other.0.get(key).copied().unwrap_or_default())).sum()
        };
        1000 * missing(self, other).max(missing(other, self)) / self.len().max(other.len()).max(1)
    }

    pub(super) fn is_same_as(&self, other: &Self) -> bool {
        self.difference(other) <= SAME_PER_MILLE
    }
}
