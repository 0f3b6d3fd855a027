#!/usr/bin/env python3
"""Puts each slip of the source documents into the code, and sees that a test catches it.

A mutant is one file with a piece of its text replaced. A mutated header shadows the real one while
slips_test.cpp is compiled; a mutated source is compiled and linked before the library. The mutant
is caught when the named test fails; a mutant that does not compile, or that no test notices, is an
error. Environment: TENSIO_SOURCE_DIR, TENSIO_BUILD_DIR (a finished build), CXX.
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

ROOT = pathlib.Path(os.environ.get("TENSIO_SOURCE_DIR", pathlib.Path(__file__).parents[2]))
BUILD = pathlib.Path(os.environ.get("TENSIO_BUILD_DIR", ROOT / "build" / "test"))
CXX = os.environ.get("CXX", "g++")
TEST = ROOT / "tests" / "faults" / "slips_test.cpp"

# document, what it says, file, right text, slipped text, the test that must fail
LAW, SPRING, NODE = "physics/spring_law.hpp", "physics/spring.hpp", "physics/node.hpp"
LAWS = "physics/spring_laws.inc"
LOOPS = "backend/loops.hpp"
IMPLICIT = "solve/motion/implicit_stage.cpp"
SLIPS = [
    ("000", "the magnitude forgets the rest length", LAWS,
     "stretch = l - l0,", "stretch = l,",
     "ASpringAtItsRestLengthPullsNothing"),
    ("000", "F_ij is added to both ends", LOOPS,
     "fb[i] -= force[i];", "fb[i] += force[i];", "SpringForcesSumToZero"),
    ("000", "the diagonal block of j is never updated", LOOPS,
     "bb[e] += block.m[e];", "(void)bb;", "EveryRowOfBlocksSumsToZero"),
    ("000", "off-diagonal blocks are assigned", LOOPS,
     "ab[e] -= block.m[e];", "ab[e] = -block.m[e];", "ParallelSpringsAddUpOffTheDiagonalToo"),
    ("000", "a block for two nodes without a spring", "network/compile.cpp",
     "row.emplace_back(node, -1);",
     "row.emplace_back(node, -1);\n    if (n == 3 && node != 1) row.emplace_back(2 - node, -1);",
     "NodesWithoutASpringBetweenThemShareNoBlock"),
    ("000", "the derivative of |d| where that of its inverse belongs", SPRING,
     "along * (n[i] * n[j])", "-along * (n[i] * n[j])", "BlockHasItsClosedForm"),
    ("000", "moving points stay", LOOPS,
     "if (net.constrained[i]) f[i] = 0.0;",
     "if (!net.constrained[i]) f[i] = 0.0;",
     "FixedAxesAreMaskedAndFreeOnesAreNot"),
    ("001", "the off-diagonal blocks leave out -(1 - l0/l)", SPRING,
     "hessian[i * 2 * D + D + j] = -value;",
     "hessian[i * 2 * D + D + j] = -value + (i == j ? 0.5 * (block(0, 0) + block(1, 1) - std::sqrt("
     "(block(0, 0) - block(1, 1)) * (block(0, 0) - block(1, 1)) + 4 * block(0, 1) * block(0, 1)))"
     " : 0.0);",
     "HessianOfOneSpringHasZeroRowSums"),
    ("001", "the Euler-Lagrange line has the wrong sign", SPRING,
     "f[i] *= q;", "f[i] *= -q;", "AStretchedSpringPullsItsEndsTogether"),
    ("001", "the elongation is called strain", LAW,
     "(l - l0) / l0 :", "(l - l0) :", "StrainIsRelative"),
    ("001", "gravity energy takes an absolute value", NODE,
     "return -mass * dot(gravity, position);",
     "const double h = dot(gravity, position);\n  return mass * (h < 0 ? -h : h);",
     "GravityEnergyIsNegativeBelowTheOrigin"),
    ("001", "the gravity gradient has the wrong sign", NODE,
     "gradient[i] = -mass * gravity[i];", "gradient[i] = mass * gravity[i];",
     "GravityGradientPointsUp"),
    ("001", "the status of the factorisation is never read", "backend/common/ldlt_solver.cpp",
     "if (ldlt_.info() != Eigen::Success) return Factor::failed;", "",
     "ASingularFactorisationIsReported"),
    ("001", "division by a zero length", LAWS,
     "(l0 == zero) | (l == zero)", "(l0 == zero) & (l > zero)",
     "ZeroLengthGivesNoNaN"),
    ("002", "df_i/dx_j = -df_j/dx_i", LOOPS,
     "ba[e] -= block.m[e];", "ba[e] += block.m[e];", "EveryRowOfBlocksSumsToZero"),
    ("002", "the block without unit vectors", SPRING,
     "n[i] = d[i] * inverse;", "n[i] = d[i] * (inverse > 0 ? 1.0 : 0.0);", "BlockHasItsClosedForm"),
    ("002", "the damping force without unit vectors", LAWS,
     "select(square > zero, c / square, zero)", "select(square > zero, c, zero)",
     "DampingTakesUnitVectors"),
    ("002", "D_ii has the sign of D_ij", SPRING,
     "dot(d, d) > 0.0 ? c : 0.0", "dot(d, d) > 0.0 ? -c : 0.0",
     "DampingBlockIsMinusTheDerivativeByTheVelocity"),
    ("002", "damping pushes both ends in the same direction", LOOPS,
     "fb[i] -= force[i];", "fb[i] += extras.velocity ? force[i] : -force[i];",
     "DampingForcesSumToZero"),
    ("002", "the position derivative of the damping force is dropped", IMPLICIT,
     "options.prepare = std::cref(refresh);", "(void)refresh;",
     "TheDampedMidpointIsOfSecondOrder"),
    ("001", "damping divides by a zero length", LAWS,
     "select(square > zero, c / square, zero)", "c / square", "CoincidentEndsDampNothing"),
    ("001", "the Euler-Lagrange line has the wrong sign, in motion", "solve/motion/stepper.cpp",
     "backend.divide_by_mass(a);\n}", "backend.divide_by_mass(a);\n  backend.axpy(-2, a, a);\n}",
     "AStretchedSpringMovesItsEndsTogether"),
    ("001", "the inertia of an implicit step has the wrong sign", "backend/common/node_terms.cpp",
     "f[i] -= inertia_ *", "f[i] += inertia_ *", "AnImplicitStepHasItsClosedForm"),
    ("001", "the gravity gradient has the wrong sign, in motion", "solve/motion/dynamic_network.cpp",
     "constant_load(axis) + data.mass[axis / d]", "constant_load(axis) - data.mass[axis / d]",
     "ANodeFallsAlongGravity"),
    ("001", "gravity energy takes an absolute value, in motion", "solve/motion/dynamic_network.cpp",
     "potential.gravity -= backend_->dot(weight_, x);",
     "potential.gravity += std::abs(backend_->dot(weight_, x));",
     "EnergyIsConservedBelowTheOriginToo"),
    ("001", "the status of the factorisation is never read, in a step", IMPLICIT,
     "if (factor == Factor::indefinite || factor == Factor::failed) continue;", "(void)factor;",
     "AnIndefiniteStepIsProjectedAndReported"),
    ("003", "damping times newtons per strain", "solve/motion/dynamic_network.cpp",
     "const double k =\n          resolve(columns, i, drawn_length(system, set.ends[i][0], set.ends[i][1])).stiffness;",
     "const double k = set.axial_stiffness.empty() ? set.stiffness[0] : set.axial_stiffness[0];",
     "DampingTimeMultipliesNewtonsPerMetre"),
    ("003", "newtons per strain taken for newtons per metre", "model/resolve.cpp",
     "return {ea / l0, l0};", "return {ea, l0};", "AxialStiffnessIsPerStrain"),
    ("004", "the stop test takes the norm of the sum", "backend/loops.cpp",
     "return is_number ? largest : std::numeric_limits<double>::quiet_NaN();",
     "double sum = 0;\n  for (i = begin; i < end; ++i) sum += f[i];\n  return std::abs(sum);",
     "OppositeForcesDoNotHideEachOther"),
    ("004", "nothing says that it stopped at the limit", "solve/methods/iteration.cpp",
     "Status::iteration_limit,", "Status::converged,",
     "TheIterationLimitIsReported"),
    ("004", "no index is checked", "model/validate_springs.cpp",
     "const bool a_good = a >= 0 && a < nodes_, b_good = b >= 0 && b < nodes_;",
     "const bool a_good = true, b_good = true;", "IndicesOutOfRangeAreRefused"),
]


def compile_flags(overlay):
    flags = ["-std=c++20", "-O0", "-ffp-contract=off", "-w"]
    includes = [overlay, ROOT / "include", ROOT / "src", ROOT / "tests"]
    flags += [f"-I{path}" for path in includes]
    return flags + ["-isystem", "/usr/include/eigen3"]


def link_flags():
    """What the library itself needs, from the build's own record of how it links its tests."""
    text = subprocess.run(["ninja", "-C", str(BUILD), "-t", "commands", "tests/tensio_tests"],
                          capture_output=True, text=True, check=True).stdout
    link = [word for word in text.splitlines()[-1].split()
            if re.search(r"\.(a|so[.0-9]*)$", word) or word.startswith("-l")]
    return [str(BUILD / word) if not word.startswith(("/", "-")) else word for word in link
            if "gtest_main" not in word] + ["-lgtest_main", "-lpthread", "-ldl"]


