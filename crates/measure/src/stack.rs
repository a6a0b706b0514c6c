//! Moves the stack.

use std::hint::black_box;

/// Calls `work` with the stack pointer at least `bytes` lower than here, and less than a few hundred lower than that.
///
/// Code that spills registers may take longer at some positions than at others. One process has one position, so a figure from it is what
/// some users get: call this with steps over a page (4096 bytes), and report the worst.
pub fn with_stack_lower_by<T>(bytes: usize, work: impl FnOnce() -> T) -> T {
    let begin = [0_u8; 16];
    down(black_box(&begin).as_ptr().addr(), bytes, work)
}

#[inline(never)]
fn down<T>(begin: usize, bytes: usize, work: impl FnOnce() -> T) -> T {
    let here = [0_u8; 16];
    if begin.abs_diff(black_box(&here).as_ptr().addr()) >= bytes {
        return work();
    }
    let result = down(begin, bytes, work);
    // Behind the call, so that the frame stays.
    black_box(&here);
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stack_is_lower_by_what_was_asked() {
        fn here() -> usize {
            let here = [0_u8; 16];
            black_box(&here).as_ptr().addr()
        }
        let begin = here();
        for bytes in [0, 256, 1024, 4096, 65_536] {
            let lower = begin.abs_diff(with_stack_lower_by(bytes, here));
            assert!((bytes..bytes + 1024).contains(&lower), "{bytes}: {lower}");
        }
    }
}
