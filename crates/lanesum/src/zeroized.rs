//! Types whose states are erased on drop, with the feature `zeroize`.

use zeroize::ZeroizeOnDrop;

impl ZeroizeOnDrop for crate::Hasher {}
impl<F: crate::FixedFunction> ZeroizeOnDrop for crate::FixedHash<F> {}

#[cfg(feature = "keccak")]
mod of_keccak {
    use super::ZeroizeOnDrop;

    impl<F> ZeroizeOnDrop for crate::Xof<F> {}
    impl<F> ZeroizeOnDrop for crate::XofOutput<F> {}
    impl<F, const N: usize> ZeroizeOnDrop for crate::ManyXof<F, N> {}
    impl<S> ZeroizeOnDrop for crate::CShake<S> {}
    impl<S> ZeroizeOnDrop for crate::TupleHash<S> {}
    impl<S: crate::Strength, O> ZeroizeOnDrop for crate::ParallelHash<S, O> {}
    impl<S> ZeroizeOnDrop for crate::TurboShake<S> {}
    impl<S> ZeroizeOnDrop for crate::Kt<S> {}
    #[cfg(feature = "alloc")]
    impl<S> ZeroizeOnDrop for crate::subtrees::FinalNode<S> {}
}

#[cfg(feature = "blake")]
mod of_blake {
    use super::ZeroizeOnDrop;

    impl ZeroizeOnDrop for crate::Blake2b {}
    impl ZeroizeOnDrop for crate::Blake2s {}
    impl ZeroizeOnDrop for crate::Blake2bp {}
    impl ZeroizeOnDrop for crate::Blake2sp {}
    impl ZeroizeOnDrop for crate::Blake3 {}
    impl ZeroizeOnDrop for crate::Blake3Reader {}
}

#[cfg(feature = "sha2")]
mod of_sha2 {
    use super::ZeroizeOnDrop;

    impl ZeroizeOnDrop for crate::Sha512T {}
    impl<F: crate::Sha2Function> ZeroizeOnDrop for crate::hazmat::Sha2Core<F> {}
}
