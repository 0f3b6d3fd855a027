// The words of a scene file: those it knows, those it will know, and those of other programs.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "io/findings.hpp"
#include "io/json_value.hpp"

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
  equilibrium,
  selection,
  parameter,
  units,
  include,
  mesh,
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
/// `kind` is what the word stands for ("key", "law"), `where` follows it (" in a load") or is
/// empty.
std::string unknown_word(std::string_view word, std::string_view kind, std::string_view where,
                         KeyPlace place, const std::vector<std::string_view>& known);

/// The nearest of some names, or an empty text where none is near.
std::string_view nearest(std::string_view word, const std::vector<std::string_view>& names);

/// What to say about a name that nothing has: the nearest name, or some of them; `remedy` where
/// there are none. `kind` is what is named ("group").
std::string undefined_name(std::string_view name, std::string_view kind,
                           std::vector<std::string_view> names, std::string_view remedy);

/// "`a`, `b` and `c`".
std::string listed(const std::vector<std::string_view>& names);

}  // namespace tensio::io
