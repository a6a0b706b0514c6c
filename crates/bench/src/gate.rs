//! The gate: many messages in one call take no longer than one call for each, whatever their lengths.

use std::cell::RefCell;
use std::fmt;
use std::hint::black_box;
use std::io::{self, Write};

use std::time::Duration;

use anyhow::{Result, bail};
use lanesum::{Algorithm, Message, Messages};
use measure::trials::{Case, LANESUM, Machine, Numbers, Ratios, Record, RowKind};
use measure::{Options, Sampler};
use serde::Serialize;

use crate::machine;
use crate::subjects::functions::{in_one_call, one_shot};

/// More than this, and a batch is slower than one message at a time.
const MOST: f64 = 1.03;
/// A set above that is measured so often again, and counts only if it is above each time.
const AGAIN: usize = 3;
/// Part of the sets that may have too few quiet samples for a ratio.
const NOISY: f64 = 0.1;
const LONGEST: usize = 64 << 10;
/// How the lengths of a set are related: in every eighth set in the same way.
const KINDS: usize = 8;
/// The sets that are shown of each function.
const SHOWN: usize = 3;

const FUNCTIONS: [Algorithm; 8] = [
    Algorithm::Sha3_256,
    Algorithm::Sha3_512,
    Algorithm::Shake128,
    Algorithm::Kt128,
    Algorithm::Sha256,
    Algorithm::Sha512,
    Algorithm::Blake256,
    Algorithm::Blake512,
];

/// Sets that are measured whatever the random ones are: batches of these took up to 1.34 times as long as one message at a time once.
const KNOWN: [(Algorithm, &[usize]); 4] = [
    (Algorithm::Sha256, &[44, 102, 161, 219, 277, 336, 394]),
    (Algorithm::Kt128, &[27, 189]),
    (Algorithm::Sha512, &[64, 128, 256]),
    (Algorithm::Sha3_512, &[64, 128]),
];

/// The results of a run of the gate, written as JSON.
#[derive(Serialize)]
pub(crate) struct Gate {
    machine: Machine,
    pub(crate) records: Vec<Record>,
}

/// What messages begin with.
#[derive(Clone, Copy, PartialEq)]
enum Before {
    Nothing,
    Same(&'static [u8]),
    /// So many bytes of its own, as the left one of two nodes.
    Own(usize),
}

/// The lengths of messages in bytes, and what they begin with.
#[derive(Clone)]
struct Set(Vec<usize>, Before);

impl Set {
    /// Of 2 to 33 messages. Their lengths are log-uniform from 0 to 64 KiB (short ones as frequent as Zipf's law says), or have one of the
    /// other [`KINDS`].
    fn random(numbers: &mut Numbers, number: usize) -> Self {
        let count = 2 + below(numbers, 32);
        let [one, other] = [length(numbers), length(numbers)];
        let mut set: Vec<usize> = (0..count)
            .map(|at| match number % KINDS {
                1 => [one, other][below(numbers, 2)],
                // One long message and many short ones; all equal but one.
                2 => [one.min(other) % 200, one.max(other)][usize::from(at == count / 2)],
                3 => [one, other][usize::from(at == count / 2)],
                // Nodes of Ethereum's trie, objects of git.
                4 => 32 + below(numbers, 501),
                5 => 100 + below(numbers, 3901),
                // Leaves, nodes and records behind a byte that says what they are (RFC 9162, section 2.1.1).
                7 => [32, 64, 1 + one % 200][number / KINDS % 3],
                _ => length(numbers),
            })
            .collect();
        if number % KINDS == 6 {
            set.sort_unstable();
        }
        let before = [Before::Same(&[1]), Before::Same(&[2; 33]), Before::Own(32)][number / KINDS / 3 % 3];
        Self(set, if number % KINDS == 7 { before } else { Before::Nothing })
    }

