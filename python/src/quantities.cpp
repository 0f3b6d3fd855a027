// Quantities on their own: of one node, of one spring, of a net at given positions.
#include "tensio/solve/quantities.hpp"

#include "bindings.hpp"

namespace tensio::python {
namespace {

Law law_of(const std::string& word) {
  std::string words;
  for (int i = 0; i < kLawCount - 1; ++i) {
    const auto law = static_cast<Law>(i);
    if (word == to_string(law)) return law;
    words += std::string(i == 0 ? "" : ", ") + to_string(law);
  }
  throw Error("law is '" + word + "'; it must be one of " + words);
}

Spring spring_of(const std::string& law, double stiffness, double rest_length,
                 std::vector<double> coefficients, const Doubles& points, bool of_strain) {
  Spring spring{.law = law_of(law),
                .stiffness = stiffness,
                .rest_length = rest_length,
                .coefficients = std::move(coefficients),
                .points = {},
                .of_strain = of_strain,
                .custom = {}};
  for (py::ssize_t i = 0; i + 1 < points.size(); i += 2)
    spring.points.push_back({points.data()[i], points.data()[i + 1]});
  return spring;
}

py::tuple csr(CompressedRows&& matrix) {
  return py::make_tuple(owned(std::move(matrix.value)), owned(std::move(matrix.column)),
                        owned(std::move(matrix.row_start)),
                        py::make_tuple(matrix.rows, matrix.columns));
}

py::dict springs(const Net& net, const py::object& position) {
  const std::vector<double> x = positions_of(net, position);
  const Network& network = net.network();
  SpringStates states;
  {
    const py::gil_scoped_release release;
    states = spring_states(network, x);
  }
  py::dict result;
  result["length"] = owned(std::move(states.length));
  result["tension"] = owned(std::move(states.tension));
  result["strain"] = owned(std::move(states.strain));
  result["energy"] = owned(std::move(states.energy));
  result["tangent"] = owned(std::move(states.tangent));
  result["stiffness"] = owned(std::move(states.stiffness));
  result["rest_length"] = owned(std::move(states.rest_length));
  result["slack"] = owned(std::move(states.slack));
  return result;
}

py::dict energies_of(const Net& net, const py::object& position, const py::object& velocity) {
  const Energies found =
      energies(net.network(), positions_of(net, position),
               velocity.is_none() ? std::vector<double>() : vector_of(velocity.cast<Doubles>()));
  py::dict result;
  result["kinetic"] = found.kinetic;
  result["elastic"] = found.elastic;
  result["gravity"] = found.gravity;
  result["load"] = found.load;
  result["total"] = found.total;
  return result;
}

void bind_one_spring(py::module_& module) {
  py::class_<Spring>(module, "Spring")
      .def(py::init(&spring_of), py::arg("law"), py::arg("stiffness"), py::arg("rest_length"),
           py::arg("coefficients"), py::arg("points"), py::arg("of_strain"))
      .def(
          "energy",
          [](const Spring& spring, const Doubles& a, const Doubles& b) {
            return spring_energy(spring, numbers(a), numbers(b));
          },
          py::arg("a"), py::arg("b"))
      .def(
          "gradient",
          [](const Spring& spring, const Doubles& a, const Doubles& b) {
            return owned(spring_gradient(spring, numbers(a), numbers(b)));
          },
          py::arg("a"), py::arg("b"))
      .def(
          "hessian",
          [](const Spring& spring, const Doubles& a, const Doubles& b, bool projected) {
            const py::ssize_t size = 2 * a.size();
            return owned(spring_hessian(spring, numbers(a), numbers(b), projected), {size, size});
          },
          py::arg("a"), py::arg("b"), py::arg("projected"))
      .def(
          "tension",
          [](const Spring& spring, const Doubles& length) {
            std::vector<double> result;
            for (const double one : numbers(length)) result.push_back(spring_tension(spring, one));
            return owned(std::move(result));
          },
          py::arg("length"));
}

}  // namespace

void bind_quantities(py::module_& module) {
  bind_one_spring(module);
  module.def(
      "kinetic_energy",
      [](double mass, const Doubles& velocity) { return kinetic_energy(mass, numbers(velocity)); },
      py::arg("mass"), py::arg("velocity"));
  module.def(
      "gravity_energy",
      [](double mass, const Doubles& gravity, const Doubles& position) {
        return gravity_energy(mass, numbers(gravity), numbers(position));
      },
      py::arg("mass"), py::arg("gravity"), py::arg("position"));
  module.def(
      "gravity_gradient",
      [](double mass, const Doubles& gravity) {
        return owned(gravity_gradient(mass, numbers(gravity)));
      },
      py::arg("mass"), py::arg("gravity"));
  module.def("spring_states", &springs, py::arg("net"), py::arg("position"));
  module.def("energies", &energies_of, py::arg("net"), py::arg("position"), py::arg("velocity"));
  module.def(
      "forces",
      [](const Net& net, const py::object& position) {
        return owned(forces(net.network(), positions_of(net, position)), net.node_shape());
      },
      py::arg("net"), py::arg("position"));
  module.def(
      "stiffness_matrix",
      [](const Net& net, const py::object& position) {
        return csr(stiffness_matrix(net.network(), positions_of(net, position)));
      },
      py::arg("net"), py::arg("position"));
  module.def(
      "mass_matrix", [](const Net& net) { return csr(mass_matrix(net.network())); },
      py::arg("net"));
  module.def(
      "free_selection",
      [](const Net& net) {
        Selection selection = free_selection(net.network());
        return py::make_tuple(csr(std::move(selection.P)), owned(std::move(selection.b)));
      },
      py::arg("net"));
  module.def(
      "lowest_nodes",
      [](const Net& net, int axis, double tolerance) {
        return owned(lowest_nodes(net.system(), axis, tolerance));
      },
      py::arg("net"), py::arg("axis"), py::arg("tolerance"));
}

}  // namespace tensio::python
