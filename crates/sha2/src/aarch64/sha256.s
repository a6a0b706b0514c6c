// SHA-256: its sigmas, for sha2.s, which follows. A large sigma is two exclusive-ors with rotated operands and one rotation.

.macro large0 to, of
    eor \to, \of, \of, ror #11
    eor \to, \to, \of, ror #20
    ror \to, \to, #2
.endm

.macro large1 to, of
    eor \to, \of, \of, ror #5
    eor \to, \to, \of, ror #19
    ror \to, \to, #6
.endm

.macro small0 to, of
    ror \to, \of, #7
    eor \to, \to, \of, ror #18
    eor \to, \to, \of, lsr #3
.endm

.macro small1 to, of
    ror \to, \of, #17
    eor \to, \to, \of, ror #19
    eor \to, \to, \of, lsr #10
.endm

// The register letter, the bytes of a word, and the number of rounds.
.macro with_words name
    \name w, 4, 64
.endm
