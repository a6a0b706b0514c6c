// Written by crates/keccak/generate/keccak.py: two rounds of Keccak-p[1600] on AVX2, one lane of four states a register and the states
// in memory, in 421 instructions. The order is the fastest of those tried on Zen 4.
//
//     ymm0 to ymm4    the parities of the columns, before and after
//     ymm5 to ymm15   temporary
//     [state]         lane (x, y) in x + 5 y, before and after; 32 bytes each
//     rc              address of the two rounds' constants
//     bytes           address of the tables that rotate words by 8 and 56 bits
//
// A line is followed by its stage and value: r a rotated parity, d what theta adds to a column, t a lane after theta, b after pi,
// n and e in chi (x y), S in memory, p sums of a column.

.macro theta_memory state, rc, bytes
    // Round 0 of two
    vpaddq ymm5, ymm0, ymm0                                             // theta r0
    vpsrlq ymm7, ymm0, 63                                               // theta r0
    vpor ymm7, ymm7, ymm5                                               // theta r0
    vpxor ymm8, ymm7, ymm3                                              // theta d4
    vpaddq ymm13, ymm3, ymm3                                            // theta r3
    vpsrlq ymm10, ymm3, 63                                              // theta r3
    vpor ymm10, ymm10, ymm13                                            // theta r3
    vpxor ymm14, ymm8, ymmword ptr [\state + 32 * 9]                    // theta t41
    vpxor ymm15, ymm10, ymm1                                            // theta d2
    vpaddq ymm12, ymm1, ymm1                                            // theta r1
    vpsrlq ymm6, ymm1, 63                                               // theta r1
    vpor ymm6, ymm6, ymm12                                              // theta r1
    vpxor ymm6, ymm6, ymm4                                              // theta d0
    vpaddq ymm5, ymm4, ymm4                                             // theta r4
    vpsrlq ymm1, ymm4, 63                                               // theta r4
    vpor ymm1, ymm1, ymm5                                               // theta r4
    vpxor ymm12, ymm1, ymm2                                             // theta d3
    vpaddq ymm1, ymm2, ymm2                                             // theta r2
    vpsrlq ymm10, ymm2, 63                                              // theta r2
    vpor ymm10, ymm10, ymm1                                             // theta r2
    vpxor ymm1, ymm10, ymm0                                             // theta d1
    vpsllq ymm2, ymm14, 20                                              // rho, pi b11
    vpsrlq ymm0, ymm14, 44                                              // rho, pi b11
    vpor ymm0, ymm0, ymm2                                               // rho, pi b11
    vpxor ymm13, ymm12, ymmword ptr [\state + 32 * 3]                   // theta t30
    vpxor ymm9, ymm6, ymmword ptr [\state + 32 * 10]                    // theta t02
    vpsllq ymm11, ymm13, 28                                             // rho, pi b01
    vpsrlq ymm14, ymm13, 36                                             // rho, pi b01
    vpor ymm14, ymm14, ymm11                                            // rho, pi b01
    vpsllq ymm11, ymm9, 3                                               // rho, pi b21
    vpsrlq ymm2, ymm9, 61                                               // rho, pi b21
    vpor ymm2, ymm2, ymm11                                              // rho, pi b21
    vpxor ymm9, ymm1, ymmword ptr [\state + 32 * 16]                    // theta t13
    vpsllq ymm5, ymm9, 45                                               // rho, pi b31
    vpsrlq ymm13, ymm9, 19                                              // rho, pi b31
    vpor ymm13, ymm13, ymm5                                             // rho, pi b31
    vpxor ymm3, ymm15, ymmword ptr [\state + 32 * 22]                   // theta t24
    vpsllq ymm9, ymm3, 61                                               // rho, pi b41
    vpsrlq ymm4, ymm3, 3                                                // rho, pi b41
    vpor ymm4, ymm4, ymm9                                               // rho, pi b41
    vpandn ymm10, ymm0, ymm2                                            // chi n01
    vpxor ymm11, ymm10, ymm14                                           // chi e01
    vpandn ymm7, ymm2, ymm13                                            // chi n11
    vpxor ymm3, ymm7, ymm0                                              // chi e11
    vmovdqu ymmword ptr [\state + 32 * 16], ymm11                       // store S01
    vmovdqu ymmword ptr [\state + 32 * 3], ymm3                         // store S11
    vpandn ymm10, ymm13, ymm4                                           // chi n21
    vpxor ymm9, ymm10, ymm2                                             // chi e21
    vpandn ymm7, ymm14, ymm0                                            // chi n41
    vmovdqu ymmword ptr [\state + 32 * 10], ymm9                        // store S21
    vpxor ymm2, ymm6, ymmword ptr [\state + 32 * 5]                     // theta t01
    vpsllq ymm0, ymm2, 36                                               // rho, pi b13
    vpsrlq ymm2, ymm2, 28                                               // rho, pi b13
    vpor ymm2, ymm2, ymm0                                               // rho, pi b13
    vpandn ymm10, ymm4, ymm14                                           // chi n31
    vpxor ymm0, ymm8, ymmword ptr [\state + 32 * 4]                     // theta t40
    vpsllq ymm14, ymm0, 27                                              // rho, pi b03
    vpsrlq ymm0, ymm0, 37                                               // rho, pi b03
    vpor ymm0, ymm0, ymm14                                              // rho, pi b03
    vpxor ymm10, ymm10, ymm13                                           // chi e31
    vpxor ymm13, ymm7, ymm4                                             // chi e41
    vmovdqu ymmword ptr [\state + 32 * 9], ymm13                        // store S41
    vpxor ymm4, ymm1, ymmword ptr [\state + 32 * 11]                    // theta t12
    vpsllq ymm5, ymm4, 10                                               // rho, pi b23
    vpsrlq ymm7, ymm4, 54                                               // rho, pi b23
    vpor ymm7, ymm7, ymm5                                               // rho, pi b23
    vpxor ymm5, ymm15, ymmword ptr [\state + 32 * 17]                   // theta t23
    vpsllq ymm4, ymm5, 15                                               // rho, pi b33
    vpsrlq ymm14, ymm5, 49                                              // rho, pi b33
    vpor ymm14, ymm14, ymm4                                             // rho, pi b33
    vpxor ymm4, ymm12, ymmword ptr [\state + 32 * 23]                   // theta t34
    vmovdqu ymmword ptr [\state + 32 * 22], ymm10                       // store S31
    vpshufb ymm4, ymm4, ymmword ptr [\bytes + 32]                       // rho, pi b43
    vpandn ymm5, ymm2, ymm7                                             // chi n03
    vpxor ymm5, ymm5, ymm0                                              // chi e03
    vmovdqu ymmword ptr [\state + 32 * 23], ymm5                        // store S03
    vpxor ymm5, ymm11, ymm5                                             // parity p0_3
    vpandn ymm11, ymm7, ymm14                                           // chi n13
    vpxor ymm11, ymm11, ymm2                                            // chi e13
    vmovdqu ymmword ptr [\state + 32 * 5], ymm11                        // store S13
    vpxor ymm11, ymm3, ymm11                                            // parity p1_3
    vpandn ymm3, ymm14, ymm4                                            // chi n23
    vpxor ymm3, ymm3, ymm7                                              // chi e23
    vmovdqu ymmword ptr [\state + 32 * 17], ymm3                        // store S23
    vpxor ymm9, ymm9, ymm3                                              // parity p2_3
    vpandn ymm7, ymm4, ymm0                                             // chi n33
    vpxor ymm14, ymm7, ymm14                                            // chi e33
    vmovdqu ymmword ptr [\state + 32 * 4], ymm14                        // store S33
    vpxor ymm10, ymm10, ymm14                                           // parity p3_3
    vpandn ymm0, ymm0, ymm2                                             // chi n43
    vpxor ymm14, ymm0, ymm4                                             // chi e43
    vpxor ymm2, ymm12, ymmword ptr [\state + 32 * 13]                   // theta t32
    vpxor ymm13, ymm13, ymm14                                           // parity p4_3
    vpxor ymm4, ymm1, ymmword ptr [\state + 32 * 1]                     // theta t10
    vpsllq ymm7, ymm4, 1                                                // rho, pi b02
    vpsrlq ymm4, ymm4, 63                                               // rho, pi b02
    vpor ymm4, ymm4, ymm7                                               // rho, pi b02
    vpxor ymm3, ymm15, ymmword ptr [\state + 32 * 7]                    // theta t21
    vpxor ymm7, ymm8, ymmword ptr [\state + 32 * 19]                    // theta t43
    vpsllq ymm0, ymm3, 6                                                // rho, pi b12
    vpsrlq ymm3, ymm3, 58                                               // rho, pi b12
    vpor ymm3, ymm3, ymm0                                               // rho, pi b12
    vmovdqu ymmword ptr [\state + 32 * 11], ymm14                       // store S43
    vpsllq ymm14, ymm2, 25                                              // rho, pi b22
    vpsrlq ymm0, ymm2, 39                                               // rho, pi b22
    vpor ymm0, ymm0, ymm14                                              // rho, pi b22
    vpshufb ymm2, ymm7, ymmword ptr [\bytes + 0]                        // rho, pi b32
    vpxor ymm14, ymm6, ymmword ptr [\state + 32 * 20]                   // theta t04
    vpsllq ymm7, ymm14, 18                                              // rho, pi b42
    vpsrlq ymm14, ymm14, 46                                             // rho, pi b42
    vpor ymm14, ymm14, ymm7                                             // rho, pi b42
    vpandn ymm7, ymm3, ymm0                                             // chi n02
    vpxor ymm7, ymm7, ymm4                                              // chi e02
    vmovdqu ymmword ptr [\state + 32 * 7], ymm7                         // store S02
    vpxor ymm5, ymm5, ymm7                                              // parity p0_2
    vpandn ymm7, ymm0, ymm2                                             // chi n12
    vpxor ymm7, ymm7, ymm3                                              // chi e12
    vmovdqu ymmword ptr [\state + 32 * 19], ymm7                        // store S12
    vpxor ymm11, ymm11, ymm7                                            // parity p1_2
    vpandn ymm7, ymm2, ymm14                                            // chi n22
    vpxor ymm7, ymm7, ymm0                                              // chi e22
    vpxor ymm9, ymm9, ymm7                                              // parity p2_2
    vpandn ymm0, ymm14, ymm4                                            // chi n32
    vpxor ymm0, ymm0, ymm2                                              // chi e32
    vmovdqu ymmword ptr [\state + 32 * 1], ymm7                         // store S22
    vpxor ymm7, ymm10, ymm0                                             // parity p3_2
    vpandn ymm4, ymm4, ymm3                                             // chi n42
    vpxor ymm10, ymm4, ymm14                                            // chi e42
    vpxor ymm3, ymm13, ymm10                                            // parity p4_2
    vmovdqu ymmword ptr [\state + 32 * 20], ymm10                       // store S42
    vmovdqu ymmword ptr [\state + 32 * 13], ymm0                        // store S32
    vpxor ymm0, ymm15, ymmword ptr [\state + 32 * 2]                    // theta t20
    vpxor ymm2, ymm12, ymmword ptr [\state + 32 * 8]                    // theta t31
    vpsllq ymm4, ymm2, 55                                               // rho, pi b14
    vpsrlq ymm14, ymm2, 9                                               // rho, pi b14
    vpor ymm14, ymm14, ymm4                                             // rho, pi b14
    vpxor ymm13, ymm8, ymmword ptr [\state + 32 * 14]                   // theta t42
    vpsllq ymm10, ymm13, 39                                             // rho, pi b24
    vpsrlq ymm2, ymm13, 25                                              // rho, pi b24
    vpor ymm2, ymm2, ymm10                                              // rho, pi b24
    vpsllq ymm10, ymm0, 62                                              // rho, pi b04
    vpsrlq ymm4, ymm0, 2                                                // rho, pi b04
    vpor ymm4, ymm4, ymm10                                              // rho, pi b04
    vpxor ymm0, ymm6, ymmword ptr [\state + 32 * 15]                    // theta t03
    vpsllq ymm10, ymm0, 41                                              // rho, pi b34
    vpsrlq ymm13, ymm0, 23                                              // rho, pi b34
    vpor ymm13, ymm13, ymm10                                            // rho, pi b34
    vpxor ymm0, ymm1, ymmword ptr [\state + 32 * 21]                    // theta t14
    vpsllq ymm10, ymm0, 2                                               // rho, pi b44
    vpsrlq ymm0, ymm0, 62                                               // rho, pi b44
    vpor ymm0, ymm0, ymm10                                              // rho, pi b44
    vpandn ymm10, ymm14, ymm2                                           // chi n04
    vpxor ymm10, ymm10, ymm4                                            // chi e04
    vmovdqu ymmword ptr [\state + 32 * 14], ymm10                       // store S04
    vpxor ymm5, ymm5, ymm10                                             // parity p0_4
    vpxor ymm10, ymm12, ymmword ptr [\state + 32 * 18]                  // theta t33
    vpandn ymm12, ymm2, ymm13                                           // chi n14
    vpxor ymm12, ymm12, ymm14                                           // chi e14
    vpxor ymm11, ymm11, ymm12                                           // parity p1_4
    vmovdqu ymmword ptr [\state + 32 * 21], ymm12                       // store S14
    vpandn ymm12, ymm13, ymm0                                           // chi n24
    vpxor ymm2, ymm12, ymm2                                             // chi e24
    vpandn ymm12, ymm0, ymm4                                            // chi n34
    vpandn ymm14, ymm4, ymm14                                           // chi n44
    vpxor ymm4, ymm14, ymm0                                             // chi e44
    vpxor ymm12, ymm12, ymm13                                           // chi e34
    vpxor ymm15, ymm15, ymmword ptr [\state + 32 * 12]                  // theta t22
    vmovdqu ymmword ptr [\state + 32 * 2], ymm4                         // store S44
    vpxor ymm14, ymm1, ymmword ptr [\state + 32 * 6]                    // theta t11
    vpsllq ymm13, ymm14, 44                                             // rho, pi b10
    vpsrlq ymm1, ymm14, 20                                              // rho, pi b10
    vpor ymm1, ymm1, ymm13                                              // rho, pi b10
    vpsllq ymm13, ymm15, 43                                             // rho, pi b20
    vpsrlq ymm15, ymm15, 21                                             // rho, pi b20
    vpor ymm15, ymm15, ymm13                                            // rho, pi b20
    vmovdqu ymmword ptr [\state + 32 * 8], ymm2                         // store S24
    vpsllq ymm0, ymm10, 21                                              // rho, pi b30
    vpsrlq ymm13, ymm10, 43                                             // rho, pi b30
    vpor ymm13, ymm13, ymm0                                             // rho, pi b30
    vpxor ymm10, ymm8, ymmword ptr [\state + 32 * 24]                   // theta t44
    vpsllq ymm14, ymm10, 14                                             // rho, pi b40
    vpsrlq ymm10, ymm10, 50                                             // rho, pi b40
    vpor ymm10, ymm10, ymm14                                            // rho, pi b40
    vpxor ymm14, ymm9, ymm2                                             // parity p2_4
    vpandn ymm0, ymm1, ymm15                                            // chi n00
    vpbroadcastq ymm8, qword ptr [\rc + 0]                              // iota
    vpxor ymm2, ymm0, ymm8                                              // iota
    vpxor ymm0, ymm6, ymmword ptr [\state + 32 * 0]                     // theta t00
    vpxor ymm2, ymm2, ymm0                                              // chi e00
    vmovdqu ymmword ptr [\state + 32 * 0], ymm2                         // store S00
    vpxor ymm5, ymm5, ymm2                                              // parity p0_0
    vpandn ymm6, ymm15, ymm13                                           // chi n10
    vpxor ymm8, ymm6, ymm1                                              // chi e10
    vmovdqu ymmword ptr [\state + 32 * 12], ymm8                        // store S10
    vpxor ymm6, ymm11, ymm8                                             // parity p1_0
    vpandn ymm11, ymm13, ymm10                                          // chi n20
    vpxor ymm8, ymm11, ymm15                                            // chi e20
    vmovdqu ymmword ptr [\state + 32 * 24], ymm8                        // store S20
    vpxor ymm14, ymm14, ymm8                                            // parity p2_0
    vpandn ymm15, ymm10, ymm0                                           // chi n30
    vpxor ymm13, ymm15, ymm13                                           // chi e30
    vpxor ymm9, ymm7, ymm12                                             // parity p3_4
    vmovdqu ymmword ptr [\state + 32 * 6], ymm13                        // store S30
    vmovdqu ymmword ptr [\state + 32 * 15], ymm12                       // store S34
    vpxor ymm8, ymm9, ymm13                                             // parity p3_0
    vpandn ymm2, ymm0, ymm1                                             // chi n40
    vpxor ymm9, ymm2, ymm10                                             // chi e40
    vpxor ymm11, ymm3, ymm4                                             // parity p4_4
    vpxor ymm12, ymm11, ymm9                                            // parity p4_0
    vmovdqu ymmword ptr [\state + 32 * 18], ymm9                        // store S40
    // Round 1 of two
    vpaddq ymm13, ymm5, ymm5                                            // theta r0
    vpsrlq ymm0, ymm5, 63                                               // theta r0
    vpor ymm0, ymm0, ymm13                                              // theta r0
    vpxor ymm7, ymm0, ymm8                                              // theta d4
    vpaddq ymm9, ymm8, ymm8                                             // theta r3
    vpsrlq ymm10, ymm8, 63                                              // theta r3
    vpor ymm10, ymm10, ymm9                                             // theta r3
    vpxor ymm8, ymm7, ymmword ptr [\state + 32 * 9]                     // theta t41
    vpxor ymm15, ymm10, ymm6                                            // theta d2
    vpaddq ymm4, ymm6, ymm6                                             // theta r1
    vpsrlq ymm11, ymm6, 63                                              // theta r1
    vpor ymm11, ymm11, ymm4                                             // theta r1
    vpxor ymm6, ymm11, ymm12                                            // theta d0
    vpaddq ymm2, ymm12, ymm12                                           // theta r4
    vpsrlq ymm9, ymm12, 63                                              // theta r4
    vpor ymm9, ymm9, ymm2                                               // theta r4
    vpxor ymm3, ymm9, ymm14                                             // theta d3
    vpaddq ymm10, ymm14, ymm14                                          // theta r2
    vpsrlq ymm12, ymm14, 63                                             // theta r2
    vpor ymm12, ymm12, ymm10                                            // theta r2
    vpxor ymm11, ymm12, ymm5                                            // theta d1
    vpsllq ymm14, ymm8, 20                                              // rho, pi b11
    vpsrlq ymm2, ymm8, 44                                               // rho, pi b11
    vpor ymm2, ymm2, ymm14                                              // rho, pi b11
    vpxor ymm8, ymm3, ymmword ptr [\state + 32 * 6]                     // theta t30
    vpxor ymm1, ymm6, ymmword ptr [\state + 32 * 7]                     // theta t02
    vpsllq ymm4, ymm8, 28                                               // rho, pi b01
    vpsrlq ymm13, ymm8, 36                                              // rho, pi b01
    vpor ymm13, ymm13, ymm4                                             // rho, pi b01
    vpsllq ymm8, ymm1, 3                                                // rho, pi b21
    vpsrlq ymm4, ymm1, 61                                               // rho, pi b21
    vpor ymm4, ymm4, ymm8                                               // rho, pi b21
    vpxor ymm10, ymm11, ymmword ptr [\state + 32 * 5]                   // theta t13
    vpsllq ymm0, ymm10, 45                                              // rho, pi b31
    vpsrlq ymm1, ymm10, 19                                              // rho, pi b31
    vpor ymm1, ymm1, ymm0                                               // rho, pi b31
    vpxor ymm10, ymm15, ymmword ptr [\state + 32 * 8]                   // theta t24
    vpsllq ymm9, ymm10, 61                                              // rho, pi b41
    vpsrlq ymm5, ymm10, 3                                               // rho, pi b41
    vpor ymm5, ymm5, ymm9                                               // rho, pi b41
    vpandn ymm12, ymm2, ymm4                                            // chi n01
    vpxor ymm14, ymm12, ymm13                                           // chi e01
    vpandn ymm8, ymm4, ymm1                                             // chi n11
    vpxor ymm10, ymm8, ymm2                                             // chi e11
    vmovdqu ymmword ptr [\state + 32 * 5], ymm14                        // store S01
    vmovdqu ymmword ptr [\state + 32 * 6], ymm10                        // store S11
    vpandn ymm9, ymm1, ymm5                                             // chi n21
    vpxor ymm0, ymm9, ymm4                                              // chi e21
    vpandn ymm8, ymm13, ymm2                                            // chi n41
    vmovdqu ymmword ptr [\state + 32 * 7], ymm0                         // store S21
    vpxor ymm12, ymm6, ymmword ptr [\state + 32 * 16]                   // theta t01
    vpsllq ymm2, ymm12, 36                                              // rho, pi b13
    vpsrlq ymm12, ymm12, 28                                             // rho, pi b13
    vpor ymm12, ymm12, ymm2                                             // rho, pi b13
    vpandn ymm13, ymm5, ymm13                                           // chi n31
    vpxor ymm4, ymm7, ymmword ptr [\state + 32 * 18]                    // theta t40
    vpsllq ymm2, ymm4, 27                                               // rho, pi b03
    vpsrlq ymm4, ymm4, 37                                               // rho, pi b03
    vpor ymm4, ymm4, ymm2                                               // rho, pi b03
    vpxor ymm2, ymm13, ymm1                                             // chi e31
    vpxor ymm13, ymm8, ymm5                                             // chi e41
    vmovdqu ymmword ptr [\state + 32 * 9], ymm13                        // store S41
    vpxor ymm5, ymm11, ymmword ptr [\state + 32 * 19]                   // theta t12
    vpsllq ymm1, ymm5, 10                                               // rho, pi b23
    vpsrlq ymm5, ymm5, 54                                               // rho, pi b23
    vpor ymm5, ymm5, ymm1                                               // rho, pi b23
    vpxor ymm9, ymm15, ymmword ptr [\state + 32 * 17]                   // theta t23
    vpsllq ymm8, ymm9, 15                                               // rho, pi b33
    vpsrlq ymm9, ymm9, 49                                               // rho, pi b33
    vpor ymm9, ymm9, ymm8                                               // rho, pi b33
    vpxor ymm1, ymm3, ymmword ptr [\state + 32 * 15]                    // theta t34
    vmovdqu ymmword ptr [\state + 32 * 8], ymm2                         // store S31
    vpshufb ymm8, ymm1, ymmword ptr [\bytes + 32]                       // rho, pi b43
    vpandn ymm1, ymm12, ymm5                                            // chi n03
    vpxor ymm1, ymm1, ymm4                                              // chi e03
    vmovdqu ymmword ptr [\state + 32 * 15], ymm1                        // store S03
    vpxor ymm14, ymm14, ymm1                                            // parity p0_3
    vpandn ymm1, ymm5, ymm9                                             // chi n13
    vpxor ymm1, ymm1, ymm12                                             // chi e13
    vmovdqu ymmword ptr [\state + 32 * 16], ymm1                        // store S13
    vpxor ymm1, ymm10, ymm1                                             // parity p1_3
    vpandn ymm10, ymm9, ymm8                                            // chi n23
    vpxor ymm5, ymm10, ymm5                                             // chi e23
    vmovdqu ymmword ptr [\state + 32 * 17], ymm5                        // store S23
    vpxor ymm10, ymm0, ymm5                                             // parity p2_3
    vpandn ymm5, ymm8, ymm4                                             // chi n33
    vpxor ymm0, ymm5, ymm9                                              // chi e33
    vmovdqu ymmword ptr [\state + 32 * 18], ymm0                        // store S33
    vpxor ymm5, ymm2, ymm0                                              // parity p3_3
    vpandn ymm0, ymm4, ymm12                                            // chi n43
    vpxor ymm2, ymm0, ymm8                                              // chi e43
    vpxor ymm9, ymm3, ymmword ptr [\state + 32 * 13]                    // theta t32
    vpxor ymm8, ymm13, ymm2                                             // parity p4_3
    vpxor ymm4, ymm11, ymmword ptr [\state + 32 * 12]                   // theta t10
    vpsllq ymm0, ymm4, 1                                                // rho, pi b02
    vpsrlq ymm4, ymm4, 63                                               // rho, pi b02
    vpor ymm4, ymm4, ymm0                                               // rho, pi b02
    vpxor ymm13, ymm15, ymmword ptr [\state + 32 * 10]                  // theta t21
    vpxor ymm0, ymm7, ymmword ptr [\state + 32 * 11]                    // theta t43
    vpsllq ymm12, ymm13, 6                                              // rho, pi b12
    vpsrlq ymm13, ymm13, 58                                             // rho, pi b12
    vpor ymm13, ymm13, ymm12                                            // rho, pi b12
    vmovdqu ymmword ptr [\state + 32 * 19], ymm2                        // store S43
    vpsllq ymm12, ymm9, 25                                              // rho, pi b22
    vpsrlq ymm9, ymm9, 39                                               // rho, pi b22
    vpor ymm9, ymm9, ymm12                                              // rho, pi b22
    vpshufb ymm2, ymm0, ymmword ptr [\bytes + 0]                        // rho, pi b32
    vpxor ymm0, ymm6, ymmword ptr [\state + 32 * 14]                    // theta t04
    vpsllq ymm12, ymm0, 18                                              // rho, pi b42
    vpsrlq ymm0, ymm0, 46                                               // rho, pi b42
    vpor ymm0, ymm0, ymm12                                              // rho, pi b42
    vpandn ymm12, ymm13, ymm9                                           // chi n02
    vpxor ymm12, ymm12, ymm4                                            // chi e02
    vmovdqu ymmword ptr [\state + 32 * 10], ymm12                       // store S02
    vpxor ymm14, ymm14, ymm12                                           // parity p0_2
    vpandn ymm12, ymm9, ymm2                                            // chi n12
    vpxor ymm12, ymm12, ymm13                                           // chi e12
    vmovdqu ymmword ptr [\state + 32 * 11], ymm12                       // store S12
    vpxor ymm12, ymm1, ymm12                                            // parity p1_2
    vpandn ymm1, ymm2, ymm0                                             // chi n22
    vpxor ymm1, ymm1, ymm9                                              // chi e22
    vpxor ymm10, ymm10, ymm1                                            // parity p2_2
    vpandn ymm9, ymm0, ymm4                                             // chi n32
    vpxor ymm9, ymm9, ymm2                                              // chi e32
    vmovdqu ymmword ptr [\state + 32 * 12], ymm1                        // store S22
    vpxor ymm1, ymm5, ymm9                                              // parity p3_2
    vpandn ymm2, ymm4, ymm13                                            // chi n42
    vpxor ymm5, ymm2, ymm0                                              // chi e42
    vpxor ymm4, ymm8, ymm5                                              // parity p4_2
    vmovdqu ymmword ptr [\state + 32 * 14], ymm5                        // store S42
    vmovdqu ymmword ptr [\state + 32 * 13], ymm9                        // store S32
    vpxor ymm5, ymm15, ymmword ptr [\state + 32 * 24]                   // theta t20
    vpxor ymm0, ymm3, ymmword ptr [\state + 32 * 22]                    // theta t31
    vpsllq ymm9, ymm0, 55                                               // rho, pi b14
    vpsrlq ymm2, ymm0, 9                                                // rho, pi b14
    vpor ymm2, ymm2, ymm9                                               // rho, pi b14
    vpxor ymm13, ymm7, ymmword ptr [\state + 32 * 20]                   // theta t42
    vpsllq ymm8, ymm13, 39                                              // rho, pi b24
    vpsrlq ymm13, ymm13, 25                                             // rho, pi b24
    vpor ymm13, ymm13, ymm8                                             // rho, pi b24
    vpsllq ymm8, ymm5, 62                                               // rho, pi b04
    vpsrlq ymm9, ymm5, 2                                                // rho, pi b04
    vpor ymm9, ymm9, ymm8                                               // rho, pi b04
    vpxor ymm0, ymm6, ymmword ptr [\state + 32 * 23]                    // theta t03
    vpsllq ymm8, ymm0, 41                                               // rho, pi b34
    vpsrlq ymm0, ymm0, 23                                               // rho, pi b34
    vpor ymm0, ymm0, ymm8                                               // rho, pi b34
    vpxor ymm8, ymm11, ymmword ptr [\state + 32 * 21]                   // theta t14
    vpsllq ymm5, ymm8, 2                                                // rho, pi b44
    vpsrlq ymm8, ymm8, 62                                               // rho, pi b44
    vpor ymm8, ymm8, ymm5                                               // rho, pi b44
    vpandn ymm5, ymm2, ymm13                                            // chi n04
    vpxor ymm5, ymm5, ymm9                                              // chi e04
    vmovdqu ymmword ptr [\state + 32 * 20], ymm5                        // store S04
    vpxor ymm5, ymm14, ymm5                                             // parity p0_4
    vpxor ymm3, ymm3, ymmword ptr [\state + 32 * 4]                     // theta t33
    vpandn ymm14, ymm13, ymm0                                           // chi n14
    vpxor ymm14, ymm14, ymm2                                            // chi e14
    vpxor ymm12, ymm12, ymm14                                           // parity p1_4
    vmovdqu ymmword ptr [\state + 32 * 21], ymm14                       // store S14
    vpandn ymm14, ymm0, ymm8                                            // chi n24
    vpxor ymm14, ymm14, ymm13                                           // chi e24
    vpandn ymm13, ymm8, ymm9                                            // chi n34
    vpandn ymm2, ymm9, ymm2                                             // chi n44
    vpxor ymm8, ymm2, ymm8                                              // chi e44
    vpxor ymm13, ymm13, ymm0                                            // chi e34
    vpxor ymm15, ymm15, ymmword ptr [\state + 32 * 1]                   // theta t22
    vmovdqu ymmword ptr [\state + 32 * 24], ymm8                        // store S44
    vpxor ymm9, ymm11, ymmword ptr [\state + 32 * 3]                    // theta t11
    vpsllq ymm11, ymm9, 44                                              // rho, pi b10
    vpsrlq ymm9, ymm9, 20                                               // rho, pi b10
    vpor ymm9, ymm9, ymm11                                              // rho, pi b10
    vpsllq ymm11, ymm15, 43                                             // rho, pi b20
    vpsrlq ymm2, ymm15, 21                                              // rho, pi b20
    vpor ymm2, ymm2, ymm11                                              // rho, pi b20
    vmovdqu ymmword ptr [\state + 32 * 22], ymm14                       // store S24
    vpsllq ymm0, ymm3, 21                                               // rho, pi b30
    vpsrlq ymm11, ymm3, 43                                              // rho, pi b30
    vpor ymm11, ymm11, ymm0                                             // rho, pi b30
    vpxor ymm3, ymm7, ymmword ptr [\state + 32 * 2]                     // theta t44
    vpsllq ymm7, ymm3, 14                                               // rho, pi b40
    vpsrlq ymm15, ymm3, 50                                              // rho, pi b40
    vpor ymm15, ymm15, ymm7                                             // rho, pi b40
    vpxor ymm10, ymm10, ymm14                                           // parity p2_4
    vpandn ymm0, ymm9, ymm2                                             // chi n00
    vpbroadcastq ymm3, qword ptr [\rc + 8]                              // iota
    vpxor ymm0, ymm0, ymm3                                              // iota
    vpxor ymm7, ymm6, ymmword ptr [\state + 32 * 0]                     // theta t00
    vpxor ymm3, ymm0, ymm7                                              // chi e00
    vmovdqu ymmword ptr [\state + 32 * 0], ymm3                         // store S00
    vpxor ymm0, ymm5, ymm3                                              // parity p0_0
    vpandn ymm5, ymm2, ymm11                                            // chi n10
    vpxor ymm5, ymm5, ymm9                                              // chi e10
    vmovdqu ymmword ptr [\state + 32 * 1], ymm5                         // store S10
    vpxor ymm6, ymm12, ymm5                                             // parity p1_0
    vpandn ymm12, ymm11, ymm15                                          // chi n20
    vpxor ymm12, ymm12, ymm2                                            // chi e20
    vmovdqu ymmword ptr [\state + 32 * 2], ymm12                        // store S20
    vpxor ymm2, ymm10, ymm12                                            // parity p2_0
    vpandn ymm3, ymm15, ymm7                                            // chi n30
    vpxor ymm3, ymm3, ymm11                                             // chi e30
    vpxor ymm10, ymm1, ymm13                                            // parity p3_4
    vmovdqu ymmword ptr [\state + 32 * 3], ymm3                         // store S30
    vmovdqu ymmword ptr [\state + 32 * 23], ymm13                       // store S34
    vpxor ymm3, ymm10, ymm3                                             // parity p3_0
    vpandn ymm5, ymm7, ymm9                                             // chi n40
    vpxor ymm11, ymm5, ymm15                                            // chi e40
    vpxor ymm15, ymm4, ymm8                                             // parity p4_4
    vpxor ymm4, ymm15, ymm11                                            // parity p4_0
    vmovdqu ymmword ptr [\state + 32 * 4], ymm11                        // store S40
    // Back to the registers of the beginning
    vmovdqa ymm1, ymm6
.endm
