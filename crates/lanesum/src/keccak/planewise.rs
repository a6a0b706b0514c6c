//! The kernels of the forms that hold one state in five registers.

use super::{planes_line, planes_paper, round};
use crate::wipe::wipe;
use core::marker::PhantomData;
use lanes::{Kernel, Plane, PlaneIsa, PlaneMix, Portable, Rows};

/// How the rounds are done.
pub(crate) trait Rounds<I: PlaneIsa> {
    fn permute(isa: I, z: &mut [I::P; 5], constants: &[u64]);
}

/// Algorithm 1 in each round.
pub(crate) struct Paper;

impl<I: PlaneIsa<P: PlaneMix>> Rounds<I> for Paper {
    #[inline(always)]
    fn permute(isa: I, z: &mut [I::P; 5], constants: &[u64]) {
        for &rc in constants {
            planes_paper::round(isa, z, rc);
        }
    }
}

/// The rotating line, six rounds at a time. What is left over comes first and is done word by word: no standard function
/// has such a number of rounds.
pub(crate) struct Line;

impl<I: PlaneIsa> Rounds<I> for Line {
    #[inline(always)]
    fn permute(isa: I, z: &mut [I::P; 5], constants: &[u64]) {
        let (head, body) = constants.as_rchunks::<6>();
        if !head.is_empty() {
            let mut words = [0; 25];
            store(isa, *z, &mut words);
            odd_rounds(&mut words, head);
            *z = load(isa, &words);
            wipe(&mut words);
        }
        for constants in body {
            planes_line::six_rounds(isa, z, constants);
        }
    }
}

/// Rounds on words in memory; out of the kernel's way, which would only grow by it.
#[cold]
#[inline(never)]
fn odd_rounds(words: &mut [u64; 25], constants: &[u64]) {
    round::permute_generically::<Portable, _, 1, false>(Portable, words, constants);
}

/// Absorbs all the full blocks of a message into one state.
pub(crate) struct Absorb<'a, I, R> {
    pub(crate) isa: I,
    pub(crate) words: &'a mut [u64; 25],
    pub(crate) constants: &'static [u64],
    pub(crate) rows: Rows<'a, 1>,
    /// Words of a block, 1 to 25.
    pub(crate) lanes: usize,
    pub(crate) rounds: PhantomData<R>,
}

#[inline(always)]
fn load<I: PlaneIsa>(isa: I, words: &[u64; 25]) -> [I::P; 5] {
    let mut z = [isa.low(0); 5];
    let (planes, _) = words.as_chunks::<5>();
    for y in 0..5 {
        z[y] = isa.load_plane(&planes[y]);
    }
    z
}

#[inline(always)]
fn store<I: PlaneIsa>(isa: I, z: [I::P; 5], words: &mut [u64; 25]) {
    let (planes, _) = words.as_chunks_mut::<5>();
    for y in 0..5 {
        isa.store_plane(z[y], &mut planes[y]);
    }
}

impl<I: PlaneIsa, R: Rounds<I>> Kernel for Absorb<'_, I, R> {
    type Output = ();
    #[inline(always)]
    fn call(self) {
        let mut z = load(self.isa, self.words);
        let block = 8 * self.lanes;
        let mut at = 0;
        while at + block <= self.rows.len() {
            macro_rules! absorb {
                ($($y:literal)*) => { $(
                    if self.lanes > 5 * $y {
                        let count = (self.lanes - 5 * $y).min(5);
                        z[$y] = z[$y].xor(self.isa.load_row(&self.rows, at + 40 * $y, count));
                    }
                )* };
            }
            absorb!(0 1 2 3 4);
            R::permute(self.isa, &mut z, self.constants);
            at += block;
        }
        store(self.isa, z, self.words);
    }
}

/// Permutes one state.
pub(crate) struct Permute<'a, I, R> {
    pub(crate) isa: I,
    pub(crate) words: &'a mut [u64; 25],
    pub(crate) constants: &'static [u64],
    pub(crate) rounds: PhantomData<R>,
}

impl<I: PlaneIsa, R: Rounds<I>> Kernel for Permute<'_, I, R> {
    type Output = ();
    #[inline(always)]
    fn call(self) {
        let mut z = load(self.isa, self.words);
        R::permute(self.isa, &mut z, self.constants);
        store(self.isa, z, self.words);
    }
}
