//! `cargo xtask coreutils DIR`: upstream's own tests of its checksum programs, `tests/cksum/*` of GNU coreutils, with lanesum in
//! their place, called by links of their names. DIR is a git directory of coreutils, from anywhere: nothing of it is kept here.
//!
//! The tests need a few functions of gnulib's `init.sh`, which is not in that repository: [`INIT`] has them.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};
use clap::Args;

use crate::cargo;
use crate::verdict::Verdict;

#[derive(Args)]
pub(crate) struct Options {
    /// A git directory of coreutils (bare or with a work tree) that has the commit
    directory: PathBuf,
    /// Show what failing tests write
    #[arg(long)]
    verbose: bool,
    /// Programs to test in place of lanesum, such as /usr/bin: how many would pass there?
    #[arg(long, value_name = "DIR")]
    programs: Option<PathBuf>,
}

/// The commit whose tests are run: coreutils 9.11.
const COMMIT: &str = "c01fd163a47468a8296fb369f5233853bb551bb6";

/// The programs that the tests call, which lanesum stands for.
const PROGRAMS: [&str; 8] = ["b2sum", "cksum", "md5sum", "sha1sum", "sha224sum", "sha256sum", "sha384sum", "sha512sum"];

/// Tests that fail, and why they may.
const ACCEPTED: &[(&str, &str)] = &[
    ("cksum-a.sh", "bsd, sysv and crc are not lanesum's"),
    ("cksum-base64.pl", "bsd, sysv, crc, crc32b and sm3 are not lanesum's"),
    (
        "cksum-c.sh",
        "sm3 is not lanesum's; strace without -f sees one thread of it; base64 with bits to spare is no digest",
    ),
    ("cksum-raw.sh", "bsd, sysv, crc and sm3 are not lanesum's"),
    ("cksum.sh", "crc and crc32b are not lanesum's"),
    (
        "md5sum-bsd.sh",
        "names with escapes are quoted in pipes, too, from coreutils 9.5 on; lanesum keeps 9.1's way there",
    ),
    ("sm3sum.pl", "sm3 is not lanesum's"),
    ("sum-sysv.sh", "sum is not lanesum's"),
    ("sum.pl", "sum is not lanesum's"),
];

/// What the tests use of gnulib's `init.sh`, and of coreutils' `init.cfg` and `getlimits`.
const INIT: &str = r#"
fail=0
ME_=$(basename "$0")
framework_failure_() { echo "$ME_: set-up failure: $*" >&2; exit 99; }
skip_() { echo "$ME_: skipped test: $*" >&2; exit 77; }
fatal_() { echo "$ME_: hard error: $*" >&2; exit 99; }
path_prepend_() { :; }
print_ver_() { :; }
getlimits_() { UINTMAX_OFLOW=18446744073709551616; INT_MAX=2147483647; }
uses_strace_() { strace true >/dev/null 2>&1 || strace() { false; }; }
compare() { diff -u "$@"; }
returns_() { local expected=$1; shift; "$@"; test $? -eq "$expected"; }
Exit() { exit "$1"; }
test_dir_=$(mktemp -d) && cd "$test_dir_" || framework_failure_
trap 'cd /; rm -rf "$test_dir_"' 0
"#;

pub(crate) fn command(options: &Options, root: &Path) -> Result<Verdict> {
    let scratch = tempfile::tempdir().context("a scratch directory")?;
    let tree = scratch.path();
    if let Err(error) = unpack(&options.directory, tree) {
        println!("coreutils: not run: {error:#}");
        return Ok(Verdict::NotRun);
    }
    let programs = tree.join("src");
    fs::create_dir_all(&programs)?;
    if let Some(others) = &options.programs {
        for program in PROGRAMS {
            std::os::unix::fs::symlink(fs::canonicalize(others)?.join(program), programs.join(program))?;
        }
    } else {
        let lanesum = cargo::executable(cargo::command(root).args(["build", "--package", "lanesum-cli"]))?;
        for program in PROGRAMS {
            std::os::unix::fs::symlink(&lanesum, programs.join(program))?;
        }
    }
    fs::write(tree.join("tests/init.sh"), INIT)?;
    let mut tests: Vec<_> =
        fs::read_dir(tree.join("tests/cksum"))?.map(|entry| Ok(entry?.path())).collect::<Result<_>>()?;
    tests.sort();
    ensure!(tests.len() >= 16, "only {} tests", tests.len());
    let accepted: BTreeMap<_, _> = ACCEPTED.iter().copied().collect();
    let (mut passed, mut wrong) = (0, 0);
    for test in &tests {
        let name = test.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let (succeeded, text) = run(test, tree, &programs)?;
        let reason = accepted.get(name);
        passed += usize::from(succeeded);
        let said = match (succeeded, reason) {
            (true, None) => "passes".to_owned(),
            (false, Some(reason)) => format!("fails as expected: {reason}"),
            (true, Some(_)) => "passes, and stands in the list of those that fail".to_owned(),
            (false, None) => "FAILS".to_owned(),
        };
        wrong += usize::from(succeeded == reason.is_some());
        println!("{name:<26} {said}");
        if options.verbose && !succeeded {
            println!("{text}");
        }
    }
    println!("coreutils: {passed} of {} tests of commit {} pass", tests.len(), &COMMIT[..9]);
    Ok(if wrong == 0 || options.programs.is_some() { Verdict::Passed } else { Verdict::Failed })
}

fn unpack(directory: &Path, tree: &Path) -> Result<()> {
    let mut archive = Command::new("git");
    archive.arg("-C").arg(directory).args(["archive", COMMIT, "tests/cksum"]);
    for module in ["Coreutils.pm", "CuSkip.pm", "CuTmpdir.pm"] {
        archive.arg(format!("tests/{module}"));
    }
    let archive = archive.stdin(Stdio::null()).output().context("git")?;
    let said = String::from_utf8_lossy(&archive.stderr);
    ensure!(archive.status.success(), "{} has not the commit {COMMIT}: {}", directory.display(), said.trim());
    fs::write(tree.join("tests.tar"), archive.stdout)?;
    let tar = Command::new("tar").arg("-xf").arg("tests.tar").current_dir(tree).status().context("tar")?;
    ensure!(tar.success(), "tar: {tar}");
    Ok(())
}

/// Did the test pass, and what did it write?
fn run(test: &Path, tree: &Path, programs: &Path) -> Result<(bool, String)> {
    let path = std::env::var("PATH").unwrap_or_default();
    let mut command = if test.extension().is_some_and(|extension| extension == "pl") {
        let mut perl = Command::new("perl");
        // As tests/local.mk calls them.
        perl.args(["-w", "-I."]).arg(format!("-I{}", tree.join("tests").display()));
        perl.args(["-MCuSkip", "-MCoreutils", "-MCuTmpdir qw(cksum)"]).arg(test);
        perl
    } else {
        let mut shell = Command::new("bash");
        shell.arg(test);
        shell
    };
    command.current_dir(tree).stdin(Stdio::null());
    command.env("srcdir", tree).env("abs_top_srcdir", tree).env("PATH", format!("{}:{path}", programs.display()));
    command.env("LC_ALL", "C").env("built_programs", PROGRAMS.join(" ")).env_remove("COLUMNS");
    let output = command.output().with_context(|| test.display().to_string())?;
    let text = [output.stdout, output.stderr].concat();
    Ok((output.status.success(), String::from_utf8_lossy(&text).into_owned()))
}
