//! SHA-2 of one message: the rounds in the integer unit, in assembler. The files say what is in which register.

use core::arch::naked_asm;

macro_rules! sha512 {
    ($($(#[$doc:meta])* $name:ident = $($file:literal)*;)*) => { $(
        $(#[$doc])*
        ///
        /// # Safety
        /// The processor has the instructions. `state` is 8 words; `data` has 128 bytes for each of `blocks`, which is not 0; `constants`
        /// are 80 words; `sums` is room for 160.
        #[unsafe(naked)]
        pub(crate) unsafe extern "sysv64" fn $name(state: *mut u64, data: *const u8, blocks: usize, constants: *const u64, sums: *mut u64) {
            naked_asm!(include_str!("frame.s"), include_str!("deal.s"), include_str!("sha2.s"), $(include_str!($file),)* options(raw))
        }
    )* };
}

sha512! {
    /// SHA-512 after Intel's white paper, the schedule of a block in 128-bit registers, during its rounds (SSE4.1).
    sha512_sse41 = "sha512_sse41.s" "sha512_one.s";
    /// The same with AVX.
    sha512_avx = "sha512_avx.s" "sha512_one.s";
    /// SHA-512, two blocks at a time: their schedules in 256-bit registers, during the first one's rounds (AVX2, BMI1, BMI2).
    sha512_avx2 = "sha512_avx2.s" "sha512_two.s";
    /// The same with AVX-512F and VL, too.
    sha512_avx512vl = "sha512_avx512vl.s" "sha512_two.s";
}

macro_rules! sha256 {
    ($($(#[$doc:meta])* $name:ident = $file:literal;)*) => { $(
        $(#[$doc])*
        #[unsafe(naked)]
        pub(crate) unsafe extern "sysv64" fn $name(state: *mut u32, sums: *const u32, blocks: usize) {
            naked_asm!(include_str!("frame.s"), include_str!("sha2.s"), include_str!($file), include_str!("sha256_sums.s"), options(raw))
        }
    )* };
}

sha256! {
    /// SHA-256, the rounds of the blocks whose sums W + K these are.
    ///
    /// # Safety
    /// `state` is 8 words; `sums` is 4 words for each of 64 rounds, one for each block; `blocks` is 1 to 4.
    sha256_4 = "sha256_4.s";
    /// The same with the sums of eight blocks, and rotations into other registers (BMI1, BMI2).
    ///
    /// # Safety
    /// The processor has the instructions. `state` is 8 words; `sums` is 8 words for each of 64 rounds, one for each block;
    /// `blocks` is 1 to 8.
    sha256_8 = "sha256_8.s";
}
