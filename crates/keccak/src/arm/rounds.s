// Keccak-p[1600] on one interleaved state in place, for processors with Thumb-2 (ARMv7-M and later): four rounds in a loop.
//
// Arguments: r0 state, r1 and r2 begin and end of the rounds' constants, interleaved; their number is a multiple of four, not 0.
//
// The state is 25 cells of two words, even bits and odd bits. Cell (x, c) is number 5 x + c, so that the parity of a column reads consecutive
// words. A lane stays in its column; `plane` says in which of the five cells (Keccak implementation overview, section 2.5).
//
// No word is rotated by an instruction of its own until the fourth round. Until then it waits, and an instruction that uses it turns its
// second operand by the difference of the two. `.Lt_x_c_e` and `.Lt_x_c_o` are the bits by which the halves of cell (x, c) have still
// to be turned left, `.Lk_e_x` and `.Lk_o_x` those of a plane's words from column x. What theta adds to column x waits as
// cell (x - 1, 0) does.
//
//     r2 to r11            lanes of a plane by the column they come from: e0 o0 to e4 o4
//     r1 r12 lr            temporary
//     [sp] to [sp + 39]    what theta adds to columns 2, 3, 1, 4, 0
//     [sp + 40] [sp + 44]  the address of the next four rounds' constants, and of their end

e0 .req r2
o0 .req r3
e1 .req r4
o1 .req r5
e2 .req r6
o2 .req r7
e3 .req r8
o3 .req r9
e4 .req r10
o4 .req r11

// Adds half h of cell (x, c) to that of the parity of column x
.macro add_half h, x, c, sum, word
    eor \sum, \sum, \word, ror #((.Lt_\x\()_0_\h - .Lt_\x\()_\c\()_\h) & 31)
.endm
.macro add_lane x, c, even, odd, a, b
    add_half e, \x, \c, \even, \a
    add_half o, \x, \c, \odd, \b
.endm

// What theta adds to the column between columns w and y: the parity of w plus that of y turned by one
.macro between w, y, we, wo, ye, yo, even, odd
    eor \even, \we, \yo, ror #((.Lt_\w\()_0_e - .Lt_\y\()_0_o - 1) & 31)
    eor \odd, \wo, \ye, ror #((.Lt_\w\()_0_o - .Lt_\y\()_0_e) & 31)
.endm

.macro theta
    ldmia r0!, {r1-r10}
    add_lane 0, 1, r1, r2, r3, r4
    add_lane 0, 2, r1, r2, r5, r6
    add_lane 0, 3, r1, r2, r7, r8
    add_lane 0, 4, r1, r2, r9, r10
    ldmia r0!, {r3-r12}
    add_lane 1, 1, r3, r4, r5, r6
    add_lane 1, 2, r3, r4, r7, r8
    add_lane 1, 3, r3, r4, r9, r10
    add_lane 1, 4, r3, r4, r11, r12
    ldmia r0!, {r5-r12}
    add_lane 2, 1, r5, r6, r7, r8
    add_lane 2, 2, r5, r6, r9, r10
    add_lane 2, 3, r5, r6, r11, r12
    ldmia r0!, {r7-r12}
    add_lane 2, 4, r5, r6, r7, r8
    add_lane 3, 1, r9, r10, r11, r12
    ldmia r0!, {r7, r8, r11, r12}
    add_lane 3, 2, r9, r10, r7, r8
    add_lane 3, 3, r9, r10, r11, r12
    ldmia r0!, {r7, r8, r11, r12}
    add_lane 3, 4, r9, r10, r7, r8
    ldmia r0!, {r7, r8, lr}
    add_lane 4, 1, r11, r12, r7, r8
    add_half e, 4, 2, r11, lr
    ldmia r0!, {r7, r8, lr}
    add_half o, 4, 2, r12, r7
    add_lane 4, 3, r11, r12, r8, lr
    ldmia r0!, {r7, r8}
    add_lane 4, 4, r11, r12, r7, r8

    between 0, 2, r1, r2, r5, r6, r7, r8
    between 2, 4, r5, r6, r11, r12, r5, r6
    between 4, 1, r11, r12, r3, r4, r11, r12
    between 1, 3, r3, r4, r9, r10, r3, r4
    between 3, 0, r9, r10, r1, r2, r9, r10
    stmia sp, {r3-r12}
    sub r0, r0, #200
    .set .Ld_2, 0
    .set .Ld_3, 8
    .set .Ld_1, 16
    .set .Ld_4, 24
    .set .Ld_0, 32
