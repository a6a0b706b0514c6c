// Keccak-p on one state in memory: a sponge absorbs blocks.
//
// Arguments: rdi state (25 words), rsi row (the blocks), rdx blocks, rcx words of a block, r8 and r9 begin and end of the rounds'
// constants.
// Before this file stand words_64.s or words_32.s, and split.s or alone.s with the macro `two_rounds`.
//
//     ax bx cx dx si                    the parities of the state's columns
//     r8 to r12                         what the block adds to them
//     r13 r14 r15                       a word under way, the middle of the block, temporary
//     [rsp] [rsp + 40]                  what theta adds to columns, and the address of the next two rounds' constants
//     [rsp + 48] [rsp + 56]             begin, end
//     [rsp + 64] [rsp + 72] [rsp + 80]  the next block, bytes of a block, blocks left
//     [rsp + 88]                        where the code that absorbs a block is entered

.macro absorb_word word, size, k, sum, new
    .p2align 4
    mov \new, \word ptr [r14 + \size * (\k - 12)]
    xor \word ptr [rdi + \size * \k], \new
    xor \sum, \new
.endm

.macro sponge word, q, size, bits, n, ax, bx, cx, dx, si, bp, r8, r9, r10, r11, r12, r13, r14, r15, state
    save_registers 104
    mov qword ptr [rsp + 64], rsi
    mov qword ptr [rsp + 80], rdx
    mov qword ptr [rsp + 48], r8
    mov qword ptr [rsp + 56], r9
    // A block is absorbed from its last word to its first, with 16 bytes of code for each word; the code is entered at the block's last
    // word
    lea rax, [\size * rcx]
    mov qword ptr [rsp + 72], rax
    shl rcx, 4
    lea rax, [rip + 4f]
    sub rax, rcx
    mov qword ptr [rsp + 88], rax

    // Parities of the columns
    .set .Lat, 0
    .irp a, \ax, \bx, \cx, \dx, \si
    mov \a, \word ptr [rdi + .Lat]
    .set .Lat, .Lat + \size
    .endr
    .rept 4
    .irp a, \ax, \bx, \cx, \dx, \si
    xor \a, \word ptr [rdi + .Lat]
    .set .Lat, .Lat + \size
    .endr
    .endr

    // Absorb a block
2:
    mov r14, qword ptr [rsp + 64]
    mov r15, qword ptr [rsp + 72]
    add r15, r14
    mov qword ptr [rsp + 64], r15
    .irp sum, \r8, \r9, \r10, \r11, \r12
    xor \sum, \sum
    .endr
    add r14, 12 * \size
    jmp qword ptr [rsp + 88]
    .irp y, 4, 3, 2, 1, 0
    absorb_word \word, \size, (5*\y+4), \r12, \r13
    absorb_word \word, \size, (5*\y+3), \r11, \r13
    absorb_word \word, \size, (5*\y+2), \r10, \r13
    absorb_word \word, \size, (5*\y+1), \r9, \r13
    absorb_word \word, \size, (5*\y), \r8, \r13
    .endr
    .p2align 4
4:
    xor \ax, \r8
    xor \bx, \r9
    xor \cx, \r10
    xor \dx, \r11
    xor \si, \r12

    // Rounds
    mov r15, qword ptr [rsp + 48]
    mov qword ptr [rsp + 40], r15
    .p2align 6
5:
    with_words two_rounds, \state
    mov r15, qword ptr [rsp + 40]
    add r15, 2 * \size
    mov qword ptr [rsp + 40], r15
    cmp r15, qword ptr [rsp + 56]
    jne 5b
    dec qword ptr [rsp + 80]
    jnz 2b
    restore_registers 104, 5
.endm

    with_words sponge, rdi

.irp name, save_registers, restore_registers, with_words, two_rounds, absorb_word, sponge
    .purgem \name
.endr
