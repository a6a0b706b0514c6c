//! SHA-512 of one message, with A of a round and E of the next in one register. Both large sigmas are three rotations by different
//! distances and one three-input operation. Maj of A to C and Ch of E to G are one operation each. A is computed one round late. So T1 is
//! ready when it is needed, and the one operation across a register is on neither chain.
//!
//! A round is twelve vector operations, and its chain has four of them. For processors with a latency of one cycle, and three such
//! operations a cycle. The schedules of several blocks come first (`scheduled.rs`).

use lanes::{
    Kernel, TwoWords, WordIsa,
    inlined::{map, zip},
};

/// Does the rounds of the first `blocks` blocks, and adds the state after each block. `sums` has W\[t\] + K\[t\] of each block.
pub struct PackedRounds<'a, I, const N: usize> {
    pub isa: I,
    pub state: &'a mut [u64; 8],
    pub sums: &'a [[u64; N]; 80],
    pub blocks: usize,
}

/// FIPS 180-4: equation 4.10 of the low word, 4.11 of the high word.
#[inline(always)]
fn big_sigmas<V: TwoWords>(x: V) -> V {
    V::xor3(x.rotr_each::<28, 14>(), x.rotr_each::<34, 18>(), x.rotr_each::<39, 41>())
}

impl<V: TwoWords, I: WordIsa<u64, 2, V = V>, const N: usize> Kernel for PackedRounds<'_, I, N> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let Self { isa, state, sums, blocks } = self;
        // The pairs hold the variables as named in the round of the high words. The low word of the last pair is A: the first round puts it
        // in place of its own low result, which would belong to the round before.
        let [a, b, c, d, e, f, g, h] = *state;
        let mut chain = [isa.load(&[b, e]), isa.load(&[c, f]), isa.load(&[d, g]), isa.load(&[a, h])];
        for block in 0..blocks.min(N) {
            let [mut p0, mut p1, mut p2, mut p3] = chain;
            // T1 of the round before, in the high word.
            let mut q = isa.splat(0);
            macro_rules! round {
                ($sums:expr, $p0:ident $p1:ident $p2:ident $p3:ident) => {
                    let given = $p3.add(isa.splat($sums[block]));
                    let maj = V::maj($p0, $p1, $p2);
                    // Low word: Maj. High word: h + W + K + Ch, which is T1 without its sigma.
                    let rest = maj.with_high(V::ch($p0, $p1, $p2).add(given));
                    let early = rest.add($p2.after(q));
                    let sigmas = big_sigmas($p0);
                    q = rest.add(sigmas);
                    $p3 = early.settled().add(sigmas);
                };
            }
            for (i, sums) in sums.as_chunks::<4>().0.iter().enumerate() {
                round!(sums[0], p0 p1 p2 p3);
                if i == 0 {
                    p3 = chain[3].with_high(p3);
                }
                round!(sums[1], p3 p0 p1 p2);
                round!(sums[2], p2 p3 p0 p1);
                round!(sums[3], p1 p2 p3 p0);
            }
            // A of the last round, which is computed one round late.
            let last = V::maj(p0, p1, p2).add(p2.after(q)).add(big_sigmas(p0));
            p3 = last.with_high(p3);
            zip(&mut chain, &[p0, p1, p2, p3], |chain, variables| *chain = chain.add(variables));
        }
        let [be, cf, dg, ah] = map(chain, |pair| {
            let mut words = [0; 2];
            isa.store(pair, &mut words);
            words
        });
        // Two at a time and hidden from LLVM, which would combine all eight in a 512-bit register.
        let pairs = [[ah[0], be[0]], [cf[0], dg[0]], [be[1], cf[1]], [dg[1], ah[1]]];
        zip(state.as_chunks_mut::<2>().0, &pairs, |out, pair| isa.store(isa.load(&pair).settled(), out));
    }
}
