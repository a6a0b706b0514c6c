"""The count of somebody's assembly, on our own as if it were somebody's; and what is said of a file that is not right."""

from pathlib import Path

import pytest

from lanesum_lab import __main__ as command
from lanesum_lab.kernels.arm import plain
from lanesum_lab.kernels.catalog import kernel

FORMS = {one.bits: one for one in plain()}

#: Functions of a fixed number of rounds, as some packages have them.
FIXED = """
.arm
.global fixed_12rounds, fixed_{full}rounds
fixed_12rounds: mov r1, #12
b arm_{bits}
fixed_{full}rounds: mov r1, #{full}
b arm_{bits}
"""


def counted(path: Path, bits: int, function: str, capsys: pytest.CaptureFixture[str]) -> list[str]:
    assert command.main(["count", str(path), "--bits", str(bits), "--function", function]) == 0
    return capsys.readouterr().out.splitlines()


@pytest.mark.parametrize(
    ("bits", "layout", "algorithms", "thumb"),
    [
        (1600, "even and odd bits", ["sha3-512", "lake-keyak"], False),
        (800, "lanes", ["river-keyak"], True),
        (400, "lanes", ["ketje-sr"], False),
        (200, "lanes", ["ketje-jr"], True),
    ],
)
def test_count(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], bits: int, layout: str, algorithms: list[str], thumb: bool
) -> None:
    text = FORMS[bits].assembly()
    path = tmp_path / "theirs.s"
    path.write_text(text.replace(".arm", ".syntax unified\n.thumb") if thumb else text)
    first, *rest = counted(path, bits, f"arm_{bits}", capsys)
    # The loop is over two rounds, and takes two instructions.
    assert first.startswith(
        f"Keccak-p[{bits}], {layout} in memory: a round takes {FORMS[bits].instructions + 1}.0 instructions"
    )
    assert [line.split()[0] for line in rest] == algorithms


def test_functions_of_a_fixed_number_of_rounds(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "theirs.s"
    path.write_text(FORMS[800].assembly() + ".text\n" + FIXED.format(full=22, bits=800))
    fixed = counted(path, 800, "fixed_{}rounds", capsys)
    assert "a round takes 203.0 instructions" in fixed[0]
    assert len(fixed) == 2
    path.write_text(FORMS[400].assembly() + ".text\n" + FIXED.format(full=20, bits=400))
    # Ketje asks for one round, and there is no function for it.
    assert len(counted(path, 400, "fixed_{}rounds", capsys)) == 1


@pytest.mark.parametrize(
    ("text", "bits", "function", "message"),
    [
        (None, 800, "arm_800", "theirs.s: there is no such file"),
        (FORMS[800].assembly(), 800, "other", "theirs.s: there is no function other"),
        (FORMS[800].assembly(), 800, "arm_800_{}", "theirs.s: there is no function arm_800_12 or no arm_800_22"),
        (FORMS[800].assembly(), 400, "arm_800", "theirs.s: arm_800 is not Keccak-p[400] on a state of lanes"),
        (FORMS[800].assembly(), 1600, "arm_800", "is not Keccak-p[1600] on a state of lanes, interleaved or not"),
        ("nonsense", 800, "arm_800", "theirs.s: arm-linux-gnueabihf-gcc does not take it: "),
        (".global f\nf: .word 0xffffffff", 800, "f", "theirs.s: the machine stopped at"),
        # It ends neither here nor there.
        (".global f\nf: b f", 800, "f", "did not end within 1000000 instructions"),
    ],
)
def test_no_keccak(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str | None, bits: int, function: str, message: str
) -> None:
    path = tmp_path / "theirs.s"
    if text is not None:
        path.write_text(text + "\n")
    assert command.main(["count", str(path), "--bits", str(bits), "--function", function]) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(str(path))
    assert message in line


@pytest.mark.parametrize(("name", "instructions"), [("neon_400", 62), ("neon_200", 38)])
def test_count_of_steps(tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, instructions: int) -> None:
    """On our own loop of steps, with the state brought from its lanes to the registers' image and back."""
    one, path = kernel(name), tmp_path / "theirs.s"
    size = one.width // 8
    moves = [(size * k, place) for k, place in enumerate(one.places())]
    suffix = {1: "b", 2: "h"}[size]
    text = [one.assembly(), *(".text", ".global wrap", "wrap:", "push {r4, r5, lr}", "sub sp, sp, #260", "mov r4, r0")]
    for k, word in enumerate(one.zero()[at : at + 4] for at in range(0, 256, 4)):
        value = int.from_bytes(word, "little")
        text += [f"movw r12, #{value & 0xFFFF}", f"movt r12, #{value >> 16}", f"str r12, [sp, #{4 * k}]"]
    text += [f"ldr{suffix} r12, [r4, #{a}]\nstr{suffix} r12, [sp, #{b}]" for a, b in moves]
    text += ["mov r0, sp", f"bl {name}_steps"]
    text += [f"ldr{suffix} r12, [sp, #{b}]\nstr{suffix} r12, [r4, #{a}]" for a, b in moves]
    path.write_text("\n".join([*text, "add sp, sp, #260", "pop {r4, r5, pc}", ""]))
    arguments = ["count", str(path), "--steps", "--bits", str(one.bits), "--function"]
    assert command.main([*arguments, "wrap"]) == 0
    assert capsys.readouterr().out.startswith(f"Keccak-p[{one.bits}]: a step takes {instructions}.0 instructions\nketje-")
    # The permutation itself takes other arguments.
    for function, message in (("other", "there is no function other"), ("decoy", "decoy does not do the steps of ketje-")):
        path.write_text(path.read_text() + ("" if function == "other" else ".global decoy\ndecoy: bx lr\n"))
        assert command.main([*arguments, function]) == 1
        assert capsys.readouterr().err.startswith(f"{path}: {message}")


def test_steps_are_of_two_widths(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(["count", "x.s", "--steps", "--bits", "800", "--function", "f"]) == 1
    assert capsys.readouterr().err == "--steps: Ketje Jr has 200 bits, and Sr 400\n"
