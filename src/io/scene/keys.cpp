// The message about each word that is not known in its place.
#include "io/scene/keys.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/pointer.hpp"
#include "io/scene/words.hpp"
#include "io/text/characters.hpp"

namespace tensio::io {

std::string unknown_word(std::string_view word, std::string_view kind, std::string_view where,
                         KeyPlace place, const Words& known) {
  const std::string shown = shortened(word);
  if (const std::optional<Meaning> found = foreign(word, place, known)) {
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

}  // namespace tensio::io
