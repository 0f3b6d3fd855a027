// The tables of words behind keys.hpp: what is known where, and what others call it.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "io/scene/keys.hpp"

namespace tensio::io {

using Words = std::vector<std::string_view>;

struct PlaceWords {
  std::string_view what = {};  ///< the place, in messages
  Words known = {};
  Words later = {};  ///< parts that are not supported yet
};
/// The keys of all places except KeyPlace::generate, whose keys are those of the kind of part.
const PlaceWords& words_of(KeyPlace place);

/// What a word of another program means here.
struct Meaning {
  std::string_view name;    ///< what it is called here, or empty
  std::string_view remark;  ///< follows the word, or the name, in the message
};
/// The meaning of a word of another program in a place that knows `known`, if it has one.
std::optional<Meaning> foreign(std::string_view word, KeyPlace place, const Words& known);

}  // namespace tensio::io
