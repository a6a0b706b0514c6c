//! SPONGE\[Keccak-p\[1600, n\], pad10*1, r] (FIPS 202, section 4) over one state, for rates of whole lanes.

use crate::permutation::engines::{best_one, one_named};
use crate::permutation::forms::OneForm;
use crate::permutation::rounds::{Pairs, Rounds};
use crate::states::state::State;
use core::num::NonZeroU8;
use lanes::Element;
use lanesum_batch::sure::sure;
use lanesum_batch::tail::Tail;
use lanesum_batch::wipe::{Erase, wipe_if_asked};
use lanesum_batch::{Backend, Error};

mod saved;

pub type KeccakForm = &'static dyn OneForm<u64>;

/// The parameters of a sponge function: rate, rounds and the bits that follow the message.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Parameters {
    /// The rate in lanes, 1 to 24.
    lanes: NonZeroU8,
    pub rounds: Rounds,
    /// The bits between the message and the padding, followed by the padding's first 1; first bit lowest (FIPS 202, table 6). If there are
    /// two bytes, the first one is a whole byte of input (KT128 ends its message with such a byte).
    pub suffix: u16,
}

impl Parameters {
    pub const fn new(lanes: u8, rounds: Rounds, suffix: u16) -> Self {
        let Some(lanes) = NonZeroU8::new(lanes) else { panic!("a rate of no lane") };
        Self { lanes, rounds, suffix }
    }

    #[inline]
    pub const fn lanes(self) -> usize {
        self.lanes.get() as usize
    }

    #[inline]
    pub const fn rate(self) -> usize {
        8 * self.lanes()
    }

    pub const fn with_suffix(self, suffix: u16) -> Self {
        Self { suffix, ..self }
    }

    /// The constants of the rounds; every sponge function has an even number of rounds.
    #[inline]
    fn pairs(self) -> Pairs<u64> {
        self.rounds.pairs::<u64>()
    }

    /// The bytes of the padded end of a message: its last `end` bytes, its last bits, the suffix and the padding.
    #[inline]
    pub fn padded(self, end: usize, tail: Tail) -> usize {
        let rate = self.rate();
        let (delimited, two) = tail.delimited(self.suffix);
        // The index of the last byte with bits, the padding's first 1 included. If that 1 is the last bit of a block, another block
        // follows.
        let last = end + usize::from(two);
        let top = if two { delimited >> 8 } else { delimited };
        (last + 1 + usize::from((last + 1).is_multiple_of(rate) && top >= 0x80)).next_multiple_of(rate)
    }

    /// Pads the end of a message in `out`, whose first `end` bytes are its last bytes, and returns the padded length in bytes. `out` must
    /// have room for whole blocks.
    #[inline]
    pub fn pad(self, end: usize, tail: Tail, out: &mut [u8]) -> usize {
        let (delimited, two) = tail.delimited(self.suffix);
        let len = self.padded(end, tail);
        out[end..len].fill(0);
        let [low, high] = delimited.to_le_bytes();
        out[end] = low;
        if two {
            out[end + 1] = high;
        }
        out[len - 1] ^= 0x80;
        len
    }
}

/// Hashes a message in one piece: writes the first bytes of output to `out`.
///
/// Not inlined, because all functions share this code.
#[inline(never)]
pub fn hash(parameters: Parameters, form: KeccakForm, body: &[u8], tail: Tail, out: &mut [u8]) {
    let lanes = parameters.lanes();
    let constants = parameters.pairs();
    let mut words = [0; 25];
    let mut rest = body;
    if body.len() >= parameters.rate() {
        let blocks = body.len() / parameters.rate();
        form.absorb(&mut words, body, lanes, blocks, constants);
        rest = &body[blocks * parameters.rate()..];
    }
    add(&mut words, rest);
    pad(&mut words, parameters, form, rest.len(), tail);
    let mut blocks = out.chunks_mut(parameters.rate());
    let mut next = blocks.next();
    while let Some(block) = next {
        for (bytes, word) in block.chunks_mut(8).zip(&words) {
            word.write(bytes);
        }
        next = blocks.next();
        if next.is_some() {
            form.permute(&mut words, constants);
        }
    }
    wipe_if_asked(&mut words);
}

#[inline(always)]
fn add(words: &mut [u64; 25], data: &[u8]) {
    let (lanes, end) = data.as_chunks::<8>();
    for (word, bytes) in words.iter_mut().zip(lanes) {
        *word ^= u64::from_le_bytes(*bytes);
    }
    if let Some(word) = words.get_mut(lanes.len()) {
        for (i, byte) in end.iter().enumerate() {
            *word ^= u64::from(*byte) << (8 * i);
        }
    }
}

#[inline(always)]
fn add_byte(words: &mut [u64; 25], at: usize, byte: u8) {
    // Stores the whole word: a later word load could not be forwarded from a one-byte store.
    words[at / 8] = core::hint::black_box(words[at / 8] ^ u64::from(byte) << (8 * (at % 8)));
}

