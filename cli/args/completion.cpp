// Scripts for shells, from the tables of commands, options and kinds of parts.
#include "args/completion.hpp"

#include <fmt/format.h>

#include <string_view>
#include <utility>
#include <vector>

#include "args/help.hpp"
#include "args/new_args.hpp"
#include "tensio/model/section.hpp"
#include "tensio/scenes/generators.hpp"

namespace tensio::cli {

namespace {

// What can stand for a word: one of some words, a file, a scene, a folder, or what no shell knows.
enum class Takes { nothing, words, files, scenes, folders, free };

struct Word {
  Takes takes = Takes::nothing;
  std::vector<std::string> words = {};
};

struct CompletedOption {
  std::string name, letter, help;
  Word value = {};
};

// A command, or a kind of `new`.
struct Completed {
  std::string name, summary;
  Word word = {};  // what stands behind it
  std::vector<CompletedOption> options = {};
};

Takes taken_by(std::string_view value) {
  if (value.empty()) return Takes::nothing;
  if (value == "FILE") return Takes::files;
  if (value == "DIR") return Takes::folders;
  return Takes::free;
}

std::vector<std::string> kind_names() {
  std::vector<std::string> names;
  for (const Generator& kind : generators()) names.push_back(kind.name);
  return names;
}

std::vector<std::string> family_names() {
  std::vector<std::string> names;
  for (const SectionFamily& family : section_families()) names.push_back(family.name);
  return names;
}

std::vector<std::string> verb_names() {
  std::vector<std::string> names;
  for (const Verb& verb : verbs())
    if (verb.available()) names.emplace_back(verb.name);
  return names;
}

// What stands behind a command, by the first line of its help.
Word word_of(std::string_view usage) {
  const auto has = [&](std::string_view word) {
    return usage.find(word) != std::string_view::npos;
  };
  if (has("[KIND]")) return {Takes::words, kind_names()};
  if (has("[NAME]")) return {Takes::words, family_names()};
  if (has("[COMMAND]")) return {Takes::words, verb_names()};
  if (has("SCENE")) return {Takes::scenes};
  if (has(" DIR")) return {Takes::folders};
  return {Takes::files};
}

std::vector<Completed> all_commands() {
  std::vector<Completed> commands;
  for (const Verb& verb : verbs()) {
    if (!verb.available()) continue;
    const auto choices = choices_of(verb);
    Completed command{verb.name, verb.summary, word_of(help_page(verb).usage), {}};
    for (const OptionText& option : options()) {
      if (!takes(verb.name, option)) continue;
      Word value{taken_by(option.value)};
      const auto choice = choices.find(option.name);
      if (choice != choices.end()) value = {Takes::words, choice->second};
      command.options.push_back({option.name, option.letter, option.help, std::move(value)});
    }
    commands.push_back(std::move(command));
  }
  return commands;
}

// The kinds, with the options that each has for itself.
std::vector<Completed> all_kinds() {
  std::vector<Completed> kinds;
  for (const Generator& kind : generators()) {
    Completed command{kind.name, kind.summary, {}, {}};
    for (const GeneratorOption& option : kind.options) {
      Word value{Takes::free};
      if (!option.words.empty()) value = {Takes::words, option.words};
      if (option.type == OptionType::truth) value = {Takes::words, {"true", "false"}};
      if (option.type == OptionType::mesh) value = {Takes::files};
      command.options.push_back({option_word(option.name), "", option.help, std::move(value)});
    }
    kinds.push_back(std::move(command));
  }
  return kinds;
}

// In single quotes, for any of the shells.
std::string quoted(std::string_view text) {
  std::string result = "'";
  for (const char c : text) {
    if (c == '\'')
      result += "'\\''";
    else
      result += c;
  }
  return result + "'";
}

// ---- bash ----

std::string bash_function(Takes takes) {
  switch (takes) {
    case Takes::files: return "_tensio_files";
    case Takes::scenes: return "_tensio_scenes";
    case Takes::folders: return "_tensio_folders";
    default: return ":";  // nothing to suggest
  }
}

std::string bash_action(const Word& word) {
  if (word.takes == Takes::words)
    return fmt::format("_tensio_words {}", quoted(fmt::format("{}", fmt::join(word.words, " "))));
  return bash_function(word.takes);
}

// One line for each option with a value, after the command (or kind) and the option's name.
std::string bash_values(const std::vector<Completed>& commands) {
  std::string text;
  for (const Completed& command : commands)
    for (const CompletedOption& option : command.options)
      if (option.value.takes != Takes::nothing)
        text += fmt::format("    {},{}) {}; return ;;\n", command.name, option.name,
                            bash_action(option.value));
  return text;
}

std::string bash_options(const Completed& command) {
  std::string text;
  for (const CompletedOption& option : command.options) {
    text += (text.empty() ? "" : " ") + option.name;
    if (!option.letter.empty()) text += ' ' + option.letter;
  }
  return text;
}

std::string bash_script() {
  const std::vector<Completed> commands = all_commands(), kinds = all_kinds();
  const std::string names = fmt::format("{}", fmt::join(verb_names(), "|"));
  std::string text =
      "# Completion of tensio for bash: source <(tensio help --completion bash)\n"
      "_tensio_words() { mapfile -t COMPREPLY < <(compgen -W \"$1\" -- \"$word\"); }\n"
      "_tensio_files() { compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- \"$word\"); "
      "}\n"
      "_tensio_folders() { compopt -o filenames; mapfile -t COMPREPLY < <(compgen -d -- "
      "\"$word\"); "
      "}\n"
      "_tensio_scenes() {\n"
      "  compopt -o filenames\n"
      "  mapfile -t COMPREPLY < <(compgen -f -X '!*.json' -- \"$word\"; compgen -d -- \"$word\")\n"
      "}\n"
      "_tensio() {\n"
      "  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command='' "
      "kind='' i\n"
      "  COMPREPLY=()\n"
      "  for ((i = 1; i < COMP_CWORD; ++i)); do\n"
      "    if [[ -z $command ]]; then\n";
  text += fmt::format("      case ${{COMP_WORDS[i]}} in {}) command=${{COMP_WORDS[i]}} ;; esac\n",
                      names);
  text += fmt::format(
      "    elif [[ $command = new ]]; then\n"
      "      case ${{COMP_WORDS[i]}} in {}) kind=${{COMP_WORDS[i]}} ;; esac\n"
      "    fi\n"
      "  done\n",
      fmt::join(kind_names(), "|"));
  text += "  case $command,$before in\n" + bash_values(commands) + "  esac\n";
  text += "  case $kind,$before in\n" + bash_values(kinds) + "  esac\n";
  text += "  if [[ $word = -* ]]; then\n    local all=''\n    case $command in\n";
  for (const Completed& command : commands)
    text += fmt::format("      {}) all='{}' ;;\n", command.name, bash_options(command));
  text += "      *) all='--version --help' ;;\n    esac\n    case $kind in\n";
  for (const Completed& kind : kinds)
    text += fmt::format("      {}) all+=' {}' ;;\n", kind.name, bash_options(kind));
  text += "    esac\n    _tensio_words \"$all\"\n    return\n  fi\n  case $command in\n";
  for (const Completed& command : commands) {
    const bool once = command.word.takes == Takes::words;
    text += fmt::format("    {}) {}{} ;;\n", command.name, once ? "[[ -n $kind ]] || " : "",
                        bash_action(command.word));
  }
  return text + fmt::format("    *) _tensio_words '{}' ;;\n", fmt::join(verb_names(), " ")) +
         "  esac\n}\ncomplete -F _tensio tensio\n";
}

// ---- zsh ----

// In the specifications of _arguments these end a part.
std::string zsh_text(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '[' || c == ']' || c == ':' || c == '\\') result += '\\';
    result += c;
  }
  return result;
}

