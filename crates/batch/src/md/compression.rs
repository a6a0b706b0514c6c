//! The trait of compression functions. SHA-2 and BLAKE, each with words of 32 and of 64 bits, implement it and share the code for padding
//! and blocks.

use crate::engine::{self, Engine, Form, Named, Shared};
use crate::wipe::wipe_if_asked;
use crate::{Backend, Error};
use core::ops::Range;
use digest::array::ArraySize;
use digest::block_buffer::BlockSizes;
use digest::typenum::Unsigned;

/// A form for one message, with a state of type `S`.
pub trait OneMessage<S>: Shared {
    /// Applies the compression function to all whole blocks of `data`.
    fn compress(&self, state: &mut S, data: &[u8]);
    /// Applies the compression function to all blocks of `data`, then to those of `end`, the padded end of the message.
    fn compress_to_end(&self, state: &mut S, data: &[u8], end: &[u8]);
    /// Goes on from `begin` with the end of a message of `bits` bits and its padding, and writes the first bytes of the digest: at most 15
    /// bytes or whole blocks, then `rest`, which has at least 16 bytes if there are such few before it. Returns false, and does nothing, if
    /// the form leaves the padding to the caller.
    fn hash(&self, begin: &S, before: &[u8], rest: &[u8], bits: u128, out: &mut [u8]) -> bool;
}

/// Whole messages of one length, in two parts. Each list has a row for every slot.
pub struct Whole<'a, W> {
    /// The state from which all messages continue; of SHA-2, its first eight words.
    pub begin: &'a [W],
    /// At most 15 bytes with which each message begins. If there are any, the heads are empty, and the rows have at least 16 bytes.
    pub lead: &'a [u8],
    /// Whole blocks, then the rest. Heads have any length if the form [takes pieces](ManyMessages::takes_pieces) of such messages.
    pub heads: &'a [&'a [u8]],
    pub rows: &'a [&'a [u8]],
    /// The length of the messages with what that state has absorbed.
    pub bits: u128,
    /// [`Compression::last_block`], if the caller has asked for it, as it must for BLAKE.
    pub known: Option<&'a [W]>,
}

