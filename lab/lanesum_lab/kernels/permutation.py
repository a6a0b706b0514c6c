"""What a mode needs of a form of Keccak-p, whatever it is: a kernel of registers, or code that has the state in memory."""

from dataclasses import dataclass
from typing import Protocol

from ..definition import copies
from ..errors import KernelError

#: Bytes of an image: 32 D registers.
IMAGE = 256


class Permutation(Protocol):
    """One form of Keccak-p[25 width]: `void NAME(void *image, unsigned rounds)`."""

    @property
    def name(self) -> str:
        """The function's name."""
        ...

    @property
    def width(self) -> int:
        """Bits of a lane."""
        ...

    @property
    def period(self) -> int:
        """The number of rounds must be a multiple of this one."""
        ...

    @property
    def steps(self) -> bool:
        """Whether there is a function for the steps of Ketje, too."""
        ...

    def assembly(self, unrolled: bool = True) -> str:
        """Text for the GNU assembler."""
        ...

    def header(self) -> str:
        """What a program in C needs to know."""
        ...

    def pack(self, lanes: list[int]) -> bytes:
        """The image of a state."""
        ...

    def unpack(self, image: bytes) -> list[int]:
        """The state of an image."""
        ...


def element(width: int) -> int:
    """Bits that a lane takes: one of less than a byte is copied until it fills that."""
    return max(width, 8)


def uncopied(value: int, width: int) -> int:
    """The lane that these are copies of; `KernelError` if they differ."""
    lane = value & ((1 << width) - 1)
    if copies(lane, width, element(width)) != value:
        raise KernelError("the copies of a lane differ")
    return lane


def split(lane: int) -> tuple[int, int]:
    """The even and the odd bits of a lane of 64."""
    even, odd = (int(f"{lane:064b}"[first::2], 2) for first in (1, 0))
    return even, odd


def unite(even: int, odd: int) -> int:
    """The lane with these even and odd bits."""
    return int("".join(a + b for a, b in zip(f"{odd:032b}", f"{even:032b}", strict=True)), 2)


@dataclass(frozen=True)
class InMemory:
    """A form whose state lies in memory, lane after lane.

    If it is interleaved, a lane of 64 bits is two words, its even and its odd bits: to rotate the lane is to rotate both.
    """

    name: str
    width: int
    interleaved: bool

    @property
    def bits(self) -> int:
        """The width of the permutation."""
        return 25 * self.width

    @property
    def period(self) -> int:
        """Any number of rounds will do."""
        return 1

    @property
    def steps(self) -> bool:
        """A step of Ketje calls the permutation."""
        return False

    def pack(self, lanes: list[int]) -> bytes:
        """The image of a state."""
        bits = element(self.width)
        lanes = [copies(lane, self.width, bits) for lane in lanes]
        if self.interleaved:
            lanes = [even | odd << 32 for even, odd in map(split, lanes)]
        return b"".join(lane.to_bytes(bits // 8, "little") for lane in lanes).ljust(IMAGE, b"\0")

    def unpack(self, image: bytes) -> list[int]:
        """The state of an image."""
        size = element(self.width) // 8
        lanes = [int.from_bytes(image[size * k : size * k + size], "little") for k in range(25)]
        return [unite(lane % 2**32, lane >> 32) if self.interleaved else uncopied(lane, self.width) for lane in lanes]

    def declaration(self) -> str:
        """The function, for a program in C."""
        return f"void {self.name}(void *image, unsigned rounds);\n"

    def header(self) -> str:
        """What a program in C needs to know."""
        places = ", ".join(str(element(self.width) // 8 * k) for k in range(25))
        return (
            self.declaration()
            + ("#define INTERLEAVED\n" if self.interleaved else "")
            + f"static const unsigned char {self.name}_lane[25] = {{{places}}};\n"
            + f"static const unsigned char {self.name}_zero[{IMAGE}];\n"
        )
