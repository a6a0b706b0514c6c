//! Every buffer that the library reads or writes, flush against memory that cannot be touched, on every backend: a load
//! or a store that goes too far ends the process.

mod encryption;
use crate::support;

use lanesum::functions::{Shake128, Shake256};
use lanesum::hazmat::{State, States};
use lanesum::{Algorithm, Backend, Hasher, ManyXof, Message, XofFunction};
use reference::keccak_p::{self, Width};
use support::guard::{Flush, Guarded, HAS_PAGES, put_all};
use support::{backends, backends_of, expected, expected_output, message};

/// Enough for every buffer here: five blocks of the greatest rate.
const CAPACITY: usize = 1000;

/// One backend after the other, and then what the library itself chooses.
fn choices(algorithm: Algorithm) -> Vec<Option<Backend>> {
    backends_of(algorithm).into_iter().map(Some).chain([None]).collect()
}

/// Lengths at which the blocks, and the loads of some kernel, end or begin.
fn lengths(rate: usize) -> Vec<usize> {
    let around = |block: usize| [block - 9, block - 8, block - 7, block - 1, block, block + 1, block + 8, block + 33];
    let mut lengths = vec![0, 1, 7, 8, 9, 31, 32, 33, 63, 64, 65];
    lengths.extend(around(rate).into_iter().chain(around(2 * rate)));
    lengths
}

/// The command that runs this program again: through an emulator, if cargo has one for it.
fn this_program() -> std::process::Command {
    let program = std::env::current_exe().unwrap();
    let runner = std::env::var("CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_RUNNER");
    let runner = runner.ok().filter(|_| cfg!(target_arch = "aarch64")).unwrap_or_default();
    let mut words = runner.split_whitespace();
    let Some(emulator) = words.next() else { return std::process::Command::new(program) };
    let mut command = std::process::Command::new(emulator);
    command.args(words).arg(program);
    command
}

/// Where there are guard pages, reading past them is the end of the process: of a child of this one, which runs this same
/// test.
#[test]
fn the_guards_are_there() {
    const ASKED: &str = "LANESUM_TEST_READ_BEYOND";
    if let Ok(side) = std::env::var(ASKED) {
        Guarded::new(1).read_beyond(if side == "start" { Flush::Start } else { Flush::End });
        return;
    }
    for side in ["start", "end"] {
        let mut child = this_program();
        let child = child.args(["--exact", "guard_pages::the_guards_are_there"]).env(ASKED, side).output().unwrap();
        let output = String::from_utf8_lossy(&child.stdout);
        assert!(output.contains("running 1 test"), "{output}");
        assert_eq!(child.status.code().is_none(), HAS_PAGES, "{side}: {}, {output}", child.status);
    }
}

#[test]
#[should_panic(expected = "were written")]
fn writing_beside_the_buffer_is_found() {
    let mut memory = Guarded::new(CAPACITY);
    memory.room(100, Flush::End);
    memory.write_beside();
    memory.check();
}

/// One message: every length to two blocks and a bit, whole, and in two pieces.
#[test]
fn one_message() {
    let (mut input, mut head, mut output) = (Guarded::new(CAPACITY), Guarded::new(CAPACITY), Guarded::new(CAPACITY));
    for &algorithm in Algorithm::PLAIN {
        let rate = algorithm.block_bytes();
        for len in 0..=2 * rate + 9 {
            let data = message(len, 1);
            let expected = expected(algorithm, &data, 8 * len);
            for flush in Flush::BOTH {
                for backend in backends_of(algorithm) {
                    let mut hasher = Hasher::with_backend(algorithm, backend).unwrap();
                    hasher.update(input.put(&data, flush));
                    let out = output.room(expected.len(), flush);
                    hasher.finalize().read(out).unwrap();
                    assert_eq!(out, expected, "{algorithm}, {backend}, {len} bytes, {flush:?}");

                    let (first, rest) = data.split_at(len / 3);
                    let mut hasher = Hasher::with_backend(algorithm, backend).unwrap();
                    hasher.update(head.put(first, flush));
                    hasher.update(input.put(rest, flush));
                    let out = output.room(expected.len(), flush);
                    hasher.finalize().read(out).unwrap();
                    assert_eq!(out, expected, "{algorithm}, {backend}, {len} bytes in two, {flush:?}");
                }
            }
        }
    }
}

