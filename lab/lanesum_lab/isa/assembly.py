"""GCC with the instructions: assembler macros in the slides' syntax, and intrinsics on top of them."""

import re

from .spec import SPACE_BITS, Instruction, InstructionSet, Register

_CODE = "0xfe000000 | (c & 15) | ((c >> 4 & 7) << 5) | ((c >> 7 & 7) << 8) | ((c >> 10 & 4095) << 12) | ((c >> 22) << 4)"
_TYPES = {Register.S: ("float", "t", "%"), Register.D: ("uint64x1_t", "w", "%P"), Register.Q: ("uint64x2_t", "w", "%q")}


#: Mnemonics of ARM and NEON, without conditions, flags and element types, and C's words: no instruction may have such a name.
_ARM = """
adc add adr and asr b bfc bfi bic bkpt bl blx bx bxj cdp cdp2 clrex clz cmn cmp cpsid cpsie dbg dmb dsb eor fldm fstm
isb ldc ldm ldmia ldmib ldmda ldmdb ldmfd ldr ldrb ldrd ldrex ldrexb ldrexd ldrexh ldrh ldrsb ldrsh ldrt lsl lsr mcr
mcr2 mcrr mla mls mov movt movw mrc mrc2 mrrc mrs msr mul mvn neg nop orn orr pkhbt pkhtb pld pldw pli pop push qadd
qsub rbit rev rev16 revsh ror rrx rsb rsc sbc sbfx sdiv sel setend sev smlal smull smmul smmla stc stm stmia stmib stmda
stmdb stmfd str strb strd strex strexb strexd strexh strh strt sub svc swi swp sxtab sxtah sxtb sxth teq tst ubfx udf
udiv umaal umlal umull usad8 uxtab uxtah uxtb uxth wfe wfi yield
"""
_NEON = """
aba abal abd abdl abs acge acgt acle aclt add addhn addl addw and bic bif bit bsl ceq cge cgt cle cls clt clz cmp cmpe
cnt cvt cvtb cvtr cvtt div dup eor ext fma fms fnma fnms hadd hsub ld1 ld2 ld3 ld4 ldm ldmia ldmdb ldr max min mla mlal
mls mlsl mov movl movn mrs msr mul mull mvn neg nmla nmls nmul orn orr padal padd paddl pmax pmin pop push qabs qadd
qdmlal qdmlsl qdmulh qdmull qmovn qmovun qneg qrdmulh qrshl qrshrn qrshrun qshl qshlu qshrn qshrun qsub raddhn recpe
recps rev16 rev32 rev64 rhadd rshl rshr rshrn rsqrte rsqrts rsra rsubhn shl shll shr shrn sli sqrt sra sri st1 st2 st3
st4 stm stmia stmdb str sub subhn subl subw swp tbl tbx trn tst uzp zip
"""
_C = """
auto break case char const continue default do double else enum extern float for goto if inline int long register
restrict return short signed sizeof static struct switch typedef union unsigned void volatile while asm typeof memcpy
memset
"""
_MNEMONICS = {*_ARM.split(), *(f"v{name}" for name in _NEON.split())}
_ENDING = re.compile("s?(eq|ne|cs|hs|cc|lo|mi|pl|vs|vc|hi|ls|ge|lt|gt|le|al)?")


def known(name: str) -> bool:
    """Whether the assembler or C knows this word, with a condition or the s that sets flags or without."""
    parts = (name[:k] for k in range(1, len(name) + 1) if name[:k] in _MNEMONICS)
    return name in _C.split() or any(_ENDING.fullmatch(name[len(part) :]) for part in parts)


def macros(isa: InstructionSet) -> str:
    """GNU assembler text, to be included once: each mnemonic is a macro that writes the word."""
    lines = [f"@ {len(isa.instructions)} instructions in 2^{SPACE_BITS} codes; written by lanesum_lab.isa.assembly"]
    for kind in Register:
        lines += [f".set lanesum_{kind.letter}{k}, {k}" for k in range(1 << kind.number_bits)]
    for one in isa.instructions:
        lines += _macro(isa, one)
    return "\n".join(lines) + "\n"


def _macro(isa: InstructionSet, one: Instruction) -> list[str]:
    d, n, m = (kind.number_bits for kind in (one.d, one.n, one.m))
    code = f"0x{isa.base[one.mnemonic]:x} + lanesum_\\d + (lanesum_\\n << {d}) + (lanesum_\\m << {d + n})"
    if one.immediate:
        code += f" + (\\i << {d + n + m})"
    arguments = "d, n, m, i" if one.immediate else "d, n, m"
    return [
        f".macro {one.mnemonic} {arguments}",
        f".set lanesum_c, {code}",
        f".inst {_CODE.replace('c ', 'lanesum_c ').replace('(c', '(lanesum_c')}",
        ".endm",
    ]


def header(isa: InstructionSet, include: str) -> str:
    """A C header with one inline function for each form; `include` is the file of the macros."""
    lines = ["#pragma once", "#include <arm_neon.h>", f'__asm__(".include \\"{include}\\"");']
    for one in isa.instructions:
        name = one.mnemonic.replace(".", "_")
        kinds = [_TYPES[kind] for kind in (one.d, one.n, one.m)]
        text = f"{one.mnemonic} {kinds[0][2]}0, {kinds[1][2]}1, {kinds[2][2]}2"
        operands = f'"={kinds[0][1]}"(d) : "{kinds[1][1]}"(n), "{kinds[2][1]}"(m)'
        if one.immediate:
            # A macro, since an immediate must be a constant where the assembler sees it. Its variables must not hide those
            # that the caller's arguments name.
            inner = operands.replace("(d)", "(lanesum_d)").replace("(n)", "(lanesum_n)").replace("(m)", "(lanesum_m)")
            lines.append(
                f"#define {name}(n_, m_, i_) __extension__({{ {kinds[1][0]} lanesum_n = (n_); {kinds[2][0]} lanesum_m = (m_); "
                f'{kinds[0][0]} lanesum_d; __asm__("{text}, %c3" : {inner}, "i"(i_)); lanesum_d; }})'
            )
        else:
            lines.append(
                f"static inline {kinds[0][0]} {name}({kinds[1][0]} n, {kinds[2][0]} m) "
                f'{{ {kinds[0][0]} d; __asm__("{text}" : {operands}); return d; }}'
            )
    return "\n".join(lines) + "\n"
