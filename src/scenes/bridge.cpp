// Bridges: a truss, or a truss that hangs from cables. Weights are balanced as drawn, as far as
// cables carry them.
#include <algorithm>
#include <cmath>

#include "core/index.hpp"
#include "scenes/kinds.hpp"

namespace tensio::scenes {

template <>
void Table<Bridge>::fill() {
  add({"design", "", "how it is built"}, &Bridge::design, kAny, {"truss", "suspension"});
  add_length("span", "from end to end", &Bridge::span);
  add({"panels", "", "along the span, an even number"}, &Bridge::panels, {4});
  add_length("width", "between its sides, in space", &Bridge::width);
  add_length("height", "of the truss", &Bridge::height);
  add({"axial_stiffness", "N", "EA of the bars"}, &Bridge::axial_stiffness, kPositive);
  add({"deck_mass", "kg/m", "of all of the bridge, at the deck"}, &Bridge::deck_mass, kFromZero);
  add_length("tower_height", "suspension: of towers above the truss", &Bridge::tower_height);
  add_length("sag", "suspension: of the main cables", &Bridge::sag);
  add_length("side_span", "suspension: from towers to anchors", &Bridge::side_span);
  add({"cable_stiffness", "N", "suspension: EA of a main cable"}, &Bridge::cable_stiffness,
      kPositive);
  add({"hanger_stiffness", "N", "suspension: EA of a hanger"}, &Bridge::hanger_stiffness,
      kPositive);
  add_total_mass();
}

namespace {

// On earth, for the tension of the cables as drawn [m/s²].
constexpr double kGravity = 9.81;

Size size(const Bridge& options) { return {8.0 * options.panels, 32.0 * options.panels}; }

class BridgeBuilder {
 public:
  explicit BridgeBuilder(const Bridge& options)
      : options_(options), n_(options.panels), dx_(options.span / options.panels) {
    part_.dimension = options.dimension;
    sides_ = options.dimension == 3 ? 2 : 1;
  }

  System build() {
    const bool hangs = options_.design == Bridge::Design::suspension;
    for (int side = 0; side < sides_; ++side) {
      add_truss(side);
      if (hangs) add_cables(side);
    }
    if (sides_ == 2) add_bracing();
    add_groups(hangs);
    for (SpringSet* set : {&chords_, &posts_, &diagonals_, &bracing_, &towers_, &cable_, &hangers_})
      if (!set->ends.empty()) part_.springs.push_back(std::move(*set));
    part_.nodes.mass = mass_;
    spread_mass(options_.total_mass, part_);
    return std::move(part_);
  }

 private:
  int add(double x, int side, double z, double mass = 0) {
    part_.nodes.position.push_back(x);
    if (sides_ == 2) part_.nodes.position.push_back((side - 0.5) * options_.width);
    part_.nodes.position.push_back(z);
    mass_.push_back(mass);
    return static_cast<int>(mass_.size()) - 1;
  }
  void bar(SpringSet& set, const char* name, int a, int b) {
    set.name = name;
    set.axial_stiffness = {options_.axial_stiffness};
    set.ends.push_back({a, b});
  }
  void cable(SpringSet& set, const char* name, double stiffness, int a, int b, double pull) {
    set.name = name;
    set.law = Law::cable;
    set.axial_stiffness = {stiffness};
    set.ends.push_back({a, b});
    set.pretension.push_back(pull);
  }
  int low(int side, int i) const { return low_[side][i]; }
  // The upper chord has no node above the ends.
  int high(int side, int i) const { return high_[side][i - 1]; }

  double panel_mass() const { return options_.deck_mass * dx_ / sides_; }

  void add_truss(int side) {
    // a hundredth of the mass is at the upper chord, so that no node is weightless
    const double part = 0.01;
    for (int i = 0; i <= n_; ++i)
      low_[side].push_back(
          add(dx_ * i, side, 0, panel_mass() * (i == 0 || i == n_ ? 0.5 : 1 - part)));
    for (int i = 1; i < n_; ++i)
      high_[side].push_back(add(dx_ * i, side, options_.height, part * panel_mass()));
    for (int i = 0; i < n_; ++i) bar(chords_, "chords", low(side, i), low(side, i + 1));
    for (int i = 1; i + 1 < n_; ++i) bar(chords_, "chords", high(side, i), high(side, i + 1));
    for (int i = 1; i < n_; ++i) bar(posts_, "posts", low(side, i), high(side, i));
    bar(diagonals_, "diagonals", low(side, 0), high(side, 1));
    for (int i = 1; i + 1 < n_; ++i) {
      // they fall towards the middle, and so are in tension
      if (i < n_ / 2)
        bar(diagonals_, "diagonals", high(side, i), low(side, i + 1));
      else
        bar(diagonals_, "diagonals", low(side, i), high(side, i + 1));
    }
    bar(diagonals_, "diagonals", high(side, n_ - 1), low(side, n_));
  }

