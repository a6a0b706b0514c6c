//! On machine code put together by hand.

use super::*;
use kernel::Width;

/// A binary with one function per code, at 0x1000, 0x2000, …
fn binary(functions: &[(&str, &[u8])]) -> Binary {
    let function =
        |(name, code): &(&str, &[u8]), address| Function { name: (*name).to_owned(), address, code: code.to_vec() };
    Binary { functions: functions.iter().zip((0x1000..).step_by(0x1000)).map(|(f, at)| function(f, at)).collect() }
}

const AVX2: &str = "<lanes::x86::avx2::Avx2 as lanes::traits::Token>::run::enter::<lanesum::keccak::Permute<4>>";
/// `vpandn ymm0, ymm1, ymm2`
const VPANDN_YMM: &[u8] = &[0xc5, 0xf5, 0xdf, 0xc2];
/// `vprolq zmm0, zmm1, 1`
const VPROLQ_ZMM: &[u8] = &[0x62, 0xf1, 0xfd, 0x48, 0x72, 0xc9, 0x01];
/// `mov rax, [rsp+8]`
const LOAD: &[u8] = &[0x48, 0x8b, 0x44, 0x24, 0x08];

fn avx2_problems(code: &[&[u8]], bound: usize) -> Vec<String> {
    let binary = binary(&[(AVX2, &code.concat()), ("lanes::helper", &[0xc3])]);
    let stack_references = [("avx2".to_owned(), bound)].into();
    let mut problems = Report::of(&binary).problems(&Accepted { rustc: String::new(), stack_references });
    problems.retain(|problem| problem.contains("vx2") && !problem.starts_with("avx2-planes"));
    problems
}

#[test]
fn tokens_are_read_from_names() {
    assert_eq!(promises::token(AVX2), Some("Avx2"));
    let planes = "<lanes::x86::Avx512PlanesPaper as lanes::Token>::run::enter::<<lanes::x86::Avx2 as T>::run::enter>";
    assert_eq!(promises::token(planes), Some("Avx512PlanesPaper"));
    assert_eq!(promises::token("<lanes::x86::Avx2 as lanes::Token>::run::<x>"), None);
    assert_eq!(promises::token("lanesum::keccak::enter"), None);
}

#[test]
fn a_sound_kernel_has_no_problem() {
    assert_eq!(avx2_problems(&[VPANDN_YMM, LOAD], 1), [""; 0]);
}

#[test]
fn a_missing_instruction_is_one() {
    let problems = avx2_problems(&[LOAD], 1);
    assert_eq!(problems, ["avx2: promises vpandn.ymm, which no kernel has"]);
}

#[test]
fn wide_registers_are_one() {
    let problems = avx2_problems(&[VPANDN_YMM, VPROLQ_ZMM], 0);
    assert_eq!(problems.len(), 2, "{problems:?}");
    assert!(problems[0].starts_with("avx2: rules out the EVEX encoding (1 instructions, first `vprolq zmm0,zmm1,1`)"));
    assert!(problems[1].starts_with("avx2: rules out registers wider than ymm"));
}

#[test]
fn stack_references_beyond_the_slack_are_one() {
    assert_eq!(avx2_problems(&[VPANDN_YMM, &LOAD.repeat(21)], 20), [""; 0]);
    let problems = avx2_problems(&[VPANDN_YMM, &LOAD.repeat(22)], 20);
    assert!(problems[0].starts_with("avx2: 22 stack references, more than 21"), "{problems:?}");
}

#[test]
fn a_call_that_should_be_inlined_is_one() {
    // call 0x2000, from 0x1004
    let call = [&[0xe8][..], &(0x2000_i32 - 0x1009).to_le_bytes()].concat();
    let problems = avx2_problems(&[VPANDN_YMM, &call], 0);
    assert_eq!(problems, [format!("{AVX2} calls lanes::helper")]);
}

#[test]
fn core_arch_and_unknown_tokens_are_problems() {
    let binary = binary(&[
        ("core::core_arch::x86::avx2::_mm256_xor_si256", &[0xc3]),
        ("<lanes::x86::New as lanes::Token>::run::enter::<x>", &[0xc3]),
    ]);
    let report = Report::of(&binary);
    assert_eq!((report.core_arch.len(), report.unknown.len(), report.kernels()), (1, 1, 0));
    assert!(report.problems(&Accepted::default()).iter().any(|problem| problem.starts_with("portable: no kernel")));
}

#[test]
fn frame_pointers_count_only_where_they_are_ones() {
    let load = [0x48, 0x8b, 0x45, 0x08]; // mov rax, [rbp+8]
    let frame = [0x48, 0x89, 0xe5]; // mov rbp, rsp
    let facts = |code: &[u8]| Facts::of(&Function { name: String::new(), address: 0, code: code.to_vec() });
    assert_eq!(facts(&load).stack_references, 0);
    assert_eq!(facts(&[&frame[..], &load].concat()).stack_references, 1);
    assert_eq!(facts(&[0x48, 0x8d, 0x44, 0x24, 0x08]).stack_references, 0); // lea rax, [rsp+8]
    assert_eq!(facts(VPROLQ_ZMM).widths.keys().collect::<Vec<_>>(), [&Width::Zmm]);
}
