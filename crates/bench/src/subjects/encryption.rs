//! Keyak and Ketje: wrapping in place, without metadata unless the name says so, in a session that goes on. What is compared are the ciphertexts and
//! tags of the first messages of sessions, and each has been unwrapped by another session before it counts.

use std::hint::black_box;

use lanesum::hazmat::{Lane, States, TwistedState};
use lanesum::ketje::{Ketje, Packet, StepLane};
use lanesum::keyak::{CryptLane, Forget, Keyak, Start};
use lanesum::{Backend, Error};
use measure::trials::{Case, Contender, Failed, Input, LANESUM, Work};

use super::counts::{on_each, per_byte};
use crate::limits::Limits;

/// Of every session; of Ketje Jr the first twelve bytes. The nonce is the session's number.
const KEY: &[u8; 16] = b"lanesum-bench/16";
/// Rounds of Keyak's permutations.
const ROUNDS: usize = 12;
/// Rounds before a tag of Ketje, and for the end of its metadata.
const ENDS: usize = 6 + 1;

/// Which mode over how many states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Keyak v2 with a given number of pistons.
    Keyak(usize),
    /// Ketje v2, with as many sessions as there are messages.
    Ketje,
}

/// The metadata that is authenticated beside a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Metadata {
    /// Nothing.
    Nothing,
    /// [`HEADER`] bytes, as of a packet.
    Header,
    /// All bytes of the case, and there is no message.
    Alone,
}

/// Bytes of a header.
pub const HEADER: usize = 16;

/// An instance that has rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Encryption {
    /// As in the rows.
    pub name: &'static str,
    /// Which mode.
    pub mode: Mode,
    /// Bits of a state.
    pub bits: usize,
    /// Bytes of a tag.
    pub tag_bytes: usize,
    /// The metadata of each case.
    pub metadata: Metadata,
}

/// Those that have rows.
pub const ENCRYPTIONS: &[Encryption] = &{
    const fn of(name: &'static str, mode: Mode, bits: usize, tag_bytes: usize) -> Encryption {
        Encryption { name, mode, bits, tag_bytes, metadata: Metadata::Nothing }
    }
    const fn with(metadata: Metadata, name: &'static str, mode: Mode) -> Encryption {
        Encryption { metadata, ..of(name, mode, 1600, 16) }
    }
    [
        of("river-keyak", Mode::Keyak(1), 800, 16),
        of("lake-keyak", Mode::Keyak(1), 1600, 16),
        of("sea-keyak", Mode::Keyak(2), 1600, 16),
        of("ocean-keyak", Mode::Keyak(4), 1600, 16),
        of("lunar-keyak", Mode::Keyak(8), 1600, 16),
        with(Metadata::Header, "lake-keyak-ad16", Mode::Keyak(1)),
        with(Metadata::Header, "lunar-keyak-ad16", Mode::Keyak(8)),
        with(Metadata::Alone, "lake-keyak-ad", Mode::Keyak(1)),
        with(Metadata::Alone, "lunar-keyak-ad", Mode::Keyak(8)),
        of("ketje-jr", Mode::Ketje, 200, 12),
        of("ketje-sr", Mode::Ketje, 400, 16),
        of("ketje-minor", Mode::Ketje, 800, 16),
        of("ketje-major", Mode::Ketje, 1600, 16),
    ]
};

/// A backend, and how many states it takes at once.
type Choice = (Backend, usize);

impl Encryption {
    /// The one of this name.
    pub fn of(name: &str) -> Option<Self> {
        ENCRYPTIONS.iter().copied().find(|encryption| encryption.name == name)
    }

    /// The backends that one session can be asked to take.
    pub fn forms(self) -> impl Iterator<Item = Backend> {
        Backend::ALL
            .iter()
            .copied()
            .filter(move |backend| self.width(*backend).iter().any(|width| *width <= self.states()))
    }

