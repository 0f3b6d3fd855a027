// XSpringies (.xsp): masses and springs in the plane.
#include <fmt/format.h>

#include <algorithm>
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
constexpr const char* kForces[] = {"gravity", "frce 1 (attraction to the centre of mass)",
                                   "frce 2 (attraction to the centre)",
                                   "frce 3 (repulsion by the walls)"};

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
      // a force on each mass whatever it weighs, which drag is not
      if (scanner_.number("the viscosity") != 0) draft_.skip("visc (viscosity)");
    } else if (word == "wall") {
      bool any = false;
      for (int i = 0; i < 4; ++i) any = scanner_.number("0 or 1 for a wall") != 0 || any;
      if (any) draft_.skip("wall");
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
    scanner_.number("the elasticity");
    draft_.add_node(x, y, 0);
    draft_.set_velocity(vx, vy, 0);
    draft_.set_mass(std::abs(mass));
    // a fixed mass has a sign
    if (std::signbit(mass)) draft_.fix();
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
    const int which = scanner_.whole("the number of a force", 0, 3);
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
};

}  // namespace

void read_xsp(const ForeignFile& file, Draft& draft) { XspReader(file, draft).read(); }

}  // namespace tensio::io
