//! `cargo xtask mca --aarch64`: the same for aarch64, as the disassembler of the cross binutils prints the kernels.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use super::cycles::total_cycles;
use super::kernels::{Part, Which, blocks_and, both_loops};
use crate::codegen::kernel::innermost;
use crate::codegen::{aarch64, instructions, names};
use crate::verdict::Verdict;
use Which::Rounds;

/// LLVM's names. It has no model of Cortex-A76 or of Apple's cores; its model of Cortex-A72 is that of Cortex-A57.
const PROCESSORS: [&str; 5] = ["neoverse-n1", "neoverse-v1", "neoverse-v2", "cortex-a72", "cortex-a53"];
/// Those with instructions for SHA-3 and SHA-512.
const WITH_SHA3: [&str; 2] = ["neoverse-v1", "neoverse-v2"];

struct Estimate {
    name: &'static str,
    sha3: bool,
    parts: &'static [Part],
}

const fn estimate(name: &'static str, sha3: bool, parts: &'static [Part]) -> Estimate {
    Estimate { name, sha3, parts }
}

const ESTIMATES: &[Estimate] = &[
    estimate("keccak-p1600 x1 portable", false, &[("Absorb<Portable, u64, 1, false>", Rounds, 12.0)]),
    estimate("keccak-p1600 x1 neon", false, &[("integer", Rounds, 12.0)]),
    estimate("keccak-p1600 x2 neon", false, &[("Absorb<Neon, u64, 2, false>", Rounds, 12.0)]),
    estimate("keccak-p1600 x1 neon-sha3", true, &[("Absorb<NeonSha3, u64, 1, false>", Rounds, 12.0)]),
    estimate("keccak-p1600 x2 neon-sha3", true, &[("Absorb<NeonSha3, u64, 2, false>", Rounds, 12.0)]),
    estimate("keccak-p800 x1 portable", false, &[("Permute<Portable, u32, 1>", Rounds, 11.0)]),
    estimate("keccak-p800 x4 neon", false, &[("Permute<Neon, u32, 4>", Rounds, 11.0)]),
    estimate("sha256 x1 portable", false, &blocks_and("Compress<Words32, Portable, 1>", 2.0)),
    estimate("sha256 x1 neon", false, &blocks_and("sha256", 2.0)),
    estimate("sha256 x4 neon", false, &blocks_and("Compress<Words32, Neon, 4>", 2.0)),
    estimate("sha256 x1 sha2-ce", false, &[("Compress<Words32, Sha2Ce>", Rounds, 1.0)]),
    estimate("sha512 x1 portable", false, &blocks_and("Compress<Words64, Portable, 1>", 3.0)),
    estimate("sha512 x1 neon", false, &blocks_and("sha512", 3.0)),
    estimate("sha512 x2 neon", false, &blocks_and("Compress<Words64, Neon, 2>", 3.0)),
    estimate("sha512 x1 sha512-ce", true, &[("Compress<Words64, Sha512Ce>", Rounds, 1.0)]),
    estimate("blake256 x1 portable", false, &both_loops("Compress<u32, Portable, 1>")),
    estimate("blake256 x1 neon", false, &[("Compress<u32, Neon, 1>", Rounds, 1.0)]),
    estimate("blake256 x4 neon", false, &[("Compress<u32, Neon, 4>", Rounds, 1.0)]),
    estimate("blake512 x1 portable", false, &both_loops("Compress<u64, Portable, 1>")),
    estimate("blake512 x1 neon", false, &[("Compress<u64, Neon, 1>", Rounds, 1.0)]),
    estimate("blake512 x2 neon", false, &both_loops("Compress<u64, Neon, 2>")),
];

pub(super) fn command(program: &Path, binary: Option<&PathBuf>, root: &Path) -> Result<Verdict> {
    if !aarch64::has_tools() {
        println!("mca: there is no cross compiler for aarch64, or no {}; it did not run", aarch64::OBJDUMP);
        return Ok(Verdict::NotRun);
    }
    let executable = match binary {
        Some(path) => path.clone(),
        None => instructions::build_example(root, crate::cargo::Profile::Ours("release"), Some(aarch64::TARGET))?,
    };
    let kernels = kernels(&aarch64::listing(&executable)?);
    let mut rows = Vec::new();
    for estimate in ESTIMATES {
        let mut instructions = 0.0;
        let mut loops = Vec::new();
        for &(name, which, times) in estimate.parts {
            let known = || kernels.keys().map(String::as_str).collect::<Vec<_>>().join("; ");
            let kernel =
                kernels.get(name).with_context(|| format!("there is no kernel {name}; there are {}", known()))?;
            let (text, all) = text(kernel, which).with_context(|| format!("{name} has no such loop"))?;
            instructions += all as f64 * times;
            loops.push((text, times));
        }
        let cells = PROCESSORS.map(|cpu| {
            if estimate.sha3 && !WITH_SHA3.contains(&cpu) {
                return Ok(None);
            }
            cycles(program, cpu, &loops).map(Some)
        });
        rows.push((estimate.name, instructions, cells));
    }
    println!("\nCore cycles for a permutation or a block, of all messages, and instructions in the loops:");
    println!("{:<26} {:>12} {}", "", "instructions", PROCESSORS.map(|cpu| format!("{cpu:>12}")).join(" "));
    for (name, instructions, cells) in rows {
        print!("{name:<26} {instructions:>12.0}");
        for cell in cells {
            print!(" {:>12}", cell?.map_or_else(|| "-".to_owned(), |cycles| format!("{cycles:.0}")));
        }
        println!();
    }
    Ok(Verdict::Passed)
}

