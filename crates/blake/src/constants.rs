//! The constants of BLAKE. The 32-bit ones are parts of the 64-bit ones, so there are only two tables. Tests derive the digits of π and
//! compare the permutations with the reference.

/// Passes the words of a permutation σ0 to σ9 to a macro, as literals, because `message` of `lanes::QuadIsa` needs constants.
macro_rules! permutation {
    (0, $use:ident!($($more:tt)*)) => { $use!([0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15] $($more)*) };
    (1, $use:ident!($($more:tt)*)) => { $use!([14 10 4 8 9 15 13 6 1 12 0 2 11 7 5 3] $($more)*) };
    (2, $use:ident!($($more:tt)*)) => { $use!([11 8 12 0 5 2 15 13 10 14 3 6 7 1 9 4] $($more)*) };
    (3, $use:ident!($($more:tt)*)) => { $use!([7 9 3 1 13 12 11 14 2 6 5 10 4 0 15 8] $($more)*) };
    (4, $use:ident!($($more:tt)*)) => { $use!([9 0 5 7 2 4 10 15 14 1 11 12 6 8 3 13] $($more)*) };
    (5, $use:ident!($($more:tt)*)) => { $use!([2 12 6 10 0 11 8 3 4 13 7 5 15 14 1 9] $($more)*) };
    (6, $use:ident!($($more:tt)*)) => { $use!([12 5 1 15 14 13 4 10 0 7 6 3 9 2 8 11] $($more)*) };
    (7, $use:ident!($($more:tt)*)) => { $use!([13 11 7 14 12 1 3 9 5 0 15 4 8 6 2 10] $($more)*) };
    (8, $use:ident!($($more:tt)*)) => { $use!([6 15 14 9 11 3 0 8 12 2 13 7 1 4 10 5] $($more)*) };
    (9, $use:ident!($($more:tt)*)) => { $use!([10 2 8 4 7 6 1 5 15 11 9 14 3 12 13 0] $($more)*) };
}
pub(super) use permutation;

/// The same for BLAKE3: the words of its rounds 0 to 6. Each round permutes those of the round before.
macro_rules! permutation_3 {
    (0, $use:ident!($($more:tt)*)) => { $use!([0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15] $($more)*) };
    (1, $use:ident!($($more:tt)*)) => { $use!([2 6 3 10 7 0 4 13 1 11 12 5 9 14 15 8] $($more)*) };
    (2, $use:ident!($($more:tt)*)) => { $use!([3 4 10 12 13 2 7 14 6 5 9 0 11 15 8 1] $($more)*) };
    (3, $use:ident!($($more:tt)*)) => { $use!([10 7 12 9 14 3 13 15 4 0 11 2 5 8 1 6] $($more)*) };
    (4, $use:ident!($($more:tt)*)) => { $use!([12 13 9 11 15 10 14 8 7 2 5 3 0 1 6 4] $($more)*) };
    (5, $use:ident!($($more:tt)*)) => { $use!([9 14 11 5 8 12 15 1 13 3 0 10 2 6 4 7] $($more)*) };
    (6, $use:ident!($($more:tt)*)) => { $use!([11 15 5 0 1 9 8 6 14 10 2 12 3 4 7 13] $($more)*) };
}
pub(super) use permutation_3;

macro_rules! array {
    ([$($i:literal)*]) => { [$($i),*] };
}

/// σ0 to σ9.
pub const PERMUTATIONS: [[usize; 16]; 10] = [
    permutation!(0, array!()),
    permutation!(1, array!()),
    permutation!(2, array!()),
    permutation!(3, array!()),
    permutation!(4, array!()),
    permutation!(5, array!()),
    permutation!(6, array!()),
    permutation!(7, array!()),
    permutation!(8, array!()),
    permutation!(9, array!()),
];

/// The first 1024 bits of the fractional part of π.
#[rustfmt::skip]
pub static PI_64: [u64; 16] = [
    0x243f_6a88_85a3_08d3, 0x1319_8a2e_0370_7344, 0xa409_3822_299f_31d0, 0x082e_fa98_ec4e_6c89,
    0x4528_21e6_38d0_1377, 0xbe54_66cf_34e9_0c6c, 0xc0ac_29b7_c97c_50dd, 0x3f84_d5b5_b547_0917,
    0x9216_d5d9_8979_fb1b, 0xd131_0ba6_98df_b5ac, 0x2ffd_72db_d01a_dfb7, 0xb8e1_afed_6a26_7e96,
    0xba7c_9045_f12c_7f99, 0x24a1_9947_b391_6cf7, 0x0801_f2e2_858e_fc16, 0x6369_20d8_7157_4e69,
];

/// The first 512 bits of the fractional part of π.
pub static PI_32: [u32; 16] = {
    let mut words = [0; 16];
    let mut i = 0;
    while i < 16 {
        words[i] = (PI_64[i / 2] >> (32 * (1 - i % 2))) as u32;
        i += 1;
    }
    words
};

/// For each of ten rounds: the constants of the four rows of sums, which are the columns' and the diagonals', each for both halves of G.
/// (The diagonals begin with the one of the third row's last word, because the second row does not rotate.)
const fn rows<W: Copy>(pi: &[W; 16]) -> [[[W; 4]; 4]; 10] {
    let mut rows = [[[pi[0]; 4]; 4]; 10];
    let mut round = 0;
    while round < 10 {
        let mut lane = 0;
        while lane < 4 {
            let (column, diagonal) = (2 * lane, 8 + 2 * ((lane + 3) % 4));
            let of = PERMUTATIONS[round];
            rows[round][0][lane] = pi[of[column + 1]];
            rows[round][1][lane] = pi[of[column]];
            rows[round][2][lane] = pi[of[diagonal + 1]];
            rows[round][3][lane] = pi[of[diagonal]];
            lane += 1;
        }
        round += 1;
    }
    rows
}
pub static ROWS_32: [[[u32; 4]; 4]; 10] = rows(&PI_32);
pub static ROWS_64: [[[u64; 4]; 4]; 10] = rows(&PI_64);
