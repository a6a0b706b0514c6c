//! The kernels with one lane (of `N` states) per register: absorb, which also permutes, and squeeze. Each is entered once per bulk
//! operation, and keeps the states in registers from the first block to the last.

use super::round::{COMPLEMENTED, permute};
use super::rounds::Pairs;
use core::marker::PhantomData;
use lanes::{Element, Isa, Kernel, Lanes, Rows, RowsMut, Theta, Word};

/// `N` of the states of an interleaved array: word `k` of state `i` is at `k * count + i`.
///
/// Kernels take this by reference. It has just been stored word by word; vector loads for a copy would wait until all these stores are in
/// the cache: 50 cycles a call on Zen 5.
pub struct Group<'a, W> {
    /// `25 * count` words.
    pub words: &'a mut [W],
    /// The number of states in the array.
    pub count: usize,
    /// The index of this group's first state.
    pub first: usize,
}

/// Calls a macro with the numbers of the lanes. LLVM would make loops into copies of the whole array, through 512-bit registers if
/// available, and these lower the clock of kernels with narrower ones.
macro_rules! for_each_lane {
    ($macro:ident) => {
        $macro!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24)
    };
}

impl<W: Word> Group<'_, W> {
    /// Panics unless all words are there: missing words would be permuted as zeroes, and digests would be wrong.
    #[inline(always)]
    fn check(&self, states: usize) {
        let Self { words, count, first } = self;
        assert!(words.len() == 25 * count && first + states <= *count, "a group of the states");
    }

    #[inline(always)]
    pub fn load<I: Isa<W, N>, const N: usize, const COMPLEMENT: bool>(&self, isa: I) -> [I::V; 25] {
        let words = self.words.as_chunks::<N>().0.first_chunk::<25>().filter(|_| self.count == N);
        assert!(N > 1 || words.is_some(), "one state is by itself");
        let mut s = if let Some(words) = words {
            // The array has only these states, so no bounds are checked.
            macro_rules! load {
                ($($k:literal)*) => { [$( isa.load(&words[$k]) ),*] };
            }
            for_each_lane!(load)
        } else {
            self.check(N);
            let word = |k: usize| self.words.get(k * self.count + self.first..).and_then(<[W]>::first_chunk);
            macro_rules! load {
                ($($k:literal)*) => { [$( if let Some(words) = word($k) { isa.load(words) } else { isa.splat(W::default()) } ),*] };
            }
            for_each_lane!(load)
        };
        complement::<I::V, COMPLEMENT>(&mut s);
        s
    }

    #[inline(always)]
    pub fn store<I: Isa<W, N>, const N: usize, const COMPLEMENT: bool>(&mut self, isa: I, mut s: [I::V; 25]) {
        complement::<I::V, COMPLEMENT>(&mut s);
        let words = self.words.as_chunks_mut::<N>().0.first_chunk_mut::<25>().filter(|_| self.count == N);
        assert!(N > 1 || words.is_some(), "one state is by itself");
        if let Some(words) = words {
            macro_rules! store {
                ($($k:literal)*) => { $( isa.store(s[$k], &mut words[$k]); )* };
            }
            for_each_lane!(store);
            return;
        }
        self.check(N);
        macro_rules! store {
            ($($k:literal)*) => { $(
                let words = self.words.get_mut($k * self.count + self.first..).and_then(<[W]>::first_chunk_mut);
                if let Some(words) = words {
                    isa.store(s[$k], words);
                }
            )* };
        }
        for_each_lane!(store);
    }
}

/// The lanes that a kernel writes back.
#[derive(Clone, Copy)]
pub enum Kept {
    /// All lanes, in place.
    All,
    /// The first `lanes` lanes, written to lanes `at` on; the other lanes keep their old values.
    Front { lanes: u8, at: u8 },
}

impl<W: Word> Group<'_, W> {
    /// Stores the lanes of `kept`, which the caller has checked to lie within the state.
    #[inline(always)]
    fn keep<I: Isa<W, N>, const N: usize, const COMPLEMENT: bool>(&mut self, isa: I, s: [I::V; 25], kept: Kept) {
        let Kept::Front { lanes, at } = kept else {
            return self.store::<I, N, COMPLEMENT>(isa, s);
        };
        let (lanes, at) = (usize::from(lanes), usize::from(at));
        assert!(!COMPLEMENT && at + lanes <= 25, "lanes of the state");
        self.check(N);
        macro_rules! store {
            ($($k:literal)*) => { $(
                if $k < lanes {
                    let words = self.words.get_mut(($k + at) * self.count + self.first..).and_then(<[W]>::first_chunk_mut);
                    if let Some(words) = words {
                        isa.store(s[$k], words);
                    }
                }
            )* };
        }
        for_each_lane!(store);
    }
}

