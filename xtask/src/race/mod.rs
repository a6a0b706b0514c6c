//! `cargo xtask race`: the command's wall time against the programs that people use today, on a tree of real files and on one
//! large file. All read the same files from the page cache, by turns, and must give the same digests.

mod programs;

use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{BufWriter, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use clap::Args;

use self::programs::{Entry, OURS, RIVALS, Threads};
use crate::cargo;
use crate::marked;
use crate::verdict::Verdict;

#[derive(Args)]
pub(crate) struct Options {
    /// The tree: every regular file in it, up to what fits on a command line [default: the sources in cargo's registry]
    #[arg(long, value_name = "DIR")]
    tree: Option<PathBuf>,
    /// Bytes of the large file, which is made for the race; 0 leaves it out
    #[arg(long, value_name = "BYTES", default_value_t = 4 << 30)]
    large: u64,
    /// Where the large file is made: best in memory (tmpfs), where no disk is in the way
    #[arg(long, value_name = "DIR", default_value_os_t = std::env::temp_dir())]
    scratch: PathBuf,
    /// How often each program runs
    #[arg(long, default_value_t = 7)]
    rounds: usize,
    /// These functions only, separated by commas
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    functions: Vec<String>,
    /// Write the tables here, in place of what stands between its two marks
    #[arg(long, value_name = "FILE")]
    markdown: Option<PathBuf>,
}

/// What is hashed.
struct Course {
    title: String,
    directory: PathBuf,
    files: Vec<String>,
}

/// A program that has run the course.
struct Runner {
    entry: &'static Entry,
    threads: usize,
    times: Vec<Duration>,
    digests: Vec<String>,
}

/// Bytes of names on one command line: Linux takes 2 MB of arguments and environment.
const NAMES_BYTES: usize = 1_200_000;

pub(crate) fn command(options: &Options, root: &Path) -> Result<Verdict> {
    let lanesum = cargo::executable(cargo::command(root).args(["build", "--release", "--package", "lanesum-cli"]))?;
    let mut report = String::new();
    let mut lost = 0;
    let scratch = tempfile::tempdir_in(&options.scratch).context("a scratch directory")?;
    let mut courses = vec![tree(options.tree.clone().map_or_else(registry, Ok)?)?];
    if options.large > 0 {
        courses.push(large(options.large, scratch.path())?);
    }
    writeln!(report, "{}\n", machine()?)?;
    for course in courses {
        let runners = run(&course, &lanesum, options)?;
        lost += write_table(&mut report, &course, &runners)?;
    }
    print!("{report}");
    if let Some(file) = &options.markdown {
        marked::put(file, "race", &report)?;
    }
    Ok(if lost == 0 { Verdict::Passed } else { Verdict::Failed })
}

/// Sources of other people's crates: thousands of real files on every machine that builds this one.
fn registry() -> Result<PathBuf> {
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(PathBuf::from(std::env::var_os("HOME")?).join(".cargo")));
    home.map(|home| home.join("registry").join("src")).context("neither CARGO_HOME nor HOME is set: name a --tree")
}

fn tree(directory: PathBuf) -> Result<Course> {
    let mut files = Vec::new();
    let mut left = vec![directory.clone()];
    while let Some(folder) = left.pop() {
        for entry in fs::read_dir(&folder).with_context(|| folder.display().to_string())? {
            let entry = entry?;
            let kind = entry.file_type()?;
            if kind.is_dir() {
                left.push(entry.path());
            } else if kind.is_file()
                && let Ok(name) = entry.path().strip_prefix(&directory)?.to_path_buf().into_os_string().into_string()
                && !name.starts_with('-')
                && !name.contains(['\\', '\n'])
            {
                files.push(name);
            }
        }
    }
    files.sort();
    let mut names = 0;
    files.retain(|file| {
        names += file.len() + 9;
        names <= NAMES_BYTES
    });
    let sizes = files.iter().map(|file| fs::metadata(directory.join(file)).map(|metadata| metadata.len()));
    let bytes = sizes.sum::<std::io::Result<u64>>()?;
    ensure!(files.len() >= 1000, "{} has only {} files: name another --tree", directory.display(), files.len());
    let title = format!("{} real files, {:.0} MB together", files.len(), bytes as f64 / 1e6);
    Ok(Course { title, directory, files })
}

fn large(bytes: u64, directory: &Path) -> Result<Course> {
    let mut out = BufWriter::with_capacity(1 << 20, File::create(directory.join("large"))?);
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    for _ in 0..bytes / 8 {
        // Numbers that do not repeat: no file system stores them as holes.
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        out.write_all(&state.to_le_bytes())?;
    }
    out.flush()?;
    let title = format!("One file of {:.2} GiB", bytes as f64 / f64::from(1 << 30));
    Ok(Course { title, directory: directory.to_owned(), files: vec!["large".into()] })
}

