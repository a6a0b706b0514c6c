//! Sponges as a [`BlockFunction`].

mod form;
mod in_slot;

pub use self::form::{ManySponges, absorb};
use self::in_slot::{InSlot, last_lane};
use crate::constructions::sponge::{KeccakForm, Parameters, Sponge, hash};
use crate::permutation::engines::{Batch64, Lane, Leaf64, Many64, One64, one_named, one_of_plan};
use crate::permutation::forms::{Group, Kept, ManyForm};
use crate::permutation::whole::{Padding, WHOLE};
use core::ops::Range;
use lanes::{Element, Theta};
use lanesum_batch::engine;
use lanesum_batch::md::chain::copy;
use lanesum_batch::plan::{Length, Row};
use lanesum_batch::scheduler::Jobs;
use lanesum_batch::scheduler::lockstep::Single;
use lanesum_batch::scheduler::{BlockFunction, Choose, NOTHING};
use lanesum_batch::scheduler::{Message, ragged};
use lanesum_batch::sure::whole_blocks;
use lanesum_batch::wipe::{Erase, wipe, wipe_if_asked};
use lanesum_batch::{Backend, Error};

pub const WIDEST: usize = <u64 as Lane>::WIDEST;

/// Messages up to so many bytes are copied to one place if they have a prefix.
const JOINED: usize = 200;

/// Whether this build can have a kernel for several states.
pub const HAS_SEVERAL: bool = cfg!(any(target_arch = "x86_64", target_arch = "aarch64", target_arch = "wasm32"));

/// A sponge function, and the state from which its messages begin. `KEYED` says that this state depends on a key.
#[derive(Clone, Copy)]
pub struct Sponges<'s, const KEYED: bool = false> {
    pub parameters: Parameters,
    /// The state from which all messages continue, and the bytes absorbed into its current block.
    before: Option<(&'s [u64; 25], usize)>,
    /// Whether no block is complete there.
    is_start: bool,
    ending: &'s [u8],
}

impl<'s> Sponges<'s> {
    /// All messages begin with a state of zeroes.
    pub const fn new(parameters: Parameters) -> Self {
        Self { parameters, before: None, is_start: true, ending: &[] }
    }

    /// All messages continue from this sponge.
    pub fn after(sponge: &'s Sponge) -> Self {
        let (words, position) = (sponge.words(), sponge.position());
        // Then there is nothing but the bytes up to the position. This takes the same time for any state.
        let (first, others) = (words[position / 8] >> (8 * (position % 8)), &words[position / 8 + 1..]);
        let is_start = others.iter().fold(first, |all, word| all | word) == 0;
        let before = (!is_start || position > 0).then_some((words, position));
        Self { before, is_start, ..Self::new(sponge.parameters()) }
    }

    /// The same sponges, with states that are erased in every build, because they depend on a key.
    pub const fn keyed<const KEYED: bool>(self) -> Sponges<'s, KEYED> {
        let Self { parameters, before, is_start, ending } = self;
        Sponges { parameters, before, is_start, ending }
    }

    /// The same sponges, with these bytes after every message.
    pub const fn ending(self, ending: &'s [u8]) -> Self {
        Self { ending, ..self }
    }
}

#[inline]
pub fn run<'m, const KEYED: bool>(choose: Choose, sponges: &'m Sponges<'_, KEYED>, jobs: Jobs<'m, '_, '_>) {
    ragged::run::<_, WIDEST>(choose, sponges, jobs);
}

/// The common properties of messages with the same number of blocks.
#[derive(Clone, Copy)]
pub struct Alike {
    /// The first blocks, which are added piece by piece because something comes before the bodies.
    joint: usize,
    /// The bytes after these blocks that are absorbed in place.
    whole: usize,
    /// The whole lanes after these bytes that every message has in place.
    full: usize,
    /// Whether all messages are whole bytes of one shape, with no complete block before them, and nothing after them.
    bare: bool,
    /// Whether the suffix of some message is in two blocks. Then another block follows the whole ones, which not every message has in place.
    crosses: bool,
}

