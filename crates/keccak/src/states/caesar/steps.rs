//! A duplex of one round per block (Ketje v2, section 2), over many blocks in place. The states stay in registers from the first block to
//! the last. It works on one state, or on the states of several sessions in step.

use crate::permutation::engines::{KECCAK, KECCAK_SHORT, Lane};
use crate::permutation::forms::Group;
use crate::permutation::lane::LaneWord;
use crate::permutation::round::{column_parities, place, round};
use crate::states::many::States;
use crate::states::state::State;
use core::marker::PhantomData;
use lanes::{Direction, Element, Isa, Kernel, Lanes, RowsMut};
use lanesum_batch::Backend;
use lanesum_batch::engine::{Engine, Form, Shared};

/// The parameters of a run over many blocks.
#[derive(Clone, Copy)]
pub struct Steps<W> {
    pub direction: Direction,
    /// Added to the lane after the block.
    pub frame: W,
}

/// Lanes of a block: those with x = y, from row 0 on, because the state is the twisted one.
pub const fn block_lanes<E: Element>() -> usize {
    if E::LEN < 4 { 2 } else { 4 }
}

/// A form for one state or several: one block in place, then the permutation's last round, and so on.
pub trait StepForm<W: LaneWord>: Shared {
    /// Encrypts or decrypts all full blocks of the rows, one row a state. Each block is replaced by its sum with the state, and the
    /// ciphertext replaces the state there.
    fn steps(&self, words: &mut [W::Register], steps: Steps<W>, rows: &mut [&mut [u8]]);
}

lanesum_batch::printed!(StepForm<W: LaneWord>);

/// A lane that Ketje's states can have.
pub trait StepLane: Lane {
    /// The form of a backend for this many states, if it has one.
    #[doc(hidden)]
    fn step_form(backend: Backend, states: usize) -> Option<&'static dyn StepForm<Self>>;
}

macro_rules! step_engines {
    ($($lane:ident $engine:ident of $plan:ident: $avx2:literal $avx512vl:literal $avx512:literal;)*) => { $(
        lanesum_batch::engine! {
            /// Forms with one round a block.
            $engine by $plan: dyn StepForm<$lane>;
            all {
                Own Portable(lanes::Portable) 1: InRegisters<1>;
            }
            x86_64 {
                Own Bmi2(lanes::x86::Bmi2) 1: InRegisters<1>;
                Own Avx2(lanes::x86::Avx2) $avx2: InRegisters<$avx2>;
                Own Avx512Vl(lanes::x86::Avx512Vl) 1: InRegisters<1>;
                Own Avx512Vl(lanes::x86::Avx512Vl) $avx512vl: InRegisters<$avx512vl>;
                Own Avx512(lanes::x86::Avx512) $avx512: InRegisters<$avx512>;
            }
            aarch64 {}
        }

        impl StepLane for $lane {
            fn step_form(backend: Backend, states: usize) -> Option<&'static dyn StepForm<Self>> {
                $engine::named(backend, states)
            }
        }
    )* };
}
step_engines! {
    u64 Steps64 of KECCAK: 4 4 8;
    u32 Steps32 of KECCAK_SHORT: 8 8 16;
    u16 Steps16 of KECCAK_SHORT: 8 8 16;
    u8 Steps8 of KECCAK_SHORT: 8 8 16;
}

impl<W: StepLane> State<W> {
    /// Encrypts or decrypts all full blocks of `data`.
    #[doc(hidden)]
    pub fn steps(&mut self, form: &'static dyn StepForm<W>, steps: Steps<W>, data: &mut [u8]) {
        form.steps(self.words_mut(), steps, &mut [data]);
    }
}

impl<W: StepLane, const N: usize> States<W, N> {
    /// Encrypts or decrypts the full blocks of the rows, as many as the shortest row has.
    #[doc(hidden)]
    pub fn steps(&mut self, form: &'static dyn StepForm<W>, steps: Steps<W>, rows: &mut [&mut [u8]; N]) {
        form.steps(self.lanes_mut().as_flattened_mut(), steps, rows);
    }
}

/// `N` states, with one lane of each in a register.
pub struct InRegisters<const N: usize>;

impl<I: Isa<W::Register, N>, W: LaneWord, const N: usize, const B: usize> StepForm<W> for Form<I, InRegisters<N>, B>
where
    Self: Shared,
{
    fn steps(&self, words: &mut [W::Register], steps: Steps<W>, rows: &mut [&mut [u8]]) {
        let isa = self.token;
        // A partial block would stay as it is.
        let block = W::LEN * block_lanes::<W>();
        let len = rows.first().map_or(0, |row| row.len());
        assert!(len.is_multiple_of(block) && rows.iter().all(|row| row.len() == len), "as many whole blocks of each");
        let mut rows = rows.iter_mut();
        let rows = RowsMut::new(core::array::from_fn(|_| &mut **rows.next().expect("a row for each state")));
        let group = Group { words, count: N, first: 0 };
        let constant = W::CONSTANTS[W::CONSTANTS.len() - 1];
        isa.run(Stepping::<_, _, N> { isa, group, steps, constant, rows });
    }
}

struct Stepping<'a, I, E: LaneWord, const N: usize> {
    isa: I,
    group: Group<'a, E::Register>,
    steps: Steps<E>,
    constant: E::Register,
    rows: RowsMut<'a, N>,
}

impl<I: Isa<E::Register, N>, E: LaneWord, const N: usize> Kernel for Stepping<'_, I, E, N> {
    type Output = ();
    #[inline(always)]
    fn call(mut self) {
        let isa = self.isa;
        let mut s = self.group.load::<I, N, false>(isa);
        let mut c = column_parities(&s);
        let step = Step {
            frame: isa.splat(self.steps.frame.expand()),
            // A lane of the state becomes the sum, or the old input.
            kept: isa.splat(if self.steps.direction == Direction::Wrap {
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
    /// Takes one block and does one round, from the order of round `R` to the next. `c` has the column parities.
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
