// Every slip that students make with one node or one spring, written as they would, is named.
#include <algorithm>

#include "solve/grade/homework.hpp"

namespace tensio {
namespace {

using namespace testing;

class GradeSlip : public ::testing::TestWithParam<Homework> {};

TEST_P(GradeSlip, IsNamed) { expect_slip_is_named(GetParam()); }

// ---- energies ----

const Homework kEnergies[] = {
    {"KineticWithoutHalf",
     [] { return grade::kinetic_energy([](double m, Numbers v) { return m * dot(v, v); }); },
     "half_forgotten", "factor 1/2"},
    {"KineticOfSpeed",
     [] { return grade::kinetic_energy([](double m, Numbers v) { return m * norm(v) / 2; }); },
     "not_squared", "square v.v"},
    {"GravityWithAbs",
     [] {
       return grade::gravity_energy(
           [](double m, Numbers g, Numbers x) { return m * std::abs(dot(g, x)); });
     },
     "absolute_value", "one side of the origin"},
    {"GravityWithPlus",
     [] {
       return grade::gravity_energy([](double m, Numbers g, Numbers x) { return m * dot(g, x); });
     },
     "sign", "-m g.x"},
    {"GravityAlongY",
     [] {
       return grade::gravity_energy(
           [](double m, Numbers g, Numbers x) { return m * norm(g) * x[1]; });
     },
     "one_axis", "y coordinate"},
    {"GravityGradientWithPlus",
     [] {
       return grade::gravity_gradient([](double m, Numbers g) {
         Values f(g.begin(), g.end());
         for (double& x : f) x *= m;
         return f;
       });
     },
     "sign", "is -m g"},
    {"MassMatrixInverted",
     [] {
       return grade::mass_matrix([](double m, int d, int nodes) {
         const auto n = static_cast<std::size_t>(d * nodes);
         Values M(n * n, 0.0);
         for (std::size_t i = 0; i < n; ++i) M[i * n + i] = 1 / m;
         return M;
       });
     },
     "inverse", "inverse"},
    {"SpringWithoutHalf",
     [] { return grade::spring_energy([](const SpringCase& s) { return 2 * energy(s); }); },
     "half_forgotten", "factor 1/2"},
    {"SpringWithoutRestLength",
     [] {
       return grade::spring_energy([](const SpringCase& s) {
         const Values d = minus(s.b, s.a);
         return s.stiffness * dot(d, d) / 2;
       });
     },
     "rest_length_forgotten", "rest length"},
    {"SpringOfStrain",
     [] {
       return grade::spring_energy([](const SpringCase& s) {
         const double strain = norm(minus(s.b, s.a)) / s.rest_length - 1;
         return s.stiffness * strain * strain / 2;
       });
     },
     "strain_for_elongation", "strain"},
    {"SpringWithStiffnessPerStrain",
     [] {
       return grade::spring_energy([](const SpringCase& s) { return energy(s) / s.rest_length; });
     },
     "stiffness_per_strain", "newtons"},
    {"SpringWithoutRoot",
     [] {
       return grade::spring_energy([](const SpringCase& s) {
         const Values d = minus(s.b, s.a);
         const double e = dot(d, d) - s.rest_length;
         return s.stiffness * e * e / 2;
       });
     },
     "root_forgotten", "sqrt"},
};
INSTANTIATE_TEST_SUITE_P(Energies, GradeSlip, ::testing::ValuesIn(kEnergies), name_of);

// ---- gradient ----

const Homework kGradients[] = {
    {"WithoutRestLength",
     [] {
       return grade::spring_gradient([](const SpringCase& s) {
         return gradient_with(s, [&](double l) { return s.stiffness * l; });
       });
     },
     "rest_length_forgotten", "k (l - l0), not k l"},
    {"IsTheForce",
     [] {
       return grade::spring_gradient([](const SpringCase& s) { return negative(gradient(s)); });
     },
     "sign", "Your vector is the force"},
    {"SameAtBothEnds",
     [] {
       return grade::spring_gradient([](const SpringCase& s) {
         const Values g = gradient(s), b(g.begin() + std::ssize(s.a), g.end());
         return both(b, b);
       });
     },
     "both_ends", "must be subtracted"},
    {"SecondEndForgotten",
     [] {
       return grade::spring_gradient([](const SpringCase& s) {
         Values g = gradient(s);
         std::fill(g.begin() + std::ssize(s.a), g.end(), 0.0);
         return g;
       });
     },
     "end_b_missing", "zero at end b"},
    {"WithStiffnessPerStrain",
     [] {
       return grade::spring_gradient([](const SpringCase& s) {
         return gradient_with(
             s, [&](double l) { return s.stiffness * (l - s.rest_length) / s.rest_length; });
       });
     },
     "stiffness_per_strain", "N/m"},
    {"WithoutUnitVector",
     [] {
       return grade::spring_gradient([](const SpringCase& s) {
         return gradient_with(s, [&](double l) { return s.stiffness * (l - s.rest_length) * l; });
       });
     },
     "unit_vector_forgotten", "n = (b - a) / l"},
    {"OfEnergyWithoutHalf",
     [] {
       return grade::spring_gradient([](const SpringCase& s) {
         return gradient_with(s, [&](double l) { return 2 * s.stiffness * (l - s.rest_length); });
       });
     },
     "half_forgotten", "factor 1/2"},
    {"OfACable",
     [] {
       return grade::spring_gradient([](const SpringCase& s) {
         return gradient_with(
             s, [&](double l) { return s.stiffness * std::max(0.0, l - s.rest_length); });
       });
     },
     "compression_forgotten", "cable"},
    {"DividesByZeroLength",
     [] {
       return grade::spring_gradient([](const SpringCase& s) {
         Values f = minus(s.b, s.a);
         const double l = norm(f);
         for (double& x : f) x *= s.stiffness * (l - s.rest_length) / l;
         return both(negative(f), f);
       });
     },
     "zero_length", "both ends of a spring are at the same point"},
};
INSTANTIATE_TEST_SUITE_P(Gradients, GradeSlip, ::testing::ValuesIn(kGradients), name_of);

// ---- Hessian ----

// A Hessian whose off-diagonal blocks are these.
template <class Off>
Grade hessian_with_off(Off off) {
  return grade::spring_hessian([off](const SpringCase& s) {
    const Values B = spring_block(s);
    return blocks(B, off(s, B), off(s, B), B);
  });
}
// A Hessian whose blocks are +-C.
template <class Block>
Grade hessian_with_block(Block block_of) {
  return grade::spring_hessian([block_of](const SpringCase& s) {
    const Values d = minus(s.b, s.a);
    const double l = norm(d);
    const Values B = l == 0 ? spring_block(s) : block_of(s, d, l);
    return blocks(B, negative(B), negative(B), B);
  });
}

const Homework kHessians[] = {
    {"OffDiagonalWithoutIdentity",
     [] {
       return hessian_with_off([](const SpringCase& s, const Values& B) {
         const Values d = minus(s.b, s.a);
         const double l = norm(d);
         return l == 0 ? negative(B) : block(d, 0, -s.stiffness * s.rest_length / (l * l * l));
       });
     },
     "off_diagonal_identity", "miss -k (1 - l0/l) I"},
    {"OffDiagonalWithPlus",
     [] { return hessian_with_off([](const SpringCase&, const Values& B) { return B; }); },
     "off_diagonal_sign", "wrong sign"},
    {"OppositeOffDiagonals",
     [] {
       return grade::spring_hessian([](const SpringCase& s) {
         const Values B = spring_block(s);
         return blocks(B, negative(B), B, B);
       });
     },
     "off_diagonal_sign", "equal, not opposite"},
    {"NoOffDiagonals",
     [] {
       return hessian_with_off(
           [](const SpringCase&, const Values& B) { return Values(B.size(), 0.0); });
     },
     "off_diagonal_missing", "depends on the position of b"},
    {"WithoutUnitVectors",
     [] {
       return hessian_with_block([](const SpringCase& s, const Values& d, double l) {
         return block(d, s.stiffness * (1 - s.rest_length / l), s.stiffness * s.rest_length / l);
       });
     },
     "unit_vector_forgotten", "unit vector"},
    {"WithoutRestLength",
     [] {
       return hessian_with_block(
           [](const SpringCase& s, const Values& d, double) { return block(d, s.stiffness, 0); });
     },
     "rest_length_forgotten", "l0 = 0"},
    {"AlongTheSpringOnly",
     [] {
       return hessian_with_block([](const SpringCase& s, const Values& d, double l) {
         return block(d, 0, s.stiffness / (l * l));
       });
     },
     "transverse_forgotten", "across it"},
    {"SecondBlockForgotten",
     [] {
       return grade::spring_hessian([](const SpringCase& s) {
         const Values B = spring_block(s), C = negative(B);
         return blocks(B, C, C, Values(B.size(), 0.0));
       });
     },
     "block_b_missing", "diagonal block of b"},
    {"OfTheForce",
     [] { return grade::spring_hessian([](const SpringCase& s) { return negative(hessian(s)); }); },
     "sign", "other sign"},
    {"UpperTriangle",
     [] {
       return grade::spring_hessian([](const SpringCase& s) {
         Values H = hessian(s);
         const std::size_t n = 2 * s.a.size();
         for (std::size_t i = 0; i < n; ++i)
           for (std::size_t j = 0; j < i; ++j) H[i * n + j] = 0;
         return H;
       });
     },
     "one_triangle", "mirror image"},
    {"DividesByZeroLength",
     [] {
       return grade::spring_hessian([](const SpringCase& s) {
         const Values d = minus(s.b, s.a);
         const double l = norm(d), r = s.rest_length / l;
         const Values B = block(d, s.stiffness * (1 - r), s.stiffness * r / (l * l));
         return blocks(B, negative(B), negative(B), B);
       });
     },
     "zero_length", "NaN or infinite"},
};
INSTANTIATE_TEST_SUITE_P(Hessians, GradeSlip, ::testing::ValuesIn(kHessians), name_of);

// ---- dashpots ----

// (T + c n.dv) n on a, with changes.
template <class Force>
Grade damped_with(Force on_a) {
  return grade::damped_force([on_a](const SpringCase& s) {
    const Values d = minus(s.b, s.a), dv = minus(s.velocity_b, s.velocity_a);
    const double l = norm(d);
    if (l == 0) return Values(2 * d.size(), 0.0);
    const Values f = on_a(s, d, dv, l);
    return both(f, negative(f));
  });
}
// Matrices from their block of row a and column b: -C, C; C, -C.
Values opposite_blocks(const Values& C) { return blocks(negative(C), C, C, negative(C)); }

const Homework kDampings[] = {
    {"ForceWithoutDamping",
     [] {
       return damped_with([](const SpringCase& s, const Values& d, const Values&, double l) {
         return along(s.stiffness * (l - s.rest_length), d);
       });
     },
     "damping_forgotten", "dashpot"},
    {"DampingThatDrives",
     [] {
       return damped_with([](const SpringCase& s, const Values& d, const Values& dv, double l) {
         return along(s.stiffness * (l - s.rest_length) - s.damping * dot(d, dv) / l, d);
       });
     },
     "damping_sign", "must resist"},
    {"DampingOfRotation",
     [] {
       return damped_with([](const SpringCase& s, const Values& d, const Values& dv, double l) {
         Values f = along(s.stiffness * (l - s.rest_length), d);
         for (std::size_t i = 0; i < f.size(); ++i) f[i] += s.damping * dv[i];
         return f;
       });
     },
     "damping_not_projected", "along the spring"},
    {"DampingWithOneUnitVector",
     [] {
       return damped_with([](const SpringCase& s, const Values& d, const Values& dv, double l) {
         return along(s.stiffness * (l - s.rest_length) + s.damping * dot(d, dv), d);
       });
     },
     "unit_vector_forgotten", "unit vector"},
    {"PositionWithoutDamping",
     [] {
       return grade::force_by_position([](const SpringCase& s) { return negative(hessian(s)); });
     },
     "damping_by_position_dropped", "derivative of the damping force by position"},
    {"VelocityWithWrongSign",
     [] {
       return grade::force_by_velocity([](const SpringCase& s) {
         const Values d = minus(s.b, s.a);
         const double square = std::max(dot(d, d), 1e-300);
         return negative(opposite_blocks(block(d, 0, s.damping / square)));
       });
     },
     "sign", "-c n n^T"},
    {"VelocityWithoutUnitVectors",
     [] {
       return grade::force_by_velocity([](const SpringCase& s) {
         return opposite_blocks(block(minus(s.b, s.a), 0, s.damping));
       });
     },
     "unit_vector_forgotten", "n n^T"},
};
INSTANTIATE_TEST_SUITE_P(Dampings, GradeSlip, ::testing::ValuesIn(kDampings), name_of);

}  // namespace
}  // namespace tensio
