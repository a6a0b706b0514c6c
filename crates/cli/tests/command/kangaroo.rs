//! KT128, the default, KT256 and `TurboSHAKE` (RFC 9861), against the RFC's answers and the reference.

use reference::sp800_185::Strength;
use reference::turboshake::{kt, turboshake};
use serde_json::Value;

use super::{Folder, lanesum, noise, run, stdout_of};

/// Bytes i mod 251 (RFC 9861, section 5).
fn ptn(len: usize) -> Vec<u8> {
    (0..len).map(|i| (i % 251) as u8).collect()
}

fn hex(bytes: &[u8]) -> String {
    data_encoding::HEXLOWER.encode(bytes)
}

/// What `check` says of these lines; "" if all is right.
fn check(folder: &Folder, more: &[&str], list: &str) -> String {
    let run = run(folder.lanesum(&["check", "--quiet", "--strict"]).args(more).write_stdin(list));
    assert_eq!(run.stdout.is_empty() && run.stderr.is_empty(), run.status == Some(0));
    run.stdout + &run.stderr
}

/// RFC 9861, section 5: KT128 of ptn(n). These lines are what `lanesum sum FILE` writes, for good.
#[test]
fn the_default_is_kt128() {
    let folder = Folder::new();
    for (n, digest) in [
        (0, "1ac2d450fc3b4205d19da7bfca1b37513c0803577ac7167f06fe2ce1f0ef39e5"),
        (1, "2bda92450e8b147f8a7cb629e784a058efca7cf7d8218e02d345dfaa65244a1f"),
        (17, "6bf75fa2239198db4772e36478f8e19b0f371205f6a9a93a273f51df37122888"),
        (289, "0c315ebcdedbf61426de7dcf8fb725d1e74675d7f5327a5067f367b108ecb67c"),
        (4913, "cb552e2ec77d9910701d578b457ddf772c12e322e4ee7fe417f92c758f0d59d0"),
        (8191, "1b577636f723643e990cc7d6a659837436fd6a103626600eb8301cd1dbe553d6"),
        (8192, "48f256f6772f9edfb6a8b661ec92dc93b95ebd05a08a17b39ae3490870c926c3"),
        (8193, "bb66fe72eaea5179418d5295ee1344854d8ad7f3fa17efcb467ec152341284cf"),
        (73_728, "5e414fa05cefd255c79afb832e4e2ea557eb371ab69a90a0f307b63f284e540d"),
        (81_920, "ad69802e1bcc055a924b3e3893aaae04490e205491851d5d774f0e5aecb23e26"),
        (83_521, "8701045e22205345ff4dda05555cbb5c3af1a771c2b89baef37db43d9998b9fe"),
        (1_419_857, "844d610933b1b9963cbdeb5ae3b6b05cc7cbd67ceedf883eb678a0a8e0371682"),
    ] {
        folder.file("ptn", &ptn(n));
        let line = format!("KT128 (ptn) = {digest}\n");
        for more in [&[][..], &["-a", "kt128"], &["-l", "256"], &["--threads", "1"], &["--custom", ""]] {
            assert_eq!(stdout_of(folder.lanesum(&["sum", "ptn"]).args(more)), line, "{n}, {more:?}");
        }
        let piped = stdout_of(folder.lanesum(&["sum"]).write_stdin(ptn(n)));
        assert_eq!(piped, line.replace("ptn", "-"), "{n}");
        assert_eq!(check(&folder, &[], &line), "");
        assert_eq!(check(&folder, &["-a", "kt128"], &format!("{digest}  ptn\n")), "");
    }
    assert_eq!(stdout_of(folder.lanesum(&["sum", "--untagged"]).write_stdin(ptn(1))).len(), 64 + 4);
}