/// A tree whose chunks end where the memory does, and begin where it begins: in lanes, alone, and through the buffer.
#[test]
fn a_tree() {
    let mut input = Guarded::new(80_000);
    for algorithm in [Algorithm::Kt128, Algorithm::Kt256] {
        for len in [8192, 8193, 3 * 8192 - 1, 3 * 8192 + 300, 8 * 8192, 8 * 8192 + 1, 79_999] {
            let data = message(len, 3);
            let expected = expected(algorithm, &data, 8 * len);
            for flush in Flush::BOTH {
                for backend in backends_of(algorithm) {
                    let placed = input.put(&data, flush);
                    for cut in [0, 1, 5000, 8192] {
                        let mut hasher = Hasher::with_backend(algorithm, backend).unwrap();
                        hasher.update(&placed[..cut]);
                        hasher.update(&placed[cut..]);
                        let mut out = vec![0; expected.len()];
                        hasher.finalize().read(&mut out).unwrap();
                        assert_eq!(out, expected, "{algorithm}, {backend}, {len} bytes, {cut}, {flush:?}");
                    }
                    let mut out = vec![0; expected.len()];
                    let messages = [Message::new(placed)];
                    algorithm.digest_many(Some(backend), &messages, &mut out).unwrap();
                    assert_eq!(out, expected, "{algorithm}, {backend}, {len} bytes in a batch, {flush:?}");
                }
            }
        }
    }
}

/// One output, read at once and in two pieces.
#[test]
fn one_output() {
    let mut output = Guarded::new(CAPACITY);
    for algorithm in [Algorithm::Shake128, Algorithm::Shake256] {
        let rate = algorithm.block_bytes();
        let expected = expected_output(algorithm, b"seed", 32, 8 * CAPACITY);
        for backend in backends() {
            let mut hasher = Hasher::with_backend(algorithm, backend).unwrap();
            hasher.update(b"seed");
            let reader = hasher.finalize();
            for flush in Flush::BOTH {
                for len in lengths(rate).into_iter().chain([3 * rate, 5 * rate]) {
                    let out = output.room(len, flush);
                    reader.clone().read(out).unwrap();
                    assert_eq!(out, &expected[..len], "{algorithm}, {backend}, {len} bytes, {flush:?}");

                    let mut reader = reader.clone();
                    let (first, second) = (len / 3, len - len / 3);
                    reader.read(output.room(first, flush)).unwrap();
                    assert_eq!(output.used(), &expected[..first], "{algorithm}, {backend}, {first} bytes, {flush:?}");
                    reader.read(output.room(second, flush)).unwrap();
                    assert_eq!(output.used(), &expected[first..len], "{algorithm}, {backend}, {len} bytes, {flush:?}");
                }
            }
        }
    }
}

/// Batches of every size to 17, each message in a memory of its own: all of one length, and of all lengths.
#[test]
fn batches() {
    let mut inputs = Guarded::several(17, CAPACITY);
    let mut output = Guarded::new(17 * 64);
    for &algorithm in Algorithm::PLAIN {
        let lengths = lengths(algorithm.block_bytes());
        // Message i of length j.
        let known: Vec<Vec<(Vec<u8>, Vec<u8>)>> = (0..17)
            .map(|i| {
                let data = lengths.iter().map(|&len| message(len, 100 + i));
                data.map(|data| (data.clone(), expected(algorithm, &data, 8 * data.len()))).collect()
            })
            .collect();
        for count in 1..=17 {
            for j in 0..lengths.len() {
                let equal: Vec<_> = known[..count].iter().map(|known| &known[j]).collect();
                let ragged: Vec<_> =
                    known[..count].iter().enumerate().map(|(i, known)| &known[(i * 5 + j) % lengths.len()]).collect();
                for batch in [equal, ragged] {
                    let expected: Vec<u8> = batch.iter().flat_map(|known| known.1.clone()).collect();
                    for flush in Flush::BOTH {
                        let data = put_all(&mut inputs, batch.iter().map(|known| &known.0), flush);
                        let messages: Vec<Message> = data.iter().map(|data| Message::new(data)).collect();
                        for backend in choices(algorithm) {
                            let out = output.room(expected.len(), flush);
                            algorithm.digest_many(backend, &messages, out).unwrap();
                            assert!(out == expected, "{algorithm}, {backend:?}, {count} messages, {j}, {flush:?}");
                        }
                    }
                }
            }
        }
    }
}

