//! The form with the least code: one round in a loop, with its steps in loops, too. It is for machines with little room for code, and for
//! odd numbers of rounds, which are too rare for code of their own.

use super::constants::RHO;
use lanes::{Kernel, Word, inlined::zip};

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

/// The rounds that have these constants, on a state in the plain order as registers hold its lanes (FIPS 202, section 3.2).
#[inline(always)]
pub fn rounds<R: Word>(s: &mut [R; 25], constants: &[R]) {
    for rc in constants {
        // Theta: the parity of column x - 1, and that of column x + 1.
        let mut c = [R::default(); 5];
        for row in s.as_chunks::<5>().0 {
            zip(&mut c, row, |c, lane| *c = c.xor(lane));
        }
        let d = [
            c[4].xor(c[1].rotate(1)),
            c[0].xor(c[2].rotate(1)),
            c[1].xor(c[3].rotate(1)),
            c[2].xor(c[4].rotate(1)),
            c[3].xor(c[0].rotate(1)),
        ];
        for row in s.as_chunks_mut::<5>().0 {
            zip(row, &d, |lane, d| *lane = lane.xor(d));
        }
        // Rho and pi: each lane to the cell that the next one leaves.
        let mut carried = s[1];
        for &(cell, rotation) in &STEPS {
            if let Some(lane) = s.get_mut(usize::from(cell)) {
                let rotated = carried.rotate(rotation.into());
                carried = *lane;
                *lane = rotated;
            }
        }
        for row in s.as_chunks_mut::<5>().0 {
            let [a, b, c, d, e] = *row;
            *row = [R::chi(a, b, c), R::chi(b, c, d), R::chi(c, d, e), R::chi(d, e, a), R::chi(e, a, b)];
        }
        s[0] = s[0].xor(*rc);
    }
}

/// Permutes words in memory.
pub struct Rolled<'a, R> {
    pub words: &'a mut [R; 25],
    pub constants: &'a [R],
}

impl<R: Word> Kernel for Rolled<'_, R> {
    type Output = ();
    #[inline(always)]
    fn call(self) {
        rounds(self.words, self.constants);
    }
}
