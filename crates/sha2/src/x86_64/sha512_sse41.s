// The schedule of sha512_one.s with SSE4.1. The shifts of a sigma are nested, because a shift overwrites its operand.

// The small sigma of x by successive shifts of registers that are not needed any more: to the right by r0, r1, r2, to the left by l0, l1.
.macro sigma x, to, t, r0, r1, r2, l0, l1
    v movdqa \to, \x
    v movdqa \t, \x
    v psrlq \to, \r0
    v psllq \t, \l0
    v pxor \to, \x
    v pxor \t, \x
    v psrlq \to, \r1
    v psllq \t, \l1
    v pxor \to, \x
    v psrlq \to, \r2
    v pxor \to, \t
.endm

// W[t] and W[t + 1] take the place of the words sixteen before them, w0; their sums with K are stored.
.macro step i, w0, w1, w4, w5, w7
    v movdqa xmm8, \w1
    v palignr xmm8, \w0, 8
    v movdqa xmm9, \w5
    v palignr xmm9, \w4, 8
    v paddq \w0, xmm9
    sigma xmm8, xmm10, xmm11, 1, 6, 1, 7, 56                 // sigma0: 1, 8, >> 7
    v paddq \w0, xmm10
    sigma \w7, xmm13, xmm14, 42, 13, 6, 42, 3                // sigma1: 19, 61, >> 6
    v paddq \w0, xmm13
    v movdqu xmm9, xmmword ptr [r14 + 128 + 16 * \i]
    v paddq xmm9, \w0
    v movdqu xmmword ptr [r15 + 128 + 16 * \i], xmm9
.endm

.macro load_order
    mov r12, 0x0001020304050607
    movq xmm15, r12
    mov r12, 0x08090a0b0c0d0e0f
    pinsrq xmm15, r12, 1
.endm

.macro load i, w, t
    movdqu \w, xmmword ptr [rsi + 16 * \i]
    pshufb \w, xmm15
    movdqu \t, xmmword ptr [r14 + 16 * \i]
    paddq \t, \w
    movdqu xmmword ptr [r15 + 16 * \i], \t
.endm