/// RFC 9861, section 5: what no command line can hold (a NUL in a customization string), a tag can.
#[test]
fn answers_of_the_rfc() {
    let folder = Folder::new();
    for n in 0..8 {
        folder.file(n.to_string(), &vec![0xff; n]);
    }
    folder.file("ptn", &ptn(4913));
    let (ptn41, ptn1681) = (hex(&ptn(41)), hex(&ptn(41 * 41)));
    let list = format!(
        "KT128-S00 (0) = fab658db63e94a246188bf7af69a133045f46ee984c56e3c3328caaf1aa1a583\n\
         KT128-S{ptn41} (1) = d848c5068ced736f4462159b9867fd4c20b808acc3d5bc48e0b06ba0a3762ec4\n\
         KT128-S{ptn1681} (3) = c389e5009ae57120854c2e8c64670ac01358cf4c1baf89447a724234dc7ced74\n\
         KT256 (ptn) = 647efb49fe9d717500171b41e7f11bd491544443209997ce1c2530d15eb1ffbb\
         598935ef954528ffc152b1e4d731ee2683680674365cd191d562bae753b84aa5\n\
         TurboSHAKE128-D01-256 (3) = bf323f940494e88ee1c540fe660be8a0c93f43d15ec006998462fa994eed5dab\n\
         TurboSHAKE128-D06-256 (1) = 8ec9c66465ed0d4a6c35d13506718d687a25cb05c74cca1e42501abd83874a67\n\
         TurboSHAKE128-D07-256 (3) = b658576001cad9b1e5f399a9f77723bba05458042d68206f7252682dba3663ed\n\
         TurboSHAKE128-D0b-256 (7) = 8deeaa1aec47ccee569f659c21dfa8e112db3cee37b18178b2acd805b799cc37\n\
         TurboSHAKE128-D30-256 (1) = 553122e2135e363c3292bed2c6421fa232bab03daa07c7d6636603286506325b\n\
         TurboSHAKE128-D7f-256 (3) = 16274cc656d44cefd422395d0f9053bda6d28e122aba15c765e5ad0e6eaf26f9\n\
         TurboSHAKE128-256 (ptn) = d4976eb56bcf118520582b709f73e1d6853e001fdaf80e1b13e0d0599d5fb372\n\
         TurboSHAKE256-512 (ptn) = c74ebc919a5b3b0dd1228185ba02d29ef442d69d3d4276a93efe0bf9a16a7dc0\
         cd4eabadab8cd7a5edd96695f5d360abe09e2c6511a3ec397da3b76b9e1674fb\n"
    );
    assert_eq!(check(&folder, &[], &list), "");
}

/// Files that are held whole and larger ones, alone and in company, by any number of threads, with what each takes.
#[test]
fn the_reference_agrees() {
    let folder = Folder::new();
    let lengths = [0, 1, 167, 168, 8190, 8191, 8192, 8193, 65_536, 65_537, 131_072, 131_073, 200_000, 600_001];
    let names: Vec<String> = lengths.iter().map(usize::to_string).collect();
    for (name, length) in names.iter().zip(lengths) {
        folder.file(name, &noise(length));
    }
    for (bits, strength) in [(128, Strength::S128), (256, Strength::S256)] {
        for (option, value, bytes) in
            [(None, "", bits / 4), (Some("c"), "-S63", bits / 4), (Some("7"), "-S37", 5), (None, "", 5000)]
        {
            let tag = match (value, bytes) {
                (value, usual) if usual == bits / 4 => format!("KT{bits}{value}"),
                (value, bytes) => format!("KT{bits}{value}-{}", 8 * bytes),
            };
            let custom = option.unwrap_or_default().as_bytes();
            let expected = lines(&tag, &lengths, |message| kt(strength, message, custom, bytes));
            let (name, length) = (format!("kt{bits}"), (8 * bytes).to_string());
            let mut options = vec!["sum", "-a", &name, "-l", &length];
            options.extend(option.map_or(vec![], |custom| vec!["--custom", custom]));
            agrees(&folder, &options, &names, &expected);
        }
        for (option, value, byte) in [(None, "", 0x1f), (Some("0x1F"), "", 0x1f), (Some("11"), "-D0b", 11)] {
            let tag = format!("TurboSHAKE{bits}{value}-{}", 2 * bits);
            let expected = lines(&tag, &lengths, |message| turboshake(strength, message, byte, bits / 4));
            let name = format!("turboshake{bits}");
            let mut options = vec!["sum", "-a", &name];
            options.extend(option.map_or(vec![], |domain| vec!["--domain", domain]));
            agrees(&folder, &options, &names, &expected);
        }
    }
}

/// A line for each file, which is named after its length.
fn lines(tag: &str, lengths: &[usize], digest: impl Fn(&[u8]) -> Vec<u8>) -> String {
    let line = |length: &usize| format!("{tag} ({length}) = {}\n", hex(&digest(&noise(*length))));
    lengths.iter().map(line).collect()
}

fn agrees(folder: &Folder, options: &[&str], names: &[String], expected: &str) {
    for more in [&["--threads", "1"][..], &["--threads", "3"], &["--io", "sequential,4K"], &["--backend", "portable"]] {
        assert_eq!(stdout_of(folder.lanesum(options).args(more).args(names)), expected, "{options:?} {more:?}");
    }
    let alone: String = names.iter().map(|name| stdout_of(folder.lanesum(options).arg(name))).collect();
    assert_eq!(alone, expected);
    assert_eq!(check(folder, &[], expected), "");
    let other = expected.replacen("= ", "= 0", 1);
    assert!(check(folder, &[], &other).contains("improperly formatted"));
}

