//! One message in five 512-bit registers as the AVX-512 paper has it (Cabral and López, section 4.1): planes for theta,
//! sheets for chi, and its Algorithm 1, as printed, to get from the sheets back to the planes.
//!
//! The paper prints neither its index vectors P1 to P8 nor, in our copy, the figure of the state after pi. Both follow from the lanes that
//! each line of the algorithm must provide for later lines, and are derived below. Two errors of the text are corrected, as Keccak
//! requires: chi's indices are modulo 5, and theta rotates the parity of the right neighbour by one bit, not that of the left.

use lanes::{LaneMap, ModelPlane, Plane, PlaneIsa};
use lanesum_keccak::permutation::constants::RHO;
use lanesum_keccak::permutation::planewise::OnPlanes;

/// Planes with operations that mix two registers.
pub trait PlaneMix: Plane {
    /// Lanes from two registers (`vpermt2q`, the paper's PRBLEND).
    fn select2(a: Self, b: Self, map: LaneMap) -> Self;
    /// Lane `i` from `b` where bit `i` of `MASK` is set, otherwise from `a` (`vpblendmq`, the paper's BLEND).
    fn blend<const MASK: u8>(a: Self, b: Self) -> Self;
}

/// Arrays, on which tests run the round.
impl PlaneMix for ModelPlane {
    fn select2(a: Self, b: Self, map: LaneMap) -> Self {
        Self(map.0.map(|from| if from < 8 { a.0[from as usize] } else { b.0[from as usize - 8] }))
    }
    fn blend<const MASK: u8>(a: Self, b: Self) -> Self {
        Self(core::array::from_fn(|i| if MASK >> i & 1 == 1 { b.0[i] } else { a.0[i] }))
    }
}

/// Algorithm 1 in each round.
pub struct Paper;

impl<I: PlaneIsa<P: PlaneMix>> OnPlanes<I> for Paper {
    #[inline(always)]
    fn permute(isa: I, z: &mut [I::P; 5], constants: &[[u64; 2]]) {
        for pair in constants {
            for &rc in pair {
                round(isa, z, rc);
            }
        }
    }
}

/// The lanes in a register, as `x + 5 * y`; `NONE` for a lane that does not matter.
type Contents = [u8; 8];
const NONE: u8 = 255;

/// After pi and chi, register x is sheet x, with row y in lane y.
const fn sheet(x: u8) -> Contents {
    [x, x + 5, x + 10, x + 15, x + 20, NONE, NONE, NONE]
}

/// The index vector that selects `want` from two registers.
const fn pick(a: Contents, b: Contents, want: Contents) -> LaneMap {
    let mut from = [0; 8];
    let mut l = 0;
    while l < 8 {
        if want[l] == NONE {
            from[l] = l as u64;
        } else {
            let mut i = 0;
            while (if i < 8 { a[i] } else { b[i - 8] }) != want[l] {
                i += 1;
            }
            from[l] = i as u64;
        }
        l += 1;
    }
    LaneMap::new(from)
}

const fn blended(mask: u8, a: Contents, b: Contents) -> Contents {
    let mut out = a;
    let mut l = 0;
    while l < 8 {
        if mask >> l & 1 == 1 {
            out[l] = b[l];
        }
        l += 1;
    }
    out
}

const fn plane(y: u8) -> Contents {
    [5 * y, 5 * y + 1, 5 * y + 2, 5 * y + 3, 5 * y + 4, NONE, NONE, NONE]
}

// Lines 1 and 2 must each carry four rows' worth of two sheets, so that lines 3 and 4 can put rows 0 and 2 into T3 and
// the rest into T4: row 1 whole, and of rows 3 and 4 what T5 (sheets 1 and 3) does not bring. Line 10 takes lanes 4 to 7
// of T4 for row 3, and line 9 overwrites its lane 4, so sheet 2's row 3 must be there.
const T1: Contents = [0, 1, 5, 6, 10, 11, 15, 20];
const T2: Contents = [7, 8, 2, 3, 17, 22, 12, 13];
const T3: Contents = blended(0xcc, T1, T2);
const T4: Contents = blended(0x33, T1, T2);
const T5: Contents = [16, 18, 21, 23, NONE, NONE, NONE, NONE];
const T2_AFTER: Contents = blended(0x10, T4, sheet(4));
const T3_AFTER: Contents = blended(0x0f, T4, T5);