.endm

// The lane of cell (x, c), after theta; rho turns it by n bits, an odd number of which exchanges its halves
.macro load w, x, c, n, even, odd
    .if \n & 1
    load_halves \w, \x, \c, \n / 2, \n / 2 + 1, \odd, \even, o, e
    .else
    load_halves \w, \x, \c, \n / 2, \n / 2, \even, \odd, e, o
    .endif
.endm
.macro load_halves w, x, c, left, left_odd, even, odd, to, to_odd
    ldrd \even, \odd, [r0, #8 * (5 * \x + \c)]
    ldrd r1, r12, [sp, #.Ld_\x]
    eor \even, \even, r1, ror #((.Lt_\x\()_\c\()_e - .Lw_\w\()_e) & 31)
    eor \odd, \odd, r12, ror #((.Lt_\x\()_\c\()_o - .Lw_\w\()_o) & 31)
    .set .Lk_\to\()_\x, .Lt_\x\()_\c\()_e + \left
    .set .Lk_\to_odd\()_\x, .Lt_\x\()_\c\()_o + \left_odd
.endm

.macro wait h, x
    .if .Lturn & (.Lk_\h\()_\x & 31 != 0)
    ror \h\x, \h\x, #(-.Lk_\h\()_\x & 31)
    .endif
    .if .Lturn
    .set .Lk_\h\()_\x, 0
    .endif
.endm

// Chi on half h of a plane, whose lanes 0 to 4 come from columns v to z
.macro chi h, v, w, x, y, z
    .irp s, 0, 1, 2, 3, 4
    wait \h, \s
    .endr
    bic r1, \h\w, \h\v, ror #((.Lk_\h\()_\w - .Lk_\h\()_\v) & 31)
    bic r12, \h\v, \h\z, ror #((.Lk_\h\()_\v - .Lk_\h\()_\z) & 31)
    bic lr, \h\x, \h\w, ror #((.Lk_\h\()_\x - .Lk_\h\()_\w) & 31)
    eor \h\v, \h\v, lr, ror #((.Lk_\h\()_\v - .Lk_\h\()_\x) & 31)
    bic lr, \h\y, \h\x, ror #((.Lk_\h\()_\y - .Lk_\h\()_\x) & 31)
    eor \h\w, \h\w, lr, ror #((.Lk_\h\()_\w - .Lk_\h\()_\y) & 31)
    bic lr, \h\z, \h\y, ror #((.Lk_\h\()_\z - .Lk_\h\()_\y) & 31)
    eor \h\x, \h\x, lr, ror #((.Lk_\h\()_\x - .Lk_\h\()_\z) & 31)
    eor \h\y, \h\y, r12, ror #((.Lk_\h\()_\y - .Lk_\h\()_\v) & 31)
    eor \h\z, \h\z, r1, ror #((.Lk_\h\()_\z - .Lk_\h\()_\w) & 31)
.endm

// Stores the lane that came from column `from` to column x, where its cell has become free
.macro store from, x, c
    strd e\from, o\from, [r0, #8 * (5 * \x + \c)]
    .set .Lt_\x\()_\c\()_e, .Lk_e_\from
    .set .Lt_\x\()_\c\()_o, .Lk_o_\from
.endm

// A plane, whose lanes 0 to 4 come from columns v to z. For each column, its cell and the distance of rho
.macro plane v, w, x, y, z, c0, n0, c1, n1, c2, n2, c3, n3, c4, n4
    load 4, 0, \c0, \n0, e0, o0
    load 0, 1, \c1, \n1, e1, o1
    load 1, 2, \c2, \n2, e2, o2
    load 2, 3, \c3, \n3, e3, o3
    load 3, 4, \c4, \n4, e4, o4
    chi e, \v, \w, \x, \y, \z
    chi o, \v, \w, \x, \y, \z
    .if .Liota >= 0
    ldr r1, [sp, #40]
    ldrd r12, lr, [r1, #.Liota]
    eor e0, e0, r12, ror #(.Lk_e_0 & 31)
    eor o0, o0, lr, ror #(.Lk_o_0 & 31)
    .set .Liota, -1
    .endif
    store \v, 0, \c0
    store \w, 1, \c1
    store \x, 2, \c2
    store \y, 3, \c3
    store \z, 4, \c4
.endm

.macro settled x, c
    .set .Lt_\x\()_\c\()_e, 0
    .set .Lt_\x\()_\c\()_o, 0
.endm

.macro kept w
    .set .Lw_\w\()_e, .Lt_\w\()_0_e
    .set .Lw_\w\()_o, .Lt_\w\()_0_o
.endm

.macro begin_round constant, turn
    theta
    // The first cells of the columns get other words in the round, while what theta adds waits as before
    .irp w, 0, 1, 2, 3, 4
    kept \w
    .endr
    .set .Liota, \constant
    .set .Lturn, \turn
.endm

    push {r4-r11, lr}
    sub sp, sp, #52
    strd r1, r2, [sp, #40]
    .irp x, 0, 1, 2, 3, 4
    .irp c, 0, 1, 2, 3, 4
    settled \x, \c
    .endr
    .endr

2:
    begin_round 0, 0
    plane 0, 1, 2, 3, 4,  0, 0,  1, 44,  2, 43,  3, 21,  4, 14
    plane 3, 4, 0, 1, 2,  2, 3,  3, 45,  4, 61,  0, 28,  1, 20
    plane 1, 2, 3, 4, 0,  4, 18,  0, 1,  1, 6,  2, 25,  3, 8
    plane 4, 0, 1, 2, 3,  1, 36,  2, 10,  3, 15,  4, 56,  0, 27
    plane 2, 3, 4, 0, 1,  3, 41,  4, 2,  0, 62,  1, 55,  2, 39

    begin_round 8, 0
    plane 0, 1, 2, 3, 4,  0, 0,  3, 44,  1, 43,  4, 21,  2, 14
    plane 3, 4, 0, 1, 2,  4, 3,  2, 45,  0, 61,  3, 28,  1, 20
    plane 1, 2, 3, 4, 0,  3, 18,  1, 1,  4, 6,  2, 25,  0, 8
    plane 4, 0, 1, 2, 3,  2, 36,  0, 10,  3, 15,  1, 56,  4, 27
    plane 2, 3, 4, 0, 1,  1, 41,  4, 2,  2, 62,  0, 55,  3, 39

    begin_round 16, 0
    plane 0, 1, 2, 3, 4,  0, 0,  2, 44,  4, 43,  1, 21,  3, 14
    plane 3, 4, 0, 1, 2,  3, 3,  0, 45,  2, 61,  4, 28,  1, 20
    plane 1, 2, 3, 4, 0,  1, 18,  3, 1,  0, 6,  2, 25,  4, 8
    plane 4, 0, 1, 2, 3,  4, 36,  1, 10,  3, 15,  0, 56,  2, 27
    plane 2, 3, 4, 0, 1,  2, 41,  4, 2,  1, 62,  3, 55,  0, 39

    begin_round 24, 1
    plane 0, 1, 2, 3, 4,  0, 0,  0, 44,  0, 43,  0, 21,  0, 14
    plane 3, 4, 0, 1, 2,  1, 3,  1, 45,  1, 61,  1, 28,  1, 20
    plane 1, 2, 3, 4, 0,  2, 18,  2, 1,  2, 6,  2, 25,  2, 8
    plane 4, 0, 1, 2, 3,  3, 36,  3, 10,  3, 15,  3, 56,  3, 27
    plane 2, 3, 4, 0, 1,  4, 41,  4, 2,  4, 62,  4, 55,  4, 39

    ldrd r1, r12, [sp, #40]
    add r1, r1, #32
    str r1, [sp, #40]
    cmp r1, r12
    bne.w 2b
    // Erase the words that depend on the state
    movs r1, #0
    .irp at, 0, 8, 16, 24, 32
    strd r1, r1, [sp, #\at]
    .endr
    add sp, sp, #52
    pop {r4-r11, pc}

    // The assembler keeps names for the whole module
    .irp name, add_half, add_lane, between, theta, load, load_halves, wait, chi, store, plane, settled, kept, begin_round
    .purgem \name
    .endr
    .irp name, e0, o0, e1, o1, e2, o2, e3, o3, e4, o4
    .unreq \name
    .endr
