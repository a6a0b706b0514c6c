//! XMSS and XMSS^MT against liboqs, which verifies our signatures under our public keys: all parameter sets with `LANESUM_SIGNATURES=full`,
//! else those whose trees are small. `tests/liboqs/build` makes the programs; what is not there is not run.
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Once;

use crate::support::bytes;
use lanesum_signatures::xmss::ParameterSet;
use lanesum_signatures::xmss::hazmat::PrivateKey;

/// The verdict of liboqs, by its program's exit status.
#[derive(Debug, PartialEq)]
enum Verdict {
    Valid,
    Invalid,
    Unknown,
}

struct Liboqs(PathBuf);

impl Liboqs {
    /// The program for a set's functions.
    fn of(set: ParameterSet) -> Self {
        let (name, n) = (set.name(), set.seed_bytes());
        let function = match n {
            _ if name.contains("SHA2") => "sha2",
            32 if name.contains("SHAKE_") => "shake128",
            _ => "shake256",
        };
        Self(Path::new(env!("CARGO_TARGET_TMPDIR")).join("liboqs-xmss").join(format!("{function}_{n}")))
    }

    fn verify(&self, set: ParameterSet, key: &[u8], message: &[u8], signature: &[u8]) -> Verdict {
        let kind = if set.is_multi_tree() { "xmssmt" } else { "xmss" };
        let hex = |bytes: &[u8]| bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]).map(digit).collect::<String>();
        let mut command = Command::new(&self.0);
        let mut child = command.args([kind, &hex(key), &hex(message)]).stdin(Stdio::piped()).spawn().unwrap();
        // It may have ended without reading.
        let _ = child.stdin.take().unwrap().write_all(signature);
        match child.wait().unwrap().code() {
            Some(0) => Verdict::Valid,
            Some(1) => Verdict::Invalid,
            Some(2) => Verdict::Unknown,
            code => panic!("{set}: liboqs ended with {code:?}"),
        }
    }
}

fn digit(value: u8) -> char {
    char::from_digit(value.into(), 16).unwrap()
}

fn flipped(bytes: &[u8], at: usize) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    bytes[at] ^= 1 << (at % 8);
    bytes
}

fn layers(set: ParameterSet) -> usize {
    set.name().split_once('/').map_or(1, |(_, rest)| rest.split('_').next().unwrap().parse().unwrap())
}

/// Indices far apart, as many as a set is asked for. A neighbour costs little: its trees are known.
fn indices(set: ParameterSet) -> Vec<u64> {
    let most = (1 << set.height()) - 1;
    let scattered = 0x0a5c_96d3_7b1e_482f & most;
    match set.height() / layers(set) {
        20 if set.is_multi_tree() => vec![scattered],
        _ if crate::support::full() || !set.is_multi_tree() => vec![scattered, scattered ^ 1, 0, most],
        _ => vec![scattered],
    }
}

fn agrees(set: ParameterSet) {
    let liboqs = Liboqs::of(set);
    if !liboqs.0.exists() {
        static SAID: Once = Once::new();
        // Whatever the harness captures: CI looks for this line.
        let not_run = b"\nnot run: XMSS against liboqs, whose programs crates/signatures/tests/liboqs/build makes\n";
        SAID.call_once(|| std::io::stderr().write_all(not_run).unwrap());
        return;
    }
    let tree_height = set.height() / layers(set);
    // The functions of the smaller ones are compared by the published vectors.
    let is_small = tree_height == 5 || tree_height == 10 && set.seed_bytes() == 64 && layers(set) == 1;
    if !is_small && !crate::support::full() {
        return;
    }
    let n = set.seed_bytes();
    let seeds = [5, 6, 7].map(|salt| bytes(n, salt));
    let mut ours = PrivateKey::from_seeds(set, &seeds[0], &seeds[1], &seeds[2], None).unwrap();
    let public = ours.verifying_key().as_bytes().to_vec();
    for index in indices(set) {
        let message = bytes(1 + index as usize % 1000, index);
        let signature = ours.sign(index, &message).unwrap().as_bytes().to_vec();
        let verdict = |key: &[u8], message: &[u8], signature: &[u8]| liboqs.verify(set, key, message, signature);
        assert_eq!(verdict(&public, &message, &signature), Verdict::Valid, "{set}, index {index}");
        assert_eq!(verdict(&public, &flipped(&message, 0), &signature), Verdict::Invalid, "{set}, another message");
        for at in [4, 4 + n] {
            assert_eq!(verdict(&flipped(&public, at), &message, &signature), Verdict::Invalid, "{set}, key, byte {at}");
        }
        assert_eq!(verdict(&public, &message, &signature[1..]), Verdict::Unknown, "{set}, cut off");
        // The index's last byte, the randomizer, and of each layer a chain and a node of the path; a third of these in a short run.
        let layer = (2 * n + 3 + tree_height) * n;
        let head = signature.len() - layers(set) * layer;
        let of_layers = (0..layers(set)).flat_map(|i| {
            let end = head + (i + 1) * layer;
            [end - layer + index as usize % (2 * n * n), end - 1 - index as usize % (tree_height * n)]
        });
        let of_layers = of_layers.step_by(if crate::support::full() { 1 } else { 3 });
        for at in [head - n - 1, head - n].into_iter().chain(of_layers) {
            let verdict = verdict(&public, &message, &flipped(&signature, at));
            assert_eq!(verdict, Verdict::Invalid, "{set}, index {index}, byte {at}");
        }
    }
}

