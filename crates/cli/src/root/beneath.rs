//! Files below a directory, none of whose names leads through a symbolic link.

use std::fs::{File, Metadata};
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, Weak};

use rustix::fs::{AtFlags, FileType, Mode, OFlags, fstat, open, openat, statat};
use rustix::io::Errno;

use super::odd::{NotOpened, Odd};
use crate::facts::Identity;

/// The directory of a walk. Its descriptor is open as long as the walk is in it ([`Held`]). For files that wait longer, the directory is
/// opened once more, and must be the same one: otherwise a run over many directories would have too many files open.
#[derive(Debug)]
pub(crate) struct Beneath {
    path: PathBuf,
    identity: Identity,
    held: Weak<OwnedFd>,
}

/// Keeps the directory of a walk open.
#[derive(Debug)]
pub(crate) struct Held(#[expect(dead_code, reason = "it is only kept")] Arc<OwnedFd>);

/// A file is opened to read it.
const READ: OFlags = OFlags::RDONLY.union(OFlags::NONBLOCK).union(OFlags::NOCTTY);

const LIST: OFlags = OFlags::RDONLY.union(OFlags::DIRECTORY);

/// A file is looked at, or a directory is passed. This needs no permission to read it.
#[cfg(any(target_os = "linux", target_os = "android"))]
const LOOK: OFlags = OFlags::PATH;
#[cfg(not(any(target_os = "linux", target_os = "android")))]
const LOOK: OFlags = READ;

/// The longest path that other programs can open, with its NUL. Longer ones below a directory could be opened, but nobody could check
/// their lines.
const LONGEST: usize = if cfg!(any(target_os = "linux", target_os = "android")) { 4096 } else { 1024 };

impl Beneath {
    /// The directory may be behind a link: its name was given.
    pub(crate) fn new(path: &Path) -> io::Result<(Arc<Self>, Held)> {
        let (directory, identity) = open_directory(path)?;
        let held = Arc::new(directory);
        let beneath = Self { path: path.to_owned(), identity, held: Arc::downgrade(&held) };
        Ok((Arc::new(beneath), Held(held)))
    }

    pub(crate) fn identity(&self) -> Identity {
        self.identity
    }

    pub(super) fn open(&self, path: &Path) -> Result<File, NotOpened> {
        Ok(self.open_with(path, READ)?.into())
    }

    /// Opens a directory, to list it; the walk's own one, too.
    pub(crate) fn directory(&self, path: &Path) -> Result<OwnedFd, NotOpened> {
        self.open_with(path, LIST)
    }

    pub(super) fn metadata(&self, path: &Path) -> io::Result<Metadata> {
        match self.open_with(path, LOOK) {
            Ok(file) => File::from(file).metadata(),
            Err(NotOpened::System(error)) => Err(error),
            // Where links cannot be opened: nothing is known of it but that it is no file.
            Err(NotOpened::Odd(_)) => Err(io::ErrorKind::InvalidInput.into()),
        }
    }

    fn open_with(&self, path: &Path, flags: OFlags) -> Result<OwnedFd, NotOpened> {
        if path.as_os_str().len() >= LONGEST {
            return Err(Errno::NAMETOOLONG.into());
        }
        let root = self.root()?;
        let below = path.strip_prefix(&self.path).map_err(|_| io::Error::from(io::ErrorKind::InvalidInput))?;
        let below = if below.as_os_str().is_empty() { Path::new(".") } else { below };
        let flags = flags | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        match open_at_once(root.as_fd(), below, flags) {
            Ok(file) => Ok(file),
            Err(error @ (Errno::NOENT | Errno::ACCESS | Errno::MFILE | Errno::NFILE)) => Err(error.into()),
            // An old kernel, a sandbox that knows no such call, or a failure whose cause is to be found.
            Err(_) => open_step_by_step(root.as_fd(), below, flags),
        }
    }

    fn root(&self) -> io::Result<Arc<OwnedFd>> {
        if let Some(held) = self.held.upgrade() {
            return Ok(held);
        }
        let (directory, identity) = open_directory(&self.path)?;
        if identity != self.identity {
            return Err(io::Error::other("the directory of the walk was replaced by another one"));
        }
        Ok(Arc::new(directory))
    }
}

fn open_directory(path: &Path) -> io::Result<(OwnedFd, Identity)> {
    let directory = open(path, LIST | OFlags::CLOEXEC, Mode::empty())?;
    let identity = identity(&directory)?;
    Ok((directory, identity))
}

pub(crate) fn identity(directory: impl AsFd) -> io::Result<Identity> {
    let stat = fstat(directory)?;
    // The types of both differ between systems.
    #[allow(clippy::unnecessary_cast, clippy::cast_sign_loss, trivial_numeric_casts)]
    Ok(Identity { device: stat.st_dev as u64, file: stat.st_ino as u64 })
}

/// One call, where the kernel has it: Linux 5.6 and newer.
#[cfg(target_os = "linux")]
fn open_at_once(root: BorrowedFd<'_>, below: &Path, flags: OFlags) -> Result<OwnedFd, Errno> {
    use rustix::fs::{ResolveFlags, openat2};
    openat2(root, below, flags, Mode::empty(), ResolveFlags::BENEATH | ResolveFlags::NO_SYMLINKS)
}

#[cfg(not(target_os = "linux"))]
fn open_at_once(_root: BorrowedFd<'_>, _below: &Path, _flags: OFlags) -> Result<OwnedFd, Errno> {
    Err(Errno::NOSYS)
}

/// One directory after the other. Of a failure, this finds the reason.
fn open_step_by_step(root: BorrowedFd<'_>, below: &Path, flags: OFlags) -> Result<OwnedFd, NotOpened> {
    let mut above: Option<OwnedFd> = None;
    let mut names = below.components().peekable();
    while let Some(name) = names.next() {
        let directory = above.as_ref().map_or(root, AsFd::as_fd);
        let name = match name {
            Component::Normal(name) => Path::new(name),
            Component::CurDir => Path::new("."),
            // No walk finds such a name.
            _ => return Err(io::Error::from(io::ErrorKind::InvalidInput).into()),
        };
        let last = names.peek().is_none();
        let how = if last { flags } else { LOOK | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC };
        match openat(directory, name, how, Mode::empty()) {
            Ok(file) if last => return Ok(file),
            Ok(passed) => above = Some(passed),
            Err(error) => {
                return Err(match kind_of(directory, name).and_then(Odd::of_raw) {
                    Some(odd) if last => NotOpened::Odd(odd),
                    Some(Odd::Link) => {
                        io::Error::other("a directory above it became a symbolic link, which is not followed").into()
                    }
                    _ => error.into(),
                });
            }
        }
    }
    Err(Errno::NOENT.into())
}

fn kind_of(directory: BorrowedFd<'_>, name: &Path) -> Option<FileType> {
    statat(directory, name, AtFlags::SYMLINK_NOFOLLOW).ok().map(|stat| FileType::from_raw_mode(stat.st_mode))
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use tempfile::TempDir;

    use super::*;

    /// Both ways of opening are of one mind.
    #[test]
    fn no_name_leads_through_a_link() {
        let folder = TempDir::new().unwrap();
        let at = |name: &str| folder.path().join(name);
        std::fs::create_dir_all(at("d/sub")).unwrap();
        std::fs::create_dir(at("out")).unwrap();
        for name in ["d/file", "d/sub/file", "out/file"] {
            std::fs::write(at(name), name).unwrap();
        }
        symlink("../out", at("d/link")).unwrap();
        symlink("file", at("d/alias")).unwrap();
        let directory = open(at("d"), LIST, Mode::empty()).unwrap();
        let flags = READ | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        for (name, opens) in [
            ("file", true),
            ("sub/file", true),
            ("./sub/./file", true),
            (".", true),
            ("alias", false),
            ("link", false),
            ("link/file", false),
            ("../out/file", false),
            ("sub/../../out/file", false),
            ("/etc/passwd", false),
            ("no", false),
        ] {
            let by_steps = open_step_by_step(directory.as_fd(), Path::new(name), flags);
            assert_eq!(by_steps.is_ok(), opens, "{name}");
            #[cfg(target_os = "linux")]
            match open_at_once(directory.as_fd(), Path::new(name), flags) {
                Err(Errno::NOSYS | Errno::PERM) => {}
                at_once => assert_eq!(at_once.is_ok(), opens, "{name}"),
            }
        }
    }

    /// The directory is not kept open for files that wait; another one in its place is not taken for it.
    #[test]
    fn a_directory_that_is_closed_is_opened_again() {
        let folder = TempDir::new().unwrap();
        let directory = folder.path().join("d");
        let fill = || {
            std::fs::create_dir(&directory).unwrap();
            std::fs::write(directory.join("file"), "abc").unwrap();
        };
        fill();
        let file = directory.join("file");
        let (beneath, held) = Beneath::new(&directory).unwrap();
        assert!(beneath.open(&file).is_ok());
        drop(held);
        assert!(beneath.held.upgrade().is_none() && beneath.open(&file).is_ok());
        std::fs::rename(&directory, folder.path().join("old")).unwrap();
        fill();
        let Err(NotOpened::System(error)) = beneath.open(&file) else { panic!("it was taken for the same one") };
        assert_eq!(error.to_string(), "the directory of the walk was replaced by another one");
    }
}
