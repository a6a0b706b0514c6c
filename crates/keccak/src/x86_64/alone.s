// Written by crates/keccak/generate/keccak.py: two rounds of Keccak-p[1600] and, with words of 32 bits, Keccak-p[800], on one
// state in memory. All of it is in the integer unit: 363 instructions.
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
    rorx \bp, \dx, \bits - 1                                            // theta r3
    rorx \r9, \cx, \bits - 1                                            // theta r2
    rorx \r8, \ax, \bits - 1                                            // theta r0
    rorx \r12, \bx, \bits - 1                                           // theta r1
    xor \r8, \dx                                                        // theta d4
    rorx \r11, \si, \bits - 1                                           // theta r4
    xor \r9, \ax                                                        // theta d1
    xor \r12, \si                                                       // theta d0
    xor \bp, \bx                                                        // theta d2
    mov \word ptr [rsp + 16], \bp                                       // theta D2
    mov \dx, \word ptr [\state + \size * 12]                            // theta t22
    xor \dx, \word ptr [rsp + 16]                                       // theta t22
    mov \ax, \word ptr [\state + \size * 6]                             // theta t11
    xor \ax, \r9                                                        // theta t11
    rol \ax, 44 % \bits                                                 // rho, pi b10
    mov \si, \word ptr [\state + \size * 0]                             // theta t00
    xor \si, \r12                                                       // theta t00
    xor \r11, \cx                                                       // theta d3
    mov \word ptr [rsp + 32], \r8                                       // theta D4
    rol \dx, 43 % \bits                                                 // rho, pi b20
    andn \r15, \ax, \dx                                                 // chi n00
    mov rbp, qword ptr [rsp + 40]                                       // iota
    xor \r15, \word ptr [rbp]                                           // iota
    mov \r10, \word ptr [\state + \size * 18]                           // theta t33
    xor \r10, \r11                                                      // theta t33
    rol \r10, 21 % \bits                                                // rho, pi b30
    andn \cx, \dx, \r10                                                 // chi n10
    xor \r15, \si                                                       // chi e00
    mov \r14, \word ptr [\state + \size * 24]                           // theta t44
    xor \r14, \word ptr [rsp + 32]                                      // theta t44
    mov \word ptr [\state + \size * 0], \r15                            // store S00
    xor \cx, \ax                                                        // chi e10
    mov \word ptr [\state + \size * 12], \cx                            // store S10
    mov \r8, \word ptr [\state + \size * 16]                            // theta t13
    xor \r8, \r9                                                        // theta t13
    rol \r14, 14 % \bits                                                // rho, pi b40
    andn \bp, \r14, \si                                                 // chi n30
    andn \bx, \r10, \r14                                                // chi n20
    xor \bx, \dx                                                        // chi e20
    mov \word ptr [\state + \size * 24], \bx                            // store S20
    xor \bp, \r10                                                       // chi e30
    mov \word ptr [\state + \size * 6], \bp                             // store S30
    andn \ax, \si, \ax                                                  // chi n40
    xor \ax, \r14                                                       // chi e40
    mov \word ptr [\state + \size * 18], \ax                            // store S40
    mov \r10, \word ptr [\state + \size * 3]                            // theta t30
    xor \r10, \r11                                                      // theta t30
    mov \r14, \word ptr [\state + \size * 10]                           // theta t02
    xor \r14, \r12                                                      // theta t02
    rol \r14, 3 % \bits                                                 // rho, pi b21
    mov \si, \word ptr [\state + \size * 9]                             // theta t41
    xor \si, \word ptr [rsp + 32]                                       // theta t41
    rol \r8, 45 % \bits                                                 // rho, pi b31
    rol \si, 20 % \bits                                                 // rho, pi b11
    mov \dx, \word ptr [\state + \size * 22]                            // theta t24
    xor \dx, \word ptr [rsp + 16]                                       // theta t24
    rol \dx, 61 % \bits                                                 // rho, pi b41
    rol \r10, 28 % \bits                                                // rho, pi b01
    andn \r13, \si, \r14                                                // chi n01
    xor \r13, \r10                                                      // chi e01
    mov \word ptr [\state + \size * 16], \r13                           // store S01
    xor \r15, \r13                                                      // parity p0_1
    andn \r13, \r14, \r8                                                // chi n11
    xor \r13, \si                                                       // chi e11
    xor \cx, \r13                                                       // parity p1_1
    mov \word ptr [\state + \size * 3], \r13                            // store S11
    andn \r13, \r8, \dx                                                 // chi n21
    xor \r13, \r14                                                      // chi e21
    xor \bx, \r13                                                       // parity p2_1
    andn \si, \r10, \si                                                 // chi n41
    andn \r10, \dx, \r10                                                // chi n31
    xor \r10, \r8                                                       // chi e31
    xor \bp, \r10                                                       // parity p3_1
    xor \si, \dx                                                        // chi e41
    xor \ax, \si                                                        // parity p4_1
    mov \r8, \word ptr [\state + \size * 4]                             // theta t40
    xor \r8, \word ptr [rsp + 32]                                       // theta t40
    mov \dx, \word ptr [\state + \size * 5]                             // theta t01
    xor \dx, \r12                                                       // theta t01
    mov \r14, \word ptr [\state + \size * 11]                           // theta t12
    xor \r14, \r9                                                       // theta t12
    rol \r14, 10 % \bits                                                // rho, pi b23
    mov \word ptr [\state + \size * 10], \r13                           // store S21
    mov \word ptr [\state + \size * 9], \si                             // store S41
    rol \dx, 36 % \bits                                                 // rho, pi b13
    mov \r13, \word ptr [\state + \size * 23]                           // theta t34
    xor \r13, \r11                                                      // theta t34
    andn \si, \dx, \r14                                                 // chi n03
    rol \r13, 56 % \bits                                                // rho, pi b43
    mov \word ptr [\state + \size * 22], \r10                           // store S31
    rol \r8, 27 % \bits                                                 // rho, pi b03
    xor \si, \r8                                                        // chi e03
    xor \r15, \si                                                       // parity p0_3
    mov \r10, \word ptr [\state + \size * 17]                           // theta t23
    xor \r10, \word ptr [rsp + 16]                                      // theta t23
    rol \r10, 15 % \bits                                                // rho, pi b33
    mov \word ptr [\state + \size * 23], \si                            // store S03
    andn \si, \r14, \r10                                                // chi n13
    xor \si, \dx                                                        // chi e13
    mov \word ptr [\state + \size * 5], \si                             // store S13
    xor \cx, \si                                                        // parity p1_3
    andn \si, \r10, \r13                                                // chi n23
    xor \si, \r14                                                       // chi e23
    xor \bx, \si                                                        // parity p2_3
    mov \word ptr [\state + \size * 17], \si                            // store S23
    andn \si, \r13, \r8                                                 // chi n33
    xor \si, \r10                                                       // chi e33
    mov \r14, \word ptr [\state + \size * 19]                           // theta t43
    xor \r14, \word ptr [rsp + 32]                                      // theta t43
    mov \word ptr [\state + \size * 4], \si                             // store S33
    andn \r10, \r8, \dx                                                 // chi n43
    xor \r10, \r13                                                      // chi e43
    mov \word ptr [\state + \size * 11], \r10                           // store S43
    mov \r13, \word ptr [\state + \size * 1]                            // theta t10
    xor \r13, \r9                                                       // theta t10
    rol \r13, 1 % \bits                                                 // rho, pi b02
    mov \dx, \word ptr [\state + \size * 7]                             // theta t21
    xor \dx, \word ptr [rsp + 16]                                       // theta t21
    xor \bp, \si                                                        // parity p3_3
    rol \dx, 6 % \bits                                                  // rho, pi b12
    mov \r8, \word ptr [\state + \size * 13]                            // theta t32
    xor \r8, \r11                                                       // theta t32
    xor \ax, \r10                                                       // parity p4_3
    mov \r10, \word ptr [\state + \size * 20]                           // theta t04
    xor \r10, \r12                                                      // theta t04
    rol \r10, 18 % \bits                                                // rho, pi b42
    rol \r8, 25 % \bits                                                 // rho, pi b22
    andn \si, \dx, \r8                                                  // chi n02
    xor \si, \r13                                                       // chi e02
    xor \r15, \si                                                       // parity p0_2
    mov \word ptr [\state + \size * 7], \si                             // store S02
    rol \r14, 8 % \bits                                                 // rho, pi b32
    andn \si, \r8, \r14                                                 // chi n12
    xor \si, \dx                                                        // chi e12
    xor \r11, \word ptr [\state + \size * 8]                            // theta t31
    mov \word ptr [\state + \size * 19], \si                            // store S12
    andn \dx, \r13, \dx                                                 // chi n42
    xor \cx, \si                                                        // parity p1_2
    andn \si, \r14, \r10                                                // chi n22
    xor \si, \r8                                                        // chi e22
    mov \word ptr [\state + \size * 1], \si                             // store S22
    xor \bx, \si                                                        // parity p2_2
    xor \r9, \word ptr [\state + \size * 21]                            // theta t14
    andn \si, \r10, \r13                                                // chi n32
    mov \r8, \word ptr [\state + \size * 2]                             // theta t20
    xor \r8, \word ptr [rsp + 16]                                       // theta t20
    rol \r11, 55 % \bits                                                // rho, pi b14
    xor \si, \r14                                                       // chi e32
    xor \bp, \si                                                        // parity p3_2
    xor \dx, \r10                                                       // chi e42
    xor \ax, \dx                                                        // parity p4_2
    mov \r14, \word ptr [\state + \size * 14]                           // theta t42
    xor \r14, \word ptr [rsp + 32]                                      // theta t42
    mov \word ptr [\state + \size * 13], \si                            // store S32
    rol \r8, 62 % \bits                                                 // rho, pi b04
    rol \r9, 2 % \bits                                                  // rho, pi b44
    xor \r12, \word ptr [\state + \size * 15]                           // theta t03
    rol \r12, 41 % \bits                                                // rho, pi b34
    mov \word ptr [\state + \size * 20], \dx                            // store S42
    rol \r14, 39 % \bits                                                // rho, pi b24
    andn \dx, \r11, \r14                                                // chi n04
    xor \dx, \r8                                                        // chi e04
    mov \word ptr [\state + \size * 14], \dx                            // store S04
    andn \si, \r14, \r12                                                // chi n14
    andn \r13, \r12, \r9                                                // chi n24
    xor \r15, \dx                                                       // parity p0_4
    xor \si, \r11                                                       // chi e14
    xor \cx, \si                                                        // parity p1_4
    xor \r13, \r14                                                      // chi e24
    andn \dx, \r9, \r8                                                  // chi n34
    xor \dx, \r12                                                       // chi e34
    mov \word ptr [\state + \size * 15], \dx                            // store S34
    xor \bx, \r13                                                       // parity p2_4
    mov \word ptr [\state + \size * 8], \r13                            // store S24
    andn \r12, \r8, \r11                                                // chi n44
    xor \r12, \r9                                                       // chi e44
    xor \bp, \dx                                                        // parity p3_4
    xor \ax, \r12                                                       // parity p4_4
    mov \word ptr [\state + \size * 21], \si                            // store S14
    mov \word ptr [\state + \size * 2], \r12                            // store S44
    // Round 1 of two
    rorx \si, \bp, \bits - 1                                            // theta r3
    rorx \r9, \bx, \bits - 1                                            // theta r2
    rorx \dx, \r15, \bits - 1                                           // theta r0
    rorx \r8, \cx, \bits - 1                                            // theta r1
    xor \dx, \bp                                                        // theta d4
    rorx \r11, \ax, \bits - 1                                           // theta r4
    xor \r9, \r15                                                       // theta d1
    xor \r8, \ax                                                        // theta d0
    xor \si, \cx                                                        // theta d2
    mov \word ptr [rsp + 16], \si                                       // theta D2
    mov \r15, \word ptr [\state + \size * 1]                            // theta t22
    xor \r15, \word ptr [rsp + 16]                                      // theta t22
    mov \si, \word ptr [\state + \size * 3]                             // theta t11
    xor \si, \r9                                                        // theta t11
    rol \si, 44 % \bits                                                 // rho, pi b10
    mov \r12, \word ptr [\state + \size * 0]                            // theta t00
    xor \r12, \r8                                                       // theta t00
    xor \r11, \bx                                                       // theta d3
    mov \word ptr [rsp + 32], \dx                                       // theta D4
    rol \r15, 43 % \bits                                                // rho, pi b20
    andn \bp, \si, \r15                                                 // chi n00
    mov r13, qword ptr [rsp + 40]                                       // iota
    xor \bp, \word ptr [r13 + \size]                                    // iota
    mov \dx, \word ptr [\state + \size * 4]                             // theta t33
    xor \dx, \r11                                                       // theta t33
    rol \dx, 21 % \bits                                                 // rho, pi b30
    andn \bx, \r15, \dx                                                 // chi n10
    xor \bp, \r12                                                       // chi e00
    mov \r14, \word ptr [\state + \size * 2]                            // theta t44
    xor \r14, \word ptr [rsp + 32]                                      // theta t44
    mov \word ptr [\state + \size * 0], \bp                             // store S00
    xor \bx, \si                                                        // chi e10
    mov \word ptr [\state + \size * 1], \bx                             // store S10
    mov \ax, \word ptr [\state + \size * 5]                             // theta t13
    xor \ax, \r9                                                        // theta t13
    rol \r14, 14 % \bits                                                // rho, pi b40
    andn \r13, \r14, \r12                                               // chi n30
    andn \cx, \dx, \r14                                                 // chi n20
    xor \cx, \r15                                                       // chi e20
    mov \word ptr [\state + \size * 2], \cx                             // store S20
    xor \r13, \dx                                                       // chi e30
    mov \word ptr [\state + \size * 3], \r13                            // store S30
    andn \dx, \r12, \si                                                 // chi n40
    xor \dx, \r14                                                       // chi e40
    mov \word ptr [\state + \size * 4], \dx                             // store S40
    mov \r14, \word ptr [\state + \size * 6]                            // theta t30
    xor \r14, \r11                                                      // theta t30
    mov \si, \word ptr [\state + \size * 7]                             // theta t02
    xor \si, \r8                                                        // theta t02
    rol \si, 3 % \bits                                                  // rho, pi b21
    mov \r15, \word ptr [\state + \size * 9]                            // theta t41
    xor \r15, \word ptr [rsp + 32]                                      // theta t41
    rol \ax, 45 % \bits                                                 // rho, pi b31
    rol \r15, 20 % \bits                                                // rho, pi b11
    mov \r10, \word ptr [\state + \size * 8]                            // theta t24
    xor \r10, \word ptr [rsp + 16]                                      // theta t24
    rol \r10, 61 % \bits                                                // rho, pi b41
    rol \r14, 28 % \bits                                                // rho, pi b01
    andn \r12, \r15, \si                                                // chi n01
    xor \r12, \r14                                                      // chi e01
    mov \word ptr [\state + \size * 5], \r12                            // store S01
    xor \bp, \r12                                                       // parity p0_1
    andn \r12, \si, \ax                                                 // chi n11
    xor \r12, \r15                                                      // chi e11
    xor \bx, \r12                                                       // parity p1_1
    mov \word ptr [\state + \size * 6], \r12                            // store S11
    andn \r12, \ax, \r10                                                // chi n21
    xor \r12, \si                                                       // chi e21
    xor \cx, \r12                                                       // parity p2_1
    andn \r15, \r14, \r15                                               // chi n41
    andn \si, \r10, \r14                                                // chi n31
    xor \si, \ax                                                        // chi e31
    xor \r13, \si                                                       // parity p3_1
    xor \r15, \r10                                                      // chi e41
    xor \dx, \r15                                                       // parity p4_1
    mov \r14, \word ptr [\state + \size * 18]                           // theta t40
    xor \r14, \word ptr [rsp + 32]                                      // theta t40
    mov \ax, \word ptr [\state + \size * 16]                            // theta t01
    xor \ax, \r8                                                        // theta t01
    mov \r10, \word ptr [\state + \size * 19]                           // theta t12
    xor \r10, \r9                                                       // theta t12
    rol \r10, 10 % \bits                                                // rho, pi b23
    mov \word ptr [\state + \size * 7], \r12                            // store S21
    mov \word ptr [\state + \size * 9], \r15                            // store S41
    rol \ax, 36 % \bits                                                 // rho, pi b13
    mov \r12, \word ptr [\state + \size * 15]                           // theta t34
    xor \r12, \r11                                                      // theta t34
    andn \r15, \ax, \r10                                                // chi n03
    rol \r12, 56 % \bits                                                // rho, pi b43
    mov \word ptr [\state + \size * 8], \si                             // store S31
    rol \r14, 27 % \bits                                                // rho, pi b03
    xor \r15, \r14                                                      // chi e03
    xor \bp, \r15                                                       // parity p0_3
    mov \si, \word ptr [\state + \size * 17]                            // theta t23
    xor \si, \word ptr [rsp + 16]                                       // theta t23
    rol \si, 15 % \bits                                                 // rho, pi b33
    mov \word ptr [\state + \size * 15], \r15                           // store S03
    andn \r15, \r10, \si                                                // chi n13
    xor \r15, \ax                                                       // chi e13
    mov \word ptr [\state + \size * 16], \r15                           // store S13
    xor \bx, \r15                                                       // parity p1_3
    andn \r15, \si, \r12                                                // chi n23
    xor \r15, \r10                                                      // chi e23
    xor \cx, \r15                                                       // parity p2_3
    mov \word ptr [\state + \size * 17], \r15                           // store S23
    andn \r15, \r12, \r14                                               // chi n33
    xor \r15, \si                                                       // chi e33
    mov \r10, \word ptr [\state + \size * 11]                           // theta t43
    xor \r10, \word ptr [rsp + 32]                                      // theta t43
    mov \word ptr [\state + \size * 18], \r15                           // store S33
    andn \si, \r14, \ax                                                 // chi n43
    xor \si, \r12                                                       // chi e43
    mov \word ptr [\state + \size * 19], \si                            // store S43
    mov \r14, \word ptr [\state + \size * 12]                           // theta t10
    xor \r14, \r9                                                       // theta t10
    rol \r14, 1 % \bits                                                 // rho, pi b02
    mov \r12, \word ptr [\state + \size * 10]                           // theta t21
    xor \r12, \word ptr [rsp + 16]                                      // theta t21
    xor \r13, \r15                                                      // parity p3_3
    rol \r12, 6 % \bits                                                 // rho, pi b12
    mov \ax, \word ptr [\state + \size * 13]                            // theta t32
    xor \ax, \r11                                                       // theta t32
    xor \dx, \si                                                        // parity p4_3
    mov \r15, \word ptr [\state + \size * 14]                           // theta t04
    xor \r15, \r8                                                       // theta t04
    rol \r15, 18 % \bits                                                // rho, pi b42
    rol \ax, 25 % \bits                                                 // rho, pi b22
    andn \si, \r12, \ax                                                 // chi n02
    xor \si, \r14                                                       // chi e02
    xor \bp, \si                                                        // parity p0_2
    mov \word ptr [\state + \size * 10], \si                            // store S02
    rol \r10, 8 % \bits                                                 // rho, pi b32
    andn \si, \ax, \r10                                                 // chi n12
    xor \si, \r12                                                       // chi e12
    xor \r11, \word ptr [\state + \size * 22]                           // theta t31
    mov \word ptr [\state + \size * 11], \si                            // store S12
    andn \r12, \r14, \r12                                               // chi n42
    xor \bx, \si                                                        // parity p1_2
    andn \si, \r10, \r15                                                // chi n22
    xor \si, \ax                                                        // chi e22
    mov \word ptr [\state + \size * 12], \si                            // store S22
    xor \cx, \si                                                        // parity p2_2
    xor \r9, \word ptr [\state + \size * 21]                            // theta t14
    andn \r14, \r15, \r14                                               // chi n32
    mov \ax, \word ptr [\state + \size * 24]                            // theta t20
    xor \ax, \word ptr [rsp + 16]                                       // theta t20
    rol \r11, 55 % \bits                                                // rho, pi b14
    xor \r14, \r10                                                      // chi e32
    xor \r13, \r14                                                      // parity p3_2
    xor \r12, \r15                                                      // chi e42
    xor \dx, \r12                                                       // parity p4_2
    mov \si, \word ptr [\state + \size * 20]                            // theta t42
    xor \si, \word ptr [rsp + 32]                                       // theta t42
    mov \word ptr [\state + \size * 13], \r14                           // store S32
    rol \ax, 62 % \bits                                                 // rho, pi b04
    rol \r9, 2 % \bits                                                  // rho, pi b44
    xor \r8, \word ptr [\state + \size * 23]                            // theta t03
    rol \r8, 41 % \bits                                                 // rho, pi b34
    mov \word ptr [\state + \size * 14], \r12                           // store S42
    rol \si, 39 % \bits                                                 // rho, pi b24
    andn \r10, \r11, \si                                                // chi n04
    xor \r10, \ax                                                       // chi e04
    mov \word ptr [\state + \size * 20], \r10                           // store S04
    andn \r15, \si, \r8                                                 // chi n14
    andn \r14, \r8, \r9                                                 // chi n24
    xor \bp, \r10                                                       // parity p0_4
    xor \r15, \r11                                                      // chi e14
    xor \bx, \r15                                                       // parity p1_4
    xor \r14, \si                                                       // chi e24
    andn \r12, \r9, \ax                                                 // chi n34
    xor \r12, \r8                                                       // chi e34
    mov \word ptr [\state + \size * 23], \r12                           // store S34
    xor \cx, \r14                                                       // parity p2_4
    mov \word ptr [\state + \size * 22], \r14                           // store S24
    andn \r11, \ax, \r11                                                // chi n44
    xor \r11, \r9                                                       // chi e44
    xor \r13, \r12                                                      // parity p3_4
    xor \dx, \r11                                                       // parity p4_4
    mov \word ptr [\state + \size * 21], \r15                           // store S14
    mov \word ptr [\state + \size * 24], \r11                           // store S44
    // Back to the registers of the beginning
    mov \ax, \bp
    mov \si, \dx
    mov \dx, \r13
.endm
