//! KT128 and KT256 over threads: the same digests, whatever was before in the buffer and however many threads there are.

use super::support::message;
use super::{Both, digest, hashers};
use lanesum::digest::Update;
use lanesum::{Backend, Kt, strengths};
use std::sync::atomic::{AtomicU64, Ordering};

fn check<S: Both>(data: &[u8]) {
    let expected = digest(Kt::<S>::with_backend(Backend::Portable, "").unwrap().chain(data), b"custom");
    for threads in [1, 2, 3] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        for (name, hasher) in hashers::<S>() {
            for cuts in
                [[0, 0], [1, 1], [5000, 30_000], [8192, 8192], [20_001, 19_999], [100_000, 70_000], [60_001, 61_000]]
            {
                let mut hasher = hasher.clone();
                let (head, rest) = data.split_at(cuts[0]);
                let (middle, tail) = rest.split_at(rest.len() - cuts[1]);
                hasher.update(head);
                let done = AtomicU64::new(0);
                pool.install(|| {
                    hasher.update_rayon_with(middle, |bytes| {
                        done.fetch_add(bytes, Ordering::Relaxed);
                    });
                });
                assert_eq!(done.into_inner(), middle.len() as u64, "{name}, {threads} threads, {cuts:?}");
                pool.install(|| hasher.update_rayon(tail));
                assert_eq!(digest(hasher, b"custom"), expected, "{name}, {threads} threads, {cuts:?}");
            }
        }
    }
}

#[test]
fn the_same_digests() {
    let data = message(1_000_001, 4);
    check::<strengths::Bits128>(&data[..300_001]);
    check::<strengths::Bits256>(&data);
}

/// Several rounds of tasks.
#[test]
fn long_messages() {
    let data = message(40 << 20, 5);
    let expected = digest(Kt::<strengths::Bits128>::default().chain(&data), &[]);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
    let mut hasher = Kt::<strengths::Bits128>::default();
    pool.install(|| hasher.update_rayon(&data));
    assert_eq!(digest(hasher, &[]), expected);
}
