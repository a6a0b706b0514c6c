// Keyak's blocks in place: each is encrypted or decrypted as the last two rounds put the state out, before it goes to memory. The state
// is on the stack meanwhile, so that a register is left for the data.
//
// Arguments: rdi state (25 words), rsi data, rdx blocks, rcx way (0 from plaintext to ciphertext, 1 back), r8 and r9 begin and end
// of the rounds' constants, and on the stack the word that is added to the state's last one.
// Before this file stand words_64.s or words_32.s, split.s with the macro `two_rounds`, and crypt_64.s or
// crypt_32.s with `two_rounds_wrap`, `two_rounds_unwrap` and .Lblock, the bytes of a block.
//
//     ax bx cx dx si                    the parities of the state's columns
//     r13 r14 r15                       temporary
//     rdi                               the next block
//     [rsp] [rsp + 40]                  what theta adds to columns, and the address of the next two rounds' constants
//     [rsp + 48] [rsp + 56]             begin, end
//     [rsp + 64] [rsp + 80] [rsp + 88]  state, blocks left, way
//     [rsp + 72]                        where the rounds without a block end: two rounds before the end, or, at last, at the end
//     [rsp + 96]                        the state; `last` is at [rsp + 352]

.macro crypt word, q, size, bits, n, ax, bx, cx, dx, si, bp, r8, r9, r10, r11, r12, r13, r14, r15, state
    save_registers 296
    mov qword ptr [rsp + 64], rdi
    mov qword ptr [rsp + 80], rdx
    mov qword ptr [rsp + 88], rcx
    mov qword ptr [rsp + 48], r8
    mov qword ptr [rsp + 56], r9
    lea r15, [r9 - 2 * \size]
    test rdx, rdx
    cmovz r15, r9
    mov qword ptr [rsp + 72], r15
    mov r14, rsi

    // The state, and the parities of its columns
    .set .Lat, 0
    .irp a, \ax, \bx, \cx, \dx, \si
    mov \a, \word ptr [rdi + .Lat]
    mov \word ptr [rsp + 96 + .Lat], \a
    .set .Lat, .Lat + \size
    .endr
    .rept 4
    .irp a, \ax, \bx, \cx, \dx, \si
    mov \r13, \word ptr [rdi + .Lat]
    mov \word ptr [rsp + 96 + .Lat], \r13
    xor \a, \r13
    .set .Lat, .Lat + \size
    .endr
    .endr
    mov rdi, r14

    // Rounds but for the last two
2:
    mov r15, qword ptr [rsp + 48]
    mov qword ptr [rsp + 40], r15
    .p2align 6
5:
    with_words two_rounds, \state
    mov r15, qword ptr [rsp + 40]
    add r15, 2 * \size
    mov qword ptr [rsp + 40], r15
    cmp r15, qword ptr [rsp + 72]
    jne 5b
    mov r15, qword ptr [rsp + 80]
    test r15, r15
    jz 8f
    dec r15
    mov qword ptr [rsp + 80], r15
    jnz 6f
    mov r15, qword ptr [rsp + 56]
    mov qword ptr [rsp + 72], r15
6:
    cmp qword ptr [rsp + 88], 0
    jne 7f

    // The last two rounds, and a block of plaintext
    with_words two_rounds_wrap, \state
    add rdi, .Lblock
    jmp 2b
    .p2align 4
7:
    // The last two rounds, and a block of ciphertext
    with_words two_rounds_unwrap, \state
    add rdi, .Lblock
    jmp 2b

    // Back to its place
8:
    mov rdi, qword ptr [rsp + 64]
    .set .Lat, 0
    .rept 25
    mov \r13, \word ptr [rsp + 96 + .Lat]
    mov \word ptr [rdi + .Lat], \r13
    .set .Lat, .Lat + \size
    .endr
    restore_registers 296, 5, 96, (25*\size+4)/8
.endm

    with_words crypt, rsp+96

.irp name, save_registers, restore_registers, with_words, two_rounds, two_rounds_wrap, two_rounds_unwrap, crypt
    .purgem \name
.endr
