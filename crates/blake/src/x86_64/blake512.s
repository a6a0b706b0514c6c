// BLAKE-512 of one message. The integer unit does the rounds. The vector unit computes the sums of message words and constants one round
// ahead, so that a G is 14 operations of the integer unit.
//
// Arguments: rdi state (14 words: chaining value, salt, the count of bits before the first block), rsi data, rdx blocks.
// {table}, which Rust replaces by a symbol, is the constants as rounds 0 to 9 add them, the constants, and the order of bytes that makes
// words of big-endian ones.
//
//     rbx rcx rdx rsi rdi rbp r8 r9 r10 r11   words 0 to 9 of a round's state, v
//     r12 r13 r14 r15                         words 12 to 15
//     rax                                     temporary; also the address of the state and the block between rounds
//     xmm0 to xmm3                            temporary for the sums; xmm0 to xmm7 are the next block while it is loaded
//     [rsp]                                   the message's 16 words
//     [rsp + 128]                             the 160 sums of rounds 0 to 9; rounds 10 to 15 add those of 0 to 5 again
//     [rsp + 1408]                            words 10 and 11, for which there are no registers
//     [rsp + 1424] [rsp + 1432] [rsp + 1440]  state, data, blocks left
//     [rsp + 1448] [rsp + 1456]               the count of bits, of two words

// The G of two columns or diagonals side by side, in steps.

// a += sum i of round r
.macro message r, a0, i0, a1, i1
    s add \a0, qword ptr [rsp + 128 + 8 * (16 * (\r) + \i0)]
    s add \a1, qword ptr [rsp + 128 + 8 * (16 * (\r) + \i1)]
.endm

.macro both op, x0, y0, x1, y1
    s \op \x0, \y0
    s \op \x1, \y1
.endm

// d = (d ^ a) >>> n
.macro turn d0, a0, d1, a1, n
    s xor \d0, \a0
    s ror \d0, \n
    s xor \d1, \a1
    s ror \d1, \n
.endm

// c += d, b ^= c, where c is words 10 and 11
.macro memory d0, b0, d1, b1
    s mov rax, \d0
    s add rax, qword ptr [rsp + 1408]
    s mov qword ptr [rsp + 1408], rax
    s xor \b0, rax
    s mov rax, \d1
    s add rax, qword ptr [rsp + 1416]
    s mov qword ptr [rsp + 1416], rax
    s xor \b1, rax
.endm

// A round, which adds the sums of round r. Meanwhile the vector unit computes `next`: the sums of that round; for 10, the next block's
// words; for -1, nothing. All of it is done in the first three fifths of the round, because it is read early in the next one.
.macro round r, next
    .set .Lnext, \next
    deal 128 * 3 / 5

    // Columns (0 4 8 12) (1 5 9 13), and beside them (2 6 10 14) (3 7 11 15)
    message \r, rbx, 0, rcx, 2
    message \r, rdx, 4, rsi, 6
    both add, rbx, rdi, rcx, rbp
    both add, rdx, r8, rsi, r9
    turn r12, rbx, r13, rcx, 32
    turn r14, rdx, r15, rsi, 32
    both add, r10, r12, r11, r13
    memory r14, r8, r15, r9
    both xor, rdi, r10, rbp, r11
    both ror, r8, 25, r9, 25
    both ror, rdi, 25, rbp, 25
    message \r, rdx, 5, rsi, 7
    message \r, rbx, 1, rcx, 3
    both add, rdx, r8, rsi, r9
    both add, rbx, rdi, rcx, rbp
    turn r14, rdx, r15, rsi, 16
    turn r12, rbx, r13, rcx, 16
    memory r14, r8, r15, r9
    both add, r10, r12, r11, r13
    both ror, r8, 11, r9, 11
    both xor, rdi, r10, rbp, r11
    both ror, rdi, 11, rbp, 11

    // Diagonals (0 5 10 15) (1 6 11 12), and beside them (2 7 8 13) (3 4 9 14)
    message \r, rbx, 8, rcx, 10
    message \r, rdx, 12, rsi, 14
    both add, rbx, rbp, rcx, r8
    both add, rdx, r9, rsi, rdi
    turn r15, rbx, r12, rcx, 32
    turn r13, rdx, r14, rsi, 32
    memory r15, rbp, r12, r8
    both add, r10, r13, r11, r14
    both ror, rbp, 25, r8, 25
    both xor, r9, r10, rdi, r11
    message \r, rbx, 9, rcx, 11
    both ror, r9, 25, rdi, 25
    both add, rbx, rbp, rcx, r8
    message \r, rdx, 13, rsi, 15
    turn r15, rbx, r12, rcx, 16
    both add, rdx, r9, rsi, rdi
    memory r15, rbp, r12, r8
    turn r13, rdx, r14, rsi, 16
    both ror, rbp, 11, r8, 11
    both add, r10, r13, r11, r14
    both xor, r9, r10, rdi, r11
    both ror, r9, 11, rdi, 11
