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
        lines += [f".set lanesum_{kind.letter}_{kind.letter}{k}, {k}" for k in range(1 << kind.number_bits)]
    for one in isa.instructions:
        lines += _macro(isa, one)
    return "\n".join(lines) + "\n"


def _macro(isa: InstructionSet, one: Instruction) -> list[str]:
    # A register of another kind, or none, is a symbol that is not there.
    code, at, checks = f"0x{isa.base[one.mnemonic]:x}", 0, []
    for name, kind in one.registers.items():
        symbol = f"lanesum_{kind.letter}_\\{name}"
        what = f"{one.mnemonic}: operand {name} must be a register {kind.letter}0 to {kind.letter}{(1 << kind.number_bits) - 1}"
        checks += [f".ifndef {symbol}", f'.error "{what}"', ".exitm", ".endif"]
        code += f" + ({symbol} << {at})"
        at += kind.number_bits
    if one.immediate:
        what = f"{one.mnemonic}: the immediate must be from 0 to {one.immediate.count - 1}"
        checks += [f".if (\\i) < 0 || (\\i) >= {one.immediate.count}", f'.error "{what}"', ".exitm", ".endif"]
        code += f" + ((\\i) << {at})"
    return [
        f".macro {one.mnemonic} {', '.join(f'{name}:req' for name in one.operands)}",
        *checks,
        f".set lanesum_c, {code}",
        f".inst {_CODE.replace('c ', 'lanesum_c ').replace('(c', '(lanesum_c')}",
        ".endm",
    ]


def header(isa: InstructionSet, include: str) -> str:
    """A C header with one inline function for each form; `include` is the file of the macros."""
    lines = ["#pragma once", "#include <arm_neon.h>", f'__asm__(".include \\"{include}\\"");']
    for one in isa.instructions:
        name = one.mnemonic.replace(".", "_")
        kinds = {operand: _TYPES[kind] for operand, kind in one.registers.items()}
        text = ", ".join(f"{kind[2]}{k}" for k, kind in enumerate(kinds.values()))
        result, written = kinds["d"][0], f'"{"+" if one.update else "="}{kinds["d"][1]}"'
        sources = {operand: kind for operand, kind in kinds.items() if operand != "d"}
        # What the function takes: the old d, too, where the instruction reads it.
        taken = kinds if one.update else sources
        if one.immediate:
            # A macro, since an immediate must be a constant where the assembler sees it. Its variables must not hide those
            # that the caller's arguments name.
            read = ", ".join(f'"{kind[1]}"(lanesum_{operand})' for operand, kind in sources.items())
            variables = "".join(f"{kind[0]} lanesum_{operand} = ({operand}_); " for operand, kind in taken.items())
            variables += "" if one.update else f"{result} lanesum_d; "
            lines.append(
                f"#define {name}({', '.join(f'{operand}_' for operand in taken)}, i_) __extension__({{ {variables}"
                f'__asm__("{one.mnemonic} {text}, %c{len(kinds)}" : {written}(lanesum_d) : {read}, '
                '"i"(i_)); lanesum_d; })'
            )
        else:
            read = ", ".join(f'"{kind[1]}"({operand})' for operand, kind in sources.items())
            arguments = ", ".join(f"{kind[0]} {operand}" for operand, kind in taken.items())
            lines.append(
                f"static inline {result} {name}({arguments}) {{ {'' if one.update else f'{result} d; '}"
                f'__asm__("{one.mnemonic} {text}" : {written}(d) : {read}); return d; }}'
            )
    return "\n".join(lines) + "\n"