  // Across: beams, a diagonal in each panel below and above, and one in each section.
  void add_bracing() {
    for (int i = 0; i <= n_; ++i) {
      bar(bracing_, "bracing", low(0, i), low(1, i));
      if (i < n_) bar(bracing_, "bracing", low(i % 2, i), low(1 - i % 2, i + 1));
      if (i == 0 || i == n_) continue;
      bar(bracing_, "bracing", high(0, i), high(1, i));
      bar(bracing_, "bracing", low(0, i), high(1, i));
      if (i + 1 < n_) bar(bracing_, "bracing", high(i % 2, i), high(1 - i % 2, i + 1));
    }
  }

  double cable_height(int i) const {
    const double u = static_cast<double>(i) / n_;
    return options_.height + options_.tower_height - 4 * options_.sag * u * (1 - u);
  }

  // A parabola, whose horizontal tension carries what hangs from each node.
  void add_cables(int side) {
    const double hung = panel_mass() * kGravity;
    const double pull = hung * dx_ * n_ * n_ / (8 * options_.sag);
    const double light = 0.01 * panel_mass();
    const double top = options_.height + options_.tower_height;
    std::vector<int> nodes;
    for (int i = 0; i <= n_; ++i) nodes.push_back(add(dx_ * i, side, cable_height(i), light));
    for (int i = 0; i < n_; ++i) {
      const double rise = cable_height(i + 1) - cable_height(i);
      cable(cable_, "main_cable", options_.cable_stiffness, nodes[i], nodes[i + 1],
            pull * std::sqrt(dx_ * dx_ + rise * rise) / dx_);
    }
    for (int i = 1; i < n_; ++i)
      cable(hangers_, "hangers", options_.hanger_stiffness, nodes[i], high(side, i), hung);
    for (const bool right : {false, true}) {
      const double x = right ? options_.span : 0, out = right ? 1 : -1;
      const int peak = nodes[right ? usize(n_) : 0];
      const int anchor = add(x + out * options_.side_span, side, 0, light);
      const int base = add(x, side, -options_.height, light);
      const double back = std::sqrt(options_.side_span * options_.side_span + top * top);
      cable(cable_, "main_cable", options_.cable_stiffness, peak, anchor,
            pull * back / options_.side_span);
      bar(towers_, "towers", base, peak);
      anchors_.push_back(anchor);
      bases_.push_back(base);
      peaks_.push_back(peak);
    }
  }

  void add_group(const char* name, std::vector<int> members) {
    std::sort(members.begin(), members.end());
    part_.groups.push_back({name, std::move(members)});
  }

  void add_groups(bool hangs) {
    std::vector<int> deck, ends, middle;
    for (int side = 0; side < sides_; ++side) {
      deck.insert(deck.end(), low_[side].begin(), low_[side].end());
      ends.insert(ends.end(), {low(side, 0), low(side, n_)});
      middle.push_back(low(side, n_ / 2));
    }
    add_group("deck", deck);
    add_group("deck_ends", ends);
    add_group("middle", middle);
    if (!hangs) return;
    add_group("anchors", anchors_);
    add_group("tower_bases", bases_);
    add_group("tower_tops", peaks_);
  }

  const Bridge& options_;
  int n_;
  double dx_;
  int sides_ = 2;
  System part_;
  std::vector<double> mass_;
  std::vector<int> low_[2], high_[2], anchors_, bases_, peaks_;
  SpringSet chords_, posts_, diagonals_, bracing_, towers_, cable_, hangers_;
};

}  // namespace

System bridge(const Bridge& options) {
  check_options(options, &size);
  if (options.panels % 2 != 0)
    refuse("panels", fmt::format("panels is {}; it must be an even number", options.panels));
  if (options.design == Bridge::Design::suspension && options.sag >= options.tower_height)
    refuse("sag", fmt::format("sag is {}; it must be less than tower_height, {}", options.sag,
                              options.tower_height));
  return BridgeBuilder(options).build();
}

Kind bridge_kind() {
  const Surroundings truss = {.fixed = {"deck_ends"}};
  const Surroundings suspension = {
      .fixed = {"deck_ends", "anchors", "tower_bases"}, .option = "design", .value = "suspension"};
  // in space the towers stand on hinges; nothing else would hold their tops sideways
  Surroundings hinged = suspension;
  hinged.fixed_along_y = "tower_tops";
  Generator about = {.name = "bridge",
                     .summary = "A bridge: a truss, or a truss that hangs from cables",
                     .groups = names_of(R"(
        deck: the lower chords
        deck_ends: the ends of the deck, for its supports
        middle: the deck half way
        anchors: suspension: the ends of the main cables
        tower_bases: suspension: the feet of the towers
        tower_tops: suspension: their tops)"),
                     .springs = names_of(R"(
        chords: along the bridge, above and below
        posts: the upright bars
        diagonals: of the sides
        bracing: in space: from side to side
        towers: suspension: from base to top
        main_cable: suspension: from anchor to anchor
        hangers: suspension: from cable to truss)"),
                     .starters = {starter(3, truss), starter(2, truss), starter(3, hinged),
                                  starter(2, suspension)}};
  return kind_of<Bridge>(std::move(about), &size, &bridge);
}

}  // namespace tensio::scenes
