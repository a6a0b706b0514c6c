//! Which cases are measured.

use anyhow::{Result, bail};
use measure::trials::{Case, RowKind};

use crate::algorithms::{Known, Role};
use crate::subjects::{self, Permutation};

/// Lengths of single messages, in bytes: those of the performance notes, and the short ones whose latency counts.
const LENGTHS: &[usize] = &[0, 8, 32, 64, 136, 168, 576, 1536, 4096, 8 << 10, 64 << 10, 1 << 20, 16 << 20];
/// Lengths of the messages of batches.
const BATCH_LENGTHS: &[usize] = &[0, 16, 32, 64, 136, 200, 256, 576, 4096];
/// Numbers of messages of batches.
const BATCHES: &[usize] = &[2, 3, 4, 7, 8, 9, 16, 64, 1000];
/// Functions of each family that are also measured in a build with cargo's default profile. The lengths and numbers of their messages are
/// those of hash trees and tables.
const DEFAULT_PROFILE: [&str; 5] = ["sha3-256", "kt128", "sha256", "sha512", "blake256"];
/// Their lengths.
const DEFAULT_PROFILE_LENGTHS: [usize; 5] = [16, 32, 64, 200, 256];
/// How many in one call.
const DEFAULT_PROFILE_BATCHES: [usize; 4] = [8, 16, 64, 1000];
/// Ragged batches: numbers of messages, each of 0 to 2048 bytes.
const RAGGED: &[usize] = &[8, 64, 1000];
const RAGGED_MEAN: usize = 1024;
/// Each form has this many bytes a message, as in the AVX-512 paper.
const FORM_BYTES: usize = 4096;
/// Bytes per message for SHA-2 and BLAKE, as in the goals of their forms.
const FORM_BYTES_OF_SHA2: usize = 16 << 10;
/// Of `ParallelHash`: blocks enough for all slots.
const FORM_BYTES_OF_TREES: usize = 1 << 20;
/// For trees, what is a little more than a block, and what is no round number of them.
const LENGTHS_OF_TREES: &[usize] = &[8193, 100_000];
/// The cases that compare KT128, KT256 and `TurboSHAKE` with each other and with BLAKE3.
const SIZES: &[usize] = &[1 << 10, 8 << 10, 16 << 10, 64 << 10, 1 << 20, LONG];
/// One message that several threads share: what is hardly worth it, what fits no cache of one core's own, and a file of some
/// size. Of `ParallelHash` the second one.
const SHARED: &[usize] = &[1 << 20, SHARED_BYTES, LONG];
const SHARED_BYTES: usize = 16 << 20;
/// So long that a row takes seconds: with one thread and with all, and only where there is memory for it.
const LONG: usize = 1 << 30;
/// Of Keyak and Ketje: a small packet, the largest on most networks, and long ones.
const LENGTHS_OF_ENCRYPTION: &[usize] = &[64, 1500, 4096, 64 << 10, 1 << 20];
/// Sessions of Ketje with a message each.
const SESSIONS: &[usize] = &[8, 64];
/// A long message that stays in nearer caches.
const FORM_BYTES_OF_ENCRYPTION: usize = 64 << 10;
/// The numbers of states that some backend takes at once.
const WIDTHS: &[usize] = &[1, 2, 4, 8, 16];
/// The bytes of a message, and the messages, that each thread hashes in one call.
const THREAD_BYTES: usize = 64 << 10;
const THREAD_MESSAGES: usize = 8;
/// No case of the standard grid has more bytes than this, and no case at all more than [`MOST`].
const STANDARD_MOST: usize = 16 << 20;
const MOST: usize = 1 << 30;

/// The selection of cases that the user asked for.
pub struct Wanted<'w> {
    /// Lengths, if any were named.
    pub bytes: &'w [usize],
    /// Numbers of messages, if any were named.
    pub messages: &'w [usize],
    /// Whether the algorithms were named.
    pub filtered: bool,
    /// Threads at most.
    pub cores: usize,
}

