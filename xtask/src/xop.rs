//! `cargo xtask xop`: BLAKE with the XOP instructions of AMD's processors of 2011 to 2015, in the emulator Bochs, which models such a
//! processor. The image that `xtask/xop` makes boots there without a system and prints digests. `reference` says whether they are right.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};
use iced_x86::{Decoder, DecoderOptions, Mnemonic};
use reference::bits::BitString;
use reference::blake::{self, Function};

use crate::cargo;
use crate::verdict::Verdict;

/// One that has XOP, and one that has AVX without it: there the image must refuse.
const WITH: &str = "zambezi";
const WITHOUT: &str = "corei7_haswell_4770";
/// Bytes of the longest message.
const LONGEST: usize = 300;
/// A disk of one cylinder: 16 heads, 63 sectors.
const DISK: usize = 16 * 63 * 512;

const FUNCTIONS: [(&str, Function); 4] = [
    ("blake224", Function::Blake224),
    ("blake256", Function::Blake256),
    ("blake384", Function::Blake384),
    ("blake512", Function::Blake512),
];

pub(crate) fn command(root: &Path) -> Result<Verdict> {
    if Command::new("bochs").args(["--help", "cpu"]).stdout(Stdio::null()).stderr(Stdio::null()).status().is_err() {
        println!("xop: not run: no bochs (Debian: bochs, bochs-term, bochsbios, vgabios)");
        return Ok(Verdict::NotRun);
    }
    let scratch = tempfile::tempdir().context("a scratch directory")?;
    let mut image = fs::read(build(root)?).context("the image")?;
    ensure!(image.len() <= DISK, "an image of {} bytes is larger than the disk", image.len());
    image.resize(DISK, 0);
    fs::write(scratch.path().join("disk"), &image)?;
    let refused = run(scratch.path(), WITHOUT)?;
    ensure!(
        refused.iter().any(|line| line.starts_with("error: backend xop is not available")),
        "a processor without XOP did not refuse it:\n{}",
        refused.join("\n")
    );
    let mut printed = run(scratch.path(), WITH)?;
    let mut how = "";
    if printed.iter().any(|line| line == "vpperm: wrong") {
        let instructions = exchange(&mut image);
        ensure!(instructions > 100, "{instructions} instructions vpperm in the image");
        fs::write(scratch.path().join("disk"), &image)?;
        printed = run(scratch.path(), WITH)?;
        how = ", with the operands of vpperm as that takes them";
    }
    ensure!(printed.iter().any(|line| line == "vpperm: right"), "no vpperm:\n{}", printed.join("\n"));
    let wrong = differences(&printed);
    for line in &wrong {
        println!("{line}");
    }
    println!("xop: {} digests on Bochs's {WITH}{how}, {} wrong", FUNCTIONS.len() * (LONGEST + 1), wrong.len());
    Ok(if wrong.is_empty() { Verdict::Passed } else { Verdict::Failed })
}

fn build(root: &Path) -> Result<std::path::PathBuf> {
    let directory = root.join("xtask/xop");
    let target = cargo::metadata(root)?.target_directory.join("xop");
    let script = directory.join("link.ld");
    // Between units, for paths with spaces.
    let flags = [
        "-Crelocation-model=static".to_owned(),
        "-Cstrip=none".to_owned(),
        "-Clink-args=-nostdlib -nostartfiles -static -no-pie -Wl,--build-id=none,--oformat=binary".to_owned(),
        format!("-Clink-arg=-Wl,-T,{}", script.display()),
    ];
    let mut build = cargo::command(&directory);
    build.args(["build", "--quiet", "--release", "--locked", "--target-dir"]).arg(target);
    cargo::executable(build.env("CARGO_ENCODED_RUSTFLAGS", flags.join("\u{1f}")))
}

