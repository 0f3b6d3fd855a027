// Counts, labels and names.
#include "tensio/model/system.hpp"

#include "core/enum_names.hpp"
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
  return enum_name(method,
                   {"newton", "linear", "plain_newton", "per_node_newton", "fire", "lbfgs"});
}

const char* to_string(LinearSolver solver) {
  return enum_name(solver, {"auto", "cholmod", "ldlt", "pcg", "incomplete", "multilevel"});
}

const char* to_string(Activity activity) {
  return enum_name(activity, {"ordering", "factorising", "solving"});
}

const char* to_string(Status status) {
  return enum_name(status,
                   {"converged", "iteration_limit", "stalled", "no_equilibrium", "interrupted"});
}

}  // namespace tensio
