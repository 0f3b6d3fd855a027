// A small JSON writer: one object, its members line by line, numbers exact, never NaN.
#pragma once

#include <concepts>
#include <cstddef>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "output/output.hpp"
#include "tensio/error.hpp"

namespace tensio::cli {

/// A member of an object: a name, and a number, a text, a truth, a list of numbers, or null. It
/// refers to texts and lists that last as long as the call it is made for.
class JsonMember {
 public:
  JsonMember(std::string_view name, double number) : name_(name), value_(number) {}
  JsonMember(std::string_view name, bool truth) : name_(name), value_(truth) {}
  template <std::integral Number>
  JsonMember(std::string_view name, Number number)
      : name_(name), value_(static_cast<long long>(number)) {}
  JsonMember(std::string_view name, std::string_view text) : name_(name), value_(text) {}
  JsonMember(std::string_view name, const std::string& text)
      : JsonMember(name, std::string_view(text)) {}
  JsonMember(std::string_view name, const char* text) : JsonMember(name, std::string_view(text)) {}
  JsonMember(std::string_view name, std::nullptr_t) : name_(name) {}
  JsonMember(std::string_view name, const std::vector<double>& numbers)
      : name_(name), value_(std::span<const double>(numbers)) {}
  JsonMember(std::string_view name, const std::vector<int>& numbers)
      : name_(name), value_(std::span<const int>(numbers)) {}
  /// Null where there is no value.
  template <class Value>
  JsonMember(std::string_view name, const std::optional<Value>& content) : name_(name) {
    if (content) value_ = JsonMember(name, *content).value_;
  }

 private:
  friend class JsonWriter;
  std::string_view name_;
  std::variant<std::nullptr_t, double, long long, bool, std::string_view, std::span<const double>,
               std::span<const int>>
      value_ = nullptr;
};

/// The text, or none where it is empty: written as null.
inline std::optional<std::string_view> or_null(std::string_view text) {
  return text.empty() ? std::nullopt : std::optional(text);
}

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
  void value(std::nullptr_t);
  void null() { value(nullptr); }
  void values(std::span<const double> numbers);
  void values(std::span<const int> numbers);
  /// Rows of `width` numbers each.
  void rows(std::span<const double> numbers, std::size_t width);

  template <class Value>
  void member(std::string_view name, const Value& content) {
    members({{name, content}});
  }
  void members(std::initializer_list<JsonMember> list);
  /// A member that is an object, with what `body()` writes.
  template <class Body>
  void object(std::string_view name, const Body& body) {
    key(name);
    begin_object();
    body();
    end_object();
  }
  /// A member that is a list of objects, with what `body(item)` writes for each item.
  template <class List, class Body>
  void list(std::string_view name, const List& items, const Body& body) {
    key(name);
    begin_array();
    for (const auto& item : items) {
      begin_object();
      body(item);
      end_object();
    }
    end_array();
  }
  /// A member that is a list of texts.
  void texts(std::string_view name, std::span<const std::string> list) {
    key(name);
    begin_array();
    for (const std::string& text : list) value(text);
    end_array();
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