macro_rules! against_liboqs {
    ($($set:ident)*) => {
        mod against_liboqs {
            $(
                #[test]
                #[allow(non_snake_case)]
                fn $set() {
                    super::agrees(super::ParameterSet::$set);
                }
            )*
        }

        #[test]
        fn no_set_is_left_out() {
            assert_eq!(ParameterSet::ALL, [$(ParameterSet::$set),*]);
        }
    };
}
against_liboqs! {
    Sha2_10_256 Sha2_16_256 Sha2_20_256
    Sha2_10_512 Sha2_16_512 Sha2_20_512
    Shake_10_256 Shake_16_256 Shake_20_256
    Shake_10_512 Shake_16_512 Shake_20_512
    Sha2_10_192 Sha2_16_192 Sha2_20_192
    Shake256_10_256 Shake256_16_256 Shake256_20_256
    Shake256_10_192 Shake256_16_192 Shake256_20_192
    Mt_Sha2_20_2_256 Mt_Sha2_20_4_256 Mt_Sha2_40_2_256 Mt_Sha2_40_4_256
    Mt_Sha2_40_8_256 Mt_Sha2_60_3_256 Mt_Sha2_60_6_256 Mt_Sha2_60_12_256
    Mt_Sha2_20_2_512 Mt_Sha2_20_4_512 Mt_Sha2_40_2_512 Mt_Sha2_40_4_512
    Mt_Sha2_40_8_512 Mt_Sha2_60_3_512 Mt_Sha2_60_6_512 Mt_Sha2_60_12_512
    Mt_Shake_20_2_256 Mt_Shake_20_4_256 Mt_Shake_40_2_256 Mt_Shake_40_4_256
    Mt_Shake_40_8_256 Mt_Shake_60_3_256 Mt_Shake_60_6_256 Mt_Shake_60_12_256
    Mt_Shake_20_2_512 Mt_Shake_20_4_512 Mt_Shake_40_2_512 Mt_Shake_40_4_512
    Mt_Shake_40_8_512 Mt_Shake_60_3_512 Mt_Shake_60_6_512 Mt_Shake_60_12_512
    Mt_Sha2_20_2_192 Mt_Sha2_20_4_192 Mt_Sha2_40_2_192 Mt_Sha2_40_4_192
    Mt_Sha2_40_8_192 Mt_Sha2_60_3_192 Mt_Sha2_60_6_192 Mt_Sha2_60_12_192
    Mt_Shake256_20_2_256 Mt_Shake256_20_4_256 Mt_Shake256_40_2_256 Mt_Shake256_40_4_256
    Mt_Shake256_40_8_256 Mt_Shake256_60_3_256 Mt_Shake256_60_6_256 Mt_Shake256_60_12_256
    Mt_Shake256_20_2_192 Mt_Shake256_20_4_192 Mt_Shake256_40_2_192 Mt_Shake256_40_4_192
    Mt_Shake256_40_8_192 Mt_Shake256_60_3_192 Mt_Shake256_60_6_192 Mt_Shake256_60_12_192
}
