//! The compression functions with a row of four words of the state in a register (Neves and Aumasson, "BLAKE and 256-bit advanced vector
//! extensions", 2012, slides 5 and 6). The four G of the columns are computed at once, then those of the diagonals, after rotating rows so
//! that diagonals become columns.
//!
//! The second row ends the longest chain of operations, so it is the one that never rotates.

use super::constants::{permutation, permutation_3};
use super::words::{Compressor, Version};
use lanes::{Kernel, QuadIsa, Quads, Rows, inlined::zip};

/// Applies the compression function to `N` states and all blocks of the rows.
pub struct Compress<'a, F: Compressor, I, const N: usize, const STATE: usize> {
    pub isa: I,
    pub states: [&'a mut [F::Word; STATE]; N],
    pub rows: Rows<'a, N>,
}

/// Half of G for four columns; `added` is message words, in BLAKE with constants.
#[inline(always)]
fn half<const FIRST: usize, const SECOND: usize, F: Compressor, V: Quads>([a, b, c, d]: &mut [V; 4], added: V) {
    // LLVM would add a and b first, although both are late.
    *a = a.plus(added).settled().plus(*b);
    *d = F::rotate_quads::<FIRST, _>(d.xor(*a));
    *c = c.plus(*d);
    *b = F::rotate_quads::<SECOND, _>(b.xor(*c));
}

/// A round: the words of its permutation; its number modulo ten; and whether it repeats a round.
macro_rules! round {
    ([$s0:literal $s1:literal $s2:literal $s3:literal $s4:literal $s5:literal $s6:literal $s7:literal
      $s8:literal $s9:literal $s10:literal $s11:literal $s12:literal $s13:literal $s14:literal $s15:literal]
     $F:ident, $I:ident, $isa:ident, $v:ident, $block:ident, $kept:ident, $round:literal, $again:literal) => {
        let columns = if $I::CACHED && $again {
            $isa.unpark($kept[$round % KEPT][0])
        } else {
            let [first, second] = $isa.message::<$s0, $s2, $s4, $s6, $s1, $s3, $s5, $s7>(&$block);
            [added::<$F, _, _>($isa, first, $round, 0), added::<$F, _, _>($isa, second, $round, 1)]
        };
        let diagonals = if $I::CACHED && $again {
            $isa.unpark($kept[$round % KEPT][1])
        } else {
            let [first, second] = $isa.message::<$s14, $s8, $s10, $s12, $s15, $s9, $s11, $s13>(&$block);
            [added::<$F, _, _>($isa, first, $round, 2), added::<$F, _, _>($isa, second, $round, 3)]
        };
        if $I::CACHED && !$again && $round + 10 < $F::ROUNDS {
            $kept[$round % KEPT] = [$isa.park(columns), $isa.park(diagonals)];
        }
        half::<0, 1, $F, _>(&mut $v, columns[0]);
        half::<2, 3, $F, _>(&mut $v, columns[1]);
        $v = [$v[0].turn::<3>(), $v[1], $v[2].turn::<1>(), $v[3].turn::<2>()];
        half::<0, 1, $F, _>(&mut $v, diagonals[0]);
        half::<2, 3, $F, _>(&mut $v, diagonals[1]);
        $v = [$v[0].turn::<1>(), $v[1], $v[2].turn::<3>(), $v[3].turn::<2>()];
    };
}

/// Message words with the constants that a round adds to them, if the function has constants.
#[inline(always)]
fn added<F: Compressor, I: QuadIsa<F::Word, N>, const N: usize>(isa: I, words: I::V, round: usize, row: usize) -> I::V {
    if matches!(F::VERSION, Version::One) { words.xor(isa.row(&F::ROWS[round][row])) } else { words }
}

/// The greatest number of rounds that repeat others.
const KEPT: usize = 6;

