//! The rounds of Keccak-p\[1600\] with the SHA-3 instructions of aarch64, in assembler. `sha3.s` says which register holds which lane.

use core::arch::aarch64::uint64x2_t;

macro_rules! text {
    ($state:ident, $constants:ident, [$($lane:tt $i:tt)*]) => {
        core::arch::asm!(
            include_str!("sha3.s"),
            "2:",
            "two_rounds {at}, {{v25.2d}}",
            "cmp {at}, {end}",
            "b.ne 2b",
            ".purgem two_rounds",
            at = inout(reg) $constants.start => _,
            end = in(reg) $constants.end,
            $(inout($lane) $state[$i],)*
            out("v25") _, out("v26") _, out("v27") _, out("v28") _, out("v29") _, out("v30") _, out("v31") _,
            options(readonly, nostack),
        )
    };
}

/// The rounds with these constants, of one or two states. Lanes are in the plain order, before and after.
#[target_feature(enable = "neon,sha3")]
#[inline]
pub(super) fn rounds(s: &mut [uint64x2_t; 25], constants: &[[u64; 2]]) {
    let constants = constants.as_flattened().as_ptr_range();
    if constants.is_empty() {
        return;
    }
    // SAFETY: the features are enabled. The text reads the constants, an even number and not none, and writes the declared registers.
    unsafe {
        text!(s, constants, [
            "v0" 0 "v1" 1 "v2" 2 "v3" 3 "v4" 4 "v5" 5 "v6" 6 "v7" 7 "v8" 8 "v9" 9 "v10" 10 "v11" 11 "v12" 12
            "v13" 13 "v14" 14 "v15" 15 "v16" 16 "v17" 17 "v18" 18 "v19" 19 "v20" 20 "v21" 21 "v22" 22 "v23" 23 "v24" 24
        ]);
    }
}
