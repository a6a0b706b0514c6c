// SHA-512 of one message, two blocks at a time: the schedules of both are made in 256-bit registers, sixteen rounds ahead, during the
// first block's rounds in the integer unit. The second block's rounds follow alone.
//
// Arguments: rdi state (eight words), rsi data, rdx blocks, rcx the constants K, r8 room for the 160 sums W + K, two of each block in
// turn.
// sha512_avx2.s and sha512_avx512vl.s, one of which stands before this file, have `sigma`.
//
//     rax rbx rcx rdx r8 r9 r10 r11   the variables a to h before sixteen rounds and after them
//     rdi                             b ^ c then
//     rsi rbp r12 r13                 temporary; at the beginning rsi and rbp are the two blocks
//     r14 r15                         K and the sums of the sixteen rounds under way
//     ymm0 to ymm7                    the last sixteen words W of both blocks
//     ymm8 to ymm15                   temporary; the order of bytes of a word at the beginning of a block
//     [rsp] [rsp + 8] [rsp + 16]      state, data, blocks left
//     [rsp + 24] [rsp + 32]           the first sum, the end of the sums of a loop
//
// Both chains of a round, from e to the next e and from a to the next a, are a rotation, two exclusive-ors and one addition: the other
// terms are summed before Sigma1(e) and Sigma0(a) are ready. The new a of a round comes two rounds after its new e, because a processor
// begins the oldest ready instruction first, and the chain through e is the one to speed up.

// The new e, in the register of h: h += W + K + Ch(e, f, g) + d + Sigma1(e)
.macro to_e i, h, e, d, f, g, t, s, u, w
    s add \h, qword ptr [r15 + 32 * (\i / 2) + 8 * (\i & 1)]
    s mov \t, \f
    s xor \t, \g
    s and \t, \e
    s xor \t, \g
    s add \h, \d
    s add \h, \t
    s rorx \s, \e, 14
    s rorx \u, \e, 18
    s xor \s, \u
    s rorx \w, \e, 41
    s xor \s, \w
    s add \h, \s
.endm

// The new a: new e - d + Maj(a, b, c) + Sigma0(a). Maj is a where b and c differ, and b where they do not. The next b ^ c is in ab.
.macro to_a new, e, d, ab, a, b, bc, t, s, u, w
    s mov \new, \e
    s sub \new, \d
    s mov \ab, \a
    s xor \ab, \b
    s mov \t, \a
    s and \t, \bc
    s andn \bc, \bc, \b
    s add \new, \bc
    s add \new, \t
    s rorx \s, \a, 28
    s rorx \u, \a, 34
    s xor \s, \u
    s rorx \w, \a, 39
    s xor \s, \w
    s add \new, \s
.endm

// Sixteen rounds. At the end a few moves put the variables back.
.macro sixteen_rounds
    to_e 0,   r11, r8,  rdx, r9,  r10, rsi, rbp, r12, r13
    to_e 1,   r10, r11, rcx, r8,  r9,  rsi, r12, r13, rbp
    to_a rsi, r11, rdx, r13, rax, rbx, rdi, rbp, r12, rdx, rdi
    to_e 2,   r9,  r10, rbx, r11, r8,  rbp, rdx, rdi, r12
    to_a rbp, r10, rcx, rdi, rsi, rax, r13, r12, rdx, rcx, r13
    to_e 3,   r8,  r9,  rax, r10, r11, r12, rcx, r13, rdx
    to_a r12, r9,  rbx, r13, rbp, rsi, rdi, rdx, rcx, rbx, rdi
    to_e 4,   r11, r8,  rsi, r9,  r10, rdx, rbx, rdi, rcx
    to_a rdx, r8,  rax, rdi, r12, rbp, r13, rcx, rbx, rax, r13
    to_e 5,   r10, r11, rbp, r8,  r9,  rcx, rax, r13, rbx
    to_a rcx, r11, rsi, r13, rdx, r12, rdi, rbx, rax, rsi, rdi
    to_e 6,   r9,  r10, r12, r11, r8,  rbx, rsi, rdi, rax
    to_a rbx, r10, rbp, rdi, rcx, rdx, r13, rax, rsi, rbp, r13
    to_e 7,   r8,  r9,  rdx, r10, r11, rax, rbp, r13, rsi
    to_a rax, r9,  r12, r13, rbx, rcx, rdi, rsi, rbp, r12, rdi
    to_e 8,   r11, r8,  rcx, r9,  r10, rsi, r12, rdi, rbp
    to_a rsi, r8,  rdx, rdi, rax, rbx, r13, rbp, r12, rdx, r13
    to_e 9,   r10, r11, rbx, r8,  r9,  rbp, rdx, r13, r12
    to_a rbp, r11, rcx, r13, rsi, rax, rdi, r12, rdx, rcx, rdi
    to_e 10,  r9,  r10, rax, r11, r8,  r12, rcx, rdi, rdx
    to_a r12, r10, rbx, rdi, rbp, rsi, r13, rdx, rcx, rbx, r13
    to_e 11,  r8,  r9,  rsi, r10, r11, rdx, rbx, r13, rcx
    to_a rdx, r9,  rax, r13, r12, rbp, rdi, rcx, rbx, rax, rdi
    to_e 12,  r11, r8,  rbp, r9,  r10, rcx, rax, rdi, rbx
    to_a rcx, r8,  rsi, rdi, rdx, r12, r13, rbx, rax, rsi, r13
    to_e 13,  r10, r11, r12, r8,  r9,  rbx, rsi, r13, rax
    to_a rbx, r11, rbp, r13, rcx, rdx, rdi, rax, rsi, rbp, rdi
    to_e 14,  r9,  r10, rdx, r11, r8,  rax, rbp, rdi, rsi
    to_a rax, r10, r12, rdi, rbx, rcx, r13, rsi, rbp, r12, r13
    to_e 15,  r8,  r9,  rcx, r10, r11, rsi, r12, r13, rbp
    to_a rsi, r9,  rdx, r13, rax, rbx, rdi, rbp, r12, rdx, rdi
    to_a rbp, r8,  rcx, rdx, rsi, rax, r13, rdi, r12, rcx, r13
    s mov rcx, rax
    s mov rax, rbp
    s mov rdi, rdx
    s mov rdx, rbx
    s mov rbx, rsi
