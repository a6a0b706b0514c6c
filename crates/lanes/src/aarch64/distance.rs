//! Shifts and rotations by a constant. The intrinsics require a literal of their own type, and do not accept a constant that is computed
//! from another.

/// `$do!(LEFT RIGHT $args)` for the constant distance `$left`: `LEFT` is that distance as a literal, and `RIGHT` the distance to the right
/// with the same result. `$zero` if the distance is 0.
macro_rules! with_distance {
    (64, $left:expr, $zero:expr, $do:ident $args:tt) => {
        with_distance!(@ $left, $zero, $do $args,
            1 63, 2 62, 3 61, 4 60, 5 59, 6 58, 7 57, 8 56, 9 55, 10 54, 11 53, 12 52, 13 51, 14 50, 15 49, 16 48,
            17 47, 18 46, 19 45, 20 44, 21 43, 22 42, 23 41, 24 40, 25 39, 26 38, 27 37, 28 36, 29 35, 30 34, 31 33,
            32 32, 33 31, 34 30, 35 29, 36 28, 37 27, 38 26, 39 25, 40 24, 41 23, 42 22, 43 21, 44 20, 45 19, 46 18,
            47 17, 48 16, 49 15, 50 14, 51 13, 52 12, 53 11, 54 10, 55 9, 56 8, 57 7, 58 6, 59 5, 60 4, 61 3, 62 2,
            63 1)
    };
    (32, $left:expr, $zero:expr, $do:ident $args:tt) => {
        with_distance!(@ $left, $zero, $do $args,
            1 31, 2 30, 3 29, 4 28, 5 27, 6 26, 7 25, 8 24, 9 23, 10 22, 11 21, 12 20, 13 19, 14 18, 15 17, 16 16,
            17 15, 18 14, 19 13, 20 12, 21 11, 22 10, 23 9, 24 8, 25 7, 26 6, 27 5, 28 4, 29 3, 30 2, 31 1)
    };
    (@ $left:expr, $zero:expr, $do:ident $args:tt, $($l:literal $r:literal),*) => {
        match $left {
            $( $l => $do!($l $r $args), )*
            _ => $zero,
        }
    };
}
pub(super) use with_distance;

/// A rotation to the left: a shift, then a shift with insertion.
macro_rules! shifted {
    ($l:literal $r:literal ($shl:ident $sri:ident $v:expr)) => {
        $sri::<$r>($shl::<$l>($v), $v)
    };
}
pub(super) use shifted;

/// `$a ^ $b`, rotated to the left.
macro_rules! xored {
    ($l:literal $r:literal ($a:expr, $b:expr)) => {
        crate::aarch64::crypto::xar::<$r>($a, $b)
    };
}
pub(super) use xored;
