//! The operations of a form of the permutation, implemented for each kind of kernel: for one state, and for several.

use super::lane::LaneWord;
use super::planewise::{self, OnPlanes};
use super::rounds::Pairs;
use super::whole::{self, Padding};
use super::{compact, interleaved, lanewise, rolled};
use core::marker::PhantomData;
use lanes::{Element, Isa, Lanes, PlaneIsa, Rows, RowsMut, Theta, Token, Word};
use lanesum_batch::engine::{Form, Shared};
use lanesum_batch::wipe::wipe;

pub use lanewise::{Group, Kept};

/// Whether the portable form stores six lanes inverted (lane complementing). Machines with an and-not instruction do not need this.
pub const COMPLEMENT: bool = !cfg!(any(target_arch = "aarch64", target_arch = "arm", target_feature = "bmi1"));

/// A form for one state of lanes `W`.
pub trait OneForm<W: LaneWord>: Shared {
    /// Absorbs the first `blocks` blocks of `data`, of `lanes` lanes each, 1 to 25: adds each block to the front of the state, and
    /// permutes. `data` must have that many blocks.
    fn absorb(
        &self,
        words: &mut [W::Register; 25],
        data: &[u8],
        lanes: usize,
        blocks: usize,
        constants: Pairs<W::Register>,
    ) {
        // The default, for forms that only permute.
        absorb_in_memory::<W>(words, data, lanes, blocks, |words| self.permute(words, constants));
    }
    fn permute(&self, words: &mut [W::Register; 25], constants: Pairs<W::Register>);
}

/// Adds blocks in memory, and permutes after each.
#[inline(always)]
pub fn absorb_in_memory<W: LaneWord>(
    words: &mut [W::Register; 25],
    data: &[u8],
    lanes: usize,
    blocks: usize,
    permute: impl Fn(&mut [W::Register; 25]),
) {
    let bytes = W::LEN * lanes;
    for block in 0..blocks {
        for (word, lane) in words.iter_mut().zip(data[block * bytes..][..bytes].chunks_exact(W::LEN)) {
            *word = word.xor(W::read(lane).expand());
        }
        permute(words);
    }
}

