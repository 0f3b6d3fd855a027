// Parameters and formulas: from the file to numbers, and back into a file.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "tensio/files/scene_file.hpp"

namespace tensio {
namespace {

// A scene of three nodes and two springs with these parameters, and this behind the springs.
std::string scene(const std::string& parameters, const std::string& more = "",
                  const std::string& stiffness = "\"=k\"") {
  return R"({"tensio": 1, "dimension": 2, "parameters": )" + parameters +
         R"(, "nodes": {"position": [[0, 0], [1, 0], [2, 0]], "fixed": [0, 2]},
 "springs": [{"ends": [[0, 1], [1, 2]], "stiffness": )" +
         stiffness + "}]" + more + "}";
}

System read(const std::string& text, const LoadOptions& options = {}) {
  return parse_system(text, "scene", {}, options);
}

std::vector<Problem> problems(const std::string& text, const LoadOptions& options = {}) {
  try {
    read(text, options);
  } catch (const Error& error) {
    return error.problems();
  }
  return {};
}

// The one thing that is said about a scene.
std::string complaint(const std::string& text, const LoadOptions& options = {}) {
  const std::vector<Problem> found = problems(text, options);
  return found.size() == 1 ? found[0].message
                           : std::to_string(found.size()) + " problems" +
                                 (found.empty() ? "" : ": " + found[0].message);
}

double stiffness(const System& system) { return system.springs.at(0).stiffness.at(0); }

TEST(Parameters, AreNumbersFormulasOrObjects) {
  const System system =
      read(scene(R"({"note": "n", "k": "=2*half", "half": {"value": "=base^2", "min": 1,
          "max": "=base*10", "scale": "log", "unit": "N/m", "label": "half of it", "note": "m"},
          "base": 3})"));
  ASSERT_EQ(system.parameters.size(), 3u);
  EXPECT_EQ(system.parameters_note, "n");
  EXPECT_EQ(stiffness(system), 18);
  const Parameter& half = system.parameters[1];
  EXPECT_EQ(half.name, "half");
  EXPECT_EQ(half.value, 9);
  EXPECT_EQ(half.min, 1);
  EXPECT_EQ(half.max, 30);
  EXPECT_TRUE(half.log_scale);
  EXPECT_EQ(half.unit, "N/m");
  EXPECT_EQ(half.label, "half of it");
  EXPECT_EQ(half.note, "m");
}

TEST(Parameters, StandWhereverANumberMay) {
  const System system = read(R"({"tensio": 1, "dimension": 2, "gravity": [0, "=-g"],
    "parameters": {"g": 9.81, "h": 0.5, "n": 2, "m": 3, "t": 0.25},
    "nodes": {"position": [[0, 0], [1, "=h"], ["=n", 0]], "mass": ["=m", "=2*m", 1],
              "fixed": [0, {"node": "=n", "move": [0, "=-h/10"]}]},
    "materials": {"wire": {"axial_stiffness": "=100*m", "yield": {"strain": "=h/10"}}},
    "springs": [{"material": "wire", "ends": [[0, 1], [1, "=n"]], "rest_length": ["=h", 1]}],
    "loads": [{"nodes": [1], "force": [0, {"sine": {"amplitude": "=m", "frequency": "=1/t"}}],
               "case": "=not a formula"}],
    "combinations": {"A": {"gravity": "=1.35*h", "=not a formula": 1}},
    "obstacles": [{"kind": "sphere", "center": [9, "=m"], "radius": "=h"}],
    "events": [{"at": "=4*t", "set": {"gravity": [0, "=-g/2"]}}],
    "probes": [{"name": "=tip", "node": 1, "quantity": "position.y"}],
    "stages": [{"springs": ["=n-1"], "rest_length_change": "=-h/100", "steps": "=n"}],
    "equilibrium": {"max_iterations": "=10*n"},
    "simulation": {"duration": "=8*t", "time_step": "=t/100"},
    "title": "=title", "note": "=note"})");
  EXPECT_EQ(system.gravity[1], -9.81);
  EXPECT_EQ(system.nodes.position, (std::vector<double>{0, 0, 1, 0.5, 2, 0}));
  EXPECT_EQ(system.nodes.mass, (std::vector<double>{3, 6, 1}));
  EXPECT_EQ(system.nodes.fixed.at(1).nodes, std::vector<int>{2});
  EXPECT_EQ(system.nodes.fixed.at(1).move, (std::vector<double>{0, -0.05}));
  EXPECT_EQ(system.materials.at(0).axial_stiffness, 300);
  EXPECT_EQ(system.materials.at(0).yield->strain, Column{0.05});
  EXPECT_EQ(system.springs.at(0).ends.at(1)[1], 2);
  EXPECT_EQ(system.springs.at(0).rest_length, (std::vector<double>{0.5, 1}));
  EXPECT_EQ(system.loads.at(0).wave.at(1).amplitude, 3);
  EXPECT_EQ(system.loads.at(0).wave.at(1).frequency, 4);
  EXPECT_EQ(system.loads.at(0).load_case, "=not a formula");
  EXPECT_EQ(system.combinations.at(0).factors.at(0).second, 1.35 * 0.5);
  EXPECT_EQ(system.obstacles.at(0).point, (std::vector<double>{9, 3}));
  EXPECT_EQ(system.obstacles.at(0).radius, 0.5);
  EXPECT_EQ(system.events.at(0).at, 1);
  EXPECT_EQ(system.events.at(0).set.at(0).second.at(1), -9.81 / 2);
  EXPECT_EQ(system.probes.at(0).name, "=tip");
  EXPECT_EQ(system.stages.at(0).springs, std::vector<int>{1});
  EXPECT_EQ(system.stages.at(0).steps, 2);
  EXPECT_EQ(system.equilibrium.max_iterations, 20);
  EXPECT_EQ(system.simulation->duration, 2);
  EXPECT_EQ(system.title, "=title");
}

TEST(Parameters, NeedNotBeThereForFormulas) {
  EXPECT_EQ(stiffness(read(scene("{}", "", "\"= 2 * (3 + 4)\""))), 14);
  EXPECT_EQ(stiffness(read(scene("{}", "", "\"=sqrt(2)^2\""))), std::sqrt(2.0) * std::sqrt(2.0));
}

TEST(Parameters, StandInConditions) {
  const System system = read(scene(R"({"k": 1, "edge": 0.5})",
                                   R"(, "groups": {"right": {"where": "x > edge and id < 2*k"}})"));
  EXPECT_EQ(system.groups.at(0).members, std::vector<int>{1});
  EXPECT_EQ(complaint(scene(R"({"k": 1, "x": 0.5})", R"(, "groups": {"g": {"where": "x > 1"}})")),
            "`x` is a parameter too, and here it has a meaning of its own; give the parameter "
            "another name");
  EXPECT_EQ(complaint(scene(R"({"k": 1, "g": 0.5})",
                            R"(, "groups": {"g": [1], "h": {"where": "x > g"}})")),
            "`g` is a group and a parameter; give one of them another name");
}

TEST(Parameters, CanBeSetFromOutside) {
  const std::string text = scene(R"({"k": "=2*base", "base": 3})");
  EXPECT_EQ(stiffness(read(text, {.data_folders = {}, .set = {{"base", "5"}}})), 10);
  EXPECT_EQ(stiffness(read(text, {.data_folders = {}, .set = {{"k", "5"}}})), 5);
  EXPECT_EQ(stiffness(read(text, {.data_folders = {}, .set = {{"k", "=base^2"}}})), 9);
  EXPECT_EQ(stiffness(read(text, {.data_folders = {}, .set = {{"k", "base^2"}}})), 9);
  EXPECT_EQ(stiffness(read(text, {.data_folders = {}, .set = {{"k", "5"}, {"k", "7e1"}}})), 70);
  const auto reported = [&](const std::string& name, const std::string& value) {
    const auto found = problems(text, {.data_folders = {}, .set = {{name, value}}});
    EXPECT_EQ(found.size(), 1u);
    if (found.empty()) return std::string();
    EXPECT_EQ(found[0].line, 0);
    EXPECT_EQ(found[0].value, name + "=" + value);
    return found[0].message;
  };
  EXPECT_EQ(reported("bas", "1"), "there is no parameter `bas`; did you mean `base`?");
  EXPECT_EQ(reported("k", "=2*stiff"), "there is no parameter `stiff`; there are `base` and `k`");
  EXPECT_EQ(reported("k", "1/0"),
            "the formula `=1/0` gives infinity; numbers in a scene must be finite");
  EXPECT_EQ(reported("k", "1e999"), "numbers go up to 1.797e308");
  EXPECT_EQ(complaint(text, {.data_folders = {}, .set = {{"base", "k"}}}),
            "the parameter `k` leads back to itself: it needs `base`, which needs `k`");
}

TEST(Parameters, MistakesAreReportedAtTheirPosition) {
  const auto place = [](const std::string& text) {
    const auto found = problems(text);
    return found.size() == 1 ? found[0].column : -1;
  };
  // the column of the name within the formula, escapes counted as they are written
  const std::string text =
      R"({"tensio": 1, "dimension": 2, "gravity": [0, "=2*q"], "nodes": {"position": []}})";
  EXPECT_EQ(place(text), 50);
  EXPECT_EQ(complaint(scene(R"({"k": "=a", "a": "=b", "b": "=a"})")),
            "the parameter `a` leads back to itself: it needs `b`, which needs `a`");
  EXPECT_EQ(complaint(scene(R"({"k": "=k"})")),
            "the parameter `k` leads back to itself: it needs `k`");
  // what follows from a mistake is not reported again
  EXPECT_EQ(complaint(scene(R"({"k": "=a/0", "a": "=b", "b": "=2*"})")),
            "expected a number, a name or `(`, not the end of the formula");
  EXPECT_EQ(complaint(scene(R"x({"k": "=sqrt(-1)"})x")),
            "the formula `=sqrt(-1)` gives no number; numbers in a scene must be finite");
  EXPECT_EQ(complaint(scene(R"({"k": {"min": 1}})")),
            "`value` is missing in a parameter; give a number or a formula \"=...\"");
}

// Parameters that wait for each other in a long row do not overflow the stack.
TEST(Parameters, MayDependOnEachOtherInALongRow) {
  std::string parameters = "{\"k\": \"=p0\"";
  for (int i = 0; i < 50000; ++i) {
    parameters += ", \"p" + std::to_string(i) + "\": \"=p" + std::to_string(i + 1) + "\"";
  }
  EXPECT_EQ(stiffness(read(scene(parameters + ", \"p50000\": 4}"))), 4);
  EXPECT_NE(complaint(scene(parameters + ", \"p50000\": \"=p0\"}")).find("and so on"),
            std::string::npos);
}

// As many mistakes as there are parameters: only the first of them are looked into.
TEST(Parameters, ManyMistakesAreReportedQuickly) {
  std::string parameters = "{\"k\": 1";
  for (int i = 0; i < 20000; ++i) {
    parameters += ", \"p" + std::to_string(i) + "\": \"=q" + std::to_string(i) + "\"";
  }
  const std::vector<Problem> found = problems(scene(parameters + "}"));
  ASSERT_EQ(found.size(), 1u);
  EXPECT_NE(found[0].message.find("(and 999 or more others like this)"), std::string::npos)
      << found[0].message;
}

// ---- writing ----

TEST(Formulas, AreWrittenWhereTheyStillGiveTheNumber) {
  System system = read(scene(R"({"k": {"value": "=2*b", "max": "=b^3"}, "b": 5})",
                             R"(, "gravity": [0, "=-b+5"], "drag": "=b-5")"));
  std::string text = write_system(system);
  EXPECT_NE(text.find(R"("k": {"value": "=2*b", "max": "=b^3"})"), std::string::npos) << text;
  EXPECT_NE(text.find(R"("stiffness": "=k")"), std::string::npos) << text;
  EXPECT_NE(text.find(R"("gravity": [0, "=-b+5"])"), std::string::npos) << text;
  EXPECT_NE(text.find(R"("drag": "=b-5")"), std::string::npos) << text;
  EXPECT_EQ(write_system(parse_system(text)), text);

  system.springs[0].stiffness = {11};
  text = write_system(system);
  EXPECT_NE(text.find(R"("stiffness": 11)"), std::string::npos) << text;
  system.parameters[1].value = 6;
  text = write_system(system);
  EXPECT_NE(text.find(R"("k": {"value": 10, "max": 125})"), std::string::npos) << text;
  EXPECT_EQ(write_system(parse_system(text)), text);
}

TEST(Formulas, AreWrittenWithTheValuesThatWereSet) {
  const System system = read(scene(R"({"k": "=2*b", "b": 5})"),
                             {.data_folders = {}, .set = {{"k", "=3*b"}, {"b", "2"}}});
  const std::string text = write_system(system);
  EXPECT_NE(text.find(R"("k": "=3*b")"), std::string::npos) << text;
  EXPECT_NE(text.find(R"("b": 2)"), std::string::npos) << text;
  EXPECT_NE(text.find(R"("stiffness": "=k")"), std::string::npos) << text;
  const System plain =
      read(scene(R"({"k": "=2*b", "b": 5})"), {.data_folders = {}, .set = {{"k", "7"}}});
  EXPECT_NE(write_system(plain).find(R"("k": 7)"), std::string::npos) << write_system(plain);
}

// Every section with a formula for each of its numbers, written and read again.
TEST(Formulas, SurviveWritingInEverySection) {
  const std::string text = R"({"tensio": 1, "dimension": 2, "gravity": ["=a", "=-a"],
    "parameters": {"a": 2, "b": {"value": "=a/4", "label": "a part"}, "one": 1, "zero": 0},
    "nodes": {"position": [["=zero", 0], [1, "=b"], [2, 0], [3, "=zero"]],
              "start": [["=zero", 0], [1, "=b*2"], [2, 0], [3, "=zero"]],
              "velocity": [[0, 0], ["=a", 1], [2, 0], [0, 0]],
              "mass": ["=a", 1, 2, 3], "area": "=b",
              "fixed": [0, {"node": 3, "move": ["=b", 0], "axes": "xy"}, 0,
                        {"node": 2, "axes": "y", "move": [0, {"ramp": [["=zero", 0], [1, "=b"]]}]}]},
    "materials": {"m/1": {"youngs_modulus": "=a*1e6", "area": "=b/10", "expansion": "=a/1e5",
                  "viscous": {"stiffness": "=a", "time": "=b"}, "break": {"force": "=a*1e5"}},
                  "p": {"law": "polynomial", "axial_stiffness": "=a", "coefficients": ["=one", "=a"]},
                  "t": {"law": "table", "axial_stiffness": 4, "points": [[0, 0], ["=b", "=a"]]}},
    "springs": [{"name": "net", "material": "m/1", "ends": [[0, 1], [1, 2], [2, 3]],
                 "rest_length": ["=b", "=a", 1], "damping": "=b",
                 "active": {"stiffness": {"sine": {"amplitude": "=b", "frequency": "=a",
                            "phase": "=zero", "offset": "=one"}}, "rest_length": "=one"}},
                {"ends": [[0, 3]], "stiffness": ["=a"], "rest_length": 1}],
    "faces": {"nodes": [[0, 1, 2]], "mass_per_area": "=b"},
    "loads": [{"nodes": [1, 2], "force": [[0, "=a"], ["=b", 0]]}, {"nodes": [1], "force": [1, "=a"]},
              {"nodes": [1], "force": [1, {"ramp": [[0, 1], [1, "=a"]]}]},
              {"nodes": [0], "move": ["=zero", 0]}, {"springs": "net", "temperature": "=a"},
              {"faces": "all", "pressure": "=a"}, {"nodes": [1], "force": [0, 1], "case": "s"}],
    "combinations": {"A": {"s": "=a", "gravity": "=one"}},
    "stages": [{"springs": "net", "rest_length_change": "=-b/10", "steps": "=one"}],
    "equilibrium": {"tolerance": "=a/1e9", "max_iterations": "=a*10", "load_steps": "=one"},
    "drag": "=zero", "wind": {"velocity": ["=a", {"sine": {"amplitude": 1, "frequency": "=a"}}],
                              "density": "=b", "drag_coefficient": "=one"},
    "obstacles": [{"kind": "plane", "point": [0, "=-a*10"], "normal": ["=zero", 1], "friction": "=zero"},
                  {"kind": "box", "center": [9, "=a"], "size": ["=one", 2], "rotate": "=b",
                   "motion": [0, "=b"], "thickness": "=b"},
                  {"kind": "capsule", "from": [19, "=a"], "to": [19, 9], "radius": "=b"}],
    "events": [{"at": "=b", "set": {"gravity": [0, "=a"], "net.damping": ["=a", 1, 2],
                                    "drag": "=b"}}],
    "simulation": {"duration": "=a", "time_step": "=b/100", "output_every": "=b", "probe_every": "=b",
                   "blowup_strain": "=a", "tolerance": "=a/1e9", "max_iterations": "=a*10"}})";
  const System system = read(text);
  const std::string written = write_system(system);
  const System again = parse_system(written);
  EXPECT_EQ(write_system(again), written);
  EXPECT_EQ(again.nodes.position, system.nodes.position);
  const auto count = [](const std::string& in) {
    std::size_t formulas = 0;
    for (std::size_t at = in.find("\"="); at != std::string::npos; at = in.find("\"=", at + 1)) {
      ++formulas;
    }
    return formulas;
  };
  EXPECT_EQ(count(written), count(text)) << written;

  // and they are alive: another value goes everywhere
  const System other = read(written, {.data_folders = {}, .set = {{"a", "3"}}});
  const System expected = read(text, {.data_folders = {}, .set = {{"a", "3"}}});
  EXPECT_EQ(write_system(other), write_system(expected));
  EXPECT_EQ(other.nodes.fixed.at(1).move.at(0), 0.75);
}

}  // namespace
}  // namespace tensio
