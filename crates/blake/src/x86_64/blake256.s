// BLAKE-256 of one message. The integer unit does the rounds. The vector unit computes the sums of message words and constants one round
// ahead, so that a G is 14 operations of the integer unit.
//
// Arguments: rdi state (14 words: chaining value, salt, the count of bits before the first block), rsi data, rdx blocks.
// {table}, which Rust replaces by the address: the constants as rounds 0 to 9 add them, the constants, and the order of bytes of big-endian words.
//
//     ebx ecx edx esi edi ebp r8d to r11d     words 0 to 9 of a round's state, v
//     r12d r13d r14d r15d                     words 12 to 15
//     eax                                     temporary; rax is also the address of the state and the block between rounds
//     xmm0 to xmm3                            temporary for the sums; the next block while it is loaded
//     [rsp]                                   the message's 16 words
//     [rsp + 64]                              the 160 sums of rounds 0 to 9; rounds 10 to 13 add those of 0 to 3 again
//     [rsp + 704]                             words 10 and 11, for which there are no registers
//     [rsp + 720] [rsp + 728] [rsp + 736]     state, data, blocks left
//     [rsp + 744] [rsp + 752]                 the count of bits, of two words

// The G of two columns or diagonals side by side, in steps.

// a += sum i of round r
.macro message r, a0, i0, a1, i1
    s add \a0, dword ptr [rsp + 64 + 4 * (16 * (\r) + \i0)]
    s add \a1, dword ptr [rsp + 64 + 4 * (16 * (\r) + \i1)]
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
    s mov eax, \d0
    s add eax, dword ptr [rsp + 704]
    s mov dword ptr [rsp + 704], eax
    s xor \b0, eax
    s mov eax, \d1
    s add eax, dword ptr [rsp + 708]
    s mov dword ptr [rsp + 708], eax
    s xor \b1, eax
.endm

// A round, which adds the sums of round r. Meanwhile the vector unit computes `next`: the sums of that round; for 10, the next block's
// words; for -1, nothing. All of it is done in the first three fifths of the round, because it is read early in the next one.
.macro round r, next
    .set .Lnext, \next
    deal 128 * 3 / 5

    // Columns (0 4 8 12) (1 5 9 13), and beside them (2 6 10 14) (3 7 11 15)
    message \r, ebx, 0, ecx, 2
    message \r, edx, 4, esi, 6
    both add, ebx, edi, ecx, ebp
    both add, edx, r8d, esi, r9d
    turn r12d, ebx, r13d, ecx, 16
    turn r14d, edx, r15d, esi, 16
    both add, r10d, r12d, r11d, r13d
    memory r14d, r8d, r15d, r9d
    both xor, edi, r10d, ebp, r11d
    both ror, r8d, 12, r9d, 12
    both ror, edi, 12, ebp, 12
    message \r, edx, 5, esi, 7
    message \r, ebx, 1, ecx, 3
    both add, edx, r8d, esi, r9d
    both add, ebx, edi, ecx, ebp
    turn r14d, edx, r15d, esi, 8
    turn r12d, ebx, r13d, ecx, 8
    memory r14d, r8d, r15d, r9d
    both add, r10d, r12d, r11d, r13d
    both ror, r8d, 7, r9d, 7
    both xor, edi, r10d, ebp, r11d
    both ror, edi, 7, ebp, 7

    // Diagonals (0 5 10 15) (1 6 11 12), and beside them (2 7 8 13) (3 4 9 14)
    message \r, ebx, 8, ecx, 10
    message \r, edx, 12, esi, 14
    both add, ebx, ebp, ecx, r8d
    both add, edx, r9d, esi, edi
    turn r15d, ebx, r12d, ecx, 16
    turn r13d, edx, r14d, esi, 16
    memory r15d, ebp, r12d, r8d
    both add, r10d, r13d, r11d, r14d
    both ror, ebp, 12, r8d, 12
    both xor, r9d, r10d, edi, r11d
    message \r, ebx, 9, ecx, 11
    both ror, r9d, 12, edi, 12
    both add, ebx, ebp, ecx, r8d
    message \r, edx, 13, esi, 15
    turn r15d, ebx, r12d, ecx, 8
    both add, edx, r9d, esi, edi
    memory r15d, ebp, r12d, r8d
    turn r13d, edx, r14d, esi, 8
    both ror, ebp, 7, r8d, 7
    both add, r10d, r13d, r11d, r14d
    both xor, r9d, r10d, edi, r11d
    both ror, r9d, 7, edi, 7
.endm

// Sums k to k + 3 of round r, of words m0 to m3
.macro sums r, k, x, m0, m1, m2, m3
    v vmovd \x, dword ptr [rsp + 4 * \m0]
    v vpinsrd \x, \x, dword ptr [rsp + 4 * \m1], 1
    v vpinsrd \x, \x, dword ptr [rsp + 4 * \m2], 2
    v vpinsrd \x, \x, dword ptr [rsp + 4 * \m3], 3
    v vpxor \x, \x, xmmword ptr [rip + {table} + 4 * (16 * \r + \k)]
    v vmovdqa xmmword ptr [rsp + 64 + 4 * (16 * \r + \k)], \x
.endm

.macro sigma r, m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15
    .if .Lnext == \r
    sums \r, 0, xmm0, \m0, \m1, \m2, \m3
    sums \r, 4, xmm1, \m4, \m5, \m6, \m7
    sums \r, 8, xmm2, \m8, \m9, \m10, \m11
    sums \r, 12, xmm3, \m12, \m13, \m14, \m15
    .endif
