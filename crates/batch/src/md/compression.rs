//! The trait of compression functions. SHA-2 and BLAKE, each with words of 32 and of 64 bits, implement it and share the code for padding
//! and blocks.

use crate::engine::{self, Engine, Form, Named, Shared};
use crate::{Backend, Error};
use digest::array::ArraySize;
use digest::block_buffer::BlockSizes;
use digest::typenum::Unsigned;

/// A form for one message: words `W`, and a state `S` of them.
pub trait OneMessage<S>: Shared {
    /// Applies the compression function to all whole blocks of `data`.
    fn compress(&self, state: &mut S, data: &[u8]);
    /// The same to those of `data` and then to those of `end`, which are the end of a message.
    fn compress_to_end(&self, state: &mut S, data: &[u8], end: &[u8]);
}

/// A form for several messages.
pub trait ManyMessages<W>: Shared {
    /// How many.
    fn width(&self) -> usize;
    /// Applies the compression function to all whole blocks of as many rows, of one length: `words` has a word of all messages'
    /// states, and then the next.
    fn compress(&self, words: &mut [W], rows: &[&[u8]]);
    /// Whether there is [`ManyMessages::hash_whole`] for messages of so many bytes.
    fn takes_whole(&self, bytes: usize) -> bool;
    /// Hashes whole messages of one length, of which the first have outputs of `bytes` bytes, one behind the other; they begin with these
    /// eight words.
    fn hash_whole(&self, begin: &[W], rows: &[&[u8]], out: &mut [u8], bytes: usize);
}

crate::printed!(OneMessage<S: Copy>, ManyMessages<W: Word>);

/// How a token `T` compresses one message.
pub trait CompressOne<T, S>: 'static {
    /// As [`OneMessage::compress`].
    fn compress(token: T, state: &mut S, data: &[u8]);
    /// As [`OneMessage::compress_to_end`].
    #[inline]
    fn compress_to_end(token: T, state: &mut S, data: &[u8], end: &[u8])
    where
        T: Copy,
    {
        if !data.is_empty() {
            Self::compress(token, state, data);
        }
        Self::compress(token, state, end);
    }
}

impl<T: Copy, S, F: CompressOne<T, S>, const BACKEND: usize> OneMessage<S> for Form<T, F, BACKEND>
where
    Self: Shared,
{
    #[inline]
    fn compress(&self, state: &mut S, data: &[u8]) {
        F::compress(self.token, state, data);
    }

    #[inline]
    fn compress_to_end(&self, state: &mut S, data: &[u8], end: &[u8]) {
        F::compress_to_end(self.token, state, data, end);
    }
}

/// How a token `T` compresses several messages.
pub trait CompressMany<T, W>: 'static {
    /// How many.
    const WIDTH: usize;
    /// As [`ManyMessages::compress`].
    fn compress(token: T, words: &mut [W], rows: &[&[u8]]);
    /// As [`ManyMessages::takes_whole`].
    fn takes_whole(_bytes: usize) -> bool {
        false
    }
    /// As [`ManyMessages::hash_whole`].
    fn hash_whole(_token: T, _begin: &[W], _rows: &[&[u8]], _out: &mut [u8], _bytes: usize) {
        unreachable!("the caller has asked takes_whole")
    }
}

impl<T: Copy, W, F: CompressMany<T, W>, const BACKEND: usize> ManyMessages<W> for Form<T, F, BACKEND>
where
    Self: Shared,
{
    fn width(&self) -> usize {
        F::WIDTH
    }

    #[inline]
    fn compress(&self, words: &mut [W], rows: &[&[u8]]) {
        F::compress(self.token, words, rows);
    }

    fn takes_whole(&self, bytes: usize) -> bool {
        F::takes_whole(bytes)
    }

    fn hash_whole(&self, begin: &[W], rows: &[&[u8]], out: &mut [u8], bytes: usize) {
        F::hash_whole(self.token, begin, rows, out, bytes);
    }
}

