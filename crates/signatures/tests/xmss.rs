//! XMSS and XMSS^MT against the crate `xmss`, and key files that must never give an index twice.

mod support;

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Instant;

use lanesum::{Algorithm, Backend, Hasher};
use lanesum_signatures::Error;
use lanesum_signatures::xmss::hazmat::PrivateKey;
use lanesum_signatures::xmss::{FileError, KeyFile, ParameterSet, Signature, VerifyingKey};
use support::{Counter, bytes, full};

fn key(set: ParameterSet, backend: Option<Backend>) -> PrivateKey {
    let seed = bytes(3 * set.seed_bytes(), 1);
    let (sk_seed, rest) = seed.split_at(set.seed_bytes());
    let (sk_prf, pub_seed) = rest.split_at(set.seed_bytes());
    PrivateKey::from_seeds(set, sk_seed, sk_prf, pub_seed, backend).unwrap()
}

/// The same keys, and the same signatures at some indices: where a tree ends, and far on; with `LANESUM_SIGNATURES=full` at all of them.
macro_rules! against_xmss {
    ($($set:ident $theirs:ident [$($index:literal)*];)*) => { $(
        #[test]
        #[allow(non_snake_case)]
        fn $set() {
            let set = ParameterSet::$set;
            // Theirs takes up to half a minute for these; without them their functions are compared by `Mt_Shake_20_4_256`, by the
            // published vectors and by liboqs.
            if matches!(set, ParameterSet::Sha2_10_256 | ParameterSet::Shake_10_256 | ParameterSet::Mt_Shake_60_12_512) && !full() {
                return;
            }
            let mut ours = key(set, None);
            let mut theirs = xmss::KeyPair::<xmss::$theirs>::from_seed(&bytes(3 * set.seed_bytes(), 1)).unwrap();
            let public = ours.verifying_key();
            assert_eq!(public.as_bytes(), theirs.verifying_key().as_ref());
            // Behind the set's number, their key has its index, as long as that of a signature.
            let index_bytes = if set.is_multi_tree() { set.height().div_ceil(8) } else { 4 };
            let secret = theirs.signing_key().as_ref().to_vec();
            let indices = [$($index),*];
            for &index in &indices[..if full() { indices.len() } else { 1 }] {
                let message = bytes(1 + index as usize % 1000, index);
                let signature = ours.sign(index, &message).unwrap();
                let expected = if index == 0 {
                    theirs.signing_key().sign_detached(&message).unwrap()
                } else {
                    let mut secret = secret.clone();
                    secret[4..4 + index_bytes].copy_from_slice(&index.to_be_bytes()[8 - index_bytes..]);
                    xmss::SigningKey::<xmss::$theirs>::try_from(&secret[..]).unwrap().sign_detached(&message).unwrap()
                };
                assert!(signature.as_bytes() == expected.as_ref(), "{set}, index {index}");
                public.verify(&message, &signature).unwrap();
                let mut wrong = signature.as_bytes().to_vec();
                let at = index as usize % wrong.len();
                wrong[at] ^= 1;
                assert!(public.verify(&message, &Signature::from_bytes(&wrong)).is_err(), "{set}, byte {at}");
            }
        }
    )* };
}
mod against_xmss {
    use super::*;
    against_xmss! {
        Sha2_10_256 XmssSha2_10_256 [1000];
        Shake_10_256 XmssShake_10_256 [129];
        // It reads no key of XMSS^MT whose number one of XMSS has, too: these three from their beginning.
        Mt_Sha2_20_4_256 XmssMtSha2_20_4_256 [0];
        Mt_Shake_20_4_256 XmssMtShake_20_4_256 [0];
        Mt_Shake256_20_4_192 XmssMtShake256_20_4_192 [32 0 31 700_000];
        Mt_Sha2_20_4_192 XmssMtSha2_20_4_192 [1024 1 1023 1_048_574];
        Mt_Shake256_40_8_256 XmssMtShake256_40_8_256 [0x12_3456_789a];
        Mt_Sha2_20_4_512 XmssMtSha2_20_4_512 [0];
        Mt_Shake_60_12_512 XmssMtShake_60_12_512 [0x0123_4567_89ab_cdef];
    }
}

