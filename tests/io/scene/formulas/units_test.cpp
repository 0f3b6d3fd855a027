// Numbers with a unit, included files and tables, as scenes use them.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "support/files.hpp"
#include "tensio/files/scene_file.hpp"
#include "tensio/model/check.hpp"

namespace tensio {
namespace {

namespace fs = std::filesystem;

std::string scene(const std::string& units, const std::string& set, const std::string& more = "") {
  return R"({"tensio": 1, "dimension": 2, )" + units +
         R"("nodes": {"position": [[0, 0], [1, 0]], "fixed": [0]},
 "springs": [{"ends": [[0, 1]], )" +
         set + "}]" + more + "}";
}

std::string complaint(const std::string& text) {
  try {
    parse_system(text);
  } catch (const Error& error) {
    return error.problems().size() == 1 ? error.problems()[0].message : error.what();
  }
  return "";
}

constexpr const char* kMillimetres = R"("units": {"length": "mm"}, )";

TEST(SceneUnits, AreConvertedIntoThoseOfTheScene) {
  const auto stiffness = [](const std::string& units, const std::string& text) {
    return parse_system(scene(units, "\"stiffness\": \"" + text + "\"")).springs[0].stiffness[0];
  };
  EXPECT_EQ(stiffness("", "20 kN/m"), 20000);
  EXPECT_EQ(stiffness("", "20kN/m"), 20000);
  EXPECT_EQ(stiffness("", "1.2e1 N/mm"), 12000);
  EXPECT_DOUBLE_EQ(stiffness("", "1 lbf/ft"), 4.4482216152605 / 0.3048);
  EXPECT_EQ(stiffness(kMillimetres, "20 kN/m"), 20);
  EXPECT_EQ(stiffness(R"("units": {"length": "ft", "force": "lbf"}, )", "3 lbf/ft"), 3);
  EXPECT_EQ(stiffness(R"("units": {"force": "kN"}, )", "350 N/m"), 0.35);
}

// The decimal point moves before the number is rounded.
TEST(SceneUnits, PowersOfTenAreExact) {
  for (const char* digits : {"0.1", "0.3", "1.1", "2.3", "9.81", "0.0023", "123.456", "1e-7"}) {
    const std::string set = std::string("\"axial_stiffness\": \"") + digits + " kN\"";
    const double expected = std::stod(std::string(digits) + (digits[1] == 'e' ? "" : "e3"));
    const double value = parse_system(scene("", set)).springs[0].axial_stiffness[0];
    EXPECT_EQ(value, digits[1] == 'e' ? 1e-4 : expected) << digits;
  }
}

TEST(SceneUnits, FitTheirKeys) {
  const std::string text = R"({"tensio": 1, "dimension": 2, "units": {"length": "mm", "note": "n"},
    "gravity": [0, "-9.81 m/s^2"], "drag": "60 1/min",
    "parameters": {"span": "2 m", "p": {"value": "1 kPa", "max": "2 kPa"}},
    "nodes": {"position": [[0, 0], ["=span", "1 cm"], [3, 0]], "mass": "500 kg", "area": "1 m²",
              "velocity": [[0, 0], ["1 m/s", 0], [0, 0]],
              "fixed": [0, {"node": 2, "axes": "y", "move": [0, {"ramp": [["10 ms", "1 mm"], [1, "1 cm"]]}]}]},
    "materials": {"active": {"youngs_modulus": "160 GPa", "diameter": "16 mm", "expansion": "1e-5 1/K",
                  "mass_per_length": "2.5 kg/m", "strength": "3 kN", "damping_time": "2 ms",
                  "break": {"strain": "5 %"}}},
    "springs": [{"name": "net", "material": "active", "ends": [[0, 1], [1, 2]], "rest_length": "1 m",
                 "viscous": {"stiffness": "1 N/mm", "viscosity": "2 N s/m"}}],
    "faces": {"nodes": [[0, 1, 2]], "mass_per_area": "1 kg/m^2"},
    "loads": [{"nodes": [1], "force": [0, {"sine": {"amplitude": "3 kN", "frequency": "90 1/min",
                                                    "phase": "90 deg", "offset": "1 N"}}]},
              {"springs": "net", "temperature": "-30 K"}, {"faces": "all", "pressure": "=p"}],
    "obstacles": [{"kind": "box", "center": ["9 m", 9], "size": [1, "1 cm"], "rotate": "30 deg"}],
    "events": [{"at": "20 ms", "set": {"gravity": [0, "1 m/s^2"], "net.damping": "1 N s/m"}}],
    "simulation": {"duration": "2 min", "time_step": "1 ms"}})";
  const System system = parse_system(text);
  EXPECT_EQ(system.units.length, "mm");
  EXPECT_EQ(system.gravity[1], -9810);
  EXPECT_EQ(system.drag, 1);
  EXPECT_EQ(system.parameters.at(1).value, 0.001);
  EXPECT_EQ(system.parameters.at(1).max, 0.002);
  EXPECT_EQ(system.nodes.position, (std::vector<double>{0, 0, 2000, 10, 3, 0}));
  EXPECT_EQ(system.nodes.mass.at(0), 0.5);
  EXPECT_EQ(system.nodes.area.at(0), 1e6);
  EXPECT_EQ(system.nodes.velocity.at(2), 1000);
  EXPECT_EQ(system.nodes.fixed.at(1).motion.at(1).points.at(0), (std::array<double, 2>{0.01, 1}));
  const Material& material = system.materials.at(0);
  EXPECT_EQ(material.youngs_modulus, 160000);
  EXPECT_EQ(material.diameter, 16);
  EXPECT_EQ(material.expansion, 1e-5);
  EXPECT_EQ(material.mass_per_length, 2.5e-6);
  EXPECT_EQ(material.strength, 3000);
  EXPECT_EQ(material.damping_time, 0.002);
  EXPECT_EQ(material.breaks->strain, Column{0.05});
  EXPECT_EQ(system.springs.at(0).viscous->viscosity, Column{0.002});
  EXPECT_EQ(system.faces.mass_per_area.at(0), 1e-9);
  const Waveform& wave = system.loads.at(0).wave.at(1);
  EXPECT_EQ(wave.amplitude, 3000);
  EXPECT_EQ(wave.frequency, 1.5);
  EXPECT_DOUBLE_EQ(wave.phase, 1.5707963267948966);
  EXPECT_EQ(system.loads.at(1).temperature, -30);
  EXPECT_EQ(system.obstacles.at(0).rotate.at(0), 30);
  EXPECT_EQ(system.events.at(0).at, 0.02);
  EXPECT_EQ(system.events.at(0).set.at(0).second.at(1), 1000);
  EXPECT_EQ(system.events.at(0).set.at(1).second.at(0), 0.001);
  EXPECT_EQ(system.simulation->duration, 120);
  const std::string written = write_system(system);
  EXPECT_NE(written.find(R"("units": {"length": "mm", "note": "n"})"), std::string::npos);
  EXPECT_EQ(write_system(parse_system(written)), written);
}

TEST(SceneUnits, ThatDoNotFitAreRefused) {
  EXPECT_EQ(complaint(scene("", R"("stiffness": "20 kN")")),
            "`stiffness` is a force per length; `20 kN` is a force");
  EXPECT_EQ(complaint(scene("", R"("stiffness": ["20 N/s"])")),
            "`stiffness` is a force per length; `20 N/s` is something else");
  EXPECT_EQ(complaint(scene("", R"("stiffness": 1, "break": {"strain": "5 mm"})")),
            "`strain` is a plain number; `5 mm` is a length");
  EXPECT_EQ(complaint(scene("", R"("stiffness": 1, "active": {"stiffness": "5 N/m"})")),
            "`stiffness` is a plain number; `5 N/m` is a force per length");
  EXPECT_NE(complaint(scene("", R"("stiffness": "20 kNm")")).find("`kNm` is not a known unit"),
            std::string::npos);
  EXPECT_EQ(complaint(scene("", R"("stiffness": "1e305 GN/m")")), "numbers go up to 1.797e308");
  EXPECT_NE(complaint(scene(R"("units": {"length": "kN"}, )", R"("stiffness": 1)"))
                .find("`kN` is a force, not a length"),
            std::string::npos);
}

TEST(SceneUnits, FitTheOptionsOfGenerators) {
  const auto cloth = [](const std::string& options) {
    return R"({"tensio": 1, "dimension": 3, "parameters": {"cells": 2, "w": "40 cm"},
      "generate": [{"kind": "cloth", "name": "c", "columns": "=cells", "rows": "=cells+1", )" +
           options + "}]}";
  };
  const System system = parse_system(cloth(
      R"("width": "=w", "height": "60 cm", "at": ["1 m", 0, "=w"], "mass_per_area": "200 g/m²")"));
  EXPECT_EQ(system.node_count(), 12);
  EXPECT_EQ(system.nodes.position.at(0), 1);
  EXPECT_EQ(system.nodes.position.at(2), 0.4);
  EXPECT_DOUBLE_EQ(system.nodes.position.at(system.nodes.position.size() - 3), 1.4);
  EXPECT_EQ(complaint(cloth(R"("width": "30 kg")")), "`width` is a length; `30 kg` is a mass");
  EXPECT_EQ(complaint(cloth(R"("width": 1, "bending_stiffness": "1 N")")),
            "`bending_stiffness` is an energy; `1 N` is a force");
}

TEST(SceneUnits, AreCheckedInSystemsOfPrograms) {
  System system = parse_system(scene("", R"("stiffness": 1)"));
  system.units.length = "furlong";
  EXPECT_EQ(validate(system).size(), 1u);
  system.units.length = "mm";
  system.parameters = {{.name = "a"}, {.name = "a"}};
  EXPECT_EQ(validate(system).size(), 1u);
}

// ---- warnings ----

std::vector<std::string> warnings(const std::string& text) {
  std::vector<std::string> messages;
  for (const Warning& warning : check(parse_system(text))) {
    if (warning.kind >= WarningKind::gravity_unit && warning.kind <= WarningKind::mass_range)
      messages.push_back(warning.message);
  }
  return messages;
}

TEST(SceneUnits, GravityInOtherUnitsIsWarnedOf) {
  const auto with = [](const std::string& units, const std::string& g) {
    return warnings(scene(units, R"("stiffness": 1)", ", \"gravity\": [0, " + g + "]"));
  };
  EXPECT_EQ(with(kMillimetres, "-9.81"),
            std::vector<std::string>{"gravity is 9.81 mm/s²; on earth it is 9810 mm/s²"});
  EXPECT_EQ(with(R"("units": {"length": "cm"}, )", "9.81").size(), 1u);
  EXPECT_EQ(with(R"("units": {"length": "ft"}, )", "9.81"),
            std::vector<std::string>{"gravity is 9.81 ft/s²; on earth it is 32.185 ft/s²"});
  EXPECT_TRUE(with(kMillimetres, "-9810").empty());
  EXPECT_TRUE(with(R"("units": {"length": "m"}, )", "-9.81").empty());
  EXPECT_TRUE(with("", "-9.81").empty());
}

TEST(SceneUnits, NumbersFarApartAreWarnedOf) {
  const std::string text = R"({"tensio": 1, "dimension": 2,
    "nodes": {"position": [[0, 0], [1, 0], [2, 0]], "mass": [1e-3, 0, 2e6], "fixed": [0]},
    "springs": [{"ends": [[0, 1], [1, 2]], "stiffness": [1, 3e9]}]})";
  EXPECT_EQ(warnings(text),
            (std::vector<std::string>{
                "spring 1 (nodes 1-2) is 3e+09 times as stiff as spring 0 (nodes 0-1); beyond 1e9 "
                "precision is lost: check their units",
                "node 2 has 2e+09 times the mass of node 0; beyond 1e9 precision is lost: check "
                "their units"}));
}