impl Wanted<'_> {
    fn is_standard(&self) -> bool {
        self.bytes.is_empty() && self.messages.is_empty()
    }

    /// The cases of one algorithm.
    ///
    /// # Errors
    /// If a product of lengths and numbers is too large.
    pub fn cases(&self, known: &Known) -> Result<Vec<Case>> {
        match known.role {
            Role::Permutation => Ok(self.permutations(known)),
            // Without --filter, the papers' other permutation has no case.
            Role::Paper if !self.filtered => Ok(Vec::new()),
            Role::Paper if self.is_standard() => Ok(papers::blake_tree(known).collect()),
            _ if self.is_standard() => Ok(self.standard(known)),
            _ => self.product(known),
        }
    }

    fn permutations(&self, known: &Known) -> Vec<Case> {
        let is_papers_own = known.name == "keccak-p1600-12";
        if !self.filtered && (is_papers_own || !self.is_standard()) {
            return Vec::new();
        }
        permutations(known)
    }

    fn product(&self, known: &Known) -> Result<Vec<Case>> {
        let or =
            |given: &[usize], otherwise: &[usize]| if given.is_empty() { otherwise.to_vec() } else { given.to_vec() };
        let mut cases = Vec::new();
        for bytes in or(self.bytes, &lengths(known)) {
            for messages in or(self.messages, &[1]) {
                let total = bytes.checked_mul(messages);
                if self.bytes.is_empty() && total.is_none_or(|total| total > STANDARD_MOST) {
                    continue;
                }
                if total.is_none_or(|total| total > MOST) || messages > MOST / 64 {
                    bail!(
                        "{messages} messages of {bytes} bytes are more than {MOST} bytes, the most that is measured at once"
                    );
                }
                cases.push(case(known, RowKind::Messages, bytes, messages));
                if messages == 1 && bytes >= SHARED[0] {
                    cases.extend(self.shared(known, bytes));
                }
            }
        }
        Ok(cases)
    }

    /// One message on one and more threads, of what has leaves for them.
    fn shared(&self, known: &Known, bytes: usize) -> impl Iterator<Item = Case> {
        let most = if is_tree(known) || known.name == "blake3" { self.cores } else { 0 };
        let one = case(known, RowKind::OneMessage, bytes, 1);
        let is_wanted = move |threads: &usize| bytes < LONG || *threads == 1 || *threads == most;
        (1..=most).filter(is_wanted).map(move |threads| Case { threads, ..one.clone() })
    }

    fn standard(&self, known: &Known) -> Vec<Case> {
        let mut cases: Vec<Case> =
            lengths(known).into_iter().map(|bytes| case(known, RowKind::Messages, bytes, 1)).collect();
        let shared = if known.role == Role::Derived { &[SHARED_BYTES][..] } else { SHARED };
        cases.extend(shared.iter().flat_map(|bytes| self.shared(known, *bytes)));
        if matches!(known.role, Role::Derived | Role::Encryption) {
            cases.extend(forms(known));
        }
        if known.name.starts_with("ketje") {
            let shapes =
                SESSIONS.iter().flat_map(|count| LENGTHS_OF_ENCRYPTION.iter().map(move |bytes| (*bytes, *count)));
            let shapes = shapes.filter(|(bytes, _)| *bytes <= FORM_BYTES);
            cases.extend(shapes.map(|(bytes, count)| case(known, RowKind::Messages, bytes, count)));
        }
        if known.role != Role::Here {
            return cases;
        }
        for &bytes in BATCH_LENGTHS {
            let batches = BATCHES.iter().filter(|messages| **messages * bytes <= STANDARD_MOST);
            cases.extend(batches.map(|messages| case(known, RowKind::Messages, bytes, *messages)));
        }
        for (bytes, messages) in goals(known.name).filter(|(_, messages)| *messages > 1) {
            let case = case(known, RowKind::Messages, bytes, messages);
            if !cases.contains(&case) {
                cases.push(case);
            }
        }
        cases.extend(RAGGED.iter().map(|messages| case(known, RowKind::Ragged, RAGGED_MEAN, *messages)));
        cases.extend(forms(known));
        for threads in 1..=self.cores {
            cases.push(Case { threads, ..case(known, RowKind::Threads, THREAD_BYTES, THREAD_MESSAGES) });
        }
        cases
    }
}

/// Lengths and numbers of messages for which an algorithm has goals, on whatever is best, for all processors: rows do not depend on where
/// they are measured. (Goals of named backends are of rows that all forms have, of one message of the same lengths, too.)
fn goals(algorithm: &str) -> impl Iterator<Item = (usize, usize)> {
    let lines = include_str!("../report/goals.tsv").lines().map(|line| line.split('\t').collect::<Vec<_>>());
    lines.filter_map(move |line| match line[..] {
        [_, _, of, "messages", on, bytes, messages, ..] if of == algorithm && (on.is_empty() || messages == "1") => {
            // Of "the longest from … on" there is no number.
            Some((bytes.parse().ok()?, messages.parse().ok()?))
        }
        _ => None,
    })
}