/// A form for several states of lanes `W`.
pub trait ManyForm<W: LaneWord>: Shared {
    fn width(&self) -> usize;
    /// Absorbs the first blocks of the rows, one row a state: `of.count` blocks of 0 to 25 lanes each, which every row must have. May
    /// prefetch the data `of.ahead` bytes further on, if that is not 0.
    fn absorb(&self, group: Group<'_, W::Register>, rows: &[&[u8]], of: Blocks, constants: Pairs<W::Register>);
    fn permute(&self, group: Group<'_, W::Register>, kept: Kept, constants: Pairs<W::Register>, theta: Theta);
    /// Hashes one message a row, all of one length; the digests lie one after the other in `out`. Only for lanes of 64 bits, and for
    /// lengths that [`Padding::takes`].
    fn hash(&self, _rows: &[&[u8]], _out: &mut [u8], _: Padding, _: Pairs<W::Register>, _: Theta) {
        unreachable!("not with this form")
    }
    /// Permutes and writes a block to each row, `of.count` times; the rows must have room.
    fn squeeze(&self, group: Group<'_, W::Register>, rows: &mut [&mut [u8]], of: Blocks, constants: Pairs<W::Register>);
}

lanesum_batch::printed!(OneForm<W: LaneWord>, ManyForm<W: LaneWord>);

/// The blocks that a [`ManyForm`] reads from each row, or writes to it.
#[derive(Clone, Copy)]
pub struct Blocks {
    /// Lanes of a block.
    pub lanes: usize,
    pub count: usize,
    /// The prefetch distance in bytes; 0 for no prefetch.
    pub ahead: usize,
    /// The hand-scheduled text, if there are two.
    pub theta: Theta,
}

/// One state, with one lane in each register.
pub struct Lanewise<const COMPLEMENT: bool>;

impl<I: Isa<u64, 1>, const COMPLEMENT: bool, const B: usize> OneForm<u64> for Form<I, Lanewise<COMPLEMENT>, B>
where
    Self: Shared,
{
    fn absorb(&self, words: &mut [u64; 25], data: &[u8], lanes: usize, blocks: usize, constants: Pairs<u64>) {
        let isa = self.token;
        let (group, rows) = (&mut Group { words, count: 1, first: 0 }, Rows::new(&[data]));
        let (theta, element) = (Theta::Once, PhantomData::<u64>);
        isa.run(lanewise::Absorb::<_, _, 1, COMPLEMENT> { isa, group, constants, theta, rows, lanes, blocks, element });
    }

    fn permute(&self, words: &mut [u64; 25], constants: Pairs<u64>) {
        OneForm::<u64>::absorb(self, words, &[], 0, 1, constants);
    }
}

/// Short lanes: blocks are added in memory, so that all lengths share one permutation.
macro_rules! short_lanewise {
    ($($lane:ident)*) => { $(
        impl<I: Isa<u32, 1>, const COMPLEMENT: bool, const B: usize> OneForm<$lane> for Form<I, Lanewise<COMPLEMENT>, B> where Self: Shared {
            fn permute(&self, words: &mut [u32; 25], constants: Pairs<u32>) {
                let isa = self.token;
                let group = &mut Group { words, count: 1, first: 0 };
                let (theta, kept) = (Theta::Once, Kept::All);
                isa.run(lanewise::Permute::<_, _, 1, COMPLEMENT> { isa, group, constants, theta, kept });
            }
        }
    )* };
}
short_lanewise!(u8 u16 u32);

/// One state of 64-bit lanes, which are bit-interleaved inside the form; see the module `interleaved`.
pub struct Interleaving;

impl<const B: usize> OneForm<u64> for Form<lanes::Portable32, Interleaving, B>
where
    Self: Shared,
{
    fn absorb(&self, words: &mut [u64; 25], data: &[u8], lanes: usize, blocks: usize, constants: Pairs<u64>) {
        interleaved::absorb(words, data, lanes, blocks, constants);
    }

    fn permute(&self, words: &mut [u64; 25], constants: Pairs<u64>) {
        interleaved::absorb(words, &[], 0, 1, constants);
    }
}

/// One state by hand-scheduled code: in the folders of the processors.
pub struct ByHand;

/// One state of 64-bit lanes in five registers.
pub struct InPlanes<R>(PhantomData<R>);

impl<I: PlaneIsa, R: OnPlanes<I> + 'static, const B: usize> OneForm<u64> for Form<I, InPlanes<R>, B>
where
    Self: Shared,
{
    fn absorb(&self, words: &mut [u64; 25], data: &[u8], lanes: usize, blocks: usize, constants: Pairs<u64>) {
        let isa = self.token;
        let (rows, rounds) = (Rows::new(&[data]), PhantomData::<R>);
        isa.run(planewise::Absorb { isa, words, constants, rows, lanes, blocks, rounds });
    }

    fn permute(&self, words: &mut [u64; 25], constants: Pairs<u64>) {
        let isa = self.token;
        let (rows, rounds) = (Rows::new(&[&[][..]]), PhantomData::<R>);
        isa.run(planewise::Absorb { isa, words, constants, rows, lanes: 0, blocks: 1, rounds });
    }
}

/// One state in place.
pub struct InPlace;

macro_rules! compact {
    ($($lane:ident)*; $($short:ident)*) => {
        $( impl<const B: usize> OneForm<$lane> for Form<lanes::Compact, InPlace, B> where Self: Shared {
            fn permute(&self, words: &mut [$lane; 25], constants: Pairs<$lane>) {
                let token = self.token;
                token.run(compact::InPlace::<_, compact::Plain>::new(words, 2 * constants.len()));
            }
        } )*
        // Lanes that are kept in longer words.
        $( impl<const B: usize> OneForm<$short> for Form<lanes::Compact, InPlace, B> where Self: Shared {
            fn permute(&self, words: &mut [u32; 25], constants: Pairs<u32>) {
                let token = self.token;
                let mut lanes = words.map($short::reduce);
                token.run(compact::InPlace::<_, compact::Plain>::new(&mut lanes, 2 * constants.len()));
                *words = lanes.map($short::expand);
                wipe(&mut lanes);
            }
        } )*
    };
}
compact!(u64 u32; u16 u8);

impl<W: LaneWord, const B: usize> OneForm<W> for Form<lanes::CompactRolled, InPlace, B>
where
    Self: Shared,
{
    fn permute(&self, words: &mut [W::Register; 25], constants: Pairs<W::Register>) {
        let token = self.token;
        token.run(rolled::Rolled { words, constants: constants.as_flattened() });
    }
}

/// One state with a form for several; the other slots repeat the state.
pub struct Padded<F, const N: usize>(PhantomData<F>);

impl<T: Copy, W: LaneWord, F: 'static, const N: usize, const B: usize> OneForm<W> for Form<T, Padded<F, N>, B>
where
    Self: Shared,
    Form<T, F, B>: ManyForm<W>,
{
    fn absorb(
        &self,
        words: &mut [W::Register; 25],
        data: &[u8],
        lanes: usize,
        blocks: usize,
        constants: Pairs<W::Register>,
    ) {
        let form = Form::<T, F, B>::new(self.token);
        let of = Blocks { lanes, count: blocks, ahead: 0, theta: Theta::Once };
        padded::<_, N>(words, |group| form.absorb(group, &[data; N], of, constants));
    }

    fn permute(&self, words: &mut [W::Register; 25], constants: Pairs<W::Register>) {
        let form = Form::<T, F, B>::new(self.token);
        padded::<_, N>(words, |group| form.permute(group, Kept::All, constants, Theta::Once));
    }
}

/// Calls `f` with `N` copies of a state, and keeps the first result.
fn padded<R: Word, const N: usize>(words: &mut [R; 25], f: impl FnOnce(Group<'_, R>)) {
    let mut wide = Wide(words.map(|word| [word; N]));
    f(Group { words: wide.0.as_flattened_mut(), count: N, first: 0 });
    *words = wide.0.map(|words| words[0]);
    wipe(wide.0.as_flattened_mut());
}

/// Aligned so that no load of a register crosses a cache line.
#[derive(Clone)]
#[repr(align(64))]
pub struct Wide<T>(pub T);

/// `N` states of 64-bit lanes, with one lane of each in a register.
pub struct Several<const N: usize>;

impl<I: Isa<u64, N>, const N: usize, const B: usize> ManyForm<u64> for Form<I, Several<N>, B>
where
    Self: Shared,
{
    fn width(&self) -> usize {
        N
    }

    fn absorb(&self, mut group: Group<'_, u64>, rows: &[&[u8]], of: Blocks, constants: Pairs<u64>) {
        let isa = self.token;
        let Blocks { lanes, count: blocks, ahead, theta } = of;
        let (element, group) = (PhantomData::<u64>, &mut group);
        let rows = Rows::new(rows.first_chunk::<N>().expect("a row for each state")).with_ahead(ahead);
        if N >= 4 && ahead > 0 {
            isa.run(lanewise::Absorb::<_, _, N, false, true> {
                isa,
                group,
                constants,
                theta,
                rows,
                lanes,
                blocks,
                element,
            });
        } else {
            isa.run(lanewise::Absorb::<_, _, N, false> { isa, group, constants, theta, rows, lanes, blocks, element });
        }
    }

    fn permute(&self, mut group: Group<'_, u64>, kept: Kept, constants: Pairs<u64>, theta: Theta) {
        let isa = self.token;
        let group = &mut group;
        isa.run(lanewise::Permute::<_, _, N> { isa, group, constants, theta, kept });
    }

    fn hash(&self, rows: &[&[u8]], out: &mut [u8], padding: Padding, constants: Pairs<u64>, theta: Theta) {
        let isa = self.token;
        if !whole::WHOLE {
            unreachable!("no family asks for it there");
        }
        let rows = Rows::new(rows.first_chunk::<N>().expect("a row for each state"));
        let bytes = out.len() / N;
        isa.run(whole::Hash { isa, rows, padding, constants, theta, out: RowsMut::dealt(out, bytes) });
    }

    fn squeeze(&self, mut group: Group<'_, u64>, rows: &mut [&mut [u8]], of: Blocks, constants: Pairs<u64>) {
        let isa = self.token;
        let group = &mut group;
        let Blocks { lanes, theta, .. } = of;
        let mut rows = rows.iter_mut();
        let rows = RowsMut::new(core::array::from_fn(|_| &mut **rows.next().expect("a row for each state")));
        isa.run(lanewise::Squeeze::<_, N, false> { isa, group, constants, theta, rows, lanes });
    }
}

/// As [`Several`], without squeezing, and unless `HASHES` for absorbing only. A reference to a `dyn ManyForm` links all that its form can do,
/// although a batch never squeezes, and leaves are only absorbed.
pub struct Few<const N: usize, const HASHES: bool>;

impl<I: Copy, const N: usize, const HASHES: bool, const B: usize> ManyForm<u64> for Form<I, Few<N, HASHES>, B>
where
    Self: Shared,
    Form<I, Several<N>, B>: ManyForm<u64>,
{
    fn width(&self) -> usize {
        N
    }

    fn absorb(&self, group: Group<'_, u64>, rows: &[&[u8]], of: Blocks, constants: Pairs<u64>) {
        Form::<I, Several<N>, B>::new(self.token).absorb(group, rows, of, constants);
    }

    fn permute(&self, group: Group<'_, u64>, kept: Kept, constants: Pairs<u64>, theta: Theta) {
        assert!(HASHES, "leaves are only absorbed");
        Form::<I, Several<N>, B>::new(self.token).permute(group, kept, constants, theta);
    }

    fn hash(&self, rows: &[&[u8]], out: &mut [u8], padding: Padding, constants: Pairs<u64>, theta: Theta) {
        assert!(HASHES, "leaves are only absorbed");
        Form::<I, Several<N>, B>::new(self.token).hash(rows, out, padding, constants, theta);
    }

    fn squeeze(&self, _: Group<'_, u64>, _: &mut [&mut [u8]], _: Blocks, _: Pairs<u64>) {
        unreachable!("batches and leaves do not squeeze")
    }
}

/// `N` states of short lanes, loaded lane by lane in memory: kernels for each of the three lengths would be much code. They would save some
/// 70 core cycles of 809 a block for four states of Keccak-f\[800\] on `avx512vl`, 70 of 910 for eight, and 250 of 1136 for sixteen on
/// `avx512` (Zen 5).
pub struct Gathered<const N: usize>;

impl<I: Isa<u32, N>, W: LaneWord<Register = u32>, const N: usize, const B: usize> ManyForm<W>
    for Form<I, Gathered<N>, B>
where
    Self: Shared,
{
    fn width(&self) -> usize {
        N
    }

    fn absorb(&self, group: Group<'_, u32>, rows: &[&[u8]], of: Blocks, constants: Pairs<u32>) {
        let Group { words, count, first } = group;
        let block = W::LEN * of.lanes;
        for at in (0..of.count).map(|i| i * block) {
            for (i, row) in rows.iter().enumerate().filter(|_| block > 0) {
                let lanes = row[at..at + block].chunks_exact(W::LEN);
                for (lane, words) in lanes.zip(words.chunks_exact_mut(count)) {
                    words[first + i] ^= W::read(lane).expand();
                }
            }
            let group = Group { words: &mut *words, count, first };
            ManyForm::<W>::permute(self, group, Kept::All, constants, of.theta);
        }
    }

    fn permute(&self, mut group: Group<'_, u32>, kept: Kept, constants: Pairs<u32>, theta: Theta) {
        let isa = self.token;
        let group = &mut group;
        isa.run(lanewise::Permute::<_, _, N> { isa, group, constants, theta, kept });
    }

    fn squeeze(&self, group: Group<'_, u32>, rows: &mut [&mut [u8]], of: Blocks, constants: Pairs<u32>) {
        let Group { words, count, first } = group;
        let block = W::LEN * of.lanes;
        for at in (0..of.count).map(|i| i * block) {
            let group = Group { words: &mut *words, count, first };
            ManyForm::<W>::permute(self, group, Kept::All, constants, of.theta);
            for (i, row) in rows.iter_mut().enumerate() {
                let lanes = row[at..at + block].chunks_exact_mut(W::LEN);
                for (lane, words) in lanes.zip(words.chunks_exact(count)) {
                    W::reduce(words[first + i]).write(lane);
                }
            }
        }
    }
}
