//! Files that are replaced: nobody else's change is lost, and owner and permissions stay.

use std::fs::{self, File, Permissions};
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
use std::process::{Command as System, Stdio};

use super::{BINARY, Folder, not_run, run, stdout_of, wait_until};
#[cfg(target_os = "linux")]
use crate::together::update;

/// Whatever other programs do to the list while `update` hashes is not undone.
#[cfg(target_os = "linux")]
#[test]
fn a_list_that_changes_meanwhile_is_not_replaced() {
    let told = "lanesum: SUMS: another program changed it meanwhile, so nothing was written; run the command again\n";
    for there in [true, false] {
        for change in ["append", "replace", "create", "remove"] {
            if there == (change == "create") || !there && change != "create" {
                continue;
            }
            let folder = Folder::new();
            fs::create_dir(folder.path().join("d")).unwrap();
            // Sparse: it takes a while to be hashed.
            File::create(folder.path().join("d/large")).unwrap().set_len(256 << 20).unwrap();
            let list = folder.path().join("SUMS");
            let line = format!("SHA3-256 (x) = {}\n", "00".repeat(32));
            if there {
                fs::write(&list, &line).unwrap();
            }
            let child = update(&folder, "d");
            wait_for_temporary(&folder);
            match change {
                "append" => fs::write(&list, line.repeat(2)).unwrap(),
                "remove" => fs::remove_file(&list).unwrap(),
                _ => {
                    fs::write(folder.path().join("other"), &line).unwrap();
                    fs::rename(folder.path().join("other"), &list).unwrap();
                }
            }
            let after = fs::read(&list).ok();
            let run = child.wait_with_output().unwrap();
            assert_eq!(
                (String::from_utf8(run.stderr).unwrap().as_str(), run.status.code()),
                (told, Some(1)),
                "{change}"
            );
            assert_eq!(fs::read(&list).ok(), after, "{change}");
        }
    }
}

#[cfg(target_os = "linux")]
fn wait_for_temporary(folder: &Folder) {
    let is_temporary = |entry: fs::DirEntry| entry.file_name().as_encoded_bytes().starts_with(b".lanesum-");
    let all = || fs::read_dir(folder.path()).unwrap();
    wait_until("a temporary file", || all().any(|entry| is_temporary(entry.unwrap())));
}

/// Two runs with --force write one pair or the other, never one half of each.
#[test]
fn two_keygens_at_once_leave_a_pair() {
    let folder = Folder::new();
    let keygen = ["keygen", "--no-passphrase", "--force", "--set", "SLH-DSA-SHAKE-128f", "ada"];
    folder.file("SUMS", format!("SHA3-256 (x) = {}\n", "00".repeat(32)).as_bytes());
    for _ in 0..20 {
        let start = || folder.process(&keygen).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let children = [start(), start(), start()];
        let passed = children.map(|mut child| child.wait().unwrap().success());
        assert!(passed.contains(&true));
        stdout_of(&mut folder.lanesum(&["sign", "--force", "--key", "ada.key", "SUMS"]));
        stdout_of(&mut folder.lanesum(&["verify", "--key", "ada.pub", "SUMS"]));
    }
}

/// Owner, group and permissions.
fn rights(folder: &Folder, name: &str) -> (u32, u32, u32) {
    let metadata = fs::metadata(folder.path().join(name)).unwrap();
    (metadata.uid(), metadata.gid(), metadata.mode() & 0o7777)
}

/// A list of this owner with these permissions, and a file to hash.
fn owned(owner: u32, group: u32, mode: u32) -> Option<Folder> {
    let folder = Folder::new();
    folder.file("abc", b"abc");
    fs::create_dir(folder.path().join("d")).unwrap();
    folder.file("d/abc", b"abc");
    fs::set_permissions(folder.path(), Permissions::from_mode(0o777)).unwrap();
    let list = folder.file("SUMS", format!("SHA3-256 (x) = {}\n", "00".repeat(32)).as_bytes());
    fs::set_permissions(&list, Permissions::from_mode(mode)).unwrap();
    if chown(list, Some(owner), Some(group)).is_err() {
        not_run("the owner of a replaced list: only root can give files away");
        return None;
    }
    Some(folder)
}

const WRITERS: [&[&str]; 2] = [&["update", "SUMS", "d"], &["sum", "-o", "SUMS", "abc"]];

#[test]
fn a_replaced_file_keeps_its_owner_and_permissions() {
    for arguments in WRITERS {
        for mode in [0o600, 0o644, 0o640, 0o664, 0o604] {
            let Some(folder) = owned(1000, 1001, mode) else { return };
            stdout_of(&mut folder.lanesum(arguments));
            assert_eq!(rights(&folder, "SUMS"), (1000, 1001, mode), "{arguments:?}");
            assert_ne!(fs::metadata(folder.path().join("SUMS")).unwrap().len(), 76, "it was replaced");
        }
    }
    // A signature, and no private key: whoever had a file of that name does not get one.
    let Some(folder) = owned(1000, 1001, 0o644) else { return };
    for name in ["SUMS.sig", "ada.pub", "ada.key"] {
        chown(folder.file(name, b""), Some(1000), Some(1001)).unwrap();
    }
    stdout_of(&mut folder.lanesum(&["keygen", "--no-passphrase", "--force", "--set", "SLH-DSA-SHAKE-128f", "ada"]));
    stdout_of(&mut folder.lanesum(&["sign", "--force", "--key", "ada.key", "SUMS"]));
    let own = (rustix::process::geteuid().as_raw(), rustix::process::getegid().as_raw(), 0o600);
    assert_eq!(rights(&folder, "ada.key"), own);
    for name in ["SUMS.sig", "ada.pub"] {
        assert_eq!((rights(&folder, name).0, rights(&folder, name).1), (1000, 1001), "{name}");
    }
}

