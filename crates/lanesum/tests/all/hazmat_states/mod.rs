//! The contract of `State` and `States` against a model that keeps bytes and permutes by the reference: any sequence of
//! operations, valid ones and others, on every backend.

use crate::support;

mod feed_back;
mod short;

use lanesum::hazmat::{Lane, State, States};
use lanesum::{Backend, Error};
use reference::keccak_p::{self, Width};
use std::marker::PhantomData;
use support::guard::{Edge, Flush};
use support::{Random, backends, backends_for, message};

/// One call. Buffers are made from their lengths and a seed.
#[derive(Clone, Debug)]
enum Op {
    Initialize { instance: usize },
    InitializeAll,
    AddBytes { instance: usize, start: usize, len: usize },
    OverwriteBytes { instance: usize, start: usize, len: usize },
    OverwriteWithZeroes { instance: usize, count: usize },
    ExtractBytes { instance: usize, start: usize, len: usize },
    ExtractAndAddBytes { instance: usize, start: usize, input: usize, output: usize },
    AddLanesAll { lanes: usize, offset: usize, len: usize },
    OverwriteLanesAll { lanes: usize, offset: usize, len: usize },
    ExtractLanesAll { lanes: usize, offset: usize, len: usize },
    ExtractAndAddLanesAll { lanes: usize, offset: usize, input: usize, output: usize },
    PermuteAll { rounds: usize },
    AbsorbBlocksAll { lanes: usize, rounds: usize, lens: Vec<usize> },
    SqueezeBlocksAll { lanes: usize, rounds: usize, lens: Vec<usize> },
}

/// The byte that fills buffers before they are written to.
const OLD: u8 = 0x5a;

/// Every error that the documentation has for a call: any of them may be the one that is given.
fn faults<W: Lane, const N: usize>(op: &Op) -> Vec<Error> {
    let size = 25 * W::BYTES;
    let instance = |index| (index >= N).then_some(Error::NoSuchInstance { index, count: N });
    let range =
        |start: usize, len| (start.saturating_add(len) > size).then_some(Error::OutOfState { start, len, size });
    let same = |expected, got| (expected != got).then_some(Error::Length { argument: "output", expected, got });
    let fits = |argument, lanes: usize, offset: usize, got| {
        if lanes > 25 {
            return range(0, W::BYTES * lanes);
        }
        let least = offset.saturating_mul(N - 1).saturating_add(lanes).saturating_mul(W::BYTES);
        (lanes > 0 && got < least).then_some(Error::TooShort { argument, least, got })
    };
    let rounds = |rounds| (!(1..=W::ROUNDS).contains(&rounds)).then_some(Error::Rounds(rounds));
    let rate = |lanes| (!(1..=24).contains(&lanes)).then_some(Error::Rate(lanes));
    let faults = match *op {
        Op::InitializeAll => [None; 3],
        Op::Initialize { instance: i } => [instance(i), None, None],
        Op::AddBytes { instance: i, start, len }
        | Op::OverwriteBytes { instance: i, start, len }
        | Op::ExtractBytes { instance: i, start, len } => [instance(i), range(start, len), None],
        Op::OverwriteWithZeroes { instance: i, count } => [instance(i), range(0, count), None],
        Op::ExtractAndAddBytes { instance: i, start, input, output } => {
            [instance(i), range(start, input), same(input, output)]
        }
        Op::AddLanesAll { lanes, offset, len } | Op::OverwriteLanesAll { lanes, offset, len } => {
            [fits("data", lanes, offset, len), None, None]
        }
        Op::ExtractLanesAll { lanes, offset, len } => [fits("out", lanes, offset, len), None, None],
        Op::ExtractAndAddLanesAll { lanes, offset, input, output } => {
            [fits("output", lanes, offset, output), same(input, output), None]
        }
        Op::PermuteAll { rounds: n } => [rounds(n), None, None],
        Op::AbsorbBlocksAll { lanes, rounds: n, .. } | Op::SqueezeBlocksAll { lanes, rounds: n, .. } => {
            [rounds(n), rate(lanes), None]
        }
    };
    faults.into_iter().flatten().collect()
}

