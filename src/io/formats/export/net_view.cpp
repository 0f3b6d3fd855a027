// A net as writers of other programs' formats see it.
#include "io/formats/export/net_view.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/index.hpp"
#include "io/text/markup.hpp"
#include "io/text/number.hpp"
#include "model/edge_faces.hpp"
#include "model/loads.hpp"
#include "model/resolve.hpp"

namespace tensio::io {
namespace {

// Springs of a mesh may have no stiffness yet.
bool has_numbers(const SpringColumns& set) {
  if (!set.stiffness.empty() || set.has_ea()) return true;
  return !has_rest_length(set.law) && !set.pretension.empty();
}

}  // namespace

NetView::NetView(const System& net, const Snapshot& at)
    : system(net),
      state(at),
      node_count(usize(net.node_count())),
      springs(spring_summary(net)),
      dimension_(usize(net.dimension)) {
  whole.reserve(springs.size());
  for (std::size_t i = 0; i < springs.size(); ++i) {
    if (state.broken.empty() || state.broken[i] == 0) whole.push_back(i);
  }
  // a face goes with a spring on its edge
  std::vector<bool> gone(usize(net.faces.count()), false);
  if (broken_count() > 0 && !gone.empty()) mark_gone(gone);
  for (std::size_t i = 0; i < gone.size(); ++i) {
    if (!gone[i]) faces.push_back(i);
  }
}

void NetView::mark_gone(std::vector<bool>& gone) const {
  std::vector<int> a, b;
  for (const SpringFact& spring : springs) {
    a.push_back(spring.ends[0]);
    b.push_back(spring.ends[1]);
  }
  const EdgeFaces beside = edge_faces(a, b, system.faces.start, system.faces.nodes);
  for (std::size_t s = 0; s < springs.size(); ++s) {
    if (state.broken[s] == 0) continue;
    for (int i = beside.start[s]; i < beside.start[s + 1]; ++i) {
      gone[beside.faces[i]] = true;
    }
  }
}

bool SpringNumbers::known() const {
  const auto finite = [](double value) { return std::isfinite(value); };
  return std::all_of(stiffness.begin(), stiffness.end(), finite) &&
         std::all_of(rest_length.begin(), rest_length.end(), finite);
}

SpringNumbers spring_numbers(const System& system) {
  const std::vector<double> warmer = temperature_changes(system);
  SpringNumbers numbers;
  for (const SpringSet& set : system.springs) {
    const SpringColumns columns = columns_of(system, set);
    const bool known = has_numbers(columns);
    for (std::size_t i = 0; i < set.ends.size(); ++i) {
      if (!known) {
        numbers.stiffness.push_back(kNotKnown);
        numbers.rest_length.push_back(columns.rest_length.empty() ? kNotKnown
                                                                  : at(columns.rest_length, i));
        continue;
      }
      const double drawn = drawn_length(system, set.ends[i][0], set.ends[i][1]);
      const double change = warmer.empty() ? 0.0 : warmer[numbers.stiffness.size()];
      const SpringValues values = warmed(resolve(columns, i, drawn), columns, i, change);
      numbers.stiffness.push_back(columns.law == Law::constant_tension ? kNotKnown
                                                                       : values.stiffness);
      const double plastic =
          columns.plastic_elongation.empty() ? 0.0 : at(columns.plastic_elongation, i);
      numbers.rest_length.push_back(
          has_rest_length(columns.law) ? std::max(0.0, values.rest_length + plastic) : kNotKnown);
    }
  }
  return numbers;
}

SpringNumbers spring_numbers(const NetView& net) {
  SpringNumbers numbers = spring_numbers(net.system);
  const std::vector<double>& now = net.state.rest_length;
  for (std::size_t s = 0; s < now.size(); ++s) {
    if (!std::isnan(now[s]) && !std::isnan(numbers.rest_length[s])) numbers.rest_length[s] = now[s];
  }
  return numbers;
}

std::string set_name(const System& system, std::size_t set) {
  const std::string& name = system.springs[set].name;
  return name.empty() ? fmt::format("set_{}", set) : name;
}

std::string one_word(std::string_view text) {
  std::string word;
  for (const char c : text) word += static_cast<unsigned char>(c) <= ' ' || c == 127 ? '_' : c;
  return word;
}

std::string one_line(std::string_view text) {
  std::string line;
  for (const char c : text) line += static_cast<unsigned char>(c) < ' ' || c == 127 ? ' ' : c;
  return line;
}

std::vector<std::array<int, 3>> triangles(std::span<const int> corners) {
  std::vector<std::array<int, 3>> fan;
  for (std::size_t i = 2; i < corners.size(); ++i) {
    fan.push_back({corners[0], corners[i - 1], corners[i]});
  }
  return fan;
}

void note_laws(const NetView& net, std::vector<std::string>& notes) {
  std::array<std::size_t, kLawCount> counts = {};
  for (const SpringSet& set : net.system.springs) {
    counts[usize(columns_of(net.system, set).law)] += set.ends.size();
  }
  std::string others;
  for (std::size_t law = 0; law < counts.size(); ++law) {
    if (counts[law] == 0 || static_cast<Law>(law) == Law::linear) continue;
    others += fmt::format("{}{} {} {}", others.empty() ? "" : ", ", io::count_text(counts[law]),
                          counts[law] == 1 ? "is" : "are", to_string(static_cast<Law>(law)));
  }
  if (!others.empty()) notes.push_back("the laws of springs are not written: " + others);
}

void note_broken(const NetView& net, std::vector<std::string>& notes) {
  if (net.broken_count() == 0) return;
  notes.push_back(fmt::format("{} broken and left out, and the faces beside",
                              count_text(net.broken_count(), "spring is", "springs are")));
}

}  // namespace tensio::io