fn cycles(program: &Path, cpu: &str, loops: &[(String, f64)]) -> Result<f64> {
    let mut sum = 0.0;
    for (text, times) in loops {
        // The difference is without the beginning.
        let [few, many] = [10, 30].map(|turns| total_cycles(program, "aarch64", cpu, turns, text));
        let (few, many) = (few?, many?);
        let (few, many) = few.first().zip(many.first()).with_context(|| format!("{cpu}: no cycles"))?;
        sum += (many - few) / 20.0 * times;
    }
    Ok(sum)
}

/// An instruction's address, its text, and where it jumps to within the function.
type Line = (u64, String, Option<u64>);

/// The kernels of a listing of objdump, by the names that `codegen --kernels` prints.
fn kernels(listing: &str) -> BTreeMap<String, Vec<Line>> {
    let mut kernels: BTreeMap<String, Vec<Line>> = BTreeMap::new();
    let mut current = None;
    for line in listing.lines() {
        if let Some(name) = line.strip_suffix(">:").and_then(|line| line.split_once(" <")).map(|(_, name)| name) {
            let name = format!("{:#}", rustc_demangle::demangle(name));
            let is_kernel = aarch64::token(&name).is_some() || name.starts_with("lanes::aarch64::rounds_");
            current = is_kernel.then(|| names::kernel_name(&name));
            continue;
        }
        let (Some(name), Some((address, text))) = (&current, line.split_once(":\t")) else { continue };
        let Ok(address) = u64::from_str_radix(address.trim(), 16) else { continue };
        let text = text.split("//").next().unwrap_or_default().trim().replace('\t', " ");
        let jumps = ["b.", "b ", "cbz ", "cbnz ", "tbz ", "tbnz "].iter().any(|jump| text.starts_with(jump));
        let target = text.split_once('<').filter(|_| jumps).and_then(|(before, _)| {
            u64::from_str_radix(before.split_whitespace().last()?.trim_start_matches("0x"), 16).ok()
        });
        kernels.entry(name.clone()).or_default().push((address, text, target));
    }
    kernels
}

/// The instructions of a loop for LLVM's assembler, without jumps, calls and what does nothing, and how many there are with these.
fn text(code: &[Line], which: Which) -> Option<(String, usize)> {
    let at = |address: u64| code.binary_search_by_key(&address, |line| line.0).ok();
    let back = |(end, line): (usize, &Line)| at(line.2?).filter(|begin| *begin <= end).map(|begin| (begin, end));
    let mut loops: Vec<(usize, usize)> = code.iter().enumerate().filter_map(back).collect();
    loops.sort_by_key(|(_, end)| *end);
    let longest = |loops: &[(usize, usize)]| loops.iter().copied().max_by_key(|(begin, end)| end - begin);
    let (begin, end) = match which {
        Which::Rounds => longest(&innermost(&loops))?,
        Which::Blocks => longest(&loops)?,
        Which::Nth(n) => *loops.get(n)?,
    };
    let lines = &code[begin..=end];
    // A name in angle brackets is an address.
    let straight = lines.iter().filter(|(_, text, target)| {
        target.is_none() && !text.contains('<') && !["nop", "ret"].contains(&text.as_str()) && !text.starts_with("br ")
    });
    Some((straight.fold(String::new(), |all, (_, text, _)| all + text + "\n"), lines.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const LISTING: &str = "\
0000000000001000 <_RNvNtNtCs1_5lanes7aarch6410rounds_one7integer>:
    1000:\tmov\tx0, x1
    1004:\teor\tx0, x0, x1, ror #3
    1008:\tadrp\tx2, 5000 <somewhere+0x10>
    100c:\tcmp\tx0, x3
    1010:\tb.ne\t1004 <_RNvNtNtCs1_5lanes7aarch6410rounds_one7integer+0x4>  // b.any
    1014:\tret

0000000000002000 <helper>:
    2000:\tret
";

    #[test]
    fn a_loop_is_found_and_written_without_its_jump() {
        let kernels = kernels(LISTING);
        assert_eq!(kernels.keys().collect::<Vec<_>>(), ["integer"]);
        for which in [Which::Rounds, Which::Blocks, Which::Nth(0)] {
            let (text, all) = text(&kernels["integer"], which).unwrap();
            assert_eq!((text.as_str(), all), ("eor x0, x0, x1, ror #3\ncmp x0, x3\n", 4), "{which:?}");
        }
        assert_eq!(text(&kernels["integer"], Which::Nth(1)), None);
    }
}
