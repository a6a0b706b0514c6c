//! Hashers under way that take a piece of input each, in lanes: for messages that are too long to be held, and are read
//! side by side.

use super::family::{Choose, Family, Job, Single, States};
use crate::Backend;

/// What may have a message under way that shares lanes with others of its family.
pub(crate) trait Member<F: Family> {
    fn single(&self) -> Option<&F::Single>;

    fn single_mut(&mut self) -> Option<&mut F::Single>;

    /// The backend, if one was asked for.
    fn forced(&self) -> Option<Backend>;
}

/// Those of equal keys share lanes: functions whose blocks are absorbed alike, on the same backend if one was asked for.
#[derive(Clone, Copy, PartialEq)]
struct Key<F> {
    family: F,
    forced: Option<Backend>,
}

/// Appends all blocks that a piece has to its message, if that is one of the family. What remains of the pieces is the caller's.
///
/// Loading and storing the states costs about as much as a permutation of all lanes, so pieces should be many blocks long.
/// Where a piece ends within a block, the rest of that block is absorbed at the next call, by itself.
pub(crate) fn update<F: Family, M: Member<F>>(pieces: &mut [(&mut M, &[u8])]) {
    for (member, data) in &mut *pieces {
        if let Some(single) = member.single_mut() {
            *data = single.complete_block(data);
        }
    }
    while let Some((key, engine)) = pieces.iter().find_map(|(member, data)| begins(&**member, data)) {
        let choose = key.forced.map_or_else(|| Choose::<F>::Plan(F::plan()), |_| Choose::Forced(engine));
        let ways = choose.ways(pieces.iter().filter(|(member, data)| joins(&**member, data, key)).count());
        if ways > 1 {
            F::at_width(ways, choose.engine(ways), Step { key, pieces: &mut *pieces });
        } else if let Some((member, data)) = pieces.iter_mut().find(|(member, data)| joins(&**member, data, key)) {
            if let Some(single) = member.single_mut() {
                single.update(data);
            }
            *data = &[];
        }
    }
}

fn key<F: Family, M: Member<F>>(member: &M) -> Option<Key<F>> {
    Some(Key { family: member.single()?.family(), forced: member.forced() })
}

/// Whom others can join: one that has a block to absorb.
fn begins<F: Family, M: Member<F>>(member: &M, data: &[u8]) -> Option<(Key<F>, F::Engine)> {
    let key = key(member).filter(|key| data.len() >= key.family.block_bytes())?;
    Some((key, member.single()?.engine()))
}

fn joins<F: Family, M: Member<F>>(member: &M, data: &[u8], wanted: Key<F>) -> bool {
    data.len() >= wanted.family.block_bytes() && key(member) == Some(wanted)
}

/// Of the first pieces that have this key and a block, as many as there are lanes, as many blocks as all of them have.
struct Step<'s, 'm, 'd, F, M> {
    key: Key<F>,
    pieces: &'s mut [(&'m mut M, &'d [u8])],
}

impl<F: Family, M: Member<F>> Job<F> for Step<'_, '_, '_, F, M> {
    fn run<const N: usize>(self, engine: F::Engine) {
        let Self { key, pieces } = self;
        let mut states = F::States::<N>::new(key.family, engine);
        let mut step = usize::MAX;
        let mut rows: [&[u8]; N] = [&[]; N];
        let members = pieces.iter().filter(|(member, data)| joins(&**member, data, key));
        for (lane, (member, data)) in members.take(N).enumerate() {
            let Some(single) = member.single() else { continue };
            let mut parked = single.park();
            states.put(lane, &parked);
            F::wipe(&mut parked);
            rows[lane] = data;
            step = step.min(data.len());
        }
        step -= step % key.family.block_bytes();
        // Idle lanes go along with the first.
        let first = rows[0];
        for row in &mut rows {
            let data: &[u8] = if row.is_empty() { first } else { row };
            *row = &data[..step];
        }
        states.absorb(key.family, rows);
        let members = pieces.iter_mut().filter(|(member, data)| joins(&**member, data, key));
        for (lane, (member, data)) in members.take(N).enumerate() {
            let mut parked = states.take(lane);
            if let Some(single) = member.single_mut() {
                single.resume(&parked, step);
            }
            F::wipe(&mut parked);
            *data = &data[step..];
        }
    }
}
