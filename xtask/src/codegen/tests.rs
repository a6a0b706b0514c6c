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

fn avx2_problems(code: &[&[u8]], bound: u64) -> Vec<String> {
    let binary = binary(&[(AVX2, &code.concat()), ("lanes::helper", &[0xc3])]);
    let stack_references = [("avx2".to_owned(), bound)].into();
    let mut problems = Report::of(&binary).problems(&Accepted { stack_references, ..Accepted::default() });
    let others = ["avx2-", "avx2, ", "sha512_"];
    let other = |problem: &str| others.iter().any(|name| problem.starts_with(name));
    problems.retain(|problem| problem.contains("vx2") && !other(problem));
    problems
}

#[test]
fn tokens_are_read_from_names() {
    assert_eq!(names::found_by(AVX2), Some(FoundBy::Token("Avx2")));
    let planes = "<lanesum_papers::x86_64::avx512_planes::Avx512PlanesPaper as lanes::Token>::run::enter::<<lanes::x86::Avx2 as T>::run::enter>";
    assert_eq!(names::found_by(planes), Some(FoundBy::Token("Avx512PlanesPaper")));
    let short = "<lanes::x86::Sse2 as lanes::Token>::run::enter::<lanesum::keccak::lanewise::Permute<lanes::x86::Sse2, u32, 4, false>>";
    assert_eq!(names::found_by(short), Some(FoundBy::ShortLanes("Sse2")));
    assert_eq!(names::found_by(&short.replace("u32", "u64")), Some(FoundBy::Token("Sse2")));
    let words = "<lanes::x86::Avx2 as lanes::Token>::run::enter::<lanesum::sha2::lanewise::Compress<lanesum::sha2::size::Words32, lanes::x86::Avx2, 8>>";
    assert_eq!(names::found_by(words), Some(FoundBy::Words32("Avx2")));
    assert_eq!(names::found_by(&words.replace("Words32", "Words64")), Some(FoundBy::Token("Avx2")));
    let rows = "<lanes::x86::quads_avx2::Avx2Gather as lanes::Token>::run::enter::<lanesum::blake::rowwise::Compress<u32, lanes::x86::quads_avx2::Avx2Gather, 1>>";
    assert_eq!(names::found_by(rows), Some(FoundBy::BlakeRows("Avx2Gather")));
    assert_eq!(names::found_by(&rows.replace("rowwise", "lanewise")), Some(FoundBy::BlakeLanes("Avx2Gather")));
    assert_eq!(names::found_by("<lanes::x86::Avx2 as lanes::Token>::run::<x>"), None);
    assert_eq!(names::found_by("lanesum::keccak::enter"), None);
}

/// What is wrong with the hand-written functions of these names.
fn hand_written_problems(functions: &[(&str, &[u8])]) -> Vec<String> {
    let binary = binary(functions);
    let mut problems = Report::of(&binary).problems(&Accepted::default());
    let of = ["integer: ", "integer_and_vector: ", "lanesum_keccak::x86_64::rounds::two: "];
    problems.retain(|problem| of.iter().any(|of| problem.starts_with(of)));
    problems
}

