"""The C interface as a shared library, called from Python's ctypes: solve, run, save and restore.

Reads TENSIO_SHARED_LIBRARY. The structs are written here once more; that they are those of tensio.h is what the numbers
check.
"""

import ctypes as c
import math
import os
import unittest

Double, Int, Size, Pointer = c.c_double, c.c_int, c.c_size_t, c.c_void_p
Doubles, Ints = c.POINTER(Double), c.POINTER(Int)


class Springs(c.Structure):
    _fields_ = [("law", Int), ("count", Int), ("ends", Ints)] + [
        (name, Doubles) for name in (
            "stiffness", "axial_stiffness", "rest_length", "pretension", "mass_per_length", "damping",
            "damping_time", "yield_strain", "yield_force", "hardening", "break_strain", "break_force")
    ] + [("coefficient_count", Int), ("coefficients", Doubles), ("point_count", Int), ("points", Doubles)]


class Options(c.Structure):
    _fields_ = [("integrator", Int), ("time_step", Double), ("start_time", Double),
                ("start_at_equilibrium", Int), ("tolerance", Double), ("max_iterations", Int),
                ("blowup_strain", Double), ("threads", Int)]


class Energies(c.Structure):
    _fields_ = [(name, Double) for name in (
        "kinetic", "elastic", "gravity", "load", "contact", "dissipated", "work", "total")]


LIBRARY = c.CDLL(os.environ["TENSIO_SHARED_LIBRARY"])
RESULTS = {Pointer: ("tensio_create", "tensio_simulate"),
           c.c_char_p: ("tensio_error", "tensio_simulation_error"),
           Double: ("tensio_time",)}
for kind, functions in RESULTS.items():
    for function in functions:
        getattr(LIBRARY, function).restype = kind
# A handle is a pointer, which ctypes would cut to an int.
ARGUMENTS = {"tensio_free": [Pointer], "tensio_simulation_free": [Pointer], "tensio_solve": [Pointer],
             "tensio_error": [Pointer], "tensio_simulation_error": [Pointer], "tensio_time": [Pointer],
             "tensio_set_nodes": [Pointer, Int, Doubles], "tensio_set_masses": [Pointer, Int, Doubles],
             "tensio_set_velocities": [Pointer, Int, Doubles],
             "tensio_fix": [Pointer, Int, Ints, Int],
             "tensio_add_springs": [Pointer, c.POINTER(Springs)],
             "tensio_get_position": [Pointer, Doubles, Size],
             "tensio_simulate": [Pointer, c.POINTER(Options)],
             "tensio_run_until": [Pointer, Double],
             "tensio_state_position": [Pointer, Doubles, Size],
             "tensio_state_energies": [Pointer, c.POINTER(Energies)],
             "tensio_save_state": [Pointer, Pointer, Size, c.POINTER(Size)],
             "tensio_restore_state": [Pointer, Pointer, Size]}
for name, types in ARGUMENTS.items():
    getattr(LIBRARY, name).argtypes = types


def doubles(*values):
    return (Double * len(values))(*values)


def ints(*values):
    return (Int * len(values))(*values)


