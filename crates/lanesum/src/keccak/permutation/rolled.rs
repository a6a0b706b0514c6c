//! The least code: one round in a loop, its steps in loops too. For machines where code is dear, and for what is too rare to have
//! code of its own: odd numbers of rounds.

use super::constants::RHO;
use super::lane::LaneWord;
use lanes::Kernel;

/// The cells that pi goes through, from that of lane (1, 0) on, and by how much rho rotates what comes into each.
const STEPS: [(u8, u8); 24] = {
    let mut steps = [(0, 0); 24];
    let (mut x, mut y) = (1, 0);
    let mut i = 0;
    while i < 24 {
        let rotation = RHO[x + 5 * y];
        (x, y) = (y, (2 * x + 3 * y) % 5);
        steps[i] = ((x + 5 * y) as u8, rotation as u8);
        i += 1;
    }
    steps
};

/// The rounds that have these constants, on a state in the plain order (FIPS 202, section 3.2).
#[inline(always)]
pub(crate) fn rounds<W: LaneWord>(s: &mut [W; 25], constants: &[W]) {
    for rc in constants {
        // Theta: the parity of column x - 1, and that of column x + 1.
        let mut c = [W::default(); 5];
        for row in s.as_chunks::<5>().0 {
            for (c, lane) in c.iter_mut().zip(row) {
                *c = *c ^ *lane;
            }
        }
        let d =
            [c[4] ^ c[1].rotl(1), c[0] ^ c[2].rotl(1), c[1] ^ c[3].rotl(1), c[2] ^ c[4].rotl(1), c[3] ^ c[0].rotl(1)];
        for row in s.as_chunks_mut::<5>().0 {
            for (lane, d) in row.iter_mut().zip(&d) {
                *lane = *lane ^ *d;
            }
        }
        // Rho and pi: each lane to the cell that the next one leaves.
        let mut carried = s[1];
        for (cell, rotation) in STEPS {
            if let Some(lane) = s.get_mut(usize::from(cell)) {
                let rotated = carried.rotl(rotation.into());
                carried = *lane;
                *lane = rotated;
            }
        }
        for row in s.as_chunks_mut::<5>().0 {
            let [a, b, c, d, e] = *row;
            *row = [a ^ (!b & c), b ^ (!c & d), c ^ (!d & e), d ^ (!e & a), e ^ (!a & b)];
        }
        s[0] = s[0] ^ *rc;
    }
}

/// Permutes words in memory.
pub(crate) struct Rolled<'a, W> {
    pub(crate) words: &'a mut [W; 25],
    pub(crate) constants: &'a [W],
}

impl<W: LaneWord> Kernel for Rolled<'_, W> {
    type Output = ();
    #[inline(always)]
    fn call(self) {
        rounds(self.words, self.constants);
    }
}
