//! The trait of planes: five lanes of one Keccak state in registers.

use crate::{Rows, Token, sealed::Sealed};

/// The source of each lane of a result: 0 to 7 for a lane of the first operand, 8 to 15 for one of the second. Constants only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub struct LaneMap(pub [u64; 8]);

impl LaneMap {
    /// `out[l] = in[from[l]]`.
    ///
    /// # Panics
    /// If an index is above 15: in a constant, a compile-time error.
    #[must_use]
    pub const fn new(from: [u64; 8]) -> Self {
        let mut l = 0;
        while l < 8 {
            assert!(from[l] < 16);
            l += 1;
        }
        Self(from)
    }

    /// The rotation of five lanes by `m`: `out[l] = in[l - m]`, indices modulo 5; lanes 5 to 7 stay.
    #[must_use]
    pub const fn rotation(m: usize) -> Self {
        let mut from = [0, 0, 0, 0, 0, 5, 6, 7];
        let mut l = 0;
        while l < 5 {
            from[l] = ((l + 5 - m % 5) % 5) as u64;
            l += 1;
        }
        Self(from)
    }
}

/// Five lanes of one state, e.g. a plane, a sheet or another line of the 5 x 5 slice. If the register has lanes 5 to 7, their contents are
/// undefined between steps.
pub trait Plane: Copy + Sealed {
    /// `self ^ rhs`
    #[must_use]
    fn xor(self, rhs: Self) -> Self;
    /// `a ^ b ^ c`
    #[inline(always)]
    fn xor3(a: Self, b: Self, c: Self) -> Self {
        a.xor(b).xor(c)
    }
    /// `a ^ (!b & c)`
    fn chi(a: Self, b: Self, c: Self) -> Self;
    /// Rotates each lane left by `L`, 1 to 63.
    #[must_use]
    fn rotl<const L: u32>(self) -> Self;
    /// Rotates lane `i` left by `by[i]`, 0 to 63.
    #[must_use]
    fn rotl_each(self, by: &'static [u64; 8]) -> Self;
    /// A permutation of lanes within the register (`vpermq`); `map` uses the first operand only.
    #[must_use]
    fn select(self, map: LaneMap) -> Self;
    /// For five registers with a column's lanes each: the column's parity, in all five lanes of its register.
    #[inline(always)]
    fn parities(sheets: [Self; 5]) -> [Self; 5] {
        let mut out = sheets;
        for p in &mut out {
            let v = *p;
            let two = v.xor(v.select(const { LaneMap::rotation(1) }));
            let four = two.xor(two.select(const { LaneMap::rotation(2) }));
            *p = four.xor(v.select(const { LaneMap::rotation(4) }));
        }
        out
    }
    /// `a ^ b ^ c` in lanes 0 to 4; lanes 5 to 7 are those of `a`, whatever those of `b` and `c` are.
    #[inline(always)]
    fn xor3_low5(a: Self, b: Self, c: Self) -> Self {
        Self::xor3(a, b, c)
    }
}

/// A token with planes.
pub trait PlaneIsa: Token {
    /// The plane.
    type P: Plane;
    /// Whether the compiler must know the distances of rotations, of which it then makes immediates; if not, they may be in memory.
    const KNOWS_ROTATIONS: bool = false;
    /// Loads lanes 0 to 4; the others are 0.
    fn load_plane(self, lanes: &[u64; 5]) -> Self::P;
    /// Stores lanes 0 to 4.
    fn store_plane(self, p: Self::P, lanes: &mut [u64; 5]);
    /// `word` in lane 0, the others 0.
    fn low(self, word: u64) -> Self::P;
    /// The first `count`, at most five, words of the row from byte `at`; the other lanes are 0.
    ///
    /// # Panics
    /// If the row does not reach to `at + 8 * count`.
    #[inline(always)]
    fn load_row(self, row: &Rows<'_, 1>, at: usize, count: usize) -> Self::P {
        let mut lanes = [0; 5];
        for (i, lane) in lanes.iter_mut().enumerate() {
            if i < count {
                *lane = row.words(at + 8 * i)[0];
            }
        }
        self.load_plane(&lanes)
    }
}
