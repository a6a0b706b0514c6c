// Written by crates/keccak/generate/keccak.py: two rounds of Keccak-p[1600], one lane of several states a register, in
// 247 instructions. The order is the fastest of those tried on Zen 4, in registers of 256 bits.
//
//     v0 to v24     lane (x, y) in x + 5 y, before and after
//     v25 to v29    the parities of the columns, before and after
//     v30 v31       temporary
//     rc            address of the two rounds' constants
//
// A line is followed by its stage and value: r a rotated parity, d what theta adds to a column, t a lane after theta, b after pi,
// o after chi (x y), p and q sums of a column.

.macro theta_once_zen4 v, broadcast, rc
    // Round 0 of two
    vprolq \v\()31, \v\()28, 1                                          // theta r3
    vpxorq \v\()31, \v\()31, \v\()26                                    // theta d2
    vprolq \v\()30, \v\()25, 1                                          // theta r0
    vpxorq \v\()12, \v\()12, \v\()31                                    // theta t22
    vpxorq \v\()28, \v\()30, \v\()28                                    // theta d4
    vprolq \v\()26, \v\()26, 1                                          // theta r1
    vprolq \v\()30, \v\()29, 1                                          // theta r4
    vpxorq \v\()29, \v\()26, \v\()29                                    // theta d0
    vpxorq \v\()30, \v\()30, \v\()27                                    // theta d3
    vprolq \v\()26, \v\()27, 1                                          // theta r2
    vpxorq \v\()25, \v\()26, \v\()25                                    // theta d1
    vpxorq \v\()27, \v\()0, \v\()29                                     // theta t00
    vpxorq \v\()0, \v\()6, \v\()25                                      // theta t11
    vpxorq \v\()26, \v\()18, \v\()30                                    // theta t33
    vprolq \v\()6, \v\()26, 21                                          // rho, pi b30
    vpxorq \v\()24, \v\()24, \v\()28                                    // theta t44
    vpxorq \v\()26, \v\()27, qword ptr [\rc + 0]\broadcast              // iota
    vprolq \v\()18, \v\()12, 43                                         // rho, pi b20
    vprolq \v\()24, \v\()24, 14                                         // rho, pi b40
    vprolq \v\()12, \v\()0, 44                                          // rho, pi b10
    vpternlogq \v\()26, \v\()12, \v\()18, 0xd2                          // chi o00
    vmovdqa64 \v\()0, \v\()12                                           // chi o10
    vpternlogq \v\()0, \v\()18, \v\()6, 0xd2                            // chi o10
    vpxorq \v\()9, \v\()9, \v\()28                                      // theta t41
    vpxorq \v\()3, \v\()3, \v\()30                                      // theta t30
    vprolq \v\()3, \v\()3, 28                                           // rho, pi b01
    vpternlogq \v\()18, \v\()6, \v\()24, 0xd2                           // chi o20
    vpxorq \v\()10, \v\()10, \v\()29                                    // theta t02
    vpxorq \v\()16, \v\()16, \v\()25                                    // theta t13
    vprolq \v\()9, \v\()9, 20                                           // rho, pi b11
    vpternlogq \v\()6, \v\()24, \v\()27, 0xd2                           // chi o30
    vpternlogq \v\()12, \v\()24, \v\()27, 0x9c                          // chi o40
    vpxorq \v\()27, \v\()22, \v\()31                                    // theta t24
    vprolq \v\()24, \v\()16, 45                                         // rho, pi b31
    vprolq \v\()27, \v\()27, 61                                         // rho, pi b41
    vprolq \v\()22, \v\()10, 3                                          // rho, pi b21
    vmovdqa64 \v\()16, \v\()9                                           // chi o11
    vpternlogq \v\()16, \v\()22, \v\()24, 0xd2                          // chi o11
    vmovdqa64 \v\()10, \v\()22                                          // chi o21
    vpternlogq \v\()10, \v\()24, \v\()27, 0xd2                          // chi o21
    vpternlogq \v\()22, \v\()3, \v\()9, 0x9c                            // chi o01
    vpternlogq \v\()24, \v\()27, \v\()3, 0xd2                           // chi o31
    vpxorq \v\()4, \v\()4, \v\()28                                      // theta t40
    vpternlogq \v\()27, \v\()3, \v\()9, 0xd2                            // chi o41
    vprolq \v\()4, \v\()4, 27                                           // rho, pi b03
    vpxorq \v\()9, \v\()5, \v\()29                                      // theta t01
    vpxorq \v\()23, \v\()23, \v\()30                                    // theta t34
    vpxorq \v\()3, \v\()11, \v\()25                                     // theta t12
    vpxorq \v\()5, \v\()17, \v\()31                                     // theta t23
    vprolq \v\()9, \v\()9, 36                                           // rho, pi b13
    vprolq \v\()11, \v\()23, 56                                         // rho, pi b43
    vprolq \v\()17, \v\()3, 10                                          // rho, pi b23
    vprolq \v\()23, \v\()5, 15                                          // rho, pi b33
    vmovdqa64 \v\()5, \v\()9                                            // chi o13
    vpternlogq \v\()5, \v\()17, \v\()23, 0xd2                           // chi o13
    vmovdqa64 \v\()3, \v\()17                                           // chi o23
    vpternlogq \v\()3, \v\()23, \v\()11, 0xd2                           // chi o23
    vpternlogq \v\()23, \v\()11, \v\()4, 0xd2                           // chi o33
    vpternlogq \v\()11, \v\()4, \v\()9, 0xd2                            // chi o43
    vpternlogq \v\()17, \v\()4, \v\()9, 0x9c                            // chi o03
    vpxorq \v\()9, \v\()1, \v\()25                                      // theta t10
    vprolq \v\()4, \v\()9, 1                                            // rho, pi b02
    vpxorq \v\()9, \v\()7, \v\()31                                      // theta t21
    vprolq \v\()9, \v\()9, 6                                            // rho, pi b12
    vpxorq \v\()7, \v\()19, \v\()28                                     // theta t43
    vpxorq \v\()13, \v\()13, \v\()30                                    // theta t32
    vprolq \v\()1, \v\()13, 25                                          // rho, pi b22
    vpxorq \v\()20, \v\()20, \v\()29                                    // theta t04
    vprolq \v\()13, \v\()20, 18                                         // rho, pi b42
    vprolq \v\()7, \v\()7, 8                                            // rho, pi b32
    vmovdqa64 \v\()19, \v\()1                                           // chi o22
    vpternlogq \v\()19, \v\()7, \v\()13, 0xd2                           // chi o22
    vmovdqa64 \v\()20, \v\()7                                           // chi o32
    vpternlogq \v\()20, \v\()13, \v\()4, 0xd2                           // chi o32
    vpternlogq \v\()7, \v\()9, \v\()1, 0x9c                             // chi o12
    vpxorq \v\()2, \v\()2, \v\()31                                      // theta t20
    vpternlogq \v\()13, \v\()4, \v\()9, 0xd2                            // chi o42
    vpxorq \v\()8, \v\()8, \v\()30                                      // theta t31
    vpxorq \v\()30, \v\()21, \v\()25                                    // theta t14
    vpxorq \v\()25, \v\()14, \v\()28                                    // theta t42
    vprolq \v\()21, \v\()25, 39                                         // rho, pi b24
    vprolq \v\()14, \v\()2, 62                                          // rho, pi b04
    vpxorq \v\()28, \v\()15, \v\()29                                    // theta t03
    vprolq \v\()31, \v\()28, 41                                         // rho, pi b34
    vprolq \v\()28, \v\()8, 55                                          // rho, pi b14
    vprolq \v\()30, \v\()30, 2                                          // rho, pi b44
    vmovdqa64 \v\()15, \v\()28                                          // chi o14
    vpternlogq \v\()15, \v\()21, \v\()31, 0xd2                          // chi o14
    vmovdqa64 \v\()8, \v\()31                                           // chi o34
    vpternlogq \v\()8, \v\()30, \v\()14, 0xd2                           // chi o34
    vmovdqa64 \v\()25, \v\()30                                          // chi o44
    vpternlogq \v\()25, \v\()14, \v\()28, 0xd2                          // chi o44
    vpternlogq \v\()14, \v\()28, \v\()21, 0xd2                          // chi o04
    vpternlogq \v\()30, \v\()21, \v\()31, 0x9c                          // chi o24
    vmovdqa64 \v\()29, \v\()26                                          // parity p0
    vpternlogq \v\()29, \v\()22, \v\()17, 0x96                          // parity p0
    vmovdqa64 \v\()28, \v\()0                                           // parity p1
    vpternlogq \v\()28, \v\()16, \v\()5, 0x96                           // parity p1
    vmovdqa64 \v\()2, \v\()6                                            // parity p3
    vpternlogq \v\()2, \v\()24, \v\()23, 0x96                           // parity p3
    vmovdqa64 \v\()21, \v\()18                                          // parity p2
    vpternlogq \v\()21, \v\()10, \v\()3, 0x96                           // parity p2
    vmovdqa64 \v\()31, \v\()12                                          // parity p4
    vpternlogq \v\()31, \v\()27, \v\()11, 0x96                          // parity p4
    vpternlogq \v\()1, \v\()4, \v\()9, 0x9c                             // chi o02
    vpternlogq \v\()28, \v\()7, \v\()15, 0x96                           // parity q1
    vpternlogq \v\()31, \v\()13, \v\()25, 0x96                          // parity q4
    vpternlogq \v\()29, \v\()1, \v\()14, 0x96                           // parity q0
    vpternlogq \v\()21, \v\()19, \v\()30, 0x96                          // parity q2
    vpternlogq \v\()2, \v\()20, \v\()8, 0x96                            // parity q3
    // Round 1 of two
    vprolq \v\()9, \v\()2, 1                                            // theta r3
    vpxorq \v\()9, \v\()9, \v\()28                                      // theta d2
    vprolq \v\()4, \v\()29, 1                                           // theta r0
    vpxorq \v\()19, \v\()19, \v\()9                                     // theta t22
    vpxorq \v\()2, \v\()4, \v\()2                                       // theta d4
    vprolq \v\()4, \v\()28, 1                                           // theta r1
    vprolq \v\()28, \v\()31, 1                                          // theta r4
    vpxorq \v\()31, \v\()4, \v\()31                                     // theta d0
    vpxorq \v\()4, \v\()28, \v\()21                                     // theta d3
    vprolq \v\()28, \v\()21, 1                                          // theta r2
    vpxorq \v\()21, \v\()28, \v\()29                                    // theta d1
    vpxorq \v\()26, \v\()26, \v\()31                                    // theta t00
    vpxorq \v\()29, \v\()16, \v\()21                                    // theta t11
    vpxorq \v\()28, \v\()23, \v\()4                                     // theta t33
    vprolq \v\()28, \v\()28, 21                                         // rho, pi b30
    vpxorq \v\()16, \v\()25, \v\()2                                     // theta t44
    vpxorq \v\()25, \v\()26, qword ptr [\rc + 8]\broadcast              // iota
    vprolq \v\()23, \v\()19, 43                                         // rho, pi b20
    vprolq \v\()16, \v\()16, 14                                         // rho, pi b40
    vprolq \v\()29, \v\()29, 44                                         // rho, pi b10
    vpternlogq \v\()25, \v\()29, \v\()23, 0xd2                          // chi o00
    vmovdqa64 \v\()19, \v\()29                                          // chi o10
    vpternlogq \v\()19, \v\()23, \v\()28, 0xd2                          // chi o10
    vpxorq \v\()27, \v\()27, \v\()2                                     // theta t41
    vpxorq \v\()6, \v\()6, \v\()4                                       // theta t30
    vprolq \v\()6, \v\()6, 28                                           // rho, pi b01
    vpternlogq \v\()23, \v\()28, \v\()16, 0xd2                          // chi o20
    vpxorq \v\()1, \v\()1, \v\()31                                      // theta t02
    vpxorq \v\()5, \v\()5, \v\()21                                      // theta t13
    vprolq \v\()27, \v\()27, 20                                         // rho, pi b11
    vpternlogq \v\()28, \v\()16, \v\()26, 0xd2                          // chi o30
    vpternlogq \v\()26, \v\()16, \v\()29, 0xc6                          // chi o40
    vpxorq \v\()16, \v\()30, \v\()9                                     // theta t24
    vprolq \v\()30, \v\()5, 45                                          // rho, pi b31
    vprolq \v\()29, \v\()16, 61                                         // rho, pi b41
    vprolq \v\()5, \v\()1, 3                                            // rho, pi b21
    vmovdqa64 \v\()16, \v\()27                                          // chi o11
    vpternlogq \v\()16, \v\()5, \v\()30, 0xd2                           // chi o11
    vmovdqa64 \v\()1, \v\()5                                            // chi o21
    vpternlogq \v\()1, \v\()30, \v\()29, 0xd2                           // chi o21
    vpternlogq \v\()5, \v\()6, \v\()27, 0x9c                            // chi o01
    vpternlogq \v\()30, \v\()29, \v\()6, 0xd2                           // chi o31
    vpxorq \v\()12, \v\()12, \v\()2                                     // theta t40
    vpternlogq \v\()6, \v\()29, \v\()27, 0xc6                           // chi o41
    vprolq \v\()29, \v\()12, 27                                         // rho, pi b03
    vpxorq \v\()22, \v\()22, \v\()31                                    // theta t01
    vpxorq \v\()27, \v\()8, \v\()4                                      // theta t34
    vpxorq \v\()7, \v\()7, \v\()21                                      // theta t12
    vpxorq \v\()12, \v\()3, \v\()9                                      // theta t23
    vprolq \v\()22, \v\()22, 36                                         // rho, pi b13
    vprolq \v\()3, \v\()27, 56                                          // rho, pi b43
    vprolq \v\()7, \v\()7, 10                                           // rho, pi b23
    vprolq \v\()8, \v\()12, 15                                          // rho, pi b33
    vmovdqa64 \v\()12, \v\()22                                          // chi o13
    vpternlogq \v\()12, \v\()7, \v\()8, 0xd2                            // chi o13
    vmovdqa64 \v\()27, \v\()7                                           // chi o23
    vpternlogq \v\()27, \v\()8, \v\()3, 0xd2                            // chi o23
    vpternlogq \v\()8, \v\()3, \v\()29, 0xd2                            // chi o33
    vpternlogq \v\()3, \v\()29, \v\()22, 0xd2                           // chi o43
    vpternlogq \v\()7, \v\()29, \v\()22, 0x9c                           // chi o03
    vpxorq \v\()22, \v\()0, \v\()21                                     // theta t10
    vprolq \v\()0, \v\()22, 1                                           // rho, pi b02
    vpxorq \v\()22, \v\()10, \v\()9                                     // theta t21
    vprolq \v\()29, \v\()22, 6                                          // rho, pi b12
    vpxorq \v\()10, \v\()11, \v\()2                                     // theta t43
    vpxorq \v\()20, \v\()20, \v\()4                                     // theta t32
    vprolq \v\()11, \v\()20, 25                                         // rho, pi b22
    vpxorq \v\()22, \v\()14, \v\()31                                    // theta t04
    vprolq \v\()22, \v\()22, 18                                         // rho, pi b42
    vprolq \v\()20, \v\()10, 8                                          // rho, pi b32
    vmovdqa64 \v\()10, \v\()11                                          // chi o22
    vpternlogq \v\()10, \v\()20, \v\()22, 0xd2                          // chi o22
    vmovdqa64 \v\()14, \v\()20                                          // chi o32
    vpternlogq \v\()14, \v\()22, \v\()0, 0xd2                           // chi o32
    vpternlogq \v\()20, \v\()29, \v\()11, 0x9c                          // chi o12
    vpxorq \v\()9, \v\()18, \v\()9                                      // theta t20
    vpternlogq \v\()22, \v\()0, \v\()29, 0xd2                           // chi o42
    vpxorq \v\()4, \v\()24, \v\()4                                      // theta t31
    vpxorq \v\()24, \v\()15, \v\()21                                    // theta t14
    vpxorq \v\()15, \v\()13, \v\()2                                     // theta t42
    vprolq \v\()18, \v\()15, 39                                         // rho, pi b24
    vprolq \v\()13, \v\()9, 62                                          // rho, pi b04
    vpxorq \v\()2, \v\()17, \v\()31                                     // theta t03
    vprolq \v\()9, \v\()2, 41                                           // rho, pi b34
    vprolq \v\()2, \v\()4, 55                                           // rho, pi b14
    vprolq \v\()17, \v\()24, 2                                          // rho, pi b44
    vmovdqa64 \v\()21, \v\()2                                           // chi o14
    vpternlogq \v\()21, \v\()18, \v\()9, 0xd2                           // chi o14
    vmovdqa64 \v\()15, \v\()9                                           // chi o34
    vpternlogq \v\()15, \v\()17, \v\()13, 0xd2                          // chi o34
    vmovdqa64 \v\()24, \v\()17                                          // chi o44
    vpternlogq \v\()24, \v\()13, \v\()2, 0xd2                           // chi o44
    vpternlogq \v\()2, \v\()13, \v\()18, 0xc6                           // chi o04
    vpternlogq \v\()17, \v\()18, \v\()9, 0x9c                           // chi o24
    vmovdqa64 \v\()4, \v\()25                                           // parity p0
    vpternlogq \v\()4, \v\()5, \v\()7, 0x96                             // parity p0
    vmovdqa64 \v\()31, \v\()19                                          // parity p1
    vpternlogq \v\()31, \v\()16, \v\()12, 0x96                          // parity p1
    vmovdqa64 \v\()18, \v\()28                                          // parity p3
    vpternlogq \v\()18, \v\()30, \v\()8, 0x96                           // parity p3
    vmovdqa64 \v\()9, \v\()23                                           // parity p2
    vpternlogq \v\()9, \v\()1, \v\()27, 0x96                            // parity p2
    vmovdqa64 \v\()13, \v\()26                                          // parity p4
    vpternlogq \v\()13, \v\()6, \v\()3, 0x96                            // parity p4
    vpternlogq \v\()11, \v\()0, \v\()29, 0x9c                           // chi o02
    vpternlogq \v\()31, \v\()20, \v\()21, 0x96                          // parity q1
    vpternlogq \v\()13, \v\()22, \v\()24, 0x96                          // parity q4
    vpternlogq \v\()4, \v\()11, \v\()2, 0x96                            // parity q0
    vpternlogq \v\()9, \v\()10, \v\()17, 0x96                           // parity q2
    vpternlogq \v\()18, \v\()14, \v\()15, 0x96                          // parity q3
    // Back to the registers of the beginning
    vmovdqa64 \v\()0, \v\()25
    vmovdqa64 \v\()25, \v\()4
    vmovdqa64 \v\()4, \v\()26
    vmovdqa64 \v\()26, \v\()31
    vmovdqa64 \v\()29, \v\()13
    vmovdqa64 \v\()13, \v\()14
    vmovdqa64 \v\()14, \v\()22
    vmovdqa64 \v\()22, \v\()17
    vmovdqa64 \v\()17, \v\()27
    vmovdqa64 \v\()27, \v\()9
    vmovdqa64 \v\()9, \v\()6
    vmovdqa64 \v\()6, \v\()16
    vmovdqa64 \v\()16, \v\()12
    vmovdqa64 \v\()12, \v\()10
    vmovdqa64 \v\()10, \v\()11
    vmovdqa64 \v\()11, \v\()20
    vmovdqa64 \v\()20, \v\()2
    vmovdqa64 \v\()2, \v\()23
    vmovdqa64 \v\()23, \v\()15
    vmovdqa64 \v\()15, \v\()7
    vmovdqa64 \v\()7, \v\()1
    vmovdqa64 \v\()1, \v\()19
    vmovdqa64 \v\()19, \v\()3
    vmovdqa64 \v\()3, \v\()28
    vmovdqa64 \v\()28, \v\()18
    vmovdqa64 \v\()18, \v\()8
    vmovdqa64 \v\()8, \v\()30
.endm
