"""The studio in a notebook, a browser or a file, with a net or a recording in it."""

from __future__ import annotations

import base64
import hashlib
import html
import json
import os
import pathlib
import re
import sys
import tempfile
import webbrowser
from typing import TYPE_CHECKING, Optional

import numpy as np

from ._arrays import npy_bytes

if TYPE_CHECKING:
    from ._recording import Recording
    from ._system import System

_STUDIO = pathlib.Path(__file__).with_name("tensio-studio.html")

# The page asks `tensio studio` for what it shows at the addresses ./shown and ./shown/file/N. This script gives the
# same answers from data in the page itself.
_ANSWERS = """
(() => {
  const shown = JSON.parse(document.getElementById('tensio-shown-data').textContent);
  const tag = document.createElement('meta');
  tag.name = 'tensio-shown';
  document.head.append(tag);
  const bytes = (text) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  const outside = window.fetch.bind(window);
  window.fetch = async (address, options) => {
    const file = /^\\.\\/shown\\/file\\/(\\d+)/.exec(String(address));
    if (file) return new Response(bytes(shown.contents[Number(file[1])]));
    if (address === './shown')
      return new Response(JSON.stringify({ version: 1, kind: shown.kind, name: shown.name, files: shown.files }));
    return outside(address, options);
  };
})();
"""


class Page:
    """The studio as one HTML file with a net or a recording in it. It needs no network. In a notebook it is shown
    below the cell; `save` writes it to a file and `open` shows it in a browser."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.path: Optional[pathlib.Path] = None

    def save(self, path: str | os.PathLike[str]) -> pathlib.Path:
        """Writes the page to a file."""
        self.path = pathlib.Path(path)
        self.path.write_text(self.text, encoding="utf-8")
        return self.path

    def open(self) -> bool:
        """Shows the page in a browser. False where there is none, as on a server without a screen."""
        if not _has_screen():
            return False
        if self.path is None:
            self.save(pathlib.Path(tempfile.mkdtemp(prefix="tensio-")) / "studio.html")
        assert self.path is not None
        return webbrowser.open(self.path.resolve().as_uri())

    def _repr_html_(self) -> str:
        # In ASCII alone: the hashes of the page's policy hold whatever encoding is taken for the notebook.
        text = html.escape(self.text).encode("ascii", "xmlcharrefreplace").decode()
        return (f'<iframe srcdoc="{text}" style="width: 100%; height: 680px; border: 0" '
                'allow="fullscreen" title="Tensio studio"></iframe>')

    def __repr__(self) -> str:
        where = f", {self.path}" if self.path else ""
        return f"Page({len(self.text) // 1000} kB{where})"


def _has_screen() -> bool:
    if sys.platform.startswith("linux"):
        return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY") or os.environ.get("BROWSER"))
    return True


def _in_notebook() -> bool:
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    return shell is not None and "IPKernelApp" in getattr(shell, "config", {})


def page_text(kind: str, name: str, files: list[tuple[str, bytes]]) -> str:
    """The studio's page with these files in it."""
    studio = _STUDIO.read_text(encoding="utf-8")
    content = json.dumps({"kind": kind, "name": name, "files": [file for file, _ in files],
                          "contents": [base64.b64encode(bytes_).decode() for _, bytes_ in files]})
    # Text in a script element ends at the first "</".
    data = '<script type="application/json" id="tensio-shown-data">' + content.replace("</", "<\\/") + "</script>"
    digest = base64.b64encode(hashlib.sha256(_ANSWERS.encode()).digest()).decode()
    policy = re.search(r"script-src [^;\"]*", studio)
    if policy is None or "<head>" not in studio:
        raise RuntimeError(f"{_STUDIO} is not a page of this version of the studio")
    studio = studio.replace(policy.group(0), f"{policy.group(0)} 'sha256-{digest}'", 1)
    # Behind the policy, so that it is tested by it, and before the page's own script.
    place = studio.index(">", studio.index("Content-Security-Policy")) + 1
    return studio[:place] + data + f"<script>{_ANSWERS}</script>" + studio[place:]


def _finished(page: Page, path: Optional[str | os.PathLike[str]], open_: Optional[bool]) -> Page:
    if path is not None:
        page.save(path)
    if open_ or (open_ is None and path is None and not _in_notebook()):
        page.open()
    return page


def show_scene(net: System, path: Optional[str | os.PathLike[str]], open_: Optional[bool]) -> Page:
    """The page with a net in it."""
    return _finished(Page(page_text("scene", "scene.json", [("scene.json", net.text().encode())])), path, open_)


def show_recording(recording: Recording, path: Optional[str | os.PathLike[str]], open_: Optional[bool]) -> Page:
    """The page with a recording in it: the files that `tensio run --out` writes for NumPy."""
    velocity = recording.velocity if recording.velocity is not None else np.zeros_like(recording.position)
    files = [("scene.json", recording.system.text().encode()), ("time.npy", npy_bytes(recording.time)),
             ("position.npy", npy_bytes(recording.position)), ("velocity.npy", npy_bytes(velocity))]
    energies = ("kinetic", "elastic", "gravity", "load", "contact", "dissipated", "work", "total")
    if all(name in recording.energy for name in energies) and recording.momentum is not None:
        axes = "xyz"[:recording.system.dimension]
        time = recording.time if recording.energy_time is None else recording.energy_time
        rows = [",".join(["time", *energies, *(f"momentum_{axis}" for axis in axes)])]
        columns = [time, *(recording.energy[name] for name in energies), *np.asarray(recording.momentum).T]
        rows += [",".join(repr(float(value)) for value in row) for row in zip(*columns)]
        files.append(("history.csv", ("\n".join(rows) + "\n").encode()))
    return _finished(Page(page_text("results", "recording", files)), path, open_)
