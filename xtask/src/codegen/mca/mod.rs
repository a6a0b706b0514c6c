//! `cargo xtask mca`: estimates by llvm-mca of the costs of the release build's kernels on other processors.
//!
//! llvm-mca gets the loops of each kernel as they are in the executable, in the order of their addresses and without their jumps. The costs
//! of the loops are added up, each as often as it runs for a permutation or a block. llvm-mca knows no caches, no mispredicted jumps and no
//! decoder, so the figures are also compared with measured ones, and the errors are printed next to them.

mod aarch64;
mod cycles;
mod kernels;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};
use iced_x86::{Decoder, DecoderOptions, FlowControl, Formatter, GasFormatter, Instruction, Mnemonic};

use super::binary::{Binary, Function};
use super::{instructions, kernel, names};
use crate::cargo::Profile;
use crate::verdict::Verdict;
use cycles::total_cycles;
use kernels::{ESTIMATES, Estimate, MEASURED, Needs, PROCESSORS, Processor, Which};

#[derive(clap::Args)]
pub(crate) struct Options {
    /// The program llvm-mca. Version 19 has models of all processors but Zen 5, for which it takes that of Zen 4.
    #[arg(long, value_name = "PROGRAM", default_value = "llvm-mca")]
    llvm_mca: PathBuf,
    /// Look at this executable (ELF, mangled as v0, not stripped) instead of building one.
    #[arg(long, value_name = "FILE")]
    binary: Option<PathBuf>,
    /// Look at what a cross compiler makes for aarch64 instead.
    #[arg(long)]
    aarch64: bool,
}

/// The first version with models of Alder Lake, Sapphire Rapids and Zen 4 that was tried here. Older ones take other processors' in silence.
const OLDEST: u32 = 19;

/// 19 of `Debian LLVM version 19.1.7`.
fn major(version: &str) -> Option<u32> {
    version.split_once("version ")?.1.split('.').next()?.parse().ok()
}

