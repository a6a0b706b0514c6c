//! A known number of repetitions of one thing and nothing else: the difference between two runs under qemu is what
//! one repetition takes in instructions. `cargo xtask codegen` runs it.
//!
//! `instructions permute|absorb|squeeze BACKEND COUNT REPETITIONS`: calls of `States::permute_all`, or blocks of 17 lanes within
//! one call of `States::absorb_blocks_all`, of Keccak-f\[1600\]. `permute800` and so on: of another width.
//! `instructions sha256|sha512|blake256|blake512 BACKEND 1 REPETITIONS`: blocks within one call of the compression function;
//! `blake256 BACKEND 2 REPETITIONS`: of two messages side by side.
//! `instructions batch BACKEND MESSAGES REPETITIONS`: calls of `Algorithm::digest_many`, SHA3-256 of 136 bytes each.
//! `instructions keyak800|keyak1600 BACKEND PISTONS REPETITIONS`, `instructions ketje200|ketje400|… BACKEND SESSIONS REPETITIONS`:
//! blocks within one message of Keyak, or of each session of Ketje.
//! `instructions blake2b|blake2s|blake3 BACKEND MESSAGES REPETITIONS`: kibibytes within each of so many messages.
//!
//! The exit status is 3 where the backend is not available, as qemu hides processor features that it does not know.

use lanesum::digest::Update;
use lanesum::hazmat::{
    BlakeChain, Lane, States, TwistedState, blake256_compress, blake256_compress_two, blake512_compress,
    sha256_compress, sha512_compress,
};
use lanesum::ketje::{Ketje, Packet, StepLane};
use lanesum::keyak::{CryptLane, Forget, Keyak, Start};
use lanesum::{Algorithm, Backend, Blake2Parameters, Blake2b, Blake2s, Blake3, Blake3Mode, DigestMany, Error, Message};
use std::hint::black_box;
use std::process::ExitCode;

const KEY: &[u8; 16] = b"instructions/16!";
const LANES: usize = 17;
const BLOCK: usize = 8 * LANES;
/// So many repetitions at most. All data are as long for one repetition as for all: what an allocation costs is chance.
const MOST: usize = 8;

static BLOCKS: [[u8; 64]; MOST] = [[0x5a; 64]; MOST];
static LARGE_BLOCKS: [[u8; 128]; MOST] = [[0x5a; 128]; MOST];

fn states<W: Lane, const N: usize>(what: &str, backend: Backend, repetitions: usize) -> Result<(), Error> {
    let mut states = States::<W, N>::with_backend(backend)?;
    if what == "permute" {
        for _ in 0..repetitions {
            black_box(&mut states).permute_all(W::ROUNDS)?;
        }
    } else if what == "absorb" {
        let data = &[0x5a; MOST * BLOCK][..LANES * W::BYTES * repetitions];
        states.absorb_blocks_all(LANES, W::ROUNDS, [data; N])?;
    } else {
        // So that this executable has every kernel: `cargo xtask codegen` looks at them.
        let mut out = vec![0; LANES * W::BYTES * repetitions * N];
        let mut rows = out.chunks_exact_mut(LANES * W::BYTES * repetitions);
        states.squeeze_blocks_all(LANES, W::ROUNDS, [(); N].map(|()| rows.next().unwrap_or_default()))?;
        black_box(&out);
    }
    black_box(&states);
    Ok(())
}

fn batch(backend: Backend, messages: usize, repetitions: usize) -> Result<(), Error> {
    let data = vec![0x5a; BLOCK * messages];
    let messages: Vec<Message> = data.chunks_exact(BLOCK).map(Message::new).collect();
    let mut out = vec![0; 32 * messages.len()];
    for _ in 0..repetitions {
        Algorithm::Sha3_256.digest_many(Some(backend), black_box(&messages), &mut out)?;
        black_box(&out);
    }
    Ok(())
}

fn of_width<W: Lane>(what: &str, backend: Backend, count: usize, repetitions: usize) -> Result<(), Error> {
    match count {
        1 => states::<W, 1>(what, backend, repetitions),
        2 => states::<W, 2>(what, backend, repetitions),
        4 => states::<W, 4>(what, backend, repetitions),
        _ => states::<W, 8>(what, backend, repetitions),
    }
}

/// Wrapped by one session and unwrapped by another.
fn keyak<W: CryptLane, const P: usize>(backend: Backend, repetitions: usize) -> Result<(), Error> {
    let start = Start::new(KEY, &[]).backend(backend);
    let mut data = vec![0x5a; (25 * W::BYTES - 32) * P * repetitions];
    let tag = Keyak::<W, P>::start(&start)?.wrap_in_place(&[], black_box(&mut data), Forget::No)?;
    Keyak::<W, P>::start(&start)?.unwrap_in_place(&[], black_box(&mut data), &tag, Forget::No)
}

