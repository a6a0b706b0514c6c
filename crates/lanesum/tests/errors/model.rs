//! The states against a model of plain bytes and the reference's permutation, with any arguments at all.
//!
//! A call either fails, for a reason that the model has too, and changes nothing; or it succeeds where the model does, and
//! states and outputs are the model's. It does not panic.

use super::support::{backends, hex, message};
use lanesum::Error;
use lanesum::hazmat::{State, States};
use proptest::prelude::*;
use reference::keccak_p::{self, Width};

/// A call. Of the outputs only the lengths are given; they are filled with [`UNTOUCHED`].
#[derive(Clone, Debug)]
enum Call {
    Initialize {
        instance: usize,
    },
    InitializeAll,
    Add {
        instance: usize,
        start: usize,
        data: Vec<u8>,
    },
    Overwrite {
        instance: usize,
        start: usize,
        data: Vec<u8>,
    },
    OverwriteWithZeroes {
        instance: usize,
        count: usize,
    },
    Extract {
        instance: usize,
        start: usize,
        len: usize,
    },
    ExtractAndAdd {
        instance: usize,
        start: usize,
        input: Vec<u8>,
        len: usize,
    },
    AddLanes {
        data: Vec<u8>,
        lanes: usize,
        offset: usize,
    },
    OverwriteLanes {
        data: Vec<u8>,
        lanes: usize,
        offset: usize,
    },
    ExtractLanes {
        len: usize,
        lanes: usize,
        offset: usize,
    },
    ExtractAndAddLanes {
        input: Vec<u8>,
        len: usize,
        lanes: usize,
        offset: usize,
    },
    Permute {
        rounds: usize,
    },
    /// One row for each state, of which as many are taken as there are states.
    Absorb {
        lanes: usize,
        rounds: usize,
        rows: Vec<Vec<u8>>,
    },
    Squeeze {
        lanes: usize,
        rounds: usize,
        lens: Vec<usize>,
    },
}

const UNTOUCHED: u8 = 0xa7;
const BYTES: usize = 200;

impl Call {
    /// The outputs before the call.
    fn outputs(&self, count: usize) -> Vec<Vec<u8>> {
        match self {
            Call::Extract { len, .. }
            | Call::ExtractAndAdd { len, .. }
            | Call::ExtractLanes { len, .. }
            | Call::ExtractAndAddLanes { len, .. } => vec![vec![UNTOUCHED; *len]],
            Call::Squeeze { lens, .. } => lens[..count].iter().map(|len| vec![UNTOUCHED; *len]).collect(),
            _ => vec![],
        }
    }
}

/// What a call did: how many bytes it says it has taken or put out, or why it could not be done.
type Outcome = Result<usize, Error>;

/// What it may do: any of the reasons, if there are some.
type Expected = Result<usize, Vec<Error>>;

/// Bytes, and nothing else.
#[derive(Clone)]
struct Model<const N: usize>([[u8; BYTES]; N]);

/// All that is wrong, or the range.
fn range<const N: usize>(instance: usize, start: usize, len: usize) -> Result<std::ops::Range<usize>, Vec<Error>> {
    let mut errors = vec![];
    if instance >= N {
        errors.push(Error::NoSuchInstance { index: instance, count: N });
    }
    if start as u128 + len as u128 > BYTES as u128 {
        errors.push(Error::OutOfState { start, len, size: BYTES });
    }
    if errors.is_empty() { Ok(start..start + len) } else { Err(errors) }
}

/// All that is wrong with an operation on lanes of all states in a buffer of `len` bytes.
fn strided<const N: usize>(argument: &'static str, len: usize, lanes: usize, offset: usize) -> Vec<Error> {
    let mut errors = vec![];
    if lanes > 25 {
        errors.push(Error::OutOfState { start: 0, len: lanes.saturating_mul(8), size: BYTES });
    }
    let needed = 8 * (offset as u128 * (N as u128 - 1) + lanes as u128);
    if lanes > 0 && (len as u128) < needed {
        let least = usize::try_from(needed).unwrap_or(usize::MAX);
        errors.push(Error::TooShort { argument, least, got: len });
    }
    errors
}