    pub(super) fn contenders<'a>(self, case: &Case, input: &'a Input, limits: &Limits) -> Vec<Contender<'a>> {
        on_each(case, self.forms(), |backend| self.contender(case, input, limits, backend))
    }

    /// On a backend, or on what the dispatch chooses, by the same calls.
    pub fn contender<'a>(
        self,
        case: &Case,
        input: &'a Input,
        limits: &Limits,
        backend: Option<Backend>,
    ) -> Contender<'a> {
        let (chosen, width) = self.choice(backend, case.messages);
        Contender {
            backend: Some(chosen.name().into()),
            width: Some(width as u64),
            limit_core_cpb: per_byte(case, || self.cycles(limits, backend, case)),
            ..Contender::new(LANESUM, self.work(input, backend))
        }
    }

    fn width(self, backend: Backend) -> &'static [usize] {
        match self.bits {
            1600 => u64::widths(backend),
            // Alike for all that are shorter.
            _ => u32::widths(backend),
        }
    }

    /// States of one session.
    const fn states(self) -> usize {
        match self.mode {
            Mode::Keyak(pistons) => pistons,
            Mode::Ketje => 1,
        }
    }

    /// Bytes of a block of all states.
    const fn block_bytes(self) -> usize {
        match (self.mode, self.bits) {
            (Mode::Keyak(pistons), bits) => pistons * (bits / 8 - 32),
            (Mode::Ketje, 200 | 400) => self.bits / 100,
            (Mode::Ketje, _) => self.bits / 50,
        }
    }

    fn choice(self, backend: Option<Backend>, messages: usize) -> Choice {
        match (self.mode, backend) {
            (Mode::Ketje, None) => {
                self.several().filter(|(_, width)| *width <= messages).unwrap_or_else(|| self.one(None))
            }
            _ => self.one(backend),
        }
    }

    /// For one session.
    fn one(self, backend: Option<Backend>) -> Choice {
        let backend = backend.unwrap_or_else(|| match (self.mode, self.bits) {
            (_, 200) => States::<u8, 1>::new().backend(),
            (_, 400) => States::<u16, 1>::new().backend(),
            (_, 800) => States::<u32, 1>::new().backend(),
            (Mode::Ketje | Mode::Keyak(1), _) => States::<u64, 1>::new().backend(),
            (Mode::Keyak(2), _) => States::<u64, 2>::new().backend(),
            (Mode::Keyak(4), _) => States::<u64, 4>::new().backend(),
            (Mode::Keyak(_), _) => States::<u64, 8>::new().backend(),
        });
        let most = self.width(backend).iter().copied().filter(|width| *width <= self.states()).max();
        (backend, most.unwrap_or(1))
    }

    /// For many sessions of Ketje at once, where there is a form for it: of eight, or of four with 64-bit lanes.
    fn several(self) -> Option<Choice> {
        let (eight, four) = match self.bits {
            1600 => (States::<u64, 8>::new().backend(), Some(States::<u64, 4>::new().backend())),
            _ => (States::<u32, 8>::new().backend(), None),
        };
        let is_native = |(backend, width): &Choice| self.width(*backend).contains(width);
        [Some((eight, 8)), four.map(|four| (four, 4))].into_iter().flatten().find(is_native)
    }

    /// Permutations of all states of Keyak for a message of this many bytes that follows another one, tag included.
    fn permutations(self, bytes: usize) -> usize {
        // Several pistons give 32 bytes each to all of them.
        let knot = if self.states() > 1 { (32 * self.states()).div_ceil(192) } else { 0 };
        if self.metadata == Metadata::Alone {
            // Of 1600 bits: all but the last lane of each state.
            return bytes.div_ceil(192 * self.states()).max(1) + knot;
        }
        // The last message's tag is no key stream; a header has room beside the first block.
        (bytes + self.tag_bytes).div_ceil(self.block_bytes()) + knot
    }

    /// The least that all messages could take.
    fn cycles(self, limits: &Limits, backend: Option<Backend>, case: &Case) -> Option<f64> {
        let (one, _) = self.one(backend);
        let permutation = |rounds| match self.bits {
            1600 => limits.permutation(one, self.states(), rounds),
            _ => limits.short_lanes(one, 1, rounds),
        };
        if let Mode::Keyak(_) = self.mode {
            return Some((case.messages * self.permutations(case.bytes)) as f64 * permutation(ROUNDS)?);
        }
        let block = self.block_bytes();
        // A round for each block that more follow; the others have rounds of their own.
        let steps = (case.bytes.div_ceil(block).max(1) - 1) as f64;
        let ends = permutation(ENDS + self.tag_bytes.div_ceil(block) - 1)?;
        let alone = limits.step(one, 1, self.bits).or_else(|| permutation(1))?;
        let (several, width) = self.choice(backend, case.messages);
        let groups = if width > 1 { case.messages / width } else { 0 };
        let at_once = if groups > 0 { groups as f64 * limits.step(several, width, self.bits)? } else { 0.0 };
        let left = (case.messages - groups * width) as f64;
        Some(steps * (at_once + left * alone) + case.messages as f64 * ends)
    }

    fn work<'a>(self, input: &Input, backend: Option<Backend>) -> Result<Work<'a>, String> {
        match (self.mode, self.bits) {
            (Mode::Keyak(_), 800) => keyak::<u32, 1>(input, backend, self.metadata),
            (Mode::Keyak(1), _) => keyak::<u64, 1>(input, backend, self.metadata),
            (Mode::Keyak(2), _) => keyak::<u64, 2>(input, backend, self.metadata),
            (Mode::Keyak(4), _) => keyak::<u64, 4>(input, backend, self.metadata),
            (Mode::Keyak(_), _) => keyak::<u64, 8>(input, backend, self.metadata),
            (Mode::Ketje, 200) => ketje::<u8, 12>(input, backend),
            (Mode::Ketje, 400) => ketje::<u16, 16>(input, backend),
            (Mode::Ketje, 800) => ketje::<u32, 16>(input, backend),
            (Mode::Ketje, _) => ketje::<u64, 16>(input, backend),
        }
    }
}

