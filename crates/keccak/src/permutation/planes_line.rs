//! One message in five registers without any transposition: the rotating line.
//!
//! Lane (x, y) is kept in register `a x + b y` at position `c x + d y`, all modulo 5. Pi is linear on the 5 x 5 slice and takes lines
//! through the origin to lines through the origin. So the lanes of a register stay together in a register, and pi is a new name for the
//! layout: (a, b, c, d) becomes (a + b, 3a, c + d, 3c). Only rotations of the five lanes inside a register remain: P1 aligns the rows for
//! chi, P2 the columns for the next theta. After six rounds the layout is planes again with the lanes at twice their position. The last
//! round of the six corrects this in selections that it needs anyway, so six rounds make a loop.
//!
//! In five of the six rounds, the columns are aligned for theta. In the other one, the registers hold sheets, and theta moves the parities
//! across them.

use super::constants::RHO;
use lanes::{LaneMap, Plane, PlaneIsa};

/// One of the six rounds, derived from its layout.
struct Round {
    /// The register that holds sheet x, in the round whose theta works on sheets.
    sheets: Option<[usize; 5]>,
    /// Moves the parity of column x - 1 to x, and that of column x + 1 to x.
    left: LaneMap,
    right: LaneMap,
    /// The distances of rho for each lane of each register.
    rho: [[u64; 8]; 5],
    /// If each register is a row: the register of row y. Then `maps` select the three operands of chi from it.
    row: Option<[usize; 5]>,
    /// Otherwise rows lie across the registers: `maps` rotate register i (P1), it is combined with the registers `step` and `2 step` further
    /// on, and `maps` rotate the result (P2).
    step: usize,
    maps: [[LaneMap; 3]; 5],
}

const fn inverse(n: usize) -> usize {
    [0, 1, 3, 2, 4][n % 5]
}

const fn negative(n: usize) -> usize {
    (5 - n % 5) % 5
}

/// The distances of rho, in memory. Everything else of a round becomes code.
static RHO_OF: [[[u64; 8]; 5]; 6] = RHO_KNOWN;
const RHO_KNOWN: [[[u64; 8]; 5]; 6] = {
    let mut rho = [[[0; 8]; 5]; 6];
    let mut i = 0;
    while i < 6 {
        rho[i] = ROUNDS[i].rho;
        i += 1;
    }
    rho
};

const ROUNDS: [Round; 6] = rounds();

const fn rounds() -> [Round; 6] {
    let layout0 = (0, 1, 1, 0);
    let (r0, layout1) = derive(layout0);
    let (r1, layout2) = derive(layout1);
    let (r2, layout3) = derive(layout2);
    let (r3, layout4) = derive(layout3);
    let (r4, layout5) = derive(layout4);
    let (r5, layout6) = derive(layout5);
    assert!(matches!(layout6, (0, 1, 1, 0)));
    [r0, r1, r2, r3, r4, r5]
}

const fn derive((a, b, c, d): (usize, usize, usize, usize)) -> (Round, (usize, usize, usize, usize)) {
    let mut rho = [[0; 8]; 5];
    let mut lane = 0;
    while lane < 25 {
        let (x, y) = (lane % 5, lane / 5);
        rho[(a * x + b * y) % 5][(c * x + d * y) % 5] = RHO[lane] as u64;
        lane += 1;
    }
    let sheets = if d == 0 { None } else { Some([0, a % 5, 2 * a % 5, 3 * a % 5, 4 * a % 5]) };
    assert!(if d == 0 { b != 0 && c != 0 } else { b == 0 && c == 0 });
    let (left, right) = (LaneMap::rotation(c), LaneMap::rotation(negative(c)));

    let (a2, b2, c2, d2) = ((a + b) % 5, 3 * a % 5, (c + d) % 5, 3 * c % 5);
    let mut maps = [[LaneMap::rotation(0); 3]; 5];
    let mut i = 0;
    if a2 == 0 {
        let mut row = [0; 5];
        while i < 5 {
            let y = i * inverse(b2) % 5;
            let mut k = 0;
            while k < 3 {
                // Position x of the result becomes lane x again.
                let mut from = [0, 0, 0, 0, 0, 5, 6, 7];
                let mut x = 0;
                while x < 5 {
                    from[x] = ((c2 * (x + k) + d2 * y) % 5) as u64;
                    x += 1;
                }
                maps[i][k] = LaneMap::new(from);
                k += 1;
            }
            row[y] = i;
            i += 1;
        }
        return (Round { sheets, left, right, rho, row: Some(row), step: 0, maps }, (0, 1, 1, 0));
    }
    let m = negative(c2) * inverse(a2) % 5;
    let d3 = (d2 + m * b2) % 5;
    let n = if b2 == 0 { 0 } else { negative(d3) * inverse(b2) % 5 };
    while i < 5 {
        (maps[i][0], maps[i][1]) = (LaneMap::rotation(m * i), LaneMap::rotation(n * i));
        i += 1;
    }
    let next = if b2 == 0 { (a2, 0, 0, d3) } else { (a2, b2, n * a2 % 5, 0) };
    (Round { sheets, left, right, rho, row: None, step: a2, maps }, next)
}

