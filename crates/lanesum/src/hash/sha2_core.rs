//! The block-level form of the functions of SHA-2, for code that uses the block-level traits of the crate `digest`.

use super::fixed::{FixedHash, must_fit};
use super::function::Sha2Function;
use core::fmt;
use core::marker::PhantomData;
use digest::array::Array;
use digest::block_api::{Block, Buffer, BufferKindUser, CoreProxy, Eager, FixedOutputCore, UpdateCore};
use digest::common::{AlgorithmName, BlockSizeUser};
use digest::{HashMarker, Output, OutputSizeUser, Reset};
use lanesum_batch::md::chain::{self, Chain, Md};
use lanesum_batch::md::compression::best_one;
use lanesum_batch::tail::Tail;

/// The block-level form of a function of SHA-2. It holds the chaining value; the caller keeps the partial block. It is for `Hmac` and
/// other code that uses the block-level traits of the crate `digest`.
#[derive(Clone)]
pub struct Sha2Core<F: Sha2Function> {
    chain: Chain<F::Compression>,
    function: PhantomData<F>,
}

impl<F: Sha2Function> Default for Sha2Core<F> {
    #[inline]
    fn default() -> Self {
        Self { chain: Chain::new(F::INITIAL, best_one::<F::Compression>()), function: PhantomData }
    }
}

impl<F: Sha2Function> fmt::Debug for Sha2Core<F> {
    /// Prints name and backend only: the state may be secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct(F::ALGORITHM.name()).field("backend", &self.chain.backend()).finish_non_exhaustive()
    }
}

impl<F: Sha2Function> HashMarker for Sha2Core<F> {}

impl<F: Sha2Function> AlgorithmName for Sha2Core<F> {
    fn write_alg_name(f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(F::ALGORITHM.standard_name())
    }
}

impl<F: Sha2Function> BlockSizeUser for Sha2Core<F> {
    type BlockSize = F::Rate;
}

impl<F: Sha2Function> BufferKindUser for Sha2Core<F> {
    type BufferKind = Eager;
}

impl<F: Sha2Function> OutputSizeUser for Sha2Core<F> {
    type OutputSize = F::Digest;
}

impl<F: Sha2Function> Reset for Sha2Core<F> {
    fn reset(&mut self) {
        self.chain.reset(F::INITIAL);
    }
}

impl<F: Sha2Function> UpdateCore for Sha2Core<F> {
    #[inline]
    fn update_blocks(&mut self, blocks: &[Block<Self>]) {
        self.chain.update(Array::slice_as_flattened(blocks));
    }
}

impl<F: Sha2Function> FixedOutputCore for Sha2Core<F> {
    #[inline]
    fn finalize_fixed_core(&mut self, buffer: &mut Buffer<Self>, out: &mut Output<Self>) {
        must_fit::<F>(self.chain.finish(buffer.get_data(), Tail::NONE, 0, out));
        buffer.reset();
    }
}

impl<F: Sha2Function> CoreProxy for FixedHash<F> {
    type Core = Sha2Core<F>;

    fn compose(core: Sha2Core<F>, buffer: Buffer<Sha2Core<F>>) -> Self {
        Self::of_state(Md { chain: core.chain, buffer: chain::Buffer::new(buffer.get_data()), mark: 0, forced: false })
    }

    fn decompose(self) -> (Sha2Core<F>, Buffer<Sha2Core<F>>) {
        let Md { chain, buffer, .. } = self.into_state();
        (Sha2Core { chain, function: PhantomData }, Buffer::<Sha2Core<F>>::new(buffer.data()))
    }
}