// ---- files ----

class SceneFolder : public ::testing::Test {
 protected:
  void write(const std::string& name, const std::string& text) {
    testing::write_file(folder_ / name, text);
  }
  System load(const std::string& text) {
    write("scene.json", text);
    return load_system((folder_ / "scene.json").string());
  }
  // "file:line:column: message" of the only problem.
  std::string reported(const std::string& text) {
    try {
      load(text);
    } catch (const Error& error) {
      if (error.problems().size() != 1) return error.what();
      Problem problem = error.problems()[0];
      problem.file = fs::path(problem.file).filename().string();
      return to_string(problem);
    }
    return "";
  }

  testing::TemporaryFolder folder_;
};

using Include = SceneFolder;
using CsvFiles = SceneFolder;

constexpr const char* kIncluding =
    R"({"tensio": 1, "dimension": 2, "include": ["a.json", "b.json"],
 "parameters": {"k": 5},
 "nodes": {"position": [[0, 0], [1, 0]], "fixed": "base"},
 "springs": [{"ends": [[0, 1]], "material": "rope", "rest_length": "=h"}]})";

TEST_F(Include, EntriesBecomeThoseOfTheScene) {
  write("a.json", R"({"materials": {"rope": {"axial_stiffness": "=k*w", "note": "\u00e4"}},
                      "parameters": {"note": "of a", "k": 7, "w": 2}})");
  write("b.json",
        "// a comment\n{\"groups\": {\"base\": [0]}, \"parameters\": {\"h\": \"=k/10\"}}");
  const System system = load(kIncluding);
  EXPECT_EQ(system.materials.at(0).axial_stiffness, 10);
  EXPECT_EQ(system.materials.at(0).note, "ä");
  EXPECT_EQ(system.parameters_note, "of a");
  EXPECT_EQ(system.parameters.size(), 3u);
  EXPECT_EQ(system.springs.at(0).rest_length.at(0), 0.5);
  EXPECT_EQ(system.groups.at(0).name, "base");
  const std::string written = write_system(system);
  EXPECT_EQ(written.find("include"), std::string::npos);
  EXPECT_EQ(write_system(parse_system(written)), written);
}

