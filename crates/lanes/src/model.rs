//! Vectors as plain arrays. Tests compare the other vectors with them; Miri and machines without vectors run them.

use crate::words::as_isa;
use crate::{
    Isa, Kernel, LaneMap, Lanes, Plane, PlaneIsa, Rows, Token, TwoWords, Word, WordIsa, Words, sealed::Sealed,
};

/// A token whose vectors are arrays; every machine has it.
#[derive(Clone, Copy, Debug)]
pub struct LaneModel;
impl Sealed for LaneModel {}
impl Token for LaneModel {
    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> K::Output {
        kernel.call()
    }
}

/// `N` words in an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ModelVector<W, const N: usize>([W; N]);

impl<W: Word, const N: usize> ModelVector<W, N> {
    #[inline(always)]
    fn zip(mut self, rhs: Self, f: impl Fn(W, W) -> W) -> Self {
        for (a, b) in self.0.iter_mut().zip(rhs.0) {
            *a = f(*a, b);
        }
        self
    }
}

impl<W: Word, const N: usize> Sealed for ModelVector<W, N> {}
// Not inlined, unlike the operations of vectors: the compiler would take minutes for a kernel over arrays of sixteen words.
impl<W: Word, const N: usize> Lanes for ModelVector<W, N> {
    #[inline(never)]
    fn xor(self, rhs: Self) -> Self {
        self.zip(rhs, W::xor)
    }
    #[inline(never)]
    fn and(self, rhs: Self) -> Self {
        self.zip(rhs, W::and)
    }
    #[inline(never)]
    fn or(self, rhs: Self) -> Self {
        self.zip(rhs, W::or)
    }
    #[inline(never)]
    fn not(self) -> Self {
        self.zip(self, |a, _| a.not())
    }
    #[inline(never)]
    fn andnot(self, rhs: Self) -> Self {
        self.zip(rhs, W::andnot)
    }
    #[inline(never)]
    fn rotl<const L: u32>(self) -> Self {
        self.zip(self, |a, _| a.rotl::<L>())
    }
}

impl<W: Word, const N: usize> Isa<W, N> for LaneModel {
    type V = ModelVector<W, N>;
    #[inline(always)]
    fn splat(self, word: W) -> ModelVector<W, N> {
        ModelVector([word; N])
    }
    #[inline(always)]
    fn load(self, src: &[W; N]) -> ModelVector<W, N> {
        ModelVector(*src)
    }
    #[inline(always)]
    fn store(self, v: ModelVector<W, N>, dst: &mut [W; N]) {
        *dst = v.0;
    }
    #[inline(always)]
    fn load_lane(self, rows: &Rows<'_, N>, at: usize) -> ModelVector<W, N> {
        ModelVector(rows.words(at))
    }
}

impl<W: Word + Words, const N: usize> Words for ModelVector<W, N> {
    #[inline(always)]
    fn add(self, rhs: Self) -> Self {
        self.zip(rhs, W::add)
    }
    #[inline(always)]
    fn rotr<const R: u32>(self) -> Self {
        self.zip(self, |a, _| a.rotr::<R>())
    }
    #[inline(always)]
    fn shr<const R: u32>(self) -> Self {
        self.zip(self, |a, _| a.shr::<R>())
    }
    #[inline(always)]
    fn xor3(a: Self, b: Self, c: Self) -> Self {
        a.xor(b).xor(c)
    }
    #[inline(always)]
    fn ch(x: Self, y: Self, z: Self) -> Self {
        x.and(y).xor(x.andnot(z))
    }
    #[inline(always)]
    fn maj(x: Self, y: Self, z: Self) -> Self {
        x.and(y).xor(x.and(z)).xor(y.and(z))
    }
}

impl TwoWords for ModelVector<u64, 2> {
    #[inline(always)]
    fn rotr_each<const LOW: u32, const HIGH: u32>(self) -> Self {
        Self([self.0[0].rotate_right(LOW), self.0[1].rotate_right(HIGH)])
    }
    #[inline(always)]
    fn with_high(self, other: Self) -> Self {
        Self([self.0[0], other.0[1]])
    }
    #[inline(always)]
    fn after(self, before: Self) -> Self {
        Self([before.0[1], self.0[0]])
    }
}

impl<W: Word + Words, const N: usize> WordIsa<W, N> for LaneModel {
    as_isa!(W, N in ModelVector<W, N>);
    #[inline(always)]
    fn load_block<const LITTLE: bool>(self, rows: &Rows<'_, N>, at: usize) -> [ModelVector<W, N>; 16] {
        let mut words = [Isa::splat(self, W::default()); 16];
        for (k, words) in words.iter_mut().enumerate() {
            *words = ModelVector(rows.words::<W>(at + k * W::LEN));
            if !LITTLE {
                words.0 = words.0.map(W::swap_bytes);
            }
        }
        words
    }
    const LOADS_ENDS: bool = true;
    #[inline(always)]
    fn load_end(self, rows: &Rows<'_, N>, lead: usize, at: usize) -> [ModelVector<W, N>; 16] {
        assert!(lead < 16 && rows.len() >= 16 && at <= lead + rows.len(), "rows are too short");
        let mut blocks = [[0; 128]; N];
        for (i, block) in blocks.iter_mut().enumerate() {
            for (byte, place) in block.iter_mut().zip(at..).filter(|(_, place)| *place >= lead) {
                *byte = *rows.row(i).get(place - lead).unwrap_or(&0);
            }
        }
        WordIsa::<W, N>::load_block::<false>(self, &Rows::new(&core::array::from_fn(|i| &blocks[i][..])), 0)
    }
}

/// Five lanes (and three unused ones) in an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ModelPlane(pub [u64; 8]);

impl ModelPlane {
    fn zip(self, rhs: Self, f: impl Fn(u64, u64) -> u64) -> Self {
        let mut out = self;
        for (a, b) in out.0.iter_mut().zip(rhs.0) {
            *a = f(*a, b);
        }
        out
    }
}

impl Sealed for ModelPlane {}
impl Plane for ModelPlane {
    fn xor(self, rhs: Self) -> Self {
        self.zip(rhs, |a, b| a ^ b)
    }
    fn chi(a: Self, b: Self, c: Self) -> Self {
        a.zip(b.zip(c, |b, c| !b & c), |a, x| a ^ x)
    }
    fn rotl<const L: u32>(self) -> Self {
        self.zip(self, |a, _| a.rotate_left(L))
    }
    fn rotl_each(self, by: &[u64; 8]) -> Self {
        self.zip(Self(*by), |a, n| a.rotate_left(n as u32 % 64))
    }
    fn select(self, map: LaneMap) -> Self {
        let mut out = [0; 8];
        for (out, &from) in out.iter_mut().zip(&map.0) {
            *out = self.0[from as usize];
        }
        Self(out)
    }
}

impl PlaneIsa for LaneModel {
    type P = ModelPlane;
    fn load_plane(self, lanes: &[u64; 5]) -> ModelPlane {
        let mut p = [0; 8];
        p[..5].copy_from_slice(lanes);
        ModelPlane(p)
    }
    fn store_plane(self, p: ModelPlane, lanes: &mut [u64; 5]) {
        lanes.copy_from_slice(&p.0[..5]);
    }
    fn low(self, word: u64) -> ModelPlane {
        ModelPlane([word, 0, 0, 0, 0, 0, 0, 0])
    }
}
