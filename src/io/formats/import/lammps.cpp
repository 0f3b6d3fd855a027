// LAMMPS data files: atoms are nodes, bonds are springs, a set for each type of bond.
//
// LAMMPS writes the energy of a harmonic bond as K (r - r0)^2, so the stiffness is 2 K.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "core/index.hpp"
#include "io/formats/import/readers.hpp"
#include "io/text/characters.hpp"
#include "io/text/text_scanner.hpp"

namespace tensio::io {
namespace {

// Columns of the section Atoms, by the atom style.
struct AtomStyle {
  std::string_view name;
  int type;     // its column
  int x;        // the first of three
  int columns;  // without image flags
};
constexpr AtomStyle kStyles[] = {{"atomic", 1, 2, 5},    {"bond", 2, 3, 6}, {"angle", 2, 3, 6},
                                 {"molecular", 2, 3, 6}, {"full", 2, 4, 7}, {"charge", 1, 3, 6},
                                 {"sphere", 1, 4, 7}};

constexpr std::string_view kPlural[] = {"atoms", "bonds", "angles", "dihedrals", "impropers"};

constexpr std::string_view kHeaderWords[] = {"extra", "ellipsoids", "lines", "triangles", "bodies",
                                             "xlo",   "ylo",        "zlo",   "xy",        "avec",
                                             "bvec",  "cvec",       "abc"};

struct Numbered {
  std::string_view place;
  int id = 0;
};
struct Atom {
  Numbered self;
  int type = 0;
  std::array<double, 3> position = {};
  std::array<double, 3> velocity = {};
};
struct Bond {
  int type = 0;
  Numbered a, b;
};

class LammpsReader {
 public:
  LammpsReader(const ForeignFile& file, Draft& draft)
      : file_(file), scanner_(file, "#"), draft_(draft) {}

  void read() {
    draft_.is_table = true;
    std::string_view line;
    if (!scanner_.take_line(line)) scanner_.fail("the file is empty; its first line is a title");
    draft_.system().title = clean_name(line);
    bool in_header = true;
    while (scanner_.next_line()) {
      const std::size_t begin = scanner_.offset();
      const std::string_view word = scanner_.word("a keyword");
      const bool is_section = (word[0] >= 'A' && word[0] <= 'Z');
      if (is_section) {
        in_header = false;
        read_section(std::string(word));
      } else if (in_header) {
        read_header(begin);
      } else {
        scanner_.fail(fmt::format("`{}` is found where a section such as `Atoms` should begin",
                                  shortened(word)));
      }
    }
    make_nodes();
    make_springs();
  }

 private:
  // "12 atoms", "2 bond types", "0 10 xlo xhi"...
  void read_header(std::size_t begin) {
    std::vector<std::string_view> values, words;
    scanner_.go_to(begin);
    while (scanner_.more()) {
      const std::string_view word = scanner_.word({});
      const bool is_number = !(word[0] >= 'a' && word[0] <= 'z');
      (is_number && words.empty() ? values : words).push_back(word);
      if (values.size() + words.size() > 12) scanner_.fail("this line of the header is too long");
    }
    if (words.empty()) scanner_.fail("a line of the header needs a keyword behind its numbers");
    const bool is_types = words.size() == 2 && words[1] == "types";
    const bool is_known =
        std::find(std::begin(kHeaderWords), std::end(kHeaderWords), words[0]) !=
            std::end(kHeaderWords) ||
        std::find(std::begin(kPlural), std::end(kPlural), words[0]) != std::end(kPlural);
    if (!is_types && !is_known)
      scanner_.fail_at(words[0],
                       fmt::format("`{}` is not a keyword of the header; these are atoms, "
                                   "bonds, atom types, xlo xhi and the like",
                                   shortened(words[0])));
    for (std::size_t i = 0; i < std::size(kPlural); ++i)
      if (words.size() == 1 && words[0] == kPlural[i] && values.size() == 1)
        counts_[i] = scanner_.to_whole(values[0], fmt::format("the number of {}", kPlural[i]), 0,
                                       kLargestInt);
    if (is_types && values.size() == 1) {
      const int count = scanner_.to_whole(values[0], "the number of types", 0, kLargestInt);
      if (words[0] == "atom") atom_types_ = count;
      if (words[0] == "bond") bond_types_ = count;
    }
    static constexpr std::string_view kLows[] = {"xlo", "ylo", "zlo"};
    for (std::size_t axis = 0; axis < 3; ++axis) {
      if (words[0] != kLows[axis]) continue;
      if (values.size() != 2) scanner_.fail("two numbers are expected before this word");
      const double low = scanner_.to_number(values[0], "the low end of the box");
      const double high = scanner_.to_number(values[1], "the high end of the box");
      if (!(high > low)) scanner_.fail("the high end of the box must be above the low end");
      box_[axis][axis] = high - low;
    }
    if (words[0] == "xy") {
      if (values.size() != 3) scanner_.fail("three numbers are expected before this word");
      box_[1][0] = scanner_.to_number(values[0], "the tilt of the box");
      box_[2][0] = scanner_.to_number(values[1], "the tilt of the box");
      box_[2][1] = scanner_.to_number(values[2], "the tilt of the box");
    }
  }

