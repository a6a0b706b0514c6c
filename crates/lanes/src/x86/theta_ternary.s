// Written by crates/keccak/generate/keccak.py: two rounds of Keccak-p[1600], one lane of several states a register, in
// 232 instructions. The order is the fastest of those tried on Skylake-SP.
//
//     v0 to v24     lane (x, y) in x + 5 y, before and after
//     v25 to v29    the parities of the columns, before and after
//     v30 v31       temporary
//     rc            address of the two rounds' constants
//
// A line is followed by its stage and value: r a rotated parity, d what theta adds to a column, t a lane after theta, b after pi,
// o after chi (x y), p and q sums of a column.

.macro theta_ternary v, broadcast, rc
    // Round 0 of two
    vprolq \v\()30, \v\()29, 1                                          // theta r4
    vpternlogq \v\()18, \v\()27, \v\()30, 0x96                          // theta t33
    vpternlogq \v\()13, \v\()27, \v\()30, 0x96                          // theta t32
    vpternlogq \v\()8, \v\()27, \v\()30, 0x96                           // theta t31
    vprolq \v\()13, \v\()13, 25                                         // rho, pi b22
    vpternlogq \v\()3, \v\()27, \v\()30, 0x96                           // theta t30
    vprolq \v\()31, \v\()27, 1                                          // theta r2
    vpternlogq \v\()23, \v\()27, \v\()30, 0x96                          // theta t34
    vprolq \v\()27, \v\()28, 1                                          // theta r3
    vpternlogq \v\()17, \v\()26, \v\()27, 0x96                          // theta t23
    vpternlogq \v\()6, \v\()25, \v\()31, 0x96                           // theta t11
    vpternlogq \v\()22, \v\()26, \v\()27, 0x96                          // theta t24
    vpternlogq \v\()16, \v\()25, \v\()31, 0x96                          // theta t13
    vpternlogq \v\()12, \v\()26, \v\()27, 0x96                          // theta t22
    vprolq \v\()30, \v\()12, 43                                         // rho, pi b20
    vprolq \v\()12, \v\()6, 44                                          // rho, pi b10
    vpternlogq \v\()21, \v\()25, \v\()31, 0x96                          // theta t14
    vprolq \v\()6, \v\()26, 1                                           // theta r1
    vpternlogq \v\()15, \v\()29, \v\()6, 0x96                           // theta t03
    vpternlogq \v\()11, \v\()25, \v\()31, 0x96                          // theta t12
    vprolq \v\()17, \v\()17, 15                                         // rho, pi b33
    vprolq \v\()22, \v\()22, 61                                         // rho, pi b41
    vpternlogq \v\()31, \v\()1, \v\()25, 0x96                           // theta t10
    vpternlogq \v\()0, \v\()29, \v\()6, 0x96                            // theta t00
    vpxorq \v\()1, \v\()0, qword ptr [\rc + 0]\broadcast                // iota
    vprolq \v\()25, \v\()25, 1                                          // theta r0
    vpternlogq \v\()14, \v\()28, \v\()25, 0x96                          // theta t42
    vprolq \v\()15, \v\()15, 41                                         // rho, pi b34
    vpternlogq \v\()5, \v\()29, \v\()6, 0x96                            // theta t01
    vpternlogq \v\()7, \v\()26, \v\()27, 0x96                           // theta t21
    vpternlogq \v\()19, \v\()28, \v\()25, 0x96                          // theta t43
    vpternlogq \v\()24, \v\()28, \v\()25, 0x96                          // theta t44
    vpternlogq \v\()2, \v\()26, \v\()27, 0x96                           // theta t20
    vprolq \v\()27, \v\()24, 14                                         // rho, pi b40
    vprolq \v\()26, \v\()31, 1                                          // rho, pi b02
    vprolq \v\()31, \v\()18, 21                                         // rho, pi b30
    vpternlogq \v\()10, \v\()29, \v\()6, 0x96                           // theta t02
    vprolq \v\()7, \v\()7, 6                                            // rho, pi b12
    vprolq \v\()18, \v\()10, 3                                          // rho, pi b21
    vpternlogq \v\()4, \v\()28, \v\()25, 0x96                           // theta t40
    vprolq \v\()24, \v\()4, 27                                          // rho, pi b03
    vprolq \v\()4, \v\()11, 10                                          // rho, pi b23
    vprolq \v\()16, \v\()16, 45                                         // rho, pi b31
    vmovdqa64 \v\()10, \v\()26                                          // chi o02
    vpternlogq \v\()10, \v\()7, \v\()13, 0xd2                           // chi o02
    vprolq \v\()11, \v\()19, 8                                          // rho, pi b32
    vpternlogq \v\()1, \v\()12, \v\()30, 0xd2                           // chi o00
    vpternlogq \v\()20, \v\()29, \v\()6, 0x96                           // theta t04
    vpternlogq \v\()28, \v\()9, \v\()25, 0x96                           // theta t41
    vprolq \v\()19, \v\()28, 20                                         // rho, pi b11
    vmovdqa64 \v\()29, \v\()19                                          // chi o11
    vpternlogq \v\()29, \v\()18, \v\()16, 0xd2                          // chi o11
    vmovdqa64 \v\()25, \v\()31                                          // chi o30
    vpternlogq \v\()25, \v\()27, \v\()0, 0xd2                           // chi o30
    vprolq \v\()6, \v\()23, 56                                          // rho, pi b43
    vmovdqa64 \v\()23, \v\()4                                           // chi o23
    vpternlogq \v\()23, \v\()17, \v\()6, 0xd2                           // chi o23
    vpternlogq \v\()0, \v\()27, \v\()12, 0xc6                           // chi o40
    vprolq \v\()28, \v\()20, 18                                         // rho, pi b42
    vprolq \v\()9, \v\()3, 28                                           // rho, pi b01
    vmovdqa64 \v\()20, \v\()16                                          // chi o31
    vpternlogq \v\()20, \v\()22, \v\()9, 0xd2                           // chi o31
    vpternlogq \v\()12, \v\()30, \v\()31, 0xd2                          // chi o10
    vpternlogq \v\()16, \v\()18, \v\()22, 0xc6                          // chi o21
    vpternlogq \v\()22, \v\()9, \v\()19, 0xd2                           // chi o41
    vpternlogq \v\()19, \v\()9, \v\()18, 0xc6                           // chi o01
    vprolq \v\()5, \v\()5, 36                                           // rho, pi b13
    vmovdqa64 \v\()18, \v\()5                                           // chi o13
    vpternlogq \v\()18, \v\()4, \v\()17, 0xd2                           // chi o13
    vpternlogq \v\()31, \v\()30, \v\()27, 0xc6                          // chi o20
    vprolq \v\()8, \v\()8, 55                                           // rho, pi b14
    vmovdqa64 \v\()9, \v\()28                                           // chi o42
    vpternlogq \v\()9, \v\()26, \v\()7, 0xd2                            // chi o42
    vprolq \v\()27, \v\()21, 2                                          // rho, pi b44
    vpternlogq \v\()7, \v\()13, \v\()11, 0xd2                           // chi o12
    vprolq \v\()14, \v\()14, 39                                         // rho, pi b24
    vmovdqa64 \v\()3, \v\()8                                            // chi o14
    vpternlogq \v\()3, \v\()14, \v\()15, 0xd2                           // chi o14
    vpternlogq \v\()17, \v\()6, \v\()24, 0xd2                           // chi o33
    vpternlogq \v\()13, \v\()11, \v\()28, 0xd2                          // chi o22
    vpternlogq \v\()11, \v\()28, \v\()26, 0xd2                          // chi o32
    vprolq \v\()21, \v\()2, 62                                          // rho, pi b04
    vmovdqa64 \v\()28, \v\()15                                          // chi o34
    vpternlogq \v\()28, \v\()27, \v\()21, 0xd2                          // chi o34
    vpternlogq \v\()15, \v\()14, \v\()27, 0xc6                          // chi o24
    vmovdqa64 \v\()2, \v\()31                                           // parity p2
    vpternlogq \v\()2, \v\()16, \v\()23, 0x96                           // parity p2
    vpternlogq \v\()27, \v\()21, \v\()8, 0xd2                           // chi o44
    vpternlogq \v\()2, \v\()13, \v\()15, 0x96                           // parity q2
    vpternlogq \v\()6, \v\()24, \v\()5, 0xd2                            // chi o43
    vmovdqa64 \v\()30, \v\()25                                          // parity p3
    vpternlogq \v\()30, \v\()20, \v\()17, 0x96                          // parity p3
    vmovdqa64 \v\()26, \v\()0                                           // parity p4
    vpternlogq \v\()26, \v\()22, \v\()6, 0x96                           // parity p4
    vpternlogq \v\()30, \v\()11, \v\()28, 0x96                          // parity q3
    vpternlogq \v\()24, \v\()5, \v\()4, 0xd2                            // chi o03
    vmovdqa64 \v\()4, \v\()1                                            // parity p0
    vpternlogq \v\()4, \v\()19, \v\()24, 0x96                           // parity p0
    vpternlogq \v\()8, \v\()21, \v\()14, 0xc6                           // chi o04
    vpternlogq \v\()4, \v\()10, \v\()8, 0x96                            // parity q0
    vmovdqa64 \v\()5, \v\()12                                           // parity p1
    vpternlogq \v\()5, \v\()29, \v\()18, 0x96                           // parity p1
    vpternlogq \v\()5, \v\()7, \v\()3, 0x96                             // parity q1
    vpternlogq \v\()26, \v\()9, \v\()27, 0x96                           // parity q4
    // Round 1 of two
    vprolq \v\()14, \v\()26, 1                                          // theta r4
    vpternlogq \v\()17, \v\()2, \v\()14, 0x96                           // theta t33
    vpternlogq \v\()11, \v\()2, \v\()14, 0x96                           // theta t32
    vpternlogq \v\()20, \v\()2, \v\()14, 0x96                           // theta t31
    vprolq \v\()11, \v\()11, 25                                         // rho, pi b22
    vpternlogq \v\()25, \v\()2, \v\()14, 0x96                           // theta t30
    vprolq \v\()21, \v\()2, 1                                           // theta r2
    vpternlogq \v\()2, \v\()28, \v\()14, 0x96                           // theta t34
    vprolq \v\()14, \v\()30, 1                                          // theta r3
    vpternlogq \v\()23, \v\()5, \v\()14, 0x96                           // theta t23
    vpternlogq \v\()29, \v\()4, \v\()21, 0x96                           // theta t11
    vpternlogq \v\()15, \v\()5, \v\()14, 0x96                           // theta t24
    vpternlogq \v\()18, \v\()4, \v\()21, 0x96                           // theta t13
    vpternlogq \v\()13, \v\()5, \v\()14, 0x96                           // theta t22
    vprolq \v\()28, \v\()13, 43                                         // rho, pi b20
    vprolq \v\()13, \v\()29, 44                                         // rho, pi b10
    vpternlogq \v\()3, \v\()4, \v\()21, 0x96                            // theta t14
    vprolq \v\()29, \v\()5, 1                                           // theta r1
    vpternlogq \v\()24, \v\()26, \v\()29, 0x96                          // theta t03
    vpternlogq \v\()7, \v\()4, \v\()21, 0x96                            // theta t12
    vprolq \v\()23, \v\()23, 15                                         // rho, pi b33
    vprolq \v\()15, \v\()15, 61                                         // rho, pi b41
    vpternlogq \v\()12, \v\()4, \v\()21, 0x96                           // theta t10
    vpternlogq \v\()1, \v\()26, \v\()29, 0x96                           // theta t00
    vpxorq \v\()21, \v\()1, qword ptr [\rc + 8]\broadcast               // iota
    vprolq \v\()4, \v\()4, 1                                            // theta r0
    vpternlogq \v\()9, \v\()30, \v\()4, 0x96                            // theta t42
    vprolq \v\()24, \v\()24, 41                                         // rho, pi b34
    vpternlogq \v\()19, \v\()26, \v\()29, 0x96                          // theta t01
    vpternlogq \v\()16, \v\()5, \v\()14, 0x96                           // theta t21
    vpternlogq \v\()6, \v\()30, \v\()4, 0x96                            // theta t43
    vpternlogq \v\()27, \v\()30, \v\()4, 0x96                           // theta t44
    vpternlogq \v\()5, \v\()31, \v\()14, 0x96                           // theta t20
    vprolq \v\()14, \v\()27, 14                                         // rho, pi b40
    vprolq \v\()31, \v\()12, 1                                          // rho, pi b02
    vprolq \v\()17, \v\()17, 21                                         // rho, pi b30
    vpternlogq \v\()10, \v\()26, \v\()29, 0x96                          // theta t02
    vprolq \v\()27, \v\()16, 6                                          // rho, pi b12
    vprolq \v\()16, \v\()10, 3                                          // rho, pi b21
    vpternlogq \v\()0, \v\()30, \v\()4, 0x96                            // theta t40
    vprolq \v\()12, \v\()0, 27                                          // rho, pi b03
    vprolq \v\()0, \v\()7, 10                                           // rho, pi b23
    vprolq \v\()7, \v\()18, 45                                          // rho, pi b31
    vmovdqa64 \v\()10, \v\()31                                          // chi o02
    vpternlogq \v\()10, \v\()27, \v\()11, 0xd2                          // chi o02
    vprolq \v\()18, \v\()6, 8                                           // rho, pi b32
    vpternlogq \v\()21, \v\()13, \v\()28, 0xd2                          // chi o00
    vpternlogq \v\()8, \v\()26, \v\()29, 0x96                           // theta t04
    vpternlogq \v\()30, \v\()22, \v\()4, 0x96                           // theta t41
    vprolq \v\()30, \v\()30, 20                                         // rho, pi b11
    vmovdqa64 \v\()6, \v\()30                                           // chi o11
    vpternlogq \v\()6, \v\()16, \v\()7, 0xd2                            // chi o11
    vmovdqa64 \v\()26, \v\()17                                          // chi o30
    vpternlogq \v\()26, \v\()14, \v\()1, 0xd2                           // chi o30
    vprolq \v\()2, \v\()2, 56                                           // rho, pi b43
    vmovdqa64 \v\()22, \v\()0                                           // chi o23
    vpternlogq \v\()22, \v\()23, \v\()2, 0xd2                           // chi o23
    vpternlogq \v\()1, \v\()14, \v\()13, 0xc6                           // chi o40
    vprolq \v\()29, \v\()8, 18                                          // rho, pi b42
    vprolq \v\()4, \v\()25, 28                                          // rho, pi b01
    vmovdqa64 \v\()8, \v\()7                                            // chi o31
    vpternlogq \v\()8, \v\()15, \v\()4, 0xd2                            // chi o31
    vpternlogq \v\()13, \v\()28, \v\()17, 0xd2                          // chi o10
    vpternlogq \v\()7, \v\()16, \v\()15, 0xc6                           // chi o21
    vpternlogq \v\()15, \v\()4, \v\()30, 0xd2                           // chi o41
    vpternlogq \v\()16, \v\()4, \v\()30, 0x9c                           // chi o01
    vprolq \v\()25, \v\()19, 36                                         // rho, pi b13
    vmovdqa64 \v\()30, \v\()25                                          // chi o13
    vpternlogq \v\()30, \v\()0, \v\()23, 0xd2                           // chi o13
    vpternlogq \v\()28, \v\()17, \v\()14, 0xd2                          // chi o20
    vprolq \v\()20, \v\()20, 55                                         // rho, pi b14
    vmovdqa64 \v\()14, \v\()29                                          // chi o42
    vpternlogq \v\()14, \v\()31, \v\()27, 0xd2                          // chi o42
    vprolq \v\()3, \v\()3, 2                                            // rho, pi b44
    vpternlogq \v\()27, \v\()11, \v\()18, 0xd2                          // chi o12
    vprolq \v\()17, \v\()9, 39                                          // rho, pi b24
    vmovdqa64 \v\()19, \v\()20                                          // chi o14
    vpternlogq \v\()19, \v\()17, \v\()24, 0xd2                          // chi o14
    vpternlogq \v\()23, \v\()2, \v\()12, 0xd2                           // chi o33
    vpternlogq \v\()11, \v\()18, \v\()29, 0xd2                          // chi o22
    vpternlogq \v\()31, \v\()18, \v\()29, 0x9c                          // chi o32
    vprolq \v\()5, \v\()5, 62                                           // rho, pi b04
    vmovdqa64 \v\()29, \v\()24                                          // chi o34
    vpternlogq \v\()29, \v\()3, \v\()5, 0xd2                            // chi o34
    vpternlogq \v\()24, \v\()17, \v\()3, 0xc6                           // chi o24
    vmovdqa64 \v\()9, \v\()28                                           // parity p2
    vpternlogq \v\()9, \v\()7, \v\()22, 0x96                            // parity p2
    vpternlogq \v\()3, \v\()5, \v\()20, 0xd2                            // chi o44
    vpternlogq \v\()9, \v\()11, \v\()24, 0x96                           // parity q2
    vpternlogq \v\()2, \v\()12, \v\()25, 0xd2                           // chi o43
    vmovdqa64 \v\()18, \v\()26                                          // parity p3
    vpternlogq \v\()18, \v\()8, \v\()23, 0x96                           // parity p3
    vmovdqa64 \v\()4, \v\()1                                            // parity p4
    vpternlogq \v\()4, \v\()15, \v\()2, 0x96                            // parity p4
    vpternlogq \v\()18, \v\()31, \v\()29, 0x96                          // parity q3
    vpternlogq \v\()25, \v\()12, \v\()0, 0xc6                           // chi o03
    vmovdqa64 \v\()0, \v\()21                                           // parity p0
    vpternlogq \v\()0, \v\()16, \v\()25, 0x96                           // parity p0
    vpternlogq \v\()20, \v\()5, \v\()17, 0xc6                           // chi o04
    vpternlogq \v\()0, \v\()10, \v\()20, 0x96                           // parity q0
    vmovdqa64 \v\()5, \v\()13                                           // parity p1
    vpternlogq \v\()5, \v\()6, \v\()30, 0x96                            // parity p1
    vpternlogq \v\()5, \v\()27, \v\()19, 0x96                           // parity q1
    vpternlogq \v\()4, \v\()14, \v\()3, 0x96                            // parity q4
    // Back to the registers of the beginning
    vmovdqa64 \v\()12, \v\()11
    vmovdqa64 \v\()11, \v\()27
    vmovdqa64 \v\()17, \v\()22
    vmovdqa64 \v\()22, \v\()24
    vmovdqa64 \v\()24, \v\()3
    vmovdqa64 \v\()3, \v\()26
    vmovdqa64 \v\()26, \v\()5
    vmovdqa64 \v\()5, \v\()16
    vmovdqa64 \v\()16, \v\()30
    vmovdqa64 \v\()27, \v\()9
    vmovdqa64 \v\()9, \v\()15
    vmovdqa64 \v\()15, \v\()25
    vmovdqa64 \v\()25, \v\()0
    vmovdqa64 \v\()0, \v\()21
    vmovdqa64 \v\()21, \v\()19
    vmovdqa64 \v\()19, \v\()2
    vmovdqa64 \v\()2, \v\()28
    vmovdqa64 \v\()28, \v\()18
    vmovdqa64 \v\()18, \v\()23
    vmovdqa64 \v\()23, \v\()29
    vmovdqa64 \v\()29, \v\()4
    vmovdqa64 \v\()4, \v\()1
    vmovdqa64 \v\()1, \v\()13
    vmovdqa64 \v\()13, \v\()31
.endm