/// A form for several messages.
pub trait ManyMessages<W>: Shared {
    fn width(&self) -> usize;
    /// Applies the compression function to all blocks of the rows, one row a message, all of one length. `words` has word 0 of all states,
    /// then word 1, and so on.
    fn compress(&self, words: &mut [W], rows: &[&[u8]]);
    /// Whether [`ManyMessages::hash_whole`] takes messages with rows of this many bytes.
    fn takes_whole(&self, bytes: usize) -> bool;
    /// Whether that takes messages of this many bytes in any two pieces: the same lengths for all.
    fn takes_pieces(&self, bytes: usize) -> bool;
    /// The greatest number of whole messages in a call.
    fn most_whole(&self) -> usize;
    /// Hashes whole messages: as many as the width, or up to [`ManyMessages::most_whole`], if that is more. The digests, `bytes` bytes each,
    /// lie one after the other in `out`, which may have room for fewer of them than there are rows.
    fn hash_whole(&self, whole: &Whole<'_, W>, out: &mut [u8], bytes: usize);
    /// Hashes any number of messages, in `data`, that begin at `begin`: `count` messages of `len` bytes, each `stride` bytes behind the one
    /// before. Returns false, and does nothing, if the form needs rows. (Numbers, not [`Strided`](crate::scheduler::Strided): a copy of what
    /// the caller has just written word by word would wait until those words are in the cache.)
    ///
    /// # Panics
    /// If the messages do not lie within the data.
    fn hash_strided(
        &self,
        begin: &[W; 8],
        data: &[u8],
        len: usize,
        stride: usize,
        count: usize,
        out: &mut [u8],
    ) -> bool;
    /// Makes some nodes of a binary tree whose levels follow each other in `nodes`, digests of eight words: node i, which is put behind the
    /// first `leaves`, is that of digests 2 i and 2 i + 1, hashed from `begin` on. Returns false, and does nothing, if the form cannot.
    ///
    /// # Panics
    /// If the nodes have no room, or a node would be made before what it is made of.
    fn hash_levels(&self, begin: &[W; 8], nodes: &mut [u8], leaves: usize, new: Range<usize>) -> bool;
    /// Whether the form has [`ManyMessages::compress_two`].
    fn takes_two(&self) -> bool;
    /// Applies the compression function to two messages, each in two parts of whole blocks; both have as many blocks in all.
    fn compress_two(&self, states: &mut [[W; 8]; 2], parts: [[&[u8]; 2]; 2]);
}

crate::printed!(OneMessage<S: Copy>, ManyMessages<W: MdWord>);

/// The methods of [`OneMessage`] with the token `T`.
pub trait CompressOne<T, S>: 'static {
    fn compress(token: T, state: &mut S, data: &[u8]);
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
    #[inline]
    fn hash(_token: T, _begin: &S, _before: &[u8], _rest: &[u8], _bits: u128, _out: &mut [u8]) -> bool {
        false
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

    #[inline]
    fn hash(&self, begin: &S, before: &[u8], rest: &[u8], bits: u128, out: &mut [u8]) -> bool {
        F::hash(self.token, begin, before, rest, bits, out)
    }
}

/// The methods of [`ManyMessages`] with the token `T`.
pub trait CompressMany<T, W>: 'static {
    const WIDTH: usize;
    const WHOLE: usize = Self::WIDTH;
    fn compress(token: T, words: &mut [W], rows: &[&[u8]]);
    fn takes_whole(_bytes: usize) -> bool {
        false
    }
    fn takes_pieces(_bytes: usize) -> bool {
        false
    }
    fn hash_whole(_token: T, _whole: &Whole<'_, W>, _out: &mut [u8], _bytes: usize) {
        unreachable!("the caller has asked takes_whole")
    }
    fn hash_strided(_: T, _begin: &[W; 8], _data: &[u8], _of: [usize; 3], _out: &mut [u8]) -> bool {
        false
    }
    fn hash_levels(_: T, _begin: &[W; 8], _nodes: &mut [u8], _leaves: usize, _new: Range<usize>) -> bool {
        false
    }
    const TAKES_TWO: bool = false;
    fn compress_two(_token: T, _states: &mut [[W; 8]; 2], _parts: [[&[u8]; 2]; 2]) {
        unreachable!("the caller has asked takes_two")
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

    fn takes_pieces(&self, bytes: usize) -> bool {
        F::takes_pieces(bytes)
    }

    fn most_whole(&self) -> usize {
        F::WHOLE
    }

    fn hash_whole(&self, whole: &Whole<'_, W>, out: &mut [u8], bytes: usize) {
        F::hash_whole(self.token, whole, out, bytes);
    }

    fn hash_strided(
        &self,
        begin: &[W; 8],
        data: &[u8],
        len: usize,
        stride: usize,
        count: usize,
        out: &mut [u8],
    ) -> bool {
        F::hash_strided(self.token, begin, data, [len, stride, count], out)
    }

    fn hash_levels(&self, begin: &[W; 8], nodes: &mut [u8], leaves: usize, new: Range<usize>) -> bool {
        F::hash_levels(self.token, begin, nodes, leaves, new)
    }

    fn takes_two(&self) -> bool {
        F::TAKES_TWO
    }

    fn compress_two(&self, states: &mut [[W; 8]; 2], parts: [[&[u8]; 2]; 2]) {
        F::compress_two(self.token, states, parts);
    }
}

/// A compression function: that of SHA-256, SHA-512, BLAKE-256 or BLAKE-512.
pub trait Compression: Copy + Send + Sync + 'static {
    type Word: MdWord;
    /// A state: the eight words of the chaining value, then the words that only some families have (salt, counter).
    type State: Copy
        + Send
        + Sync
        + AsRef<[Self::Word]>
        + AsMut<[Self::Word]>
        + core::panic::UnwindSafe
        + core::panic::RefUnwindSafe
        + Unpin;
    /// The initial value and other differences between the functions that share the compression function.
    type Initial: Copy + Default + PartialEq + Send + Sync + 'static;
    /// The words of as many states as the widest kernel takes.
    type Wide: Clone + AsRef<[Self::Word]> + AsMut<[Self::Word]>;
    const WIDE: Self::Wide;
    /// Bytes of a block: sixteen words.
    type Block: ArraySize + BlockSizes;
    type TwoBlocks: Copy + AsRef<[u8]> + AsMut<[u8]>;
    const EMPTY: Self::TwoBlocks;
    /// Two blocks for each message of the widest kernel.
    type Ends: AsMut<[Self::TwoBlocks]>;
    const ENDS: Self::Ends;
    type One: Engine<Form = dyn OneMessage<Self::State>>;
    type Many: Engine<Form = dyn ManyMessages<Self::Word>>;
    const KNOWN_ANSWER: [Self::Word; 8];
    /// The form that every machine can run.
    const PORTABLE: &'static dyn OneMessage<Self::State>;
    /// Bytes of a saved state, with head and checksum.
    type Saved: ArraySize;
    /// Bytes of the contents of a saved state: [`Compression::SAVED_WORDS`] words, 16 bytes of length, and a block.
    const SAVED_BYTES: usize = Self::SAVED_WORDS * size_of::<Self::Word>() + 16 + Self::Block::USIZE;
    /// The number of words of the state that are saved; the following words can be computed from the length.
    const SAVED_WORDS: usize;
    const ZEROES: Self::State;
    /// The greatest length of a message in bits.
    const MAX_BITS: u128;
    /// Bytes of the length field at the end of the padding.
    const LENGTH_BYTES: usize;
    /// Whether the function is BLAKE: a bit of padding comes before the length, and each block is hashed with the number of message bits up
    /// to its end.
    const COUNTS: bool;

