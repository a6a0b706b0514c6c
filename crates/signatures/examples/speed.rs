//! What a key, a signature and a verification take, in calls and in milliseconds, beside the limit: the calls at the cost of one slot
//! in the widest kernel, measured in the same run; then the crates `slh-dsa`, `fips205` and `xmss` in this build, and XMSS.
//! `cargo run --profile stock -p lanesum-signatures --example speed -- [SET…]`

use ::xmss as theirs;
use lanesum::hazmat::{Sha2States, States};
use lanesum_signatures::slh_dsa::hazmat::{generate_counted, sign_internal_counted, verify_internal_counted};
use lanesum_signatures::slh_dsa::{Calls, ParameterSet, SigningKey};
use lanesum_signatures::xmss::{self, hazmat::PrivateKey};
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
    let all = sets.is_empty();
    if all {
        sets = ParameterSet::ALL.to_vec();
    }
    let slots = slots();
    println!("a slot, ns: Keccak-f[1600] {:.1}, SHA-256 {:.1}, SHA-512 {:.1}", slots[0], slots[1], slots[2]);
    let limit =
        |calls: Calls| calls.keccak as f64 * slots[0] + calls.sha256 as f64 * slots[1] + calls.sha512 as f64 * slots[2];
    let row = |set: &str, what: &str, calls: Calls, nanoseconds: f64| {
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
        row(set.name(), "generate", calls, least(0.2, generate));
        let message: &[&[u8]] = &[b"a message of 32 bytes for signing"];
        let sign = || sign_internal_counted(&key, message, None).unwrap();
        let (signature, calls) = sign();
        row(set.name(), "sign", calls, least(0.5, sign));
        let public = key.verifying_key();
        let verify = || verify_internal_counted(&public, message, &signature);
        row(set.name(), "verify", verify().1, least(0.2, verify));
        rivals(set, &key);
    }
    if all {
        xmss(&row);
    }
    Ok(())
}

/// The two crates, where the set has a line here.
fn rivals(set: ParameterSet, key: &SigningKey) {
    let bytes = key.to_bytes();
    let tell = |rival: &str, times: [f64; 3]| {
        let [generate, sign, verify] = times.map(|nanoseconds| nanoseconds / 1e6);
        println!("{set}, crate {rival}: generate {generate:.3} ms, sign {sign:.3} ms, verify {verify:.3} ms");
    };
    macro_rules! of {
        ($($set:ident $module:ident)*) => {
            match set {
                $( ParameterSet::$set => {
                    use fips205::traits::{KeyGen, SerDes, Signer, Verifier};
                    let theirs = slh_dsa::SigningKey::<slh_dsa::$set>::try_from(&bytes[..]).unwrap();
                    let n = set.seed_bytes();
                    let generate = || slh_dsa::SigningKey::<slh_dsa::$set>::slh_keygen_internal(&bytes[..n], &bytes[n..2 * n], &bytes[2 * n..3 * n]);
                    let sign = || theirs.try_sign_with_context(b"message", b"", None).unwrap();
                    let (signature, public) = (sign(), slh_dsa::VerifyingKey::<slh_dsa::$set>::try_from(key.verifying_key().as_bytes()).unwrap());
                    let verify = || public.try_verify_with_context(b"message", b"", &signature);
                    tell("slh-dsa", [least(0.1, generate), least(0.1, sign), least(0.1, verify)]);
                    let theirs = fips205::$module::PrivateKey::try_from_bytes(bytes[..].try_into().unwrap()).unwrap();
                    let sign = || theirs.try_sign(b"message", b"", false).unwrap();
                    let (signature, public) = (sign(), theirs.get_public_key());
                    let generate = || fips205::$module::KG::keygen_from_seed::<{ ParameterSet::$set.seed_bytes() }>(bytes[..n].try_into().unwrap(), bytes[n..2 * n].try_into().unwrap(), bytes[2 * n..3 * n].try_into().unwrap());
                    let verify = || public.verify(b"message", &signature, b"");
                    tell("fips205", [least(0.1, generate), least(0.1, sign), least(0.1, verify)]);
                } )*
                _ => {}
            }
        };
    }
    of! {
        Shake128f slh_dsa_shake_128f
        Shake128s slh_dsa_shake_128s
        Shake256f slh_dsa_shake_256f
        Sha2_128f slh_dsa_sha2_128f
        Sha2_128s slh_dsa_sha2_128s
    }
}

fn xmss(row: &impl Fn(&str, &str, Calls, f64)) {
    for set in [xmss::ParameterSet::Shake_10_256, xmss::ParameterSet::Sha2_10_256] {
        let seed = [0x5a; 32];
        let generate = || PrivateKey::from_seeds(set, &seed, &seed, &seed, None).unwrap();
        let mut key = generate();
        row(set.name(), "generate", key.calls(), least(1.0, generate));
        let public = key.verifying_key();
        let signature = key.sign(0, b"message").unwrap();
        println!("{set}, the first signature of 128: {} calls", key.calls().keccak + key.calls().sha256);
        let mut index = 0;
        let sign = || {
            index = (index + 1) % 128;
            key.sign(index, b"message").unwrap()
        };
        let nanoseconds = least(0.3, sign);
        row(set.name(), "sign", key.calls(), nanoseconds);
        let verify = least(0.2, || public.verify(b"message", &signature));
        println!("{set} verify {:.3} ms", verify / 1e6);
    }
    let start = Instant::now();
    let mut pair = theirs::KeyPair::<theirs::XmssSha2_10_256>::from_seed(&[0x5a; 96]).unwrap();
    let generate = start.elapsed();
    let sign = least(0.1, || pair.signing_key().sign_detached(b"message").unwrap());
    let signature = pair.signing_key().sign_detached(b"message").unwrap();
    let verify = least(0.1, || pair.verifying_key().verify_detached(&signature, b"message"));
    println!(
        "XMSS-SHA2_10_256, crate xmss: generate {generate:.1?}, sign {:.3} ms, verify {:.3} ms",
        sign / 1e6,
        verify / 1e6
    );
}
