//! The compression functions, with one word of each message in a register.

use super::constants::{permutation, permutation_3};
use super::words::{Blake3, Compressor, LAST, STATE_3, STEP, Version, counter};
use lanes::{Kernel, Lanes, Rows, WordIsa, Words, inlined::zip};

/// Applies the compression function to `N` states and all blocks of the rows.
pub struct Compress<'a, F: Compressor, I, const N: usize, const STATE: usize> {
    pub isa: I,
    /// Word k of the state of every message.
    pub state: &'a mut [[F::Word; N]; STATE],
    pub rows: Rows<'a, N>,
    pub end: Option<End<'a, F::Word>>,
}

/// The end of whole messages of BLAKE: a block that has no bit of them, so that its counter is 0 (section 2.1.3), and is the same for all.
pub struct End<'a, W> {
    /// The block's words 0, 13, 14 and 15; the others are 0.
    pub words: [W; 4],
    /// If they have room for all words of all messages, and the token can write them so: the digests.
    pub out: &'a mut [u8],
}

macro_rules! round {
    ([$s0:literal $s1:literal $s2:literal $s3:literal $s4:literal $s5:literal $s6:literal $s7:literal
      $s8:literal $s9:literal $s10:literal $s11:literal $s12:literal $s13:literal $s14:literal $s15:literal]
     $F:ident $padding:expr, $isa:ident, $v:ident, $m:ident) => {
        round!(@four $F $padding, $isa, $v, $m, [0 4 8 12], $s0, $s1; [1 5 9 13], $s2, $s3; [2 6 10 14], $s4, $s5; [3 7 11 15], $s6, $s7);
        round!(@four $F $padding, $isa, $v, $m, [0 5 10 15], $s8, $s9; [1 6 11 12], $s10, $s11; [2 7 8 13], $s12, $s13; [3 4 9 14], $s14, $s15);
    };
    // The four G step by step, so that their chains run side by side. (`settled` keeps the order of additions; and it keeps words of 32
    // bits in the integer unit, where LLVM would put four into a vector register and take twice as long.)
    (@four $F:ident $padding:expr, $isa:ident, $v:ident, $m:ident, $([$a:literal $b:literal $c:literal $d:literal], $j:literal, $k:literal);*) => {
        $( $v[$a] = $v[$a].add(added::<$F, { $padding }, _, _>($isa, $m, $j, $k)).settled().add($v[$b]); )*
        $( $v[$d] = $F::rotate_words::<0, _>($v[$d].xor($v[$a])); )*
        $( $v[$c] = $v[$c].add($v[$d]); )*
        $( $v[$b] = $F::rotate_words::<1, _>($v[$b].xor($v[$c])); )*
        $( $v[$a] = $v[$a].add(added::<$F, { $padding }, _, _>($isa, $m, $k, $j)).settled().add($v[$b]); )*
        $( $v[$d] = $F::rotate_words::<2, _>($v[$d].xor($v[$a])); )*
        $( $v[$c] = $v[$c].add($v[$d]); )*
        $( $v[$b] = $F::rotate_words::<3, _>($v[$b].xor($v[$c])); )*
    };
}

/// A message word with the constant that its round adds, if the function has constants.
#[inline(always)]
fn added<F: Compressor, const PADDING: bool, I: WordIsa<F::Word, N, V: Lanes>, const N: usize>(
    isa: I,
    m: &[I::V; 16],
    word: usize,
    constant: usize,
) -> I::V {
    match F::VERSION {
        Version::One if PADDING && !matches!(word, 0 | 13..) => isa.splat(F::U[constant]),
        Version::One => m[word].xor(isa.splat(F::U[constant])),
        _ => m[word],
    }
}

