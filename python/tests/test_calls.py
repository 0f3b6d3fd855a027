"""Observers, signals and threads."""

import subprocess
import sys
import textwrap
import threading
import time

import numpy as np
import pytest

import tensio
from conftest import grid


def moving(**options):
    return tensio.Simulation(grid(), **{"integrator": "velocity_verlet", "time_step": 1e-3, **options})


def test_an_observer_sees_each_iteration(springsys):
    frames = []
    rest = tensio.solve_equilibrium(springsys, observer=frames.append)
    assert [frame.iteration for frame in frames] == list(range(rest.report.iterations + 1))
    assert np.array_equal(frames[-1].position, rest.position) and frames[-1].residual < frames[0].residual


def test_an_observer_stops_a_solve_and_a_run(springsys):
    rest = tensio.solve_equilibrium(springsys, observer=lambda frame: frame.iteration < 2)
    assert rest.status == "interrupted" and rest.report.iterations == 2
    simulation = moving()
    recording = simulation.run(1.0, every=0.01, observer=lambda frame: frame.time < 0.0499)
    assert recording.status == "interrupted" and simulation.steps == 50
    assert simulation.run(0.95, every=0.05).status == "finished" and simulation.steps == 1000


def test_an_observer_that_returns_nothing_continues():
    seen = []
    moving().run(0.05, every=0.01, observer=lambda frame: seen.append(frame))
    assert len(seen) == 6 and seen[0].time == 0 and seen[-1].energy["total"] == pytest.approx(seen[0].energy["total"], rel=1e-2)
    # Frames are copies: each shows its own time.
    assert not np.array_equal(seen[1].position, seen[2].position)


def test_exceptions_of_observers_reach_the_caller(springsys):
    class Mine(Exception):
        pass

    def fail(frame):
        raise Mine("here")

    for call in (lambda: tensio.solve_equilibrium(springsys, observer=fail), lambda: moving().run(1, observer=fail),
                 lambda: tensio.follow(grid(), observer=fail), lambda: tensio.modes(springsys, observer=fail)):
        with pytest.raises(Mine, match="here"):
            call()
    simulation = moving()
    count = 0

    def fail_late(frame):
        nonlocal count
        count += 1
        if count == 4:
            raise Mine("late")

    with pytest.raises(Mine, match="late"):
        simulation.run(1.0, every=0.01, observer=fail_late)
    # The run stands where the exception ended it, and continues with the same bits.
    assert simulation.steps == 30
    simulation.step(20)
    other = moving()
    other.step(50)
    assert np.array_equal(simulation.position, other.position)


def test_an_observer_may_read_but_not_change_its_simulation():
    simulation = moving()
    seen = []

    def look(frame):
        seen.append(np.array_equal(simulation.position, frame.position))
        with pytest.raises(RuntimeError, match="may not change"):
            simulation.step()

    simulation.run(0.02, every=0.01, observer=look)
    assert seen == [True] * 3


def delay_of_interrupt(code):
    """Seconds of processor time from a SIGINT to the KeyboardInterrupt, in a process that runs this code: other
    programs on the machine do not count."""
    text = textwrap.dedent("""
        import os, signal, sys, threading, time
        import numpy as np, tensio
        sent = []
        def send():
            time.sleep(0.3)
            sent.append(time.process_time())
            os.kill(os.getpid(), signal.SIGINT)
        def timed(call):
            try:
                threading.Thread(target=send).start()
                call()
            except KeyboardInterrupt:
                print(time.process_time() - sent[0], flush=True)
                os._exit(0)
            print("no interrupt")
            os._exit(1)
    """) + textwrap.dedent(code)
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr
    return float(done.stdout)


@pytest.mark.parametrize("code", [
    """sim = tensio.Simulation(tensio.scenes.starter('chain'), integrator='velocity_verlet', time_step=1e-5)
timed(lambda: sim.run(1e4, every=1e4))""",
    """sim = tensio.Simulation(tensio.scenes.starter('chain'), integrator='velocity_verlet', time_step=1e-5)
timed(lambda: sim.step(2**40))""",
    """sim = tensio.Simulation(tensio.scenes.starter('chain'), integrator='rk45')
timed(lambda: sim.step(2**40))""",
    """sim = tensio.Simulation(tensio.scenes.starter('cloth', columns=150, rows=150), integrator='implicit_euler',
                        time_step=1e-3)
timed(lambda: sim.run_until(1e4))""",
    """net = tensio.scenes.starter('cloth', columns=40, rows=40)
timed(lambda: tensio.solve_equilibrium(net, method='fire', tolerance=1e-15, max_iterations=2000000000,
                                       stability=False))""",
], ids=["explicit", "steps", "rk45", "implicit", "rest"])
def test_ctrl_c_ends_what_is_computed(code):
    """The promise is 0.1 s; a bound on time allows ten times as much."""
    assert delay_of_interrupt(code) < 1.0


def test_eight_threads_step_eight_simulations():
    def positions(index):
        simulation = moving(integrator=["velocity_verlet", "implicit_euler"][index % 2], threads=1)
        simulation.stiffness[:] = 400 + 20 * index
        for _ in range(20):
            simulation.step(5)
            simulation.run(0.005, every=0.005)
        return simulation.position.copy()

    alone = [positions(index) for index in range(8)]
    together = [None] * 8

    def work(index):
        together[index] = positions(index)

    threads = [threading.Thread(target=work, args=(index,)) for index in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for index in range(8):
        assert np.array_equal(alone[index], together[index]), index


def test_other_threads_run_while_one_computes():
    """The solve releases the interpreter: a counter in another thread continues."""
    net = tensio.scenes.starter("cloth", columns=60, rows=60)
    simulation = tensio.Simulation(net, integrator="velocity_verlet", time_step=1e-6)
    counted, done = [0], threading.Event()

    def count():
        while not done.is_set():
            counted[0] += 1
            time.sleep(0)

    thread = threading.Thread(target=count)
    thread.start()
    before = counted[0]
    simulation.step(2000)
    during = counted[0] - before
    done.set()
    thread.join()
    # Without that it could count only once or twice, at the change of threads.
    assert during > 20


def test_one_simulation_in_two_threads_is_refused():
    simulation = moving(time_step=1e-6)
    entered, errors = threading.Event(), []

    def run():
        simulation.run(10.0, every=1e-3, observer=lambda frame: (entered.set(), len(errors) == 0)[1], record=False)

    thread = threading.Thread(target=run)
    thread.start()
    assert entered.wait(60)
    for call in (simulation.step, simulation.snapshot, lambda: simulation.stiffness[0]):
        for _ in range(1000):
            try:
                call()
            except RuntimeError as error:
                assert "another thread is running this simulation" in str(error)
                break
        else:
            pytest.fail("two threads used one simulation")
    errors.append(1)
    thread.join()