/// The standard lengths, those that an algorithm has goals for, and those where trees are awkward; in order.
fn lengths(known: &Known) -> Vec<usize> {
    if known.role == Role::Encryption {
        return LENGTHS_OF_ENCRYPTION.to_vec();
    }
    let mut lengths = LENGTHS.to_vec();
    lengths.extend(goals(known.name).filter(|(_, messages)| *messages == 1).map(|(bytes, _)| bytes));
    if known.role == Role::Here {
        // The rows with which a batch is compared.
        lengths.extend(BATCH_LENGTHS);
    }
    if is_tree(known) {
        lengths.extend(LENGTHS_OF_TREES);
    }
    if ["kt", "turboshake", "blake3"].iter().any(|family| known.name.starts_with(family)) {
        lengths.extend(SIZES);
    }
    lengths.sort_unstable();
    lengths.dedup();
    lengths
}

/// Whether there is room for the messages of a case: as much memory again stays for everybody else. Where nobody knows how much
/// there is, no case of [`LONG`] bytes has room.
///
/// # Errors
/// Why not.
pub fn has_room(case: &Case, available: Option<u64>) -> Result<(), String> {
    let needed = 2 * (case.bytes * case.messages * if case.kind == RowKind::Threads { case.threads } else { 1 }) as u64;
    match available {
        _ if needed < 2 * LONG as u64 => Ok(()),
        Some(available) if available >= needed => Ok(()),
        Some(available) => Err(format!("{} MiB of memory wanted, {} available", needed >> 20, available >> 20)),
        None => Err("not known whether there is enough memory".into()),
    }
}

/// Bytes of memory that a process can have without swapping, where the system tells: `MemAvailable` of Linux.
pub fn available_memory() -> Option<u64> {
    available_in(&std::fs::read_to_string("/proc/meminfo").ok()?)
}

fn available_in(meminfo: &str) -> Option<u64> {
    let kib = meminfo.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    kib.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()?.checked_mul(1024)
}

/// Whether a long message has leaves.
fn is_tree(known: &Known) -> bool {
    known.name.starts_with("parallelhash") || known.name.parse().is_ok_and(subjects::is_tree)
}

/// A permutation of as many states as some backend takes at once.
pub fn permutations(known: &Known) -> Vec<Case> {
    let exists = |width: &&usize| Permutation::of(known.name).is_some_and(|p| p.forms(**width).next().is_some());
    let of = |width: &usize| case(known, RowKind::Permutation, known.output_bytes, *width);
    WIDTHS.iter().filter(exists).map(of).collect()
}

/// Every form of an algorithm of lanesum, for SHA-3 and similar functions with the conditions of the AVX-512 paper.
pub fn forms(known: &Known) -> impl Iterator<Item = Case> {
    let output_bytes = match known.name {
        "shake128" => 1344 / 8,
        "shake256" => 1088 / 8,
        _ => known.output_bytes,
    };
    let bytes = match known.name.parse() {
        Ok(algorithm) if !subjects::is_of_keccak(algorithm) => FORM_BYTES_OF_SHA2,
        _ if is_tree(known) => FORM_BYTES_OF_TREES,
        Err(_) if known.role == Role::Encryption => FORM_BYTES_OF_ENCRYPTION,
        _ => FORM_BYTES,
    };
    let known = Known { output_bytes, ..*known };
    let exist = move |width: &&usize| match known.name.parse() {
        Ok(algorithm) => subjects::forms(algorithm, **width).next().is_some(),
        // They take one message.
        Err(_) => **width == 1,
    };
    WIDTHS.iter().filter(exist).map(move |width| case(&known, RowKind::Form, bytes, *width))
}

/// Short messages in a build with cargo's default profile.
pub fn default_profile() -> impl Iterator<Item = Case> {
    let functions = DEFAULT_PROFILE.iter().filter_map(|name| Known::of(name));
    let shapes = || DEFAULT_PROFILE_LENGTHS.iter().flat_map(|n| DEFAULT_PROFILE_BATCHES.map(|m| (*n, m)));
    functions.flat_map(move |known| {
        shapes().map(move |(bytes, messages)| case(&known, RowKind::DefaultProfile, bytes, messages))
    })
}

/// The cases that the papers' tables need beside the standard grid.
pub mod papers {
    use super::{Case, FORM_BYTES, Known, Role, RowKind, case};
    use crate::subjects::BLAKE_TREE;