fn xor(to: &mut [u8], from: &[u8]) {
    to.iter_mut().zip(from).for_each(|(to, from)| *to ^= from);
}

fn permute(state: &mut [u8], rounds: usize) {
    let width = Width::from_bits(8 * state.len()).expect("a width of the permutation");
    let permuted = keccak_p::permute(&keccak_p::State::from_bytes(width, state), rounds as u32);
    state.copy_from_slice(&permuted.to_bytes());
}

/// Data for a call, other for each; at a page that cannot be touched.
fn data(len: usize, salt: u64) -> Edge {
    Edge::of(&message(len, salt), Flush::turn(salt as usize / 100))
}

/// How many bytes of each buffer a bulk call does.
fn whole_blocks<W: Lane>(lens: &[usize], lanes: usize) -> usize {
    lens.iter().min().unwrap_or(&0) / (W::BYTES * lanes) * (W::BYTES * lanes)
}

/// The contract in the plainest form.
struct Model<W, const N: usize>([Vec<u8>; N], PhantomData<W>);

impl<W: Lane, const N: usize> Model<W, N> {
    /// Does what the call says, one buffer of `out` for each of its outputs. Returns how many bytes a bulk call does. The
    /// call has no faults.
    fn apply(&mut self, op: &Op, salt: u64, out: &mut [Edge]) -> usize {
        let states = &mut self.0;
        // Where lanes of state i lie in a buffer.
        let place = |i: usize, lanes, offset| {
            if lanes == 0 { 0..0 } else { W::BYTES * offset * i..W::BYTES * (offset * i + lanes) }
        };
        match *op {
            Op::Initialize { instance } => states[instance].fill(0),
            Op::InitializeAll => states.iter_mut().for_each(|state| state.fill(0)),
            Op::AddBytes { instance, start, len } => xor(&mut states[instance][start..start + len], &data(len, salt)),
            Op::OverwriteBytes { instance, start, len } => {
                states[instance][start..start + len].copy_from_slice(&data(len, salt));
            }
            Op::OverwriteWithZeroes { instance, count } => states[instance][..count].fill(0),
            Op::ExtractBytes { instance, start, len } => {
                out[0].copy_from_slice(&states[instance][start..start + len]);
            }
            Op::ExtractAndAddBytes { instance, start, input, .. } => {
                out[0].copy_from_slice(&data(input, salt));
                xor(&mut out[0], &states[instance][start..start + input]);
            }
            Op::AddLanesAll { lanes, offset, len } => {
                for (i, state) in states.iter_mut().enumerate() {
                    xor(&mut state[..W::BYTES * lanes], &data(len, salt)[place(i, lanes, offset)]);
                }
            }
            Op::OverwriteLanesAll { lanes, offset, len } => {
                for (i, state) in states.iter_mut().enumerate() {
                    state[..W::BYTES * lanes].copy_from_slice(&data(len, salt)[place(i, lanes, offset)]);
                }
            }
            Op::ExtractLanesAll { lanes, offset, .. } => {
                for (i, state) in states.iter().enumerate() {
                    out[0][place(i, lanes, offset)].copy_from_slice(&state[..W::BYTES * lanes]);
                }
            }
            Op::ExtractAndAddLanesAll { lanes, offset, input, .. } => {
                for (i, state) in states.iter().enumerate() {
                    let out = &mut out[0][place(i, lanes, offset)];
                    out.copy_from_slice(&data(input, salt)[place(i, lanes, offset)]);
                    xor(out, state);
                }
            }
            Op::PermuteAll { rounds } => {
                for state in states {
                    permute(state, rounds);
                }
            }
            Op::AbsorbBlocksAll { lanes, rounds, ref lens } => {
                let done = whole_blocks::<W>(lens, lanes);
                for (i, state) in states.iter_mut().enumerate() {
                    for block in data(lens[i], salt + i as u64)[..done].chunks(W::BYTES * lanes) {
                        xor(state, block);
                        permute(state, rounds);
                    }
                }
                return done;
            }
            Op::SqueezeBlocksAll { lanes, rounds, ref lens } => {
                let done = whole_blocks::<W>(lens, lanes);
                for (state, out) in states.iter_mut().zip(out) {
                    for block in out[..done].chunks_mut(W::BYTES * lanes) {
                        permute(state, rounds);
                        block.copy_from_slice(&state[..W::BYTES * lanes]);
                    }
                }
                return done;
            }
        }
        0
    }
}

