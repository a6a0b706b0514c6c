// SHA-512 of one message, after Intel's white paper "Fast SHA512 Implementations on Intel Architecture Processors" (2012): the
// schedule of a block is made in 128-bit registers, sixteen rounds ahead, during its rounds in the integer unit.
//
// Arguments: rdi state (eight words), rsi data, rdx blocks, rcx the constants K, r8 room for the 80 sums W + K.
// sha512_sse41.s and sha512_avx.s, one of which stands before this file, have the schedule: `sigma`, `step`, `load_order`, `load`.
//
//     rax rbx rcx rdx r8 r9 r10 r11   the variables a to h before sixteen rounds and after them
//     rdi                             b ^ c then
//     rsi rbp r12 r13                 temporary
//     r14 r15                         K and the sums of the sixteen rounds under way
//     xmm0 to xmm7                    the last sixteen words W
//     xmm8 to xmm15                   temporary; the order of bytes of a word at the beginning of a block
//     [rsp] [rsp + 8] [rsp + 16]      state, data, blocks left
//     [rsp + 24] [rsp + 32]           the first sum, the end of the sums that the schedule makes before the last sixteen rounds
//
// A round does not move the variables; the next one names them otherwise. A rotation overwrites its operand, so those of a large
// sigma are nested: each is one copy and three rotations.

// The new e, in the register of h: h += W + K + Ch(e, f, g) + d + Sigma1(e)
.macro to_e i, h, e, d, f, g, t, s
    s add \h, qword ptr [r15 + 8 * \i]
    s mov \t, \f
    s xor \t, \g
    s and \t, \e
    s xor \t, \g
    s add \h, \d
    s add \h, \t
    s mov \s, \e
    s ror \s, 23
    s xor \s, \e
    s ror \s, 4
    s xor \s, \e
    s ror \s, 14
    s add \h, \s
.endm

// The new a: new e - d + Maj(a, b, c) + Sigma0(a), where Maj is (a & (b ^ c)) + (b & c). The next b ^ c is in ab.
.macro to_a new, e, d, ab, a, b, bc, c, t, s
    s mov \new, \e
    s sub \new, \d
    s mov \ab, \a
    s xor \ab, \b
    s and \bc, \a
    s mov \t, \b
    s and \t, \c
    s add \new, \t
    s add \new, \bc
    s mov \s, \a
    s ror \s, 5
    s xor \s, \a
    s ror \s, 6
    s xor \s, \a
    s ror \s, 28
    s add \new, \s
.endm

// Sixteen rounds. At the end a few moves put the variables back.
.macro sixteen_rounds
    to_e 0,   r11, r8,  rdx, r9,  r10, rsi, rbp
    to_a r12, r11, rdx, r13, rax, rbx, rdi, rcx, rsi, rbp
    to_e 1,   r10, r11, rcx, r8,  r9,  rdx, rsi
    to_a rdi, r10, rcx, rbp, r12, rax, r13, rbx, rdx, rsi
    to_e 2,   r9,  r10, rbx, r11, r8,  rcx, rdx
    to_a r13, r9,  rbx, rsi, rdi, r12, rbp, rax, rcx, rdx
    to_e 3,   r8,  r9,  rax, r10, r11, rbx, rcx
    to_a rbp, r8,  rax, rdx, r13, rdi, rsi, r12, rbx, rcx
    to_e 4,   r11, r8,  r12, r9,  r10, rax, rbx
    to_a rsi, r11, r12, rcx, rbp, r13, rdx, rdi, rax, rbx
    to_e 5,   r10, r11, rdi, r8,  r9,  r12, rax
    to_a rdx, r10, rdi, rbx, rsi, rbp, rcx, r13, r12, rax
    to_e 6,   r9,  r10, r13, r11, r8,  rdi, r12
    to_a rcx, r9,  r13, rax, rdx, rsi, rbx, rbp, rdi, r12
    to_e 7,   r8,  r9,  rbp, r10, r11, r13, rdi
    to_a rbx, r8,  rbp, r12, rcx, rdx, rax, rsi, r13, rdi
    to_e 8,   r11, r8,  rsi, r9,  r10, rbp, r13
    to_a rax, r11, rsi, rdi, rbx, rcx, r12, rdx, rbp, r13
    to_e 9,   r10, r11, rdx, r8,  r9,  rsi, rbp
    to_a r12, r10, rdx, r13, rax, rbx, rdi, rcx, rsi, rbp
    to_e 10,  r9,  r10, rcx, r11, r8,  rdx, rsi
    to_a rdi, r9,  rcx, rbp, r12, rax, r13, rbx, rdx, rsi
    to_e 11,  r8,  r9,  rbx, r10, r11, rcx, rdx
    to_a r13, r8,  rbx, rsi, rdi, r12, rbp, rax, rcx, rdx
    to_e 12,  r11, r8,  rax, r9,  r10, rbx, rcx
    to_a rbp, r11, rax, rdx, r13, rdi, rsi, r12, rbx, rcx
    to_e 13,  r10, r11, r12, r8,  r9,  rax, rbx
    to_a rsi, r10, r12, rcx, rbp, r13, rdx, rdi, rax, rbx
    to_e 14,  r9,  r10, rdi, r11, r8,  r12, rax
    to_a rdx, r9,  rdi, rbx, rsi, rbp, rcx, r13, r12, rax
    to_e 15,  r8,  r9,  r13, r10, r11, rdi, r12
    to_a rcx, r8,  r13, rax, rdx, rsi, rbx, rbp, rdi, r12
    s mov rbx, rdx
    s mov rdx, rbp
    s mov rdi, rax
    s mov rax, rcx
    s mov rcx, rsi
