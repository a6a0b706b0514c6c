//! Tokens and vectors of x86-64.
//!
//! The registers have private fields, and only methods of a token make them (or `unsafe` of `lanesum-papers`, with a token in hand). So a
//! value of theirs proves the features as well as the token does. The `SAFETY` comments of the operators mean that by "a vector proves".

#![allow(clippy::wildcard_imports)] // the intrinsics are a vocabulary of their own

mod avx2;
mod avx512;
mod avx512_planes;
mod avx512vl;
mod blake_ahead;
mod blake_avx2;
mod blake_wide;
mod lanes32;
mod quad_rows;
mod quads;
mod quads_avx2;
mod quads_avx512vl;
mod quads_four;
mod quads_two;
mod rounds_wide;
mod sha_ni;
mod sse2;
mod word_lanes;

pub use avx2::Avx2;
pub use avx512::Avx512;
pub use avx512_planes::{Avx512Planes, P as PlaneIn512};
pub use avx512vl::Avx512Vl;
#[doc(hidden)]
pub use quad_rows::{shifted_32, shifted_64};
#[doc(hidden)]
pub use quads::InMemory;
pub use quads::{AvxParked, Ssse3};
pub use sha_ni::{Sha512Ni, ShaNi, W, W512};
pub use sse2::Sse2;

/// Lets `lanesum-papers` make and read a vector.
macro_rules! register {
    ($v:ident: $register:ty) => {
        #[doc(hidden)]
        impl $v {
            /// # Safety
            /// The processor has the instructions that the vector proves.
            #[inline(always)]
            pub const unsafe fn of(register: $register) -> Self {
                Self(register)
            }
            #[inline(always)]
            pub const fn register(self) -> $register {
                self.0
            }
        }
    };
}
use register;

use crate::token::token;

token! {
    /// Scalar code with `andn`, `rorx` and the three-operand shifts.
    Bmi2 needs BMI1 | BMI2, enables "bmi1,bmi2"
}
plain_isa!(Bmi2: u32 u64);

token! {
    /// 128-bit registers with the instructions up to SSE4.1, byte shuffles among them.
    Sse41 needs SSE2 | SSSE3 | SSE41, enables "sse2,ssse3,sse4.1"
}

token! {
    /// 128-bit registers with instructions of three operands.
    Avx needs AVX, enables "avx"
}
