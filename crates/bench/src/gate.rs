//! The gate: many messages in one call take no longer than one call for each, whatever their lengths.

use std::fmt;
use std::hint::black_box;
use std::io::{self, Write};
use std::time::Duration;

use anyhow::{Result, bail};
use lanesum::{Algorithm, Message};
use measure::trials::Numbers;
use measure::{Options, Sampler};

use crate::subjects::functions::one_shot;

/// More than this, and a batch is slower than one message at a time.
const MOST: f64 = 1.03;
/// A set above that is measured so often again, and counts only if it is above each time.
const AGAIN: usize = 3;
/// Part of the sets that may have too few quiet samples for a ratio.
const NOISY: f64 = 0.1;
const LONGEST: usize = 64 << 10;
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

/// The lengths of messages in bytes.
struct Set(Vec<usize>);

impl Set {
    /// Of 2 to 33 messages: their lengths are log-uniform from 0 to 64 KiB, or, in every other set, one of two such lengths.
    fn random(numbers: &mut Numbers, number: usize) -> Self {
        let count = 2 + below(numbers, 32);
        let two = [length(numbers), length(numbers)];
        let of_two = number % 2 == 1;
        Self((0..count).map(|_| if of_two { two[below(numbers, 2)] } else { length(numbers) }).collect())
    }

    /// The same sets in each run.
    fn all(count: usize) -> Vec<Self> {
        let mut numbers = Numbers::default();
        (0..count).map(|number| Self::random(&mut numbers, number)).collect()
    }
}