/// A prefix and bodies; the block between the two is put together from both.
#[test]
fn prefixes() {
    let (mut tag, mut inputs) = (Guarded::new(CAPACITY), Guarded::several(9, CAPACITY));
    let mut output = Guarded::new(CAPACITY);
    for algorithm in
        [Algorithm::Sha3_256, Algorithm::Sha3_512, Algorithm::Shake128, Algorithm::Sha256, Algorithm::Sha512]
    {
        let bytes = algorithm.digest_bits() / 8;
        let rate = algorithm.block_bytes();
        for prefix_len in [0, 1, 31, rate - 1, rate, rate + 1, 2 * rate + 33] {
            for body_len in [0, 1, 8, rate - 1, rate, 2 * rate - prefix_len % rate, 2 * rate + 7] {
                let prefix = message(prefix_len, 2);
                let bodies: Vec<_> = (0..9).map(|i| message(body_len, 300 + i)).collect();
                let expected: Vec<u8> = bodies
                    .iter()
                    .flat_map(|body| {
                        let whole = [&prefix[..], body].concat();
                        expected(algorithm, &whole, 8 * whole.len())
                    })
                    .collect();
                for flush in Flush::BOTH {
                    let prefix = tag.put(&prefix, flush);
                    let data = put_all(&mut inputs, &bodies, flush);
                    let messages: Vec<Message> = data.iter().map(|data| Message::prefixed(prefix, data)).collect();
                    for backend in choices(algorithm) {
                        for count in [1, 2, 3, 5, 9] {
                            let out = output.room(count * bytes, flush);
                            algorithm.digest_many(backend, &messages[..count], out).unwrap();
                            assert!(
                                out == &expected[..count * bytes],
                                "{algorithm}, {backend:?}, {count} messages, {prefix_len} + {body_len}, {flush:?}"
                            );
                        }
                    }
                }
            }
        }
    }
}

/// Messages `stride` apart in one memory, which the last one ends.
#[test]
fn strided() {
    let mut input = Guarded::new(17 * 400);
    let mut output = Guarded::new(17 * 32);
    for len in [0, 1, 32, 64, 135, 136, 137, 167, 168, 169, 272, 336] {
        for stride in [0, 1, len, len + 1, len + 56] {
            for count in 1..=17 {
                let data = message(stride * (count - 1) + len, 3);
                let pieces = || (0..count).map(|i| &data[i * stride..][..len]);
                for flush in Flush::BOTH {
                    let data = input.put(&data, flush);
                    let messages = lanesum::Strided::new(data, len, stride, count).unwrap();
                    let mut digests = vec![[0; 32]; count];
                    lanesum::Sha3_256::digest_many(&messages, &mut digests).unwrap();
                    for (digest, piece) in digests.iter().zip(pieces()) {
                        let expected = expected(Algorithm::Sha3_256, piece, 8 * len);
                        assert_eq!(digest[..], expected, "{len}, {stride}, {count}, {flush:?}");
                    }
                    lanesum::Sha256::digest_many(&messages, &mut digests).unwrap();
                    for (digest, piece) in digests.iter().zip(pieces()) {
                        let expected = expected(Algorithm::Sha256, piece, 8 * len);
                        assert_eq!(digest[..], expected, "{len}, {stride}, {count}, {flush:?}");
                    }
                    let out = output.room(count * 32, flush);
                    lanesum::Shake128::digest_many(&messages, 32, out).unwrap();
                    for (out, piece) in out.chunks(32).zip(pieces()) {
                        let expected = expected(Algorithm::Shake128, piece, 8 * len);
                        assert_eq!(out, expected, "{len}, {stride}, {count}, {flush:?}");
                    }
                }
            }
        }
    }
}