/// All rounds on the variables `v`, with the words `m` of a block of each message. A block of `PADDING` alone has zeroes in all words but 0, 13, 14
/// and 15, whose sums with the constants are the constants.
#[inline(always)]
fn rounds<F: Compressor, const PADDING: bool, I: WordIsa<F::Word, N, V: Words + Lanes>, const N: usize>(
    isa: I,
    v: &mut [I::V; 16],
    m: &mut [I::V; 16],
) {
    if I::LATER && !matches!(F::VERSION, Version::One) {
        match F::ROUNDS {
            7 => isa.later_rounds::<7>(v, m),
            10 => isa.later_rounds::<10>(v, m),
            _ => isa.later_rounds::<12>(v, m),
        }
    } else if I::BLAKE && matches!(F::VERSION, Version::One) {
        isa.blake_rounds::<PADDING>(v, m, F::U);
    } else if matches!(F::VERSION, Version::Three) {
        permutation_3!(0, round!(F PADDING, isa, v, m));
        permutation_3!(1, round!(F PADDING, isa, v, m));
        permutation_3!(2, round!(F PADDING, isa, v, m));
        permutation_3!(3, round!(F PADDING, isa, v, m));
        permutation_3!(4, round!(F PADDING, isa, v, m));
        permutation_3!(5, round!(F PADDING, isa, v, m));
        permutation_3!(6, round!(F PADDING, isa, v, m));
    } else if N > 1 && F::ROUNDS < 16 {
        permutation!(0, round!(F PADDING, isa, v, m));
        permutation!(1, round!(F PADDING, isa, v, m));
        permutation!(2, round!(F PADDING, isa, v, m));
        permutation!(3, round!(F PADDING, isa, v, m));
        permutation!(4, round!(F PADDING, isa, v, m));
        permutation!(5, round!(F PADDING, isa, v, m));
        permutation!(6, round!(F PADDING, isa, v, m));
        permutation!(7, round!(F PADDING, isa, v, m));
        permutation!(8, round!(F PADDING, isa, v, m));
        permutation!(9, round!(F PADDING, isa, v, m));
        if F::ROUNDS > 10 {
            permutation!(0, round!(F PADDING, isa, v, m));
            permutation!(1, round!(F PADDING, isa, v, m));
        }
        if F::ROUNDS > 12 {
            permutation!(2, round!(F PADDING, isa, v, m));
            permutation!(3, round!(F PADDING, isa, v, m));
        }
    } else {
        let mut left = F::ROUNDS;
        loop {
            if N > 1 {
                core::hint::black_box(&mut *m);
            }
            permutation!(0, round!(F PADDING, isa, v, m));
            permutation!(1, round!(F PADDING, isa, v, m));
            if F::ROUNDS == 12 && left == 2 {
                break;
            }
            permutation!(2, round!(F PADDING, isa, v, m));
            permutation!(3, round!(F PADDING, isa, v, m));
            if F::ROUNDS == 14 && left == 4 {
                break;
            }
            permutation!(4, round!(F PADDING, isa, v, m));
            permutation!(5, round!(F PADDING, isa, v, m));
            if F::ROUNDS == 16 && left == 6 {
                break;
            }
            permutation!(6, round!(F PADDING, isa, v, m));
            permutation!(7, round!(F PADDING, isa, v, m));
            permutation!(8, round!(F PADDING, isa, v, m));
            permutation!(9, round!(F PADDING, isa, v, m));
            if F::ROUNDS == 10 {
                break;
            }
            left -= 10;
        }
    }
}

/// The variables before the rounds of a block, which may be the first one and the last one.
#[inline(always)]
fn variables<F: Compressor, V: Words + Lanes, I: WordIsa<F::Word, N, V = V>, const N: usize>(
    isa: I,
    [a, b, c, d, e, f, g, i]: [V; 8],
    [b0, b1, b2, b3]: [V; 4],
    [low, high]: [V; 2],
    [is_first, is_last]: [bool; 2],
) -> [V; 16] {
    let zero = isa.splat(F::Word::default());
    let mut v = match F::VERSION {
        Version::One => [a, b, c, d, e, f, g, i, b0, b1, b2, b3, low, low, high, high],
        Version::Two => [a, b, c, d, e, f, g, i, zero, zero, zero, zero, low, high, b0, b1],
        Version::Three => {
            let first = if is_first { b2 } else { zero };
            let last = if is_last { b3 } else { zero };
            let flags = <V as Words>::xor3(b1, first, last);
            [a, b, c, d, e, f, g, i, zero, zero, zero, zero, low, high, b0, flags]
        }
    };
    for i in 0..8 {
        v[8 + i] = v[8 + i].xor(isa.splat(F::START[i]));
    }
    v
}

