// What can be wrong with the curves of the laws polynomial and table, and with custom laws.
#include <fmt/format.h>

#include <cmath>

#include "model/problems.hpp"

namespace tensio {

void check_curve_values(const std::string& pointer, const std::vector<double>& coefficients,
                        const std::vector<std::array<double, 2>>& points, Problems& problems) {
  if (points.size() == 1)
    problems.add(pointer + "/points", "1", "points has one row; a table needs two or more");
  for (std::size_t i = 0; i < coefficients.size() && !problems.full(); ++i)
    if (!std::isfinite(coefficients[i]))
      problems.add(fmt::format("{}/coefficients/{}", pointer, i),
                   fmt::format("{}", coefficients[i]),
                   fmt::format("coefficient {} is {}; it must be finite", i, coefficients[i]));
  for (std::size_t i = 0; i < points.size() && !problems.full(); ++i) {
    const auto [e, f] = points[i];
    const std::string place = fmt::format("{}/points/{}", pointer, i);
    if (!std::isfinite(e) || !std::isfinite(f))
      problems.add(place, fmt::format("[{}, {}]", e, f),
                   fmt::format("point {} is [{}, {}]; it must be finite", i, e, f));
    else if (i > 0 && !(e > points[i - 1][0]))
      problems.add(
          place, fmt::format("{}", e),
          fmt::format("point {} has e = {} after {}; e must ascend", i, e, points[i - 1][0]));
  }
}

void check_shape(const std::string& pointer, const SpringSet& set, const SpringColumns& columns,
                 bool material_good, Problems& problems) {
  const std::size_t before = problems.count();
  const struct {
    Law law;
    const char* key;
    bool own, given;  // by the set itself, by it or its material
    const char* remedy;
  } parts[] = {
      {Law::polynomial, "coefficients", !set.coefficients.empty(), !columns.coefficients.empty(),
       "give the numbers c1, c2, ... of T = k (c1 e + c2 e² + ...)"},
      {Law::table, "points", !set.points.empty(), !columns.points.empty(),
       "give two or more rows [e, f], e ascending, for T = k f(e)"},
      {Law::custom, "custom", static_cast<bool>(set.custom), static_cast<bool>(set.custom),
       "set SpringSet::custom"}};
  for (const auto& part : parts)
    if (part.own && columns.law != part.law)
      problems.add(fmt::format("{}/{}", pointer, part.key), "",
                   fmt::format("`{}` is given for {} springs; it belongs to the law {}", part.key,
                               to_string(columns.law), to_string(part.law)));
    else if (!part.given && columns.law == part.law)
      problems.add(pointer, "",
                   fmt::format("this set of {} springs has no {}; {}", to_string(columns.law),
                               part.law == Law::custom ? "function" : part.key, part.remedy));
  // The rest length that leads to a tension is only found for straight laws and curves.
  const bool solvable =
      !has_rest_length(columns.law) || is_straight(columns.law) || has_curve(columns.law);
  if (!solvable && !set.pretension.empty())
    problems.add(pointer + "/pretension", "",
                 fmt::format("{} springs take no pretension; give the rest_length that leads to it",
                             to_string(columns.law)));
  check_curve_values(pointer, set.coefficients, set.points, problems);
  if (problems.count() > before || !material_good || !has_curve(columns.law)) return;
  for (double number : curve_of(columns).rows)
    if (!std::isfinite(number)) {
      problems.add(
          pointer + "/points", "",
          "the points are too far apart or too close: their slopes or their integral overflow");
      break;
    }
}

}  // namespace tensio
