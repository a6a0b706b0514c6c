// SHA-256 of messages of 64 bytes, such as nodes of Merkle trees, of 32 bytes, such as digests, or of padded blocks: two at a time.
// (SHA, SSE4.1)
//
// Arguments: rdi what is to be hashed, see `Nodes`; rsi K of 64 rounds, then K + W of the block that follows 64 bytes, then the order of
// bytes in a word, then the eight words that follow 32 bytes. Both are aligned to 16 bytes.
//
//     xmm14 xmm15                     the variables before the first block: a b e f and c d g h, the highest word first
//     xmm1 xmm2, xmm7 xmm8            those of the two messages
//     xmm3 to xmm6, xmm9 to xmm12     their words
//     xmm0 xmm13                      K + W, temporary
//     rax r10, r11                    messages, from those to the next ones
//     rdx                             how many are left; of the last one alone, both messages and both digests are the same
//     rcx r8                          digests; r8, before these are known, the bytes of the blocks before
//     r9                              0 for messages of 32 bytes, 32 for messages of 64, or the bytes of all blocks
//
// An instruction for two rounds takes four cycles, and the next one may begin after two (Zen 3): so the messages take turns. Four rounds of
// one, then of the other: two of each took up to 13 % longer, depending on what came before.

// Four rounds.
.macro rounds i, w, x, y
    movdqa xmm0, xmm\w
    paddd xmm0, xmmword ptr [rsi + 16 * (\i)]
    sha256rnds2 xmm\y, xmm\x
    pshufd xmm0, xmm0, 0x0e
    sha256rnds2 xmm\x, xmm\y
.endm

// Four rounds with `w`; the words that follow them begin to be `next`'s; `before` came before, and will be words after those.
.macro four i, w, next, before, x, y
    rounds \i, \w, \x, \y
    .if (\i) > 2 && (\i) < 15
    movdqa xmm13, xmm\w
    palignr xmm13, xmm\before, 4
    paddd xmm\next, xmm13
    sha256msg2 xmm\next, xmm\w
    .endif
    .if (\i) > 0 && (\i) < 13
    sha256msg1 xmm\before, xmm\w
    .endif
.endm

// Four rounds of both with the same words.
.macro known i
    movdqa xmm0, xmmword ptr [rsi + 256 + 16 * (\i)]
    sha256rnds2 xmm2, xmm1
    sha256rnds2 xmm8, xmm7
    pshufd xmm0, xmm0, 0x0e
    sha256rnds2 xmm1, xmm2
    sha256rnds2 xmm7, xmm8
.endm

// Eight words of both.
.macro words at, w, x, y, z
    movdqu xmm\w, xmmword ptr [rax + r8 + \at]
    pshufb xmm\w, xmm13
    movdqu xmm\x, xmmword ptr [rax + r8 + \at + 16]
    pshufb xmm\x, xmm13
    movdqu xmm\y, xmmword ptr [r10 + r8 + \at]
    pshufb xmm\y, xmm13
    movdqu xmm\z, xmmword ptr [r10 + r8 + \at + 16]
    pshufb xmm\z, xmm13
.endm

// Variables to a digest.
.macro digest x, y, to
    pshufd xmm\x, xmm\x, 0x1b
    pshufd xmm\y, xmm\y, 0xb1
    movdqa xmm0, xmm\x
    pblendw xmm0, xmm\y, 0xf0
    palignr xmm\y, xmm\x, 8
    pshufb xmm0, xmm13
    pshufb xmm\y, xmm13
    movdqu xmmword ptr [\to], xmm0
    movdqu xmmword ptr [\to + 16], xmm\y
.endm

    mov rax, qword ptr [rdi]
    mov r10, qword ptr [rdi + 8]
    mov r11, qword ptr [rdi + 16]
    mov rdx, qword ptr [rdi + 24]
    mov rcx, qword ptr [rdi + 32]
    mov r8, qword ptr [rdi + 40]
    mov r9, qword ptr [rdi + 48]
    movdqu xmm0, xmmword ptr [r8]
    movdqu xmm15, xmmword ptr [r8 + 16]
    pshufd xmm0, xmm0, 0xb1
    pshufd xmm15, xmm15, 0x1b
    movdqa xmm14, xmm0
    palignr xmm14, xmm15, 8
    pblendw xmm15, xmm0, 0xf0

    .p2align 6
2:
    cmp rdx, 1
    cmove r10, rax
    xor r8d, r8d
    movdqa xmm1, xmm14
    movdqa xmm2, xmm15
    movdqa xmm7, xmm14
    movdqa xmm8, xmm15
5:
    movdqa xmm13, xmmword ptr [rsi + 512]
    words 0, 3, 4, 9, 10
    movdqa xmm5, xmmword ptr [rsi + 528]
    movdqa xmm6, xmmword ptr [rsi + 544]
    movdqa xmm11, xmm5
    movdqa xmm12, xmm6
    test r9, r9
    jz 3f
    words 32, 5, 6, 11, 12
3:
    movdqa xmmword ptr [rdi + 64], xmm1
    movdqa xmmword ptr [rdi + 80], xmm2
    movdqa xmmword ptr [rdi + 96], xmm7
    movdqa xmmword ptr [rdi + 112], xmm8

    .irp i, 0, 4, 8, 12
    four \i+0, 3, 4, 6, 1, 2
    four \i+0, 9, 10, 12, 7, 8
    four \i+1, 4, 5, 3, 1, 2
    four \i+1, 10, 11, 9, 7, 8
    four \i+2, 5, 6, 4, 1, 2
    four \i+2, 11, 12, 10, 7, 8
    four \i+3, 6, 3, 5, 1, 2
    four \i+3, 12, 9, 11, 7, 8
    .endr

    paddd xmm1, xmmword ptr [rdi + 64]
    paddd xmm2, xmmword ptr [rdi + 80]
    paddd xmm7, xmmword ptr [rdi + 96]
    paddd xmm8, xmmword ptr [rdi + 112]
    add r8, 64
    cmp r8, r9
    jb 5b
    cmp r9, 32
    jne 4f
    movdqa xmm3, xmm1
    movdqa xmm4, xmm2
    movdqa xmm5, xmm7
    movdqa xmm6, xmm8
    .irp i, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
    known \i
    .endr
    paddd xmm1, xmm3
    paddd xmm2, xmm4
    paddd xmm7, xmm5
    paddd xmm8, xmm6
4:
    lea r8, [rcx + 32]
    cmp rdx, 1
    cmove r8, rcx
    movdqa xmm13, xmmword ptr [rsi + 512]
    digest 1, 2, rcx
    digest 7, 8, r8
    add rax, r11
    add r10, r11
    add rcx, 64
    sub rdx, 2
    ja 2b

    ret

.irp name, rounds, four, known, words, digest
    .purgem \name
.endr