/// The chaining values after a block.
#[inline(always)]
fn feed_forward<F: Compressor, V: Words + Lanes>(h: &mut [V; 8], beside: [V; 4], v: &[V; 16]) {
    for i in 0..8 {
        h[i] = match F::VERSION {
            Version::One => <V as Words>::xor3(h[i].xor(beside[i % 4]), v[i], v[i + 8]),
            Version::Two => <V as Words>::xor3(h[i], v[i], v[i + 8]),
            Version::Three => v[i].xor(v[i + 8]),
        };
    }
}

/// All blocks of the rows, from the chaining values `h`, the words `beside` them (the salt; the finalization flags of BLAKE2; length and flags of
/// BLAKE3) and the counters that `count` gives. Returns the chaining values, and the second half of the output of the last block.
#[inline(always)]
fn blocks<F: Compressor, V: Words + Lanes, I: WordIsa<F::Word, N, V = V>, const N: usize>(
    isa: I,
    (mut h, beside): ([V; 8], [V; 4]),
    rows: &Rows<'_, N>,
    mut count: impl FnMut() -> [V; 2],
) -> [[V; 8]; 2] {
    let block_bytes = 16 * size_of::<F::Word>();
    let mut second = [isa.splat(F::Word::default()); 8];
    let mut at = 0;
    while rows.len() - at >= block_bytes {
        let mut m = if F::LITTLE { isa.load_block::<true>(rows, at) } else { isa.load_block::<false>(rows, at) };
        let is_last = rows.len() - at < 2 * block_bytes;
        if matches!(F::VERSION, Version::Three) && !F::ALL && rows.is_ahead() && at % (2 * block_bytes) == 0 {
            rows.prefetch(at, block_bytes);
        }
        let mut v = variables::<F, V, I, N>(isa, h, beside, count(), [at == 0, is_last]);
        rounds::<F, false, I, N>(isa, &mut v, &mut m);
        if F::ALL {
            for i in 0..8 {
                second[i] = v[8 + i].xor(h[i]);
            }
        }
        feed_forward::<F, V>(&mut h, beside, &v);
        at += block_bytes;
    }
    [h, second]
}

impl<F: Compressor, V: Words + Lanes, I: WordIsa<F::Word, N, V = V>, const N: usize, const STATE: usize> Kernel
    for Compress<'_, F, I, N, STATE>
{
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let Self { isa, state, rows, end } = self;
        let mut h = [isa.splat(F::Word::default()); 8];
        zip(&mut h, &*state, |h, state| *h = isa.load(&state));
        let beside = [isa.load(&state[8]), isa.load(&state[9]), isa.load(&state[10]), isa.load(&state[11])];
        let (_, counters) = state.split_at_mut(12);
        let count = || {
            let [low, high, ..] = &mut *counters else { unreachable!("a state has a counter") };
            if !matches!(F::VERSION, Version::Three) {
                for (i, low) in low.iter_mut().enumerate() {
                    [*low, high[i]] = F::count_block([*low, high[i]]);
                }
            }
            [isa.load(low), isa.load(high)]
        };
        let [mut h, second] = blocks::<F, V, I, N>(isa, (h, beside), &rows, count);
        if let (true, Some(End { words: [first, mark, high, low], out })) =
            (N > 1 && matches!(F::VERSION, Version::One), end)
        {
            // The others are not read. (LLVM would write zeroes by wider registers than the stack is aligned for.)
            let mut m = [isa.splat(first); 16];
            (m[13], m[14], m[15]) = (isa.splat(mark), isa.splat(high), isa.splat(low));
            let zero = isa.splat(F::Word::default());
            let mut v = variables::<F, V, I, N>(isa, h, beside, [zero; 2], [false; 2]);
            rounds::<F, true, I, N>(isa, &mut v, &mut m);
            feed_forward::<F, V>(&mut h, beside, &v);
            if I::STORES_ROWS && out.len() == size_of::<[F::Word; 8]>() * N {
                return isa.store_rows::<false>(&h, out);
            }
        }
        let (first, rest) = state.split_at_mut(8);
        zip(first, &h, |state, h| isa.store(h, state));
        if F::ALL {
            zip(rest, &second, |state, second| isa.store(second, state));
        }
    }
}