#[test]
fn hand_written_functions_keep_promises_of_their_own() {
    const INTEGER: &str = "lanesum_keccak::x86_64::rounds::integer";
    const BOTH: &str = "lanesum_keccak::x86_64::rounds::integer_and_vector";
    // rorx rax, rbx, 63; andn rax, rbx, rcx
    let rorx_and_andn = [0xc4, 0xe3, 0xfb, 0xf0, 0xc3, 0x3f, 0xc4, 0xe2, 0xe0, 0xf2, 0xc1];
    let vprolq_xmm = [0x62, 0xf1, 0xfd, 0x08, 0x72, 0xc9, 0x01];
    let vpternlogq_xmm = [0x62, 0xf3, 0xf5, 0x08, 0x25, 0xc2, 0xd2];
    let both = [&rorx_and_andn[..], &vprolq_xmm, &vpternlogq_xmm].concat();
    let sound = hand_written_problems(&[(INTEGER, &rorx_and_andn), (BOTH, &both)]);
    assert_eq!(sound.len(), 2, "{sound:?}");
    assert!(sound.iter().all(|problem| problem.contains("no accepted number of stack references")), "{sound:?}");

    let gone = hand_written_problems(&[(BOTH, &both)]);
    assert!(gone.contains(&"integer: there is no hand-written function integer".to_owned()), "{gone:?}");
    let gone = hand_written_problems(&[(INTEGER, &rorx_and_andn)]);
    assert!(
        gone.contains(&"integer_and_vector: there is no hand-written function integer_and_vector".to_owned()),
        "{gone:?}"
    );

    let wrong = hand_written_problems(&[(INTEGER, &both), (BOTH, &[&both[..], VPROLQ_ZMM].concat())]);
    assert!(wrong.iter().any(|problem| problem.starts_with("integer: rules out AVX512F")), "{wrong:?}");
    assert!(wrong.iter().any(|problem| problem.starts_with("integer: rules out registers wider than r")), "{wrong:?}");
    assert!(
        wrong.iter().any(|problem| problem.starts_with("integer_and_vector: rules out registers wider than xmm")),
        "{wrong:?}"
    );
    let poor = hand_written_problems(&[(INTEGER, &rorx_and_andn[..6]), (BOTH, &both[..18])]);
    assert!(poor.contains(&format!("integer: promises andn.r, which is not in {INTEGER}")), "{poor:?}");
    assert!(poor.contains(&format!("integer_and_vector: promises vpternlogq.xmm, which is not in {BOTH}")), "{poor:?}");
    let new = hand_written_problems(&[("lanesum_keccak::x86_64::rounds::two", &[0xc3])]);
    assert!(new.contains(&"lanesum_keccak::x86_64::rounds::two: no promise is made for it".to_owned()), "{new:?}");
}

#[test]
fn a_sound_kernel_has_no_problem() {
    assert_eq!(avx2_problems(&[VPANDN_YMM, LOAD], 1), [""; 0]);
}

#[test]
fn a_missing_instruction_is_one() {
    let problems = avx2_problems(&[LOAD], 1);
    assert_eq!(problems, [format!("avx2: promises vpandn/vpaddq.ymm, which is not in {AVX2}")]);
}

#[test]
fn wide_registers_are_one() {
    let problems = avx2_problems(&[VPANDN_YMM, VPROLQ_ZMM], 0);
    assert_eq!(problems.len(), 2, "{problems:?}");
    assert!(problems[0].starts_with("avx2: rules out AVX512F (1 instructions, first `vprolq zmm0,zmm1,1`)"));
    assert!(problems[1].starts_with("avx2: rules out registers wider than ymm"));
}

/// The problems of two kernels of one backend.
fn problems_of(token: &str, kernels: [&[u8]; 2]) -> Vec<String> {
    let names = ["a", "b"].map(|kernel| format!("<lanes::x86::{token} as lanes::Token>::run::enter::<{kernel}>"));
    let binary = binary(&[(&names[0], kernels[0]), (&names[1], kernels[1])]);
    let mut problems = Report::of(&binary).problems(&Accepted::default());
    problems.retain(|problem| problem.contains("promises") || problem.contains("rules out"));
    problems
}

#[test]
fn every_kernel_keeps_the_promise() {
    let sound = [&[0x66, 0x0f, 0xef, 0xc1][..], &[0x66, 0x0f, 0xdf, 0xc1]].concat(); // pxor, pandn
    assert_eq!(problems_of("Sse2", [&sound, &sound]), [""; 0]);
    let problems = problems_of("Sse2", [&sound, &sound[..4]]);
    assert_eq!(
        problems,
        ["sse2: promises pandn.xmm, which is not in <lanes::x86::Sse2 as lanes::Token>::run::enter::<b>"]
    );
}