    /// The package paper's Figures 5 and 6 go up to here, in steps of a block.
    const CURVE: usize = 150_000;
    const CURVE_STEP: usize = 168;
    /// 84 B, B = 8192: the length over which leaves and final node are both whole.
    const WHOLE: usize = 84 * 8192;
    /// Short messages of whole blocks of 168 bytes, for the slope of one chunk.
    const SHORT: [usize; 2] = [168, 48 * 168];
    /// The curve of a form goes by steps of this many blocks.
    const CURVE_STEP_OF_FORMS: usize = 6 * CURVE_STEP;
    /// The white paper's Figure 1, in blocks of 128 bytes. Its text tells the steps, and not how far they go: from 16 KiB on nothing
    /// changes any more.
    const BLOCK: usize = 128;
    const BLOCKS: usize = 128;
    /// As many are timed beside rivals.
    const FIRST_BLOCKS: usize = 16;
    /// For the slides on BLAKE.
    const SLIDES: &[usize] = &[64, 576, 1536, 4096, 64 << 10];
    /// And for their tree: four leaves, sixteen, 256.
    const TREES: &[usize] = &[16 << 10, 64 << 10, 1 << 20];

    /// The cases, sampled as all others are.
    pub fn cases() -> Vec<Case> {
        let mut cases = Vec::new();
        for known in Known::all() {
            let messages = |bytes: usize| case(&known, RowKind::Messages, bytes, 1);
            match known.name {
                "keccak-f1600" | "keccak-p1600-12" => cases.extend(super::permutations(&known)),
                "kt128" => {
                    let point = |bytes| case(&known, RowKind::Curve, bytes, 1);
                    cases.extend((0..=CURVE).step_by(CURVE_STEP).map(point));
                    cases.extend([WHOLE, 2 * WHOLE].map(messages));
                    cases.extend(SHORT.map(messages));
                    let of_forms =
                        (0..=CURVE).step_by(CURVE_STEP_OF_FORMS).chain([SHORT[0], SHORT[1], WHOLE, 2 * WHOLE]);
                    cases.extend(of_forms.map(|bytes| case(&known, RowKind::FormCurve, bytes, 1)));
                }
                "sha512" => {
                    cases.extend(figure_1(FIRST_BLOCKS).map(messages));
                    cases.extend(figure_1(BLOCKS).map(|bytes| case(&known, RowKind::FormCurve, bytes, 1)));
                }
                BLAKE_TREE => cases.extend(blake_tree(&known)),
                "blake256" | "blake512" => {
                    cases.extend(super::forms(&known));
                    cases.extend(SLIDES.iter().copied().map(messages));
                }
                _ if known.role == Role::Here => {
                    cases.extend(super::forms(&known));
                    cases.push(messages(FORM_BYTES));
                }
                _ => {}
            }
        }
        cases
    }

    fn figure_1(blocks: usize) -> impl Iterator<Item = usize> {
        (1..=blocks).map(|blocks| blocks * BLOCK).chain([64 << 10])
    }

    /// Of the slides' tree, beside which the forms of BLAKE-256 stand.
    pub(super) fn blake_tree(known: &Known) -> impl Iterator<Item = Case> {
        let chosen = TREES.iter().map(|bytes| case(known, RowKind::Messages, *bytes, 1));
        [case(known, RowKind::Form, super::FORM_BYTES_OF_SHA2, 1)].into_iter().chain(chosen)
    }
}

fn case(known: &Known, kind: RowKind, bytes: usize, messages: usize) -> Case {
    Case { algorithm: known.name.into(), kind, bytes, messages, output_bytes: known.output_bytes, threads: 1 }
}

#[cfg(test)]
mod tests {
    use super::*;

    const STANDARD: Wanted<'static> = Wanted { bytes: &[], messages: &[], filtered: false, cores: 2 };

    fn known(name: &str) -> Known {
        Known::of(name).expect("it is known")
    }

    fn shapes(wanted: &Wanted<'_>, name: &str) -> Vec<(usize, usize)> {
        let cases = wanted.cases(&known(name)).expect("it is not too large");
        cases.iter().map(|case| (case.bytes, case.messages)).collect()
    }

