// The words of a lane of 32 bits, as arguments of a macro: the word's name, its suffix, bytes and bits, how many are in 128 bits, and the
// registers. The state's address follows.
.macro with_words name, state
    \name dword, d, 4, 32, 4, eax, ebx, ecx, edx, esi, ebp, r8d, r9d, r10d, r11d, r12d, r13d, r14d, r15d, \state
.endm
