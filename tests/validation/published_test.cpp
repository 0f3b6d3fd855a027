// Published tables and closed forms: scenes/ solved and compared with expected.json, whose words
// tools/make_validation.py knows as well.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <string>
#include <vector>

#include "io/json/value.hpp"
#include "support/files.hpp"
#include "tensio/files/scene_file.hpp"
#include "tensio/solve/equilibrium.hpp"
#include "tensio/solve/follow.hpp"
#include "tensio/solve/modes.hpp"

namespace tensio {
namespace {

const std::string kFolder = std::string(TENSIO_SOURCE_DIR) + "/tests/validation/";

// ---- expected.json ----

const io::List& cases() {
  static const std::string text = testing::read_file(kFolder + "expected.json");
  static const io::Document document = io::parse_json(text);
  static const io::List none;
  const io::Value* found = document.root.object() ? document.root.find("cases") : nullptr;
  return found != nullptr && found->list() != nullptr ? *found->list() : none;
}

std::string text_of(const io::Value& object, const char* key) {
  const io::Value* value = object.find(key);
  return value == nullptr ? std::string() : std::string(*value->text());
}

// A number, or the numbers of a list; empty where the key is left out.
std::vector<double> numbers_of(const io::Value& object, const std::string& key) {
  const io::Value* value = object.find(key);
  if (value == nullptr) return {};
  if (const double* number = value->number()) return {*number};
  return value->packed()->values;
}

double number_of(const io::Value& object, const char* key, double left_out) {
  const std::vector<double> numbers = numbers_of(object, key);
  return numbers.empty() ? left_out : numbers[0];
}

// ---- what the solver finds ----

System scene(const std::string& name) { return load_system(kFolder + "scenes/" + name + ".json"); }

Equilibrium solved(const System& net) {
  Equilibrium rest = solve_equilibrium(net);
  EXPECT_TRUE(rest.converged()) << net.title << ": " << rest.report.reason;
  return rest;
}

// Sum of |tension| x length of the arch with one force density -q for all its springs.
double load_path(System arch, double q, double* rise) {
  arch.springs[0].stiffness = {-q};
  const Equilibrium rest = solve_equilibrium(arch);
  EXPECT_TRUE(rest.converged()) << rest.report.reason;
  double sum = 0;
  for (std::size_t i = 0; i < rest.tension.size(); ++i)
    sum += std::abs(rest.tension[i]) * rest.length[i];
  *rise = 0;
  for (std::size_t i = 1; i < rest.state.position.size(); i += 2)
    *rise = std::max(*rise, rest.state.position[i]);
  return sum;
}

// The least load path by golden sections: {rise, load path}.
std::vector<double> least_load_path(const System& arch) {
  const double section = (std::sqrt(5.0) - 1) / 2;
  double low = 20, high = 200, rise = 0;
  double a = high - section * (high - low), b = low + section * (high - low);
  double at_a = load_path(arch, a, &rise), at_b = load_path(arch, b, &rise);
  while (high - low > 1e-7 * high) {
    if (at_a < at_b) {
      high = b, b = a, at_b = at_a;
      a = high - section * (high - low), at_a = load_path(arch, a, &rise);
    } else {
      low = a, a = b, at_a = at_b;
      b = low + section * (high - low), at_b = load_path(arch, b, &rise);
    }
  }
  const double path = load_path(arch, (low + high) / 2, &rise);
  return {rise, path};
}

// The named numbers of a rest state, all of them.
std::vector<double> rest_numbers(const std::string& of, const Equilibrium& rest) {
  if (of == "position" || of == "angle") return rest.state.position;
  if (of == "displacement") return rest.displacement;
  if (of == "reaction") return rest.reaction;
  if (of == "tension") return rest.tension;
  if (of == "length") return rest.length;
  const Modes modes = rest.report.modes.value_or(Modes{-1, -1, -1, -1});
  if (of == "stable") return {modes.stable() ? 1.0 : 0.0};
  if (of == "rigid") return {static_cast<double>(modes.rigid)};
  if (of == "mechanism") return {static_cast<double>(modes.mechanism)};
  ADD_FAILURE() << "expected.json asks for `" << of << "`";
  return {};
}

// The numbers of the modes about the rest state.
std::vector<double> modes_numbers(const std::string& of, const ModesResult& found) {
  EXPECT_TRUE(found.problem.empty()) << found.problem;
  std::vector<double> numbers;
  for (const Mode& mode : found.modes) {
    if (mode.kind != ModeKind::elastic) continue;
    if (of == "frequencies") numbers.push_back(mode.frequency);
    if (of == "angular_frequencies") numbers.push_back(mode.angular_frequency);
  }
  if (!numbers.empty()) return numbers;
  const SelfStress stress = found.self_stress.value_or(SelfStress{});
  const Mechanisms mechanisms = found.mechanisms.value_or(Mechanisms{});
  const auto number = [](int count) { return static_cast<double>(count); };
  if (of == "self_stresses") return {number(stress.count)};
  if (of == "self_stress_state" && !stress.states.empty()) return stress.states[0];
  if (of == "mechanisms") return {number(mechanisms.count)};
  if (of == "mechanism_shape" && !mechanisms.shapes.empty()) return mechanisms.shapes[0];
  if (of == "counts")
    return {number(found.bars), number(found.rank), number(stress.count), number(mechanisms.count),
            number(mechanisms.count + mechanisms.rigid)};
  ADD_FAILURE() << "expected.json asks for `" << of << "` of the modes";
  return {};
}

// The numbers of the load-displacement curve up to the load factor 2.
std::vector<double> follow_numbers(const std::string& of, const System& net) {
  const LoadPath path = follow(net, {.until = 2});
  EXPECT_TRUE(path.converged()) << path.reason;
  std::vector<double> numbers;
  for (const SpecialPoint& limit : path.limit_points)
    numbers.push_back(of == "limit_factor" ? limit.load_factor : path.points[limit.point].probe[0]);
  return numbers;
}

std::vector<double> all_numbers(const std::string& verb, const std::string& of, const System& net) {
  if (verb == "modes")
    return modes_numbers(of, find_modes(net, {.all = of == "angular_frequencies"}));
  if (verb == "follow") return follow_numbers(of, net);
  return rest_numbers(of, solved(net));
}

// The angle in plan from one pair of nodes to another, in degrees from 0 to 360.
double angle(const std::vector<double>& position, std::size_t width,
             const std::vector<double>& nodes) {
  const auto heading = [&](std::size_t pair) {
    const auto a = static_cast<std::size_t>(nodes[2 * pair]) * width;
    const auto b = static_cast<std::size_t>(nodes[2 * pair + 1]) * width;
    return std::atan2(position[b + 1] - position[a + 1], position[b] - position[a]);
  };
  return std::fmod((heading(1) - heading(0)) * 180 / std::numbers::pi + 360, 360);
}

double mean(const std::vector<double>& numbers, const std::vector<double>& items, std::size_t width,
            std::size_t axis) {
  double sum = 0;
  for (double item : items) sum += numbers.at(static_cast<std::size_t>(item) * width + axis);
  return sum / static_cast<double>(items.size());
}

// What one value of expected.json is about: one number, or all of an array.
std::vector<double> obtained(const io::Value& value) {
  const std::string of = text_of(value, "of"), verb = text_of(value, "verb");
  const System net = scene(text_of(value, "scene"));
  if (of == "arch_rise") return {least_load_path(net)[0]};
  if (of == "arch_load_path") return {least_load_path(net)[1]};

  std::vector<double> numbers = all_numbers(verb, of, net);
  if (const std::string other = text_of(value, "minus_scene"); !other.empty()) {
    const std::vector<double> less = all_numbers(verb, of, scene(other));
    for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] -= less[i];
  }
  const bool per_axis = of == "position" || of == "displacement" || of == "reaction" ||
                        of == "angle" || of == "mechanism_shape";
  const auto width = static_cast<std::size_t>(per_axis ? net.dimension : 1);
  const auto one = [&](const std::vector<double>& at) {
    const std::size_t axis = at.size() > 1 ? static_cast<std::size_t>(at[1]) : 0;
    return numbers.at(static_cast<std::size_t>(at[0]) * width + axis);
  };

