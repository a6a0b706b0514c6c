//! The kernels of the forms that hold one state in five registers.

use super::rounds::Pairs;
use super::{planes_line, rolled};
use core::marker::PhantomData;
use lanes::{Kernel, Plane, PlaneIsa, Rows};
use lanesum_batch::wipe::wipe;

pub trait OnPlanes<I: PlaneIsa> {
    fn permute(isa: I, z: &mut [I::P; 5], constants: &[[u64; 2]]);
}

/// The rotating line, six rounds at a time. The remaining rounds come first and are done word by word: no standard function has such a
/// number of rounds.
pub struct Line;

impl<I: PlaneIsa> OnPlanes<I> for Line {
    #[inline(always)]
    fn permute(isa: I, z: &mut [I::P; 5], constants: &[[u64; 2]]) {
        let (head, body) = constants.as_rchunks::<3>();
        if !head.is_empty() {
            let mut words = [0; 25];
            store(isa, *z, &mut words);
            for pair in head {
                rolled::rounds(&mut words, pair);
            }
            *z = load(isa, &words);
            wipe(&mut words);
        }
        for constants in body {
            planes_line::six_rounds(isa, z, constants);
        }
    }
}

/// Absorbs the first blocks of a message into one state. With one block of no lanes, this is the permutation alone.
pub struct Absorb<'a, I, R> {
    pub isa: I,
    pub words: &'a mut [u64; 25],
    pub constants: Pairs<u64>,
    pub rows: Rows<'a, 1>,
    /// Words of a block, 0 to 25.
    pub lanes: usize,
    /// The number of blocks; the row has as many.
    pub blocks: usize,
    pub rounds: PhantomData<R>,
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

impl<I: PlaneIsa, R: OnPlanes<I>> Kernel for Absorb<'_, I, R> {
    type Output = ();
    #[inline(always)]
    fn call(self) {
        let mut z = load(self.isa, self.words);
        let block = 8 * self.lanes;
        let mut at = 0;
        let mut left = self.blocks;
        while left > 0 && at + block <= self.rows.len() {
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
            left -= 1;
        }
        assert!(left == 0, "the row is shorter than its blocks");
        store(self.isa, z, self.words);
    }
}
