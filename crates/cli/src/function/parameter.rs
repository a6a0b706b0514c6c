//! The parameters of functions.

/// One of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Parameter {
    /// The function name N of cSHAKE.
    Name,
    /// The customization string S.
    Custom,
    /// The bytes of a block, B.
    Block,
    /// The domain separation byte D of `TurboSHAKE`.
    Domain,
    /// The salt of BLAKE.
    Salt,
    Key,
}
