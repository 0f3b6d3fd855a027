// What is wrong with a scene, collected while reading it, and turned into problems at the end.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/most_problems.hpp"
#include "io/json/value.hpp"
#include "tensio/error.hpp"

namespace tensio::io {

struct Finding {
  std::size_t offset = 0;
  std::string pointer = {};
  std::string value = {};
  std::string message = {};
  bool unknown_key = false;  ///< a key that has no meaning where it is
  bool outside = false;      ///< in no text: it came with the call
};

class Findings {
 public:
  explicit Findings(const Document& document) : document_(document) {}

  bool full() const { return findings_.size() >= kMostProblems; }
  bool empty() const { return findings_.empty(); }
  std::size_t count() const { return findings_.size(); }
  std::string_view text() const { return document_.text; }

  /// At a byte of the text; the value is what is written there.
  void add(std::size_t offset, std::string pointer, std::string message);
  /// At a value of the tree.
  void add(const Value& value, std::string pointer, std::string message) {
    add(value.offset(), std::move(pointer), std::move(message));
  }
  /// At a byte inside a value of the tree.
  void add_at(std::size_t offset, const Value& value, std::string pointer, std::string message);
  /// At item `index` of a packed list, found by scanning the text.
  void add_item(const Value& list, const std::string& pointer, std::size_t index,
                std::string message);

  /// In what came with the call, such as a value for a parameter.
  void add_outside(std::string_view value, std::string message);

  /// At a key that has no meaning in the object at `pointer`.
  void add_unknown_key(const Member& member, const std::string& pointer, std::string message);
  /// Adds that a key is missing, unless the object has unknown keys, one of which may be meant.
  void add_missing(const Value& object, const std::string& pointer, std::string_view key,
                   std::string message);

  /// At the keys that a document has twice, which begins at this byte of the text.
  void add_duplicates(const Document& document, std::size_t begin = 0);

  /// True where something at `pointer`, above it or below it was found.
  bool concerns(std::string_view pointer) const;

  /// What validation finds at or below `pointer` follows from a finding already made.
  void distrust(std::string pointer) { distrusted_.push_back(std::move(pointer)); }
  /// Adds what validation found, unless it follows from a finding already made.
  void merge(const std::vector<Problem>& problems);

  /// Sorted by place, with line and column, at most kMostProblems.
  std::vector<Problem> problems(const std::string& file);

 private:
  // Where a pointer leads: to the value itself, or to its nearest ancestor that is there.
  struct Place {
    std::size_t offset = 0;
    std::string found = {};  // the pointer to that place
  };
  Place locate(std::string_view pointer);
  std::size_t item_offset(std::size_t list_offset, std::size_t index);

  const Document& document_;
  std::vector<Finding> findings_;
  std::vector<std::string> distrusted_;
  // where the last item asked for was found: the next one is often behind it
  std::size_t cached_list_ = 0;
  std::size_t cached_index_ = 0;
  std::size_t cached_offset_ = 0;
  bool cached_ = false;
};

/// Throws what is wrong with a document that is not JSON.
[[noreturn]] void throw_syntax_error(const std::string& file, const Document& document);

}  // namespace tensio::io
