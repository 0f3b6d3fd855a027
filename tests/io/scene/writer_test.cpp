// Writing and reading again gives the same system, to the bit.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <random>
#include <string>

#include "core/index.hpp"
#include "support/files.hpp"
#include "support/random_values.hpp"
#include "support/same_members.hpp"
#include "tensio/files/scene_file.hpp"

namespace tensio {
namespace {

namespace fs = std::filesystem;

bool same_bits(const std::vector<double>& a, const std::vector<double>& b) {
  return a.size() == b.size() &&
         (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0);
}

void expect_same_materials(const System& a, const System& b) {
  EXPECT_EQ(a.materials_note, b.materials_note);
  ASSERT_EQ(a.materials.size(), b.materials.size());
  for (std::size_t i = 0; i < a.materials.size(); ++i) {
    EXPECT_EQ(a.materials[i].name, b.materials[i].name);
    EXPECT_EQ(a.materials[i].law, b.materials[i].law);
    for (const auto number :
         {&Material::axial_stiffness, &Material::youngs_modulus, &Material::area,
          &Material::diameter, &Material::mass_per_length, &Material::strength,
          &Material::buckling_load, &Material::expansion}) {
      EXPECT_EQ(a.materials[i].*number, b.materials[i].*number);
    }
    EXPECT_TRUE(same_bits(a.materials[i].coefficients, b.materials[i].coefficients));
    EXPECT_EQ(a.materials[i].points, b.materials[i].points);
    EXPECT_EQ(a.materials[i].note, b.materials[i].note);
  }
}

void expect_same_combinations(const System& a, const System& b) {
  EXPECT_EQ(a.combinations_note, b.combinations_note);
  testing::expect_same_lists(a.combinations, b.combinations, &Combination::name,
                             &Combination::factors, &Combination::note);
  testing::expect_same_lists(a.stages, b.stages, &Stage::name, &Stage::springs,
                             &Stage::rest_length_change, &Stage::steps, &Stage::note);
}

void expect_same(const System& a, const System& b) {
  testing::expect_same_members(a, b, &System::dimension, &System::title, &System::description,
                               &System::source, &System::note, &System::groups_note,
                               &System::spring_groups_note, &System::equilibrium_note);
  EXPECT_TRUE(same_bits(a.nodes.position, b.nodes.position));
  EXPECT_TRUE(same_bits(a.nodes.start, b.nodes.start));
  EXPECT_TRUE(same_bits(a.nodes.mass, b.nodes.mass));
  EXPECT_EQ(a.nodes.name, b.nodes.name);
  EXPECT_EQ(a.nodes.note, b.nodes.note);
  ASSERT_EQ(a.nodes.fixed.size(), b.nodes.fixed.size());
  for (std::size_t i = 0; i < a.nodes.fixed.size(); ++i) {
    EXPECT_EQ(a.nodes.fixed[i].nodes, b.nodes.fixed[i].nodes);
    EXPECT_EQ(a.nodes.fixed[i].axes, b.nodes.fixed[i].axes);
    EXPECT_TRUE(same_bits(a.nodes.fixed[i].move, b.nodes.fixed[i].move));
    EXPECT_EQ(a.nodes.fixed[i].note, b.nodes.fixed[i].note);
  }
  expect_same_materials(a, b);
  ASSERT_EQ(a.springs.size(), b.springs.size());
  for (std::size_t i = 0; i < a.springs.size(); ++i) {
    EXPECT_EQ(a.springs[i].name, b.springs[i].name);
    EXPECT_EQ(a.springs[i].law, b.springs[i].law);
    EXPECT_EQ(a.springs[i].ends, b.springs[i].ends);
    EXPECT_EQ(a.springs[i].material, b.springs[i].material);
    for (const auto column :
         {&SpringSet::stiffness, &SpringSet::axial_stiffness, &SpringSet::rest_length,
          &SpringSet::pretension, &SpringSet::youngs_modulus, &SpringSet::area,
          &SpringSet::diameter, &SpringSet::mass_per_length, &SpringSet::strength,
          &SpringSet::buckling_load, &SpringSet::expansion, &SpringSet::coefficients,
          &SpringSet::broken, &SpringSet::plastic_elongation, &SpringSet::hardening_force,
          &SpringSet::viscous_tension}) {
      EXPECT_TRUE(same_bits(a.springs[i].*column, b.springs[i].*column));
    }
    EXPECT_EQ(a.springs[i].points, b.springs[i].points);
    EXPECT_EQ(a.springs[i].note, b.springs[i].note);
  }
  ASSERT_EQ(a.loads.size(), b.loads.size());
  for (std::size_t i = 0; i < a.loads.size(); ++i) {
    EXPECT_EQ(a.loads[i].nodes, b.loads[i].nodes);
    EXPECT_TRUE(same_bits(a.loads[i].force, b.loads[i].force));
    EXPECT_EQ(a.loads[i].springs, b.loads[i].springs);
    EXPECT_EQ(a.loads[i].temperature, b.loads[i].temperature);
    EXPECT_TRUE(same_bits(a.loads[i].move, b.loads[i].move));
    EXPECT_EQ(a.loads[i].load_case, b.loads[i].load_case);
    EXPECT_EQ(a.loads[i].note, b.loads[i].note);
  }
  EXPECT_EQ(std::memcmp(a.gravity.data(), b.gravity.data(), sizeof a.gravity), 0);
  for (const auto member : {&System::groups, &System::spring_groups}) {
    ASSERT_EQ((a.*member).size(), (b.*member).size());
    for (std::size_t i = 0; i < (a.*member).size(); ++i) {
      EXPECT_EQ((a.*member)[i].name, (b.*member)[i].name);
      EXPECT_EQ((a.*member)[i].members, (b.*member)[i].members);
    }
  }
  using Options = EquilibriumOptions;
  testing::expect_same_members(a.equilibrium, b.equilibrium, &Options::method, &Options::tolerance,
                               &Options::max_iterations, &Options::load_steps,
                               &Options::relaxation);
  expect_same_combinations(a, b);
  ASSERT_EQ(a.recorded.has_value(), b.recorded.has_value());
  if (!a.recorded) return;
  testing::expect_same_members(*a.recorded, *b.recorded, &Recorded::version, &Recorded::scene,
                               &Recorded::rest);
  ASSERT_EQ(a.recorded->motion.has_value(), b.recorded->motion.has_value());
  if (a.recorded->motion)
    testing::expect_same_members(*a.recorded->motion, *b.recorded->motion,
                                 &RecordedMotion::integrator, &RecordedMotion::time_step,
                                 &RecordedMotion::steps, &RecordedMotion::state);
}

System full_system() {
  System system;
  system.dimension = 3;
  system.title = "Quotes \" and \\ and \xC3\xA9";
  system.description = "two\nlines\tand a bell \a";
  system.source = "nowhere";
  system.note = "a note";
  system.groups_note = "of groups";
  system.spring_groups_note = "of spring groups";
  system.equilibrium_note = "of options";
  system.gravity = {0, -0.0, -9.81};
  system.recorded = Recorded{.version = "0.1.0",
                             .scene = "0123456789abcdef",
                             .rest = "fedcba9876543210",
                             .motion = RecordedMotion{.integrator = Integrator::bdf2,
                                                      .time_step = 0.1 + 1e-17,
                                                      .steps = 7,
                                                      .state = "00000000deadbeef"}};
  for (int i = 0; i < 40; ++i) {
    system.nodes.position.insert(system.nodes.position.end(), {0.1 * i, 1.0 / 3 + i, -0.0});
    system.nodes.name.push_back(i % 7 == 0 ? "node \"" + std::to_string(i) + "\"" : "");
  }
  system.nodes.start = system.nodes.position;
  system.nodes.start[5] = 5e-324;
  system.nodes.mass = {0.25};
  system.nodes.note = "drawn by hand";
  system.nodes.fixed = {
      {.nodes = {3, 1, 2}},
      {.nodes = {0, 1, 2, 3, 4, 5, 6, 7, 8, 20}, .axes = kAxisX | kAxisZ, .note = "roller"},
      {.nodes = {9}, .move = {0, -0.0, 1e-3}},
      {}};
  SpringSet cables;
  cables.name = "main cable";
  cables.law = Law::cable;
  cables.note = "all alike";
  for (int i = 0; i < 39; ++i) {
    cables.ends.push_back({i, i + 1});
    cables.axial_stiffness.push_back(1e5 / (i + 1));
  }
  cables.pretension = {1e3};
  SpringSet other;
  other.ends = {{0, 39}};
  other.stiffness = {1e-7};
  other.rest_length = {std::numeric_limits<double>::denorm_min()};
  system.materials_note = "of materials";
  system.materials = {{.name = "strand \"16\"",
                       .law = Law::cable,
                       .axial_stiffness = 2.2e7,
                       .mass_per_length = 1.1,
                       .strength = 1.9e5,
                       .expansion = 1.2e-5,
                       .note = "from a catalogue"},
                      {.name = "tube/5~", .youngs_modulus = 2.1e11, .area = 1e-3},
                      {.name = "plain"}};
  SpringSet tubes;
  tubes.material = "tube/5~";
  tubes.ends = {{0, 2}, {2, 4}, {4, 6}};
  tubes.mass_per_length = {0.1, 0.2, 0.3};
  tubes.strength = {1e5};
  tubes.buckling_load = {3e4, 2e4, 1e4};
  tubes.expansion = {-1e-6};
  SpringSet gum;
  gum.law = Law::polynomial;
  gum.ends = {{1, 3}};
  gum.stiffness = {5};
  gum.coefficients = {1.0 / 3, -0.0, 1e-9};
  SpringSet felt;
  felt.law = Law::table;
  felt.ends = {{3, 5}};
  felt.axial_stiffness = {5};
  felt.points = {{-1, -0.1}, {0, 0}, {0.1, 7}};
  system.springs = {cables, other, {.name = "none yet", .stiffness = {1}}, tubes, gum, felt};
  system.loads = {{.nodes = {30, 31, 32, 33, 34, 35, 36, 37, 38},
                   .force = {1e300, 1e-300, -1},
                   .note = "uniform"},
                  {.nodes = {5, 4}, .force = {1, 2, 3, 4, 5, 6}, .load_case = "wind \"W\""},
                  {.springs = {40, 41, 42}, .temperature = -30.5, .load_case = "winter"},
                  {.nodes = {1, 2}, .move = {0, 0, 0.1}, .load_case = kGravityCase, .note = "m"},
                  {}};
  system.combinations_note = "of combinations";
  system.combinations = {{.name = "ULS 1",
                          .factors = {{"winter", 1.5}, {kGravityCase, 1.35}, {"wind \"W\"", -0.0}},
                          .note = "n"},
                         {.name = "empty"}};
  system.stages = {{.name = "pull", .springs = {0, 5}, .rest_length_change = -0.03, .steps = 4},
                   {.springs = {}, .rest_length_change = 0.1, .note = "none"}};
  system.groups = {{"rim", {0, 10, 39}}, {"all", {}}};
  system.spring_groups = {{"long ones", {0, 39}}};
  system.equilibrium.method = Method::linear;
  system.equilibrium.tolerance = 1e-9;
  system.equilibrium.max_iterations = 12;
  system.equilibrium.load_steps = 7;
  system.equilibrium.relaxation = 0.3;
  return system;
}

TEST(SceneWriter, EverythingComesBack) {
  const System system = full_system();
  const std::string text = write_system(system);
  const System again = parse_system(text);
  expect_same(system, again);
  EXPECT_EQ(write_system(again), text);
}

TEST(SceneWriter, EveryExampleComesBack) {
  int count = 0;
  for (const auto& entry :
       fs::recursive_directory_iterator(fs::path(TENSIO_SOURCE_DIR) / "examples")) {
    if (entry.path().filename() != "scene.json") continue;
    SCOPED_TRACE(entry.path().string());
    const System system = load_system(entry.path().string());
    expect_same(system, parse_system(write_system(system)));
    ++count;
  }
  EXPECT_GT(count, 0);
}

TEST(SceneWriter, RandomDoublesComeBackToTheBit) {
  std::mt19937_64 random(11);
  System system;
  system.dimension = 2;
  while (system.nodes.position.size() < 20'000) {
    const std::uint64_t pattern = random();
    double value = 0;
    std::memcpy(&value, &pattern, sizeof value);
    if (std::isfinite(value)) system.nodes.position.push_back(value);
  }
  EXPECT_TRUE(same_bits(parse_system(write_system(system)).nodes.position, system.nodes.position));
}

// Systems with whatever parts chance gives them, all of them valid.
class RandomSystem : testing::RandomValues {
 public:
  using RandomValues::RandomValues;

