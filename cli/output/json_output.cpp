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
