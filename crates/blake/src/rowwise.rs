//! The compression functions with a row of four words of the state in a register (Neves and Aumasson, "BLAKE and 256-bit advanced vector
//! extensions", 2012, slides 5 and 6). The four G of the columns are computed at once, then those of the diagonals, after rotating rows so
//! that diagonals become columns.
//!
//! The second row ends the longest chain of operations, so it is the one that never rotates.

use super::constants::permutation;
use super::words::{BlakeWord, STATE};
use lanes::{Kernel, QuadIsa, Quads, Rows, inlined::zip};

/// Applies the compression function to `N` states and all blocks of the rows.
pub struct Compress<'a, W, I, const N: usize> {
    pub isa: I,
    pub states: [&'a mut [W; STATE]; N],
    pub rows: Rows<'a, N>,
}

/// Half of G for four columns; `added` is the exclusive-or of message words and constants.
#[inline(always)]
fn half<const FIRST: usize, const SECOND: usize, W: BlakeWord, V: Quads>([a, b, c, d]: &mut [V; 4], added: V) {
    // LLVM would add a and b first, although both are late.
    *a = a.plus(added).settled().plus(*b);
    *d = W::rotate_quads::<FIRST, _>(d.xor(*a));
    *c = c.plus(*d);
    *b = W::rotate_quads::<SECOND, _>(b.xor(*c));
}

/// A round: the words of its permutation; its number modulo ten; and whether it repeats a round.
macro_rules! round {
    ([$s0:literal $s1:literal $s2:literal $s3:literal $s4:literal $s5:literal $s6:literal $s7:literal
      $s8:literal $s9:literal $s10:literal $s11:literal $s12:literal $s13:literal $s14:literal $s15:literal]
     $W:ident, $I:ident, $isa:ident, $v:ident, $block:ident, $kept:ident, $round:literal, $again:literal) => {
        let columns = if $I::CACHED && $again {
            $isa.unpark($kept[$round % KEPT][0])
        } else {
            let [first, second] = $isa.message::<$s0, $s2, $s4, $s6, $s1, $s3, $s5, $s7>(&$block);
            let [u, v] = [$isa.row(&$W::ROWS[$round][0]), $isa.row(&$W::ROWS[$round][1])];
            [first.xor(u), second.xor(v)]
        };
        let diagonals = if $I::CACHED && $again {
            $isa.unpark($kept[$round % KEPT][1])
        } else {
            let [first, second] = $isa.message::<$s14, $s8, $s10, $s12, $s15, $s9, $s11, $s13>(&$block);
            let [u, v] = [$isa.row(&$W::ROWS[$round][2]), $isa.row(&$W::ROWS[$round][3])];
            [first.xor(u), second.xor(v)]
        };
        if $I::CACHED && !$again && $round + 10 < $W::ROUNDS {
            $kept[$round % KEPT] = [$isa.park(columns), $isa.park(diagonals)];
        }
        half::<0, 1, $W, _>(&mut $v, columns[0]);
        half::<2, 3, $W, _>(&mut $v, columns[1]);
        $v = [$v[0].turn::<3>(), $v[1], $v[2].turn::<1>(), $v[3].turn::<2>()];
        half::<0, 1, $W, _>(&mut $v, diagonals[0]);
        half::<2, 3, $W, _>(&mut $v, diagonals[1]);
        $v = [$v[0].turn::<1>(), $v[1], $v[2].turn::<3>(), $v[3].turn::<2>()];
    };
}

/// The greatest number of rounds that repeat others.
const KEPT: usize = 6;

