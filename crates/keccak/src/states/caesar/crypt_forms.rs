//! The forms of [`States::crypt_all`](super::crypt): blocks of all states in place, with several states in registers throughout, or with
//! hand-scheduled code for one.

use crate::permutation::engines::{KECCAK, KECCAK_SHORT, Lane, Many64};
use crate::permutation::forms::Group;
use crate::permutation::lane::LaneWord;
use crate::permutation::round::permute;
use crate::permutation::rounds::Pairs;
use lanes::{Direction, Isa, Kernel, Lanes, Rows, RowsMut, Theta};
use lanesum_batch::Backend;
use lanesum_batch::engine::{self, Engine, Form, Shared};

/// Lanes of a block: the rate of all instances of Keyak that have several states.
const LANES: usize = 21;

/// The parameters of a run over many blocks.
#[derive(Clone, Copy)]
pub struct Crypt<'b, W> {
    pub direction: Direction,
    /// Lanes of a block, at most 24.
    pub lanes: usize,
    /// Added to the lanes between the block and the last lane: empty, or that many lanes for each block, in the order of the blocks.
    pub beside: &'b [u8],
    /// Added to the last lane of every state with each block.
    pub last: W,
}

pub trait CryptForm<W: LaneWord>: Shared {
    /// Encrypts or decrypts all full groups of `count` blocks in `data`, one block a state; `count` must be a multiple of the form's width.
    fn crypt(
        &self,
        words: &mut [W::Register],
        count: usize,
        crypt: Crypt<'_, W>,
        constants: Pairs<W::Register>,
        data: &mut [u8],
    );
    /// Whether the form has a loop for such blocks.
    fn takes(&self, crypt: &Crypt<'_, W>) -> bool;
}

lanesum_batch::printed!(CryptForm<W: LaneWord>);

/// A lane that Keyak's states can have.
pub trait CryptLane: Lane {
    /// The widest form of a backend for `count` states.
    #[doc(hidden)]
    fn crypt_form(backend: Backend, count: usize) -> Option<&'static dyn CryptForm<Self>>;
}

lanesum_batch::engine! {
    Crypt64 by KECCAK: dyn CryptForm<u64>;
    all {}
    x86_64 {
        Own Bmi2(lanes::x86::Bmi2) 1: OneByHand;
        Own Sse2(lanes::x86::Sse2) 2: InRegistersOf<2>;
        Own Avx2(lanes::x86::Avx2) 4: InRegistersOf<4>;
        Own Avx512Vl(lanes::x86::Avx512Vl) 1: OneByHand;
        Own Avx512Vl(lanes::x86::Avx512Vl) 2: InRegistersOf<2>;
        Own Avx512Vl(lanes::x86::Avx512Vl) 4: InRegistersOf<4>;
        Own Avx512(lanes::x86::Avx512) 8: InRegistersOf<8>;
    }
    aarch64 {
        Own Neon(lanes::aarch64::Neon) 2: InRegistersOf<2>;
        Own NeonSha3(lanes::aarch64::NeonSha3) 2: InRegistersOf<2>;
    }
    wasm32 {
        Own Simd128(lanes::wasm32::Simd128) 2: InRegistersOf<2>;
    }
}

lanesum_batch::engine! {
    Crypt32 by KECCAK_SHORT: dyn CryptForm<u32>;
    all {}
    x86_64 {
        Own Bmi2(lanes::x86::Bmi2) 1: OneByHand;
        Own Avx512Vl(lanes::x86::Avx512Vl) 1: OneByHand;
    }
    aarch64 {}
}

lanesum_batch::engine! {
    /// 16-bit lanes: none.
    Crypt16 by KECCAK_SHORT: dyn CryptForm<u16>;
    all {}
    x86_64 {}
    aarch64 {}
}

lanesum_batch::engine! {
    /// 8-bit lanes: none.
    Crypt8 by KECCAK_SHORT: dyn CryptForm<u8>;
    all {}
    x86_64 {}
    aarch64 {}
}

macro_rules! crypt_lanes {
    ($($lane:ident $engine:ident;)*) => { $(
        impl CryptLane for $lane {
            fn crypt_form(backend: Backend, count: usize) -> Option<&'static dyn CryptForm<Self>> {
                let widths = engine::widths(&[$engine::FORMS], backend);
                let width = widths.iter().rfind(|width| count.is_multiple_of(**width) && (**width > 1 || count == 1))?;
                $engine::named(backend, *width)
            }
        }
    )* };
}
crypt_lanes! {
    u64 Crypt64;
    u32 Crypt32;
    u16 Crypt16;
    u8 Crypt8;
}

