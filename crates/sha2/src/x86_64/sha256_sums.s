// SHA-256 of one message: the rounds, in the integer unit, of blocks whose sums W + K were computed before.
//
// Arguments: rdi state (eight words), rsi the sums (for each of 64 rounds one of each block), rdx blocks.
// sha256_4.s and sha256_8.s, one of which stands before this file, have `sixteen_rounds`.
//
//     eax ebx ecx edx r8d r9d r10d r11d   the variables a to h before sixteen rounds and after them
//     edi                                 b ^ c then
//     esi ebp r12d r13d r14d              temporary
//     r15                                 the sums of the sixteen rounds under way
//     [rsp] [rsp + 16]                    state, blocks left
//     [rsp + 24] [rsp + 32]               the block's first sum, and the end of its sums
//
// The order is that of sha512_two.s: the new a of a round comes two rounds after its new e.

    save_registers 56
    mov qword ptr [rsp + 0], rdi
    mov qword ptr [rsp + 24], rsi
    mov qword ptr [rsp + 16], rdx
    mov rsi, rdi
    load_variables dword, 4, eax, ebx, ecx, edx, r8d, r9d, r10d, r11d

    // Loop over blocks
    .p2align 4
2:
    mov r15, qword ptr [rsp + 24]
    lea rsi, [r15 + 256 * .Lblocks]
    mov qword ptr [rsp + 32], rsi
    mov edi, ebx
    xor edi, ecx

    // Sixteen rounds
    .p2align 6
3:
    sixteen_rounds
    add r15, 64 * .Lblocks
    cmp r15, qword ptr [rsp + 32]
    jne 3b
    feed_forward dword, 4, eax, ebx, ecx, edx, r8d, r9d, r10d, r11d
    add qword ptr [rsp + 24], 4
    dec qword ptr [rsp + 16]
    jnz 2b
    restore_registers 56

.irp name, save_registers, restore_registers, load_variables, feed_forward, to_e, to_a, sixteen_rounds
    .purgem \name
.endr