#[inline(always)]
fn complement<V: Lanes, const COMPLEMENT: bool>(s: &mut [V; 25]) {
    if COMPLEMENT {
        for lane in COMPLEMENTED {
            s[lane] = s[lane].not();
        }
    }
}

/// Permutes. Separate from `Absorb`, whose tests for squares and saved registers take 70 to 90 cycles of Zen 5.
pub struct Permute<'a, 'g, I, W: 'static, const N: usize, const COMPLEMENT: bool = false> {
    pub isa: I,
    pub group: &'a mut Group<'g, W>,
    pub constants: Pairs<W>,
    /// The hand-scheduled text, if there are two.
    pub theta: Theta,
    pub kept: Kept,
}

impl<I: Isa<W, N>, W: Word, const N: usize, const COMPLEMENT: bool> Kernel for Permute<'_, '_, I, W, N, COMPLEMENT> {
    type Output = ();
    #[inline(always)]
    fn call(self) {
        if I::IN_MEMORY
            && matches!(self.kept, Kept::All)
            && self.group.count == N
            && let Some(words) = self.group.words.as_chunks_mut::<N>().0.first_chunk_mut()
        {
            return self.isa.keccak_in_memory(words, self.constants);
        }
        let mut s = self.group.load::<I, N, COMPLEMENT>(self.isa);
        permute::<I, _, N, COMPLEMENT>(self.isa, &mut s, self.constants, self.theta);
        self.group.keep::<I, N, COMPLEMENT>(self.isa, s, self.kept);
    }
}

/// Absorbs the first blocks of the rows: adds `lanes` lanes, permutes, and so on. `AHEAD` turns prefetching on: a test at every block took
/// 2 % of the time of short messages.
///
/// For one state, this is also the permutation alone: one block of no lanes.
pub struct Absorb<'a, 'g, I, E: Element, const N: usize, const COMPLEMENT: bool, const AHEAD: bool = false> {
    pub isa: I,
    pub group: &'a mut Group<'g, E::Register>,
    pub constants: Pairs<E::Register>,
    /// The hand-scheduled text, if there are two.
    pub theta: Theta,
    pub rows: Rows<'a, N>,
    /// Lanes of a block, 0 to 25.
    pub lanes: usize,
    /// The number of blocks; every row has as many.
    pub blocks: usize,
    /// The type of the lanes in the rows.
    pub element: PhantomData<E>,
}

impl<I: Isa<E::Register, N>, E: Element, const N: usize, const COMPLEMENT: bool, const AHEAD: bool> Kernel
    for Absorb<'_, '_, I, E, N, COMPLEMENT, AHEAD>
{
    type Output = ();
    #[inline(always)]
    fn call(self) {
        let mut s = self.group.load::<I, N, COMPLEMENT>(self.isa);
        let block = E::LEN * self.lanes;
        let mut at = 0;
        let mut left = self.blocks;
        while left > 0 && at + block <= self.rows.len() {
            if N == 1 {
                absorb_words::<I, E, N>(self.isa, &mut s, &self.rows, at, self.lanes);
            } else {
                absorb_squares(self.isa, &mut s, &self.rows, at, self.lanes);
            }
            if AHEAD {
                self.rows.prefetch(at, block);
            }
            permute::<I, _, N, COMPLEMENT>(self.isa, &mut s, self.constants, self.theta);
            at += block;
            left -= 1;
        }
        assert!(left == 0, "a row is shorter than its blocks");
        self.group.store::<I, N, COMPLEMENT>(self.isa, s);
    }
}

