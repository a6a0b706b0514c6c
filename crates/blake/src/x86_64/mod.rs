//! BLAKE of one message, in assembler: its words in the integer unit, the sums of message words and constants in the vector unit. The files
//! say which register holds what.

use crate::constants::{PERMUTATIONS, PI_32, PI_64};
use crate::words::STATE;
use core::arch::naked_asm;
use lanes::x86::Avx;
use lanesum_batch::md::compression::CompressOne;

/// One message, with its words in the integer unit, scheduled by hand.
pub struct ByHand;

macro_rules! by_hand {
    ($($word:ty: $function:ident)*) => { $(
        impl CompressOne<Avx, [$word; STATE]> for ByHand {
            fn compress(_: Avx, state: &mut [$word; STATE], data: &[u8]) {
                let blocks = data.len() / (16 * size_of::<$word>());
                if blocks == 0 {
                    return;
                }
                // SAFETY: the token proves AVX; the data has as many blocks; the state has this length.
                unsafe { $function(state.as_mut_ptr(), data.as_ptr(), blocks) };
            }
        }
    )* };
}

by_hand!(u32: blake256 u64: blake512);

/// A table of the assembler: the constants in the order of rounds 0 to 9, the constants, and the byte order of big-endian words.
#[repr(C, align(64))]
struct Table<W>([[W; 16]; 11], [u8; 16]);

const fn table<W: Copy>(pi: [W; 16]) -> Table<W> {
    let (mut rows, mut order, mut k) = ([pi; 11], [0; 16], 0);
    while k < 160 {
        // In a G, word m[σ(2i)] meets constant c[σ(2i+1)], and word m[σ(2i+1)] constant c[σ(2i)].
        rows[k / 16][k % 16] = pi[PERMUTATIONS[k / 16][(k % 16) ^ 1]];
        k += 1;
    }
    k = 0;
    while k < 16 {
        #[allow(clippy::cast_possible_truncation)] // at most 15
        (order[k] = (k ^ (size_of::<W>() - 1)) as u8);
        k += 1;
    }
    Table(rows, order)
}

static BLAKE512: Table<u64> = table(PI_64);
static BLAKE256: Table<u32> = table(PI_32);

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
