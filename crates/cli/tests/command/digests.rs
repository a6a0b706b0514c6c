//! Digests, lengths of output, and the two forms of a line.

use super::{Folder, SHA3_256_ABC, SHA3_256_EMPTY, lanesum, run, stdout_of};

#[test]
fn standard_input_is_read_without_files_and_for_a_dash() {
    let line = format!("SHA3-256 (-) = {SHA3_256_ABC}\n");
    assert_eq!(stdout_of(lanesum(&["sum", "-a", "sha3-256"]).write_stdin("abc")), line);
    assert_eq!(stdout_of(lanesum(&["sum", "-a", "sha3-256", "-"]).write_stdin("abc")), line);
    assert_eq!(
        stdout_of(lanesum(&["sum", "-a", "sha3-256", "--untagged"]).write_stdin("abc")),
        format!("{SHA3_256_ABC}  -\n")
    );
}

#[test]
fn several_files_keep_their_order() {
    let folder = Folder::new();
    folder.file("empty", b"");
    folder.file("abc", b"abc");
    let lines = stdout_of(folder.lanesum(&["sum", "-a", "sha3-256", "empty", "-", "abc", "empty"]).write_stdin("abc"));
    let expected = [("empty", SHA3_256_EMPTY), ("-", SHA3_256_ABC), ("abc", SHA3_256_ABC), ("empty", SHA3_256_EMPTY)]
        .map(|(name, digest)| format!("SHA3-256 ({name}) = {digest}\n"));
    assert_eq!(lines, expected.concat());
}

/// The digest alone of a one-line run on "abc".
fn shake(arguments: &[&str]) -> String {
    let line = stdout_of(lanesum(&["sum", "--untagged"]).args(arguments).write_stdin("abc"));
    line.strip_suffix("  -\n").unwrap().to_owned()
}

#[test]
fn shake_gives_any_number_of_bits() {
    for name in ["shake128", "shake256"] {
        let long = shake(&["-a", name, "-l", "4096"]);
        assert_eq!(long.len(), 1024);
        for bits in [1, 2, 7, 8, 9, 13, 100, 255, 256, 257, 1344, 4095] {
            let digest = shake(&["-a", name, "-l", &bits.to_string()]);
            assert_eq!(digest.len(), 2 * usize::div_ceil(bits, 8), "{bits} bits");
            let (full, partial) = digest.split_at(bits / 8 * 2);
            assert!(long.starts_with(full), "{bits} bits");
            if !partial.is_empty() {
                let whole = u8::from_str_radix(&long[full.len()..full.len() + 2], 16).unwrap();
                let mask = (1 << (bits % 8)) - 1;
                assert_eq!(u8::from_str_radix(partial, 16).unwrap(), whole & mask, "{bits} bits");
            }
        }
    }
    let tagged = stdout_of(lanesum(&["sum", "-a", "shake128", "-l", "13"]).write_stdin("abc"));
    assert_eq!(tagged, format!("SHAKE128-13 (-) = {}\n", shake(&["-a", "shake128", "-l", "13"])));
}

#[test]
fn fixed_lengths_accept_their_own_alone() {
    let ours = crate::output_of(lanesum(&["sum", "-a", "sha3-256", "-l", "256"]).write_stdin("abc"));
    assert_eq!(String::from_utf8(ours.stdout).unwrap(), format!("SHA3-256 (-) = {SHA3_256_ABC}\n"));
    for (name, bits, fitting) in
        [("sha3-256", "255", "-l 256"), ("sha3-512", "256", "-l 512"), ("keccak256", "8", "-l 256")]
    {
        let run = run(lanesum(&["sum", "-a", name, "-l", bits]).write_stdin("abc"));
        run.prints("", 2);
        assert!(run.stderr.contains(fitting) && run.stderr.contains("shake128"), "{}", run.stderr);
    }
}

#[test]
fn lengths_out_of_range_are_refused() {
    for bits in ["0", "-1", "4294967297", "99999999999999999999", "8x", ""] {
        let run = run(lanesum(&["sum", "-a", "shake128", "-l", bits]).write_stdin("abc"));
        assert_eq!((run.stdout.as_str(), run.status), ("", Some(2)), "-l {bits}");
    }
}