fn bulk(lanes: usize, rounds: usize) -> Vec<Error> {
    let mut errors = vec![];
    if !(1..=24).contains(&lanes) {
        errors.push(Error::Rate(lanes));
    }
    if !(1..=24).contains(&rounds) {
        errors.push(Error::Rounds(rounds));
    }
    errors
}

fn all(errors: Vec<Error>) -> Result<(), Vec<Error>> {
    if errors.is_empty() { Ok(()) } else { Err(errors) }
}

fn xor(to: &mut [u8], from: &[u8]) {
    for (to, from) in to.iter_mut().zip(from) {
        *to ^= from;
    }
}

impl<const N: usize> Model<N> {
    fn permute(&mut self, rounds: usize) {
        for state in &mut self.0 {
            let permuted = keccak_p::permute(&keccak_p::State::from_bytes(Width::B1600, state), rounds as u32);
            state.copy_from_slice(&permuted.to_bytes());
        }
    }

    fn call(&mut self, call: &Call, out: &mut [Vec<u8>]) -> Expected {
        match call {
            Call::Initialize { instance } => {
                range::<N>(*instance, 0, BYTES)?;
                self.0[*instance] = [0; BYTES];
            }
            Call::InitializeAll => self.0 = [[0; BYTES]; N],
            Call::Add { instance, start, data } => {
                let range = range::<N>(*instance, *start, data.len())?;
                xor(&mut self.0[*instance][range], data);
            }
            Call::Overwrite { instance, start, data } => {
                let range = range::<N>(*instance, *start, data.len())?;
                self.0[*instance][range].copy_from_slice(data);
            }
            Call::OverwriteWithZeroes { instance, count } => {
                let range = range::<N>(*instance, 0, *count)?;
                self.0[*instance][range].fill(0);
            }
            Call::Extract { instance, start, len } => {
                let range = range::<N>(*instance, *start, *len)?;
                out[0].copy_from_slice(&self.0[*instance][range]);
            }
            Call::ExtractAndAdd { instance, start, input, len } => {
                let differ = Error::Length { argument: "output", expected: input.len(), got: *len };
                let mut errors = if input.len() == *len { vec![] } else { vec![differ] };
                let range = range::<N>(*instance, *start, input.len()).map_err(|more| errors.extend(more));
                all(errors)?;
                out[0].copy_from_slice(input);
                xor(&mut out[0], &self.0[*instance][range.unwrap()]);
            }
            Call::AddLanes { data, lanes, offset } => {
                all(strided::<N>("data", data.len(), *lanes, *offset))?;
                for (i, state) in self.0.iter_mut().enumerate().take(if *lanes > 0 { N } else { 0 }) {
                    xor(&mut state[..8 * lanes], &data[8 * (offset * i)..]);
                }
            }
            Call::OverwriteLanes { data, lanes, offset } => {
                all(strided::<N>("data", data.len(), *lanes, *offset))?;
                for (i, state) in self.0.iter_mut().enumerate().take(if *lanes > 0 { N } else { 0 }) {
                    state[..8 * lanes].copy_from_slice(&data[8 * (offset * i)..][..8 * lanes]);
                }
            }
            Call::ExtractLanes { len, lanes, offset } => {
                all(strided::<N>("out", *len, *lanes, *offset))?;
                for (i, state) in self.0.iter().enumerate().take(if *lanes > 0 { N } else { 0 }) {
                    out[0][8 * (offset * i)..][..8 * lanes].copy_from_slice(&state[..8 * lanes]);
                }
            }
            Call::ExtractAndAddLanes { input, len, lanes, offset } => {
                let mut errors = strided::<N>("output", *len, *lanes, *offset);
                if input.len() != *len {
                    errors.push(Error::Length { argument: "output", expected: input.len(), got: *len });
                }
                all(errors)?;
                for (i, state) in self.0.iter().enumerate().take(if *lanes > 0 { N } else { 0 }) {
                    let at = 8 * (offset * i)..8 * (offset * i + lanes);
                    out[0][at.clone()].copy_from_slice(&input[at.clone()]);
                    xor(&mut out[0][at], state);
                }
            }
            Call::Permute { rounds } => {
                all(bulk(1, *rounds))?;
                self.permute(*rounds);
            }
            Call::Absorb { lanes, rounds, rows } => {
                all(bulk(*lanes, *rounds))?;
                let blocks = rows[..N].iter().map(|row| row.len() / (8 * lanes)).min().unwrap();
                for block in 0..blocks {
                    for (state, row) in self.0.iter_mut().zip(rows) {
                        xor(state, &row[8 * lanes * block..][..8 * lanes]);
                    }
                    self.permute(*rounds);
                }
                return Ok(8 * lanes * blocks);
            }
            Call::Squeeze { lanes, rounds, .. } => {
                all(bulk(*lanes, *rounds))?;
                let blocks = out.iter().map(|out| out.len() / (8 * lanes)).min().unwrap();
                for block in 0..blocks {
                    self.permute(*rounds);
                    for (state, out) in self.0.iter().zip(&mut *out) {
                        out[8 * lanes * block..][..8 * lanes].copy_from_slice(&state[..8 * lanes]);
                    }
                }
                return Ok(8 * lanes * blocks);
            }
        }
        Ok(0)
    }
}