class CInterface(unittest.TestCase):
    def check(self, status, handle=None, text=LIBRARY.tensio_error):
        self.assertEqual(status, 0, text(handle))

    def net(self, position, springs, fixed):
        net = LIBRARY.tensio_create(2)
        self.addCleanup(LIBRARY.tensio_free, net)
        self.check(LIBRARY.tensio_set_nodes(net, len(position) // 2, doubles(*position)), net)
        self.check(LIBRARY.tensio_fix(net, len(fixed), ints(*fixed), 7), net)
        self.check(LIBRARY.tensio_add_springs(net, springs), net)
        return net

    def test_a_net_comes_to_rest(self):
        stiffness, rest = doubles(*[1] * 5), doubles(*[0.2] * 5)
        springs = Springs(count=5, ends=ints(0, 4, 1, 4, 4, 5, 2, 5, 3, 5), stiffness=stiffness, rest_length=rest)
        net = self.net([0, 0, 0, 1, 1, 1, 1, 0, -0.5, -1, 2, 2], springs, [0, 1, 2, 3])
        self.check(LIBRARY.tensio_solve(net), net)
        position = doubles(*[0] * 12)
        self.check(LIBRARY.tensio_get_position(net, position, 12), net)
        # The balance along x of node 4, at (x, 1/2): 2 (1 - 0.2/l) x = 1 - 2 x - 0.2, l = |(x, 1/2)|.
        x = position[8]
        self.assertAlmostEqual(position[9], 0.5, 12)
        self.assertAlmostEqual(2 * (1 - 0.2 / math.hypot(x, 0.5)) * x, 1 - 2 * x - 0.2, 10)

    def test_a_mass_swings_and_continues_from_a_saved_state(self):
        springs = Springs(count=1, ends=ints(0, 1), stiffness=doubles(50))
        net = self.net([0, 0, 1, 0], springs, [0])
        self.check(LIBRARY.tensio_set_masses(net, 2, doubles(0, 2)), net)
        self.check(LIBRARY.tensio_set_velocities(net, 2, doubles(0, 0, 1, 0)), net)
        run = LIBRARY.tensio_simulate(net, Options(integrator=3, time_step=1e-4))
        self.assertTrue(run, LIBRARY.tensio_error(net))
        self.addCleanup(LIBRARY.tensio_simulation_free, run)

        def advance(time):
            self.check(LIBRARY.tensio_run_until(run, time), run, LIBRARY.tensio_simulation_error)
            position = doubles(0, 0, 0, 0)
            self.check(LIBRARY.tensio_state_position(run, position, 4))
            return position[2]

        # v / w sin(w t) with w = sqrt(50 / 2)
        self.assertAlmostEqual(advance(0.3), 1 + math.sin(1.5) / 5, 6)
        size = Size()
        self.check(LIBRARY.tensio_save_state(run, None, 0, c.byref(size)))
        state = c.create_string_buffer(size.value)
        self.check(LIBRARY.tensio_save_state(run, state, size, c.byref(size)))
        later = advance(0.7)
        self.assertAlmostEqual(later, 1 + math.sin(3.5) / 5, 6)
        self.check(LIBRARY.tensio_restore_state(run, state, size))
        self.assertAlmostEqual(LIBRARY.tensio_time(run), 0.3, 9)
        self.assertEqual(advance(0.7), later)
        energies = Energies()
        self.check(LIBRARY.tensio_state_energies(run, c.byref(energies)))
        self.assertAlmostEqual(energies.kinetic + energies.elastic, 1, 6)

    def test_a_spring_breaks_at_its_own_strain(self):
        springs = Springs(count=2, ends=ints(0, 1, 0, 1), stiffness=doubles(100, 100),
                          rest_length=doubles(1, 1), break_strain=doubles(0.05, 0.2))
        net = self.net([0, 0, 1.1, 0], springs, [0, 1])
        self.check(LIBRARY.tensio_solve(net), net)
        tension = doubles(0, 0)
        LIBRARY.tensio_get_tension.argtypes = [Pointer, Doubles, Size]
        self.check(LIBRARY.tensio_get_tension(net, tension, 2), net)
        self.assertEqual(tension[0], 0)
        self.assertAlmostEqual(tension[1], 10, 9)

    def test_mistakes_are_sentences(self):
        net = LIBRARY.tensio_create(2)
        self.addCleanup(LIBRARY.tensio_free, net)
        self.assertEqual(LIBRARY.tensio_set_nodes(net, -1, None), 1)
        self.assertEqual(LIBRARY.tensio_error(net), b"the number of nodes is -1; it must not be negative")


if __name__ == "__main__":
    unittest.main()
