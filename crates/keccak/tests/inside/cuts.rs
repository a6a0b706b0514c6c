//! Every way to absorb and to squeeze up to three blocks in pieces.

use lanesum_batch::tail::Tail;
use lanesum_keccak::constructions::sponge::{Parameters, Sponge, Squeezer, hash};
use lanesum_keccak::permutation::engines::best_one;
use lanesum_keccak::permutation::rounds::Rounds;

/// A rate of one lane, so that there are few cuts. Two rounds tell apart what is absorbed.
fn parameters() -> Parameters {
    Parameters::new(1, Rounds::new::<u64>(2).expect("1 to 24"), 0x1f)
}

/// Continues a message of `at` bytes in all ways, and ends it after each piece.
fn absorb(sponge: &Sponge, data: &[u8], at: usize, wanted: &[[u8; 8]]) {
    let mut out = [0; 8];
    sponge.clone().finish_to(Tail::NONE, &mut out);
    assert_eq!(out, wanted[at], "{at} bytes");
    for end in at + 1..=data.len() {
        let mut sponge = sponge.clone();
        sponge.update(&data[at..end]);
        absorb(&sponge, data, end, wanted);
    }
}

/// Reads on in all ways after `at` bytes.
fn squeeze(squeezer: &Squeezer, wanted: &[u8], at: usize) {
    for end in at + 1..=wanted.len() {
        let (mut squeezer, mut out) = (squeezer.clone(), [0; 24]);
        squeezer.read(&mut out[..end - at]);
        assert_eq!(out[..end - at], wanted[at..end], "from {at} to {end}");
        squeeze(&squeezer, wanted, end);
    }
}

#[test]
#[cfg_attr(miri, ignore = "millions of cuts")]
fn every_cut_gives_the_same() {
    let data: [u8; 23] = core::array::from_fn(|i| i as u8 + 1);
    let whole = |len: usize| {
        let mut out = [0; 8];
        hash(parameters(), best_one(), &data[..len], Tail::NONE, &mut out);
        out
    };
    let wanted: Vec<[u8; 8]> = (0..=data.len()).map(whole).collect();
    let mut sponge = Sponge::here(parameters());
    absorb(&sponge, &data, 0, &wanted);
    let mut output = [0; 24];
    hash(parameters(), best_one(), &data, Tail::NONE, &mut output);
    sponge.update(&data);
    squeeze(&sponge.finish(Tail::NONE), &output[..22], 0);
}
