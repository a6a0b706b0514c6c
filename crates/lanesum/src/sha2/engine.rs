//! From a backend's name to its kernel: the one place where a token meets a kernel.

use super::lanewise;
use super::size::{Size, Words32, Words64};
#[cfg(target_arch = "x86_64")]
use super::stitched;
#[cfg(target_arch = "x86_64")]
use crate::wipe::wipe;
use crate::{Backend, Error};
use core::fmt;
use core::marker::PhantomData;
#[cfg(target_arch = "x86_64")]
use lanes::x86;
#[cfg(target_arch = "x86_64")]
use lanes::{PairIsa, ShaIsa};
use lanes::{Portable, Rows, WordIsa};

/// A backend together with the proof that this machine has it.
pub trait Kernels<W>: Copy + Send + Sync + fmt::Debug + 'static {
    /// What every machine has.
    const PORTABLE: Self;
    /// The backends that have a kernel, in the order of [`Backend::ALL`].
    const BACKENDS: &'static [Backend];

    /// # Errors
    /// [`Error::NoForm`], [`Error::BackendUnavailable`].
    fn new(backend: Backend) -> Result<Self, Error>;
    fn backend(self) -> Backend;
    /// Applies the compression function to all whole blocks of `data`.
    fn compress(self, state: &mut [W; 8], data: &[u8]);
}

macro_rules! engine {
    ($(#[$doc:meta])* $name:ident of $word:ident: $($variant:ident($($token:ident)?) => $run:expr;)*) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub enum $name {
            Portable,
            $( #[cfg(target_arch = "x86_64")] $variant($(x86::$token)?), )*
        }

        impl Kernels<$word> for $name {
            const PORTABLE: Self = Self::Portable;
            const BACKENDS: &'static [Backend] = &[Backend::Portable, $(Backend::$variant),*];

            fn new(backend: Backend) -> Result<Self, Error> {
                match backend {
                    Backend::Portable => Ok(Self::Portable),
                    $(
                        #[cfg(target_arch = "x86_64")]
                        Backend::$variant => $(x86::$token::detect().map(Self::$variant))?
                            .ok_or(Error::BackendUnavailable(backend)),
                        #[cfg(not(target_arch = "x86_64"))]
                        Backend::$variant => Err(Error::BackendUnavailable(backend)),
                    )*
                    _ => Err(Error::NoForm { backend, forms: Self::BACKENDS }),
                }
            }

            fn backend(self) -> Backend {
                match self {
                    Self::Portable => Backend::Portable,
                    $( #[cfg(target_arch = "x86_64")] Self::$variant(..) => Backend::$variant, )*
                }
            }

            #[inline]
            fn compress(self, state: &mut [$word; 8], data: &[u8]) {
                match self {
                    Self::Portable => one::<_, _>(Portable, state, data),
                    $( #[cfg(target_arch = "x86_64")] Self::$variant(token) => $run(token, state, data), )*
                }
            }
        }
    };
}

engine! {
    /// The backends for words of 32 bits.
    Engine32 of u32:
    Bmi2(Bmi2) => one::<_, _>;
    ShaNi(ShaNi) => sha_ni::<_, _>;
}

engine! {
    /// The backends for words of 64 bits.
    Engine64 of u64:
    Bmi2(Bmi2) => one::<_, _>;
    Sse41(Sse41) => stitched::<_, 1>;
    Avx(Avx) => stitched::<_, 1>;
    Avx2(Avx2) => avx2;
    Avx512Vl(Avx512Vl) => avx512vl;
    Sha512Ni(Sha512Ni) => sha_ni::<_, _>;
}

/// The size of a word.
trait SizeOf {
    type Size: Size<Word = Self>;
}

impl SizeOf for u32 {
    type Size = Words32;
}

impl SizeOf for u64 {
    type Size = Words64;
}

/// One message, one word a register.
#[inline(always)]
fn one<W: SizeOf, I: WordIsa<W, 1>>(isa: I, state: &mut [W; 8], data: &[u8])
where
    W::Size: Size<Word = W>,
{
    let Some(state) = state.as_chunks_mut::<1>().0.first_chunk_mut() else { return };
    isa.run(lanewise::Compress::<W::Size, _, 1> { isa, state, rows: Rows::new([data]), size: PhantomData });
}

/// One message of SHA-512, the schedule of so many blocks at a time in the vector unit.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn stitched<I: PairIsa<BLOCKS>, const BLOCKS: usize>(isa: I, state: &mut [u64; 8], data: &[u8]) {
    let mut sums = [[[0; 2]; 40]; BLOCKS];
    isa.run(stitched::Compress::<_, BLOCKS> { isa, state, row: Rows::new([data]), sums: &mut sums });
    wipe(sums.as_flattened_mut());
}

/// Two blocks at a time, and an odd one by itself.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn two_by_two<I: PairIsa<1> + PairIsa<2>>(isa: I, state: &mut [u64; 8], data: &[u8]) {
    let (pairs, odd) = data.split_at(data.len() & !0xff);
    if !pairs.is_empty() {
        stitched::<I, 2>(isa, state, pairs);
    }
    if !odd.is_empty() {
        stitched::<I, 1>(isa, state, odd);
    }
}

/// Every processor with AVX2 that was sold in numbers has BMI2, too; where a hypervisor hides it, the form of `avx` serves.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn avx2(_: x86::Avx2, state: &mut [u64; 8], data: &[u8]) {
    match x86::Avx2Bmi2::detect() {
        Some(isa) => two_by_two(isa, state, data),
        None => without_bmi2(state, data),
    }
}

#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn avx512vl(_: x86::Avx512Vl, state: &mut [u64; 8], data: &[u8]) {
    match x86::Avx512VlBmi2::detect() {
        Some(isa) => two_by_two(isa, state, data),
        None => without_bmi2(state, data),
    }
}

#[cfg(target_arch = "x86_64")]
#[cold]
fn without_bmi2(state: &mut [u64; 8], data: &[u8]) {
    match x86::Avx::detect() {
        Some(isa) => stitched::<_, 1>(isa, state, data),
        None => one::<_, _>(Portable, state, data),
    }
}

#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn sha_ni<W: SizeOf, I: ShaIsa<W>>(isa: I, state: &mut [W; 8], data: &[u8])
where
    W::Size: Size<Word = W>,
{
    isa.run(super::sha_ni::Compress::<W::Size, _> { isa, state, row: Rows::new([data]), size: PhantomData });
}
