//! `lanesum keygen`, `sign`, `verify` and `check --signed-by`.

mod lists;
mod stateful;
#[cfg(target_os = "linux")]
pub(crate) mod terminal;

use std::fs;
use std::path::Path;

use crate::{Folder, Run, run, settle};

/// With keys `ada` and `eve`, a file, and a list of it that ada has signed.
fn signed() -> Folder {
    let directory = Folder::new();
    for name in ["ada", "eve"] {
        let made = at(&directory, &["keygen", "--no-passphrase", "--set", "slh-dsa-sha2-128f", name]);
        assert_eq!(made.status, Some(0), "{}", made.stderr);
        assert!(made.stdout.starts_with(&format!("{name}.pub: SLH-DSA-SHA2-128f, key ")), "{}", made.stdout);
    }
    fs::write(directory.path().join("file"), "abc").unwrap();
    let list = at(&directory, &["sum", "file"]).stdout;
    fs::write(directory.path().join("SUMS"), list).unwrap();
    passes(&directory, &["sign", "--key", "ada.key", "--comment", "release 7", "SUMS"]);
    directory
}

fn at(directory: &Folder, arguments: &[&str]) -> Run {
    run(&mut directory.lanesum(arguments))
}

fn passes(directory: &Folder, arguments: &[&str]) -> String {
    let run = at(directory, arguments);
    run.says("", 0);
    run.stdout
}

/// The error message of a command that must fail.
fn fails(directory: &Folder, arguments: &[&str]) -> String {
    let run = at(directory, arguments);
    run.prints("", 1);
    run.stderr
}

fn change(path: &Path, change: impl FnOnce(&mut Vec<u8>)) {
    let mut bytes = fs::read(path).unwrap();
    change(&mut bytes);
    fs::write(path, bytes).unwrap();
}

#[test]
fn a_signed_list_is_verified_and_checked() {
    let directory = signed();
    let said = passes(&directory, &["verify", "--key", "ada.pub", "SUMS"]);
    assert!(said.starts_with("SUMS: signed by key ") && said.ends_with(": release 7\n"), "{said}");
    assert_eq!(passes(&directory, &["check", "--signed-by", "ada.pub", "SUMS"]), "file: OK\n");
    fs::write(directory.path().join("file"), "abd").unwrap();
    at(&directory, &["check", "--signed-by", "ada.pub", "SUMS"]).prints("file: FAILED\n", 1);
}

/// Step by step as docs/formats.md has it.
#[test]
fn a_signature_file_is_as_the_page_says() {
    use signatures::slh_dsa::{ParameterSet, Signature, VerifyingKey};
    let directory = signed();
    let read = |name: &str| fs::read_to_string(directory.path().join(name)).unwrap();
    let pem = read("ada.pub");
    let base64 = pem.strip_prefix("-----BEGIN PUBLIC KEY-----\n").unwrap();
    let base64 = base64.strip_suffix("-----END PUBLIC KEY-----\n").unwrap().replace('\n', "");
    let info = data_encoding::BASE64.decode(base64.as_bytes()).unwrap();
    // SLH-DSA-SHA2-128f is 2.16.840.1.101.3.4.3.21; PK.seed and PK.root are the last of SubjectPublicKeyInfo.
    assert_eq!(info[..info.len() - 32], [48, 48, 48, 11, 6, 9, 96, 134, 72, 1, 101, 3, 4, 3, 21, 3, 33, 0]);
    let key = data_encoding::HEXLOWER.encode(&lanesum::sha3_256(&info)[..16]);
    let text = read("SUMS.sig");
    let head = format!("lanesum-signature 1\nset: SLH-DSA-SHA2-128f\nkey: {key}\ncomment: release 7\n");
    let lines = text.strip_prefix(&head).unwrap().strip_prefix("signature:\n").unwrap();
    let widths = lines.strip_suffix('\n').unwrap().split('\n').map(str::len).collect::<Vec<_>>();
    let (last, full) = widths.split_last().unwrap();
    assert!(full.iter().all(|width| *width == 76) && (1..=76).contains(last));
    let signature = data_encoding::BASE64.decode(lines.replace('\n', "").as_bytes()).unwrap();
    let signature = Signature::try_from(&signature[..]).unwrap();
    let public = VerifyingKey::from_bytes(ParameterSet::Sha2_128f, &info[info.len() - 32..]).unwrap();
    let message = [head.as_bytes(), read("SUMS").as_bytes()].concat();
    public.verify_with_context(b"lanesum-sums-v1", &message, &signature).unwrap();
    assert!(public.verify_with_context(b"", &message, &signature).is_err());
}

