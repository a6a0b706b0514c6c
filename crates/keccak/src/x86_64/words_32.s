// The arguments of a macro for lanes of 32 bits: the word's name, its suffix, its bytes and bits, the number of words in 128 bits, the
// registers, and the state's address.
.macro with_words name, state
    \name dword, d, 4, 32, 4, eax, ebx, ecx, edx, esi, ebp, r8d, r9d, r10d, r11d, r12d, r13d, r14d, r15d, \state
.endm