  void read_section(std::string name) {
    const std::string_view place = scanner_.last();
    // a name may have two words; a comment behind it is a style
    if (scanner_.more()) name += " " + std::string(scanner_.word({}));
    scanner_.end_line("the name of a section");
    const std::string style = style_of_section();
    if (name == "Masses") {
      read_masses();
    } else if (name == "Atoms") {
      read_atoms(style);
    } else if (name == "Velocities") {
      read_velocities();
    } else if (name == "Bonds") {
      read_bonds();
    } else if (name == "Bond Coeffs") {
      read_bond_coefficients(style);
    } else {
      skip_section(name, place);
    }
  }

  // The word behind # on the line of the section's name.
  std::string style_of_section() {
    const std::size_t line =
        file_.bytes.rfind('\n', scanner_.offset() == 0 ? 0 : scanner_.offset() - 1);
    const std::size_t begin = line == std::string_view::npos ? 0 : line + 1;
    const std::string_view text = file_.bytes.substr(begin, scanner_.offset() - begin);
    const std::size_t mark = text.find('#');
    if (mark == std::string_view::npos) return {};
    std::string_view rest = text.substr(mark + 1);
    while (!rest.empty() && (rest[0] == ' ' || rest[0] == '\t')) rest.remove_prefix(1);
    return std::string(rest.substr(0, rest.find_first_of(" \t\r")));
  }

  // Goes to the next row of a section; false where another section, or the end, follows.
  bool next_row() {
    const std::size_t before = scanner_.offset();
    if (!scanner_.next_line()) return false;
    const char c = file_.bytes[scanner_.offset()];
    if (c < 'A' || c > 'Z') return true;
    scanner_.go_to(before);
    return false;
  }

  void expect_row(int row, int count, std::string_view what) {
    if (!next_row())
      scanner_.fail(fmt::format("there are {} rows of {}, and {} are announced", row, what, count));
  }

  int count_of(std::size_t which) {
    if (counts_[which] == 0)
      scanner_.fail(
          fmt::format("the header does not announce any {} for this section", kPlural[which]));
    scanner_.expect_room(counts_[which], 6, kPlural[which]);
    return counts_[which];
  }

  void read_masses() {
    for (int i = 0; i < atom_types_; ++i) {
      expect_row(i, atom_types_, "masses");
      const int type = scanner_.whole("a type of atoms", 1, atom_types_);
      const double mass = scanner_.number("a mass");
      if (!(mass > 0)) scanner_.fail(fmt::format("the mass is {}; it must be positive", mass));
      if (!masses_.emplace(type, mass).second)
        scanner_.fail(fmt::format("the mass of type {} is given twice", type));
      scanner_.end_line("the mass");
    }
  }

