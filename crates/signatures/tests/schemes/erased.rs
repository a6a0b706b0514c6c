//! No secret stays in memory: another process, which has used keys and dropped them, is searched for them.
use std::collections::HashMap;
use std::fs::File;
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::process::{Child, Command, Stdio};

use lanesum_signatures::lms;
use lanesum_signatures::slh_dsa::{ParameterSet, SigningKey};
use lanesum_signatures::xmss::hazmat::PrivateKey;
use lanesum_signatures::xmss::{self, KeyFile};
use rand_core::{TryCryptoRng, TryRng};
use zeroize::Zeroize;

/// Eight bytes of a secret, which exist nowhere before they are asked for (splitmix64).
fn secret(salt: u64, k: usize) -> [u8; 8] {
    let mut z = salt.wrapping_add(k as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    (z ^ z >> 31).to_le_bytes()
}

/// Its bytes are secrets, and then again the same.
struct Secrets(u64);

impl TryRng for Secrets {
    type Error = std::convert::Infallible;
    fn try_next_u32(&mut self) -> Result<u32, Self::Error> {
        Ok(0)
    }
    fn try_next_u64(&mut self) -> Result<u64, Self::Error> {
        Ok(0)
    }
    fn try_fill_bytes(&mut self, out: &mut [u8]) -> Result<(), Self::Error> {
        for (k, bytes) in out.chunks_exact_mut(8).enumerate() {
            bytes.copy_from_slice(&secret(self.0, k));
        }
        Ok(())
    }
}
impl TryCryptoRng for Secrets {}

const SLH_DSA: [ParameterSet; 3] = [ParameterSet::Shake128f, ParameterSet::Sha2_128f, ParameterSet::Sha2_192f];
const XMSS: [xmss::ParameterSet; 2] = [xmss::ParameterSet::Mt_Sha2_20_4_256, xmss::ParameterSet::Mt_Shake256_20_4_192];
/// n is 32, and the seed is drawn first.
const LMS: [&str; 2] = ["LMS_SHA256_M32_H5_W4,LMS_SHA256_M32_H5_W8", "LMS_SHAKE_M32_H5_W4,LMS_SHAKE_M32_H5_W8"];

/// Uses keys in a process of its own, if the environment asks for it; says when the keys are in use, and when they are dropped.
#[test]
fn user() {
    if std::env::var_os("LANESUM_SECRETS").is_none() {
        return;
    }
    let say = |what: &str| {
        println!("\n{what}");
        let mut line = String::new();
        std::io::stdin().read_line(&mut line).unwrap();
    };
    let keys =
        SLH_DSA.iter().zip(0..).map(|(&set, salt)| SigningKey::generate(set, &mut Secrets(1000 * salt)).unwrap());
    let keys = keys.collect::<Vec<_>>();
    for key in &keys {
        key.sign_with_context(b"", b"message", &mut crate::support::Counter(1)).unwrap();
        key.sign_deterministic(b"", b"message").unwrap();
    }
    let others = XMSS.iter().zip(10..).map(|(&set, salt)| {
        let n = set.seed_bytes();
        let mut seeds = vec![0; 2 * n];
        Secrets(1000 * salt).try_fill_bytes(&mut seeds).unwrap();
        let mut key = PrivateKey::from_seeds(set, &seeds[..n], &seeds[n..], &vec![1; n], None).unwrap();
        seeds.zeroize();
        key.sign(3, b"message").unwrap();
        key
    });
    let others = others.collect::<Vec<_>>();
    let directory = tempfile::tempdir().unwrap();
    let files = XMSS.iter().zip(20..).map(|(&set, salt)| {
        let mut file =
            KeyFile::create(directory.path().join(salt.to_string()), set, &mut Secrets(1000 * salt)).unwrap();
        file.sign(b"message").unwrap();
        file
    });
    let files = files.collect::<Vec<_>>();
    let lms_files = LMS.iter().zip(30..).map(|(set, salt)| {
        let path = directory.path().join(salt.to_string());
        let mut file = lms::KeyFile::create(path, set.parse().unwrap(), &mut Secrets(1000 * salt)).unwrap();
        file.sign(b"message").unwrap();
        file
    });
    let lms_files = lms_files.collect::<Vec<_>>();
    say("in use");
    drop((keys, others, files, lms_files));
    say("dropped");
}

/// How often each value lies in the process's memory, at whatever address.
fn count(child: &Child, values: &[[u8; 8]]) -> Vec<usize> {
    let maps = File::open(format!("/proc/{}/maps", child.id())).unwrap();
    let mut memory = File::open(format!("/proc/{}/mem", child.id())).unwrap();
    let mut counts = vec![0; values.len()];
    let numbers = values.iter().map(|value| &value[..]).zip(0..).collect::<HashMap<_, usize>>();
    for line in BufReader::new(maps).lines().map(Result::unwrap) {
        let mut fields = line.split_whitespace();
        let (range, rights) = (fields.next().unwrap(), fields.next().unwrap());
        if !rights.starts_with("rw") || line.ends_with("[vvar]") {
            continue;
        }
        let (from, to) = range.split_once('-').unwrap();
        let [from, to] = [from, to].map(|address| u64::from_str_radix(address, 16).unwrap());
        let mut bytes = vec![0; (to - from) as usize];
        memory.seek(SeekFrom::Start(from)).unwrap();
        if memory.read_exact(&mut bytes).is_err() {
            continue;
        }
        for window in bytes.windows(8).filter(|window| **window != [0; 8]) {
            if let Some(&i) = numbers.get(window) {
                counts[i] += 1;
            }
        }
    }
    counts
}

/// The seeds of all keys, and the last secret values of WOTS+ in the top tree of the first.
#[test]
fn dropped_keys_leave_no_secret_behind() {
    let slh_dsa = SLH_DSA.iter().zip(0..).map(|(set, salt)| (salt, 2 * set.seed_bytes()));
    let xmss = XMSS.iter().zip(10..).map(|(set, salt)| (salt, 2 * set.seed_bytes()));
    let files = XMSS.iter().zip(20..).map(|(set, salt)| (salt, 2 * set.seed_bytes()));
    let lms = LMS.iter().zip(30..).map(|(_, salt)| (salt, 32));
    let seeds = slh_dsa.chain(xmss).chain(files).chain(lms);
    let seeds = seeds.flat_map(|(salt, bytes)| (0..bytes / 8).map(move |k| secret(1000 * salt, k)));
    let seeds = seeds.collect::<Vec<_>>();
    let values = (0..8).flat_map(|leaf| (0..35).map(move |chain| one_time_secret(leaf, chain))).collect::<Vec<_>>();
    let all = [&seeds[..], &values].concat();
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "erased::user", "--nocapture", "--test-threads=1"])
        .env("LANESUM_SECRETS", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut until = |what: &str| assert!(lines.by_ref().any(|line| line.unwrap() == what), "{what}");
    until("in use");
    let held = count(&child, &all);
    // The search finds what is there.
    assert!(held[..seeds.len()].iter().all(|count| *count > 0), "{held:?}");
    child.stdin.as_mut().unwrap().write_all(b"\n").unwrap();
    until("dropped");
    let left = count(&child, &all);
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(left[..seeds.len()], vec![0; seeds.len()], "seeds");
    // A signature shows those of its leaf whose digit is 0.
    let leaves = left[seeds.len()..].chunks(35).filter(|counts| counts.iter().any(|count| *count > 0)).count();
    assert!(leaves <= 1, "secret values of {leaves} leaves");
}

/// The first bytes of PRF of the top tree's WOTS+ (FIPS 205, sections 4.2 and 11.1) of the first key, by the library's SHAKE256.
fn one_time_secret(leaf: u32, chain: u32) -> [u8; 8] {
    let [sk_seed, pk_seed] = [0, 4].map(|first| [secret(0, first), secret(0, first + 1)].concat());
    let words = [21, 0, 0, 0, 5, leaf, chain, 0];
    let address = words.into_iter().flat_map(u32::to_be_bytes).collect::<Vec<_>>();
    let mut hasher = lanesum::Hasher::new(lanesum::Algorithm::Shake256);
    hasher.update(&[&pk_seed[..], &address, &sk_seed].concat());
    let mut out = [0; 8];
    hasher.finalize().read(&mut out).unwrap();
    out
}