/// Ends a message with `position` bytes in the current block: adds its last bits, the suffix and the padding, and permutes.
#[inline]
fn pad(words: &mut [u64; 25], parameters: Parameters, form: KeccakForm, mut position: usize, tail: Tail) {
    let last = parameters.rate() - 1;
    let (bits, two) = tail.delimited(parameters.suffix);
    let mut delimited = bits as u8;
    if two {
        add_byte(words, position, delimited);
        delimited = (bits >> 8) as u8;
        position += 1;
        if position > last {
            form.permute(words, parameters.pairs());
            position = 0;
        }
    }
    add_byte(words, position, delimited);
    if delimited >= 0x80 && position == last {
        // The first 1 of the padding is the last bit of this block.
        form.permute(words, parameters.pairs());
    }
    add_byte(words, last, 0x80);
    form.permute(words, parameters.pairs());
}

/// A sponge in the absorbing phase.
#[derive(Clone, Debug)]
pub struct Sponge {
    state: State<u64>,
    parameters: Parameters,
    /// The number of bytes absorbed into the current block, below the rate.
    position: u8,
    /// Whether the backend was asked for by name.
    forced: bool,
}

impl Sponge {
    #[inline]
    pub fn new(parameters: Parameters, form: KeccakForm) -> Self {
        Self { state: State::with_form(form), parameters, position: 0, forced: false }
    }

    /// A sponge for a new message, on the backend that is best for one message on this machine.
    #[inline]
    pub fn here(parameters: Parameters) -> Self {
        Self::new(parameters, best_one())
    }

    /// A sponge for a new message, on a named backend.
    ///
    /// # Errors
    /// As [`one_named`].
    pub fn on(parameters: Parameters, backend: Backend) -> Result<Self, Error> {
        Ok(Self { forced: true, ..Self::new(parameters, one_named::<u64>(backend)?) })
    }

    /// The backend, if it was asked for by name.
    pub fn forced(&self) -> Option<Backend> {
        self.forced.then(|| self.form().backend())
    }

    pub const fn form(&self) -> KeccakForm {
        self.state.form()
    }

    pub fn reset(&mut self) {
        self.state.initialize();
        self.position = 0;
    }

    #[inline]
    pub fn update(&mut self, mut data: &[u8]) {
        let (lanes, rounds) = (self.parameters.lanes(), self.parameters.rounds);
        let rate = self.parameters.rate();
        let position = usize::from(self.position);
        if position != 0 {
            let (head, rest) = data.split_at(data.len().min(rate - position));
            sure(self.state.add_bytes(position, head));
            if position + head.len() < rate {
                self.position += head.len() as u8;
                return;
            }
            self.state.permute_rounds(rounds);
            self.position = 0;
            data = rest;
        }
        let done = if data.len() < rate { 0 } else { self.state.absorb(lanes, rounds, data) };
        let rest = &data[done..];
        add(self.state.words_mut(), rest);
        self.position = rest.len() as u8;
    }

    /// Absorbs only the rest of an unfinished block, and returns the remaining bytes.
    pub fn complete_block<'a>(&mut self, data: &'a [u8]) -> &'a [u8] {
        let missing = match self.position {
            0 => 0,
            position => self.parameters.rate() - usize::from(position),
        };
        let (head, rest) = data.split_at(missing.min(data.len()));
        self.update(head);
        rest
    }

    pub const fn words(&self) -> &[u64; 25] {
        self.state.words()
    }

    /// Replaces the state's lanes, including the absorbed part of an unfinished block.
    pub const fn set_words(&mut self, words: &[u64; 25]) {
        *self.state.words_mut() = *words;
    }

    /// The number of bytes absorbed into the current block.
    pub const fn position(&self) -> usize {
        self.position as usize
    }

    /// Continues from the lanes of another sponge, with `position` bytes absorbed into the current block.
    pub const fn go_on(&mut self, words: &[u64; 25], position: usize) {
        self.set_words(words);
        self.position = position as u8;
    }

    pub const fn set_suffix(&mut self, suffix: u16) {
        self.parameters.suffix = suffix;
    }

    pub const fn parameters(&self) -> Parameters {
        self.parameters
    }

    /// Absorbs zeroes up to the end of the current block, unless the block is empty.
    pub fn fill_block(&mut self) {
        if self.position != 0 {
            self.state.permute_rounds(self.parameters.rounds);
            self.position = 0;
        }
    }

    /// Pads, and returns a squeezer with a copy of the state; this sponge must then be reset or dropped. (A move would leave a second copy
    /// that nobody erases.)
    pub fn finish_in_place(&mut self, tail: Tail) -> Squeezer {
        self.pad(tail);
        Squeezer { state: self.state.clone(), parameters: self.parameters, bit: 0 }
    }

    /// Pads, and switches to squeezing.
    #[inline]
    pub fn finish(mut self, tail: Tail) -> Squeezer {
        self.pad(tail);
        Squeezer { state: self.state, parameters: self.parameters, bit: 0 }
    }

    /// Pads, and writes the first bytes of output.
    #[inline]
    pub fn finish_into(mut self, tail: Tail, out: &mut [u8]) {
        self.finish_to(tail, out);
    }

    /// As [`Sponge::finish_into`], in place: no copy of the state is made. This sponge must then be reset or dropped.
    #[inline]
    pub fn finish_to(&mut self, tail: Tail, out: &mut [u8]) {
        self.pad(tail);
        let (block, rest) = out.split_at_mut(out.len().min(self.parameters.rate()));
        sure(self.state.extract_bytes(0, block));
        if !rest.is_empty() {
            self.squeeze_more(rest);
        }
    }

    /// Squeezes the blocks after the first.
    #[inline(never)]
    fn squeeze_more(&mut self, out: &mut [u8]) {
        let (lanes, rounds) = (self.parameters.lanes(), self.parameters.rounds);
        let done = self.state.squeeze(lanes, rounds, out);
        let rest = &mut out[done..];
        if !rest.is_empty() {
            self.state.permute_rounds(rounds);
            sure(self.state.extract_bytes(0, rest));
        }
    }

    /// Pads, and writes the first bytes of output, less than a block; this sponge must then be reset or dropped.
    pub fn finish_in_place_into(&mut self, tail: Tail, out: &mut [u8]) {
        self.pad(tail);
        sure(self.state.extract_bytes(0, out));
    }

    #[inline]
    fn pad(&mut self, tail: Tail) {
        let form = self.state.form();
        pad(self.state.words_mut(), self.parameters, form, self.position.into(), tail);
    }
}

