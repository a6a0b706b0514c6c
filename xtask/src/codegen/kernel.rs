//! One function's machine code, as facts.

use std::collections::BTreeSet;

use iced_x86::{Decoder, DecoderOptions, FlowControl, Instruction, Mnemonic, OpKind, Register};

use super::binary::Function;

#[derive(Default)]
pub(super) struct Facts {
    pub(super) instructions: usize,
    /// Instructions that read or write memory relative to the stack pointer, or to the frame pointer where there is one;
    /// pushes, pops and calls are not counted.
    pub(super) stack_references: usize,
    /// Those that are wider than the frame's alignment: at some stack positions they cross a cache line, and at some a page.
    pub(super) unaligned: usize,
    /// The targets of direct calls and of jumps out of the function.
    pub(super) calls: BTreeSet<u64>,
    /// Those of them that stand in a loop.
    pub(super) calls_in_loops: BTreeSet<u64>,
    /// Instructions in the loop over the rounds: the innermost one that calculates most. All, if there is no loop.
    pub(super) rounds: usize,
}

impl Facts {
    pub(super) fn of(function: &Function) -> Self {
        let mut facts = Self::default();
        let code = Decoder::with_ip(64, &function.code, function.address, DecoderOptions::NONE);
        let instructions = code.into_iter().collect::<Vec<_>>();
        let frame = instructions.iter().any(sets_frame_pointer);
        let alignment = instructions.iter().filter_map(aligns_stack).max().unwrap_or(16);
        let end = function.address + function.code.len() as u64;
        let loops = loops(&instructions);
        for (i, instruction) in instructions.iter().enumerate() {
            facts.add(instruction, frame, alignment);
            let target = instruction.near_branch_target();
            let leaves = matches!(
                instruction.flow_control(),
                FlowControl::Call | FlowControl::UnconditionalBranch | FlowControl::ConditionalBranch
            );
            if leaves && target != 0 && !(function.address..end).contains(&target) {
                facts.calls.insert(target);
                if loops.iter().any(|(begin, end)| (begin..=end).contains(&&i)) {
                    facts.calls_in_loops.insert(target);
                }
            }
        }
        facts.rounds = rounds(&instructions, &loops);
        facts
    }

    fn add(&mut self, instruction: &Instruction, frame: bool, alignment: usize) {
        self.instructions += 1;
        let memory = (0..instruction.op_count()).any(|operand| instruction.op_kind(operand) == OpKind::Memory);
        let base = instruction.memory_base().full_register();
        let on_stack = base == Register::RSP || (frame && base == Register::RBP);
        if memory && on_stack && !matches!(instruction.mnemonic(), Mnemonic::Lea | Mnemonic::Nop) {
            self.stack_references += 1;
            self.unaligned += usize::from(instruction.memory_size().size() > alignment);
        }
    }
}

/// The first and the last instruction of each loop: what lies between a jump backwards and its target.
pub(super) fn loops(instructions: &[Instruction]) -> Vec<(usize, usize)> {
    let at = |address: u64| instructions.binary_search_by_key(&address, Instruction::ip).ok();
    let back = |(end, instruction): (usize, &Instruction)| {
        let jump =
            matches!(instruction.flow_control(), FlowControl::ConditionalBranch | FlowControl::UnconditionalBranch);
        let begin = at(instruction.near_branch_target()).filter(|&begin| jump && begin <= end)?;
        Some((begin, end))
    };
    instructions.iter().enumerate().filter_map(back).collect()
}

/// The loops within which no other one lies.
pub(super) fn innermost(loops: &[(usize, usize)]) -> Vec<(usize, usize)> {
    let is_innermost = |&(begin, end): &(usize, usize)| {
        !loops.iter().any(|inner| inner != &(begin, end) && inner.0 >= begin && inner.1 <= end)
    };
    loops.iter().copied().filter(is_innermost).collect()
}

/// The number of instructions in the loop over the rounds: the innermost loop that calculates most. A loop that moves messages in and out
/// may be longer, and differs from build to build.
fn rounds(instructions: &[Instruction], loops: &[(usize, usize)]) -> usize {
    let loops = innermost(loops).into_iter().map(|(begin, end)| &instructions[begin..=end]);
    let most = loops.max_by_key(|code| (code.iter().filter(|instruction| calculates(instruction)).count(), code.len()));
    most.map_or(instructions.len(), <[Instruction]>::len)
}

/// Whether it does what a round consists of: it adds, rotates, combines bits, or is a whole step of SHA-2.
fn calculates(instruction: &Instruction) -> bool {
    let mnemonic = format!("{:?}", instruction.mnemonic()).to_lowercase();
    ["add", "and", "or", "rol", "tern", "sha"].iter().any(|part| mnemonic.contains(part))
}

/// `mov rbp, rsp` or `lea rbp, [rsp + …]`: anywhere else rbp is a register as any other.
fn sets_frame_pointer(instruction: &Instruction) -> bool {
    let writes = instruction.op_count() == 2 && instruction.op0_register() == Register::RBP;
    writes
        && match instruction.mnemonic() {
            Mnemonic::Mov => instruction.op1_register() == Register::RSP,
            Mnemonic::Lea => instruction.memory_base() == Register::RSP,
            _ => false,
        }
}

/// Of `and rsp, -64` and the like, the number of bytes.
fn aligns_stack(instruction: &Instruction) -> Option<usize> {
    let aligns = instruction.mnemonic() == Mnemonic::And && instruction.op0_register() == Register::RSP;
    (aligns && instruction.op_count() == 2 && instruction.op1_kind() != OpKind::Register)
        .then(|| 1 << instruction.immediate(1).trailing_zeros())
}
