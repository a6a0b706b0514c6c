//! `lanesum::file`: files that are hostile to a program that reads them, and sources that are.
#![cfg(all(feature = "std", feature = "sha2", feature = "keccak"))]

use lanesum::file::{Change, FileError, Input, Reading};
use lanesum::{Algorithm, Hasher, Options, sha256};
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Read, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// Bytes that the module reads at once.
const PIECE: usize = 512 << 10;

/// A file of its own for a test, removed with the value.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str, content: &[u8]) -> Self {
        let path = std::env::temp_dir().join(format!("lanesum-file-{}-{name}", std::process::id()));
        fs::write(&path, content).unwrap();
        Self(path)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

fn content(length: usize) -> Vec<u8> {
    (0..length).map(|at| (at % 251) as u8).collect()
}

fn finished(hasher: &mut Hasher) -> [u8; 32] {
    let mut digest = [0; 32];
    hasher.finalize_into_reset(&mut digest).unwrap();
    digest
}

/// The digest by each way of reading a path.
fn digests(path: &Path) -> Vec<Result<[u8; 32], FileError>> {
    let mut hasher = Hasher::new(Algorithm::Sha256);
    #[allow(unused_mut)] // without rayon
    let mut results = vec![
        lanesum::file::digest(path, Algorithm::Sha256).map(|digest| digest.try_into().unwrap()),
        Reading::new().path(path, &mut hasher).map(|_| finished(&mut hasher)),
    ];
    #[cfg(feature = "rayon")]
    results.push(Reading::new().rayon().path(path, &mut hasher).map(|_| finished(&mut hasher)));
    results
}

#[test]
fn files_of_any_length() {
    for length in [0, 1, PIECE - 1, PIECE, PIECE + 1, 2 * PIECE, (4 << 20) - 1, 4 << 20, (4 << 20) + 1, 9 << 20] {
        let data = content(length);
        let file = Scratch::new("length", &data);
        for digest in digests(&file.0) {
            assert_eq!(digest.unwrap(), sha256(&data), "{length}");
        }
        let mut hasher = Hasher::new(Algorithm::Sha256);
        assert_eq!(Reading::new().reader(&data[..], &mut hasher).unwrap(), length as u64);
        assert_eq!(finished(&mut hasher), sha256(&data), "{length}");
    }
}

#[test]
fn trees_on_one_thread_and_on_several() {
    let data = content((9 << 20) + 5);
    let file = Scratch::new("tree", &data);
    for algorithm in [Algorithm::Kt128, Algorithm::ParallelHash128] {
        let mut expected = [0; 32];
        algorithm.digest(None, &data, &mut expected).unwrap();
        assert_eq!(lanesum::file::digest(&file.0, algorithm).unwrap(), expected);
        #[cfg(feature = "rayon")]
        {
            let mut hasher = Hasher::new(algorithm);
            assert_eq!(Reading::new().rayon().path(&file.0, &mut hasher).unwrap(), data.len() as u64);
            assert_eq!(finished(&mut hasher), expected);
        }
    }
}

/// A file read into a keyed BLAKE3 hasher has the same digest as its bytes in one update.
#[cfg(feature = "blake")]
#[test]
fn blake3_with_a_key() {
    use lanesum::{Blake3, Blake3Mode};
    for length in [0, 1000, PIECE + 1, 9 << 20] {
        let data = content(length);
        let file = Scratch::new("blake3", &data);
        let begun = Blake3::with_mode(Blake3Mode::Keyed(&[7; 32]));
        let mut whole = begun.clone();
        whole.update(&data);
        let mut hasher = begun.clone();
        assert_eq!(Reading::new().path(&file.0, &mut hasher).unwrap(), length as u64);
        assert_eq!(hasher.finalize(), whole.finalize());
        #[cfg(feature = "rayon")]
        {
            let mut hasher = begun.clone();
            Reading::new().rayon().path(&file.0, &mut hasher).unwrap();
            assert_eq!(hasher.finalize(), whole.finalize());
        }
    }
}