impl Erase for Sponge {
    fn erase(&mut self) {
        self.state.erase();
        self.position = 0;
    }
}

/// A sponge in the squeezing phase.
#[derive(Clone, Debug)]
pub struct Squeezer {
    state: State<u64>,
    parameters: Parameters,
    /// The number of bits of the current block that have been read.
    bit: u16,
}

impl Squeezer {
    #[inline]
    pub fn read(&mut self, out: &mut [u8]) {
        if self.bit.is_multiple_of(8) { self.read_bytes(out) } else { self.read_shifted(out, 0) }
    }

    /// The next `bits` bits in the first bytes of `out`; the spare high bits of the last byte are 0.
    pub fn read_bits(&mut self, out: &mut [u8], bits: u64) -> Result<(), Error> {
        let error = Error::TooFewBytes { bits, bytes: out.len() };
        let whole = usize::try_from(bits / 8).map_err(|_| error)?;
        let spare = (bits % 8) as u16;
        let bytes = whole + usize::from(spare != 0);
        let out = out.get_mut(..bytes).ok_or(error)?;
        if spare == 0 {
            self.read(out);
        } else if self.bit.is_multiple_of(8) {
            self.read_bytes(out);
            out[whole] &= !(0xff << spare);
            self.bit -= 8 - spare;
        } else {
            self.read_shifted(out, spare);
        }
        Ok(())
    }

    #[inline]
    fn read_bytes(&mut self, mut out: &mut [u8]) {
        let (lanes, rounds) = (self.parameters.lanes(), self.parameters.rounds);
        let rate = self.parameters.rate();
        let position = usize::from(self.bit / 8);
        let (head, rest) = out.split_at_mut(out.len().min(rate - position));
        self.extract(position, head);
        self.bit += 8 * head.len() as u16;
        if rest.is_empty() {
            return;
        }
        out = rest;
        let done = self.state.squeeze(lanes, rounds, out);
        let rest = &mut out[done..];
        if !rest.is_empty() {
            self.state.permute_rounds(rounds);
            self.extract(0, rest);
            self.bit = 8 * rest.len() as u16;
        }
    }

    /// Reads from a position within a byte: each byte of output has bits of two bytes of the state. `spare` is the number of bits in the
    /// last byte, 0 for all eight.
    fn read_shifted(&mut self, out: &mut [u8], spare: u16) {
        let count = out.len();
        for (i, out) in out.iter_mut().enumerate() {
            let wanted = if i + 1 == count && spare != 0 { spare } else { 8 };
            let mut byte = 0;
            let mut have = 0;
            while have < wanted {
                if usize::from(self.bit) == 8 * self.parameters.rate() {
                    self.state.permute_rounds(self.parameters.rounds);
                    self.bit = 0;
                }
                let mut source = [0];
                self.extract(usize::from(self.bit / 8), &mut source);
                let within = self.bit % 8;
                let take = (8 - within).min(wanted - have);
                let bits = u16::from(source[0] >> within) & ((1 << take) - 1);
                byte |= bits << have;
                have += take;
                self.bit += take;
            }
            *out = byte as u8;
        }
    }

    /// Copies bytes that the caller knows to be within the state.
    #[inline]
    fn extract(&self, start: usize, out: &mut [u8]) {
        sure(self.state.extract_bytes(start, out));
    }
}

impl Erase for Squeezer {
    fn erase(&mut self) {
        self.state.erase();
        self.bit = 0;
    }
}