/// A compression function: that of SHA-256, of SHA-512, of BLAKE-256, of BLAKE-512.
pub trait Compression: Copy + Send + Sync + 'static {
    type Word: Word;
    /// The words of a state, the chaining value's eight first. What follows them is the family's.
    type Words: Copy
        + Send
        + Sync
        + AsRef<[Self::Word]>
        + AsMut<[Self::Word]>
        + core::panic::UnwindSafe
        + core::panic::RefUnwindSafe
        + Unpin;
    /// The differences between the functions that share it.
    type Initial: Copy + Default + PartialEq + Send + Sync + 'static;
    /// The words of as many states as any kernel takes at once.
    type Wide: Clone + AsRef<[Self::Word]> + AsMut<[Self::Word]>;
    const WIDE: Self::Wide;
    /// Bytes of a block: sixteen words.
    type Block: ArraySize + BlockSizes;
    /// Bytes of two blocks.
    type TwoBlocks: Copy + AsRef<[u8]> + AsMut<[u8]>;
    const EMPTY: Self::TwoBlocks;
    /// As many as any kernel takes messages.
    type Ends: AsMut<[Self::TwoBlocks]>;
    const ENDS: Self::Ends;
    /// The forms for one message.
    type One: Engine<Form = dyn OneMessage<Self::Words>>;
    /// The forms for several.
    type Many: Engine<Form = dyn ManyMessages<Self::Word>>;
    /// The backends of both, in the order of [`Backend::ALL`].
    const BACKENDS: &'static [Backend];
    /// The first eight words that the blocks of [`agrees`] lead to from zeroes.
    const KNOWN_ANSWER: [Self::Word; 8];
    /// The form that every machine has.
    const PORTABLE: &'static dyn OneMessage<Self::Words>;
    /// Bytes of a saved state, head and checksum included.
    type Saved: ArraySize;
    /// Bytes of its contents: [`Compression::SAVED_WORDS`] words, 16 bytes of length, and a block.
    const SAVED_BYTES: usize = Self::SAVED_WORDS * size_of::<Self::Word>() + 16 + Self::Block::USIZE;
    /// This many words of a state are saved; what follows them is known from the length.
    const SAVED_WORDS: usize;
    /// A state of zeroes.
    const ZEROES: Self::Words;
    /// The most bits that a message may have.
    const MAX_BITS: u128;
    /// The padding's last bytes, which hold the number of bits of the message.
    const LENGTH_BYTES: usize;
    /// Whether there is a bit of padding before those, and each block is hashed with the number of bits up to its end.
    const COUNTS: bool;

    /// The state before the first block.
    fn begin(initial: &Self::Initial) -> Self::Words;
    /// The bit before the length.
    fn mark(initial: &Self::Initial) -> u8;
    /// Sets the counter so that the next block is hashed with a count of this many bits, where there is one.
    fn count(state: &mut Self::Words, bits: u128);
}

/// The names of the forms of a compression function.
pub const fn forms<C: Compression>() -> [&'static [Named]; 2] {
    [C::One::FORMS, C::Many::FORMS]
}

/// The form that the plan takes for one message.
#[inline]
pub fn best_one<C: Compression>() -> &'static dyn OneMessage<C::Words> {
    engine::best_one::<C::One>().unwrap_or(C::PORTABLE)
}

/// The form for one message of a backend that a plan names.
#[inline]
pub fn one_of_plan<C: Compression>(backend: Backend) -> &'static dyn OneMessage<C::Words> {
    engine::planned::<C::One>(backend, 1).unwrap_or(C::PORTABLE)
}

/// The form for one message of a backend by name.
///
/// # Errors
/// [`Error::BackendUnavailable`], [`Error::FeatureMissing`], [`Error::NoForm`].
pub fn one_named<C: Compression>(backend: Backend) -> Result<&'static dyn OneMessage<C::Words>, Error> {
    match C::One::named(backend, 1) {
        Some(form) if backend.is_available() => Ok(form),
        _ => Err(engine::refused(backend, C::BACKENDS, &[C::One::IN_PAPERS, C::Many::IN_PAPERS])),
    }
}

/// The form for one message of a backend by name, or the best.
///
/// # Errors
/// As [`one_named`].
pub fn one_or_best<C: Compression>(backend: Option<Backend>) -> Result<&'static dyn OneMessage<C::Words>, Error> {
    backend.map_or_else(|| Ok(best_one::<C>()), one_named::<C>)
}

/// Whether a backend that no processor at hand has gives the known answer here.
///
/// Inlined, so that no form but that one is reached.
#[inline(always)]
pub fn is_right<C: Compression>(never_run: Backend) -> bool {
    C::One::named(never_run, 1).is_none_or(agrees::<C>)
}

/// Whether a form gives the known answer for three blocks, of words of 32 bits six: byte i is i² mod 251.
#[cold]
#[inline(never)]
pub fn agrees<C: Compression>(form: &dyn OneMessage<C::Words>) -> bool {
    let mut state = C::begin(&C::Initial::default());
    form.compress(&mut state, &blocks());
    state.as_ref()[..8] == C::KNOWN_ANSWER
}

pub fn blocks() -> [u8; 3 * 128] {
    core::array::from_fn(|i| (i * i % 251) as u8)
}

/// `u32` or `u64`.
pub trait Word:
    Copy + Default + PartialEq + Send + Sync + Unpin + core::panic::UnwindSafe + core::panic::RefUnwindSafe + 'static
{
    fn put(self, bytes: &mut [u8]);
    /// The bytes of one word after the other, as many as there is room for.
    fn put_all<'w>(words: impl Iterator<Item = &'w Self>, out: &mut [u8]);
    fn get(bytes: &[u8]) -> Self;
}

macro_rules! word {
    ($word:ident) => {
        impl Word for $word {
            #[inline(always)]
            fn put(self, bytes: &mut [u8]) {
                let all = self.to_be_bytes();
                if let Some(bytes) = bytes.first_chunk_mut() {
                    *bytes = all;
                    return;
                }
                for (byte, of_word) in bytes.iter_mut().zip(all) {
                    *byte = of_word;
                }
            }

            #[inline(always)]
            fn put_all<'w>(mut words: impl Iterator<Item = &'w Self>, out: &mut [u8]) {
                let (whole, end) = out.as_chunks_mut();
                for (bytes, word) in whole.iter_mut().zip(&mut words) {
                    *bytes = word.to_be_bytes();
                }
                if let (false, Some(word)) = (end.is_empty(), words.next()) {
                    word.put(end);
                }
            }

            #[inline(always)]
            fn get(bytes: &[u8]) -> Self {
                bytes.first_chunk().map_or(0, |bytes| $word::from_be_bytes(*bytes))
            }
        }
    };
}
word!(u32);
word!(u64);
