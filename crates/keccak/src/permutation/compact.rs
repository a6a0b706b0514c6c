//! The form with the least memory: it permutes the state in place and uses a few words more (Van Assche and Van Keer, "Structuring and
//! optimizing Keccak software", section 1.2).
//!
//! The permutation works on the 25 lanes in place. On x86-64 it uses at most 72 bytes of stack, including saved registers and the return
//! address. A test paints the stack and counts (rustc 1.95: 56 bytes, and no spills).

use super::constants::{RC, RHO};
use super::lane::LaneWord;
use core::marker::PhantomData;
use core::sync::atomic::{Ordering, compiler_fence};
use lanes::{Compact, Kernel, Token};
use lanesum_batch::Error;

/// The cell of lane (x, y) before round `r`, counted from the plain order: a lane stays in its column, and is back in its cell after four
/// rounds (Keccak implementation overview, section 2.5).
#[inline(always)]
const fn place(r: usize, x: usize, y: usize) -> usize {
    let m = [1, 2, 4, 3][r % 4]; // 2^r mod 5
    x + 5 * (((m + 4) * x + m * y) % 5)
}

/// Keccak-p\[1600, `rounds`\] on 25 words in place, with the least memory (FIPS 202, section 3.3): lane (x, y) is word `x + 5 * y`, as a
/// number, whatever the machine's byte order.
///
/// The same code as `Backend::Compact`, without the layers of `State` above it. On x86-64 it takes at most 72 bytes
/// of stack, including the return address and saved registers.
///
/// # Errors
/// [`Error::Rounds`] unless 1 to 24; then nothing has changed.
// Inlined, because its own frame, which only writes the result, would add to the kernel's.
#[inline(always)]
pub fn keccak_p1600_compact(words: &mut [u64; 25], rounds: usize) -> Result<(), Error> {
    in_place(words, rounds)
}

/// Keccak-p\[800, `rounds`\] on 25 lanes in place, as [`keccak_p1600_compact`].
///
/// # Errors
/// [`Error::Rounds`] unless 1 to 22; then nothing has changed.
#[inline(always)]
pub fn keccak_p800_compact(words: &mut [u32; 25], rounds: usize) -> Result<(), Error> {
    in_place(words, rounds)
}

/// Keccak-p\[400, `rounds`\] on 25 lanes in place, as [`keccak_p1600_compact`].
///
/// # Errors
/// [`Error::Rounds`] unless 1 to 20; then nothing has changed.
#[inline(always)]
pub fn keccak_p400_compact(words: &mut [u16; 25], rounds: usize) -> Result<(), Error> {
    in_place(words, rounds)
}

/// Keccak-p\[200, `rounds`\] on 25 lanes in place, as [`keccak_p1600_compact`].
///
/// # Errors
/// [`Error::Rounds`] unless 1 to 18; then nothing has changed.
#[inline(always)]
pub fn keccak_p200_compact(words: &mut [u8; 25], rounds: usize) -> Result<(), Error> {
    in_place(words, rounds)
}

macro_rules! narrow {
    ($($name:ident $bits:literal $lane:literal $rounds:literal;)*) => { $(
        #[doc = concat!("Keccak-p\\[", $bits, ", `rounds`\\] on 25 lanes of ", $lane, " bits in place, each the low bits of a byte; the others count as 0.")]
        /// As [`keccak_p1600_compact`].
        ///
        /// # Errors
        #[doc = concat!("[`Error::Rounds`] unless 1 to ", $rounds, "; then nothing has changed.")]
        #[inline(always)]
        pub fn $name(words: &mut [u8; 25], rounds: usize) -> Result<(), Error> {
            if (1..=$rounds).contains(&rounds) {
                for word in words.iter_mut() {
                    *word &= u8::MAX >> (8 - $lane);
                }
            }
            permute::<_, Narrow<$lane, $rounds>>(words, rounds)
        }
    )* };
}
narrow! {
    keccak_p100_compact 100 4 16;
    keccak_p50_compact 50 2 14;
    keccak_p25_compact 25 1 12;
}

#[inline(always)]
fn in_place<W: LaneWord>(words: &mut [W; 25], rounds: usize) -> Result<(), Error> {
    permute::<_, Plain>(words, rounds)
}

#[inline(always)]
fn permute<W: LaneWord, O: LaneEncoding<W>>(words: &mut [W; 25], rounds: usize) -> Result<(), Error> {
    if !(1..=O::RC.len()).contains(&rounds) {
        return Err(Error::Rounds(rounds));
    }
    Compact.run(InPlace::<_, O>::new(words, rounds));
    Ok(())
}

/// How a lane lies in its word: as a number, or (in `lanesum-papers`) cut into shorter words.
pub trait LaneEncoding<W: 'static> {
    /// The round constants of Keccak-f.
    const RC: &'static [W];
    fn rotl(word: W, by: u32) -> W;
}

/// As numbers.
pub enum Plain {}

impl<W: LaneWord> LaneEncoding<W> for Plain {
    const RC: &'static [W] = W::RC;
    #[inline(always)]
    fn rotl(word: W, by: u32) -> W {
        word.rotl(by)
    }
}

/// As the low `BITS` bits of a byte, less than eight.
pub enum Narrow<const BITS: u32, const ROUNDS: usize> {}

