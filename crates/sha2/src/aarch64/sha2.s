// SHA-2 of one message in general registers, without instructions for it.
//
// Arguments: x0 state (eight words), x1 data, x2 blocks, x3 the constants K.
// sha256.s or sha512.s stands before this file; r is the kind of registers, w or x.
//
//     r0 to r15                 the last sixteen words W
//     r16 r17 r19 to r24        the variables a to h before sixteen rounds and after them
//     x25                       the next constants
//     r26 r27                   temporary
//     r28 r30                   b ^ c, and a ^ b for the next round
//     [sp, #96] [sp, #104]      state, the next block
//     [sp, #112] [sp, #128]     blocks left, the last sixteen constants
//
// x18 belongs to some systems, x29 to debuggers and profilers: so all registers are in use, and nothing is moved to memory and back.

// A round: h += K + W + Ch(e, f, g) + Sigma1(e), d += h, h += Maj(a, b, c) + Sigma0(a). The next round renames the variables. Maj(a, b, c)
// is b ^ (a ^ b) & (b ^ c): the sum of two neighbours, new, serves two rounds, and is bc in the next one. An even round loads its constant
// and the next one's, which is added to g as soon as Ch has read g, since g is the next round's h. If there is a schedule, the word W[t] +
// sigma0(W[t + 1]) + W[t + 9] + sigma1(W[t + 14]), due sixteen rounds later, takes W[t]'s place.
.macro a_round r, size, schedule, even, a, b, d, e, f, g, h, new, bc, w0, w1, w9, w14
    add \r\h, \r\h, \r\w0
    bic \r\()26, \r\g, \r\e
    and \r\()27, \r\f, \r\e
    add \r\h, \r\h, \r\()26
    add \r\h, \r\h, \r\()27
    .if \even
    ldp \r\()26, \r\()27, [x25], #2*\size
    add \r\h, \r\h, \r\()26
    add \r\g, \r\g, \r\()27
    .endif
    large1 \r\()26, \r\e
    eor \r\new, \r\a, \r\b
    and \r\bc, \r\bc, \r\new
    add \r\h, \r\h, \r\()26
    eor \r\bc, \r\bc, \r\b
    add \r\d, \r\d, \r\h
    large0 \r\()27, \r\a
    add \r\h, \r\h, \r\bc
    add \r\h, \r\h, \r\()27
    .if \schedule
    small0 \r\()26, \r\w1
    add \r\w0, \r\w0, \r\w9
    small1 \r\()27, \r\w14
    add \r\w0, \r\w0, \r\()26
    add \r\w0, \r\w0, \r\()27
    .endif
.endm

.macro sixteen_rounds r, size, schedule
    a_round \r, \size, \schedule, 1, 16, 17, 20, 21, 22, 23, 24, 30, 28, 0, 1, 9, 14
    a_round \r, \size, \schedule, 0, 24, 16, 19, 20, 21, 22, 23, 28, 30, 1, 2, 10, 15
    a_round \r, \size, \schedule, 1, 23, 24, 17, 19, 20, 21, 22, 30, 28, 2, 3, 11, 0
    a_round \r, \size, \schedule, 0, 22, 23, 16, 17, 19, 20, 21, 28, 30, 3, 4, 12, 1
    a_round \r, \size, \schedule, 1, 21, 22, 24, 16, 17, 19, 20, 30, 28, 4, 5, 13, 2
    a_round \r, \size, \schedule, 0, 20, 21, 23, 24, 16, 17, 19, 28, 30, 5, 6, 14, 3
    a_round \r, \size, \schedule, 1, 19, 20, 22, 23, 24, 16, 17, 30, 28, 6, 7, 15, 4
    a_round \r, \size, \schedule, 0, 17, 19, 21, 22, 23, 24, 16, 28, 30, 7, 8, 0, 5
    a_round \r, \size, \schedule, 1, 16, 17, 20, 21, 22, 23, 24, 30, 28, 8, 9, 1, 6
    a_round \r, \size, \schedule, 0, 24, 16, 19, 20, 21, 22, 23, 28, 30, 9, 10, 2, 7
    a_round \r, \size, \schedule, 1, 23, 24, 17, 19, 20, 21, 22, 30, 28, 10, 11, 3, 8
    a_round \r, \size, \schedule, 0, 22, 23, 16, 17, 19, 20, 21, 28, 30, 11, 12, 4, 9
    a_round \r, \size, \schedule, 1, 21, 22, 24, 16, 17, 19, 20, 30, 28, 12, 13, 5, 10
    a_round \r, \size, \schedule, 0, 20, 21, 23, 24, 16, 17, 19, 28, 30, 13, 14, 6, 11
    a_round \r, \size, \schedule, 1, 19, 20, 22, 23, 24, 16, 17, 30, 28, 14, 15, 7, 12
    a_round \r, \size, \schedule, 0, 17, 19, 21, 22, 23, 24, 16, 28, 30, 15, 0, 8, 13