TEST_F(Include, MistakesAreReportedInTheirFile) {
  write("b.json", R"({"groups": {"base": [0]}, "parameters": {"h": 1}})");
  const auto with = [&](const std::string& a) {
    write("a.json", a);
    return reported(kIncluding);
  };
  EXPECT_EQ(with("{\"materials\": {\"rope\":\n  {\"axial_stiffness\": \"=2*kk\"}}}"),
            "a.json:2:27: there is no parameter `kk`; did you mean `k`?");
  EXPECT_EQ(with("{\"materials\": {\"rope\":\n  {\"axial_stiffness\": -5}}}").substr(0, 12),
            "a.json:2:23:");
  EXPECT_EQ(with("{\"materials\": {\"rope\":\n  {\"EA\": 5}}}"),
            "a.json:2:4: `EA` is called `axial_stiffness` here");
  EXPECT_EQ(with("{\n \"materials\": {,}}").substr(0, 12), "a.json:2:16:");
  EXPECT_EQ(with("[]"), "a.json:1:1: an included file must be an object, { }");
  EXPECT_EQ(
      with(R"({"materials": {"rope": {"axial_stiffness": 5}}, "gravity": [0, 1]})").substr(0, 36),
      "a.json:1:49: unknown key `gravity` i");
  EXPECT_EQ(with(R"({"materials": {"rope": {"axial_stiffness": 5}}, "include": ["b.json"]})"),
            "a.json:1:49: `include` is allowed only in the scene itself; name all files there");
  EXPECT_EQ(with(R"({"materials": {"rope": {"axial_stiffness": 5}}, "parameters": {"h": 1}})"),
            "b.json:1:42: `h` is in another included file already; remove one of them, or give it "
            "in the scene");
  EXPECT_EQ(with(R"({"materials": {"rope": {"axial_stiffness": 5}, "rope": {}}})").substr(0, 28),
            "a.json:1:48: the key `rope` ");
  EXPECT_EQ(with(R"({"materials": {"rope": {"axial_stiffness": 5}}, "parameters": [1]})"),
            "a.json:1:63: `parameters` must be an object");
}