/// Two blocks of the greatest rate.
type TwoBlocks = [u8; 2 * 192];

impl<const KEYED: bool> BlockFunction for Sponges<'_, KEYED> {
    type Word = u64;
    type Parked = [u64; 25];
    type Wide = [u64; 25 * WIDEST];
    type Buffer = TwoBlocks;
    type Ends = ();
    type Alike = Alike;
    type One = KeccakForm;
    type Many = ManySponges;

    const PARKED: [u64; 25] = [0; 25];
    const WIDE: Self::Wide = [0; 25 * WIDEST];
    const EMPTY: TwoBlocks = [0; 2 * 192];
    const ENDS: () = ();
    const ERASE: bool = KEYED || cfg!(feature = "zeroize");

    fn row() -> &'static Row {
        engine::row::<Many64>()
    }

    fn widths(backend: Backend) -> &'static [usize] {
        <u64 as Lane>::widths(backend)
    }

    fn one_of_plan(backend: Backend) -> KeccakForm {
        one_of_plan::<u64>(backend)
    }

    fn many_of_plan(backend: Backend, width: usize) -> Option<ManySponges> {
        Some(ManySponges { form: engine::planned::<Batch64>(backend, width)?, theta: engine::theta::<Many64>() })
    }

    fn one_named(backend: Backend) -> Result<KeccakForm, Error> {
        engine::open::<One64>();
        engine::open::<Batch64>();
        engine::open::<Leaf64>();
        one_named::<u64>(backend)
    }

    fn one_found(backend: Backend) -> KeccakForm {
        engine::opened::<One64>(backend, 1).expect("a form of each backend that is named")
    }

    fn many_named(backend: Backend, width: usize) -> Option<ManySponges> {
        Some(ManySponges { form: engine::opened::<Batch64>(backend, width)?, theta: engine::theta::<Many64>() })
    }

    #[inline]
    fn block_bytes(self) -> usize {
        self.parameters.rate()
    }

    fn begun(&self) -> &[u8] {
        &NOTHING[..self.before.map_or(0, |(_, position)| position)]
    }

    fn ending(&self) -> &[u8] {
        self.ending
    }

    #[inline]
    fn blocks(&self, message: &Message<'_>) -> usize {
        let rate = self.parameters.rate();
        let bytes = (self.begun().len() + self.ending.len()).saturating_add(message.bytes());
        bytes / rate + self.parameters.padded(bytes % rate, message.tail) / rate
    }

    #[inline]
    fn rounds(&self) -> u64 {
        self.parameters.rounds.get() as u64
    }

    fn pad(self, buffer: &mut TwoBlocks, len: usize, message: &Message<'_>) -> usize {
        self.parameters.pad(len, message.tail, buffer)
    }

    #[inline]
    fn one(&self, form: KeccakForm, message: &Message<'_>, out: &mut [u8]) {
        let Message { prefix, body, tail } = *message;
        if self.before.is_none() && prefix.is_empty() && self.ending.is_empty() {
            return hash(self.parameters, form, body, tail, out);
        }
        let mut sponge = Sponge::new(self.parameters, form);
        if let Some((words, position)) = self.before {
            sponge.go_on(words, position);
        }
        sponge.update(prefix);
        sponge.update(body);
        sponge.update(self.ending);
        sponge.finish_to(tail, out);
        if Self::ERASE {
            sponge.erase();
        }
    }

    #[inline]
    fn begins_with_zeroes(&self) -> bool {
        self.before.is_none()
    }

    fn begin(&self) -> [u64; 25] {
        self.before.map_or([0; 25], |(words, _)| *words)
    }

    #[inline]
    fn alike(&self, messages: &[Message<'_>]) -> Option<Alike> {
        let rate = self.parameters.rate();
        let (first, others) = messages.split_first()?;
        let begun = self.begun().len();
        let bytes = |message: &Message<'_>| (begun + self.ending.len()).saturating_add(message.bytes());
        // All blocks but the last one, which has all the padding but for the first byte of some suffixes.
        let (whole, rest) = (bytes(first) / rate, bytes(first) % rate);
        let blocks = whole + usize::from(self.parameters.padded(rest, first.tail) > rate);
        let mut crosses = false;
        let mut fits = |message: &Message<'_>| {
            let rest = bytes(message).wrapping_sub(blocks * rate);
            let is_crossing = rest == usize::MAX && self.parameters.padded(rate - 1, message.tail) > rate;
            crosses |= is_crossing;
            // The ending is in the last block alone.
            let has_rest = (self.ending.len()..rate).contains(&rest);
            is_crossing || has_rest && self.parameters.padded(rest, message.tail) == rate
        };
        if !fits(first) {
            return None;
        }
        let (mut is_one_prefix, mut least) = (true, first.body.len());
        let one_shape = first.others_have_its_shape(others);
        if !one_shape {
            for message in others {
                if !fits(message) {
                    return None;
                }
                is_one_prefix &= message.prefix.len() == first.prefix.len();
                least = least.min(message.body.len());
            }
        }
        let in_place = blocks - usize::from(crosses);
        let before = begun + first.prefix.len();
        let joint = if is_one_prefix { before.div_ceil(rate).min(in_place) } else { in_place };
        // Whether something may still come before the bodies in the block after these.
        let is_joined = joint * rate < before || !is_one_prefix;
        if is_joined && blocks > joint || crosses && !self.ending.is_empty() {
            return None;
        }
        let full = if is_joined || crosses { 0 } else { (before + least - blocks * rate) / 8 };
        let bare = one_shape && self.is_start && !crosses && self.ending.is_empty() && first.tail.is_empty();
        Some(Alike { joint, whole: (in_place - joint) * rate, full, bare, crosses })
    }

    fn absorb_alike(
        &self,
        ManySponges { form, theta }: ManySponges,
        words: &mut [u64],
        messages: &[Message<'_>],
        Alike { joint, whole, full, bare, crosses }: Alike,
        (): &mut (),
    ) {
        let Parameters { rounds, suffix, .. } = self.parameters;
        let (lanes, width) = (self.parameters.lanes(), form.width());
        let permute = |words: &mut [u64]| {
            let group = Group { words, count: width, first: 0 };
            form.permute(group, Kept::All, rounds.pairs::<u64>(), theta);
        };
        // The bytes of each message that were absorbed, and those of the state's block.
        let (mut absorbed, mut begun) = (0, self.begun().len());
        for _ in 0..joint {
            let end = absorbed + 8 * lanes - begun;
            for (slot, message) in messages.iter().enumerate() {
                let mut state = InSlot::new(words, width, slot, begun);
                for piece in message.between(absorbed..end) {
                    state.add(piece);
                }
            }
            permute(words);
            (absorbed, begun) = (end, 0);
        }
        let first = &messages[0];
        // Idle slots repeat the first message.
        if whole > 0 {
            let taken = absorbed..absorbed + whole;
            let mut rows: [&[u8]; lanesum_batch::plan::WIDEST] = [in_place(first, &taken); _];
            for (row, message) in rows.iter_mut().zip(messages) {
                *row = in_place(message, &taken);
            }
            absorb(form, theta, words, &rows[..width], lanes, rounds, 0);
            absorbed = taken.end;
        }
        if crosses {
            // The kernel absorbs all lanes but the last one, which has the first byte of some suffixes.
            let taken = absorbed..absorbed + 8 * (lanes - 1);
            let mut rows: [&[u8]; lanesum_batch::plan::WIDEST] = [in_place(first, &taken); _];
            for ((word, message), row) in words[(lanes - 1) * width..].iter_mut().zip(messages).zip(&mut rows) {
                let [_, rest] = message.between(taken.end..usize::MAX);
                *word ^= match rest.first_chunk() {
                    Some(lane) => u64::from_le_bytes(*lane),
                    None => last_lane(rest, 56) | u64::from(message.tail.delimited(suffix).0) << 56,
                };
                *row = in_place(message, &taken);
            }
            absorb(form, theta, words, &rows[..width], lanes - 1, rounds, 0);
            absorbed = taken.end + 8;
        }
        // The last block: the kernel absorbs the whole lanes that every message has in place. The other bytes and the padding are added to
        // the states before.
        let taken = absorbed..absorbed + 8 * full;
        let mut rows: [&[u8]; lanesum_batch::plan::WIDEST] = [in_place(first, &taken); _];
        let rows = &mut rows[..width];
        if bare && self.before.is_none() && first.prefix.is_empty() {
            // Less than a lane, then the suffix, whose second byte may be in the next lane.
            let bits = 8 * (first.body.len() % 8) as u32;
            let suffix = u64::from(suffix);
            if bits == 56 && suffix > 0xff {
                words[(full + 1) * width..][..messages.len()].iter_mut().for_each(|word| *word ^= suffix >> 8);
            }
            let words = &mut words[full * width..][..width];
            for ((word, message), row) in words.iter_mut().zip(messages).zip(&mut *rows) {
                *word ^= last_lane(message.body, bits) | suffix << bits;
                *row = in_place(message, &taken);
            }
        } else {
            for (slot, (message, row)) in messages.iter().zip(&mut *rows).enumerate() {
                let mut state = InSlot::new(words, width, slot, begun + 8 * full);
                let (mut delimited, _) = message.tail.delimited(suffix);
                if message.bytes() >= taken.end {
                    let [prefix, body] = message.between(taken.end..usize::MAX);
                    for piece in [prefix, body, self.ending] {
                        state.add(piece);
                    }
                } else {
                    // It crosses: the first byte was in the block before.
                    delimited >>= 8;
                }
                state.end(delimited.into());
                *row = in_place(message, &taken);
            }
        }
        for word in &mut words[(lanes - 1) * width..lanes * width] {
            *word ^= 1 << 63;
        }
        if full > 0 {
            absorb(form, theta, words, rows, full, rounds, 0);
        } else {
            permute(words);
        }
    }

    const HASHES_WHOLE: bool = !KEYED && WHOLE;

    #[inline]
    fn length_of_whole(&self, length: Length, bytes: u64) -> Length {
        let is_taken = length == Length::Half
            && Self::HASHES_WHOLE
            && self.is_start
            && self.ending.is_empty()
            // A suffix of two bytes may lie in two lanes.
            && (self.begun().len() as u64 + bytes) % 8 != 7;
        if is_taken { length.whole() } else { length }
    }

    #[inline]
    fn takes_whole(&self, form: ManySponges, messages: &[Message<'_>], output_bytes: usize) -> usize {
        let width = form.form.width();
        let takes = |messages: &[Message<'_>]| {
            let before = self.begun().len() + messages[0].prefix.len();
            let bytes = before.saturating_add(messages[0].body.len());
            (before == 0 || bytes <= JOINED)
                && self.alike(messages).is_some_and(|alike| alike.bare)
                && self.padding().takes(bytes, output_bytes)
        };
        if messages.get(..width).is_some_and(takes) { width } else { 0 }
    }

    #[inline]
    fn hash_whole(
        &self,
        ManySponges { form, theta }: ManySponges,
        messages: &[Message<'_>],
        _: Option<&[u64]>,
        out: &mut [u8],
    ) {
        if self.before.is_some() || !messages[0].prefix.is_empty() {
            return self.hash_joined(form, theta, messages, out);
        }
        let mut rows: [&[u8]; WIDEST] = [&[]; _];
        for (row, message) in rows.iter_mut().zip(messages) {
            *row = message.body;
        }
        form.hash(&rows[..messages.len()], out, self.padding(), self.parameters.rounds.pairs::<u64>(), theta);
    }

    fn wipe_ends((): &mut ()) {}

    #[inline]
    fn absorb_many(self, ManySponges { form, theta }: ManySponges, words: &mut [u64], rows: &[&[u8]]) {
        let (lanes, rounds) = (self.parameters.lanes(), self.parameters.rounds);
        absorb(form, theta, words, rows, lanes, rounds, 0);
    }

    fn absorb_one(self, form: KeccakForm, state: &mut [u64; 25], data: &[u8]) {
        let (lanes, rounds) = (self.parameters.lanes(), self.parameters.rounds);
        let blocks = whole_blocks(data.len(), self.parameters.rate());
        form.absorb(state, data, lanes, blocks, rounds.pairs::<u64>());
    }

    #[inline]
    fn extract<'w>(mut words: impl Iterator<Item = &'w u64>, out: &mut [u8]) {
        let (lanes, end) = out.as_chunks_mut::<8>();
        for (bytes, word) in lanes.iter_mut().zip(&mut words) {
            *bytes = word.to_le_bytes();
        }
        if let (false, Some(word)) = (end.is_empty(), words.next()) {
            word.write(end);
        }
    }

    fn wipe(words: &mut [u64]) {
        wipe(words);
    }
}

/// These bytes of a message, which are all in its body; none of a message that ends before them.
#[inline]
fn in_place<'m>(message: &Message<'m>, taken: &Range<usize>) -> &'m [u8] {
    let before = message.prefix.len();
    message.body.get(taken.start.wrapping_sub(before)..taken.end.wrapping_sub(before)).unwrap_or_default()
}