#[test]
fn anything_that_was_changed_is_found_before_a_file_is_hashed() {
    for check in [&["check", "--signed-by", "ada.pub", "SUMS"][..], &["verify", "--key", "ada.pub", "SUMS"]] {
        let directory = signed();
        let (list, signature) = (directory.path().join("SUMS"), directory.path().join("SUMS.sig"));
        let (old_list, old) = (fs::read(&list).unwrap(), fs::read_to_string(&signature).unwrap());
        change(&list, |bytes| bytes[20] ^= 1);
        assert!(fails(&directory, check).starts_with("lanesum: SUMS: WRONG SIGNATURE"));
        fs::write(&list, &old_list).unwrap();
        for (from, to, complaint) in [
            ("release 7", "release 8", "WRONG SIGNATURE"),
            ("SHA2-128f", "SHAKE-128f", "signed with another key"),
            ("signature 1", "signature 2", "a signature of version 2; this lanesum reads version 1"),
            ("lanesum-s", "l", "the first line is another"),
            ("\nsignature:\n", "\nsignature:\n\n", "not in the form"),
        ] {
            fs::write(&signature, old.replace(from, to)).unwrap();
            let said = fails(&directory, check);
            assert!(said.contains(complaint), "{from:?} to {to:?}: {said}");
        }
        fs::write(&signature, &old[..old.len() - 100]).unwrap();
        assert!(fails(&directory, check).contains("not a signature file of lanesum, or a damaged one: cut off"));
        fs::remove_file(&signature).unwrap();
        assert_eq!(
            fails(&directory, check),
            "lanesum: SUMS.sig: no such signature file; whoever signed the list makes it with \"lanesum sign\"\n"
        );
        passes(&directory, &["sign", "--key", "eve.key", "SUMS"]);
        assert!(fails(&directory, check).starts_with("lanesum: SUMS.sig: signed with another key ("));
        fs::write(directory.path().join("ada.pub"), "nothing").unwrap();
        assert_eq!(
            fails(&directory, check),
            "lanesum: ada.pub: not a public key of SLH-DSA, XMSS or LMS in PEM; give the .pub file that \"lanesum keygen\" wrote\n"
        );
    }
}

