//! Lets a file that replaces another one belong to the same user, with the same permissions.

use std::fs::{File, Permissions};
use std::io;
use std::os::unix::fs::{MetadataExt, PermissionsExt, fchown};
use std::path::Path;

/// Gives `new` the owner, the group and the permissions of `old`, and on Linux its access control list and its attributes `user.*`.
///
/// An owner or a group that the system does not let this user give stays that of `new`. Then the permissions are reduced, so that nobody
/// gets more of them.
///
/// # Errors
/// The old file is gone, or the permissions cannot be set. An attribute that the system refuses is left out.
pub(super) fn keep(old: &Path, new: &File) -> io::Result<()> {
    let (there, own) = (old.metadata()?, new.metadata()?);
    let same_group = there.gid() == own.gid() || fchown(new, None, Some(there.gid())).is_ok();
    let mode = there.mode() & 0o777;
    let (group, other) = (mode >> 3 & 7, mode & 7);
    // The old group's members may have become others, and the other way round.
    let mode = if same_group { mode } else { mode & 0o700 | (group & other) << 3 | group & other };
    new.set_permissions(Permissions::from_mode(mode))?;
    attributes::keep(old, new, same_group)?;
    if there.uid() != own.uid() {
        // Last: from then on it is another user's.
        let _ = fchown(new, Some(there.uid()), None);
    }
    Ok(())
}

#[cfg(target_os = "linux")]
mod attributes {
    use std::fs::{File, Permissions};
    use std::io;
    use std::os::unix::fs::PermissionsExt;
    use std::path::Path;

    use rustix::fs::{XattrFlags, fremovexattr, fsetxattr, getxattr, listxattr};

    const ACL: &str = "system.posix_acl_access";

    /// The most bytes of a list of names, and of a value.
    const MOST_BYTES: usize = 1 << 16;

    pub(super) fn keep(old: &Path, new: &File, same_group: bool) -> io::Result<()> {
        let mut names = vec![0_u8; MOST_BYTES];
        let length = listxattr(old, &mut names[..]).unwrap_or(0);
        for name in names[..length].split(|byte| *byte == 0).filter(|name| name.starts_with(b"user.")) {
            if let Some(value) = value(old, name) {
                let _ = fsetxattr(new, name, &value, XattrFlags::empty());
            }
        }
        let Some(acl) = value(old, ACL.as_bytes()) else {
            // Inherited from the directory.
            let _ = fremovexattr(new, ACL);
            return Ok(());
        };
        if !same_group || fsetxattr(new, ACL, &acl, XattrFlags::empty()).is_err() {
            // With a list, the group's permissions in the mode are the most that anyone in the list has.
            let mode = new.metadata()?.permissions().mode() & 0o700;
            new.set_permissions(Permissions::from_mode(mode))?;
        }
        Ok(())
    }

    fn value(file: &Path, name: &[u8]) -> Option<Vec<u8>> {
        let mut value = vec![0; MOST_BYTES];
        let length = getxattr(file, name, &mut value[..]).ok()?;
        value.truncate(length);
        Some(value)
    }
}

#[cfg(not(target_os = "linux"))]
mod attributes {
    use std::fs::File;
    use std::io;
    use std::path::Path;

    pub(super) fn keep(_: &Path, _: &File, _: bool) -> io::Result<()> {
        Ok(())
    }
}
