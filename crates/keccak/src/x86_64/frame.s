// The frame of a function with the sysv64 calling convention: entry, exit, and the unwind information for debuggers and profilers, which
// the compiler does not write for a naked function. Each file that uses these macros purges them at its end, since the assembler keeps
// macros for the whole module.

// Save registers
.macro save_registers frame
    .cfi_startproc
    .irp r, rbx, rbp, r12, r13, r14, r15
    push \r
    .cfi_adjust_cfa_offset 8
    .cfi_rel_offset \r, 0
    .endr
    sub rsp, \frame
    .cfi_adjust_cfa_offset \frame
.endm

// Restore registers, after erasing words of the frame: the first `words`, and `more` at `at`. (Registers that the caller does not expect to
// be kept still have some of the state, as after any compiled function.)
.macro restore_registers frame, words=0, at=0, more=0
    xor eax, eax
    .set .Lat, 0
    .rept \words
    mov qword ptr [rsp + .Lat], rax
    .set .Lat, .Lat + 8
    .endr
    .set .Lat, \at
    .rept \more
    mov qword ptr [rsp + .Lat], rax
    .set .Lat, .Lat + 8
    .endr
    add rsp, \frame
    .cfi_adjust_cfa_offset -\frame
    .irp r, r15, r14, r13, r12, rbp, rbx
    pop \r
    .cfi_adjust_cfa_offset -8
    .cfi_restore \r
    .endr
    ret
    .cfi_endproc
.endm