/// The number of messages, and their lengths: `7: 44 394 59`, with `3×64` for three alike in a row.
impl fmt::Display for Set {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:", self.0.len())?;
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

/// What the sets of one function gave.
#[derive(Default)]
struct Tally {
    ratios: Vec<(f64, usize)>,
    above: Vec<(f64, usize)>,
    noisy: usize,
}

/// Measures `count` sets of each function that `is_wanted`, and writes the table.
///
/// # Errors
/// There is nothing to measure; a batch was slower than one message at a time; the machine was too noisy to tell; `out` fails.
pub(crate) fn run(count: usize, is_wanted: impl Fn(&str) -> bool, out: &mut dyn Write) -> Result<()> {
    // Refused in some sandboxes: fewer samples are quiet then.
    let _ = measure::pin_to_quietest_cpu();
    let sets = Set::all(count);
    let data: Vec<u8> = (0..33 * LONGEST).map(|i| ((i * i) >> 9) as u8).collect();
    writeln!(out, "In one call and one by one: the ratio of core cycles, of {count} sets of 2 to 33 messages")?;
    writeln!(
        out,
        "{:<12} {:>6} {:>6} {:>6} {:>6} {:>6} {:>7}",
        "function", "least", "median", "most", "above", "noisy", "at most"
    )?;
    let (mut above, mut noisy, mut all) = (0, 0, 0);
    for algorithm in FUNCTIONS.into_iter().filter(|algorithm| is_wanted(algorithm.name())) {
        let result = of(algorithm, &sets, &data);
        above += result.above.len();
        noisy += result.noisy;
        all += sets.len();
        result.write(algorithm, &sets, out)?;
        out.flush()?;
    }
    if all == 0 {
        bail!("nothing to measure: the gate has {}", FUNCTIONS.map(Algorithm::name).join(", "));
    }
    if noisy as f64 > NOISY * all as f64 {
        bail!("{noisy} of {all} sets had too few quiet samples: nothing is known of them");
    }
    if above > 0 {
        bail!("{above} batches were more than {MOST} times as slow as one message at a time");
    }
    Ok(())
}

fn of(algorithm: Algorithm, sets: &[Set], data: &[u8]) -> Tally {
    let mut result = Tally::default();
    for (number, set) in sets.iter().enumerate() {
        let Some(ratio) = ratio(algorithm, set, data, Options::MIN_ROUNDS) else {
            result.noisy += 1;
            continue;
        };
        result.ratios.push((ratio, number));
        if ratio > MOST {
            let again: Option<Vec<f64>> =
                (0..AGAIN).map(|_| self::ratio(algorithm, set, data, 3 * Options::MIN_ROUNDS)).collect();
            match again {
                Some(again) if again.iter().all(|ratio| *ratio > MOST) => {
                    result.above.push((again.into_iter().fold(ratio, f64::min), number));
                }
                Some(_) => {}
                None => result.noisy += 1,
            }
        }
    }
    result
}

impl Tally {
    fn write(mut self, algorithm: Algorithm, sets: &[Set], out: &mut dyn Write) -> io::Result<()> {
        self.ratios.sort_by(|a, b| a.0.total_cmp(&b.0));
        self.above.sort_by(|a, b| b.0.total_cmp(&a.0));
        let at = |part: f64| self.ratios.get((part * (self.ratios.len().max(1) - 1) as f64) as usize);
        let text = |part| at(part).map_or_else(|| "–".into(), |(ratio, _)| format!("{ratio:.2}"));
        let (name, above) = (algorithm.name(), self.above.len());
        writeln!(
            out,
            "{name:<12} {:>6} {:>6} {:>6} {above:>6} {:>6} {MOST:>7}",
            text(0.0),
            text(0.5),
            text(1.0),
            self.noisy
        )?;
        for (ratio, number) in self.above.iter().take(SHOWN) {
            writeln!(out, "    {ratio:.2}  {}", sets[*number])?;
        }
        Ok(())
    }
}

/// The lower quartile of the batch's core cycles (without probes, nanoseconds) over that of one call for each; `None` where too few
/// samples were quiet.
fn ratio(algorithm: Algorithm, set: &Set, data: &[u8], rounds: usize) -> Option<f64> {
    let bytes = algorithm.digest_bits() / 8;
    // One behind the other: at distances of 64 KiB they would share few lines of the cache.
    let mut rest = data;
    let messages: Vec<&[u8]> = set.0.iter().map(|len| rest.split_off(..*len).unwrap_or_default()).collect();
    let batch: Vec<Message<'_>> = messages.iter().map(|message| Message::new(message)).collect();
    let (mut ours, mut single) = (vec![0; bytes * set.0.len()], vec![0; bytes * set.0.len()]);
    let mut hash = one_shot(algorithm);
    let options = Options {
        rounds,
        sample: Duration::from_micros(150),
        warm: Duration::from_micros(50),
        patience: Duration::from_millis(200),
        ..Options::default()
    };
    let rows = Sampler::new(options)
        .add("batch", |n| {
            for _ in 0..n {
                let done = algorithm.digest_many(None, black_box(&batch), bytes, &mut ours);
                assert!(done.is_ok(), "a digest for each");
            }
        })
        .add("one by one", |n| {
            for _ in 0..n {
                for (message, out) in black_box(&messages).iter().zip(single.chunks_exact_mut(bytes)) {
                    assert!(hash(message, out).is_ok(), "a digest's length");
                }
            }
        })
        .run();
    assert!(ours == single, "{algorithm} of {set}: different digests");
    let [batch, single] = &rows[..] else { return None };
    let cost = |row: &measure::Row| {
        let figures = row.figures.as_ref().ok()?;
        Some(figures.core_cycles.unwrap_or(figures.nanoseconds).lower_quartile)
    };
    Some(cost(batch)? / cost(single)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_as_they_are_said_to_be() {
        let sets = Set::all(1000);
        let counts = || sets.iter().map(|set| set.0.len());
        assert_eq!((counts().min(), counts().max()), (Some(2), Some(33)));
        assert!(sets.iter().flat_map(|set| &set.0).all(|len| *len <= LONGEST));
        for of_two in sets.iter().skip(1).step_by(2) {
            let mut lengths = of_two.0.clone();
            lengths.sort_unstable();
            lengths.dedup();
            assert!(lengths.len() <= 2);
        }
        // Log-uniform: as many of up to 255 bytes as of more.
        let short = sets.iter().step_by(2).flat_map(|set| &set.0).filter(|len| **len < 256).count();
        let all = sets.iter().step_by(2).flat_map(|set| &set.0).count();
        assert!((0.47..0.53).contains(&(short as f64 / all as f64)), "{short} of {all}");
        assert_eq!(Set(vec![44, 64, 64, 64, 5]).to_string(), "5: 44 3×64 5");
    }
}
