"""What the generators of hand-scheduled kernels share: functions in assembler text, written into files of Rust."""
import pathlib
import sys

OUT = pathlib.Path(__file__).parent.parent / "src"


def header(generator):
    return f"// Written by crates/lanes/generate/{pathlib.Path(generator).name}: change that, not this.\n\n"


def quoted(lines, indent):
    return "\n".join(f'{" " * indent}"{line}",' for line in lines)


class Word:
    """How words of so many bytes are named: registers, memory, and the suffix of vector instructions."""

    def __init__(self, count, pointer, suffix, broadcast):
        self.bytes, self.bits, self.pointer, self.suffix, self.broadcast = count, 8 * count, pointer, suffix, broadcast

    def __call__(self, register):
        if self.bytes == 8:
            return register
        return register + "d" if register[1].isdigit() else "e" + register[1:]

    def at(self, address):
        return f"{self.pointer} ptr [{address}]"


QUAD, DOUBLE = Word(8, "qword", "q", "{{1to2}}"), Word(4, "dword", "d", "{{1to4}}")


SAVED = "rbx rbp r12 r13 r14 r15".split()


SLOT = "qword ptr [rsp + {}]".format


def entered(frame):
    """The beginning of a function: what debuggers and profilers need to find the caller, the compiler does not write for a naked one."""
    text = [".cfi_startproc"]
    for r in SAVED:
        text += [f"push {r}", ".cfi_adjust_cfa_offset 8", f".cfi_rel_offset {r}, 0"]
    return text + [f"sub rsp, {frame}", f".cfi_adjust_cfa_offset {frame}"]


def left(frame, words):
    """The end. Nothing of the state is left in the frame's first words. (In registers that the caller does not expect to be kept,
    some of it is, as after any compiled function.)"""
    text = ["xor eax, eax"] + [f"mov {SLOT(8 * k)}, rax" for k in words]
    text += [f"add rsp, {frame}", f".cfi_adjust_cfa_offset -{frame}"]
    for r in reversed(SAVED):
        text += [f"pop {r}", ".cfi_adjust_cfa_offset -8", f".cfi_restore {r}"]
    return text + ["ret", ".cfi_endproc"]


def naked(name, doc, text, arguments, operands=None, abi="sysv64"):
    more = f"\n        {operands}," if operands else ""
    return f"""
{doc}
#[unsafe(naked)]
pub(crate) unsafe extern "{abi}" fn {name}(
{arguments}
) {{
    core::arch::naked_asm!(
{quoted(text, 8)}{more}
    )
}}
"""


def interleaved(lines, others, among=None):
    """The second evenly among the first, or among the first so many of these."""
    result, done, among = [], 0, among or len(lines)
    for i, line in enumerate(lines):
        due = min(i + 1, among) * len(others) // among
        result += [line, *others[done:due]]
        done = due
    return result


def check_or_write(generator, files, folder="x86"):
    """Writes the files; with --check, fails if one is not what would be written."""
    wrong = []
    for name, text in files.items():
        path = OUT / folder / name
        if "--check" not in sys.argv:
            path.write_text(text)
        elif path.read_text() != text:
            wrong.append(name)
    if wrong:
        sys.exit(f"not what crates/lanes/generate/{pathlib.Path(generator).name} writes: {', '.join(wrong)}")