const P1: LaneMap = pick(sheet(0), sheet(1), T1);
const P2: LaneMap = pick(sheet(2), sheet(3), T2);
const P3: LaneMap = pick(sheet(1), sheet(3), T5);
const P4: LaneMap = pick(T3, sheet(4), plane(0));
const P5: LaneMap = pick(T4, sheet(4), plane(1));
const P6: LaneMap = pick(T3, sheet(4), plane(2));
const P7: LaneMap = pick(T3_AFTER, sheet(4), plane(3));
const P8: LaneMap = pick(T2_AFTER, T5, plane(4));

/// The distances of rho for plane y.
static RHO_OF_PLANE: [[u64; 8]; 5] = {
    let mut rho = [[0; 8]; 5];
    let mut lane = 0;
    while lane < 25 {
        rho[lane / 5][lane % 5] = RHO[lane] as u64;
        lane += 1;
    }
    rho
};

/// Pi of plane y: lane (x, y) becomes row 2x + 3y of sheet y, so row l comes from x = 3l + y.
const fn pi_of_plane(y: u64) -> LaneMap {
    let mut from = [0, 0, 0, 0, 0, 5, 6, 7];
    let mut l = 0;
    while l < 5 {
        from[l] = (3 * l as u64 + y) % 5;
        l += 1;
    }
    LaneMap::new(from)
}

#[inline(always)]
fn round<I: PlaneIsa>(isa: I, z: &mut [I::P; 5], rc: u64)
where
    I::P: PlaneMix,
{
    type M<I> = <I as PlaneIsa>::P;
    // theta
    let c = M::<I>::xor3(M::<I>::xor3(z[0], z[1], z[2]), z[3], z[4]);
    let c1 = c.select(const { LaneMap::rotation(1) });
    let c2 = c.select(const { LaneMap::rotation(4) }).rotl::<1>();
    // theta's addition, rho, pi
    macro_rules! plane_to_sheet {
        ($y:literal) => {
            M::<I>::xor3(z[$y], c1, c2).rotl_each(&RHO_OF_PLANE[$y]).select(const { pi_of_plane($y) })
        };
    }
    let b = [plane_to_sheet!(0), plane_to_sheet!(1), plane_to_sheet!(2), plane_to_sheet!(3), plane_to_sheet!(4)];
    // chi
    let z0 = M::<I>::chi(b[0], b[1], b[2]);
    let z1 = M::<I>::chi(b[1], b[2], b[3]);
    let z2 = M::<I>::chi(b[2], b[3], b[4]);
    let z3 = M::<I>::chi(b[3], b[4], b[0]);
    let z4 = M::<I>::chi(b[4], b[0], b[1]);
    // Algorithm 1
    let t1 = M::<I>::select2(z0, z1, P1);
    let t2 = M::<I>::select2(z2, z3, P2);
    let t3 = M::<I>::blend::<0xcc>(t1, t2);
    let t4 = M::<I>::blend::<0x33>(t1, t2);
    let t5 = M::<I>::select2(z1, z3, P3);
    z[0] = M::<I>::select2(t3, z4, P4);
    z[1] = M::<I>::select2(t4, z4, P5);
    z[2] = M::<I>::select2(t3, z4, P6);
    let t2 = M::<I>::blend::<0x10>(t4, z4);
    let t3 = M::<I>::blend::<0x0f>(t4, t5);
    z[3] = M::<I>::select2(t3, z4, P7);
    z[4] = M::<I>::select2(t2, t5, P8);
    // iota
    z[0] = z[0].xor(isa.low(rc));
}