/// Of each message, one session after the other.
fn keyak<'a, W: CryptLane + 'a, const P: usize>(
    input: &Input,
    backend: Option<Backend>,
    metadata: Metadata,
) -> Result<Work<'a>, String> {
    let session = |number: usize, backend: Option<Backend>| {
        let nonce = number.to_le_bytes();
        let start = Start::new(KEY, &nonce);
        Keyak::<W, P>::start(&backend.map_or(start, |backend| start.backend(backend)))
    };
    // Refused once, it is refused always.
    session(0, backend).map_err(|error| error.to_string())?;
    let first = || -> Result<_, Error> {
        let (mut sessions, mut output) = (Vec::new(), Vec::new());
        for (number, message) in input.messages().enumerate() {
            let (beside, message) = match metadata {
                Metadata::Nothing => (vec![], message),
                Metadata::Header => (vec![0xad; HEADER], message),
                Metadata::Alone => (message.to_vec(), &[][..]),
            };
            let (mut own, mut data) = (session(number, backend)?, message.to_vec());
            let tag = own.wrap_in_place(&beside, &mut data, Forget::No)?;
            let mut plain = data.clone();
            session(number, None)?.unwrap_in_place(&beside, &mut plain, &tag, Forget::No)?;
            is_unwrapped(&plain, message)?;
            output.extend_from_slice(&data);
            output.extend_from_slice(&tag);
            sessions.push((own, beside, data));
        }
        Ok((sessions, output))
    };
    let (mut sessions, output) = first().map_err(|_| Failed.to_string())?;
    let run = move |n| {
        for _ in 0..n {
            for (session, metadata, data) in &mut sessions {
                // It has worked for this very message.
                let _ = black_box(session.wrap_in_place(black_box(metadata), black_box(data), Forget::No));
            }
        }
    };
    Ok(Work { output, run: Box::new(run) })
}

