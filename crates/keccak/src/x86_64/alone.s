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
    rorx \r8, \dx, \bits - 1                                            // theta r3
    rorx \r12, \cx, \bits - 1                                           // theta r2
    rorx \r14, \ax, \bits - 1                                           // theta r0
    xor \r14, \dx                                                       // theta d4
    rorx \r11, \bx, \bits - 1                                           // theta r1
    rorx \r13, \si, \bits - 1                                           // theta r4
    xor \r12, \ax                                                       // theta d1
    xor \r11, \si                                                       // theta d0
    xor \r8, \bx                                                        // theta d2
    mov \word ptr [rsp + 16], \r8                                       // theta D2
    mov \r10, \word ptr [\state + \size * 12]                           // theta t22
    xor \r10, \word ptr [rsp + 16]                                      // theta t22
    mov \si, \word ptr [\state + \size * 6]                             // theta t11
    xor \si, \r12                                                       // theta t11
    mov \bp, \word ptr [\state + \size * 0]                             // theta t00
    xor \bp, \r11                                                       // theta t00
    xor \r13, \cx                                                       // theta d3
    rol \r10, 43 % \bits                                                // rho, pi b20
    rol \si, 44 % \bits                                                 // rho, pi b10
    andn \r15, \si, \r10                                                // chi n00
    mov rcx, qword ptr [rsp + 40]                                       // iota
    xor \r15, \word ptr [rcx]                                           // iota
    mov \word ptr [rsp + 32], \r14                                      // theta D4
    mov \cx, \word ptr [\state + \size * 18]                            // theta t33
    xor \cx, \r13                                                       // theta t33
    rol \cx, 21 % \bits                                                 // rho, pi b30
    andn \r8, \r10, \cx                                                 // chi n10
    xor \r15, \bp                                                       // chi e00
    mov \dx, \word ptr [\state + \size * 24]                            // theta t44
    xor \dx, \word ptr [rsp + 32]                                       // theta t44
    mov \word ptr [\state + \size * 0], \r15                            // store S00
    xor \r8, \si                                                        // chi e10
    mov \word ptr [\state + \size * 12], \r8                            // store S10
    mov \r14, \word ptr [\state + \size * 16]                           // theta t13
    xor \r14, \r12                                                      // theta t13
    rol \dx, 14 % \bits                                                 // rho, pi b40
    andn \ax, \dx, \bp                                                  // chi n30
    andn \r9, \cx, \dx                                                  // chi n20
    xor \r9, \r10                                                       // chi e20
    mov \word ptr [\state + \size * 24], \r9                            // store S20
    xor \ax, \cx                                                        // chi e30
    andn \bp, \bp, \si                                                  // chi n40
    xor \bp, \dx                                                        // chi e40
    mov \word ptr [\state + \size * 18], \bp                            // store S40
    mov \word ptr [\state + \size * 6], \ax                             // store S30
    mov \bx, \word ptr [\state + \size * 3]                             // theta t30
    xor \bx, \r13                                                       // theta t30
    mov \si, \word ptr [\state + \size * 10]                            // theta t02
    xor \si, \r11                                                       // theta t02
    rol \si, 3 % \bits                                                  // rho, pi b21
    mov \cx, \word ptr [\state + \size * 9]                             // theta t41
    xor \cx, \word ptr [rsp + 32]                                       // theta t41
    rol \cx, 20 % \bits                                                 // rho, pi b11
    mov \dx, \word ptr [\state + \size * 22]                            // theta t24
    xor \dx, \word ptr [rsp + 16]                                       // theta t24
    rol \r14, 45 % \bits                                                // rho, pi b31
    rol \dx, 61 % \bits                                                 // rho, pi b41
    andn \r10, \cx, \si                                                 // chi n01
    rol \bx, 28 % \bits                                                 // rho, pi b01
    xor \r10, \bx                                                       // chi e01
    mov \word ptr [\state + \size * 16], \r10                           // store S01
    xor \r15, \r10                                                      // parity p0_1
    andn \r10, \si, \r14                                                // chi n11
    xor \r10, \cx                                                       // chi e11
    xor \r8, \r10                                                       // parity p1_1
    mov \word ptr [\state + \size * 3], \r10                            // store S11
    andn \r10, \r14, \dx                                                // chi n21
    xor \r10, \si                                                       // chi e21
    xor \r9, \r10                                                       // parity p2_1
    andn \si, \dx, \bx                                                  // chi n31
    xor \si, \r14                                                       // chi e31
    xor \ax, \si                                                        // parity p3_1
    andn \bx, \bx, \cx                                                  // chi n41
    xor \bx, \dx                                                        // chi e41
    xor \bp, \bx                                                        // parity p4_1
    mov \cx, \word ptr [\state + \size * 4]                             // theta t40
    xor \cx, \word ptr [rsp + 32]                                       // theta t40
    mov \dx, \word ptr [\state + \size * 5]                             // theta t01
    xor \dx, \r11                                                       // theta t01
    mov \r14, \word ptr [\state + \size * 11]                           // theta t12
    xor \r14, \r12                                                      // theta t12
    mov \word ptr [\state + \size * 10], \r10                           // store S21
    rol \r14, 10 % \bits                                                // rho, pi b23
    mov \word ptr [\state + \size * 9], \bx                             // store S41
    rol \dx, 36 % \bits                                                 // rho, pi b13
    mov \r10, \word ptr [\state + \size * 23]                           // theta t34
    xor \r10, \r13                                                      // theta t34
    rol \r10, 56 % \bits                                                // rho, pi b43
    andn \bx, \dx, \r14                                                 // chi n03
    rol \cx, 27 % \bits                                                 // rho, pi b03
    mov \word ptr [\state + \size * 22], \si                            // store S31
    xor \bx, \cx                                                        // chi e03
    xor \r15, \bx                                                       // parity p0_3
    mov \si, \word ptr [\state + \size * 17]                            // theta t23
    xor \si, \word ptr [rsp + 16]                                       // theta t23
    mov \word ptr [\state + \size * 23], \bx                            // store S03
    rol \si, 15 % \bits                                                 // rho, pi b33
    andn \bx, \r14, \si                                                 // chi n13
    xor \bx, \dx                                                        // chi e13
    mov \word ptr [\state + \size * 5], \bx                             // store S13
    xor \r8, \bx                                                        // parity p1_3
    andn \bx, \si, \r10                                                 // chi n23
    xor \bx, \r14                                                       // chi e23
    xor \r9, \bx                                                        // parity p2_3
    mov \word ptr [\state + \size * 17], \bx                            // store S23
    andn \r14, \r10, \cx                                                // chi n33
    xor \r14, \si                                                       // chi e33
    mov \word ptr [\state + \size * 4], \r14                            // store S33
    mov \bx, \word ptr [\state + \size * 19]                            // theta t43
    xor \bx, \word ptr [rsp + 32]                                       // theta t43
    andn \cx, \cx, \dx                                                  // chi n43
    xor \cx, \r10                                                       // chi e43
    mov \word ptr [\state + \size * 11], \cx                            // store S43
    mov \r10, \word ptr [\state + \size * 1]                            // theta t10
    xor \r10, \r12                                                      // theta t10
    rol \r10, 1 % \bits                                                 // rho, pi b02
    mov \si, \word ptr [\state + \size * 7]                             // theta t21
    xor \si, \word ptr [rsp + 16]                                       // theta t21
    xor \ax, \r14                                                       // parity p3_3
    rol \si, 6 % \bits                                                  // rho, pi b12
    mov \dx, \word ptr [\state + \size * 13]                            // theta t32
    xor \dx, \r13                                                       // theta t32
    xor \bp, \cx                                                        // parity p4_3
    mov \r14, \word ptr [\state + \size * 20]                           // theta t04
    xor \r14, \r11                                                      // theta t04
    rol \dx, 25 % \bits                                                 // rho, pi b22
    rol \r14, 18 % \bits                                                // rho, pi b42
    andn \cx, \si, \dx                                                  // chi n02
    xor \cx, \r10                                                       // chi e02
    mov \word ptr [\state + \size * 7], \cx                             // store S02
    xor \r15, \cx                                                       // parity p0_2
    rol \bx, 8 % \bits                                                  // rho, pi b32
    andn \cx, \dx, \bx                                                  // chi n12
    xor \cx, \si                                                        // chi e12
    mov \word ptr [\state + \size * 19], \cx                            // store S12
    xor \r8, \cx                                                        // parity p1_2
    andn \si, \r10, \si                                                 // chi n42
    andn \cx, \bx, \r14                                                 // chi n22
    xor \cx, \dx                                                        // chi e22
    xor \r9, \cx                                                        // parity p2_2
    mov \word ptr [\state + \size * 1], \cx                             // store S22
    xor \r12, \word ptr [\state + \size * 21]                           // theta t14
    andn \r10, \r14, \r10                                               // chi n32
    mov \cx, \word ptr [\state + \size * 2]                             // theta t20
    xor \cx, \word ptr [rsp + 16]                                       // theta t20
    xor \r10, \bx                                                       // chi e32
    xor \ax, \r10                                                       // parity p3_2
    xor \si, \r14                                                       // chi e42
    xor \bp, \si                                                        // parity p4_2
    mov \dx, \word ptr [\state + \size * 14]                            // theta t42
    xor \dx, \word ptr [rsp + 32]                                       // theta t42
    xor \r13, \word ptr [\state + \size * 8]                            // theta t31
    rol \r13, 55 % \bits                                                // rho, pi b14
    rol \cx, 62 % \bits                                                 // rho, pi b04
    xor \r11, \word ptr [\state + \size * 15]                           // theta t03
    rol \r11, 41 % \bits                                                // rho, pi b34
    mov \word ptr [\state + \size * 20], \si                            // store S42
    rol \r12, 2 % \bits                                                 // rho, pi b44
    mov \word ptr [\state + \size * 13], \r10                           // store S32
    rol \dx, 39 % \bits                                                 // rho, pi b24
    andn \r14, \r13, \dx                                                // chi n04
    xor \r14, \cx                                                       // chi e04
    mov \word ptr [\state + \size * 14], \r14                           // store S04
    xor \r15, \r14                                                      // parity p0_4
    andn \si, \dx, \r11                                                 // chi n14
    xor \si, \r13                                                       // chi e14
    andn \r14, \r11, \r12                                               // chi n24
    xor \r8, \si                                                        // parity p1_4
    xor \r14, \dx                                                       // chi e24
    xor \r9, \r14                                                       // parity p2_4
    andn \dx, \r12, \cx                                                 // chi n34
    xor \dx, \r11                                                       // chi e34
    mov \word ptr [\state + \size * 15], \dx                            // store S34
    mov \word ptr [\state + \size * 8], \r14                            // store S24
    andn \r13, \cx, \r13                                                // chi n44
    xor \ax, \dx                                                        // parity p3_4
    xor \r13, \r12                                                      // chi e44
    mov \word ptr [\state + \size * 2], \r13                            // store S44
    xor \bp, \r13                                                       // parity p4_4
    mov \word ptr [\state + \size * 21], \si                            // store S14
    // Round 1 of two
    rorx \r10, \ax, \bits - 1                                           // theta r3
    rorx \dx, \r9, \bits - 1                                            // theta r2
    rorx \cx, \r15, \bits - 1                                           // theta r0
    xor \cx, \ax                                                        // theta d4
    rorx \bx, \r8, \bits - 1                                            // theta r1
    rorx \r14, \bp, \bits - 1                                           // theta r4
    xor \dx, \r15                                                       // theta d1
    xor \bx, \bp                                                        // theta d0
    xor \r10, \r8                                                       // theta d2
    mov \word ptr [rsp + 16], \r10                                      // theta D2
    mov \r8, \word ptr [\state + \size * 1]                             // theta t22
    xor \r8, \word ptr [rsp + 16]                                       // theta t22
    mov \bp, \word ptr [\state + \size * 3]                             // theta t11
    xor \bp, \dx                                                        // theta t11
    mov \r10, \word ptr [\state + \size * 0]                            // theta t00
    xor \r10, \bx                                                       // theta t00
    xor \r14, \r9                                                       // theta d3
    rol \r8, 43 % \bits                                                 // rho, pi b20
    rol \bp, 44 % \bits                                                 // rho, pi b10
    andn \r13, \bp, \r8                                                 // chi n00
    mov r15, qword ptr [rsp + 40]                                       // iota
    xor \r13, \word ptr [r15 + \size]                                   // iota
    mov \word ptr [rsp + 32], \cx                                       // theta D4
    mov \r15, \word ptr [\state + \size * 4]                            // theta t33
    xor \r15, \r14                                                      // theta t33
    rol \r15, 21 % \bits                                                // rho, pi b30
    andn \r9, \r8, \r15                                                 // chi n10
    xor \r13, \r10                                                      // chi e00
    mov \r12, \word ptr [\state + \size * 2]                            // theta t44
    xor \r12, \word ptr [rsp + 32]                                      // theta t44
    mov \word ptr [\state + \size * 0], \r13                            // store S00
    xor \r9, \bp                                                        // chi e10
    mov \word ptr [\state + \size * 1], \r9                             // store S10
    mov \r11, \word ptr [\state + \size * 5]                            // theta t13
    xor \r11, \dx                                                       // theta t13
    rol \r12, 14 % \bits                                                // rho, pi b40
    andn \ax, \r12, \r10                                                // chi n30
    andn \cx, \r15, \r12                                                // chi n20
    xor \cx, \r8                                                        // chi e20
    mov \word ptr [\state + \size * 2], \cx                             // store S20
    xor \ax, \r15                                                       // chi e30
    andn \si, \r10, \bp                                                 // chi n40
    xor \si, \r12                                                       // chi e40
    mov \word ptr [\state + \size * 4], \si                             // store S40
    mov \word ptr [\state + \size * 3], \ax                             // store S30
    mov \r15, \word ptr [\state + \size * 6]                            // theta t30
    xor \r15, \r14                                                      // theta t30
    mov \r8, \word ptr [\state + \size * 7]                             // theta t02
    xor \r8, \bx                                                        // theta t02
    rol \r8, 3 % \bits                                                  // rho, pi b21
    mov \r10, \word ptr [\state + \size * 9]                            // theta t41
    xor \r10, \word ptr [rsp + 32]                                      // theta t41
    rol \r10, 20 % \bits                                                // rho, pi b11
    mov \r12, \word ptr [\state + \size * 8]                            // theta t24
    xor \r12, \word ptr [rsp + 16]                                      // theta t24
    rol \r11, 45 % \bits                                                // rho, pi b31
    rol \r12, 61 % \bits                                                // rho, pi b41
    andn \bp, \r10, \r8                                                 // chi n01
    rol \r15, 28 % \bits                                                // rho, pi b01
    xor \bp, \r15                                                       // chi e01
    mov \word ptr [\state + \size * 5], \bp                             // store S01
    xor \r13, \bp                                                       // parity p0_1
    andn \bp, \r8, \r11                                                 // chi n11
    xor \bp, \r10                                                       // chi e11
    xor \r9, \bp                                                        // parity p1_1
    mov \word ptr [\state + \size * 6], \bp                             // store S11
    andn \bp, \r11, \r12                                                // chi n21
    xor \bp, \r8                                                        // chi e21
    xor \cx, \bp                                                        // parity p2_1
    andn \r8, \r12, \r15                                                // chi n31
    xor \r8, \r11                                                       // chi e31
    xor \ax, \r8                                                        // parity p3_1
    andn \r11, \r15, \r10                                               // chi n41
    xor \r11, \r12                                                      // chi e41
    xor \si, \r11                                                       // parity p4_1
    mov \r10, \word ptr [\state + \size * 18]                           // theta t40
    xor \r10, \word ptr [rsp + 32]                                      // theta t40
    mov \r15, \word ptr [\state + \size * 16]                           // theta t01
    xor \r15, \bx                                                       // theta t01
    mov \r12, \word ptr [\state + \size * 19]                           // theta t12
    xor \r12, \dx                                                       // theta t12
    mov \word ptr [\state + \size * 7], \bp                             // store S21
    rol \r12, 10 % \bits                                                // rho, pi b23
    mov \word ptr [\state + \size * 9], \r11                            // store S41
    rol \r15, 36 % \bits                                                // rho, pi b13
    mov \bp, \word ptr [\state + \size * 15]                            // theta t34
    xor \bp, \r14                                                       // theta t34
    rol \bp, 56 % \bits                                                 // rho, pi b43
    andn \r11, \r15, \r12                                               // chi n03
    rol \r10, 27 % \bits                                                // rho, pi b03
    mov \word ptr [\state + \size * 8], \r8                             // store S31
    xor \r11, \r10                                                      // chi e03
    xor \r13, \r11                                                      // parity p0_3
    mov \r8, \word ptr [\state + \size * 17]                            // theta t23
    xor \r8, \word ptr [rsp + 16]                                       // theta t23
    mov \word ptr [\state + \size * 15], \r11                           // store S03
    rol \r8, 15 % \bits                                                 // rho, pi b33
    andn \r11, \r12, \r8                                                // chi n13
    xor \r11, \r15                                                      // chi e13
    mov \word ptr [\state + \size * 16], \r11                           // store S13
    xor \r9, \r11                                                       // parity p1_3
    andn \r11, \r8, \bp                                                 // chi n23
    xor \r11, \r12                                                      // chi e23
    xor \cx, \r11                                                       // parity p2_3
    mov \word ptr [\state + \size * 17], \r11                           // store S23
    andn \r12, \bp, \r10                                                // chi n33
    xor \r12, \r8                                                       // chi e33
    mov \word ptr [\state + \size * 18], \r12                           // store S33
    mov \r8, \word ptr [\state + \size * 11]                            // theta t43
    xor \r8, \word ptr [rsp + 32]                                       // theta t43
    andn \r10, \r10, \r15                                               // chi n43
    xor \r10, \bp                                                       // chi e43
    mov \word ptr [\state + \size * 19], \r10                           // store S43
    mov \bp, \word ptr [\state + \size * 12]                            // theta t10
    xor \bp, \dx                                                        // theta t10
    rol \bp, 1 % \bits                                                  // rho, pi b02
    mov \r11, \word ptr [\state + \size * 10]                           // theta t21
    xor \r11, \word ptr [rsp + 16]                                      // theta t21
    xor \ax, \r12                                                       // parity p3_3
    rol \r11, 6 % \bits                                                 // rho, pi b12
    mov \r12, \word ptr [\state + \size * 13]                           // theta t32
    xor \r12, \r14                                                      // theta t32
    xor \si, \r10                                                       // parity p4_3
    mov \r10, \word ptr [\state + \size * 14]                           // theta t04
    xor \r10, \bx                                                       // theta t04
    rol \r12, 25 % \bits                                                // rho, pi b22
    rol \r10, 18 % \bits                                                // rho, pi b42
    andn \r15, \r11, \r12                                               // chi n02
    xor \r15, \bp                                                       // chi e02
    mov \word ptr [\state + \size * 10], \r15                           // store S02
    xor \r13, \r15                                                      // parity p0_2
    rol \r8, 8 % \bits                                                  // rho, pi b32
    andn \r15, \r12, \r8                                                // chi n12
    xor \r15, \r11                                                      // chi e12
    mov \word ptr [\state + \size * 11], \r15                           // store S12
    xor \r9, \r15                                                       // parity p1_2
    andn \r15, \bp, \r11                                                // chi n42
    andn \r11, \r8, \r10                                                // chi n22
    xor \r11, \r12                                                      // chi e22
    xor \cx, \r11                                                       // parity p2_2
    mov \word ptr [\state + \size * 12], \r11                           // store S22
    xor \dx, \word ptr [\state + \size * 21]                            // theta t14
    andn \bp, \r10, \bp                                                 // chi n32
    mov \r12, \word ptr [\state + \size * 24]                           // theta t20
    xor \r12, \word ptr [rsp + 16]                                      // theta t20
    xor \bp, \r8                                                        // chi e32
    xor \ax, \bp                                                        // parity p3_2
    xor \r15, \r10                                                      // chi e42
    xor \si, \r15                                                       // parity p4_2
    mov \r11, \word ptr [\state + \size * 20]                           // theta t42
    xor \r11, \word ptr [rsp + 32]                                      // theta t42
    xor \r14, \word ptr [\state + \size * 22]                           // theta t31
    rol \r14, 55 % \bits                                                // rho, pi b14
    rol \r12, 62 % \bits                                                // rho, pi b04
    xor \bx, \word ptr [\state + \size * 23]                            // theta t03
    rol \bx, 41 % \bits                                                 // rho, pi b34
    mov \word ptr [\state + \size * 14], \r15                           // store S42
    rol \dx, 2 % \bits                                                  // rho, pi b44
    mov \word ptr [\state + \size * 13], \bp                            // store S32
    rol \r11, 39 % \bits                                                // rho, pi b24
    andn \bp, \r14, \r11                                                // chi n04
    xor \bp, \r12                                                       // chi e04
    mov \word ptr [\state + \size * 20], \bp                            // store S04
    xor \r13, \bp                                                       // parity p0_4
    andn \r10, \r11, \bx                                                // chi n14
    xor \r10, \r14                                                      // chi e14
    andn \r15, \bx, \dx                                                 // chi n24
    xor \r9, \r10                                                       // parity p1_4
    xor \r15, \r11                                                      // chi e24
    xor \cx, \r15                                                       // parity p2_4
    andn \bp, \dx, \r12                                                 // chi n34
    xor \bp, \bx                                                        // chi e34
    mov \word ptr [\state + \size * 23], \bp                            // store S34
    mov \word ptr [\state + \size * 22], \r15                           // store S24
    andn \r11, \r12, \r14                                               // chi n44
    xor \ax, \bp                                                        // parity p3_4
    xor \r11, \dx                                                       // chi e44
    mov \word ptr [\state + \size * 24], \r11                           // store S44
    xor \si, \r11                                                       // parity p4_4
    mov \word ptr [\state + \size * 21], \r10                           // store S14
    // Back to the registers of the beginning
    mov \bx, \r9
    mov \dx, \ax
    mov \ax, \r13
.endm
