//! Hashers under way that take a piece of input each, in lanes: for messages that are too long to be held, and are read
//! side by side.

use super::choose::Choose;
use crate::Backend;
use crate::keccak::engine::Engine;
use crate::keccak::lane::sealed::Sealed as _;
use crate::keccak::order::Here;
use crate::keccak::sponge::{Parameters, Sponge};
use crate::keccak::states::States;
use crate::wipe::wipe;

/// What may have a sponge that shares lanes with others.
pub(crate) trait Member {
    fn sponge(&mut self) -> Option<&mut Sponge>;

    /// Those of equal keys share lanes: the same function, on the same backend if one was asked for. None without a sponge.
    fn key(&self) -> Option<Key>;

    /// Appends a piece by itself.
    fn update(&mut self, data: &[u8]);
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Key {
    pub(crate) parameters: Parameters,
    pub(crate) forced: Option<Backend>,
}

/// Appends each piece to its message.
///
/// Loading and storing the states costs about as much as a permutation of all lanes, so pieces should be many blocks long.
/// Where a piece ends within a block, the rest of that block is absorbed at the next call, by itself.
pub(crate) fn update<M: Member>(pieces: &mut [(&mut M, &[u8])]) {
    for (member, data) in &mut *pieces {
        if let Some(sponge) = member.sponge() {
            *data = sponge.complete_block(data);
        }
    }
    while let Some((key, engine, all)) = pieces.iter_mut().find_map(|(member, data)| begins(&mut **member, data)) {
        let choose = key.forced.map_or_else(|| Choose::Plan(Here::plan()), |_| Choose::Forced(engine));
        let ways = choose.ways(pieces.iter().filter(|(member, data)| joins(&**member, data, key)).count());
        let engine = choose.engine(ways);
        match ways {
            8 => lanes::<8, _>(engine, key, pieces),
            4 => lanes::<4, _>(engine, key, pieces),
            2 => lanes::<2, _>(engine, key, pieces),
            _ => {
                let alone = pieces.iter_mut().find(|(member, data)| joins(&**member, data, key));
                if let Some((member, data)) = alone {
                    member.update(all);
                    *data = &[];
                }
            }
        }
    }
    for (member, data) in pieces {
        member.update(data);
        *data = &[];
    }
}

/// Whom others can join: a sponge that has a block to absorb.
fn begins<'a, M: Member>(member: &mut M, data: &'a [u8]) -> Option<(Key, Engine, &'a [u8])> {
    let key = member.key().filter(|key| data.len() >= key.parameters.rate())?;
    Some((key, member.sponge()?.engine(), data))
}

fn joins<M: Member>(member: &M, data: &[u8], key: Key) -> bool {
    data.len() >= key.parameters.rate() && member.key() == Some(key)
}

/// Of the first `N` pieces that have this key and a block, as many blocks as all of them have.
fn lanes<const N: usize, M: Member>(engine: Engine, key: Key, pieces: &mut [(&mut M, &[u8])]) {
    let Parameters { lanes, rounds, .. } = key.parameters;
    let mut states = States::<u64, N>::with_engine(engine);
    let mut step = usize::MAX;
    let mut rows: [&[u8]; N] = [&[]; N];
    let members = pieces.iter_mut().filter(|(member, data)| joins(&**member, data, key));
    for (lane, (member, data)) in members.take(N).enumerate() {
        let Some(sponge) = member.sponge() else { continue };
        let mut words = sponge.words().map(|word| word.encode(engine));
        states.put(lane, &words);
        wipe(&mut words);
        rows[lane] = data;
        step = step.min(data.len());
    }
    // Idle lanes go along with the first.
    let first = rows[0];
    for row in &mut rows {
        let data: &[u8] = if row.is_empty() { first } else { row };
        *row = &data[..step];
    }
    let done = states.absorb(usize::from(lanes), rounds, rows);
    let members = pieces.iter_mut().filter(|(member, data)| joins(&**member, data, key));
    for (lane, (member, data)) in members.take(N).enumerate() {
        let mut words = states.take(lane).map(|word| u64::decode(word, engine));
        if let Some(sponge) = member.sponge() {
            sponge.set_words(&words);
        }
        wipe(&mut words);
        *data = &data[done..];
    }
}
