//! Keys of XMSS and LMS, of which each signature uses up a part.

use std::collections::BTreeSet;
use std::fs;
use std::process::Stdio;
use std::time::{Duration, Instant};

use super::{at, fails, passes};
use crate::{Folder, Run};

const LMS: &str = "LMS_SHA256_M32_H5_W4";
/// With 2^20 signatures, and trees that take a moment.
const HSS: &str = "LMS_SHA256_M24_H5_W2,LMS_SHA256_M24_H5_W4,LMS_SHA256_M24_H5_W2,LMS_SHA256_M24_H5_W4";
const XMSS: &str = "XMSSMT-SHA2_20/4_256";

/// With ada's key of a set, and three lists.
fn folder(set: &str) -> Folder {
    let folder = Folder::new();
    let made = passes(&folder, &["keygen", "--no-passphrase", "--set", set, "ada"]);
    assert!(made.starts_with(&format!("ada.pub: {set}, key ")), "{made}");
    folder.file("file", b"abc");
    let list = passes(&folder, &["sum", "file"]);
    for name in ["A", "B", "C"] {
        folder.file(name, list.as_bytes());
    }
    folder
}

/// The bytes of a signature, and the message of docs/formats.md.
fn signature(folder: &Folder, list: &str) -> (Vec<u8>, Vec<u8>) {
    let text = fs::read_to_string(folder.path().join(format!("{list}.sig"))).unwrap();
    let (head, base64) = text.split_once("signature:\n").unwrap();
    let signature = data_encoding::BASE64.decode(base64.replace('\n', "").as_bytes()).unwrap();
    (signature, [head.as_bytes(), &fs::read(folder.path().join(list)).unwrap()].concat())
}

/// The index of a signature of `LMS`, `HSS` or `XMSS`.
fn index(signature: &[u8], set: &str) -> u64 {
    match set {
        LMS => u64::from(signature[7]),
        HSS => {
            // The leaf of each level is the fourth byte of its signature, behind which is the key of the next.
            let levels = [101, 51, 101, 51].map(|chains| 12 + (1 + chains + 5) * 24 + 48);
            let begins = levels.iter().scan(4, |at, bytes| Some(std::mem::replace(at, *at + bytes)));
            begins.fold(0, |index, at| index << 5 | u64::from(signature[at + 3]))
        }
        XMSS => signature[..3].iter().fold(0, |index, byte| index << 8 | u64::from(*byte)),
        _ => unreachable!(),
    }
}

#[test]
fn lists_are_signed_verified_and_checked() {
    for set in [LMS, HSS, XMSS] {
        let folder = folder(set);
        passes(&folder, &["sign", "--key", "ada.key", "--comment", "release 7", "A", "B"]);
        assert_eq!(["A", "B"].map(|list| index(&signature(&folder, list).0, set)), [0, 1]);
        let said = passes(&folder, &["verify", "--key", "ada.pub", "A", "B"]);
        assert!(said.starts_with("A: signed by key ") && said.ends_with(": release 7\n"), "{said}");
        assert_eq!(passes(&folder, &["check", "--signed-by", "ada.pub", "A"]), "file: OK\n");
        let sig = folder.path().join("A.sig");
        let old = fs::read_to_string(&sig).unwrap();
        for (from, to, complaint) in [
            ("release 7", "release 8", "WRONG SIGNATURE"),
            (set, "SLH-DSA-SHA2-128f", "the signature has another length"),
            (set, "LMS_SHA256_M32_H5_W2", "the signature has another length"),
            // Of the same length.
            (LMS, "LMS_SHAKE_M32_H5_W4", "signed with another key"),
            (XMSS, "XMSSMT-SHAKE_20/4_256", "signed with another key"),
            ("M24_H5_W4,LMS_SHA256_M24_H5_W2", "M24_H5_W2,LMS_SHA256_M24_H5_W4", "WRONG SIGNATURE"),
        ] {
            if old.contains(from) {
                fs::write(&sig, old.replace(from, to)).unwrap();
                let said = fails(&folder, &["check", "--signed-by", "ada.pub", "A"]);
                assert!(said.contains(complaint), "{from:?} to {to:?}: {said}");
            }
        }
        // Every byte of the signature counts.
        let (bytes, _) = signature(&folder, "B");
        let (head, _) = old.split_once("signature:\n").unwrap();
        for at in (0..bytes.len()).step_by(bytes.len() / 7) {
            let mut wrong = bytes.clone();
            wrong[at] ^= 1;
            let digits = data_encoding::BASE64.encode(&wrong);
            let lines = digits.as_bytes().chunks(76).map(|line| std::str::from_utf8(line).unwrap().to_owned() + "\n");
            fs::write(folder.path().join("B.sig"), format!("{head}signature:\n{}", lines.collect::<String>())).unwrap();
            assert!(fails(&folder, &["verify", "--key", "ada.pub", "B"]).contains("WRONG SIGNATURE"), "byte {at}");
        }
    }
}

