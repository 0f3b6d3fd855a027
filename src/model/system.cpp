// Counts, labels and names.
#include "tensio/model/system.hpp"

#include "core/index.hpp"
#include "model/labels.hpp"
#include "physics/law_traits.hpp"
#include "tensio/solve/observer.hpp"
#include "tensio/solve/report.hpp"

namespace tensio {

int System::node_count() const {
  return dimension > 0 ? static_cast<int>(nodes.position.size()) / dimension : 0;
}

int System::spring_count() const {
  std::size_t count = 0;
  for (const SpringSet& set : springs) count += set.ends.size();
  return static_cast<int>(count);
}

namespace {

// The node's own label, or its number.
std::string short_label(const System& system, int node) {
  const auto i = usize(node);
  const bool named = i < system.nodes.name.size() && !system.nodes.name[i].empty();
  return named ? system.nodes.name[i] : std::to_string(node);
}

}  // namespace

std::string node_label(const System& system, int node) {
  const std::string number = std::to_string(node);
  const std::string label = short_label(system, node);
  return label == number ? number : number + " (" + label + ")";
}

std::string spring_label(const System& system, int spring) {
  int first = 0;
  for (const SpringSet& set : system.springs) {
    const int count = static_cast<int>(set.ends.size());
    if (spring < first + count) {
      const auto& ends = set.ends[spring - first];
      return spring_between(spring, short_label(system, ends[0]), short_label(system, ends[1]));
    }
    first += count;
  }
  return "spring " + std::to_string(spring);
}

std::vector<unsigned char> fixed_axes(const System& system) {
  const auto all = static_cast<unsigned char>((1u << system.dimension) - 1);
  std::vector<unsigned char> constrained(usize(system.node_count()), 0);
  for (const Fixed& fixed : system.nodes.fixed) {
    for (const int node : fixed.nodes) {
      auto& axes = constrained[node];
      axes = static_cast<unsigned char>(axes | (fixed.axes & all));
    }
  }
  return constrained;
}

const char* to_string(Law law) { return kLawTraits[usize(law)].name; }

const char* to_string(Method method) {
  switch (method) {
    case Method::linear: return "linear";
    case Method::plain_newton: return "plain_newton";
    case Method::per_node_newton: return "per_node_newton";
    case Method::fire: return "fire";
    case Method::lbfgs: return "lbfgs";
    case Method::newton: break;
  }
  return "newton";
}

const char* to_string(LinearSolver solver) {
  switch (solver) {
    case LinearSolver::cholmod: return "cholmod";
    case LinearSolver::ldlt: return "ldlt";
    case LinearSolver::pcg: return "pcg";
    case LinearSolver::incomplete: return "incomplete";
    case LinearSolver::multilevel: return "multilevel";
    case LinearSolver::automatic: break;
  }
  return "auto";
}

const char* to_string(Activity activity) {
  switch (activity) {
    case Activity::ordering: return "ordering";
    case Activity::factorising: return "factorising";
    case Activity::solving: break;
  }
  return "solving";
}

const char* to_string(Status status) {
  switch (status) {
    case Status::converged: return "converged";
    case Status::iteration_limit: return "iteration_limit";
    case Status::no_equilibrium: return "no_equilibrium";
    case Status::interrupted: return "interrupted";
    case Status::stalled: break;
  }
  return "stalled";
}

}  // namespace tensio
