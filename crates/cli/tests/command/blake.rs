//! BLAKE in `sum`, `check` and `info`: with salts, and told apart from BLAKE2 and BLAKE3.

use super::{Folder, lanesum, run, stdout_of};

const SALT: &str = "000102030405060708090a0b0c0d0e0f";

#[test]
fn salts_that_do_not_fit() {
    let long = SALT.repeat(2);
    for (arguments, why) in [
        (&["sum", "-a", "blake256", "--salt", "00"][..], "blake256 takes a salt of 32 hexadecimal digits, not 2"),
        (
            &["sum", "-a", "blake256", "--salt", "0x0102030405060708090a0b0c0d0e0f"],
            "a salt has 2 to 64 hexadecimal digits",
        ),
        (&["sum", "-a", "blake256", "--salt", &long], "blake256 takes a salt of 32 hexadecimal digits, not 64"),
        (&["sum", "-a", "blake512", "--salt", SALT], "blake512 takes a salt of 64 hexadecimal digits, not 32"),
        (&["sum", "-a", "blake256,blake512", "--salt", SALT], "blake512 takes a salt of 64 hexadecimal digits"),
        (&["check", "-a", "blake384", "--salt", SALT], "blake384 takes a salt of 64 hexadecimal digits"),
        (
            &["sum", "-a", "blake2b,blake2s", "--salt", SALT],
            "blake2s takes a salt of up to 16 hexadecimal digits, not 32",
        ),
        (&["sum", "--salt", SALT], "--salt does not apply to kt128"),
        (&["sum", "-a", "blake512", "-l", "256"], "-l 256 does not fit blake512"),
    ] {
        run(lanesum(arguments).write_stdin("")).fails(2, why);
    }
}

/// BLAKE, BLAKE2 and BLAKE3 differ, and the help says so.
#[test]
fn it_is_neither_blake2_nor_blake3() {
    let digest = |name: &str| {
        let line = stdout_of(lanesum(&["sum", "-a", name]).write_stdin("abc"));
        line.split_once(" = ").unwrap().1.to_owned()
    };
    let digests = ["blake256", "blake512", "blake2b", "blake2s", "blake3"].map(digest);
    for (i, one) in digests.iter().enumerate() {
        assert!(digests[..i].iter().all(|other| other != one), "{one}");
    }
    let help = stdout_of(&mut lanesum(&["help", "sum"]));
    assert!(
        help.contains("They are neither BLAKE2 nor BLAKE3: those are blake2b, blake2s\n  and blake3 here"),
        "{help}"
    );
}

/// The text of `info` about each form, and the reason why a form is not in this command.
#[test]
fn info_tells_of_each_form() {
    let info = stdout_of(&mut lanesum(&["info", "--all"]));
    assert!(info.contains("blake224 (224 bits), blake256 (256 bits)\n"), "{info}");
    assert!(info.contains("blake384 (384 bits), blake512 (512 bits)\n"), "{info}");
    let xop = info.lines().find(|line| line.starts_with("xop ")).unwrap();
    assert!(xop.contains(" no ") && xop.contains("only in crate lanesum-papers"), "{xop}");
    let refused = run(lanesum(&["sum", "-a", "blake256", "--backend", "xop"]).write_stdin(""));
    let why = "blake256 has backend xop only in crate lanesum-papers; usable here: portable, ";
    assert!(refused.status == Some(2) && refused.stderr.contains(why), "{}", refused.stderr);
}

/// Output of 131 bytes for the message 00 01 02, from BLAKE3's `test_vectors.json`.
const OUTPUT: &str = "e1be4d7a8ab5560aa4199eea339849ba8e293d55ca0a81006726d184519e647f\
    5b49b82f805a538c68915c1ae8035c900fd1d4b13902920fd05e1450822f36de\
    9454b7e9996de4900c8e723512883f93f4345f8a58bfe64ee38d3ad71ab02776\
    5d25cdd0e448328a8e7a683b9a6af8b0af94fa09010d9186890b096a08471e42\
    30a134";

/// `--seek` and `--tag` of b3sum, which the versions of most systems lack.
#[test]
fn as_b3sum_it_seeks_and_tags() {
    let folder = Folder::new();
    folder.file("three", &[0, 1, 2]);
    for (seek, bytes) in [(0, 131), (1, 32), (32, 32), (63, 2), (64, 32), (100, 31), (130, 1)] {
        let expected = &OUTPUT[2 * seek..2 * (seek + bytes)];
        let options = ["as", "b3sum", "--seek", &seek.to_string(), "--length", &bytes.to_string(), "three"];
        assert_eq!(stdout_of(&mut folder.lanesum(&options)), format!("{expected}  three\n"), "{options:?}");
    }
    let beyond = run(&mut folder.lanesum(&["as", "b3sum", "--seek", &u64::MAX.to_string(), "three"]));
    assert!(beyond.status == Some(1) && beyond.stderr.contains("beyond the end of the output"), "{}", beyond.stderr);

    let tagged = stdout_of(&mut folder.lanesum(&["as", "b3sum", "--tag", "three"]));
    assert_eq!(tagged, format!("BLAKE3 (three) = {}\n", &OUTPUT[..64]));
    let both = stdout_of(&mut folder.lanesum(&["as", "b3sum", "--tag", "--seek=64", "three"]));
    assert_eq!(both, format!("BLAKE3 (three) = {}\n", &OUTPUT[128..192]));
}
