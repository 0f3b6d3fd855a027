// How each method fares on families of random, well-posed nets, as a table: families by method.
//
//   tensio_families [--check] [--nets N] [--seconds] [METHOD...]
//
// A cell: the share of nets that ended at a stable rest state, and the mean number of iterations.
// --check: exit status 1 unless every run ended with a reason and numbers, and newton brought at
// least 99.5 % of the nets to a stable rest state; each net that it did not is named.
#include <fmt/format.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "support/families.hpp"
#include "tensio/solve/equilibrium.hpp"

namespace tensio::testing {
namespace {

struct Wish {
  int nets = 100;
  bool check = false;
  bool seconds = false;
  std::vector<Method> methods = {};
};

struct Cell {
  int stable = 0;
  int unstable = 0;  // at rest, but not stable
  long iterations = 0;
  double seconds = 0;
};

Wish read(int count, char** words) {
  Wish wish;
  for (int i = 1; i < count; ++i) {
    const std::string word = words[i];
    if (word == "--check") wish.check = true;
    if (word == "--seconds") wish.seconds = true;
    if (word == "--nets" && i + 1 < count) wish.nets = std::atoi(words[++i]);
    for (int m = 0; m < kMethodCount; ++m)
      if (word == to_string(static_cast<Method>(m))) wish.methods.push_back(static_cast<Method>(m));
  }
  if (wish.methods.empty()) wish.methods = {Method::newton};
  return wish;
}

bool all_finite(const std::vector<double>& values) {
  for (double value : values)
    if (!std::isfinite(value)) return false;
  return true;
}

// Solves the family's nets; false if a run ended without a reason, or with NaN.
bool solve_family(Family family, Method method, int nets, Cell& cell) {
  bool good = true;
  for (int seed = 0; seed < nets; ++seed) {
    EquilibriumOptions options;
    options.method = method;
    options.threads = 1;
    const Equilibrium rest =
        solve_equilibrium(family_net(family, static_cast<std::uint64_t>(seed)), options);
    const Report& report = rest.report;
    const bool newton = method == Method::newton;
    const bool numbers = all_finite(rest.state.position) && all_finite(rest.tension);
    if (report.reason.empty() || (newton && !numbers)) {
      fmt::print("{} {}: ended without a reason or without numbers\n", to_string(family), seed);
      good = false;
    }
    cell.iterations += report.iterations;
    cell.seconds += report.seconds;
    const bool stable = rest.converged() && report.modes && report.modes->stable();
    cell.stable += stable;
    cell.unstable += rest.converged() && !stable;
    if (newton && !stable)
      fmt::print(stderr, "{} {}: {}: {}\n", to_string(family), seed,
                 tensio::to_string(report.status), report.reason);
  }
  return good;
}

std::string text_of(const Cell& cell, const Wish& wish) {
  std::string text =
      fmt::format("{:.1f} %, {}", 100.0 * cell.stable / wish.nets, cell.iterations / wish.nets);
  if (wish.seconds) text += fmt::format(", {:.2f} s", cell.seconds);
  if (cell.unstable > 0)
    text += fmt::format(" ({:.1f} % at saddles)", 100.0 * cell.unstable / wish.nets);
  return text;
}

int run(const Wish& wish) {
  std::string head = "| family |", rule = "|---|";
  for (Method method : wish.methods) {
    head += fmt::format(" {} |", tensio::to_string(method));
    rule += "---|";
  }
  fmt::print("{}\n{}\n", head, rule);
  bool good = true;
  int stable = 0;
  for (int f = 0; f < kFamilyCount; ++f) {
    const auto family = static_cast<Family>(f);
    std::string row = fmt::format("| {} |", to_string(family));
    for (Method method : wish.methods) {
      Cell cell;
      good &= solve_family(family, method, wish.nets, cell);
      if (method == Method::newton) stable += cell.stable;
      row += fmt::format(" {} |", text_of(cell, wish));
    }
    fmt::print("{}\n", row);
    std::fflush(stdout);
  }
  if (!wish.check) return 0;
  const double share = 100.0 * stable / (kFamilyCount * wish.nets);
  fmt::print("newton: {:.2f} % of {} nets at a stable rest state\n", share,
             kFamilyCount * wish.nets);
  return good && share >= 99.5 ? 0 : 1;
}

}  // namespace
}  // namespace tensio::testing

int main(int count, char** words) {
  return tensio::testing::run(tensio::testing::read(count, words));
}
