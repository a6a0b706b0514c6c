//! The form with the least code: one round in a loop, with its steps in loops, too. For machines with little room for code, and for odd
//! numbers of rounds, which are too rare for code of their own.

use super::constants::RHO;
use lanes::{Kernel, Word, inlined::zip};

/// The cycle of pi, from the cell of lane (1, 0) on: each next cell, and the distance of rho for the lane that moves there.
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

/// Does the rounds with these constants on a state in the plain order (FIPS 202, section 3.2).
#[inline(always)]
pub fn rounds<R: Word>(s: &mut [R; 25], constants: &[R]) {
    for rc in constants {
        // Theta: D of column x from the parities of columns x - 1 and x + 1.
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
        // Rho and pi: each lane moves to the cell of the next one.
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
