//! Lists of names, directories and sizes.

use std::fs;

use tempfile::TempDir;

use super::*;
use crate::subject::NAME_BYTES;

/// The names in a list of these bytes, with each trouble as `<reason>`.
fn listed(bytes: &[u8]) -> Vec<String> {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("list");
    fs::write(&path, bytes).unwrap();
    let names = List::open(path).unwrap().map(|name| match name {
        Ok(path) => path.as_os_str().as_encoded_bytes().escape_ascii().to_string(),
        Err(trouble) => format!("<{}>", trouble.reason),
    });
    names.collect()
}

#[test]
fn a_list_says_itself_how_its_names_end() {
    let empty = |line: u32| format!("<line {line}: empty name, left out; remove the line>");
    let (first, second, third) = (&*empty(1), &*empty(2), &*empty(3));
    for (list, names) in [
        (&b""[..], &[][..]),
        (b"a", &["a"]),
        (b"a\n", &["a"]),
        (b"a\nb c\n -d", &["a", "b c", " -d"]),
        (b"a\0", &["a"]),
        (b"a\nb\0c\n\0d", &["a\\nb", "c\\n", "d"]),
        (b"a\r\nb\r", if cfg!(windows) { &["a", "b\\r"] } else { &["a\\r", "b\\r"] }),
        (b"-\n--\n-a\n./-", &["./-", "--", "-a", "./-"]),
        (b"\na\n\n", &[first, "a", third]),
        (b"a\0\0b", &["a", second, "b"]),
    ] {
        assert_eq!(listed(list), names, "{}", list.escape_ascii());
    }
}

#[test]
fn nul_counts_up_to_8_kib() {
    // More lines than NULs, so that the two readings differ in number.
    let list = |at: usize| [b"a\n".repeat(at / 2).as_slice(), b"b".repeat(at % 2).as_slice(), b"\0c"].concat();
    for at in [8190, 8191] {
        assert_eq!(listed(&list(at)).len(), 2, "{at}");
    }
    for at in [8192, 8193] {
        assert_eq!(listed(&list(at)).len(), 4097, "{at}");
    }
}

#[test]
fn a_name_has_a_longest_length() {
    let long = |bytes: usize| "n".repeat(bytes);
    let fits = long(NAME_BYTES);
    for end in ["\n", "\0"] {
        assert_eq!(listed(format!("a{end}{fits}{end}b").as_bytes()), ["a", &fits, "b"]);
        for excess in [1, 2, 10_000_000] {
            let text = format!("a{end}{}{end}b{end}{fits}", long(NAME_BYTES + excess));
            let too_long =
                "<line 2: name of more than 65536 bytes, left out; end each name with a newline, or each with NUL>";
            assert_eq!(listed(text.as_bytes()), ["a", too_long, "b", &fits]);
        }
    }
    assert_eq!(listed(long(NAME_BYTES + 1).as_bytes()).len(), 1);
}

/// A tree of 3 files, 111 bytes in all.
fn tree() -> TempDir {
    let folder = TempDir::new().unwrap();
    fs::create_dir_all(folder.path().join("b/.git")).unwrap();
    for (name, size) in [("b/.git/HEAD", 100), ("b.c", 1), (".gitignore", 10)] {
        fs::write(folder.path().join(name), vec![b'*'; size]).unwrap();
    }
    folder
}

fn inputs(arguments: &[&Path], list: Option<&Path>, directories: Directories) -> Inputs {
    let arguments = arguments.iter().map(|path| path.as_os_str().to_owned()).collect();
    Inputs { arguments, list: list.map(|path| path.as_os_str().to_owned()), directories, filter: Filter::default() }
}

#[test]
fn files_come_in_the_order_of_their_names() {
    let tree = tree();
    let files: Vec<_> = Files::new(tree.path(), Links::LeaveOut, Filter::default()).map(Result::unwrap).collect();
    let expected = [".gitignore", "b/.git/HEAD", "b.c"].map(|name| tree.path().join(name));
    assert_eq!(files, expected);
    // Separators of the system's own, behind a directory as it was given.
    let dotted = tree.path().join("b").join("..");
    assert_eq!(
        Files::new(&dotted, Links::LeaveOut, Filter::default()).next().unwrap().unwrap(),
        dotted.join(".gitignore")
    );
}

#[test]
fn sizes_are_those_of_the_walk() {
    let tree = tree();
    let list = tree.path().join("list");
    let missing = tree.path().join("missing");
    let descend = Directories::Descend(Links::LeaveOut);
    let total = |inputs: Inputs| inputs.sizes().map(Iterator::sum::<u64>);

    assert_eq!(total(inputs(&[tree.path(), &missing], None, descend)), Some(111));
    assert_eq!(total(inputs(&[&tree.path().join("b.c"), &missing, tree.path()], None, Directories::Refuse)), Some(1));
    fs::write(&list, [b"-\n", tree.path().join("b").as_os_str().as_encoded_bytes()].concat()).unwrap();
    assert_eq!(total(inputs(&[&tree.path().join("b.c")], Some(&list), descend)), Some(101));
    // Whoever reads a list from a pipe takes it from the other.
    assert_eq!(total(inputs(&[], Some(Path::new("-")), descend)), None);
    assert_eq!(total(inputs(&[], Some(tree.path()), descend)), None);
    assert_eq!(total(inputs(&[], Some(&missing), descend)), None);
}

#[cfg(unix)]
#[test]
fn messages_of_what_is_left_out() {
    use std::os::unix::fs::symlink;
    let tree = tree();
    symlink("..", tree.path().join("b/up")).unwrap();
    symlink("nowhere", tree.path().join("dangling")).unwrap();
    let troubles = |links| {
        let found = Files::new(tree.path(), links, Filter::default()).filter_map(Result::err);
        found.map(|trouble| (trouble.reason.to_string(), trouble.is_failure())).collect::<Vec<_>>()
    };
    let link = ("symbolic link, left out".to_owned(), false);
    assert_eq!(troubles(Links::LeaveOut), [link.clone(), link]);
    let back = format!("symbolic link back to {}, left out; remove the link or --follow", tree.path().display());
    let missing = "No such file or directory".to_owned();
    assert_eq!(troubles(Links::Follow), [(back, true), (missing, true)]);
}
