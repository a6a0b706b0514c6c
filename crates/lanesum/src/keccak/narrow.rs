//! Keccak-p of 800 bits and less: lanes of 8, 16 and 32 bits, all kept as 32-bit words ([`Element`](lanes::Element)), on
//! the kernels of `lanewise`.

use super::compact::InPlace;
use super::constants::Rounds;
use super::engine::{COMPLEMENT, Engine, Op, lanewise};
use super::lane::Lane;
use super::lanewise::Group;
use crate::Backend;
use crate::wipe::wipe;
#[cfg(target_arch = "x86_64")]
use lanes::x86;
use lanes::{Compact, Portable, Theta, Token};

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
        Backend::Portable32
        | Backend::Avx2Planes
        | Backend::Avx512PlanesPaper
        | Backend::Avx512Planes
        | Backend::Sse41
        | Backend::Avx
        | Backend::ShaNi
        | Backend::Sha512Ni => &[],
    }
}

/// The best backend for so many states here: the widest registers that they fill, and fewer lanes idle before more.
///
/// Core cycles for one call of Keccak-f\[800\] (example `cycles`, EPYC of family 26 model 2, 2026-11-21): one state on `portable`
/// 894, `bmi2` 823, `avx512vl` 765; four on `sse2` 1376, `avx512vl` 774; eight on `avx2` 1327, `avx512vl` 768; sixteen on `avx512`
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
pub(crate) fn apply_group<W: Lane<Register = u32>>(
    engine: Engine,
    w: usize,
    mut group: Group<'_, u32>,
    op: Op<'_, '_>,
    rounds: Rounds,
) {
    let constants = W::constants(engine, rounds);
    let theta = Theta::Once; // there is one text
    match (engine, w) {
        (Engine::Compact, _) => engine.block_by_block::<W>(&mut group, op, rounds, |words| {
            let mut lanes = words.map(W::reduce);
            Compact.run(InPlace { words: &mut lanes, rounds: rounds.get() });
            *words = lanes.map(W::expand);
            wipe(&mut lanes);
        }),
        #[cfg(target_arch = "x86_64")]
        (Engine::Bmi2(isa), _) => lanewise::<_, W, 1, false>(isa, group, op, constants, theta),
        #[cfg(target_arch = "x86_64")]
        (Engine::Sse2(isa), _) => lanewise::<_, W, 4, false>(isa, group, op, constants, theta),
        #[cfg(target_arch = "x86_64")]
        (Engine::Avx2(isa), _) => lanewise::<_, W, 8, false>(isa, group, op, constants, theta),
        #[cfg(target_arch = "x86_64")]
        (Engine::Avx512Vl(isa), 1) => lanewise::<_, W, 1, false>(isa, group, op, constants, theta),
        #[cfg(target_arch = "x86_64")]
        (Engine::Avx512Vl(isa), 4) => lanewise::<_, W, 4, false>(isa, group, op, constants, theta),
        #[cfg(target_arch = "x86_64")]
        (Engine::Avx512Vl(isa), _) => lanewise::<_, W, 8, false>(isa, group, op, constants, theta),
        #[cfg(target_arch = "x86_64")]
        (Engine::Avx512(isa), _) => lanewise::<_, W, 16, false>(isa, group, op, constants, theta),
        // Those without a form are refused before there are states.
        _ => lanewise::<_, W, 1, COMPLEMENT>(Portable, group, op, constants, theta),
    }
}
