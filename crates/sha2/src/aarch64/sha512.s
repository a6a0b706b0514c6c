// SHA-512: its sigmas, for sha2.s, which follows. A large sigma is two exclusive-ors with rotated operands and one rotation.

.macro large0 to, of
    eor \to, \of, \of, ror #6
    eor \to, \to, \of, ror #11
    ror \to, \to, #28
.endm

.macro large1 to, of
    eor \to, \of, \of, ror #4
    eor \to, \to, \of, ror #27
    ror \to, \to, #14
.endm

.macro small0 to, of
    ror \to, \of, #1
    eor \to, \to, \of, ror #8
    eor \to, \to, \of, lsr #7
.endm

.macro small1 to, of
    ror \to, \of, #19
    eor \to, \to, \of, ror #61
    eor \to, \to, \of, lsr #6
.endm

// The register letter, the bytes of a word, and the number of rounds.
.macro with_words name
    \name x, 8, 80
.endm
