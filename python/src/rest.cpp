// Rest states: equilibrium, stages and combinations.
#include "bindings.hpp"
#include "tensio/solve/combinations.hpp"
#include "tensio/solve/equilibrium.hpp"

namespace tensio::python {
namespace {

py::dict report_dict(const Report& report) {
  py::dict result;
  result["status"] = to_string(report.status);
  result["reason"] = report.reason;
  result["iterations"] = report.iterations;
  result["residual"] = report.residual;
  result["residual_force"] = report.residual_force;
  result["at_rounding"] = report.at_rounding;
  result["stable"] = report.modes ? py::cast(report.modes->stable()) : py::none();
  result["neutral"] = report.modes ? py::cast(report.modes->neutral()) : py::none();
  py::object modes = py::none();
  if (report.modes) {
    modes = py::dict();
    modes["negative"] = py::cast(report.modes->negative);
    modes["rigid"] = py::cast(report.modes->rigid);
    modes["mechanism"] = py::cast(report.modes->mechanism);
    modes["slack"] = py::cast(report.modes->slack);
  }
  result["modes"] = modes;
  result["mechanisms"] = report.mechanisms;
  result["self_stresses"] = report.self_stresses;
  result["lowest_stiffness"] = report.lowest_stiffness;
  result["moving_nodes"] = report.moving_nodes;
  result["energy"] = report.energy;
  py::list events;
  for (const MotionEvent& event : report.events) events.append(event_dict(event));
  result["events"] = events;
  result["linear_iterations"] = report.linear_iterations;
  result["projected_iterations"] = report.projected_iterations;
  result["method"] = to_string(report.method);
  result["linear_solver"] = to_string(report.linear_solver);
  result["linear_note"] = report.linear_note;
  result["seconds"] = report.seconds;
  result["compile_seconds"] = report.compile_seconds;
  return result;
}

py::dict solve(const Net& net, const EquilibriumOptions& options, const py::object& observer) {
  SolveWatch watch(observer, net.node_shape());
  Equilibrium rest;
  {
    const py::gil_scoped_release release;
    rest = solve_equilibrium(net.system(), options, &watch, Validated::yes);
  }
  watch.finish();
  return rest_dict(net, std::move(rest));
}

// Each stage with its name, its rest state and the net as it was built by then.
py::list stage_list(const Net& net, std::vector<NamedEquilibrium>& rests, const System& system) {
  std::vector<System> built = stage_systems(system, rests);
  py::list result;
  for (std::size_t i = 0; i < rests.size(); ++i)
    result.append(py::make_tuple(rests[i].name, rest_dict(net, std::move(rests[i].rest)),
                                 Net(std::move(built[i]))));
  return result;
}

py::tuple stages(const Net& net, const EquilibriumOptions& options, const py::object& observer) {
  SolveWatch watch(observer, net.node_shape());
  StageResults results;
  {
    const py::gil_scoped_release release;
    results = solve_stages(net.system(), options, &watch, Validated::yes);
  }
  watch.finish();
  py::list list = stage_list(net, results.stages, net.system());
  return py::make_tuple(list, Net(std::move(results.system)));
}

// Each combination with its name, its rest state and the net under its loads.
py::list combination_list(const Net& net, CombinationResults& results) {
  py::list result;
  for (NamedEquilibrium& named : results.combinations)
    for (const Combination& combination : results.system.combinations)
      if (combination.name == named.name)
        result.append(py::make_tuple(named.name, rest_dict(net, std::move(named.rest)),
                                     Net(under(results.system, combination))));
  return result;
}

py::tuple extremes(Extremes& of, const Shape& shape) {
  return py::make_tuple(owned(std::move(of.value), shape), owned(std::move(of.governing), shape));
}

py::dict combinations(const Net& net, const EquilibriumOptions& options,
                      const std::vector<std::string>& names, const py::object& observer) {
  SolveWatch watch(observer, net.node_shape());
  CombinationResults results;
  {
    const py::gil_scoped_release release;
    results = solve_combinations(net.system(), options, names, &watch, Validated::yes);
  }
  watch.finish();
  py::dict result;
  result["worst"] = to_string(results.worst());
  result["stages"] = stage_list(net, results.stages, under(net.system(), {}));
  result["base"] = rest_dict(net, std::move(results.base));
  result["combinations"] = combination_list(net, results);
  Envelope& all = results.envelope;
  const auto by = [](const Extremes& of) { return Shape{ssize(of.value.size())}; };
  const auto rows = [&](const Extremes& of) {
    return of.value.empty() ? Shape{0, net.system().dimension} : net.node_shape();
  };
  py::dict envelope;
  envelope["largest_tension"] = extremes(all.largest_tension, by(all.largest_tension));
  envelope["smallest_tension"] = extremes(all.smallest_tension, by(all.smallest_tension));
  envelope["utilisation"] = extremes(all.utilisation, by(all.utilisation));
  envelope["displacement"] = extremes(all.displacement, by(all.displacement));
  envelope["largest_reaction"] = extremes(all.largest_reaction, rows(all.largest_reaction));
  envelope["smallest_reaction"] = extremes(all.smallest_reaction, rows(all.smallest_reaction));
  result["envelope"] = envelope;
  result["base_system"] = Net(under(results.system, {}));
  result["system"] = Net(std::move(results.system));
  return result;
}

}  // namespace

bool SolveWatch::observe(const Frame& frame) {
  if (!look()) return false;
  if (seen_.is_none()) return true;
  return guarded([&] {
    py::dict shown;
    shown["iteration"] = frame.iteration;
    shown["residual"] = frame.residual;
    shown["energy"] = frame.energy;
    shown["step_length"] = frame.step_length;
    shown["projected"] = frame.projected;
    shown["position"] =
        owned(std::vector<double>(frame.position.begin(), frame.position.end()), shape_);
    return continues(seen_(shown));
  });
}

py::dict event_dict(const MotionEvent& event) {
  py::dict result;
  result["time"] = event.time;
  result["kind"] = to_string(event.kind);
  result["node"] = event.node < 0 ? py::none() : py::object(py::int_(event.node));
  result["spring"] = event.spring < 0 ? py::none() : py::object(py::int_(event.spring));
  result["value"] = event.value;
  result["detail"] = event.detail;
  return result;
}

py::dict rest_dict(const Net& net, Equilibrium&& rest) {
  const Shape shape = net.node_shape();
  const auto rows = [&](std::vector<double>& values) -> py::object {
    if (values.empty() && shape[0] != 0) return py::none();
    return owned(std::move(values), shape);
  };
  py::dict result;
  result["report"] = report_dict(rest.report);
  result["time"] = rest.state.time;
  result["position"] = rows(rest.state.position);
  result["displacement"] = rows(rest.displacement);
  result["tension"] = owned(std::move(rest.tension));
  result["length"] = owned(std::move(rest.length));
  result["strain"] = owned(std::move(rest.strain));
  result["utilisation"] = owned(std::move(rest.utilisation));
  result["reaction"] = rows(rest.reaction);
  result["contact"] = rows(rest.contact);
  result["slack"] = owned(std::move(rest.slack));
  return result;
}

Equilibrium rest_of(const Net&, const py::object& rest) {
  const auto column = [&](const char* name) {
    const py::object value = rest.attr(name);
    return value.is_none() ? std::vector<double>() : vector_of(value.cast<Doubles>());
  };
  Equilibrium result;
  result.state = {rest.attr("time").cast<double>(), column("position"), {}};
  result.displacement = column("displacement");
  result.tension = column("tension");
  result.length = column("length");
  result.strain = column("strain");
  result.utilisation = column("utilisation");
  result.reaction = column("reaction");
  result.contact = column("contact");
  result.slack = vector_of(rest.attr("slack").cast<Ints>());
  const py::object report = rest.attr("report");
  const auto status = report.attr("status").cast<std::string>();
  for (int i = 0; i <= static_cast<int>(Status::interrupted); ++i)
    if (status == to_string(static_cast<Status>(i))) result.report.status = static_cast<Status>(i);
  result.report.reason = report.attr("reason").cast<std::string>();
  result.report.iterations = report.attr("iterations").cast<int>();
  result.report.residual = report.attr("residual").cast<double>();
  result.report.residual_force = report.attr("residual_force").cast<double>();
  result.report.energy = report.attr("energy").cast<double>();
  result.report.moving_nodes = report.attr("moving_nodes").cast<std::vector<int>>();
  const auto method = report.attr("method").cast<std::string>();
  for (int i = 0; i < kMethodCount; ++i)
    if (method == to_string(static_cast<Method>(i))) result.report.method = static_cast<Method>(i);
  const py::object modes = report.attr("modes");
  if (!modes.is_none())
    result.report.modes = Modes{modes["negative"].cast<int>(), modes["rigid"].cast<int>(),
                                modes["mechanism"].cast<int>(), modes["slack"].cast<int>()};
  return result;
}

LinearSolver linear_solver_of(const std::string& word) {
  std::string words;
  for (int i = 0; i < kLinearSolverCount; ++i) {
    const auto solver = static_cast<LinearSolver>(i);
    if (word == to_string(solver)) return solver;
    words += std::string(i == 0 ? "" : ", ") + to_string(solver);
  }
  throw Error("linear_solver is '" + word + "'; it must be one of " + words);
}

EquilibriumOptions solve_options(const Net& options, const std::string& linear_solver,
                                 bool reproducible, int threads) {
  if (threads < 0)
    throw Error("threads is " + std::to_string(threads) + "; it must be 0 (all) or more");
  EquilibriumOptions result = options.system().equilibrium;
  result.linear_solver = linear_solver_of(linear_solver);
  result.reproducible = reproducible;
  result.threads = threads;
  return result;
}

void bind_rest(py::module_& module) {
  py::class_<EquilibriumOptions>(module, "EquilibriumOptions")
      .def(py::init(&solve_options), py::arg("options"), py::arg("linear_solver"),
           py::arg("reproducible"), py::arg("threads"));
  module.def("solve_equilibrium", &solve, py::arg("net"), py::arg("options"), py::arg("observer"));
  module.def("solve_stages", &stages, py::arg("net"), py::arg("options"), py::arg("observer"));
  module.def("solve_combinations", &combinations, py::arg("net"), py::arg("options"),
             py::arg("names"), py::arg("observer"));
  module.def(
      "with_start",
      [](const Net& net, const py::object& rest) {
        return Net(with_start(net.system(), rest_of(net, rest)));
      },
      py::arg("net"), py::arg("rest"));
  module.def(
      "redrawn",
      [](const Net& net, const py::object& rest) {
        return Net(redrawn(net.system(), rest_of(net, rest)));
      },
      py::arg("net"), py::arg("rest"));
  module.def(
      "materialised",
      [](const Net& net, const py::object& rest) {
        return Net(materialised(net.system(), rest_of(net, rest)));
      },
      py::arg("net"), py::arg("rest"));
}

}  // namespace tensio::python
