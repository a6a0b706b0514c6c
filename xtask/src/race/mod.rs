//! `cargo xtask race`: the command's wall time and memory against the programs that people use today, on a tree of real files, on many
//! small files and on one large file (`courses`). All read the same files from the page cache, in turn, and must give the same digests. A
//! run may be done in pieces, whose times are kept in a file (`kept`).

mod courses;
mod kept;
mod programs;

use std::fmt::Write as _;
use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use clap::Args;

use self::courses::Course;
use self::kept::Kept;
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
    /// Small files, of 1 to 8191 bytes, which are made for the race; 0 leaves them out
    #[arg(long, value_name = "FILES", default_value_t = 100_000)]
    small: usize,
    /// These courses only, separated by commas: tree, small, large
    #[arg(long, value_name = "COURSE", value_delimiter = ',')]
    courses: Vec<String>,
    /// Add the times to this file, and report all that are in it; the files that are made stay in the scratch directory
    #[arg(long, value_name = "FILE")]
    keep: Option<PathBuf>,
    /// How often each program runs
    #[arg(long, default_value_t = 7)]
    rounds: usize,
    /// These functions only, separated by commas
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    functions: Vec<String>,
    /// These rivals only, separated by commas
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    programs: Vec<String>,
    /// Write the tables here, in place of what stands between its two marks
    #[arg(long, value_name = "FILE")]
    markdown: Option<PathBuf>,
}

/// A program that has run the course.
struct Runner {
    entry: &'static Entry,
    threads: usize,
    times: Vec<f64>,
    /// The most memory that it held, in KiB.
    memory: Option<u64>,
    digests: Vec<String>,
}

/// How much faster than lanesum a rival may be, with the same function and as many threads: what differs from run to run.
const MARGIN: f64 = 1.03;

pub(crate) fn command(options: &Options, root: &Path) -> Result<Verdict> {
    let lanesum = cargo::executable(cargo::command(root).args(["build", "--release", "--package", "lanesum-cli"]))?;
    let mut report = String::new();
    let mut lost = 0;
    let temporary = tempfile::tempdir_in(&options.scratch).context("a scratch directory")?;
    let scratch =
        if options.keep.is_some() { options.scratch.join("lanesum-race") } else { temporary.path().to_owned() };
    fs::create_dir_all(&scratch)?;
    let wanted = |course: &str| options.courses.is_empty() || options.courses.iter().any(|name| name == course);
    let mut courses = Vec::new();
    if wanted("tree") {
        courses.push(courses::tree(options.tree.clone().map_or_else(courses::registry, Ok)?)?);
    }
    if options.small > 0 && wanted("small") {
        courses.push(courses::small(options.small, &scratch)?);
    }
    if options.large > 0 && wanted("large") {
        courses.push(courses::large(options.large, &scratch)?);
    }
    let mut kept = Kept::read(options.keep.as_deref())?;
    writeln!(report, "{}\n", machine()?)?;
    for course in courses {
        let runners = run(&course, &lanesum, options, &mut kept)?;
        lost += write_table(&mut report, &course, &runners)?;
    }
    kept.write()?;
    print!("{report}");
    if let Some(file) = &options.markdown {
        marked::put(file, "race", &report)?;
    }
    Ok(if lost == 0 { Verdict::Passed } else { Verdict::Failed })
}