impl<F: Compressor, I: QuadIsa<F::Word, N>, const N: usize, const STATE: usize> Kernel
    for Compress<'_, F, I, N, STATE>
{
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let Self { isa, mut states, rows } = self;
        let block_bytes = 16 * size_of::<F::Word>();
        let mut h = [four(isa, &states, 0), four(isa, &states, 4)];
        let salt = four(isa, &states, 8);
        let [third, fourth] = [
            isa.row(&[F::START[0], F::START[1], F::START[2], F::START[3]]),
            isa.row(&[F::START[4], F::START[5], F::START[6], F::START[7]]),
        ];
        // In BLAKE3, only the flags of the first and of the last block differ.
        let fourth_of = |words: fn(&[F::Word; STATE]) -> [F::Word; 4]| {
            let mut rows = [[F::Word::default(); 4]; N];
            for (row, state) in rows.iter_mut().zip(&states) {
                *row = words(state);
            }
            isa.load(&rows)
        };
        let lasting = fourth.xor(fourth_of(|state| [state[12], state[13], state[8], state[9]]));
        let flags = [
            fourth_of(|state| [F::Word::default(), F::Word::default(), F::Word::default(), state[10]]),
            fourth_of(|state| [F::Word::default(), F::Word::default(), F::Word::default(), state[11]]),
        ];
        let mut block = isa.no_block();
        let mut kept = [[isa.park([salt; 2]); 2]; KEPT];
        let mut at = 0;
        while rows.len() - at >= block_bytes {
            if F::LITTLE {
                isa.load_block::<true>(&rows, at, &mut block);
                // Without constants, LLVM would put the block into memory, and pick its words with registers of 512 bits.
                isa.forget(&mut block);
            } else {
                isa.load_block::<false>(&rows, at, &mut block);
            }
            let fourth = if matches!(F::VERSION, Version::Three) {
                let fourth = if at == 0 { lasting.xor(flags[0]) } else { lasting };
                if rows.len() - at < 2 * block_bytes { fourth.xor(flags[1]) } else { fourth }
            } else {
                let mut counters = [[F::Word::default(); 4]; N];
                for (i, counter) in counters.iter_mut().enumerate() {
                    let [low, high] = F::count_block([states[i][12], states[i][13]]);
                    (states[i][12], states[i][13]) = (low, high);
                    *counter = match F::VERSION {
                        Version::One => [low, low, high, high],
                        _ => [low, high, states[i][8], states[i][9]],
                    };
                }
                fourth.xor(isa.load(&counters))
            };
            let third = if matches!(F::VERSION, Version::One) { third.xor(salt) } else { third };
            let mut v = [h[0], h[1], third, fourth];
            if matches!(F::VERSION, Version::Three) {
                permutation_3!(0, round!(F, I, isa, v, block, kept, 0, false));
                permutation_3!(1, round!(F, I, isa, v, block, kept, 1, false));
                permutation_3!(2, round!(F, I, isa, v, block, kept, 2, false));
                permutation_3!(3, round!(F, I, isa, v, block, kept, 3, false));
                permutation_3!(4, round!(F, I, isa, v, block, kept, 4, false));
                permutation_3!(5, round!(F, I, isa, v, block, kept, 5, false));
                permutation_3!(6, round!(F, I, isa, v, block, kept, 6, false));
            } else {
                permutation!(0, round!(F, I, isa, v, block, kept, 0, false));
                permutation!(1, round!(F, I, isa, v, block, kept, 1, false));
                permutation!(2, round!(F, I, isa, v, block, kept, 2, false));
                permutation!(3, round!(F, I, isa, v, block, kept, 3, false));
                permutation!(4, round!(F, I, isa, v, block, kept, 4, false));
                permutation!(5, round!(F, I, isa, v, block, kept, 5, false));
                permutation!(6, round!(F, I, isa, v, block, kept, 6, false));
                permutation!(7, round!(F, I, isa, v, block, kept, 7, false));
                permutation!(8, round!(F, I, isa, v, block, kept, 8, false));
                permutation!(9, round!(F, I, isa, v, block, kept, 9, false));
                if !I::CACHED && F::ROUNDS > 10 {
                    isa.forget(&mut block);
                }
                if F::ROUNDS > 10 {
                    permutation!(0, round!(F, I, isa, v, block, kept, 0, true));
                    permutation!(1, round!(F, I, isa, v, block, kept, 1, true));
                }
                if F::ROUNDS > 12 {
                    permutation!(2, round!(F, I, isa, v, block, kept, 2, true));
                    permutation!(3, round!(F, I, isa, v, block, kept, 3, true));
                }
                if F::ROUNDS > 14 {
                    permutation!(4, round!(F, I, isa, v, block, kept, 4, true));
                    permutation!(5, round!(F, I, isa, v, block, kept, 5, true));
                }
            }
            if F::ALL {
                put(isa, &mut states, 2, h[0].xor(v[2]));
                put(isa, &mut states, 3, h[1].xor(v[3]));
            }
            h = match F::VERSION {
                Version::One => [h[0].xor(salt).xor(v[0]).xor(v[2]), h[1].xor(salt).xor(v[1]).xor(v[3])],
                Version::Two => [h[0].xor(v[0]).xor(v[2]), h[1].xor(v[1]).xor(v[3])],
                Version::Three => [v[0].xor(v[2]), v[1].xor(v[3])],
            };
            at += block_bytes;
        }
        for (i, h) in h.into_iter().enumerate() {
            put(isa, &mut states, i, h);
        }
    }
}

/// Stores a row to the words from `4 * row` on.
#[inline(always)]
fn put<W: Copy + Default, I: QuadIsa<W, N>, const N: usize, const STATE: usize>(
    isa: I,
    states: &mut [&mut [W; STATE]; N],
    row: usize,
    v: I::V,
) {
    let mut words = [[W::default(); 4]; N];
    isa.store(v, &mut words);
    zip(states, &words, |state, words| state.as_chunks_mut().0[row] = words);
}

#[inline(always)]
fn four<W: Copy + Default, I: QuadIsa<W, N>, const N: usize, const STATE: usize>(
    isa: I,
    states: &[&mut [W; STATE]; N],
    from: usize,
) -> I::V {
    let mut words = [[W::default(); 4]; N];
    for (i, words) in words.iter_mut().enumerate() {
        let state = &states[i];
        *words = [state[from], state[from + 1], state[from + 2], state[from + 3]];
    }
    isa.load(&words)
}
