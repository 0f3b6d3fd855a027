// Sections against tables of makers and standards.
#include "tensio/model/section.hpp"

#include <gtest/gtest.h>

#include "tensio/error.hpp"
#include "tensio/files/scene_file.hpp"

namespace tensio {
namespace {

TEST(Section, WireRopesHaveTheBreakingForcesOfPublishedTables) {
  // Class 6 x 36, steel core, 16 mm: 161 kN at 1770 and 105 kg per 100 m; 6 x 7 with a fibre core,
  // 20 mm: 235 kN at 1770, 260 kN at 1960 and 138 kg per 100 m; 10 mm: 58.8 kN.
  EXPECT_NEAR(section_of("6x36-IWRC-1770 16").strength, 161e3, 0.5e3);
  EXPECT_NEAR(section_of("6x36-IWRC-1770 16").mass_per_length, 1.05, 0.005);
  EXPECT_NEAR(section_of("6x7-FC-1770 20").strength, 235e3, 0.5e3);
  EXPECT_NEAR(section_of("6x7-FC-1960 20").strength, 260e3, 0.5e3);
  EXPECT_NEAR(section_of("6x7-FC-1770 20").mass_per_length, 1.38, 0.005);
  EXPECT_NEAR(section_of("6x7-FC-1770 10").strength, 58.8e3, 0.05e3);
  EXPECT_EQ(section_of("6x7-FC-1770 20").youngs_modulus, 80e9);
  EXPECT_EQ(section_of("6x36-IWRC-1770 16").youngs_modulus, 100e9);
}

TEST(Section, StrandsHaveTheGradeOfTheirName) {
  for (const char* name : {"Y1860S7 12.5", "Y1860S7 12.9", "Y1860S7 15.3", "Y1860S7 15.7"}) {
    const Section strand = section_of(name);
    EXPECT_NEAR(strand.strength / strand.area, 1860e6, 0.002 * 1860e6) << name;
    // Steel of 7.81 kg/dm³, by which the standard computes masses.
    EXPECT_NEAR(strand.mass_per_length / strand.area, 7810, 5) << name;
  }
}

TEST(Section, RodsAreWeakerWhereTheyAreThicker) {
  const double area = 3.14159265358979 / 4 * 24 * 24 * 1e-6;
  EXPECT_NEAR(section_of("rod-S355 24").strength, 345e6 * area, 1);
  EXPECT_NEAR(section_of("rod-S355 16").strength / section_of("rod-S355 16").area, 355e6, 1);
  EXPECT_NEAR(section_of("rod-S235 100").strength / section_of("rod-S235 100").area, 215e6, 1);
}

TEST(Section, OtherNamesAreRefusedWithWhatThereIs) {
  const auto refused = [](const char* name, const char* part) {
    try {
      (void)section_of(name);
      ADD_FAILURE() << name;
    } catch (const Error& error) {
      EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what();
    }
  };
  refused("rope", "the diameter in mm");
  refused("6x36-IWRC-1770 x", "the diameter in mm");
  refused("6x36-IWRC-1770 100", "from 6 to 60 mm");
  refused("Y1860S7 14", "12.5, 12.9, 15.3, 15.7");
  refused("rod-S355 -4", "from 5 to 100 mm");
  refused("rod-S275 20", "rod-S355");
  refused("6x36-IWRC-1770 nan", "the diameter in mm");
}

TEST(Section, AMaterialHasItInTheUnitsOfItsScene) {
  const System net = parse_system(R"({"tensio": 1, "dimension": 2,
    "units": {"length": "mm", "force": "kN"},
    "nodes": {"position": [[0, 0], [5000, 0]], "fixed": [0]},
    "materials": {"strand": {"section": "Y1860S7 15.7", "strength": 200}},
    "springs": [{"ends": [[0, 1]], "material": "strand"}]})");
  const Material& strand = net.materials.at(0);
  EXPECT_DOUBLE_EQ(*strand.area, 150);            // mm²
  EXPECT_DOUBLE_EQ(*strand.youngs_modulus, 195);  // kN/mm²
  EXPECT_DOUBLE_EQ(*strand.strength, 200);        // as the material says
  EXPECT_NE(strand.note.find("prEN 10138-3"), std::string::npos);
}

}  // namespace
}  // namespace tensio
