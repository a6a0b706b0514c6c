// Written by crates/keccak/generate/keccak.py: two rounds of Keccak-p[1600] and, with words of 32 bits, Keccak-p[800], on one
// state in memory. At their end a block of Keyak, 17 words of 32 bits at rdi, meets the state:
// 375 instructions from plaintext to ciphertext, 404 back.
// The values i, s and O are words of the block, their sums with the state, and those stored; a is in the integer unit again.
//
//     ax bx cx dx si                    the parities of the columns, before and after
//     bp r8 to r15                      temporary
//     xmm0 to xmm31                     temporary
//     [state]                           25 words
//     [rsp] [rsp + 40]                  what theta adds to columns, and the address of the two rounds' constants
//     word q size bits n                the word's name, its suffix, bytes and bits, and how many are in 128 bits
//
// A line is followed by its stage and value: r a rotated parity, d what theta adds to a column (vd in the vector unit, D in memory),
// t a lane after theta, b after pi, n and e in chi (x y), S in memory, p and q sums of a column.

.set .Lblock, 68

.macro two_rounds_wrap word, q, size, bits, n, ax, bx, cx, dx, si, bp, r8, r9, r10, r11, r12, r13, r14, r15, state
    // Round 0 of two
    rorx \bp, \ax, \bits - 1                                            // theta r0
    xor \bp, \dx                                                        // theta d4
    rorx \dx, \dx, \bits - 1                                            // theta r3
    vmov\q xmm0, \bp                                                    // theta vd4
    mov \word ptr [rsp + 32], \bp                                       // theta D4
    rorx \r13, \bx, \bits - 1                                           // theta r1
    xor \r13, \si                                                       // theta d0
    xor \dx, \bx                                                        // theta d2
    vmov\q xmm1, \dx                                                    // theta vd2
    mov \word ptr [rsp + 16], \dx                                       // theta D2
    vpxor\q xmm2, xmm0, \word ptr [\state + \size * 14]{1to\n}          // theta t42
    vmov\q xmm3, \r13                                                   // theta vd0
    rorx \r8, \si, \bits - 1                                            // theta r4
    xor \r8, \cx                                                        // theta d3
    vmov\q xmm4, \r8                                                    // theta vd3
    vpxor\q xmm5, xmm4, \word ptr [\state + \size * 13]{1to\n}          // theta t32
    rorx \r10, \cx, \bits - 1                                           // theta r2
    xor \r10, \ax                                                       // theta d1
    vmov\q xmm6, \r10                                                   // theta vd1
    vpxor\q xmm7, xmm6, \word ptr [\state + \size * 1]{1to\n}           // theta t10
    vpxor\q xmm8, xmm1, \word ptr [\state + \size * 7]{1to\n}           // theta t21
    vprol\q xmm8, xmm8, 6 % \bits                                       // rho, pi b12
    vprol\q xmm7, xmm7, 1 % \bits                                       // rho, pi b02
    vpxor\q xmm9, xmm3, \word ptr [\state + \size * 20]{1to\n}          // theta t04
    vpxor\q xmm0, xmm0, \word ptr [\state + \size * 19]{1to\n}          // theta t43
    vprol\q xmm0, xmm0, 8 % \bits                                       // rho, pi b32
    vprol\q xmm9, xmm9, 18 % \bits                                      // rho, pi b42
    vprol\q xmm5, xmm5, 25 % \bits                                      // rho, pi b22
    vmovdqa64 xmm10, xmm7                                               // chi e02
    vpternlog\q xmm10, xmm8, xmm5, 0xd2                                 // chi e02
    vmovdqa64 xmm11, xmm8                                               // chi e12
    vpternlog\q xmm11, xmm5, xmm0, 0xd2                                 // chi e12
    vmov\q \word ptr [\state + \size * 7], xmm10                        // store S02
    vmov\q \word ptr [\state + \size * 19], xmm11                       // store S12
    vpternlog\q xmm5, xmm0, xmm9, 0xd2                                  // chi e22
    vpxor\q xmm1, xmm1, \word ptr [\state + \size * 2]{1to\n}           // theta t20
    vprol\q xmm1, xmm1, 62 % \bits                                      // rho, pi b04
    vmov\q \word ptr [\state + \size * 1], xmm5                         // store S22
    vprol\q xmm2, xmm2, 39 % \bits                                      // rho, pi b24
    vpternlog\q xmm0, xmm9, xmm7, 0xd2                                  // chi e32
    vmov\q \word ptr [\state + \size * 13], xmm0                        // store S32
    vpternlog\q xmm9, xmm7, xmm8, 0xd2                                  // chi e42
    vpxor\q xmm0, xmm4, \word ptr [\state + \size * 8]{1to\n}           // theta t31
    vprol\q xmm0, xmm0, 55 % \bits                                      // rho, pi b14
    vpxor\q xmm3, xmm3, \word ptr [\state + \size * 15]{1to\n}          // theta t03
    mov \si, \word ptr [\state + \size * 6]                             // theta t11
    xor \si, \r10                                                       // theta t11
    vprol\q xmm3, xmm3, 41 % \bits                                      // rho, pi b34
    vmov\q \word ptr [\state + \size * 20], xmm9                        // store S42
    vpxor\q xmm4, xmm6, \word ptr [\state + \size * 21]{1to\n}          // theta t14
    vprol\q xmm4, xmm4, 2 % \bits                                       // rho, pi b44
    vmovdqa64 xmm5, xmm1                                                // chi e04
    vpternlog\q xmm5, xmm0, xmm2, 0xd2                                  // chi e04
    vmov\q \word ptr [\state + \size * 14], xmm5                        // store S04
    vmovdqa64 xmm5, xmm4                                                // chi e44
    vpternlog\q xmm5, xmm1, xmm0, 0xd2                                  // chi e44
    vmov\q \word ptr [\state + \size * 2], xmm5                         // store S44
    vpternlog\q xmm0, xmm2, xmm3, 0xd2                                  // chi e14
    vmov\q \word ptr [\state + \size * 21], xmm0                        // store S14
    vpternlog\q xmm2, xmm3, xmm4, 0xd2                                  // chi e24
    vmov\q \word ptr [\state + \size * 8], xmm2                         // store S24
    vpternlog\q xmm3, xmm4, xmm1, 0xd2                                  // chi e34
    vmov\q \word ptr [\state + \size * 15], xmm3                        // store S34
    mov \r15, \word ptr [\state + \size * 0]                            // theta t00
    xor \r15, \r13                                                      // theta t00
    mov \dx, \word ptr [\state + \size * 18]                            // theta t33
    xor \dx, \r8                                                        // theta t33
    mov \r11, \word ptr [\state + \size * 12]                           // theta t22
    xor \r11, \word ptr [rsp + 16]                                      // theta t22
    mov \ax, \word ptr [\state + \size * 24]                            // theta t44
    xor \ax, \word ptr [rsp + 32]                                       // theta t44
    rol \dx, 21 % \bits                                                 // rho, pi b30
    rol \r11, 43 % \bits                                                // rho, pi b20
    rol \ax, 14 % \bits                                                 // rho, pi b40
    andn \bx, \r11, \dx                                                 // chi n10
    rol \si, 44 % \bits                                                 // rho, pi b10
    andn \r9, \si, \r11                                                 // chi n00
    mov rcx, qword ptr [rsp + 40]                                       // iota
    xor \r9, \word ptr [rcx]                                            // iota
    xor \r9, \r15                                                       // chi e00
    mov \word ptr [\state + \size * 0], \r9                             // store S00
    xor \bx, \si                                                        // chi e10
    mov \word ptr [\state + \size * 12], \bx                            // store S10
    andn \cx, \dx, \ax                                                  // chi n20
    xor \cx, \r11                                                       // chi e20
    andn \r12, \ax, \r15                                                // chi n30
    xor \r12, \dx                                                       // chi e30
    mov \word ptr [\state + \size * 6], \r12                            // store S30
    mov \word ptr [\state + \size * 24], \cx                            // store S20
    andn \r15, \r15, \si                                                // chi n40
    mov \bp, \word ptr [\state + \size * 3]                             // theta t30
    xor \bp, \r8                                                        // theta t30
    xor \r15, \ax                                                       // chi e40
    mov \word ptr [\state + \size * 18], \r15                           // store S40
    mov \r11, \word ptr [\state + \size * 9]                            // theta t41
    xor \r11, \word ptr [rsp + 32]                                      // theta t41
    rol \bp, 28 % \bits                                                 // rho, pi b01
    mov \si, \word ptr [\state + \size * 10]                            // theta t02
    xor \si, \r13                                                       // theta t02
    rol \si, 3 % \bits                                                  // rho, pi b21
    mov \r14, \word ptr [\state + \size * 16]                           // theta t13
    xor \r14, \r10                                                      // theta t13
    rol \r11, 20 % \bits                                                // rho, pi b11
    rol \r14, 45 % \bits                                                // rho, pi b31
    mov \dx, \word ptr [\state + \size * 22]                            // theta t24
    xor \dx, \word ptr [rsp + 16]                                       // theta t24
    andn \ax, \r11, \si                                                 // chi n01
    xor \ax, \bp                                                        // chi e01
    rol \dx, 61 % \bits                                                 // rho, pi b41
    xor \r9, \ax                                                        // parity p0_1
    mov \word ptr [\state + \size * 16], \ax                            // store S01
    andn \ax, \si, \r14                                                 // chi n11
    xor \ax, \r11                                                       // chi e11
    mov \word ptr [\state + \size * 3], \ax                             // store S11
    xor \bx, \ax                                                        // parity p1_1
    andn \ax, \r14, \dx                                                 // chi n21
    xor \ax, \si                                                        // chi e21
    xor \r8, \word ptr [\state + \size * 23]                            // theta t34
    andn \r11, \bp, \r11                                                // chi n41
    xor \cx, \ax                                                        // parity p2_1
    andn \bp, \dx, \bp                                                  // chi n31
    xor \bp, \r14                                                       // chi e31
    xor \r12, \bp                                                       // parity p3_1
    mov \word ptr [\state + \size * 22], \bp                            // store S31
    xor \r10, \word ptr [\state + \size * 11]                           // theta t12
    xor \r11, \dx                                                       // chi e41
    xor \r15, \r11                                                      // parity p4_1
    mov \word ptr [\state + \size * 9], \r11                            // store S41
    mov \si, \word ptr [\state + \size * 4]                             // theta t40
    xor \si, \word ptr [rsp + 32]                                       // theta t40
    xor \r13, \word ptr [\state + \size * 5]                            // theta t01
    rol \r10, 10 % \bits                                                // rho, pi b23
    rol \r13, 36 % \bits                                                // rho, pi b13
    andn \dx, \r13, \r10                                                // chi n03
    rol \r8, 56 % \bits                                                 // rho, pi b43
    mov \bp, \word ptr [\state + \size * 17]                            // theta t23
    xor \bp, \word ptr [rsp + 16]                                       // theta t23
    rol \si, 27 % \bits                                                 // rho, pi b03
    xor \dx, \si                                                        // chi e03
    mov \word ptr [\state + \size * 23], \dx                            // store S03
    xor \r9, \dx                                                        // parity p0_3
    rol \bp, 15 % \bits                                                 // rho, pi b33
    andn \r14, \bp, \r8                                                 // chi n23
    andn \dx, \r10, \bp                                                 // chi n13
    xor \dx, \r13                                                       // chi e13
    xor \bx, \dx                                                        // parity p1_3
    xor \r14, \r10                                                      // chi e23
    mov \word ptr [\state + \size * 17], \r14                           // store S23
    xor \bx, \word ptr [\state + \size * 19]                            // parity q12
    mov \word ptr [\state + \size * 10], \ax                            // store S21
    xor \r9, \word ptr [\state + \size * 7]                             // parity q02
    xor \cx, \r14                                                       // parity p2_3
    xor \r9, \word ptr [\state + \size * 14]                            // parity q04
    andn \ax, \r8, \si                                                  // chi n33
    xor \ax, \bp                                                        // chi e33
    xor \r12, \ax                                                       // parity p3_3
    xor \r12, \word ptr [\state + \size * 13]                           // parity q32
    xor \r12, \word ptr [\state + \size * 15]                           // parity q34
    xor \bx, \word ptr [\state + \size * 21]                            // parity q14
    andn \bp, \si, \r13                                                 // chi n43
    xor \bp, \r8                                                        // chi e43
    mov \word ptr [\state + \size * 4], \ax                             // store S33
    mov \word ptr [\state + \size * 11], \bp                            // store S43
    xor \r15, \bp                                                       // parity p4_3
    xor \r15, \word ptr [\state + \size * 20]                           // parity q42
    xor \r15, \word ptr [\state + \size * 2]                            // parity q44
    mov \word ptr [\state + \size * 5], \dx                             // store S13
    xor \cx, \word ptr [\state + \size * 1]                             // parity q22
    xor \cx, \word ptr [\state + \size * 8]                             // parity q24
    // Round 1 of two
    rorx \ax, \r9, \bits - 1                                            // theta r0
    xor \ax, \r12                                                       // theta d4
    rorx \bp, \r12, \bits - 1                                           // theta r3
    vmov\q xmm0, \ax                                                    // theta vd4
    mov \word ptr [rsp + 32], \ax                                       // theta D4
    rorx \si, \bx, \bits - 1                                            // theta r1
    xor \si, \r15                                                       // theta d0
    xor \bp, \bx                                                        // theta d2
    vmov\q xmm1, \bp                                                    // theta vd2
    mov \word ptr [rsp + 16], \bp                                       // theta D2
    vpxor\q xmm2, xmm0, \word ptr [\state + \size * 20]{1to\n}          // theta t42
    vmov\q xmm3, \si                                                    // theta vd0
    rorx \r13, \r15, \bits - 1                                          // theta r4
    xor \r13, \cx                                                       // theta d3
    vmov\q xmm4, \r13                                                   // theta vd3
    vpxor\q xmm5, xmm4, \word ptr [\state + \size * 13]{1to\n}          // theta t32
    rorx \r11, \cx, \bits - 1                                           // theta r2
    xor \r11, \r9                                                       // theta d1
    vmov\q xmm6, \r11                                                   // theta vd1
    vpxor\q xmm7, xmm6, \word ptr [\state + \size * 12]{1to\n}          // theta t10
    vpxor\q xmm8, xmm1, \word ptr [\state + \size * 10]{1to\n}          // theta t21
    vprol\q xmm8, xmm8, 6 % \bits                                       // rho, pi b12
    vprol\q xmm7, xmm7, 1 % \bits                                       // rho, pi b02
    vpxor\q xmm9, xmm3, \word ptr [\state + \size * 14]{1to\n}          // theta t04
    vpxor\q xmm0, xmm0, \word ptr [\state + \size * 11]{1to\n}          // theta t43
    vprol\q xmm0, xmm0, 8 % \bits                                       // rho, pi b32
    vprol\q xmm9, xmm9, 18 % \bits                                      // rho, pi b42
    vprol\q xmm5, xmm5, 25 % \bits                                      // rho, pi b22
    vmovdqa64 xmm10, xmm7                                               // chi e02
    vpternlog\q xmm10, xmm8, xmm5, 0xd2                                 // chi e02
    vpxor\q xmm10, xmm10, \word ptr [rdi + \size * 10]{1to\n}           // data se02
    vmov\q \word ptr [rdi + \size * 10], xmm10                          // data Oe02
    vmovdqa64 xmm11, xmm8                                               // chi e12
    vpternlog\q xmm11, xmm5, xmm0, 0xd2                                 // chi e12
    vpxor\q xmm11, xmm11, \word ptr [rdi + \size * 11]{1to\n}           // data se12
    vmov\q \word ptr [rdi + \size * 11], xmm11                          // data Oe12
    vmov\q \word ptr [\state + \size * 10], xmm10                       // store S02
    vmov\q \word ptr [\state + \size * 11], xmm11                       // store S12
    vpternlog\q xmm5, xmm0, xmm9, 0xd2                                  // chi e22
    vpxor\q xmm5, xmm5, \word ptr [rdi + \size * 12]{1to\n}             // data se22
    vmov\q \word ptr [rdi + \size * 12], xmm5                           // data Oe22
    vpxor\q xmm1, xmm1, \word ptr [\state + \size * 24]{1to\n}          // theta t20
    vprol\q xmm1, xmm1, 62 % \bits                                      // rho, pi b04
    vmov\q \word ptr [\state + \size * 12], xmm5                        // store S22
    vprol\q xmm2, xmm2, 39 % \bits                                      // rho, pi b24
    vpternlog\q xmm0, xmm9, xmm7, 0xd2                                  // chi e32
    vpxor\q xmm0, xmm0, \word ptr [rdi + \size * 13]{1to\n}             // data se32
    vmov\q \word ptr [rdi + \size * 13], xmm0                           // data Oe32
    vmov\q \word ptr [\state + \size * 13], xmm0                        // store S32
    vpternlog\q xmm9, xmm7, xmm8, 0xd2                                  // chi e42
    vpxor\q xmm0, xmm9, \word ptr [rdi + \size * 14]{1to\n}             // data se42
    vmov\q \word ptr [rdi + \size * 14], xmm0                           // data Oe42
    vpxor\q xmm4, xmm4, \word ptr [\state + \size * 22]{1to\n}          // theta t31
    vprol\q xmm4, xmm4, 55 % \bits                                      // rho, pi b14
    vpxor\q xmm3, xmm3, \word ptr [\state + \size * 23]{1to\n}          // theta t03
    mov \bx, \word ptr [\state + \size * 3]                             // theta t11
    xor \bx, \r11                                                       // theta t11
    vprol\q xmm3, xmm3, 41 % \bits                                      // rho, pi b34
    vmov\q \word ptr [\state + \size * 14], xmm0                        // store S42
    vpxor\q xmm0, xmm6, \word ptr [\state + \size * 21]{1to\n}          // theta t14
    vprol\q xmm0, xmm0, 2 % \bits                                       // rho, pi b44
    vmovdqa64 xmm5, xmm1                                                // chi e04
    vpternlog\q xmm5, xmm4, xmm2, 0xd2                                  // chi e04
    vmov\q \word ptr [\state + \size * 20], xmm5                        // store S04
    vmovdqa64 xmm5, xmm0                                                // chi e44
    vpternlog\q xmm5, xmm1, xmm4, 0xd2                                  // chi e44
    vpxor\q xmm5, xmm5, \word ptr [rsp + 352]{1to\n}                    // data se44
    vmov\q \word ptr [\state + \size * 24], xmm5                        // store S44
    vpternlog\q xmm4, xmm2, xmm3, 0xd2                                  // chi e14
    vmov\q \word ptr [\state + \size * 21], xmm4                        // store S14
    vpternlog\q xmm2, xmm3, xmm0, 0xd2                                  // chi e24
    vmov\q \word ptr [\state + \size * 22], xmm2                        // store S24
    vpternlog\q xmm3, xmm0, xmm1, 0xd2                                  // chi e34
    vmov\q \word ptr [\state + \size * 23], xmm3                        // store S34
    mov \r12, \word ptr [\state + \size * 0]                            // theta t00
    xor \r12, \si                                                       // theta t00
    mov \bp, \word ptr [\state + \size * 4]                             // theta t33
    xor \bp, \r13                                                       // theta t33
    mov \r15, \word ptr [\state + \size * 1]                            // theta t22
    xor \r15, \word ptr [rsp + 16]                                      // theta t22
    mov \r8, \word ptr [\state + \size * 2]                             // theta t44
    xor \r8, \word ptr [rsp + 32]                                       // theta t44
    rol \bp, 21 % \bits                                                 // rho, pi b30
    rol \r15, 43 % \bits                                                // rho, pi b20
    rol \r8, 14 % \bits                                                 // rho, pi b40
    andn \r9, \r15, \bp                                                 // chi n10
    rol \bx, 44 % \bits                                                 // rho, pi b10
    andn \ax, \bx, \r15                                                 // chi n00
    mov rcx, qword ptr [rsp + 40]                                       // iota
    xor \ax, \word ptr [rcx + \size]                                    // iota
    xor \ax, \r12                                                       // chi e00
    xor \ax, \word ptr [rdi + \size * 0]                                // data se00
    mov \word ptr [rdi + \size * 0], \ax                                // data Oe00
    mov \word ptr [\state + \size * 0], \ax                             // store S00
    xor \r9, \bx                                                        // chi e10
    xor \r9, \word ptr [rdi + \size * 1]                                // data se10
    mov \word ptr [rdi + \size * 1], \r9                                // data Oe10
    mov \word ptr [\state + \size * 1], \r9                             // store S10
    andn \cx, \bp, \r8                                                  // chi n20
    xor \cx, \r15                                                       // chi e20
    xor \cx, \word ptr [rdi + \size * 2]                                // data se20
    mov \word ptr [rdi + \size * 2], \cx                                // data Oe20
    andn \dx, \r8, \r12                                                 // chi n30
    xor \dx, \bp                                                        // chi e30
    xor \dx, \word ptr [rdi + \size * 3]                                // data se30
    mov \word ptr [rdi + \size * 3], \dx                                // data Oe30
    mov \word ptr [\state + \size * 3], \dx                             // store S30
    mov \word ptr [\state + \size * 2], \cx                             // store S20
    andn \r14, \r12, \bx                                                // chi n40
    mov \bx, \word ptr [\state + \size * 6]                             // theta t30
    xor \bx, \r13                                                       // theta t30
    xor \r14, \r8                                                       // chi e40
    xor \r14, \word ptr [rdi + \size * 4]                               // data se40
    mov \word ptr [rdi + \size * 4], \r14                               // data Oe40
    mov \word ptr [\state + \size * 4], \r14                            // store S40
    mov \r12, \word ptr [\state + \size * 9]                            // theta t41
    xor \r12, \word ptr [rsp + 32]                                      // theta t41
    rol \bx, 28 % \bits                                                 // rho, pi b01
    mov \r8, \word ptr [\state + \size * 7]                             // theta t02
    xor \r8, \si                                                        // theta t02
    rol \r8, 3 % \bits                                                  // rho, pi b21
    mov \r15, \word ptr [\state + \size * 5]                            // theta t13
    xor \r15, \r11                                                      // theta t13
    rol \r12, 20 % \bits                                                // rho, pi b11
    rol \r15, 45 % \bits                                                // rho, pi b31
    mov \r10, \word ptr [\state + \size * 8]                            // theta t24
    xor \r10, \word ptr [rsp + 16]                                      // theta t24
    andn \bp, \r12, \r8                                                 // chi n01
    xor \bp, \bx                                                        // chi e01
    xor \bp, \word ptr [rdi + \size * 5]                                // data se01
    mov \word ptr [rdi + \size * 5], \bp                                // data Oe01
    rol \r10, 61 % \bits                                                // rho, pi b41
    xor \ax, \bp                                                        // parity p0_1
    mov \word ptr [\state + \size * 5], \bp                             // store S01
    andn \bp, \r8, \r15                                                 // chi n11
    xor \bp, \r12                                                       // chi e11
    xor \bp, \word ptr [rdi + \size * 6]                                // data se11
    mov \word ptr [rdi + \size * 6], \bp                                // data Oe11
    mov \word ptr [\state + \size * 6], \bp                             // store S11
    xor \r9, \bp                                                        // parity p1_1
    andn \bp, \r15, \r10                                                // chi n21
    xor \bp, \r8                                                        // chi e21
    xor \bp, \word ptr [rdi + \size * 7]                                // data se21
    mov \word ptr [rdi + \size * 7], \bp                                // data Oe21
    xor \r13, \word ptr [\state + \size * 15]                           // theta t34
    andn \r8, \bx, \r12                                                 // chi n41
    xor \cx, \bp                                                        // parity p2_1
    andn \bx, \r10, \bx                                                 // chi n31
    xor \bx, \r15                                                       // chi e31
    xor \bx, \word ptr [rdi + \size * 8]                                // data se31
    mov \word ptr [rdi + \size * 8], \bx                                // data Oe31
    xor \dx, \bx                                                        // parity p3_1
    mov \word ptr [\state + \size * 8], \bx                             // store S31
    xor \r11, \word ptr [\state + \size * 19]                           // theta t12
    xor \r8, \r10                                                       // chi e41
    xor \r8, \word ptr [rdi + \size * 9]                                // data se41
    mov \word ptr [rdi + \size * 9], \r8                                // data Oe41
    xor \r14, \r8                                                       // parity p4_1
    mov \word ptr [\state + \size * 9], \r8                             // store S41
    mov \r10, \word ptr [\state + \size * 18]                           // theta t40
    xor \r10, \word ptr [rsp + 32]                                      // theta t40
    xor \si, \word ptr [\state + \size * 16]                            // theta t01
    rol \r11, 10 % \bits                                                // rho, pi b23
    rol \si, 36 % \bits                                                 // rho, pi b13
    andn \r15, \si, \r11                                                // chi n03
    rol \r13, 56 % \bits                                                // rho, pi b43
    mov \r8, \word ptr [\state + \size * 17]                            // theta t23
    xor \r8, \word ptr [rsp + 16]                                       // theta t23
    rol \r10, 27 % \bits                                                // rho, pi b03
    xor \r15, \r10                                                      // chi e03
    xor \r15, \word ptr [rdi + \size * 15]                              // data se03
    mov \word ptr [rdi + \size * 15], \r15                              // data Oe03
    mov \word ptr [\state + \size * 15], \r15                           // store S03
    xor \ax, \r15                                                       // parity p0_3
    rol \r8, 15 % \bits                                                 // rho, pi b33
    andn \r15, \r8, \r13                                                // chi n23
    andn \r12, \r11, \r8                                                // chi n13
    xor \r12, \si                                                       // chi e13
    xor \r12, \word ptr [rdi + \size * 16]                              // data se13
    mov \word ptr [rdi + \size * 16], \r12                              // data Oe13
    xor \r9, \r12                                                       // parity p1_3
    xor \r15, \r11                                                      // chi e23
    mov \word ptr [\state + \size * 17], \r15                           // store S23
    xor \r9, \word ptr [\state + \size * 11]                            // parity q12
    mov \word ptr [\state + \size * 7], \bp                             // store S21
    xor \ax, \word ptr [\state + \size * 10]                            // parity q02
    xor \cx, \r15                                                       // parity p2_3
    xor \ax, \word ptr [\state + \size * 20]                            // parity q04
    andn \bx, \r13, \r10                                                // chi n33
    xor \bx, \r8                                                        // chi e33
    xor \dx, \bx                                                        // parity p3_3
    xor \dx, \word ptr [\state + \size * 13]                            // parity q32
    xor \dx, \word ptr [\state + \size * 23]                            // parity q34
    xor \r9, \word ptr [\state + \size * 21]                            // parity q14
    andn \r11, \r10, \si                                                // chi n43
    xor \r11, \r13                                                      // chi e43
    mov \word ptr [\state + \size * 18], \bx                            // store S33
    mov \word ptr [\state + \size * 19], \r11                           // store S43
    xor \r14, \r11                                                      // parity p4_3
    xor \r14, \word ptr [\state + \size * 14]                           // parity q42
    xor \r14, \word ptr [\state + \size * 24]                           // parity q44
    mov \word ptr [\state + \size * 16], \r12                           // store S13
    xor \cx, \word ptr [\state + \size * 12]                            // parity q22
    xor \cx, \word ptr [\state + \size * 22]                            // parity q24
    // Back to the registers of the beginning
    mov \bx, \r9
    mov \si, \r14
