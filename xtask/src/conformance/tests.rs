//! The command as a whole, on a directory made for the purpose.

use super::*;

/// A directory with one file of two digests (SHA3-256 of the empty message and of `abc`) and one licence.
fn fixture(pending: &str, recorded: &str) -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    let write = |name: &str, bytes: &[u8]| {
        let path = dir.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, bytes).unwrap();
    };
    let text = "\
# two messages

Len = 0
Msg = 00
MD = A7FFC6F8BF1ED76651C14756A061D662F580FF4DE43B49FA82D80A4B80F8434A

Len = 24
Msg = 616263
MD = 3A985DA74FE225B2045C172D6BD390BD855F086E3E9D525B46BFE24511431532
";
    let mut xz = Vec::new();
    lzma_rs::xz_compress(&mut text.as_bytes(), &mut xz).unwrap();
    write("vectors/xkcp/ShortMsgKAT_SHA3-256.txt.xz", &xz);
    write("vectors/LICENSE", b"free");
    write("lists/pending.toml", pending.as_bytes());
    write("lists/recorded.toml", recorded.as_bytes());
    dir
}

const PENDING: &str = "[not_run]\nLICENSE = \"the licence\"\n";
const RECORDED: &str = "[cases]\n\"xkcp/ShortMsgKAT_SHA3-256.txt.xz\" = 4\n";

fn options() -> Options {
    let backend = Some(Backend::Portable);
    Options { vectors: None, large: false, backend, require: Vec::new(), filter: None, record: false }
}

fn passes(dir: &tempfile::TempDir, options: &Options) -> bool {
    let verdict = run(options, &dir.path().join("vectors"), &dir.path().join("lists")).unwrap();
    matches!(verdict, Verdict::Passed)
}

#[test]
fn a_complete_directory_passes() {
    assert!(passes(&fixture(PENDING, RECORDED), &options()));
}

#[test]
fn an_unlisted_file_fails() {
    let dir = fixture(PENDING, RECORDED);
    std::fs::write(dir.path().join("vectors/xkcp/New.txt.xz"), "").unwrap();
    assert!(!passes(&dir, &options()));
    let filtered = Options { filter: Some("ShortMsg".to_owned()), ..options() };
    assert!(passes(&dir, &filtered));
}

#[test]
fn a_stale_list_fails() {
    for entry in ["\"xkcp/ShortMsgKAT_SHA3-256.txt.xz\" = \"it runs\"", "gone = \"no such file\""] {
        assert!(!passes(&fixture(&format!("{PENDING}{entry}\n"), RECORDED), &options()));
    }
    assert!(!passes(&fixture(&PENDING.replace("the licence", ""), RECORDED), &options()));
}

#[test]
fn fewer_cases_than_recorded_fail() {
    let dir = fixture(PENDING, &RECORDED.replace("= 4", "= 5"));
    assert!(!passes(&dir, &options()));
    assert!(passes(&dir, &Options { record: true, ..options() }));
    assert!(passes(&dir, &options()));
}

#[test]
fn a_changed_vector_fails() {
    let dir = fixture(PENDING, RECORDED);
    let manifest = "file\tsha256\nLICENSE\t0\nxkcp/ShortMsgKAT_SHA3-256.txt.xz\t0\n";
    std::fs::write(dir.path().join("vectors/MANIFEST.tsv"), manifest).unwrap();
    assert!(!passes(&dir, &options()));
}

#[test]
fn a_missing_directory_is_told_apart() {
    let options = Options { vectors: Some(PathBuf::from("no/such/directory")), ..options() };
    assert!(matches!(command(&options, Path::new(".")).unwrap(), Verdict::NotRun));
}