/// Of one message, or of many by [`Ketje::wrap_many`].
fn ketje<'a, W: StepLane + 'a, const T: usize>(input: &Input, backend: Option<Backend>) -> Result<Work<'a>, String> {
    let session = |number: usize, backend: Option<Backend>| {
        let (key, nonce) = (&KEY[..T], number.to_le_bytes());
        match backend {
            Some(backend) => Ketje::<TwistedState<W>>::with_backend(backend, key, &nonce),
            None => Ketje::new(key, &nonce),
        }
    };
    // Refused once, it is refused always.
    session(0, backend).map_err(|error| error.to_string())?;
    let first = || -> Result<_, Error> {
        let numbers = 0..input.messages().len();
        let mut sessions = numbers.map(|number| session(number, backend)).collect::<Result<Vec<_>, _>>()?;
        let mut data: Vec<Vec<u8>> = input.messages().map(<[u8]>::to_vec).collect();
        let mut tags = vec![[0; T]; data.len()];
        wrap(&mut sessions, &mut packets(&mut data), &mut tags)?;
        let mut output = Vec::new();
        for (number, ((message, data), tag)) in input.messages().zip(&data).zip(&tags).enumerate() {
            let mut plain = data.clone();
            session(number, None)?.unwrap_in_place(&[], &mut plain, tag)?;
            is_unwrapped(&plain, message)?;
            output.extend_from_slice(data);
            output.extend_from_slice(tag);
        }
        Ok((sessions, data, tags, output))
    };
    let (mut sessions, mut data, mut tags, output) = first().map_err(|_| Failed.to_string())?;
    let run = move |n| {
        let mut packets = packets(&mut data);
        for _ in 0..n {
            // It has worked for these very messages.
            let _ = wrap(&mut sessions, black_box(&mut packets), &mut tags);
            black_box(&tags);
        }
    };
    Ok(Work { output, run: Box::new(run) })
}

fn wrap<W: StepLane, const T: usize>(
    sessions: &mut [Ketje<TwistedState<W>>],
    packets: &mut [Packet<'_>],
    tags: &mut [[u8; T]],
) -> Result<(), Error> {
    if let ([session], [packet], [tag]) = (&mut *sessions, &mut *packets, &mut *tags) {
        *tag = session.wrap_in_place(packet.metadata, packet.data)?;
        return Ok(());
    }
    Ketje::wrap_many(sessions, packets, tags)
}

fn packets(data: &mut [Vec<u8>]) -> Vec<Packet<'_>> {
    data.iter_mut().map(|data| Packet { metadata: &[], data }).collect()
}

/// Another text is as wrong as another tag.
fn is_unwrapped(plain: &[u8], message: &[u8]) -> Result<(), Error> {
    if plain == message { Ok(()) } else { Err(Error::WrongTag) }
}

#[cfg(test)]
mod tests {
    use measure::trials::RowKind;

    use super::*;
    use crate::subjects;

    fn case(encryption: Encryption, kind: RowKind, bytes: usize, messages: usize) -> Case {
        let Encryption { name, tag_bytes, .. } = encryption;
        Case { algorithm: name.into(), kind, bytes, messages, output_bytes: tag_bytes, threads: 1 }
    }

    fn output<'a>(contender: &'a Contender<'_>) -> Option<&'a [u8]> {
        contender.work.as_ref().ok().map(|work| &work.output[..])
    }

