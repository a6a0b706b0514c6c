//! The engines of Keccak-p: the forms of each backend, for each length of a lane, and the kernels of each lane.

use super::forms::{
    ByHand, COMPLEMENT, Few, Gathered, InPlace, InPlanes, Interleaving, Lanewise, ManyForm, OneForm, Padded, Several,
};
use super::lane::LaneWord;
use super::planewise::Line;
use crate::plan;
use lanes::Theta;
use lanesum_batch::engine::{self, Engine, width_for};
use lanesum_batch::plan::Plan;
pub use lanesum_batch::plan::Task;
use lanesum_batch::{Backend, Error};

/// The plan of Keccak-p\[1600\].
pub static KECCAK: Plan = Plan::new(plan::KECCAK, || true);

/// The plan of the shorter lanes.
pub static KECCAK_SHORT: Plan = Plan::new(plan::KECCAK_SHORT, || true);

/// Whether the processor is one of 32 bits whose plan takes `portable32`, or `compact` (`build.rs`).
const INTERLEAVED: bool = cfg!(any(lanesum_small = "thumb2", lanesum_small = "riscv32-zbb"));
const IN_PLACE: bool = cfg!(lanesum_small = "riscv32");

lanesum_batch::engine! {
    /// One state of Keccak-p\[1600\].
    One64 by KECCAK: dyn OneForm<u64>;
    all {
        Plan Portable(lanes::Portable) 1: Lanewise<COMPLEMENT>, if !(INTERLEAVED || IN_PLACE);
        Plan Portable32(lanes::Portable32) 1: Interleaving, if INTERLEAVED;
        Plan Compact(lanes::Compact) 1: InPlace, if IN_PLACE;
        Own CompactRolled(lanes::CompactRolled) 1: InPlace;
    }
    x86_64 {
        Plan Bmi2(lanes::x86::Bmi2) 1: ByHand;
        Padded Sse2(lanes::x86::Sse2) 1: Padded<Several<2>, 2>;
        Padded Avx2(lanes::x86::Avx2) 1: Padded<Several<4>, 4>;
        Plan Avx512Vl(lanes::x86::Avx512Vl) 1: ByHand;
        Padded Avx512(lanes::x86::Avx512) 1: Padded<Several<8>, 8>;
        Plan Avx512Planes(lanes::x86::Avx512Planes) 1: InPlanes<Line>;
    }
    aarch64 {
        Plan Neon(lanes::aarch64::Neon) 1: ByHand;
        Plan NeonSha3(lanes::aarch64::NeonSha3) 1: Lanewise<false>;
    }
    wasm32 {
        Padded Simd128(lanes::wasm32::Simd128) 1: Padded<Several<2>, 2>;
    }
    papers { Avx2Planes Avx512PlanesPaper }
}

