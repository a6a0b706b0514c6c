//! One slot of each kernel: the least that a hash call can take.

use std::hint::black_box;

use lanesum::hazmat::{Sha2States, States};
use signatures::slh_dsa::Calls;

const KECCAK: &str = "Keccak-f[1600]";
const SHA256: &str = "SHA-256";
const SHA512: &str = "SHA-512";
/// So often in one iteration.
const TIMES: usize = 50;

/// So many iterations of a kernel, with its name.
type Turn<'a> = (&'static str, Box<dyn FnMut(u64) + 'a>);

/// As many states in step as the widest kernel takes.
pub(super) struct Slots {
    calls: Calls,
    keccak: States<u64, 8>,
    sha256: Sha2States<u32, 16>,
    sha512: Sha2States<u64, 8>,
}

impl Slots {
    pub(super) fn of(calls: Calls) -> Self {
        Self { calls, keccak: States::new(), sha256: Sha2States::new(), sha512: Sha2States::new() }
    }

    /// Those of the kernels that are called.
    pub(super) fn works(&mut self) -> Vec<Turn<'_>> {
        const ROWS: [[u8; 128]; 16] = [[7; 128]; 16];
        let Self { calls, keccak, sha256, sha512 } = self;
        let mut works: Vec<Turn<'_>> = Vec::new();
        let times = |n: u64| n as usize * TIMES;
        if calls.keccak > 0 {
            let run = move |n| {
                for _ in 0..times(n) {
                    assert!(keccak.permute_all(24).is_ok(), "24 rounds are all");
                }
                black_box(&keccak);
            };
            works.push((KECCAK, Box::new(run)));
        }
        if calls.sha256 > 0 {
            let rows = ROWS.each_ref().map(|row| &row[..64]);
            let run = move |n| {
                for _ in 0..times(n) {
                    black_box(sha256.compress_all(rows));
                }
            };
            works.push((SHA256, Box::new(run)));
        }
        if calls.sha512 > 0 {
            let rows = std::array::from_fn(|i| &ROWS[i][..]);
            let run = move |n| {
                for _ in 0..times(n) {
                    black_box(sha512.compress_all(rows));
                }
            };
            works.push((SHA512, Box::new(run)));
        }
        works
    }
}

/// The calls at the cost of a slot, from the costs of the iterations of [`Slots::works`].
pub(super) fn limit(calls: Calls, costs: &[(&str, Option<f64>)]) -> Option<f64> {
    let of = |kernel: &str, calls: u64, width: usize| {
        if calls == 0 {
            return Some(0.0);
        }
        let (_, cost) = costs.iter().find(|(name, _)| *name == kernel)?;
        Some(calls as f64 * (*cost)? / (TIMES * width) as f64)
    };
    Some(of(KECCAK, calls.keccak, 8)? + of(SHA256, calls.sha256, 16)? + of(SHA512, calls.sha512, 8)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_is_the_sum_of_what_is_called() {
        let calls = Calls { sha256: 100, sha512: 10, ..Calls::default() };
        assert_eq!(Slots::of(calls).works().len(), 2);
        let costs = [(SHA256, Some((TIMES * 16 * 20) as f64)), (SHA512, Some((TIMES * 8 * 50) as f64))];
        assert_eq!(limit(calls, &costs), Some(100.0 * 20.0 + 10.0 * 50.0));
        assert_eq!(limit(calls, &[costs[0], (SHA512, None)]), None, "noisy");
    }
}
