//! Lanes cut into two, four and eight words.

use lanesum_papers::keccak_p1600_in_fractions;
use reference::keccak_p::{self, State, Width};

fn permuted<const F: usize>(start: &[u8; 200], rounds: usize) -> Vec<u8> {
    let mut lanes = std::array::from_fn(|k| u64::from_le_bytes(start[8 * k..][..8].try_into().unwrap()));
    keccak_p1600_in_fractions::<F>(&mut lanes, rounds).unwrap();
    lanes.iter().flat_map(|lane| lane.to_le_bytes()).collect()
}

#[test]
fn all_factors_and_numbers_of_rounds() {
    let start = std::array::from_fn(|i| (i * 167 + i / 3) as u8);
    for rounds in 1..=24 {
        let expected = keccak_p::permute(&State::from_bytes(Width::B1600, &start), rounds as u32).to_bytes();
        for (factor, got) in [
            (1, permuted::<1>(&start, rounds)),
            (2, permuted::<2>(&start, rounds)),
            (4, permuted::<4>(&start, rounds)),
            (8, permuted::<8>(&start, rounds)),
        ] {
            assert_eq!(got, expected, "{factor} words, {rounds} rounds");
        }
    }
    assert!(keccak_p1600_in_fractions::<2>(&mut [0; 25], 25).is_err());
}