.endm

// Of each block, W[t] and W[t + 1] take the place of the words sixteen before them, w0; their sums with K are stored.
.macro step i, w0, w1, w4, w5, w7
    v vpalignr ymm8, \w1, \w0, 8
    v vpalignr ymm9, \w5, \w4, 8
    v vpaddq \w0, \w0, ymm9
    sigma ymm8, ymm10, ymm11, ymm12, 1, 8, 7
    v vpaddq \w0, \w0, ymm10
    sigma \w7, ymm13, ymm14, ymm15, 19, 61, 6
    v vbroadcasti128 ymm9, xmmword ptr [r14 + 128 + 16 * \i]
    v vpaddq \w0, \w0, ymm13
    v vpaddq ymm9, ymm9, \w0
    v vmovdqu ymmword ptr [r15 + 256 + 32 * \i], ymm9
.endm

// The next sixteen words
.macro steps
    group step 0, ymm0, ymm1, ymm4, ymm5, ymm7
    group step 1, ymm1, ymm2, ymm5, ymm6, ymm0
    group step 2, ymm2, ymm3, ymm6, ymm7, ymm1
    group step 3, ymm3, ymm4, ymm7, ymm0, ymm2
    group step 4, ymm4, ymm5, ymm0, ymm1, ymm3
    group step 5, ymm5, ymm6, ymm1, ymm2, ymm4
    group step 6, ymm6, ymm7, ymm2, ymm3, ymm5
    group step 7, ymm7, ymm0, ymm3, ymm4, ymm6
.endm

.macro load i, x, y, t
    vmovdqu \x, xmmword ptr [rsi + 16 * \i]
    vinserti128 \y, \y, xmmword ptr [rbp + 16 * \i], 1
    vpshufb \y, \y, ymm15
    vbroadcasti128 \t, xmmword ptr [r14 + 16 * \i]
    vpaddq \t, \t, \y
    vmovdqu ymmword ptr [r15 + 32 * \i], \t
.endm

    save_registers 56
    mov qword ptr [rsp + 0], rdi
    mov qword ptr [rsp + 8], rsi
    mov qword ptr [rsp + 16], rdx
    mov qword ptr [rsp + 24], r8
    mov r14, rcx
    mov rsi, rdi
    load_variables qword, 8, rax, rbx, rcx, rdx, r8, r9, r10, r11

    // Loop over pairs of blocks; an odd one at the end is taken for both
    .p2align 4
2:
    mov rsi, qword ptr [rsp + 8]
    lea rbp, [rsi + 128]
    cmp qword ptr [rsp + 16], 1
    cmove rbp, rsi
    lea r12, [rsi + 256]
    mov qword ptr [rsp + 8], r12
    mov r15, qword ptr [rsp + 24]
    lea r12, [r15 + 1024]
    mov qword ptr [rsp + 32], r12

    // The messages' words and their sums
    mov r12, 0x0001020304050607
    vmovq xmm15, r12
    mov r12, 0x08090a0b0c0d0e0f
    vpinsrq xmm15, xmm15, r12, 1
    vinserti128 ymm15, ymm15, xmm15, 1
    load 0, xmm0, ymm0, ymm8
    load 1, xmm1, ymm1, ymm9
    load 2, xmm2, ymm2, ymm10
    load 3, xmm3, ymm3, ymm11
    load 4, xmm4, ymm4, ymm8
    load 5, xmm5, ymm5, ymm9
    load 6, xmm6, ymm6, ymm10
    load 7, xmm7, ymm7, ymm11
    mov rdi, rbx
    xor rdi, rcx

    // Rounds 0 to 63 of the first block, and the schedule
    .p2align 6
3:
    deal 16 * 28 + 5
    sixteen_rounds
    add r14, 128
    add r15, 256
    cmp r15, qword ptr [rsp + 32]
    jne 3b
    sub r14, 512
    add qword ptr [rsp + 32], 256

    // Rounds 64 to 79 of the first block; all of the second
    .p2align 6
4:
    deal 0
    sixteen_rounds
    add r15, 256
    cmp r15, qword ptr [rsp + 32]
    jne 4b
    feed_forward qword, 8, rax, rbx, rcx, rdx, r8, r9, r10, r11
    dec qword ptr [rsp + 16]
    jz 5f

    // The second block's sums are where the first one's were, 16 bytes on
    mov rsi, qword ptr [rsp + 24]
    lea rbp, [rsi + 1296]
    cmp r15, rbp
    je 2b
    mov qword ptr [rsp + 32], rbp
    lea r15, [rsi + 16]
    mov rdi, rbx
    xor rdi, rcx
    jmp 4b
5:
    vzeroupper
    restore_registers 56

.irp name, save_registers, restore_registers, deal, due, s, v, group, alone, load_variables, feed_forward
    .purgem \name
.endr
.irp name, sigma, to_e, to_a, sixteen_rounds, step, steps, load
    .purgem \name
.endr
