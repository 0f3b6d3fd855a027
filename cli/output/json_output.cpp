// A small JSON writer: one object, its members line by line, numbers exact, never NaN.
#include "output/json_output.hpp"

#include "io/json/quote.hpp"

namespace tensio::cli {

void JsonWriter::separate() {
  if (named_) {
    named_ = false;
  } else if (depth_ > 0) {
    if (!first_) output_.text(depth_ == 1 ? ",\n " : ", ");
    first_ = false;
  }
}

void JsonWriter::open(const char* bracket) {
  separate();
  output_.text(bracket);
  ++depth_;
  first_ = true;
}

void JsonWriter::close(const char* bracket) {
  --depth_;
  output_.text(bracket);
  if (depth_ == 0) output_.text("\n");
  first_ = false;
}

void JsonWriter::key(std::string_view name) {
  separate();
  output_.text(io::json_string(name));
  output_.text(": ");
  named_ = true;
}

void JsonWriter::value(double number) {
  separate();
  digits_.clear();
  io::append_json_number(digits_, number);
  output_.text(digits_);
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
  output_.text(io::json_string(text));
}

void JsonWriter::null() {
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

void JsonWriter::rows(std::span<const double> numbers, std::size_t width) {
  begin_array();
  for (std::size_t i = 0; i + width <= numbers.size(); i += width) {
    values(numbers.subspan(i, width));
  }
  end_array();
}

void write_errors(JsonWriter& json, const std::vector<Problem>& problems) {
  // What is not known is null, so that every error has the same keys.
  const auto text = [&](const char* name, const std::string& content) {
    json.key(name);
    content.empty() ? json.null() : json.value(content);
  };
  const auto count = [&](const char* name, int content) {
    json.key(name);
    content == 0 ? json.null() : json.value(content);
  };
  json.key("errors");
  json.begin_array();
  for (const Problem& problem : problems) {
    json.begin_object();
    text("file", problem.file);
    count("line", problem.line);
    count("column", problem.column);
    text("value", problem.value);
    json.member("message", problem.message);
    json.end_object();
  }
  json.end_array();
}

}  // namespace tensio::cli