/// The same call on the library's states.
fn apply<W: Lane, const N: usize>(
    states: &mut States<W, N>,
    op: &Op,
    salt: u64,
    out: &mut [Edge],
) -> Result<usize, Error> {
    match *op {
        Op::Initialize { instance } => states.initialize(instance).map(|()| 0),
        Op::InitializeAll => {
            states.initialize_all();
            Ok(0)
        }
        Op::AddBytes { instance, start, len } => states.add_bytes(instance, start, &data(len, salt)).map(|()| 0),
        Op::OverwriteBytes { instance, start, len } => {
            states.overwrite_bytes(instance, start, &data(len, salt)).map(|()| 0)
        }
        Op::OverwriteWithZeroes { instance, count } => states.overwrite_with_zeroes(instance, count).map(|()| 0),
        Op::ExtractBytes { instance, start, .. } => states.extract_bytes(instance, start, &mut out[0]).map(|()| 0),
        Op::ExtractAndAddBytes { instance, start, input, .. } => {
            states.extract_and_add_bytes(instance, start, &data(input, salt), &mut out[0]).map(|()| 0)
        }
        Op::AddLanesAll { lanes, offset, len } => states.add_lanes_all(&data(len, salt), lanes, offset).map(|()| 0),
        Op::OverwriteLanesAll { lanes, offset, len } => {
            states.overwrite_lanes_all(&data(len, salt), lanes, offset).map(|()| 0)
        }
        Op::ExtractLanesAll { lanes, offset, .. } => states.extract_lanes_all(&mut out[0], lanes, offset).map(|()| 0),
        Op::ExtractAndAddLanesAll { lanes, offset, input, .. } => {
            states.extract_and_add_lanes_all(&data(input, salt), &mut out[0], lanes, offset).map(|()| 0)
        }
        Op::PermuteAll { rounds } => states.permute_all(rounds).map(|()| 0),
        Op::AbsorbBlocksAll { lanes, rounds, ref lens } => {
            let data: [Edge; N] = std::array::from_fn(|i| data(lens[i], salt + i as u64));
            states.absorb_blocks_all(lanes, rounds, data.each_ref().map(|data| &data[..]))
        }
        Op::SqueezeBlocksAll { lanes, rounds, .. } => {
            let mut out = out.iter_mut();
            let rows = std::array::from_fn(|_| &mut out.next().expect("one for each state")[..]);
            states.squeeze_blocks_all(lanes, rounds, rows)
        }
    }
}

/// The call on one state; `None` for those that it has not.
fn apply_to_one<W: Lane>(state: &mut State<W>, op: &Op, salt: u64, out: &mut [Edge]) -> Option<Result<usize, Error>> {
    Some(match *op {
        Op::InitializeAll => {
            state.initialize();
            Ok(0)
        }
        Op::AddBytes { instance: 0, start, len } => state.add_bytes(start, &data(len, salt)).map(|()| 0),
        Op::OverwriteBytes { instance: 0, start, len } => state.overwrite_bytes(start, &data(len, salt)).map(|()| 0),
        Op::OverwriteWithZeroes { instance: 0, count } => state.overwrite_with_zeroes(count).map(|()| 0),
        Op::ExtractBytes { instance: 0, start, .. } => state.extract_bytes(start, &mut out[0]).map(|()| 0),
        Op::ExtractAndAddBytes { instance: 0, start, input, .. } => {
            state.extract_and_add_bytes(start, &data(input, salt), &mut out[0]).map(|()| 0)
        }
        Op::PermuteAll { rounds } => state.permute(rounds).map(|()| 0),
        Op::AbsorbBlocksAll { lanes, rounds, ref lens } => state.absorb_blocks(lanes, rounds, &data(lens[0], salt)),
        Op::SqueezeBlocksAll { lanes, rounds, .. } => state.squeeze_blocks(lanes, rounds, &mut out[0]),
        _ => return None,
    })
}

