"""Making, viewing and deleting objects leaves no memory behind. Bytes in use are counted, not the size of the process."""

import ctypes
import gc
import sys

import numpy as np
import pytest

import tensio
from conftest import pendulum


class _Mallinfo2(ctypes.Structure):
    _fields_ = [(name, ctypes.c_size_t) for name in (
        "arena", "ordblks", "smblks", "hblks", "hblkhd", "usmblks", "fsmblks", "uordblks", "fordblks", "keepcost")]


def bytes_in_use():
    """Of the C and C++ heap."""
    try:
        mallinfo2 = ctypes.CDLL(None).mallinfo2
    except AttributeError:
        pytest.skip("the C library does not count bytes in use")
    mallinfo2.restype = _Mallinfo2
    found = mallinfo2()
    return found.uordblks + found.hblkhd


def growth(cycle, count, warm_up):
    """Bytes and Python blocks that `count` cycles leave behind, once caches are filled."""
    for _ in range(warm_up):
        cycle()
    gc.collect()
    before, blocks = bytes_in_use(), sys.getallocatedblocks()
    for _ in range(count):
        cycle()
    gc.collect()
    return bytes_in_use() - before, sys.getallocatedblocks() - blocks


POSITION, ENDS = np.array([[0.0, 0.0], [1.0, 0.0], [2.0, 0.0]]), np.array([[0, 1], [1, 2]])


def make_a_net():
    net = tensio.System(position=POSITION, ends=ENDS, stiffness=1.0, fixed=[0, 2])
    views = net.position, net.position[1:], net.ends
    assert views[1].base is not None


def make_a_rest_state(net=pendulum()):
    rest = tensio.solve_equilibrium(net, stability=False)
    assert rest.position[1:].base is not None


def make_a_simulation(net=pendulum()):
    simulation = tensio.Simulation(net, integrator="velocity_verlet", time_step=1e-3)
    views = simulation.position, simulation.velocity[1:], simulation.tension
    simulation.step()
    simulation.run(0.003, every=0.001, observer=lambda frame: frame.time < 1)
    assert len(views) == 3


def make_a_mistake():
    try:
        tensio.System(position=POSITION, ends=ENDS, stiffness=-1.0)
    except tensio.Error:
        pass


@pytest.mark.parametrize("cycle, count", [(make_a_net, 100_000), (make_a_rest_state, 5_000), (make_a_simulation, 5_000),
                                          (make_a_mistake, 5_000)])
def test_cycles_leave_nothing_behind(cycle, count):
    heap, blocks = growth(cycle, count, 500)
    # One byte a cycle would be a leak; single blocks come and go with caches.
    assert heap < count and blocks < count / 100


def test_the_count_sees_a_leak():
    """The test above can fail: objects that are kept are counted."""
    kept = []
    heap, _ = growth(lambda: kept.append(tensio.System(position=POSITION, ends=ENDS, stiffness=1.0)), 1000, 10)
    assert heap > 100 * 1000


def test_views_keep_their_owner_and_no_more():
    net = tensio.System(position=np.zeros((1000, 3)), fixed=[0])
    view = net.position
    assert sys.getrefcount(net) >= 3
    del view
    assert sys.getrefcount(net) == 2