/// One large file, which all threads share, on every backend.
#[test]
fn one_large_file() {
    let folder = Folder::new();
    let data = noise(21_000_003);
    folder.file("large", &data);
    let mut expected = [0; 32];
    lanesum::kt128(&data, b"c", &mut expected);
    let expected = format!("KT128-S63 (large) = {}\n", hex(&expected));
    for backend in lanesum::Algorithm::Kt128.backends().iter().filter(|backend| backend.is_available()) {
        for threads in ["1", "2", "5"] {
            let options = ["sum", "--custom", "c", "--threads", threads, "--backend", backend.name(), "large"];
            assert_eq!(stdout_of(&mut folder.lanesum(&options)), expected, "{backend}, {threads} threads");
        }
    }
    for threads in ["1", "2", "5"] {
        let options = ["sum", "--custom", "c", "--threads", threads];
        assert_eq!(stdout_of(folder.lanesum(&options).arg("large")), expected, "{threads} threads");
        let piped = stdout_of(folder.lanesum(&options).write_stdin(data.clone()));
        assert_eq!(piped, expected.replace("large", "-"), "{threads} threads");
    }
}

#[test]
fn json_states_what_is_not_usual() {
    let folder = Folder::new();
    folder.file("f", b"abc");
    let object = |arguments: &[&str]| -> Value {
        serde_json::from_str(&stdout_of(folder.lanesum(&["sum", "--json", "f"]).args(arguments))).unwrap()
    };
    let usual = object(&[]);
    assert_eq!((usual["algorithm"].as_str(), usual.as_object().unwrap().len()), (Some("kt128"), 5));
    assert_eq!(object(&["--custom", "c"])["custom"], "c");
    assert_eq!(object(&["-a", "turboshake128"]).as_object().unwrap().len(), 5);
    assert_eq!(object(&["-a", "turboshake128", "--domain", "0x0b"])["domain"], 11);
}

#[test]
fn what_does_not_fit_is_refused() {
    let folder = Folder::new();
    folder.file("f", b"abc");
    for (arguments, why) in [
        (
            &["sum", "--domain", "7", "f"][..],
            "--domain does not apply to kt128; it belongs to turboshake128, turboshake256",
        ),
        (
            &["sum", "-a", "turboshake128", "--custom", "c", "f"],
            "--custom does not apply to turboshake128; it belongs to ",
        ),
        (&["sum", "-a", "turboshake128", "--domain", "0x80", "f"], "not a byte from 0x01 to 0x7f"),
        (&["sum", "-a", "turboshake256", "--domain", "0", "f"], "not a byte from 0x01 to 0x7f"),
        (
            &["sum", "-l", "13", "f"],
            "kt128: its output must be a multiple of 8 bits (for any length: shake128, shake256)",
        ),
        (&["check", "-a", "kt128", "--domain", "7"], "--domain does not apply to kt128"),
    ] {
        let refused = run(folder.lanesum(arguments).write_stdin(""));
        assert_eq!((refused.stdout.as_str(), refused.status), ("", Some(2)), "{arguments:?}");
        assert!(refused.stderr.contains(why), "{}", refused.stderr);
    }
}

/// A list of 64 digits a line may be of many functions, the default among them: it is not guessed.
#[test]
fn lines_without_a_tag() {
    let folder = Folder::new();
    folder.file("f", b"abc");
    let line = stdout_of(folder.lanesum(&["sum", "--untagged"]).arg("f"));
    let said = check(&folder, &[], &line);
    assert!(
        said.contains("kt128") && said.contains("sha3-256") && said.contains("name the algorithm, for example -a "),
        "{said}"
    );
    folder.file("KT128SUMS", line.as_bytes());
    folder.file("x.kt128", line.as_bytes());
    assert_eq!(stdout_of(&mut folder.lanesum(&["check", "KT128SUMS", "x.kt128"])), "f: OK\nf: OK\n");
    let line = stdout_of(folder.lanesum(&["sum", "-a", "turboshake256", "--domain", "0x0b"]).args(["--untagged", "f"]));
    assert_eq!(check(&folder, &["-a", "turboshake256", "--domain", "11"], &line), "");
    assert!(check(&folder, &["-a", "turboshake256"], &line).contains("f: FAILED"));
}

#[test]
fn help_and_completions_know_them() {
    let help = stdout_of(&mut lanesum(&["help", "sum"]));
    let script = stdout_of(&mut lanesum(&["completions", "bash"]));
    let info = stdout_of(&mut lanesum(&["info"]));
    for name in ["kt128", "kt256", "turboshake128", "turboshake256"] {
        assert!(help.contains(name) && script.contains(name) && info.contains(name), "{name}");
    }
    assert!(help.contains("[default: kt128]") && help.contains("--domain") && script.contains("--domain"));
}