  const AtomStyle& atom_style(const std::string& name, int columns) const {
    for (const AtomStyle& style : kStyles)
      if (style.name == name) return style;
    if (!name.empty())
      scanner_.fail(
          fmt::format("atoms of the style `{}` are not read; these are: atomic, bond, "
                      "angle, molecular, full, charge, sphere",
                      shortened(name)));
    // by the number of columns, with or without three image flags; with bonds there are molecules
    for (const AtomStyle& style : kStyles)
      if (columns == style.columns || columns == style.columns + 3) return style;
    scanner_.fail(
        fmt::format("a row of Atoms has {} columns, which is not a supported style; "
                    "name it behind the section: Atoms # bond",
                    columns));
  }

  void read_atoms(const std::string& style_name) {
    const int count = count_of(0);
    const AtomStyle* style = nullptr;
    std::vector<std::string_view> row;
    for (int i = 0; i < count; ++i) {
      expect_row(i, count, "Atoms");
      row.clear();
      while (scanner_.more() && row.size() < 20) row.push_back(scanner_.word({}));
      const int columns = static_cast<int>(row.size());
      if (!style) style = &atom_style(style_name, columns);
      if (columns != style->columns && columns != style->columns + 3)
        scanner_.fail(
            fmt::format("this row has {} columns; atoms of the style {} have {}, or {} "
                        "with image flags",
                        columns, style->name, style->columns, style->columns + 3));
      add_atom(row, *style);
    }
  }

  void add_atom(const std::vector<std::string_view>& row, const AtomStyle& style) {
    Atom atom;
    atom.self = {row[0], scanner_.to_whole(row[0], "the number of an atom", 1, kLargestInt)};
    atom.type =
        scanner_.to_whole(row[style.type], "the type of an atom", 1, std::max(atom_types_, 1));
    const auto first = usize(style.x);
    for (std::size_t axis = 0; axis < 3; ++axis)
      atom.position[axis] = scanner_.to_number(row[first + axis], "a coordinate of an atom");
    // how often the atom went through the walls of the box
    for (std::size_t k = 0; static_cast<int>(row.size()) > style.columns && k < 3; ++k) {
      const double image =
          scanner_.to_whole(row[first + 3 + k], "an image flag", -kLargestInt, kLargestInt);
      for (std::size_t axis = 0; axis < 3; ++axis) atom.position[axis] += image * box_[k][axis];
    }
    atoms_.push_back(atom);
  }

  void read_velocities() {
    const int count = count_of(0);
    for (int i = 0; i < count; ++i) {
      expect_row(i, count, "Velocities");
      Atom atom;
      const int id = scanner_.whole("the number of an atom", 1, kLargestInt);
      atom.self = {scanner_.last(), id};
      for (double& component : atom.velocity) component = scanner_.number("a velocity");
      scanner_.end_line("the velocity");
      velocities_.push_back(atom);
    }
  }

  Numbered read_end() {
    const int id = scanner_.whole("an atom of a bond", 1, kLargestInt);
    return {scanner_.last(), id};
  }

  void read_bonds() {
    const int count = count_of(1);
    for (int i = 0; i < count; ++i) {
      expect_row(i, count, "Bonds");
      scanner_.whole("the number of a bond", 1, kLargestInt);
      Bond bond;
      bond.type = scanner_.whole("the type of a bond", 1, std::max(bond_types_, 1));
      bond.a = read_end();
      bond.b = read_end();
      scanner_.end_line("the atoms of a bond");
      bonds_.push_back(bond);
    }
  }