/// One state by hand-scheduled code, without metadata beside the blocks. Metadata needs the loop in memory, which costs an eighth more, but
/// few protocols have so much metadata.
pub struct OneByHand;

/// `N` states at a time, in registers.
pub struct InRegistersOf<const N: usize>;

impl<I: Isa<u64, N>, const N: usize, const B: usize> CryptForm<u64> for Form<I, InRegistersOf<N>, B>
where
    Self: Shared,
{
    fn crypt(&self, words: &mut [u64], count: usize, crypt: Crypt<'_, u64>, constants: Pairs<u64>, data: &mut [u8]) {
        let isa = self.token;
        let theta = engine::theta::<Many64>();
        for first in (0..count).step_by(N) {
            let group = Group { words: &mut *words, count, first };
            isa.run(InRegisters::<_, N> { isa, group, constants, theta, crypt, data: &mut *data });
        }
    }

    fn takes(&self, crypt: &Crypt<'_, u64>) -> bool {
        crypt.lanes == LANES
    }
}

/// `N` of the states, in registers from the first block to the last.
struct InRegisters<'a, I, const N: usize> {
    isa: I,
    group: Group<'a, u64>,
    constants: Pairs<u64>,
    theta: Theta,
    crypt: Crypt<'a, u64>,
    /// All blocks, also those of states outside the group.
    data: &'a mut [u8],
}

impl<I: Isa<u64, N>, const N: usize> Kernel for InRegisters<'_, I, N> {
    type Output = ();
    #[inline(always)]
    fn call(mut self) {
        let isa = self.isa;
        let mut s = self.group.load::<I, N, false>(isa);
        let last = isa.splat(self.crypt.last);
        // The new state is sum ^ (state & kept): the sum, or the old input.
        let kept = isa.splat(if self.crypt.direction == Direction::Wrap { 0 } else { u64::MAX });
        let block = 8 * LANES;
        // The input of the lanes between the block and the last lane.
        let beside = 8 * (24 - LANES);
        let (mut at, mut beside_at) = (block * self.group.first, beside * self.group.first);
        while let Some(blocks) = self.data.get_mut(at..).and_then(|data| data.get_mut(..N * block)) {
            let mut rows = RowsMut::<N>::dealt(blocks, block);
            // From the last square to the first. Lanes that do not fill a square share one with lanes before them, which the next square
            // then writes again, unchanged.
            macro_rules! square {
                ($i:literal) => {
                    if $i * N < LANES {
                        let from = if $i * N + N <= LANES { $i * N } else { LANES - N };
                        let done = if $i * N + N <= LANES && $i * N + 2 * N > LANES { LANES % N } else { 0 };
                        let done = if done == 0 { N } else { done };
                        let mut v = isa.load_square(&rows.as_rows(), 8 * from);
                        for j in 0..N {
                            if j < done {
                                let state = s[from + j];
                                v[j] = v[j].xor(state);
                                s[from + j] = v[j].xor(state.and(kept));
                            }
                        }
                        isa.store_square(v, &mut rows, 8 * from);
                    }
                };
                ($($i:literal)*) => { $(square!($i);)* };
            }
            square!(10 9 8 7 6 5 4 3 2 1 0);
            if !self.crypt.beside.is_empty() {
                let rows = Rows::<N>::dealt(&self.crypt.beside[beside_at..][..N * beside], beside);
                // Written out: a loop over so few lanes would keep the states in memory.
                macro_rules! add {
                    ($($k:literal)*) => { $( s[$k] = s[$k].xor(isa.load_lane(&rows, 8 * ($k - LANES))); )* };
                }
                add!(21 22 23);
                beside_at += beside * self.group.count;
            }
            s[24] = s[24].xor(last);
            permute::<I, _, N, false>(isa, &mut s, self.constants, self.theta);
            at += block * self.group.count;
        }
        self.group.store::<I, N, false>(isa, s);
    }
}
