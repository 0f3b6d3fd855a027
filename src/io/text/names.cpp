// The nearest of some names, by the number of edits between two words.
#include "io/text/names.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "io/text/characters.hpp"
#include "tensio/words.hpp"

namespace tensio::io {
std::string_view nearest(std::string_view word, const std::vector<std::string_view>& names) {
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

std::string listed(const std::vector<std::string_view>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) text += i + 1 == names.size() ? " and " : ", ";
    text += fmt::format("`{}`", names[i]);
  }
  return text;
}

std::string undefined_name(std::string_view name, std::string_view kind,
                           std::vector<std::string_view> names, std::string_view remedy) {
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

std::string group_name_fault(std::string_view name) {
  const auto ends_in = [&](std::string_view ending) {
    return name.size() >= ending.size() && name.substr(name.size() - ending.size()) == ending;
  };
  if (name.empty()) return "a name cannot be empty";
  if (name == "note") return "`note` is kept for notes; choose another name";
  if (name[0] == '=') return "a name cannot begin with `=`, which begins an expression";
  if (name.find(':') != std::string_view::npos)
    return "a name cannot contain `:`, which makes a range";
  if (ends_in(".npy") || ends_in(".csv")) return "a name cannot end like that of a data file";
  return {};
}

}  // namespace tensio::io