/// Absorbs a block word by word. The branches are at the ends of the standard rates (9, 13, 17, 18 and 21 words).
#[inline(always)]
fn absorb_words<I: Isa<E::Register, N>, E: Element, const N: usize>(
    isa: I,
    s: &mut [I::V; 25],
    rows: &Rows<'_, N>,
    at: usize,
    lanes: usize,
) {
    let load = |part: &Rows<'_, N>, k| {
        let at = E::LEN * k;
        if E::LEN == E::Register::LEN { isa.load_lane(part, at) } else { isa.load_elements::<E>(part, at) }
    };
    // A block of another length is padded with zeroes to a whole state.
    let mut padded;
    let (rows, at, lanes) = if matches!(lanes, 0 | 9 | 13 | 17 | 18 | 21 | 25) {
        (*rows, at, lanes)
    } else {
        let block = rows.part(at, E::LEN * lanes).row(0);
        padded = [0; 200];
        lanes::inlined::zip(&mut padded, block, |to, from| *to = from);
        (Rows::new(&[&padded[..]; N]), 0, 25)
    };
    // Written out: LLVM might not unroll a loop before it puts the state into registers.
    macro_rules! words {
        ($from:literal: $($k:literal)*) => {
            const COUNT: usize = [$($k),*].len();
            if lanes < $from + COUNT {
                return;
            }
            let part = rows.part(at + E::LEN * $from, E::LEN * COUNT);
            $( s[$from + $k] = s[$from + $k].xor(load(&part, $k)); )*
        };
    }
    {
        words!(0: 0 1 2 3 4 5 6 7 8);
    }
    {
        words!(9: 0 1 2 3);
    }
    {
        words!(13: 0 1 2 3);
    }
    {
        words!(17: 0);
    }
    {
        words!(18: 0 1 2);
    }
    words!(21: 0 1 2 3);
}

/// Absorbs `N` words of `N` messages at a time, transposed.
#[inline(always)]
pub fn absorb_squares<I: Isa<W, N>, W: Word, const N: usize>(
    isa: I,
    s: &mut [I::V; 25],
    rows: &Rows<'_, N>,
    at: usize,
    lanes: usize,
) {
    macro_rules! square {
        ($i:literal) => {
            let from = $i * N;
            if from < 25 && lanes > from {
                let v = if lanes >= from + N {
                    isa.load_square(rows, at + W::LEN * from)
                } else {
                    isa.load_partial(rows, at + W::LEN * from, lanes - from)
                };
                for j in 0..N {
                    if from + j < 25 {
                        s[from + j] = s[from + j].xor(v[j]);
                    }
                }
            }
        };
        ($($i:literal)*) => { $(square!($i);)* };
    }
    square!(0 1 2 3 4 5 6 7 8 9 10 11 12);
}

/// Fills the rows with blocks of output: permutes, writes `lanes` lanes, and so on. The first permutation comes before the first output.
pub struct Squeeze<'a, 'g, I, const N: usize, const COMPLEMENT: bool> {
    pub isa: I,
    pub group: &'a mut Group<'g, u64>,
    pub constants: Pairs<u64>,
    /// The hand-scheduled text, if there are two.
    pub theta: Theta,
    pub rows: RowsMut<'a, N>,
    /// The rate in lanes, 1 to 24.
    pub lanes: usize,
}

impl<I: Isa<u64, N>, const N: usize, const COMPLEMENT: bool> Kernel for Squeeze<'_, '_, I, N, COMPLEMENT> {
    type Output = ();
    #[inline(always)]
    fn call(mut self) {
        let mut s = self.group.load::<I, N, COMPLEMENT>(self.isa);
        let block = 8 * self.lanes;
        let mut at = 0;
        while at + block <= self.rows.len() {
            permute::<I, _, N, COMPLEMENT>(self.isa, &mut s, self.constants, self.theta);
            let mut out = s;
            complement::<I::V, COMPLEMENT>(&mut out);
            store_lanes(self.isa, &out, &mut self.rows, at, self.lanes);
            at += block;
        }
        self.group.store::<I, N, COMPLEMENT>(self.isa, s);
    }
}

/// Writes the first `lanes` lanes of each state to byte `at` of its row.
#[inline(always)]
pub fn store_lanes<I: Isa<u64, N>, const N: usize>(
    isa: I,
    s: &[I::V; 25],
    rows: &mut RowsMut<'_, N>,
    at: usize,
    lanes: usize,
) {
    macro_rules! square {
        ($i:literal) => {
            let from = $i * N;
            if from + N <= 25 && lanes >= from + N {
                let mut v = [s[from]; N];
                for j in 0..N {
                    v[j] = s[from + j];
                }
                isa.store_square(v, rows, at + 8 * from);
            } else if from < 25 && lanes > from {
                for j in 0..N {
                    if from + j < 25 && from + j < lanes {
                        isa.store_lane(s[from + j], rows, at + 8 * (from + j));
                    }
                }
            }
        };
        ($($i:literal)*) => { $(square!($i);)* };
    }
    square!(0 1 2 3 4 5 6 7 8 9 10 11 12);
    if N == 1 {
        square!(13 14 15 16 17 18 19 20 21 22 23 24);
    }
}
