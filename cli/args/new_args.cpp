// The options of kinds of parts: read from the command line, and explained.
#include "args/new_args.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "args/given.hpp"
#include "args/words.hpp"
#include "io/json/quote.hpp"
#include "output/failure.hpp"
#include "tensio/scenes/generators.hpp"

namespace tensio::cli {

namespace {

// What parts of every kind take, besides their options.
const std::vector<GeneratorOption>& placing() {
  static const std::vector<GeneratorOption> all = {
      {"name", OptionType::material, "", "of the part (default: its kind)"},
      {"at", OptionType::vector, "m", "position of its origin: X,Y,Z"},
      {"rotate", OptionType::vector, "degrees", "about x, y, z in turn: A,B,C; one angle in 2D"},
      {"scale", OptionType::number, "", "scale factor"},
      {"join", OptionType::number, "m", "nodes closer than this are merged"},
  };
  return all;
}

// What is not a kind of its own, and how to make it.
struct OtherKind {
  std::string_view word;
  std::string_view how;
};
constexpr OtherKind kOtherKinds[] = {
    {"pendulum",
     "`tensio new chain --links 1 --length 1 --span 1 --out pendulum.json` makes its rod; then fix "
     "`chain.first` in that file instead of `chain.ends`"},
};

const Generator& kind_named(const std::string& word) {
  if (const Generator* kind = find_generator(word)) return *kind;
  for (const OtherKind& other : kOtherKinds)
    if (folded(word) == other.word)
      throw UsageError(fmt::format("there is no kind `{}`: {}", word, other.how), word);
  std::vector<std::string> names;
  for (const Generator& kind : generators()) names.push_back(kind.name);
  const std::string near = nearest(word, names);
  throw UsageError(near.empty()
                       ? fmt::format("there is no kind `{}`; `tensio new` lists them", word)
                       : fmt::format("there is no kind `{}`; did you mean `{}`?", word, near),
                   word);
}

bool is_number(const std::string& text) {
  char* end = nullptr;
  std::strtod(text.c_str(), &end);
  return !text.empty() && *end == '\0';
}

// "=2*3", or a number with a unit behind it, "2 kN/m".
bool is_formula(const std::string& text) {
  char* end = nullptr;
  std::strtod(text.c_str(), &end);
  return !text.empty() && (text[0] == '=' || end != text.c_str());
}

// "1,2,3" or "1 2 3" as a list.
std::string as_list(const std::string& text) {
  std::string list = "[";
  std::string item;
  for (const char c : text + ",") {
    if (c != ',' && c != ' ') {
      item += c;
      continue;
    }
    if (item.empty()) continue;
    list += (list.size() > 1 ? ", " : "") + item;
    item.clear();
  }
  return list + "]";
}

[[noreturn]] void refuse(const GeneratorOption& option, const std::string& value,
                         const std::string& allowed) {
  throw UsageError(fmt::format("{} {}: must be {}", option_word(option.name), value, allowed),
                   value);
}

// The options as a scene would contain them. The scene reader reports any other problem.
std::string as_json(const GeneratorOption& option, const std::string& value) {
  const bool json = !value.empty() && (value[0] == '{' || value[0] == '[');
  if (json) return value;
  switch (option.type) {
    case OptionType::number:
    case OptionType::whole_number:
      if (is_number(value)) return value;
      if (!is_formula(value)) refuse(option, value, to_string(option.type));
      return io::json_string(value);
    case OptionType::truth:
      if (value != "true" && value != "false") refuse(option, value, to_string(option.type));
      return value;
    case OptionType::vector: {
      std::string list = as_list(value);
      for (const char c : list)
        if (std::string_view("[]0123456789+-.eE, ").find(c) == std::string_view::npos)
          refuse(option, value, "numbers such as 1,0,2");
      return list;
    }
    case OptionType::word: {
      if (std::find(option.words.begin(), option.words.end(), value) == option.words.end())
        refuse(option, value, fmt::format("one of {}", fmt::join(option.words, ", ")));
      return io::json_string(value);
    }
    case OptionType::material:
    case OptionType::mesh: return io::json_string(value);
    case OptionType::distribution:
      if (!is_number(value)) refuse(option, value, to_string(option.type));
      return value;
    case OptionType::pairs:
    case OptionType::viscous:
    case OptionType::yield:
    case OptionType::breaks:
    case OptionType::active: refuse(option, value, to_string(option.type));
  }
  return value;
}

// The first word that is neither an option nor, as far as that can be reported, the value of one.
std::string find_kind(const std::vector<std::string>& words) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i].size() < 2 || words[i][0] != '-') return words[i];
    const OptionText* own = find_option(words[i], "new");
    const bool flag = own != nullptr && *own->value == '\0';
    if (!flag && words[i].find('=') == std::string::npos) ++i;
  }
  return {};
}

const GeneratorOption* find_kind_option(const Generator* kind, const std::string& word) {
  for (const GeneratorOption& option : placing())
    if (option_word(option.name) == word) return &option;
  if (kind == nullptr) return nullptr;
  for (const GeneratorOption& option : kind->options)
    if (option_word(option.name) == word) return &option;
  return nullptr;
}