/// A loop: its kernel's name, and which.
type Loop = (&'static str, Which);

pub(crate) fn command(options: &Options, root: &Path) -> Result<Verdict> {
    if cfg!(not(all(target_arch = "x86_64", target_os = "linux"))) {
        println!("mca: this only knows ELF files for x86-64; it did not run");
        return Ok(Verdict::NotRun);
    }
    let Ok(version) = Command::new(&options.llvm_mca).arg("--version").output() else {
        println!("mca: there is no {}", options.llvm_mca.display());
        return Ok(Verdict::NotRun);
    };
    let version = String::from_utf8_lossy(&version.stdout).into_owned();
    let version = version.lines().find(|line| line.contains("version")).unwrap_or("unknown version").trim();
    println!("{version}");
    if major(version).is_none_or(|major| major < OLDEST) {
        println!(
            "mca: it has no model of some processors; give one of {OLDEST} or newer (--llvm-mca llvm-mca-{OLDEST})"
        );
        return Ok(Verdict::NotRun);
    }
    if options.aarch64 {
        return aarch64::command(&options.llvm_mca, options.binary.as_ref(), root);
    }
    let executable = match &options.binary {
        Some(path) => path.clone(),
        None => instructions::build_example(root, Profile::Ours("release"), None)?,
    };
    let binary = Binary::read(&std::fs::read(&executable)?)?;
    let mut loops = BTreeMap::new();
    for &(kernel, which, _) in ESTIMATES.iter().flat_map(|estimate| estimate.parts) {
        let function = binary
            .functions
            .iter()
            .find(|function| names::found_by(&function.name).is_some() && names::kernel_name(&function.name) == kernel);
        let function = function.with_context(|| format!("there is no kernel {kernel}"))?;
        loops.insert((kernel, which), text(function, which).with_context(|| format!("{kernel} has no such loop"))?);
    }
    let mut all = Vec::new();
    for processor in PROCESSORS {
        all.push(costs(&options.llvm_mca, processor, &loops)?);
    }
    print_costs(&all);
    print_groups(&all);
    print_errors(&all);
    Ok(Verdict::Passed)
}

/// The instructions of a loop for LLVM's assembler, without jumps, calls and what does nothing.
fn text(function: &Function, which: Which) -> Option<String> {
    let code = Decoder::with_ip(64, &function.code, function.address, DecoderOptions::NONE);
    let code = code.into_iter().collect::<Vec<_>>();
    let mut loops = kernel::loops(&code);
    loops.sort_by_key(|(_, end)| *end);
    let longest = |loops: &[(usize, usize)]| loops.iter().copied().max_by_key(|(begin, end)| end - begin);
    let (begin, end) = match which {
        Which::Rounds => longest(&kernel::innermost(&loops))?,
        Which::Blocks => longest(&loops)?,
        Which::Nth(n) => *loops.get(n)?,
    };
    let mut formatter = GasFormatter::new();
    let mut text = String::new();
    let counts = |instruction: &&Instruction| {
        instruction.flow_control() == FlowControl::Next && instruction.mnemonic() != Mnemonic::Nop
    };
    for instruction in code[begin..=end].iter().filter(counts) {
        formatter.format(instruction, &mut text);
        text.push('\n');
    }
    Some(text)
}

/// Cycles of one turn of each loop.
struct Turns(BTreeMap<Loop, f64>);

/// Core cycles of all estimates that a processor can run, in their order.
fn costs(program: &Path, processor: &Processor, loops: &BTreeMap<Loop, String>) -> Result<Vec<Option<f64>>> {
    let runs = |estimate: &&Estimate| estimate.needs == Needs::Nothing || processor.has.contains(&estimate.needs);
    let wanted: BTreeMap<Loop, &str> = (ESTIMATES.iter().filter(runs).flat_map(|estimate| estimate.parts))
        .map(|&(kernel, which, _)| ((kernel, which), loops[&(kernel, which)].as_str()))
        .collect();
    let source =
        wanted.values().fold(String::new(), |all, text| all + "# LLVM-MCA-BEGIN\n" + text + "# LLVM-MCA-END\n");
    // The difference is without the beginning.
    let [few, many] = [10, 30].map(|turns| total_cycles(program, "x86_64", processor.cpu, turns, &source));
    let (few, many) = (few?, many?);
    ensure!(few.len() == wanted.len() && many.len() == wanted.len(), "{}: not all loops have cycles", processor.cpu);
    let cycles = few.iter().zip(&many).map(|(few, many)| (many - few) / 20.0);
    let turns = Turns(wanted.into_keys().zip(cycles).collect());
    Ok(ESTIMATES.iter().map(|estimate| Some(estimate).filter(runs).map(|estimate| turns.cost(estimate))).collect())
}

impl Turns {
    fn cost(&self, estimate: &Estimate) -> f64 {
        estimate.parts.iter().map(|&(kernel, which, times)| self.0[&(kernel, which)] * times).sum()
    }
}

fn print_costs(all: &[Vec<Option<f64>>]) {
    println!("\nCore cycles for a permutation or a block, of all messages:");
    print!("{:<32}", "");
    for processor in PROCESSORS {
        print!(" {:>14}", processor.cpu);
    }
    println!();
    for (i, estimate) in ESTIMATES.iter().enumerate() {
        print!("{:<32}", title(estimate));
        for costs in all {
            print!(" {:>14}", costs[i].map_or_else(|| "-".to_owned(), |cost| format!("{cost:.0}")));
        }
        println!();
    }
}

fn title(estimate: &Estimate) -> String {
    let Estimate { family, messages, backend, .. } = estimate;
    format!("{family} x{messages} {backend}")
}

/// For each family the best backend of each width, and how 1 to 16 messages are cheapest; processors that agree in both stand together.
fn print_groups(all: &[Vec<Option<f64>>]) {
    println!("\nBest backends, and of 1 to 16 messages how many go first:");
    for of_family in ESTIMATES.chunk_by(|one, other| one.family == other.family) {
        let begin = ESTIMATES.iter().position(|estimate| std::ptr::eq(estimate, &raw const of_family[0])).unwrap_or(0);
        let mut agreed: Vec<(String, Vec<&str>)> = Vec::new();
        for (processor, costs) in PROCESSORS.iter().zip(all) {
            let clock = |estimate: &Estimate| if is_512_bits(estimate.backend) { processor.clock_512 } else { 1.0 };
            let forms = of_family.iter().zip(&costs[begin..]);
            let forms = forms
                .filter_map(|(estimate, cost)| Some((estimate.messages, estimate.backend, (*cost)? * clock(estimate))));
            let text = described(&best_widths(forms));
            match agreed.iter_mut().find(|(known, _)| *known == text) {
                Some((_, names)) => names.push(processor.cpu),
                None => agreed.push((text, vec![processor.cpu])),
            }
        }
        for (text, names) in agreed {
            println!("{}, {}: {text}", of_family[0].family, names.join(" "));
        }
    }
}

/// Whether a backend has registers of 512 bits, which lower the clock. ("once" is one of its two texts.)
fn is_512_bits(backend: &str) -> bool {
    matches!(backend.trim_end_matches(" once"), "avx512" | "avx512-planes")
}

/// The fastest backend of each width, where it is ahead of groups of what is narrower.
fn best_widths<'a>(forms: impl Iterator<Item = (usize, &'a str, f64)>) -> Vec<(usize, &'a str, f64)> {
    let mut forms: Vec<_> = forms.collect();
    forms.sort_by(|one, other| one.0.cmp(&other.0).then(one.2.total_cmp(&other.2)));
    forms.dedup_by_key(|form| form.0);
    let mut best: Vec<(usize, &str, f64)> = Vec::new();
    for form in forms {
        if best.iter().all(|narrow| form.2 < narrow.2 * (form.0 / narrow.0) as f64) {
            best.push(form);
        }
    }
    best
}

