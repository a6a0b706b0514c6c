//! The time-stamp counter and the two probe blocks of x86-64.

#![allow(unsafe_code)] // inline asm: nothing else reads the counter or survives the optimiser

use std::arch::asm;

/// Whether [`ticks`] reads the time-stamp counter.
pub(crate) const HAS_TSC: bool = true;

/// Independent chains in [`independent_adds`].
///
/// Eight, not as many as the core has adders: with one chain per adder, each chain has to issue in every single cycle, and a scheduler that
/// places two of them on one port loses that cycle for good. Zen 5 (six adders) runs four chains at 3.8, six at 4.7, eight at 5.4, twelve
/// at 5.3 adds a cycle. The probe notices a neighbour only if the adders are saturated: at the 99th percentile of 95,000 probes there,
/// eight chains took 18 % longer, and four chains 3 %, because two adders had been idle. A core with four adders (Skylake) is saturated by
/// eight chains as by four.
pub(crate) const CHAINS: u32 = 8;

/// Adds per chain in one pass of a loop: long enough to hide the loop's own two instructions, and
/// short enough that both loops fit any micro-op cache (eight chains make 256 micro-ops).
const UNROLL: u32 = 32;

/// A serialised reading of the time-stamp counter.
///
/// Both fences are needed: the first lets all earlier instructions finish, the second holds back later ones. `rdtscp` could replace the
/// first one, but old processors and some hypervisors lack it. `lfence` is part of SSE2, and so of x86-64.
#[inline]
pub(crate) fn ticks() -> u64 {
    let low: u32;
    let high: u32;
    // SAFETY: rdtsc and lfence are unprivileged in every x86-64 user process (a process that had
    // itself forbidden rdtsc by prctl would get a signal, not undefined behaviour). Only eax and edx
    // are written, both declared. `nomem` is left out on purpose: the compiler may move no memory
    // access across the reading.
    unsafe {
        asm!(
            "lfence",
            "rdtsc",
            "lfence",
            out("eax") low,
            out("edx") high,
            options(nostack, preserves_flags),
        );
    }
    u64::from(high) << 32 | u64::from(low)
}

/// Runs about `adds` dependent adds (rounded up to whole passes); returns how many it ran. They take
/// one core cycle each.
///
/// The addend is a register: Golden Cove and later fold `add reg, immediate` at rename, and such a
/// chain would run at more than one add a cycle.
#[inline(never)]
pub(crate) fn dependent_adds(adds: u32) -> u32 {
    let passes = adds.div_ceil(UNROLL).max(1);
    // SAFETY: register arithmetic only, all registers declared, no memory touched, and the loop ends
    // because `passes` is at least 1.
    unsafe {
        asm!(
            ".p2align 6",
            "2:",
            ".rept {unroll}",
            "add r8, {one}",
            ".endr",
            "dec {passes:e}",
            "jnz 2b",
            unroll = const UNROLL,
            one = in(reg) 1_u64,
            passes = inout(reg) passes => _,
            inout("r8") 0_u64 => _,
            options(nostack),
        );
    }
    passes * UNROLL
}

/// Runs about `adds` adds in each of [`CHAINS`] independent chains; returns how many it ran in each.
#[inline(never)]
pub(crate) fn independent_adds(adds: u32) -> u32 {
    let passes = adds.div_ceil(UNROLL).max(1);
    // SAFETY: as in `dependent_adds`.
    unsafe {
        asm!(
            ".p2align 6",
            "2:",
            ".rept {unroll}",
            "add r8, {one}",
            "add r9, {one}",
            "add r10, {one}",
            "add r11, {one}",
            "add r12, {one}",
            "add r13, {one}",
            "add r14, {one}",
            "add r15, {one}",
            ".endr",
            "dec {passes:e}",
            "jnz 2b",
            unroll = const UNROLL,
            one = in(reg) 1_u64,
            passes = inout(reg) passes => _,
            inout("r8") 0_u64 => _,
            inout("r9") 0_u64 => _,
            inout("r10") 0_u64 => _,
            inout("r11") 0_u64 => _,
            inout("r12") 0_u64 => _,
            inout("r13") 0_u64 => _,
            inout("r14") 0_u64 => _,
            inout("r15") 0_u64 => _,
            options(nostack),
        );
    }
    passes * UNROLL
}

/// Runs about `multiplications` dependent 32-bit multiplications, to check the chain of adds: they take three cycles each on every Intel
/// core since Nehalem and every AMD core since Zen.
#[cfg(test)]
#[inline(never)]
pub(crate) fn dependent_multiplications(multiplications: u32) -> u32 {
    let passes = multiplications.div_ceil(UNROLL).max(1);
    // SAFETY: as in `dependent_adds`.
    unsafe {
        asm!(
            ".p2align 6",
            "2:",
            ".rept {unroll}",
            "imul r8d, {three:e}",
            ".endr",
            "dec {passes:e}",
            "jnz 2b",
            unroll = const UNROLL,
            three = in(reg) 3_u32,
            passes = inout(reg) passes => _,
            inout("r8") 1_u64 => _,
            options(nostack),
        );
    }
    passes * UNROLL
}
