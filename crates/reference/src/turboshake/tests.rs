//! Known answers: RFC 9861, section 5 and the encodings of section 3.3.

use super::*;

#[test]
fn lengths() {
    // The first three are from section 3.3.
    for (x, bytes) in [
        (0, &[0][..]),
        (12, &[12, 1]),
        (65538, &[1, 0, 2, 3]),
        (255, &[255, 1]),
        (256, &[1, 0, 2]),
        (65535, &[255, 255, 2]),
    ] {
        assert_eq!(length_encode(x), bytes);
    }
}