fn described(widths: &[(usize, &str, f64)]) -> String {
    let names: Vec<String> = widths.iter().map(|(messages, backend, _)| format!("{messages} {backend}")).collect();
    let first: Vec<String> = first_groups(widths).iter().map(usize::to_string).collect();
    format!("{}; {}", names.join(", "), first.join(" "))
}

/// As the plan does (`split`): for 1 to 16 messages, the room of the first group where the whole is cheapest, the narrower on a draw.
fn first_groups(widths: &[(usize, &str, f64)]) -> [usize; 16] {
    let mut best = [(0, 0); 17];
    for messages in 1..=16_usize {
        let split = |&(width, _, cost): &(usize, &str, f64)| {
            (cost.round() as u64 + best[messages.saturating_sub(width)].0, width)
        };
        best[messages] = widths.iter().map(split).min().unwrap_or((0, 1));
    }
    std::array::from_fn(|i| best[i + 1].1)
}

/// The errors of llvm-mca, for the kernels that were also measured.
fn print_errors(all: &[Vec<Option<f64>>]) {
    println!("\nMeasured cycles, the estimate of llvm-mca, and its error:");
    for (processor, costs) in PROCESSORS.iter().zip(all) {
        let mut errors = Vec::new();
        for &(_, family, messages, backend, measured) in MEASURED.iter().filter(|of| of.0 == processor.cpu) {
            let is_it = |estimate: &Estimate| {
                (estimate.family, estimate.messages, estimate.backend) == (family, messages, backend)
            };
            let found = ESTIMATES.iter().zip(costs).find(|(estimate, _)| is_it(estimate));
            let Some((estimate, &Some(cost))) = found else { continue };
            let error = (cost / f64::from(measured) - 1.0) * 100.0;
            println!("{:<16} {:<32} {measured:>6} {cost:>6.0} {error:>+5.0} %", processor.cpu, title(estimate));
            errors.push(error);
        }
        let (Some(least), Some(most)) =
            (errors.iter().copied().reduce(f64::min), errors.iter().copied().reduce(f64::max))
        else {
            continue;
        };
        let mut sizes: Vec<f64> = errors.iter().map(|error| error.abs()).collect();
        sizes.sort_by(f64::total_cmp);
        let median = sizes[sizes.len() / 2];
        println!(
            "{:<16} {} figures, errors of {least:+.0} to {most:+.0} %, median {median:.0} %",
            processor.cpu,
            sizes.len()
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_llvm_mca_says_is_read() {
        let said = "[0] Code Region\n\nIterations:        10\nTotal Cycles:      1250\nTotal uOps:   7\n[1] Code Region\nTotal Cycles:      31\n";
        assert_eq!(cycles::cycles_told(said).unwrap(), [1250.0, 31.0]);
        assert!(cycles::cycles_told("Total Cycles: many\n").is_err());
        assert_eq!(["Debian LLVM version 19.1.7", "unknown version"].map(major), [Some(19), None]);
    }

    #[test]
    fn a_loop_is_found_and_written_without_its_jump() {
        // xor eax, eax; L: add rax, rcx; nop; dec rdx; jne L; ret
        let code = [0x31, 0xc0, 0x48, 0x01, 0xc8, 0x90, 0x48, 0xff, 0xca, 0x75, 0xf7, 0xc3];
        let function = Function { name: String::new(), address: 0x1000, code: code.to_vec() };
        for which in [Which::Rounds, Which::Blocks, Which::Nth(0)] {
            let text = text(&function, which).unwrap();
            assert_eq!(text.split_whitespace().collect::<Vec<_>>(), ["add", "%rcx,%rax", "dec", "%rdx"], "{which:?}");
        }
        assert_eq!(text(&function, Which::Nth(1)), None);
    }

    #[test]
    fn groups_are_those_of_the_plan() {
        let forms = [(1, "slow", 20.0), (1, "fast", 10.0), (2, "pair", 21.0), (4, "four", 25.0)];
        let widths = best_widths(forms.into_iter());
        assert_eq!(widths, [(1, "fast", 10.0), (4, "four", 25.0)]);
        // Of a draw the narrower one.
        assert_eq!(first_groups(&widths)[..6], [1, 1, 4, 4, 1, 1]);
    }

    #[test]
    fn what_is_measured_is_estimated() {
        for &(cpu, family, messages, backend, _) in MEASURED {
            let processor = PROCESSORS.iter().find(|processor| processor.cpu == cpu).unwrap();
            let estimate =
                ESTIMATES.iter().find(|of| (of.family, of.messages, of.backend) == (family, messages, backend));
            let needs = estimate.unwrap_or_else(|| panic!("{family} x{messages} {backend}")).needs;
            assert!(needs == Needs::Nothing || processor.has.contains(&needs), "{cpu} {backend}");
        }
    }
}
