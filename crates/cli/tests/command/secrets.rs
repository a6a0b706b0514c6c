//! Keys and passphrases do not outlive their use: these tests search the memory of the command while it waits for a pipe.

use std::collections::HashSet;
use std::fs::{self, File, OpenOptions};
use std::io::{Read, Write};
use std::os::fd::AsFd;
use std::os::unix::fs::FileExt;
use std::path::Path;
use std::process::{Child, Command as System, Stdio};

use rustix::fs::{CWD, FileType, Mode, mknodat};

use super::{BINARY, Folder, noise, not_run, stdout_of, wait_until};

const ZEROES: [u8; 4096] = [0; 4096];

/// A command that ends with the test: it would wait for ever.
pub(crate) struct Waiting(pub(crate) Child);

impl Drop for Waiting {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Whether eight consecutive bytes of a secret are anywhere in a process's memory. None if this user may not look.
fn remembers(child: &Child, secret: &[u8]) -> Option<bool> {
    let process = format!("/proc/{}", child.id());
    let memory = File::open(format!("{process}/mem")).ok()?;
    let maps = fs::read_to_string(format!("{process}/maps")).ok()?;
    // Of a long one not all.
    let pieces: HashSet<_> = secret.windows(8).step_by((secret.len() / 250).max(4)).collect();
    // Two bytes, since almost every single byte begins one of so many pieces.
    let two = |piece: &[u8]| usize::from(u16::from_le_bytes([piece[0], piece[1]]));
    let mut begins = vec![false; 1 << 16];
    for piece in &pieces {
        begins[two(piece)] = true;
    }
    let mut bytes = Vec::new();
    for map in maps.lines() {
        let mut fields = map.split(' ');
        let (range, rights) = (fields.next()?, fields.next()?);
        // The program's own code and constants, 20 MB of them, hold nothing that it has read.
        let is_constant = !rights.contains('w') && map.ends_with(BINARY);
        if !rights.starts_with('r') || is_constant || map.ends_with("[vvar]") || map.ends_with("[vvar_vclock]") {
            continue;
        }
        let (start, end) = range.split_once('-')?;
        let number = |text| u64::from_str_radix(text, 16).unwrap();
        bytes.resize((number(end) - number(start)) as usize, 0);
        // Nobody can read the map of old system calls.
        if memory.read_exact_at(&mut bytes, number(start)).is_err() {
            continue;
        }
        for at in (0..bytes.len()).step_by(ZEROES.len()) {
            let end = bytes.len().min(at + ZEROES.len());
            // Most pages have never been written.
            if bytes[at..end] == ZEROES[..end - at] {
                continue;
            }
            let around = &bytes[at.saturating_sub(7)..bytes.len().min(end + 7)];
            if around.windows(8).any(|piece| begins[two(piece)] && pieces.contains(piece)) {
                return Some(true);
            }
        }
    }
    Some(false)
}

/// Waits until the process has forgotten a secret. It cannot end meanwhile: it waits for a pipe.
pub(crate) fn assert_forgets(Waiting(child): &mut Waiting, secret: &[u8], what: &str) {
    wait_until(what, || {
        assert!(child.try_wait().unwrap().is_none(), "{what}: the command has ended");
        !remembers(child, secret).unwrap()
    });
    assert!(child.try_wait().unwrap().is_none(), "{what}: the command has ended");
}

fn assert_learns(Waiting(child): &mut Waiting, secret: &[u8], what: &str) {
    wait_until(what, || {
        assert!(child.try_wait().unwrap().is_none(), "{what}: the command has ended");
        remembers(child, secret).unwrap()
    });
}

/// A pipe with a name, open, so that nobody waits for the other side and its end never comes.
pub(crate) fn pipe(folder: &Folder, name: &str) -> File {
    let path = folder.path().join(name);
    mknodat(CWD, &path, FileType::Fifo, Mode::RWXU, 0).unwrap();
    OpenOptions::new().read(true).write(true).open(path).unwrap()
}

fn start(folder: &Folder, arguments: &[&str]) -> Waiting {
    Waiting(folder.process(arguments).stdin(Stdio::piped()).spawn().unwrap())
}

/// Waits until the command has read all that was written into a pipe.
pub(crate) fn wait_until_read(pipe: &impl AsFd, what: &str) {
    wait_until(what, || rustix::io::ioctl_fionread(pipe).unwrap() == 0);
}

/// Nobody else may look, unless this is root.
pub(crate) fn may_look() -> bool {
    let mut child = System::new(BINARY).stdin(Stdio::piped()).stdout(Stdio::null()).arg("sum").spawn().unwrap();
    let may = remembers(&child, b"any secret").is_some() && rustix::process::geteuid().is_root();
    drop(child.stdin.take());
    child.wait().unwrap();
    if !may {
        not_run("whether secrets stay in memory: only root can look");
    }
    may
}

#[test]
fn sum_and_check_forget_a_key_before_they_have_read_a_file() {
    if !may_look() {
        return;
    }
    // Of one block of the state, of less, and of more than the buffers of a pipe take.
    for length in [32, 168, 1000, 65_536] {
        let folder = Folder::new();
        let key = noise(length + 100).split_off(100);
        folder.file("key", &key);
        let mut message = pipe(&folder, "message");
        for algorithm in ["kmac128", "sha3-256,kmacxof256"] {
            for source in ["key", "-"] {
                let what = format!("{algorithm}, {length}, {source}");
                let arguments = ["sum", "--custom", "public marker", "-a", algorithm, "--key-file", source, "message"];
                let mut child = start(&folder, &arguments);
                if source == "-" {
                    let mut stdin = child.0.stdin.take().unwrap();
                    stdin.write_all(&key).unwrap();
                }
                message.write_all(b"the message").unwrap();
                wait_until_read(&message, &what);
                assert_forgets(&mut child, &key, &what);
                assert_learns(&mut child, b"public marker", &what);
            }
        }
        // Each line of a list may have another customization, so `check` needs the key while the list goes on: here it is found.
        let mut list = pipe(&folder, "list");
        let mut child = start(&folder, &["check", "--key-file", "key", "list"]);
        let mut stdin = child.0.stdin.take().unwrap();
        writeln!(list, "KMAC128-256 (-) = {}", "00".repeat(32)).unwrap();
        stdin.write_all(b"the message").unwrap();
        wait_until_read(&stdin, "check");
        assert_learns(&mut child, &key, "check");
        drop(list);
        assert_forgets(&mut child, &key, "check");
    }
}

/// The two private seeds in a file without a passphrase: the last 64 bytes are those, and the public key.
fn seeds(key: &Path) -> Vec<u8> {
    let pem = fs::read_to_string(key).unwrap();
    let digits: String = pem.lines().filter(|line| !line.starts_with('-')).collect();
    let der = data_encoding::BASE64.decode(digits.as_bytes()).unwrap();
    der[der.len() - 64..der.len() - 32].to_vec()
}

/// The base64 of the file of a private key, without its beginning, which is the same for all.
fn base64(key: &Path) -> Vec<u8> {
    let pem = fs::read_to_string(key).unwrap();
    pem.lines().filter(|line| !line.starts_with('-')).collect::<String>().into_bytes().split_off(28)
}

const SET: [&str; 2] = ["--set", "SLH-DSA-SHAKE-128f"];
const PASSPHRASE: &str = "kV7pQ2xRw9Zt4mLb8NcYh3Gs";

#[test]
fn sign_forgets_the_passphrase_and_the_file_of_the_key() {
    if !may_look() {
        return;
    }
    let folder = Folder::new();
    folder.file("passphrase", format!("{PASSPHRASE}\n").as_bytes());
    stdout_of(&mut folder.lanesum(&[&["keygen", "--no-passphrase", "open"], &SET[..]].concat()));
    stdout_of(&mut folder.lanesum(&[&["keygen", "--passphrase-file", "passphrase", "locked"], &SET[..]].concat()));
    let mut list = pipe(&folder, "SUMS");
    let signs = |Waiting(child): &mut Waiting, list: &mut File, what: &str| {
        list.write_all(b"a line").unwrap();
        wait_until_read(list, what);
        assert!(child.try_wait().unwrap().is_none(), "{what}: the command has ended");
    };
    // It needs the seeds, which are found.
    let seeds = seeds(&folder.path().join("open.key"));
    let mut child = start(&folder, &["sign", "--key", "open.key", "SUMS"]);
    signs(&mut child, &mut list, "open");
    assert_learns(&mut child, &seeds, "seeds");
    assert_forgets(&mut child, &base64(&folder.path().join("open.key")), "PEM");
    drop(child);
    for source in ["passphrase", "-", "fifo"] {
        let mut fifo = (source == "fifo").then(|| pipe(&folder, "fifo"));
        let mut child = start(&folder, &["sign", "--key", "locked.key", "--passphrase-file", source, "SUMS"]);
        let text = format!("{PASSPHRASE}\n");
        match source {
            "-" => child.0.stdin.take().unwrap().write_all(text.as_bytes()).unwrap(),
            "fifo" => {
                // More pieces than one, so that a buffer that grows would do so.
                let mut fifo = fifo.take().unwrap();
                fifo.write_all(&text.as_bytes()[..5]).unwrap();
                wait_until_read(&fifo, source);
                fifo.write_all(&text.as_bytes()[5..]).unwrap();
                fifo.write_all(&[b'x'; 200]).unwrap();
                wait_until_read(&fifo, source);
            }
            _ => {}
        }
        signs(&mut child, &mut list, source);
        assert_forgets(&mut child, PASSPHRASE.as_bytes(), source);
    }
}

/// The command has done its work, and waits for somebody to read what it says.
#[test]
fn keygen_forgets_the_key_and_the_passphrase() {
    if !may_look() {
        return;
    }
    let folder = Folder::new();
    folder.file("passphrase", format!("{PASSPHRASE}\n").as_bytes());
    for (name, how) in [("open", &["--no-passphrase"][..]), ("locked", &["--passphrase-file", "passphrase"])] {
        let mut full = pipe(&folder, name);
        full.write_all(&vec![0; 1 << 16]).unwrap();
        let mut command = folder.process(&[&["keygen", name], &SET[..], how].concat());
        let mut child = Waiting(command.stdout(full.try_clone().unwrap()).spawn().unwrap());
        let private = folder.path().join(format!("{name}.key"));
        wait_until("a key is made", || private.exists());
        if name == "open" {
            assert_forgets(&mut child, &seeds(&private), "seeds");
            assert_forgets(&mut child, &base64(&private), "PEM");
        } else {
            assert_forgets(&mut child, PASSPHRASE.as_bytes(), "passphrase");
        }
        assert_learns(&mut child, b"SLH-DSA-SHAKE-128f", name);
        full.read_exact(&mut vec![0; 1 << 16]).unwrap();
        assert!(child.0.wait().unwrap().success());
    }
}

/// A command that waits for a pipe, in a directory and with a binary that everybody can use.
fn as_user(folder: &Folder, arguments: &[&str]) -> Waiting {
    use std::os::unix::process::CommandExt;
    let mut command = System::new("sh");
    command.args(["-c", "ulimit -c unlimited; exec \"$0\" \"$@\"", "./lanesum"]).args(arguments);
    command.current_dir(folder.path()).uid(1000).gid(1000).env_remove("HOME");
    let child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
    let mut child = Waiting(child.unwrap());
    // It has read the key if it has begun to read the message.
    let stdin = child.0.stdin.as_mut().unwrap();
    stdin.write_all(b"the message").unwrap();
    wait_until_read(stdin, "the message");
    child
}

#[test]
fn a_run_with_a_key_can_be_neither_traced_nor_dumped() {
    use std::os::unix::fs::{MetadataExt, PermissionsExt};
    if !rustix::process::geteuid().is_root() {
        return not_run("core dumps and tracing of a run with a key: only root can start it as another user");
    }
    let folder = Folder::new();
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o777)).unwrap();
    folder.file("key", &noise(32));
    fs::copy(BINARY, folder.path().join("lanesum")).unwrap();
    let cores = || {
        let names = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name());
        names.filter(|name| name.as_encoded_bytes().starts_with(b"core")).count()
    };
    let abort = |mut child: Waiting| {
        let pid = rustix::process::Pid::from_child(&child.0);
        rustix::process::kill_process(pid, rustix::process::Signal::ABORT).unwrap();
        child.0.wait().unwrap();
    };
    let with = as_user(&folder, &["sum", "-a", "sha3-256,kmac128", "--key-file", "key", "-"]);
    // The system gives what a process shows of itself to root if nobody may trace the process.
    let owner = |Waiting(child): &Waiting| fs::metadata(format!("/proc/{}/mem", child.id())).unwrap().uid();
    let limits = |Waiting(child): &Waiting| fs::read_to_string(format!("/proc/{}/limits", child.id())).unwrap();
    let limit = |child: &Waiting| {
        let limits = limits(child);
        let line = limits.lines().find_map(|line| line.strip_prefix("Max core file size")).unwrap().to_owned();
        line.split_whitespace().take(2).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!((owner(&with), limit(&with)), (0, vec!["0".to_owned(); 2]));
    abort(with);
    assert_eq!(cores(), 0);
    let without = as_user(&folder, &["sum", "-a", "sha3-256", "-"]);
    assert_eq!((owner(&without), limit(&without)), (1000, vec!["unlimited".to_owned(); 2]));
    abort(without);
    let pattern = fs::read_to_string("/proc/sys/kernel/core_pattern").unwrap();
    if !pattern.starts_with("core") {
        return not_run("whether a run with a key leaves a core: this system puts cores elsewhere");
    }
    assert_eq!(cores(), 1, "a run without a key leaves one");
}
