// Known, later and foreign words, and the answer to each.
#include "io/scene_keys.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "io/json_text.hpp"

namespace tensio::io {
namespace {

using Words = std::vector<std::string_view>;

struct PlaceWords {
  std::string_view what;
  Words known;
  Words later;
};

const PlaceWords& words_of(KeyPlace place) {
  static const PlaceWords kScene = {
      "the scene",
      {"tensio", "dimension", "title", "description", "source", "note", "gravity", "nodes",
       "materials", "springs", "loads", "combinations", "stages", "groups", "spring_groups",
       "equilibrium"},
      {"faces", "simulation", "events", "drag", "wind", "obstacles", "probes", "cell", "units",
       "parameters", "include", "generate", "meshes"}};
  static const PlaceWords kNodes = {
      "`nodes`", {"position", "start", "mass", "fixed", "name", "note"}, {"velocity", "area"}};
  static const PlaceWords kFixed = {"a fixed item", {"nodes", "node", "axes", "move", "note"}, {}};
  static const PlaceWords kMaterial = {
      "a material",
      {"law", "axial_stiffness", "youngs_modulus", "area", "diameter", "mass_per_length",
       "strength", "buckling_load", "expansion", "coefficients", "points", "note"},
      {"damping", "damping_time", "viscous", "yield", "break", "active"}};
  static const PlaceWords kSpringSet = {
      "a spring set",
      {"name", "law", "ends", "material", "stiffness", "axial_stiffness", "rest_length",
       "pretension", "youngs_modulus", "area", "diameter", "mass_per_length", "strength",
       "buckling_load", "expansion", "coefficients", "points", "note"},
      {"damping", "damping_time", "viscous", "yield", "break", "active", "shift"}};
  static const PlaceWords kLoad = {
      "a load",
      {"nodes", "node", "force", "springs", "temperature", "move", "case", "note"},
      {"faces", "pressure"}};
  static const PlaceWords kStage = {
      "a stage", {"name", "springs", "rest_length_change", "steps", "note"}, {}};
  static const PlaceWords kEquilibrium = {
      "`equilibrium`",
      {"method", "tolerance", "max_iterations", "load_steps", "relaxation", "note"},
      {}};
  static const PlaceWords kSelection = {"a selection", {"where"}, {}};
  switch (place) {
    case KeyPlace::scene: return kScene;
    case KeyPlace::nodes: return kNodes;
    case KeyPlace::fixed: return kFixed;
    case KeyPlace::material: return kMaterial;
    case KeyPlace::spring_set: return kSpringSet;
    case KeyPlace::load: return kLoad;
    case KeyPlace::stage: return kStage;
    case KeyPlace::equilibrium: return kEquilibrium;
    default: return kSelection;
  }
}

struct ForeignWord {
  std::string_view word;
  std::string_view name;    // what it is called here, or empty
  std::string_view remark;  // said behind it
};

constexpr std::string_view kAsQ =
    "is a law: write \"law\": \"force_density\" and give the force density q as `stiffness`";
constexpr std::string_view kMotion = ", and motion is not supported yet";
constexpr std::string_view kStress =
    "is a stress; give `strength`, the largest tension [N]: stress times area";
constexpr std::string_view kDensity =
    "is a mass per volume; give `mass_per_length` [kg/m]: density times area";
constexpr std::string_view kOfSet = "belongs into a spring set, not into a material";
constexpr std::string_view kNoCases =
    "is no section: a load names its case, \"case\": \"snow\", and `combinations` gives factors";
constexpr std::string_view kSign = "is called `rest_length_change` here, and is negative then";

constexpr ForeignWord kForeign[] = {
    {"k", "stiffness", ""},
    {"spring_constant", "stiffness", ""},
    {"EA", "axial_stiffness", ""},
    {"ea", "axial_stiffness", ""},
    {"E", "youngs_modulus", ""},
    {"young", "youngs_modulus", ""},
    {"modulus", "youngs_modulus", ""},
    {"elastic_modulus", "youngs_modulus", ""},
    {"A", "area", ""},
    {"section", "area", ""},
    {"cross_section", "area", ""},
    {"d", "diameter", ""},
    {"linear_density", "mass_per_length", ""},
    {"mass_per_meter", "mass_per_length", ""},
    {"rho", "", kDensity},
    {"density", "", kDensity},
    {"breaking_load", "strength", ""},
    {"breaking_force", "strength", ""},
    {"max_tension", "strength", ""},
    {"sigma_max", "", kStress},
    {"yield_stress", "", kStress},
    {"tensile_strength", "", kStress},
    {"fy", "", kStress},
    {"critical_load", "buckling_load", ""},
    {"max_compression", "buckling_load", ""},
    {"alpha", "expansion", ""},
    {"cte", "expansion", ""},
    {"thermal_expansion", "expansion", ""},
    {"l0", "rest_length", ""},
    {"L0", "rest_length", ""},
    {"rest", "rest_length", ""},
    {"length", "rest_length", ""},
    {"restlength", "rest_length", ""},
    {"natural_length", "rest_length", ""},
    {"initial_length", "rest_length", ""},
    {"unstretched_length", "rest_length", ""},
    {"tension", "pretension", ""},
    {"prestress", "pretension", ""},
    {"type", "law", ""},
    {"kind", "law", ""},
    {"dim", "dimension", ""},
    {"dimensions", "dimension", ""},
    {"g", "gravity", ""},
    {"m", "mass", ""},
    {"masses", "mass", ""},
    {"pinned", "fixed", ""},
    {"pins", "fixed", ""},
    {"pin", "fixed", ""},
    {"anchors", "fixed", ""},
    {"anchor", "fixed", ""},
    {"supports", "fixed", ""},
    {"constraints", "fixed", ""},
    {"labels", "name", ""},
    {"names", "name", ""},
    {"version", "tensio", ""},
    {"solver", "equilibrium", ""},
    {"max_iter", "max_iterations", ""},
    {"maxiter", "max_iterations", ""},
    {"tol", "tolerance", ""},
    {"increments", "load_steps", ""},
    {"load_increments", "load_steps", ""},
    {"dofs", "axes", ""},
    {"displacement", "move", ""},
    {"settlement", "move", ""},
    {"dt", "time_step", kMotion},
    {"timestep", "time_step", kMotion},
    {"time_step", "", "belongs to motion, which is not supported yet"},
    {"backward_euler", "implicit_euler", kMotion},
    {"forward_euler", "explicit_euler", kMotion},
    {"verlet", "velocity_verlet", kMotion},
    {"newton_raphson", "newton", ""},
    {"hooke", "linear", ""},
    {"hookean", "linear", ""},
    {"spring", "linear", ""},
    {"bar", "linear", ""},
    {"truss", "linear", ""},
    {"rope", "cable", ""},
    {"string", "cable", ""},
    {"tension_only", "cable", ""},
    {"compression_only", "strut", ""},
    {"zero_length", "force_density", ""},
    {"constant_force", "constant_tension", ""},
    {"poly", "polynomial", ""},
    {"tabulated", "table", ""},
    {"multilinear", "table", ""},
    {"custom", "",
     "is a function of a program's own, which a file can not hold; use `polynomial` or `table`"},
};

struct PlacedForeignWord {
  KeyPlace place;
  ForeignWord word;
};

// Words whose meaning depends on where they stand.
constexpr PlacedForeignWord kPlacedForeign[] = {
    {KeyPlace::scene, {"edges", "springs", ""}},
    {KeyPlace::scene, {"bonds", "springs", ""}},
    {KeyPlace::scene, {"bars", "springs", ""}},
    {KeyPlace::scene, {"elements", "springs", ""}},
    {KeyPlace::scene, {"members", "springs", ""}},
    {KeyPlace::scene, {"links", "springs", ""}},
    {KeyPlace::scene, {"vertices", "nodes", ""}},
    {KeyPlace::scene, {"particles", "nodes", ""}},
    {KeyPlace::scene, {"points", "nodes", ""}},
    {KeyPlace::scene, {"masses", "nodes", ""}},
    {KeyPlace::scene, {"forces", "loads", ""}},
    {KeyPlace::scene, {"cases", "", kNoCases}},
    {KeyPlace::scene, {"load_cases", "", kNoCases}},
    {KeyPlace::scene, {"load_combinations", "combinations", ""}},
    {KeyPlace::scene, {"phases", "stages", ""}},
    {KeyPlace::scene, {"construction", "stages", ""}},
    {KeyPlace::scene, {"fixed", "", "belongs into `nodes`"}},
    {KeyPlace::scene, {"position", "", "belongs into `nodes`"}},
    {KeyPlace::nodes, {"vertices", "position", ""}},
    {KeyPlace::nodes, {"points", "position", ""}},
    {KeyPlace::nodes, {"positions", "position", ""}},
    {KeyPlace::nodes, {"coordinates", "position", ""}},
    {KeyPlace::nodes, {"coords", "position", ""}},
    {KeyPlace::nodes, {"xyz", "position", ""}},
    {KeyPlace::nodes, {"force", "", "belongs into `loads`"}},
    {KeyPlace::nodes, {"loads", "", "belongs beside `nodes`, not into it"}},
    {KeyPlace::material, {"stiffness", "", kOfSet}},
    {KeyPlace::material, {"rest_length", "", kOfSet}},
    {KeyPlace::material, {"pretension", "", kOfSet}},
    {KeyPlace::material, {"name", "", "is the key of the material: {\"strand16\": {...}}"}},
    {KeyPlace::spring_set, {"edges", "ends", ""}},
    {KeyPlace::spring_set, {"bonds", "ends", ""}},
    {KeyPlace::spring_set, {"nodes", "ends", ""}},
    {KeyPlace::spring_set, {"connectivity", "ends", ""}},
    {KeyPlace::spring_set, {"force_density", "", kAsQ}},
    {KeyPlace::spring_set, {"q", "", kAsQ}},
    {KeyPlace::fixed,
     {"where", "", "stands alone; beside other keys, write \"nodes\": {\"where\": \"...\"}"}},
    {KeyPlace::load, {"where", "", "belongs into `nodes`: \"nodes\": {\"where\": \"...\"}"}},
    {KeyPlace::load, {"forces", "force", ""}},
    {KeyPlace::load, {"vector", "force", ""}},
    {KeyPlace::load, {"value", "force", ""}},
    {KeyPlace::load, {"load_case", "case", ""}},
    {KeyPlace::load, {"name", "case", ""}},
    {KeyPlace::load, {"dT", "temperature", ""}},
    {KeyPlace::load, {"delta_t", "temperature", ""}},
    {KeyPlace::load, {"temperature_change", "temperature", ""}},
    {KeyPlace::stage, {"change", "rest_length_change", ""}},
    {KeyPlace::stage, {"delta", "rest_length_change", ""}},
    {KeyPlace::stage, {"rest_length", "rest_length_change", ", by how much it grows"}},
    {KeyPlace::stage, {"shorten", "", kSign}},
    {KeyPlace::stage, {"shortening", "", kSign}},
    {KeyPlace::stage, {"set", "springs", ""}},
    {KeyPlace::stage, {"group", "springs", ""}},
};

const ForeignWord* foreign(std::string_view word, KeyPlace place) {
  for (const PlacedForeignWord& candidate : kPlacedForeign) {
    if (candidate.place == place && candidate.word.word == word) return &candidate.word;
  }
  for (const ForeignWord& candidate : kForeign) {
    if (candidate.word == word) return &candidate;
  }
  return nullptr;
}

// Insertions, deletions, replacements and swaps of neighbours that make b of a.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1), row(b.size() + 1), next(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    next[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = row[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      next[j] = std::min({replaced, row[j] + 1, next[j - 1] + 1});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        next[j] = std::min(next[j], before[j - 2] + 1);
      }
    }
    before.swap(row);
    row.swap(next);
  }
  return row[b.size()];
}

}  // namespace

