// The schedule of sha512_two.s with AVX2.

// The small sigma of x: two rotations, to the right by r0 and r1, and a shift to the right by r2.
.macro sigma x, to, t, u, r0, r1, r2
    v vpsrlq \to, \x, \r0
    v vpsllq \t, \x, 64 - \r0
    v vpsrlq \u, \x, \r1
    v vpxor \to, \to, \t
    v vpsllq \t, \x, 64 - \r1
    v vpxor \to, \to, \u
    v vpsrlq \u, \x, \r2
    v vpxor \to, \to, \t
    v vpxor \to, \to, \u
.endm
