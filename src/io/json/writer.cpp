// Commas, lines and digits of JSON text.
#include "io/json/writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "io/json/quote.hpp"
#include "tensio/error.hpp"

namespace tensio::io {
namespace {

constexpr int kShortestRange = 8;

}  // namespace

void JsonWriter::use_formulas(const FormulaTree* tree, Gives gives) {
  here_ = tree;
  gives_ = std::move(gives);
}

bool JsonWriter::has_formula(std::string_view path, double value) const {
  const FormulaTree* found = levels_.back().formulas;
  while (found && !path.empty()) {
    const std::size_t end = std::min(path.find('/'), path.size());
    found = found->child(path.substr(0, end));
    path.remove_prefix(std::min(end + 1, path.size()));
  }
  return found && !found->text().empty() && gives_(found->text(), value);
}

void JsonWriter::open(char bracket) {
  levels_.push_back({here_, 0});
  text_ += bracket;
  ++depth_;
  first_ = true;
}

void JsonWriter::close(char bracket) {
  --depth_;
  levels_.pop_back();
  if (!first_ && !inline_) new_line();
  text_ += bracket;
  first_ = false;
}

void JsonWriter::item() {
  if (!first_) text_ += inline_ ? ", " : ",";
  first_ = false;
  if (!inline_) new_line();
  enter(levels_.back().next++);
}

void JsonWriter::key(std::string_view name) {
  item();
  text(name);
  text_ += ": ";
  here_ = levels_.back().formulas ? levels_.back().formulas->child(name) : nullptr;
}

void JsonWriter::number(double value) {
  if (!std::isfinite(value)) {
    throw Error(fmt::format("a scene file cannot contain the number {}; it must be finite", value));
  }
  if (here_ && !here_->text().empty() && gives_(here_->text(), value)) {
    text(here_->text());
  } else {
    append_json_number(text_, value);
  }
}

void JsonWriter::numbers(const double* values, std::size_t count) {
  text_ += '[';
  levels_.push_back({here_, 0});
  for (std::size_t i = 0; i < count; ++i) {
    if (i > 0) text_ += ", ";
    enter(i);
    // a list of one may have been read from a number alone
    if (count == 1 && !here_) here_ = levels_.back().formulas;
    number(values[i]);
  }
  levels_.pop_back();
  text_ += ']';
}

void JsonWriter::text(std::string_view value) { text_ += json_string(value); }

void JsonWriter::text_member(std::string_view name, const std::string& value) {
  if (value.empty()) return;
  key(name);
  text(value);
}

void JsonWriter::number_member(std::string_view name, double value) {
  key(name);
  number(value);
}

void JsonWriter::list_member(std::string_view name, const std::vector<double>& values) {
  if (values.empty()) return;
  key(name);
  wrapped(values.size(), [&](std::size_t i) { number(values[i]); });
}

void JsonWriter::rows_member(std::string_view name, const std::vector<double>& values,
                             std::size_t width) {
  key(name);
  wrapped(values.size() / width, [&](std::size_t i) { numbers(values.data() + i * width, width); });
}

void JsonWriter::column_member(std::string_view name, const std::vector<double>& column) {
  if (column.size() == 1) {
    key(name);
    // it may have been read from a list of one
    if (here_ && here_->text().empty()) here_ = here_->child(std::size_t{0});
    number(column[0]);
  } else {
    list_member(name, column);
  }
}

void JsonWriter::ids(const std::vector<int>& values) {
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

}  // namespace tensio::io