[[noreturn]] void refuse_kind_option(const Generator* kind, const std::string& word) {
  if (kind == nullptr)
    throw UsageError(fmt::format("{}: name a kind first; `tensio new` lists them", word), word);
  std::vector<std::string> names;
  for (const GeneratorOption& option : kind->options) names.push_back(option_word(option.name));
  for (const GeneratorOption& option : placing()) names.push_back(option_word(option.name));
  for (const OptionText& option : options())
    if (takes("new", option)) names.emplace_back(option.name);
  const std::string near = nearest(word, names);
  throw UsageError(
      near.empty()
          ? fmt::format("a {0} has no option {1}; `tensio new {0} --help` lists those it has",
                        kind->name, word)
          : fmt::format("a {} has no option {}; did you mean {}?", kind->name, word, near),
      word);
}

// A name and what it is, in lines of at most 92 columns.
std::string row(const std::string& left, std::string text) {
  constexpr std::size_t kIndent = 26, kWidth = 92;
  std::string lines = fmt::format("  {:<22}  ", left);
  while (text.size() > kWidth - kIndent) {
    const std::size_t end = text.rfind(' ', kWidth - kIndent);
    lines += text.substr(0, end) + '\n' + std::string(kIndent, ' ');
    text.erase(0, end + 1);
  }
  return lines + text + '\n';
}

std::string option_line(const GeneratorOption& option) {
  std::string left = option_word(option.name);
  switch (option.type) {
    case OptionType::number: left += " X"; break;
    case OptionType::whole_number: left += " N"; break;
    case OptionType::truth: left += " true"; break;
    case OptionType::word: left += " WORD"; break;
    case OptionType::material: left += " NAME"; break;
    case OptionType::vector: left += " LIST"; break;
    case OptionType::mesh: left += " FILE"; break;
    case OptionType::distribution: left += " X|JSON"; break;
    default: left += " JSON"; break;
  }
  std::string text = option.help;
  if (!option.unit.empty()) text += fmt::format(" [{}]", option.unit);
  if (!option.words.empty()) text += fmt::format(": {}", fmt::join(option.words, ", "));
  if (!option.preset.empty()) text += fmt::format(" (default {})", option.preset);
  return row(left, text);
}

}  // namespace

std::string option_word(const std::string& name) {
  std::string word = "--" + name;
  std::replace(word.begin(), word.end(), '_', '-');
  return word;
}

std::vector<std::string> take_part_options(
    const std::vector<std::string>& words,
    std::vector<std::pair<std::string, std::string>>& options) {
  const std::string word = find_kind(words);
  const Generator* kind = word.empty() ? nullptr : &kind_named(word);
  std::vector<std::string> rest;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const bool option_like = words[i].size() > 1 && words[i][0] == '-';
    const OptionText* own = find_option(words[i], "new");
    if (!option_like || own != nullptr) {
      rest.push_back(words[i]);
      const bool value_follows =
          own != nullptr && *own->value != '\0' && words[i].find('=') == std::string::npos;
      if (value_follows && i + 1 < words.size()) rest.push_back(words[++i]);
      continue;
    }
    const std::size_t equals = words[i].find('=');
    const std::string name = words[i].substr(0, equals);
    const GeneratorOption* option = find_kind_option(kind, name);
    if (option == nullptr) refuse_kind_option(kind, name);
    if (equals == std::string::npos && i + 1 == words.size())
      throw UsageError(fmt::format("{} needs a value: {}", name, option->help), name);
    for (const auto& given : options)
      if (given.first == option->name)
        throw UsageError(fmt::format("{} is given 2 times; once is enough", name), name);
    const std::string value =
        equals == std::string::npos ? words[++i] : words[i].substr(equals + 1);
    options.emplace_back(option->name, as_json(*option, value));
  }
  return rest;
}

std::string kind_list() {
  std::string text = "Kinds:\n";
  for (const Generator& kind : generators())
    text += fmt::format("  {:<11}  {}\n", kind.name, kind.summary);
  return text + "\n`tensio new KIND` writes a scene; `tensio new KIND --help` lists its options.\n";
}

std::string kind_help(const std::string& word) {
  const Generator& kind = kind_named(word);
  std::string text =
      fmt::format("Usage: tensio new {} [options]\n\n{}.\n\nOptions:\n", kind.name, kind.summary);
  for (const GeneratorOption& option : kind.options) text += option_line(option);
  for (const GeneratorOption& option : placing()) text += option_line(option);
  const auto names = [&](const char* title, const std::vector<GeneratorName>& list) {
    if (list.empty()) return;
    text += fmt::format("\n{}:\n", title);
    for (const GeneratorName& name : list) text += row(name.name, name.help);
  };
  names("Groups of nodes", kind.groups);
  names("Spring sets", kind.springs);
  return text + "\n`tensio help new` lists the options of every kind.\n";
}

}  // namespace tensio::cli
