//! Keccak-p of 800 bits and less: lanes of 8, 16 and 32 bits, all kept as 32-bit words ([`Element`](lanes::Element)), on
//! the kernels of `lanewise`.

use super::compact::InPlace;
use super::constants::Rounds;
use super::engine::{COMPLEMENT, Engine, Op};
use super::lane::Lane;
use super::lanewise::{self, Group};
use crate::Backend;
use crate::wipe::wipe;
use core::marker::PhantomData;
#[cfg(target_arch = "x86_64")]
use lanes::Done;
#[cfg(target_arch = "x86_64")]
use lanes::x86;
use lanes::{Compact, Isa, Portable, Rows, Theta, Token};

/// The most states that any kernel takes at once.
pub(crate) const MAX_WAYS: usize = 16;

/// How many states a backend can take at once. Bit-interleaving is for lanes that are longer than a machine's words, and
/// the planes of five lanes are for those of 64 bits.
pub(crate) const fn ways(backend: Backend) -> &'static [usize] {
    match backend {
        Backend::Portable | Backend::Compact | Backend::Bmi2 => &[1],
        Backend::Sse2 => &[4],
        Backend::Avx2 => &[8],
        Backend::Avx512Vl => &[1, 4, 8],
        Backend::Avx512 => &[16],
        // For 64-bit lanes alone, or forms of SHA-2 and BLAKE.
        _ => &[],
    }
}

/// The best backend for so many states here: the widest registers that they fill, and fewer lanes idle before more.
///
/// Core cycles for one call of Keccak-f\[800\] (example `cycles`, EPYC of family 26 model 2, 2026-11-21): one state on `portable`
/// 894, `bmi2` 794, `avx512vl` 637 (these two by hand, timed by themselves); four on `sse2` 1376, `avx512vl` 774; eight on `avx2` 1327, `avx512vl` 768; sixteen on `avx512`
/// 812, in two halves on `avx512vl` 1536. Those of 400 and 200 bits are to each other as these, a tenth and a sixth less.
pub(crate) fn engine(ways: usize) -> Engine {
    #[cfg(target_arch = "x86_64")]
    {
        let by_preference: [Option<Engine>; 4] = [
            x86::Avx512::detect().filter(|_| ways > 8).map(Engine::Avx512),
            x86::Avx512Vl::detect().map(Engine::Avx512Vl),
            x86::Avx2::detect().filter(|_| ways > 2).map(Engine::Avx2),
            if ways > 1 { x86::Sse2::detect().map(Engine::Sse2) } else { x86::Bmi2::detect().map(Engine::Bmi2) },
        ];
        if let Some(engine) = by_preference.into_iter().flatten().next() {
            return engine;
        }
    }
    let _ = ways;
    Engine::Portable
}

/// `w` states, a number that the backend has, of a group.
///
/// Only the forms for one state absorb in the kernel (by hand, those of 32 bits). With several, the short lanes of each message are gathered one by one
/// either way, and a kernel for each of the three lanes would be much code: it would save some 70 core cycles of 809 a block
/// for four states of Keccak-f\[800\] on `avx512vl`, 70 of 910 for eight, and 250 of 1136 for sixteen on `avx512` (Zen 5).
pub(crate) fn apply_group<W: Lane<Register = u32>>(
    engine: Engine,
    w: usize,
    mut group: Group<'_, u32>,
    op: Op<'_, '_>,
    rounds: Rounds,
) {
    let constants = W::constants(engine, rounds);
    match (engine, w) {
        (Engine::Compact, _) => engine.block_by_block::<W>(&mut group, op, rounds, |words| {
            let mut lanes = words.map(W::reduce);
            Compact.run(InPlace { words: &mut lanes, rounds: rounds.get() });
            *words = lanes.map(W::expand);
            wipe(&mut lanes);
        }),
        #[cfg(target_arch = "x86_64")]
        (Engine::Bmi2(isa), _) => engine.one_state::<W>(&mut group, op, rounds, |words, op| {
            by_hand::<_, W>(isa, words, &op, constants);
        }),
        #[cfg(target_arch = "x86_64")]
        (Engine::Sse2(isa), _) => several::<_, W, 4>(isa, group, op, constants),
        #[cfg(target_arch = "x86_64")]
        (Engine::Avx2(isa), _) => several::<_, W, 8>(isa, group, op, constants),
        #[cfg(target_arch = "x86_64")]
        (Engine::Avx512Vl(isa), 1) => engine.one_state::<W>(&mut group, op, rounds, |words, op| {
            by_hand::<_, W>(isa, words, &op, constants);
        }),
        #[cfg(target_arch = "x86_64")]
        (Engine::Avx512Vl(isa), 4) => several::<_, W, 4>(isa, group, op, constants),
        #[cfg(target_arch = "x86_64")]
        (Engine::Avx512Vl(isa), _) => several::<_, W, 8>(isa, group, op, constants),
        #[cfg(target_arch = "x86_64")]
        (Engine::Avx512(isa), _) => several::<_, W, 16>(isa, group, op, constants),
        // Those without a form are refused before there are states.
        _ => portable::<W>(group, op, constants),
    }
}

