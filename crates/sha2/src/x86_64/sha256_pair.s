// SHA-256 of 32 messages: their words in 512-bit registers, two groups of sixteen side by side. (AVX-512F)
//
// Arguments: rdi state, rsi words of a block or zero, rdx constants, of 64 rounds. Words and state are in vectors, 128 bytes apart: one of the
// first group, then one of the second. Without words, the constants are K + W of a block that is the same for all messages.
//
//     zmm0 to zmm7 zmm8 to zmm15      the variables a to h of the groups
//     zmm16 to zmm31                  temporary, eight of each group
//     eax                             sixteen rounds that are left
//
// Neither group waits for the other. So a round has no more additions than FIPS 180-4, seven.

// h += K + W for the first sixteen rounds, in which words are those of the block. `o` is the group's vector.
.macro first i, o, h, t:vararg
    vpaddd zmm\h, zmm\h, dword ptr [rdx + 4 * (\i)]{1to16}
    vpaddd zmm\h, zmm\h, zmmword ptr [rsi + 128 * (\i) + \o]
.endm

// h += the constant.
.macro known i, o, h, t:vararg
    vpaddd zmm\h, zmm\h, dword ptr [rdx + 4 * (\i)]{1to16}
.endm

// A sigma of x, to `to`: two rotations and the operation `last`, vprord or vpsrld.
.macro sigma last, to, x, t1, t2, r0, r1, r2
    vprord zmm\to, zmm\x, \r0
    vprord zmm\t1, zmm\x, \r1
    \last zmm\t2, zmm\x, \r2
    vpternlogd zmm\to, zmm\t1, zmm\t2, 0x96
.endm

// h += K + W, where W takes the place of the word of sixteen rounds before.
.macro next i, o, h, t0, t1, t2, t3, t4
    .set .Lat, 128 * ((\i + 1) % 16) + \o
    vmovdqa64 zmm\t0, zmmword ptr [rsi + .Lat]
    sigma vpsrld, \t3, \t0, \t1, \t2, 7, 18, 3
    .set .Lat, 128 * ((\i + 14) % 16) + \o
    vmovdqa64 zmm\t0, zmmword ptr [rsi + .Lat]
    sigma vpsrld, \t4, \t0, \t1, \t2, 17, 19, 10
    vpaddd zmm\t3, zmm\t3, zmmword ptr [rsi + 128 * (\i) + \o]
    .set .Lat, 128 * ((\i + 9) % 16) + \o
    vpaddd zmm\t3, zmm\t3, zmmword ptr [rsi + .Lat]
    vpaddd zmm\t3, zmm\t3, zmm\t4
    vmovdqa64 zmmword ptr [rsi + 128 * (\i) + \o], zmm\t3
    vpaddd zmm\h, zmm\h, dword ptr [rdx + 4 * (\i)]{1to16}
    vpaddd zmm\h, zmm\h, zmm\t3
.endm

// The rest of a round: d is the new e, h the new a.
.macro rest a, b, c, d, e, f, g, h, t0, t1, t2
    sigma vprord, \t0, \e, \t1, \t2, 6, 11, 25
    vmovdqa64 zmm\t1, zmm\e
    vpternlogd zmm\t1, zmm\f, zmm\g, 0xca
    vpaddd zmm\h, zmm\h, zmm\t1
    vpaddd zmm\h, zmm\h, zmm\t0
    vpaddd zmm\d, zmm\d, zmm\h
    sigma vprord, \t0, \a, \t1, \t2, 2, 13, 22
    vmovdqa64 zmm\t1, zmm\a
    vpternlogd zmm\t1, zmm\b, zmm\c, 0xe8
    vpaddd zmm\h, zmm\h, zmm\t1
    vpaddd zmm\h, zmm\h, zmm\t0
.endm

// A round of both groups
.macro round sum, i, a, b, c, d, e, f, g, h, a2, b2, c2, d2, e2, f2, g2, h2
    \sum \i, 0, \h, 16, 17, 18, 19, 20
    rest \a, \b, \c, \d, \e, \f, \g, \h, 21, 22, 23
    \sum \i, 64, \h2, 24, 25, 26, 27, 28
    rest \a2, \b2, \c2, \d2, \e2, \f2, \g2, \h2, 29, 30, 31
.endm

.macro sixteen_rounds sum
    .irp i, 0, 8
    round \sum, \i+0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
    round \sum, \i+1, 7, 0, 1, 2, 3, 4, 5, 6, 15, 8, 9, 10, 11, 12, 13, 14
    round \sum, \i+2, 6, 7, 0, 1, 2, 3, 4, 5, 14, 15, 8, 9, 10, 11, 12, 13
    round \sum, \i+3, 5, 6, 7, 0, 1, 2, 3, 4, 13, 14, 15, 8, 9, 10, 11, 12
    round \sum, \i+4, 4, 5, 6, 7, 0, 1, 2, 3, 12, 13, 14, 15, 8, 9, 10, 11
    round \sum, \i+5, 3, 4, 5, 6, 7, 0, 1, 2, 11, 12, 13, 14, 15, 8, 9, 10
    round \sum, \i+6, 2, 3, 4, 5, 6, 7, 0, 1, 10, 11, 12, 13, 14, 15, 8, 9
    round \sum, \i+7, 1, 2, 3, 4, 5, 6, 7, 0, 9, 10, 11, 12, 13, 14, 15, 8
    .endr
.endm

    .set .Lat, 0
    .irp r, 0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15
    vmovdqa64 zmm\r, zmmword ptr [rdi + .Lat]
    .set .Lat, .Lat + 64
    .endr
    mov eax, 4
    test rsi, rsi
    jz 3f

    sixteen_rounds first
    dec eax
    .p2align 6
2:
    add rdx, 64
    sixteen_rounds next
    dec eax
    jnz 2b
    jmp 4f

    .p2align 6
3:
    sixteen_rounds known
    add rdx, 64
    dec eax
    jnz 3b

4:
    .set .Lat, 0
    .irp r, 0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15
    vpaddd zmm\r, zmm\r, zmmword ptr [rdi + .Lat]
    vmovdqa64 zmmword ptr [rdi + .Lat], zmm\r
    .set .Lat, .Lat + 64
    .endr
    vzeroupper
    ret

.irp name, first, known, sigma, next, rest, round, sixteen_rounds
    .purgem \name
.endr
