// Grades functions with Eigen's types, as they are handed in for 3D mass-spring homework.
//
//   #include <tensio/grade_eigen.hpp>
//   std::cout << tensio::grade::eigen::spring_hessian(d2V_spring_particle_particle_dq2).text();
//
// The first argument of each function is what it sets; or it is left out and returned. In messages
// end a is q0 and end b is q1. A function template is handed in as
// [](auto&... arguments) { linearly_implicit_euler(arguments...); }.
// This header alone needs Eigen; tensio.hpp does not include it.
#pragma once

#include "tensio/grade_eigen_shapes.hpp"

namespace tensio::grade::eigen {

/// T_particle(T, qdot, mass).
template <class F>
Grade kinetic_energy(const F& f, const Options& options = {}) {
  const auto yours = [&f](double mass, Numbers v) {
    return detail::result_of<double>(f, 1, 1, detail::point(v), mass)[0];
  };
  return grade::kinetic_energy(yours, detail::in_3d(options));
}

/// V_gravity_particle(V, q, mass, g).
template <class F>
Grade gravity_energy(const F& f, const Options& options = {}) {
  const auto yours = [&f](double mass, Numbers g, Numbers q) {
    return detail::result_of<double>(f, 1, 1, detail::point(q), mass, detail::point(g))[0];
  };
  return grade::gravity_energy(yours, detail::in_3d(options));
}
/// dV_gravity_particle_dq(f, mass, g).
template <class F>
Grade gravity_gradient(const F& f, const Options& options = {}) {
  const auto yours = [&f](double mass, Numbers g) {
    return detail::result_of<Eigen::Vector3d, Vector>(f, 3, 1, mass, detail::point(g));
  };
  return grade::gravity_gradient(yours, detail::in_3d(options));
}
/// mass_matrix_particles(M, q, mass); M sparse or full.
template <class F>
Grade mass_matrix(const F& f, const Options& options = {}) {
  const auto yours = [&f](double mass, int, int nodes) {
    const Vector q = Vector::LinSpaced(3 * nodes, -1, 1);
    return detail::result_of<Sparse, Matrix>(f, q.size(), q.size(), q, mass);
  };
  return grade::mass_matrix(yours, detail::in_3d(options));
}

/// V_spring_particle_particle(V, q0, q1, l0, k).
template <class F>
Grade spring_energy(const F& f, const Options& options = {}) {
  return grade::spring_energy(detail::energy_of(f), detail::in_3d(options));
}
/// dV_spring_particle_particle_dq(f, q0, q1, l0, k), f of 6 numbers; and the energy of above.
template <class F>
Grade spring_gradient(const F& f, const Options& options = {}) {
  return grade::spring_gradient(detail::gradient_of(f), {}, detail::in_3d(options));
}
template <class F, class G>
requires(!std::is_same_v<G, Options>) Grade
    spring_gradient(const F& f, const G& your_energy, const Options& options = {}) {
  return grade::spring_gradient(detail::gradient_of(f), detail::energy_of(your_energy),
                                detail::in_3d(options));
}
/// d2V_spring_particle_particle_dq2(H, q0, q1, l0, k), H of 6 x 6; and the gradient of above.
template <class F>
Grade spring_hessian(const F& f, const Options& options = {}) {
  return grade::spring_hessian(detail::of_spring<Eigen::Matrix<double, 6, 6>, Matrix>(f, 6, 6), {},
                               detail::in_3d(options));
}
template <class F, class G>
requires(!std::is_same_v<G, Options>) Grade
    spring_hessian(const F& f, const G& your_gradient, const Options& options = {}) {
  return grade::spring_hessian(detail::of_spring<Eigen::Matrix<double, 6, 6>, Matrix>(f, 6, 6),
                               detail::gradient_of(your_gradient), detail::in_3d(options));
}

/// assemble_forces(f, q, qdot, V, E, l0, mass, k).
template <class F>
Grade assembled_forces(const F& f, const Options& options = {}) {
  const auto yours = [&f](const NetCase& given) {
    const detail::Net net(given);
    return detail::result_of<Vector>(f, net.q.size(), 1, net.q, net.qdot, net.V, net.E, net.l0, 1.0,
                                     given.stiffness[0]);
  };
  return grade::assembled_forces(yours, detail::in_3d(options));
}
/// assemble_stiffness(K, q, qdot, V, E, l0, k); K sparse or full, of either sign.
template <class F>
Grade assembled_stiffness(const F& f, StiffnessSign sign = StiffnessSign::either,
                          const Options& options = {}) {
  const auto yours = [&f](const NetCase& given) {
    const detail::Net net(given);
    return detail::result_of<Sparse, Matrix>(f, net.q.size(), net.q.size(), net.q, net.qdot, net.V,
                                             net.E, net.l0, given.stiffness[0]);
  };
  return grade::assembled_stiffness(yours, sign, detail::in_3d(options));
}

/// linearly_implicit_euler(q, qdot, dt, mass, force, stiffness, tmp_force, tmp_stiffness), with
/// force(f, q, qdot) and stiffness(K, q, qdot), K = df/dq.
template <class F>
Grade linearly_implicit_euler(const F& f, const Options& options = {}) {
  const auto yours = [&f](const StepCase& step) {
    Vector q = detail::vector(step.position), qdot = detail::vector(step.velocity);
    Sparse mass = Matrix(detail::vector(step.mass).asDiagonal()).sparseView();
    Force force = [&](Vector& out, Eigen::Ref<const Vector> x, Eigen::Ref<const Vector> v) {
      out = detail::vector(step.force(detail::numbers(x), detail::numbers(v)));
    };
    Stiffness stiffness = [&](Sparse& out, Eigen::Ref<const Vector> x, Eigen::Ref<const Vector> v) {
      out = detail::sparse(step.stiffness(detail::numbers(x), detail::numbers(v)));
    };
    Vector tmp_force = Vector::Constant(q.size(), detail::kUnset);
    Sparse tmp_stiffness(q.size(), q.size());
    double dt = step.time_step;
    f(q, qdot, dt, mass, force, stiffness, tmp_force, tmp_stiffness);
    return StepResult{detail::values(q), detail::values(qdot)};
  };
  return grade::linearly_implicit_euler(yours, detail::in_3d(options));
}

}  // namespace tensio::grade::eigen
