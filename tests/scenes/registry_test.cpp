// Every kind of part: its options, its starter scene, and what is said of bad options.
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "support/refusals.hpp"
#include "tensio/files/scene_file.hpp"
#include "tensio/model/placement.hpp"
#include "tensio/scenes/generators.hpp"
#include "tensio/solve/equilibrium.hpp"

namespace tensio {
namespace {

std::string message_of(const std::string& kind, const OptionValues& values,
                       const GenerateOptions& options = {}) {
  return testing::refusal([&] { generate_part(kind, values, options); });
}

// The option that a starter scene is for.
OptionValues values_of(const StarterScene& starter) {
  if (starter.option.empty()) return {};
  return {{starter.option, starter.value}};
}
std::vector<std::pair<std::string, std::string>> json_of(const StarterScene& starter) {
  if (starter.option.empty()) return {};
  return {{starter.option, '"' + starter.value + '"'}};
}

// A part does not know the units of its scene, which may have none.
TEST(Generators, NotesHaveNoUnits) {
  int notes = 0;
  for (const Generator& kind : generators())
    for (const SpringSet& set : generate_part(kind.name).springs) {
      notes += set.note.empty() ? 0 : 1;
      for (const char* unit : {" N", " Pa", " m", " kg"})
        for (const char* end : {"", ",", " ", "/", "²"})
          EXPECT_EQ((set.note + '\n').find(std::string(unit) + (*end ? end : "\n")),
                    std::string::npos)
              << kind.name << ": " << set.note;
    }
  EXPECT_GE(notes, 5);  // rod, hair, shell, soft_body, muscle
}

TEST(Generators, EveryKindSaysWhatItIs) {
  std::set<std::string> names;
  for (const Generator& kind : generators()) {
    SCOPED_TRACE(kind.name);
    EXPECT_TRUE(names.insert(kind.name).second);
    EXPECT_EQ(find_generator(kind.name), &kind);
    EXPECT_FALSE(kind.summary.empty());
    EXPECT_FALSE(kind.starters.empty());
    // words that mean something else in a scene or on the command line
    std::set<std::string> options = {"kind",  "name", "at",        "rotate", "scale",
                                     "join",  "note", "dimension", "expand", "out",
                                     "force", "json", "quiet",     "help"};
    for (const GeneratorOption& option : kind.options) {
      EXPECT_TRUE(options.insert(option.name).second) << option.name;
      EXPECT_FALSE(option.help.empty()) << option.name;
      EXPECT_EQ(option.type == OptionType::word, !option.words.empty()) << option.name;
    }
    EXPECT_TRUE(options.count("total_mass")) << "uniform mass is an option everywhere";
  }
  EXPECT_EQ(find_generator("zeppelin"), nullptr);
}

TEST(Generators, EveryKindGivesTheGroupsAndSetsItNames) {
  for (const Generator& kind : generators())
    for (const StarterScene& starter : kind.starters) {
      if (starter.option == "mesh") continue;  // needs a file: see BodyScenes
      SCOPED_TRACE(kind.name);
      GenerateOptions how;
      how.dimension = starter.dimension;
      const System part = generate_part(kind.name, values_of(starter), how);
      EXPECT_GT(part.node_count(), 1);
      EXPECT_TRUE(part.nodes.fixed.empty());
      std::set<std::string> groups, sets, said;
      for (const Group& group : part.groups) {
        EXPECT_FALSE(group.members.empty()) << group.name;
        groups.insert(group.name);
      }
      for (const SpringSet& set : part.springs) sets.insert(set.name);
      for (const GeneratorName& name : kind.groups) said.insert(name.name);
      // strand_0 stands for strand_1, strand_2, ... as well
      for (const std::string& group : groups) {
        const std::size_t number = group.find_last_not_of("0123456789") + 1;
        EXPECT_TRUE(said.count(group) || said.count(group.substr(0, number) + "0")) << group;
      }
      for (const SpringSet& set : part.springs) {
        EXPECT_FALSE(set.ends.empty());
        bool named = false;
        for (const GeneratorName& name : kind.springs) named = named || name.name == set.name;
        EXPECT_TRUE(named) << set.name;
      }
    }
}

TEST(Generators, StarterScenesAreReadAndComeToRest) {
  for (const Generator& kind : generators())
    for (const StarterScene& starter : kind.starters) {
      if (starter.option == "mesh") continue;  // needs a file: see BodyScenes
      SCOPED_TRACE(kind.name + " in " + std::to_string(starter.dimension) + "D");
      const System system = parse_system(starter_scene(kind, starter.dimension, json_of(starter)));
      EXPECT_TRUE(validate(system).empty());
      EXPECT_EQ(system.dimension, starter.dimension);
      ASSERT_TRUE(system.simulation.has_value());
      EXPECT_GT(system.simulation->duration, 0);
      for (const double mass : node_masses(system)) EXPECT_GT(mass, 0);
      const Equilibrium rest = solve_equilibrium(system);
      EXPECT_TRUE(rest.converged()) << rest.report.reason;
      // what is written out in full is the same scene
      const System again = parse_system(write_system(system));
      EXPECT_EQ(again.nodes.position, system.nodes.position);
      EXPECT_EQ(write_system(again), write_system(system));
    }
}

TEST(Generators, TotalMassIsSharedByAllNodes) {
  for (const Generator& kind : generators()) {
    SCOPED_TRACE(kind.name);
    GenerateOptions how;
    how.dimension = kind.starters.front().dimension;
    OptionValues values = values_of(kind.starters.front());
    values.emplace_back("total_mass", 12.0);
    const System part = generate_part(kind.name, values, how);
    const std::vector<double> mass = node_masses(part);
    for (const double one : mass) EXPECT_NEAR(one, 12.0 / static_cast<double>(mass.size()), 1e-12);
  }
}

TEST(Generators, BadOptionsAreNamed) {
  EXPECT_NE(message_of("cloth", {{"columns", 0.0}}).find("columns is 0; it must be at least 1"),
            std::string::npos);
  EXPECT_NE(message_of("cloth", {{"columns", 2.5}}).find("`columns` must be a whole number"),
            std::string::npos);
  EXPECT_NE(message_of("cloth", {{"width", std::string("1")}}).find("`width` must be a number"),
            std::string::npos);
  EXPECT_NE(message_of("cloth", {{"diagonals", std::string("x")}}).find("`diagonals` must be"),
            std::string::npos);
  EXPECT_NE(message_of("cloth", {{"colums", 3.0}}).find("no option `colums`"), std::string::npos);
  EXPECT_NE(message_of("chain", {{"stiffness", NAN}}).find("stiffness is nan"), std::string::npos);
  EXPECT_NE(message_of("zeppelin", {}).find("no generator `zeppelin`"), std::string::npos);
  const std::string both = message_of("cloth", {{"width", -1.0}, {"height", 0.0}});
  EXPECT_NE(both.find("width is -1"), std::string::npos);
  EXPECT_NE(both.find("height is 0"), std::string::npos);
}

TEST(Generators, TooManyNodesAreRefusedBeforeTheyAreMade) {
  GenerateOptions how;
  how.max_nodes = 1000;
  EXPECT_NE(message_of("cloth", {{"columns", 40.0}}, how)
                .find("this part would have 1681 nodes; at most 1000 are generated"),
            std::string::npos);
  EXPECT_EQ(message_of("cloth", {{"columns", 30.0}}, how), "");
  EXPECT_NE(message_of("cloth", {{"columns", 2e9}, {"rows", 2e9}}, how), "");
  const std::string scene =
      R"({"tensio": 1, "dimension": 2, "generate": [{"kind": "chain", "links": 600, "name": "a"},
      {"kind": "chain", "links": 600, "name": "b"}]})";
  EXPECT_NO_THROW(parse_system(scene));
  LoadOptions small;
  small.max_generated = 1000;
  EXPECT_THROW(parse_system(scene, "scene", "", small), Error);
}

