// A System as JSON text that people can read and that gives the same bits back.
#include <fmt/format.h>

#include <cmath>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "io/file_output.hpp"
#include "io/json_text.hpp"
#include "tensio/scene_file.hpp"

namespace tensio {
namespace {

constexpr std::size_t kLineWidth = 100;
constexpr int kShortestRange = 8;

std::string quoted(std::string_view text) {
  std::string result = "\"";
  while (!text.empty()) {
    const std::size_t length = io::character_length(text);
    const auto c = static_cast<unsigned char>(text[0]);
    if (length == 0) {
      result += "\xEF\xBF\xBD";  // a byte that is no character can not stand in JSON
    } else if (c == '"' || c == '\\') {
      result += '\\';
      result += text[0];
    } else if (c == '\n') {
      result += "\\n";
    } else if (c == '\t') {
      result += "\\t";
    } else if (c < 0x20) {
      result += fmt::format("\\u{:04x}", c);
    } else {
      result += text.substr(0, length);
    }
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return result + '"';
}

class SceneWriter {
 public:
  std::string write(const System& system);

 private:
  // The members of an object and the items of a list: commas, lines and indents.
  /// An object on one line where it is short and fits: `write_members()` is called once or twice.
  template <class WriteMembers>
  void object(bool is_short, const WriteMembers& write_members);
  void open(char bracket);
  void close(char bracket);
  void item();
  void key(std::string_view name);

  void number(double value);
  void numbers(const double* values, std::size_t count);
  void text_member(std::string_view name, const std::string& text);
  void rows_member(std::string_view name, const std::vector<double>& values, std::size_t width);
  void column_member(std::string_view name, const Column& column);
  void ids(const std::vector<int>& values);
  /// Short items in as few lines as fit: `write_item(i)` appends item i.
  template <class WriteItem>
  void wrapped(std::size_t count, const WriteItem& write_item);

  void nodes(const System& system);
  void fixed(const System& system);
  void spring_set(const SpringSet& set);
  void load(const Load& load, std::size_t dimension);
  void groups(std::string_view name, const std::vector<Group>& groups, const std::string& note);
  void equilibrium(const EquilibriumOptions& options, const std::string& note);

  auto out() { return std::back_inserter(text_); }
  void new_line() {
    text_ += '\n';
    text_.append(2 * static_cast<std::size_t>(depth_), ' ');
  }

  std::string text_;
  int depth_ = 0;
  bool first_ = true;    // nothing stands in the innermost bracket yet
  bool inline_ = false;  // members stand on one line
};

void SceneWriter::open(char bracket) {
  text_ += bracket;
  ++depth_;
  first_ = true;
}

void SceneWriter::close(char bracket) {
  --depth_;
  if (!first_ && !inline_) new_line();
  text_ += bracket;
  first_ = false;
}

void SceneWriter::item() {
  if (!first_) text_ += inline_ ? ", " : ",";
  first_ = false;
  if (!inline_) new_line();
}

template <class WriteMembers>
void SceneWriter::object(bool is_short, const WriteMembers& write_members) {
  const std::size_t begin = text_.size();
  for (bool one_line : {true, false}) {
    if (one_line && !is_short) continue;
    inline_ = one_line;
    open('{');
    write_members();
    close('}');
    inline_ = false;
    const std::size_t indent = 2 * static_cast<std::size_t>(depth_);
    const bool fits =
        text_.size() - begin + indent < kLineWidth && text_.find('\n', begin) == std::string::npos;
    if (!one_line || fits) return;
    text_.resize(begin);
  }
}

void SceneWriter::key(std::string_view name) {
  item();
  text_ += quoted(name);
  text_ += ": ";
}

// The shortest digits that read back to the same double.
void SceneWriter::number(double value) {
  if (!std::isfinite(value)) {
    throw Error(fmt::format("a scene file can not hold the number {}; only finite ones", value));
  }
  if (value == 0.0 && std::signbit(value)) {
    text_ += "-0.0";
  } else {
    fmt::format_to(out(), "{}", value);
  }
}

void SceneWriter::numbers(const double* values, std::size_t count) {
  text_ += '[';
  for (std::size_t i = 0; i < count; ++i) {
    if (i > 0) text_ += ", ";
    number(values[i]);
  }
  text_ += ']';
}

void SceneWriter::text_member(std::string_view name, const std::string& text) {
  if (text.empty()) return;
  key(name);
  text_ += quoted(text);
}

template <class WriteItem>
void SceneWriter::wrapped(std::size_t count, const WriteItem& write_item) {
  text_ += '[';
  const std::size_t begin = text_.size();
  ++depth_;
  bool several_lines = false;
  std::size_t line_begin = begin;
  for (std::size_t i = 0; i < count; ++i) {
    if (i > 0) text_ += ',';
    // a line that would be too long is broken before the item that makes it so
    const std::size_t item_begin = text_.size();
    if (i > 0) text_ += ' ';
    write_item(i);
    if (i == 0 || text_.size() - line_begin < kLineWidth - 2 * static_cast<std::size_t>(depth_)) {
      continue;
    }
    const std::string moved = text_.substr(item_begin + 1);
    text_.resize(item_begin);
    new_line();
    several_lines = true;
    line_begin = text_.size();
    text_ += moved;
  }
  --depth_;
  if (several_lines) {
    text_.insert(begin, '\n' + std::string(static_cast<std::size_t>(2 * depth_ + 2), ' '));
    new_line();
  }
  text_ += ']';
}

void SceneWriter::rows_member(std::string_view name, const std::vector<double>& values,
                              std::size_t width) {
  key(name);
  wrapped(values.size() / width, [&](std::size_t i) { numbers(values.data() + i * width, width); });
}

void SceneWriter::column_member(std::string_view name, const Column& column) {
  if (column.empty()) return;
  key(name);
  if (column.size() == 1) {
    number(column[0]);
  } else {
    wrapped(column.size(), [&](std::size_t i) { number(column[i]); });
  }
}

void SceneWriter::ids(const std::vector<int>& values) {
  // runs of consecutive ids as ranges
  std::vector<std::pair<int, int>> runs;
  for (std::size_t i = 0; i < values.size();) {
    std::size_t end = i + 1;
    while (end < values.size() && values[end - 1] < values[end] &&
           values[end] == values[end - 1] + 1) {
      ++end;
    }
    if (static_cast<int>(end - i) < kShortestRange) end = i + 1;
    runs.push_back({values[i], values[end - 1]});
    i = end;
  }
  wrapped(runs.size(), [&](std::size_t i) {
    const auto [first, last] = runs[i];
    if (first == last) {
      fmt::format_to(out(), "{}", first);
    } else {
      fmt::format_to(out(), "\"{}:{}\"", first, static_cast<long long>(last) + 1);
    }
  });
}

void SceneWriter::fixed(const System& system) {
  const std::vector<Fixed>& items = system.nodes.fixed;
  if (items.empty()) return;
  key("fixed");
  const Fixed& only = items.front();
  if (items.size() == 1 && only.axes == kAllAxes && only.note.empty() && !only.nodes.empty()) {
    ids(only.nodes);
    return;
  }
  open('[');
  for (const Fixed& fixed_item : items) {
    std::string axes;
    for (int axis = 0; axis < system.dimension; ++axis) {
      if ((fixed_item.axes & (1 << axis)) != 0) axes += "xyz"[axis];
    }
    item();
    object(true, [&] {
      key("nodes");
      ids(fixed_item.nodes);
      if (fixed_item.axes != kAllAxes) text_member("axes", axes);
      text_member("note", fixed_item.note);
    });
  }
  close(']');
}

void SceneWriter::nodes(const System& system) {
  const auto width = static_cast<std::size_t>(system.dimension);
  const Nodes& data = system.nodes;
  key("nodes");
  open('{');
  rows_member("position", data.position, width);
  if (!data.start.empty()) rows_member("start", data.start, width);
  column_member("mass", data.mass);
  fixed(system);
  if (!data.name.empty()) {
    key("name");
    wrapped(data.name.size(), [&](std::size_t i) { text_ += quoted(data.name[i]); });
  }
  text_member("note", data.note);
  close('}');
}

void SceneWriter::spring_set(const SpringSet& set) {
  item();
  object(set.ends.size() < kLineWidth, [&] {
    text_member("name", set.name);
    if (set.law) text_member("law", to_string(*set.law));
    key("ends");
    wrapped(set.ends.size(), [&](std::size_t i) {
      fmt::format_to(out(), "[{}, {}]", set.ends[i][0], set.ends[i][1]);
    });
    column_member("stiffness", set.stiffness);
    column_member("axial_stiffness", set.axial_stiffness);
    column_member("rest_length", set.rest_length);
    column_member("pretension", set.pretension);
    text_member("note", set.note);
  });
}

void SceneWriter::load(const Load& data, std::size_t dimension) {
  item();
  object(data.force.size() < kLineWidth, [&] {
    key("nodes");
    ids(data.nodes);
    if (data.force.size() == dimension) {
      key("force");
      numbers(data.force.data(), dimension);
    } else {
      rows_member("force", data.force, dimension);
    }
    text_member("note", data.note);
  });
}

void SceneWriter::groups(std::string_view name, const std::vector<Group>& data,
                         const std::string& note) {
  if (data.empty() && note.empty()) return;
  key(name);
  open('{');
  text_member("note", note);
  for (const Group& group : data) {
    key(group.name);
    ids(group.members);
  }
  close('}');
}

void SceneWriter::equilibrium(const EquilibriumOptions& options, const std::string& note) {
  const EquilibriumOptions usual;
  const bool method = options.method != usual.method;
  const bool tolerance = options.tolerance != usual.tolerance;
  const bool limit = options.max_iterations != usual.max_iterations;
  const bool relaxation = options.relaxation != usual.relaxation;
  if (!method && !tolerance && !limit && !relaxation && note.empty()) return;
  key("equilibrium");
  object(true, [&] {
    if (method) text_member("method", to_string(options.method));
    if (tolerance) column_member("tolerance", {options.tolerance});
    if (limit) column_member("max_iterations", {static_cast<double>(options.max_iterations)});
    if (relaxation) column_member("relaxation", {options.relaxation});
    text_member("note", note);
  });
}

std::string SceneWriter::write(const System& system) {
  open('{');
  column_member("tensio", {1});
  column_member("dimension", {static_cast<double>(system.dimension)});
  text_member("title", system.title);
  text_member("description", system.description);
  text_member("source", system.source);
  text_member("note", system.note);
  bool falls = false;
  for (double g : system.gravity) falls = falls || g != 0.0 || std::signbit(g);
  if (falls) {
    key("gravity");
    numbers(system.gravity.data(), static_cast<std::size_t>(system.dimension));
  }
  nodes(system);
  if (!system.springs.empty()) {
    key("springs");
    open('[');
    for (const SpringSet& set : system.springs) spring_set(set);
    close(']');
  }
  if (!system.loads.empty()) {
    key("loads");
    open('[');
    for (const Load& data : system.loads) load(data, static_cast<std::size_t>(system.dimension));
    close(']');
  }
  groups("groups", system.groups, system.groups_note);
  groups("spring_groups", system.spring_groups, system.spring_groups_note);
  equilibrium(system.equilibrium, system.equilibrium_note);
  close('}');
  text_ += '\n';
  return std::move(text_);
}

}  // namespace

std::string write_system(const System& system) { return SceneWriter().write(system); }

void save_system(const System& system, const std::string& path) {
  io::write_file_safely(path, write_system(system));
}

}  // namespace tensio
