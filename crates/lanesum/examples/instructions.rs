//! A known number of repetitions of one thing and nothing else: the difference between two runs under valgrind is what
//! one repetition takes in instructions. `cargo xtask codegen` runs it.
//!
//! `instructions permute|absorb BACKEND WAYS REPETITIONS`: calls of `States::permute_all`, or blocks of 136 bytes within
//! one call of `States::absorb_blocks_all`.
//! `instructions sha256|sha512 BACKEND 1 REPETITIONS`: blocks within one call of the compression function.
//! `instructions batch BACKEND MESSAGES REPETITIONS`: calls of `Algorithm::digest_many`, SHA3-256 of 136 bytes each.
//!
//! The exit status is 3 where the backend is not available, as valgrind hides processor features that it does not know.

use lanesum::hazmat::{States, sha256_compress, sha512_compress};
use lanesum::{Algorithm, Backend, Error, Message};
use std::hint::black_box;
use std::process::ExitCode;

const BLOCK: usize = 136;

fn states<const N: usize>(what: &str, backend: Backend, repetitions: usize) -> Result<(), Error> {
    let mut states = States::<u64, N>::with_backend(backend)?;
    if what == "permute" {
        for _ in 0..repetitions {
            black_box(&mut states).permute_all(24)?;
        }
    } else {
        let data = vec![0x5a; BLOCK * repetitions];
        states.absorb_blocks_all(BLOCK / 8, 24, [&data[..]; N])?;
    }
    black_box(&states);
    Ok(())
}

fn batch(backend: Backend, messages: usize, repetitions: usize) -> Result<(), Error> {
    let data = vec![0x5a; BLOCK * messages];
    let messages: Vec<Message> = data.chunks_exact(BLOCK).map(Message::new).collect();
    let mut out = vec![0; 32 * messages.len()];
    for _ in 0..repetitions {
        Algorithm::Sha3_256.digest_many(Some(backend), black_box(&messages), 32, &mut out)?;
        black_box(&out);
    }
    Ok(())
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [what, backend, count, repetitions] = &arguments[..] else {
        eprintln!("instructions permute|absorb|sha256|sha512|batch BACKEND WAYS|MESSAGES REPETITIONS");
        return ExitCode::from(2);
    };
    let numbers = count.parse::<usize>().ok().zip(repetitions.parse().ok());
    let (Ok(backend), Some((count, repetitions))) = (backend.parse(), numbers) else {
        eprintln!("no such backend, or not a number: {arguments:?}");
        return ExitCode::from(2);
    };
    let done = match (what.as_str(), count) {
        ("batch", _) => batch(backend, count, repetitions),
        ("sha256", 1) => sha256_compress(Some(backend), black_box(&mut [1; 8]), &vec![[0x5a; 64]; repetitions]),
        ("sha512", 1) => sha512_compress(Some(backend), black_box(&mut [1; 8]), &vec![[0x5a; 128]; repetitions]),
        ("permute" | "absorb", 1) => states::<1>(what, backend, repetitions),
        ("permute" | "absorb", 2) => states::<2>(what, backend, repetitions),
        ("permute" | "absorb", 4) => states::<4>(what, backend, repetitions),
        ("permute" | "absorb", 8) => states::<8>(what, backend, repetitions),
        _ => {
            eprintln!("not known: {what} {count}");
            return ExitCode::from(2);
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(if matches!(error, Error::BackendUnavailable(_)) { 3 } else { 1 })
        }
    }
}
