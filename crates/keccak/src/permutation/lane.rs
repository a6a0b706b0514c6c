//! A lane of Keccak-p: the unit of the state, with 8, 16, 32 or 64 bits.

use super::constants::{RC, narrow_constants};
use core::ops::{BitAnd, BitXor, Not};
use lanes::Element;

/// A lane as a number. `u8`, `u16`, `u32` and `u64` are those of Keccak-p\[200\], \[400\], \[800\] and \[1600\].
pub trait LaneWord: Element + BitXor<Output = Self> + BitAnd<Output = Self> + Not<Output = Self> {
    /// The round constants of Keccak-f, cut to the lane's length (FIPS 202, section 3.2.5).
    const RC: &'static [Self];
    /// The round constants as the registers' words.
    const CONSTANTS: &'static [Self::Register];
    fn rotl(self, by: u32) -> Self;
}

macro_rules! lanes {
    ($($lane:ident $rounds:literal $registers:expr;)*) => { $(
        impl LaneWord for $lane {
            const RC: &'static [$lane] = &{
                let mut constants = [0; $rounds];
                let mut i = 0;
                while i < $rounds {
                    constants[i] = RC[i] as $lane;
                    i += 1;
                }
                constants
            };
            const CONSTANTS: &'static [Self::Register] = $registers;
            #[inline(always)]
            fn rotl(self, by: u32) -> $lane {
                self.rotate_left(by % $lane::BITS)
            }
        }
    )* };
}
// 12 + 2l rounds, where a lane has 2^l bits (FIPS 202, section 3.4).
lanes! {
    u8 18 &narrow_constants::<18>(8);
    u16 20 &narrow_constants::<20>(16);
    u32 22 &narrow_constants::<22>(32);
    u64 24 &RC;
}
