// A small JSON writer: one object, its members line by line, numbers exact, never NaN.
#include "output/json_output.hpp"

#include <algorithm>
#include <cmath>

#include "tensio/words.hpp"

namespace tensio::cli {

std::string json_string(std::string_view text) {
  std::string result = "\"";
  while (!text.empty()) {
    const char c = text.front();
    const std::size_t length = utf8_length(text);
    if (c == '"' || c == '\\') {
      result += '\\';
      result += c;
    } else if (c == '\n') {
      result += "\\n";
    } else if (c == '\t') {
      result += "\\t";
    } else if (length > 0 && is_obeyed(code_point(text.substr(0, length)))) {
      result += fmt::format("\\u{:04x}", code_point(text.substr(0, length)));
    } else if (length == 0) {
      result += "\xef\xbf\xbd";
    } else {
      result += text.substr(0, length);
    }
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return result += '"';
}

void JsonWriter::separate() {
  if (named_) {
    named_ = false;
  } else if (depth_ > 0) {
    if (!first_) output_.text(depth_ == 1 ? ",\n " : ", ");
    first_ = false;
  }
}

void JsonWriter::begin_object() {
  separate();
  output_.text("{");
  ++depth_;
  first_ = true;
}

void JsonWriter::end_object() {
  --depth_;
  output_.text(depth_ == 0 ? "}\n" : "}");
  first_ = false;
}

void JsonWriter::begin_array() {
  separate();
  output_.text("[");
  ++depth_;
  first_ = true;
}

void JsonWriter::end_array() {
  --depth_;
  output_.text("]");
  first_ = false;
}

void JsonWriter::key(std::string_view name) {
  separate();
  output_.text(json_string(name));
  output_.text(": ");
  named_ = true;
}

void JsonWriter::value(double number) {
  separate();
  if (std::isfinite(number)) {
    output_.print("{}", number);
  } else {
    output_.text("null");
  }
}

void JsonWriter::value(long long number) {
  separate();
  output_.print("{}", number);
}

void JsonWriter::value(bool truth) {
  separate();
  output_.text(truth ? "true" : "false");
}

void JsonWriter::value(std::string_view text) {
  separate();
  output_.text(json_string(text));
}

void JsonWriter::value(std::nullptr_t) {
  separate();
  output_.text("null");
}

void JsonWriter::values(std::span<const double> numbers) {
  begin_array();
  for (const double number : numbers) value(number);
  end_array();
}

void JsonWriter::values(std::span<const int> numbers) {
  begin_array();
  for (const int number : numbers) value(number);
  end_array();
}

void JsonWriter::members(std::initializer_list<JsonMember> list) {
  for (const JsonMember& member : list) {
    key(member.name_);
    std::visit(
        [&](const auto& content) {
          if constexpr (std::ranges::range<decltype(content)> &&
                        !std::convertible_to<decltype(content), std::string_view>)
            values(content);
          else
            value(content);
        },
        member.value_);
  }
}

void JsonWriter::rows(std::span<const double> numbers, std::size_t width) {
  begin_array();
  for (std::size_t i = 0; i + width <= numbers.size(); i += width) {
    values(numbers.subspan(i, width));
  }
  end_array();
}

void write_errors(JsonWriter& json, const std::vector<Problem>& problems) {
  // What is not known is null, so that every error has the same keys.
  const auto known = [](int count) { return count == 0 ? std::nullopt : std::optional(count); };
  json.list("errors", problems, [&](const Problem& problem) {
    json.members({{"file", or_null(problem.file)},
                  {"line", known(problem.line)},
                  {"column", known(problem.column)},
                  {"value", or_null(problem.value)},
                  {"message", problem.message}});
  });
}

}  // namespace tensio::cli
