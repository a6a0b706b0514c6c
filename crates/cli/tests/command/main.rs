//! Tests of the command as a user meets it: every one runs the built `lanesum`.

#[cfg(target_os = "linux")]
mod astray;
mod audit;
mod backends;
mod bench;
mod check;
mod choice;
#[cfg(unix)]
mod crowd;
mod derived;
mod digests;
#[cfg(unix)]
mod dropin;
#[cfg(unix)]
mod faults;
mod forms;
mod functions;
mod help;
mod info;
mod install;
#[cfg(target_os = "linux")]
mod interrupt;
#[cfg(target_os = "linux")]
mod leftovers;
#[cfg(unix)]
mod limits;
mod lists;
mod many;
mod messages;
mod names;
#[cfg(target_os = "linux")]
mod progress;
#[cfg(target_os = "linux")]
mod races;
mod recursion;
#[cfg(unix)]
mod replace;
#[cfg(target_os = "linux")]
mod resume;
#[cfg(unix)]
mod scarce;
#[cfg(target_os = "linux")]
mod secrets;
mod signing;
mod together;
mod truth;
#[cfg(windows)]
mod windows;
#[cfg(target_os = "linux")]
mod wine;

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Child, Command as System, ExitStatus, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant, SystemTime};

use assert_cmd::Command;
use tempfile::TempDir;

const BINARY: &str = env!("CARGO_BIN_EXE_lanesum");
/// How long a test waits for what must come.
const PATIENCE: Duration = Duration::from_secs(60);

/// SHA3-256 of the empty message (FIPS 202).
const SHA3_256_EMPTY: &str = "a7ffc6f8bf1ed76651c14756a061d662f580ff4de43b49fa82d80a4b80f8434a";
/// SHA3-256 of "abc" (NIST's example values).
const SHA3_256_ABC: &str = "3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532";

/// `lanesum` with these arguments, in the colours and width of no terminal.
fn lanesum(arguments: &[&str]) -> Command {
    let mut command = Command::new(BINARY);
    command.args(arguments).env_remove("COLUMNS").env("NO_COLOR", "1");
    // An order that the user has saved must not influence these tests.
    command.env("XDG_CONFIG_HOME", env!("CARGO_TARGET_TMPDIR"));
    command
}

/// Starts a program. wine now and then starts a process that is gone before its first instruction, and says so by an error that Windows
/// does not have here (1359): only then, it is started again.
fn started<T>(mut start: impl FnMut() -> std::io::Result<T>) -> T {
    let mut result = start();
    for _ in 0..3 {
        if !matches!(&result, Err(error) if cfg!(windows) && error.raw_os_error() == Some(1359)) {
            break;
        }
        result = start();
    }
    result.unwrap()
}

/// The output of a program. Under wine, a process can also be lost before its first instruction with the exit status `0xC000_0142` (a
/// library could not be initialised) and no output. Such a program is started again, too.
fn output_of(command: &mut Command) -> Output {
    let lost = |output: &Output| cfg!(windows) && output.status.code() == Some(0xC000_0142_u32 as i32);
    let mut output = started(|| command.output());
    for _ in 0..3 {
        if !lost(&output) || !output.stdout.is_empty() || !output.stderr.is_empty() {
            break;
        }
        output = started(|| command.output());
    }
    output
}

/// The output of a finished run, and its exit status.
struct Run {
    stdout: String,
    stderr: String,
    status: Option<i32>,
    /// The arguments, which name the run where it has not done what it should.
    arguments: Vec<OsString>,
}

impl From<Output> for Run {
    fn from(output: Output) -> Self {
        let [stdout, stderr] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
        Self { stdout, stderr, status: output.status.code(), arguments: Vec::new() }
    }
}

/// What a run must have done.
impl Run {
    #[track_caller]
    fn is(&self, stdout: &str, stderr: &str, status: i32) {
        let seen = (self.stdout.as_str(), self.stderr.as_str(), self.status);
        assert_eq!(seen, (stdout, stderr, Some(status)), "{:?}", self.arguments);
    }

    /// This on standard output, and this status, whatever it says on standard error.
    #[track_caller]
    fn prints(&self, stdout: &str, status: i32) {
        self.is(stdout, &self.stderr, status);
    }

