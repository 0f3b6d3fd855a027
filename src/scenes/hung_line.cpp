#include "scenes/hung_line.hpp"

#include "scenes/body.hpp"
#include "scenes/kinds.hpp"

namespace tensio::scenes {
namespace {

// Half of the arc's angle, in turns: `count` chords of 1 whose ends are `ratio` x count apart,
// sin(half) = ratio x count x sin(half / count).
double half_arc(int count, double ratio) {
  double low = 0, high = 0.5;
  for (int i = 0; i < 60; ++i) {
    const double half = 0.5 * (low + high);
    const bool longer = sine_of_turns(half) > ratio * count * sine_of_turns(half / count);
    (longer ? low : high) = half;
  }
  return 0.5 * (low + high);
}

}  // namespace

System hung_line(int count, double length, double span, int dimension) {
  System part;
  part.dimension = dimension;
  const bool sags = span < length && count > 1;
  const double half = sags ? half_arc(count, span / length) : 0;
  const double radius = sags ? 0.5 * (length / count) / sine_of_turns(half / count) : 0;
  for (int i = 0; i <= count; ++i) {
    const double along = static_cast<double>(i) / count;
    const double angle = (2 * along - 1) * half;
    const double x = sags ? 0.5 * span + radius * sine_of_turns(angle) : span * along;
    // the ends lie at 0 exactly, whatever the sine rounds to
    const bool end = i == 0 || i == count;
    const double z = sags && !end ? radius * (cosine_of_turns(half) - cosine_of_turns(angle)) : 0;
    part.nodes.position.push_back(end ? span * along : x);
    if (dimension == 3) part.nodes.position.push_back(0);
    part.nodes.position.push_back(z);
  }
  SpringSet set;
  for (int i = 0; i < count; ++i) set.ends.push_back({i, i + 1});
  set.rest_length = {length / count};
  part.springs.push_back(std::move(set));
  part.groups = {{"first", {0}}, {"last", {count}}, {"ends", {0, count}}, {"middle", {count / 2}}};
  return part;
}

Generator line_kind(const char* name, const char* summary, const char* spring_set) {
  return {.name = name,
          .summary = summary,
          .groups = names_of(R"(
              first: the end at the origin
              last: the other end
              ends: both
              middle: the node half way)"),
          .springs = {{spring_set, "from first to last"}},
          .starters = starters({.fixed = {"ends"}})};
}

}  // namespace tensio::scenes
