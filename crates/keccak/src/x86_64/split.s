// Written by crates/keccak/generate/keccak.py: two rounds of Keccak-p[1600] and, with words of 32 bits, Keccak-p[800], on one
// state in memory. Three planes are in the integer unit, two in the vector unit at the same time: 340 instructions.
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

.macro two_rounds word, q, size, bits, n, ax, bx, cx, dx, si, bp, r8, r9, r10, r11, r12, r13, r14, r15, state
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
    vmovdqa64 xmm11, xmm8                                               // chi e12
    vpternlog\q xmm11, xmm5, xmm0, 0xd2                                 // chi e12
    vmov\q \word ptr [\state + \size * 10], xmm10                       // store S02
    vmov\q \word ptr [\state + \size * 11], xmm11                       // store S12
    vpternlog\q xmm5, xmm0, xmm9, 0xd2                                  // chi e22
    vpxor\q xmm1, xmm1, \word ptr [\state + \size * 24]{1to\n}          // theta t20
    vprol\q xmm1, xmm1, 62 % \bits                                      // rho, pi b04
    vmov\q \word ptr [\state + \size * 12], xmm5                        // store S22
    vprol\q xmm2, xmm2, 39 % \bits                                      // rho, pi b24
    vpternlog\q xmm0, xmm9, xmm7, 0xd2                                  // chi e32
    vmov\q \word ptr [\state + \size * 13], xmm0                        // store S32
    vpternlog\q xmm9, xmm7, xmm8, 0xd2                                  // chi e42
    vpxor\q xmm0, xmm4, \word ptr [\state + \size * 22]{1to\n}          // theta t31
    vprol\q xmm0, xmm0, 55 % \bits                                      // rho, pi b14
    vpxor\q xmm3, xmm3, \word ptr [\state + \size * 23]{1to\n}          // theta t03
    mov \bx, \word ptr [\state + \size * 3]                             // theta t11
    xor \bx, \r11                                                       // theta t11
    vprol\q xmm3, xmm3, 41 % \bits                                      // rho, pi b34
    vmov\q \word ptr [\state + \size * 14], xmm9                        // store S42
    vpxor\q xmm4, xmm6, \word ptr [\state + \size * 21]{1to\n}          // theta t14
    vprol\q xmm4, xmm4, 2 % \bits                                       // rho, pi b44
    vmovdqa64 xmm5, xmm1                                                // chi e04
    vpternlog\q xmm5, xmm0, xmm2, 0xd2                                  // chi e04
    vmov\q \word ptr [\state + \size * 20], xmm5                        // store S04
    vmovdqa64 xmm5, xmm4                                                // chi e44
    vpternlog\q xmm5, xmm1, xmm0, 0xd2                                  // chi e44
    vmov\q \word ptr [\state + \size * 24], xmm5                        // store S44
    vpternlog\q xmm0, xmm2, xmm3, 0xd2                                  // chi e14
    vmov\q \word ptr [\state + \size * 21], xmm0                        // store S14
    vpternlog\q xmm2, xmm3, xmm4, 0xd2                                  // chi e24
    vmov\q \word ptr [\state + \size * 22], xmm2                        // store S24
    vpternlog\q xmm3, xmm4, xmm1, 0xd2                                  // chi e34
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
    mov \word ptr [\state + \size * 0], \ax                             // store S00
    xor \r9, \bx                                                        // chi e10
    mov \word ptr [\state + \size * 1], \r9                             // store S10
    andn \cx, \bp, \r8                                                  // chi n20
    xor \cx, \r15                                                       // chi e20
    andn \dx, \r8, \r12                                                 // chi n30
    xor \dx, \bp                                                        // chi e30
    mov \word ptr [\state + \size * 3], \dx                             // store S30
    mov \word ptr [\state + \size * 2], \cx                             // store S20
    andn \r14, \r12, \bx                                                // chi n40
    mov \bx, \word ptr [\state + \size * 6]                             // theta t30
    xor \bx, \r13                                                       // theta t30
    xor \r14, \r8                                                       // chi e40
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
    rol \r10, 61 % \bits                                                // rho, pi b41
    xor \ax, \bp                                                        // parity p0_1
    mov \word ptr [\state + \size * 5], \bp                             // store S01
    andn \bp, \r8, \r15                                                 // chi n11
    xor \bp, \r12                                                       // chi e11
    mov \word ptr [\state + \size * 6], \bp                             // store S11
    xor \r9, \bp                                                        // parity p1_1
    andn \bp, \r15, \r10                                                // chi n21
    xor \bp, \r8                                                        // chi e21
    xor \r13, \word ptr [\state + \size * 15]                           // theta t34
    andn \r8, \bx, \r12                                                 // chi n41
    xor \cx, \bp                                                        // parity p2_1
    andn \bx, \r10, \bx                                                 // chi n31
    xor \bx, \r15                                                       // chi e31
    xor \dx, \bx                                                        // parity p3_1
    mov \word ptr [\state + \size * 8], \bx                             // store S31
    xor \r11, \word ptr [\state + \size * 19]                           // theta t12
    xor \r8, \r10                                                       // chi e41
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
    mov \word ptr [\state + \size * 15], \r15                           // store S03
    xor \ax, \r15                                                       // parity p0_3
    rol \r8, 15 % \bits                                                 // rho, pi b33
    andn \r15, \r8, \r13                                                // chi n23
    andn \r12, \r11, \r8                                                // chi n13
    xor \r12, \si                                                       // chi e13
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
