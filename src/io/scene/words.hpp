// The tables of words behind keys.hpp: what is known where, and what others call it.
#pragma once

#include <string_view>
#include <vector>

#include "io/scene/keys.hpp"

namespace tensio::io {

using Words = std::vector<std::string_view>;

struct PlaceWords {
  std::string_view what;  ///< the place, in messages
  Words known;
  Words later;  ///< parts that are not there yet
};
const PlaceWords& words_of(KeyPlace place);
/// Of the places of motion, which begin at KeyPlace::wave.
const PlaceWords& motion_words_of(KeyPlace place);

struct ForeignWord {
  std::string_view word;
  std::string_view name;    ///< what it is called here, or empty
  std::string_view remark;  ///< said behind it
};
/// Of words whose meaning depends on where they stand.
struct PlacedForeignWord {
  KeyPlace place;
  ForeignWord word;
};
/// What a word of another program is called here, where `known` may stand; or nullptr.
const ForeignWord* foreign(std::string_view word, KeyPlace place, const Words& known);
/// Words about motion, wherever they stand.
const ForeignWord* motion_foreign(std::string_view word, KeyPlace place);

}  // namespace tensio::io