std::string zsh_action(const Word& word) {
  switch (word.takes) {
    case Takes::nothing: return "";
    case Takes::words: return fmt::format(":value:({})", fmt::join(word.words, " "));
    case Takes::files: return ":file:_files";
    case Takes::scenes: return ":scene:_files -g \"*.json\"";
    case Takes::folders: return ":folder:_files -/";
    case Takes::free: return ":value: ";
  }
  return "";
}

std::string zsh_specifications(const Completed& command) {
  std::string text;
  for (const CompletedOption& option : command.options)
    for (const std::string& name : {option.name, option.letter})
      if (!name.empty())
        text += fmt::format(" \\\n        {}",
                            quoted(fmt::format("*{}[{}]{}", name, zsh_text(option.help),
                                               zsh_action(option.value))));
  return text;
}

std::string zsh_script() {
  std::string text =
      "#compdef tensio\n"
      "# Completion of tensio for zsh; made by `tensio help --completion zsh`.\n"
      "_tensio() {\n"
      "  local command=${words[2]} kind=${words[3]}\n"
      "  if (( CURRENT == 2 )); then\n"
      "    local -a commands=(\n";
  const std::vector<Completed> commands = all_commands();
  for (const Completed& command : commands)
    text += fmt::format("      {}\n",
                        quoted(fmt::format("{}:{}", command.name, zsh_text(command.summary))));
  text +=
      "    )\n"
      "    _describe command commands\n"
      "    return\n"
      "  fi\n"
      "  local -a specifications=()\n"
      "  case $kind in\n";
  for (const Completed& kind : all_kinds())
    text += fmt::format("    {}) specifications=({}) ;;\n", kind.name, zsh_specifications(kind));
  text +=
      "  esac\n"
      "  [[ $command = new ]] || specifications=()\n"
      "  words=(\"${(@)words[2,-1]}\")\n"
      "  (( CURRENT -= 1 ))\n"
      "  case $command in\n";
  for (const Completed& command : commands) {
    const std::string count = command.word.takes == Takes::words ? "1" : "*";
    text += fmt::format("    {}) _arguments \"${{specifications[@]}}\"{} \\\n        {} ;;\n",
                        command.name, zsh_specifications(command),
                        quoted(count + zsh_action(command.word)));
  }
  return text +
         "  esac\n}\nif [ \"$funcstack[1]\" = _tensio ]; then _tensio \"$@\"; else compdef "
         "_tensio tensio; fi\n";
}

