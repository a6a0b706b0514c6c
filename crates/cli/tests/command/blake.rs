//! BLAKE in `sum`, `check` and `info`: with salts, and told apart from BLAKE2 and BLAKE3.

use super::{Folder, lanesum, noise, run, stdout_of};

const SALT: &str = "000102030405060708090a0b0c0d0e0f";

/// The known answers of the authors' code for the fox, without a salt and with one that counts up from 0.
const FOX: [(&str, &str, &str, &str); 4] = [
    (
        "blake224",
        "BLAKE-224",
        "c8e92d7088ef87c1530aee2ad44dc720cc10589cc2ec58f95a15e51b",
        "d2a16ee3b6a0890131f4ccc5a8b839aa6b3a375f37a4ef8511ceb86a",
    ),
    (
        "blake256",
        "BLAKE-256",
        "7576698ee9cad30173080678e5965916adbb11cb5245d386bf1ffda1cb26c9d7",
        "15ee3b01fb1eb60f7ddcb2ed14017998d0633e9a556a5ac41d5c9f1f1c5eae21",
    ),
    (
        "blake384",
        "BLAKE-384",
        "67c9e8ef665d11b5b57a1d99c96adffb3034d8768c0827d1c6e60b54871e8673651767a2c6c43d0ba2a9bb2500227406",
        "2abe6856f5ff94cd7704e869ec42d429033916d13b0805bcba8f326583b381e9fe8ce1d507d99b10ca45140a800b426b",
    ),
    (
        "blake512",
        "BLAKE-512",
        "1f7e26f63b6ad25a0896fd978fd050a1766391d2fd0471a77afb975e5034b7ad2d9ccf8dfb47abbbe656e1b82fbc634ba42ce186e8dc5e1ce09a885d41f43451",
        "6a39f393d4553fadc4ef582515acce6da5ad2437f5e5a2dc9908393c806fd399bbf11b275eccb64e7e6146dccb1a49d095e9f2236bd93189b64b15943f08a85f",
    ),
];

fn salt_of(digest: &str) -> String {
    if digest.len() <= 64 { SALT.into() } else { format!("{SALT}101112131415161718191a1b1c1d1e1f") }
}

