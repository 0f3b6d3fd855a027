// XSpringies (.xsp): masses and springs in the plane.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>

#include "core/sine.hpp"
#include "io/formats/import/readers.hpp"
#include "io/text/characters.hpp"
#include "io/text/text_scanner.hpp"

namespace tensio::io {
namespace {

// Settings of the program's window, and of its way of stepping.
constexpr std::string_view kSettings[] = {"cmas", "elas", "kspr", "kdmp", "fixm", "shws",
                                          "cent", "stck", "step", "prec", "adpt", "gsnp"};
// What `frce` may be besides gravity.
constexpr const char* kForces[] = {
    "gravity", "frce 1 (attraction to the centre of mass)", "frce 2 (attraction to the centre)",
    "frce 3 (repulsion by the walls)", "frce 4 (collisions between masses)"};
// In the order of the file. Those at the top and at the right are edges of a window, whose size the
// file does not contain.
constexpr const char* kWalls[] = {"wall at the top (its position is not in the file)", "left wall",
                                  "wall at the right (its position is not in the file)",
                                  "bottom wall"};

class XspReader {
 public:
  XspReader(const ForeignFile& file, Draft& draft) : scanner_(file), draft_(draft) {}

  void read() {
    draft_.is_table = true;
    draft_.dimension = 2;
    std::string_view line;
    if (!scanner_.take_line(line) || line.substr(0, 4) != "#1.0")
      scanner_.fail("an XSpringies file begins with `#1.0`");
    while (scanner_.next_line()) read_command(scanner_.word("a command"));
    for (const Spring& spring : springs_) add_spring(spring);
    if (walls_[1]) add_wall(1, 0);
    if (walls_[3]) add_wall(3, 1);
    if (nodes_.empty()) scanner_.file().fail("there is no mass in this file");
  }

 private:
  struct End {
    std::string_view place;
    int mass;
  };
  struct Spring {
    End a, b;
    double stiffness, damping, rest_length;
  };

  void read_command(std::string_view word) {
    if (word == "mass") {
      read_mass();
    } else if (word == "spng") {
      read_spring();
    } else if (word == "frce") {
      read_force();
    } else if (word == "visc") {
      // slows each mass by this times its velocity, whatever it weighs: so does drag
      draft_.system().drag = read_amount("the viscosity");
    } else if (word == "wall") {
      for (bool& wall : walls_) wall = scanner_.number("0 or 1 for a wall") != 0;
      for (const std::size_t i : {std::size_t{0}, std::size_t{2}})
        if (walls_[i]) draft_.skip(kWalls[i]);
    } else if (std::find(std::begin(kSettings), std::end(kSettings), word) != std::end(kSettings)) {
      do {
        scanner_.number("the value of a setting");
      } while (scanner_.more());
    } else {
      scanner_.fail(fmt::format("`{}` is not a command of an XSpringies file", shortened(word)));
    }
    scanner_.end_line("the values of this command");
  }

  void read_mass() {
    const int id = scanner_.whole("the number of a mass", 0, kLargestInt);
    if (!nodes_.emplace(id, draft_.node_count()).second)
      scanner_.fail(fmt::format("two masses have the number {}", id));
    const double x = scanner_.number("x of a mass");
    const double y = scanner_.number("y of a mass");
    const double vx = scanner_.number("the velocity along x");
    const double vy = scanner_.number("the velocity along y");
    const double mass = scanner_.number("the mass");
    const double elasticity = scanner_.number("the elasticity");
    draft_.add_node(x, y, 0);
    draft_.set_velocity(vx, vy, 0);
    draft_.set_mass(std::abs(mass));
    // a fixed mass has a sign
    if (std::signbit(mass)) return draft_.fix();
    lowest_ = {std::min(lowest_[0], x), std::min(lowest_[1], y)};
    elasticities_.push_back(std::clamp(elasticity, 0.0, 1.0));
  }

  // At 0 along an axis. Masses pass through a wall from behind, which those of obstacles do not.
  void add_wall(std::size_t which, std::size_t axis) {
    if (lowest_[axis] < 0)
      return draft_.skip(fmt::format("{} (masses are behind it)", kWalls[which]));
    Obstacle wall;
    wall.kind = Obstacle::Kind::plane;
    wall.name = kWalls[which];
    wall.point = {0, 0, 0};
    wall.normal = {0, 0, 0};
    wall.normal[axis] = 1;
    // of the masses there, of the obstacle here
    const auto [least, most] = std::minmax_element(elasticities_.begin(), elasticities_.end());
    if (least != elasticities_.end()) {
      wall.restitution = *least;
      if (*least != *most) draft_.skip("elasticity that differs (walls have the least of them)");
    }
    draft_.system().obstacles.push_back(std::move(wall));
  }

  End read_end() {
    const int mass = scanner_.whole("a mass of a spring", 0, kLargestInt);
    return {scanner_.last(), mass};
  }

  double read_amount(const char* what) {
    const double value = scanner_.number(what);
    if (value < 0) scanner_.fail(fmt::format("{} is {}; it must not be negative", what, value));
    return value;
  }

  void read_spring() {
    scanner_.whole("the number of a spring", 0, kLargestInt);
    Spring spring = {};
    spring.a = read_end();
    spring.b = read_end();
    spring.stiffness = read_amount("the stiffness");
    spring.damping = read_amount("the damping");
    spring.rest_length = read_amount("the rest length");
    springs_.push_back(spring);
  }

  // Springs may come before their masses.
  void add_spring(const Spring& spring) {
    draft_.add_line(node_of(spring.a), node_of(spring.b));
    draft_.set_value(&SpringSet::stiffness, spring.stiffness);
    draft_.set_value(&SpringSet::damping, spring.damping);
    draft_.set_value(&SpringSet::rest_length, spring.rest_length);
  }

  int node_of(const End& end) const {
    const auto found = nodes_.find(end.mass);
    if (found == nodes_.end())
      scanner_.fail_at(end.place, fmt::format("there is no mass {}", end.mass));
    return found->second;
  }

  // Gravity is an acceleration and its direction, in degrees from downwards to the right.
  void read_force() {
    const int which = scanner_.whole("the number of a force", 0, 4);
    const bool is_active = scanner_.number("0 or 1 for a force") != 0;
    const double size = scanner_.number("the first value of a force");
    const double turns = scanner_.number("the second value of a force") / 360;
    if (!is_active) return;
    if (which != 0) return draft_.skip(kForces[which]);
    const auto whole_zero = [](double value) { return std::abs(value) < 1e-15 ? 0.0 : value; };
    draft_.system().gravity = {size * whole_zero(sine_of_turns(turns)),
                               -size * whole_zero(sine_of_turns(turns + 0.25)), 0};
  }

  TextScanner scanner_;
  Draft& draft_;
  std::map<int, int> nodes_;
  std::vector<Spring> springs_;
  std::array<bool, 4> walls_ = {};
  std::array<double, 2> lowest_ = {HUGE_VAL, HUGE_VAL};  // coordinates of masses that move
  std::vector<double> elasticities_;                     // of these
};

}  // namespace

void read_xsp(const ForeignFile& file, Draft& draft) { XspReader(file, draft).read(); }

}  // namespace tensio::io
