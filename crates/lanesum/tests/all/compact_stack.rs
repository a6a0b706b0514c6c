//! `compact` in its smallest form: what it computes, and how little stack it takes to do so.

use crate::support;

use lanesum::Error;
use lanesum::hazmat::{keccak_p25_compact, keccak_p50_compact, keccak_p100_compact, keccak_p1600_compact};
use reference::keccak_p::{self, State, Width};
use support::message;

/// The most bytes of stack that the documentation promises on x86-64, return address and saved registers included.
#[cfg(all(unix, target_arch = "x86_64", not(miri)))]
const MOST: usize = 72;

fn words(bytes: &[u8]) -> [u64; 25] {
    let (words, _) = bytes.as_chunks();
    std::array::from_fn(|k| u64::from_le_bytes(words[k]))
}

fn expected(start: &[u8], rounds: usize) -> [u64; 25] {
    words(&keccak_p::permute(&State::from_bytes(Width::B1600, start), rounds as u32).to_bytes())
}

#[test]
fn every_number_of_rounds() {
    for rounds in 1..=24 {
        let start = message(200, rounds as u64);
        let mut state = words(&start);
        keccak_p1600_compact(&mut state, rounds).unwrap();
        assert_eq!(state, expected(&start, rounds), "{rounds} rounds");
    }
}

#[test]
fn lanes_of_less_than_a_byte() {
    type Permute = fn(&mut [u8; 25], usize) -> Result<(), Error>;
    let widths: [(Width, Permute); 3] =
        [(Width::B25, keccak_p25_compact), (Width::B50, keccak_p50_compact), (Width::B100, keccak_p100_compact)];
    for (width, permute) in widths {
        let most = width.rounds() as usize;
        for rounds in 1..=most {
            let start: [u8; 25] = message(25, rounds as u64).try_into().unwrap();
            let mut lanes = start;
            permute(&mut lanes, rounds).unwrap();
            let lane = |x: usize, y: usize| u64::from(start[x + 5 * y]) & width.mask();
            let expected = keccak_p::permute(&State::from_fn(width, lane), rounds as u32);
            for (k, got) in lanes.iter().enumerate() {
                assert_eq!(u64::from(*got), expected.lane(k % 5, k / 5), "{width:?}, {rounds} rounds, lane {k}");
            }
        }
        let mut lanes = [0xff; 25];
        for rounds in [0, most + 1] {
            assert_eq!(permute(&mut lanes, rounds), Err(Error::Rounds(rounds)));
        }
        assert_eq!(lanes, [0xff; 25]);
    }
}

#[test]
fn other_numbers_of_rounds_change_nothing() {
    for rounds in [0, 25, 26, 256, 257, usize::MAX] {
        let start = words(&message(200, 1));
        let mut state = start;
        assert_eq!(keccak_p1600_compact(&mut state, rounds), Err(Error::Rounds(rounds)));
        assert_eq!(state, start);
    }
}

#[cfg(all(unix, target_arch = "x86_64", not(miri)))]
mod stack {
    use super::*;
    use support::stack::{stack_used, uses_24_bytes};

    struct Job {
        words: [u64; 25],
        rounds: usize,
    }

    /// A whole call: what this function itself puts on the stack counts too.
    extern "C" fn permute(job: &mut Job) {
        let _ = keccak_p1600_compact(&mut job.words, job.rounds);
    }

    #[test]
    fn the_measure_is_right() {
        assert_eq!(stack_used(uses_24_bytes, &mut ()), 24);
    }

    #[test]
    fn the_stack_stays_small() {
        let mut most = 0;
        for rounds in 1..=24 {
            let start = message(200, rounds as u64);
            let mut job = Job { words: words(&start), rounds };
            let used = stack_used(permute, &mut job);
            // The measured call did run.
            assert_eq!(job.words, expected(&start, rounds), "{rounds} rounds");
            assert!(used <= MOST, "{used} bytes of stack for {rounds} rounds");
            most = most.max(used);
        }
        println!("{most} bytes of stack");
    }
}