#[test]
fn what_knights_landing_lacks_is_a_problem() {
    let vpternlogq_zmm = [0x62, 0xf3, 0xf5, 0x48, 0x25, 0xc2, 0x96];
    let vpternlogq_ymm = [0x62, 0xf3, 0xf5, 0x28, 0x25, 0xc2, 0x96];
    let vxorps_zmm = [0x62, 0xf1, 0x74, 0x48, 0x57, 0xc2];
    let sound = [VPROLQ_ZMM, &vpternlogq_zmm].concat();
    assert_eq!(problems_of("Avx512", [&sound, &sound]), [""; 0]);
    let narrow = problems_of("Avx512", [&sound, &[&sound[..], &vpternlogq_ymm].concat()]);
    assert_eq!(narrow.len(), 1, "{narrow:?}");
    assert!(
        narrow[0].starts_with("avx512: rules out AVX512VL (1 instructions, first `vpternlogq ymm0,ymm1,ymm2,96h`)")
    );
    let other = problems_of("Avx512", [&sound, &[&sound[..], &vxorps_zmm].concat()]);
    assert!(other[0].starts_with("avx512: rules out AVX512DQ"), "{other:?}");
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
fn kernels_have_short_names() {
    let name = "<lanes::x86::avx512::Avx512 as lanes::traits::Token>::run::enter::<lanesum::keccak::lanewise::Permute<\
                lanes::x86::avx512::Avx512, 8, false>>";
    assert_eq!(names::kernel_name(name), "Permute<Avx512, 8, false>");
}

#[test]
fn more_instructions_and_new_ones_are_problems() {
    let counts = |pairs: &[(&str, u64)]| pairs.iter().map(|(name, count)| ((*name).to_owned(), *count)).collect();
    let accepted = counts(&[("a", 100), ("b", 100), ("c", 100)]);
    assert_eq!(judge(SLACK_PERCENT, &counts(&[("a", 100), ("b", 50)]), &accepted, ""), [""; 0]);
    assert_eq!(judge(SLACK_PERCENT, &counts(&[("a", 103), ("d", 1)]), &accepted, "").len(), 2);
}

#[test]
fn stack_references_beyond_the_slack_are_one() {
    assert_eq!(avx2_problems(&[VPANDN_YMM, &LOAD.repeat(21)], 20), [""; 0]);
    let problems = avx2_problems(&[VPANDN_YMM, &LOAD.repeat(22)], 20);
    assert!(problems[0].starts_with("avx2: 22 stack references, more than 21"), "{problems:?}");
}

#[test]
fn wide_references_to_a_frame_of_16_bytes_are_one() {
    let spill = [0xc5, 0xfc, 0x11, 0x04, 0x24]; // vmovups [rsp], ymm0
    let (to_32, to_16) = ([0x48, 0x83, 0xe4, 0xe0], [0x48, 0x83, 0xe4, 0xf0]); // and rsp, -32; and rsp, -16
    assert_eq!(avx2_problems(&[&to_32, VPANDN_YMM, &spill], 20), [""; 0]);
    for code in [&[VPANDN_YMM, &spill][..], &[&to_16, VPANDN_YMM, &spill]] {
        let problems = avx2_problems(code, 20);
        assert!(
            problems[0].starts_with("avx2: wider than the frame's alignment: 1 instructions, first `vmovups"),
            "{problems:?}"
        );
    }
}

#[test]
fn a_call_that_should_be_inlined_is_one() {
    // call 0x2000, from 0x1004
    let call = [&[0xe8][..], &(0x2000_i32 - 0x1009).to_le_bytes()].concat();
    let problems = avx2_problems(&[VPANDN_YMM, &call], 0);
    assert_eq!(problems, [format!("{AVX2} calls lanes::helper")]);
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
fn core_arch_and_unknown_tokens_are_problems() {
    let binary = binary(&[
        ("core::core_arch::x86::avx2::_mm256_xor_si256", &[0xc3]),
        ("core::core_arch::x86::xsave::_xgetbv", &[0xc3]),
        ("<lanes::x86::New as lanes::Token>::run::enter::<x>", &[0xc3]),
    ]);
    let mut report = Report::of(&binary);
    assert!(!report.problems(&Accepted::default()).iter().any(|problem| problem.contains("short lanes")));
    report.is_whole = true;
    let problems = report.problems(&Accepted::default());
    assert!(problems.iter().any(|problem| problem.starts_with("sse2, short lanes: no kernel")), "{problems:?}");
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

/// What is said of two kernels, or functions, of these names.
fn twins_of(names: [&str; 2], codes: [&[u8]; 2]) -> Vec<String> {
    let binary = binary(&[(names[0], codes[0]), (names[1], codes[1])]);
    let mut problems = Report::of(&binary).problems(&Accepted::default());
    problems.retain(|problem| problem.contains("same machine code"));
    problems
}

#[test]
fn two_backends_with_the_same_machine_code_are_one() {
    let name = |token: &str, word: &str| {
        format!("<lanes::x86::{token} as lanes::Token>::run::enter::<lanesum::blake::rowwise::Compress<{word}>>")
    };
    // vpandn ymm0, ymm1, ymm2; mov rax, [rsp+8]; jz +0 — and with other registers, another address, another distance.
    let code = [VPANDN_YMM, LOAD, &[0x74, 0x00]].concat();
    let other_registers = [&[0xc5, 0xdd, 0xdf, 0xdd][..], &[0x48, 0x8b, 0x4c, 0x24, 0x10], &[0x74, 0x02]].concat();
    let [cached, plain] = [name("Avx2Cached", "u64"), name("Avx2", "u64")];
    let problems = twins_of([&plain, &cached], [&code, &other_registers]);
    assert_eq!(
        problems,
        ["avx2, BLAKE in rows and avx2-cached, BLAKE in rows are the same machine code: Compress<u64>, Compress<u64>"]
    );
    // Kernels of one backend may be alike; and another instruction, or another immediate operand, is another code.
    assert_eq!(twins_of([&plain, &name("Avx2", "u32")], [&code, &code]), [""; 0]);
    assert_eq!(twins_of([&plain, &cached], [&code, &[&code[..], VPANDN_YMM].concat()]), [""; 0]);
    let by_two = [0x62, 0xf1, 0xfd, 0x48, 0x72, 0xc9, 0x02];
    assert_eq!(twins_of([&plain, &cached], [VPROLQ_ZMM, &by_two]), [""; 0]);
    assert_eq!(twins_of([&plain, &cached], [VPROLQ_ZMM, VPROLQ_ZMM]).len(), 1);
    // Hand-written functions are backends' too.
    assert_eq!(twins_of(["lanesum_keccak::x86_64::rounds::integer", &plain], [&code, &code]).len(), 1);
}

#[test]
fn a_kernel_that_is_not_there_any_more_is_missed() {
    let binary = binary(&[(AVX2, VPANDN_YMM)]);
    let report = Report::of(&binary);
    let accepted = |kernels: u64| Accepted { kernels: [("avx2".to_owned(), kernels)].into(), ..Accepted::default() };
    assert_eq!(report.lost(&accepted(1)), [""; 0]);
    let lost = report.lost(&accepted(2));
    assert!(lost.len() == 1 && lost[0].starts_with("avx2: 1 kernels, 2 accepted"), "{lost:?}");
}

#[test]
fn instructions_that_stand_too_seldom_or_at_all_are_problems() {
    let name = |word: &str| {
        format!(
            "<lanes::x86::Ssse3 as lanes::Token>::run::enter::<lanesum::blake::rowwise::Compress<{word}, lanes::x86::Ssse3, 1>>"
        )
    };
    let told = |word: &str, code: &[u8]| {
        let name = name(word);
        let binary = binary(&[(&name, code)]);
        let mut problems = Report::of(&binary).problems(&Accepted::default());
        problems.retain(|problem| problem.contains("times"));
        problems
    };
    let pshufb = [0x66, 0x0f, 0x38, 0x00, 0xc1];
    let pshuflw = [0xf2, 0x0f, 0x70, 0xc0, 0x93];
    assert_eq!(told("u32", &pshufb.repeat(56)), [""; 0]);
    let seldom = told("u64", &pshufb.repeat(56));
    assert!(seldom.len() == 1 && seldom[0].contains("64 times, which stands 56 times in"), "{seldom:?}");
    let split = told("u32", &[pshufb.repeat(56), pshuflw.to_vec()].concat());
    assert!(split.len() == 1 && split[0].contains("rules out pshuflw/pshufhw"), "{split:?}");
}
