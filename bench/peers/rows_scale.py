"""Rows that compare Tensio with itself: threads, size, WebAssembly, memory, start-up."""

import os
import shutil
import statistics
import subprocess

import ours
from measure import ROOT, Failed, Missing, median, ratio
from nets import SCENES, Net
from rows import net_size, result


def against(name, mine, other, value, clock="wall", **more):
    """A peer that is Tensio under other conditions; the ratio is how much longer it takes."""
    return {"name": name, "wall": median(other, "wall"), "cpu": median(other, "cpu"),
            "memory": median(other, "memory"), "value": value, "ratio": ratio(mine, other, clock)} | more


def threads(bench, limits):
    """Two threads against one, by wall time whatever the clock of the others is."""
    if (os.cpu_count() or 1) < 2:
        raise Failed("this machine has one core")
    rows = []
    for name, short, long in (("explicit_300", 20, 520), ("explicit_1000", 10, 60)):
        net = Net(bench, name)
        h = net.parameters["h"]
        rounds = bench.interleave({count: (ours.run_words(net, short, h, count), ours.run_words(net, long, h, count))
                                   for count in (2, 1)})
        row = result(bench, f"explicit steps, {net_size(net)}, 2 threads vs 1, by wall time", name, rounds[2],
                     unit="M springs/s", target=1.8)
        rate = lambda taken: net.springs * (long - short) / median(taken, "wall") / 1e6
        row["value"] = rate(rounds[2])
        row["peers"] = [against("1 thread", rounds[2], rounds[1], rate(rounds[1]))]
        rows.append(row)
    return rows


def large_step(bench, limits):
    """A linearly implicit step of 10^6 nodes, on two threads against one by wall time."""
    net = Net(bench, "linearly_implicit_200", ["n=1000"])
    short, long = 1, 6
    rounds = bench.interleave({count: (ours.run_words(net, short, 0.01, count), ours.run_words(net, long, 0.01, count))
                               for count in (2, 1)})
    seconds = lambda taken: median(taken, "wall") / (long - short)
    row = result(bench, f"linearly implicit step, cloth of {net_size(net)}, 2 threads vs 1, by wall time",
                 "linearly_implicit_200", rounds[2], unit="s", target=1.4)
    row["value"] = seconds(rounds[2])
    row["peers"] = [against("1 thread", rounds[2], rounds[1], seconds(rounds[1]))]
    return row


def damped(bench, limits):
    """A step with drag and dashpots, over one without."""
    nets = {"drag": ["drag=0.5"], "drag and damping": ["drag=0.5", "c=0.01"], "neither": []}
    nets = {label: Net(bench, "explicit_300", words) for label, words in nets.items()}
    short, long = 20, 520
    rounds = bench.interleave({label: (ours.run_words(net, short, net.parameters["h"]),
                                       ours.run_words(net, long, net.parameters["h"]))
                               for label, net in nets.items()})
    rows = []
    for label in ("drag", "drag and damping"):
        row = result(bench, f"explicit steps, {net_size(nets[label])}, with {label} vs without", "explicit_300",
                     rounds[label], unit="ms a step", target=1.5, at_most=True)
        milliseconds = lambda taken: 1e3 * median(taken, bench.clock) / (long - short)
        row["value"] = milliseconds(rounds[label])
        times = statistics.median(a[bench.clock] / b[bench.clock] for a, b in zip(rounds[label], rounds["neither"]))
        row["peers"] = [against("without", rounds[label], rounds["neither"], milliseconds(rounds["neither"]))
                        | {"ratio": times}]
        rows.append(row)
    return rows


def growth(bench, limits):
    """What a step costs per node with 10^6 nodes, over the same with 10^4."""
    small, large = Net(bench, "explicit_1000", ["n=100"]), Net(bench, "explicit_1000")
    steps = {small: (100, 5100), large: (10, 60)}
    rounds = bench.interleave({net.label: (ours.run_words(net, short, net.parameters["h"]),
                                           ours.run_words(net, long, net.parameters["h"]))
                               for net, (short, long) in steps.items()})
    for net, (short, long) in steps.items():
        for entry in rounds[net.label]:
            for clock in ("wall", "cpu"):
                entry[clock] *= 1e9 / (long - short) / net.springs
    mine, other = rounds[large.label], rounds[small.label]
    row = result(bench, "explicit step per spring, 10^6 nodes vs 10^4", "explicit_1000", mine, unit="ns",
                 target=1.3, at_most=True)
    row["value"] = row["seconds"]
    growth_of = statistics.median(a[bench.clock] / b[bench.clock] for a, b in zip(mine, other))
    row["peers"] = [against("10^4 nodes", mine, other, median(other, bench.clock)) | {"ratio": growth_of}]
    return row


