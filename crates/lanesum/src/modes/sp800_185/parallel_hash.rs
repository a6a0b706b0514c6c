//! `ParallelHash` and `ParallelHashXOF` (SP 800-185, section 6): [`ParallelHash`].

use super::bits::{BitStr, Joint};
use super::cshake;
use super::encode::Encoded;
use super::length::{OutputBits, all_bits, bits_of, parameters};
use super::started::FunctionName;
use crate::strength::Strength;
use crate::traits::traits;
use crate::{Backend, Error, Reader};
use core::marker::PhantomData;
use digest::array::ArraySize;
use digest::typenum::U656;
use lanesum_batch::saved::{SavedReader, restore};
use lanesum_batch::scheduler::{Choose, Jobs, Messages, Survey};
use lanesum_batch::tail::Tail;
use lanesum_keccak::constructions::sponge::{KeccakForm, Sponge};
use lanesum_keccak::leaves::{CutMessage, LeafHash};
use lanesum_keccak::permutation::engines::best_one;
use lanesum_keccak::sponges::Sponges;

/// `ParallelHash` and `ParallelHashXOF` (SP 800-185, section 6), incremental. The message is cut into blocks of B bytes, which are hashed
/// separately, several at once, and the result is the hash of their hashes. Messages, customization strings and outputs can have any number
/// of bits.
///
/// The length of the output is bound into it. With the trait `FixedOutput`, it has `O` bytes, by default twice the strength;
/// [`ParallelHash::finalize_bits_to`] takes any length. As an XOF ([`ExtendableOutput`](digest::ExtendableOutput)) it is `ParallelHashXOF`.
///
/// If `update` gets eight blocks or more at a time, it reads them in place, at the cost of SHAKE of many messages at once. With the feature
/// `alloc`, smaller pieces are collected if eight blocks have no more than 128 KiB. Only then does the hasher allocate memory: at most
/// these blocks, and 2 KiB for states. Longer blocks in smaller pieces are hashed one block after the other, as with SHAKE; without an
/// allocator, so are all pieces shorter than a block. A block much shorter than the rate (168 or 136 bytes) costs as much as one of the
/// rate.
///
/// ```
/// use lanesum::ParallelHash128;
/// use lanesum::digest::{FixedOutput, Update};
/// let mut hasher = <ParallelHash128>::new(8192, "")?;
/// hasher.update(&[0x5a; 100_000]);
/// let digest = hasher.finalize_fixed();
/// # assert_eq!(digest.len(), 32);
/// # Ok::<(), lanesum::Error>(())
/// ```
#[derive(Clone)]
pub struct ParallelHash<S: Strength, O = <S as Strength>::Digest> {
    start: Sponge,
    pub(in crate::modes) root: Sponge,
    /// The bits of the message that are not a whole byte yet.
    pub(in crate::modes) joint: Joint,
    pub(in crate::modes) leaves: CutMessage,
    of: PhantomData<(S, O)>,
}