std::string_view nearest(std::string_view word, const Words& names) {
  constexpr std::size_t kLongestWord = 64;
  std::string_view best;
  if (word.size() > kLongestWord) return best;
  std::size_t least = std::max<std::size_t>(1, word.size() / 3) + 1;
  for (std::string_view name : names) {
    const std::size_t longer = std::max(name.size(), word.size());
    if (longer - std::min(name.size(), word.size()) >= least) continue;
    const std::size_t distance = edit_distance(word, name);
    if (distance < least) {
      least = distance;
      best = name;
    }
  }
  return best;
}

std::string listed(const Words& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) text += i + 1 == names.size() ? " and " : ", ";
    text += fmt::format("`{}`", names[i]);
  }
  return text;
}

std::string undefined_name(std::string_view name, std::string_view kind, Words names,
                           std::string_view remedy) {
  const std::string_view near = nearest(name, names);
  if (!near.empty()) {
    return fmt::format("there is no {} `{}`; did you mean `{}`?", kind, shortened(name), near);
  }
  if (names.empty()) return fmt::format("there is no {} `{}`; {}", kind, shortened(name), remedy);
  constexpr std::size_t kShown = 8;
  const bool more = names.size() > kShown;
  if (more) names.resize(kShown);
  return fmt::format("there is no {} `{}`; there {} {}{}", kind, shortened(name),
                     names.size() == 1 ? "is" : "are", listed(names), more ? " and others" : "");
}

