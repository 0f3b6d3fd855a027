#!/usr/bin/env python3
"""Writes the tables and arrays of files/data and npy/data, good and bad ones; run it again after a
change. The other files there and in meshes/data are written by hand."""
import pathlib
import struct

HERE = pathlib.Path(__file__).parent


def npy(header, data, version=1, length=None):
    text = header.encode() + b" " * (-(len(header) + 11) % 16) + b"\n"
    size = len(text) if length is None else length
    head = struct.pack("<H", size) if version == 1 else struct.pack("<I", size)
    return b"\x93NUMPY" + bytes([version, 0]) + head + text + data


def array(dtype, shape, data, order="False", version=1):
    header = f"{{'descr': '{dtype}', 'fortran_order': {order}, 'shape': {shape}, }}"
    return npy(header, data, version)


def doubles(*values):
    return struct.pack(f"<{len(values)}d", *values)


SIX = doubles(0, 0, 1, 0, 2, 0)
ARRAYS = {
    "not_npy": b"PK\x03\x04 not an array at all",
    "short": b"\x93NUMPY",
    "version9": array("<f8", "(3, 2)", SIX, version=9),
    "header_long": npy("{'descr': '<f8'}", b"", length=60000),
    "header_bad": npy("['<f8', False, (3, 2)]", SIX),
    "header_key": npy("{'descr': '<f8', 'fortran_order': False, 'color': 1, 'shape': (3, 2)}", SIX),
    "header_missing": npy("{'descr': '<f8', 'shape': (3, 2), }", SIX),
    "big_endian": array(">f8", "(3, 2)", SIX),
    "complex": array("<c16", "(3,)", SIX),
    "three_d": array("<f8", "(1, 3, 2)", SIX),
    "scalar": array("<f8", "()", doubles(1)),
    "cut": array("<f8", "(3, 2)", SIX[:-8]),
    "too_many": array("<f8", "(3, 2)", SIX + b"\0"),
    "huge": array("<f8", "(1125899906842623, 1125899906842623)", SIX),
    "three_columns": array("<f8", "(2, 3)", SIX),
    "two_numbers": array("<f8", "(2,)", doubles(1, 2)),
    "nan": array("<f8", "(3,)", doubles(1, float("nan"), 3)),
    "ids_far": array("<i4", "(2,)", struct.pack("<2i", 0, 40)),
    "mask_short": array("|b1", "(2,)", b"\1\0"),
}

TABLES = {
    "descends": "time,value\n0,1\n1,2\n0.5,3\n",
    "words": "0,1\n1,much\n",
    "table": "x, y, weight\n0, 0, 1\n1, 0, 2\n2, 0, 3\n",
    "ragged": "x,y\n0,0\n1\n",
}

for name, content in ARRAYS.items():
    (HERE / "npy" / "data" / f"{name}.npy").write_bytes(content)
for name, content in TABLES.items():
    (HERE / "files" / "data" / f"{name}.csv").write_text(content)
