//! The forms: for each backend, its token and a kernel of the family.

#[cfg(target_arch = "x86_64")]
use crate::planes_paper::Paper;
#[cfg(target_arch = "x86_64")]
use crate::x86_64::{Avx2Cached, Avx2Gather, Avx2Permute, Avx2Planes, Avx2Shuffle, Avx512PlanesPaper, Sse2, Xop};
#[cfg(target_arch = "x86_64")]
use lanes::x86::{Avx, Bmi2, Sse41};
use lanesum_batch::Backend;
use lanesum_batch::engine::{self, Engine};
use lanesum_batch::md::compression::OneMessage;
use lanesum_batch::plan::Family;
#[cfg(target_arch = "x86_64")]
use lanesum_blake::compression::{Blake32, Blake64};
use lanesum_blake::engines as blake;
use lanesum_keccak::permutation::{engines as keccak, forms::OneForm};
#[cfg(target_arch = "x86_64")]
use lanesum_keccak::permutation::{forms::InPlanes, planewise::Line};
use lanesum_sha2::engines as sha2;

/// Makes the forms known to the library, in the whole process. It may be called at any time and more than once.
#[cfg(feature = "std")]
pub fn register() {
    engine::register::<keccak::One64>(keccak1600);
    engine::register::<sha2::One32>(sha256);
    engine::register::<sha2::One64>(sha512);
    engine::register::<blake::One32>(blake256);
    engine::register::<blake::One64>(blake512);
    Backend::papers_are_registered();
}

/// Registers the forms, and tells the backends that they add to a family, whether or not this machine can run them.
#[cfg(feature = "std")]
pub fn registered(family: Family) -> impl Iterator<Item = Backend> {
    register();
    let forms = match family {
        Family::Keccak => keccak::One64::IN_PAPERS,
        Family::Sha256 => sha2::One32::IN_PAPERS,
        Family::Sha512 => sha2::One64::IN_PAPERS,
        Family::Blake256 => blake::One32::IN_PAPERS,
        Family::Blake512 => blake::One64::IN_PAPERS,
        _ => &[],
    };
    Backend::ALL.iter().copied().filter(|backend| !engine::widths(&[forms], *backend).is_empty())
}

/// A function that finds forms for one message: lines `Backend(token): kernel;`. Only x86-64 has any.
macro_rules! forms {
    ($(#[$doc:meta])* $visibility:vis $name:ident -> $form:path { $($backend:ident($token:ident): $kernel:ty;)* }) => {
        $(#[$doc])*
        $visibility fn $name(backend: Backend, width: usize) -> Option<&'static dyn $form> {
            #[cfg(target_arch = "x86_64")]
            { $( lanesum_batch::form!(backend, width, $backend($token) 1: $kernel); )* }
            let _ = (backend, width);
            None
        }
    };
}

forms! {
    /// The form of Keccak-p\[1600\] for this many states, if there is one and this machine can run it.
    #[must_use]
    pub keccak1600 -> OneForm<u64> {
        Avx2Planes(Avx2Planes): InPlanes<Line>;
        Avx512PlanesPaper(Avx512PlanesPaper): InPlanes<Paper>;
    }
}

forms! {
    /// The same for SHA-256 and SHA-224.
    #[must_use]
    pub sha256 -> OneMessage<[u32; 8]> {
        Bmi2(Bmi2): lanesum_sha2::forms::Wordwise;
    }
}

forms! {
    /// The same for SHA-512, SHA-384 and SHA-512/t.
    #[must_use]
    pub sha512 -> OneMessage<[u64; 8]> {
        Bmi2(Bmi2): lanesum_sha2::forms::Wordwise;
    }
}

forms! {
    /// The same for BLAKE-256 and BLAKE-224.
    #[must_use]
    pub blake256 -> OneMessage<[u32; 14]> {
        Sse2(Sse2): blake::Rowwise<Blake32>;
        Xop(Xop): blake::Rowwise<Blake32>;
        Avx2Shuffle(Avx2Shuffle): blake::Rowwise<Blake32>;
        Avx2Gather(Avx2Gather): blake::Rowwise<Blake32>;
        Avx2Permute(Avx2Permute): blake::Rowwise<Blake32>;
        Avx2Cached(Avx2Cached): blake::Rowwise<Blake32>;
    }
}

forms! {
    /// The same for BLAKE-512 and BLAKE-384.
    #[must_use]
    pub blake512 -> OneMessage<[u64; 14]> {
        Sse2(Sse2): blake::Rowwise<Blake64>;
        Sse41(Sse41): blake::Rowwise<Blake64>;
        Avx(Avx): blake::Rowwise<Blake64>;
        Xop(Xop): blake::Rowwise<Blake64>;
        Avx2Shuffle(Avx2Shuffle): blake::Rowwise<Blake64>;
        Avx2Gather(Avx2Gather): blake::Rowwise<Blake64>;
        Avx2Permute(Avx2Permute): blake::Rowwise<Blake64>;
        Avx2Cached(Avx2Cached): blake::Rowwise<Blake64>;
    }
}
