//! The block-level form of the functions of SHA-2, for code that uses the block-level traits of the crate `digest`.

use crate::Backend;
use crate::hash::fixed::{FixedHash, must_fit};
use crate::hash::function::Sha2Function;
use crate::traits::traits;
use core::marker::PhantomData;
use digest::Output;
use digest::array::Array;
use digest::block_api::{Block, Buffer, BufferKindUser, CoreProxy, Eager, FixedOutputCore, UpdateCore};
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

impl<F: Sha2Function> Sha2Core<F> {
    fn backend(&self) -> Backend {
        self.chain.backend()
    }
}

traits! { [F: Sha2Function] Sha2Core<F>:
    Default(Self { chain: Chain::new(F::INITIAL, best_one::<F::Compression>()), function: PhantomData });
    Debug(F::ALGORITHM.name(), backend);
    AlgorithmName(F::ALGORITHM.standard_name());
    HashMarker;
    BlockSizeUser(F::Rate);
    OutputSizeUser(F::Digest);
    Reset(|this| this.chain.reset(F::INITIAL));
}

impl<F: Sha2Function> BufferKindUser for Sha2Core<F> {
    type BufferKind = Eager;
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