std::string unknown_word(std::string_view word, std::string_view kind, std::string_view where,
                         KeyPlace place, const Words& known) {
  const std::string shown = shortened(word);
  if (const ForeignWord* found = foreign(word, place)) {
    if (found->name.empty()) return fmt::format("`{}` {}", shown, found->remark);
    return fmt::format("`{}` is called `{}` here{}", shown, found->name, found->remark);
  }
  const std::string_view near = nearest(word, known);
  if (!near.empty()) {
    return fmt::format("unknown {} `{}`{}; did you mean `{}`?", kind, shown, where, near);
  }
  return fmt::format("unknown {} `{}`{}; there are {}", kind, shown, where, listed(known));
}

void check_keys(Findings& findings, const Value& object, const std::string& pointer,
                KeyPlace place) {
  const PlaceWords& words = words_of(place);
  for (const Member& member : *object.object()) {
    if (findings.full()) return;
    const auto is_key = [&](std::string_view word) { return word == member.key; };
    if (std::any_of(words.known.begin(), words.known.end(), is_key)) continue;
    const std::string key_pointer = pointer + '/' + pointer_part(member.key);
    if (std::any_of(words.later.begin(), words.later.end(), is_key)) {
      findings.add(member.key_offset, key_pointer,
                   fmt::format("`{}` is not supported yet", member.key));
    } else if (member.key == "note") {
      findings.add(member.key_offset, key_pointer,
                   fmt::format("a `note` in {} would be lost on writing; put it one level higher",
                               words.what));
    } else {
      findings.add_unknown_key(
          member, pointer,
          unknown_word(member.key, "key", fmt::format(" in {}", words.what), place, words.known));
    }
  }
}

bool refuse_later_string(Findings& findings, const Value& value, const std::string& pointer) {
  const std::string_view text = *value.text();
  const auto ends_in = [&](std::string_view ending) {
    return text.size() >= ending.size() && text.substr(text.size() - ending.size()) == ending;
  };
  if (!text.empty() && text[0] == '=') {
    findings.add(value, pointer, "expressions (\"=...\") are not supported yet; write the number");
    return true;
  }
  if (ends_in(".csv")) {
    findings.add(value, pointer, "columns from .csv files are not supported yet; use a .npy file");
    return true;
  }
  return false;
}

}  // namespace tensio::io