  if (of == "angle") {
    numbers = {angle(numbers, width, numbers_of(value, "between"))};
  } else if (const std::vector<double> at = numbers_of(value, "at"); !at.empty()) {
    const std::vector<double> over = numbers_of(value, "over_at");
    numbers = {one(at) / (over.empty() ? 1 : one(over))};
  } else if (const std::vector<double> items = numbers_of(value, "mean"); !items.empty()) {
    const auto axis = static_cast<std::size_t>(number_of(value, "axis", 0));
    const std::vector<double> over = numbers_of(value, "over");
    const double below = over.empty() ? 1 : mean(numbers, over, width, axis);
    numbers = {mean(numbers, items, width, axis) / below};
  }
  numbers.resize(
      static_cast<std::size_t>(number_of(value, "first", static_cast<double>(numbers.size()))));
  for (double& number : numbers) number *= number_of(value, "scale", 1);
  return numbers;
}

// ---- the comparison ----

// Compares with `published` or `exact`; how many numbers were fixed against a tolerance.
int compare(const io::Value& value, const std::vector<double>& found, const std::string& key) {
  const std::vector<double> known = numbers_of(value, key);
  const std::vector<double> absolute = numbers_of(value, key + "_abs");
  const std::vector<double> relative = numbers_of(value, key + "_rel");
  if (known.empty() || (absolute.empty() && relative.empty())) return 0;
  EXPECT_EQ(found.size(), known.size());
  for (std::size_t i = 0; i < std::min(found.size(), known.size()); ++i)
    EXPECT_NEAR(found[i], known[i],
                absolute.empty() ? relative[0] * std::abs(known[i]) : absolute[0])
        << key << " value " << i;
  return static_cast<int>(known.size());
}

class Published : public ::testing::TestWithParam<int> {};

TEST_P(Published, ValuesAreReproduced) {
  const io::Value& one = cases()[static_cast<std::size_t>(GetParam())];
  for (const io::Value& value : *one.find("values")->list()) {
    SCOPED_TRACE(text_of(value, "name"));
    const std::vector<double> found = obtained(value);
    EXPECT_GT(compare(value, found, "published") + compare(value, found, "exact"), 0)
        << "this value is not compared with anything";
  }
}

INSTANTIATE_TEST_SUITE_P(Case, Published, ::testing::Range(0, static_cast<int>(cases().size())),
                         [](const ::testing::TestParamInfo<int>& one) {
                           return text_of(cases()[static_cast<std::size_t>(one.param)], "id");
                         });

}  // namespace
}  // namespace tensio
