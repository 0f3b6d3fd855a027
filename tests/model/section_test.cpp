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

TEST(Section, SpiralStrandsAgreeWithACatalogue) {
  // 1 x 19, 11 mm, of a maker's table: 70.0 mm², 0.587 kg/m, 99.9 kN at 1570 and 113 kN at 1770.
  const Section strand = section_of("1x19-1570 11");
  EXPECT_NEAR(strand.strength, 99.9e3, 0.005 * 99.9e3);
  EXPECT_NEAR(section_of("1x19-1770 11").strength, 113e3, 0.01 * 113e3);
  // Its wires are 4 % thinner than 11 mm / 5.
  EXPECT_NEAR(strand.area, 70.0e-6, 0.04 * 70.0e-6);
  EXPECT_NEAR(strand.mass_per_length / strand.area, 0.587 / 70.0e-6, 0.01 * 0.587 / 70.0e-6);
}

TEST(Section, RoundWiresInLayersFillTheirCircle) {
  // Six wires around one, twelve around them and so on, each as thick as the one in the middle.
  int wires = 1, across = 1;
  for (const char* name : {"", "1x19-1570 20", "1x37-1570 20", "1x61-1570 20", "1x91-1570 20",
                           "1x127-1570 20"}) {
    wires += 3 * (across + 1);
    across += 2;
    if (*name == '\0') continue;
    const double wire = 0.02 / across;
    EXPECT_NEAR(section_of(name).area, wires * 3.14159265358979 / 4 * wire * wire, 1e-12) << name;
  }
}

TEST(Section, LockedCoilRopesFillMoreTheThickerTheyAre) {
  const auto fill = [](const char* name, double d) {
    return section_of(name).area / (3.14159265358979 / 4 * d * d * 1e-6);
  };
  EXPECT_NEAR(fill("locked-coil-1570 20", 20), 0.81, 1e-9);
  EXPECT_NEAR(fill("locked-coil-1570 30", 30), 0.84, 1e-9);
  EXPECT_NEAR(fill("locked-coil-1570 55", 55), 0.88, 1e-9);
  const Section rope = section_of("locked-coil-1570 60");
  EXPECT_EQ(rope.youngs_modulus, 160e9);
  EXPECT_NEAR(rope.mass_per_length * 9.81 / rope.area, 83e3, 1);
  EXPECT_NEAR(rope.strength / rope.area, 0.918 * 1570e6, 1);
}

TEST(Section, EachFamilyOfTheListHasASectionOfItsThinnestDiameter) {
  const std::vector<SectionFamily> families = section_families();
  EXPECT_EQ(families.size(), 10u * 3 + 5 * 2 + 1 + 1 + 3);
  for (const SectionFamily& family : families) {
    const std::string thinnest = family.diameters.substr(0, family.diameters.find_first_of(" ,"));
    const Section section = section_of(family.name + " " + thinnest);
    EXPECT_GT(section.strength, 0) << family.name;
    EXPECT_FALSE(family.kind.empty());
  }
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
  refused("1x19-1570 40", "from 5 to 35 mm");
  refused("locked-coil-1570 10", "from 20 to 180 mm");
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