    /// The same sets in each run.
    fn all(count: usize) -> Vec<Self> {
        let mut numbers = Numbers::default();
        (0..count).map(|number| Self::random(&mut numbers, number)).collect()
    }

    fn known(algorithm: Algorithm) -> impl Iterator<Item = Self> {
        KNOWN.into_iter().filter(move |known| known.0 == algorithm).map(|known| Self(known.1.to_vec(), Before::Nothing))
    }
}

/// The number of messages, and their lengths: `7: 44 394 59`, with `3×64` for three alike in a row; `1+` of those behind a byte, `own 32+` of
/// those with 32 bytes of their own before them.
impl fmt::Display for Set {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:", self.0.len())?;
        match self.1 {
            Before::Nothing => {}
            Before::Same(bytes) => write!(f, " {}+", bytes.len())?,
            Before::Own(bytes) => write!(f, " own {bytes}+")?,
        }
        for alike in self.0.chunk_by(|a, b| a == b) {
            match alike {
                [length] => write!(f, " {length}")?,
                _ => write!(f, " {}×{}", alike.len(), alike[0])?,
            }
        }
        Ok(())
    }
}

/// Each number below `bound` as likely.
fn below(numbers: &mut Numbers, bound: usize) -> usize {
    ((u128::from(numbers.draw()) * bound as u128) >> 64) as usize
}

/// Log-uniform.
fn length(numbers: &mut Numbers) -> usize {
    let unit = (numbers.draw() >> 11) as f64 / (1_u64 << 53) as f64;
    ((LONGEST as f64 + 1.0).powf(unit) as usize) - 1
}

/// The ratios of the sets of one function, each with the number of its set.
#[derive(Default)]
struct Tally {
    known: Vec<(f64, usize)>,
    ratios: Vec<(f64, usize)>,
    above: Vec<(f64, usize)>,
    noisy: u64,
}

/// Measures `count` random sets of each function that `is_wanted`, and the known ones, and writes the table. Two rows for each
/// function: batches by type, and by name.
///
/// # Errors
/// There is nothing to measure; `out` fails.
pub(crate) fn run(count: usize, is_wanted: impl Fn(&str) -> bool, out: &mut dyn Write) -> Result<Gate> {
    let machine = machine::here();
    // Refused in some sandboxes: fewer samples are quiet then.
    let _ = measure::pin_to_quietest_cpu();
    let sets = Set::all(count);
    let data: Vec<u8> = (0..33 * LONGEST).map(|i| ((i * i) >> 9) as u8).collect();
    writeln!(out, "In one call and one by one: the ratio of core cycles, of {count} sets of 2 to 33 messages")?;
    writeln!(
        out,
        "{:<12} {:<4} {:>6} {:>6} {:>6} {:>6} {:>6} {:>7}",
        "function", "by", "least", "median", "most", "above", "noisy", "at most"
    )?;
    let mut rows = Vec::new();
    for algorithm in FUNCTIONS.into_iter().filter(|algorithm| is_wanted(algorithm.name())) {
        let sets: Vec<Set> = sets.iter().cloned().chain(Set::known(algorithm)).collect();
        for (tally, by_name) in of(algorithm, &sets, count, &data).into_iter().zip([false, true]) {
            let ratios = tally.ratios(&sets, by_name);
            write(algorithm, &ratios, out)?;
            out.flush()?;
            rows.push(row(algorithm, sets.len(), ratios, &machine));
        }
    }
    if rows.is_empty() {
        bail!("nothing to measure: the gate has {}", FUNCTIONS.map(Algorithm::name).join(", "));
    }
    Ok(Gate { machine, records: rows })
}