/// The first eight words of as many messages as there are rows, from one state of BLAKE3, whose counter grows from row to row by word
/// [`STEP`](crate::words::STEP). All blocks but the last one of each message are in `heads`, or all are in `ends`. The rounds of each block load the next.
pub struct HashWhole<'a, I, const N: usize> {
    pub isa: I,
    pub begin: &'a [u32; STATE_3],
    pub heads: Option<&'a Rows<'a, N>>,
    pub ends: &'a Rows<'a, N>,
    pub out: &'a mut [u8],
}

impl<V: Words + Lanes, I: WordIsa<u32, N, V = V>, const N: usize> Kernel for HashWhole<'_, I, N> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let Self { isa, begin, heads, ends, out } = self;
        let of = |i: usize| isa.splat(begin[i]);
        let mut h = [of(0), of(1), of(2), of(3), of(4), of(5), of(6), of(7)];
        let (bytes, each, first, last) = (of(8), of(9), of(10), of(11));
        let counters = if begin[12].checked_add(N as u32).is_some() {
            let steps = isa.load(&const { places::<N>() }).and(isa.splat(begin[STEP].wrapping_neg()));
            [of(12).add(steps), of(13)]
        } else {
            let (mut low, mut high) = ([0; N], [0; N]);
            for i in 0..N {
                [low[i], high[i]] = counter(begin, i);
            }
            [isa.load(&low), isa.load(&high)]
        };
        let (mut rows, mut at, mut left, mut is_first) = (ends, 0, ends.len() / 64, true);
        if let Some(heads) = heads.filter(|heads| heads.len() >= 64) {
            rows = heads;
            left += heads.len() / 64;
        }
        if rows.is_ahead() {
            rows.prefetch(at, 64);
        }
        let mut m = isa.load_block::<true>(rows, at);
        if left > 1 {
            let mut words = [m; 2];
            let [now, next] = &mut words;
            let (mut now, mut next) = (now, next);
            while left > 1 {
                let mut v =
                    variables::<Blake3, V, I, N>(isa, h, [bytes, each, first, last], counters, [is_first, false]);
                at += 64;
                if rows.len() - at < 64 {
                    (rows, at) = (ends, 0);
                }
                if rows.is_ahead() && at % 128 == 0 {
                    rows.prefetch(at, 64);
                }
                isa.later_rounds_ahead(&mut v, now, next, rows, at);
                for i in 0..8 {
                    h[i] = v[i].xor(v[i + 8]);
                }
                core::mem::swap(&mut now, &mut next);
                (left, is_first) = (left - 1, false);
            }
            m = *now;
        }
        let mut v = variables::<Blake3, V, I, N>(isa, h, [of(LAST), each, first, last], counters, [is_first, true]);
        rounds::<Blake3, false, I, N>(isa, &mut v, &mut m);
        for i in 0..8 {
            h[i] = v[i].xor(v[i + 8]);
        }
        isa.store_rows::<true>(&h, out);
    }
}

const fn places<const N: usize>() -> [u32; N] {
    let (mut places, mut i) = ([0; N], 0);
    while i < N {
        places[i] = i as u32;
        i += 1;
    }
    places
}