impl<S: Strength, O> ParallelHash<S, O> {
    /// A hasher with blocks of `block_bytes` bytes and a customization string, on the backends that are best for this machine.
    ///
    /// # Errors
    /// [`Error::BlockSize`] for blocks of 0 bytes.
    pub fn new<'c>(block_bytes: u64, customization: impl Into<BitStr<'c>>) -> Result<Self, Error> {
        Self::with_choice(Choose::here::<Sponges<'_>>(), block_bytes, customization.into())
    }

    /// As [`ParallelHash::new`], on a backend of your choice.
    ///
    /// # Errors
    /// [`Error::BackendUnavailable`] if the machine lacks it, [`Error::OnlyInPapers`] if only `lanesum-papers` has it, [`Error::NoForm`] if the
    /// backend is for other functions, [`Error::BlockSize`] for blocks of 0 bytes.
    pub fn with_backend<'c>(
        backend: Backend,
        block_bytes: u64,
        customization: impl Into<BitStr<'c>>,
    ) -> Result<Self, Error> {
        Self::with_choice(Choose::new::<Sponges<'_>>(Some(backend))?, block_bytes, customization.into())
    }

    pub(super) fn with_choice(choose: Choose, block_bytes: u64, customization: BitStr<'_>) -> Result<Self, Error> {
        if block_bytes == 0 {
            return Err(Error::BlockSize);
        }
        let leaves = CutMessage::new(leaf_hash::<S>(), 0, block_bytes, choose);
        let start = root::<S>(leaves.form(), block_bytes, customization);
        let (root, joint) = (start.clone(), Joint::default());
        Ok(Self { start, root, joint, leaves, of: PhantomData })
    }

    /// The length of a block in bytes.
    #[must_use]
    pub fn block_bytes(&self) -> u64 {
        self.leaves.leaf_bytes()
    }

    /// The backend for one message and for the root.
    #[must_use]
    pub fn backend(&self) -> Backend {
        self.root.form().backend()
    }

    /// Appends a string of any number of bits to the message. The next string continues with the next bit.
    pub fn update_bits<'a>(&mut self, data: impl Into<BitStr<'a>>) {
        let Self { root, joint, leaves, .. } = self;
        joint.string(data.into(), |data| leaves.update(data, root));
    }

    /// `ParallelHash` to `8 * out.len()` bits.
    pub fn finalize_to(mut self, out: &mut [u8]) {
        let length = all_bits(out);
        self.finish(length).read(out);
    }

    /// `ParallelHash` to `bits` bits, in the first bytes of `out`: the first bit is the lowest, and the spare high bits of the last byte
    /// are 0.
    ///
    /// # Errors
    /// [`Error::TooFewBytes`] if `out` is too short.
    pub fn finalize_bits_to(mut self, out: &mut [u8], bits: u64) -> Result<(), Error> {
        self.finish(OutputBits::Bits(bits.into())).read_bits(out, bits)
    }

    /// `ParallelHash` to `bits` bits, read in pieces, for outputs that do not fit into memory. Read only this many bits.
    #[must_use]
    pub fn finalize_in_pieces(mut self, bits: u64) -> Reader {
        self.finish(OutputBits::Bits(bits.into()))
    }

    pub(super) fn finish(&mut self, length: OutputBits) -> Reader {
        let Self { root, joint, leaves, .. } = self;
        let count = leaves.finish(&[], joint.tail().into(), root);
        end(root, count, length);
        Reader::of(root.finish_in_place(Tail::default()))
    }

    pub(super) fn restored(saved: &[u8]) -> Result<Self, Error> {
        restore(S::PARALLEL_HASH, saved, Self::read)
    }

    fn read(saved: &mut SavedReader<'_>) -> Option<Self> {
        let choose = Choose::here::<Sponges<'_>>();
        let block_bytes = u64::from_be_bytes(*saved.array()?);
        if block_bytes == 0 {
            return None;
        }
        let leaves = CutMessage::restore(leaf_hash::<S>(), 0, block_bytes, choose, saved)?;
        let start = cshake::restore_name::<S>(leaves.form(), saved)?;
        let values = u128::from(leaves.count()) * leaf_hash::<S>().value_bytes() as u128;
        let root = start.restore_after_bytes(values, saved.array()?)?;
        let places = start.position() == Encoded::left(block_bytes.into()).as_bytes().len()
            && *saved.array()? == [root.position() as u8];
        let joint = Joint::restore(saved)?;
        places.then_some(Self { start, root, joint, leaves, of: PhantomData })
    }
}

impl<S: Strength, O: ArraySize> ParallelHash<S, O> {
    /// `ParallelHash` of many messages, with `output_bytes` bytes each. The output of message i is chunk i of `out`. Block size,
    /// customization string and backend are those of this hasher. All messages begin with the bits that this hasher has absorbed. The
    /// messages are hashed one after the other, each at full width if it is long; see [`Messages`].
    ///
    /// # Errors
    /// [`Error::Length`] unless `out` has `output_bytes` bytes for each message.
    pub fn finalize_many<M: Messages + ?Sized>(
        &self,
        messages: &M,
        output_bytes: usize,
        out: &mut [u8],
    ) -> Result<(), Error> {
        let survey = Survey::of(&messages);
        let mut jobs = Jobs::new(&survey, output_bytes, out)?;
        while let Some((message, out)) = jobs.take() {
            let mut one = self.clone();
            one.update_bits(message.prefix);
            one.update_bits(BitStr::of(&message));
            one.finish(all_bits(out)).read(out);
        }
        Ok(())
    }
}

