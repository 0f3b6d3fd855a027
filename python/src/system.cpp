// Nets: from the text of a scene and arrays in memory, and what they consist of.
#include <algorithm>

#include "bindings.hpp"
#include "tensio/files/scene_file.hpp"
#include "tensio/model/check.hpp"
#include "tensio/model/placement.hpp"
#include "tensio/solve/quantities.hpp"

namespace tensio::python {
namespace {

using Files = std::vector<std::pair<std::string, py::bytes>>;
using Settings = std::vector<std::pair<std::string, std::string>>;

Net parse(const std::string& text, const std::string& name, const std::string& folder,
          const std::vector<std::string>& data_folders, const Settings& set, const Files& files) {
  LoadOptions options{.data_folders = data_folders, .set = set};
  for (const auto& [file, bytes] : files)
    options.memory_files.push_back({file, std::string_view(bytes)});
  const py::gil_scoped_release release;
  return Net(parse_system(text, name, folder, options));
}

// ---- other values in the same net ----

// The numbers of one set of springs, out of those of all; or the one for all.
Column part_of(const std::vector<double>& values, std::size_t begin, std::size_t count) {
  if (values.size() == 1) return values;
  return {values.begin() + ssize(begin), values.begin() + ssize(begin + count)};
}

void replace_springs(System& system, const std::string& name, const std::vector<double>& values) {
  std::size_t begin = 0;
  for (SpringSet& set : system.springs) {
    Column part = part_of(values, begin, set.ends.size());
    begin += set.ends.size();
    if (name == "stiffness") {
      set.stiffness = std::move(part);
      for (Column* other : {&set.axial_stiffness, &set.youngs_modulus, &set.area, &set.diameter})
        other->clear();
    } else if (name == "axial_stiffness") {
      set.axial_stiffness = std::move(part);
      for (Column* other : {&set.stiffness, &set.youngs_modulus, &set.area, &set.diameter})
        other->clear();
    } else if (name == "rest_length") {
      set.rest_length = std::move(part);
      set.pretension.clear();
    } else {
      set.pretension = std::move(part);
      set.rest_length.clear();
    }
  }
}

Net replaced(const Net& net, const py::dict& values) {
  System system = net.system();
  for (const auto& [key, value] : values) {
    const auto name = key.cast<std::string>();
    std::vector<double> list = vector_of(value.cast<Doubles>());
    if (name == "position")
      system.nodes.position = std::move(list);
    else if (name == "start")
      system.nodes.start = std::move(list);
    else if (name == "velocity")
      system.nodes.velocity = std::move(list);
    else if (name == "mass")
      system.nodes.mass = std::move(list);
    else
      replace_springs(system, name, list);
  }
  const py::gil_scoped_release release;
  require_valid(system);
  return Net(std::move(system));
}

// ---- what a net consists of ----

py::dict groups_of(const std::vector<Group>& groups) {
  py::dict result;
  for (const Group& group : groups) result[py::str(group.name)] = owned(std::vector(group.members));
  return result;
}

// Sets of springs are groups of springs too.
py::dict spring_groups(const System& system) {
  py::dict result;
  int begin = 0;
  for (const SpringSet& set : system.springs) {
    std::vector<int> members(set.ends.size());
    for (int& member : members) member = begin++;
    if (!set.name.empty()) result[py::str(set.name)] = owned(std::move(members));
  }
  for (const Group& group : system.spring_groups)
    result[py::str(group.name)] = owned(std::vector(group.members));
  return result;
}

py::array ends_of(const System& system) {
  std::vector<int> ends;
  ends.reserve(2 * static_cast<std::size_t>(system.spring_count()));
  for (const SpringSet& set : system.springs)
    for (const auto& [a, b] : set.ends) ends.insert(ends.end(), {a, b});
  return owned(std::move(ends), {system.spring_count(), 2});
}

py::list laws_of(const Net& net) {
  py::list result;
  for (const SpringSet& set : net.system().springs) {
    std::optional<Law> law = set.law;
    for (const Material& material : net.system().materials)
      if (!law && material.name == set.material) law = material.law;
    const py::str word(to_string(law.value_or(Law::linear)));
    for (std::size_t i = 0; i < set.ends.size(); ++i) result.append(word);
  }
  return result;
}

py::array fixed_of(const System& system) {
  const std::vector<unsigned char> axes = fixed_axes(system);
  const auto d = static_cast<std::size_t>(system.dimension);
  py::array_t<bool> result({axes.size(), d});
  bool* out = result.mutable_data();
  for (std::size_t node = 0; node < axes.size(); ++node)
    for (std::size_t axis = 0; axis < d; ++axis) *out++ = (axes[node] >> axis & 1) != 0;
  return read_only(result);
}

py::list faces_of(const System& system) {
  py::list result;
  for (int face = 0; face < system.faces.count(); ++face) {
    const auto corners = system.faces.corners(face);
    result.append(owned(std::vector<int>(corners.begin(), corners.end())));
  }
  return result;
}

py::list warnings_of(const std::vector<Warning>& warnings) {
  py::list result;
  for (const Warning& warning : warnings) {
    py::dict entry;
    entry["kind"] = to_string(warning.kind);
    entry["message"] = warning.message;
    entry["nodes"] = owned(std::vector(warning.nodes));
    entry["springs"] = owned(std::vector(warning.springs));
    result.append(entry);
  }
  return result;
}

py::list parameters_of(const System& system) {
  py::list result;
  for (const Parameter& parameter : system.parameters)
    result.append(py::make_tuple(parameter.name, parameter.value));
  return result;
}

// The text of a scene with the options of this one, and one node.
std::string options_text(const Net& net) {
  System outline;
  outline.dimension = net.system().dimension;
  outline.nodes.position.resize(static_cast<std::size_t>(outline.dimension));
  outline.units = net.system().units;
  outline.equilibrium = net.system().equilibrium;
  outline.simulation = net.system().simulation;
  return write_system(outline);
}

Net with_part(const Net& net, const Net& part, double scale, std::vector<double> rotate,
              std::vector<double> at, double join, const std::string& name) {
  System system = net.system();
  append(system, part.system(), {scale, std::move(rotate), std::move(at), join}, name);
  require_valid(system);
  return Net(std::move(system));
}

py::array nodes_view(const py::object& self, std::vector<double> Nodes::*column) {
  const Net& net = self.cast<const Net&>();
  const std::vector<double>& values = net.system().nodes.*column;
  if (values.empty())
    return owned(std::vector<double>(net.system().nodes.position.size()), net.node_shape());
  return view(values.data(), net.node_shape(), self);
}

}  // namespace

std::vector<double> positions_of(const Net& net, const py::object& position) {
  const System& system = net.system();
  if (position.is_none())
    return system.nodes.start.empty() ? system.nodes.position : system.nodes.start;
  const Doubles array = position.cast<Doubles>();
  if (array.ndim() != 2 || array.shape(0) != system.node_count() ||
      array.shape(1) != system.dimension)
    throw Error("position does not have a row of coordinates for each node");
  return vector_of(array);
}

void bind_system(py::module_& module) {
  module.def("parse", &parse, py::arg("text"), py::arg("name"), py::arg("folder"),
             py::arg("data_folders"), py::arg("set"), py::arg("files"));
  py::class_<Net>(module, "System")
      .def(py::init<const Net&>(), py::arg("other"))
      .def_property_readonly(
          "dimension", [](const Net& net) { return net.system().dimension; }, "2 or 3.")
      .def_property_readonly(
          "node_count", [](const Net& net) { return net.system().node_count(); }, "n.")
      .def_property_readonly(
          "spring_count", [](const Net& net) { return net.system().spring_count(); }, "m.")
      .def_property_readonly(
          "title", [](const Net& net) { return net.system().title; }, "Of the scene.")
      .def_property_readonly(
          "description", [](const Net& net) { return net.system().description; }, "Of the scene.")
      .def_property_readonly(
          "position", [](const py::object& self) { return nodes_view(self, &Nodes::position); },
          "The drawn shape [m], (n, d).")
      .def_property_readonly(
          "start",
          [](const py::object& self) {
            const auto& nodes = self.cast<const Net&>().system().nodes;
            return nodes_view(self, nodes.start.empty() ? &Nodes::position : &Nodes::start);
          },
          "Where solving and motion begin [m], (n, d).")
      .def_property_readonly(
          "velocity", [](const py::object& self) { return nodes_view(self, &Nodes::velocity); },
          "At the start of motion [m/s], (n, d).")
      .def("_ends_array", [](const Net& net) { return ends_of(net.system()); })
      .def("_laws", &laws_of)
      .def("_masses", [](const Net& net) { return owned(node_masses(net.system())); })
      .def("_loads",
           [](const Net& net) {
             System without = net.system();
             without.gravity = {};
             return owned(applied_forces(without), net.node_shape());
           })
      .def_property_readonly(
          "gravity",
          [](const Net& net) {
            const auto& gravity = net.system().gravity;
            return owned(
                std::vector<double>(gravity.begin(), gravity.begin() + net.system().dimension));
          },
          "Acceleration [m/s²], (d,).")
      .def("_fixed_axes", [](const Net& net) { return fixed_of(net.system()); })
      .def("_node_groups", [](const Net& net) { return groups_of(net.system().groups); })
      .def("_spring_groups_all", [](const Net& net) { return spring_groups(net.system()); })
      .def("_face_groups_all", [](const Net& net) { return groups_of(net.system().face_groups); })
      .def("_face_list", [](const Net& net) { return faces_of(net.system()); })
      .def("_parameter_values", [](const Net& net) { return parameters_of(net.system()); })
      .def("_has_simulation", [](const Net& net) { return net.system().simulation.has_value(); })
      .def("_names", [](const Net& net) { return net.system().nodes.name; })
      .def("_combination_names",
           [](const Net& net) {
             std::vector<std::string> names;
             for (const Combination& one : net.system().combinations) names.push_back(one.name);
             return names;
           })
      .def("_stage_names",
           [](const Net& net) {
             std::vector<std::string> names;
             for (const Stage& one : net.system().stages) names.push_back(one.name);
             return names;
           })
      .def(
          "node_label", [](const Net& net, int node) { return node_label(net.system(), node); },
          py::arg("node"), "The node in messages: its id, with its label.")
      .def(
          "spring_label",
          [](const Net& net, int spring) { return spring_label(net.system(), spring); },
          py::arg("spring"), "The spring in messages: its id and nodes.")
      .def(
          "text", [](const Net& net) { return write_system(net.system()); },
          py::call_guard<py::gil_scoped_release>(),
          "The scene file as text; reading it again gives the same net to the bit.")
      .def("_options_text", &options_text)
      .def("_warnings", [](const Net& net) { return warnings_of(check(net.system())); })
      .def("_replaced", &replaced, py::arg("values"))
      .def("_with_part", &with_part, py::arg("part"), py::arg("scale"), py::arg("rotate"),
           py::arg("at"), py::arg("join"), py::arg("name"))
      .def(
          "_under",
          [](const Net& net, const std::string& name) {
            for (const Combination& one : net.system().combinations)
              if (one.name == name) return Net(under(net.system(), one));
            throw Error("there is no combination `" + name + "`");
          },
          py::arg("combination"))
      .def("_with_explicit_rest_lengths",
           [](const Net& net) { return Net(with_explicit_rest_lengths(net.system())); });
}

}  // namespace tensio::python
