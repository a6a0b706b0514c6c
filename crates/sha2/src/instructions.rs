//! SHA-2 with the processor's SHA instructions. Those of x86-64 do two rounds at a time; those of aarch64, four or two.

use super::ending::{Around, Sha2Word, padded};
use super::functions::Functions;
use core::marker::PhantomData;
use lanes::{Kernel, Rows, ShaIsa, ShaWords};
use lanesum_batch::wipe::wipe_if_asked;

/// Sixteen rounds of each message, and the message words of the next sixteen. The messages take turns, because the instructions for one
/// message wait for each other; those for another can run meanwhile.
///
/// Written out, because LLVM does not unroll every loop over the messages.
macro_rules! sixteen_rounds {
    ($V:ty, $isa:ident, $constants:expr; $($v:ident $w0:ident $w1:ident $w2:ident $w3:ident),+) => {
        $( $v = <$V>::four_rounds($v, $w0.plus($isa.words($constants[0]))); )+
        $( $w0 = <$V>::schedule([$w0, $w1, $w2, $w3]); )+
        $( $v = <$V>::four_rounds($v, $w1.plus($isa.words($constants[1]))); )+
        $( $w1 = <$V>::schedule([$w1, $w2, $w3, $w0]); )+
        $( $v = <$V>::four_rounds($v, $w2.plus($isa.words($constants[2]))); )+
        $( $w2 = <$V>::schedule([$w2, $w3, $w0, $w1]); )+
        $( $v = <$V>::four_rounds($v, $w3.plus($isa.words($constants[3]))); )+
        $( $w3 = <$V>::schedule([$w3, $w0, $w1, $w2]); )+
    };
}

/// A block of each message: its variables, its message words, and the variables before the block.
macro_rules! block {
    ($S:ty, $V:ty, $isa:ident; $($v:ident $w0:ident $w1:ident $w2:ident $w3:ident $before:ident: $block:expr),+) => {
        $( let [mut $w0, mut $w1, mut $w2, mut $w3] = $block; )+
        $( let $before = $v; )+
        let constants = <$S>::K.as_chunks::<4>().0.as_chunks::<4>().0;
        let (last, first) = constants.split_last().expect("SHA-2 has rounds");
        sixteen_rounds!($V, $isa, first[0]; $($v $w0 $w1 $w2 $w3),+);
        sixteen_rounds!($V, $isa, first[1]; $($v $w0 $w1 $w2 $w3),+);
        sixteen_rounds!($V, $isa, first[2]; $($v $w0 $w1 $w2 $w3),+);
        if first.len() > 3 {
            sixteen_rounds!($V, $isa, first[3]; $($v $w0 $w1 $w2 $w3),+);
        }
        $( $v = <$V>::four_rounds($v, $w0.plus($isa.words(last[0]))); )+
        $( $v = <$V>::four_rounds($v, $w1.plus($isa.words(last[1]))); )+
        $( $v = <$V>::four_rounds($v, $w2.plus($isa.words(last[2]))); )+
        $( $v = <$V>::four_rounds($v, $w3.plus($isa.words(last[3]))); )+
        $( $v = [$v[0].plus($before[0]), $v[1].plus($before[1])]; )+
    };
}

/// The last block of each message, if it has no byte of it: the sums of its words and the constants are known.
macro_rules! known_block {
    ($S:ty, $V:ty, $isa:ident, $sums:ident; $($v:ident $before:ident),+) => {
        $( let $before = $v; )+
        for sixteen in $sums.as_chunks::<4>().0.as_chunks::<4>().0.iter().take(<$S>::K.len() / 16) {
            $( $v = <$V>::four_rounds($v, $isa.words(sixteen[0])); )+
            $( $v = <$V>::four_rounds($v, $isa.words(sixteen[1])); )+
            $( $v = <$V>::four_rounds($v, $isa.words(sixteen[2])); )+
            $( $v = <$V>::four_rounds($v, $isa.words(sixteen[3])); )+
        }
        $( $v = [$v[0].plus($before[0]), $v[1].plus($before[1])]; )+
    };
}

/// The part of a message in two places: whole blocks, then the rest.
type Parts<'a> = [Rows<'a, 1>; 2];

/// The block at byte `at` of a message whose rest has `padded` bytes with the padding, and `lead_bytes` before it. (Not taken from `around`
/// here: LLVM asks for it before the loop, and without `around` that would be what the stack held.)
#[inline(always)]
fn load<W: Copy + Default, I: ShaIsa<W>>(
    isa: I,
    [head, rest]: &Parts<'_>,
    at: usize,
    around: Option<&Around<'_, W>>,
    [lead_bytes, padded]: [usize; 2],
) -> [I::V; 4] {
    let block = 16 * size_of::<W>();
    if at < head.len() {
        return isa.load_block(head, at);
    }
    let at = at - head.len();
    let Some(Around { lead, bits: [high, low], .. }) = around else { return isa.load_block(rest, at) };
    let len = lead_bytes + rest.len();
    if at + block <= len && (at > 0 || lead_bytes == 0) {
        return isa.load_block(rest, at - lead_bytes);
    }
    let zero = W::default();
    let mut words = if at <= len { isa.load_end(rest, lead_bytes, at) } else { [isa.words([zero; 4]); 4] };
    if at == 0 && lead_bytes > 0 {
        words[0] = words[0].plus(isa.words(**lead));
    }
    if at + block == padded {
        words[3] = words[3].plus(isa.words([zero, zero, *high, *low]));
    }
    words
}