#[test]
fn nothing_is_overwritten_unless_it_is_asked_for() {
    let directory = signed();
    // Names that a temporary file might have had.
    for name in ["SUMS.sig.new", "ada.key.new"] {
        directory.file(name, b"kept");
    }
    let exists = |name| format!("lanesum: {name}: exists already; --force overwrites it\n");
    let before = fs::read(directory.path().join("ada.key")).unwrap();
    assert_eq!(fails(&directory, &["keygen", "--no-passphrase", "ada"]), exists("ada.key"));
    assert_eq!(fails(&directory, &["sign", "--key", "ada.key", "SUMS"]), exists("SUMS.sig"));
    assert_eq!(fs::read(directory.path().join("ada.key")).unwrap(), before);
    fs::remove_file(directory.path().join("ada.key")).unwrap();
    assert_eq!(fails(&directory, &["keygen", "--no-passphrase", "ada"]), exists("ada.pub"));
    passes(&directory, &["keygen", "--no-passphrase", "--force", "--set", "SLH-DSA-SHAKE-128f", "ada"]);
    passes(&directory, &["sign", "--key", "ada.key", "--force", "SUMS"]);
    passes(&directory, &["verify", "--key", "ada.pub", "SUMS"]);
    let mut files = fs::read_dir(directory.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect::<Vec<_>>();
    files.sort();
    assert_eq!(
        files,
        ["SUMS", "SUMS.sig", "SUMS.sig.new", "ada.key", "ada.key.new", "ada.pub", "eve.key", "eve.pub", "file"]
    );
}

/// scrypt takes 128 MiB and some seconds in a build for tests.
#[test]
fn a_passphrase_protects_the_private_key() {
    let directory = signed();
    for (file, passphrase) in [("right", "correct horse\n"), ("wrong", "correct hors\n"), ("empty", "\n")] {
        fs::write(directory.path().join(file), passphrase).unwrap();
    }
    let keygen = ["keygen", "--set", "SLH-DSA-SHAKE-128f", "--passphrase-file", "right", "bob"];
    passes(&directory, &keygen);
    let pem = fs::read_to_string(directory.path().join("bob.key")).unwrap();
    assert!(pem.starts_with("-----BEGIN ENCRYPTED PRIVATE KEY-----\n"));
    let sign = |passphrase| ["sign", "--key", "bob.key", "--force", "--passphrase-file", passphrase, "SUMS"];
    assert_eq!(
        fails(&directory, &sign("wrong")),
        "lanesum: bob.key: wrong passphrase, or a damaged key; try again, or restore the key from a backup\n"
    );
    assert!(fails(&directory, &sign("empty")).contains("the passphrase is empty"));
    fs::write(directory.path().join("latin"), b"caf\xe9\n").unwrap();
    assert_eq!(fails(&directory, &sign("latin")), "lanesum: the passphrase is not UTF-8; save it in UTF-8\n");
    passes(&directory, &sign("right"));
    passes(&directory, &["verify", "--key", "bob.pub", "SUMS"]);
    assert!(fails(&directory, &["sign", "--key", "bob.pub", "--force", "SUMS"]).contains("not a private key"));
}

/// The seeds do not lead to the root any more: the signature would not verify.
#[test]
fn a_damaged_private_key_signs_nothing() {
    let directory = signed();
    let pem = fs::read_to_string(directory.path().join("ada.key")).unwrap();
    // The first digit of the private seed, behind the 22 bytes of DER that begin each such file.
    let at = pem.find('\n').unwrap() + 1 + 36;
    let damaged = format!("{}{}{}", &pem[..at], if &pem[at..=at] == "A" { "B" } else { "A" }, &pem[at + 1..]);
    fs::write(directory.path().join("ada.key"), damaged).unwrap();
    let before = fs::read(directory.path().join("SUMS.sig")).unwrap();
    let told = "lanesum: ada.key: damaged: its signatures do not verify with its own public key; nothing was written; restore the key from a backup\n";
    assert_eq!(fails(&directory, &["sign", "--key", "ada.key", "--force", "SUMS"]), told);
    assert_eq!(fs::read(directory.path().join("SUMS.sig")).unwrap(), before);
}

/// Whoever gives a key file could ask for any work. The DER of an encrypted key has the cost behind the salt of scrypt.
#[test]
fn a_key_that_asks_for_too_much_is_refused() {
    let directory = signed();
    fs::write(directory.path().join("right"), "secret\n").unwrap();
    passes(&directory, &["keygen", "--set", "SLH-DSA-SHAKE-128f", "--passphrase-file", "right", "bob"]);
    let pem = fs::read_to_string(directory.path().join("bob.key")).unwrap();
    let body = pem.lines().filter(|line| !line.starts_with('-')).collect::<String>();
    let der = data_encoding::BASE64.decode(body.as_bytes()).unwrap();
    // INTEGER of three bytes, 2^17.
    let at = der.windows(5).position(|window| window == [2, 3, 2, 0, 0]).unwrap();
    for cost in [[0, 0, 0], [0, 0, 1], [2, 0, 1], [0x7f, 0, 0], [0x40, 0, 0]] {
        let mut changed = der.clone();
        changed[at + 2..at + 5].copy_from_slice(&cost);
        let text = data_encoding::BASE64.encode(&changed);
        let lines = text.as_bytes().chunks(64).map(|line| std::str::from_utf8(line).unwrap());
        let pem = lines.fold("-----BEGIN ENCRYPTED PRIVATE KEY-----\n".to_owned(), |pem, line| pem + line + "\n");
        fs::write(directory.path().join("bob.key"), pem + "-----END ENCRYPTED PRIVATE KEY-----\n").unwrap();
        let told = fails(&directory, &["sign", "--key", "bob.key", "--force", "--passphrase-file", "right", "SUMS"]);
        // DER allows no zeroes before a number: those are no key at all.
        let no_key = cost[0] == 0
            && told
                == "lanesum: bob.key: not a private key of SLH-DSA in PEM, of XMSS or of LMS; give the .key file that \"lanesum keygen\" wrote\n";
        assert!(no_key || told.contains("would take more than 1 GiB"), "{cost:?}: {told}");
    }
}

/// Neither of the two files is lost when the other one cannot be written.
#[test]
fn a_key_is_not_lost_when_its_other_half_cannot_be_written() {
    let directory = signed();
    let before = fs::read(directory.path().join("ada.key")).unwrap();
    fs::remove_file(directory.path().join("ada.pub")).unwrap();
    fs::create_dir(directory.path().join("ada.pub")).unwrap();
    let keygen = ["keygen", "--no-passphrase", "--force", "--set", "SLH-DSA-SHAKE-128f", "ada"];
    assert!(fails(&directory, &keygen).starts_with("lanesum: ada.pub: "));
    assert_eq!(fs::read(directory.path().join("ada.key")).unwrap(), before);
}

#[cfg(unix)]
#[test]
fn only_the_owner_may_read_a_private_key() {
    use std::os::unix::fs::PermissionsExt;
    let directory = signed();
    let mode = |name| fs::metadata(directory.path().join(name)).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode("ada.key"), 0o600);
    assert_ne!(mode("ada.pub") & 0o044, 0, "others may read the public key");
}

