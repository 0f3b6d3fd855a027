// The answer to each word that has no meaning where it stands.
#include "io/scene_keys.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "io/json_text.hpp"
#include "io/scene_words.hpp"

namespace tensio::io {
namespace {

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
  if (const ForeignWord* found = foreign(word, place, known)) {
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
