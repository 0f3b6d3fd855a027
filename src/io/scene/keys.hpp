// The words of a scene file: those it knows, those it will know, and those of other programs.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "io/json/value.hpp"
#include "io/scene/findings.hpp"
#include "io/text/names.hpp"

namespace tensio::io {

/// The objects of a scene that have keys of their own.
enum class KeyPlace {
  scene,
  nodes,
  fixed,
  material,
  spring_set,
  load,
  stage,
  combination_rule,
  equilibrium,
  selection,
  parameter,
  units,
  include,
  mesh,
  recorded,
  recorded_motion,
  // of motion
  wave,
  sine,
  viscous,
  yield,
  breaks,
  active,
  faces,
  wind,
  obstacle,
  event,
  probe,
  simulation,
  // of parts
  generate,
};

/// Reports every key of an object that does not belong there, with the key that was meant.
void check_keys(Findings& findings, const Value& object, const std::string& pointer,
                KeyPlace place);

/// What to say about a word that is not among `known`: its name here, or the nearest known one.
/// `kind` is what the word is ("key", "law"), `where` follows it (" in a load") or is
/// empty.
std::string unknown_word(std::string_view word, std::string_view kind, std::string_view where,
                         KeyPlace place, const std::vector<std::string_view>& known);

/// Whether the section `combinations` names a rule instead of combinations.
inline bool has_combination_rule(const Value& section) {
  const Value* rule = section.object() != nullptr ? section.find("rule") : nullptr;
  return rule != nullptr && rule->object() == nullptr;
}

}  // namespace tensio::io