/// More lists than are verified in one call; what is said of each stands in their order.
#[test]
fn many_lists_are_verified() {
    let folder = folder("LMS_SHA256_M24_H10_W1");
    let lists = (0..70).map(|i| format!("list{i}")).collect::<Vec<_>>();
    for list in &lists {
        folder.file(list, format!("{list}\n").as_bytes());
    }
    let lists = lists.iter().map(String::as_str).collect::<Vec<_>>();
    passes(&folder, &[&["sign", "--key", "ada.key"], &lists[..]].concat());
    let verify = [&["verify", "--key", "ada.pub"], &lists[..]].concat();
    let said = passes(&folder, &verify);
    assert!(
        said.lines().zip(&lists).all(|(line, list)| line.starts_with(&format!("{list}: signed by key "))),
        "{said}"
    );
    assert_eq!(said.lines().count(), lists.len());
    folder.file("list5", b"other\n");
    folder.file("list69", b"other\n");
    fs::remove_file(folder.path().join("list7.sig")).unwrap();
    let Run { stdout, stderr: said, status, .. } = at(&folder, &verify);
    assert_eq!((stdout.lines().count(), status), (67, Some(1)));
    let at = |what: &str| said.lines().position(|line| line.contains(what)).unwrap_or_else(|| panic!("{what}: {said}"));
    assert_eq!([at("list5: WRONG SIG"), at("list7.sig: no such"), at("list69: WRONG SIG")], [0, 1, 2], "{said}");
}

/// The public key is what RFC 9802 says, and the signature that of the RFCs, without a context.
#[test]
fn others_can_verify() {
    use signatures::spki::DecodePublicKey as _;
    for set in [LMS, XMSS] {
        let folder = folder(set);
        passes(&folder, &["sign", "--key", "ada.key", "A"]);
        let (signature, message) = signature(&folder, "A");
        let pem = fs::read_to_string(folder.path().join("ada.pub")).unwrap();
        if set == LMS {
            let key = signatures::lms::VerifyingKey::from_public_key_pem(&pem).unwrap();
            key.verify(&message, &signatures::lms::Signature::from_bytes(&signature)).unwrap();
        } else {
            let key = signatures::xmss::VerifyingKey::from_public_key_pem(&pem).unwrap();
            key.verify(&message, &signatures::xmss::Signature::from_bytes(&signature)).unwrap();
        }
    }
}

#[test]
fn a_key_is_used_up() {
    let folder = folder(LMS);
    let sign = ["sign", "--force", "--key", "ada.key", "A"];
    for left in (0..32).rev() {
        let run = at(&folder, &sign);
        let told = if left < 16 {
            format!("lanesum: ada.key: {left} signatures are left; make a new key\n")
        } else {
            String::new()
        };
        run.says(&told, 0);
        assert_eq!(index(&signature(&folder, "A").0, LMS), 31 - left);
    }
    assert_eq!(
        fails(&folder, &sign),
        "lanesum: the key has made all the signatures that it can make: generate a new key\n"
    );
    passes(&folder, &["verify", "--key", "ada.pub", "A"]);
}

/// A list that is not there, or more lists than signatures: nothing is signed, and the key has as many signatures as before.
#[test]
fn a_mistake_takes_no_signatures_from_a_key() {
    let folder = folder(LMS);
    fs::create_dir(folder.path().join("directory")).unwrap();
    for wrong in ["nothing", "directory"] {
        let told = fails(&folder, &["sign", "--key", "ada.key", "A", wrong, "B"]);
        assert!(told.starts_with(&format!("lanesum: {wrong}: ")), "{told}");
    }
    let lists: Vec<_> = (0..33).map(|number| format!("list {number}")).collect();
    for list in &lists {
        fs::write(folder.path().join(list), list).unwrap();
    }
    let sign = ["sign", "--key", "ada.key"].into_iter().chain(lists.iter().map(String::as_str)).collect::<Vec<_>>();
    assert_eq!(
        fails(&folder, &sign),
        "lanesum: ada.key: 33 lists, but only 32 signatures are left; sign fewer, or make a new key; nothing was signed\n"
    );
    assert!(!folder.path().join("A.sig").exists() && !folder.path().join("list 0.sig").exists());
    passes(&folder, &["sign", "--key", "ada.key", "A"]);
    assert_eq!(index(&signature(&folder, "A").0, LMS), 0);
}