#[inline(always)]
pub fn six_rounds<I: PlaneIsa>(isa: I, z: &mut [I::P; 5], constants: &[[u64; 2]; 3]) {
    round::<I, 0>(isa, z, constants[0][0]);
    round::<I, 1>(isa, z, constants[0][1]);
    round::<I, 2>(isa, z, constants[1][0]);
    round::<I, 3>(isa, z, constants[1][1]);
    round::<I, 4>(isa, z, constants[2][0]);
    round::<I, 5>(isa, z, constants[2][1]);
}

#[inline(always)]
fn round<I: PlaneIsa, const R: usize>(isa: I, z: &mut [I::P; 5], rc: u64) {
    type M<I> = <I as PlaneIsa>::P;
    // theta
    let mut t = *z;
    if let Some(sheets) = const { ROUNDS[R].sheets } {
        let p = M::<I>::parities([z[sheets[0]], z[sheets[1]], z[sheets[2]], z[sheets[3]], z[sheets[4]]]);
        macro_rules! add {
            ($($x:literal)*) => { $(
                t[sheets[$x]] = M::<I>::xor3_low5(z[sheets[$x]], p[($x + 4) % 5], p[($x + 1) % 5].rotl::<1>());
            )* };
        }
        add!(1 2 3 4 0);
    } else {
        let c = M::<I>::xor3(M::<I>::xor3(z[0], z[1], z[2]), z[3], z[4]);
        let left = c.select(const { ROUNDS[R].left });
        let right = c.rotl::<1>().select(const { ROUNDS[R].right });
        macro_rules! add {
            ($($i:literal)*) => { $( t[$i] = M::<I>::xor3(z[$i], left, right); )* };
        }
        add!(1 2 3 4 0);
    }
    // rho
    macro_rules! rho {
        ($($i:literal)*) => { $(
            let by = if I::KNOWS_ROTATIONS { const { &RHO_KNOWN[R][$i] } } else { const { &RHO_OF[R][$i] } };
            t[$i] = t[$i].rotl_each(by);
        )* };
    }
    rho!(1 2 3 4 0);
    // pi is the new layout; chi and iota. (Each map by value: a reference would link all maps of all rounds.)
    macro_rules! select {
        ($lanes:expr, $i:literal $k:literal) => {
            $lanes.select(const { ROUNDS[R].maps[$i][$k] })
        };
    }
    if let Some(row) = const { ROUNDS[R].row } {
        let mut e = t;
        macro_rules! chi {
            ($($i:literal)*) => { $( {
                let first = select!(t[$i], $i 0);
                let first = if $i == 0 { first.xor(isa.low(rc)) } else { first };
                e[$i] = M::<I>::chi(first, select!(t[$i], $i 1), select!(t[$i], $i 2));
            } )* };
        }
        chi!(1 2 3 4 0);
        *z = [e[row[0]], e[row[1]], e[row[2]], e[row[3]], e[row[4]]];
    } else {
        let step = const { ROUNDS[R].step };
        macro_rules! align {
            ($($i:literal)*) => { $( t[$i] = select!(t[$i], $i 0); )* };
        }
        align!(1 2 3 4);
        macro_rules! chi {
            ($($i:literal)*) => { $( {
                let first = if $i == 0 { t[0].xor(isa.low(rc)) } else { t[$i] };
                z[$i] = select!(M::<I>::chi(first, t[($i + step) % 5], t[($i + 2 * step) % 5]), $i 1);
            } )* };
        }
        chi!(1 2 3 4 0);
    }
}