fn run(course: &Course, lanesum: &Path, options: &Options) -> Result<Vec<Runner>> {
    let all = std::thread::available_parallelism()?.get();
    let mut runners = Vec::new();
    let wanted = |entry: &&Entry| {
        options.functions.is_empty() || options.functions.iter().any(|function| function == entry.function)
    };
    // Who has no counterpart has nobody to race with.
    let known = |entry: &&Entry| accepts(lanesum, entry.function);
    for entry in OURS.iter().chain(RIVALS).filter(wanted).filter(known) {
        for threads in [1, all] {
            if threads == 1 || entry.threads == Threads::Any && all > 1 {
                runners.push(Runner { entry, threads, times: Vec::new(), digests: Vec::new() });
            }
        }
    }
    // The first round warms the page cache, and shows who can run at all.
    let mut able = Vec::new();
    for mut runner in runners {
        match time(&runner, course, lanesum) {
            Ok((_, digests)) if digests.len() == course.files.len() => {
                runner.digests = digests;
                able.push(runner);
            }
            Ok((_, digests)) => {
                println!("not run: {}: {} digests of {} files", runner.entry.name, digests.len(), course.files.len());
            }
            Err(error) => println!("not run: {} {}: {error:#}", runner.entry.name, runner.entry.function),
        }
    }
    for one in &able {
        for other in &able {
            let alike = one.entry.function == other.entry.function;
            ensure!(
                !alike || one.digests == other.digests,
                "{} and {} give different digests for {}",
                one.entry.name,
                other.entry.name,
                one.entry.function
            );
        }
    }
    for _ in 0..options.rounds {
        for runner in &mut able {
            let (took, _) = time(runner, course, lanesum)?;
            runner.times.push(took);
        }
    }
    for runner in &mut able {
        runner.times.sort();
    }
    Ok(able)
}

/// Does lanesum have this function?
fn accepts(lanesum: &Path, function: &str) -> bool {
    let mut sum = Command::new(lanesum);
    sum.args(["sum", "-a", function]).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    sum.status().is_ok_and(|status| status.success())
}

/// One run: how long it took, and the digests in the order of the files' names.
fn time(runner: &Runner, course: &Course, lanesum: &Path) -> Result<(Duration, Vec<String>)> {
    let entry = runner.entry;
    let program = if entry.name == "lanesum" { lanesum } else { Path::new(entry.name) };
    let mut command = Command::new(program);
    command.args(entry.options).current_dir(&course.directory).stderr(Stdio::null());
    if let Some(option) = entry.threads_option {
        command.args([option, &runner.threads.to_string()]);
    }
    command.args(&course.files);
    let begun = Instant::now();
    let output = command.output()?;
    let took = begun.elapsed();
    if !output.status.success() {
        bail!("{}", output.status);
    }
    let text = String::from_utf8_lossy(&output.stdout);
    let digits = entry.bits / 4;
    let is_digest = |word: &&str| word.len() == digits && word.bytes().all(|byte| byte.is_ascii_hexdigit());
    Ok((took, text.split_ascii_whitespace().filter(is_digest).map(str::to_owned).collect()))
}

/// A quarter of the runs were faster.
fn quartile(times: &[Duration]) -> f64 {
    times.get(times.len() / 4).map_or(f64::NAN, Duration::as_secs_f64)
}

/// Writes a table and returns how many rivals were faster than lanesum with the same function and as many threads.
fn write_table(out: &mut String, course: &Course, runners: &[Runner]) -> Result<usize> {
    let mut lost = 0;
    writeln!(out, "**{}**\n", course.title)?;
    writeln!(out, "| program | function | threads | seconds | spread | lanesum, same function | times as fast |")?;
    writeln!(out, "| --- | --- | ---: | ---: | ---: | ---: | ---: |")?;
    let ours = |function: &str, threads: usize| {
        runners.iter().find(|r| r.entry.name == "lanesum" && r.entry.function == function && r.threads == threads)
    };
    for runner in runners {
        let Entry { name, function, .. } = runner.entry;
        let seconds = quartile(&runner.times);
        let (first, last) = (runner.times.first(), runner.times.last());
        let spread = first.zip(last).map(|(a, b)| format!("{:.3}–{:.3}", a.as_secs_f64(), b.as_secs_f64()));
        let own = *name == "lanesum";
        let (same, factor) = match ours(function, runner.threads) {
            Some(same) if !own => {
                let same = quartile(&same.times);
                lost += usize::from(same >= seconds);
                (format!("{same:.3}"), format!("{:.2}", seconds / same))
            }
            _ => (String::new(), String::new()),
        };
        let name = if own { "**lanesum**".into() } else { format!("{name} {}", runner.entry.note) };
        let name = name.trim_end();
        let spread = spread.unwrap_or_default();
        writeln!(out, "| {name} | {function} | {} | {seconds:.3} | {spread} | {same} | {factor} |", runner.threads)?;
    }
    writeln!(out)?;
    Ok(lost)
}

fn machine() -> Result<String> {
    let mut versions = Vec::new();
    for (program, option) in
        [("openssl", "version"), ("b2sum", "--version"), ("rhash", "--version"), ("b3sum", "--version")]
    {
        if let Ok(output) = Command::new(program).arg(option).output() {
            let text = String::from_utf8_lossy(&output.stdout).into_owned();
            versions.push(text.lines().next().unwrap_or_default().trim().to_owned());
        }
    }
    Ok(format!(
        "Measured by `cargo xtask race` on {}, {} threads, {}; {}. Files in the page cache; lower quartiles of interleaved runs, \
         whole processes, start and end included.",
        lanesum::cpu::brand().trim(),
        std::thread::available_parallelism()?,
        marked::today()?,
        versions.join(", ")
    ))
}
