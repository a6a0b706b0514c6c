// Written by crates/keccak/generate/keccak_arm_one.py, which says why: two rounds of Keccak-p[1600] on one state, in
// 208 instructions.
//
// Lanes (0, y) to (4, y) in a line, each with its register and how far right it is rotated, before and after:
//
//       x4  0   x5 44   x6 23   x7 61   x8 15
//       x9  4  x10 21  x11 48  x12 45  x13 41
//      x14  1  x15 50  x16  1  x17  9  x19 63
//      x20 28  x21 17  x22 10  x23 59  x24 32
//      x25 42  x26 31  x27 40  x28 22  x30  2
//
// x0 to x3 are temporary. At [sp, #128] are the address of the word before the two constants, which moves on, and that of the
// word before the end; the flags say whether both are the same now.
//
// A line is followed by its stage and value: c a sum of theta, d what theta adds to a column, t a lane after theta, n and o in chi (x y).

.macro two_rounds
    // Round 0 of two
    eor x0, x4, x9, ror #60             // theta c01
    eor x1, x27, x6, ror #17            // theta c21
    eor x3, x5, x10, ror #23            // theta c11
    eor x2, x0, x14, ror #63            // theta c02
    eor x0, x1, x11, ror #56            // theta c22
    eor x1, x3, x15, ror #58            // theta c12
    eor x3, x2, x20, ror #36            // theta c03
    eor x0, x0, x16, ror #39            // theta c23
    eor x1, x1, x21, ror #27            // theta c13
    eor x2, x3, x25, ror #22            // theta c04
    eor x0, x0, x22, ror #30            // theta c24
    eor x1, x1, x26, ror #13            // theta c14
    eor x3, x2, x0, ror #23             // theta d1
    eor x5, x3, x5, ror #20             // theta t10
    eor x10, x3, x10, ror #43           // theta t11
    eor x15, x3, x15, ror #14           // theta t12
    eor x21, x3, x21, ror #47           // theta t13
    eor x3, x3, x26, ror #33            // theta t14
    eor x26, x12, x7, ror #48           // theta c31
    eor x26, x26, x17, ror #36          // theta c32
    eor x26, x26, x23, ror #50          // theta c33
    eor x26, x26, x28, ror #23          // theta c34
    eor x2, x2, x26, ror #20            // theta d4
    eor x26, x1, x26, ror #62           // theta d2
    eor x6, x26, x6, ror #21            // theta t20
    eor x11, x26, x11, ror #60          // theta t21
    eor x16, x26, x16, ror #43          // theta t22
    eor x22, x26, x22, ror #34          // theta t23
    eor x26, x26, x27, ror #4           // theta t24
    eor x27, x8, x13, ror #38           // theta c41
    eor x27, x27, x19, ror #16          // theta c42
    eor x27, x27, x24, ror #47          // theta c43
    eor x27, x27, x30, ror #13          // theta c44
    eor x8, x2, x8, ror #50             // theta t40
    eor x13, x2, x13, ror #24           // theta t41
    eor x19, x2, x19, ror #2            // theta t42
    eor x24, x2, x24, ror #33           // theta t43
    eor x2, x2, x30, ror #63            // theta t44
    eor x30, x1, x27, ror #30           // theta d0
    eor x1, x4, x30, ror #19            // theta t00
    eor x4, x30, x9, ror #41            // theta t01
    eor x9, x30, x14, ror #44           // theta t02
    eor x14, x30, x20, ror #17          // theta t03
    eor x30, x30, x25, ror #3           // theta t04
    eor x25, x0, x27, ror #24           // theta d3
    eor x20, x25, x7, ror #43           // theta t30
    eor x7, x25, x12, ror #59           // theta t31
    eor x0, x25, x17, ror #31           // theta t32
    eor x23, x25, x23, ror #45          // theta t33
    eor x17, x25, x28, ror #18          // theta t34
    bic x12, x15, x4, ror #57           // rho, pi, chi n03
    bic x27, x22, x15, ror #49          // rho, pi, chi n13
    bic x28, x17, x22, ror #37          // rho, pi, chi n23
    eor x28, x15, x28, ror #42          // rho, pi, chi o23
    bic x15, x8, x17, ror #60           // rho, pi, chi n33
    eor x15, x22, x15, ror #31          // rho, pi, chi o33
    bic x25, x4, x8, ror #53            // rho, pi, chi n43
    eor x17, x17, x25, ror #15          // rho, pi, chi o43
    eor x25, x8, x12, ror #18           // rho, pi, chi o03
    eor x12, x4, x27, ror #22           // rho, pi, chi o13
    bic x22, x0, x11, ror #15           // rho, pi, chi n02
    bic x27, x24, x0, ror #8            // rho, pi, chi n12
    bic x4, x30, x24, ror #54           // rho, pi, chi n22
    eor x8, x0, x4, ror #2              // rho, pi, chi o22
    bic x4, x5, x30, ror #2             // rho, pi, chi n32
    eor x24, x24, x4, ror #8            // rho, pi, chi o32
    bic x4, x11, x5, ror #49            // rho, pi, chi n42
    eor x30, x30, x4, ror #13           // rho, pi, chi o42
    eor x5, x5, x22                     // rho, pi, chi o02
    eor x27, x11, x27, ror #41          // rho, pi, chi o12
    bic x11, x9, x13, ror #27           // rho, pi, chi n01
    bic x4, x21, x9, ror #61            // rho, pi, chi n11
    bic x22, x26, x21, ror #60          // rho, pi, chi n21
    eor x22, x9, x22, ror #7            // rho, pi, chi o21
    bic x9, x20, x26, ror #27           // rho, pi, chi n31
    eor x9, x21, x9, ror #41            // rho, pi, chi o31
    bic x21, x13, x20, ror #17          // rho, pi, chi n41
    eor x21, x26, x21, ror #20          // rho, pi, chi o41
    eor x11, x20, x11, ror #20          // rho, pi, chi o01
    eor x4, x13, x4, ror #40            // rho, pi, chi o11
    bic x0, x16, x10, ror #43           // rho, pi, chi n00
    bic x13, x23, x16, ror #38          // rho, pi, chi n10
    bic x20, x2, x23, ror #18           // rho, pi, chi n20
    eor x26, x16, x20, ror #8           // rho, pi, chi o20
    bic x20, x1, x2, ror #49            // rho, pi, chi n30
    eor x16, x23, x20, ror #61          // rho, pi, chi o30
    bic x23, x10, x1, ror #44           // rho, pi, chi n40
    eor x20, x2, x23, ror #35           // rho, pi, chi o40
    eor x1, x1, x0, ror #41             // rho, pi, chi o00
    eor x13, x10, x13, ror #47          // rho, pi, chi o10
    ldr x23, [sp, #128]                 // iota rc
    ldr x23, [x23, #8]                  // iota rc
    eor x2, x1, x23                     // iota io
    bic x23, x19, x7, ror #9            // rho, pi, chi n04
    bic x10, x14, x19, ror #46          // rho, pi, chi n14
    bic x0, x3, x14, ror #44            // rho, pi, chi n24
    eor x19, x19, x0, ror #38           // rho, pi, chi o24
    bic x0, x6, x3, ror #40             // rho, pi, chi n34
    eor x0, x14, x0, ror #44            // rho, pi, chi o34
    bic x14, x7, x6, ror #53            // rho, pi, chi n44
    eor x14, x3, x14, ror #35           // rho, pi, chi o44
    eor x6, x6, x23, ror #2             // rho, pi, chi o04
    eor x10, x7, x10, ror #9            // rho, pi, chi o14
    // Round 1 of two
    eor x1, x2, x11, ror #60            // theta c01
    eor x23, x19, x26, ror #17          // theta c21
    eor x7, x13, x4, ror #23            // theta c11
    eor x3, x1, x5, ror #63             // theta c02
    eor x23, x23, x22, ror #56          // theta c22
    eor x7, x7, x27, ror #58            // theta c12
    eor x3, x3, x25, ror #36            // theta c03
    eor x23, x23, x8, ror #39           // theta c23
    eor x7, x7, x12, ror #27            // theta c13
    eor x3, x3, x6, ror #22             // theta c04
    eor x23, x23, x28, ror #30          // theta c24
    eor x1, x7, x10, ror #13            // theta c14
    eor x7, x3, x23, ror #23            // theta d1
    eor x13, x7, x13, ror #20           // theta t10
    eor x4, x7, x4, ror #43             // theta t11
    eor x27, x7, x27, ror #14           // theta t12
    eor x12, x7, x12, ror #47           // theta t13
    eor x7, x7, x10, ror #33            // theta t14
    eor x10, x9, x16, ror #48           // theta c31
    eor x10, x10, x24, ror #36          // theta c32
    eor x10, x10, x15, ror #50          // theta c33
    eor x10, x10, x0, ror #23           // theta c34
    eor x3, x3, x10, ror #20            // theta d4
    eor x10, x1, x10, ror #62           // theta d2
    eor x26, x10, x26, ror #21          // theta t20
    eor x22, x10, x22, ror #60          // theta t21
    eor x8, x10, x8, ror #43            // theta t22
    eor x28, x10, x28, ror #34          // theta t23
    eor x10, x10, x19, ror #4           // theta t24
    eor x19, x20, x21, ror #38          // theta c41
    eor x19, x19, x30, ror #16          // theta c42
    eor x19, x19, x17, ror #47          // theta c43
    eor x19, x19, x14, ror #13          // theta c44
    eor x20, x3, x20, ror #50           // theta t40
    eor x21, x3, x21, ror #24           // theta t41
    eor x30, x3, x30, ror #2            // theta t42
    eor x17, x3, x17, ror #33           // theta t43
    eor x3, x3, x14, ror #63            // theta t44
    eor x14, x1, x19, ror #30           // theta d0
    eor x2, x2, x14, ror #19            // theta t00
    eor x1, x14, x11, ror #41           // theta t01
    eor x11, x14, x5, ror #44           // theta t02
    eor x25, x14, x25, ror #17          // theta t03
    eor x14, x14, x6, ror #3            // theta t04
    eor x19, x23, x19, ror #24          // theta d3
    eor x23, x19, x16, ror #43          // theta t30
    eor x6, x19, x9, ror #59            // theta t31
    eor x16, x19, x24, ror #31          // theta t32
    eor x5, x19, x15, ror #45           // theta t33
    eor x24, x19, x0, ror #18           // theta t34
    bic x15, x16, x22, ror #15          // rho, pi, chi n02
    bic x0, x17, x16, ror #8            // rho, pi, chi n12
    bic x19, x14, x17, ror #54          // rho, pi, chi n22
    eor x16, x16, x19, ror #2           // rho, pi, chi o22
    bic x19, x13, x14, ror #2           // rho, pi, chi n32
    eor x17, x17, x19, ror #8           // rho, pi, chi o32
    bic x9, x22, x13, ror #49           // rho, pi, chi n42
    eor x19, x14, x9, ror #13           // rho, pi, chi o42
    eor x14, x13, x15                   // rho, pi, chi o02
    eor x15, x22, x0, ror #41           // rho, pi, chi o12
    bic x9, x11, x21, ror #27           // rho, pi, chi n01
    bic x0, x12, x11, ror #61           // rho, pi, chi n11
    bic x13, x10, x12, ror #60          // rho, pi, chi n21
    eor x11, x11, x13, ror #7           // rho, pi, chi o21
    bic x13, x23, x10, ror #27          // rho, pi, chi n31
    eor x12, x12, x13, ror #41          // rho, pi, chi o31
    bic x22, x21, x23, ror #17          // rho, pi, chi n41
    eor x13, x10, x22, ror #20          // rho, pi, chi o41
    eor x9, x23, x9, ror #20            // rho, pi, chi o01
    eor x10, x21, x0, ror #40           // rho, pi, chi o11
    bic x0, x27, x1, ror #57            // rho, pi, chi n03
    bic x21, x28, x27, ror #49          // rho, pi, chi n13
    bic x23, x24, x28, ror #37          // rho, pi, chi n23
    eor x22, x27, x23, ror #42          // rho, pi, chi o23
    bic x23, x20, x24, ror #60          // rho, pi, chi n33
    eor x23, x28, x23, ror #31          // rho, pi, chi o33
    bic x27, x1, x20, ror #53           // rho, pi, chi n43
    eor x24, x24, x27, ror #15          // rho, pi, chi o43
    eor x20, x20, x0, ror #18           // rho, pi, chi o03
    eor x21, x1, x21, ror #22           // rho, pi, chi o13
    bic x0, x30, x6, ror #9             // rho, pi, chi n04
    bic x1, x25, x30, ror #46           // rho, pi, chi n14
    bic x27, x7, x25, ror #44           // rho, pi, chi n24
    eor x27, x30, x27, ror #38          // rho, pi, chi o24
    bic x30, x26, x7, ror #40           // rho, pi, chi n34
    eor x28, x25, x30, ror #44          // rho, pi, chi o34
    bic x30, x6, x26, ror #53           // rho, pi, chi n44
    eor x30, x7, x30, ror #35           // rho, pi, chi o44
    eor x25, x26, x0, ror #2            // rho, pi, chi o04
    eor x26, x6, x1, ror #9             // rho, pi, chi o14
    bic x1, x8, x4, ror #43             // rho, pi, chi n00
    bic x0, x5, x8, ror #38             // rho, pi, chi n10
    bic x6, x3, x5, ror #18             // rho, pi, chi n20
    eor x6, x8, x6, ror #8              // rho, pi, chi o20
    bic x7, x2, x3, ror #49             // rho, pi, chi n30
    eor x7, x5, x7, ror #61             // rho, pi, chi o30
    bic x8, x4, x2, ror #44             // rho, pi, chi n40
    eor x8, x3, x8, ror #35             // rho, pi, chi o40
    eor x3, x2, x1, ror #41             // rho, pi, chi o00
    eor x5, x4, x0, ror #47             // rho, pi, chi o10
    ldp x4, x1, [sp, #128]              // iota rc
    ldr x0, [x4, #16]!                  // iota rc
    str x4, [sp, #128]                  // iota rc
    cmp x4, x1                          // iota rc
    eor x4, x3, x0                      // iota io
.endm