/// One state by hand-scheduled code, and by the generic text an odd number of rounds. Only lanes of 32 bits are absorbed there:
/// shorter ones have to be repeated to fill a word.
#[cfg(target_arch = "x86_64")]
fn by_hand<I: x86::OneState<u32>, W: Lane<Register = u32>>(
    isa: I,
    words: &mut [u32; 25],
    op: &Op<'_, '_>,
    constants: &'static [u32],
) {
    let permute = |words: &mut [u32; 25]| {
        if isa.permute_one(words, constants) == Done::No {
            let group = Group { words, ways: 1, first: 0 };
            isa.run(lanewise::Permute::<_, _, 1, false> { isa, group, constants, theta: THETA });
        }
    };
    let Op::Absorb { rows, lanes, .. } = op else { return permute(words) };
    let row = rows.first().copied().unwrap_or_default();
    if W::BYTES == 4 && isa.absorb_one(words, &Rows::new([row]), *lanes, constants) == Done::Yes {
        return;
    }
    for block in row.chunks_exact(W::BYTES * lanes) {
        for (word, lane) in words.iter_mut().zip(block.chunks_exact(W::BYTES)) {
            *word ^= W::read(lane).expand();
        }
        permute(words);
    }
}

fn portable<W: Lane<Register = u32>>(group: Group<'_, u32>, op: Op<'_, '_>, constants: &'static [u32]) {
    let (Op::Absorb { rows, lanes, .. }, isa, theta) = (&op, Portable, THETA) else {
        return block_by_block::<_, W, 1, COMPLEMENT>(Portable, group, op, constants);
    };
    let rows = Rows::new([rows.first().copied().unwrap_or_default()]);
    let (lanes, element) = (*lanes, PhantomData::<W>);
    isa.run(lanewise::Absorb::<_, _, 1, COMPLEMENT> { isa, group, constants, theta, rows, lanes, element });
}

#[cfg(target_arch = "x86_64")]
fn several<I: Isa<u32, N>, W: Lane<Register = u32>, const N: usize>(
    isa: I,
    group: Group<'_, u32>,
    op: Op<'_, '_>,
    constants: &'static [u32],
) {
    block_by_block::<I, W, N, false>(isa, group, op, constants);
}

/// There is one text of the rounds for these lanes.
const THETA: Theta = Theta::Once;

/// Absorbs and squeezes in memory, and enters the kernel for each permutation.
fn block_by_block<I: Isa<u32, N>, W: Lane<Register = u32>, const N: usize, const COMPLEMENT: bool>(
    isa: I,
    group: Group<'_, u32>,
    op: Op<'_, '_>,
    constants: &'static [u32],
) {
    let Group { words, ways, first } = group;
    let permute = |words: &mut [u32]| {
        let group = Group { words, ways, first };
        isa.run(lanewise::Permute::<_, _, N, COMPLEMENT> { isa, group, constants, theta: THETA });
    };
    match op {
        Op::Permute => permute(words),
        Op::Absorb { rows, lanes, .. } => {
            let block = W::BYTES * lanes;
            let len = rows.iter().map(|row| row.len()).min().unwrap_or(0);
            for at in (0..len / block).map(|i| i * block) {
                for (i, row) in rows.iter().enumerate() {
                    let lanes = row[at..at + block].chunks_exact(W::BYTES);
                    for (lane, words) in lanes.zip(words.chunks_exact_mut(ways)) {
                        words[first + i] ^= W::read(lane).expand();
                    }
                }
                permute(words);
            }
        }
        Op::Squeeze { rows, lanes } => {
            let block = W::BYTES * lanes;
            let len = rows.iter().map(|row| row.len()).min().unwrap_or(0);
            for at in (0..len / block).map(|i| i * block) {
                permute(words);
                for (i, row) in rows.iter_mut().enumerate() {
                    let lanes = row[at..at + block].chunks_exact_mut(W::BYTES);
                    for (lane, words) in lanes.zip(words.chunks_exact(ways)) {
                        W::reduce(words[first + i]).write(lane);
                    }
                }
            }
        }
    }
}