impl<W: BlakeWord, I: QuadIsa<W, N>, const N: usize> Kernel for Compress<'_, W, I, N> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let Self { isa, mut states, rows } = self;
        let block_bytes = 16 * size_of::<W>();
        let mut h = [four(isa, &states, 0), four(isa, &states, 4)];
        let salt = four(isa, &states, 8);
        let third = isa.row(&[W::U[0], W::U[1], W::U[2], W::U[3]]);
        let fourth = isa.row(&[W::U[4], W::U[5], W::U[6], W::U[7]]);
        let mut block = isa.no_block();
        let mut kept = [[isa.park([salt; 2]); 2]; KEPT];
        let mut at = 0;
        while rows.len() - at >= block_bytes {
            isa.load_block(&rows, at, &mut block);
            let mut counters = [[W::default(); 4]; N];
            for (i, counter) in counters.iter_mut().enumerate() {
                let [low, high] = W::count_block([states[i][12], states[i][13]]);
                (states[i][12], states[i][13]) = (low, high);
                *counter = [low, low, high, high];
            }
            let mut v = [h[0], h[1], third.xor(salt), fourth.xor(isa.load(&counters))];
            permutation!(0, round!(W, I, isa, v, block, kept, 0, false));
            permutation!(1, round!(W, I, isa, v, block, kept, 1, false));
            permutation!(2, round!(W, I, isa, v, block, kept, 2, false));
            permutation!(3, round!(W, I, isa, v, block, kept, 3, false));
            permutation!(4, round!(W, I, isa, v, block, kept, 4, false));
            permutation!(5, round!(W, I, isa, v, block, kept, 5, false));
            permutation!(6, round!(W, I, isa, v, block, kept, 6, false));
            permutation!(7, round!(W, I, isa, v, block, kept, 7, false));
            permutation!(8, round!(W, I, isa, v, block, kept, 8, false));
            permutation!(9, round!(W, I, isa, v, block, kept, 9, false));
            if !I::CACHED {
                isa.forget(&mut block);
            }
            permutation!(0, round!(W, I, isa, v, block, kept, 0, true));
            permutation!(1, round!(W, I, isa, v, block, kept, 1, true));
            permutation!(2, round!(W, I, isa, v, block, kept, 2, true));
            permutation!(3, round!(W, I, isa, v, block, kept, 3, true));
            if W::ROUNDS > 14 {
                permutation!(4, round!(W, I, isa, v, block, kept, 4, true));
                permutation!(5, round!(W, I, isa, v, block, kept, 5, true));
            }
            h = [h[0].xor(salt).xor(v[0]).xor(v[2]), h[1].xor(salt).xor(v[1]).xor(v[3])];
            at += block_bytes;
        }
        for (i, h) in h.into_iter().enumerate() {
            let mut words = [[W::default(); 4]; N];
            isa.store(h, &mut words);
            zip(&mut states, &words, |state, words| state.as_chunks_mut().0[i] = words);
        }
    }
}

#[inline(always)]
fn four<W: BlakeWord, I: QuadIsa<W, N>, const N: usize>(isa: I, states: &[&mut [W; STATE]; N], from: usize) -> I::V {
    let mut words = [[W::default(); 4]; N];
    for (i, words) in words.iter_mut().enumerate() {
        let state = &states[i];
        *words = [state[from], state[from + 1], state[from + 2], state[from + 3]];
    }
    isa.load(&words)
}

/// The kernels on arrays, which need no vector unit: for one message, and for two, which also keeps rows for later rounds.
#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::{check_32, check_64};
    use lanes::{QuadModel, Token};

    #[test]
    fn the_text_is_right_on_the_model() {
        check_32(|state, data| QuadModel.run(Compress { isa: QuadModel, states: [state], rows: Rows::new(&[data]) }));
        check_64(|state, data| QuadModel.run(Compress { isa: QuadModel, states: [state], rows: Rows::new(&[data]) }));
        let other = [0x5a; 1024];
        check_32(|state, data| {
            let (mut beside, rows) = ([7; STATE], Rows::new(&[&other, data]));
            QuadModel.run(Compress { isa: QuadModel, states: [&mut beside, state], rows });
        });
        check_64(|state, data| {
            let (mut beside, rows) = ([7; STATE], Rows::new(&[data, &other]));
            QuadModel.run(Compress { isa: QuadModel, states: [state, &mut beside], rows });
        });
    }
}