# ---- WebAssembly ----

def node_words():
    """Node.js, with what Emscripten's loader asks of it."""
    if not shutil.which("node") or not shutil.which("emcc"):
        raise Missing("not installed: tools/setup wasm (Emscripten and Node.js)")
    plain = subprocess.run(["node", "--no-experimental-fetch", "-e", "0"], capture_output=True, check=False)
    return ["node", "--no-experimental-fetch"] if plain.returncode == 0 else ["node"]


def build_steps(bench, folder, command, more=()):
    tree = bench.build / folder
    log = bench.build / f"{folder}.log"
    env = dict(os.environ, NODE_PATH="/usr/share/nodejs")
    with open(log, "w", encoding="utf-8") as file:
        for words in ([*command, "-S", ROOT, "-B", tree, *(["-G", "Ninja"] if shutil.which("ninja") else []),
                       "-DCMAKE_BUILD_TYPE=Release", "-DTENSIO_BUILD_TESTS=OFF", "-DTENSIO_BUILD_CLI=OFF",
                       "-DTENSIO_BUILD_BENCH=ON", *more],
                      ["cmake", "--build", tree, "--target", "tensio_steps", "--parallel", str(os.cpu_count() or 1)]):
            if subprocess.run(words, stdout=file, stderr=file, env=env, check=False).returncode != 0:
                raise Failed(f"the build failed; see {log.relative_to(ROOT)}")
    return tree / "bench"


def wasm(bench, limits):
    """The same library in Node.js and natively, without its choice of vector units: its own seconds."""
    node = node_words()
    there = build_steps(bench, "wasm", ["emcmake", "cmake"]) / "tensio_steps.js"
    here = build_steps(bench, "native", ["cmake"]) / "tensio_steps"
    scene, steps, setting = SCENES / "explicit_300.json", 200, "n=100"
    found = {"node": [], "native": []}
    sums = {}
    for _ in range(bench.repeats):
        for name, words, env in (("node", [*node, there], {}), ("native", [here], {"TENSIO_SIMD": "baseline"})):
            took = bench.run([*words, scene, steps, setting], env=env)
            seconds, sums[name] = took["out"].split()
            found[name].append({"wall": float(seconds), "cpu": float(seconds), "memory": took["memory"]})
    springs = 59002
    row = result(bench, "explicit steps in WebAssembly (Node.js) vs native without SIMD, 100 x 100 nodes, by "
                 "their own clocks", "explicit_300", found["node"], unit="M springs/s", target=0.5)
    rate = lambda taken: springs * steps / median(taken, "wall") / 1e6
    row["value"] = rate(found["node"])
    row["peers"] = [against("native", found["node"], found["native"], rate(found["native"]),
                            note=", the same bits" if sums["node"] == sums["native"] else ", OTHER BITS")]
    return row


# ---- memory and start-up ----

def memory(bench, limits):
    """Peak memory of a whole process over its springs."""
    rows = []
    for name, steps, target in (("explicit_1000", 2, 120), ("linearly_implicit_100", 2, None),
                                ("linearly_implicit_200", 2, None)):
        net = Net(bench, name)
        took = bench.run(**ours.run_words(net, steps, net.parameters.get("h", 0.01)))
        row = result(bench, f"memory, {'explicit' if target else 'linearly implicit'} steps, {net_size(net)}, whole process",
                     name, [took], unit="bytes per spring", target=target, at_most=True)
        row["value"] = took["memory"] / net.springs
        rows.append(row)
    return rows


def startup(bench, limits):
    """A small scene from start to end of the program."""
    scene = ROOT / "examples" / "01_springsys" / "scene.json"
    taken = [bench.run([bench.tensio, "solve", scene, "--quiet"]) for _ in range(4 * bench.repeats)]
    row = result(bench, "tensio solve of a small scene, whole process", "examples/01_springsys", taken,
                 unit="ms", target=15, at_most=True)
    row["value"] = 1000 * row["seconds"]
    return row
