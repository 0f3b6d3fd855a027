"""Equilibrium and motion of networks of masses and springs: arrays in, arrays out.

    import tensio
    net = tensio.System(position=[[0, 0], [1, 0], [2, 0]], ends=[[0, 1], [1, 2]], stiffness=100, rest_length=0.5,
                        fixed=[0, 2], load=[[0, 0], [0, -1], [0, 0]])
    rest = tensio.solve_equilibrium(net)
    rest.position, rest.tension

The words are those of the scene file, the command line and C++.
"""

from . import _core, grade, scenes
from ._errors import Error, FileError, LimitError, Problem
from ._files import FileFormat, formats, load, save
from ._gradient import RestGradient, RunGradient, rest_gradient, run_gradient
from ._many import ManyRests, ManyRuns, run_many, solve_many
from ._motion import MotionFrame, Simulation
from ._paths import Branch, LoadPath, ModesResult, PathCurve, PathPoint, SpecialPoint, follow, modes
from ._plot import Svg
from ._recording import MotionReport, Recording, State, read
from ._rest import (Combinations, Envelope, Equilibrium, Event, Extremes, NamedEquilibrium, Report, SolveFrame, Stages,
                    solve_combinations, solve_equilibrium, solve_stages)
from ._show import Page
from ._springs import (TensionLaw, gravity_energy, gravity_gradient, kinetic_energy, spring_energy, spring_gradient,
                       spring_hessian, spring_tension, tension_law)
from ._system import CheckWarning, SpringStates, System

__version__: str = _core.__version__

__all__ = [
    "System", "SpringStates", "CheckWarning", "load", "save", "formats", "FileFormat", "scenes", "grade",
    "solve_equilibrium", "Equilibrium", "Report", "SolveFrame", "Event",
    "solve_stages", "Stages", "solve_combinations", "Combinations", "NamedEquilibrium", "Envelope", "Extremes",
    "modes", "ModesResult", "follow", "LoadPath", "PathCurve", "Branch", "PathPoint", "SpecialPoint",
    "rest_gradient", "RestGradient", "run_gradient", "RunGradient",
    "solve_many", "ManyRests", "run_many", "ManyRuns",
    "Simulation", "State", "MotionFrame", "MotionReport", "Recording", "read",
    "kinetic_energy", "gravity_energy", "gravity_gradient",
    "spring_energy", "spring_gradient", "spring_hessian", "spring_tension", "tension_law", "TensionLaw",
    "Page", "Svg", "Error", "FileError", "LimitError", "Problem", "__version__",
]