TEST_F(Include, FilesAreThoseBesideTheScene) {
  const auto with = [&](const std::string& list) {
    return reported(R"({"tensio": 1, "dimension": 2, "nodes": {"position": []}, "include": )" +
                    list + "}");
  };
  EXPECT_NE(with(R"(["a.json"])").find("scene.json:1:70: the file `a.json` is not there"),
            std::string::npos);
  EXPECT_NE(with(R"(["../a.json"])").find("`..` is not allowed"), std::string::npos);
  EXPECT_NE(with(R"([3])").find("`include` must be a list of files"), std::string::npos);
  EXPECT_NE(with(R"([""])").find("this must be the name of a file"), std::string::npos);
  write("a.json", "{}");
  EXPECT_NE(with(R"(["a.json", "a.json"])").find("`a.json` is included already"),
            std::string::npos);
  EXPECT_EQ(with("[]"), "");
  EXPECT_EQ(with(R"(["a.json"])"), "");
}

TEST_F(CsvFiles, ColumnsAreFoundByTheirNames) {
  write("nodes.csv",
        "# made by hand\nremark, y, x, mass [kg], velocity.y, velocity.x\n"
        "left, 0, 0, 0.5, 7, 8\n\nright, 1, 2, 1.5, 9, -1e1\n");
  write("springs.csv", "\"a\";\"b\";stiffness\r\n0;1;40\r\n1;0;+50\r\n");
  write("ids.csv", "id\n1\n");
  const System system =
      load(R"({"tensio": 1, "dimension": 2, "nodes": {"position": "nodes.csv", "mass": "nodes.csv",
            "velocity": "nodes.csv", "fixed": "ids.csv"},
            "springs": [{"ends": "springs.csv", "stiffness": "springs.csv"}]})");
  EXPECT_EQ(system.nodes.position, (std::vector<double>{0, 0, 2, 1}));
  EXPECT_EQ(system.nodes.mass, (std::vector<double>{0.5, 1.5}));
  EXPECT_EQ(system.nodes.velocity, (std::vector<double>{8, 7, -10, 9}));
  EXPECT_EQ(system.nodes.fixed.at(0).nodes, std::vector<int>{1});
  EXPECT_EQ(system.springs.at(0).ends, (std::vector<std::array<int, 2>>{{0, 1}, {1, 0}}));
  EXPECT_EQ(system.springs.at(0).stiffness, (std::vector<double>{40, 50}));
}

