// The words of a lane of 64 bits, as arguments of a macro: the word's name, its suffix, bytes and bits, how many are in 128 bits, and the
// registers. The state's address follows.
.macro with_words name, state
    \name qword, q, 8, 64, 2, rax, rbx, rcx, rdx, rsi, rbp, r8, r9, r10, r11, r12, r13, r14, r15, \state
.endm
