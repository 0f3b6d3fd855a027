// LAMMPS data files: nodes as atoms, springs as harmonic bonds, atom_style bond.
//
// LAMMPS's energy of a bond is K (r - r0)², so K = k/2. There is a bond type for each distinct pair
// of K and r0, an atom type for each distinct mass of free nodes and of fixed ones.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>

#include "core/index.hpp"
#include "io/formats/export/mesh_writers.hpp"
#include "io/text/markup.hpp"
#include "model/resolve.hpp"

namespace tensio::io {
namespace {

// Numbers things by the order in which they first come.
template <class Key>
class Types {
 public:
  std::size_t of(const Key& key) {
    const auto [place, added] = numbers_.emplace(key, keys_.size() + 1);
    if (added) keys_.push_back(key);
    return place->second;
  }
  const std::vector<Key>& keys() const { return keys_; }

 private:
  std::map<Key, std::size_t> numbers_ = {};
  std::vector<Key> keys_ = {};
};

struct AtomType {
  double mass;
  bool constrained;
  auto operator<(const AtomType& other) const {
    return mass != other.mass ? mass < other.mass : constrained < other.constrained;
  }
};

struct BondType {
  double stiffness, rest_length;
  auto operator<(const BondType& other) const {
    return stiffness != other.stiffness ? stiffness < other.stiffness
                                        : rest_length < other.rest_length;
  }
};

struct WrittenBond {
  std::size_t type;
  std::array<int, 2> ends;
};

// The bonds, and how many springs of each law are not what they were.
struct Bonds {
  Types<BondType> types = {};
  std::vector<WrittenBond> bonds = {};
  std::array<std::size_t, kLawCount> bent = {};  // written, but not the law they have
  std::array<std::size_t, kLawCount> left = {};  // left out
  std::size_t damped = 0;
};

Bonds bonds_of(const NetView& net) {
  Bonds result;
  const SpringNumbers numbers = spring_numbers(net);
  for (const std::size_t s : net.whole) {
    const SpringFact& spring = net.springs[s];
    const SpringColumns columns = columns_of(net.system, net.system.springs[spring.set]);
    const auto law = usize(columns.law);
    const bool harmonic = is_straight(columns.law) && !can_be_slack(columns.law);
    const bool one_sided = can_be_slack(columns.law) && is_straight(columns.law);
    const double k = numbers.stiffness[s];
    const double l0 = columns.law == Law::force_density ? 0.0 : numbers.rest_length[s];
    if (!harmonic && !one_sided) {
      ++result.left[law];
      continue;
    }
    if (!std::isfinite(k)) {
      throw Error(fmt::format("{} has no stiffness; give --stiffness or --axial-stiffness",
                              spring_label(net.system, static_cast<int>(s))));
    }
    if (one_sided) ++result.bent[law];
    if (!columns.damping.empty() || !columns.damping_time.empty()) ++result.damped;
    result.bonds.push_back({result.types.of({k / 2, l0}), spring.ends});
  }
  return result;
}

void note_bonds(const Bonds& bonds, Notes& notes) {
  for (std::size_t law = 0; law < kLawCount; ++law) {
    const char* name = to_string(static_cast<Law>(law));
    const auto springs = [&](std::size_t count) {
      return fmt::format("{} of the law {} {}", count_text(count, "spring", "springs"), name,
                         count == 1 ? "is" : "are");
    };
    if (bonds.bent[law] > 0) {
      notes.push_back(springs(bonds.bent[law]) +
                      " written as harmonic bonds, which push and pull alike");
    }
    if (bonds.left[law] > 0) {
      notes.push_back(springs(bonds.left[law]) +
                      " left out: a harmonic bond cannot represent that");
    }
  }
  if (bonds.damped > 0) notes.push_back("the damping of springs is left out");
}

// A box around all nodes, with room to move in; flat in 2D.
std::string box_text(const NetView& net) {
  std::string text;
  std::array<double, 3> low = {}, high = {};
  double extent = 1;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    for (std::size_t node = 0; node < net.node_count; ++node) {
      const double x = net.point(node)[axis];
      low[axis] = node == 0 ? x : std::min(low[axis], x);
      high[axis] = node == 0 ? x : std::max(high[axis], x);
    }
    extent = std::max(extent, high[axis] - low[axis]);
  }
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const double room = net.system.dimension == 2 && axis == 2 ? 0.5 : extent;
    text += fmt::format("{} {} {}lo {}hi\n", low[axis] - room, high[axis] + room, "xyz"[axis],
                        "xyz"[axis]);
  }
  return text;
}

