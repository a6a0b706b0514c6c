//! The programs that a race compares, and how each is called.

/// A program with a function.
pub(super) struct Entry {
    pub(super) name: &'static str,
    /// What distinguishes this way to run it from others.
    pub(super) note: &'static str,
    /// As lanesum calls it; entries with the same name must give the same digests.
    pub(super) function: &'static str,
    pub(super) bits: usize,
    pub(super) options: &'static [&'static str],
    pub(super) threads: Threads,
    /// The option that takes the number of threads.
    pub(super) threads_option: Option<&'static str>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Threads {
    One,
    Any,
}

const fn ours(function: &'static str, bits: usize, options: &'static [&'static str]) -> Entry {
    Entry {
        name: "lanesum",
        note: "",
        function,
        bits,
        options,
        threads: Threads::Any,
        threads_option: Some("--threads"),
    }
}

const fn rival(
    name: &'static str,
    note: &'static str,
    function: &'static str,
    bits: usize,
    options: &'static [&'static str],
) -> Entry {
    Entry { name, note, function, bits, options, threads: Threads::One, threads_option: None }
}

const fn b3sum(note: &'static str, options: &'static [&'static str]) -> Entry {
    Entry {
        threads: Threads::Any,
        threads_option: Some("--num-threads"),
        ..rival("b3sum", note, "blake3", 256, options)
    }
}

pub(super) const OURS: &[Entry] = &[
    ours("sha3-256", 256, &["sum", "-a", "sha3-256"]),
    ours("sha3-512", 512, &["sum", "-a", "sha3-512"]),
    ours("shake128", 256, &["sum", "-a", "shake128"]),
    ours("sha256", 256, &["sum", "-a", "sha256"]),
    ours("sha512", 512, &["sum", "-a", "sha512"]),
    ours("kt128", 256, &["sum", "-a", "kt128"]),
    ours("blake2b", 512, &["sum", "-a", "blake2b"]),
    ours("blake3", 256, &["sum", "-a", "blake3"]),
];

pub(super) const RIVALS: &[Entry] = &[
    rival("openssl", "dgst", "sha3-256", 256, &["dgst", "-sha3-256"]),
    rival("openssl", "dgst", "sha3-512", 512, &["dgst", "-sha3-512"]),
    rival("openssl", "dgst", "shake128", 256, &["dgst", "-shake128", "-xoflen", "32"]),
    rival("openssl", "dgst", "sha256", 256, &["dgst", "-sha256"]),
    rival("openssl", "dgst", "sha512", 512, &["dgst", "-sha512"]),
    rival("openssl", "dgst", "blake2b", 512, &["dgst", "-blake2b512"]),
    rival("sha256sum", "", "sha256", 256, &[]),
    rival("sha512sum", "", "sha512", 512, &[]),
    rival("b2sum", "", "blake2b", 512, &[]),
    rival("cksum", "", "blake2b", 512, &["-a", "blake2b"]),
    rival("rhash", "", "sha3-256", 256, &["--sha3-256"]),
    rival("rhash", "", "sha3-512", 512, &["--sha3-512"]),
    rival("rhash", "", "sha256", 256, &["--sha256"]),
    rival("rhash", "", "sha512", 512, &["--sha512"]),
    rival("rhash", "", "blake2b", 512, &["--blake2b"]),
    Entry {
        threads: Threads::Any,
        // It writes no order of its own then.
        threads_option: Some("-j"),
        ..rival("hashdeep", "", "sha256", 256, &["-c", "sha256"])
    },
    b3sum("", &[]),
    b3sum("--no-mmap", &["--no-mmap"]),
];
