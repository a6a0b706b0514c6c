// The schedule of sha512_one.s with AVX.

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

// W[t] and W[t + 1] take the place of the words sixteen before them, w0; their sums with K are stored.
.macro step i, w0, w1, w4, w5, w7
    v vpalignr xmm8, \w1, \w0, 8
    v vpalignr xmm9, \w5, \w4, 8
    v vpaddq \w0, \w0, xmm9
    sigma xmm8, xmm10, xmm11, xmm12, 1, 8, 7
    v vpaddq \w0, \w0, xmm10
    sigma \w7, xmm13, xmm14, xmm15, 19, 61, 6
    v vpaddq \w0, \w0, xmm13
    v vpaddq xmm9, \w0, xmmword ptr [r14 + 128 + 16 * \i]
    v vmovdqu xmmword ptr [r15 + 128 + 16 * \i], xmm9
.endm

.macro load_order
    mov r12, 0x0001020304050607
    vmovq xmm15, r12
    mov r12, 0x08090a0b0c0d0e0f
    vpinsrq xmm15, xmm15, r12, 1
.endm

.macro load i, w, t
    vmovdqu \w, xmmword ptr [rsi + 16 * \i]
    vpshufb \w, \w, xmm15
    vpaddq \t, \w, xmmword ptr [r14 + 16 * \i]
    vmovdqu xmmword ptr [r15 + 16 * \i], \t
.endm