TEST(Generators, SpringsTakeWhatSpringSetsTake) {
  const System system = parse_system(R"({"tensio": 1, "dimension": 3,
    "materials": {"wire": {"strength": 5, "mass_per_length": 0.5}},
    "generate": [{"kind": "chain", "name": "c", "links": 2, "law": "cable", "material": "wire",
      "damping_time": 0.5, "yield": {"force": 3, "hardening": 0.1}, "note": "why",
      "viscous": {"stiffness": 5, "time": 2}, "break": {"strain": 0.5, "compression": true},
      "active": {"rest_length": {"ramp": [[0, 1], [1, 0.5]]}}}]})");
  ASSERT_EQ(system.springs.size(), 1u);
  const SpringSet& set = system.springs[0];
  EXPECT_EQ(set.name, "c.links");
  EXPECT_EQ(set.law, Law::cable);
  EXPECT_EQ(set.material, "wire");
  EXPECT_EQ(set.damping_time, Column{0.5});
  EXPECT_EQ(set.yield->force, Column{3});
  EXPECT_EQ(set.viscous->time, Column{2});
  EXPECT_TRUE(set.breaks->compression);
  EXPECT_EQ(set.active->rest_length->points.size(), 2u);
  EXPECT_EQ(set.note, "why");
}

TEST(Generators, PartsOfAScenePassTheirNodesToSpringsAndSelections) {
  const System system = parse_system(R"({"tensio": 1, "dimension": 3,
    "nodes": {"position": [[0, 0, 1]], "mass": 2, "fixed": [0, "c.last"]},
    "springs": [{"ends": [[0, 1]], "stiffness": 7}],
    "generate": [{"kind": "chain", "name": "c", "links": 2, "at": [1, 2, 3], "mass": 0.25}]})");
  EXPECT_EQ(system.node_count(), 4);
  EXPECT_EQ(system.nodes.mass, (Column{2, 0.25, 0.25, 0.25}));
  EXPECT_EQ(system.nodes.position[3], 1);
  EXPECT_EQ(system.springs[1].ends[0], (std::array<int, 2>{1, 2}));
  EXPECT_EQ(fixed_axes(system)[3], kAllAxes);
}

}  // namespace
}  // namespace tensio