  System make() {
    System system;
    system.dimension = 2 + below(2);
    const int nodes = 4 + below(8);
    for (int i = 0; i < nodes * system.dimension; ++i) system.nodes.position.push_back(i * 0.37);
    system.nodes.fixed = {{.nodes = {0, 1}, .move = maybe() ? vector(system.dimension) : Column()}};
    for (int i = below(4); i > 0; --i) system.materials.push_back(material(i));
    for (int i = below(4); i > 0; --i) system.springs.push_back(set(system, nodes));
    for (int i = below(5); i > 0; --i) system.loads.push_back(load(system, nodes));
    for (int i = below(3); i > 0; --i) {
      Combination sum = {.name = text() + std::to_string(i), .note = text()};
      if (maybe()) sum.factors.push_back({kGravityCase, number()});
      if (!system.loads.empty() && !system.loads[0].load_case.empty() &&
          system.loads[0].load_case != kGravityCase) {
        sum.factors.push_back({system.loads[0].load_case, number()});
      }
      system.combinations.push_back(sum);
    }
    for (int i = below(3); i > 0; --i) {
      system.stages.push_back({.name = text(),
                               .springs = some(system.spring_count()),
                               .rest_length_change = positive(),
                               .steps = 1 + below(5),
                               .note = text()});
    }
    system.materials_note = text();
    system.combinations_note = text();
    system.equilibrium.load_steps = 1 + below(3);
    return system;
  }

