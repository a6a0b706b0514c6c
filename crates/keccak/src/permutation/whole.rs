//! The kernel for batches of messages of equal length: it hashes each message from its first byte to its digest, without a state in memory.

use super::lanewise::{absorb_squares, store_lanes};
use super::round::permute;
use super::rounds::Pairs;
use lanes::{Isa, Kernel, Lanes, Rows, RowsMut, Theta, inlined::map};

/// Whether there is such a kernel: not in WebAssembly, because it would make downloads larger.
pub const WHOLE: bool = !cfg!(target_family = "wasm");

#[derive(Clone, Copy)]
pub struct Padding {
    /// Lanes of a block.
    pub lanes: usize,
    /// The function's suffix, followed by the first 1 of the padding.
    pub suffix: u64,
}

impl Padding {
    /// Whether the kernel takes messages of `bytes` bytes, and `output_bytes` bytes of output. The suffix must fit into the lane in which
    /// the message ends, and the output must be whole lanes of one block.
    #[inline]
    pub fn takes(self, bytes: usize, output_bytes: usize) -> bool {
        let bits = 8 * (bytes % 8) as u32;
        matches!(self.lanes, 9 | 13 | 17 | 18 | 21)
            && self.suffix << bits >> bits == self.suffix
            && output_bytes.is_multiple_of(8)
            && output_bytes <= 8 * self.lanes
    }
}

/// Hashes the rows. [`Padding::takes`] must be true.
pub struct Hash<'a, I, const N: usize> {
    pub isa: I,
    pub rows: Rows<'a, N>,
    pub padding: Padding,
    pub constants: Pairs<u64>,
    /// The hand-scheduled text, if there are two.
    pub theta: Theta,
    pub out: RowsMut<'a, N>,
}

impl<I: Isa<u64, N>, const N: usize> Kernel for Hash<'_, I, N> {
    type Output = ();
    #[inline(always)]
    fn call(self) {
        let Self { isa, rows, padding: Padding { lanes, suffix }, constants, theta, mut out } = self;
        // Hidden from LLVM, which would store constants through 512-bit registers if available.
        let mut s = [core::hint::black_box(isa.splat(0)); 25];
        let mut at = 0;
        loop {
            let rest = rows.len() - at;
            let is_last = rest < 8 * lanes;
            let full = if is_last { rest / 8 } else { lanes };
            absorb_squares(isa, &mut s, &rows, at, full);
            if is_last {
                let bits = 8 * (rest % 8) as u32;
                let last = if bits == 0 {
                    isa.splat(suffix)
                } else {
                    last_lanes(isa, &rows, bits).xor(isa.splat(suffix << bits))
                };
                macro_rules! add {
                    ($($k:literal)*) => { match full { $( $k => s[$k] = s[$k].xor(last), )* _ => unreachable!("less than a block") } };
                }
                add!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20);
                macro_rules! pad {
                    ($($k:literal)*) => { match lanes - 1 { $( $k => s[$k] = s[$k].xor(isa.splat(1 << 63)), )* _ => unreachable!("a rate that exists") } };
                }
                pad!(8 12 16 17 20);
            }
            permute::<I, _, N, false>(isa, &mut s, constants, theta);
            if is_last {
                break;
            }
            at += 8 * lanes;
        }
        let lanes = out.len() / 8;
        store_lanes(isa, &s, &mut out, 0, lanes);
    }
}

/// The last `bits` bits of each message, less than 64, as the low bits of a lane.
#[inline(always)]
fn last_lanes<I: Isa<u64, N>, const N: usize>(isa: I, rows: &Rows<'_, N>, bits: u32) -> I::V {
    let words = if let Some(at) = rows.len().checked_sub(8) {
        map(rows.words::<u64>(at), |word| word >> (64 - bits))
    } else {
        let mut words = [0; N];
        for (i, word) in words.iter_mut().enumerate() {
            for byte in rows.row(i).iter().rev() {
                *word = *word << 8 | u64::from(*byte);
            }
        }
        words
    };
    isa.load(&words)
}
