"""Pictures and pages."""

import base64
import json
import os
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree

import numpy as np
import pytest

import tensio
from browser import Browser
from conftest import grid


def recording():
    return tensio.Simulation(grid(title="A net that swings"), integrator="velocity_verlet", time_step=1e-3).run(0.05, every=0.01)


def shown(text):
    """What the page has inside."""
    data = re.search(r'<script type="application/json" id="tensio-shown-data">(.*?)</script>', text, re.S).group(1)
    return json.loads(data)


def test_the_page_has_the_scene_inside(tmp_path):
    net = grid(title="</script><b>a net</b>")
    page = net.show(tmp_path / "net.html")
    assert page.path == tmp_path / "net.html" and page.path.read_text() == page.text
    inside = shown(page.text)
    assert inside["kind"] == "scene" and base64.b64decode(inside["contents"][0]).decode() == net.text()


def test_the_page_has_the_recording_inside(tmp_path):
    made = recording()
    inside = shown(made.show(tmp_path / "run.html").text)
    assert inside["kind"] == "results" and inside["files"] == [
        "scene.json", "time.npy", "position.npy", "velocity.npy", "history.csv"]
    # The same files are a folder that read() understands.
    for name, content in zip(inside["files"], inside["contents"]):
        (tmp_path / "out").mkdir(exist_ok=True)
        (tmp_path / "out" / name).write_bytes(base64.b64decode(content))
    read = tensio.read(tmp_path / "out")
    assert np.array_equal(read.position, made.position) and np.array_equal(read.energy["total"], made.energy["total"])


def test_a_page_opens_no_browser_without_a_screen(monkeypatch):
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"):
        monkeypatch.delenv(name, raising=False)
    if not sys.platform.startswith("linux"):
        pytest.skip("only Linux says whether there is a screen")
    page = grid().show()
    assert page.path is None and not page.open()
    assert page._repr_html_().startswith("<iframe") and page._repr_html_().isascii()


def browser():
    found = os.environ.get("TENSIO_CHROMIUM") or shutil.which("chromium")
    if not found:
        pytest.skip("Chromium was not found")
    return found


@pytest.mark.parametrize("what", ["net", "recording", "notebook"])
def test_the_page_works_in_a_browser(tmp_path, what):
    """The studio's engine has read what is in the page, and the page's policy refused nothing."""
    made = recording()
    path = tmp_path / "page.html"
    (made.show if what == "recording" else made.system.show)(path)
    studio = "window.__tensio"
    if what == "notebook":
        path.write_text("<!doctype html><title>cell</title>" + made.system.show(open=False)._repr_html_(), encoding="utf-8")
        studio = "document.querySelector('iframe').contentWindow.__tensio"
    with Browser(browser(), tmp_path / "profile") as page:
        page.open(path.as_uri())
        page.until(f"{studio} && {studio}.ready && {studio}.title === 'A net that swings'")
        assert page.value(f"[{studio}.nodes, {studio}.springs, {studio}.problem]") == [25, 40, ""]
        if what == "recording":
            page.until(f"{studio}.verdict.includes('recorded run')")
        assert page.complaints == []


def test_pictures_are_svg():
    net = grid()
    rest = net.solve()
    for text in (net.svg(), rest.svg(), rest.svg(view="top", labels="nodes", deformed=2), recording().svg(),
                 net._repr_html_(), rest._repr_html_()[rest._repr_html_().index("<svg"):]):
        assert xml.etree.ElementTree.fromstring(text[text.index("<svg"):]).tag.endswith("svg")


def test_plots_by_matplotlib(tmp_path):
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    import matplotlib.pyplot as plt
    rest = grid().solve()
    for axes in (grid().plot(), rest.plot(), rest.plot(color="black", nodes=False), recording().plot()):
        axes.figure.savefig(tmp_path / "picture.png")
        assert (tmp_path / "picture.png").stat().st_size > 2000
    lines = rest.plot().collections[0]
    assert np.array_equal(lines.get_array(), rest.tension)
    flat = tensio.System(position=[[0, 0], [1, 0]], ends=[[0, 1]], stiffness=1)
    figure, axes = plt.subplots()
    assert flat.plot(axes) is axes
    plt.close("all")


def test_plots_without_matplotlib():
    code = ("import sys; sys.modules['matplotlib'] = None; sys.modules['matplotlib.pyplot'] = None\n"
            "import tensio; net = tensio.scenes.starter('chain')\n"
            "print(str(net.plot())[:400])\n"
            "print(str(tensio.Simulation(net).run(0.01).plot())[:400])")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.count("<svg") == 2


def test_progress_works_with_and_without_tqdm(capsys):
    simulation = tensio.Simulation(grid(), integrator="velocity_verlet", time_step=1e-3)
    assert simulation.run(0.05, every=0.01, progress=True).status == "finished"


def test_words_about_objects(springsys):
    rest = springsys.solve()
    assert repr(springsys) == "System('Five springs, two free nodes', 6 nodes, 5 springs, 2D)"
    assert repr(rest).startswith("Equilibrium(converged in 5 iterations, residual ")
    assert repr(recording()) == "Recording(finished, 6 frames, time 0 to 0.05, 25 nodes)"
    assert rest.table("springs").count("\n") == 6 and "tension" in rest.table()
