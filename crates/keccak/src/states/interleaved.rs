//! Permutes interleaved states with a backend's forms, which may be narrower or wider than the number of states.

use super::state::odd_round;
use crate::permutation::engines::{Forms, InStep, Lane};
use crate::permutation::forms::{Blocks, Group, Kept, ManyForm, Wide};
use crate::permutation::rounds::Rounds;
use lanes::Lanes;
use lanesum_batch::wipe::wipe;

#[inline]
pub fn permute<W: Lane>(in_step: InStep<W>, words: &mut [W::Register], count: usize, rounds: Rounds) {
    match in_step.forms {
        Forms::Many(form) if form.width() == count && !rounds.is_odd() => {
            form.permute(Group { words, count, first: 0 }, Kept::All, rounds.pairs::<W>(), in_step.theta);
        }
        _ => permute_in_groups::<W>(in_step, words, count, rounds),
    }
}

/// As [`permute`], for forms of other widths, and for odd numbers of rounds.
#[inline(never)]
fn permute_in_groups<W: Lane>(in_step: InStep<W>, words: &mut [W::Register], count: usize, rounds: Rounds) {
    if rounds.is_odd() {
        each_by_itself::<W>(words, count, |_, words| odd_round::<W>(words, rounds));
    }
    let constants = rounds.pairs::<W>();
    if constants.is_empty() {
        return;
    }
    match in_step.forms {
        Forms::One(form) => each_by_itself::<W>(words, count, |_, words| form.permute(words, constants)),
        Forms::Many(form) => each_group::<W>(form, words, count, |group| {
            form.permute(group, Kept::All, constants, in_step.theta);
        }),
    }
}

/// Absorbs the blocks of the rows, one row a state.
#[inline]
pub fn absorb<W: Lane>(
    in_step: InStep<W>,
    words: &mut [W::Register],
    count: usize,
    rows: &[&[u8]],
    of: Blocks,
    rounds: Rounds,
) {
    match in_step.forms {
        Forms::Many(form) if form.width() == count && !rounds.is_odd() => {
            if of.count > 0 {
                form.absorb(Group { words, count, first: 0 }, rows, of, rounds.pairs::<W>());
            }
        }
        _ => in_groups::<W>(in_step, words, count, rows, of, rounds),
    }
}

/// As [`absorb`], for forms of other widths, and for odd numbers of rounds.
#[inline(never)]
fn in_groups<W: Lane>(
    in_step: InStep<W>,
    words: &mut [W::Register],
    count: usize,
    rows: &[&[u8]],
    of: Blocks,
    rounds: Rounds,
) {
    let block = W::BYTES * of.lanes;
    if rounds.is_odd() {
        for at in (0..of.count).map(|i| i * block) {
            each_by_itself::<W>(words, count, |i, words| {
                for (word, lane) in words.iter_mut().zip(rows[i][at..at + block].chunks_exact(W::BYTES)) {
                    *word = word.xor(W::read(lane).expand());
                }
            });
            permute(in_step, words, count, rounds);
        }
        return;
    }
    let constants = rounds.pairs::<W>();
    if of.count == 0 || constants.is_empty() {
        return;
    }
    match in_step.forms {
        Forms::One(form) => each_by_itself::<W>(words, count, |i, words| {
            form.absorb(words, rows[i], of.lanes, of.count, constants);
        }),
        Forms::Many(form) => {
            // Idle slots repeat the first message.
            let mut all = [rows[0]; MOST];
            all[..count].copy_from_slice(rows);
            each_group::<W>(form, words, count, |group| {
                let rows = &all[group.first..][..form.width()];
                form.absorb(group, rows, of, constants);
            });
        }
    }
}

/// Permutes `count` interleaved states, and writes the first `lanes` lanes of the result to lanes `at` on; the other lanes keep their old
/// values.
#[inline]
pub fn feed_back<W: Lane>(
    in_step: InStep<W>,
    words: &mut [W::Register],
    count: usize,
    rounds: Rounds,
    lanes: usize,
    at: usize,
) {
    match in_step.forms {
        Forms::Many(form) if form.width() <= count && !rounds.is_odd() => {
            for first in (0..count).step_by(form.width()) {
                let group = Group { words: &mut *words, count, first };
                form.permute(
                    group,
                    Kept::Front { lanes: lanes as u8, at: at as u8 },
                    rounds.pairs::<W>(),
                    in_step.theta,
                );
            }
        }
        _ => {
            let mut copy = Wide([W::Register::default(); 25 * MOST]);
            let permuted = &mut copy.0[..25 * count];
            permuted.copy_from_slice(words);
            permute(in_step, permuted, count, rounds);
            words[at * count..][..lanes * count].copy_from_slice(&permuted[..lanes * count]);
            wipe(permuted);
        }
    }
}

/// Permutes, and writes a block of each state to its row, until the rows are full.
pub fn squeeze<W: Lane>(
    in_step: InStep<W>,
    words: &mut [W::Register],
    count: usize,
    rows: &mut [&mut [u8]],
    of: Blocks,
    rounds: Rounds,
) {
    if let Forms::Many(form) = in_step.forms
        && form.width() <= count
        && !rounds.is_odd()
    {
        for first in (0..count).step_by(form.width()).filter(|_| of.count > 0) {
            let rows = &mut rows[first..first + form.width()];
            form.squeeze(Group { words: &mut *words, count, first }, rows, of, rounds.pairs::<W>());
        }
        return;
    }
    let block = W::BYTES * of.lanes;
    for at in (0..of.count).map(|i| i * block) {
        permute(in_step, words, count, rounds);
        for (i, row) in rows.iter_mut().enumerate() {
            for (lane, words) in row[at..at + block].chunks_exact_mut(W::BYTES).zip(words.chunks_exact(count)) {
                W::reduce(words[i]).write(lane);
            }
        }
    }
}

const MOST: usize = 16;

/// Calls `f` with each state: a single state in place, one of several as a copy that is written back.
fn each_by_itself<W: Lane>(words: &mut [W::Register], count: usize, mut f: impl FnMut(usize, &mut [W::Register; 25])) {
    if let Ok(state) = <&mut [W::Register; 25]>::try_from(&mut *words) {
        return f(0, state);
    }
    let mut state = [W::Register::default(); 25];
    for i in 0..count {
        for (word, words) in state.iter_mut().zip(words.chunks_exact(count)) {
            *word = words[i];
        }
        f(i, &mut state);
        for (word, words) in state.iter().zip(words.chunks_exact_mut(count)) {
            words[i] = *word;
        }
    }
    wipe(&mut state);
}

/// Calls `f` with groups of as many states as the form takes; in the last group, idle slots repeat the first state.
fn each_group<W: Lane>(
    form: &dyn ManyForm<W>,
    words: &mut [W::Register],
    count: usize,
    mut f: impl FnMut(Group<'_, W::Register>),
) {
    let width = form.width();
    if width <= count {
        for first in (0..count).step_by(width) {
            f(Group { words: &mut *words, count, first });
        }
        return;
    }
    let mut wide = Wide([[W::Register::default(); MOST]; 25]);
    let all = &mut wide.0.as_flattened_mut()[..25 * width];
    for (wide, words) in all.chunks_exact_mut(width).zip(words.chunks_exact(count)) {
        wide.fill(words[0]);
        wide[..count].copy_from_slice(words);
    }
    f(Group { words: &mut *all, count: width, first: 0 });
    for (wide, words) in all.chunks_exact(width).zip(words.chunks_exact_mut(count)) {
        words.copy_from_slice(&wide[..count]);
    }
    wipe(all);
}