 private:
  Column vector(int count) { return RandomValues::vector(usize(count)); }
  std::optional<double> chance() { return maybe() ? std::optional(positive()) : std::nullopt; }
  std::vector<int> some(int count) {
    std::vector<int> ids;
    for (int i = 0; i < count; ++i) {
      if (below(3) > 0) ids.push_back(i);
    }
    return ids;
  }
  void curve(Law law, Column& coefficients, std::vector<std::array<double, 2>>& points) {
    if (law == Law::polynomial) coefficients = vector(1 + below(4));
    if (law == Law::table) points = {{-positive(), number()}, {0, 0}, {positive(), number()}};
  }
  // no law without a rest length: loads and stages select from all springs
  Law law() {
    static constexpr Law kLaws[] = {Law::linear, Law::cable, Law::strut, Law::polynomial,
                                    Law::table};
    return kLaws[below(5)];
  }

  Material material(int number_of_it) {
    Material made = {.name = text() + std::to_string(number_of_it)};
    if (maybe()) {
      made.law = law();
      curve(*made.law, made.coefficients, made.points);
    }
    if (maybe()) {
      made.axial_stiffness = positive();
    } else {
      made.youngs_modulus = positive();
      (maybe() ? made.area : made.diameter) = positive();
    }
    made.mass_per_length = chance();
    made.strength = chance();
    made.buckling_load = chance();
    made.expansion = chance();
    made.note = text();
    return made;
  }

