// LAMMPS data files and XSpringies files: what is taken, and what is refused.
#include <gtest/gtest.h>

#include "refusals.hpp"
#include "tensio/import.hpp"

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

TEST(ImportLammps, MalformedFilesAreRefused) {
  const auto d = [](const char* from, const char* to) { return broken(kData, from, to); };
  expect_refused(
      "lammps",
      {{"", 1, "the file is empty"},
       {"title\n", 0, "there is no atom"},
       {"title\n\n0 atoms\n", 0, "there is no atom"},
       {d("3 atoms", "3 atom"), 3, "`atom` is no keyword of the header"},
       {d("3 atoms", "-3 atoms"), 3, "the number of atoms must be a whole number"},
       {d("3 atoms", "3.5 atoms"), 3, "the number of atoms"},
       {d("3 atoms", "many atoms"), 3, "`many` is no keyword of the header"},
       {d("3 atoms", "2000000000 atoms"), 23, "2000000000 atoms cannot stand"},
       {d("3 atoms", "4 atoms"), 27, "there are 3 rows of Atoms, and 4 are announced"},
       {d("3 atoms", "2 atoms"), 27, "`5` stands where a section"},
       {d("3 atoms", "3"), 3, "needs a keyword behind its numbers"},
       {d("3 atoms", "1 2 3 4 5 6 7 8 9 10 11 12 13 atoms"), 3,
        "this line of the header is too long"},
       {d("0 10 xlo xhi", "0 xlo xhi"), 9, "two numbers should stand before this word"},
       {d("0 10 xlo xhi", "10 0 xlo xhi"), 9, "must be above the low end"},
       {d("0 10 xlo xhi", "0 inf xlo xhi"), 9, "`inf` is no keyword of the header"},
       {d("3 atoms\n", ""), 22, "does not announce any atoms"},
       {d("-1 1 zlo zhi", "-1 1 zlo zhi\n1 2 xy xz yz"), 12, "three numbers should stand"},
       {d("1 2.5 #", "1 -2.5 #"), 15, "the mass is -2.5; it must be positive"},
       {d("1 2.5 #", "1 0 #"), 15, "the mass is 0"},
       {d("1 2.5 #", "1 heavy #"), 15, "a mass must be a finite number"},
       {d("1 2.5 #", "3 2.5 #"), 15, "a type of atoms must be a whole number from 1 to 2"},
       {d("1 2.5 #", "2 2.5 #"), 16, "the mass of type 2 is given twice"},
       {d("2 4\n", "2 4 5\n"), 16, "`5` stands behind the mass"},
       {d("2 4\n", ""), 15, "there are 1 rows of masses, and 2 are announced"},
       {d("1 50 1.5", "1 -50 1.5"), 20, "K is -50"},
       {d("1 50 1.5", "1 50 -1.5"), 20, "r0 is -1.5"},
       {d("1 50 1.5", "1 50"), 20, "r0 of a bond is missing"},
       {d("1 50 1.5", "1 50 1.5 9"), 20, "`9` stands behind K and r0"},
       {d("1 50 1.5", "2 50 1.5"), 21, "the coefficients of type 2 are given twice"},
       {d("Atoms # bond", "Atoms # dipole"), 25, "atoms of the style `dipole` are not read"},
       {d("7 1 2 0.5 0 0 1 0 0", "7 1 2 0.5"), 25,
        "this row has 4 columns; atoms of the style bond"},
       {d("Atoms # bond\n\n7 1 2 0.5 0 0 1 0 0", "Atoms\n\n7 1"), 25,
        "has 2 columns, which is no style"},
       {d("3 1 1 1 0 0 0 0 0", "3 1 1 1 0"), 26, "this row has 5 columns"},
       {d("3 1 1 1 0 0 0 0 0", "3 1 1 1 y 0 0 0 0"), 26, "a coordinate of an atom"},
       {d("3 1 1 1 0 0 0 0 0", "0 1 1 1 0 0 0 0 0"), 26, "the number of an atom"},
       {d("3 1 1 1 0 0 0 0 0", "3 1 9 1 0 0 0 0 0"), 26, "the type of an atom"},
       {d("3 1 1 1 0 0 0 0 0", "3 1 1 1 0 0 0 0.5 0"), 26, "an image flag"},
       {d("3 1 1 1 0 0 0 0 0", "5 1 1 1 0 0 0 0 0"), 27, "two atoms have the number 5"},
       {d("3 0 0 1\n", "4 0 0 1\n"), 31, "there is no atom 4"},
       {d("3 0 0 1\n", "3 0 0\n"), 31, "a velocity is missing"},
       {d("3 0 0 1\n", "3 0 0 fast\n"), 31, "a velocity must be a finite number"},
       {d("1 1 3 5\n2", "1 1 3 6\n2"), 37, "there is no atom 6"},
       {d("1 1 3 5\n2", "1 3 3 5\n2"), 37, "the type of a bond"},
       {d("1 1 3 5\n2", "1 1 3\n2"), 37, "an atom of a bond is missing"},
       {d("1 1 3 5\n2", "1 1 3 5 7\n2"), 37, "`7` stands behind the atoms of a bond"},
       {d("2 bonds", "3 bonds"), 38, "there are 2 rows of Bonds, and 3 are announced"},
       {d("2 bonds", "0 bonds"), 35, "does not announce any bonds"},
       {d("Bonds\n\n1 1 3 5\n2 2 5 7\n", ""), 0, "2 bonds are announced, and 0 are given"},
       {d("Angles\n\n1 1 3 5 7\n", "Angles\n"), 40, "the section `Angles` is empty"},
       {d("Masses\n", "Masses of atoms\n"), 13, "`atoms` stands behind the name of a section"}});
}

