//! All messages of the command's errors in one table: each says what is wrong, with which input, and what to do.
//!
//! Errors of the system are passed on in the system's words. Two kinds of message deliberately state only the cause: those of GNU's
//! programs, which scripts know ("Is a directory", "read error"), and remarks about files that a run leaves out, which are not failures.

use std::io;
use std::path::PathBuf;

use crate::failure::Failure;
use crate::function::Unknown;
use crate::hash::SetupError;
use crate::key::KeyError;
use crate::list::ListError;
use crate::output::FileError;
use crate::read::ReadError;
use crate::refusal::Refusal;
use crate::root::Odd;
use crate::saved::{SaveError, Unfit};
use crate::signing::SigningError;
use crate::subject::Source;
use crate::walk::{Reason, Trouble};
use crate::workers::WorkersError;
use lanesum::file::Change;

/// Compares messages with their text; does not compile while a variant has no line. A variant without fields is written with `{}`.
macro_rules! table {
    ($name:ident $(but $other:ident)?: $($(#[$cfg:meta])* $variant:ident $fields:tt => $text:expr,)+) => {{
        #[allow(unreachable_patterns, clippy::match_same_arms, reason = "a variant may have several lines")]
        let _all = |error: &$name| match error {
            $($(#[$cfg])* $name::$variant { .. } => {})+
            $($name::$other { .. } => {})?
        };
        $($(#[$cfg])* {
            assert_eq!(($name::$variant $fields).to_string(), $text);
        })+
    }};
}

fn system() -> io::Error {
    io::Error::other("what the system says")
}

#[test]
fn of_a_run() {
    let nokey = || KeyError::Empty("k".into());
    let system_says = "f: what the system says";
    // A `Mismatch` is made by the crate `measure` alone.
    table! { Failure but Mismatch:
        Refused(Refusal("a sentence about the command line".into())) => "a sentence about the command line",
        Output(system()) => "write error: what the system says",
        List(Trouble { path: "f".into(), reason: Reason::System(system()) }) => system_says,
        Key(nokey()) => nokey().to_string(),
        Setup(SetupError::NoKey) => SetupError::NoKey.to_string(),
        Workers(WorkersError::Lost) => WorkersError::Lost.to_string(),
        Saving(SaveError::Nowhere) => SaveError::Nowhere.to_string(),
        Signing(SigningError::Differ) => SigningError::Differ.to_string(),
        File(FileError::new("f".as_ref(), system())) => system_says,
    }
    table! { FileError:
        System { name: "f".into(), error: system() } => system_says,
        Busy("f".into()) => "f: another lanesum is replacing this file, so nothing was written; run the command again later",
        Changed("f".into()) => "f: another program changed it meanwhile, so nothing was written; run the command again",
    }
    table! { WorkersError:
        Thread(system()) => "cannot start a thread: what the system says; allow more (ulimit -u), or use fewer (--threads)",
        Memory(28 << 20) => "not enough memory: at least 28 MiB of address space are needed (see ulimit -v)",
        Lost {} => "internal error: a thread ended before its work was done; please report this",
    }
}

#[test]
fn of_files_and_names() {
    let element = || Box::new(ReadError::System(system()));
    table! { ReadError:
        System(system()) => "what the system says",
        Directory {} => "Is a directory",
        LeftOut(Odd::Link) => "symbolic link, left out",
        LeftOut(Odd::Special("FIFO")) => "FIFO, left out",
        Changed(Change::Size { before: 3, after: 5, read: 4 }) =>
            "file changed while it was read (4 bytes read, size 3 before and 5 after); try again when no program writes to it",
        Changed(Change::Modified) =>
            "file changed while it was read (its modification time differs); try again when no program writes to it",
        Changed(Change::Status) =>
            "file changed while it was read (its status changed, and its modification time was kept or set back); try again \
             when no program writes to it",
        Unstated { most: 64 } =>
            "TupleHash needs the length of each input in advance; of a pipe or a device, at most 64 MiB can be held in \
             memory: write it to a file first",
        Element { of: Source::Stdin, error: element() } => "what the system says; no digest written",
    }
    table! { Reason:
        System(system()) => "what the system says",
        Output {} => "this is the output file, left out",
        Odd(Odd::Link) => "symbolic link, left out",
        Odd(Odd::Special("socket")) => "socket, left out",
        Alike {} => "another name differs from this one in case alone, so lanesum takes both for one file; rename one",
        Loop(PathBuf::from("d")) => "symbolic link back to d, left out; remove the link or --follow",
        EmptyName(3) => "line 3: empty name, left out; remove the line",
        LongName(3) =>
            "line 3: name of more than 65536 bytes, left out; end each name with a newline, or each with NUL",
        LongTuple {} => "the names of all files together exceed 8 MiB, no digest written; give fewer files",
        #[cfg(not(unix))]
        NotUtf8(3) => "line 3: name that is not UTF-8, left out; write the list in UTF-8",
    }
}

#[test]
fn of_lists() {
    table! { ListError:
        Open(system()) => "what the system says",
        Read {} => "read error",
        Directory {} => "Is a directory; \"lanesum check -r\" checks the lists in it",
        Utf16(3) => "line 3 is damaged: it is not UTF-16, as the list is; the rest of the list was not read",
        Packages(crate::list::Packages::Lock("npm")) =>
            "this is a lock file of npm: it has digests of packages, not of files; npm checks them itself",
        Undecided { bits: 256, files: 3 } =>
            "the lines name no algorithm, digests of 256 bits can be of several, and none of 3 listed files has its digest by any of them: name it with -a",
        SignedLate(7) =>
            "line 7 begins a signed part, but lines before it have already been used; give the list as a file, not through a pipe",
    }
}

#[test]
fn of_algorithms_and_keys() {
    table! { Unknown:
        Sizes(vec!["shake128", "shake256"]) => "it has several sizes; name one of shake128, shake256",
        Unsupported {} => "it is not supported; \"lanesum help algorithms\" has all names",
        Length("blake2b", 256) => "this length is an option: -a blake2b -l 256",
        Near("sha256") => "no such algorithm; did you mean sha256?",
        None {} => "no such algorithm; \"lanesum help algorithms\" has all names",
    }
    let library = lanesum::Error::NoCustomization;
    table! { SetupError:
        NoKey {} => "no key was given; give one with --key-file",
        Library(library) => library.to_string(),
    }
    table! { KeyError:
        Unreadable("k".into(), system()) => "key file k: what the system says",
        Unreadable("-".into(), system()) => "key on standard input: what the system says",
        Empty("k".into()) =>
            "key file k: the key is empty, so anyone could compute the same MACs; give a file of 32 random bytes",
        TooLong("k".into()) => "key file k: too long for a key (more than 1048576 bytes); is it another file?",
    }
}

/// `info` and `bench` show these.
#[test]
fn of_the_saved_order() {
    let damaged = || serde_json::from_str::<u8>("x").unwrap_err();
    let library = lanesum::Error::Widths;
    table! { Unfit:
        Unreadable(system()) => "it cannot be read: what the system says",
        NotAFile {} => "it is not a regular file",
        Damaged(damaged()) => format!("it is damaged: {}", damaged()),
        TooLong {} => "it is damaged: more than 65536 bytes",
        Family("md4".into()) => "it is damaged: there is no family md4",
        Backend("avx3".into()) => "it is damaged: there is no backend avx3",
        OtherProcessor("Z80".into()) => "it was measured on another processor: Z80",
        OtherVersion("0.0.1".into()) => "it was measured by lanesum 0.0.1",
        Order(library) => format!("it does not fit: {library}"),
    }
    table! { SaveError:
        Nowhere {} => "there is no configuration directory: set HOME or XDG_CONFIG_HOME",
        Io("f".into(), system()) => "f: what the system says",
        File(FileError::Busy("f".into())) => FileError::Busy("f".into()).to_string(),
    }
}

#[test]
fn of_signatures() {
    let file = || "SUMS.sig".to_owned();
    let inner = signatures::Error::Random;
    let encoding = || signatures::pkcs8::Error::KeyMalformed(signatures::pkcs8::KeyError::Invalid);
    table! { SigningError:
        Io { name: file(), error: system() } => "SUMS.sig: what the system says",
        File(FileError::Changed("f".into())) => FileError::Changed("f".into()).to_string(),
        Exists(file()) => "SUMS.sig: exists already; --force overwrites it",
        TooFew { key: file(), left: 5, lists: 7 } =>
            "SUMS.sig: 7 lists, but only 5 signatures are left; sign fewer, or make a new key; nothing was signed",
        TooLongSecret("k".into(), 9) => "k: too long for a key or a passphrase (more than 9 bytes); is it another file?",
        NotPrivate("k".into()) =>
            "k: not a private key of SLH-DSA in PEM, of XMSS or of LMS; give the .key file that \"lanesum keygen\" wrote",
        NotPublic("k".into()) =>
            "k: not a public key of SLH-DSA, XMSS or LMS in PEM; give the .pub file that \"lanesum keygen\" wrote",
        Passphrase("k".into()) => "k: wrong passphrase, or a damaged key; try again, or restore the key from a backup",
        NoPassphrase {} => "the passphrase is empty; --no-passphrase makes a key without one",
        PassphraseText {} => "the passphrase is not UTF-8; save it in UTF-8",
        TooCostly("k".into()) =>
            "k: checking its passphrase would take more than 1 GiB of memory or 100,000,000 steps, so lanesum did not make this key; encrypt it again with smaller parameters of scrypt or PBKDF2",
        DamagedKey("k".into()) =>
            "k: damaged: its signatures do not verify with its own public key; nothing was written; restore the key from a backup",
        Differ {} => "the two passphrases differ; try again",
        NoTerminal {} => "there is no terminal to ask for the passphrase: use --passphrase-file",
        TooLarge("SUMS".into()) => "SUMS: larger than 1 GiB, the limit of keys and signed lists; split the list",
        Missing(file()) => "SUMS.sig: no such signature file; whoever signed the list makes it with \"lanesum sign\"",
        Format { file: file(), what: "cut off" } =>
            "SUMS.sig: not a signature file of lanesum, or a damaged one: cut off; get it again",
        Version { file: file(), version: "2".into() } =>
            "SUMS.sig: a signature of version 2; this lanesum reads version 1; use a newer lanesum",
        OtherKey { file: file(), found: "ab".into(), key: "ada.pub".into(), own: "cd".into() } =>
            "SUMS.sig: signed with another key (ab) than ada.pub (cd); ask the signer which key is right",
        Invalid { list: "SUMS".into(), key: "ada.pub".into() } =>
            "SUMS: WRONG SIGNATURE: the list or its signature was changed after signing, or not signed with ada.pub; do not \
             trust the list, get both again",
        Stdin {} => "--signed-by needs the list as a file: standard input has no signature beside it",
        Comment {} => "--comment must be one line of at most 1000 bytes without control characters",
        Key(inner.clone()) => inner.to_string(),
        KeyFile(signatures::xmss::FileError::Replaced("k".into())) => "k: holds another key now: open the file again",
        Encoding(encoding()) => format!("internal error: cannot encode the key ({}); please report this", encoding()),
    }
}
