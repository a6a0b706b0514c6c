//! The compression functions with one word of each message in a register (FIPS 180-4, sections 6.1.2, 6.2.2 and 6.4.2).

use super::ending::{Around, Sha2Word, padded};
use super::functions::Functions;
use core::marker::PhantomData;
use lanes::{
    Kernel, Rows, WordIsa, Words,
    inlined::{map, zip},
};
use lanesum_batch::md::compression::{MdWord, Whole};
use lanesum_batch::wipe::wipe_if_asked;

/// Applies the compression function to `N` chaining values and all blocks of the rows.
pub struct Compress<'a, S: Functions, I, const N: usize> {
    pub isa: I,
    /// The variables a to h of every message.
    pub state: &'a mut [[S::Word; N]; 8],
    /// The parts of each message: whole blocks, then the rest.
    pub parts: [Rows<'a, N>; 2],
    /// `Some` if the rows end whole messages: `state` is then only written. With `None`, a partial block at the end is ignored.
    pub whole: Option<Padding<'a, S::Word>>,
    pub size: PhantomData<S>,
}

/// The initial value, the leading bytes and the padding of whole messages of one length in bytes.
#[derive(Clone, Copy)]
pub struct Padding<'a, W> {
    pub begin: &'a [W; 8],
    /// The padding's first 1 in the word that has the end of the message, with all other bits 0.
    pub one: W,
    pub around: Around<'a, W>,
}

/// Calls `then` with the initial value, the leading bytes and the padding that a kernel needs for these messages.
#[inline(always)]
pub fn with_padding<W: Sha2Word>(whole: &Whole<'_, W>, then: impl FnOnce(Padding<'_, W>)) {
    let lead = if whole.lead.is_empty() { W::NO_LEAD } else { &W::lead(whole.lead) };
    let around = W::around(lead, whole.bits, whole.known);
    let one = W::padding_bit(whole.lead.len() + whole.rows.first().map_or(0, |row| row.len()));
    then(Padding { begin: whole.begin.first_chunk().expect("eight words"), one, around });
}

/// Loads the block at byte `at` of heads and rows; `padded` is the padded length of what follows the heads.
#[inline(always)]
pub fn load_block<W: Copy + Default, I: WordIsa<W, N>, const N: usize>(
    isa: I,
    [heads, rows]: &[Rows<'_, N>; 2],
    at: usize,
    padded: usize,
    whole: Option<Padding<'_, W>>,
) -> [I::V; 16] {
    if at < heads.len() {
        return isa.load_block::<false>(heads, at);
    }
    let (at, lead) = (at - heads.len(), whole.map_or(0, |whole| whole.around.lead_bytes));
    match whole {
        Some(whole) if at + 16 * size_of::<W>() > lead + rows.len() || at == 0 && lead > 0 => {
            load_end(isa, rows, at, padded, lead, whole)
        }
        _ => isa.load_block::<false>(rows, at - lead),
    }
}

/// Loads a block with bytes before the rows, or with padding; `all` is the padded length of the messages.
#[inline(always)]
fn load_end<W: Copy + Default, I: WordIsa<W, N>, const N: usize>(
    isa: I,
    rows: &Rows<'_, N>,
    at: usize,
    all: usize,
    lead_bytes: usize,
    Padding { one, around, .. }: Padding<'_, W>,
) -> [I::V; 16] {
    let (block, len) = (16 * size_of::<W>(), lead_bytes + rows.len());
    let mut words = [isa.splat(W::default()); 16];
    if at < len {
        words = isa.load_end(rows, lead_bytes, at);
    }
    if at == 0 {
        zip(&mut words, around.lead, |word, lead| *word = word.add(isa.splat(lead)));
    }
    if at <= len && len < at + block {
        let (place, one) = ((len - at) / size_of::<W>(), isa.splat(one));
        macro_rules! add_at {
            ($($t:literal)*) => { match place { $( $t => words[$t] = words[$t].add(one), )* _ => unreachable!("less than a block") } };
        }
        add_at!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15);
    }
    if at + block == all {
        words[14] = isa.splat(around.bits[0]);
        words[15] = isa.splat(around.bits[1]);
    }
    words
}

