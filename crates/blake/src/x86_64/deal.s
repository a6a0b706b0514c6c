// Deals out the instructions of the vector unit among those of the integer unit.
//
//     deal 485            the next 485 instructions marked `s` share, evenly, all marked `v` in the macro `steps`; after `deal 0`, none
//     s xor rax, rbx      an instruction of the integer unit; those of the vector unit that are due follow it
//     v vpxor ...         an instruction of the vector unit, in `steps`: written if it is its turn
//     group step 0 ...    in `steps`, a macro with as many instructions as each other group: passed over if its turn is far
//     alone               all of `steps` at once

.macro deal among
    .set .Lamong, \among
    .set .Lscalar, 0
    // First pass: counts the instructions, and writes none.
    .set .Lturn, -1
    .set .Lat, 0
    steps
    .set .Lcount, .Lat
    .set .Lturn, 0
.endm

.macro due count
    .rept \count
    .set .Lat, 0
    steps
    .set .Lturn, .Lturn + 1
    .endr
.endm

.macro s instruction:vararg
    \instruction
    .set .Lscalar, .Lscalar + 1
    .if .Lscalar <= .Lamong
    due .Lscalar*.Lcount/.Lamong-.Lturn
    .endif
.endm

.macro v instruction:vararg
    .if .Lat == .Lturn
    \instruction
    .endif
    .set .Lat, .Lat + 1
.endm

.macro group step:vararg
    .if .Lturn < 0
    .set .Lsize, .Lat
    \step
    .set .Lsize, .Lat - .Lsize
    .elseif .Lturn >= .Lat && .Lturn < .Lat + .Lsize
    \step
    .else
    .set .Lat, .Lat + .Lsize
    .endif
.endm

.macro alone
    deal 0
    due .Lcount
.endm
