// Two rounds of Keccak-p[1600], of one state or two, by the instructions for SHA-3 in 32 registers.
//
//     v0 to v24     lane (x, y) in x + 5 y, before and after
//     v25 to v29    theta's parities C
//     v27 to v31    what theta adds to a column, D
//     v25 v26       then, two lanes of the plane under way
//     at            address of the next constant
//     constant      v25.2d in the braces that Rust would take for its own
//
// 25 lanes and theta's five words leave two registers. LLVM gathers sums ahead and moves a sixth of the words to memory and back; this
// order needs no move at all: the five lanes that rho and pi take for a plane are overwritten by the plane (as in the generic text of the
// round), and while it is computed, two of them are in the registers left. Which two, and in which order the results overwrite the
// others, is the first choice by which nothing is overwritten that is needed. After two rounds each lane is back in its place.

.macro two_rounds at, constant
    // Round 0 of two. Theta: C in v25 to v29, then D in v29 v30 v31 v27 v28
    eor3 v25.16b, v0.16b, v5.16b, v10.16b
    eor3 v26.16b, v1.16b, v6.16b, v11.16b
    eor3 v27.16b, v2.16b, v7.16b, v12.16b
    eor3 v28.16b, v3.16b, v8.16b, v13.16b
    eor3 v29.16b, v4.16b, v9.16b, v14.16b
    eor3 v25.16b, v25.16b, v15.16b, v20.16b
    eor3 v26.16b, v26.16b, v16.16b, v21.16b
    eor3 v27.16b, v27.16b, v17.16b, v22.16b
    eor3 v28.16b, v28.16b, v18.16b, v23.16b
    eor3 v29.16b, v29.16b, v19.16b, v24.16b
    rax1 v30.2d, v25.2d, v27.2d
    rax1 v31.2d, v26.2d, v28.2d
    rax1 v27.2d, v27.2d, v29.2d
    rax1 v28.2d, v28.2d, v25.2d
    rax1 v29.2d, v29.2d, v26.2d
    // Rho, pi, chi, iota: plane 0
    eor v0.16b, v0.16b, v29.16b
    xar v25.2d, v6.2d, v30.2d, #20
    xar v12.2d, v12.2d, v31.2d, #21
    xar v26.2d, v18.2d, v27.2d, #43
    xar v24.2d, v24.2d, v28.2d, #50
    bcax v6.16b, v26.16b, v0.16b, v24.16b
    bcax v18.16b, v24.16b, v25.16b, v0.16b
    bcax v0.16b, v0.16b, v12.16b, v25.16b
    bcax v24.16b, v12.16b, v24.16b, v26.16b
    bcax v12.16b, v25.16b, v26.16b, v12.16b
    ld1r \constant, [\at], #8
    eor v0.16b, v0.16b, v25.16b
    // Rho, pi, chi: plane 1
    xar v25.2d, v3.2d, v27.2d, #36
    xar v9.2d, v9.2d, v28.2d, #44
    xar v10.2d, v10.2d, v29.2d, #61
    xar v26.2d, v16.2d, v30.2d, #19
    xar v22.2d, v22.2d, v31.2d, #3
    bcax v16.16b, v25.16b, v10.16b, v9.16b
    bcax v3.16b, v9.16b, v26.16b, v10.16b
    bcax v10.16b, v10.16b, v22.16b, v26.16b
    bcax v9.16b, v22.16b, v9.16b, v25.16b
    bcax v22.16b, v26.16b, v25.16b, v22.16b
    // Rho, pi, chi: plane 2
    xar v25.2d, v1.2d, v30.2d, #63
    xar v7.2d, v7.2d, v31.2d, #58
    xar v26.2d, v13.2d, v27.2d, #39
    xar v19.2d, v19.2d, v28.2d, #56
    xar v20.2d, v20.2d, v29.2d, #46
    bcax v1.16b, v26.16b, v20.16b, v19.16b
    bcax v13.16b, v19.16b, v25.16b, v20.16b
    bcax v19.16b, v7.16b, v19.16b, v26.16b
    bcax v20.16b, v20.16b, v7.16b, v25.16b
    bcax v7.16b, v25.16b, v26.16b, v7.16b
    // Rho, pi, chi: plane 3
    xar v4.2d, v4.2d, v28.2d, #37
    xar v5.2d, v5.2d, v29.2d, #28
    xar v25.2d, v11.2d, v30.2d, #54
    xar v17.2d, v17.2d, v31.2d, #49
    xar v26.2d, v23.2d, v27.2d, #8
    bcax v23.16b, v4.16b, v25.16b, v5.16b
    bcax v11.16b, v26.16b, v5.16b, v4.16b
    bcax v5.16b, v5.16b, v17.16b, v25.16b
    bcax v4.16b, v17.16b, v4.16b, v26.16b
    bcax v17.16b, v25.16b, v26.16b, v17.16b
    // Rho, pi, chi: plane 4
    xar v2.2d, v2.2d, v31.2d, #2
    xar v25.2d, v8.2d, v27.2d, #9
    xar v14.2d, v14.2d, v28.2d, #25
    xar v15.2d, v15.2d, v29.2d, #23
    xar v26.2d, v21.2d, v30.2d, #62
    bcax v21.16b, v25.16b, v15.16b, v14.16b
    bcax v8.16b, v14.16b, v26.16b, v15.16b
    bcax v14.16b, v2.16b, v14.16b, v25.16b
    bcax v15.16b, v15.16b, v2.16b, v26.16b
    bcax v2.16b, v26.16b, v25.16b, v2.16b
    // Round 1 of two. Theta: C in v25 to v29, then D in v29 v30 v31 v27 v28
    eor3 v25.16b, v0.16b, v16.16b, v7.16b
    eor3 v26.16b, v12.16b, v3.16b, v19.16b
    eor3 v27.16b, v24.16b, v10.16b, v1.16b
    eor3 v28.16b, v6.16b, v22.16b, v13.16b
    eor3 v29.16b, v18.16b, v9.16b, v20.16b
    eor3 v25.16b, v25.16b, v23.16b, v14.16b
    eor3 v26.16b, v26.16b, v5.16b, v21.16b
    eor3 v27.16b, v27.16b, v17.16b, v8.16b
    eor3 v28.16b, v28.16b, v4.16b, v15.16b
    eor3 v29.16b, v29.16b, v11.16b, v2.16b
    rax1 v30.2d, v25.2d, v27.2d
    rax1 v31.2d, v26.2d, v28.2d
    rax1 v27.2d, v27.2d, v29.2d
    rax1 v28.2d, v28.2d, v25.2d
    rax1 v29.2d, v29.2d, v26.2d
    // Rho, pi, chi, iota: plane 0
    eor v0.16b, v0.16b, v29.16b
    xar v25.2d, v3.2d, v30.2d, #20
    xar v1.2d, v1.2d, v31.2d, #21
    xar v26.2d, v4.2d, v27.2d, #43
    xar v2.2d, v2.2d, v28.2d, #50
    bcax v3.16b, v26.16b, v0.16b, v2.16b
    bcax v4.16b, v2.16b, v25.16b, v0.16b
    bcax v0.16b, v0.16b, v1.16b, v25.16b
    bcax v2.16b, v1.16b, v2.16b, v26.16b
    bcax v1.16b, v25.16b, v26.16b, v1.16b
    ld1r \constant, [\at], #8
    eor v0.16b, v0.16b, v25.16b
    // Rho, pi, chi: plane 1
    xar v25.2d, v6.2d, v27.2d, #36
    xar v9.2d, v9.2d, v28.2d, #44
    xar v7.2d, v7.2d, v29.2d, #61
    xar v26.2d, v5.2d, v30.2d, #19
    xar v8.2d, v8.2d, v31.2d, #3
    bcax v5.16b, v25.16b, v7.16b, v9.16b
    bcax v6.16b, v9.16b, v26.16b, v7.16b
    bcax v7.16b, v7.16b, v8.16b, v26.16b
    bcax v9.16b, v8.16b, v9.16b, v25.16b
    bcax v8.16b, v26.16b, v25.16b, v8.16b
    // Rho, pi, chi: plane 2
    xar v25.2d, v12.2d, v30.2d, #63
    xar v10.2d, v10.2d, v31.2d, #58
    xar v26.2d, v13.2d, v27.2d, #39
    xar v11.2d, v11.2d, v28.2d, #56
    xar v14.2d, v14.2d, v29.2d, #46
    bcax v12.16b, v26.16b, v14.16b, v11.16b
    bcax v13.16b, v11.16b, v25.16b, v14.16b
    bcax v11.16b, v10.16b, v11.16b, v26.16b
    bcax v14.16b, v14.16b, v10.16b, v25.16b
    bcax v10.16b, v25.16b, v26.16b, v10.16b
    // Rho, pi, chi: plane 3
    xar v18.2d, v18.2d, v28.2d, #37
    xar v16.2d, v16.2d, v29.2d, #28
    xar v25.2d, v19.2d, v30.2d, #54
    xar v17.2d, v17.2d, v31.2d, #49
    xar v26.2d, v15.2d, v27.2d, #8
    bcax v15.16b, v18.16b, v25.16b, v16.16b
    bcax v19.16b, v26.16b, v16.16b, v18.16b
    bcax v16.16b, v16.16b, v17.16b, v25.16b
    bcax v18.16b, v17.16b, v18.16b, v26.16b
    bcax v17.16b, v25.16b, v26.16b, v17.16b
    // Rho, pi, chi: plane 4
    xar v24.2d, v24.2d, v31.2d, #2
    xar v25.2d, v22.2d, v27.2d, #9
    xar v20.2d, v20.2d, v28.2d, #25
    xar v23.2d, v23.2d, v29.2d, #23
    xar v26.2d, v21.2d, v30.2d, #62
    bcax v21.16b, v25.16b, v23.16b, v20.16b
    bcax v22.16b, v20.16b, v26.16b, v23.16b
    bcax v20.16b, v24.16b, v20.16b, v25.16b
    bcax v23.16b, v23.16b, v24.16b, v26.16b
    bcax v24.16b, v26.16b, v25.16b, v24.16b
.endm