    #[test]
    fn all_forms_agree_and_many_sessions_are_as_one_by_one() {
        let mut seen: Vec<Vec<u8>> = Vec::new();
        for &encryption in ENCRYPTIONS {
            // Of more than one block of all states of each.
            let bytes = 3000;
            let case = |kind, messages| case(encryption, kind, bytes, messages);
            let input = Input::of(&case(RowKind::Messages, 1));
            let chosen = subjects::contenders(&case(RowKind::Messages, 1), &input, &Limits::default());
            let expected = output(&chosen[0]).expect("the dispatch chooses what is there").to_vec();
            let encrypted = if encryption.metadata == Metadata::Alone { 0 } else { bytes };
            assert_eq!(expected.len(), encrypted + encryption.tag_bytes);
            let forms = subjects::contenders(&case(RowKind::Form, 1), &input, &Limits::default());
            for form in &forms {
                let name = form.backend.as_deref().expect("a form is a backend's");
                let backend: Backend = name.parse().expect("lanesum knows its own");
                assert_eq!(backend.is_available(), output(form).is_some(), "{name}: {:?}", form.work.as_ref().err());
                assert!(output(form).is_none_or(|output| output == expected), "{} on {name}", encryption.name);
            }
            assert!(forms.len() >= 3 && !seen.contains(&expected), "{}", encryption.name);
            seen.push(expected);
            // The first session is the same whatever others there are.
            let many = Input::of(&case(RowKind::Messages, 11));
            let all = subjects::contenders(&case(RowKind::Messages, 11), &many, &Limits::default());
            let all = output(&all[0]).expect("as of one");
            assert_eq!(all.len(), 11 * (encrypted + encryption.tag_bytes));
            assert_eq!(all.starts_with(&seen[seen.len() - 1]), many.messages().next() == input.messages().next());
        }
    }

    #[test]
    fn permutations_are_counted_with_tags_and_knots() {
        let count = |name: &str, bytes: usize| Encryption::of(name).expect("it has rows").permutations(bytes);
        assert_eq!([0, 52, 53].map(|bytes| count("river-keyak", bytes)), [1, 1, 2]);
        assert_eq!([0, 152, 153, 320].map(|bytes| count("lake-keyak", bytes)), [1, 1, 2, 2]);
        assert_eq!([0, 320, 321].map(|bytes| count("sea-keyak", bytes)), [2, 2, 3]);
        // Their knots' 256 bytes are two blocks.
        assert_eq!([0, 1328, 1329].map(|bytes| count("lunar-keyak", bytes)), [3, 3, 4]);
        assert_eq!([0, 152, 153].map(|bytes| count("lake-keyak-ad16", bytes)), [1, 1, 2]);
        assert_eq!([0, 192, 193].map(|bytes| count("lake-keyak-ad", bytes)), [1, 1, 2]);
        assert_eq!([0, 1536, 1537].map(|bytes| count("lunar-keyak-ad", bytes)), [3, 3, 4]);
    }

    #[test]
    fn limits_are_those_of_the_permutations() {
        let limits = Limits::of(64, &["xor", "rol"]);
        let round = limits.permutation(Backend::Portable, 1, 1).expect("its operations are there");
        let rounds = |name: &str, bytes: usize| {
            let encryption = Encryption::of(name).expect("it has rows");
            let case = case(encryption, RowKind::Form, bytes, 1);
            (encryption.cycles(&limits, Some(Backend::Portable), &case).expect("as its permutation") / round).round()
                as u32
        };
        assert_eq!([0, 152, 153].map(|bytes| rounds("lake-keyak", bytes)), [12, 12, 24]);
        assert_eq!(rounds("ocean-keyak", 1), 4 * 2 * 12);
        assert_eq!(rounds("river-keyak", 52), 12);
        // A tag is six blocks of Ketje Jr, and half a one of Ketje Major.
        assert_eq!([0, 2, 3].map(|bytes| rounds("ketje-jr", bytes)), [12, 12, 13]);
        assert_eq!([0, 32, 33, 1500].map(|bytes| rounds("ketje-major", bytes)), [7, 7, 8, 7 + 46]);
    }
}
