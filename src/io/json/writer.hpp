// JSON text that people can read, written piece by piece.
#pragma once

#include <cstddef>
#include <functional>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/index.hpp"
#include "io/json/formula_tree.hpp"

namespace tensio::io {

class JsonWriter {
 public:
  // The members of an object and the items of a list: commas, lines and indents.
  /// An object on one line where it is short and fits: `write_members()` is called once or twice.
  template <class WriteMembers>
  void object(bool is_short, const WriteMembers& write_members);
  void open(char bracket);
  void close(char bracket);
  void item();
  void key(std::string_view name);

  /// A number with a formula in the tree is written as the formula if that still `gives` it.
  using Gives = std::function<bool(const std::string& formula, double value)>;
  void use_formulas(const FormulaTree* tree, Gives gives);
  /// Whether a number below the innermost bracket would be written as a formula: "drag",
  /// "gravity/1".
  bool has_formula(std::string_view path, double value) const;

  /// The shortest digits that read back to the same double.
  void number(double value);
  void numbers(const double* values, std::size_t count);
  void text(std::string_view value);
  /// Ids with long runs as ranges.
  void ids(const std::vector<int>& values);
  /// Short items in as few lines as fit: `write_item(i)` appends item i.
  template <class WriteItem>
  void wrapped(std::size_t count, const WriteItem& write_item);

  /// Members; a text or a list that is empty is left out.
  void text_member(std::string_view name, const std::string& value);
  void number_member(std::string_view name, double value);
  void list_member(std::string_view name, const std::vector<double>& values);
  void rows_member(std::string_view name, const std::vector<double>& values, std::size_t width);
  /// One number for all, or a list.
  void column_member(std::string_view name, const std::vector<double>& column);

  /// Where other text is appended to.
  auto out() { return std::back_inserter(text_); }
  std::string take() { return std::move(text_); }

  static constexpr std::size_t kLineWidth = 100;

 private:
  void new_line() {
    text_ += '\n';
    text_.append(2 * usize(depth_), ' ');
  }

  // An open bracket: its subtree of formulas, and the next item.
  struct Level {
    const FormulaTree* formulas = nullptr;
    std::size_t next = 0;
  };
  void enter(std::size_t index) {
    here_ = levels_.back().formulas ? levels_.back().formulas->child(index) : nullptr;
  }

  std::vector<Level> levels_ = {Level()};
  const FormulaTree* here_ = nullptr;  // the formulas of the next value
  Gives gives_;
  std::string text_;
  int depth_ = 0;
  bool first_ = true;    // the innermost bracket is still empty
  bool inline_ = false;  // members are on one line
};

template <class WriteMembers>
void JsonWriter::object(bool is_short, const WriteMembers& write_members) {
  if (inline_) {  // in an object on one line
    open('{');
    write_members();
    close('}');
    return;
  }
  const std::size_t begin = text_.size();
  const FormulaTree* place = here_;
  for (bool one_line : {true, false}) {
    if (one_line && !is_short) continue;
    here_ = place;
    inline_ = one_line;
    open('{');
    write_members();
    close('}');
    inline_ = false;
    const std::size_t indent = 2 * usize(depth_);
    const bool fits =
        text_.size() - begin + indent < kLineWidth && text_.find('\n', begin) == std::string::npos;
    if (!one_line || fits) return;
    text_.resize(begin);
  }
}

template <class WriteItem>
void JsonWriter::wrapped(std::size_t count, const WriteItem& write_item) {
  text_ += '[';
  levels_.push_back({here_, 0});
  const std::size_t begin = text_.size();
  ++depth_;
  bool several_lines = false;
  std::size_t line_begin = begin;
  for (std::size_t i = 0; i < count; ++i) {
    if (i > 0) text_ += ',';
    // a line that would be too long is broken before the item that makes it so
    const std::size_t item_begin = text_.size();
    if (i > 0) text_ += ' ';
    enter(i);
    write_item(i);
    if (i == 0 || text_.size() - line_begin < kLineWidth - 2 * usize(depth_)) {
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
  levels_.pop_back();
  if (several_lines) {
    text_.insert(begin, '\n' + std::string(usize(2 * depth_ + 2), ' '));
    new_line();
  }
  text_ += ']';
}

}  // namespace tensio::io