/// # Errors
/// A batch was slower than one message at a time, or the machine was too noisy to tell.
pub(crate) fn verdict(rows: &[Record]) -> Result<()> {
    let sum = |count: fn(&Ratios) -> u64| rows.iter().filter_map(|row| row.ratios.as_ref()).map(count).sum::<u64>();
    let (above, noisy) = (sum(|ratios| ratios.above), sum(|ratios| ratios.noisy));
    let all: u64 = rows.iter().map(|row| row.messages).sum();
    if noisy as f64 > NOISY * all as f64 {
        bail!("{noisy} of {all} sets had too few quiet samples: nothing is known of them");
    }
    if above > 0 {
        bail!("{above} batches were more than {MOST} times as slow as one message at a time");
    }
    Ok(())
}

/// By type, and by name. The sets from `random` on are the known ones.
fn of(algorithm: Algorithm, sets: &[Set], random: usize, data: &[u8]) -> [Tally; 2] {
    let mut tallies: [Tally; 2] = Default::default();
    for (number, set) in sets.iter().enumerate() {
        let Some(ratios) = ratios(algorithm, set, data, Options::MIN_ROUNDS) else {
            for tally in &mut tallies {
                tally.noisy += 1;
            }
            continue;
        };
        let is_above = ratios.iter().any(|ratio| *ratio > MOST);
        let again: Option<Vec<[f64; 2]>> = (0..if is_above { AGAIN } else { 0 })
            .map(|_| self::ratios(algorithm, set, data, 3 * Options::MIN_ROUNDS))
            .collect();
        for (way, tally) in tallies.iter_mut().enumerate() {
            let ratio = ratios[way];
            tally.ratios.push((ratio, number));
            let least = again.as_ref().map(|again| again.iter().map(|ratios| ratios[way]).fold(ratio, f64::min));
            match least {
                Some(least) if least > MOST => tally.above.push((least, number)),
                None if ratio > MOST => tally.noisy += 1,
                _ => {}
            }
            if number >= random {
                tally.known.push((least.unwrap_or(ratio), number));
            }
        }
    }
    tallies
}

impl Tally {
    fn ratios(mut self, sets: &[Set], by_name: bool) -> Ratios {
        self.ratios.sort_by(|a, b| a.0.total_cmp(&b.0));
        self.above.sort_by(|a, b| b.0.total_cmp(&a.0));
        let last = self.ratios.len().saturating_sub(1);
        let at = |place: usize| self.ratios.get(place).map(|(ratio, _)| *ratio);
        let of = |(ratio, number): &(f64, usize)| format!("{ratio:.2} of {}", sets[*number]);
        Ratios {
            least_median_most: at(0)
                .zip(at(last / 2))
                .zip(at(last))
                .map(|((least, median), most)| [least, median, most]),
            at_most: MOST,
            above: self.above.len() as u64,
            noisy: self.noisy,
            worst: self.above.iter().take(SHOWN).map(of).collect(),
            known: self.known.iter().map(of).collect(),
            by_name,
        }
    }
}

fn write(algorithm: Algorithm, ratios: &Ratios, out: &mut dyn Write) -> io::Result<()> {
    let Ratios { least_median_most, at_most, above, noisy, worst, known, by_name } = ratios;
    let [least, median, most] =
        [0, 1, 2].map(|i| least_median_most.map_or_else(|| "–".into(), |ratios| format!("{:.2}", ratios[i])));
    let (name, by) = (algorithm.name(), if *by_name { "name" } else { "type" });
    writeln!(out, "{name:<12} {by:<4} {least:>6} {median:>6} {most:>6} {above:>6} {noisy:>6} {at_most:>7}")?;
    for set in worst {
        writeln!(out, "    {set}")?;
    }
    for set in known {
        writeln!(out, "    always measured: {set}")?;
    }
    Ok(())
}

fn row(algorithm: Algorithm, sets: usize, ratios: Ratios, machine: &Machine) -> Record {
    let (kind, output_bytes) = (RowKind::Gate, algorithm.digest_bits() / 8);
    let case =
        Case { algorithm: algorithm.name().into(), kind, bytes: LONGEST, messages: sets, output_bytes, threads: 1 };
    // Ratios are no figure of its own, and no reason is wanted for that.
    let missing = Record::missing(&case, LANESUM, "", machine);
    Record { messages: sets as u64, ratios: Some(ratios), reason: None, ..missing }
}