  void read_bond_coefficients(const std::string& style) {
    const bool is_harmonic = style.empty() || style == "harmonic";
    for (int i = 0; i < bond_types_; ++i) {
      expect_row(i, bond_types_, "Bond Coeffs");
      const int type = scanner_.whole("a type of bonds", 1, bond_types_);
      if (!is_harmonic) {
        draft_.skip(fmt::format("Bond Coeffs {}", shortened(style)));
        continue;
      }
      const double k = scanner_.number("K of a bond");
      if (k < 0) scanner_.fail(fmt::format("K is {}; it must not be negative", k));
      const double length = scanner_.number("r0 of a bond");
      if (length < 0) scanner_.fail(fmt::format("r0 is {}; it must not be negative", length));
      scanner_.end_line("K and r0");
      if (!coefficients_.emplace(type, std::array<double, 2>{2 * k, length}).second)
        scanner_.fail(fmt::format("the coefficients of type {} are given twice", type));
    }
  }

  void skip_section(const std::string& name, std::string_view place) {
    int rows = 0;
    for (; next_row(); ++rows) scanner_.rest();
    if (rows == 0)
      scanner_.fail_at(place, fmt::format("the section `{}` is empty", shortened(name)));
    draft_.skip(name, rows);
  }

  // Nodes in the order of the atoms' numbers.
  void make_nodes() {
    const auto by_id = [](const Atom& a, const Atom& b) { return a.self.id < b.self.id; };
    if (static_cast<int>(atoms_.size()) != counts_[0])
      file_.fail(
          fmt::format("{} atoms are announced, and {} are given", counts_[0], atoms_.size()));
    if (atoms_.empty()) file_.fail("there is no atom in this file");
    std::stable_sort(atoms_.begin(), atoms_.end(), by_id);
    for (std::size_t i = 1; i < atoms_.size(); ++i)
      if (atoms_[i].self.id == atoms_[i - 1].self.id)
        scanner_.fail_at(atoms_[i].self.place,
                         fmt::format("two atoms have the number {}", atoms_[i].self.id));
    for (const Atom& moving : velocities_) atoms_[find(moving.self)].velocity = moving.velocity;
    for (const Atom& atom : atoms_) {
      const int node = draft_.add_node(atom.position[0], atom.position[1], atom.position[2]);
      if (!velocities_.empty())
        draft_.set_velocity(atom.velocity[0], atom.velocity[1], atom.velocity[2]);
      const auto mass = masses_.find(atom.type);
      if (mass != masses_.end()) draft_.set_mass(mass->second);
      draft_.add_point(node, draft_.label(fmt::format("atoms_{}", atom.type)));
    }
  }

  std::size_t find(const Numbered& atom) const {
    const auto found =
        std::lower_bound(atoms_.begin(), atoms_.end(), atom.id,
                         [](const Atom& other, int id) { return other.self.id < id; });
    if (found == atoms_.end() || found->self.id != atom.id)
      scanner_.fail_at(atom.place, fmt::format("there is no atom {}", atom.id));
    return usize(found - atoms_.begin());
  }

  void make_springs() {
    if (static_cast<int>(bonds_.size()) != counts_[1])
      file_.fail(
          fmt::format("{} bonds are announced, and {} are given", counts_[1], bonds_.size()));
    for (const Bond& bond : bonds_) {
      draft_.add_line(static_cast<int>(find(bond.a)), static_cast<int>(find(bond.b)),
                      draft_.label(fmt::format("bonds_{}", bond.type)));
      const auto values = coefficients_.find(bond.type);
      if (values == coefficients_.end()) continue;
      draft_.set_value(&SpringSet::stiffness, values->second[0]);
      draft_.set_value(&SpringSet::rest_length, values->second[1]);
    }
  }

  const ForeignFile& file_;
  TextScanner scanner_;
  Draft& draft_;
  std::array<int, std::size(kPlural)> counts_ = {};
  int atom_types_ = 0;
  int bond_types_ = 0;
  std::array<std::array<double, 3>, 3> box_ = {};  // its edges
  std::map<int, double> masses_;
  std::map<int, std::array<double, 2>> coefficients_;
  std::vector<Atom> atoms_;
  std::vector<Atom> velocities_;
  std::vector<Bond> bonds_;
};

}  // namespace

void read_lammps(const ForeignFile& file, Draft& draft) { LammpsReader(file, draft).read(); }

}  // namespace tensio::io
