// The frame of a function with the C calling convention: entry, exit, and the unwind information for debuggers and profilers, which the
// compiler does not write for a naked function. The first 96 bytes of the frame hold the registers. Each file that uses these macros purges
// them at its end, since the assembler keeps macros for the whole module.

// Save registers
.macro save_registers frame
    .cfi_startproc
    stp x29, x30, [sp, #-\frame]!
    .cfi_def_cfa_offset \frame
    .cfi_offset 29, -\frame
    .cfi_offset 30, 8-\frame
    mov x29, sp
    save_pair 19, 20, 16, \frame
    save_pair 21, 22, 32, \frame
    save_pair 23, 24, 48, \frame
    save_pair 25, 26, 64, \frame
    save_pair 27, 28, 80, \frame
.endm

.macro save_pair i, j, at, frame
    stp x\i, x\j, [sp, #\at]
    .cfi_offset \i, \at-\frame
    .cfi_offset \j, \at+8-\frame
.endm

// Restore registers
.macro restore_registers frame
    ldp x19, x20, [sp, #16]
    ldp x21, x22, [sp, #32]
    ldp x23, x24, [sp, #48]
    ldp x25, x26, [sp, #64]
    ldp x27, x28, [sp, #80]
    ldp x29, x30, [sp], #\frame
    .cfi_def_cfa_offset 0
    ret
    .cfi_endproc
.endm