    /// This on standard error, and this status, whatever it prints on standard output.
    #[track_caller]
    fn says(&self, stderr: &str, status: i32) {
        self.is(&self.stdout, stderr, status);
    }

    /// Nothing on standard output, this status, and a message that has `why` in it.
    #[track_caller]
    fn fails(&self, status: i32, why: &str) {
        self.prints("", status);
        assert!(self.stderr.contains(why), "{:?}: {}", self.arguments, self.stderr);
    }
}

fn run(command: &mut Command) -> Run {
    let run = Run::from(output_of(command));
    let arguments = command.get_args().map(Into::into).collect();
    Run { stdout: in_words_of_linux(run.stdout), stderr: in_words_of_linux(run.stderr), arguments, ..run }
}

/// Errors of Windows, whose words differ among its languages and in wine, in those that the tests expect.
fn in_words_of_linux(text: String) -> String {
    if cfg!(not(windows)) {
        return text;
    }
    let words = [
        (2, "No such file or directory"),
        (3, "No such file or directory"),
        (80, "File exists"),
        (183, "File exists"),
        (267, "Not a directory"),
        // wine's, of a file whose directory is listed
        (123, "Not a directory"),
    ];
    words.into_iter().fold(text, |text, (code, words)| {
        let error = std::io::Error::from_raw_os_error(code).to_string();
        let bare = error.strip_suffix(&format!(" (os error {code})")).unwrap();
        text.replace(bare.trim_end_matches('.'), words)
    })
}

/// Standard output of a run that must succeed silently.
fn stdout_of(command: &mut Command) -> String {
    let run = run(command);
    run.says("", 0);
    run.stdout
}

/// Says, whatever the harness captures, that a test could not look at what it is about. CI looks for these lines.
fn not_run(what: &str) {
    use std::io::Write;
    let line = format!("\nnot run: {what}\n");
    std::io::stderr().write_all(line.as_bytes()).unwrap();
}

/// Waits for something that another process does.
#[track_caller]
fn wait_until(what: &str, mut is: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !is() {
        assert!(begun.elapsed() < PATIENCE, "not yet: {what}");
        sleep(Duration::from_millis(1));
    }
}

/// Waits for the end of a child, which must come.
fn end(child: &mut Child) -> ExitStatus {
    let begun = Instant::now();
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return status;
        }
        if begun.elapsed() > PATIENCE {
            child.kill().unwrap();
            panic!("it does not end");
        }
        sleep(Duration::from_millis(1));
    }
}

/// Waits until all files changed so long ago that a list may state their times: two whole seconds.
fn settle() {
    let since = SystemTime::UNIX_EPOCH.elapsed().unwrap();
    sleep(Duration::from_millis(3020 - u64::from(since.subsec_millis())));
}

/// A directory of files for one test.
struct Folder(TempDir);

impl Folder {
    fn new() -> Self {
        Self(TempDir::new().unwrap())
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    fn file(&self, name: impl AsRef<Path>, content: &[u8]) -> PathBuf {
        let path = self.path().join(name);
        std::fs::write(&path, content).unwrap();
        path
    }

    /// `lanesum`, run in this directory.
    fn lanesum(&self, arguments: &[&str]) -> Command {
        let mut command = lanesum(arguments);
        command.current_dir(self.path());
        command
    }

    /// The same as a process that can be started and watched.
    fn process(&self, arguments: &[&str]) -> System {
        let mut command = System::new(BINARY);
        command.args(arguments).current_dir(self.path()).env("NO_COLOR", "1");
        command.env("XDG_CONFIG_HOME", env!("CARGO_TARGET_TMPDIR"));
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// Runs a shell script in which `$0` is `lanesum`.
    #[cfg(unix)]
    fn shell(&self, script: &str) -> Run {
        let mut command = System::new("sh");
        command.args(["-c", script, BINARY]).current_dir(self.path()).stdin(Stdio::null());
        command.output().unwrap().into()
    }
}

/// Bytes that do not repeat with any block length.
fn noise(length: usize) -> Vec<u8> {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 56) as u8
    };
    std::iter::repeat_with(next).take(length).collect()
}