/// The lower quartile of the batch's core cycles (without probes, nanoseconds) over that of one call for each, the batch by type and by
/// name; `None` where too few samples were quiet.
fn ratios(algorithm: Algorithm, set: &Set, data: &[u8], rounds: usize) -> Option<[f64; 2]> {
    // One behind the other: at distances of 64 KiB they would share few lines of the cache.
    let mut rest = data;
    let messages: Vec<&[u8]> = set.0.iter().map(|len| rest.split_off(..*len).unwrap_or_default()).collect();
    let prefixes: Vec<&[u8]> = match set.1 {
        Before::Nothing => return ratios_of(algorithm, set, &messages[..], &messages, rounds),
        Before::Same(prefix) => vec![prefix; messages.len()],
        Before::Own(bytes) => rest.chunks_exact(bytes).take(messages.len()).collect(),
    };
    let prefixed: Vec<_> =
        prefixes.iter().zip(&messages).map(|(before, body)| Message::prefixed(before, body)).collect();
    // One by one, the same bytes in one piece.
    let joined: Vec<_> = prefixed.iter().map(|message| message.pieces().concat()).collect();
    ratios_of(algorithm, set, &prefixed[..], &joined.iter().map(Vec::as_slice).collect::<Vec<_>>(), rounds)
}

fn ratios_of<M: Messages + ?Sized>(
    algorithm: Algorithm,
    set: &Set,
    messages: &M,
    one_by_one: &[&[u8]],
    rounds: usize,
) -> Option<[f64; 2]> {
    let bytes = algorithm.digest_bits() / 8;
    let (mut hash, mut hash_many) = (one_shot(algorithm), in_one_call(algorithm));
    // All write to the same place: its position relative to the messages makes some cycles.
    let out = RefCell::new(vec![0; bytes * set.0.len()]);
    let mut by_type = || {
        assert!(hash_many(black_box(messages), &mut out.borrow_mut()).is_ok(), "a digest for each");
    };
    let by_name = || {
        let done = black_box(algorithm).digest_many(None, black_box(messages), &mut out.borrow_mut());
        assert!(done.is_ok(), "a digest for each");
    };
    let mut single = || {
        for (message, place) in black_box(one_by_one).iter().zip(out.borrow_mut().chunks_exact_mut(bytes)) {
            assert!(hash(message, place).is_ok(), "a digest's length");
        }
    };
    let digests = [&mut by_type as &mut dyn FnMut(), &mut || by_name(), &mut single].map(|hash| {
        hash();
        out.replace(vec![0; bytes * set.0.len()])
    });
    assert!(digests[0] == digests[2] && digests[1] == digests[2], "{algorithm} of {set}: different digests");
    let rows = Sampler::new(options(rounds))
        .add("by type", |n| (0..n).for_each(|_| by_type()))
        .add("by name", |n| (0..n).for_each(|_| by_name()))
        .add("one by one", |n| (0..n).for_each(|_| single()))
        .run();
    let [by_type, by_name, single] = &rows[..] else { return None };
    let single = cost(single)?;
    Some([cost(by_type)? / single, cost(by_name)? / single])
}

/// Short samples: there are many cases.
pub(crate) fn options(rounds: usize) -> Options {
    Options {
        rounds,
        sample: Duration::from_micros(150),
        warm: Duration::from_micros(50),
        patience: Duration::from_millis(200),
        ..Options::default()
    }
}

/// The lower quartile in core cycles, or without probes in nanoseconds; `None` if too few samples were quiet.
pub(crate) fn cost(row: &measure::Sampled) -> Option<f64> {
    let figures = row.figures.as_ref().ok()?;
    Some(figures.core_cycles.unwrap_or(figures.nanoseconds).lower_quartile)
}