void note_system(const System& system, const Types<AtomType>& atoms, Notes& notes) {
  std::string constrained;
  for (std::size_t type = 0; type < atoms.keys().size(); ++type) {
    if (atoms.keys()[type].constrained) constrained += fmt::format(" {}", type + 1);
  }
  if (!constrained.empty()) {
    notes.push_back(fmt::format(
        "a data file contains no supports: fixed nodes are atoms of type{0}; fix them with "
        "`group fixed type{0}` and `fix hold fixed setforce 0 0 0`",
        constrained));
  }
  if (std::any_of(system.gravity.begin(), system.gravity.end(), [](double g) { return g != 0; })) {
    notes.push_back("gravity is left out; LAMMPS has `fix gravity` for it");
  }
  if (!system.loads.empty()) notes.push_back("loads are left out; LAMMPS has `fix addforce`");
  if (system.faces.count() > 0) notes.push_back("faces are left out");
}

}  // namespace

std::string lammps_text(const NetView& net, Notes& notes) {
  note_broken(net, notes);
  const Bonds bonds = bonds_of(net);
  note_bonds(bonds, notes);
  const std::vector<double> mass = node_masses(net.system);
  const std::vector<unsigned char> constrained = fixed_axes(net.system);
  Types<AtomType> atoms;
  std::vector<std::size_t> type_of;
  std::size_t massless = 0;
  for (std::size_t node = 0; node < net.node_count; ++node) {
    massless += mass[node] > 0 ? 0 : 1;
    type_of.push_back(atoms.of({mass[node] > 0 ? mass[node] : 1.0, constrained[node] != 0}));
  }
  if (massless > 0) {
    notes.push_back(fmt::format("{} no mass, which LAMMPS needs: it is written as 1",
                                count_text(massless, "node has", "nodes have")));
  }
  note_system(net.system, atoms, notes);

  std::string text = fmt::format(
      "LAMMPS data file by tensio: atom_style bond, bond_style harmonic\n\n{} atoms\n{} bonds\n"
      "{} atom types\n{} bond types\n\n{}\nMasses\n\n",
      net.node_count, bonds.bonds.size(), atoms.keys().size(), bonds.types.keys().size(),
      box_text(net));
  const auto out = std::back_inserter(text);
  for (std::size_t i = 0; i < atoms.keys().size(); ++i) {
    fmt::format_to(out, "{} {}{}\n", i + 1, atoms.keys()[i].mass,
                   atoms.keys()[i].constrained ? " # fixed" : "");
  }
  if (!bonds.bonds.empty()) text += "\nBond Coeffs # harmonic\n\n";
  for (std::size_t i = 0; i < bonds.types.keys().size(); ++i) {
    const BondType& type = bonds.types.keys()[i];
    fmt::format_to(out, "{} {} {}\n", i + 1, type.stiffness, type.rest_length);
  }
  text += "\nAtoms # bond\n\n";
  for (std::size_t node = 0; node < net.node_count; ++node) {
    const Vector p = net.point(node);
    fmt::format_to(out, "{} 1 {} {} {} {}\n", node + 1, type_of[node], p[0], p[1], p[2]);
  }
  if (!net.state.velocity.empty()) {
    text += "\nVelocities\n\n";
    for (std::size_t node = 0; node < net.node_count; ++node) {
      const Vector v = net.velocity(node);
      fmt::format_to(out, "{} {} {} {}\n", node + 1, v[0], v[1], v[2]);
    }
  }
  if (!bonds.bonds.empty()) text += "\nBonds\n\n";
  for (std::size_t i = 0; i < bonds.bonds.size(); ++i) {
    const WrittenBond& bond = bonds.bonds[i];
    fmt::format_to(out, "{} {} {} {}\n", i + 1, bond.type, bond.ends[0] + 1, bond.ends[1] + 1);
  }
  return text;
}

}  // namespace tensio::io
