// Small motions about a rest state, and load-displacement curves.
#include "bindings.hpp"
#include "tensio/solve/follow.hpp"
#include "tensio/solve/modes.hpp"

namespace tensio::python {
namespace {

// Rows of equal length as one array of count x shape.
py::array stacked(const std::vector<std::vector<double>>& rows, Shape shape) {
  std::vector<double> all;
  for (const std::vector<double>& row : rows) all.insert(all.end(), row.begin(), row.end());
  shape.insert(shape.begin(), ssize(rows.size()));
  return owned(std::move(all), std::move(shape));
}

py::dict modes(const Net& net, int count, const std::string& about,
               const EquilibriumOptions& solving, const py::object& observer) {
  if (about != "rest" && about != "drawn")
    throw Error("about is '" + about + "'; it must be one of rest, drawn");
  SolveWatch watch(observer, net.node_shape());
  const ModesOptions options{.count = std::max(count, 1),
                             .all = count <= 0,
                             .about = about == "rest" ? About::rest : About::drawn};
  ModesResult found;
  {
    const py::gil_scoped_release release;
    found = find_modes(net.system(), options, solving, &watch);
  }
  watch.finish();
  py::dict result;
  const auto column = [&](double Mode::*field) {
    std::vector<double> values;
    for (const Mode& mode : found.modes) values.push_back(mode.*field);
    return owned(std::move(values));
  };
  result["eigenvalue"] = column(&Mode::eigenvalue);
  result["angular_frequency"] = column(&Mode::angular_frequency);
  result["frequency"] = column(&Mode::frequency);
  result["growth_rate"] = column(&Mode::growth_rate);
  result["modal_mass"] = column(&Mode::modal_mass);
  py::list kinds;
  std::vector<std::vector<double>> shapes;
  for (Mode& mode : found.modes) {
    kinds.append(to_string(mode.kind));
    shapes.push_back(std::move(mode.shape));
  }
  result["kind"] = kinds;
  result["shape"] = stacked(shapes, net.node_shape());
  result["problem"] = found.problem;
  result["has_mass"] = found.has_mass;
  result["complete"] = found.complete;
  result["unknowns"] = found.unknowns;
  result["bars"] = found.bars;
  result["rank"] = found.rank;
  result["about"] = to_string(found.about);
  result["self_stress_count"] =
      found.self_stress ? py::object(py::int_(found.self_stress->count)) : py::none();
  result["self_stress"] = found.self_stress
                              ? stacked(found.self_stress->states, {net.system().spring_count()})
                              : stacked({}, {net.system().spring_count()});
  const Mechanisms none;
  const Mechanisms& mechanisms = found.mechanisms ? *found.mechanisms : none;
  result["mechanism_count"] =
      found.mechanisms ? py::object(py::int_(mechanisms.count)) : py::none();
  result["rigid_count"] = found.mechanisms ? py::object(py::int_(mechanisms.rigid)) : py::none();
  result["mechanism"] = stacked(mechanisms.shapes, net.node_shape());
  result["mechanism_stiffness"] = owned(std::vector(mechanisms.stiffness));
  result["rest"] = rest_dict(net, std::move(found.rest));
  return result;
}

py::dict point_dict(const PathPoint& point) {
  py::dict result;
  result["kind"] = to_string(point.kind);
  result["load_factor"] = point.load_factor;
  result["arc_length"] = point.arc_length;
  result["probe"] = point.probe;
  result["negative_modes"] = point.negative_modes;
  result["residual"] = point.residual;
  result["energy"] = point.energy;
  result["iterations"] = point.iterations;
  return result;
}

py::list specials(const std::vector<SpecialPoint>& points) {
  py::list result;
  for (const SpecialPoint& point : points) {
    py::dict entry;
    entry["point"] = point.point;
    entry["load_factor"] = point.load_factor;
    entry["within"] = point.within;
    entry["modes_before"] = point.modes_before;
    entry["modes_after"] = point.modes_after;
    result.append(entry);
  }
  return result;
}

// What the path and each branch have: a column for each quantity.
py::dict curve_dict(PathCurve& curve, std::size_t probes, const Shape& node_shape, bool positions) {
  py::dict result;
  py::list kinds;
  std::vector<double> factor, arc, displacement, residual, energy;
  std::vector<int> negative, iterations;
  std::vector<std::vector<double>> kept;
  for (PathPoint& point : curve.points) {
    kinds.append(to_string(point.kind));
    factor.push_back(point.load_factor);
    arc.push_back(point.arc_length);
    residual.push_back(point.residual);
    energy.push_back(point.energy);
    negative.push_back(point.negative_modes);
    iterations.push_back(point.iterations);
    displacement.insert(displacement.end(), point.probe.begin(), point.probe.end());
    if (positions) kept.push_back(std::move(point.position));
  }
  result["status"] = to_string(curve.status);
  result["reason"] = curve.reason;
  result["kind"] = kinds;
  result["load_factor"] = owned(std::move(factor));
  result["arc_length"] = owned(std::move(arc));
  result["displacement"] =
      owned(std::move(displacement), Shape{ssize(curve.points.size()), ssize(probes)});
  result["negative_modes"] = owned(std::move(negative));
  result["residual"] = owned(std::move(residual));
  result["energy"] = owned(std::move(energy));
  result["iterations"] = owned(std::move(iterations));
  result["position"] = positions ? py::object(stacked(kept, node_shape)) : py::none();
  result["limit_points"] = specials(curve.limit_points);
  result["bifurcations"] = specials(curve.bifurcations);
  py::list unstable;
  for (const Stretch& part : curve.unstable) unstable.append(py::make_tuple(part.first, part.last));
  result["unstable"] = unstable;
  return result;
}

BranchSign branch_sign(const std::string& name) {
  for (const BranchSign sign : {BranchSign::both, BranchSign::plus, BranchSign::minus})
    if (name == to_string(sign)) return sign;
  throw Error("branch_sign is '" + name + "'; it must be one of both, plus, minus");
}

py::dict curve(const Net& net, const std::string& load_case, double until, int max_steps,
               const std::vector<std::pair<int, int>>& probes, bool keep_positions, bool all,
               const std::vector<int>& branches, const std::string& sign, double branch_step,
               const EquilibriumOptions& solving, const py::object& observer) {
  FollowOptions options{.load_case = load_case,
                        .until = until,
                        .max_steps = max_steps,
                        .keep_positions = keep_positions,
                        .branches = {.all = all,
                                     .at = branches,
                                     .sign = branch_sign(sign),
                                     .first_step = branch_step},
                        .equilibrium = solving};
  for (const auto& [node, axis] : probes) options.probes.push_back({node, axis});
  SolveWatch watch;
  const PathWatch seen = [&](const PathPoint& point) {
    if (!watch.look()) return false;
    if (observer.is_none()) return true;
    return watch.guarded([&] { return continues(observer(point_dict(point))); });
  };
  LoadPath path;
  {
    const py::gil_scoped_release release;
    path = follow(net.system(), options, seen, &watch);
  }
  watch.finish();

  const std::size_t columns = path.probes.size();
  py::dict result = curve_dict(path, columns, net.node_shape(), keep_positions);
  py::list watched, followed;
  for (const PathProbe& probe : path.probes) watched.append(py::make_tuple(probe.node, probe.axis));
  result["probes"] = watched;
  for (Branch& branch : path.branches) {
    py::dict entry = curve_dict(branch, columns, net.node_shape(), keep_positions);
    entry["bifurcation"] = branch.bifurcation;
    entry["sign"] = to_string(branch.sign);
    // A branch that could not be begun has no direction.
    entry["direction"] = branch.direction.empty()
                             ? py::object(py::none())
                             : py::object(owned(std::move(branch.direction), net.node_shape()));
    followed.append(entry);
  }
  result["branches"] = followed;
  result["last"] = rest_dict(net, std::move(path.last));
  result["seconds"] = path.seconds;
  return result;
}

}  // namespace

void bind_paths(py::module_& module) {
  module.def("find_modes", &modes, py::arg("net"), py::arg("count"), py::arg("about"),
             py::arg("options"), py::arg("observer"));
  module.def("follow", &curve, py::arg("net"), py::arg("load_case"), py::arg("until"),
             py::arg("max_steps"), py::arg("probes"), py::arg("keep_positions"), py::arg("all_branches"),
             py::arg("branches"), py::arg("branch_sign"), py::arg("branch_step"), py::arg("options"),
             py::arg("observer"));
}

}  // namespace tensio::python
