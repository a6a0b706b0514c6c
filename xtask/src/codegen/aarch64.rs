//! The machine code of the kernels for aarch64: the instructions that each backend's name promises, as the disassembler of the cross
//! binutils prints them, none that another backend's name promises, and how many are run, under qemu.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};

use super::accepted::{Accepted, SLACK_PERCENT, judge, print_counts};
use super::instructions;
use super::names;
use crate::cargo::Profile;
use crate::verdict::Verdict;

pub(super) const TARGET: &str = "aarch64-unknown-linux-gnu";
pub(super) const OBJDUMP: &str = "aarch64-linux-gnu-objdump";

/// What the kernels of a token have whose names contain all of `kernel`.
struct Promise {
    token: &'static str,
    kernel: &'static [&'static str],
    /// Of each of these, one.
    needs: &'static [&'static [&'static str]],
}

/// Shifts that are added or inserted beside others, of which rotations are made; the one instruction that chooses bits, in its three forms.
const ROTATION: &[&str] = &["usra", "sri"];
const CHOICE: &[&str] = &["bsl", "bit", "bif"];

const PROMISES: &[Promise] = &[
    Promise { token: "Neon", kernel: &["keccak::", "u64"], needs: &[ROTATION, &["bic"], &["eor"]] },
    Promise { token: "Neon", kernel: &["keccak::", "u32"], needs: &[ROTATION, &["bic"], &["eor"]] },
    Promise { token: "Neon", kernel: &["sha2::"], needs: &[ROTATION, CHOICE, &["ushr"], &["add"]] },
    Promise {
        token: "Neon",
        kernel: &["blake::rowwise", "Blake32"],
        needs: &[ROTATION, &["tbl"], &["rev32"], &["ext"]],
    },
    Promise {
        token: "Neon",
        kernel: &["blake::rowwise", "Blake64"],
        needs: &[ROTATION, &["zip1"], &["rev64"], &["ext"]],
    },
    Promise { token: "Neon", kernel: &["blake::lanewise", "Blake32"], needs: &[ROTATION, &["tbl"], &["rev32"]] },
    Promise { token: "Neon", kernel: &["blake::lanewise", "Blake64"], needs: &[ROTATION, &["tbl"], &["rev64"]] },
    Promise { token: "NeonSha3", kernel: &["keccak::"], needs: &[&["eor3"], &["rax1"], &["xar"], &["bcax"]] },
    Promise {
        token: "Sha2Ce",
        kernel: &["sha2::"],
        needs: &[&["sha256h"], &["sha256h2"], &["sha256su0"], &["sha256su1"]],
    },
    Promise {
        token: "Sha512Ce",
        kernel: &["sha2::"],
        needs: &[&["sha512h"], &["sha512h2"], &["sha512su0"], &["sha512su1"]],
    },
];

/// A hand-written function, which stands by itself.
struct HandWritten {
    name: &'static str,
    needs: &'static [&'static str],
    /// Rotations by themselves: Keccak's lanes on the way in and out; of SHA-2, one for each sigma of 32 rounds.
    rotations: usize,
}

const HAND_WRITTEN: &[HandWritten] = &[
    HandWritten { name: "lanesum_keccak::aarch64::integer", needs: &["eor", "bic"], rotations: 48 },
    HandWritten { name: "lanesum_sha2::aarch64::code_256", needs: &["eor", "bic", "rev"], rotations: 96 },
    HandWritten { name: "lanesum_sha2::aarch64::code_512", needs: &["eor", "bic", "rev"], rotations: 96 },
];

/// Instructions that not every processor has, and the one token that stands for them.
const OF_TOKENS: &[(&str, &str)] = &[
    ("eor3", "NeonSha3"),
    ("rax1", "NeonSha3"),
    ("xar", "NeonSha3"),
    ("bcax", "NeonSha3"),
    ("sha256", "Sha2Ce"),
    ("sha512", "Sha512Ce"),
];

/// A function as it is disassembled.
#[derive(Debug, PartialEq, Eq)]
struct Function {
    /// Demangled.
    name: String,
    /// How often each mnemonic stands there.
    mnemonics: BTreeMap<String, usize>,
    /// Demangled names of what it calls.
    calls: Vec<String>,
}

/// Whether there are the cross compiler and its disassembler.
pub(super) fn has_tools() -> bool {
    let runs =
        |tool| Command::new(tool).arg("--version").stdout(Stdio::null()).status().is_ok_and(|status| status.success());
    [OBJDUMP, "aarch64-linux-gnu-gcc"].into_iter().all(runs)
}

