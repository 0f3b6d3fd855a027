// The help as manual pages: the texts of the help, with the marks that man reads [groff_man(7)].
#include "args/manual.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <string_view>

#include "args/help.hpp"
#include "args/new_args.hpp"
#include "tensio/scenes/generators.hpp"
#include "tensio/version.hpp"

namespace tensio::cli {

namespace {

// The text up to a mark, which is taken off the front with it.
std::string_view take_until(std::string_view& text, std::string_view mark) {
  const std::size_t end = std::min(text.find(mark), text.size());
  const std::string_view part = text.substr(0, end);
  text.remove_prefix(std::min(end + mark.size(), text.size()));
  return part;
}

// A line of text: what man would take for its own marks is masked, and `words` are bold.
std::string masked(std::string_view line, bool marks_words = true) {
  std::string text;
  // At the start of a line these two begin a request.
  if (!line.empty() && (line[0] == '.' || line[0] == '\'')) text = "\\&";
  bool bold = false;
  for (const char c : line) {
    if (c == '`' && marks_words) {
      bold = !bold;
      text += bold ? "\\fB" : "\\fR";
    } else if (c == '\\') {
      text += "\\e";
    } else if (c == '-') {
      text += "\\-";
    } else if (c == '`') {
      text += "\\(ga";
    } else if (c == '\'') {
      text += "\\(aq";
    } else {
      text += c;
    }
  }
  return text;
}

// A paragraph of the help; lines with two spaces in front stay as they are.
std::string paragraph(std::string_view text) {
  std::string result = ".PP\n";
  bool as_is = false;
  while (!text.empty()) {
    std::string_view line = take_until(text, "\n");
    const bool indented = line.starts_with("  ");
    if (indented != as_is) result += indented ? ".PP\n.RS 4\n.nf\n" : ".fi\n.RE\n.PP\n";
    as_is = indented;
    if (indented) line.remove_prefix(2);
    result += masked(line, !indented) + '\n';
  }
  return result + (as_is ? ".fi\n.RE\n" : "");
}

std::string heading(std::string_view name) {
  std::string text(name);
  for (char& c : text) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return fmt::format(".TH {} 1 \"\" \"Tensio {}\" \"Tensio\"\n", masked(text), kVersion);
}

// A section, unless it is empty; its first paragraph needs no mark.
std::string section(const char* title, std::string_view content) {
  constexpr std::string_view kMark = ".PP\n";
  if (content.starts_with(kMark)) content.remove_prefix(kMark.size());
  return content.empty() ? std::string() : fmt::format(".SH {}\n{}", title, content);
}

// "1 a; 2 b." as a list, where each part begins with a number; else a paragraph.
std::string exit_codes(std::string_view text) {
  std::string list, sentence(text);
  std::replace(sentence.begin(), sentence.end(), '\n', ' ');
  std::string_view left = sentence;
  while (!left.empty()) {
    std::string_view item = take_until(left, "; ");
    const std::string_view code = take_until(item, " ");
    if (code.find_first_not_of("0123456789") != std::string_view::npos) return paragraph(text);
    list += fmt::format(".TP\n.B {}\n{}\n", code, masked(item));
  }
  return list;
}

// What follows the options: exit codes, notes and examples, each in its section.
std::string closing_sections(std::string_view text) {
  std::string codes, notes, examples;
  std::string* last = &notes;
  while (!text.empty()) {
    std::string_view part = take_until(text, "\n\n");
    while (part.ends_with('\n')) part.remove_suffix(1);
    constexpr std::string_view kCodes = "Exit codes: ", kExample = "Example";
    if (part.starts_with(kCodes)) {
      codes += exit_codes(part.substr(kCodes.size()));
    } else {
      last = part.starts_with(kExample) ? &examples : &notes;
      *last += paragraph(part);
    }
  }
  return section("NOTES", notes) + section("EXIT STATUS", codes) + section("EXAMPLES", examples);
}

// The kinds of parts, with their options.
std::string kinds() {
  std::string text = ".SH KINDS\n";
  for (const Generator& kind : generators()) {
    text += fmt::format(".SS {}\n", kind.name);
    std::string help = kind_help(kind.name);
    const std::size_t begin = help.find("\n\n") + 2;
    const std::size_t end = help.rfind("\n\n");  // the hint at other help
    std::string_view left = std::string_view(help).substr(begin, end - begin);
    while (!left.empty()) text += paragraph(take_until(left, "\n\n"));
  }
  return text;
}

}  // namespace

std::string manual_overview() {
  std::string text = heading("tensio") +
                     ".SH NAME\n"
                     "tensio \\- equilibrium and motion of networks of masses and springs\n"
                     ".SH SYNOPSIS\n.B tensio\n.I COMMAND\n[\\fISCENE\\fR] [\\fIoptions\\fR]\n"
                     ".SH DESCRIPTION\n"
                     "Tensio computes the equilibrium and the motion of networks of masses and "
                     "springs. A scene is a JSON file. Each command has a page of its own.\n"
                     ".SH COMMANDS\n";
  for (const Verb& verb : verbs()) {
    if (!verb.available()) continue;
    text += fmt::format(".TP\n.BR tensio\\-{} (1)\n{}\n", verb.name, masked(verb.summary));
  }
  return text +
         ".SH OPTIONS\n.TP\n.B \\-\\-version\nprint the version\n"
         ".TP\n.B \\-\\-help\nprint the list of commands\n"
         ".SH EXAMPLES\n"
         ".RS 4\n.nf\n"
         "tensio new cloth \\-\\-out cloth.json\n"
         "tensio solve cloth.json\n"
         "tensio run cloth.json \\-\\-out cloth_run\n"
         ".fi\n.RE\n";
}

std::string manual_page(const Verb& verb) {
  const HelpPage& page = help_page(verb);
  std::string text = heading(fmt::format("tensio-{}", verb.name));
  text += fmt::format(".SH NAME\ntensio\\-{} \\- {}\n", verb.name, masked(verb.summary));
  text += fmt::format(".SH SYNOPSIS\n{}\n", masked(page.usage));
  text += section("DESCRIPTION", paragraph(page.about));
  text += ".SH OPTIONS\n";
  for (const OptionText& option : options()) {
    if (!takes(verb.name, option)) continue;
    text += fmt::format(".TP\n.B {}\n{}\n", masked(option_heading(option)), masked(option.help));
  }
  if (std::string_view(verb.name) == "new") text += kinds();
  return text + closing_sections(page.closing) + ".SH SEE ALSO\n.BR tensio (1)\n";
}

}  // namespace tensio::cli
