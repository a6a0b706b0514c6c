//! The general constructions in the library's terms: Keccak-p of less than 1600 bits, the sponge of any rate and width, the
//! duplex; and KT128.

use anyhow::{Context, Result, ensure};
use lanesum::Kt128;
use lanesum::digest::{ExtendableOutput, Update};
use lanesum::hazmat::{Duplex, KeccakSponge, Lane, State, States};
use lanesum::{Backend, Error};

use super::bits::{Bits, compare};
use super::case::Case;

pub(super) struct Construction {
    pub(super) id: String,
    /// The width of the permutation in bytes.
    pub(super) width: usize,
    pub(super) what: What,
}

pub(super) enum What {
    /// Keccak-p of this many rounds.
    Permutation { rounds: usize, input: Vec<u8>, output: Vec<u8> },
    /// The rate in bits.
    Sponge { rate: usize, message: Bits, output: Bits },
    /// Input and output of each call of one object.
    Duplex { rate: usize, calls: Vec<(Bits, Bits)> },
    /// KT128, of whose output the first `skipped` bytes are not given.
    Kt { message: Vec<u8>, customization: Vec<u8>, skipped: usize, output: Vec<u8> },
}

/// Calls a function for the lane of a width in bytes.
macro_rules! for_lane {
    ($width:expr, $function:ident($($argument:expr),*), $otherwise:expr) => {
        match $width {
            25 => $function::<u8>($($argument),*),
            50 => $function::<u16>($($argument),*),
            100 => $function::<u32>($($argument),*),
            200 => $function::<u64>($($argument),*),
            _ => $otherwise,
        }
    };
}

/// The rate and the capacity of `r1026c574`.
pub(super) fn rate_and_capacity(name: &str) -> Option<(usize, usize)> {
    let (rate, capacity) = name.strip_prefix('r')?.split_once('c')?;
    Some((rate.parse().ok()?, capacity.parse().ok()?))
}

impl Case for Construction {
    fn id(&self) -> &str {
        &self.id
    }

    /// Whether the backend has a form for the width.
    fn exists_on(&self, backend: Backend) -> bool {
        fn exists<W: Lane>(backend: Backend) -> bool {
            !W::widths(backend).is_empty()
        }
        for_lane!(self.width, exists(backend), false)
    }

    fn run(&self, backend: Backend) -> Result<(), String> {
        let got = for_lane!(self.width, outputs(&self.what, backend), return Err(format!("{} bytes wide", self.width)));
        let got = got.map_err(|error| error.to_string())?;
        let expected: Vec<&[u8]> = match &self.what {
            What::Permutation { output, .. } => vec![output; 2],
            What::Sponge { output, .. } => vec![output.bytes()],
            What::Duplex { calls, .. } => calls.iter().map(|(_, output)| output.bytes()).collect(),
            What::Kt { output, .. } => vec![output],
        };
        let pairs = got.iter().zip(expected).enumerate();
        pairs
            .into_iter()
            .try_for_each(|(i, (got, expected))| compare(got, expected).map_err(|what| format!("output {i}: {what}")))
    }
}

fn outputs<W: Lane>(what: &What, backend: Backend) -> Result<Vec<Vec<u8>>, Error> {
    match what {
        What::Permutation { rounds, input, output } => {
            let (mut alone, mut among) = (vec![0; output.len()], vec![0; output.len()]);
            let mut state = State::<W>::with_backend(backend)?;
            state.overwrite_bytes(0, input)?;
            state.permute(*rounds)?;
            state.extract_bytes(0, &mut alone)?;
            let mut states = States::<W, 8>::with_backend(backend)?;
            states.overwrite_bytes(5, 0, input)?;
            states.permute_all(*rounds)?;
            states.extract_bytes(5, 0, &mut among)?;
            Ok(vec![alone, among])
        }
        What::Sponge { rate, message, output } => {
            let mut sponge = KeccakSponge::<W>::with_backend(backend, *rate, W::ROUNDS)?;
            sponge.absorb_bits(message.bytes(), message.len())?;
            let mut out = vec![0xa5; output.bytes().len()];
            sponge.finish().squeeze_bits(&mut out, output.len())?;
            Ok(vec![out])
        }
        What::Duplex { rate, calls } => {
            let mut duplex = Duplex::<W>::with_backend(backend, *rate, W::ROUNDS)?;
            let call = |(input, output): &(Bits, Bits)| {
                let mut out = vec![0xa5; output.bytes().len()];
                duplex.duplexing(input.bytes(), input.len() as usize, &mut out)?;
                Ok(out)
            };
            calls.iter().map(call).collect()
        }
        What::Kt { message, customization, skipped, output } => {
            let hasher = Kt128::with_backend(backend, customization)?;
            let mut out = vec![0xa5; skipped + output.len()];
            hasher.chain(message).finalize_xof().read(&mut out);
            Ok(vec![out.split_off(*skipped)])
        }
    }
}

/// The number of bits in a title such as `Input (123 bits)`.
pub(super) fn bits_of_title(title: &str, word: &str) -> Option<u64> {
    title.strip_prefix(word)?.strip_prefix(" (")?.strip_suffix(" bits)")?.parse().ok()
}

/// The calls of a duplex from its inputs and outputs in turn.
pub(super) fn calls(inputs: Vec<Bits>, outputs: Vec<Bits>) -> Result<Vec<(Bits, Bits)>> {
    ensure!(inputs.len() == outputs.len(), "{} inputs and {} outputs", inputs.len(), outputs.len());
    Some(inputs.into_iter().zip(outputs).collect::<Vec<_>>()).filter(|calls| !calls.is_empty()).context("no call")
}
