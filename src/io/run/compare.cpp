// Two results beside each other: scenes and frames.
#include "io/run/compare.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/index.hpp"
#include "io/formats/export/net_view.hpp"
#include "io/run/comparison.hpp"
#include "model/resolve.hpp"

namespace tensio {
namespace io {

namespace {
constexpr std::size_t kMostMismatches = 20;
}

Difference& Differences::of(const std::string& quantity) {
  for (Difference& difference : result_.differences) {
    if (difference.quantity == quantity) return difference;
  }
  result_.differences.push_back({.quantity = quantity});
  return result_.differences.back();
}

bool Differences::differs_more(Difference& difference, double a, double b) {
  ++difference.count;
  for (const double value : {a, b}) {
    if (std::isfinite(value)) difference.scale = std::max(difference.scale, std::abs(value));
  }
  if (a == b || (std::isnan(a) && std::isnan(b))) return false;
  // halves, so that the largest numbers do not overflow on the way
  const bool finite = std::isfinite(a) && std::isfinite(b);
  const double apart =
      finite ? 2 * std::abs(a / 2 - b / 2) : std::numeric_limits<double>::infinity();
  if (!(apart > difference.absolute)) return false;
  difference.absolute = apart;
  difference.a = a;
  difference.b = b;
  return true;
}

void Differences::mismatch(std::string sentence) {
  const std::size_t count = result_.mismatches.size();
  if (count < kMostMismatches) {
    result_.mismatches.push_back(std::move(sentence));
  } else if (count == kMostMismatches) {
    result_.mismatches.emplace_back("... and more");
  }
}

}  // namespace io

namespace {

using io::Differences;

// "node 7, x".
std::string node_axis(const System& system, std::size_t i) {
  const auto dimension = usize(system.dimension);
  return fmt::format("node {}, {}", node_label(system, static_cast<int>(i / dimension)),
                     "xyz"[i % dimension]);
}

bool alike_in_size(const System& a, const System& b, Differences& differences) {
  const auto same = [&](const char* what, int of_a, int of_b) {
    if (of_a != of_b) differences.mismatch(fmt::format("{} {} against {}", of_a, what, of_b));
    return of_a == of_b;
  };
  const bool dimension = a.dimension == b.dimension;
  if (!dimension) {
    differences.mismatch(fmt::format("dimension {} against {}", a.dimension, b.dimension));
  }
  const bool nodes = same("nodes", a.node_count(), b.node_count());
  const bool springs = same("springs", a.spring_count(), b.spring_count());
  const bool faces = same("faces", a.faces.count(), b.faces.count());
  return dimension && nodes && springs && faces;
}

void compare_topology(const System& a, const System& b, Differences& differences) {
  const std::vector<io::SpringFact> in_a = io::spring_summary(a), in_b = io::spring_summary(b);
  for (std::size_t i = 0; i < in_a.size(); ++i) {
    if (in_a[i].ends != in_b[i].ends) {
      differences.mismatch(fmt::format("spring {} joins {}-{} against {}-{}", i, in_a[i].ends[0],
                                       in_a[i].ends[1], in_b[i].ends[0], in_b[i].ends[1]));
    }
    const Law law_a = columns_of(a, a.springs[in_a[i].set]).law;
    const Law law_b = columns_of(b, b.springs[in_b[i].set]).law;
    if (law_a != law_b) {
      differences.mismatch(fmt::format("spring {} has the law {} against {}", i, to_string(law_a),
                                       to_string(law_b)));
    }
  }
  if (a.faces.start != b.faces.start || a.faces.nodes != b.faces.nodes) {
    differences.mismatch("faces have other corners");
  }
  const std::vector<unsigned char> fixed_a = fixed_axes(a), fixed_b = fixed_axes(b);
  for (std::size_t node = 0; node < fixed_a.size(); ++node) {
    if (fixed_a[node] == fixed_b[node]) continue;
    const auto axes = [](unsigned char constrained) {
      return constrained == 0 ? std::string("no axis") : io::axes_text(constrained);
    };
    differences.mismatch(fmt::format("node {} is fixed on {} against {}",
                                     node_label(a, static_cast<int>(node)), axes(fixed_a[node]),
                                     axes(fixed_b[node])));
  }
}

bool has_any(const std::vector<double>& values) {
  return std::any_of(values.begin(), values.end(), [](double value) { return !std::isnan(value); });
}

std::vector<double> or_zeros(std::vector<double> values, std::size_t size) {
  if (values.empty()) values.assign(size, 0.0);
  return values;
}

}  // namespace

bool Comparison::within(double tolerance) const {
  return mismatches.empty() && largest_relative() <= tolerance;
}

double Comparison::largest_relative() const {
  double largest = 0;
  for (const Difference& difference : differences) {
    largest = std::max(largest, difference.relative());
  }
  return largest;
}

Comparison compare(const System& a, const System& b) {
  Comparison result;
  Differences differences(result);
  if (!alike_in_size(a, b, differences)) return result;
  compare_topology(a, b, differences);
  const auto nodes = [&](std::size_t i) { return node_axis(a, i); };
  const auto node = [&](std::size_t i) {
    return fmt::format("node {}", node_label(a, static_cast<int>(i)));
  };
  const auto spring = [&](std::size_t i) { return spring_label(a, static_cast<int>(i)); };
  differences.add_all("position", a.nodes.position, b.nodes.position, nodes);
  if (!a.nodes.start.empty() || !b.nodes.start.empty()) {
    differences.add_all("start", start_snapshot(a).position, start_snapshot(b).position, nodes);
  }
  if (!a.nodes.velocity.empty() || !b.nodes.velocity.empty()) {
    const std::size_t size = a.nodes.position.size();
    differences.add_all("velocity", or_zeros(a.nodes.velocity, size),
                        or_zeros(b.nodes.velocity, size), nodes);
  }
  differences.add_all("mass", node_masses(a), node_masses(b), node);
  const io::SpringNumbers in_a = io::spring_numbers(a), in_b = io::spring_numbers(b);
  // meshes may have none
  const auto add = [&](const char* quantity, const std::vector<double>& x,
                       const std::vector<double>& y) {
    if (has_any(x) == has_any(y)) return differences.add_all(quantity, x, y, spring);
    result.notes.push_back(fmt::format("one of the two has no {}", quantity));
  };
  add("stiffness", in_a.stiffness, in_b.stiffness);
  add("rest_length", in_a.rest_length, in_b.rest_length);
  return result;
}

Comparison compare(const FrameSource& a, const FrameSource& b, const System& scene) {
  Comparison result;
  Differences differences(result);
  const std::vector<double>&times_a = a.times(), &times_b = b.times();
  std::size_t common = 0;
  bool no_tension = false;
  for (std::size_t i = 0, j = 0; i < times_a.size() && j < times_b.size();) {
    // equal up to the rounding of text and of sums
    const double apart = times_a[i] - times_b[j];
    const double rounding = 1e-12 * std::max(std::abs(times_a[i]), std::abs(times_b[j]));
    if (std::abs(apart) > rounding) {
      ++(apart < 0 ? i : j);
      continue;
    }
    ++common;
    const Snapshot in_a = a.frame(i++), in_b = b.frame(j++);
    const auto at_time = [&](const std::string& where) {
      return fmt::format("{}, time {}", where, in_a.time);
    };
    const auto nodes = [&](std::size_t k) { return at_time(node_axis(scene, k)); };
    differences.add_all("position", in_a.position, in_b.position, nodes);
    if (!in_a.velocity.empty() && !in_b.velocity.empty()) {
      differences.add_all("velocity", in_a.velocity, in_b.velocity, nodes);
    }
    if (in_a.tension.empty() || in_b.tension.empty()) {
      no_tension = no_tension || in_a.tension.size() + in_b.tension.size() > 0;
      continue;
    }
    differences.add_all("tension", in_a.tension, in_b.tension, [&](std::size_t k) {
      return at_time(spring_label(scene, static_cast<int>(k)));
    });
    for (std::size_t k = 0; k < in_a.tension.size(); ++k) {
      const bool gone_a = !in_a.broken.empty() && in_a.broken[k] != 0;
      const bool gone_b = !in_b.broken.empty() && in_b.broken[k] != 0;
      if (gone_a != gone_b) {
        differences.mismatch(fmt::format("{} is broken in one alone at time {}",
                                         spring_label(scene, static_cast<int>(k)), in_a.time));
      }
    }
  }
  if (common == 0) differences.mismatch("no frame has the same time in both");
  const std::size_t left = times_a.size() + times_b.size() - 2 * common;
  if (left > 0) {
    result.notes.push_back(fmt::format("{} of {} and {} frames are in both; {} in one alone",
                                       common, times_a.size(), times_b.size(), left));
  }
  if (no_tension) result.notes.emplace_back("one of the two has no tensions");
  return result;
}

}  // namespace tensio