  SpringSet set(const System& system, int nodes) {
    SpringSet made = {.name = "set " + std::to_string(system.springs.size())};
    for (int i = 1 + below(5); i > 0; --i) made.ends.push_back({below(nodes - 1), nodes - 1});
    const std::size_t count = made.ends.size();
    if (!system.materials.empty() && maybe()) {
      made.material = system.materials.front().name;
    } else {
      made.law = law();
      curve(*made.law, made.coefficients, made.points);
      (maybe() ? made.stiffness : made.axial_stiffness) = column(count);
    }
    if (maybe()) made.rest_length = column(count);
    if (maybe()) made.mass_per_length = column(count);
    if (maybe()) made.strength = column(count);
    if (maybe()) made.buckling_load = column(count);
    made.expansion = {std::ldexp(positive(), -60)};
    made.note = text();
    return made;
  }

  Load load(const System& system, int nodes) {
    Load made = {.load_case = maybe() ? kGravityCase : text(), .note = text()};
    const int kind = below(3);
    if (kind == 0) {
      made.nodes = some(nodes);
      const bool for_all = maybe() || made.nodes.empty();
      made.force = vector(for_all ? system.dimension
                                  : system.dimension * static_cast<int>(made.nodes.size()));
    } else if (kind == 1) {
      made.springs = some(system.spring_count());
      made.temperature = number();
    } else {
      made.nodes = some(2);
      made.move = vector(system.dimension);
    }
    return made;
  }
};

TEST(SceneWriter, RandomSystemsComeBack) {
  RandomSystem random(5);
  for (int i = 0; i < 300; ++i) {
    SCOPED_TRACE(i);
    const System system = random.make();
    ASSERT_TRUE(validate(system).empty()) << to_string(validate(system).front());
    const std::string text = write_system(system);
    const System again = parse_system(text);
    expect_same(system, again);
    EXPECT_EQ(write_system(again), text);
    if (HasFailure()) FAIL() << text;
  }
}

TEST(SceneWriter, ANamedMaterialStaysNamed) {
  const std::string text = write_system(full_system());
  EXPECT_NE(text.find(R"("strand \"16\"": {)"), std::string::npos);
  EXPECT_NE(text.find(R"("material": "tube/5~")"), std::string::npos);
  EXPECT_EQ(text.find("youngs_modulus"), text.rfind("youngs_modulus"));
}

TEST(SceneWriter, WhatAFileCanNotHoldIsRefusedByName) {
  const auto message = [](const System& system) {
    try {
      return write_system(system);
    } catch (const Error& error) {
      return std::string(error.what());
    }
  };
  System system;
  system.dimension = 2;
  system.springs = {{}, {.law = Law::custom}};
  EXPECT_NE(message(system).find("spring set 1 has the law custom"), std::string::npos);
  system.springs[1].name = "muscle";
  EXPECT_NE(message(system).find("the spring set `muscle` has the law custom"), std::string::npos);
  EXPECT_NE(message(system).find("use the law polynomial or table"), std::string::npos);
  system.springs.clear();
  system.materials = {{.name = "m", .law = Law::custom}};
  EXPECT_NE(message(system).find("the material `m` has the law custom"), std::string::npos);
  system.materials = {{.name = "note"}};
  EXPECT_NE(message(system).find("a material is named `note`"), std::string::npos);
  system.materials.clear();
  system.combinations = {{.name = "ULS", .factors = {{"note", 1}}}};
  EXPECT_NE(message(system).find("a load case is named `note`"), std::string::npos);
}

TEST(SceneWriter, LongRunsOfIdsAreRanges) {
  System system;
  system.dimension = 2;
  system.nodes.position.resize(200);
  Fixed fixed;
  fixed.nodes = {99, 5};
  for (int i = 10; i < 90; ++i) fixed.nodes.push_back(i);
  system.nodes.fixed = {fixed};
  EXPECT_NE(write_system(system).find(R"("fixed": [99, 5, "10:90"])"), std::string::npos);
}

TEST(SceneWriter, LinesAreShort) {
  const std::string text = write_system(full_system());
  std::size_t begin = 0;
  for (std::size_t end = text.find('\n'); end != std::string::npos;
       begin = end + 1, end = text.find('\n', begin)) {
    EXPECT_LE(end - begin, 110u) << text.substr(begin, end - begin);
  }
}

TEST(SceneWriter, BytesThatAreNotUtf8AreReplaced) {
  System system;
  system.dimension = 2;
  for (const char* bad :
       {"\xFF", "\xC3", "\xC0\x80", "\xED\xA0\x80", "\xF4\x90\x80\x80", "\xE2\x82"}) {
    system.title = std::string("a") + bad + "b";
    const System again = parse_system(write_system(system));
    EXPECT_EQ(again.title.substr(0, 4), "a\xEF\xBF\xBD");
    EXPECT_EQ(again.title.back(), 'b');
  }
}

TEST(SceneWriter, ANumberThatIsNotFiniteIsRefused) {
  System system;
  system.dimension = 2;
  system.nodes.position = {0, std::nan("")};
  EXPECT_THROW(write_system(system), Error);
}

class SaveSystem : public ::testing::Test {
 protected:
  std::size_t files() const {
    return usize(std::distance(fs::directory_iterator(folder_.path()), fs::directory_iterator()));
  }
  testing::TemporaryFolder folder_;
};

TEST_F(SaveSystem, WritesTheTextAndNothingElse) {
  const fs::path path = folder_ / "scene.json";
  save_system(full_system(), path.string());
  EXPECT_EQ(testing::read_file(path), write_system(full_system()));
  save_system(System{.dimension = 2}, path.string());
  EXPECT_EQ(testing::read_file(path), write_system(System{.dimension = 2}));
  EXPECT_EQ(files(), 1u);
}

TEST_F(SaveSystem, FollowsALinkAndKeepsPermissions) {
  const fs::path path = folder_ / "scene.json";
  std::ofstream(path) << "old";
  fs::permissions(path, fs::perms::owner_read | fs::perms::owner_write);
  fs::create_symlink("scene.json", folder_ / "link.json");
  save_system(full_system(), (folder_ / "link.json").string());
  EXPECT_TRUE(fs::is_symlink(folder_ / "link.json"));
  EXPECT_EQ(testing::read_file(path), write_system(full_system()));
  EXPECT_EQ(fs::status(path).permissions(), fs::perms::owner_read | fs::perms::owner_write);
}

TEST_F(SaveSystem, NamesTheFileThatCanNotBeWritten) {
  for (const std::string& path :
       {(folder_ / "none" / "scene.json").string(), folder_.string(), std::string("/dev/full")}) {
    try {
      save_system(full_system(), path);
      FAIL() << path;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::io);
      EXPECT_EQ(error.problems().at(0).file, path);
    }
  }
  EXPECT_EQ(files(), 0u);
}

}  // namespace
}  // namespace tensio