#[test]
fn the_message_goes_on() {
    let file = Scratch::new("rest", b"0123456789");
    let mut hasher = Hasher::new(Algorithm::Sha256);
    hasher.update(b"before ");
    let mut open = File::open(&file.0).unwrap();
    open.read_exact(&mut [0; 4]).unwrap();
    let input = Input::new(open);
    assert_eq!(input.stated_bytes(), Some(6));
    assert_eq!(Reading::new().input(input, &mut hasher).unwrap(), 6);
    assert_eq!(finished(&mut hasher), sha256(b"before 456789"));
}

#[test]
fn what_cannot_be_opened_or_read() {
    let folder = std::env::temp_dir();
    for digest in digests(&folder.join("lanesum-no-such-file")) {
        assert!(matches!(digest, Err(FileError::System(error)) if error.kind() == ErrorKind::NotFound));
    }
    // Windows refuses to open a directory.
    for digest in digests(&folder) {
        let Err(FileError::System(error)) = digest else { panic!("{digest:?}") };
        assert!(cfg!(windows) || error.kind() == ErrorKind::IsADirectory, "{error}");
    }
}

#[cfg(unix)]
#[test]
fn a_file_without_permission() {
    use std::os::unix::fs::PermissionsExt;
    let file = Scratch::new("forbidden", b"abc");
    fs::set_permissions(&file.0, fs::Permissions::from_mode(0o000)).unwrap();
    // Nothing is forbidden to root.
    let is_root = File::open(&file.0).is_ok();
    for digest in digests(&file.0) {
        match digest {
            Ok(digest) => assert!(is_root && digest == sha256(b"abc")),
            Err(FileError::System(error)) => assert!(!is_root && error.kind() == ErrorKind::PermissionDenied),
            Err(error) => panic!("{error}"),
        }
    }
}

/// Reads in pieces of 4 bytes, and meddles after the first one.
fn meddled(length: usize, meddle: impl Fn(&File)) -> (Result<(), FileError>, Input) {
    let file = Scratch::new("meddled", &content(length));
    let other = OpenOptions::new().append(true).open(&file.0).unwrap();
    let mut input = Input::open(&file.0).unwrap();
    assert_eq!(input.fill(&mut [0; 4]).unwrap(), 4.min(length));
    meddle(&other);
    while input.fill(&mut [0; 4]).unwrap() == 4 {}
    (input.check(), input)
}

#[test]
fn a_file_that_changes_while_it_is_read() {
    let change = |meddle: &dyn Fn(&File)| match meddled(10, meddle).0 {
        Ok(()) => None,
        Err(FileError::Changed(change)) => Some(change),
        Err(error) => panic!("{error}"),
    };
    assert_eq!(change(&|_| {}), None);
    assert_eq!(change(&|file| file.set_len(11).unwrap()), Some(Change::Size { before: 10, after: 11, read: 11 }));
    assert_eq!(change(&|file| file.set_len(5).unwrap()), Some(Change::Size { before: 10, after: 5, read: 5 }));
    let later = SystemTime::now() + Duration::from_secs(5);
    assert_eq!(change(&|file| file.set_modified(later).unwrap()), Some(Change::Modified));
    let hidden = |mut file: &File| {
        let before = file.metadata().unwrap().modified().unwrap();
        // The clock of file systems is no finer than a few milliseconds.
        std::thread::sleep(Duration::from_millis(50));
        file.set_len(9).unwrap();
        file.write_all(b"!").unwrap();
        file.set_modified(before).unwrap();
    };
    assert_eq!(change(&hidden), cfg!(unix).then_some(Change::Status));
    // An empty file states nothing: another program may be about to write it.
    meddled(0, |mut file| file.write_all(b"more").unwrap()).0.unwrap();
}

/// Shorter while it is read, then as long as before: the bytes that are missing tell.
#[test]
fn a_file_cut_and_filled_again() {
    let file = Scratch::new("cut", &content(10));
    let mut input = Input::open(&file.0).unwrap();
    let other = OpenOptions::new().write(true).open(&file.0).unwrap();
    other.set_len(2).unwrap();
    assert_eq!(input.fill(&mut [0; 20]).unwrap(), 2);
    other.set_len(10).unwrap();
    assert!(matches!(input.check(), Err(FileError::Changed(Change::Size { before: 10, after: 10, read: 2 }))));
}