/// The bytes before the rest, those of the blocks to load after the head, and of these with the padding and the known block.
#[inline(always)]
fn lengths<W>(rest: &Rows<'_, 1>, around: Option<&Around<'_, W>>) -> [usize; 3] {
    let block = 16 * size_of::<W>();
    let Some(around) = around else { return [0, rest.len() - rest.len() % block, rest.len() - rest.len() % block] };
    let padded = padded::<W>(around.lead_bytes + rest.len());
    [around.lead_bytes, if around.known.is_some() { padded - block } else { padded }, padded]
}

/// Applies the compression function to all blocks of a message, or of a part of it. With `around`, the token must have
/// [`ShaIsa::LOADS_ENDS`], and only one of lead and head may have bytes.
pub struct Compress<'a, S: Functions, I> {
    pub isa: I,
    pub state: &'a mut [S::Word; 8],
    pub parts: Parts<'a>,
    pub around: Option<Around<'a, S::Word>>,
    pub size: PhantomData<S>,
}

impl<S: Functions, I: ShaIsa<S::Word>> Kernel for Compress<'_, S, I> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let Self { isa, state, parts, around, .. } = self;
        let around = around.filter(|_| I::LOADS_ENDS);
        let [lead_bytes, all, padded] = lengths(&parts[1], around.as_ref());
        let mut v = isa.arranged(state);
        let mut at = 0;
        while at < parts[0].len() + all {
            block!(S, I::V, isa; v w0 w1 w2 w3 before: load(isa, &parts, at, around.as_ref(), [lead_bytes, padded]));
            at += 16 * size_of::<S::Word>();
        }
        if let Some(Around { known: Some(sums), .. }) = around {
            known_block!(S, I::V, isa, sums; v before);
        }
        *state = isa.variables(v);
    }
}

/// As [`Compress`] with nothing around the message, in code of its own: where a message comes in pieces, each call of a kernel counts.
pub struct Blocks<'a, S: Functions, I>(pub Compress<'a, S, I>);

impl<S: Functions, I: ShaIsa<S::Word>> Kernel for Blocks<'_, S, I> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        Compress { around: None, ..self.0 }.call();
    }
}

/// Hashes a message, or the end of one, with its padding and with nothing before it, in code of its own: of a short message, each
/// instruction beside the rounds counts. Neither the state nor the padding goes through memory. The token must have
/// [`ShaIsa::LOADS_ENDS`].
pub struct Ending<'a, W: Sha2Word, I> {
    pub isa: I,
    pub begin: &'a [W; 8],
    pub rest: &'a [u8],
    pub bits: u128,
    pub out: &'a mut [u8],
}

impl<W: Sha2Word, I: ShaIsa<W>> Kernel for Ending<'_, W, I> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let Self { isa, begin, rest, bits, out } = self;
        let Around { bits: [high, low], known, .. } = W::around(W::NO_LEAD, bits, None);
        let (block, row) = (16 * size_of::<W>(), Rows::new(&[rest]));
        let mut v = isa.arranged(begin);
        let mut at = 0;
        while at + block <= rest.len() {
            block!(W::Functions, I::V, isa; v w0 w1 w2 w3 before: isa.load_block(&row, at));
            at += block;
        }
        if let Some(sums) = known {
            known_block!(W::Functions, I::V, isa, sums; v before);
        } else {
            let (zero, padded) = (W::default(), padded::<W>(rest.len()));
            while at < padded {
                let mut words = if at <= rest.len() { isa.load_end(&row, 0, at) } else { [isa.words([zero; 4]); 4] };
                at += block;
                if at == padded {
                    words[3] = words[3].plus(isa.words([zero, zero, high, low]));
                }
                block!(W::Functions, I::V, isa; v w0 w1 w2 w3 before: words);
            }
        }
        let mut words = isa.variables(v);
        W::put_digest(&words, out);
        wipe_if_asked(&mut words);
    }
}

/// As [`Compress`], for two messages with equally many blocks; with `around`, their parts have the same lengths, too.
pub struct CompressTwo<'a, S: Functions, I> {
    pub isa: I,
    pub states: &'a mut [[S::Word; 8]; 2],
    pub parts: [Parts<'a>; 2],
    pub around: Option<Around<'a, S::Word>>,
    pub size: PhantomData<S>,
}

impl<S: Functions, I: ShaIsa<S::Word>> Kernel for CompressTwo<'_, S, I> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let Self { isa, states: [one, two], parts: [first, second], around, .. } = self;
        let around = around.filter(|_| I::LOADS_ENDS);
        let [lead_bytes, all, padded] = lengths(&first[1], around.as_ref());
        let (mut v, mut u) = (isa.arranged(one), isa.arranged(two));
        let mut at = 0;
        while at < first[0].len() + all {
            block!(S, I::V, isa;
                v v0 v1 v2 v3 before_v: load(isa, &first, at, around.as_ref(), [lead_bytes, padded]),
                u u0 u1 u2 u3 before_u: load(isa, &second, at, around.as_ref(), [lead_bytes, padded]));
            at += 16 * size_of::<S::Word>();
        }
        if let Some(Around { known: Some(sums), .. }) = around {
            known_block!(S, I::V, isa, sums; v before_v, u before_u);
        }
        (*one, *two) = (isa.variables(v), isa.variables(u));
    }
}