const std::string kSprings =
    "#1.0 *** XSpringies data file\ncmas 1.0\nelas 1\nkspr 0.9\nkdmp 1\nfixm 0\nshws 1\ncent -1\n"
    "frce 0 1 10 90\nfrce 1 0 5 2\nfrce 2 0 1 1\nfrce 3 1 10000 1\nvisc 0.5\nstck 0\nstep 0.025\n"
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
  EXPECT_EQ(got.report.skipped.size(), 3u);
  EXPECT_TRUE(validate(got.system).empty());
}

TEST(ImportXsp, MalformedFilesAreRefused) {
  const auto x = [](const char* from, const char* to) { return broken(kSprings, from, to); };
  expect_refused(
      "xsp",
      {{"", 1, "begins with `#1.0`"},
       {"#2.0\n", 1, "begins with `#1.0`"},
       {"mass 1 0 0 0 0 1 1\n", 1, "begins with `#1.0`"},
       {"#1.0\n", 0, "there is no mass"},
       {"#1.0\ncmas 1\n", 0, "there is no mass"},
       {x("cmas 1.0", "cmas"), 2, "the value of a setting is missing"},
       {x("cmas 1.0", "cmas one"), 2, "the value of a setting must be a finite number"},
       {x("cmas 1.0", "CMAS 1.0"), 2, "`CMAS` is no command"},
       {x("cmas 1.0", "colr 1.0"), 2, "`colr` is no command"},
       {x("frce 0 1 10 90", "frce 4 1 10 90"), 9, "the number of a force must be a whole number"},
       {x("frce 0 1 10 90", "frce 0 1 10"), 9, "the second value of a force is missing"},
       {x("frce 0 1 10 90", "frce 0 1"), 9, "the first value of a force is missing"},
       {x("frce 0 1 10 90", "frce 0"), 9, "0 or 1 for a force is missing"},
       {x("frce 0 1 10 90", "frce 0 on 10 90"), 9, "0 or 1 for a force"},
       {x("frce 0 1 10 90", "frce 0 1 10 90 7"), 9, "`7` stands behind the values"},
       {x("visc 0.5", "visc"), 13, "the viscosity is missing"},
       {x("visc 0.5", "visc thick"), 13, "the viscosity must be a finite number"},
       {x("visc 0.5", "visc 1 2"), 13, "`2` stands behind the values"},
       {x("wall 1 1 1 1", "wall 1 1 1"), 19, "0 or 1 for a wall is missing"},
       {x("wall 1 1 1 1", "wall 1 1 1 up"), 19, "0 or 1 for a wall must be a finite number"},
       {x("mass 5 10", "mass x 10"), 20, "the number of a mass must be a whole number"},
       {x("mass 5 10", "mass -5 10"), 20, "the number of a mass"},
       {x("mass 5 10", "mass 5.5 10"), 20, "the number of a mass"},
       {x("mass 5 10", "mass 2 10"), 21, "two masses have the number 2"},
       {x("mass 5 10 20 1 -2 3 0.8", "mass 5"), 20, "x of a mass is missing"},
       {x("mass 5 10 20 1 -2 3 0.8", "mass 5 10"), 20, "y of a mass is missing"},
       {x("mass 5 10 20 1 -2 3 0.8", "mass 5 10 20"), 20, "the velocity along x is missing"},
       {x("mass 5 10 20 1 -2 3 0.8", "mass 5 10 20 1"), 20, "the velocity along y is missing"},
       {x("mass 5 10 20 1 -2 3 0.8", "mass 5 10 20 1 -2"), 20, "the mass is missing"},
       {x("mass 5 10 20 1 -2 3 0.8", "mass 5 10 20 1 -2 3"), 20, "the elasticity is missing"},
       {x("mass 5 10 20 1 -2 3 0.8", "mass 5 nan 20 1 -2 3 0.8"), 20,
        "x of a mass must be a finite"},
       {x("mass 5 10 20 1 -2 3 0.8", "mass 5 10 20 1 -2 3 0.8 9"), 20, "`9` stands behind"},
       {x("spng 1 5 2", "spng 1 5 3"), 22, "there is no mass 3"},
       {x("spng 1 5 2", "spng 1 0 2"), 22, "there is no mass 0"},
       {x("spng 1 5 2", "spng 1 5 x"), 22, "a mass of a spring must be a whole number"},
       {x("spng 1 5 2", "spng a 5 2"), 22, "the number of a spring"},
       {x("4 0.25 15", "-4 0.25 15"), 22, "the stiffness is -4"},
       {x("4 0.25 15", "4 -0.25 15"), 22, "the damping is -0.25"},
       {x("4 0.25 15", "4 0.25 -15"), 22, "the rest length is -15"},
       {x("4 0.25 15", "4 0.25"), 22, "the rest length is missing"},
       {x("4 0.25 15", "4 0.25 long"), 22, "the rest length must be a finite number"},
       {x("4 0.25 15", "4 0.25 15 1"), 22, "`1` stands behind"}});
}

}  // namespace
}  // namespace tensio