    /// The state before the first block.
    fn begin(initial: &Self::Initial) -> Self::State;
    /// The initial value with a salt of the right length; `None` if the functions have no salt.
    fn salted(_initial: &Self::Initial, _salt: &[u8]) -> Option<Self::Initial> {
        None
    }
    /// BLAKE's bit before the length (1 for BLAKE-256 and BLAKE-512).
    fn mark(initial: &Self::Initial) -> u8;
    /// Sets the counter of the next block to this many bits, if the function has a counter.
    fn count(state: &mut Self::State, bits: u128);
    /// The last block of a message of `bits` bits, made ready for the rounds (of BLAKE, its words), if it has no byte of the message: then it is the
    /// same for all messages of that length. BLAKE gives it for whole blocks only.
    fn last_block(_bits: u128, _mark: u8) -> Option<[Self::Word; 80]> {
        None
    }
}

pub const fn forms<C: Compression>() -> [&'static [Named]; 2] {
    [C::One::FORMS, C::Many::FORMS]
}

/// The form that the plan takes for one message.
#[inline]
pub fn best_one<C: Compression>() -> &'static dyn OneMessage<C::State> {
    engine::best_one::<C::One>().unwrap_or(C::PORTABLE)
}

/// The form of a plan's backend for one message.
#[inline]
pub fn one_of_plan<C: Compression>(backend: Backend) -> &'static dyn OneMessage<C::State> {
    engine::planned::<C::One>(backend, 1).unwrap_or(C::PORTABLE)
}

/// A named backend's form for one message.
///
/// # Errors
/// [`Error::BackendUnavailable`], [`Error::OnlyInPapers`], [`Error::NoForm`].
pub fn one_named<C: Compression>(backend: Backend) -> Result<&'static dyn OneMessage<C::State>, Error> {
    match C::One::named(backend, 1) {
        Some(form) if backend.is_available() => Ok(form),
        _ => Err(engine::refused(backend, engine::backends::<C::One, C::Many>(), C::One::IN_PAPERS)),
    }
}

