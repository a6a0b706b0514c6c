//! The generic round of Keccak-p, of 200 to 1600 bits, over [`Lanes`], in the specification's names (FIPS 202, section 3.2). The plane
//! forms (`planes_line`, `planes_paper`), the compact ones (`compact`, `rolled`) and the hand-scheduled ones have texts of their own, which
//! the tests compare with this one.
//!
//! Pi moves no word (Cabral and López, section 4.2 and Algorithm 3). Each output plane of chi overwrites its five input words, in such an
//! order that the state is back in the plain order after two rounds. So a loop body is two rounds, and no register is moved to restore the
//! order. (The in-place form of `compact` has a cycle of four rounds. It made LLVM spill more.)
//!
//! The column parities for the next theta are summed up while chi writes the planes, which makes the chain from the last plane to theta the
//! shortest. Where one instruction adds three words, it waits for two planes. Elsewhere each plane is added at once, and fewer words are live:
//! on Emerald Rapids, four states in AVX2 take 1,577 core cycles a permutation, and 1,680 with additions of three.
//!
//! D is computed once for a column and added to its five words, even if one instruction could add three words. Adding three words at once
//! saves five operations, but keeps ten words live instead of five beside the 25 of the state, and 32 registers are not enough. On Zen 5,
//! four states take 860 core cycles with it and 800 without; with the order of steps found by search for Skylake-SP, 895.

use super::constants::RHO;
use lanes::{Isa, Lanes, Theta, Word};

/// The cell of lane (x, y) before round `r`, counted from the plain order.
///
/// The paper prints the cells of one plane: lane (x, 0) is in the cell of (2x, 2x). The only linear map that does this, and is the identity
/// again after the next round, is (2x + y, 2x + 3y).
#[inline(always)]
pub const fn place(r: usize, x: usize, y: usize) -> usize {
    if r.is_multiple_of(2) { x + 5 * y } else { (2 * x + y) % 5 + 5 * ((2 * x + 3 * y) % 5) }
}

/// The parity of each column (theta, step 1) of a state in the plain order.
#[inline(always)]
pub fn column_parities<V: Lanes>(s: &[V; 25]) -> [V; 5] {
    let mut c = [s[0]; 5];
    for x in 0..5 {
        c[x] = V::xor3(V::xor3(s[x], s[x + 5], s[x + 10]), s[x + 15], s[x + 20]);
    }
    c
}

/// Lane complementing (Keccak implementation overview, section 2.2): these six lanes are stored inverted, so that most
/// of chi's inversions cancel. For machines without an and-not instruction.
pub const COMPLEMENTED: [usize; 6] = [1, 2, 8, 12, 17, 20];

const fn is_complemented(lane: usize) -> bool {
    let mut i = 0;
    while i < COMPLEMENTED.len() {
        if COMPLEMENTED[i] == lane {
            return true;
        }
        i += 1;
    }
    false
}

/// Whether lane (x, y) after theta, rho and pi is inverted.
const fn b_is_complemented(x: usize, y: usize) -> bool {
    let (from_x, from_y) = ((x + 3 * y) % 5, x % 5);
    let mut parity = is_complemented(from_x + 5 * from_y);
    let mut row = 0;
    while row < 5 {
        parity ^= is_complemented((from_x + 4) % 5 + 5 * row) ^ is_complemented((from_x + 1) % 5 + 5 * row);
        row += 1;
    }
    parity
}

/// How chi combines b1 and b2 for output lane (x, y) of a complemented state, by De Morgan's laws. Bit 0: or instead of and; bit 1: b1 is
/// inverted; bit 2: the result is inverted.
const fn form(x: usize, y: usize) -> u8 {
    let flip = b_is_complemented(x, y) ^ is_complemented(x + 5 * y);
    let (q1, q2) = (b_is_complemented((x + 1) % 5, y), b_is_complemented((x + 2) % 5, y));
    match (q1, q2) {
        (true, false) => (flip as u8) << 2,
        (false, true) => (!flip as u8) << 2 | 0b01,
        (false, false) => (flip as u8) << 2 | 0b10,
        (true, true) => (!flip as u8) << 2 | 0b11,
    }
}

#[inline(always)]
fn chi<V: Lanes, const COMPLEMENT: bool, const FORM: u8>(b0: V, b1: V, b2: V) -> V {
    if !COMPLEMENT {
        return V::chi(b0, b1, b2);
    }
    let b1 = if FORM & 0b10 != 0 { b1.not() } else { b1 };
    let e = b0.xor(if FORM & 1 != 0 { b1.or(b2) } else { b1.and(b2) });
    if FORM & 0b100 != 0 { e.not() } else { e }
}

