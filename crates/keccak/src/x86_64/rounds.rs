//! Keccak-p\[1600\], and with 32-bit words Keccak-p\[800\] (or shorter lanes, repeated to fill a word), on one state in memory, with its
//! column parities in registers, in assembler. The order of instructions is the fastest of those tried on the processor itself. The files
//! say which register holds what.

use core::arch::naked_asm;

macro_rules! sponge {
    ($($(#[$doc:meta])* $name:ident($word:ident) = $words:literal $rounds:literal;)*) => { $(
        $(#[$doc])*
        ///
        /// For each of `blocks` blocks: adds the next `lanes` words of `row` to the state, and does the rounds whose constants lie from
        /// `begin` to `end`.
        ///
        /// # Safety
        /// The processor has the instructions. `state` is 25 words; `row` has as many bytes as the blocks; `blocks` is not 0, `lanes`
        /// at most 25; from `begin` to `end` is an even number of words, not 0.
        #[unsafe(naked)]
        pub unsafe extern "sysv64" fn $name(
            state: *mut $word,
            row: *const u8,
            blocks: usize,
            lanes: usize,
            begin: *const $word,
            end: *const $word,
        ) {
            naked_asm!(include_str!("frame.s"), include_str!($words), include_str!($rounds), include_str!("one.s"), options(raw))
        }
    )* };
}

sponge! {
    /// Three planes in the integer unit, two in the vector unit at the same time (BMI1, BMI2, AVX-512F and VL).
    integer_and_vector(u64) = "words_64.s" "split.s";
    /// In the integer unit alone (BMI1, BMI2).
    integer(u64) = "words_64.s" "alone.s";
    /// Three planes in the integer unit, two in the vector unit at the same time (BMI1, BMI2, AVX-512F and VL).
    integer_and_vector_32(u32) = "words_32.s" "split.s";
    /// In the integer unit alone (BMI1, BMI2).
    integer_32(u32) = "words_32.s" "alone.s";
}

macro_rules! crypt {
    ($($(#[$doc:meta])* $name:ident($word:ident) = $words:literal $rounds:literal;)*) => { $(
        $(#[$doc])*
        ///
        /// Does the rounds whose constants lie from `begin` to `end`. Then, for each of `blocks` blocks: replaces the block by its sum with
        /// the state, and the state there by the ciphertext, adds `last` to the state's last word, and does the rounds again. `way` is 0
        /// for encryption, 1 for decryption.
        ///
        /// # Safety
        /// The processor has the instructions. `state` is 25 words; `data` has as many bytes as the blocks; from `begin` to `end` is an
        /// even number of words, four at least.
        #[unsafe(naked)]
        pub unsafe extern "sysv64" fn $name(
            state: *mut $word,
            data: *mut u8,
            blocks: usize,
            way: usize,
            begin: *const $word,
            end: *const $word,
            last: $word,
        ) {
            naked_asm!(
                include_str!("frame.s"),
                include_str!($words),
                include_str!("split.s"),
                include_str!($rounds),
                include_str!("crypt.s"),
                options(raw)
            )
        }
    )* };
}

crypt! {
    /// Keyak's blocks of 21 words, in place, with the instructions of [`integer_and_vector`].
    crypt_integer_and_vector(u64) = "words_64.s" "crypt_64.s";
    /// Keyak's blocks of 17 words, in place, with the instructions of [`integer_and_vector_32`].
    crypt_integer_and_vector_32(u32) = "words_32.s" "crypt_32.s";
}
