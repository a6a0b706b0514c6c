// The arguments of a macro for lanes of 64 bits: the word's name, its suffix, its bytes and bits, the number of words in 128 bits, the
// registers, and the state's address.
.macro with_words name, state
    \name qword, q, 8, 64, 2, rax, rbx, rcx, rdx, rsi, rbp, r8, r9, r10, r11, r12, r13, r14, r15, \state
.endm
