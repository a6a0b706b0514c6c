//! SHA-512 of one message, in assembler: the schedule in the vector unit, in step with the rounds in the integer unit. After the white
//! paper "Fast SHA512 Implementations on Intel Architecture Processors" (2012) for SSE4.1, AVX and AVX2, extended to later instructions.
//! The `.s` files say which register holds what.

use crate::constants::K_512;
use core::arch::naked_asm;
use core::mem::MaybeUninit;
use lanes::x86::{Avx, Avx2, Avx512Vl, Sse41};
use lanesum_batch::md::compression::CompressOne;
use lanesum_batch::wipe::wipe;

/// W\[t\] + K\[t\] of two blocks: two neighbouring words of the first one, then two of the second. Forms that take one block at a time use
/// half of the room. Aligned so that no register is stored across two cache lines: later loads of such words would be delayed.
#[repr(align(64))]
struct Sums([[u64; 4]; 40]);

/// One message, scheduled by hand. The vector unit adds the constants, and passes the sums through memory.
pub struct ByHand;

macro_rules! by_hand {
    ($($(#[$doc:meta])* $token:ident: $function:ident = $($file:literal)*;)*) => { $(
        impl CompressOne<$token, [u64; 8]> for ByHand {
            #[inline]
            fn compress(_: $token, state: &mut [u64; 8], data: &[u8]) {
                let blocks = data.len() / 128;
                if blocks == 0 {
                    return;
                }
                let mut sums = MaybeUninit::<Sums>::uninit();
                // SAFETY: the token proves the instructions; the data has this many blocks; the arrays have these lengths.
                unsafe { $function(state.as_mut_ptr(), data.as_ptr(), blocks, K_512.as_ptr(), sums.as_mut_ptr().cast()) };
                if cfg!(feature = "zeroize") {
                    wipe(sums.write(Sums([[0; 4]; 40])).0.as_flattened_mut());
                }
            }
        }

        $(#[$doc])*
        ///
        /// # Safety
        /// The processor has the instructions. `state` is 8 words; `data` has 128 bytes for each of `blocks`, which is not 0; `constants`
        /// are 80 words; `sums` is room for 160.
        #[unsafe(naked)]
        unsafe extern "sysv64" fn $function(state: *mut u64, data: *const u8, blocks: usize, constants: *const u64, sums: *mut u64) {
            naked_asm!(include_str!("frame.s"), include_str!("deal.s"), include_str!("sha2.s"), $(include_str!($file),)* options(raw))
        }
    )* };
}

by_hand! {
    /// SHA-512 after Intel's white paper, the schedule of a block in 128-bit registers, during its rounds (SSE4.1).
    Sse41: sha512_sse41 = "sha512_sse41.s" "sha512_one.s";
    /// As [`sha512_sse41`], with AVX.
    Avx: sha512_avx = "sha512_avx.s" "sha512_one.s";
    /// SHA-512, two blocks at a time: their schedules in 256-bit registers, during the first one's rounds (AVX2, BMI1, BMI2).
    Avx2: sha512_avx2 = "sha512_avx2.s" "sha512_two.s";
    /// As [`sha512_avx2`], also with AVX-512F and VL.
    Avx512Vl: sha512_avx512vl = "sha512_avx512vl.s" "sha512_two.s";
}