    #[test]
    fn the_standard_grid_has_every_kind_once() {
        let cases = STANDARD.cases(&known("shake128")).expect("it is not too large");
        for (kind, count) in
            [(RowKind::Messages, 13 + 3 + 81), (RowKind::Ragged, 3), (RowKind::Form, 4), (RowKind::Threads, 2)]
        {
            assert_eq!(cases.iter().filter(|case| case.kind == kind).count(), count, "{kind:?}");
        }
        for (i, case) in cases.iter().enumerate() {
            assert!(!cases[..i].contains(case), "{case:?}");
            assert_eq!(case.output_bytes, if case.kind == RowKind::Form { 168 } else { 32 });
        }
        assert_eq!(shapes(&STANDARD, "keccak-f1600"), [(200, 1), (200, 2), (200, 4), (200, 8)]);
        assert_eq!(shapes(&STANDARD, "keccak-f800"), [(100, 1), (100, 4), (100, 8), (100, 16)]);
        assert_eq!(shapes(&STANDARD, "keccak-p1600-12"), []);
        assert_eq!(shapes(&STANDARD, "kmac128").len(), LENGTHS.len() + 3 + 1);
        let long = (64 << 10, 1);
        let lake = [(64, 1), (1500, 1), (4096, 1), long, (1 << 20, 1), long];
        assert_eq!(shapes(&STANDARD, "lake-keyak"), lake);
        let sessions = [(64, 8), (1500, 8), (4096, 8), (64, 64), (1500, 64), (4096, 64)];
        assert_eq!(shapes(&STANDARD, "ketje-jr"), [&lake[..], &sessions].concat());
        let threads = |name: &str, bytes: usize| {
            let many = Wanted { cores: 8, ..STANDARD }.cases(&known(name)).expect("it is not too large");
            let shared = many.into_iter().filter(|case| case.kind == RowKind::OneMessage && case.bytes == bytes);
            shared.map(|case| case.threads).collect::<Vec<_>>()
        };
        assert_eq!((threads("kt128", LONG), threads("kt128", 1 << 20)), (vec![1, 8], (1..=8).collect()));
        assert_eq!((threads("parallelhash128", LONG), threads("turboshake128", LONG)), (vec![], vec![]));
        assert_eq!(papers::cases().iter().filter(|case| case.kind == RowKind::Curve).count(), 150_000 / 168 + 1);
    }

    #[test]
    fn what_has_a_goal_is_measured() {
        let mut all = 0;
        for known in Known::all() {
            let shapes = shapes(&Wanted { filtered: true, ..STANDARD }, known.name);
            assert!(goals(known.name).all(|shape| shapes.contains(&shape)), "{}: {shapes:?}", known.name);
            all += goals(known.name).count();
        }
        assert!(all > 60, "{all} goals");
        assert_eq!(goals("sha512").filter(|(_, messages)| *messages > 1).count(), 5);
        let sha512 = known("sha512");
        let forms = forms(&sha512).map(|case| (case.bytes, case.messages));
        assert_eq!(forms.collect::<Vec<_>>(), [1, 2, 4, 8].map(|width| (16 << 10, width)));
        assert!(
            default_profile().any(|case| (&case.algorithm[..], case.bytes, case.messages) == ("sha3-256", 32, 1000))
        );
    }

    #[test]
    fn what_is_long_needs_memory() {
        fn of(case: &Case, available: Option<u64>) -> bool {
            has_room(case, available).is_ok()
        }
        let long = case(&known("kt128"), RowKind::Messages, LONG, 1);
        let short = Case { bytes: LONG - 1, ..long.clone() };
        assert_eq!([None, Some((2 << 30) - 1), Some(2 << 30)].map(|all| of(&long, all)), [false, false, true]);
        assert!(of(&short, None) && !of(&Case { kind: RowKind::Threads, threads: 2, ..short }, Some(3 << 30)));
        assert_eq!(available_in("MemTotal:  9 kB\nMemAvailable:    1234 kB\n"), Some(1234 << 10));
        assert_eq!([available_in("MemTotal: 9 kB"), available_in("MemAvailable: 9")], [None; 2]);
    }

    #[test]
    fn lengths_and_numbers_are_multiplied() {
        let wanted = Wanted { bytes: &[0, 64], messages: &[1, 8], ..STANDARD };
        assert_eq!(shapes(&wanted, "sha3-256"), [(0, 1), (0, 8), (64, 1), (64, 8)]);
        assert_eq!(shapes(&wanted, "keccak-f1600"), []);
        assert_eq!(shapes(&Wanted { bytes: &[7], ..STANDARD }, "sha3-256"), [(7, 1)]);
        let many = shapes(&Wanted { messages: &[1000], ..STANDARD }, "sha3-256");
        assert!(
            many.contains(&(8192, 1000)) && many.iter().all(|(bytes, _)| bytes * 1000 <= STANDARD_MOST),
            "{many:?}"
        );
        for wanted in [
            Wanted { bytes: &[usize::MAX], messages: &[2], ..STANDARD },
            Wanted { bytes: &[0], messages: &[MOST], ..STANDARD },
        ] {
            assert!(wanted.cases(&known("sha3-256")).is_err());
        }
    }
}
