//! From a backend's name to its kernels: the one place where a token meets a kernel.

use super::constants::Rounds;
use super::lane::{Lane, sealed::Sealed as _};
#[cfg(target_arch = "x86_64")]
use super::planewise;
use super::{compact, lanewise, plan};
use crate::wipe::wipe;
use crate::{Backend, Error};
use core::marker::PhantomData;
#[cfg(target_arch = "x86_64")]
use lanes::Done;
#[cfg(target_arch = "x86_64")]
use lanes::x86;
use lanes::{Compact, Isa, Lanes, Portable, Portable32, Rows, RowsMut, Token};

/// The backends that have a kernel of Keccak-p\[1600\], in the order of [`Backend::ALL`].
pub(crate) const BACKENDS: &[Backend] = &[
    Backend::Portable,
    Backend::Portable32,
    Backend::Compact,
    Backend::Bmi2,
    Backend::Sse2,
    Backend::Avx2,
    Backend::Avx2Planes,
    Backend::Avx512Vl,
    Backend::Avx512,
    Backend::Avx512PlanesPaper,
    Backend::Avx512Planes,
];

/// How many states of 64-bit lanes a backend takes at once; none, if it has no form for them.
pub(crate) const fn native_ways(backend: Backend) -> &'static [usize] {
    match backend {
        Backend::Portable
        | Backend::Portable32
        | Backend::Compact
        | Backend::Bmi2
        | Backend::Avx2Planes
        | Backend::Avx512PlanesPaper
        | Backend::Avx512Planes => &[1],
        Backend::Sse2 => &[2],
        Backend::Avx2 => &[4],
        Backend::Avx512Vl => &[1, 2, 4],
        Backend::Avx512 => &[8],
        // Forms of SHA-2 and BLAKE.
        _ => &[],
    }
}

/// The most states of 64-bit lanes that any kernel takes at once.
pub(crate) const MAX_WAYS: usize = 8;

/// A backend together with the proof that this machine has it.
#[derive(Clone, Copy, Debug)]
pub enum Engine {
    Portable,
    Portable32,
    Compact,
    #[cfg(target_arch = "x86_64")]
    Bmi2(x86::Bmi2),
    #[cfg(target_arch = "x86_64")]
    Sse2(x86::Sse2),
    #[cfg(target_arch = "x86_64")]
    Avx2(x86::Avx2),
    #[cfg(target_arch = "x86_64")]
    Avx2Planes(x86::Avx2Planes),
    #[cfg(target_arch = "x86_64")]
    Avx512Vl(x86::Avx512Vl),
    #[cfg(target_arch = "x86_64")]
    Avx512(x86::Avx512),
    #[cfg(target_arch = "x86_64")]
    Avx512PlanesPaper(x86::Avx512PlanesPaper),
    #[cfg(target_arch = "x86_64")]
    Avx512Planes(x86::Avx512Planes),
}

/// What to do with states. Slices have one element a state.
pub enum Op<'a, 'b> {
    /// Permute.
    Permute,
    /// Absorb all full blocks of `lanes` lanes of the rows, whose length is that of the shortest. Forms for several states may
    /// begin to fetch what is `ahead` bytes further on, if that is not 0.
    Absorb { rows: &'a [&'a [u8]], lanes: usize, ahead: usize },
    /// Permute and put out a block of `lanes` lanes, until the rows are full.
    Squeeze { rows: &'a mut [&'b mut [u8]], lanes: usize },
}

/// Whether the portable form stores six lanes inverted: not on machines whose and-not is one instruction.
pub(crate) const COMPLEMENT: bool = !cfg!(any(target_arch = "aarch64", target_arch = "arm", target_feature = "bmi1"));

impl Engine {
    pub(crate) fn new(backend: Backend) -> Result<Self, Error> {
        let engine = match backend {
            Backend::Portable => Some(Engine::Portable),
            Backend::Portable32 => Some(Engine::Portable32),
            Backend::Compact => Some(Engine::Compact),
            #[cfg(target_arch = "x86_64")]
            _ => match backend {
                Backend::Bmi2 => x86::Bmi2::detect().map(Engine::Bmi2),
                Backend::Sse2 => x86::Sse2::detect().map(Engine::Sse2),
                Backend::Avx2 => x86::Avx2::detect().map(Engine::Avx2),
                Backend::Avx2Planes => x86::Avx2Planes::detect().map(Engine::Avx2Planes),
                Backend::Avx512Vl => x86::Avx512Vl::detect().map(Engine::Avx512Vl),
                Backend::Avx512 => x86::Avx512::detect().map(Engine::Avx512),
                Backend::Avx512PlanesPaper => x86::Avx512PlanesPaper::detect().map(Engine::Avx512PlanesPaper),
                Backend::Avx512Planes => x86::Avx512Planes::detect().map(Engine::Avx512Planes),
                _ => None,
            },
            #[cfg(not(target_arch = "x86_64"))]
            _ => None,
        };
        engine.ok_or_else(|| missing(backend))
    }