#[cfg(test)]
mod tests {
    use std::slice;

    use super::*;

    #[test]
    fn sets_are_as_they_are_said_to_be() {
        let sets = Set::all(1000);
        let counts = || sets.iter().map(|set| set.0.len());
        assert_eq!((counts().min(), counts().max()), (Some(2), Some(33)));
        assert!(sets.iter().flat_map(|set| &set.0).all(|len| *len <= LONGEST));
        let distinct = |set: &Set| set.0.iter().collect::<std::collections::BTreeSet<_>>().len();
        assert!((1..=3).all(|kind| sets.iter().skip(kind).step_by(KINDS).all(|of_two| distinct(of_two) <= 2)));
        assert!(sets.iter().skip(4).step_by(KINDS).flat_map(|nodes| &nodes.0).all(|len| (32..=532).contains(len)));
        assert!(sets.iter().skip(6).step_by(KINDS).all(|sorted| sorted.0.is_sorted()));
        assert!(sets.iter().enumerate().all(|(number, set)| (set.1 == Before::Nothing) == (number % KINDS != 7)));
        // Log-uniform: as many of up to 255 bytes as of more.
        let short = sets.iter().step_by(KINDS).flat_map(|set| &set.0).filter(|len| **len < 256).count();
        let all = sets.iter().step_by(KINDS).flat_map(|set| &set.0).count();
        assert!((0.47..0.53).contains(&(short as f64 / all as f64)), "{short} of {all}");
        for (algorithm, lengths) in KNOWN {
            assert!(FUNCTIONS.contains(&algorithm), "{algorithm} of {} messages", lengths.len());
        }
        assert_eq!(Set(vec![44, 64, 64, 64, 5], Before::Nothing).to_string(), "5: 44 3×64 5");
        assert_eq!(Set(vec![64, 64], Before::Same(&[1])).to_string(), "2: 1+ 2×64");
    }

    #[test]
    fn the_verdict_is_that_of_all_rows() {
        let sets: Vec<Set> = [vec![1, 1], vec![2], vec![3]].map(|set| Set(set, Before::Nothing)).into_iter().collect();
        let row_of = |tally: Tally| row(Algorithm::Sha256, 30, tally.ratios(&sets, true), &Machine::default());
        let ratios = vec![(1.2, 0), (0.5, 1), (0.9, 2)];
        let above = vec![(1.1, 2), (1.2, 0)];
        let slower = row_of(Tally { known: vec![(0.9, 1)], ratios: ratios.clone(), above, ..Tally::default() });
        let shown = slower.ratios.as_ref().expect("they are its figure");
        assert_eq!((shown.least_median_most, shown.above, slower.messages), (Some([0.5, 0.9, 1.2]), 2, 30));
        assert_eq!(
            (&shown.worst[..], &shown.known[..]),
            (&["1.20 of 2: 2×1".into(), "1.10 of 1: 3".into()][..], &["0.90 of 1: 2".into()][..])
        );
        let quiet = row_of(Tally { ratios, noisy: 3, ..Tally::default() });
        let noisy = row_of(Tally { noisy: 4, ..Tally::default() });
        let of = |rows: &[Record]| verdict(rows).err().map(|error| error.to_string());
        assert_eq!(of(slice::from_ref(&quiet)), None, "a tenth may be noisy");
        assert!(of(&[quiet.clone(), noisy]).is_some_and(|error| error.starts_with("7 of 60 sets")));
        let mut out = Vec::new();
        write(Algorithm::Sha256, shown, &mut out).expect("memory");
        let text = String::from_utf8(out).expect("it is text");
        assert!(
            text.contains("sha256       name   0.50   0.90   1.20      2      0    1.03\n    1.20 of 2: 2×1\n"),
            "{text}"
        );
        assert!(of(&[quiet, slower]).is_some_and(|error| error.starts_with("2 batches were more than")));
    }
}
