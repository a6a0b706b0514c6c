//! On machine code put together by hand.

use super::*;
use binary::Function;

/// A binary with one function per code, at 0x1000, 0x2000, …
fn binary(functions: &[(&str, &[u8])]) -> Binary {
    let function =
        |(name, code): &(&str, &[u8]), address| Function { name: (*name).to_owned(), address, code: code.to_vec() };
    Binary { functions: functions.iter().zip((0x1000..).step_by(0x1000)).map(|(f, at)| function(f, at)).collect() }
}

const AVX2: &str = "<lanes::x86::avx2::Avx2 as lanes::traits::Token>::run::enter::<lanesum::keccak::Permute<4>>";
/// `vpandn ymm0, ymm1, ymm2`
const VPANDN_YMM: &[u8] = &[0xc5, 0xf5, 0xdf, 0xc2];

#[test]
fn kernels_have_short_names() {
    assert_eq!(names::kernel(AVX2).as_deref(), Some("Avx2 Permute<4>"));
    let planes = "<lanesum_papers::x86_64::avx512_planes::Avx512PlanesPaper as lanes::Token>::run::enter::<lanesum::keccak::Permute<\
                  lanes::x86::avx512::Avx512, 8, false>>";
    assert_eq!(names::kernel(planes).as_deref(), Some("Avx512PlanesPaper Permute<Avx512, 8, false>"));
    assert_eq!(names::kernel("lanesum_keccak::x86_64::rounds::integer").as_deref(), Some("integer"));
    assert_eq!(names::kernel("<lanes::x86::Avx2 as lanes::Token>::run::<x>"), None);
    assert_eq!(names::kernel("lanesum::keccak::enter"), None);
}

#[test]
fn the_loop_over_the_rounds_is_found() {
    let facts = |code: &[u8]| Facts::of(&Function { name: String::new(), address: 0, code: code.to_vec() });
    // Two no-operations, an inner loop of three, an outer one of five.
    let code = [0x90, 0x90, 0x90, 0x90, 0x75, 0xfc, 0x90, 0x75, 0xf8];
    assert_eq!(facts(&code).rounds, 3);
    assert_eq!(facts(&code[..4]).rounds, 4);
    // Behind it a longer one, which calculates less: that of three has an exclusive or.
    let code = [0x31, 0xc0, 0x90, 0x75, 0xfb, 0x90, 0x90, 0x90, 0x75, 0xfb];
    assert_eq!(facts(&code).rounds, 3);
}

#[test]
fn more_instructions_and_new_ones_are_problems() {
    let counts = |pairs: &[(&str, u64)]| pairs.iter().map(|(name, count)| ((*name).to_owned(), *count)).collect();
    let accepted = counts(&[("a", 100), ("b", 100), ("c", 100)]);
    assert_eq!(judge(&counts(&[("a", 100), ("b", 50)]), &accepted, ""), [""; 0]);
    assert_eq!(judge(&counts(&[("a", 103), ("d", 1)]), &accepted, "").len(), 2);
}

#[test]
fn a_kernel_is_held_to_its_figures() {
    let kernels = |pairs: &[(&str, [u64; 2])]| pairs.iter().map(|(name, both)| ((*name).to_owned(), *both)).collect();
    let accepted = Accepted { kernels: kernels(&[("a", [100, 20]), ("b", [100, 0])]), ..Accepted::default() };
    assert_eq!(accepted.problems(&kernels(&[("a", [101, 21]), ("b", [90, 0])])), [""; 0]);
    let told = accepted.problems(&kernels(&[("a", [102, 22]), ("c", [1, 1])]));
    for (problem, part) in told.iter().zip(["loop of a: 102", "loop of c: 1", "a: 22 stack", "b is gone"]) {
        assert!(problem.starts_with(part), "{told:?}");
    }
    assert_eq!(told.len(), 4, "{told:?}");
}

#[test]
fn a_call_that_should_be_inlined_is_a_problem() {
    // call 0x2000, from 0x1004
    let call = [&[0xe8][..], &(0x2000_i32 - 0x1009).to_le_bytes()].concat();
    let code = [VPANDN_YMM, &call].concat();
    let told = |callee| Report::of(&binary(&[(AVX2, &code), (callee, &[0xc3])])).problems();
    assert_eq!(told("lanes::helper"), [format!("{AVX2} calls lanes::helper")]);
    assert_eq!(told("memcpy"), [""; 0]);
}

#[test]
fn a_call_in_a_loop_is_one() {
    // vpandn; call 0x2000, from 0x1004; jump back to the call.
    let call = [&[0xe8][..], &(0x2000_i32 - 0x1009).to_le_bytes()].concat();
    let told = |callee: &str, code: &[&[u8]]| {
        let binary = binary(&[(AVX2, &code.concat()), (callee, &[0xc3])]);
        Report::of(&binary).calls_in_loops.iter().map(|(_, callee)| (*callee).to_owned()).collect::<Vec<_>>()
    };
    let in_a_loop: [&[u8]; 3] = [VPANDN_YMM, &call, &[0x75, 0xf9]];
    assert_eq!(told("<[u32; 4]>::try_map", &in_a_loop), ["<[u32; 4]>::try_map"]);
    assert_eq!(told("<[u32; 4]>::try_map", &in_a_loop[..2]), [""; 0]);
    for callee in ["memcpy", "core::panicking::panic_bounds_check", "lanesum_keccak::x86_64::rounds::integer"] {
        assert_eq!(told(callee, &in_a_loop), [""; 0], "{callee}");
    }
}

#[test]
fn wide_references_to_a_frame_of_16_bytes_are_a_problem() {
    let spill = [0xc5, 0xfc, 0x11, 0x04, 0x24]; // vmovups [rsp], ymm0
    let (to_32, to_16) = ([0x48, 0x83, 0xe4, 0xe0], [0x48, 0x83, 0xe4, 0xf0]); // and rsp, -32; and rsp, -16
    let told = |code: &[&[u8]]| Report::of(&binary(&[(AVX2, &code.concat())])).problems();
    assert_eq!(told(&[&to_32, &spill]), [""; 0]);
    for code in [&[&spill[..]][..], &[&to_16, &spill]] {
        assert_eq!(told(code), ["Avx2 Permute<4>: 1 references to the stack are wider than the frame's alignment"]);
    }
}

#[test]
fn core_arch_is_a_problem() {
    let xgetbv: (&str, &[u8]) = ("core::core_arch::x86::xsave::_xgetbv", &[0xc3]);
    let xor: (&str, &[u8]) = ("core::core_arch::x86::avx2::_mm256_xor_si256", &[0xc3]);
    assert_eq!(Report::of(&binary(&[xgetbv])).problems(), [""; 0]);
    assert_eq!(Report::of(&binary(&[xgetbv, xor])).problems(), [format!("{} was not inlined", xor.0)]);
}

#[test]
fn frame_pointers_count_only_where_they_are_ones() {
    let load = [0x48, 0x8b, 0x45, 0x08]; // mov rax, [rbp+8]
    let frame = [0x48, 0x89, 0xe5]; // mov rbp, rsp
    let facts = |code: &[u8]| Facts::of(&Function { name: String::new(), address: 0, code: code.to_vec() });
    assert_eq!(facts(&load).stack_references, 0);
    assert_eq!(facts(&[&frame[..], &load].concat()).stack_references, 1);
    assert_eq!(facts(&[0x48, 0x8d, 0x44, 0x24, 0x08]).stack_references, 0); // lea rax, [rsp+8]
}