.endm

// Sums k and k + 1 of round r, of words m0 and m1
.macro sums r, k, x, m0, m1
    v vmovq \x, qword ptr [rsp + 8 * \m0]
    v vmovhps \x, \x, qword ptr [rsp + 8 * \m1]
    v vpxor \x, \x, xmmword ptr [rip + {table} + 8 * (16 * \r + \k)]
    v vmovdqa xmmword ptr [rsp + 128 + 8 * (16 * \r + \k)], \x
.endm

.macro sigma r, m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15
    group sums \r, 0, xmm0, \m0, \m1
    group sums \r, 2, xmm1, \m2, \m3
    group sums \r, 4, xmm2, \m4, \m5
    group sums \r, 6, xmm3, \m6, \m7
    group sums \r, 8, xmm0, \m8, \m9
    group sums \r, 10, xmm1, \m10, \m11
    group sums \r, 12, xmm2, \m12, \m13
    group sums \r, 14, xmm3, \m14, \m15
.endm

.macro steps
    .if .Lnext == 0
    sigma 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
    .elseif .Lnext == 1
    sigma 1, 14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3
    .elseif .Lnext == 2
    sigma 2, 11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4
    .elseif .Lnext == 3
    sigma 3, 7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8
    .elseif .Lnext == 4
    sigma 4, 9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13
    .elseif .Lnext == 5
    sigma 5, 2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9
    .elseif .Lnext == 6
    sigma 6, 12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11
    .elseif .Lnext == 7
    sigma 7, 13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10
    .elseif .Lnext == 8
    sigma 8, 6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5
    .elseif .Lnext == 9
    sigma 9, 10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0
    .elseif .Lnext == 10
    .irp k, 0, 1, 2, 3, 4, 5, 6, 7
    v vpshufb xmm\k, xmm\k, xmmword ptr [rip + {table} + 8 * 176]
    v vmovdqa xmmword ptr [rsp + 16 * \k], xmm\k
    .endr
    .endif
.endm

// The block at rax
.macro load_block
    .irp k, 0, 1, 2, 3, 4, 5, 6, 7
    vmovdqu xmm\k, xmmword ptr [rax + 16 * \k]
    .endr
.endm

// Add a block's bits to the count
.macro count_block
    mov rax, qword ptr [rsp + 1448]
    add rax, 1024
    mov qword ptr [rsp + 1448], rax
    mov rax, qword ptr [rsp + 1456]
    adc rax, 0
    mov qword ptr [rsp + 1456], rax
.endm

// The new chaining value's word k: h ^ s ^ v ^ v8, starting with `early`
.macro chain k, v, early, v8:vararg
    xor \early, qword ptr [rax + 64 + 8 * (\k & 3)]
    xor \early, qword ptr [rax + 8 * \k]
    xor \v, \v8
    mov qword ptr [rax + 8 * \k], \v
