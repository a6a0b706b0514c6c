//! A duplex of one round a block (Ketje v2, section 2), over many blocks in place: the states stay in registers from the first
//! to the last. For one state, or for those of several sessions in step.

use super::crypt::Way;
use super::engine::Engine;
use super::lane::Lane;
use super::lanewise::Group;
use super::round::{column_parities, place, round};
use super::states::States;
use core::marker::PhantomData;
use lanes::{Done, Element, Isa, Kernel, Lanes, Portable, RowsMut, Token};

/// How blocks go through the states.
#[derive(Clone, Copy)]
pub struct Steps<W> {
    pub(crate) way: Way,
    /// Added to the lane after the block.
    pub(crate) frame: W,
}

/// Lanes of a block: those with x = y of the rows from 0, since the state is the twisted one.
pub(crate) const fn block_lanes<E: Element>() -> usize {
    if E::LEN < 4 { 2 } else { 4 }
}

impl<W: Lane, const N: usize> States<W, N> {
    /// Crypts all full blocks of the rows, a block of each and then the permutation's last round: each block is replaced by its
    /// sum with the state, which takes the ciphertext in its place.
    ///
    /// [`Done::No`] where the backend has no form for so many states.
    pub(crate) fn steps(&mut self, steps: Steps<W>, rows: &mut [&mut [u8]; N]) -> Done {
        let (engine, ways) = (self.engine(), N);
        steps_in_registers::<W>(
            engine,
            Group { words: self.lanes_mut().as_flattened_mut(), ways, first: 0 },
            steps,
            rows,
        )
    }
}

// Not inlined into other crates.
#[inline(never)]
fn steps_in_registers<W: Lane>(
    engine: Engine,
    group: Group<'_, W::Register>,
    steps: Steps<W>,
    rows: &mut [&mut [u8]],
) -> Done {
    W::steps(engine, group, steps, rows)
}

/// The forms: for one state, and for so many on `avx2`, `avx512vl` and `avx512`.
macro_rules! forms {
    ($engine:expr, $group:ident, $steps:ident, $constant:ident, $rows:ident, $avx2:literal $avx512vl:literal $avx512:literal) => {{
        macro_rules! run {
            ($isa:expr, $n:literal) => {{
                let mut rows = $rows.iter_mut();
                let rows =
                    RowsMut::new(core::array::from_fn(|_| rows.next().map(|row| &mut **row).unwrap_or_default()));
                let (isa, group, steps, constant) = ($isa, $group, $steps, $constant);
                isa.run(InRegisters::<_, _, $n> { isa, group, steps, constant, rows });
                Done::Yes
            }};
        }
        match ($engine, $group.ways) {
            (Engine::Portable, 1) => run!(Portable, 1),
            #[cfg(target_arch = "x86_64")]
            (Engine::Bmi2(isa), 1) => run!(isa, 1),
            #[cfg(target_arch = "x86_64")]
            (Engine::Avx2(isa), $avx2) => run!(isa, $avx2),
            #[cfg(target_arch = "x86_64")]
            (Engine::Avx512Vl(isa), 1) => run!(isa, 1),
            #[cfg(target_arch = "x86_64")]
            (Engine::Avx512Vl(isa), $avx512vl) => run!(isa, $avx512vl),
            #[cfg(target_arch = "x86_64")]
            (Engine::Avx512(isa), $avx512) => run!(isa, $avx512),
            _ => Done::No,
        }
    }};
}

pub(crate) fn of_64_bits(
    engine: Engine,
    group: Group<'_, u64>,
    steps: Steps<u64>,
    constant: u64,
    rows: &mut [&mut [u8]],
) -> Done {
    forms!(engine, group, steps, constant, rows, 4 4 8)
}

pub(crate) fn of_short_lanes<W: Lane<Register = u32>>(
    engine: Engine,
    group: Group<'_, u32>,
    steps: Steps<W>,
    constant: u32,
    rows: &mut [&mut [u8]],
) -> Done {
    forms!(engine, group, steps, constant, rows, 8 8 16)
}

/// `N` of the states.
struct InRegisters<'a, I, E: Element, const N: usize> {
    isa: I,
    group: Group<'a, E::Register>,
    steps: Steps<E>,
    /// Of the last round.
    constant: E::Register,
    rows: RowsMut<'a, N>,
}

impl<I: Isa<E::Register, N>, E: Element, const N: usize> Kernel for InRegisters<'_, I, E, N> {
    type Output = ();
    #[inline(always)]
    fn call(mut self) {
        let isa = self.isa;
        let mut s = self.group.load::<I, N, false>(isa);
        let mut c = column_parities(&s);
        let step = Step {
            frame: isa.splat(self.steps.frame.expand()),
            // A lane becomes the sum with the state, or what came in.
            kept: isa.splat(if self.steps.way == Way::Wrap {
                E::Register::default()
            } else {
                E::Register::default().not()
            }),
            constant: isa.splat(self.constant),
            element: PhantomData::<E>,
        };
        let block = E::LEN * block_lanes::<E>();
        let mut at = 0;
        while at + 2 * block <= self.rows.len() {
            step.take::<I, N, 0>(isa, &mut s, &mut c, &mut self.rows, at);
            step.take::<I, N, 1>(isa, &mut s, &mut c, &mut self.rows, at + block);
            at += 2 * block;
        }
        if at + block <= self.rows.len() {
            step.take::<I, N, 0>(isa, &mut s, &mut c, &mut self.rows, at);
            let t = s;
            for y in 0..5 {
                for x in 0..5 {
                    s[x + 5 * y] = t[place(1, x, y)];
                }
            }
        }
        self.group.store::<I, N, false>(isa, s);
    }
}

struct Step<V, E> {
    frame: V,
    kept: V,
    constant: V,
    element: PhantomData<E>,
}

impl<V: Lanes, E: Element> Step<V, E> {
    /// One block and one round, from the order of round `R` to the next. `c` are the parities of the columns.
    #[inline(always)]
    fn take<I: Isa<E::Register, N, V = V>, const N: usize, const R: usize>(
        &self,
        isa: I,
        s: &mut [V; 25],
        c: &mut [V; 5],
        rows: &mut RowsMut<'_, N>,
        at: usize,
    ) {
        macro_rules! lane {
            ($($k:literal)*) => { $(
                if $k < block_lanes::<E>() {
                    let state = s[const { place(R, $k, $k) }];
                    let new = isa.load_elements::<E>(&rows.as_rows(), at + E::LEN * $k);
                    let kept = new.xor(state.and(self.kept));
                    isa.store_elements::<E>(state.xor(new), rows, at + E::LEN * $k);
                    s[const { place(R, $k, $k) }] = state.xor(kept);
                    c[$k] = c[$k].xor(kept);
                } else if $k == block_lanes::<E>() {
                    s[const { place(R, $k, $k) }] = s[const { place(R, $k, $k) }].xor(self.frame);
                    c[$k] = c[$k].xor(self.frame);
                }
            )* };
        }
        lane!(0 1 2 3 4);
        round::<V, R, false>(s, c, self.constant);
    }
}