/// Buffers for the outputs of the call.
fn outputs(op: &Op, salt: u64) -> Vec<Edge> {
    let lens = match *op {
        Op::ExtractBytes { len, .. } | Op::ExtractLanesAll { len, .. } => vec![len],
        Op::ExtractAndAddBytes { output, .. } | Op::ExtractAndAddLanesAll { output, .. } => vec![output],
        Op::SqueezeBlocksAll { ref lens, .. } => lens.clone(),
        _ => vec![],
    };
    lens.into_iter().map(|len| Edge::of(&vec![OLD; len], Flush::turn(salt as usize / 100))).collect()
}

/// Runs the operations on model, states and, for one, state; all outcomes, outputs and contents must be the model's after
/// each. Where a call has faults, it gives one of them, and nothing changes.
fn run<W: Lane, const N: usize>(ops: &[Op], backend: Option<Backend>) {
    let size = 25 * W::BYTES;
    let mut model = Model([(); N].map(|()| vec![0; size]), PhantomData::<W>);
    let mut states = backend.map_or_else(States::<W, N>::new, |backend| States::with_backend(backend).unwrap());
    let mut one = backend.map_or_else(State::<W>::new, |backend| State::with_backend(backend).unwrap());
    for (i, op) in ops.iter().enumerate() {
        let salt = 100 * i as u64;
        let faults = faults::<W, N>(op);
        let mut expected = outputs(op, salt);
        let done = if faults.is_empty() { model.apply(op, salt, &mut expected) } else { 0 };
        let right = |got: Result<usize, Error>| match got {
            Ok(got) => faults.is_empty() && got == done,
            Err(got) => faults.contains(&got),
        };
        let same = |out: &[Edge]| out.iter().zip(&expected).all(|(out, expected)| out[..] == expected[..]);
        let mut out = outputs(op, salt);
        let got = apply(&mut states, op, salt, &mut out);
        let name = states.backend();
        assert!(right(got), "{name} x{N} of {size} bytes: {op:?}: {got:?}, not {done} or {faults:?}");
        assert!(same(&out), "{name} x{N} of {size} bytes: {op:?}: output");
        for (i, model) in model.0.iter().enumerate() {
            let mut bytes = vec![0; size];
            states.extract_bytes(i, 0, &mut bytes).unwrap();
            assert!(bytes == *model, "{name} x{N} of {size} bytes: {op:?}: state {i}");
        }
        if N == 1 {
            let mut out = outputs(op, salt);
            if let Some(got) = apply_to_one(&mut one, op, salt, &mut out) {
                assert!(right(got), "{name}: {op:?}: {got:?}, not {done} or {faults:?}");
                assert!(same(&out), "{name}: {op:?}: output");
            } else {
                // Not for one state: brought to the same contents.
                one.overwrite_bytes(0, &model.0[0]).unwrap();
            }
            let mut bytes = vec![0; size];
            one.extract_bytes(0, &mut bytes).unwrap();
            assert!(bytes == model.0[0], "{name}: {op:?}: contents");
        }
    }
}

/// Every backend that has a form for the lanes.
fn on_every_backend<W: Lane, const N: usize>(ops: &[Op]) {
    backends_for::<W>().into_iter().map(Some).chain([None]).for_each(|backend| run::<W, N>(ops, backend));
}