.endm

.macro two_rounds_unwrap word, q, size, bits, n, ax, bx, cx, dx, si, bp, r8, r9, r10, r11, r12, r13, r14, r15, state
    // Round 0 of two
    rorx \r13, \ax, \bits - 1                                           // theta r0
    xor \r13, \dx                                                       // theta d4
    rorx \r10, \dx, \bits - 1                                           // theta r3
    vmov\q xmm0, \r13                                                   // theta vd4
    mov \word ptr [rsp + 32], \r13                                      // theta D4
    rorx \r14, \bx, \bits - 1                                           // theta r1
    xor \r14, \si                                                       // theta d0
    xor \r10, \bx                                                       // theta d2
    vmov\q xmm1, \r10                                                   // theta vd2
    mov \word ptr [rsp + 16], \r10                                      // theta D2
    vpxor\q xmm2, xmm0, \word ptr [\state + \size * 14]{1to\n}          // theta t42
    vmov\q xmm3, \r14                                                   // theta vd0
    rorx \r12, \si, \bits - 1                                           // theta r4
    xor \r12, \cx                                                       // theta d3
    vmov\q xmm4, \r12                                                   // theta vd3
    vpxor\q xmm5, xmm4, \word ptr [\state + \size * 13]{1to\n}          // theta t32
    rorx \dx, \cx, \bits - 1                                            // theta r2
    xor \dx, \ax                                                        // theta d1
    vmov\q xmm6, \dx                                                    // theta vd1
    vpxor\q xmm7, xmm6, \word ptr [\state + \size * 1]{1to\n}           // theta t10
    vpxor\q xmm8, xmm1, \word ptr [\state + \size * 7]{1to\n}           // theta t21
    vprol\q xmm8, xmm8, 6 % \bits                                       // rho, pi b12
    vprol\q xmm7, xmm7, 1 % \bits                                       // rho, pi b02
    vpxor\q xmm9, xmm3, \word ptr [\state + \size * 20]{1to\n}          // theta t04
    vpxor\q xmm0, xmm0, \word ptr [\state + \size * 19]{1to\n}          // theta t43
    vprol\q xmm0, xmm0, 8 % \bits                                       // rho, pi b32
    vprol\q xmm9, xmm9, 18 % \bits                                      // rho, pi b42
    vprol\q xmm5, xmm5, 25 % \bits                                      // rho, pi b22
    vmovdqa64 xmm10, xmm7                                               // chi e02
    vpternlog\q xmm10, xmm8, xmm5, 0xd2                                 // chi e02
    vmovdqa64 xmm11, xmm8                                               // chi e12
    vpternlog\q xmm11, xmm5, xmm0, 0xd2                                 // chi e12
    vmov\q \word ptr [\state + \size * 7], xmm10                        // store S02
    vmov\q \word ptr [\state + \size * 19], xmm11                       // store S12
    vpternlog\q xmm5, xmm0, xmm9, 0xd2                                  // chi e22
    vpxor\q xmm1, xmm1, \word ptr [\state + \size * 2]{1to\n}           // theta t20
    vprol\q xmm1, xmm1, 62 % \bits                                      // rho, pi b04
    vmov\q \word ptr [\state + \size * 1], xmm5                         // store S22
    vprol\q xmm2, xmm2, 39 % \bits                                      // rho, pi b24
    vpternlog\q xmm0, xmm9, xmm7, 0xd2                                  // chi e32
    vmov\q \word ptr [\state + \size * 13], xmm0                        // store S32
    vpternlog\q xmm9, xmm7, xmm8, 0xd2                                  // chi e42
    vpxor\q xmm0, xmm4, \word ptr [\state + \size * 8]{1to\n}           // theta t31
    vprol\q xmm0, xmm0, 55 % \bits                                      // rho, pi b14
    vpxor\q xmm3, xmm3, \word ptr [\state + \size * 15]{1to\n}          // theta t03
    mov \cx, \word ptr [\state + \size * 6]                             // theta t11
    xor \cx, \dx                                                        // theta t11
    vprol\q xmm3, xmm3, 41 % \bits                                      // rho, pi b34
    vmov\q \word ptr [\state + \size * 20], xmm9                        // store S42
    vpxor\q xmm4, xmm6, \word ptr [\state + \size * 21]{1to\n}          // theta t14
    vprol\q xmm4, xmm4, 2 % \bits                                       // rho, pi b44
    vmovdqa64 xmm5, xmm1                                                // chi e04
    vpternlog\q xmm5, xmm0, xmm2, 0xd2                                  // chi e04
    vmov\q \word ptr [\state + \size * 14], xmm5                        // store S04
    vmovdqa64 xmm5, xmm4                                                // chi e44
    vpternlog\q xmm5, xmm1, xmm0, 0xd2                                  // chi e44
    vmov\q \word ptr [\state + \size * 2], xmm5                         // store S44
    vpternlog\q xmm0, xmm2, xmm3, 0xd2                                  // chi e14
    vmov\q \word ptr [\state + \size * 21], xmm0                        // store S14
    vpternlog\q xmm2, xmm3, xmm4, 0xd2                                  // chi e24
    vmov\q \word ptr [\state + \size * 8], xmm2                         // store S24
    vpternlog\q xmm3, xmm4, xmm1, 0xd2                                  // chi e34
    vmov\q \word ptr [\state + \size * 15], xmm3                        // store S34
    mov \r8, \word ptr [\state + \size * 0]                             // theta t00
    xor \r8, \r14                                                       // theta t00
    mov \si, \word ptr [\state + \size * 18]                            // theta t33
    xor \si, \r12                                                       // theta t33
    mov \ax, \word ptr [\state + \size * 12]                            // theta t22
    xor \ax, \word ptr [rsp + 16]                                       // theta t22
    mov \r13, \word ptr [\state + \size * 24]                           // theta t44
    xor \r13, \word ptr [rsp + 32]                                      // theta t44
    rol \si, 21 % \bits                                                 // rho, pi b30
    rol \ax, 43 % \bits                                                 // rho, pi b20
    rol \r13, 14 % \bits                                                // rho, pi b40
    andn \bp, \ax, \si                                                  // chi n10
    rol \cx, 44 % \bits                                                 // rho, pi b10
    andn \bx, \cx, \ax                                                  // chi n00
    mov r9, qword ptr [rsp + 40]                                        // iota
    xor \bx, \word ptr [r9]                                             // iota
    xor \bx, \r8                                                        // chi e00
    mov \word ptr [\state + \size * 0], \bx                             // store S00
    xor \bp, \cx                                                        // chi e10
    mov \word ptr [\state + \size * 12], \bp                            // store S10
    andn \r10, \si, \r13                                                // chi n20
    xor \r10, \ax                                                       // chi e20
    andn \r15, \r13, \r8                                                // chi n30
    xor \r15, \si                                                       // chi e30
    mov \word ptr [\state + \size * 6], \r15                            // store S30
    mov \word ptr [\state + \size * 24], \r10                           // store S20
    andn \cx, \r8, \cx                                                  // chi n40
    mov \r11, \word ptr [\state + \size * 3]                            // theta t30
    xor \r11, \r12                                                      // theta t30
    xor \cx, \r13                                                       // chi e40
    mov \word ptr [\state + \size * 18], \cx                            // store S40
    mov \r13, \word ptr [\state + \size * 9]                            // theta t41
    xor \r13, \word ptr [rsp + 32]                                      // theta t41
    rol \r11, 28 % \bits                                                // rho, pi b01
    mov \si, \word ptr [\state + \size * 10]                            // theta t02
    xor \si, \r14                                                       // theta t02
    rol \si, 3 % \bits                                                  // rho, pi b21
    mov \r8, \word ptr [\state + \size * 16]                            // theta t13
    xor \r8, \dx                                                        // theta t13
    rol \r13, 20 % \bits                                                // rho, pi b11
    rol \r8, 45 % \bits                                                 // rho, pi b31
    mov \r9, \word ptr [\state + \size * 22]                            // theta t24
    xor \r9, \word ptr [rsp + 16]                                       // theta t24
    andn \ax, \r13, \si                                                 // chi n01
    xor \ax, \r11                                                       // chi e01
    rol \r9, 61 % \bits                                                 // rho, pi b41
    xor \bx, \ax                                                        // parity p0_1
    mov \word ptr [\state + \size * 16], \ax                            // store S01
    andn \ax, \si, \r8                                                  // chi n11
    xor \ax, \r13                                                       // chi e11
    mov \word ptr [\state + \size * 3], \ax                             // store S11
    xor \bp, \ax                                                        // parity p1_1
    andn \ax, \r8, \r9                                                  // chi n21
    xor \ax, \si                                                        // chi e21
    xor \r12, \word ptr [\state + \size * 23]                           // theta t34
    andn \si, \r11, \r13                                                // chi n41
    xor \r10, \ax                                                       // parity p2_1
    andn \r13, \r9, \r11                                                // chi n31
    xor \r13, \r8                                                       // chi e31
    xor \r15, \r13                                                      // parity p3_1
    mov \word ptr [\state + \size * 22], \r13                           // store S31
    xor \dx, \word ptr [\state + \size * 11]                            // theta t12
    xor \si, \r9                                                        // chi e41
    xor \cx, \si                                                        // parity p4_1
    mov \word ptr [\state + \size * 9], \si                             // store S41
    mov \r8, \word ptr [\state + \size * 4]                             // theta t40
    xor \r8, \word ptr [rsp + 32]                                       // theta t40
    xor \r14, \word ptr [\state + \size * 5]                            // theta t01
    rol \dx, 10 % \bits                                                 // rho, pi b23
    rol \r14, 36 % \bits                                                // rho, pi b13
    andn \r9, \r14, \dx                                                 // chi n03
    rol \r12, 56 % \bits                                                // rho, pi b43
    mov \r13, \word ptr [\state + \size * 17]                           // theta t23
    xor \r13, \word ptr [rsp + 16]                                      // theta t23
    rol \r8, 27 % \bits                                                 // rho, pi b03
    xor \r9, \r8                                                        // chi e03
    mov \word ptr [\state + \size * 23], \r9                            // store S03
    xor \bx, \r9                                                        // parity p0_3
    rol \r13, 15 % \bits                                                // rho, pi b33
    andn \r11, \r13, \r12                                               // chi n23
    andn \r9, \dx, \r13                                                 // chi n13
    xor \r9, \r14                                                       // chi e13
    xor \bp, \r9                                                        // parity p1_3
    xor \r11, \dx                                                       // chi e23
    mov \word ptr [\state + \size * 17], \r11                           // store S23
    xor \bp, \word ptr [\state + \size * 19]                            // parity q12
    mov \word ptr [\state + \size * 10], \ax                            // store S21
    xor \bx, \word ptr [\state + \size * 7]                             // parity q02
    xor \r10, \r11                                                      // parity p2_3
    xor \bx, \word ptr [\state + \size * 14]                            // parity q04
    andn \r11, \r12, \r8                                                // chi n33
    xor \r11, \r13                                                      // chi e33
    xor \r15, \r11                                                      // parity p3_3
    xor \r15, \word ptr [\state + \size * 13]                           // parity q32
    xor \r15, \word ptr [\state + \size * 15]                           // parity q34
    xor \bp, \word ptr [\state + \size * 21]                            // parity q14
    andn \si, \r8, \r14                                                 // chi n43
    xor \si, \r12                                                       // chi e43
    mov \word ptr [\state + \size * 4], \r11                            // store S33
    mov \word ptr [\state + \size * 11], \si                            // store S43
    xor \cx, \si                                                        // parity p4_3
    xor \cx, \word ptr [\state + \size * 20]                            // parity q42
    xor \cx, \word ptr [\state + \size * 2]                             // parity q44
    mov \word ptr [\state + \size * 5], \r9                             // store S13
    xor \r10, \word ptr [\state + \size * 1]                            // parity q22
    xor \r10, \word ptr [\state + \size * 8]                            // parity q24
    // Round 1 of two
    rorx \r14, \bx, \bits - 1                                           // theta r0
    xor \r14, \r15                                                      // theta d4
    rorx \r12, \r15, \bits - 1                                          // theta r3
    vmov\q xmm0, \r14                                                   // theta vd4
    mov \word ptr [rsp + 32], \r14                                      // theta D4
    rorx \r13, \bp, \bits - 1                                           // theta r1
    xor \r13, \cx                                                       // theta d0
    xor \r12, \bp                                                       // theta d2
    vmov\q xmm1, \r12                                                   // theta vd2
    mov \word ptr [rsp + 16], \r12                                      // theta D2
    vpxor\q xmm2, xmm0, \word ptr [\state + \size * 20]{1to\n}          // theta t42
    vmov\q xmm3, \r13                                                   // theta vd0
    rorx \bp, \cx, \bits - 1                                            // theta r4
    xor \bp, \r10                                                       // theta d3
    vmov\q xmm4, \bp                                                    // theta vd3
    vpxor\q xmm5, xmm4, \word ptr [\state + \size * 13]{1to\n}          // theta t32
    rorx \r12, \r10, \bits - 1                                          // theta r2
    xor \r12, \bx                                                       // theta d1
    vmov\q xmm6, \r12                                                   // theta vd1
    vpxor\q xmm7, xmm6, \word ptr [\state + \size * 12]{1to\n}          // theta t10
    vpxor\q xmm8, xmm1, \word ptr [\state + \size * 10]{1to\n}          // theta t21
    vprol\q xmm8, xmm8, 6 % \bits                                       // rho, pi b12
    vprol\q xmm7, xmm7, 1 % \bits                                       // rho, pi b02
    vpxor\q xmm9, xmm3, \word ptr [\state + \size * 14]{1to\n}          // theta t04
    vpxor\q xmm0, xmm0, \word ptr [\state + \size * 11]{1to\n}          // theta t43
    vprol\q xmm0, xmm0, 8 % \bits                                       // rho, pi b32
    vprol\q xmm9, xmm9, 18 % \bits                                      // rho, pi b42
    vprol\q xmm5, xmm5, 25 % \bits                                      // rho, pi b22
    vmovdqa64 xmm10, xmm7                                               // chi e02
    vpternlog\q xmm10, xmm8, xmm5, 0xd2                                 // chi e02
    vmov\q xmm11, \word ptr [rdi + \size * 10]                          // data ie02
    vpxor\q xmm10, xmm10, xmm11                                         // data se02
    vmov\q \word ptr [rdi + \size * 10], xmm10                          // data Oe02
    vmovdqa64 xmm10, xmm8                                               // chi e12
    vpternlog\q xmm10, xmm5, xmm0, 0xd2                                 // chi e12
    vmov\q xmm12, \word ptr [rdi + \size * 11]                          // data ie12
    vpxor\q xmm10, xmm10, xmm12                                         // data se12
    vmov\q \word ptr [rdi + \size * 11], xmm10                          // data Oe12
    vmov\q \word ptr [\state + \size * 10], xmm11                       // store S02
    vmov\q \word ptr [\state + \size * 11], xmm12                       // store S12
    vpternlog\q xmm5, xmm0, xmm9, 0xd2                                  // chi e22
    vmov\q xmm10, \word ptr [rdi + \size * 12]                          // data ie22
    vpxor\q xmm5, xmm5, xmm10                                           // data se22
    vmov\q \word ptr [rdi + \size * 12], xmm5                           // data Oe22
    vpxor\q xmm1, xmm1, \word ptr [\state + \size * 24]{1to\n}          // theta t20
    vprol\q xmm1, xmm1, 62 % \bits                                      // rho, pi b04
    vmov\q \word ptr [\state + \size * 12], xmm10                       // store S22
    vprol\q xmm2, xmm2, 39 % \bits                                      // rho, pi b24
    vpternlog\q xmm0, xmm9, xmm7, 0xd2                                  // chi e32
    vmov\q xmm5, \word ptr [rdi + \size * 13]                           // data ie32
    vpxor\q xmm0, xmm0, xmm5                                            // data se32
    vmov\q \word ptr [rdi + \size * 13], xmm0                           // data Oe32
    vmov\q \word ptr [\state + \size * 13], xmm5                        // store S32
    vpternlog\q xmm9, xmm7, xmm8, 0xd2                                  // chi e42
    vmov\q xmm0, \word ptr [rdi + \size * 14]                           // data ie42
    vpxor\q xmm5, xmm9, xmm0                                            // data se42
    vmov\q \word ptr [rdi + \size * 14], xmm5                           // data Oe42
    vpxor\q xmm4, xmm4, \word ptr [\state + \size * 22]{1to\n}          // theta t31
    vprol\q xmm4, xmm4, 55 % \bits                                      // rho, pi b14
    vpxor\q xmm3, xmm3, \word ptr [\state + \size * 23]{1to\n}          // theta t03
    mov \r10, \word ptr [\state + \size * 3]                            // theta t11
    xor \r10, \r12                                                      // theta t11
    vprol\q xmm3, xmm3, 41 % \bits                                      // rho, pi b34
    vmov\q \word ptr [\state + \size * 14], xmm0                        // store S42
    vpxor\q xmm0, xmm6, \word ptr [\state + \size * 21]{1to\n}          // theta t14
    vprol\q xmm0, xmm0, 2 % \bits                                       // rho, pi b44
    vmovdqa64 xmm5, xmm1                                                // chi e04
    vpternlog\q xmm5, xmm4, xmm2, 0xd2                                  // chi e04
    vmov\q \word ptr [\state + \size * 20], xmm5                        // store S04
    vmovdqa64 xmm5, xmm0                                                // chi e44
    vpternlog\q xmm5, xmm1, xmm4, 0xd2                                  // chi e44
    vpxor\q xmm5, xmm5, \word ptr [rsp + 352]{1to\n}                    // data se44
    vmov\q \word ptr [\state + \size * 24], xmm5                        // store S44
    vpternlog\q xmm4, xmm2, xmm3, 0xd2                                  // chi e14
    vmov\q \word ptr [\state + \size * 21], xmm4                        // store S14
    vpternlog\q xmm2, xmm3, xmm0, 0xd2                                  // chi e24
    vmov\q \word ptr [\state + \size * 22], xmm2                        // store S24
    vpternlog\q xmm3, xmm0, xmm1, 0xd2                                  // chi e34
    vmov\q \word ptr [\state + \size * 23], xmm3                        // store S34
    mov \r14, \word ptr [\state + \size * 0]                            // theta t00
    xor \r14, \r13                                                      // theta t00
    mov \r11, \word ptr [\state + \size * 4]                            // theta t33
    xor \r11, \bp                                                       // theta t33
    mov \r8, \word ptr [\state + \size * 1]                             // theta t22
    xor \r8, \word ptr [rsp + 16]                                       // theta t22
    mov \dx, \word ptr [\state + \size * 2]                             // theta t44
    xor \dx, \word ptr [rsp + 32]                                       // theta t44
    rol \r11, 21 % \bits                                                // rho, pi b30
    rol \r8, 43 % \bits                                                 // rho, pi b20
    rol \dx, 14 % \bits                                                 // rho, pi b40
    andn \r9, \r8, \r11                                                 // chi n10
    rol \r10, 44 % \bits                                                // rho, pi b10
    andn \bx, \r10, \r8                                                 // chi n00
    mov rcx, qword ptr [rsp + 40]                                       // iota
    xor \bx, \word ptr [rcx + \size]                                    // iota
    xor \bx, \r14                                                       // chi e00
    vmov\q xmm0, \word ptr [rdi + \size * 0]                            // data ie00
    xor \bx, \word ptr [rdi + \size * 0]                                // data se00
    mov \word ptr [rdi + \size * 0], \bx                                // data Oe00
    vmov\q \ax, xmm0                                                    // data ae00
    vmov\q \word ptr [\state + \size * 0], xmm0                         // store S00
    xor \r9, \r10                                                       // chi e10
    vmov\q xmm0, \word ptr [rdi + \size * 1]                            // data ie10
    xor \r9, \word ptr [rdi + \size * 1]                                // data se10
    mov \word ptr [rdi + \size * 1], \r9                                // data Oe10
    vmov\q \bx, xmm0                                                    // data ae10
    vmov\q \word ptr [\state + \size * 1], xmm0                         // store S10
    andn \r9, \r11, \dx                                                 // chi n20
    xor \r9, \r8                                                        // chi e20
    vmov\q xmm0, \word ptr [rdi + \size * 2]                            // data ie20
    xor \r9, \word ptr [rdi + \size * 2]                                // data se20
    mov \word ptr [rdi + \size * 2], \r9                                // data Oe20
    vmov\q \r15, xmm0                                                   // data ae20
    andn \r9, \dx, \r14                                                 // chi n30
    xor \r9, \r11                                                       // chi e30
    vmov\q xmm1, \word ptr [rdi + \size * 3]                            // data ie30
    xor \r9, \word ptr [rdi + \size * 3]                                // data se30
    mov \word ptr [rdi + \size * 3], \r9                                // data Oe30
    vmov\q \r9, xmm1                                                    // data ae30
    vmov\q \word ptr [\state + \size * 3], xmm1                         // store S30
    vmov\q \word ptr [\state + \size * 2], xmm0                         // store S20
    andn \r10, \r14, \r10                                               // chi n40
    mov \cx, \word ptr [\state + \size * 6]                             // theta t30
    xor \cx, \bp                                                        // theta t30
    xor \r10, \dx                                                       // chi e40
    vmov\q xmm0, \word ptr [rdi + \size * 4]                            // data ie40
    xor \r10, \word ptr [rdi + \size * 4]                               // data se40
    mov \word ptr [rdi + \size * 4], \r10                               // data Oe40
    vmov\q \si, xmm0                                                    // data ae40
    vmov\q \word ptr [\state + \size * 4], xmm0                         // store S40
    mov \r10, \word ptr [\state + \size * 9]                            // theta t41
    xor \r10, \word ptr [rsp + 32]                                      // theta t41
    rol \cx, 28 % \bits                                                 // rho, pi b01
    mov \dx, \word ptr [\state + \size * 7]                             // theta t02
    xor \dx, \r13                                                       // theta t02
    rol \dx, 3 % \bits                                                  // rho, pi b21
    mov \r14, \word ptr [\state + \size * 5]                            // theta t13
    xor \r14, \r12                                                      // theta t13
    rol \r10, 20 % \bits                                                // rho, pi b11
    rol \r14, 45 % \bits                                                // rho, pi b31
    mov \r8, \word ptr [\state + \size * 8]                             // theta t24
    xor \r8, \word ptr [rsp + 16]                                       // theta t24
    andn \r11, \r10, \dx                                                // chi n01
    xor \r11, \cx                                                       // chi e01
    vmov\q xmm0, \word ptr [rdi + \size * 5]                            // data ie01
    xor \r11, \word ptr [rdi + \size * 5]                               // data se01
    mov \word ptr [rdi + \size * 5], \r11                               // data Oe01
    rol \r8, 61 % \bits                                                 // rho, pi b41
    vmov\q \r11, xmm0                                                   // data ae01
    xor \ax, \r11                                                       // parity p0_1
    vmov\q \word ptr [\state + \size * 5], xmm0                         // store S01
    andn \r11, \dx, \r14                                                // chi n11
    xor \r11, \r10                                                      // chi e11
    vmov\q xmm0, \word ptr [rdi + \size * 6]                            // data ie11
    xor \r11, \word ptr [rdi + \size * 6]                               // data se11
    mov \word ptr [rdi + \size * 6], \r11                               // data Oe11
    vmov\q \word ptr [\state + \size * 6], xmm0                         // store S11
    vmov\q \r11, xmm0                                                   // data ae11
    xor \bx, \r11                                                       // parity p1_1
    andn \r11, \r14, \r8                                                // chi n21
    xor \r11, \dx                                                       // chi e21
    vmov\q xmm0, \word ptr [rdi + \size * 7]                            // data ie21
    xor \r11, \word ptr [rdi + \size * 7]                               // data se21
    mov \word ptr [rdi + \size * 7], \r11                               // data Oe21
    xor \bp, \word ptr [\state + \size * 15]                            // theta t34
    andn \r10, \cx, \r10                                                // chi n41
    vmov\q \dx, xmm0                                                    // data ae21
    xor \r15, \dx                                                       // parity p2_1
    andn \dx, \r8, \cx                                                  // chi n31
    xor \dx, \r14                                                       // chi e31
    vmov\q xmm1, \word ptr [rdi + \size * 8]                            // data ie31
    xor \dx, \word ptr [rdi + \size * 8]                                // data se31
    mov \word ptr [rdi + \size * 8], \dx                                // data Oe31
    vmov\q \r11, xmm1                                                   // data ae31
    xor \r9, \r11                                                       // parity p3_1
    vmov\q \word ptr [\state + \size * 8], xmm1                         // store S31
    xor \r12, \word ptr [\state + \size * 19]                           // theta t12
    xor \r10, \r8                                                       // chi e41
    vmov\q xmm1, \word ptr [rdi + \size * 9]                            // data ie41
    xor \r10, \word ptr [rdi + \size * 9]                               // data se41
    mov \word ptr [rdi + \size * 9], \r10                               // data Oe41
    vmov\q \r10, xmm1                                                   // data ae41
    xor \si, \r10                                                       // parity p4_1
    vmov\q \word ptr [\state + \size * 9], xmm1                         // store S41
    mov \r10, \word ptr [\state + \size * 18]                           // theta t40
    xor \r10, \word ptr [rsp + 32]                                      // theta t40
    xor \r13, \word ptr [\state + \size * 16]                           // theta t01
    rol \r12, 10 % \bits                                                // rho, pi b23
    rol \r13, 36 % \bits                                                // rho, pi b13
    andn \r11, \r13, \r12                                               // chi n03
    rol \bp, 56 % \bits                                                 // rho, pi b43
    mov \cx, \word ptr [\state + \size * 17]                            // theta t23
    xor \cx, \word ptr [rsp + 16]                                       // theta t23
    rol \r10, 27 % \bits                                                // rho, pi b03
    xor \r11, \r10                                                      // chi e03
    vmov\q xmm1, \word ptr [rdi + \size * 15]                           // data ie03
    xor \r11, \word ptr [rdi + \size * 15]                              // data se03
    mov \word ptr [rdi + \size * 15], \r11                              // data Oe03
    vmov\q \word ptr [\state + \size * 15], xmm1                        // store S03
    vmov\q \r11, xmm1                                                   // data ae03
    xor \ax, \r11                                                       // parity p0_3
    rol \cx, 15 % \bits                                                 // rho, pi b33
    andn \r8, \cx, \bp                                                  // chi n23
    andn \dx, \r12, \cx                                                 // chi n13
    xor \dx, \r13                                                       // chi e13
    vmov\q xmm1, \word ptr [rdi + \size * 16]                           // data ie13
    xor \dx, \word ptr [rdi + \size * 16]                               // data se13
    mov \word ptr [rdi + \size * 16], \dx                               // data Oe13
    vmov\q \r14, xmm1                                                   // data ae13
    xor \bx, \r14                                                       // parity p1_3
    xor \r8, \r12                                                       // chi e23
    mov \word ptr [\state + \size * 17], \r8                            // store S23
    xor \bx, \word ptr [\state + \size * 11]                            // parity q12
    vmov\q \word ptr [\state + \size * 7], xmm0                         // store S21
    xor \ax, \word ptr [\state + \size * 10]                            // parity q02
    xor \r15, \r8                                                       // parity p2_3
    xor \ax, \word ptr [\state + \size * 20]                            // parity q04
    andn \r11, \bp, \r10                                                // chi n33
    xor \r11, \cx                                                       // chi e33
    xor \r9, \r11                                                       // parity p3_3
    xor \r9, \word ptr [\state + \size * 13]                            // parity q32
    xor \r9, \word ptr [\state + \size * 23]                            // parity q34
    xor \bx, \word ptr [\state + \size * 21]                            // parity q14
    andn \cx, \r10, \r13                                                // chi n43
    xor \cx, \bp                                                        // chi e43
    mov \word ptr [\state + \size * 18], \r11                           // store S33
    mov \word ptr [\state + \size * 19], \cx                            // store S43
    xor \si, \cx                                                        // parity p4_3
    xor \si, \word ptr [\state + \size * 14]                            // parity q42
    xor \si, \word ptr [\state + \size * 24]                            // parity q44
    vmov\q \word ptr [\state + \size * 16], xmm1                        // store S13
    xor \r15, \word ptr [\state + \size * 12]                           // parity q22
    xor \r15, \word ptr [\state + \size * 22]                           // parity q24
    // Back to the registers of the beginning
    mov \cx, \r15
    mov \dx, \r9
.endm
