"""The encoding of rows (docs/formats.md, "Rows of tables"), slowly: the reference for `lanesum.digest_rows`.

It reads the values of an Arrow table one by one, from pyarrow's scalars.
"""

import struct
from decimal import Decimal
from typing import Any

import pyarrow as pa

UNITS = {"s": 1, "ms": 10**3, "us": 10**6, "ns": 10**9}
INTEGERS = [pa.int8(), pa.uint8(), pa.int16(), pa.uint16(), pa.int32(), pa.uint32(), pa.int64(), pa.uint64()]
FLOATS = {pa.float16(): (0x41, "<e"), pa.float32(): (0x42, "<f"), pa.float64(): (0x43, "<d")}


def count(number: int) -> bytes:
    size = max(1, (number.bit_length() + 7) // 8)
    return bytes([size]) + number.to_bytes(size, "big")


def string(data: bytes) -> bytes:
    return count(len(data)) + data


def least(number: int) -> bytes:
    return number.to_bytes((number.bit_length() + 7) // 8, "little")


class Encoding:
    def __init__(self, *, names: bool = False, by_type: bool = False, signed_zeros: bool = False, seed: bytes = b"") -> None:
        self.names, self.by_type, self.signed_zeros, self.seed = names, by_type, signed_zeros, seed

    def rows(self, table: pa.Table) -> list[bytes]:
        flags = self.names + 2 * self.by_type + 4 * self.signed_zeros
        header = b"LSR1" + bytes([flags]) + string(self.seed) + count(table.num_columns)
        if self.names:
            header += b"".join(string(name.encode()) for name in table.column_names)
        return [header + b"".join(self.value(cell) for cell in row) for row in zip(*table.columns, strict=True)]

    def value(self, cell: Any) -> bytes:
        kind = cell.type
        if not cell.is_valid:
            return b"\0"
        if isinstance(cell, pa.ExtensionScalar) or pa.types.is_dictionary(kind) or pa.types.is_run_end_encoded(kind):
            return self.value(cell.value)
        if pa.types.is_boolean(kind):
            return b"\x02" if cell.as_py() else b"\x01"
        if kind in INTEGERS:
            return self.integer(cell.as_py(), kind)
        if kind in FLOATS:
            return self.float(float(cell.as_py()), kind)
        if pa.types.is_decimal(kind):
            return self.decimal(cell.as_py())
        if pa.types.is_date(kind):
            days = cell.value if kind == pa.date32() else cell.value // 86_400_000
            return b"\x60" + struct.pack("<q", days)
        for test, first in ((pa.types.is_time, 0x61), (pa.types.is_timestamp, 0x62), (pa.types.is_duration, 0x64)):
            if test(kind):
                seconds, ticks = divmod(cell.value, UNITS[kind.unit])
                first += first == 0x62 and kind.tz is not None
                return bytes([first]) + struct.pack("<qI", seconds, ticks * 10**9 // UNITS[kind.unit])
        if pa.types.is_interval(kind):
            return b"\x65" + struct.pack("<iiq", *cell.as_py())
        if pa.types.is_string(kind) or pa.types.is_large_string(kind) or pa.types.is_string_view(kind):
            return b"\x70" + string(cell.as_py().encode())
        types = pa.types
        if (
            types.is_binary(kind)
            or types.is_large_binary(kind)
            or types.is_binary_view(kind)
            or types.is_fixed_size_binary(kind)
        ):
            return b"\x71" + string(cell.as_py())
        if pa.types.is_map(kind):
            entries = [self.value(entry["key"]) + self.value(entry["value"]) for entry in cell.values]
            return b"\x82" + count(len(entries)) + b"".join(sorted(entries))
        if pa.types.is_struct(kind):
            fields = [
                (string(kind.field(index).name.encode()) if self.names else b"") + self.value(cell[index])
                for index in range(kind.num_fields)
            ]
            return b"\x81" + count(len(fields)) + b"".join(fields)
        items = [self.value(item) for item in cell.values]
        return b"\x80" + count(len(items)) + b"".join(items)

    def integer(self, value: int, kind: pa.DataType) -> bytes:
        if self.by_type:
            return bytes([0x30 + INTEGERS.index(kind)]) + value.to_bytes(kind.bit_width // 8, "little", signed=value < 0)
        first, magnitude = (0x10, value) if value >= 0 else (0x20, -1 - value)
        return bytes([first + len(least(magnitude))]) + least(magnitude)

    def float(self, value: float, kind: pa.DataType) -> bytes:
        first, form = FLOATS[kind] if self.by_type else (0x40, "<d")
        if value != value:
            nan = {"<e": "007e", "<f": "0000c07f", "<d": "000000000000f87f"}
            return bytes([first]) + bytes.fromhex(nan[form])
        if value == 0 and not self.signed_zeros:
            value = 0.0
        return bytes([first]) + struct.pack(form, value)

    @staticmethod
    def decimal(value: Decimal) -> bytes:
        sign, digits, exponent = value.as_tuple()
        magnitude = int("".join(map(str, digits)))
        assert isinstance(exponent, int)
        while magnitude and magnitude % 10 == 0:
            magnitude, exponent = magnitude // 10, exponent + 1
        if magnitude == 0:
            sign, exponent = 0, 0
        return bytes([0x50 + sign]) + struct.pack("<iB", exponent, len(least(magnitude))) + least(magnitude)
