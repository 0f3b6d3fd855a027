// Every slip that students make in assembly and in a step, written as they would, is named.
#include <algorithm>

#include "solve/grade/homework.hpp"

namespace tensio {
namespace {

using namespace testing;

class GradeNetSlip : public ::testing::TestWithParam<Homework> {};

TEST_P(GradeNetSlip, IsNamed) { expect_slip_is_named(GetParam()); }

// ---- assembly ----

Values forces_of(const SpringCase& s) { return negative(gradient(s)); }

const Homework kAssemblies[] = {
    {"ForceAddedToBothEnds",
     [] {
       return grade::assembled_forces([](const NetCase& net) {
         return assemble_vector(
             net,
             [](const SpringCase& s) {
               const Values f = forces_of(s), on_a(f.begin(), f.begin() + std::ssize(s.a));
               return both(on_a, on_a);
             },
             plus);
       });
     },
     "both_ends", "action and reaction"},
    {"ForcesAssigned",
     [] {
       return grade::assembled_forces([](const NetCase& net) {
         return assemble_vector(net, forces_of, [](double& f, double value) { f = value; });
       });
     },
     "assigned_not_added", "(+=)"},
    {"GradientForForces",
     [] {
       return grade::assembled_forces(
           [](const NetCase& net) { return assemble_vector(net, gradient, plus); });
     },
     "sign", "minus the gradient"},
    {"ForcesWithoutRestLength",
     [] {
       return grade::assembled_forces([](const NetCase& net) {
         return assemble_vector(
             net,
             [](const SpringCase& s) {
               return negative(gradient_with(s, [&](double l) { return s.stiffness * l; }));
             },
             plus);
       });
     },
     "rest_length_forgotten", "rest length"},
    {"DiagonalBlockOfSecondNodeForgotten",
     [] {
       return grade::assembled_stiffness([](const NetCase& net) {
         return assemble_matrix(
             net,
             [](const SpringCase& s) {
               const Values B = spring_block(s), C = negative(B);
               return blocks(C, B, B, Values(B.size(), 0.0));
             },
             plus_any);
       });
     },
     "block_b_missing", "second node"},
    {"OffDiagonalBlocksAssigned",
     [] {
       return grade::assembled_stiffness([](const NetCase& net) {
         return assemble_matrix(net, hessian, [](double& entry, double value, bool diagonal) {
           entry = diagonal ? entry + value : value;
         });
       });
     },
     "assigned_not_added", "two springs between the same nodes"},
    {"StiffnessWithoutIdentityOffDiagonal",
     [] {
       return grade::assembled_stiffness([](const NetCase& net) {
         return assemble_matrix(
             net,
             [](const SpringCase& s) {
               const Values B = spring_block(s), d = minus(s.b, s.a);
               const double l = norm(d);
               const Values C =
                   l == 0 ? negative(B) : block(d, 0, -s.stiffness * s.rest_length / (l * l * l));
               return negative(blocks(B, C, C, B));
             },
             plus_any);
       });
     },
     "off_diagonal_identity", "(1 - l0/l) I"},
    {"StiffnessWithOppositeOffDiagonals",
     [] {
       return grade::assembled_stiffness([](const NetCase& net) {
         return assemble_matrix(
             net,
             [](const SpringCase& s) {
               const Values B = spring_block(s);
               return blocks(B, negative(B), B, B);
             },
             plus_any);
       });
     },
     "off_diagonal_sign", "equal, not opposite"},
    {"StiffnessWithTheOtherSign",
     [] {
       return grade::assembled_stiffness(
           [](const NetCase& net) { return assemble_matrix(net, hessian, plus_any); },
           grade::StiffnessSign::force_derivative);
     },
     "sign", "-d2E/dq2 is asked for"},
};
INSTANTIATE_TEST_SUITE_P(Assemblies, GradeNetSlip, ::testing::ValuesIn(kAssemblies), name_of);

// ---- steps ----

// The right step, with a change of its parts.
template <class Change>
Grade step_with(Change change) {
  return grade::linearly_implicit_euler([change](const StepCase& s) {
    StepParts parts = step_parts(s);
    change(s, parts);
    const Values v = parts.velocity();
    return StepResult{moved(s.position, s.time_step, v), v};
  });
}

const Homework kSteps[] = {
    {"Explicit",
     [] {
       return grade::linearly_implicit_euler([](const StepCase& s) {
         Values v = s.force(s.position, s.velocity);
         for (std::size_t i = 0; i < v.size(); ++i)
           v[i] = s.velocity[i] + s.time_step * v[i] / s.mass[i];
         return StepResult{moved(s.position, s.time_step, s.velocity), v};
       });
     },
     "explicit_euler", "explicit Euler"},
    {"Symplectic",
     [] { return step_with([](const StepCase&, StepParts& parts) { parts.dt_squared = 0; }); },
     "symplectic_euler", "stiffness is missing"},
    {"OldVelocity",
     [] {
       return grade::linearly_implicit_euler([](const StepCase& s) {
         return StepResult{moved(s.position, s.time_step, s.velocity), step(s).velocity};
       });
     },
     "old_velocity", "old velocity"},
    {"DtNotSquared",
     [] {
       return step_with(
           [](const StepCase& s, StepParts& parts) { parts.dt_squared = s.time_step; });
     },
     "dt_not_squared", "M - dt^2 K"},
    {"StiffnessSign",
     [] {
       return step_with(
           [](const StepCase&, StepParts& parts) { parts.dt_squared = -parts.dt_squared; });
     },
     "stiffness_sign", "K = df/dq"},
    {"MassMissingOnTheRight",
     [] {
       return step_with([](const StepCase& s, StepParts& parts) {
         for (std::size_t i = 0; i < s.mass.size(); ++i)
           parts.right[i] += (1 - s.mass[i]) * s.velocity[i];
       });
     },
     "mass_forgotten", "on the right"},
    {"MassMissingInTheMatrix",
     [] {
       return step_with(
           [](const StepCase& s, StepParts& parts) { parts.mass.assign(s.mass.size(), 1.0); });
     },
     "mass_forgotten", "in the matrix"},
    {"ForceOfTheNextPosition",
     [] {
       return step_with([](const StepCase& s, StepParts& parts) {
         parts.right = s.force(moved(s.position, s.time_step, s.velocity), s.velocity);
         for (std::size_t i = 0; i < s.mass.size(); ++i)
           parts.right[i] = s.mass[i] * s.velocity[i] + s.time_step * parts.right[i];
       });
     },
     "force_at_wrong_time", "beginning of the step"},
    {"ForceWithoutDt",
     [] {
       return step_with([](const StepCase& s, StepParts& parts) {
         parts.right = s.force(s.position, s.velocity);
         for (std::size_t i = 0; i < s.mass.size(); ++i)
           parts.right[i] += s.mass[i] * s.velocity[i];
       });
     },
     "dt_forgotten", "M v + dt f"},
};
INSTANTIATE_TEST_SUITE_P(Steps, GradeNetSlip, ::testing::ValuesIn(kSteps), name_of);

}  // namespace
}  // namespace tensio
