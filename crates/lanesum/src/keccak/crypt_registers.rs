//! [`States::crypt_all`](super::states::States::crypt_all) without leaving the registers of several states, or the hand-scheduled
//! code for one.

use super::constants::Rounds;
use super::crypt::{Crypt, Way};
use super::engine::Engine;
use super::lane::sealed::Sealed as _;
use super::lanewise::Group;
use super::plan;
use super::round::permute;
use lanes::x86::OneState;
use lanes::{Done, Isa, Kernel, Lanes, Rows, RowsMut, Token, Word};

/// Lanes of a block: the rate of all instances of Keyak that have several states.
const LANES: usize = 21;

/// 64-bit lanes, if the backend has a form for one state, or registers for several that so many fill.
pub(crate) fn in_registers(
    engine: Engine,
    ways: usize,
    words: &mut [u64],
    crypt: Crypt<'_, u64>,
    rounds: Rounds,
    data: &mut [u8],
) -> Done {
    if crypt.lanes != LANES {
        return Done::No;
    }
    let constants = u64::constants(engine, rounds);
    macro_rules! groups {
        ($isa:ident, $n:literal) => {{
            for first in (0..ways).step_by($n) {
                let group = Group { words: &mut *words, ways, first };
                $isa.run(InRegisters::<_, $n> { isa: $isa, group, constants, crypt, data: &mut *data });
            }
            Done::Yes
        }};
    }
    match (engine, ways) {
        (Engine::Bmi2(isa), 1) => one(isa, words, crypt, constants, data),
        (Engine::Avx512Vl(isa), 1) => one(isa, words, crypt, constants, data),
        (Engine::Sse2(isa), 2..) => groups!(isa, 2),
        (Engine::Avx2(isa), 4..) => groups!(isa, 4),
        (Engine::Avx512Vl(isa), 4..) => groups!(isa, 4),
        (Engine::Avx512Vl(isa), 2) => groups!(isa, 2),
        (Engine::Avx512(isa), 8) => groups!(isa, 8),
        _ => Done::No,
    }
}

/// 32-bit lanes, if the backend has a form for one state.
pub(crate) fn of_32_bits(
    engine: Engine,
    words: &mut [u32],
    crypt: Crypt<'_, u32>,
    rounds: Rounds,
    data: &mut [u8],
) -> Done {
    let constants = u32::constants(engine, rounds);
    match engine {
        Engine::Bmi2(isa) => one(isa, words, crypt, constants, data),
        Engine::Avx512Vl(isa) => one(isa, words, crypt, constants, data),
        _ => Done::No,
    }
}

/// With nothing beside: that is for the loop in memory, which costs an eighth more, but few protocols have so much metadata.
fn one<I: OneState<W>, W: Word>(
    isa: I,
    words: &mut [W],
    crypt: Crypt<'_, W>,
    constants: &[W],
    data: &mut [u8],
) -> Done {
    match words.try_into() {
        Ok(state) if crypt.lanes == I::CRYPTED && crypt.beside.is_empty() => {
            isa.crypt_one(crypt.way, state, data, crypt.last, constants)
        }
        _ => Done::No,
    }
}

/// `N` of the states, in registers from the first deal to the last.
struct InRegisters<'a, I, const N: usize> {
    isa: I,
    group: Group<'a, u64>,
    constants: &'static [u64],
    crypt: Crypt<'a, u64>,
    /// All of it, also what is dealt to states outside the group.
    data: &'a mut [u8],
}

impl<I: Isa<u64, N>, const N: usize> Kernel for InRegisters<'_, I, N> {
    type Output = ();
    #[inline(always)]
    fn call(mut self) {
        let isa = self.isa;
        let mut s = self.group.load::<I, N, false>(isa);
        let last = isa.splat(self.crypt.last);
        // The state becomes sum ^ (state & kept): the sum, or what came in.
        let kept = isa.splat(if self.crypt.way == Way::Wrap { 0 } else { u64::MAX });
        let block = 8 * LANES;
        // What the lanes between those of the block and the last one get.
        let beside = 8 * (24 - LANES);
        let (mut at, mut beside_at) = (block * self.group.first, beside * self.group.first);
        while let Some(blocks) = self.data.get_mut(at..).and_then(|data| data.get_mut(..N * block)) {
            let mut rows = RowsMut::<N>::dealt(blocks, block);
            // From the last square to the first. The lanes that do not fill one are in a square with some of those before
            // them, which the next square then finds done, and writes as they are.
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
            if let Some(all) = self.crypt.beside.get(beside_at..).and_then(|all| all.get(..N * beside)) {
                let rows = Rows::<N>::dealt(all, beside);
                // Spelt out: in a loop over so few the states would lie in memory.
                macro_rules! add {
                    ($($k:literal)*) => { $( s[$k] = s[$k].xor(isa.load_lane(&rows, 8 * ($k - LANES))); )* };
                }
                add!(21 22 23);
                beside_at += beside * self.group.ways;
            }
            s[24] = s[24].xor(last);
            permute::<I, _, N, false>(isa, &mut s, self.constants, plan::theta());
            at += block * self.group.ways;
        }
        self.group.store::<I, N, false>(isa, s);
    }
}
