//! BLAKE of one message, in assembler: its words in the integer unit, the sums of message words and constants in the vector unit. The files
//! say which register holds what.

use core::arch::naked_asm;
use lanes::x86::Avx;
use lanes::{Rows, Token};

/// A token with hand-scheduled code for BLAKE with words `W`.
pub trait BlakeIsa<W>: Token {
    /// Applies the compression function to all whole blocks of the row. The state is the chaining value, the salt, and the count of bits
    /// before the next block, its low word first.
    fn blake(self, state: &mut [W; 14], row: &Rows<'_, 1>);
}

macro_rules! blake_isa {
    ($($word:ty: $function:ident)*) => { $(
        impl BlakeIsa<$word> for Avx {
            fn blake(self, state: &mut [$word; 14], row: &Rows<'_, 1>) {
                let block = 16 * size_of::<$word>();
                let blocks = row.len() / block;
                if blocks == 0 {
                    return;
                }
                let [data] = row.at(0, block * blocks);
                // SAFETY: the token proves AVX; `at` has checked the bytes of all blocks; the state has this length.
                unsafe { $function(state.as_mut_ptr(), data, blocks) };
            }
        }
    )* };
}

blake_isa!(u32: blake256 u64: blake512);

/// A table of the assembler: the constants in the order of rounds 0 to 9, the constants, and the byte order of big-endian words.
#[repr(C, align(64))]
struct Table<W>([[W; 16]; 11], [u8; 16]);

/// The permutations of the proposal, section 2.1.2.
#[rustfmt::skip]
const SIGMA: [[usize; 16]; 10] = [
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
    [14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3],
    [11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4],
    [7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8],
    [9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13],
    [2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9],
    [12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11],
    [13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10],
    [6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5],
    [10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0],
];

macro_rules! table {
    ($word:ident, [$($constant:literal)*]) => {{
        let (constants, size): ([$word; 16], usize) = ([$($constant),*], size_of::<$word>());
        let (mut rows, mut order, mut k) = ([constants; 11], [0; 16], 0);
        while k < 160 {
            // In a G, word m[σ(2i)] meets constant c[σ(2i+1)], and word m[σ(2i+1)] constant c[σ(2i)].
            rows[k / 16][k % 16] = constants[SIGMA[k / 16][k % 16 ^ 1]];
            k += 1;
        }
        k = 0;
        while k < 16 {
            #[allow(clippy::cast_possible_truncation)] // at most 15
            (order[k] = (k ^ (size - 1)) as u8);
            k += 1;
        }
        Table(rows, order)
    }};
}

/// c0 to c15 of the proposal are the fractional part of π.
#[rustfmt::skip]
static BLAKE512: Table<u64> = table!(u64, [
    0x243f_6a88_85a3_08d3 0x1319_8a2e_0370_7344 0xa409_3822_299f_31d0 0x082e_fa98_ec4e_6c89
    0x4528_21e6_38d0_1377 0xbe54_66cf_34e9_0c6c 0xc0ac_29b7_c97c_50dd 0x3f84_d5b5_b547_0917
    0x9216_d5d9_8979_fb1b 0xd131_0ba6_98df_b5ac 0x2ffd_72db_d01a_dfb7 0xb8e1_afed_6a26_7e96
    0xba7c_9045_f12c_7f99 0x24a1_9947_b391_6cf7 0x0801_f2e2_858e_fc16 0x6369_20d8_7157_4e69
]);

#[rustfmt::skip]
static BLAKE256: Table<u32> = table!(u32, [
    0x243f_6a88 0x85a3_08d3 0x1319_8a2e 0x0370_7344 0xa409_3822 0x299f_31d0 0x082e_fa98 0xec4e_6c89
    0x4528_21e6 0x38d0_1377 0xbe54_66cf 0x34e9_0c6c 0xc0ac_29b7 0xc97c_50dd 0x3f84_d5b5 0xb547_0917
]);

/// BLAKE-384 and BLAKE-512.
///
/// # Safety
/// The processor has AVX. `state` is 14 words, chaining value, salt and the count of bits before the first block; `data` has 128
/// bytes for each of `blocks`, which is not 0.
#[unsafe(naked)]
unsafe extern "sysv64" fn blake512(state: *mut u64, data: *const u8, blocks: usize) {
    naked_asm!(
        include_str!("frame.s"),
        include_str!("deal.s"),
        include_str!("blake512.s"),
        table = sym BLAKE512
    )
}

/// BLAKE-224 and BLAKE-256.
///
/// # Safety
/// The processor has AVX. `state` is 14 words, chaining value, salt and the count of bits before the first block; `data` has 64
/// bytes for each of `blocks`, which is not 0.
#[unsafe(naked)]
unsafe extern "sysv64" fn blake256(state: *mut u32, data: *const u8, blocks: usize) {
    naked_asm!(
        include_str!("frame.s"),
        include_str!("deal.s"),
        include_str!("blake256.s"),
        table = sym BLAKE256
    )
}
