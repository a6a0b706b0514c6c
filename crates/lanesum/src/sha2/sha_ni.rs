//! SHA-256 with the instructions that do two rounds at a time. They want the eight variables in two registers: A, B, E, F and
//! C, D, G, H, the last named lowest.

use super::constants::K_256;
use lanes::x86::{ShaNi, W};
use lanes::{Kernel, Rows};

/// Applies the compression function to all blocks of the row.
pub(super) struct Compress<'a> {
    pub(super) isa: ShaNi,
    pub(super) state: &'a mut [u32; 8],
    pub(super) row: Rows<'a, 1>,
}

/// Four rounds with the words `$now` of the schedule. In the words after them, `$next`, whose first half `schedule_first` has
/// done, come what is seven words before and `schedule_second`.
macro_rules! four_rounds {
    ($isa:ident, $abef:ident, $cdgh:ident, $constants:ident[$at:literal], $now:ident) => {
        let wk = $now.plus($isa.words($constants[$at]));
        $cdgh = $cdgh.two_rounds($abef, wk);
        $abef = $abef.two_rounds($cdgh, wk.high());
    };
}

impl Kernel for Compress<'_> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let Self { isa, state, row } = self;
        let [a, b, c, d, e, f, g, h] = *state;
        let mut abef = isa.words([f, e, b, a]);
        let mut cdgh = isa.words([h, g, d, c]);
        let constants = K_256.as_chunks::<4>().0;
        let mut at = 0;
        while row.len() - at >= 64 {
            let [mut w0, mut w1, mut w2, mut w3] = isa.load_block(&row, at);
            let before = (abef, cdgh);
            for constants in constants.chunks_exact(4).take(3) {
                four_rounds!(isa, abef, cdgh, constants[0], w0);
                w0 = next(w0, w1, w2, w3);
                four_rounds!(isa, abef, cdgh, constants[1], w1);
                w1 = next(w1, w2, w3, w0);
                four_rounds!(isa, abef, cdgh, constants[2], w2);
                w2 = next(w2, w3, w0, w1);
                four_rounds!(isa, abef, cdgh, constants[3], w3);
                w3 = next(w3, w0, w1, w2);
            }
            four_rounds!(isa, abef, cdgh, constants[12], w0);
            four_rounds!(isa, abef, cdgh, constants[13], w1);
            four_rounds!(isa, abef, cdgh, constants[14], w2);
            four_rounds!(isa, abef, cdgh, constants[15], w3);
            abef = abef.plus(before.0);
            cdgh = cdgh.plus(before.1);
            at += 64;
        }
        let ([f, e, b, a], [h, g, d, c]) = (abef.to_words(), cdgh.to_words());
        *state = [a, b, c, d, e, f, g, h];
    }
}

/// Words t + 16 to t + 19 of the schedule from words t to t + 15.
#[inline(always)]
fn next(w0: W, w1: W, w2: W, w3: W) -> W {
    w0.schedule_first(w1).plus(w2.from_second(w3)).schedule_second(w3)
}