/// Mostly what is allowed, now and then what is not.
fn op<W: Lane, const N: usize>(random: &mut Random) -> Op {
    let size = 25 * W::BYTES;
    let kind = random.to(13);
    let mut mostly = |least: usize, most: usize, others: &[usize]| {
        if random.once_in(14) { random.of(others) } else { least + random.to(most - least) }
    };
    let instance = mostly(0, N - 1, &[N, usize::MAX]);
    let rounds = mostly(1, W::ROUNDS, &[0, W::ROUNDS + 1, usize::MAX]);
    let rate = mostly(1, 24, &[0, 25, usize::MAX]);
    // A range of the state, or one that is too long or begins too late.
    let start = random.to(size);
    let most = if random.once_in(3) { 17 } else { size };
    let len = random.to(most.min(size - start));
    let (end, far) = (size + 1 - start, random.to(size + 9));
    let odd = [(start, end), (size + 1, 0), (usize::MAX, 1), (usize::MAX - far, far), (usize::MAX - far, far + 1)];
    let (start, len) = if random.once_in(8) { random.of(&odd) } else { (start, len) };
    // Lanes, their offset, and bytes: exactly as many as are needed, more, or fewer.
    let lanes = if random.once_in(12) { random.of(&[26, 1000]) } else { random.to(25) };
    let offset = [0, lanes, lanes, lanes + random.to(8), random.to(lanes), usize::MAX / W::BYTES][random.to(5)];
    let needed = offset.saturating_mul(N - 1).saturating_add(lanes).saturating_mul(W::BYTES).min(20_000);
    let bytes = [needed, needed, needed + random.to(99), needed.saturating_sub(1 + random.to(9))][random.to(3)];
    // Whole blocks for all; or anything.
    let (block, count) = (rate.min(25) * W::BYTES, random.to(3));
    let mut lens = vec![count * block; N];
    if random.once_in(2) {
        lens.fill_with(|| random.to(3 * block + 9));
    }
    // The second of two lengths, mostly the same.
    let other = |random: &mut Random, len: usize| [len, len, len, len, len + 1, len.saturating_sub(1)][random.to(5)];
    match kind {
        0 => Op::Initialize { instance },
        1 => Op::InitializeAll,
        2 => Op::AddBytes { instance, start, len },
        3 => Op::OverwriteBytes { instance, start, len },
        4 => Op::OverwriteWithZeroes { instance, count: start },
        5 => Op::ExtractBytes { instance, start, len },
        6 => Op::ExtractAndAddBytes { instance, start, input: len, output: other(random, len) },
        7 => Op::AddLanesAll { lanes, offset, len: bytes },
        8 => Op::OverwriteLanesAll { lanes, offset, len: bytes },
        9 => Op::ExtractLanesAll { lanes, offset, len: bytes },
        10 => Op::ExtractAndAddLanesAll { lanes, offset, input: bytes, output: other(random, bytes) },
        11 => Op::PermuteAll { rounds },
        12 => Op::AbsorbBlocksAll { lanes: rate, rounds, lens },
        _ => Op::SqueezeBlocksAll { lanes: rate, rounds, lens },
    }
}

fn any_sequence<W: Lane, const N: usize>(cases: u64) {
    for seed in 0..cases {
        let mut random = Random::new(seed);
        // States that are not zero to begin with.
        let mut ops = vec![Op::OverwriteLanesAll { lanes: 25, offset: 25, len: 25 * W::BYTES * N }];
        ops.extend((0..=seed % 11).map(|_| op::<W, N>(&mut random)));
        on_every_backend::<W, N>(&ops);
    }
}

#[test]
fn any_operations_on_states() {
    any_sequence::<u64, 1>(800);
    any_sequence::<u64, 2>(800);
    any_sequence::<u64, 4>(800);
    any_sequence::<u64, 8>(800);
}

#[test]
fn any_operations_on_states_of_short_lanes() {
    // The compiler takes long over each: these few reach every number of states of every backend, groups and idle lanes.
    any_sequence::<u8, 1>(400);
    any_sequence::<u16, 8>(200);
    any_sequence::<u32, 2>(200);
    any_sequence::<u32, 16>(100);
}

