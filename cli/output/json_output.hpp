// A small JSON writer: one object, its members line by line, numbers exact, never NaN.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "output/output.hpp"
#include "tensio/error.hpp"

namespace tensio::cli {

/// Writes one object to an Output. Non-finite numbers become null; a double is written with the
/// fewest digits that read back as the same bits.
class JsonWriter {
 public:
  explicit JsonWriter(Output& output) : output_(output) {}

  void begin_object() { open("{"); }
  void end_object() { close("}"); }
  void begin_array() { open("["); }
  void end_array() { close("]"); }
  /// The name of the next value, inside an object.
  void key(std::string_view name);

  void value(double number);
  void value(long long number);
  void value(int number) { value(static_cast<long long>(number)); }
  void value(std::size_t number) { value(static_cast<long long>(number)); }
  void value(bool truth);
  void value(std::string_view text);
  void value(const char* text) { value(std::string_view(text)); }
  void null();
  void values(std::span<const double> numbers);
  void values(std::span<const int> numbers);
  /// Rows of `width` numbers each.
  void rows(std::span<const double> numbers, std::size_t width);

  template <class Value>
  void member(std::string_view name, const Value& content) {
    key(name);
    value(content);
  }
  /// Null where there is no value, or the text is empty.
  template <class Value>
  void member_or_null(std::string_view name, const std::optional<Value>& content) {
    content ? member(name, *content) : null_member(name);
  }
  void member_or_null(std::string_view name, const std::string& text) {
    text.empty() ? null_member(name) : member(name, text);
  }
  /// A member that is a list of texts.
  void texts(std::string_view name, std::span<const std::string> list) {
    key(name);
    begin_array();
    for (const std::string& text : list) value(text);
    end_array();
  }
  void null_member(std::string_view name) {
    key(name);
    null();
  }

 private:
  void open(const char* bracket);
  void close(const char* bracket);
  void separate();

  Output& output_;
  std::string digits_;  // of the number being written; a member to reuse its memory
  int depth_ = 0;
  bool first_ = true;   // the innermost list or object is still empty
  bool named_ = false;  // the next value has its key already
};

/// The member "errors": file, line, column, value and message of each; null where unknown.
void write_errors(JsonWriter& json, const std::vector<Problem>& problems);

}  // namespace tensio::cli