#[test]
fn sums_and_checks() {
    let folder = Folder::new();
    folder.file("fox", b"The quick brown fox jumps over the lazy dog");
    for (name, tag, plain, salted) in FOX {
        let salt = salt_of(plain);
        let line = stdout_of(&mut folder.lanesum(&["sum", "-a", name, "fox"]));
        assert_eq!(line, format!("{tag} (fox) = {plain}\n"));
        let salted_line = stdout_of(&mut folder.lanesum(&["sum", "-a", name, "--salt", &salt.to_uppercase(), "fox"]));
        assert_eq!(salted_line, format!("{tag}-S{salt} (fox) = {salted}\n"));
        // A salt of zeroes means no salt.
        let zeroes = "0".repeat(salt.len());
        assert_eq!(stdout_of(&mut folder.lanesum(&["sum", "-a", name, "--salt", &zeroes, "fox"])), line);
        // The tag has all that check needs.
        folder.file("SUMS", format!("{line}{salted_line}").as_bytes());
        assert_eq!(stdout_of(&mut folder.lanesum(&["check", "SUMS"])), "fox: OK\nfox: OK\n");
        // A line without a tag needs the salt again.
        folder.file("BARE", format!("{salted}  fox\n").as_bytes());
        let check = ["check", "-a", name, "--salt", &salt, "BARE"];
        assert_eq!(stdout_of(&mut folder.lanesum(&check)), "fox: OK\n");
        let failed = run(&mut folder.lanesum(&["check", "-a", name, "BARE"]));
        assert_eq!((failed.stdout.as_str(), failed.status), ("fox: FAILED\n", Some(1)));
        folder.file(format!("{}SUMS", name.to_uppercase()), format!("{plain}  fox\n").as_bytes());
        assert_eq!(stdout_of(&mut folder.lanesum(&["check", &format!("{}SUMS", name.to_uppercase())])), "fox: OK\n");
        let json = stdout_of(&mut folder.lanesum(&["sum", "-a", name, "--salt", &salt, "--json", "fox"]));
        assert!(json.contains(&format!(r#""salt":"{salt}","#)) && json.contains(salted), "{json}");
    }
    // Another salt gives other digests, and so does no salt.
    let (_, tag, plain, salted) = FOX[1];
    for (salt, digest) in [("-S000102030405060708090a0b0c0d0e10", salted), ("", salted), (&format!("-S{SALT}"), plain)]
    {
        folder.file("WRONG", format!("{tag}{salt} (fox) = {digest}\n").as_bytes());
        assert_eq!(run(&mut folder.lanesum(&["check", "--status", "WRONG"])).status, Some(1), "{salt}");
    }
}

/// Many files, with and without a salt, small ones side by side and large ones: the same as one at a time.
#[test]
fn many_files() {
    let folder = Folder::new();
    let names: Vec<String> = (0..37).map(|i| format!("{i:02}")).collect();
    for (i, name) in names.iter().enumerate() {
        folder.file(name, &noise(i * i * 97 + if i % 12 == 0 { 600_000 } else { 0 }));
    }
    for options in [&["-a", "blake512"][..], &["-a", "blake256,blake224"], &["-a", "blake256", "--salt", SALT]] {
        let all = stdout_of(folder.lanesum(&["sum"]).args(options).args(&names));
        let single = names.iter().map(|name| stdout_of(folder.lanesum(&["sum"]).args(options).arg(name)));
        assert_eq!(all, single.collect::<String>(), "{options:?}");
        folder.file("SUMS", all.as_bytes());
        let checked = stdout_of(&mut folder.lanesum(&["check", "--quiet", "SUMS"]));
        assert_eq!(checked, "");
    }
}

#[test]
fn salts_that_do_not_fit() {
    let long = SALT.repeat(2);
    for (arguments, why) in [
        (
            &["sum", "-a", "blake256", "--salt", "00"][..],
            "a salt has 32 hexadecimal digits (blake224, blake256) or 64 (blake384, blake512)",
        ),
        (
            &["sum", "-a", "blake256", "--salt", "0x0102030405060708090a0b0c0d0e0f"],
            "a salt has 32 hexadecimal digits (blake224, blake256) or 64 (blake384, blake512)",
        ),
        (&["sum", "-a", "blake256", "--salt", &long], "blake256 takes a salt of 32 hexadecimal digits, not 64"),
        (&["sum", "-a", "blake512", "--salt", SALT], "blake512 takes a salt of 64 hexadecimal digits, not 32"),
        (&["sum", "-a", "blake256,blake512", "--salt", SALT], "blake512 takes a salt of 64 hexadecimal digits"),
        (&["check", "-a", "blake384", "--salt", SALT], "blake384 takes a salt of 64 hexadecimal digits"),
        (
            &["sum", "-a", "blake2b", "--salt", SALT],
            "--salt does not apply to blake2b; it belongs to blake224, blake256, ",
        ),
        (&["sum", "--salt", SALT], "--salt does not apply to kt128"),
        (&["sum", "-a", "blake512", "-l", "256"], "-l 256 does not fit blake512"),
    ] {
        let refused = run(lanesum(arguments).write_stdin(""));
        assert_eq!((refused.stdout.as_str(), refused.status), ("", Some(2)), "{arguments:?}");
        assert!(refused.stderr.contains(why), "{arguments:?}: {}", refused.stderr);
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

/// What `info` says of the forms, and why one that the command lacks is not there.
#[test]
fn info_tells_of_each_form() {
    let info = stdout_of(&mut lanesum(&["info"]));
    assert!(info.contains("blake224 (224 bits), blake256 (256 bits)\n"), "{info}");
    assert!(info.contains("blake384 (384 bits), blake512 (512 bits)\n"), "{info}");
    let xop = info.lines().find(|line| line.starts_with("xop ")).unwrap();
    assert!(xop.contains(" no ") && xop.contains("only in crate lanesum-papers"), "{xop}");
    let refused = run(lanesum(&["sum", "-a", "blake256", "--backend", "xop"]).write_stdin(""));
    let why = "blake256 has backend xop only in crate lanesum-papers; usable here: portable, ";
    assert!(refused.status == Some(2) && refused.stderr.contains(why), "{}", refused.stderr);
}