/// The progress function plays the program that meddles.
#[test]
fn a_change_leaves_the_hasher_as_it_was() {
    let data = content(3 * PIECE);
    let mut hasher = Hasher::new(Algorithm::Sha256);
    hasher.update(b"before");
    for grows in [true, false] {
        let file = Scratch::new("changed", &data);
        let other = OpenOptions::new().append(true).open(&file.0).unwrap();
        let mut meddle = |_| {
            other.set_len(if grows { 4 * PIECE as u64 } else { 1 }).unwrap();
            ControlFlow::Continue(())
        };
        let read = Reading::new().progress(&mut meddle).path(&file.0, &mut hasher);
        assert!(matches!(read, Err(FileError::Changed(Change::Size { .. }))), "{read:?}");
    }
    assert_eq!(finished(&mut hasher), sha256(b"before"));
}

/// A new name changes nothing but the status: the file is read once more, and progress begins again.
#[cfg(unix)]
#[test]
fn a_new_name_is_no_change() {
    let data = content(PIECE + 1);
    let file = Scratch::new("linked", &data);
    let link = Scratch(file.0.with_extension("link"));
    let mut told = Vec::new();
    let mut progress = |bytes| {
        if told.is_empty() {
            std::thread::sleep(Duration::from_millis(50));
            fs::hard_link(&file.0, &link.0).unwrap();
        }
        told.push(bytes);
        ControlFlow::Continue(())
    };
    let mut hasher = Hasher::new(Algorithm::Sha256);
    let read = Reading::new().progress(&mut progress).path(&file.0, &mut hasher);
    assert_eq!(read.unwrap(), data.len() as u64);
    assert_eq!(finished(&mut hasher), sha256(&data));
    assert_eq!(told, [PIECE as u64, PIECE as u64 + 1, PIECE as u64, PIECE as u64 + 1]);
}

#[test]
fn progress_and_a_stop() {
    let file = Scratch::new("progress", &content(2 * PIECE + 9));
    let empty = Scratch::new("empty", b"");
    let mut told = Vec::new();
    let mut tell = |bytes| {
        told.push(bytes);
        ControlFlow::Continue(())
    };
    let mut hasher = Hasher::new(Algorithm::Kt128);
    let mut reading = Reading::new().progress(&mut tell);
    reading.path(&file.0, &mut hasher).unwrap();
    reading.path(&empty.0, &mut hasher).unwrap();
    assert_eq!(told, [PIECE as u64, 2 * PIECE as u64, 2 * PIECE as u64 + 9, 0]);
    let mut calls = 0;
    let mut stop = |_| {
        calls += 1;
        ControlFlow::Break(())
    };
    let mut reading = Reading::new().progress(&mut stop);
    assert!(matches!(reading.path(&file.0, &mut hasher), Err(FileError::Stopped)));
    assert!(matches!(reading.reader(io::repeat(0), &mut hasher), Err(FileError::Stopped)));
    #[cfg(feature = "rayon")]
    {
        let large = Scratch::new("large", &content(20 << 20));
        let mut reading = reading.rayon();
        assert!(matches!(reading.path(&large.0, &mut hasher), Err(FileError::Stopped)));
        calls -= 1;
    }
    assert_eq!(calls, 2);
}

/// Gives its steps one by one, each a piece or an error.
struct Script(Vec<io::Result<&'static [u8]>>);

impl Read for Script {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        if self.0.is_empty() {
            return Ok(0);
        }
        let piece = self.0.remove(0)?;
        out[..piece.len()].copy_from_slice(piece);
        Ok(piece.len())
    }
}

#[test]
fn interruptions_and_errors_of_a_source() {
    let interrupted = || Err(ErrorKind::Interrupted.into());
    let mut hasher = Hasher::new(Algorithm::Sha256);
    let script = Script(vec![Ok(b"ab"), interrupted(), interrupted(), Ok(b"c"), Ok(b"d")]);
    assert_eq!(Reading::new().reader(script, &mut hasher).unwrap(), 4);
    assert_eq!(finished(&mut hasher), sha256(b"abcd"));
    // A program that has caught a signal can stop.
    let mut stop = |_| ControlFlow::Break(());
    let script = Script(vec![Ok(b"ab"), interrupted()]);
    let read = Reading::new().progress(&mut stop).reader(script, &mut hasher);
    assert!(matches!(read, Err(FileError::Stopped)), "{read:?}");
    let script = Script(vec![Ok(b"ab"), Err(ErrorKind::InvalidData.into()), Ok(b"c")]);
    let read = Reading::new().reader(script, &mut hasher);
    assert!(matches!(read, Err(FileError::System(error)) if error.kind() == ErrorKind::InvalidData));
    assert_eq!(finished(&mut hasher), sha256(b""));
}