/// `$round` sixteen times, with its number. The variables' names rotate, so that no value moves; after eight rounds, each value has its
/// first name again.
macro_rules! in_turn {
    ($round:ident: $a:ident $b:ident $c:ident $d:ident $e:ident $f:ident $g:ident $h:ident) => {
        in_turn!(@eight $round, $a $b $c $d $e $f $g $h, 0 1 2 3 4 5 6 7);
        in_turn!(@eight $round, $a $b $c $d $e $f $g $h, 8 9 10 11 12 13 14 15);
    };
    (@eight $round:ident, $a:ident $b:ident $c:ident $d:ident $e:ident $f:ident $g:ident $h:ident,
     $t0:literal $t1:literal $t2:literal $t3:literal $t4:literal $t5:literal $t6:literal $t7:literal) => {
        $round!($t0, $a $b $c $d $e $f $g $h);
        $round!($t1, $h $a $b $c $d $e $f $g);
        $round!($t2, $g $h $a $b $c $d $e $f);
        $round!($t3, $f $g $h $a $b $c $d $e);
        $round!($t4, $e $f $g $h $a $b $c $d);
        $round!($t5, $d $e $f $g $h $a $b $c);
        $round!($t6, $c $d $e $f $g $h $a $b);
        $round!($t7, $b $c $d $e $f $g $h $a);
    };
}

/// Steps 2 to 4 for sixteen rounds. `$sum` is a macro that returns W[t] + K[t] of round `t` of the sixteen.
macro_rules! sixteen_rounds {
    ($S:ty, $V:ty, $variables:ident, $bc:ident, $sum:ident) => {{
        let [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h] = $variables;
        macro_rules! round {
            ($t:literal, $a:ident $b:ident $c:ident $d:ident $e:ident $f:ident $g:ident $h:ident) => {
                let early = $h.add($sum!($t));
                let ch = <$V>::ch($e, $f, $g);
                let sigma1 = <$S>::big_sigma1($e);
                let (maj, ab) = <$V>::maj_in_turn($a, $b, $c, $bc);
                $bc = ab;
                if <$V>::CHAINED {
                    // The chain from one E to the next, and from one A to the next, has three steps: rotation, exclusive-or, addition.
                    let early = early.settled();
                    $d = $d.add(early).settled().add(ch).settled().add(sigma1);
                    $h = early.add(ch).settled().add(sigma1).settled().add(maj).settled().add(<$S>::big_sigma0($a));
                } else {
                    let t1 = early.add(ch).add(sigma1);
                    $d = $d.add(t1);
                    $h = t1.add(maj).add(<$S>::big_sigma0($a));
                }
            };
        }
        in_turn!(round: a b c d e f g h);
        $variables = [a, b, c, d, e, f, g, h];
    }};
}

/// Step 1 for word `t` of sixteen; it replaces the word of sixteen rounds before.
#[inline(always)]
pub fn schedule<S: Functions, V: Words>(words: &mut [V; 16], t: usize) {
    let sigma0 = S::sigma0(words[(t + 1) % 16]);
    let sigma1 = S::sigma1(words[(t + 14) % 16]);
    words[t] = words[t].add(sigma0).add(words[(t + 9) % 16]).add(sigma1);
}

/// Hashes `N` whole messages of one length. The digests have `bytes` bytes; `out` may have room for fewer of them.
pub struct HashWhole<'a, S: Functions, I, const N: usize> {
    pub isa: I,
    /// The parts of each message: whole blocks, then the rest.
    pub heads: &'a [&'a [u8]; N],
    pub rows: &'a [&'a [u8]; N],
    pub whole: Padding<'a, S::Word>,
    pub out: &'a mut [u8],
    pub bytes: usize,
}

