// SHA-256 with BMI1 and BMI2, whose rotations leave their operand: the rounds of sha256_sums.s for eight blocks.
.set .Lblocks, 8

// The new e, in the register of h: h += W + K + Ch(e, f, g) + d + Sigma1(e)
.macro to_e i, h, e, d, f, g, t, s, u, w
    add \h, dword ptr [r15 + 4 * .Lblocks * \i]
    mov \t, \f
    xor \t, \g
    and \t, \e
    xor \t, \g
    add \h, \d
    add \h, \t
    rorx \s, \e, 6
    rorx \u, \e, 11
    xor \s, \u
    rorx \w, \e, 25
    xor \s, \w
    add \h, \s
.endm

// The new a: new e - d + Maj(a, b, c) + Sigma0(a). Maj is a where b and c differ, and b where they do not. The next b ^ c is in ab.
.macro to_a new, e, d, ab, a, b, bc, t, s, u, w
    mov \new, \e
    sub \new, \d
    mov \ab, \a
    xor \ab, \b
    mov \t, \a
    and \t, \bc
    andn \bc, \bc, \b
    add \new, \bc
    add \new, \t
    rorx \s, \a, 2
    rorx \u, \a, 13
    xor \s, \u
    rorx \w, \a, 22
    xor \s, \w
    add \new, \s
.endm

.macro sixteen_rounds
    to_e 0,    r11d, r8d,  edx,  r9d,  r10d, esi,  ebp,  r12d, r13d
    to_e 1,    r10d, r11d, ecx,  r8d,  r9d,  r14d, esi,  r12d, r13d
    to_a ebp,  r11d, edx,  r14d, eax,  ebx,  edi,  r12d, r13d, esi,  edx
    to_e 2,    r9d,  r10d, ebx,  r11d, r8d,  edi,  r12d, esi,  edx
    to_a r13d, r10d, ecx,  edi,  ebp,  eax,  r14d, esi,  edx,  r12d, ecx
    to_e 3,    r8d,  r9d,  eax,  r10d, r11d, r14d, esi,  r12d, ecx
    to_a edx,  r9d,  ebx,  r14d, r13d, ebp,  edi,  r12d, ecx,  esi,  ebx
    to_e 4,    r11d, r8d,  ebp,  r9d,  r10d, edi,  r12d, esi,  ebx
    to_a ecx,  r8d,  eax,  edi,  edx,  r13d, r14d, esi,  ebx,  r12d, eax
    to_e 5,    r10d, r11d, r13d, r8d,  r9d,  r14d, esi,  r12d, eax
    to_a ebx,  r11d, ebp,  r14d, ecx,  edx,  edi,  r12d, eax,  esi,  ebp
    to_e 6,    r9d,  r10d, edx,  r11d, r8d,  edi,  r12d, esi,  ebp
    to_a eax,  r10d, r13d, edi,  ebx,  ecx,  r14d, esi,  ebp,  r12d, r13d
    to_e 7,    r8d,  r9d,  ecx,  r10d, r11d, r14d, esi,  r12d, r13d
    to_a ebp,  r9d,  edx,  r14d, eax,  ebx,  edi,  r12d, r13d, esi,  edx
    to_e 8,    r11d, r8d,  ebx,  r9d,  r10d, edi,  r12d, esi,  edx
    to_a r13d, r8d,  ecx,  edi,  ebp,  eax,  r14d, esi,  edx,  r12d, ecx
    to_e 9,    r10d, r11d, eax,  r8d,  r9d,  r14d, esi,  r12d, ecx
    to_a edx,  r11d, ebx,  r14d, r13d, ebp,  edi,  r12d, ecx,  esi,  ebx
    to_e 10,   r9d,  r10d, ebp,  r11d, r8d,  edi,  r12d, esi,  ebx
    to_a ecx,  r10d, eax,  edi,  edx,  r13d, r14d, esi,  ebx,  r12d, eax
    to_e 11,   r8d,  r9d,  r13d, r10d, r11d, r14d, esi,  r12d, eax
    to_a ebx,  r9d,  ebp,  r14d, ecx,  edx,  edi,  r12d, eax,  esi,  ebp
    to_e 12,   r11d, r8d,  edx,  r9d,  r10d, edi,  r12d, esi,  ebp
    to_a eax,  r8d,  r13d, edi,  ebx,  ecx,  r14d, esi,  ebp,  r12d, r13d
    to_e 13,   r10d, r11d, ecx,  r8d,  r9d,  r14d, esi,  r12d, r13d
    to_a ebp,  r11d, edx,  r14d, eax,  ebx,  edi,  r12d, r13d, esi,  edx
    to_e 14,   r9d,  r10d, ebx,  r11d, r8d,  edi,  r12d, esi,  edx
    to_a r13d, r10d, ecx,  edi,  ebp,  eax,  r14d, esi,  edx,  r12d, ecx
    to_e 15,   r8d,  r9d,  eax,  r10d, r11d, r14d, esi,  r12d, ecx
    to_a edx,  r9d,  ebx,  r14d, r13d, ebp,  edi,  r12d, ecx,  esi,  ebx
    to_a edi,  r8d,  eax,  r12d, edx,  r13d, r14d, esi,  ebx,  ecx,  eax
    mov eax, edi
    mov ebx, edx
    mov ecx, r13d
    mov edx, ebp
    mov edi, r12d
.endm