def run(command, **options):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, **options)


def build(folder, sources, overlay):
    """Compiles and links; returns the program, or the compiler's words."""
    program = folder / "mutant"
    # The first definition counts: the library has several sources in one object.
    done = run([CXX, *compile_flags(overlay), *sources, "-Wl,--allow-multiple-definition",
                "-o", program, *link_flags()])
    return program if done.returncode == 0 else done.stderr


def try_mutant(slip):
    document, what, name, right, slipped, test = slip
    text = (ROOT / "src" / name).read_text()
    if text.count(right) != 1:
        return f"{name}: the text to replace stands there {text.count(right)} times: {right}"
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        mutated = folder / "src" / name
        mutated.parent.mkdir(parents=True)
        mutated.write_text(text.replace(right, slipped))
        if name.endswith(".cpp"):
            # The tests as they are; the mutated source stands in for the library's object.
            program = build(folder, [TEST_OBJECT, mutated], folder / "src")
        else:
            program = build(folder, [TEST], folder / "src")
        if isinstance(program, str):
            return f"does not compile:\n{program}"
        done = run([program, f"--gtest_filter=Slips.{test}"])
        if done.returncode == 0 or "FAILED" not in done.stdout:
            return f"not noticed by Slips.{test}:\n{done.stdout[-2000:]}"
    return None


def main():
    global TEST_OBJECT
    with tempfile.TemporaryDirectory() as temporary:
        # The unchanged tests, compiled once; they must pass.
        folder = pathlib.Path(temporary)
        TEST_OBJECT = folder / "slips.o"
        done = run([CXX, *compile_flags(folder), "-c", TEST, "-o", TEST_OBJECT])
        if done.returncode != 0:
            print(done.stderr)
            return 1
        program = build(folder, [TEST_OBJECT], folder)
        if isinstance(program, str) or run([program]).returncode != 0:
            print("the tests do not pass on the code as it is:", program)
            return 1
        with ThreadPoolExecutor(max_workers=2) as pool:
            answers = list(pool.map(try_mutant, SLIPS))
    missed = 0
    for slip, answer in zip(SLIPS, answers):
        missed += answer is not None
        print(f"{'caught' if answer is None else 'MISSED'}  document {slip[0]}: {slip[1]}")
        if answer is not None:
            print(answer)
    print(f"{len(SLIPS) - missed} of {len(SLIPS)} slips caught")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
