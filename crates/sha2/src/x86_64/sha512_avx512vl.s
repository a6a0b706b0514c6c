// The schedule of sha512_two.s with AVX-512VL.

// The small sigma of x: two rotations, to the right by r0 and r1, and a shift to the right by r2.
.macro sigma x, to, t, u, r0, r1, r2
    v vprorq \to, \x, \r0
    v vprorq \t, \x, \r1
    v vpsrlq \u, \x, \r2
    v vpternlogq \to, \t, \u, 0x96
.endm
