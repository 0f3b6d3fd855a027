"""Arrays as arguments: shapes, types and values are checked here, and each message names the argument."""

from __future__ import annotations

import io
from typing import Any, Optional, Sequence

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int32]


def shape_text(shape: Sequence[Optional[int]], letters: str = "nmk") -> str:
    """(n, 2) for (None, 2)."""
    names = iter(letters)
    parts = [next(names) if size is None else str(size) for size in shape]
    return f"({parts[0]},)" if len(parts) == 1 else f"({', '.join(parts)})"


def place_text(name: str, index: tuple[int, ...]) -> str:
    """ends[3, 1]"""
    return f"{name}[{', '.join(str(i) for i in index)}]" if index else name


def numeric(name: str, value: Any) -> NDArray[Any]:
    """An array of whole numbers or floating-point numbers."""
    array = np.asarray(value)
    if array.dtype.kind not in "biuf":
        what = "rows of different lengths or other objects" if array.dtype.kind == "O" else f"the dtype {array.dtype}"
        raise TypeError(f"{name} has {what}; it must be an array of real numbers")
    return array


def check_finite(name: str, array: NDArray[Any]) -> None:
    """No NaN and no infinity."""
    if array.dtype.kind == "f" and not np.isfinite(array).all():
        index = tuple(int(i) for i in np.argwhere(~np.isfinite(array))[0])
        raise ValueError(f"{place_text(name, index)} is {array[index]}; it must be finite")


def floats(name: str, value: Any, *shapes: tuple[Optional[int], ...], why: str = "") -> Floats:
    """Finite numbers in one of the shapes, where None stands for any size."""
    array = numeric(name, value)
    fits = any(
        array.ndim == len(shape) and all(want is None or want == size for want, size in zip(shape, array.shape))
        for shape in shapes
    )
    if shapes and not fits:
        allowed = " or ".join(shape_text(shape) if shape else "of one number" for shape in shapes)
        raise ValueError(f"{name} has the shape {array.shape}; it must have the shape {allowed}{why}")
    check_finite(name, array)
    return np.asarray(array, dtype=np.float64, order="C")


def column(name: str, value: Any, count: int, items: str) -> Floats:
    """One number for all, or one for each."""
    return floats(name, value, (), (count,), why=f": one for all, or one for each of the {count} {items}")


def ids(name: str, value: Any, count: int, items: str, shape: Optional[tuple[Optional[int], ...]] = None) -> Ints:
    """Whole numbers from 0 to count - 1, or a truth value for each item."""
    array = np.asarray(value)
    if array.size == 0 and shape is None:
        return np.zeros(0, dtype=np.int32)
    if array.dtype.kind == "b" and shape is None:
        if array.shape != (count,):
            raise ValueError(f"{name} has truth values in the shape {array.shape}; it must have the shape ({count},): "
                             f"one for each of the {items}")
        return np.flatnonzero(array).astype(np.int32)
    if array.dtype.kind not in "iu":
        raise TypeError(f"{name} has the dtype {array.dtype}; {items} are given by whole numbers from 0 on")
    want = shape or (None,)
    if shape is None and array.ndim == 0:
        array = array.reshape(1)
    if array.ndim != len(want) or any(w is not None and w != s for w, s in zip(want, array.shape)):
        raise ValueError(f"{name} has the shape {array.shape}; it must have the shape {shape_text(want, 'mk')}")
    bad = (array < 0) | (array >= count)
    if bad.any():
        index = tuple(int(i) for i in np.argwhere(bad)[0])
        one = items[:-1]
        there = f"the {items} are 0 to {count - 1}" if count else f"there are no {items}"
        raise IndexError(f"{place_text(name, index)} is {one} {array[index]}, but {there}")
    return np.ascontiguousarray(array, dtype=np.int32)


def positive(name: str, value: Any, zero: bool = False) -> float:
    """One finite number above 0, or from 0 on."""
    number = float(floats(name, value, ()))
    if number < 0 or (number == 0 and not zero):
        raise ValueError(f"{name} is {number:g}; it must {'not be negative' if zero else 'be positive'}")
    return number


def whole(name: str, value: Any, least: int) -> int:
    """One whole number from `least` on."""
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, (int, np.integer)):
        raise TypeError(f"{name} is {value!r}; it must be a whole number")
    if value < least:
        raise ValueError(f"{name} is {int(value)}; it must be at least {least}")
    return int(value)


def npy_bytes(array: NDArray[Any]) -> bytes:
    """The array as a .npy file."""
    if array.dtype.kind in "iu":
        array = array.astype("<i8") if array.dtype.itemsize > 4 else array.astype("<i4")
    elif array.dtype.kind == "f":
        array = array.astype("<f4" if array.dtype.itemsize == 4 else "<f8", copy=False)
    file = io.BytesIO()
    np.lib.format.write_array(file, array, version=(1, 0), allow_pickle=False)  # type: ignore[no-untyped-call]
    return file.getvalue()


def locked(array: NDArray[Any]) -> NDArray[Any]:
    """The array, read-only from now on."""
    array.flags.writeable = False
    return array