/// Seeds and outputs of XOFs in step.
fn many_xof<F: XofFunction, const N: usize>() {
    let (mut inputs, mut outputs) = (Guarded::several(N, CAPACITY), Guarded::several(N, CAPACITY));
    let algorithm = F::ALGORITHM;
    let rate = algorithm.block_bytes();
    for seed_len in [0, 1, 32, rate - 1, rate, rate + 1] {
        let seeds: [Vec<u8>; N] = std::array::from_fn(|i| message(seed_len, 500 + i as u64));
        let expected = seeds.each_ref().map(|seed| expected_output(algorithm, seed, 8 * seed_len, 8 * 4 * rate));
        for flush in Flush::BOTH {
            let data = put_all(&mut inputs, &seeds, flush);
            for backend in backends() {
                let messages = std::array::from_fn(|i| Message::new(data[i]));
                let mut xofs = ManyXof::<F, N>::with_backend(backend, messages).unwrap();
                let mut done = 0;
                for len in [1, 32, rate - 33, rate, 2 * rate - 1] {
                    let mut rooms = outputs.iter_mut();
                    let out = std::array::from_fn(|_| rooms.next().unwrap().room(len, flush));
                    xofs.squeeze(out).unwrap();
                    for (i, output) in outputs.iter().enumerate() {
                        let expected = &expected[i][done..done + len];
                        assert_eq!(
                            output.used(),
                            expected,
                            "{algorithm}, {backend}, {i} of {N}, {len} bytes, {flush:?}"
                        );
                    }
                    done += len;
                }
            }
        }
    }
}

#[test]
fn many_xofs() {
    many_xof::<Shake128, 1>();
    many_xof::<Shake128, 2>();
    many_xof::<Shake128, 4>();
    many_xof::<Shake128, 8>();
    many_xof::<Shake256, 4>();
    many_xof::<Shake256, 8>();
}

fn permuted(state: &[u8], rounds: u32) -> Vec<u8> {
    keccak_p::permute(&keccak_p::State::from_bytes(Width::B1600, state), rounds).to_bytes()
}

/// The blocks of every rate that there is, into states and out of them. Few rounds: loads and stores do not depend on them.
fn blocks<const N: usize>() {
    const ROUNDS: u32 = 2;
    let (mut inputs, mut outputs) = (Guarded::several(N, CAPACITY), Guarded::several(N, CAPACITY));
    for lanes in 1..=24 {
        for (count, more) in [(1, 0), (1, 7), (2, 0), (3, 1), (5, 0)] {
            let len = 8 * lanes * count;
            let data: [Vec<u8>; N] = std::array::from_fn(|i| message(len + more, 700 + i as u64));
            // The expected output of states that have absorbed `data`.
            let mut expected = Vec::new();
            for data in &data {
                let mut state = vec![0; 200];
                for block in data[..len].chunks(8 * lanes) {
                    state.iter_mut().zip(block).for_each(|(state, byte)| *state ^= byte);
                    state = permuted(&state, ROUNDS);
                }
                let mut out = Vec::new();
                for _ in 0..count {
                    state = permuted(&state, ROUNDS);
                    out.extend_from_slice(&state[..8 * lanes]);
                }
                expected.push(out);
            }
            for flush in Flush::BOTH {
                let rows = put_all(&mut inputs, &data, flush);
                for backend in backends() {
                    let mut states = States::<u64, N>::with_backend(backend).unwrap();
                    let rows = std::array::from_fn(|i| rows[i]);
                    let absorbed = states.absorb_blocks_all(lanes, ROUNDS as usize, rows);
                    assert_eq!(absorbed, Ok(len), "{backend}, {lanes} lanes");
                    let mut rooms = outputs.iter_mut();
                    let rows = std::array::from_fn(|_| rooms.next().unwrap().room(len + more, flush));
                    let squeezed = states.squeeze_blocks_all(lanes, ROUNDS as usize, rows);
                    assert_eq!(squeezed, Ok(len), "{backend}, {lanes} lanes");
                    for (i, output) in outputs.iter().enumerate() {
                        let out = &output.used()[..len];
                        assert_eq!(out, expected[i], "{backend}, {lanes} lanes, {count} blocks, {i} of {N}, {flush:?}");
                    }
                }
            }
        }
    }
}

#[test]
fn blocks_of_states() {
    blocks::<1>();
    blocks::<2>();
    blocks::<4>();
    blocks::<8>();
}

