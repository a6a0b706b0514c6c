// The rounds of BLAKE3 for sixteen messages, a word of each message in a register, while the words of the next block are put in place: LLVM
// would do that between the rounds of two blocks, where there is nothing else to do.
//
//     m        address of the sixteen words of the block, 64 bytes each
//     n        address for those of the next block
//     p        address of the addresses of the sixteen rows
//     at       where the next block begins in each row
//     t        temporary
//     zmm16 to zmm31    the variables; zmm0 to zmm15 are temporary

// A piece of the work on the next block, if it is its turn.
.macro piece instructions:vararg
    .if .Lat == .Lturn
    \instructions
    .endif
    .set .Lat, .Lat + 1
.endm

// 32 bytes from `from` on of a row, in the lower half of a register, and of the row four later
.macro row z, from, low, high
    piece lower \z, \from, \low
    piece upper \z, \from, \high
.endm
.macro lower z, from, row
    mov {t}, [{p} + 8 * \row]
    vmovdqu ymm\z, [{t} + {at} + \from]
.endm
.macro upper z, from, row
    mov {t}, [{p} + 8 * \row]
    vinserti64x4 zmm\z, zmm\z, [{t} + {at} + \from], 1
.endm

// Words of four rows, or of four and four, in the parts of registers
.macro four a, b, c, d
    piece vpunpckldq zmm8, zmm\a, zmm\b
    piece vpunpckhdq zmm9, zmm\a, zmm\b
    piece vpunpckldq zmm10, zmm\c, zmm\d
    piece vpunpckhdq zmm11, zmm\c, zmm\d
    piece vpunpcklqdq zmm\a, zmm8, zmm10
    piece vpunpckhqdq zmm\b, zmm8, zmm10
    piece vpunpcklqdq zmm\c, zmm9, zmm11
    piece vpunpckhqdq zmm\d, zmm9, zmm11
.endm

// Words k and k + 4 of all rows
.macro word k, a, b, x, y, from
    piece vshufi32x4 zmm\x, zmm\a, zmm\b, 0x88
    piece vshufi32x4 zmm\y, zmm\a, zmm\b, 0xdd
    piece vmovdqa64 [{n} + 16 * \from + 64 * \k], zmm\x
    piece vmovdqa64 [{n} + 16 * \from + 64 * \k + 256], zmm\y
.endm

.macro next
    .set .Lat, 0
    .irp from, 0, 32
    row 0, \from, 0, 4
    row 1, \from, 1, 5
    row 2, \from, 2, 6
    row 3, \from, 3, 7
    four 0, 1, 2, 3
    row 4, \from, 8, 12
    row 5, \from, 9, 13
    row 6, \from, 10, 14
    row 7, \from, 11, 15
    four 4, 5, 6, 7
    word 0, 0, 4, 8, 9, \from
    word 1, 1, 5, 10, 11, \from
    word 2, 2, 6, 12, 13, \from
    word 3, 3, 7, 14, 15, \from
    .endr
    .set .Lturn, .Lturn + 1
.endm

// An operation on four registers
.macro each op, x0, x1, x2, x3, y0, y1, y2, y3
    \op zmm\x0, zmm\x0, \y0
    \op zmm\x1, zmm\x1, \y1
    \op zmm\x2, zmm\x2, \y2
    \op zmm\x3, zmm\x3, \y3
.endm

// Half of four G, with a in registers 16 to 19
.macro half b0, b1, b2, b3, c0, c1, c2, c3, d0, d1, d2, d3, m0, m1, m2, m3, first, second
    each vpaddd, 16, 17, 18, 19, [{m} + 64 * \m0], [{m} + 64 * \m1], [{m} + 64 * \m2], [{m} + 64 * \m3]
    next
    each vpaddd, 16, 17, 18, 19, zmm\b0, zmm\b1, zmm\b2, zmm\b3
    each vpxord, \d0, \d1, \d2, \d3, zmm16, zmm17, zmm18, zmm19
    next
    each vprord, \d0, \d1, \d2, \d3, \first, \first, \first, \first
    each vpaddd, \c0, \c1, \c2, \c3, zmm\d0, zmm\d1, zmm\d2, zmm\d3
    next
    each vpxord, \b0, \b1, \b2, \b3, zmm\c0, zmm\c1, zmm\c2, zmm\c3
    each vprord, \b0, \b1, \b2, \b3, \second, \second, \second, \second
    next
.endm

.macro round m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15
    half 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, \m0, \m2, \m4, \m6, 16, 12
    half 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, \m1, \m3, \m5, \m7, 8, 7
    half 21, 22, 23, 20, 26, 27, 24, 25, 31, 28, 29, 30, \m8, \m10, \m12, \m14, 16, 12
    half 21, 22, 23, 20, 26, 27, 24, 25, 31, 28, 29, 30, \m9, \m11, \m13, \m15, 8, 7
.endm

    .set .Lturn, 0
    round 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
    round 2, 6, 3, 10, 7, 0, 4, 13, 1, 11, 12, 5, 9, 14, 15, 8
    round 3, 4, 10, 12, 13, 2, 7, 14, 6, 5, 9, 0, 11, 15, 8, 1
    round 10, 7, 12, 9, 14, 3, 13, 15, 4, 0, 11, 2, 5, 8, 1, 6
    round 12, 13, 9, 11, 15, 10, 14, 8, 7, 2, 5, 3, 0, 1, 6, 4
    round 9, 14, 11, 5, 8, 12, 15, 1, 13, 3, 0, 10, 2, 6, 4, 7
    round 11, 15, 5, 0, 1, 9, 8, 6, 14, 10, 2, 12, 3, 4, 7, 13

.irp name, piece, row, lower, upper, four, word, next, each, half, round
    .purgem \name
.endr