/// What is under test: [`States`] of any number, or [`State`].
trait Target<const N: usize> {
    fn call(&mut self, call: &Call, out: &mut [Vec<u8>]) -> Outcome;
    fn bytes(&self) -> [[u8; BYTES]; N];
}

impl<const N: usize> Target<N> for States<u64, N> {
    fn call(&mut self, call: &Call, out: &mut [Vec<u8>]) -> Outcome {
        let done = match call {
            Call::Initialize { instance } => self.initialize(*instance),
            Call::InitializeAll => {
                self.initialize_all();
                Ok(())
            }
            Call::Add { instance, start, data } => self.add_bytes(*instance, *start, data),
            Call::Overwrite { instance, start, data } => self.overwrite_bytes(*instance, *start, data),
            Call::OverwriteWithZeroes { instance, count } => self.overwrite_with_zeroes(*instance, *count),
            Call::Extract { instance, start, .. } => self.extract_bytes(*instance, *start, &mut out[0]),
            Call::ExtractAndAdd { instance, start, input, .. } => {
                self.extract_and_add_bytes(*instance, *start, input, &mut out[0])
            }
            Call::AddLanes { data, lanes, offset } => self.add_lanes_all(data, *lanes, *offset),
            Call::OverwriteLanes { data, lanes, offset } => self.overwrite_lanes_all(data, *lanes, *offset),
            Call::ExtractLanes { lanes, offset, .. } => self.extract_lanes_all(&mut out[0], *lanes, *offset),
            Call::ExtractAndAddLanes { input, lanes, offset, .. } => {
                self.extract_and_add_lanes_all(input, &mut out[0], *lanes, *offset)
            }
            Call::Permute { rounds } => self.permute_all(*rounds),
            Call::Absorb { lanes, rounds, rows } => {
                return self.absorb_blocks_all(*lanes, *rounds, std::array::from_fn(|i| &rows[i][..]));
            }
            Call::Squeeze { lanes, rounds, .. } => {
                let mut out = out.iter_mut();
                return self.squeeze_blocks_all(*lanes, *rounds, std::array::from_fn(|_| &mut out.next().unwrap()[..]));
            }
        };
        done.map(|()| 0)
    }

    fn bytes(&self) -> [[u8; BYTES]; N] {
        std::array::from_fn(|i| {
            let mut bytes = [0; BYTES];
            self.extract_bytes(i, 0, &mut bytes).unwrap();
            bytes
        })
    }
}

impl Target<1> for State {
    fn call(&mut self, call: &Call, out: &mut [Vec<u8>]) -> Outcome {
        let done = match call {
            Call::Add { start, data, .. } => self.add_bytes(*start, data),
            Call::Overwrite { start, data, .. } => self.overwrite_bytes(*start, data),
            Call::OverwriteWithZeroes { count, .. } => self.overwrite_with_zeroes(*count),
            Call::Extract { start, .. } => self.extract_bytes(*start, &mut out[0]),
            Call::ExtractAndAdd { start, input, .. } => self.extract_and_add_bytes(*start, input, &mut out[0]),
            Call::Permute { rounds } => self.permute(*rounds),
            Call::Absorb { lanes, rounds, rows } => return self.absorb_blocks(*lanes, *rounds, &rows[0]),
            Call::Squeeze { lanes, rounds, .. } => return self.squeeze_blocks(*lanes, *rounds, &mut out[0]),
            _ => {
                self.initialize();
                Ok(())
            }
        };
        done.map(|()| 0)
    }