/// What the disassembler prints of an executable.
pub(super) fn listing(executable: &Path) -> Result<String> {
    let output = Command::new(OBJDUMP).args(["-d", "--no-show-raw-insn"]).arg(executable).output().context(OBJDUMP)?;
    ensure!(output.status.success(), "{OBJDUMP}: {}", String::from_utf8_lossy(&output.stderr));
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

pub(super) fn command(root: &Path, table: &Path, accept: bool) -> Result<Verdict> {
    if !has_tools() {
        println!("codegen: there is no aarch64-linux-gnu-gcc or no {OBJDUMP}: nothing was looked at");
        return Ok(Verdict::NotRun);
    }
    let example = instructions::build_example(root, Profile::Ours("release"), Some(TARGET))?;
    let functions = disassembled(&listing(&example)?);
    let mut problems = problems(&functions);
    let mut accepted = Accepted::read(table)?;
    match instructions::count(&example, instructions::AARCH64)? {
        Some(counts) => {
            if accept {
                accepted.aarch64.clone_from(&counts);
                accepted.write(table)?;
                println!("accepted in {}", table.display());
            }
            print_counts("counted by qemu", &counts, &accepted.aarch64);
            problems.extend(judge(SLACK_PERCENT, &counts, &accepted.aarch64, ""));
        }
        None => println!("not checked: instruction counts for aarch64 (there is no qemu)"),
    }
    for problem in &problems {
        println!("problem: {problem}");
    }
    let kernels = functions.iter().filter(|function| token(&function.name).is_some()).count();
    println!("codegen: {} problems ({} functions, {kernels} kernels for aarch64)", problems.len(), functions.len());
    Ok(if problems.is_empty() { Verdict::Passed } else { Verdict::Failed })
}

/// The functions of a listing of objdump.
fn disassembled(listing: &str) -> Vec<Function> {
    let mut functions: Vec<Function> = Vec::new();
    let demangled = |name: &str| format!("{:#}", rustc_demangle::demangle(name));
    for line in listing.lines() {
        // `0000000000001234 <NAME>:`
        if let Some(name) = line.strip_suffix(">:").and_then(|line| line.split_once(" <")).map(|(_, name)| name) {
            functions.push(Function { name: demangled(name), mnemonics: BTreeMap::new(), calls: Vec::new() });
            continue;
        }
        // `    1238:	eor	v0.16b, v1.16b, v2.16b`
        let Some((_, text)) = line.split_once(":\t") else { continue };
        let Some(function) = functions.last_mut() else { continue };
        let mnemonic = text.split_whitespace().next().unwrap_or_default();
        *function.mnemonics.entry(mnemonic.to_owned()).or_default() += 1;
        if matches!(mnemonic, "bl" | "b")
            && let Some((_, callee)) = text.trim_end_matches('>').split_once('<')
            && !callee.contains('+')
        {
            function.calls.push(demangled(callee));
        }
    }
    functions
}

/// The token of a kernel's name: `Neon` of `<lanes::aarch64::Neon as lanes::traits::Token>::run::enter::<…>`.
pub(super) fn token(name: &str) -> Option<&str> {
    let (before, _) = name.strip_prefix("<lanes::")?.split_once(">::run::enter")?;
    before.split(" as ").next()?.rsplit("::").next()
}

fn problems(functions: &[Function]) -> Vec<String> {
    let mut problems = Vec::new();
    for Promise { token: of, kernel, needs } in PROMISES {
        let is_meant = |function: &&Function| {
            token(&function.name) == Some(of) && kernel.iter().all(|part| function.name.contains(part))
        };
        let kernels: Vec<&Function> = functions.iter().filter(is_meant).collect();
        if kernels.is_empty() {
            problems.push(format!("{of}: there is no kernel with {kernel:?} in its name"));
        }
        for (function, need) in kernels.iter().flat_map(|function| needs.iter().map(move |need| (function, need))) {
            if !need.iter().any(|mnemonic| function.mnemonics.contains_key(*mnemonic)) {
                problems.push(format!("{of}: promises {}, which is not in {}", need.join("/"), function.name));
            }
        }
    }
    for HandWritten { name, needs, rotations } in HAND_WRITTEN {
        let Some(function) = functions.iter().find(|function| function.name == *name) else {
            problems.push(format!("there is no {name}"));
            continue;
        };
        for need in needs.iter().filter(|need| !function.mnemonics.contains_key(**need)) {
            problems.push(format!("{name} promises {need}, and has none"));
        }
        let found = function.mnemonics.get("ror").copied().unwrap_or_default();
        if found > *rotations {
            problems.push(format!("{name} promises at most {rotations} rotations by themselves, and has {found}"));
        }
    }
    for function in functions {
        let of = token(&function.name);
        for (mnemonic, _) in function.mnemonics.iter().filter(|_| function.name.contains("lanes::")) {
            let owner = OF_TOKENS.iter().find(|(begin, _)| mnemonic.starts_with(begin)).map(|(_, owner)| *owner);
            if owner.is_some() && owner != of {
                problems.push(format!("{mnemonic}, which not every processor has, is in {}", function.name));
            }
        }
        if function.name.contains("core_arch") && !names::is_of_others(&function.name) {
            problems.push(format!("{} was not inlined", function.name));
        }
        for callee in function.calls.iter().filter(|callee| of.is_some() && names::must_be_inlined(callee)) {
            problems.push(format!("{} calls {callee}", function.name));
        }
    }
    problems
}

#[cfg(test)]
mod tests {
    use super::*;

    const LISTING: &str = "\
0000000000001000 <_RINvXNtCs1_5lanes7aarch64NtB2_8NeonSha3NtB4_5Token3runX>:
    1000:\teor3\tv0.16b, v1.16b, v2.16b, v3.16b
    1004:\txar\tv0.2d, v1.2d, v2.2d, #3
    1008:\tb.ne\t1000 <_RINvXNtCs1_5lanes7aarch64NtB2_8NeonSha3NtB4_5Token3runX+0x10>
    100c:\tbl\t2000 <helper>

0000000000002000 <helper>:
    2000:\tret
";

    #[test]
    fn a_listing_is_read() {
        let functions = disassembled(LISTING);
        assert_eq!(functions.len(), 2);
        let count = |mnemonic| functions[0].mnemonics.get(mnemonic).copied();
        assert_eq!([count("eor3"), count("xar"), count("bl"), count("ret")], [Some(1), Some(1), Some(1), None]);
        assert_eq!(functions[0].calls, ["helper"]);
    }

    fn function(token: &str, kernel: &str, mnemonics: &[&str], calls: &[&str]) -> Function {
        Function {
            name: format!("<lanes::aarch64::{token} as lanes::traits::Token>::run::enter::<lanesum::{kernel}>"),
            mnemonics: mnemonics.iter().map(|&mnemonic| (mnemonic.to_owned(), 1)).collect(),
            calls: calls.iter().map(|&callee| callee.to_owned()).collect(),
        }
    }

    /// What is wrong with the kernels of `NeonSha3`, and with functions of no token's.
    fn wrong(functions: &[Function]) -> Vec<String> {
        let mut problems = problems(functions);
        problems.retain(|problem| !problem.contains("there is no ") || problem.starts_with("NeonSha3"));
        problems
    }

    #[test]
    fn a_kernel_is_held_to_its_name() {
        let all = ["eor3", "rax1", "xar", "bcax"];
        let sound = function("NeonSha3", "keccak::Absorb<u64>", &all, &["memcpy"]);
        assert_eq!(wrong(&[sound]), [""; 0]);
        assert_eq!(wrong(&[]).len(), 1);
        let poor = function("NeonSha3", "keccak::Absorb<u64>", &all[..3], &["lanes::aarch64::helper"]);
        let wrong_of_poor = wrong(&[poor]);
        assert_eq!(wrong_of_poor.len(), 2, "{wrong_of_poor:?}");
        assert!(wrong_of_poor[0].starts_with("NeonSha3: promises bcax"), "{wrong_of_poor:?}");
        assert!(wrong_of_poor[1].ends_with("calls lanes::aarch64::helper"), "{wrong_of_poor:?}");
        let mnemonics = [("eor", 9), ("ror", 49)].map(|(name, times)| (name.to_owned(), times)).into();
        let by_hand = Function { name: HAND_WRITTEN[0].name.to_owned(), mnemonics, calls: Vec::new() };
        let wrong_of_rounds = problems(&[by_hand]);
        for part in ["integer promises bic", "at most 48 rotations by themselves, and has 49"] {
            assert!(wrong_of_rounds.iter().any(|problem| problem.contains(part)), "{wrong_of_rounds:?}");
        }
        let beyond = function("Neon", "keccak::Absorb<u64>", &["sri", "bic", "eor", "eor3"], &[]);
        assert!(wrong(&[beyond]).iter().any(|problem| problem.starts_with("eor3, which not every processor has")));
    }
}
