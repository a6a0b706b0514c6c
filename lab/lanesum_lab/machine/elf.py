"""A loader of static 32-bit little-endian ELF programs: segments and symbols, no more."""

import struct
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Program:
    """What a program has for the machine."""

    segments: list[tuple[int, bytes, int]]
    """Address, content, and size in memory of each part that is loaded."""
    symbols: dict[str, int]

    @classmethod
    def read(cls, path: Path) -> "Program":
        """Read an executable; `ValueError` if it is none that we can run."""
        data = path.read_bytes()
        if data[:6] != b"\x7fELF\x01\x01" or struct.unpack_from("<H", data, 18)[0] != 40:
            raise ValueError(f"{path} is no 32-bit little-endian ARM program")
        phoff, shoff = struct.unpack_from("<II", data, 28)
        phsize, phcount, shsize, shcount = struct.unpack_from("<HHHH", data, 42)
        segments = []
        for k in range(phcount):
            kind, offset, address, _, size, memory = struct.unpack_from("<6I", data, phoff + k * phsize)
            if kind == 1:
                segments.append((address, data[offset : offset + size], memory))
        headers = [struct.unpack_from("<10I", data, shoff + k * shsize) for k in range(shcount)]
        symbols: dict[str, int] = {}
        for header in headers:
            if header[1] == 2:
                names = headers[header[6]][4]
                for at in range(header[4], header[4] + header[5], 16):
                    name, value = struct.unpack_from("<II", data, at)
                    end = data.index(b"\0", names + name)
                    symbols[data[names + name : end].decode()] = value
        return cls(segments, symbols)
