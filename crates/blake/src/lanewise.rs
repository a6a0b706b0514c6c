//! The compression functions, with one word of each message in a register.

use super::constants::permutation;
use super::words::{BlakeWord, STATE};
use lanes::{Kernel, Lanes, Rows, WordIsa, Words, inlined::zip};

/// Applies the compression function to `N` states and all blocks of the rows.
pub struct Compress<'a, W, I, const N: usize> {
    pub isa: I,
    /// Word k of the state of every message.
    pub state: &'a mut [[W; N]; STATE],
    pub rows: Rows<'a, N>,
}

macro_rules! round {
    ([$s0:literal $s1:literal $s2:literal $s3:literal $s4:literal $s5:literal $s6:literal $s7:literal
      $s8:literal $s9:literal $s10:literal $s11:literal $s12:literal $s13:literal $s14:literal $s15:literal]
     $W:ident, $isa:ident, $v:ident, $m:ident) => {
        round!(@four $W, $isa, $v, $m, [0 4 8 12], $s0, $s1; [1 5 9 13], $s2, $s3; [2 6 10 14], $s4, $s5; [3 7 11 15], $s6, $s7);
        round!(@four $W, $isa, $v, $m, [0 5 10 15], $s8, $s9; [1 6 11 12], $s10, $s11; [2 7 8 13], $s12, $s13; [3 4 9 14], $s14, $s15);
    };
    // The four G step by step, so that their chains run side by side. (`settled` keeps the order of additions; and it keeps words of 32
    // bits in the integer unit, where LLVM would put four into a vector register and take twice as long.)
    (@four $W:ident, $isa:ident, $v:ident, $m:ident, $([$a:literal $b:literal $c:literal $d:literal], $j:literal, $k:literal);*) => {
        $( $v[$a] = $v[$a].add($m[$j].xor($isa.splat($W::U[$k]))).settled().add($v[$b]); )*
        $( $v[$d] = $W::rotate_words::<0, _>($v[$d].xor($v[$a])); )*
        $( $v[$c] = $v[$c].add($v[$d]); )*
        $( $v[$b] = $W::rotate_words::<1, _>($v[$b].xor($v[$c])); )*
        $( $v[$a] = $v[$a].add($m[$k].xor($isa.splat($W::U[$j]))).settled().add($v[$b]); )*
        $( $v[$d] = $W::rotate_words::<2, _>($v[$d].xor($v[$a])); )*
        $( $v[$c] = $v[$c].add($v[$d]); )*
        $( $v[$b] = $W::rotate_words::<3, _>($v[$b].xor($v[$c])); )*
    };
}

impl<W: BlakeWord, V: Words + Lanes, I: WordIsa<W, N, V = V>, const N: usize> Kernel for Compress<'_, W, I, N> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let Self { isa, state, rows } = self;
        let block_bytes = 16 * size_of::<W>();
        let mut h = [isa.splat(W::default()); 8];
        zip(&mut h, &*state, |h, state| *h = isa.load(&state));
        let salt = [isa.load(&state[8]), isa.load(&state[9]), isa.load(&state[10]), isa.load(&state[11])];
        let mut at = 0;
        while rows.len() - at >= block_bytes {
            let mut m = isa.load_block(&rows, at);
            let [.., low, high] = &mut *state;
            for (i, low) in low.iter_mut().enumerate() {
                [*low, high[i]] = W::count_block([*low, high[i]]);
            }
            let [low, high] = [isa.load(low), isa.load(high)];
            let [a, b, c, d, e, f, g, i] = h;
            let [s0, s1, s2, s3] = salt;
            let mut v = [a, b, c, d, e, f, g, i, s0, s1, s2, s3, low, low, high, high];
            for i in 0..8 {
                v[8 + i] = v[8 + i].xor(isa.splat(W::U[i]));
            }
            if I::BLAKE {
                isa.blake_rounds(&mut v, &m, W::U);
            } else if N > 1 && W::ROUNDS == 14 {
                permutation!(0, round!(W, isa, v, m));
                permutation!(1, round!(W, isa, v, m));
                permutation!(2, round!(W, isa, v, m));
                permutation!(3, round!(W, isa, v, m));
                permutation!(4, round!(W, isa, v, m));
                permutation!(5, round!(W, isa, v, m));
                permutation!(6, round!(W, isa, v, m));
                permutation!(7, round!(W, isa, v, m));
                permutation!(8, round!(W, isa, v, m));
                permutation!(9, round!(W, isa, v, m));
                permutation!(0, round!(W, isa, v, m));
                permutation!(1, round!(W, isa, v, m));
                permutation!(2, round!(W, isa, v, m));
                permutation!(3, round!(W, isa, v, m));
            } else {
                let mut left = W::ROUNDS;
                loop {
                    if N > 1 {
                        core::hint::black_box(&mut m);
                    }
                    permutation!(0, round!(W, isa, v, m));
                    permutation!(1, round!(W, isa, v, m));
                    permutation!(2, round!(W, isa, v, m));
                    permutation!(3, round!(W, isa, v, m));
                    if W::ROUNDS == 14 && left == 4 {
                        break;
                    }
                    permutation!(4, round!(W, isa, v, m));
                    permutation!(5, round!(W, isa, v, m));
                    if W::ROUNDS == 16 && left == 6 {
                        break;
                    }
                    permutation!(6, round!(W, isa, v, m));
                    permutation!(7, round!(W, isa, v, m));
                    permutation!(8, round!(W, isa, v, m));
                    permutation!(9, round!(W, isa, v, m));
                    left -= 10;
                }
            }
            for i in 0..8 {
                h[i] = <V as Words>::xor3(h[i].xor(salt[i % 4]), v[i], v[i + 8]);
            }
            at += block_bytes;
        }
        zip(state, &h, |state, h| isa.store(h, state));
    }
}
