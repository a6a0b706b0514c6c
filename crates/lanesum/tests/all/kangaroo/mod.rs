//! `TurboSHAKE`, KT128 and KT256, on every backend: beside `table`, what trees have of their own.

use crate::support;

mod checksums;
mod pieces;
mod subtrees;

use lanesum::{Backend, Kt, Strength};
use reference::sp800_185::Strength as Standard;

/// A strength of the library, and the reference's.
pub(crate) trait Both: Strength {
    const STANDARD: Standard;
}

impl Both for lanesum::strengths::Bits128 {
    const STANDARD: Standard = Standard::S128;
}

impl Both for lanesum::strengths::Bits256 {
    const STANDARD: Standard = Standard::S256;
}

/// On the plan's backends, and on each by name.
pub(crate) fn hashers<S: Strength>() -> Vec<(String, Kt<S>)> {
    let named = |backend: Backend| (backend.to_string(), Kt::<S>::with_backend(backend, "").unwrap());
    [("the plan".to_owned(), Kt::default())].into_iter().chain(support::backends().into_iter().map(named)).collect()
}

/// The 32 first bytes of output, in hexadecimal.
pub(crate) fn digest<S: Strength>(hasher: Kt<S>, customization: &[u8]) -> String {
    let mut out = [0; 32];
    hasher.finalize_customized(customization).read(&mut out);
    support::hex(&out)
}

/// The reference's.
pub(crate) fn expected<S: Both>(message: &[u8], customization: &[u8]) -> String {
    support::hex(&reference::turboshake::kt(S::STANDARD, message, customization, 32))
}