    fn bytes(&self) -> [[u8; BYTES]; 1] {
        let mut bytes = [0; BYTES];
        self.extract_bytes(0, &mut bytes).unwrap();
        [bytes]
    }
}

/// Runs the calls on every backend beside the model, and compares after each.
fn compare<const N: usize, T: Target<N>>(
    calls: &[Call],
    new: impl Fn(lanesum::Backend) -> T,
) -> Result<(), TestCaseError> {
    let mut model = Model([[0; BYTES]; N]);
    let mut steps = vec![];
    for call in calls {
        let mut out = call.outputs(N);
        let expected = model.call(call, &mut out);
        steps.push((call, expected, out, model.clone()));
    }
    for backend in backends() {
        let mut states = new(backend);
        for (call, expected, expected_out, model) in &steps {
            let mut out = call.outputs(N);
            let outcome = states.call(call, &mut out);
            match (&outcome, expected) {
                (Ok(count), Ok(expected)) => prop_assert_eq!(count, expected, "{}, {:?}", backend, call),
                (Err(error), Err(reasons)) => {
                    prop_assert!(reasons.contains(error), "{backend}, {call:?}: {error:?} is none of {reasons:?}");
                }
                _ => prop_assert!(false, "{backend}, {call:?}: {outcome:?}, not {expected:?}"),
            }
            prop_assert!(out == *expected_out, "{backend}, {call:?}: {out:02x?}, not {expected_out:02x?}");
            for (i, (state, expected)) in states.bytes().iter().zip(&model.0).enumerate() {
                prop_assert_eq!(hex(state), hex(expected), "{}, {:?}: state {}", backend, call, i);
            }
        }
    }
    Ok(())
}

/// A position in a state, most often within it; a lane's beginning more often than chance has it.
fn position() -> impl Strategy<Value = usize> {
    prop_oneof![8 => 0..=205_usize, 4 => (0..=26_usize).prop_map(|lane| 8 * lane), 1 => extreme()]
}

/// Lengths of data that are really there.
fn len() -> impl Strategy<Value = usize> {
    prop_oneof![8 => 0..=60_usize, 4 => (0..=26_usize).prop_map(|lane| 8 * lane), 1 => 190..=230_usize]
}

/// Numbers with which sums and products overflow.
fn extreme() -> impl Strategy<Value = usize> {
    prop_oneof![
        Just(usize::MAX),
        (0..=210_usize).prop_map(|n| usize::MAX - n),
        Just(usize::MAX / 8),
        Just(usize::MAX / 8 + 1),
        Just(usize::MAX / 16 + 1),
        Just(usize::MAX / 2 + 1),
        any::<usize>(),
    ]
}

/// Rounds and lanes, those that there are and those that there are not.
fn small() -> impl Strategy<Value = usize> {
    prop_oneof![20 => 1..=24_usize, 3 => 0..=30_usize, 1 => extreme()]
}

fn data(len: impl Strategy<Value = usize>) -> impl Strategy<Value = Vec<u8>> {
    (len, any::<u64>()).prop_map(|(len, seed)| message(len, seed))
}

/// Lanes, their offset, and the length of a buffer: often enough, sometimes a byte less, sometimes anything.
fn lanes(count: usize) -> impl Strategy<Value = (usize, usize, usize)> {
    let offset = prop_oneof![8 => 0..=30_usize, 1 => extreme()];
    (prop_oneof![8 => 0..=26_usize, 1 => extreme()], offset, 0..=8_usize).prop_map(move |(lanes, offset, more)| {
        let needed = 8 * (lanes as u128 + offset as u128 * (count as u128 - 1));
        let len = if needed < 10_000 { (needed as usize + more).saturating_sub(1) } else { 25 * more };
        (lanes, offset, len)
    })
}

/// Outputs and inputs that are equally long most of the time.
fn pair() -> impl Strategy<Value = (Vec<u8>, usize)> {
    (data(len()), prop_oneof![9 => Just(0), 1 => 1..=2_usize]).prop_map(|(data, more)| {
        let len = data.len() + more;
        (data, len)
    })
}