impl<S: Functions<Word: MdWord>, I: WordIsa<S::Word, N>, const N: usize> Kernel for HashWhole<'_, S, I, N> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let Self { isa, heads, rows, whole, out, bytes } = self;
        let parts = [Rows::new(heads), Rows::new(rows)];
        let mut state = [[S::Word::default(); N]; 8];
        Compress::<S, I, N> { isa, state: &mut state, parts, whole: Some(whole), size: PhantomData }.call();
        if I::STORES_ROWS && out.len() >= size_of_val(&state) && bytes == size_of_val(&state) / N {
            isa.store_rows::<false>(&map(state, |words| isa.load(&words)), out);
        } else {
            for slot in 0..N.min(out.len() / bytes) {
                S::Word::put_all(state.iter().map(|words| &words[slot]), &mut out[slot * bytes..][..bytes]);
            }
        }
        // Row by row: `as_flattened_mut` is a call in some profiles.
        for words in &mut state {
            wipe_if_asked(words);
        }
    }
}

impl<S: Functions, I: WordIsa<S::Word, N>, const N: usize> Kernel for Compress<'_, S, I, N> {
    type Output = ();

    #[inline(always)]
    #[allow(unused_assignments)] // Rust 1.89 warns of the last round's `bc`
    fn call(self) {
        let Self { isa, state, parts, whole, .. } = self;
        let [heads, rows] = &parts;
        let whole = whole.filter(|_| I::LOADS_ENDS);
        let block = 16 * size_of::<S::Word>();
        let mut chain = [isa.splat(S::Word::default()); 8];
        match whole {
            Some(Padding { begin, .. }) => {
                zip(&mut chain, begin, |chain, word| *chain = isa.splat(word));
            }
            None => {
                zip(&mut chain, state, |chain, state| *chain = isa.load(&state));
            }
        }
        // Not taken from `whole` again: LLVM asks before the loop whether it is long, and without `whole` that would be what the stack held.
        let lead = whole.map_or(0, |whole| whole.around.lead_bytes);
        let len = lead + rows.len();
        let padded = if whole.is_some() { padded::<S::Word>(len) } else { len - len % block };
        let known = whole.and_then(|whole| whole.around.known);
        // Counted from the end of the heads.
        let all = if known.is_some() { padded - block } else { padded };
        let mut at = 0;
        while at < heads.len() + all {
            let mut words = load_block(isa, &parts, at, padded, whole);
            let mut variables = chain;
            let mut bc = I::V::difference(chain[1], chain[2]);
            let (first, later) = S::K.as_chunks::<16>().0.split_at(1);
            let first = &first[0];
            macro_rules! sum_of_the_block {
                ($t:literal) => {
                    words[$t].add(isa.splat(first[$t]))
                };
            }
            sixteen_rounds!(S, I::V, variables, bc, sum_of_the_block);
            macro_rules! with_schedule {
                ($constants:ident) => {
                    macro_rules! sum {
                        ($t:literal) => {{
                            schedule::<S, I::V>(&mut words, $t);
                            words[$t].add(isa.splat($constants[$t]))
                        }};
                    }
                    sixteen_rounds!(S, I::V, variables, bc, sum);
                };
            }
            match later {
                // Written out: a loop would carry 24 variables, for which WebAssembly's engines have no registers.
                [second, third, fourth, rest @ ..] if cfg!(target_family = "wasm") && N == 1 => {
                    with_schedule!(second);
                    with_schedule!(third);
                    with_schedule!(fourth);
                    if let [fifth] = rest {
                        with_schedule!(fifth);
                    }
                }
                _ => {
                    for constants in later {
                        with_schedule!(constants);
                    }
                }
            }
            zip(&mut chain, &variables, |chain, variable| *chain = chain.add(variable));
            at += block;
        }
        if let Some(sums) = known {
            let mut variables = chain;
            let mut bc = I::V::difference(chain[1], chain[2]);
            for sums in sums.as_chunks::<16>().0.iter().take(S::K.len() / 16) {
                macro_rules! sum {
                    ($t:literal) => {
                        isa.splat(sums[$t])
                    };
                }
                sixteen_rounds!(S, I::V, variables, bc, sum);
            }
            zip(&mut chain, &variables, |chain, variable| *chain = chain.add(variable));
        }
        zip(state, &chain, |state, chain| isa.store(chain, state));
    }
}
