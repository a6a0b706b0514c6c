//! Welch's t-test of two classes of secrets: one that stays, and random ones, in random order.

use lanesum::Backend;

use crate::primitives::{CONTROLS, PRIMITIVES, Primitive, ROTATIONS};
use crate::secrets::{FIXED, SECRET_BYTES, Secret, Secrets};
use crate::table::{beyond_valgrind, table};

/// Beyond this the classes differ.
const MOST: f64 = 4.5;

/// The least |t| that a leak must come to.
const CONTROL: f64 = 100.0;

/// Calls that are compared with one another.
const BATCH: usize = 1000;

/// Mean and variance of a stream (Welford).
#[derive(Clone, Copy, Default)]
struct Moments {
    count: f64,
    mean: f64,
    squares: f64,
}

impl Moments {
    fn add(&mut self, value: f64) {
        self.count += 1.0;
        let delta = value - self.mean;
        self.mean += delta / self.count;
        self.squares += delta * (value - self.mean);
    }

    fn variance_of_mean(self) -> f64 {
        self.squares / (self.count - 1.0) / self.count
    }
}

fn t([one, other]: [Moments; 2]) -> f64 {
    (one.mean - other.mean) / (one.variance_of_mean() + other.variance_of_mean()).sqrt()
}

/// The secrets that are compared with random ones.
#[derive(Clone, Copy)]
enum Class<'a> {
    Fixed(&'a Secret),
    /// Random ones, too: no difference may be seen.
    Random,
}

/// The statistic of this many calls, half of them with random secrets. Those that something interrupted are left out, and each counts as what
/// it differs from its batch: the clock rate may change meanwhile.
fn statistic(primitive: &Primitive, backend: Backend, samples: usize, others: Class) -> f64 {
    let (fixed, random) = match others {
        Class::Fixed(secret) => (secret, 0),
        Class::Random => (&[0; SECRET_BYTES], 0xff),
    };
    let mut moments = [Moments::default(); 2];
    let mut secrets = Secrets::new(1);
    let another = secrets.next();
    let (mut out, mut ticks, mut classes) = ([0; 64], [0; BATCH], [0; BATCH]);
    for batch in 0..=samples.div_ceil(BATCH) {
        for (ticks, class) in ticks.iter_mut().zip(&mut classes) {
            // Both classes are made in the same way and in the same place, just before: nothing but the bytes differs. The class is that of the
            // last byte, which random ones do not need: it is replaced in both. It chooses by a mask: not even an address may depend on it.
            let mut secret = secrets.next();
            *class = usize::from(secret[SECRET_BYTES - 1] >> 7);
            let mask = std::hint::black_box((*class as u8).wrapping_neg() | random);
            for (byte, fixed) in secret.iter_mut().zip(fixed) {
                *byte = *byte & mask | fixed & !mask;
            }
            secret[SECRET_BYTES - 1] = fixed[SECRET_BYTES - 1];
            let secret = std::hint::black_box(secret);
            // One call goes before: in some builds, what the first instructions of a call took depended on the bits of its secret.
            primitive.run(backend, &another, &mut out);
            let before = measure::tsc().unwrap_or(0);
            primitive.run(backend, &secret, &mut out);
            *ticks = measure::tsc().unwrap_or(0).wrapping_sub(before);
        }
        // The first is there to warm up.
        if batch > 0 {
            add(&mut moments, &classes, &ticks);
        }
    }
    t(moments)
}

/// A batch, less the tenth of it that took longest, relative to its mean: both of all calls, whatever their class.
fn add(moments: &mut [Moments; 2], classes: &[usize], ticks: &[u64]) {
    let mut sorted = ticks.to_vec();
    sorted.sort_unstable();
    sorted.truncate(sorted.len() * 9 / 10);
    let Some(limit) = sorted.last() else { return };
    let mean = sorted.iter().sum::<u64>() as f64 / sorted.len() as f64;
    for (class, ticks) in classes.iter().zip(ticks).filter(|(_, ticks)| *ticks <= limit) {
        moments[*class].add(*ticks as f64 - mean);
    }
}

pub fn run(samples: usize, name: &str) -> Result<(), String> {
    if measure::tsc().is_none() {
        return Err("this processor has no time-stamp counter".into());
    }
    let control = &CONTROLS[2];
    let leak = statistic(control, Backend::Portable, samples, Class::Fixed(&FIXED));
    println!("{}: t = {leak:.1}", control.name);
    if leak.abs() < CONTROL {
        return Err(format!("{}: not seen", control.name));
    }
    for (fixed, what) in [(&*FIXED, "the fixed secret"), (&[0; SECRET_BYTES], "zeroes")] {
        let t = statistic(&ROTATIONS, Backend::Portable, samples, Class::Fixed(fixed));
        println!("{}, {what} against random ones: t = {t:.1}; no verdict, this is the processor", ROTATIONS.name);
    }
    let backends: Vec<_> = Backend::ALL.iter().copied().filter(|backend| beyond_valgrind(*backend)).collect();
    let primitives: Vec<_> =
        PRIMITIVES.iter().filter(|primitive| !primitive.slow && primitive.name.contains(name)).collect();
    let cells = table(&primitives, &backends, |primitive, backend| {
        let none = statistic(primitive, backend, samples / 10, Class::Random);
        if none.abs() >= MOST {
            return (format!("the test is wrong: {none:.1} where there is no difference"), false);
        }
        let t = statistic(primitive, backend, samples, Class::Fixed(&FIXED));
        (format!("{t:.1}"), t.abs() < MOST)
    })?;
    println!("welch: {cells} cells of {samples} samples, |t| below {MOST} in each");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By hand: means 2 and 5, variances 1 and 4, three values each.
    #[test]
    fn the_statistic_is_welchs() {
        let of = |values: [f64; 3]| {
            let mut moments = Moments::default();
            for value in values {
                moments.add(value);
            }
            moments
        };
        let expected = (2.0 - 5.0) / (1.0_f64 / 3.0 + 4.0 / 3.0).sqrt();
        assert!((t([of([1.0, 2.0, 3.0]), of([3.0, 5.0, 7.0])]) - expected).abs() < 1e-12);
    }
    /// A processor that becomes slower: every batch counts, and only by what differs in it. The slowest of each is left out.
    #[test]
    fn each_batch_is_compared_with_itself() {
        let mut moments = [Moments::default(); 2];
        for slower in [0, 1000, 2000] {
            add(
                &mut moments,
                &[0, 1, 0, 1, 0, 1, 0, 1, 0, 1],
                &[10, 13, 11, 14, 11, 14, 10, 13, 12, 900].map(|t| t + slower),
            );
        }
        let [one, other] = moments;
        assert_eq!((one.count, other.count), (15.0, 12.0));
        assert!((other.mean - one.mean - 2.7).abs() < 1e-12, "{} {}", one.mean, other.mean);
    }
}