impl<const KEYED: bool> Sponges<'_, KEYED> {
    /// Hashes messages of up to [`JOINED`] bytes each, of one shape, copied together with what comes before them.
    #[inline(never)]
    fn hash_joined(&self, form: &dyn ManyForm<u64>, theta: Theta, messages: &[Message<'_>], out: &mut [u8]) {
        let mut room = [[0; JOINED]; WIDEST];
        let mut rows: [&[u8]; WIDEST] = [&[]; _];
        let mut begun = [0; JOINED];
        let before = self.before.map_or(0, |(words, position)| {
            begun.as_chunks_mut().0.iter_mut().zip(words).for_each(|(bytes, word)| *bytes = word.to_le_bytes());
            position
        });
        for ((row, message), room) in rows.iter_mut().zip(messages).zip(&mut room) {
            copy(room, &begun[..before]);
            copy(&mut room[before..], message.prefix);
            copy(&mut room[before + message.prefix.len()..], message.body);
            *row = &room[..before + message.bytes()];
        }
        form.hash(&rows[..messages.len()], out, self.padding(), self.parameters.rounds.pairs::<u64>(), theta);
        wipe_if_asked(room.as_flattened_mut());
        wipe_if_asked(&mut begun);
    }

    fn padding(&self) -> Padding {
        Padding { lanes: self.parameters.lanes(), suffix: self.parameters.suffix.into() }
    }
}

impl Single for Sponge {
    type Function = Sponges<'static>;

    fn function(&self) -> Sponges<'static> {
        Sponges::new(self.parameters())
    }

    fn is_alike(&self, other: &Self) -> bool {
        self.parameters() == other.parameters()
    }

    fn update(&mut self, data: &[u8]) {
        self.update(data);
    }

    fn complete_block<'a>(&mut self, data: &'a [u8]) -> &'a [u8] {
        self.complete_block(data)
    }

    fn park(&self) -> [u64; 25] {
        *self.words()
    }

    fn resume(&mut self, parked: &[u64; 25], _: usize) {
        self.set_words(parked);
    }
}