.endm

.macro steps
    sigma 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
    sigma 1, 14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3
    sigma 2, 11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4
    sigma 3, 7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8
    sigma 4, 9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13
    sigma 5, 2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9
    sigma 6, 12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11
    sigma 7, 13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10
    sigma 8, 6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5
    sigma 9, 10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0
    .if .Lnext == 10
    .irp k, 0, 1, 2, 3
    v vpshufb xmm\k, xmm\k, xmmword ptr [rip + {table} + 4 * 176]
    v vmovdqa xmmword ptr [rsp + 16 * \k], xmm\k
    .endr
    .endif
.endm

// The block at rax
.macro load_block
    .irp k, 0, 1, 2, 3
    vmovdqu xmm\k, xmmword ptr [rax + 16 * \k]
    .endr
.endm

// Add a block's bits to the count
.macro count_block
    mov eax, dword ptr [rsp + 744]
    add eax, 512
    mov dword ptr [rsp + 744], eax
    mov eax, dword ptr [rsp + 752]
    adc eax, 0
    mov dword ptr [rsp + 752], eax
.endm

// The new chaining value's word k: h ^ s ^ v ^ v8, starting with `early`
.macro chain k, v, early, v8:vararg
    xor \early, dword ptr [rax + 32 + 4 * (\k & 3)]
    xor \early, dword ptr [rax + 4 * \k]
    xor \v, \v8
    mov dword ptr [rax + 4 * \k], \v
.endm

    save_registers 760
    mov qword ptr [rsp + 720], rdi
    mov qword ptr [rsp + 728], rsi
    mov qword ptr [rsp + 736], rdx
    mov eax, dword ptr [rdi + 48]
    mov dword ptr [rsp + 744], eax
    mov eax, dword ptr [rdi + 52]
    mov dword ptr [rsp + 752], eax
    mov rax, rsi
    load_block
    .set .Lnext, 10
    alone
    .set .Lnext, 0
    alone
    count_block
    mov rax, qword ptr [rsp + 720]
    .set .Lat, 0
    .irp word, ebx, ecx, edx, esi, edi, ebp, r8d, r9d
    mov \word, dword ptr [rax + .Lat]
    .set .Lat, .Lat + 4
    .endr

    // Loop over blocks
    .p2align 4
2:
    // The second half of the state, of salt, constants and count; words 10 and 11 by vector registers, as there are no others
    vmovd xmm0, dword ptr [rax + 40]
    vmovd xmm2, dword ptr [rip + {table} + 4 * 162]
    vpxor xmm0, xmm0, xmm2
    vmovd dword ptr [rsp + 704], xmm0
    vmovd xmm1, dword ptr [rax + 44]
    vmovd xmm3, dword ptr [rip + {table} + 4 * 163]
    vpxor xmm1, xmm1, xmm3
    vmovd dword ptr [rsp + 708], xmm1
    mov r10d, dword ptr [rax + 32]
    mov r11d, dword ptr [rax + 36]
    mov r12d, dword ptr [rsp + 744]
    mov r13d, r12d
    mov r14d, dword ptr [rsp + 752]
    mov r15d, r14d
    mov dword ptr [rax + 48], r12d
    mov dword ptr [rax + 52], r14d
    xor r10d, dword ptr [rip + {table} + 4 * 160]
    xor r11d, dword ptr [rip + {table} + 4 * 161]
    xor r12d, dword ptr [rip + {table} + 4 * 164]
    xor r13d, dword ptr [rip + {table} + 4 * 165]
    xor r14d, dword ptr [rip + {table} + 4 * 166]
    xor r15d, dword ptr [rip + {table} + 4 * 167]

    .irp r, 0, 1, 2, 3, 4, 5, 6, 7, 8
    round \r, \r + 1
    .endr
    round 9, -1

    // The next block, or this one again if there is none
    count_block
    xor eax, eax
    cmp qword ptr [rsp + 736], 1
    setne al
    shl eax, 6
    add rax, qword ptr [rsp + 728]
    mov qword ptr [rsp + 728], rax
    load_block
    round 0, 10
    round 1, 0
    .irp r, 2, 3
    round \r, -1
    .endr

    // The chaining value, its latest words last
    mov rax, qword ptr [rsp + 720]
    chain 4, edi, r12d, r12d
    chain 5, ebp, r13d, r13d
    chain 6, r8d, r14d, r14d
    chain 7, r9d, r15d, r15d
    chain 0, ebx, r10d, r10d
    chain 1, ecx, r11d, r11d
    chain 2, edx, edx, dword ptr [rsp + 704]
    chain 3, esi, esi, dword ptr [rsp + 708]
    dec qword ptr [rsp + 736]
    jnz 2b

    // Erase message and state from the frame
    vpxor xmm0, xmm0, xmm0
    .set .Lat, 0
    .rept 45
    vmovdqa xmmword ptr [rsp + .Lat], xmm0
    .set .Lat, .Lat + 16
    .endr
    restore_registers 760

.irp name, save_registers, restore_registers, deal, due, s, v, group, alone, message, both, turn, memory
    .purgem \name
.endr
.irp name, round, sums, sigma, steps, load_block, count_block, chain
    .purgem \name
.endr