/// Those that the set's function has forms on, each of which is another code; and one that it has none on, which stands for the others.
fn backends(function: Algorithm) -> Vec<Backend> {
    let available = Backend::ALL.iter().copied().filter(|backend| backend.is_available());
    let has = |backend: &Backend| {
        let (messages, mut out) = ([[0; 8]; 16], [0; 16 * 32]);
        function.digest_many(*backend, &messages, 32, &mut out).is_ok()
            || Hasher::with_backend(function, *backend).is_ok()
    };
    let (mut backends, others) = available.partition::<Vec<_>, _>(has);
    assert!(backends.len() >= 2, "there are at least portable and another one");
    backends.extend(others.first());
    backends
}

#[test]
fn signatures_are_the_same_on_every_backend() {
    for (set, function) in
        [(ParameterSet::Mt_Sha2_20_4_192, Algorithm::Sha256), (ParameterSet::Mt_Shake256_20_4_192, Algorithm::Shake256)]
    {
        let mut signer = key(set, None);
        let public = signer.verifying_key();
        let expected = signer.sign(77, b"message").unwrap();
        for backend in backends(function) {
            // One of the four trees; the signer has computed the others.
            assert_eq!(key(set, Some(backend)).verifying_key().as_bytes(), public.as_bytes(), "{set} on {backend}");
            signer = signer.with_backend(backend);
            assert!(signer.sign(77, b"message").unwrap() == expected, "{set} on {backend}");
            public.clone().with_backend(backend).verify(b"message", &expected).unwrap();
        }
    }
}

#[test]
fn every_changed_value_is_found() {
    let set = ParameterSet::Mt_Shake_20_4_256;
    let mut key = key(set, None);
    let signature = key.sign(1, b"message").unwrap();
    let public = key.verifying_key();
    // A bit of each value, or every bit.
    let len = signature.as_bytes().len();
    let bits = if full() {
        (0..8 * len).collect::<Vec<_>>()
    } else {
        (0..len / 32).map(|i| 8 * (32 * i + i % 32) + i % 8).collect()
    };
    for bit in bits {
        let mut bytes = signature.as_bytes().to_vec();
        bytes[bit / 8] ^= 1 << (bit % 8);
        assert!(public.verify(b"message", &Signature::from_bytes(&bytes)).is_err(), "bit {bit}");
    }
    assert!(public.verify(b"messagf", &signature).is_err());
    assert!(public.verify(b"message", &Signature::from_bytes(&signature.as_bytes()[1..])).is_err());
    let mut other = public.as_bytes().to_vec();
    other[3] ^= 1;
    assert_eq!(VerifyingKey::from_bytes(set, &other).unwrap_err(), Error::ParameterSet);
    other[3] ^= 1;
    other[40] ^= 1;
    assert!(VerifyingKey::from_bytes(set, &other).unwrap().verify(b"message", &signature).is_err());
    assert_eq!(key.sign(1 << 20, b"").unwrap_err(), Error::Exhausted);
}

/// XMSS^MT with trees of height 5: keys are cheap.
const SET: ParameterSet = ParameterSet::Mt_Sha2_20_4_256;

fn index(signature: &Signature) -> u64 {
    signature.as_bytes()[..3].iter().fold(0, |index, byte| index << 8 | u64::from(*byte))
}

#[test]
fn a_file_counts_on_from_where_it_was() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("key");
    let mut file = KeyFile::create(&path, SET, &mut Counter(1)).unwrap();
    let public = file.verifying_key();
    assert!(matches!(KeyFile::create(&path, SET, &mut Counter(2)), Err(FileError::Exists(_))));
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
    let mut file = KeyFile::create(&path, SET, &mut Counter(1)).unwrap();
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
    KeyFile::create(&other, SET, &mut Counter(9)).unwrap();
    std::fs::copy(&other, &path).unwrap();
    assert!(matches!(file.sign(b""), Err(FileError::Replaced(_))));
    assert!(matches!(KeyFile::open(directory.path().join("none")), Err(FileError::Io(..))));
}

#[cfg(unix)]
#[test]
fn other_names_of_a_file_are_no_other_keys() {
    let directory = tempfile::tempdir().unwrap();
    let (path, link) = (directory.path().join("key"), directory.path().join("link"));
    let mut file = KeyFile::create(&path, SET, &mut Counter(1)).unwrap();
    assert_eq!(index(&file.sign(b"").unwrap()), 0);
    std::os::unix::fs::symlink("key", &link).unwrap();
    let mut linked = KeyFile::open(&link).unwrap();
    assert_eq!(index(&linked.sign(b"").unwrap()), 1);
    assert_eq!(index(&file.sign(b"").unwrap()), 2);
    assert!(std::fs::symlink_metadata(&link).unwrap().is_symlink());
    std::fs::hard_link(&path, directory.path().join("second")).unwrap();
    assert!(matches!(KeyFile::open(&path), Err(FileError::Linked(_))));
    assert!(matches!(file.sign(b""), Err(FileError::Linked(_))));
    std::fs::remove_file(&path).unwrap();
    std::fs::rename(directory.path().join("second"), &path).unwrap();
    assert_eq!(index(&linked.sign(b"").unwrap()), 3);
}

