#!/usr/bin/env python3
"""Estimates by llvm-mca of the costs of the release build's kernels on other processors: `xtask/mca.py [--aarch64] [--llvm-mca PROGRAM] [--binary FILE]`.

llvm-mca gets the loops of each kernel as objdump prints them, in the order of their addresses and without their jumps. The costs of the loops are
added up, each as often as it runs for a permutation or a block. llvm-mca knows no caches, no mispredicted jumps and no decoder, so the figures are
also compared with measured ones, and the errors are printed next to them. Version 19 has models of all processors but Zen 5, for which it takes
that of Zen 4; older versions take another processor's model in silence.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile

# LLVM's names; what a processor has beyond AVX2 and BMI2; by how much registers of 512 bits lower its clock, where that is known.
X86 = {
    "haswell": "", "skylake": "", "alderlake": "sha", "znver2": "sha", "znver3": "sha", "skylake-avx512": "avx512",
    "icelake-server": "sha avx512", "sapphirerapids": "sha avx512", "znver4": "sha avx512", "znver5": "sha avx512",
}
CLOCK_512 = {"skylake-avx512": 1.15}
# LLVM has no model of Cortex-A76 or of Apple's cores; its model of Cortex-A72 is that of Cortex-A57.
AARCH64 = {"neoverse-n1": "", "neoverse-v1": "sha3", "neoverse-v2": "sha3", "cortex-a72": "", "cortex-a53": ""}

# Family, messages and backend | what it needs beyond AVX2 and BMI2 | kernels, by the names that `codegen --kernels` prints, without the token, with their loops and how
# often each runs for a permutation or a block. `rounds`: the innermost loop that has the most instructions. `blocks`: the longest of all, with one
# turn of the loop over the rounds. A number: by their last instructions, from 0.
#
# These are the backends that a plan may choose. Two rounds of Keccak are in a loop, six in that of the planes; absorbing is left
# out. SHA-2 of several messages has 16 rounds before the loop and 16 in it; its message schedules for one message serve two, four or eight blocks.
# SHA-512 on `avx2` and `avx512vl` takes two blocks: 64 rounds with the schedules of both, 96 without. `once`: what theta adds is computed once.
# BLAKE of several messages in registers of AVX-512, and of 64-bit words, goes through ten rounds in a loop, once and a part.
X86_ESTIMATES = """
keccak-p1600 x1 portable | - | Absorb<Portable, u64, 1, true>: rounds 12
keccak-p1600 x1 bmi2 | - | integer: rounds 12
keccak-p1600 x1 avx512vl | avx512 | integer_and_vector: rounds 12
keccak-p1600 x1 avx512-planes | avx512 | Absorb<Avx512Planes, Line>: 0 4
keccak-p1600 x2 sse2 | - | Absorb<Sse2, u64, 2, false>: rounds 12
keccak-p1600 x4 avx2 | - | Absorb<Avx2, u64, 4, false>: 0 12
keccak-p1600 x2 avx512vl | avx512 | Absorb<Avx512Vl, u64, 2, false>: 0 12
keccak-p1600 x4 avx512vl | avx512 | Absorb<Avx512Vl, u64, 4, false>: 0 12
keccak-p1600 x8 avx512 | avx512 | Absorb<Avx512, u64, 8, false>: 0 12
keccak-p1600 x2 avx512vl once | avx512 | Absorb<Avx512Vl, u64, 2, false>: 1 12
keccak-p1600 x4 avx512vl once | avx512 | Absorb<Avx512Vl, u64, 4, false>: 1 12
keccak-p1600 x8 avx512 once | avx512 | Absorb<Avx512, u64, 8, false>: 1 12
keccak-p800 x1 portable | - | Permute<Portable, u32, 1, true>: rounds 11
keccak-p800 x1 bmi2 | - | integer_32: rounds 11
keccak-p800 x1 avx512vl | avx512 | integer_and_vector_32: rounds 11
keccak-p800 x4 sse2 | - | Permute<Sse2, u32, 4>: rounds 11
keccak-p800 x8 avx2 | - | Permute<Avx2, u32, 8>: rounds 11
keccak-p800 x4 avx512vl | avx512 | Permute<Avx512Vl, u32, 4>: rounds 11
keccak-p800 x8 avx512vl | avx512 | Permute<Avx512Vl, u32, 8>: rounds 11
keccak-p800 x16 avx512 | avx512 | Permute<Avx512, u32, 16>: rounds 11
sha256 x1 sha-ni | sha | Compress<Words32, ShaNi>: rounds 1
sha256 x2 sha-ni | sha | CompressTwo<Words32, ShaNi>: rounds 1
sha256 x1 portable | - | Compress<Words32, Portable, 1>: blocks 1, rounds 2
sha256 x1 sse41 | - | sha256_4: rounds 4; Schedule<Words32, Sse41, 4>: rounds 0.75
sha256 x1 avx | - | sha256_4: rounds 4; Schedule<Words32, Avx, 4>: rounds 0.75
sha256 x1 avx2 | - | sha256_8: rounds 4; Schedule<Words32, Avx2, 8>: rounds 0.375
sha256 x1 avx512vl | avx512 | sha256_8: rounds 4; Schedule<Words32, Avx512Vl, 8>: rounds 0.375
sha256 x4 sse41 | - | Compress<Words32, Sse41, 4>: blocks 1, rounds 2
sha256 x4 avx | - | Compress<Words32, Avx, 4>: blocks 1, rounds 2
sha256 x8 avx2 | - | Compress<Words32, Avx2, 8>: blocks 1, rounds 2
sha256 x4 avx512vl | avx512 | Compress<Words32, Avx512Vl, 4>: blocks 1, rounds 2
sha256 x8 avx512vl | avx512 | Compress<Words32, Avx512Vl, 8>: blocks 1, rounds 2
sha256 x16 avx512 | avx512 | Compress<Words32, Avx512, 16>: blocks 1, rounds 2
sha512 x1 portable | - | Compress<Words64, Portable, 1>: blocks 1, rounds 3
sha512 x1 sse41 | - | sha512_sse41: blocks 1, rounds 3
sha512 x1 avx | - | sha512_avx: blocks 1, rounds 3
sha512 x1 avx2 | - | sha512_avx2: 0 2, 1 3
sha512 x1 avx512vl | avx512 | sha512_avx512vl: 0 2, 1 3
sha512 x1 avx512vl-packed | avx512 | PackedRounds<Avx512Vl, 4>: rounds 20; Schedule<Words64, Avx512Vl, 4>: rounds 1
sha512 x4 avx2 | - | Compress<Words64, Avx2, 4>: blocks 1, rounds 3
sha512 x2 avx512vl | avx512 | Compress<Words64, Avx512Vl, 2>: blocks 1, rounds 3
sha512 x4 avx512vl | avx512 | Compress<Words64, Avx512Vl, 4>: blocks 1, rounds 3
sha512 x8 avx512 | avx512 | Compress<Words64, Avx512, 8>: blocks 1, rounds 3
blake256 x1 portable | - | Compress<u32, Portable, 1>: 0 1, 1 1
blake256 x1 sse41 | - | Compress<u32, Sse41, 1>: rounds 1
blake256 x1 avx | - | Compress<u32, Avx, 1>: rounds 1
blake256 x1 avx-words | - | blake256: rounds 1
blake256 x1 avx2 | - | Compress<u32, Avx2, 1>: rounds 1
blake256 x1 avx512vl | avx512 | Compress<u32, Avx512Vl, 1>: rounds 1
blake256 x4 sse41 | - | Compress<u32, Sse41, 4>: rounds 1
blake256 x4 avx | - | Compress<u32, Avx, 4>: rounds 1
blake256 x8 avx2 | - | Compress<u32, Avx2, 8>: rounds 1
blake256 x4 avx512vl | avx512 | Compress<u32, Avx512Vl, 4>: blocks 1, rounds 0.4
blake256 x8 avx512vl | avx512 | Compress<u32, Avx512Vl, 8>: blocks 1, rounds 0.4
blake256 x16 avx512 | avx512 | Compress<u32, Avx512, 16>: blocks 1, rounds 0.4
blake512 x1 portable | - | Compress<u64, Portable, 1>: 0 1, 1 1
blake512 x1 avx-words | - | blake512: rounds 1
blake512 x1 avx2 | - | Compress<u64, Avx2, 1>: rounds 1
blake512 x1 avx512vl | avx512 | Compress<u64, Avx512Vl, 1>: rounds 1
blake512 x4 avx2 | - | Compress<u64, Avx2, 4>: 0 1, 1 1
blake512 x2 avx512vl | avx512 | Compress<u64, Avx512Vl, 2>: blocks 1, rounds 0.6
blake512 x4 avx512vl | avx512 | Compress<u64, Avx512Vl, 4>: blocks 1, rounds 0.6
blake512 x8 avx512 | avx512 | Compress<u64, Avx512, 8>: blocks 1, rounds 0.6
"""
AARCH64_ESTIMATES = """
keccak-p1600 x1 portable | - | Absorb<Portable, u64, 1, false>: rounds 12
keccak-p1600 x1 neon | - | integer: rounds 12
keccak-p1600 x2 neon | - | Absorb<Neon, u64, 2, false>: rounds 12
keccak-p1600 x1 neon-sha3 | sha3 | Absorb<NeonSha3, u64, 1, false>: rounds 12
keccak-p1600 x2 neon-sha3 | sha3 | Absorb<NeonSha3, u64, 2, false>: rounds 12
keccak-p800 x1 portable | - | Permute<Portable, u32, 1>: rounds 11
keccak-p800 x4 neon | - | Permute<Neon, u32, 4>: rounds 11
sha256 x1 portable | - | Compress<Words32, Portable, 1>: blocks 1, rounds 2
sha256 x1 neon | - | code_256: blocks 1, rounds 2
sha256 x4 neon | - | Compress<Words32, Neon, 4>: blocks 1, rounds 2
sha256 x1 sha2-ce | - | Compress<Words32, Sha2Ce>: rounds 1
sha512 x1 portable | - | Compress<Words64, Portable, 1>: blocks 1, rounds 3
sha512 x1 neon | - | code_512: blocks 1, rounds 3
sha512 x2 neon | - | Compress<Words64, Neon, 2>: blocks 1, rounds 3
sha512 x1 sha512-ce | sha3 | Compress<Words64, Sha512Ce>: rounds 1
blake256 x1 portable | - | Compress<u32, Portable, 1>: 0 1, 1 1
blake256 x1 neon | - | Compress<u32, Neon, 1>: rounds 1
blake256 x4 neon | - | Compress<u32, Neon, 4>: rounds 1
blake512 x1 portable | - | Compress<u64, Portable, 1>: 0 1, 1 1
blake512 x1 neon | - | Compress<u64, Neon, 1>: rounds 1
blake512 x2 neon | - | Compress<u64, Neon, 2>: 0 1, 1 1
"""

# Core cycles: what the plan's rows and their comments have from measurements; that of avx512-planes on Zen 5 is the example `cycles`, 2026-11-23.
# Those of Skylake-SP are of similar kernels, before this suite, without the factor for the clock.
MEASURED = """
skylake-avx512 keccak-p1600: x1 avx512-planes 600, x2 avx512vl 850, x4 avx512vl 850, x8 avx512 1117
skylake-avx512 sha512: x1 avx512vl-packed 447
skylake-avx512 blake256: x1 sse41 450, x1 avx 433, x1 avx2 424, x1 avx512vl 363
skylake-avx512 blake512: x1 avx2 495, x1 avx512vl 431
znver3 keccak-p1600: x1 portable 1002, x1 bmi2 1001, x2 sse2 1362, x4 avx2 1321
znver3 keccak-p800: x1 portable 938, x1 bmi2 953, x4 sse2 1317, x8 avx2 1270
znver3 sha256: x1 sha-ni 129, x2 sha-ni 136, x1 portable 700, x1 sse41 537, x1 avx 496, x1 avx2 446, x4 sse41 1327, x4 avx 993, x8 avx2 1000
znver3 sha512: x1 portable 812, x1 sse41 677, x1 avx 677, x1 avx2 534, x4 avx2 1207
znver3 blake256: x1 portable 543, x1 sse41 475, x1 avx 473, x1 avx-words 535, x1 avx2 500, x4 sse41 974, x4 avx 792, x8 avx2 905
znver3 blake512: x1 portable 699, x1 avx-words 618, x1 avx2 636, x4 avx2 971
znver4 keccak-p1600: x1 avx512vl 836, x2 avx512vl 853, x4 avx512vl 861, x8 avx512 1567
znver4 sha256: x1 sha-ni 129, x8 avx512vl 581, x16 avx512 1141
znver4 sha512: x1 avx512vl 523, x2 avx512vl 686, x4 avx512vl 698, x8 avx512 1387
znver4 blake256: x1 avx512vl 463, x4 avx512vl 689, x8 avx512vl 719, x16 avx512 1218
znver4 blake512: x1 avx512vl 552, x2 avx512vl 763, x4 avx512vl 799, x8 avx512 1333
znver5 keccak-p1600: x1 portable 937, x1 bmi2 869, x1 avx512vl 697, x1 avx512-planes 900, x2 sse2 1424, x4 avx2 1402, x2 avx512vl once 776, x4 avx512vl once 778, x8 avx512 once 793
znver5 keccak-p800: x1 portable 894, x1 bmi2 794, x1 avx512vl 637, x4 sse2 1376, x8 avx2 1327, x4 avx512vl 774, x8 avx512vl 768, x16 avx512 812
znver5 sha256: x1 sha-ni 130, x1 portable 520, x1 sse41 440, x1 avx 421, x1 avx2 374, x4 sse41 1171, x4 avx 1098, x8 avx2 1100, x8 avx512vl 599, x16 avx512 634
znver5 sha512: x1 portable 657, x1 sse41 545, x1 avx 513, x1 avx2 421, x1 avx512vl 421, x4 avx2 1318, x2 avx512vl 729, x4 avx512vl 730, x8 avx512 765
znver5 blake256: x1 portable 453, x1 avx 875, x1 avx-words 388, x1 avx2 881, x1 avx512vl 685, x4 avx512vl 776, x8 avx512vl 795, x16 avx512 818
znver5 blake512: x1 portable 544, x1 avx-words 452, x1 avx2 1006, x1 avx512vl 790, x2 avx512vl 871, x4 avx512vl 887, x8 avx512 906
"""


def table(text):
    """(title, needs, [(kernel, loop, times)]) of each line."""
    for line in text.strip().splitlines():
        title, needs, kernels = line.split(" | ")
        parts = [(kernel.strip(), *loop.split()) for kernel, _, loops in (part.rpartition(": ") for part in kernels.split("; ")) for loop in loops.split(", ")]
        yield title, needs.strip("-"), [(kernel, loop, float(times)) for kernel, loop, times in parts]


def kernels(objdump, executable):
    """The instructions of each kernel: address, text, and where it jumps to within the function."""
    listing = subprocess.run([objdump, "-d", "-C", "--no-show-raw-insn", executable], check=True, text=True, stdout=subprocess.PIPE).stdout
    found, lines = {}, None
    for line in listing.splitlines():
        if head := re.fullmatch(r"[0-9a-f]+ <(.*)>:", line):
            name = head[1].split("::enter::<")[-1]
            is_kernel = "::run::enter::<" in head[1] or re.match(r"lanesum_\w+::(x86_64|aarch64)::", head[1]) is not None
            name = re.sub(r"[\w{}#]+::", "", name.removesuffix(">") if "::enter::<" in head[1] else name)
            lines = found.setdefault(name, []) if is_kernel and name not in found else None
        elif lines is not None and (code := re.match(r"\s*([0-9a-f]+):\t(.*)", line)):
            text = re.sub(r"\s*(#|//).*", "", code[2]).replace("\t", " ").strip()
            jump = re.match(r"(?:j\w+|b|b\.\w+|t?bn?z|cbn?z)\s+(?:.*,\s*)?(?:0x)?([0-9a-f]+) <", text)
            lines.append((int(code[1], 16), text, int(jump[1], 16) if jump else None))
    return found


def loop(lines, which):
    """The text of a loop for LLVM's assembler, without jumps, calls and what does nothing, and how many instructions it has with these."""
    places = {address: at for at, (address, _, _) in enumerate(lines)}
    loops = [(places[to], at) for at, (_, _, to) in enumerate(lines) if to in places and places[to] <= at]
    inner = [(a, b) for a, b in loops if not any((a, b) != (c, d) and c >= a and d <= b for c, d in loops)]
    chosen = inner if which == "rounds" else loops if which == "blocks" else [loops[int(which)]]
    begin, end = max(chosen, key=lambda span: span[1] - span[0])
    texts = [text for _, text, to in lines[begin : end + 1] if to is None]
    left_out = r"(nop|data16|call|ret|jmp|cs nop|xchg +%ax,%ax|bl |br |endbr)"
    return "\n".join(text for text in texts if not re.match(left_out, text) and "<" not in text), end - begin + 1


