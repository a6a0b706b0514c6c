//! Private keys in files must never give an index twice: XMSS and LMS.

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Instant;

use crate::support::{Counter, bytes, full};
use lanesum_signatures::Error;

fn start(scheme: &str, path: &Path) -> Child {
    Command::new(std::env::current_exe().unwrap())
        .args(["--exact", &format!("key_files::{scheme}::signer"), "--nocapture", "--test-threads=1"])
        .env("LANESUM_SIGNER", path)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// The indices that a signer has written. (A last line may be cut off.)
fn indices(child: Child) -> Vec<u64> {
    let text = String::from_utf8_lossy(&child.wait_with_output().unwrap().stdout).into_owned();
    let lines = text.split_inclusive('\n').filter_map(|line| line.rsplit_once("index "));
    lines.filter_map(|(_, index)| index.strip_suffix('\n')?.parse().ok()).collect()
}

/// The tests of a scheme, for a set with 2^20 indices and trees of height 5: keys are cheap.
macro_rules! key_files {
    ($scheme:ident, $set:expr, $index:expr) => {
        mod $scheme {
            use super::*;
            use lanesum_signatures::$scheme::{FileError, KeyFile, Signature};

            fn index(signature: &Signature) -> u64 {
                $index(signature.as_bytes())
            }

            #[test]
            fn a_file_counts_on_from_where_it_was() {
                let directory = tempfile::tempdir().unwrap();
                let path = directory.path().join("key");
                let mut file = KeyFile::create(&path, $set, &mut Counter(1)).unwrap();
                let public = file.verifying_key();
                assert!(matches!(KeyFile::create(&path, $set, &mut Counter(2)), Err(FileError::Exists(_))));
                let sign = |file: &mut KeyFile| {
                    let signature = file.sign(b"message").unwrap();
                    public.verify(b"message", &signature).unwrap();
                    index(&signature)
                };
                assert_eq!([sign(&mut file), sign(&mut file)], [0, 1]);
                let mut second = KeyFile::open(&path).unwrap().with_reservations(10);
                // Each takes its own, whichever comes first.
                assert_eq!([sign(&mut second), sign(&mut file), sign(&mut second), sign(&mut file)], [2, 12, 3, 13]);
                drop(second);
                let mut third = KeyFile::open(&path).unwrap();
                assert_eq!(third.left(), (1 << 20) - 14);
                assert_eq!(sign(&mut third), 14);
                #[cfg(unix)]
                {
                    use std::os::unix::fs::PermissionsExt;
                    let mode = std::fs::metadata(&path).unwrap().permissions().mode();
                    assert_eq!(mode & 0o777, 0o600);
                }
            }

            #[test]
            fn what_tells_that_it_is_older_or_another_is_refused() {
                let directory = tempfile::tempdir().unwrap();
                let path = directory.path().join("key");
                let mut file = KeyFile::create(&path, $set, &mut Counter(1)).unwrap();
                let old = std::fs::read(&path).unwrap();
                file.sign(b"").unwrap();
                let new = std::fs::read(&path).unwrap();
                std::fs::write(&path, &old).unwrap();
                assert!(matches!(file.sign(b""), Err(FileError::RolledBack(_))), "while it is open");
                assert!(matches!(KeyFile::open(&path), Err(FileError::RolledBack(_))), "by the note beside it");
                std::fs::write(&path, &new).unwrap();
                file.sign(b"").unwrap();
                let new = std::fs::read(&path).unwrap();
                for byte in (0..new.len()).step_by(17) {
                    let mut damaged = new.clone();
                    damaged[byte] ^= 1;
                    std::fs::write(&path, &damaged).unwrap();
                    assert!(matches!(KeyFile::open(&path), Err(FileError::Damaged(_))), "byte {byte}");
                }
                for len in [0, 1, 40, new.len() - 1] {
                    std::fs::write(&path, &new[..len]).unwrap();
                    assert!(matches!(file.sign(b""), Err(FileError::Damaged(_))), "{len} bytes");
                }
                let other = directory.path().join("other");
                KeyFile::create(&other, $set, &mut Counter(9)).unwrap();
                std::fs::copy(&other, &path).unwrap();
                assert!(matches!(file.sign(b""), Err(FileError::Replaced(_))));
                assert!(matches!(KeyFile::open(directory.path().join("none")), Err(FileError::Io(..))));
            }

            #[cfg(unix)]
            #[test]
            fn a_symbolic_link_is_no_other_key() {
                let directory = tempfile::tempdir().unwrap();
                let (path, link) = (directory.path().join("key"), directory.path().join("link"));
                let mut file = KeyFile::create(&path, $set, &mut Counter(1)).unwrap();
                assert_eq!(index(&file.sign(b"").unwrap()), 0);
                std::os::unix::fs::symlink("key", &link).unwrap();
                let mut linked = KeyFile::open(&link).unwrap();
                assert_eq!(index(&linked.sign(b"").unwrap()), 1);
                assert_eq!(index(&file.sign(b"").unwrap()), 2);
                assert!(std::fs::symlink_metadata(&link).unwrap().is_symlink());
            }

            #[cfg(any(unix, windows))]
            #[test]
            fn a_file_of_two_names_is_refused() {
                let directory = tempfile::tempdir().unwrap();
                let (path, second) = (directory.path().join("key"), directory.path().join("second"));
                let mut file = KeyFile::create(&path, $set, &mut Counter(1)).unwrap();
                assert_eq!(index(&file.sign(b"").unwrap()), 0);
                std::fs::hard_link(&path, &second).unwrap();
                assert!(matches!(KeyFile::open(&path), Err(FileError::Linked(_))));
                assert!(matches!(file.sign(b""), Err(FileError::Linked(_))));
                std::fs::remove_file(&path).unwrap();
                std::fs::rename(second, &path).unwrap();
                assert_eq!(index(&file.sign(b"").unwrap()), 1);
            }

            /// Whoever opens the file next need not compute the lower trees again.
            #[test]
            fn trees_that_are_known_stay_in_the_file() {
                let directory = tempfile::tempdir().unwrap();
                let path = directory.path().join("key");
                let mut file = KeyFile::create(&path, $set, &mut Counter(1)).unwrap();
                let top_alone = std::fs::metadata(&path).unwrap().len();
                let first = file.sign(b"").unwrap();
                assert!(std::fs::metadata(&path).unwrap().len() > top_alone);
                drop(file);
                let mut again = KeyFile::open(&path).unwrap();
                let second = again.sign(b"").unwrap();
                assert_eq!([index(&first), index(&second)], [0, 1]);
                again.verifying_key().verify(b"", &second).unwrap();
            }

            #[test]
            fn the_last_index_is_the_last() {
                let directory = tempfile::tempdir().unwrap();
                let path = directory.path().join("key");
                let mut file = KeyFile::create(&path, $set, &mut Counter(1)).unwrap().with_reservations(u32::MAX);
                file.sign(b"").unwrap();
                let mut second = KeyFile::open(&path).unwrap();
                assert!(matches!(second.sign(b""), Err(FileError::Key(Error::Exhausted))));
            }

            /// Signs with the key of the environment's path until it is killed, and writes each index before it gives the signature out.
            #[test]
            fn signer() {
                let Some(path) = std::env::var_os("LANESUM_SIGNER") else { return };
                let mut file = KeyFile::open(&path).unwrap().with_reservations(3);
                loop {
                    let signature = file.sign(b"message").unwrap();
                    let line = format!("index {}\n", index(&signature));
                    std::io::stdout().write_all(line.as_bytes()).unwrap();
                    std::io::stdout().flush().unwrap();
                }
            }

            /// SIGKILL at 50 random moments, 2,000 with `LANESUM_SIGNATURES=full`; several signers at once.
            #[test]
            fn no_index_twice_whenever_a_signer_is_killed() {
                let directory = tempfile::tempdir().unwrap();
                let path = directory.path().join("key");
                KeyFile::create(&path, $set, &mut Counter(1)).unwrap();
                let (mut seen, mut kills) = (BTreeSet::new(), 0);
                // A machine that is busy with other tests takes its time.
                let begun = Instant::now();
                let mut first = start(stringify!($scheme), &path);
                let mut line = String::new();
                let mut lines = BufReader::new(first.stdout.take().unwrap());
                while !line.contains("index 0\n") {
                    assert_ne!(lines.read_line(&mut line).unwrap(), 0, "the signer ended: {line}");
                }
                let usual = begun.elapsed();
                first.kill().unwrap();
                first.wait().unwrap();
                while kills < if full() { 2000 } else { 50 } {
                    let mut children = [start(stringify!($scheme), &path), start(stringify!($scheme), &path)];
                    let random = bytes(2, kills);
                    std::thread::sleep(usual * (u32::from(random[0]) * 256 + u32::from(random[1])) / 20_000);
                    for child in &mut children {
                        child.kill().unwrap();
                        kills += 1;
                    }
                    for index in children.into_iter().flat_map(indices) {
                        assert_ne!(index, 0, "the first signer had it");
                        assert!(seen.insert(index), "index {index} twice");
                    }
                }
                assert!(seen.len() > 20, "only {} signatures were made", seen.len());
                // The file is whole after the last kill.
                let next = index(&KeyFile::open(&path).unwrap().sign(b"").unwrap());
                assert!(seen.iter().all(|index| *index < next));
                // A key file must not be copied: the copy has the same indices again, as this shows.
                let copy = directory.path().join("copy");
                std::fs::copy(&path, &copy).unwrap();
                let [one, other] = [&path, &copy].map(|path| index(&KeyFile::open(path).unwrap().sign(b"").unwrap()));
                assert_eq!(one, other);
            }
        }
    };
}
key_files!(xmss, lanesum_signatures::xmss::ParameterSet::Mt_Sha2_20_4_256, |signature: &[u8]| {
    signature[..3].iter().fold(0, |index, byte| index << 8 | u64::from(*byte))
});
// The leaf of each of four levels, five bits each.
key_files!(lms, "LMS_SHA256_M32_H5_W4,".repeat(4).trim_end_matches(',').parse().unwrap(), |signature: &[u8]| {
    let leaves = signature[4..].chunks(2348 + 56).map(|level| u64::from(level[3]));
    leaves.fold(0, |index, leaf| index << 5 | leaf)
});