impl<const BITS: u32, const ROUNDS: usize> Narrow<BITS, ROUNDS> {
    const CONSTANTS: [u8; ROUNDS] = {
        let mut constants = [0; ROUNDS];
        let mut i = 0;
        while i < ROUNDS {
            constants[i] = RC[i] as u8 & (u8::MAX >> (8 - BITS));
            i += 1;
        }
        constants
    };
}

impl<const BITS: u32, const ROUNDS: usize> LaneEncoding<u8> for Narrow<BITS, ROUNDS> {
    const RC: &'static [u8] = &Self::CONSTANTS;
    #[inline(always)]
    fn rotl(word: u8, by: u32) -> u8 {
        let by = by % BITS;
        (word << by | word >> (BITS - by)) & (u8::MAX >> (8 - BITS))
    }
}

/// The kernel. It has two words, so it is passed in registers. With the constants as a slice it would have three, and be passed on the
/// stack.
pub struct InPlace<'a, W, O> {
    words: &'a mut [W; 25],
    rounds: usize,
    order: PhantomData<O>,
}

impl<'a, W, O> InPlace<'a, W, O> {
    /// `rounds`: 1 to that of Keccak-f.
    pub fn new(words: &'a mut [W; 25], rounds: usize) -> Self {
        Self { words, rounds, order: PhantomData }
    }
}

impl<W: LaneWord, O: LaneEncoding<W>> Kernel for InPlace<'_, W, O> {
    type Output = ();
    #[inline(always)]
    fn call(self) {
        let s = self.words;
        // One index and no slices, which would take two words each. `get` instead of indexing: a panic would be a call, and a function with
        // calls has to align its stack.
        let mut i = O::RC.len().wrapping_sub(self.rounds);
        while i % 4 != const { O::RC.len() % 4 }
            && let Some(&rc) = O::RC.get(i)
        {
            round::<W, O, 0>(s, rc);
            reorder(s);
            i += 1;
        }
        while let Some(rc) = O::RC.get(i..).and_then(<[W]>::first_chunk::<4>) {
            round::<W, O, 0>(s, rc[0]);
            round::<W, O, 1>(s, rc[1]);
            round::<W, O, 2>(s, rc[2]);
            round::<W, O, 3>(s, rc[3]);
            i += 4;
        }
    }
}

/// Keeps the compiler from holding lanes in registers from one plane to the next, which it would then spill.
#[inline(always)]
fn memory_is_the_state() {
    compiler_fence(Ordering::SeqCst);
}

/// Moves the lanes from the order before round 1 to the plain order.
#[inline(always)]
fn reorder<W: LaneWord>(s: &mut [W; 25]) {
    macro_rules! columns {
        ($($x:literal)*) => { $(
            let column = [s[$x], s[$x + 5], s[$x + 10], s[$x + 15], s[$x + 20]];
            s[$x] = column[const { place(1, $x, 0) / 5 }];
            s[$x + 5] = column[const { place(1, $x, 1) / 5 }];
            s[$x + 10] = column[const { place(1, $x, 2) / 5 }];
            s[$x + 15] = column[const { place(1, $x, 3) / 5 }];
            s[$x + 20] = column[const { place(1, $x, 4) / 5 }];
            memory_is_the_state();
        )* };
    }
    columns!(0 1 2 3 4);
}

#[inline(always)]
fn round<W: LaneWord, O: LaneEncoding<W>, const R: usize>(s: &mut [W; 25], rc: W) {
    let mut c = [W::default(); 5];
    for x in 0..5 {
        c[x] = s[x] ^ s[x + 5] ^ s[x + 10] ^ s[x + 15] ^ s[x + 20];
    }
    let d = [
        c[4] ^ O::rotl(c[1], 1),
        c[0] ^ O::rotl(c[2], 1),
        c[1] ^ O::rotl(c[3], 1),
        c[2] ^ O::rotl(c[4], 1),
        c[3] ^ O::rotl(c[0], 1),
    ];
    macro_rules! b {
        ($x:literal, $y:literal) => {{
            const X: usize = ($x + 3 * $y) % 5;
            O::rotl(s[const { place(R, X, $x) }] ^ d[X], RHO[X + 5 * $x])
        }};
    }
    macro_rules! plane {
        ($y:literal, $iota:expr) => {{
            memory_is_the_state();
            let b = [b!(0, $y), b!(1, $y), b!(2, $y), b!(3, $y), b!(4, $y)];
            s[const { place(R + 1, 0, $y) }] = b[0] ^ (!b[1] & b[2]) ^ $iota;
            s[const { place(R + 1, 1, $y) }] = b[1] ^ (!b[2] & b[3]);
            s[const { place(R + 1, 2, $y) }] = b[2] ^ (!b[3] & b[4]);
            s[const { place(R + 1, 3, $y) }] = b[3] ^ (!b[4] & b[0]);
            s[const { place(R + 1, 4, $y) }] = b[4] ^ (!b[0] & b[1]);
        }};
    }
    plane!(0, rc);
    plane!(1, W::default());
    plane!(2, W::default());
    plane!(3, W::default());
    plane!(4, W::default());
    memory_is_the_state();
}