    pub(crate) const fn backend(self) -> Backend {
        match self {
            Engine::Portable => Backend::Portable,
            Engine::Portable32 => Backend::Portable32,
            Engine::Compact => Backend::Compact,
            #[cfg(target_arch = "x86_64")]
            Engine::Bmi2(_) => Backend::Bmi2,
            #[cfg(target_arch = "x86_64")]
            Engine::Sse2(_) => Backend::Sse2,
            #[cfg(target_arch = "x86_64")]
            Engine::Avx2(_) => Backend::Avx2,
            #[cfg(target_arch = "x86_64")]
            Engine::Avx2Planes(_) => Backend::Avx2Planes,
            #[cfg(target_arch = "x86_64")]
            Engine::Avx512Vl(_) => Backend::Avx512Vl,
            #[cfg(target_arch = "x86_64")]
            Engine::Avx512(_) => Backend::Avx512,
            #[cfg(target_arch = "x86_64")]
            Engine::Avx512PlanesPaper(_) => Backend::Avx512PlanesPaper,
            #[cfg(target_arch = "x86_64")]
            Engine::Avx512Planes(_) => Backend::Avx512Planes,
        }
    }

    /// Applies `op` to `ways` states, a power of two up to `W::MAX_WAYS`, of an interleaved array of `25 * ways` words.
    ///
    /// An operation on fewer states than the backend takes leaves lanes idle; one on more takes as many at a time as it
    /// can.
    #[inline]
    pub(crate) fn apply<W: Lane>(self, words: &mut [W::Register], ways: usize, op: Op<'_, '_>, rounds: Rounds) {
        let native = W::ways(self.backend());
        match (native.iter().find(|w| **w >= ways), native.last()) {
            (Some(&w), _) if w == ways => W::group(self, w, lanewise::Group { words, ways, first: 0 }, op, rounds),
            (Some(&w), _) => W::padded(self, w, words, ways, op, rounds),
            (None, Some(&w)) => self.apply_in_groups::<W>(w, words, ways, op, rounds),
            (None, None) => {} // refused before there were states
        }
    }

    #[inline(never)]
    fn apply_in_groups<W: Lane>(
        self,
        w: usize,
        words: &mut [W::Register],
        ways: usize,
        mut op: Op<'_, '_>,
        rounds: Rounds,
    ) {
        for first in (0..ways).step_by(w) {
            let range = first..first + w;
            let part = match &mut op {
                Op::Permute => Op::Permute,
                Op::Absorb { rows, lanes, ahead } => {
                    Op::Absorb { rows: rows.get(range).unwrap_or_default(), lanes: *lanes, ahead: *ahead }
                }
                Op::Squeeze { rows, lanes } => {
                    Op::Squeeze { rows: rows.get_mut(range).unwrap_or_default(), lanes: *lanes }
                }
            };
            W::group(self, w, lanewise::Group { words: &mut *words, ways, first }, part, rounds);
        }
    }

    /// Fewer states than lanes: the idle ones repeat the first.
    #[inline(never)]
    pub(crate) fn apply_padded<W: Lane, const MAX: usize>(
        self,
        w: usize,
        words: &mut [W::Register],
        ways: usize,
        op: Op<'_, '_>,
        rounds: Rounds,
    ) {
        let mut wide = Wide([[W::Register::default(); MAX]; 25]);
        let all = wide.0.as_flattened_mut();
        for (wide, words) in all.chunks_exact_mut(w).zip(words.chunks_exact(ways)) {
            for (i, wide) in wide.iter_mut().enumerate() {
                *wide = words[if i < ways { i } else { 0 }];
            }
        }
        let group = |words| lanewise::Group { words, ways: w, first: 0 };
        match op {
            Op::Permute => W::group(self, w, group(&mut *all), Op::Permute, rounds),
            Op::Absorb { rows, lanes, ahead } => {
                let first = rows.first().copied().unwrap_or_default();
                let mut padded = [first; MAX];
                for (padded, row) in padded.iter_mut().zip(rows) {
                    *padded = row;
                }
                W::group(self, w, group(&mut *all), Op::Absorb { rows: &padded[..w], lanes, ahead }, rounds);
            }
            Op::Squeeze { rows, lanes } => self.squeeze_by_block::<W>(all, w, rows, lanes, rounds),
        }
        for (wide, words) in all.chunks_exact(w).zip(words.chunks_exact_mut(ways)) {
            words.copy_from_slice(&wide[..ways]);
        }
        wipe(all);
    }

