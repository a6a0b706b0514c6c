//! What a key, a signature and a verification take, in calls and in milliseconds, beside the limit: the calls at the cost of one slot
//! in the widest kernel, measured in the same run. `cargo run --release -p lanesum-signatures --example speed -- [SET…]`

use lanesum::hazmat::{Sha2States, States};
use lanesum_signatures::slh_dsa::hazmat::{generate_counted, sign_internal_counted, verify_internal_counted};
use lanesum_signatures::slh_dsa::{Calls, ParameterSet};
use std::hint::black_box;
use std::time::Instant;

/// The least time of several runs, in nanoseconds.
fn least<T>(seconds: f64, mut f: impl FnMut() -> T) -> f64 {
    let (started, mut least) = (Instant::now(), f64::MAX);
    while started.elapsed().as_secs_f64() < seconds {
        let start = Instant::now();
        black_box(f());
        least = least.min(start.elapsed().as_secs_f64());
    }
    1e9 * least
}

/// Nanoseconds of one slot: Keccak-f[1600], a block of SHA-256, a block of SHA-512.
fn slots() -> [f64; 3] {
    const TIMES: usize = 200;
    let mut keccak = States::<u64, 8>::new();
    let mut sha256 = Sha2States::<u32, 16>::new();
    let mut sha512 = Sha2States::<u64, 8>::new();
    let (rows256, rows512) = ([[7; 64]; 16], [[7; 128]; 8]);
    [
        least(0.1, || (0..TIMES).for_each(|_| keccak.permute_all(24).unwrap())) / 8.0,
        least(0.1, || (0..TIMES).map(|_| sha256.compress_all(rows256.each_ref().map(|row| &row[..]))).sum::<usize>())
            / 16.0,
        least(0.1, || (0..TIMES).map(|_| sha512.compress_all(rows512.each_ref().map(|row| &row[..]))).sum::<usize>())
            / 8.0,
    ]
    .map(|nanoseconds| nanoseconds / TIMES as f64)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut sets = std::env::args().skip(1).map(|name| name.parse()).collect::<Result<Vec<ParameterSet>, _>>()?;
    if sets.is_empty() {
        sets = ParameterSet::ALL.to_vec();
    }
    let slots = slots();
    println!("a slot, ns: Keccak-f[1600] {:.1}, SHA-256 {:.1}, SHA-512 {:.1}", slots[0], slots[1], slots[2]);
    let limit =
        |calls: Calls| calls.keccak as f64 * slots[0] + calls.sha256 as f64 * slots[1] + calls.sha512 as f64 * slots[2];
    let row = |set: ParameterSet, what: &str, calls: Calls, nanoseconds: f64| {
        let all = calls.keccak + calls.sha256 + calls.sha512;
        let limit = limit(calls);
        println!(
            "{set} {what:8} {all:>9} calls {:>9.3} ms, limit {:>9.3} ms: {:.2}",
            nanoseconds / 1e6,
            limit / 1e6,
            nanoseconds / limit
        );
    };
    for set in sets {
        let seed = &[0x5a; 32][..set.seed_bytes()];
        let generate = || generate_counted(set, [seed, seed, seed], None).unwrap();
        let (key, calls) = generate();
        row(set, "generate", calls, least(0.2, generate));
        let message: &[&[u8]] = &[b"a message of 32 bytes for signing"];
        let sign = || sign_internal_counted(&key, message, None).unwrap();
        let (signature, calls) = sign();
        row(set, "sign", calls, least(0.5, sign));
        let public = key.verifying_key();
        let verify = || verify_internal_counted(&public, message, &signature);
        row(set, "verify", verify().1, least(0.2, verify));
    }
    Ok(())
}