fn run(course: &Course, lanesum: &Path, options: &Options, kept: &mut Kept) -> Result<Vec<Runner>> {
    let all = std::thread::available_parallelism()?.get();
    let mut runners = Vec::new();
    let wanted = |entry: &&Entry| {
        let rival = entry.name != "lanesum" && !options.programs.is_empty();
        (options.functions.is_empty() || options.functions.iter().any(|function| function == entry.function))
            && !(rival && options.programs.iter().all(|program| program != entry.name))
    };
    // A rival of a function that this lanesum lacks has nobody to race with.
    let known = |entry: &&Entry| accepts(lanesum, entry.function);
    for entry in OURS.iter().chain(RIVALS).filter(wanted).filter(known) {
        for threads in [1, all] {
            if threads == 1 || entry.threads == Threads::Any && all > 1 {
                let (times, memory) = kept.of(&course.title, entry, threads);
                runners.push(Runner { entry, threads, times, memory, digests: Vec::new() });
            }
        }
    }
    if options.rounds == 0 {
        runners.retain(|runner| !runner.times.is_empty());
        return Ok(runners);
    }
    // The first round warms the page cache, and shows which programs can run at all.
    let mut able = Vec::new();
    for mut runner in runners {
        match watch(&runner, course, lanesum) {
            Ok((digests, memory)) if digests.len() == course.files.len() => {
                runner.digests = digests;
                runner.memory = runner.memory.max(memory);
                able.push(runner);
            }
            Ok((digests, _)) => {
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
            runner.times.push(time(runner, course, lanesum)?.as_secs_f64());
        }
    }
    for runner in &mut able {
        kept.set(&course.title, runner.entry, runner.threads, &runner.times, runner.memory);
        runner.times.sort_by(f64::total_cmp);
    }
    Ok(able)
}

/// Does lanesum have this function?
fn accepts(lanesum: &Path, function: &str) -> bool {
    let mut sum = Command::new(lanesum);
    sum.args(["sum", "-a", function]).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    sum.status().is_ok_and(|status| status.success())
}

/// The command line of a run.
fn start(runner: &Runner, course: &Course, lanesum: &Path) -> Command {
    let entry = runner.entry;
    let program = if entry.name == "lanesum" { lanesum } else { Path::new(entry.name) };
    let mut command = Command::new(program);
    command.args(entry.options).current_dir(&course.directory).stderr(Stdio::null());
    match entry.threads_option {
        // One word.
        Some(option) if option.len() == 2 => command.arg(format!("{option}{}", runner.threads)),
        Some(option) => command.args([option, &runner.threads.to_string()]),
        None => &mut command,
    };
    command.args(&course.files);
    command
}

/// A run that is not timed: its digests, and the most memory that it held, in KiB, looked up while it ran. None where the system
/// does not tell.
fn watch(runner: &Runner, course: &Course, lanesum: &Path) -> Result<(Vec<String>, Option<u64>)> {
    let mut child = start(runner, course, lanesum).stdout(Stdio::piped()).spawn()?;
    let status = format!("/proc/{}/status", child.id());
    let mut stdout = child.stdout.take().context("no standard output")?;
    let reader = std::thread::spawn(move || {
        let mut text = String::new();
        stdout.read_to_string(&mut text).map(|_| text)
    });
    let mut most = None;
    let ended = loop {
        if let Some(ended) = child.try_wait()? {
            break ended;
        }
        let text = fs::read_to_string(&status).unwrap_or_default();
        let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        most = most.max(line.and_then(|line| line.trim().trim_end_matches(" kB").parse().ok()));
        std::thread::sleep(Duration::from_millis(2));
    };
    if !ended.success() {
        bail!("{ended}");
    }
    let text = reader.join().map_err(|_| anyhow::anyhow!("its output could not be read"))??;
    Ok((digests(&text, runner.entry), most))
}

/// In the order of their digits, since not all programs keep that of the names.
fn digests(text: &str, entry: &Entry) -> Vec<String> {
    let digits = entry.bits / 4;
    let is_digest = |word: &&str| word.len() == digits && word.bytes().all(|byte| byte.is_ascii_hexdigit());
    let words = text.split(|c: char| c.is_ascii_whitespace() || c == ',');
    let mut digests: Vec<_> = words.filter(is_digest).map(str::to_owned).collect();
    digests.sort_unstable();
    digests
}

/// One run: how long it took.
fn time(runner: &Runner, course: &Course, lanesum: &Path) -> Result<Duration> {
    let mut command = start(runner, course, lanesum);
    let begun = Instant::now();
    let output = command.output()?;
    let took = begun.elapsed();
    if !output.status.success() {
        bail!("{}", output.status);
    }
    Ok(took)
}

/// A quarter of the runs were faster.
fn quartile(times: &[f64]) -> f64 {
    times.get(times.len() / 4).copied().unwrap_or(f64::NAN)
}

/// Writes a table and returns how many rivals were faster than lanesum with the same function and as many threads.
fn write_table(out: &mut String, course: &Course, runners: &[Runner]) -> Result<usize> {
    let mut lost = 0;
    writeln!(out, "**{}**\n", course.title)?;
    writeln!(
        out,
        "| program | function | threads | seconds | spread | MiB | lanesum, same function | times as fast |"
    )?;
    writeln!(out, "| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |")?;
    let ours = |function: &str, threads: usize| {
        runners.iter().find(|r| r.entry.name == "lanesum" && r.entry.function == function && r.threads == threads)
    };
    for runner in runners {
        let Entry { name, function, .. } = runner.entry;
        let seconds = quartile(&runner.times);
        let (first, last) = (runner.times.first(), runner.times.last());
        let spread = first.zip(last).map(|(a, b)| format!("{a:.3}–{b:.3}"));
        let own = *name == "lanesum";
        let (same, factor) = match ours(function, runner.threads) {
            Some(same) if !own => {
                let same = quartile(&same.times);
                lost += usize::from(same > MARGIN * seconds);
                (format!("{same:.3}"), format!("{:.2}", seconds / same))
            }
            _ => (String::new(), String::new()),
        };
        let name = if own { "**lanesum**".into() } else { format!("{name} {}", runner.entry.note) };
        let name = name.trim_end();
        let spread = spread.unwrap_or_default();
        let memory = runner.memory.map_or(String::new(), |kib| format!("{:.1}", kib as f64 / 1024.0));
        let threads = runner.threads;
        writeln!(out, "| {name} | {function} | {threads} | {seconds:.3} | {spread} | {memory} | {same} | {factor} |")?;
    }
    writeln!(out)?;
    Ok(lost)
}

fn machine() -> Result<String> {
    let mut versions = Vec::new();
    for (program, option) in [
        ("openssl", "version"),
        ("sha256sum", "--version"),
        ("rhash", "--version"),
        ("hashdeep", "-V"),
        ("b3sum", "--version"),
    ] {
        if let Ok(output) = Command::new(program).arg(option).output() {
            let text = String::from_utf8_lossy(&output.stdout).into_owned();
            let version = text.lines().next().unwrap_or_default().trim();
            let bare = version.starts_with(|c: char| c.is_ascii_digit());
            versions.push(if bare { format!("{program} {version}") } else { version.to_owned() });
        }
    }
    Ok(format!(
        "Measured by `cargo xtask race` on {}, {} threads, {}; {}. Files in the page cache; lower quartiles of interleaved runs, \
         whole processes, start and end included; the most memory held, each in a run of its own.",
        lanesum::cpu::brand().trim(),
        std::thread::available_parallelism()?,
        marked::today()?,
        versions.join(", ")
    ))
}