.endm

.macro load_words r, size, i, j
    ldp \r\i, \r\j, [x26], #2*\size
.endm

.macro compress r, size, rounds
    save_registers 144
    stp x0, x1, [sp, #96]
    str x2, [sp, #112]
    mov x25, x3
    add x3, x3, #\size*(\rounds-16)
    str x3, [sp, #128]
    ldp \r\()16, \r\()17, [x0]
    ldp \r\()19, \r\()20, [x0, #2*\size]
    ldp \r\()21, \r\()22, [x0, #4*\size]
    ldp \r\()23, \r\()24, [x0, #6*\size]

    // Loop over blocks
2:
    ldr x26, [sp, #104]
    load_words \r, \size, 0, 1
    load_words \r, \size, 2, 3
    load_words \r, \size, 4, 5
    load_words \r, \size, 6, 7
    load_words \r, \size, 8, 9
    load_words \r, \size, 10, 11
    load_words \r, \size, 12, 13
    load_words \r, \size, 14, 15
    str x26, [sp, #104]
    .irp i, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
    rev \r\i, \r\i
    .endr
    eor \r\()28, \r\()17, \r\()19

    // All but the last sixteen rounds, which compute words of the schedule
    .p2align 4
3:
    sixteen_rounds \r, \size, 1
    ldr x26, [sp, #128]
    cmp x25, x26
    b.ne 3b
    sixteen_rounds \r, \size, 0

    // Feed forward
    ldr x26, [sp, #96]
    ldr x27, [sp, #112]
    sub x25, x25, #\size*\rounds
    ldp \r\()0, \r\()1, [x26]
    ldp \r\()2, \r\()3, [x26, #2*\size]
    ldp \r\()4, \r\()5, [x26, #4*\size]
    ldp \r\()6, \r\()7, [x26, #6*\size]
    add \r\()16, \r\()16, \r\()0
    add \r\()17, \r\()17, \r\()1
    add \r\()19, \r\()19, \r\()2
    add \r\()20, \r\()20, \r\()3
    add \r\()21, \r\()21, \r\()4
    add \r\()22, \r\()22, \r\()5
    add \r\()23, \r\()23, \r\()6
    add \r\()24, \r\()24, \r\()7
    stp \r\()16, \r\()17, [x26]
    stp \r\()19, \r\()20, [x26, #2*\size]
    stp \r\()21, \r\()22, [x26, #4*\size]
    stp \r\()23, \r\()24, [x26, #6*\size]
    subs x27, x27, #1
    str x27, [sp, #112]
    b.ne 2b
    restore_registers 144
.endm

    with_words compress

.irp name, save_registers, save_pair, restore_registers, large0, large1, small0, small1
    .purgem \name
.endr
.irp name, with_words, a_round, sixteen_rounds, load_words, compress
    .purgem \name
.endr
