// LAMMPS data files and XSpringies files: what is taken, and what is refused.
#include <gtest/gtest.h>

#include "refusals.hpp"
#include "tensio/files/import.hpp"

namespace tensio {
namespace {

const std::string kData =
    "LAMMPS data file of a chain\n\n3 atoms\n2 bonds\n1 angles\n2 atom types\n2 bond types\n\n"
    "0 10 xlo xhi\n0 10 ylo yhi\n-1 1 zlo zhi\n\n"
    "Masses\n\n1 2.5 # carbon\n2 4\n\nBond Coeffs # harmonic\n\n1 50 1.5\n2 10 1\n\n"
    "Atoms # bond\n\n7 1 2 0.5 0 0 1 0 0\n3 1 1 1 0 0 0 0 0\n5 1 1 2 0 0 0 0 0\n\n"
    "Velocities\n\n3 0 0 1\n5 0 0 0\n7 0 0 2\n\n"
    "Bonds\n\n1 1 3 5\n2 2 5 7\n\nAngles\n\n1 1 3 5 7\n";

TEST(ImportLammps, AtomsAreNodesAndBondsAreSprings) {
  const Imported got = import_bytes(kData, "lammps", "chain.data");
  EXPECT_EQ(got.system.title, "LAMMPS data file of a chain");
  // in the order of their numbers; the image flag moves atom 7 by the box
  EXPECT_EQ(got.system.nodes.position, (std::vector<double>{1, 0, 0, 2, 0, 0, 10.5, 0, 0}));
  EXPECT_EQ(got.system.nodes.mass, (Column{2.5, 2.5, 4}));
  EXPECT_EQ(got.system.nodes.velocity, (std::vector<double>{0, 0, 1, 0, 0, 0, 0, 0, 2}));
  ASSERT_EQ(got.system.springs.size(), 2u);
  EXPECT_EQ(got.system.springs[0].name, "bonds_1");
  EXPECT_EQ(got.system.springs[0].stiffness, Column{100});  // 2 K
  EXPECT_EQ(got.system.springs[0].rest_length, Column{1.5});
  EXPECT_EQ(got.system.springs[1].ends[0], (std::array<int, 2>{1, 2}));
  ASSERT_FALSE(got.system.groups.empty());
  EXPECT_EQ(got.system.groups[0].name, "atoms_1");
  EXPECT_EQ(got.system.groups[0].members, (std::vector<int>{0, 1}));
  ASSERT_EQ(got.report.skipped.size(), 1u);
  EXPECT_EQ(got.report.skipped[0].kind, "Angles");
  EXPECT_TRUE(validate(got.system).empty());
}

TEST(ImportLammps, StylesFollowFromTheColumns) {
  const auto one = [](const std::string& atoms) {
    return import_bytes("t\n\n1 atoms\n1 atom types\n\n" + atoms, "lammps", "a.data")
        .system.nodes.position;
  };
  const std::vector<double> place = {1, 2, 3};
  EXPECT_EQ(one("Atoms\n\n1 1 1 2 3\n"), place);
  EXPECT_EQ(one("Atoms\n\n1 1 1 1 2 3\n"), place);
  EXPECT_EQ(one("Atoms\n\n1 1 1 0.5 1 2 3\n"), place);
  EXPECT_EQ(one("Atoms # charge\n\n1 1 0.5 1 2 3\n"), place);
  EXPECT_EQ(one("Atoms # full\n\n1 1 1 0.5 1 2 3 0 0 0\n"), place);
  EXPECT_EQ(one("Atoms # sphere\n\n1 1 0.5 7 1 2 3\n"), place);
}

TEST(ImportLammps, MalformedFilesAreRefused) { expect_refused("lammps", {{"data", kData}}); }

const std::string kSprings =
    "#1.0 *** XSpringies data file\ncmas 1.0\nelas 1\nkspr 0.9\nkdmp 1\nfixm 0\nshws 1\ncent -1\n"
    "frce 0 1 10 90\nfrce 1 0 5 2\nfrce 2 0 1 1\nfrce 3 1 10000 1\nfrce 4 1 0 0\nvisc 0.5\nstck "
    "0\nstep 0.025\n"
    "prec 1\nadpt 0\ngsnp 20 0\nwall 1 1 1 1\nmass 5 10 20 1 -2 3 0.8\nmass 2 30 20 0 0 -1.5 0.8\n"
    "spng 1 5 2 4 0.25 15\nspng 2 2 5 1 0 10\n";

TEST(ImportXsp, MassesAndSpringsInThePlane) {
  const Imported got = import_bytes(kSprings, "xsp", "a.xsp");
  EXPECT_EQ(got.system.dimension, 2);
  EXPECT_EQ(got.system.nodes.position, (std::vector<double>{10, 20, 30, 20}));
  EXPECT_EQ(got.system.nodes.velocity, (std::vector<double>{1, -2, 0, 0}));
  EXPECT_EQ(got.system.nodes.mass, (Column{3, 1.5}));
  ASSERT_EQ(got.system.nodes.fixed.size(), 1u);
  EXPECT_EQ(got.system.nodes.fixed[0].nodes, std::vector<int>{1});
  EXPECT_EQ(got.system.springs[0].stiffness, (Column{4, 1}));
  EXPECT_EQ(got.system.springs[0].damping, (Column{0.25, 0}));
  EXPECT_EQ(got.system.springs[0].rest_length, (Column{15, 10}));
  // gravity of 10 to the right
  EXPECT_NEAR(got.system.gravity[0], 10, 1e-12);
  EXPECT_NEAR(got.system.gravity[1], 0, 1e-12);
  // forces 3 and 4, and the walls of the window
  EXPECT_EQ(got.report.skipped.size(), 4u);
  EXPECT_EQ(got.system.drag, 0.5);
  // left and below, at 0, with the elasticity of the mass that moves
  ASSERT_EQ(got.system.obstacles.size(), 2u);
  for (std::size_t i = 0; i < 2; ++i) {
    const Obstacle& wall = got.system.obstacles[i];
    EXPECT_EQ(wall.kind, Obstacle::Kind::plane);
    EXPECT_EQ(wall.name, i == 0 ? "left wall" : "bottom wall");
    EXPECT_EQ(wall.point, (std::vector<double>{0, 0}));
    EXPECT_EQ(wall.normal, i == 0 ? (std::vector<double>{1, 0}) : (std::vector<double>{0, 1}));
    EXPECT_EQ(wall.restitution, 0.8);
  }
  EXPECT_TRUE(validate(got.system).empty());
}

// Masses pass a wall of XSpringies from behind; an obstacle would throw them out.
TEST(ImportXsp, AWallWithMassesBehindItIsLeftOut) {
  const std::string head = "#1.0\nwall 0 1 0 1\n";
  const Imported behind =
      import_bytes(head + "mass 1 -3 5 0 0 1 1\nmass 2 4 5 0 0 1 0.5\n", "xsp", "a.xsp");
  ASSERT_EQ(behind.system.obstacles.size(), 1u);
  EXPECT_EQ(behind.system.obstacles[0].name, "bottom wall");
  EXPECT_EQ(behind.system.obstacles[0].restitution, 0.5);
  EXPECT_EQ(behind.report.skipped.size(), 2u);
  // those that are fixed do not move
  const Imported fixed =
      import_bytes(head + "mass 1 -3 5 0 0 -1 1\nmass 2 4 5 0 0 1 1\n", "xsp", "a.xsp");
  EXPECT_EQ(fixed.system.obstacles.size(), 2u);
}

TEST(ImportXsp, MalformedFilesAreRefused) { expect_refused("xsp", {{"springs", kSprings}}); }

}  // namespace
}  // namespace tensio
