//! SHA-512 with the message schedule in the vector unit, in step with the rounds in the integer unit, after the white paper
//! "Fast SHA512 Implementations on Intel Architecture Processors" (2012): two words of the schedule for each two rounds, the
//! constants added on the vector side, and the sums handed over through memory.
//!
//! These are the paper's forms for SSE4.1 and AVX; that for AVX2, and what came after it, are scheduled by hand (`lanes::x86`).

use super::constants::K_512;
use lanes::{Kernel, PairIsa, Pairs, Rows};

/// Applies the compression function to all whole blocks of the row.
pub(super) struct Compress<'a, I> {
    pub(super) isa: I,
    pub(super) state: &'a mut [u64; 8],
    pub(super) row: Rows<'a, 1>,
    /// Room, of any content.
    pub(super) sums: &'a mut Sums,
}

/// W[t] + K[t] of all rounds, as pairs.
pub(super) type Sums = [[u64; 2]; 40];

/// Sixteen rounds, whose sums `$sums` gives two at a time. Meanwhile `$between` makes the two words of the schedule that are
/// due eight pairs later.
///
/// `$bc` is B ^ C, with which Maj is ((A ^ B) & (B ^ C)) ^ B; the next round's is this one's A ^ B.
macro_rules! sixteen_rounds {
    ($variables:ident, $bc:ident, |$at:ident| $sums:expr, |$pair:ident| $between:expr) => {{
        let [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h] = $variables;
        macro_rules! round {
            ($sum:expr, $a:ident $b:ident $c:ident $d:ident $e:ident $f:ident $g:ident $h:ident) => {
                let sum = $h.wrapping_add($sum).wrapping_add((($f ^ $g) & $e) ^ $g);
                let sigma1 = big_sigma1($e);
                let ab = $a ^ $b;
                let rest = big_sigma0($a).wrapping_add((ab & $bc) ^ $b);
                $bc = ab;
                $d = $d.wrapping_add(sum).wrapping_add(sigma1);
                $h = sum.wrapping_add(sigma1).wrapping_add(rest);
            };
        }
        macro_rules! two {
            ($i:literal, $a:ident $b:ident $c:ident $d:ident $e:ident $f:ident $g:ident $h:ident) => {
                let [first, second] = {
                    let $at: usize = $i;
                    $sums
                };
                {
                    let $pair: usize = $i;
                    $between;
                }
                round!(first, $a $b $c $d $e $f $g $h);
                round!(second, $h $a $b $c $d $e $f $g);
            };
        }
        two!(0, a b c d e f g h);
        two!(1, g h a b c d e f);
        two!(2, e f g h a b c d);
        two!(3, c d e f g h a b);
        two!(4, a b c d e f g h);
        two!(5, g h a b c d e f);
        two!(6, e f g h a b c d);
        two!(7, c d e f g h a b);
        $variables = [a, b, c, d, e, f, g, h];
    }};
}

/// FIPS 180-4, equation 4.10, in the white paper's form, which needs no copy of A where a rotation overwrites its operand.
#[inline(always)]
fn big_sigma0(a: u64) -> u64 {
    ((a.rotate_right(5) ^ a).rotate_right(6) ^ a).rotate_right(28)
}

/// FIPS 180-4, equation 4.11.
#[inline(always)]
fn big_sigma1(e: u64) -> u64 {
    ((e.rotate_right(23) ^ e).rotate_right(4) ^ e).rotate_right(14)
}

/// The pair of the schedule that is due eight pairs after pair `i` of `words`, in its place.
#[inline(always)]
fn next<V: Pairs>(words: &mut [V; 8], i: usize, in_place: bool) -> V {
    let at = |k: usize| words[(i + k) % 8];
    let w15 = at(0).between(at(1));
    let w7 = at(4).between(at(5));
    let (sigma0, sigma1) =
        if in_place { (sigma0_in_place(w15), sigma1_in_place(at(7))) } else { (sigma0(w15), sigma1(at(7))) };
    let next = at(0).plus(w7).plus(sigma0).plus(sigma1);
    words[i % 8] = next;
    next
}

/// FIPS 180-4, equation 4.12.
#[inline(always)]
fn sigma0<V: Pairs>(x: V) -> V {
    x.shr::<1>().xor(x.shl::<63>()).xor(x.shr::<8>()).xor(x.shl::<56>()).xor(x.shr::<7>())
}

/// FIPS 180-4, equation 4.13.
#[inline(always)]
fn sigma1<V: Pairs>(x: V) -> V {
    x.shr::<19>().xor(x.shl::<45>()).xor(x.shr::<61>()).xor(x.shl::<3>()).xor(x.shr::<6>())
}

/// The same, factored so that most shifts are of what is not needed any more (white paper, "SIMD Optimizations").
#[inline(always)]
fn sigma0_in_place<V: Pairs>(x: V) -> V {
    let right = x.shr::<1>().xor(x).shr::<6>().xor(x).shr::<1>();
    let left = x.shl::<7>().xor(x).shl::<56>();
    right.xor(left)
}

#[inline(always)]
fn sigma1_in_place<V: Pairs>(x: V) -> V {
    let right = x.shr::<42>().xor(x).shr::<13>().xor(x).shr::<6>();
    let left = x.shl::<42>().xor(x).shl::<3>();
    right.xor(left)
}

impl<I: PairIsa> Kernel for Compress<'_, I> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let Self { isa, state, row, sums } = self;
        let constants = K_512.as_chunks::<2>().0;
        let mut at = 0;
        while row.len() - at >= 128 {
            let mut words = isa.load_pairs(&row, at);
            for i in 0..8 {
                isa.put(words[i].plus(isa.pair(&constants[i])), &mut sums[i]);
            }
            let mut variables = *state;
            let mut bc = variables[1] ^ variables[2];
            for sixteen in 0..4 {
                let begin = 8 * sixteen;
                sixteen_rounds!(variables, bc, |i| sums[begin + i], |i| {
                    let pair = next(&mut words, i, I::IN_PLACE).plus(isa.pair(&constants[begin + 8 + i]));
                    isa.put(pair, &mut sums[begin + 8 + i]);
                });
            }
            for sixteen in 4..5 {
                sixteen_rounds!(variables, bc, |i| sums[8 * sixteen + i], |_i| ());
            }
            for (state, variable) in state.iter_mut().zip(variables) {
                *state = state.wrapping_add(variable);
            }
            at += 128;
        }
    }
}