/// Writes every `vpperm` with a selector in memory as Bochs takes it, and returns how many there are. Bochs (2.7, and its sources of August
/// 2026) has bit W the wrong way round, so that the selector and the second source change places, and takes bytes 16 to 31 from the first
/// source. AMD's manual, Microsoft's description of the intrinsic, GCC and LLVM agree that it is the second.
fn exchange(image: &mut [u8]) -> usize {
    let mut found = 0;
    for at in 0..image.len().saturating_sub(16) {
        // XOP, map 8; W set, 128 bits, no prefix; the opcode.
        let [escape, map, fields, opcode] = [image[at], image[at + 1], image[at + 2], image[at + 3]];
        if (escape, map & 31, fields & 0x87, opcode) != (0x8f, 8, 0x80, 0xa3) {
            continue;
        }
        let instruction = Decoder::new(64, &image[at..at + 16], DecoderOptions::NONE).decode();
        if instruction.mnemonic() != Mnemonic::Vpperm {
            continue;
        }
        // The first source stands inverted in a field of the third byte, the second one in the upper half of the last byte.
        let last = at + instruction.len() - 1;
        let (first, second) = (!(fields >> 3) & 15, image[last] >> 4);
        image[at + 2] = (!second & 15) << 3;
        image[last] = first << 4;
        found += 1;
    }
    found
}

/// What the image prints on that processor, by lines, with what Bochs says itself.
fn run(scratch: &Path, processor: &str) -> Result<Vec<String>> {
    let machine = format!(
        "megs: 32\ncpu: model={processor}, ips=100000000\n\
         romimage: file=/usr/share/bochs/BIOS-bochs-latest\nvgaromimage: file=/usr/share/bochs/VGABIOS-lgpl-latest\n\
         ata0: enabled=1, ioaddr1=0x1f0, ioaddr2=0x3f0, irq=14\n\
         ata0-master: type=disk, path=disk, mode=flat, cylinders=1, heads=16, spt=63\n\
         boot: disk\ndisplay_library: term\nport_e9_hack: enabled=1\nlog: log\npanic: action=fatal\n"
    );
    fs::write(scratch.join("machine"), machine)?;
    // Debian's Bochs has a debugger in it, which is to continue at once.
    fs::write(scratch.join("commands"), "c\n")?;
    let _ = fs::remove_file(scratch.join("disk.lock"));
    // It wants a terminal: `script` is one. A machine that hangs is no reason to wait.
    let output = Command::new("timeout")
        .args(["60", "script", "-qec", "bochs -q -f machine -rc commands", "/dev/null"])
        .current_dir(scratch)
        .env("TERM", "vt100")
        .stdin(Stdio::null())
        .output()
        .context("script, with bochs")?;
    Ok(String::from_utf8_lossy(&output.stdout).lines().map(|line| line.trim_end().to_owned()).collect())
}

/// The lines that should have been printed, and were not.
fn differences(printed: &[String]) -> Vec<String> {
    let message: Vec<u8> = (0..LONGEST).map(|at| u8::try_from(at * 7 % 251).unwrap_or(0)).collect();
    let mut missing = Vec::new();
    for (name, function) in FUNCTIONS {
        for len in 0..=LONGEST {
            let digest = blake::hash(function, None, &BitString::from_bytes_msb(&message[..len]));
            let hex = digest.to_bytes_msb().iter().fold(String::new(), |hex, byte| hex + &format!("{byte:02x}"));
            let line = format!("{name} {len} {hex}");
            if !printed.contains(&line) {
                missing.push(format!("not printed: {line}"));
            }
        }
    }
    missing
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_digest_is_found() {
        let lines = differences(&[]);
        let mut printed: Vec<String> = lines.iter().map(|line| line.replace("not printed: ", "")).collect();
        assert!(differences(&printed).is_empty());
        // BLAKE-256 of one zero byte, from the submission to the SHA-3 competition.
        assert!(
            printed.contains(&"blake256 1 0ce8d4ef4dd7cd8d62dfded9d4edb0a774ae6a41929a74da23109e8f11139c87".to_owned())
        );
        printed[700].replace_range(13..14, "x");
        assert_eq!(differences(&printed), [lines[700].clone()]);
    }
}