/// One round, from the order of round `R` (mod 2) to that of round `R + 1`. `c` has the column parities of the state, before and after.
#[inline(always)]
pub fn round<V: Lanes, const R: usize, const COMPLEMENT: bool>(s: &mut [V; 25], c: &mut [V; 5], rc: V) {
    let d = V::theta(c);
    // Lane (x, y) after theta, rho and pi.
    macro_rules! b {
        ($x:literal, $y:literal) => {{
            const X: usize = ($x + 3 * $y) % 5;
            s[const { place(R, X, $x) }].xor_rotl::<{ RHO[X + 5 * $x] }>(d[X])
        }};
    }
    // Writes an output plane to the cells of its operands.
    macro_rules! plane {
        ($y:literal, $iota:expr) => {{
            let b = [b!(0, $y), b!(1, $y), b!(2, $y), b!(3, $y), b!(4, $y)];
            let e = [
                add_some(chi::<V, COMPLEMENT, { form(0, $y) }>(b[0], b[1], b[2]), $iota),
                chi::<V, COMPLEMENT, { form(1, $y) }>(b[1], b[2], b[3]),
                chi::<V, COMPLEMENT, { form(2, $y) }>(b[2], b[3], b[4]),
                chi::<V, COMPLEMENT, { form(3, $y) }>(b[3], b[4], b[0]),
                chi::<V, COMPLEMENT, { form(4, $y) }>(b[4], b[0], b[1]),
            ];
            s[const { place(R + 1, 0, $y) }] = e[0];
            s[const { place(R + 1, 1, $y) }] = e[1];
            s[const { place(R + 1, 2, $y) }] = e[2];
            s[const { place(R + 1, 3, $y) }] = e[3];
            s[const { place(R + 1, 4, $y) }] = e[4];
            e
        }};
    }
    *c = if V::HAS_XOR3 {
        let p = add3(plane!(0, Some(rc)), plane!(1, None), plane!(3, None));
        add3(p, plane!(2, None), plane!(4, None))
    } else {
        let p = add(plane!(0, Some(rc)), plane!(1, None));
        let p = add(p, plane!(3, None));
        let p = add(p, plane!(2, None));
        add(p, plane!(4, None))
    };
}

#[inline(always)]
fn add_some<V: Lanes>(lane: V, other: Option<V>) -> V {
    match other {
        Some(other) => lane.xor(other),
        None => lane,
    }
}

#[inline(always)]
fn add<V: Lanes>(a: [V; 5], b: [V; 5]) -> [V; 5] {
    [a[0].xor(b[0]), a[1].xor(b[1]), a[2].xor(b[2]), a[3].xor(b[3]), a[4].xor(b[4])]
}

#[inline(always)]
fn add3<V: Lanes>(a: [V; 5], b: [V; 5], c: [V; 5]) -> [V; 5] {
    [
        V::xor3(a[0], b[0], c[0]),
        V::xor3(a[1], b[1], c[1]),
        V::xor3(a[2], b[2], c[2]),
        V::xor3(a[3], b[3], c[3]),
        V::xor3(a[4], b[4], c[4]),
    ]
}

/// Does the rounds with these constants, by hand-scheduled code if the token has some. The state is in the plain order, before and after.
#[inline(always)]
pub fn permute<I: Isa<W, N>, W: Word, const N: usize, const COMPLEMENT: bool>(
    isa: I,
    s: &mut [I::V; 25],
    constants: &[[W; 2]],
    theta: Theta,
) {
    if I::HAND_SCHEDULED {
        isa.keccak_rounds(s, constants, theta);
    } else {
        permute_generically::<I, W, N, COMPLEMENT>(isa, s, constants);
    }
}

/// As [`permute`], but never by hand-scheduled code: tests compare that code with this one.
#[inline(always)]
pub fn permute_generically<I: Isa<W, N>, W: Word, const N: usize, const COMPLEMENT: bool>(
    isa: I,
    s: &mut [I::V; 25],
    constants: &[[W; 2]],
) {
    let mut c = column_parities(s);
    for rc in constants {
        round::<I::V, 0, COMPLEMENT>(s, &mut c, isa.splat(rc[0]));
        round::<I::V, 1, COMPLEMENT>(s, &mut c, isa.splat(rc[1]));
    }
}