/// Wrapped by sessions side by side, if there are several, and unwrapped one by one.
fn ketje<W: StepLane, const T: usize>(backend: Backend, sessions: usize, repetitions: usize) -> Result<(), Error> {
    let session = |_| Ketje::<TwistedState<W>>::with_backend(backend, &KEY[..T], &[]);
    let start = || (0..sessions).map(session).collect::<Result<Vec<_>, _>>();
    let mut data = vec![vec![0x5a; 4 * W::BYTES * repetitions]; sessions];
    let mut tags = vec![[0; T]; sessions];
    let mut packets: Vec<_> = data.iter_mut().map(|data| Packet { metadata: &[], data }).collect();
    if let ([packet], [tag]) = (&mut packets[..], &mut tags[..]) {
        *tag = session(0)?.wrap_in_place(packet.metadata, packet.data)?;
    } else {
        Ketje::wrap_many(&mut start()?, black_box(&mut packets), &mut tags)?;
    }
    for ((mut session, data), tag) in start()?.into_iter().zip(&mut data).zip(&tags) {
        session.unwrap_in_place(&[], black_box(data), tag)?;
    }
    Ok(())
}

/// Two messages of BLAKE-256, side by side in a register.
fn two(backend: Backend, repetitions: usize) -> Result<(), Error> {
    let blocks = &BLOCKS[..repetitions];
    let [mut first, mut second] = [BlakeChain::default(); 2];
    blake256_compress_two(Some(backend), black_box([&mut first, &mut second]), [blocks, blocks])
}

/// One message in pieces, and several in one call.
fn blake2_or_3<H: DigestMany + Update>(hasher: H, messages: usize, repetitions: usize) -> Result<(), Error> {
    let data = vec![0x5a; 1024 * repetitions];
    let mut out = vec![0; hasher.digest_bytes() * messages];
    hasher.finalize_many(&vec![black_box(&data); messages], hasher.digest_bytes(), &mut out)?;
    black_box((&out, hasher.chain(&data)));
    Ok(())
}

fn main() -> ExitCode {
    lanesum_papers::register();
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [what, backend, count, repetitions] = &arguments[..] else {
        eprintln!(
            "instructions permute|absorb|squeeze[WIDTH]|sha256|sha512|blake256|blake512|batch|keyak|ketje BACKEND COUNT REPETITIONS"
        );
        return ExitCode::from(2);
    };
    let numbers = count.parse::<usize>().ok().zip(repetitions.parse().ok());
    let (Ok(backend), Some((count, repetitions))) = (backend.parse(), numbers) else {
        eprintln!("no such backend, or not a number: {arguments:?}");
        return ExitCode::from(2);
    };
    let (operation, width) = what.split_at(what.find(|c: char| c.is_ascii_digit()).unwrap_or(what.len()));
    let known = ["permute", "absorb", "squeeze"].contains(&operation);
    let done = match (what.as_str(), width, count) {
        ("batch", ..) => batch(backend, count, repetitions),
        ("sha256", _, 1) => sha256_compress(Some(backend), black_box(&mut [1; 8]), &BLOCKS[..repetitions]),
        ("sha512", _, 1) => sha512_compress(Some(backend), black_box(&mut [1; 8]), &LARGE_BLOCKS[..repetitions]),
        ("blake256", _, 1) => {
            blake256_compress(Some(backend), black_box(&mut BlakeChain::default()), &BLOCKS[..repetitions])
        }
        ("blake256", _, 2) => two(backend, repetitions),
        ("blake512", _, 1) => {
            blake512_compress(Some(backend), black_box(&mut BlakeChain::default()), &LARGE_BLOCKS[..repetitions])
        }
        (_, "", 1 | 2 | 4 | 8) if known => of_width::<u64>(operation, backend, count, repetitions),
        (_, "200", 16) if known => states::<u8, 16>(operation, backend, repetitions),
        (_, "400", 16) if known => states::<u16, 16>(operation, backend, repetitions),
        (_, "800", 16) if known => states::<u32, 16>(operation, backend, repetitions),
        (_, "200", 1 | 2 | 4 | 8) if known => of_width::<u8>(operation, backend, count, repetitions),
        (_, "400", 1 | 2 | 4 | 8) if known => of_width::<u16>(operation, backend, count, repetitions),
        (_, "800", 1 | 2 | 4 | 8) if known => of_width::<u32>(operation, backend, count, repetitions),
        ("blake2b", ..) => Blake2b::with_parameters(64, b"", &Blake2Parameters::default(), Some(backend))
            .and_then(|hasher| blake2_or_3(hasher, count, repetitions)),
        ("blake2s", ..) => Blake2s::with_parameters(32, b"", &Blake2Parameters::default(), Some(backend))
            .and_then(|hasher| blake2_or_3(hasher, count, repetitions)),
        ("blake3", ..) => {
            Blake3::with_backend(backend, Blake3Mode::Hash).and_then(|hasher| blake2_or_3(hasher, count, repetitions))
        }
        ("keyak800", _, 1) => keyak::<u32, 1>(backend, repetitions),
        ("keyak1600", _, 1) => keyak::<u64, 1>(backend, repetitions),
        ("keyak1600", _, 2) => keyak::<u64, 2>(backend, repetitions),
        ("keyak1600", _, 4) => keyak::<u64, 4>(backend, repetitions),
        ("keyak1600", _, 8) => keyak::<u64, 8>(backend, repetitions),
        ("ketje200", ..) => ketje::<u8, 12>(backend, count, repetitions),
        ("ketje400", ..) => ketje::<u16, 16>(backend, count, repetitions),
        ("ketje800", ..) => ketje::<u32, 16>(backend, count, repetitions),
        ("ketje1600", ..) => ketje::<u64, 16>(backend, count, repetitions),
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