/// A named backend's form for one message, or the plan's if there is no name.
///
/// # Errors
/// As [`one_named`].
pub fn one_or_best<C: Compression>(backend: Option<Backend>) -> Result<&'static dyn OneMessage<C::State>, Error> {
    backend.map_or_else(|| Ok(best_one::<C>()), one_named::<C>)
}

/// Whether a backend that was never run on a processor gives the known answer on this one.
///
/// Inlined, so that a program does not link other forms.
#[inline(always)]
pub fn is_right<C: Compression>(never_run: Backend) -> bool {
    let form = C::One::constant(never_run, 1).or_else(|| engine::in_papers::<C::One>(never_run, 1));
    form.is_none_or(agrees::<C>)
}

/// Whether a form gives the known answer, from a state of zeroes, for 384 bytes (six blocks of 32-bit words, three of 64-bit words): byte i
/// is i² mod 251.
#[cold]
#[inline(never)]
pub fn agrees<C: Compression>(form: &dyn OneMessage<C::State>) -> bool {
    let mut state = C::begin(&C::Initial::default());
    form.compress(&mut state, &blocks());
    state.as_ref()[..8] == C::KNOWN_ANSWER
}

pub fn blocks() -> [u8; 3 * 128] {
    core::array::from_fn(|i| (i * i % 251) as u8)
}

/// A word of SHA-2 or BLAKE: `u32` or `u64`.
pub trait MdWord:
    Copy + Default + PartialEq + Send + Sync + Unpin + core::panic::UnwindSafe + core::panic::RefUnwindSafe + 'static
{
    /// A number of blocks, of as many bits as the longest message's length has.
    type Count: Copy + Into<u128> + Send + Sync + Unpin + core::panic::UnwindSafe + core::panic::RefUnwindSafe;
    /// A number of blocks; a greater one than a count can have is the greatest.
    fn count(blocks: u128) -> Self::Count;
    fn put(self, bytes: &mut [u8]);
    /// Writes the words to `out`, big-endian; a shorter `out` gets the first bytes.
    fn put_all<'w>(words: impl Iterator<Item = &'w Self>, out: &mut [u8]);
    /// As [`MdWord::put_all`], of a state. The bytes of a whole digest are written by halves: a copy of it would have to wait for single words,
    /// and LLVM would make one copy of unknown length of a whole digest and a shorter one.
    fn put_digest(words: &[Self; 8], out: &mut [u8]);
    fn get(bytes: &[u8]) -> Self;
}

macro_rules! word {
    ($word:ident, $count:ident) => {
        impl MdWord for $word {
            type Count = $count;
            #[inline(always)]
            fn count(blocks: u128) -> $count {
                $count::try_from(blocks).unwrap_or($count::MAX)
            }

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
            fn put_digest(words: &[$word; 8], out: &mut [u8]) {
                const LEN: usize = size_of::<$word>();
                let mut all = [0; 8 * LEN];
                for (bytes, word) in all.as_chunks_mut::<LEN>().0.iter_mut().zip(words) {
                    *bytes = word.to_be_bytes();
                }
                match out.first_chunk_mut() {
                    Some(out) => {
                        let _: &mut [u8; 8 * LEN] = out;
                        for (out, half) in out.as_chunks_mut::<{ 4 * LEN }>().0.iter_mut().zip(all.as_chunks().0) {
                            *out = *half;
                        }
                    }
                    None => {
                        out.copy_from_slice(&all[..out.len()]);
                        // More than the digest.
                        wipe_if_asked(&mut all);
                    }
                }
            }

            #[inline(always)]
            fn get(bytes: &[u8]) -> Self {
                bytes.first_chunk().map_or(0, |bytes| $word::from_be_bytes(*bytes))
            }
        }
    };
}
word!(u32, u64);
word!(u64, u128);