macro_rules! several {
    ($($(#[$doc:meta])* $name:ident $kernel:ident $($hashes:literal)?;)*) => { $(
        lanesum_batch::engine! {
            $(#[$doc])*
            $name by KECCAK: dyn ManyForm<u64>;
            all {}
            x86_64 {
                Plan Sse2(lanes::x86::Sse2) 2: $kernel<2 $(, $hashes)?>;
                Plan Avx2(lanes::x86::Avx2) 4: $kernel<4 $(, $hashes)?>;
                Plan Avx512Vl(lanes::x86::Avx512Vl) 2: $kernel<2 $(, $hashes)?>;
                Plan Avx512Vl(lanes::x86::Avx512Vl) 4: $kernel<4 $(, $hashes)?>;
                Plan Avx512(lanes::x86::Avx512) 8: $kernel<8 $(, $hashes)?>;
            }
            aarch64 {
                Plan Neon(lanes::aarch64::Neon) 2: $kernel<2 $(, $hashes)?>;
                Plan NeonSha3(lanes::aarch64::NeonSha3) 2: $kernel<2 $(, $hashes)?>;
            }
            wasm32 {
                Plan Simd128(lanes::wasm32::Simd128) 2: $kernel<2 $(, $hashes)?>;
            }
        }
    )* };
}
several! {
    /// Several states of Keccak-p\[1600\].
    Many64 Several;
    /// The same forms for batches.
    Batch64 Few true;
    /// The same forms for leaves of trees.
    Leaf64 Few false;
}

/// The two engines of each lane that is kept in 32-bit words.
macro_rules! short_lanes {
    ($($lane:ident $one:ident $many:ident;)*) => { $(
        lanesum_batch::engine! {
            /// One state of short lanes.
            $one by KECCAK_SHORT: dyn OneForm<$lane>;
            all {
                Plan Portable(lanes::Portable) 1: Lanewise<COMPLEMENT>;
                Own Compact(lanes::Compact) 1: InPlace;
                Own CompactRolled(lanes::CompactRolled) 1: InPlace;
            }
            x86_64 {
                Plan Bmi2(lanes::x86::Bmi2) 1: ByHand;
                Padded Sse2(lanes::x86::Sse2) 1: Padded<Gathered<4>, 4>;
                Padded Avx2(lanes::x86::Avx2) 1: Padded<Gathered<8>, 8>;
                Plan Avx512Vl(lanes::x86::Avx512Vl) 1: ByHand;
                Padded Avx512(lanes::x86::Avx512) 1: Padded<Gathered<16>, 16>;
            }
            aarch64 {
                Padded Neon(lanes::aarch64::Neon) 1: Padded<Gathered<4>, 4>;
            }
            wasm32 {
                Padded Simd128(lanes::wasm32::Simd128) 1: Padded<Gathered<4>, 4>;
            }
        }

        lanesum_batch::engine! {
            /// Several states of short lanes.
            $many by KECCAK_SHORT: dyn ManyForm<$lane>;
            all {}
            x86_64 {
                Plan Sse2(lanes::x86::Sse2) 4: Gathered<4>;
                Plan Avx2(lanes::x86::Avx2) 8: Gathered<8>;
                Plan Avx512Vl(lanes::x86::Avx512Vl) 4: Gathered<4>;
                Plan Avx512Vl(lanes::x86::Avx512Vl) 8: Gathered<8>;
                Plan Avx512(lanes::x86::Avx512) 16: Gathered<16>;
            }
            aarch64 {
                Plan Neon(lanes::aarch64::Neon) 4: Gathered<4>;
            }
            wasm32 {
                Plan Simd128(lanes::wasm32::Simd128) 4: Gathered<4>;
            }
        }
    )* };
}
short_lanes! {
    u8 One8 Many8;
    u16 One16 Many16;
    u32 One32 Many32;
}

/// A lane: the unit of the state. `u8`, `u16`, `u32` and `u64` are those of Keccak-p\[200\], \[400\], \[800\] and \[1600\].
pub trait Lane: LaneWord {
    /// Bytes of a lane.
    const BYTES: usize;
    /// Rounds of Keccak-f: 12 + 2l, where a lane has 2^l bits (FIPS 202, section 3.4). Keccak-p can have 1 to this number.
    const ROUNDS: usize;
    /// The widths of a backend, ascending; empty if it has no form for these lanes.
    #[must_use]
    fn widths(backend: Backend) -> &'static [usize];

    #[doc(hidden)]
    type One: Engine;
    #[doc(hidden)]
    type Many: Engine;
    #[doc(hidden)]
    const WIDEST: usize;
    /// A form that every machine can run.
    #[doc(hidden)]
    const PORTABLE: &'static dyn OneForm<Self>;

    // The functions of `engine` and `Engine`. They are methods of the trait, so that code that is generic over lanes does not compile their
    // kernels a second time.
    #[doc(hidden)]
    fn best_one() -> Option<&'static dyn OneForm<Self>>;
    #[doc(hidden)]
    fn one_planned(backend: Backend) -> Option<&'static dyn OneForm<Self>>;
    #[doc(hidden)]
    fn one_named(backend: Backend) -> Option<&'static dyn OneForm<Self>>;
    #[doc(hidden)]
    fn many_planned(backend: Backend, width: usize) -> Option<&'static dyn ManyForm<Self>>;
    #[doc(hidden)]
    fn many_named(backend: Backend, width: usize) -> Option<&'static dyn ManyForm<Self>>;
}

macro_rules! lanes {
    ($($lane:ident $one:ident $many:ident $widest:literal $portable:expr;)*) => { $(
        impl Lane for $lane {
            const BYTES: usize = size_of::<$lane>();
            const ROUNDS: usize = Self::RC.len();
            fn widths(backend: Backend) -> &'static [usize] {
                engine::all_widths::<$one, $many>(backend)
            }

            type One = $one;
            type Many = $many;
            const WIDEST: usize = $widest;
            const PORTABLE: &'static dyn OneForm<$lane> = $portable;

            fn best_one() -> Option<&'static dyn OneForm<Self>> {
                engine::best_one::<$one>()
            }

            fn one_planned(backend: Backend) -> Option<&'static dyn OneForm<Self>> {
                engine::planned::<$one>(backend, 1)
            }

            fn one_named(backend: Backend) -> Option<&'static dyn OneForm<Self>> {
                $one::named(backend, 1)
            }

            fn many_planned(backend: Backend, width: usize) -> Option<&'static dyn ManyForm<Self>> {
                engine::planned::<$many>(backend, width)
            }

            fn many_named(backend: Backend, width: usize) -> Option<&'static dyn ManyForm<Self>> {
                $many::named(backend, width)
            }
        }
    )* };
}
lanes! {
    u8 One8 Many8 16 &PORTABLE;
    u16 One16 Many16 16 &PORTABLE;
    u32 One32 Many32 16 &PORTABLE;
    u64 One64 Many64 8 PORTABLE_64;
}