.endm

// The next sixteen words
.macro steps
    group step 0, xmm0, xmm1, xmm4, xmm5, xmm7
    group step 1, xmm1, xmm2, xmm5, xmm6, xmm0
    group step 2, xmm2, xmm3, xmm6, xmm7, xmm1
    group step 3, xmm3, xmm4, xmm7, xmm0, xmm2
    group step 4, xmm4, xmm5, xmm0, xmm1, xmm3
    group step 5, xmm5, xmm6, xmm1, xmm2, xmm4
    group step 6, xmm6, xmm7, xmm2, xmm3, xmm5
    group step 7, xmm7, xmm0, xmm3, xmm4, xmm6
.endm

    save_registers 56
    mov qword ptr [rsp + 0], rdi
    mov qword ptr [rsp + 8], rsi
    mov qword ptr [rsp + 16], rdx
    mov qword ptr [rsp + 24], r8
    mov r14, rcx
    mov rsi, rdi
    load_variables qword, 8, rax, rbx, rcx, rdx, r8, r9, r10, r11

    // Loop over blocks
    .p2align 4
2:
    mov rsi, qword ptr [rsp + 8]
    lea r12, [rsi + 128]
    mov qword ptr [rsp + 8], r12
    mov r15, qword ptr [rsp + 24]
    lea r12, [r15 + 512]
    mov qword ptr [rsp + 32], r12

    // The message's words and their sums
    load_order
    load 0, xmm0, xmm8
    load 1, xmm1, xmm9
    load 2, xmm2, xmm10
    load 3, xmm3, xmm11
    load 4, xmm4, xmm8
    load 5, xmm5, xmm9
    load 6, xmm6, xmm10
    load 7, xmm7, xmm11
    mov rdi, rbx
    xor rdi, rcx

    // Rounds 0 to 63, and the schedule
    .p2align 6
3:
    deal 16 * 30 + 5
    sixteen_rounds
    add r14, 128
    add r15, 128
    cmp r15, qword ptr [rsp + 32]
    jne 3b

    // Rounds 64 to 79
    sub r14, 512
    deal 0
    sixteen_rounds
    feed_forward qword, 8, rax, rbx, rcx, rdx, r8, r9, r10, r11
    dec qword ptr [rsp + 16]
    jnz 2b
    restore_registers 56

.irp name, save_registers, restore_registers, deal, due, s, v, group, alone, load_variables, feed_forward
    .purgem \name
.endr
.irp name, sigma, step, load_order, load, to_e, to_a, sixteen_rounds, steps
    .purgem \name
.endr