fn call(count: usize) -> impl Strategy<Value = Call> {
    // State has one instance only, and no argument for it.
    let instance = move || prop_oneof![12 => 0..count, 1 => count..=count + 1, 1 => extreme()].boxed();
    let rows = || prop::collection::vec(data(prop_oneof![len(), 0..=700_usize]), 8);
    let lens = || prop::collection::vec(prop_oneof![len(), 0..=700_usize], 8);
    prop_oneof![
        1 => instance().prop_map(|instance| Call::Initialize { instance }),
        1 => Just(Call::InitializeAll),
        4 => (instance(), position(), data(len()))
            .prop_map(|(instance, start, data)| Call::Add { instance, start, data }),
        4 => (instance(), position(), data(len()))
            .prop_map(|(instance, start, data)| Call::Overwrite { instance, start, data }),
        3 => (instance(), position()).prop_map(|(instance, count)| Call::OverwriteWithZeroes { instance, count }),
        4 => (instance(), position(), len())
            .prop_map(|(instance, start, len)| Call::Extract { instance, start, len }),
        4 => (instance(), position(), pair())
            .prop_map(|(instance, start, (input, len))| Call::ExtractAndAdd { instance, start, input, len }),
        3 => (lanes(count), any::<u64>())
            .prop_map(|((lanes, offset, len), seed)| Call::AddLanes { data: message(len, seed), lanes, offset }),
        3 => (lanes(count), any::<u64>())
            .prop_map(|((lanes, offset, len), seed)| Call::OverwriteLanes { data: message(len, seed), lanes, offset }),
        3 => lanes(count).prop_map(|(lanes, offset, len)| Call::ExtractLanes { len, lanes, offset }),
        3 => (lanes(count), any::<u64>(), prop_oneof![9 => Just(0), 1 => 1..=2_usize]).prop_map(
            |((lanes, offset, len), seed, more)| {
                Call::ExtractAndAddLanes { input: message(len, seed), len: len + more, lanes, offset }
            }
        ),
        3 => small().prop_map(|rounds| Call::Permute { rounds }),
        4 => (small(), small(), rows()).prop_map(|(lanes, rounds, rows)| Call::Absorb { lanes, rounds, rows }),
        4 => (small(), small(), lens()).prop_map(|(lanes, rounds, lens)| Call::Squeeze { lanes, rounds, lens }),
    ]
}

fn calls(count: usize) -> impl Strategy<Value = Vec<Call>> {
    prop::collection::vec(call(count), 0..25)
}

/// Calls that [`State`] has.
fn calls_of_one_state() -> impl Strategy<Value = Vec<Call>> {
    let call = call(1).prop_map(|mut call| {
        match &mut call {
            Call::Add { instance, .. }
            | Call::Overwrite { instance, .. }
            | Call::OverwriteWithZeroes { instance, .. }
            | Call::Extract { instance, .. }
            | Call::ExtractAndAdd { instance, .. } => *instance = 0,
            Call::Permute { .. } | Call::Absorb { .. } | Call::Squeeze { .. } => {}
            _ => call = Call::InitializeAll,
        }
        call
    });
    // Many of the calls above have become initialisations: thinned out.
    let call = (call, 0..8).prop_map(|(call, luck)| match call {
        Call::InitializeAll if luck != 0 => Call::Permute { rounds: 1 + luck as usize },
        call => call,
    });
    prop::collection::vec(call, 0..25)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn state(calls in calls_of_one_state()) {
        compare::<1, State>(&calls, |backend| State::<u64>::with_backend(backend).unwrap())?;
    }

    #[test]
    fn states_of_1(calls in calls(1)) {
        compare::<1, States<u64, 1>>(&calls, |backend| States::with_backend(backend).unwrap())?;
    }

    #[test]
    fn states_of_2(calls in calls(2)) {
        compare::<2, States<u64, 2>>(&calls, |backend| States::with_backend(backend).unwrap())?;
    }

    #[test]
    fn states_of_4(calls in calls(4)) {
        compare::<4, States<u64, 4>>(&calls, |backend| States::with_backend(backend).unwrap())?;
    }

    #[test]
    fn states_of_8(calls in calls(8)) {
        compare::<8, States<u64, 8>>(&calls, |backend| States::with_backend(backend).unwrap())?;
    }
}