/// Lanes of all states, in buffers that end with the last lane that is asked for.
fn lanes_all<const N: usize>() {
    let (mut input, mut output) = (Guarded::new(8 * 30 * N), Guarded::new(8 * 30 * N));
    for lanes in 0..=25 {
        for offset in [0, 1, lanes, lanes + 3] {
            let len = if lanes == 0 { 0 } else { 8 * (offset * (N - 1) + lanes) };
            let data = message(len, 900);
            let lane = |i: usize, k: usize| &data[8 * (offset * i + k)..][..8];
            for flush in Flush::BOTH {
                let data = input.put(&data, flush);
                for backend in backends() {
                    let mut states = States::<u64, N>::with_backend(backend).unwrap();
                    states.add_lanes_all(data, lanes, offset).unwrap();
                    check_front(&states, lanes, lane);
                    states.overwrite_lanes_all(data, lanes, offset).unwrap();
                    check_front(&states, lanes, lane);
                    let out = output.room(len, flush);
                    out.fill(0);
                    states.extract_lanes_all(out, lanes, offset).unwrap();
                    // Where outputs overlap, the states hold different lanes, and the later one's are there.
                    let owner = |j: usize| (0..N).rev().find(|i| (offset * i..offset * i + lanes).contains(&j));
                    for (j, out) in out.chunks(8).enumerate() {
                        let expected = owner(j).map_or(&[0; 8][..], |i| lane(i, j - offset * i));
                        assert_eq!(out, expected, "{backend}, {lanes} lanes, offset {offset}, {N} states, {flush:?}");
                    }
                    // Data that are the lanes themselves cancel them.
                    states.extract_and_add_lanes_all(data, out, lanes, offset).unwrap();
                    for (j, out) in out.chunks(8).enumerate() {
                        let old = owner(j).is_none();
                        assert!(
                            old || out == [0; 8],
                            "{backend}, {lanes} lanes, offset {offset}, {N} states, {flush:?}"
                        );
                    }
                }
            }
        }
    }
}

fn check_front<'a, const N: usize>(states: &States<u64, N>, lanes: usize, lane: impl Fn(usize, usize) -> &'a [u8]) {
    for i in 0..N {
        let mut state = [0; 200];
        states.extract_bytes(i, 0, &mut state).unwrap();
        let (front, rest) = state.split_at(8 * lanes);
        assert!(front.chunks(8).enumerate().all(|(k, word)| word == lane(i, k)), "{}, state {i}", states.backend());
        assert!(rest.iter().all(|byte| *byte == 0), "{}, state {i}", states.backend());
    }
}

#[test]
fn lanes_of_states() {
    lanes_all::<1>();
    lanes_all::<2>();
    lanes_all::<4>();
    lanes_all::<8>();
}

/// Bytes of one state, from every position within a lane.
#[test]
fn bytes_of_a_state() {
    let (mut input, mut output) = (Guarded::new(200), Guarded::new(200));
    let full = message(200, 950);
    for backend in backends() {
        for start in (0..=16).chain(184..=200) {
            for len in (0..=200 - start).filter(|len| len % 8 < 2 || len + 9 > 200 - start) {
                for flush in Flush::BOTH {
                    let data = input.put(&full[start..start + len], flush);
                    let mut state = State::<u64>::with_backend(backend).unwrap();
                    state.add_bytes(start, data).unwrap();
                    state.overwrite_bytes(start, data).unwrap();
                    let out = output.room(len, flush);
                    state.extract_bytes(start, out).unwrap();
                    assert_eq!(out, data, "{backend}, {start}, {len}, {flush:?}");
                    state.extract_and_add_bytes(start, data, out).unwrap();
                    assert!(out.iter().all(|byte| *byte == 0), "{backend}, {start}, {len}, {flush:?}");
                }
            }
        }
    }
}

/// The same blocks through the form for one state.
#[test]
fn blocks_of_one_state() {
    let (mut input, mut output) = (Guarded::new(CAPACITY), Guarded::new(CAPACITY));
    for lanes in 1..=24 {
        let block = message(8 * lanes, 960);
        let mut expected = block.clone();
        expected.resize(200, 0);
        let absorbed = permuted(&expected, 24);
        let squeezed = permuted(&absorbed, 24);
        for flush in Flush::BOTH {
            for backend in backends() {
                let mut state = State::<u64>::with_backend(backend).unwrap();
                assert_eq!(state.absorb_blocks(lanes, 24, input.put(&block, flush)), Ok(8 * lanes));
                let mut now = [0; 200];
                state.extract_bytes(0, &mut now).unwrap();
                assert_eq!(now[..], absorbed, "{backend}, {lanes} lanes, {flush:?}");
                let out = output.room(8 * lanes, flush);
                assert_eq!(state.squeeze_blocks(lanes, 24, out), Ok(8 * lanes));
                assert_eq!(out, &squeezed[..8 * lanes], "{backend}, {lanes} lanes, {flush:?}");
            }
        }
    }
}
