// JSON as a compact tree: lists of numbers are packed, every value knows its position.
//
// A list of numbers, or of rows of numbers, costs 8 bytes a number. Where one of its items is
// in the text is found again by scanning, on the error path only.
#pragma once

#include <cstddef>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace tensio::io {

inline constexpr int kMaxDepth = 64;

/// Numbers without a tree node each; `is_rows` for a list of lists of numbers.
struct PackedNumbers {
  std::vector<double> values = {};
  bool is_rows = false;
  std::size_t count = 0;  ///< numbers, or rows; it stays when the values are taken
  std::size_t width = 0;  ///< of every row, unless `row_begin` is filled
  std::vector<std::size_t> row_begin = {};  ///< where rows differ: count + 1 places

  bool ragged() const { return !row_begin.empty(); }
  std::size_t row_width(std::size_t row) const {
    return ragged() ? row_begin[row + 1] - row_begin[row] : width;
  }
};

class Value;
struct Member;
using List = std::vector<Value>;
using Object = std::vector<Member>;

class Value {
 public:
  using Data =
      std::variant<std::monostate, bool, double, std::string_view, std::unique_ptr<PackedNumbers>,
                   std::unique_ptr<List>, std::unique_ptr<Object>>;
  Value();
  Value(std::size_t offset, Data data);
  Value(Value&&) noexcept;
  Value& operator=(Value&&) noexcept;
  ~Value();

  /// Byte of the text where the value begins.
  std::size_t offset() const { return offset_; }

  bool is_null() const { return std::holds_alternative<std::monostate>(data_); }
  const bool* boolean() const { return std::get_if<bool>(&data_); }
  const double* number() const { return std::get_if<double>(&data_); }
  const std::string_view* text() const { return std::get_if<std::string_view>(&data_); }
  /// A list of numbers or of rows of numbers, the empty list included.
  PackedNumbers* packed() const;
  /// A list with anything else in it.
  List* list() const;
  Object* object() const;
  bool is_array() const { return packed() != nullptr || list() != nullptr; }
  /// Number of items of an array.
  std::size_t size() const;

  /// Shifts all offsets, where the text is part of a longer one.
  void shift(std::size_t by);

  /// The member of an object, or nullptr.
  Value* find(std::string_view key) const;

 private:
  std::size_t offset_ = 0;
  Data data_ = {};
};

struct Member {
  std::string_view key = {};
  std::size_t key_offset = 0;
  Value value = {};
};

/// What is wrong with the text as JSON.
struct SyntaxError {
  std::size_t offset = 0;
  std::string message = {};
};

struct DuplicateKey {
  std::string_view key = {};
  std::size_t offset = 0;
  std::string pointer = {};
};

/// Where a file begins in a text of several.
struct TextPart {
  std::size_t begin = 0;
  std::string file = {};
};

/// A parsed text. It refers to the text, which must outlive it.
struct Document {
  std::string_view text = {};
  std::vector<TextPart> parts = {};  ///< where the text is that of several files
  Value root = {};
  std::deque<std::string> unescaped = {};     ///< strings that differ from their text
  std::vector<DuplicateKey> duplicates = {};  ///< at most 100 of them
  std::vector<SyntaxError> syntax = {};       ///< none or one; then there is no tree
};

/// Reads JSON with // and /* */ comments, behind a byte order mark or not.
Document parse_json(std::string_view text);

}  // namespace tensio::io