TEST_F(CsvFiles, WithoutNamesAllColumnsAreTaken) {
  write("p.csv", "0, 0\n1, 0\n2, 0");
  write("m.csv", "1\n2\n3\n");
  write("t.csv", "time,value\n0,1\n2,3\n");
  write("f.csv", "0,1\n2,1\n");
  const System system =
      load(R"({"tensio": 1, "dimension": 2, "nodes": {"position": "p.csv", "mass": "m.csv"},
            "loads": [{"nodes": [1], "force": [0, {"ramp": "t.csv"}]}], "faces": "f.csv"})");
  EXPECT_EQ(system.nodes.position.size(), 6u);
  EXPECT_EQ(system.nodes.mass, (std::vector<double>{1, 2, 3}));
  EXPECT_EQ(system.loads.at(0).wave.at(1).points.at(1), (std::array<double, 2>{2, 3}));
  EXPECT_EQ(system.faces.nodes, (std::vector<int>{0, 1, 2, 1}));
}

TEST_F(CsvFiles, MistakesAreReportedWithTheirLine) {
  const auto with = [&](const std::string& csv) {
    write("m.csv", csv);
    return reported(
        R"({"tensio": 1, "dimension": 2, "nodes": {"position": [[0, 0], [1, 0]], "mass": "m.csv"}})");
  };
  const auto ends_with = [](const std::string& text, const std::string& end) {
    return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
  };
  const auto expect = [&](const std::string& csv, const std::string& end) {
    const std::string message = with(csv);
    EXPECT_TRUE(ends_with(message, end)) << message;
  };
  expect("weight\n1\n2\n", "it has no column `mass`; its first line names `weight`");
  expect("mass, b\n1,2\n2\n", "line 3 has 1 values, the first has 2");
  expect("mass\n1\nx\n", "line 3: `x` is not a finite number");
  expect("1\n1e999\n", "line 2: `1e999` is not a finite number");
  expect("mass\n", "it contains no numbers");
  expect("", "it contains no numbers");
  expect("mass\n1\n", "`mass` has 1 number for 2 nodes; give one for each, or one number for all");
  expect("1,2\n3,4\n",
         "the file `m.csv` has rows of 2 numbers; `mass` has one number for each of the nodes");
}

}  // namespace
}  // namespace tensio