    /// Squeezes without a kernel of its own, for the forms that nobody squeezes in bulk.
    fn squeeze_by_block<W: Lane>(
        self,
        words: &mut [W::Register],
        w: usize,
        rows: &mut [&mut [u8]],
        lanes: usize,
        rounds: Rounds,
    ) {
        let block = W::BYTES * lanes;
        let len = rows.iter().map(|row| row.len()).min().unwrap_or(0);
        for block in 0..len / block {
            W::group(self, w, lanewise::Group { words: &mut *words, ways: w, first: 0 }, Op::Permute, rounds);
            for (i, row) in rows.iter_mut().enumerate() {
                let out = row.chunks_exact_mut(W::BYTES).skip(block * lanes).take(lanes);
                for (out, words) in out.zip(words.chunks_exact(w)) {
                    W::decode(words[i], self).write(out);
                }
            }
        }
    }

    /// `w` states of 64-bit lanes, a number that the backend has, of a group.
    pub(crate) fn apply_group(self, w: usize, mut group: lanewise::Group<'_, u64>, op: Op<'_, '_>, rounds: Rounds) {
        let constants = u64::constants(self, rounds);
        match (self, w) {
            (Engine::Portable, _) => lanewise::<_, 1, COMPLEMENT>(Portable, group, op, constants),
            // Absorbing in the kernel is no faster for the interleaved form (2339 core cycles a block against 2325 on
            // Zen 5), and much code.
            (Engine::Portable32, _) => self.block_by_block::<u64>(&mut group, op, rounds, |words| {
                let group = lanewise::Group { words, ways: 1, first: 0 };
                lanewise::<_, 1, false>(Portable32, group, Op::Permute, constants);
            }),
            (Engine::Compact, _) => self.block_by_block::<u64>(&mut group, op, rounds, |words| {
                Compact.run(compact::InPlace { words, rounds: rounds.get() });
            }),
            #[cfg(target_arch = "x86_64")]
            (Engine::Bmi2(isa), _) => self.one_state::<u64>(&mut group, op, rounds, |words, op| {
                by_hand(isa, words, op, constants);
            }),
            #[cfg(target_arch = "x86_64")]
            (Engine::Sse2(isa), _) => lanewise::<_, 2, false>(isa, group, op, constants),
            #[cfg(target_arch = "x86_64")]
            (Engine::Avx2(isa), _) => lanewise::<_, 4, false>(isa, group, op, constants),
            #[cfg(target_arch = "x86_64")]
            (Engine::Avx512Vl(isa), 1) => self.one_state::<u64>(&mut group, op, rounds, |words, op| {
                by_hand(isa, words, op, constants);
            }),
            #[cfg(target_arch = "x86_64")]
            (Engine::Avx512Vl(isa), 2) => lanewise::<_, 2, false>(isa, group, op, constants),
            #[cfg(target_arch = "x86_64")]
            (Engine::Avx512Vl(isa), _) => lanewise::<_, 4, false>(isa, group, op, constants),
            #[cfg(target_arch = "x86_64")]
            (Engine::Avx512(isa), _) => lanewise::<_, 8, false>(isa, group, op, constants),
            #[cfg(target_arch = "x86_64")]
            (Engine::Avx2Planes(isa), _) => self.one_state::<u64>(&mut group, op, rounds, |words, op| {
                planewise::<_, planewise::Line>(isa, words, &op, constants);
            }),
            #[cfg(target_arch = "x86_64")]
            (Engine::Avx512PlanesPaper(isa), _) => self.one_state::<u64>(&mut group, op, rounds, |words, op| {
                planewise::<_, planewise::Paper>(isa, words, &op, constants);
            }),
            #[cfg(target_arch = "x86_64")]
            (Engine::Avx512Planes(isa), _) => self.one_state::<u64>(&mut group, op, rounds, |words, op| {
                planewise::<_, planewise::Line>(isa, words, &op, constants);
            }),
        }
    }

    /// The forms for one state that only permute.
    pub(crate) fn block_by_block<W: Lane>(
        self,
        group: &mut lanewise::Group<'_, W::Register>,
        op: Op<'_, '_>,
        rounds: Rounds,
        permute: impl Fn(&mut [W::Register; 25]),
    ) {
        self.one_state::<W>(group, op, rounds, |words, op| match op {
            Op::Absorb { rows, lanes, .. } => {
                let row = rows.first().copied().unwrap_or_default();
                for block in row.chunks_exact(W::BYTES * lanes) {
                    for (word, lane) in words.iter_mut().zip(block.chunks_exact(W::BYTES)) {
                        *word = word.xor(W::read(lane).encode(self));
                    }
                    permute(words);
                }
            }
            _ => permute(words),
        });
    }

