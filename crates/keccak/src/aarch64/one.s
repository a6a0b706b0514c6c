// Keccak-p[1600] on one state, all of it in general registers: a sponge absorbs blocks.
//
// Arguments: x0 state (25 words), x1 row (the blocks), x2 blocks, x3 words of a block, x4 and x5 begin and end of the rounds' constants.
// rounds.s, with the macro `two_rounds`, stands before this file.
//
//     x4 to x17, x19 to x28, x30    lane (x, y) in the order x + 5 y, each rotated right by its distance, below
//     x0 to x3                      temporary
//     [sp, #96] [sp, #104]          state, the next block
//     [sp, #112] [sp, #120]         blocks left, words of a block
//     [sp, #128] [sp, #136]         address of the word before the next two constants, and before the end
//     [sp, #144]                    address of the word before the first constant

// Calls `name` for each lane but the first, with its register and its rotation distances, right and left
.macro rotated_lanes name
    \name x5, 44, 20
    \name x6, 23, 41
    \name x7, 61, 3
    \name x8, 15, 49
    \name x9, 4, 60
    \name x10, 21, 43
    \name x11, 48, 16
    \name x12, 45, 19
    \name x13, 41, 23
    \name x14, 1, 63
    \name x15, 50, 14
    \name x16, 1, 63
    \name x17, 9, 55
    \name x19, 63, 1
    \name x20, 28, 36
    \name x21, 17, 47
    \name x22, 10, 54
    \name x23, 59, 5
    \name x24, 32, 32
    \name x25, 42, 22
    \name x26, 31, 33
    \name x27, 40, 24
    \name x28, 22, 42
    \name x30, 2, 62
.endm

.macro turn lane, right, left
    ror \lane, \lane, #\right
.endm

.macro turn_back lane, right, left
    ror \lane, \lane, #\left
.endm

// Loads or stores of all lanes, at x0
.macro lanes pair, one
    \pair x4, x5, [x0]
    \pair x6, x7, [x0, #16]
    \pair x8, x9, [x0, #32]
    \pair x10, x11, [x0, #48]
    \pair x12, x13, [x0, #64]
    \pair x14, x15, [x0, #80]
    \pair x16, x17, [x0, #96]
    \pair x19, x20, [x0, #112]
    \pair x21, x22, [x0, #128]
    \pair x23, x24, [x0, #144]
    \pair x25, x26, [x0, #160]
    \pair x27, x28, [x0, #176]
    \one x30, [x0, #192]
.endm

// Adds one or two words of a block, rotated as the lanes are
.macro absorb lane, by
    ldr x2, [x0], #8
    eor \lane, \lane, x2, ror #\by
.endm

.macro absorb_two lane, by, lane2, by2
    ldp x2, x3, [x0], #16
    eor \lane, \lane, x2, ror #\by
    eor \lane2, \lane2, x3, ror #\by2
.endm

.macro end_of_block words
    cmp x1, #\words
    b.eq 3f
.endm

    save_registers 160
    stp x0, x1, [sp, #96]
    stp x2, x3, [sp, #112]
    sub x4, x4, #8
    sub x5, x5, #8
    stp x4, x5, [sp, #128]
    str x4, [sp, #144]
    lanes ldp, ldr
    rotated_lanes turn

    // Absorb a block; the code ends at the block lengths of the standard rates
2:
    ldr x0, [sp, #104]
    ldr x1, [sp, #120]
    cbz x1, 4f
    ldp x2, x3, [x0], #16
    eor x4, x4, x2
    eor x5, x5, x3, ror #44
    absorb_two x6, 23, x7, 61
    absorb_two x8, 15, x9, 4
    absorb_two x10, 21, x11, 48
    absorb x12, 45
    end_of_block 9
    absorb_two x13, 41, x14, 1
    absorb_two x15, 50, x16, 1
    end_of_block 13
    absorb_two x17, 9, x19, 63
    absorb_two x20, 28, x21, 17
    end_of_block 17
    absorb x22, 10
    end_of_block 18
    absorb_two x23, 59, x24, 32
    absorb x25, 42
    end_of_block 21
    absorb_two x26, 31, x27, 40
    absorb_two x28, 22, x30, 2
3:
    str x0, [sp, #104]
4:
    // Rounds
    ldr x0, [sp, #144]
    str x0, [sp, #128]
    .p2align 4
5:
    two_rounds
    b.ne 5b
    ldr x0, [sp, #112]
    subs x0, x0, #1
    str x0, [sp, #112]
    b.ne 2b
    rotated_lanes turn_back
    ldr x0, [sp, #96]
    lanes stp, str
    restore_registers 160

.irp name, save_registers, save_pair, restore_registers, two_rounds, rotated_lanes, turn, turn_back
    .purgem \name
.endr
.irp name, lanes, absorb, absorb_two, end_of_block
    .purgem \name
.endr
