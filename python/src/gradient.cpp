// Gradients of rest states and runs, and many solves side by side.
#include "tensio/gradient.hpp"
#include "bindings.hpp"
#include "tensio/many.hpp"

namespace tensio::python {
namespace {

std::vector<double> given_numbers(const py::object& array) {
  return array.is_none() ? std::vector<double>() : vector_of(array.cast<Doubles>());
}

// An array that takes the numbers over and may be changed: optimisers write into gradients.
py::array writable(std::vector<double>&& values, Shape shape) {
  auto* kept = new std::vector<double>(std::move(values));
  const py::capsule owner(kept,
                          [](void* pointer) { delete static_cast<std::vector<double>*>(pointer); });
  return py::array(py::dtype::of<double>(), std::move(shape), kept->data(), owner);
}
py::array writable(std::vector<double>&& values) {
  const py::ssize_t size = ssize(values.size());
  return writable(std::move(values), {size});
}

// What both kinds of gradients have.
template <class Gradient>
py::dict common_dict(const Net& net, Gradient& by) {
  py::dict result;
  result["stiffness"] = writable(std::move(by.stiffness));
  result["rest_length"] = writable(std::move(by.rest_length));
  result["pretension"] = writable(std::move(by.pretension));
  result["load"] = writable(std::move(by.load), net.node_shape());
  result["mass"] = writable(std::move(by.mass));
  return result;
}

py::dict gradient_at_rest(const Net& net, const EquilibriumOptions& options, const py::object& rest,
                          const py::object& position, const py::object& tension) {
  const Equilibrium state = rest_of(net, rest);
  const CostDerivatives cost{given_numbers(position), given_numbers(tension)};
  const Network& network = net.network();
  RestGradient by;
  {
    const py::gil_scoped_release release;
    by = rest_gradient(network, state, cost, options);
  }
  if (!by.found()) throw Error("this state has no gradient: " + by.problem);
  py::dict result = common_dict(net, by);
  result["fixed_position"] = writable(std::move(by.fixed_position), net.node_shape());
  result["at_kink"] = owned(std::move(by.at_kink));
  return result;
}

py::dict gradient_of_run(const Net& net, const SimulationOptions& options, const py::object& cost,
                         int kept_states) {
  const Shape shape = net.node_shape();
  // An exception of the cost passes through the solver as itself.
  const auto asked = [&](int step, const State& state) {
    const py::gil_scoped_acquire acquire;
    std::vector<double> position = state.position, velocity = state.velocity;
    const py::object answer = cost(step, state.time, owned(std::move(position), shape),
                                   owned(std::move(velocity), shape));
    StateDerivatives by;
    if (answer.is_none()) return by;
    const auto pair = answer.cast<py::tuple>();
    by.position = given_numbers(pair[0]);
    by.velocity = given_numbers(pair[1]);
    if (PyErr_CheckSignals() != 0) throw py::error_already_set();
    return by;
  };
  RunGradient by;
  {
    const py::gil_scoped_release release;
    by = run_gradient(net.system(), options, asked, kept_states);
  }
  if (!by.found()) throw Error("this run has no gradient: " + by.problem);
  py::dict result = common_dict(net, by);
  result["steps"] = by.steps;
  result["start_position"] = writable(std::move(by.start_position), shape);
  result["start_velocity"] = writable(std::move(by.start_velocity), shape);
  return result;
}

// ---- many ----

// Looks for signals after each item, and calls a Python function with the number done.
class ItemWatch : public Watch {
 public:
  explicit ItemWatch(const py::object& progress) : progress_(progress) {}
  bool after(int done) {
    if (!look()) return false;
    if (progress_.is_none()) return true;
    return guarded([&] { return continues(progress_(done)); });
  }

 private:
  const py::object& progress_;
};

ValueSets sets_of(int count, const py::object& stiffness, const py::object& rest_length,
                  const py::object& load) {
  return {count, given_numbers(stiffness), given_numbers(rest_length), given_numbers(load)};
}

template <class Statuses>
std::vector<std::string> words_of(const Statuses& statuses) {
  std::vector<std::string> words;
  for (const auto status : statuses) words.emplace_back(to_string(status));
  return words;
}

Shape many_nodes(int count, const Net& net) {
  return {count, net.system().node_count(), net.system().dimension};
}
Shape many_springs(int count, const Net& net) { return {count, net.system().spring_count()}; }

py::dict rests(const Net& net, const EquilibriumOptions& options, int count,
               const py::object& stiffness, const py::object& rest_length, const py::object& load,
               const py::object& progress) {
  const ValueSets sets = sets_of(count, stiffness, rest_length, load);
  const Network& network = net.network();
  ItemWatch watch(progress);
  ManyRests many;
  {
    const py::gil_scoped_release release;
    many = solve_many(network, sets, options, [&](int done) { return watch.after(done); });
  }
  watch.finish();
  py::dict result;
  result["status"] = words_of(many.status);
  result["reason"] = std::move(many.reason);
  result["position"] = owned(std::move(many.position), many_nodes(count, net));
  result["tension"] = owned(std::move(many.tension), many_springs(count, net));
  result["residual"] = owned(std::move(many.residual));
  result["iterations"] = owned(std::move(many.iterations));
  return result;
}

py::list rests_of_nets(const std::vector<Net>& nets, const EquilibriumOptions& options,
                       const py::object& progress) {
  std::vector<System> systems;
  for (const Net& net : nets) systems.push_back(net.system());
  ItemWatch watch(progress);
  std::vector<Equilibrium> found;
  {
    const py::gil_scoped_release release;
    found = solve_many(systems, options, [&](int done) { return watch.after(done); });
  }
  watch.finish();
  py::list result;
  for (std::size_t i = 0; i < found.size(); ++i)
    result.append(rest_dict(nets[i], std::move(found[i])));
  return result;
}

py::dict runs(const Net& net, const SimulationOptions& options, int count,
              const py::object& stiffness, const py::object& rest_length, const py::object& load,
              const py::object& progress) {
  const ValueSets sets = sets_of(count, stiffness, rest_length, load);
  ItemWatch watch(progress);
  ManyRuns many;
  {
    const py::gil_scoped_release release;
    many = run_many(net.system(), sets, options, [&](int done) { return watch.after(done); });
  }
  watch.finish();
  py::dict result;
  result["status"] = words_of(many.status);
  result["reason"] = std::move(many.reason);
  result["time"] = owned(std::move(many.time));
  result["position"] = owned(std::move(many.position), many_nodes(count, net));
  result["velocity"] = owned(std::move(many.velocity), many_nodes(count, net));
  result["tension"] = owned(std::move(many.tension), many_springs(count, net));
  return result;
}

}  // namespace

void bind_gradient(py::module_& module) {
  module.def("rest_gradient", &gradient_at_rest, py::arg("net"), py::arg("options"),
             py::arg("rest"), py::arg("position"), py::arg("tension"));
  module.def("run_gradient", &gradient_of_run, py::arg("net"), py::arg("options"), py::arg("cost"),
             py::arg("kept_states"));
  module.def("solve_many", &rests, py::arg("net"), py::arg("options"), py::arg("count"),
             py::arg("stiffness"), py::arg("rest_length"), py::arg("load"), py::arg("progress"));
  module.def("solve_nets", &rests_of_nets, py::arg("nets"), py::arg("options"),
             py::arg("progress"));
  module.def("run_many", &runs, py::arg("net"), py::arg("options"), py::arg("count"),
             py::arg("stiffness"), py::arg("rest_length"), py::arg("load"), py::arg("progress"));
}

}  // namespace tensio::python