    /// The forms for one state that want its 25 words together; they absorb and permute, squeezing is put together here.
    pub(crate) fn one_state<W: Lane>(
        self,
        group: &mut lanewise::Group<'_, W::Register>,
        op: Op<'_, '_>,
        rounds: Rounds,
        run: impl Fn(&mut [W::Register; 25], Op<'_, '_>),
    ) {
        if let (1, Some(words)) = (group.ways, group.words.first_chunk_mut()) {
            match op {
                Op::Squeeze { rows, lanes } => self.squeeze_by_block::<W>(words, 1, rows, lanes, rounds),
                op => run(words, op),
            }
            return;
        }
        let mut words = [W::Register::default(); 25];
        for (word, states) in words.iter_mut().zip(group.words.chunks_exact(group.ways)) {
            *word = states[group.first];
        }
        match op {
            Op::Squeeze { rows, lanes } => self.squeeze_by_block::<W>(&mut words, 1, rows, lanes, rounds),
            op => run(&mut words, op),
        }
        for (word, states) in words.iter().zip(group.words.chunks_exact_mut(group.ways)) {
            states[group.first] = *word;
        }
        wipe(&mut words);
    }
}

#[cold]
fn missing(backend: Backend) -> Error {
    if BACKENDS.contains(&backend) {
        Error::BackendUnavailable(backend)
    } else {
        Error::NoForm { backend, forms: BACKENDS }
    }
}

/// The most states, aligned so that no load of a register crosses a cache line.
#[repr(align(64))]
struct Wide<W, const MAX: usize>([[W; MAX]; 25]);

/// 64-bit lanes, by hand-scheduled code where there is some.
#[inline(always)]
fn lanewise<I: Isa<u64, N>, const N: usize, const COMPLEMENT: bool>(
    isa: I,
    group: lanewise::Group<'_, u64>,
    op: Op<'_, '_>,
    constants: &'static [u64],
) {
    let (theta, element) = (plan::theta(), PhantomData::<u64>);
    match op {
        Op::Permute => isa.run(lanewise::Permute::<_, _, N, COMPLEMENT> { isa, group, constants, theta }),
        Op::Absorb { rows, lanes, ahead } => {
            let Some(rows) = rows.first_chunk::<N>() else { return };
            let rows = Rows::new(*rows).with_ahead(ahead);
            if N >= 4 && ahead > 0 {
                let element = PhantomData::<u64>;
                isa.run(lanewise::Absorb::<_, _, N, COMPLEMENT, true> {
                    isa,
                    group,
                    constants,
                    theta,
                    rows,
                    lanes,
                    element,
                });
                return;
            }
            isa.run(lanewise::Absorb::<_, _, N, COMPLEMENT> { isa, group, constants, theta, rows, lanes, element });
        }
        Op::Squeeze { rows, lanes } => {
            let mut rows = rows.iter_mut();
            let rows = RowsMut::new(core::array::from_fn(|_| rows.next().map(|row| &mut **row).unwrap_or_default()));
            isa.run(lanewise::Squeeze::<_, N, COMPLEMENT> { isa, group, constants, theta, rows, lanes });
        }
    }
}

#[cfg(target_arch = "x86_64")]
fn first_row<'a>(rows: &[&'a [u8]]) -> Rows<'a, 1> {
    Rows::new([rows.first().copied().unwrap_or_default()])
}

/// One state by hand-scheduled code, and by the generic text what that has no loop for, such as an odd number of rounds.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn by_hand<I: x86::OneState>(isa: I, words: &mut [u64; 25], op: Op<'_, '_>, constants: &'static [u64]) {
    let done = match &op {
        Op::Absorb { rows, lanes, .. } => isa.absorb_one(words, &first_row(rows), *lanes, constants),
        _ => isa.permute_one(words, constants),
    };
    if done == Done::No {
        lanewise::<_, 1, false>(isa, lanewise::Group { words, ways: 1, first: 0 }, op, constants);
    }
}

#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn planewise<I: lanes::PlaneIsa, R: planewise::Rounds<I>>(
    isa: I,
    words: &mut [u64; 25],
    op: &Op<'_, '_>,
    constants: &'static [u64],
) {
    match op {
        Op::Absorb { rows, lanes, .. } => {
            let rows = first_row(rows);
            isa.run(planewise::Absorb::<_, R> { isa, words, constants, rows, lanes: *lanes, rounds: PhantomData });
        }
        _ => isa.run(planewise::Permute::<_, R> { isa, words, constants, rounds: PhantomData }),
    }
}
