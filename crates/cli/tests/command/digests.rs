//! Digests of standard input and of several files, and the two forms of a line.

use super::{Folder, SHA3_256_ABC, SHA3_256_EMPTY, lanesum, stdout_of};

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
