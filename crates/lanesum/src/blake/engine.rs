//! From a backend's name to its kernel: the one place where a token meets a kernel.

use super::words::STATE;
use super::{lanewise, rowwise};
use crate::{Backend, Error};
#[cfg(target_arch = "x86_64")]
use lanes::x86;
use lanes::{Portable, Rows, Token, WordIsa};

macro_rules! engine {
    ($name:ident of $word:ident: $($variant:ident($token:ident))*) => {
        #[derive(Clone, Copy, Debug)]
        pub enum $name {
            Portable,
            $( #[cfg(target_arch = "x86_64")] $variant(x86::$token), )*
        }
        impl $name {
            pub const BACKENDS: &'static [Backend] = &[Backend::Portable, $(Backend::$variant),*];
            pub fn new(backend: Backend) -> Result<Self, Error> {
                match backend {
                    Backend::Portable => Ok(Self::Portable),
                    $(
                        #[cfg(target_arch = "x86_64")]
                        Backend::$variant => x86::$token::detect().map(Self::$variant)
                            .ok_or(Error::BackendUnavailable(backend)),
                    )*
                    _ => Err(Error::NoForm { backend, forms: Self::BACKENDS }),
                }
            }
            pub fn compress(self, state: &mut [$word; STATE], data: &[u8]) {
                match self {
                    Self::Portable => {
                        let Some(state) = state.as_chunks_mut::<1>().0.first_chunk_mut() else { return };
                        Portable.run(lanewise::Compress { isa: Portable, state, rows: Rows::new([data]) });
                    }
                    $( Self::$variant(isa) => isa.run(rowwise::Compress { isa, states: [state], rows: Rows::new([data]) }), )*
                }
            }
        }
    };
}
engine!(Engine32 of u32: Sse2(Sse2) Ssse3(Ssse3) Sse41(Sse41) Avx(Avx) AvxParked(AvxParked) Avx2(Avx2) Avx2Shuffle(Avx2Shuffle) Avx2Gather(Avx2Gather)
   Avx2Permute(Avx2Permute) Avx2Cached(Avx2Cached) Avx512Vl(Avx512Vl));
engine!(Engine64 of u64: Sse2(Sse2) Ssse3(Ssse3) Sse41(Sse41) Avx(Avx) AvxParked(AvxParked) Avx2(Avx2) Avx2Shuffle(Avx2Shuffle) Avx2Gather(Avx2Gather)
   Avx2Permute(Avx2Permute) Avx2Cached(Avx2Cached) Avx512Vl(Avx512Vl));

pub fn blake_probe(
    which: u32,
    backend: Backend,
    state32: &mut [u32; 14],
    state64: &mut [u64; 14],
    data: &[u8],
) -> Result<(), Error> {
    if which == 32 {
        Engine32::new(backend)?.compress(state32, data)
    } else {
        Engine64::new(backend)?.compress(state64, data)
    }
    Ok(())
}
#[cfg(target_arch = "x86_64")]
pub fn blake_two(which: u32, a: &mut [u32; 14], b: &mut [u32; 14], data: [&[u8]; 2]) {
    let rows = Rows::new(data);
    if which == 0 {
        let isa = x86::Avx2::detect().unwrap();
        isa.run(rowwise::Compress { isa, states: [a, b], rows });
    } else {
        let isa = x86::Avx512Vl::detect().unwrap();
        isa.run(rowwise::Compress { isa, states: [a, b], rows });
    }
}
#[cfg(test)]
mod tests {
    use super::*;
    #[test]
    fn kernels() {
        for backend in Engine32::BACKENDS {
            std::eprintln!("{backend}");
            crate::blake::tests::check_32(|state, data| Engine32::new(*backend).unwrap().compress(state, data));
            crate::blake::tests::check_64(|state, data| Engine64::new(*backend).unwrap().compress(state, data));
        }
        for which in 0..2 {
            crate::blake::tests::check_32(|state, data| blake_two(which, &mut [3; 14], state, [&[9; 10000], data]));
            crate::blake::tests::check_32(|state, data| blake_two(which, state, &mut [3; 14], [data, &[9; 10000]]));
        }
    }
}
