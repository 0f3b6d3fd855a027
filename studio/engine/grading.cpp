// Grades of a student's functions in two calls: the cases that they are tried in, and then, once
// they have been run elsewhere, what their answers show.
#include "engine.hpp"
#include "tensio/grade_code.hpp"

namespace tensio::studio {

namespace {

using grade::Numbers;
using grade::SpringCase;
using grade::StepCase;
using grade::StepKind;
using grade::StepResult;
using grade::Values;

val array_of(Numbers values) { return typed(std::vector<double>(values.begin(), values.end())); }

val case_of(const SpringCase& spring) {
  val result = val::object();
  result.set("a", array_of(spring.a));
  result.set("b", array_of(spring.b));
  result.set("k", spring.stiffness);
  result.set("l0", spring.rest_length);
  return result;
}

val case_of(const StepCase& step) {
  std::vector<int> ends;
  for (const auto& [a, b] : step.net.ends) ends.push_back(a), ends.push_back(b);
  val result = val::object();
  result.set("dimension", step.dimension);
  result.set("h", step.time_step);
  result.set("x", array_of(step.position));
  result.set("v", array_of(step.velocity));
  result.set("mass", array_of(step.mass));
  result.set("position", array_of(step.net.position));
  result.set("ends", typed(ends));
  result.set("stiffness", array_of(step.net.stiffness));
  result.set("restLength", array_of(step.net.rest_length));
  result.set("gravity", array_of(step.gravity));
  result.set("coordinate", typed(std::vector<int>(step.coordinate.begin(), step.coordinate.end())));
  return result;
}

// An array of numbers; what is not a number is NaN.
Values values_of(const val& array) {
  const auto count = array["length"].as<std::size_t>();
  Values values(count);
  for (std::size_t i = 0; i < count; ++i) {
    const val item = array[i];
    values[i] = item.isNumber() ? item.as<double>() : kNaN;
  }
  return values;
}

// Calls the grade of this kind with functions of a case.
template <class OfSpring, class OfStep>
Grade graded(const std::string& kind, OfSpring&& of_spring, OfStep&& of_step) {
  if (kind == "force") return grade::spring_force(of_spring);
  if (kind == "block") return grade::spring_block(of_spring);
  const auto step = enum_from<StepKind>(
      kind, grade::kStepKindCount, [](StepKind which) { return grade::to_string(which); }, "grade");
  return grade::time_step(step, of_step);
}

}  // namespace

val grade_cases(const std::string& kind) {
  return guarded([&] {
    val cases = val::array();
    const Grade unused = graded(
        kind,
        [&](const SpringCase& spring) {
          cases.call<void>("push", case_of(spring));
          return Values();
        },
        [&](const StepCase& step) {
          cases.call<void>("push", case_of(step));
          return StepResult();
        });
    (void)unused;
    val result = val::object();
    result.set("cases", cases);
    return result;
  });
}

val grade_answers(const std::string& kind, const val& answers) {
  return guarded([&] {
    const auto count = answers["length"].as<std::size_t>();
    std::size_t next = 0;
    const auto answer = [&] {
      if (next >= count) throw Error("there are too few answers");
      return answers[next++];
    };
    const Grade grade = graded(
        kind, [&](const SpringCase&) { return values_of(answer()); },
        [&](const StepCase&) {
          const val both = answer();
          return StepResult{values_of(both["x"]), values_of(both["v"])};
        });
    val result = val::object();
    result.set("subject", grade.subject);
    result.set("passed", grade.passed);
    result.set("cases", grade.cases);
    result.set("right", grade.right);
    result.set("largestError", grade.error);
    result.set("findings", list(grade.findings));
    result.set("slips", list(grade.slips));
    return result;
  });
}

}  // namespace tensio::studio