def cycles(program, triple, cpu, texts):
    """Cycles of one turn of each loop: the difference of two runs is without the beginning."""
    with tempfile.NamedTemporaryFile("w", suffix=".s") as file:
        file.write("".join(f"# LLVM-MCA-BEGIN\n{text}\n# LLVM-MCA-END\n" for text in texts).replace("#", "//" if triple == "aarch64" else "#"))
        file.flush()
        def total(turns):
            command = [program, f"-mtriple={triple}", f"-mcpu={cpu}", f"-iterations={turns}", "-instruction-info=0", "-resource-pressure=0", file.name]
            said = subprocess.run(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            if said.returncode:
                sys.exit(f"mca: {cpu}: {said.stderr[:600]}")
            return [float(figure) for figure in re.findall(r"^Total Cycles: +(\d+)", said.stdout, flags=re.M)]
        few, many = total(10), total(30)
    assert len(few) == len(many) == len(texts)
    return [(after - before) / 20 for before, after in zip(few, many)]


def split(forms):
    """The fastest backend of each width where it is ahead of groups of what is narrower, and for 1 to 16 messages the first group's width."""
    best = []
    for width, backend, cost in sorted(forms, key=lambda form: (form[0], form[2])):
        if all(cost < narrow[2] * (width // narrow[0]) for narrow in best):
            best.append((width, backend, cost))
    sums = [(0, 0)]
    for messages in range(1, 17):
        sums.append(min((round(cost) + sums[max(0, messages - width)][0], width) for width, _, cost in best))
    return ", ".join(f"{width} {backend}" for width, backend, _ in best) + "; " + " ".join(str(width) for _, width in sums[1:])


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--llvm-mca", default="llvm-mca")
    options.add_argument("--aarch64", action="store_true", help="look at what a cross compiler makes for aarch64")
    options.add_argument("--binary", help="this executable (mangled as v0, not stripped) instead of the example `instructions`")
    options = options.parse_args()
    version = subprocess.run([options.llvm_mca, "--version"], check=True, text=True, stdout=subprocess.PIPE).stdout
    if int(re.search(r"version (\d+)", version)[1]) < 19:
        sys.exit("mca: it has no model of some processors; give one of 19 or newer (--llvm-mca llvm-mca-19)")
    target = "aarch64-unknown-linux-gnu" if options.aarch64 else "."
    if not options.binary:
        folder = os.path.join(os.environ.get("CARGO_TARGET_DIR", "target"), "codegen")
        flags = {"RUSTFLAGS": "-C symbol-mangling-version=v0", "CARGO_PROFILE_RELEASE_DEBUG": "0", "CARGO_PROFILE_RELEASE_STRIP": "none",
                 "CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER": "aarch64-linux-gnu-gcc"}
        build = ["cargo", "build", "--quiet", "--release", "-p", "lanesum-papers", "--example", "instructions", "--target-dir", folder]
        subprocess.run(build + (["--target", target] if options.aarch64 else []), check=True, env=os.environ | flags)
        options.binary = os.path.join(folder, target, "release/examples/instructions")
    processors = AARCH64 if options.aarch64 else X86
    triple = "aarch64" if options.aarch64 else "x86_64"
    estimates = list(table(AARCH64_ESTIMATES if options.aarch64 else X86_ESTIMATES))
    known = kernels("aarch64-linux-gnu-objdump" if options.aarch64 else "objdump", options.binary)
    loops = {}
    for kernel, which, _ in (part for _, _, parts in estimates for part in parts):
        if kernel not in known:
            sys.exit(f"mca: there is no kernel {kernel}; there are {'; '.join(sorted(known))}")
        loops[kernel, which] = loop(known[kernel], which)
    costs = {}
    for cpu, has in processors.items():
        able = [(title, parts) for title, needs, parts in estimates if not needs or needs in has.split()]
        wanted = sorted({part[:2] for _, parts in able for part in parts})
        turns = dict(zip(wanted, cycles(options.llvm_mca, triple, cpu, [loops[part][0] for part in wanted])))
        costs[cpu] = {title: sum(turns[kernel, which] * times for kernel, which, times in parts) for title, parts in able}
    print("Instructions in the loops, and core cycles for a permutation or a block, of all messages:")
    print(f"{'':32} {'instructions':>12} " + " ".join(f"{cpu:>14}" for cpu in processors))
    for title, _, parts in estimates:
        count = sum(loops[kernel, which][1] * times for kernel, which, times in parts)
        print(f"{title:32} {count:12.0f} " + " ".join(f"{costs[cpu][title]:14.0f}" if title in costs[cpu] else f"{'-':>14}" for cpu in processors))
    if options.aarch64:
        return
    print("\nBest backends, and of 1 to 16 messages how many go first:")
    for family in dict.fromkeys(title.split()[0] for title, _, _ in estimates):
        agreed = {}
        for cpu, of in costs.items():
            forms = [(int(title.split()[1][1:]), title.split(maxsplit=2)[2], cost) for title, cost in of.items() if title.split()[0] == family]
            is_512 = lambda backend: backend.removesuffix(" once") in ("avx512", "avx512-planes")
            forms = [(width, backend, cost * (CLOCK_512.get(cpu, 1) if is_512(backend) else 1)) for width, backend, cost in forms]
            agreed.setdefault(split(forms), []).append(cpu)
        for text, cpus in agreed.items():
            print(f"{family}, {' '.join(cpus)}: {text}")
    print("\nMeasured cycles, the estimate, and its error:")
    errors = {}
    for line in MEASURED.strip().splitlines():
        cpu, family, figures = re.match(r"(\S+) (\S+): (.*)", line).groups()
        for figure in figures.split(", "):
            form, measured = figure.rsplit(" ", 1)
            error = (costs[cpu][f"{family} {form}"] / int(measured) - 1) * 100
            errors.setdefault(cpu, []).append(error)
            print(f"{cpu:16} {family + ' ' + form:32} {measured:>6} {costs[cpu][f'{family} {form}']:6.0f} {error:+5.0f} %")
    for cpu, of in errors.items():
        print(f"{cpu:16} {len(of)} figures, errors of {min(of):+.0f} to {max(of):+.0f} %, median {sorted(map(abs, of))[len(of) // 2]:.0f} %")


main()