#[test]
fn what_cannot_be_signed_or_verified_is_told() {
    let directory = signed();
    let line = "lanesum: --comment must be one line of at most 1000 bytes without control characters\n";
    assert_eq!(fails(&directory, &["sign", "--key", "ada.key", "--force", "--comment", "a\nb", "SUMS"]), line);
    assert!(
        fails(&directory, &["sign", "--key", "none.key", "--force", "SUMS"])
            .starts_with("lanesum: none.key: No such file")
    );
    assert!(fails(&directory, &["sign", "--key", "ada.key", "none"]).starts_with("lanesum: none: No such file"));
    let stdin = "lanesum: --signed-by needs the list as a file: standard input has no signature beside it\n";
    assert_eq!(fails(&directory, &["check", "--signed-by", "ada.pub"]), stdin);
}

/// A signature that lies in the directory beside its list is no file of the directory, unless the list has it.
#[test]
fn audit_and_update_know_the_signature_of_a_list() {
    let directory = signed();
    fs::create_dir(directory.path().join("photos")).unwrap();
    directory.file("photos/cat", b"abc");
    // A file that has just been written gets no stamp, and one later: that would change the list.
    settle();
    passes(&directory, &["update", "photos/SUMS", "photos"]);
    passes(&directory, &["sign", "--key", "ada.key", "photos/SUMS"]);
    let unchanged = "unchanged         1\nchanged           0\ncorrupt           0\nmoved             0\nnew               0\nmissing           0\nunread            0\noutside           0\n";
    let audited = passes(&directory, &["audit", "photos/SUMS", "photos"]);
    assert!(audited.ends_with(unchanged), "{audited}");
    let update = || at(&directory, &["update", "photos/SUMS", "photos"]);
    let check = ["check", "--signed-by", "ada.pub", "photos/SUMS"];
    // Once more without change: the signature holds.
    update().says("", 0);
    passes(&directory, &check);
    directory.file("photos/dog", b"a dog");
    let run = update();
    let told = "lanesum: photos/SUMS.sig is no longer the signature of photos/SUMS: sign the list again with lanesum sign --force\n";
    run.says(told, 0);
    assert!(fails(&directory, &check).contains("WRONG SIGNATURE"));
    let list = fs::read_to_string(directory.path().join("photos/SUMS")).unwrap();
    assert!(!list.contains("SUMS.sig") && list.contains("photos/dog"), "{list}");
    // A list may have a line for the signature of another version of itself.
    fs::write(directory.path().join("photos/SUMS"), format!("{list}KT128 (photos/SUMS.sig) = {}\n", "00".repeat(32)))
        .unwrap();
    let audited = at(&directory, &["audit", "photos/SUMS", "photos"]).stdout;
    assert!(audited.contains("photos/SUMS.sig"), "{audited}");
}
