"""What is raised for mistakes in a scene, a file or an argument."""

from __future__ import annotations

from typing import NamedTuple, Sequence


class Problem(NamedTuple):
    """One thing that is wrong with the input."""

    file: str  #: as the caller named it; empty for data made in code
    line: int  #: from 1 on; 0 where there is no text
    column: int  #: from 1 on, in bytes
    pointer: str  #: its position in the scene, "/springs/0/ends/12"
    value: str  #: the offending value as written
    message: str  #: what is wrong and what is allowed


class Error(ValueError):
    """A mistake in a scene or an argument. `problems` lists all of them."""

    problems: list[Problem]

    def __init__(self, message: str, problems: Sequence[tuple[str, int, int, str, str, str]] = ()) -> None:
        super().__init__(message)
        self.problems = [Problem(*problem) for problem in problems]

    def __reduce__(self) -> tuple[type[Error], tuple[str, list[tuple[str, int, int, str, str, str]]]]:
        return type(self), (str(self), [tuple(problem) for problem in self.problems])  # type: ignore[misc]


class FileError(Error, OSError):
    """A file cannot be read or written."""


class LimitError(Error):
    """More memory, items or time are needed than allowed."""


def without_places(error: Error) -> Error:
    """The same error without lines and columns, for a scene that nobody wrote as text."""
    if not error.problems:
        return error
    return type(error)("\n".join(problem.message for problem in error.problems), error.problems)