#[test]
fn a_key_that_was_restored_is_refused() {
    for set in [LMS, XMSS] {
        let folder = folder(set);
        let key = folder.path().join("ada.key");
        let old = fs::read(&key).unwrap();
        passes(&folder, &["sign", "--key", "ada.key", "A"]);
        fs::write(&key, &old).unwrap();
        let told = fails(&folder, &["sign", "--key", "ada.key", "B"]);
        assert!(told.starts_with("lanesum: ada.key: older than it was (restored from a copy?)"), "{told}");
        fs::write(&key, &old[..old.len() - 1]).unwrap();
        let told = fails(&folder, &["sign", "--key", "ada.key", "B"]);
        assert!(told.starts_with("lanesum: ada.key: not a key file of this scheme, or a damaged one"), "{told}");
        assert!(!folder.path().join("B.sig").exists());
    }
}

#[test]
fn keygen_overwrites_no_key_and_encrypts_none() {
    let folder = folder(LMS);
    let before = fs::read(folder.path().join("ada.key")).unwrap();
    let told = fails(&folder, &["keygen", "--no-passphrase", "--force", "--set", LMS, "ada"]);
    assert_eq!(told, "lanesum: ada.key: exists already, and a key is never overwritten: take another name\n");
    assert_eq!(fs::read(folder.path().join("ada.key")).unwrap(), before);
    folder.file("passphrase", b"secret\n");
    for arguments in
        [&["keygen", "--set", LMS, "bob"][..], &["keygen", "--passphrase-file", "passphrase", "--set", XMSS, "bob"]]
    {
        let run = at(&folder, arguments);
        assert_eq!(run.status, Some(2));
        assert!(run.stderr.contains("is not encrypted: add --no-passphrase"), "{}", run.stderr);
    }
    let run = at(&folder, &["keygen", "--no-passphrase", "--set", "LMS_SHA256_M32_H6_W4", "bob"]);
    assert_eq!(run.status, Some(2));
    assert!(run.stderr.contains("\"lanesum help keygen\" shows the parameter sets"), "{}", run.stderr);
    // Nobody could verify with a private key alone.
    fs::create_dir(folder.path().join("bob.pub")).unwrap();
    let told = fails(&folder, &["keygen", "--no-passphrase", "--force", "--set", LMS, "bob"]);
    assert!(told.starts_with("lanesum: bob.pub: "), "{told}");
    assert!(!folder.path().join("bob.key").exists());
    passes(&folder, &["keygen", "--no-passphrase", "--set", &LMS.to_lowercase(), "eve"]);
}

/// Signers at once, each killed at a random moment: no index is in two signatures.
#[test]
fn no_index_twice_whoever_is_killed() {
    for set in [HSS, XMSS] {
        let folder = folder(set);
        let start = |list: &str| {
            let mut command = folder.process(&["sign", "--force", "--key", "ada.key", list]);
            command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
        };
        let begun = Instant::now();
        assert!(start("A").wait().unwrap().success());
        let usual = begun.elapsed();
        let mut seen = BTreeSet::from([index(&signature(&folder, "A").0, set)]);
        for round in 0..30_u32 {
            for list in ["A", "B", "C"] {
                let _ = fs::remove_file(folder.path().join(format!("{list}.sig")));
            }
            let mut signers = ["A", "B", "C"].map(start);
            std::thread::sleep(usual * (round * 37 % 60) / 20 + Duration::from_millis(1));
            for signer in &mut signers {
                signer.kill().unwrap();
                signer.wait().unwrap();
            }
            for list in ["A", "B", "C"] {
                // A signature file is whole or not there.
                if folder.path().join(format!("{list}.sig")).exists() {
                    let index = index(&signature(&folder, list).0, set);
                    assert!(seen.insert(index), "{set}: index {index} twice");
                    passes(&folder, &["verify", "--key", "ada.pub", list]);
                }
            }
        }
        assert!(seen.len() > 10, "{set}: only {} signatures were made", seen.len());
        passes(&folder, &["sign", "--force", "--key", "ada.key", "A"]);
        assert!(seen.last().unwrap() < &index(&signature(&folder, "A").0, set));
    }
}
