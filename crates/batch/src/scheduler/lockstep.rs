//! Appends one piece of input to each of several running hashers, in the slots of one kernel: for messages that are too long for memory and
//! are read side by side.

use super::function::{BlockFunction, Choose, Chosen, Slots};
use crate::Backend;
use crate::plan::WIDEST;
use crate::sure::sure;

/// An unfinished message outside the slots.
pub trait Single {
    type Function: BlockFunction;
    /// The parameters with which its blocks are absorbed.
    fn function(&self) -> Self::Function;
    /// Whether the other message can share a kernel with this one.
    fn is_alike(&self, other: &Self) -> bool;
    fn update(&mut self, data: &[u8]);
    /// Absorbs only the rest of an unfinished block, and returns the remaining bytes.
    fn complete_block<'a>(&mut self, data: &'a [u8]) -> &'a [u8];
    /// The state; no block must be unfinished.
    fn park(&self) -> <Self::Function as BlockFunction>::Parked;
    /// Continues from `parked`, the state after `bytes` more bytes (whole blocks).
    fn resume(&mut self, parked: &<Self::Function as BlockFunction>::Parked, bytes: usize);
}

/// A hasher that may contain an unfinished message of type `S`.
pub trait Member<S: Single> {
    fn single(&self) -> Option<&S>;

    fn single_mut(&mut self) -> Option<&mut S>;

    /// The backend that the caller named, if any.
    fn forced(&self) -> Option<Backend>;
}

/// Members with a block were checked to contain an unfinished message.
const HAS_A_BLOCK: &str = "a member with a block";

/// Appends all whole blocks of each piece to its message, if the message belongs to the function. The caller handles the rest of the pieces.
///
/// Loading and storing the states costs about as much as a permutation of all slots, so pieces should be many blocks long. If a piece ends
/// within a block, the rest of that block is absorbed separately in the next call.
pub fn update<S: Single, M: Member<S>>(pieces: &mut [(&mut M, &[u8])]) {
    for (member, data) in &mut *pieces {
        if let Some(single) = member.single_mut() {
            *data = single.complete_block(data);
        }
    }
    // Each turn takes the first member that has a block, and those after it that can share its kernel.
    while let Some(first) = pieces.iter().position(|(member, data)| has_block::<S, M>(member, data)) {
        let pieces = &mut pieces[first..];
        let function = pieces[0].0.single().expect(HAS_A_BLOCK).function();
        let forced = pieces[0].0.forced();
        // It was available when the hasher was made.
        let choose = sure(Choose::new::<S::Function>(forced));
        let alike = (0..pieces.len()).filter(|&i| joins::<S, M>(pieces[0].0, pieces[i].0, pieces[i].1)).count();
        match choose.chosen::<S::Function>(choose.width::<S::Function>(alike)) {
            Chosen::One(_) => {
                let (member, data) = &mut pieces[0];
                member.single_mut().expect(HAS_A_BLOCK).update(data);
                *data = &[];
            }
            kernel @ Chosen::Many(..) => step::<S, M>(function, kernel, pieces),
        }
    }
}

fn has_block<S: Single, M: Member<S>>(member: &M, data: &[u8]) -> bool {
    member.single().is_some_and(|single| data.len() >= single.function().block_bytes())
}

/// Whether a member has a block and can share a kernel with the first one.
fn joins<S: Single, M: Member<S>>(first: &M, member: &M, data: &[u8]) -> bool {
    let alike = first.single().zip(member.single()).is_some_and(|(first, single)| first.is_alike(single));
    alike && first.forced() == member.forced() && has_block::<S, M>(member, data)
}

/// Fills the slots with pieces that can share a kernel with the first one. Each piece absorbs as many blocks as the shortest of them has.
fn step<S: Single, M: Member<S>>(function: S::Function, kernel: Chosen<S::Function>, pieces: &mut [(&mut M, &[u8])]) {
    let width = kernel.width();
    let mut slots = Slots::<S::Function>::new(kernel);
    let (mut members, mut count) = ([0; WIDEST], 0);
    let mut rows: [&[u8]; WIDEST] = [&[]; WIDEST];
    let mut bytes = usize::MAX;
    for i in 0..pieces.len() {
        if count == width || !joins::<S, M>(pieces[0].0, pieces[i].0, pieces[i].1) {
            continue;
        }
        let mut parked = pieces[i].0.single().expect(HAS_A_BLOCK).park();
        slots.put(count, &parked);
        S::Function::wipe(parked.as_mut());
        (members[count], rows[count]) = (i, pieces[i].1);
        bytes = bytes.min(pieces[i].1.len());
        count += 1;
    }
    bytes -= bytes % function.block_bytes();
    // Idle slots repeat the first row.
    let first = rows[0];
    for (slot, row) in rows[..width].iter_mut().enumerate() {
        let data: &[u8] = if slot < count { row } else { first };
        *row = &data[..bytes];
    }
    slots.absorb(function, &rows);
    for (slot, &i) in members[..count].iter().enumerate() {
        let (member, data) = &mut pieces[i];
        let mut parked = slots.take(slot);
        member.single_mut().expect(HAS_A_BLOCK).resume(&parked, bytes);
        S::Function::wipe(parked.as_mut());
        *data = &data[bytes..];
    }
}