/// `portable`, which needs no detection.
static PORTABLE: engine::Form<lanes::Portable, Lanewise<COMPLEMENT>, { Backend::Portable as usize }> =
    engine::Form::new(lanes::Portable);

/// The form for processors that have only one: programs for them link no other.
const PORTABLE_64: &dyn OneForm<u64> = if INTERLEAVED {
    &engine::Form::<lanes::Portable32, Interleaving, { Backend::Portable32 as usize }>::new(lanes::Portable32)
} else if IN_PLACE {
    &engine::Form::<lanes::Compact, InPlace, { Backend::Compact as usize }>::new(lanes::Compact)
} else {
    &PORTABLE
};

#[inline]
pub fn best_one<W: Lane>() -> &'static dyn OneForm<W> {
    W::best_one().unwrap_or(W::PORTABLE)
}

/// The form of a plan's backend for one state.
#[inline]
pub fn one_of_plan<W: Lane>(backend: Backend) -> &'static dyn OneForm<W> {
    W::one_planned(backend).unwrap_or(W::PORTABLE)
}

/// A named backend's form for one state.
///
/// # Errors
/// [`Error::BackendUnavailable`], [`Error::OnlyInPapers`], [`Error::NoForm`], [`Error::NoFormForLane`].
pub fn one_named<W: Lane>(backend: Backend) -> Result<&'static dyn OneForm<W>, Error> {
    match W::one_named(backend) {
        Some(form) if backend.is_available() => Ok(form),
        _ => Err(refused::<W>(backend)),
    }
}

#[cold]
fn refused<W: Lane>(backend: Backend) -> Error {
    if !<u64 as Lane>::widths(backend).is_empty() && W::widths(backend).is_empty() {
        return Error::NoFormForLane { backend, bits: 8 * W::BYTES };
    }
    engine::refused(backend, engine::backends::<One64, Many64>(), One64::IN_PAPERS)
}

/// The forms that permute `N` states in step, all or some at a time.
#[derive(Clone, Copy, Debug)]
pub struct InStep<W: Lane> {
    pub forms: Forms<W>,
    pub theta: Theta,
}

#[derive(Clone, Copy, Debug)]
pub enum Forms<W: Lane> {
    One(&'static dyn OneForm<W>),
    Many(&'static dyn ManyForm<W>),
}

impl<W: Lane> InStep<W> {
    /// The plan's form for one state alone.
    #[inline]
    pub fn one() -> Self {
        Self { forms: Forms::One(best_one()), theta: Theta::Ternary }
    }

    /// The plan's forms for a task of `states` states.
    pub fn best(states: usize, task: Task) -> Self {
        let backend = Backend::fixed_here().unwrap_or_else(|| engine::row::<W::Many>().backend_in_step(states, task));
        let many = width_for(W::widths(backend), states).and_then(|width| W::many_planned(backend, width));
        let forms = many.map_or_else(|| Forms::One(one_of_plan(backend)), Forms::Many);
        Self { forms, theta: engine::theta::<W::Many>() }
    }

    /// A named backend's forms.
    ///
    /// # Errors
    /// As [`one_named`].
    pub fn named(backend: Backend, states: usize) -> Result<Self, Error> {
        let one = one_named::<W>(backend)?;
        let many = width_for(W::widths(backend), states).and_then(|width| W::many_named(backend, width));
        let forms = many.map_or(Forms::One(one), Forms::Many);
        Ok(Self { forms, theta: engine::theta::<W::Many>() })
    }

    pub fn backend(&self) -> Backend {
        match self.forms {
            Forms::One(form) => form.backend(),
            Forms::Many(form) => form.backend(),
        }
    }
}
