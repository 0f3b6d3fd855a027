// The words of the command line, split by CLI11; the messages are our own.
#include "args/given.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>

#include "output/failure.hpp"

namespace tensio::cli {

namespace {

[[noreturn]] void refuse_option(const Verb& verb, const std::string& word) {
  const std::string name = word.substr(0, word.find('='));
  if (const std::string called = option_called(name, verb.name); !called.empty()) {
    throw UsageError(fmt::format("there is no option {}; did you mean {}?", name, called), word);
  }
  if (find_option(name) != nullptr) {
    throw UsageError(fmt::format("`{}` has no option {}; `tensio help {}` lists those it has",
                                 verb.name, name, verb.name),
                     word);
  }
  std::vector<std::string> names;
  for (const OptionText& option : options()) {
    if (takes(verb.name, option)) names.emplace_back(option.name);
  }
  const std::string near = nearest(name, names);
  throw UsageError(near.empty()
                       ? fmt::format("there is no option {}; `tensio help {}` lists those of `{}`",
                                     name, verb.name, verb.name)
                       : fmt::format("there is no option {}; did you mean {}?", name, near),
                   word);
}

// An option whose value is missing, or a flag that was given one: CLI11 says so in its own words.
[[noreturn]] void refuse_values(const Verb& verb, const std::vector<std::string>& words,
                                const CLI::Error& error) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    const OptionText* option = find_option(words[i], verb.name);
    if (option == nullptr) continue;
    const std::size_t equals = words[i].find('=');
    const bool flag = *option->value == '\0';
    if (flag && equals != std::string::npos) {
      throw UsageError(fmt::format("{} takes no value", option->name), words[i]);
    }
    const bool empty = equals == std::string::npos
                           ? i + 1 == words.size() || find_option(words[i + 1]) != nullptr
                           : equals + 1 == words[i].size();
    if (!flag && empty) refuse_empty(*option, words[i]);
  }
  throw UsageError(error.what());
}

}  // namespace

const OptionText* find_option(std::string_view word, std::string_view verb) {
  const std::string_view name = word.substr(0, word.find('='));
  for (const OptionText& option : options()) {
    if (!verb.empty() && !takes(verb, option)) continue;
    if (name == option.name || (*option.letter != '\0' && name == option.letter)) return &option;
  }
  return nullptr;
}

void refuse_empty(const OptionText& option, const std::string& word) {
  throw UsageError(fmt::format("{} needs a value: {} {} ({})", option.name, option.name,
                               option.value, option.help),
                   word);
}

Given split_words(const Verb& verb, const std::vector<std::string>& words) {
  Given given;
  given.verb = verb.name;
  CLI::App app;
  app.set_help_flag();
  app.allow_extras();
  app.add_option("words", given.rest);
  std::map<std::string, CLI::Option*> registered;
  for (const OptionText& option : options()) {
    if (!takes(verb.name, option)) continue;
    const std::string names =
        *option.letter == '\0' ? option.name : fmt::format("{},{}", option.letter, option.name);
    if (*option.value == '\0') {
      registered[option.name] = app.add_flag(names)->disable_flag_override();
    } else {
      registered[option.name] =
          app.add_option(names)->expected(1)->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    }
  }
  try {
    // CLI11 takes the words in reverse order; those behind "--" are not options.
    const auto end = std::find(words.begin(), words.end(), "--");
    std::vector<std::string> reversed(words.begin(), end);
    std::reverse(reversed.begin(), reversed.end());
    app.parse(reversed);
    if (end != words.end()) given.rest.insert(given.rest.end(), end + 1, words.end());
  } catch (const CLI::Error& error) {
    refuse_values(verb, words, error);
  }
  for (const std::string& word : app.remaining()) {
    if (word.size() > 1 && word[0] == '-') refuse_option(verb, word);
    given.rest.push_back(word);
  }
  for (const auto& [name, option] : registered) {
    if (option->count() > 0) given[name] = option->results();
  }
  return given;
}

std::size_t verb_position(const std::vector<std::string>& words) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i].size() < 2 || words[i][0] != '-') return i;
    const OptionText* option = find_option(words[i]);
    const bool value_follows =
        option != nullptr && *option->value != '\0' && words[i].find('=') == std::string::npos;
    if (value_follows) ++i;
  }
  return words.size();
}

}  // namespace tensio::cli