.endm

    save_registers 1464
    mov qword ptr [rsp + 1424], rdi
    mov qword ptr [rsp + 1432], rsi
    mov qword ptr [rsp + 1440], rdx
    mov rax, qword ptr [rdi + 96]
    mov qword ptr [rsp + 1448], rax
    mov rax, qword ptr [rdi + 104]
    mov qword ptr [rsp + 1456], rax
    mov rax, rsi
    load_block
    .set .Lnext, 10
    alone
    .set .Lnext, 0
    alone
    count_block
    mov rax, qword ptr [rsp + 1424]
    .set .Lat, 0
    .irp word, rbx, rcx, rdx, rsi, rdi, rbp, r8, r9
    mov \word, qword ptr [rax + .Lat]
    .set .Lat, .Lat + 8
    .endr

    // Loop over blocks
    .p2align 4
2:
    // The second half of the state, of salt, constants and count; words 10 and 11 by vector registers, as there are no others
    vmovq xmm0, qword ptr [rax + 80]
    vmovq xmm2, qword ptr [rip + {table} + 8 * 162]
    vpxor xmm0, xmm0, xmm2
    vmovq qword ptr [rsp + 1408], xmm0
    vmovq xmm1, qword ptr [rax + 88]
    vmovq xmm3, qword ptr [rip + {table} + 8 * 163]
    vpxor xmm1, xmm1, xmm3
    vmovq qword ptr [rsp + 1416], xmm1
    mov r10, qword ptr [rax + 64]
    mov r11, qword ptr [rax + 72]
    mov r12, qword ptr [rsp + 1448]
    mov r13, r12
    mov r14, qword ptr [rsp + 1456]
    mov r15, r14
    mov qword ptr [rax + 96], r12
    mov qword ptr [rax + 104], r14
    xor r10, qword ptr [rip + {table} + 8 * 160]
    xor r11, qword ptr [rip + {table} + 8 * 161]
    xor r12, qword ptr [rip + {table} + 8 * 164]
    xor r13, qword ptr [rip + {table} + 8 * 165]
    xor r14, qword ptr [rip + {table} + 8 * 166]
    xor r15, qword ptr [rip + {table} + 8 * 167]

    .irp r, 0, 1, 2, 3, 4, 5, 6, 7, 8
    round \r, \r + 1
    .endr
    round 9, -1

    // The next block, or this one again if there is none
    count_block
    xor rax, rax
    cmp qword ptr [rsp + 1440], 1
    setne al
    shl rax, 7
    add rax, qword ptr [rsp + 1432]
    mov qword ptr [rsp + 1432], rax
    load_block
    round 0, 10
    round 1, 0
    .irp r, 2, 3, 4, 5
    round \r, -1
    .endr

    // The chaining value, its latest words last
    mov rax, qword ptr [rsp + 1424]
    chain 4, rdi, r12, r12
    chain 5, rbp, r13, r13
    chain 6, r8, r14, r14
    chain 7, r9, r15, r15
    chain 0, rbx, r10, r10
    chain 1, rcx, r11, r11
    chain 2, rdx, rdx, qword ptr [rsp + 1408]
    chain 3, rsi, rsi, qword ptr [rsp + 1416]
    dec qword ptr [rsp + 1440]
    jnz 2b

    // Erase message and state from the frame
    vpxor xmm0, xmm0, xmm0
    .set .Lat, 0
    .rept 89
    vmovdqa xmmword ptr [rsp + .Lat], xmm0
    .set .Lat, .Lat + 16
    .endr
    restore_registers 1464

.irp name, save_registers, restore_registers, deal, due, s, v, group, alone, message, both, turn, memory
    .purgem \name
.endr
.irp name, round, sums, sigma, steps, load_block, count_block, chain
    .purgem \name
.endr