/// Who is not root cannot give a file away. Then nobody may get more permissions than before.
#[test]
fn a_replaced_file_gives_nobody_more_permissions() {
    use std::os::unix::process::CommandExt;
    for (group, mode, expected) in [
        // The command's own group, which it can give.
        (1000, 0o664, (1000, 1000, 0o664)),
        (1000, 0o660, (1000, 1000, 0o660)),
        // Another one: its members are now others, and the command's group is another one.
        (1001, 0o664, (1000, 1000, 0o644)),
        (1001, 0o660, (1000, 1000, 0o600)),
        (1001, 0o606, (1000, 1000, 0o600)),
    ] {
        for arguments in WRITERS {
            let Some(folder) = owned(1002, group, mode) else { return };
            fs::set_permissions(folder.path().join("SUMS"), Permissions::from_mode(mode | 0o006)).unwrap();
            fs::set_permissions(folder.path().join("SUMS"), Permissions::from_mode(mode)).unwrap();
            // `update` has to read the list.
            if arguments[0] == "update" && mode & 4 == 0 && group != 1000 {
                continue;
            }
            let binary = folder.path().join("lanesum");
            fs::copy(BINARY, &binary).unwrap();
            let mut command = System::new(binary);
            command.args(arguments).current_dir(folder.path()).stdin(Stdio::null()).stdout(Stdio::null());
            // Root's other groups would be kept.
            let run = command.env_remove("HOME").uid(1000).gid(1000).output().unwrap();
            assert_eq!((String::from_utf8_lossy(&run.stderr).as_ref(), run.status.code()), ("", Some(0)));
            assert_eq!(rights(&folder, "SUMS"), expected, "{arguments:?}, group {group}, {mode:o}");
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_replaced_file_keeps_its_attributes_and_its_access_control_list() {
    use rustix::fs::{XattrFlags, getxattr, setxattr};
    /// The owner: rw; user 1005: r; the group: nothing; the mask: r; others: nothing. Each has a tag, permissions and a number.
    const ENTRIES: [(u16, u16, u32); 5] =
        [(1, 6, u32::MAX), (2, 4, 1005), (4, 0, u32::MAX), (0x10, 4, u32::MAX), (0x20, 0, u32::MAX)];
    const ACCESS: &str = "system.posix_acl_access";
    let mut acl = 2_u32.to_le_bytes().to_vec();
    for (tag, permissions, number) in ENTRIES {
        acl.extend(tag.to_le_bytes().into_iter().chain(permissions.to_le_bytes()).chain(number.to_le_bytes()));
    }
    let value = |folder: &Folder, name: &str| {
        let mut value = vec![0; 1000];
        let length = getxattr(folder.path().join("SUMS"), name, &mut value[..]).ok()?;
        value.truncate(length);
        Some(value)
    };
    for arguments in WRITERS {
        let Some(folder) = owned(1000, 1001, 0o640) else { return };
        let list = folder.path().join("SUMS");
        if setxattr(&list, "user.note", b"mine", XattrFlags::empty()).is_err()
            || setxattr(&list, ACCESS, &acl, XattrFlags::empty()).is_err()
        {
            return not_run("attributes and access control lists: this file system has none");
        }
        stdout_of(&mut folder.lanesum(arguments));
        assert_eq!(value(&folder, "user.note"), Some(b"mine".to_vec()));
        assert_eq!((value(&folder, ACCESS), rights(&folder, "SUMS")), (Some(acl.clone()), (1000, 1001, 0o640)));
        // One that new files inherit, and that the old one does not have.
        let Some(folder) = owned(1000, 1001, 0o640) else { return };
        setxattr(folder.path(), "system.posix_acl_default", &acl, XattrFlags::empty()).unwrap();
        stdout_of(&mut folder.lanesum(arguments));
        assert_eq!((value(&folder, ACCESS), rights(&folder, "SUMS")), (None, (1000, 1001, 0o640)));
        folder.file("inherits", b"");
        let inherited = getxattr(folder.path().join("inherits"), ACCESS, &mut [0; 1000][..]);
        assert!(inherited.is_ok(), "the directory gives its list to new files");
    }
}

#[test]
fn a_missing_list_in_a_missing_directory_is_told() {
    let folder = Folder::new();
    fs::create_dir(folder.path().join("d")).unwrap();
    run(&mut folder.lanesum(&["update", "none/SUMS", "d"])).says("lanesum: none: No such file or directory\n", 1);
}