/// Every rate and number of blocks, and every number of rounds, with a state that the next operation shows.
fn bulk<W: Lane, const N: usize>() {
    let start = Op::OverwriteLanesAll { lanes: 25, offset: 25, len: 25 * W::BYTES * N };
    for lanes in 1..=24 {
        for count in [1, 2, 5] {
            let lens = vec![W::BYTES * lanes * count; N];
            let absorb = Op::AbsorbBlocksAll { lanes, rounds: W::ROUNDS, lens: lens.clone() };
            let squeeze = Op::SqueezeBlocksAll { lanes, rounds: 12, lens };
            on_every_backend::<W, N>(&[start.clone(), absorb.clone(), squeeze, absorb]);
        }
    }
    for rounds in 1..=W::ROUNDS {
        let absorb = Op::AbsorbBlocksAll { lanes: 17, rounds, lens: vec![3 * 17 * W::BYTES; N] };
        let squeeze = Op::SqueezeBlocksAll { lanes: 21, rounds, lens: vec![2 * 21 * W::BYTES; N] };
        on_every_backend::<W, N>(&[start.clone(), Op::PermuteAll { rounds }, absorb, squeeze]);
    }
}

#[test]
fn every_rate_and_number_of_rounds() {
    bulk::<u64, 1>();
    bulk::<u64, 2>();
    bulk::<u64, 4>();
    bulk::<u64, 8>();
}

#[test]
fn every_rate_and_number_of_rounds_of_short_lanes() {
    bulk::<u8, 1>();
    bulk::<u16, 8>();
    bulk::<u32, 2>();
    bulk::<u32, 16>();
}

/// The backends that are for 64-bit lanes alone say so, whatever the machine has.
#[test]
fn backends_without_a_form_for_short_lanes() {
    use Backend::{Avx2Planes, Avx512Planes, Avx512PlanesPaper, NeonSha3, Portable32};
    let own = [Portable32, Avx512Planes, NeonSha3];
    let without = if cfg!(papers) { &[Avx2Planes, Avx512PlanesPaper] } else { &own[..] };
    let all = backends();
    for &backend in without {
        assert_eq!(State::<u8>::with_backend(backend).unwrap_err(), Error::NoFormForLane { backend, bits: 8 });
        assert_eq!(States::<u16, 2>::with_backend(backend).unwrap_err(), Error::NoFormForLane { backend, bits: 16 });
        assert_eq!(State::<u32>::with_backend(backend).unwrap_err(), Error::NoFormForLane { backend, bits: 32 });
    }
    let none = State::<u8>::with_backend(Backend::ShaNi).unwrap_err();
    assert!(matches!(none, Error::NoForm { backend: Backend::ShaNi, forms } if forms.contains(&Portable32)), "{none}");
    // All others have one.
    let with: Vec<Backend> = all.into_iter().filter(|backend| !without.contains(backend)).collect();
    assert_eq!(backends_for::<u8>(), with);
    assert_eq!(backends_for::<u32>(), with);
}

#[test]
fn new_states_are_zero_and_copies_are_their_own() {
    for backend in backends() {
        let mut states = States::<u64, 4>::with_backend(backend).unwrap();
        assert_eq!(states.backend(), backend);
        let mut bytes = [1; 200];
        states.extract_bytes(3, 0, &mut bytes).unwrap();
        assert_eq!(bytes, [0; 200], "{backend}");
        let copy = states.clone();
        states.permute_all(24).unwrap();
        copy.extract_bytes(3, 0, &mut bytes).unwrap();
        assert_eq!(bytes, [0; 200], "{backend}");
        states.extract_bytes(3, 0, &mut bytes).unwrap();
        assert_ne!(bytes, [0; 200], "{backend}");
    }
    for &backend in lanesum::Algorithm::Sha3_256.backends().iter().filter(|backend| !backend.is_available()) {
        assert_eq!(States::<u64, 2>::with_backend(backend).unwrap_err(), Error::BackendUnavailable(backend));
        assert_eq!(State::<u64>::with_backend(backend).unwrap_err(), Error::BackendUnavailable(backend));
    }
}