traits! { [S: Strength, O] ParallelHash<S, O>:
    Debug(S::PARALLEL_HASH, block_bytes, backend);
    AlgorithmName(S::PARALLEL_HASH);
    CollisionResistance(S::Resistance);
    Update(|this, data| {
        let Self { root, joint, leaves, .. } = this;
        joint.bytes(data, |data| leaves.update(data, root));
    });
    Write;
    Reset(|this| {
        this.root = this.start.clone();
        this.joint = Joint::default();
        this.leaves.reset();
    });
    /// `ParallelHashXOF`.
    ExtendableOutput(Reader, |this| this.finish(OutputBits::Arbitrary));
    /// The saved state, with big-endian numbers:
    ///
    /// | bytes | content |
    /// | --- | --- |
    /// | 3 | `lns` |
    /// | 1 | the version of the format, 1 |
    /// | 16 | the name, `ParallelHash128` or `ParallelHash256`, padded with zeroes |
    /// | 8 | the length of a block in bytes |
    /// | 16 | the number of message bytes so far |
    /// | 200 | the state of the current block |
    /// | 201 | the state of the root before the message, and the position in its block |
    /// | 201 | the state of the root now, and the position in its block |
    /// | 1 | the bits that are not a whole byte yet |
    /// | 1 | their number |
    /// | 8 | a checksum |
    ///
    /// Anything else is rejected. The bytes do not depend on the backend; the machine that restores the state chooses its own.
    ///
    /// To save the state, waiting blocks are hashed one after the other: at most 128 KiB.
    SerializableState(U656, S::PARALLEL_HASH, |this, out| {
        let (mut root, mut leaves) = (this.root.clone(), this.leaves.clone());
        leaves.settle(&mut root);
        out.bytes(&this.block_bytes().to_be_bytes());
        leaves.save(out);
        this.start.save(out);
        root.save(out);
        this.joint.save(out);
    }, Self::read);
}

traits! { [S: Strength, O: ArraySize] ParallelHash<S, O>:
    OutputSizeUser(O);
    FixedOutput(|this, out| this.finish(bits_of::<O>()).read(out));
    DigestMany(O::USIZE, |_messages| Ok(()));
}

fn leaf_hash<S: Strength>() -> LeafHash {
    LeafHash { parameters: parameters::<S>(cshake::SHAKE), lanes: (S::BITS / 32) as u8 }
}

/// The root before the first chaining value: name, customization string and block length.
fn root<S: Strength>(form: KeccakForm, block_bytes: u64, customization: BitStr<'_>) -> Sponge {
    let mut root = cshake::start_named::<S>(form, FunctionName::ParallelHash, customization);
    root.update(Encoded::left(block_bytes.into()).as_bytes());
    root
}

/// Ends the root after the last of `count` chaining values.
fn end(root: &mut Sponge, count: u64, length: OutputBits) {
    root.update(Encoded::right(count.into()).as_bytes());
    root.update(length.encoded().as_bytes());
}

/// A message in one call: nothing is buffered, and `finish` ends the root in place.
pub(super) fn all<S: Strength, T>(
    message: BitStr<'_>,
    block_bytes: u64,
    customization: BitStr<'_>,
    length: OutputBits,
    finish: impl FnOnce(&mut Sponge) -> T,
) -> Result<T, Error> {
    if block_bytes == 0 {
        return Err(Error::BlockSize);
    }
    let mut root = root::<S>(best_one(), block_bytes, customization);
    let (body, last, bits) = message.parts();
    let count = leaf_hash::<S>().all(body, Tail::new(last, bits)?, block_bytes, &mut root);
    end(&mut root, count, length);
    Ok(finish(&mut root))
}
