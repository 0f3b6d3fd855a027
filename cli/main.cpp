// The program: finds the command, runs it, and turns every outcome into a message and an exit code.
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <exception>
#include <filesystem>
#include <new>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "args/args.hpp"
#include "args/completion.hpp"
#include "args/given.hpp"
#include "args/help.hpp"
#include "args/manual.hpp"
#include "args/new_args.hpp"
#include "backend/ranks_of_program.hpp"
#include "commands/commands.hpp"
#include "exit_code.hpp"
#include "output/json_output.hpp"
#include "signals.hpp"
#include "system/system.hpp"
#include "tensio/version.hpp"

namespace tensio::cli {

namespace {

// What a signal leaves on standard output before a scene is read.
constexpr const char* kInterruptedJson =
    "{\"status\": \"interrupted\", \"reason\": \"stopped before there was a result\"}\n";

// Prints a text, or the same as a member of a JSON object.
int print_text(const std::string& text, const char* name, bool json_wanted) {
  Output output;
  if (json_wanted) {
    JsonWriter json(output);
    json.begin_object();
    json.members({{"status", "ok"}, {name, text}});
    json.end_object();
  } else {
    output.text(text);
  }
  output.flush();
  return kExitDone;
}

[[noreturn]] void refuse_unavailable(const std::string& word) {
  throw UsageError(fmt::format("`{}` is not available yet in version {}", word, kVersion), word);
}

[[noreturn]] void refuse_verb(const std::string& word, bool may_be_file) {
  std::error_code ignored;
  const bool file =
      word == "-" || word.ends_with(".json") || std::filesystem::is_regular_file(word, ignored);
  if (may_be_file && file) {
    throw UsageError(fmt::format("`{}` is a scene, not a command; did you mean `tensio solve {}`?",
                                 printable(word), printable(word)),
                     word);
  }
  std::vector<std::string> names;
  for (const Verb& verb : verbs()) {
    if (verb.available()) names.emplace_back(verb.name);
  }
  const std::string called = verb_called(word);
  const std::string near = called.empty() ? nearest(word, names) : called;
  throw UsageError(
      near.empty()
          ? fmt::format("there is no command `{}`; `tensio help` lists them", printable(word))
          : fmt::format("there is no command `{}`; did you mean `{}`?", printable(word), near),
      word);
}

// The verb of this name; throws where this version has none.
const Verb& available_verb(const std::string& word, bool may_be_file) {
  const Verb* verb = find_verb(word);
  if (verb == nullptr) refuse_verb(word, may_be_file);
  if (!verb->available()) refuse_unavailable(word);
  return *verb;
}

using Command = int (*)(const Args&);

Command command_named(std::string_view verb) {
  constexpr std::pair<std::string_view, Command> kCommands[] = {
      {"solve", solve_command},       {"run", run_command},       {"resume", resume_command},
      {"modes", modes_command},       {"follow", follow_command}, {"check", check_command},
      {"info", info_command},         {"draw", draw_command},     {"convert", convert_command},
      {"compare", compare_command},   {"movie", movie_command},   {"new", new_command},
      {"bench", bench_command},       {"studio", studio_command}, {"verify", verify_command},
      {"sections", sections_command},
  };
  for (const auto& [name, command] : kCommands)
    if (name == verb) return command;
  throw std::logic_error(fmt::format("the command {} is in no table", verb));
}

// The overview or the help of a command, in the form that was asked for.
std::string help_asked_for(const Args& args) {
  if (args.completion) return completion(*args.completion);
  if (args.scene.empty()) return args.man ? manual_overview() : overview();
  const Verb& verb = available_verb(args.scene, false);
  return args.man ? manual_page(verb) : help_text(verb);
}

int carry_out(const Args& args) {
  if (args.help) {
    const bool of_kind = args.verb == "new" && !args.scene.empty();
    return print_text(of_kind ? kind_help(args.scene) : help_text(*find_verb(args.verb)), "help",
                      args.json);
  }
  if (args.verb == "help") return print_text(help_asked_for(args), "help", args.json);
  if (is_debug_build() && !args.quiet) {
    say("note: this is a debug build of tensio: slow, with extra checks\n");
  }
  return command_named(args.verb)(args);
}

int dispatch(std::vector<std::string> words, bool json) {
  const std::size_t at = verb_position(words);
  const auto asked = [&](const char* word) {
    return std::find(words.begin(), words.end(), word) != words.end();
  };
  if (at == words.size()) {
    if (asked("--version")) {
      return json ? print_text(kVersion, "version", true)
                  : print_text(version_text(), "version", false);
    }
    if (words.empty() || asked("--help") || asked("-h"))
      return print_text(overview(), "help", json);
    throw UsageError("no command is given; `tensio help` lists them");
  }
  const Verb& verb = available_verb(words[at], true);
  words.erase(words.begin() + static_cast<std::ptrdiff_t>(at));
  return carry_out(parse_args(verb, words));
}

int guarded(const std::vector<std::string>& words) {
  const bool json = std::any_of(
      words.begin(), std::find(words.begin(), words.end(), "--"),
      [](const std::string& word) { return word == "--json" || word.starts_with("--json="); });
  const FailureStyle style{.json = json};
  watch_signals(json ? kInterruptedJson : "");
  try {
    return dispatch(words, json);
  } catch (const UsageError& error) {
    return report_usage(error, style);
  } catch (const Error& error) {
    return report_error(error, style);
  } catch (const std::bad_alloc&) {
    return report_failure("there is not enough memory for this scene", kExitLimit, style);
  } catch (const OutputError&) {
    throw;
  } catch (const std::exception& error) {
    return report_failure(fmt::format("this is a bug in tensio: {}", error.what()), kExitBug,
                          style);
  }
}

}  // namespace

}  // namespace tensio::cli

namespace {

int exit_code_of(const std::vector<std::string>& words) {
  using namespace tensio::cli;
  try {
    return guarded(words);
  } catch (const OutputError& error) {
    // A reader that has left, as in `tensio ... | head`, knows already.
    if (error.code() != EPIPE) say(std::string("error: ") + error.what() + "\n");
    return kExitIo;
  } catch (...) {
    say("error: this is a bug in tensio: an unknown exception\n");
    return kExitBug;
  }
}

}  // namespace

int main(int argc, char** argv) {
  using namespace tensio::cli;
  prepare_streams();
  if (const std::optional<int> code = tensio::join_ranks()) return *code;
  const int code = exit_code_of(words_given(argc, argv));
  tensio::release_ranks(code);
  // A factorisation that a signal cut short may still be at work, and exit() would wait for it.
  if (remembered_signal() != 0) ::_exit(code);
  return code;
}