/// Whoever opens the file next need not compute the lower trees again.
#[test]
fn trees_that_are_known_stay_in_the_file() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("key");
    let mut file = KeyFile::create(&path, SET, &mut Counter(1)).unwrap();
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
    let mut file = KeyFile::create(&path, SET, &mut Counter(1)).unwrap().with_reservations(u32::MAX);
    file.sign(b"").unwrap();
    let mut second = KeyFile::open(&path).unwrap();
    assert!(matches!(second.sign(b""), Err(FileError::Key(Error::Exhausted))));
}

/// A key of the greatest height takes minutes to make, so only with `LANESUM_SIGNATURES=full` (and `--release`, or it is too slow): loading
/// it and signing takes under 50 ms, apart from waiting for the disk, which is not ours.
#[test]
fn a_large_key_signs_soon_after_loading() {
    if !full() {
        return;
    }
    let directory = tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).unwrap();
    let path = directory.path().join("key");
    let public = KeyFile::create(&path, ParameterSet::Shake_20_256, &mut Counter(1)).unwrap().verifying_key();
    // The least of several: others may use the machine.
    let times = (0..20).map(|_| {
        let begun = Instant::now();
        let mut file = KeyFile::open(&path).unwrap();
        let loaded = begun.elapsed();
        let loading_ended = Instant::now();
        let signature = file.sign(b"message").unwrap();
        let signed = loading_ended.elapsed();
        public.verify(b"message", &signature).unwrap();
        (signed, loaded)
    });
    let (signed, loaded) = times.min().unwrap();
    println!("\nsignatures: loaded in {loaded:.1?}, signed in {signed:.1?}");
    assert!(signed.as_millis() < 50, "{signed:?} after loading");
}

/// Signs with the key of the environment's path until it is killed, and writes each index before it gives the signature out.
#[test]
fn signer() {
    use std::io::Write;
    let Some(path) = std::env::var_os("LANESUM_XMSS_SIGNER") else { return };
    let mut file = KeyFile::open(&path).unwrap().with_reservations(3);
    loop {
        let signature = file.sign(b"message").unwrap();
        let line = format!("index {}\n", index(&signature));
        std::io::stdout().write_all(line.as_bytes()).unwrap();
        std::io::stdout().flush().unwrap();
    }
}

fn start(path: &Path) -> Child {
    Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "signer", "--nocapture", "--test-threads=1"])
        .env("LANESUM_XMSS_SIGNER", path)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// The indices that a signer has written. (A last line may be cut off.)
fn indices(child: Child) -> Vec<u64> {
    let text = String::from_utf8_lossy(&child.wait_with_output().unwrap().stdout).into_owned();
    let lines = text
        .split_inclusive('\n')
        .filter_map(|line| line.trim_start_matches("test signer ... ").strip_prefix("index "));
    lines.filter_map(|line| line.strip_suffix('\n')?.parse().ok()).collect()
}

/// SIGKILL at 50 random moments, 2,000 with `LANESUM_SIGNATURES=full`; several signers at once.
#[test]
fn no_index_twice_whenever_a_signer_is_killed() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("key");
    KeyFile::create(&path, SET, &mut Counter(1)).unwrap();
    let (mut seen, mut kills) = (BTreeSet::new(), 0);
    // A machine that is busy with other tests takes its time.
    let begun = Instant::now();
    let mut first = start(&path);
    let mut line = String::new();
    let mut lines = BufReader::new(first.stdout.take().unwrap());
    while !line.contains("index 0\n") {
        assert_ne!(lines.read_line(&mut line).unwrap(), 0, "the signer ended: {line}");
    }
    let usual = begun.elapsed();
    first.kill().unwrap();
    first.wait().unwrap();
    while kills < if full() { 2000 } else { 50 } {
        let mut children = [start(&path), start(&path)];
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
    // What is not to be done with a key: a copy has the same indices again, and that is seen.
    let copy = directory.path().join("copy");
    std::fs::copy(&path, &copy).unwrap();
    let [one, other] = [&path, &copy].map(|path| index(&KeyFile::open(path).unwrap().sign(b"").unwrap()));
    assert_eq!(one, other);
}
