// Grades of Python functions. Arrays are copies, so that a function may change or keep them.
#include "tensio/grade.hpp"

#include <functional>
#include <map>

#include "bindings.hpp"

namespace tensio::python {
namespace {

py::array copied(grade::Numbers values, Shape shape) {
  return py::array(py::dtype::of<double>(), std::move(shape), values.data());
}
py::array copied(grade::Numbers values) { return copied(values, {ssize(values.size())}); }

// The numbers of an answer by rows: an array of any shape, a sparse matrix, or a number.
grade::Values answer_of(py::object answer) {
  if (py::hasattr(answer, "toarray")) answer = answer.attr("toarray")();
  const Doubles array = Doubles::ensure(answer);
  if (!array) {
    PyErr_Clear();
    throw py::type_error("your function returned " +
                         py::repr(py::type::of(answer)).cast<std::string>() +
                         "; it must return numbers");
  }
  return vector_of(array);
}
double number_of(const py::object& answer) {
  const grade::Values values = answer_of(answer);
  if (values.size() != 1)
    throw py::value_error("your function returned " + std::to_string(values.size()) +
                          " numbers; an energy is one number");
  return values[0];
}

grade::SpringEnergy spring_energy_of(const py::object& f) {
  if (f.is_none()) return {};
  return [f](const grade::SpringCase& s) {
    return number_of(f(copied(s.a), copied(s.b), s.stiffness, s.rest_length));
  };
}
grade::SpringValues spring_values_of(const py::object& f) {
  if (f.is_none()) return {};
  return [f](const grade::SpringCase& s) {
    return answer_of(f(copied(s.a), copied(s.b), s.stiffness, s.rest_length));
  };
}
grade::SpringValues damped_values_of(const py::object& f) {
  if (f.is_none()) return {};
  return [f](const grade::SpringCase& s) {
    return answer_of(f(copied(s.a), copied(s.b), copied(s.velocity_a), copied(s.velocity_b),
                       s.stiffness, s.rest_length, s.damping));
  };
}
grade::NetValues net_values_of(const py::object& f) {
  return [f](const grade::NetCase& net) {
    py::array_t<int> ends({ssize(net.ends.size()), py::ssize_t{2}});
    for (std::size_t s = 0; s < net.ends.size(); ++s)
      for (std::size_t end = 0; end < 2; ++end)
        ends.mutable_at(ssize(s), ssize(end)) = net.ends[s][end];
    const py::ssize_t nodes = ssize(net.position.size()) / net.dimension;
    return answer_of(f(copied(net.position, {nodes, net.dimension}), ends, copied(net.stiffness),
                       copied(net.rest_length)));
  };
}

grade::StepResult step_of(const py::object& f, const grade::StepCase& step) {
  const py::ssize_t n = ssize(step.position.size());
  const auto force = py::cpp_function([&step](const Doubles& q, const Doubles& v) {
    return copied(step.force(numbers(q), numbers(v)));
  });
  const auto stiffness = py::cpp_function([&step, n](const Doubles& q, const Doubles& v) {
    return copied(step.stiffness(numbers(q), numbers(v)), {n, n});
  });
  const py::object answer = f(copied(step.position), copied(step.velocity), step.time_step,
                              copied(step.mass), force, stiffness);
  if (!py::isinstance<py::sequence>(answer) || py::len(answer) != 2)
    throw py::type_error("a step must return the new position and the new velocity");
  const auto both = py::reinterpret_borrow<py::sequence>(answer);
  return {answer_of(both[0]), answer_of(both[1])};
}

grade::StiffnessSign sign_of(const std::string& word) {
  if (word == "either") return grade::StiffnessSign::either;
  if (word == "force_derivative") return grade::StiffnessSign::force_derivative;
  if (word == "energy_hessian") return grade::StiffnessSign::energy_hessian;
  throw Error("sign is '" + word + "'; it must be either, force_derivative or energy_hessian");
}

Grade graded(const std::string& what, const py::object& f, const py::object& below,
             const std::string& sign, const grade::Options& options) {
  if (what == "kinetic_energy")
    return grade::kinetic_energy(
        [&](double m, grade::Numbers v) { return number_of(f(m, copied(v))); }, options);
  if (what == "gravity_energy")
    return grade::gravity_energy(
        [&](double m, grade::Numbers g, grade::Numbers x) {
          return number_of(f(m, copied(g), copied(x)));
        },
        options);
  if (what == "gravity_gradient")
    return grade::gravity_gradient(
        [&](double m, grade::Numbers g) { return answer_of(f(m, copied(g))); }, options);
  if (what == "mass_matrix")
    return grade::mass_matrix(
        [&](double m, int dimension, int nodes) { return answer_of(f(m, dimension, nodes)); },
        options);
  if (what == "spring_energy") return grade::spring_energy(spring_energy_of(f), options);
  if (what == "spring_gradient")
    return grade::spring_gradient(spring_values_of(f), spring_energy_of(below), options);
  if (what == "spring_hessian")
    return grade::spring_hessian(spring_values_of(f), spring_values_of(below), options);
  if (what == "damped_force") return grade::damped_force(damped_values_of(f), options);
  if (what == "force_by_position")
    return grade::force_by_position(damped_values_of(f), damped_values_of(below), options);
  if (what == "force_by_velocity")
    return grade::force_by_velocity(damped_values_of(f), damped_values_of(below), options);
  if (what == "assembled_forces") return grade::assembled_forces(net_values_of(f), options);
  if (what == "assembled_stiffness")
    return grade::assembled_stiffness(net_values_of(f), sign_of(sign), options);
  if (what == "linearly_implicit_euler")
    return grade::linearly_implicit_euler(
        [&](const grade::StepCase& step) { return step_of(f, step); }, options);
  throw Error("there is no grade of '" + what + "'");
}

}  // namespace

void bind_grade(py::module_& module) {
  module.def(
      "grade",
      [](const std::string& what, const py::object& yours, const py::object& below,
         const std::string& sign, int dimension, double tolerance, std::uint64_t seed) {
        const Grade found = graded(what, yours, below, sign,
                                   {.dimension = dimension, .tolerance = tolerance, .seed = seed});
        py::dict result;
        result["subject"] = found.subject;
        result["passed"] = found.passed;
        result["cases"] = found.cases;
        result["right"] = found.right;
        result["error"] = found.error;
        result["not_finite"] = found.not_finite;
        result["findings"] = found.findings;
        result["slips"] = found.slips;
        result["text"] = found.text();
        return result;
      },
      py::arg("what"), py::arg("yours"), py::arg("below"), py::arg("sign"), py::arg("dimension"),
      py::arg("tolerance"), py::arg("seed"));
}

}  // namespace tensio::python