#[test]
fn what_the_function_refuses() {
    let file = Scratch::new("refused", b"abc");
    let without_key = lanesum::file::digest(&file.0, Algorithm::Kmac128);
    assert!(matches!(without_key, Err(FileError::Hash(lanesum::Error::KeyMissing))), "{without_key:?}");
    let tuple = lanesum::file::digest(&file.0, Algorithm::TupleHash128);
    assert!(matches!(tuple, Err(FileError::System(error)) if error.kind() == ErrorKind::Unsupported));
    let mut hasher = Hasher::with_options(Algorithm::Kmac128, Options::new().key(b"key")).unwrap();
    Reading::new().path(&file.0, &mut hasher).unwrap();
    let mut expected = [0; 32];
    Algorithm::Kmac128.digest(Options::new().key(b"key"), b"abc", &mut expected).unwrap();
    assert_eq!(finished(&mut hasher), expected);
}

#[cfg(unix)]
#[test]
fn a_fifo_is_read_to_its_end() {
    let fifo = std::env::temp_dir().join(format!("lanesum-file-{}-fifo", std::process::id()));
    assert!(std::process::Command::new("mkfifo").arg(&fifo).status().unwrap().success());
    let fifo = Scratch(fifo);
    let data = content(3 * PIECE + 7);
    for threads in [false, cfg!(feature = "rayon")] {
        let mut hasher = Hasher::new(Algorithm::Sha256);
        #[cfg_attr(not(feature = "rayon"), allow(unused_mut))]
        let mut reading = Reading::new();
        #[cfg(feature = "rayon")]
        if threads {
            reading = reading.rayon();
        }
        std::thread::scope(|scope| {
            scope.spawn(|| OpenOptions::new().write(true).open(&fifo.0).unwrap().write_all(&data).unwrap());
            assert_eq!(reading.path(&fifo.0, &mut hasher).unwrap(), data.len() as u64);
        });
        assert_eq!(finished(&mut hasher), sha256(&data), "{threads}");
    }
}

/// procfs states 0 bytes or any number, sysfs a page.
#[cfg(target_os = "linux")]
#[test]
fn files_that_the_kernel_makes_up() {
    let mut stated_a_size = 0;
    for path in ["/proc/version", "/sys/devices/system/cpu/online", "/sys/kernel/mm/transparent_hugepage/enabled"] {
        // sysfs is not mounted everywhere.
        let Ok(data) = fs::read(path) else { continue };
        assert_eq!(Input::open(path).unwrap().stated_bytes(), None, "{path}");
        stated_a_size += u64::from(fs::metadata(path).unwrap().len() > 0);
        for digest in digests(path.as_ref()) {
            assert_eq!(digest.unwrap(), sha256(&data), "{path}");
        }
    }
    assert!(stated_a_size > 0 || !Path::new("/sys/devices").exists());
}

/// A hole has no blocks either, but its size is to be trusted.
#[test]
fn a_sparse_file() {
    let file = Scratch::new("sparse", b"");
    File::options().write(true).open(&file.0).unwrap().set_len(3 << 20).unwrap();
    assert_eq!(Input::open(&file.0).unwrap().stated_bytes(), Some(3 << 20));
    for digest in digests(&file.0) {
        assert_eq!(digest.unwrap(), sha256(&vec![0; 3 << 20]));
    }
}

/// For callers that know `std` alone.
#[test]
fn errors_become_those_of_std() {
    let missing = lanesum::file::digest("lanesum-no-such-file", Algorithm::Sha256).unwrap_err();
    assert_eq!(io::Error::from(missing).kind(), ErrorKind::NotFound);
    let changed = FileError::Changed(Change::Modified);
    let text = "file changed while it was read (its modification time differs); try again when no program writes to it";
    assert_eq!(changed.to_string(), text);
    assert_eq!(io::Error::from(changed).to_string(), text);
    assert_eq!(io::Error::from(FileError::Stopped).to_string(), "stopped by the progress function");
}