// ---- fish ----

std::string fish_action(const Word& word) {
  switch (word.takes) {
    case Takes::nothing: return " -f";
    case Takes::words: return fmt::format(" -x -a '{}'", fmt::join(word.words, " "));
    case Takes::files: return " -r -F";
    case Takes::scenes: return " -x -a '(__fish_complete_suffix .json)'";
    case Takes::folders: return " -x -a '(__fish_complete_directories)'";
    case Takes::free: return " -x";
  }
  return "";
}

// Inside of single quotes, where fish masks by a backslash.
std::string fish_text(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '\'' || c == '\\') result += '\\';
    result += c;
  }
  return result;
}

std::string fish_options(const Completed& command, const std::string& condition) {
  std::string text;
  for (const CompletedOption& option : command.options) {
    text += fmt::format("complete -c tensio -n '{}' -l {}", condition, option.name.substr(2));
    if (!option.letter.empty()) text += fmt::format(" -s {}", option.letter.substr(1));
    text += fmt::format("{} -d '{}'\n", fish_action(option.value), fish_text(option.help));
  }
  return text;
}

std::string fish_script() {
  std::string text =
      "# Completion of tensio for fish: tensio help --completion fish | source\n"
      "complete -c tensio -f\n";
  for (const Completed& command : all_commands()) {
    text += fmt::format("complete -c tensio -n __fish_use_subcommand -a {} -d '{}'\n", command.name,
                        fish_text(command.summary));
    const std::string condition = fmt::format("__fish_seen_subcommand_from {}", command.name);
    const bool words = command.word.takes == Takes::words;
    const std::string once = words ? fmt::format("; and not __fish_seen_subcommand_from {}",
                                                 fmt::join(command.word.words, " "))
                                   : "";
    if (command.name != "help")
      text += fmt::format("complete -c tensio -n '{}{}'{}\n", condition, once,
                          command.word.takes == Takes::files ? " -F" : fish_action(command.word));
    else
      text += fmt::format("complete -c tensio -n '{}'{}\n", condition, fish_action(command.word));
    text += fish_options(command, condition);
  }
  for (const Completed& kind : all_kinds())
    text += fish_options(kind, fmt::format("__fish_seen_subcommand_from new; and "
                                           "__fish_seen_subcommand_from {}",
                                           kind.name));
  return text;
}

}  // namespace

std::string completion(Shell shell) {
  switch (shell) {
    case Shell::bash: return bash_script();
    case Shell::zsh: return zsh_script();
    case Shell::fish: return fish_script();
  }
  return "";
}

}  // namespace tensio::cli
