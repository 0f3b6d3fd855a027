// Looking around in JSON text that is known to be well formed: where values begin and end.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace tensio::io {

/// The first byte at or after `offset` that is not white space, comment, comma or colon.
std::size_t skip_to_value(std::string_view text, std::size_t offset);

/// The first byte behind the value that begins at `offset`.
std::size_t value_end(std::string_view text, std::size_t offset);

/// The value that begins at `offset` as written, cut short when it is long.
std::string value_as_written(std::string_view text, std::size_t offset);

/// The byte in the text that contains byte `index` of the string that begins at `offset` with its
/// quote: escapes are longer in the text than in the string.
std::size_t offset_in_string(std::string_view text, std::size_t offset, std::size_t index);

/// Walks over the items of one array or object, or over the keys and values of an object.
class ItemCursor {
 public:
  /// `offset` is that of the opening bracket.
  ItemCursor(std::string_view text, std::size_t offset);
  /// Offset of the next item; the closing bracket's when there is none.
  std::size_t next();

 private:
  std::string_view text_;
  std::size_t position_;
};

}  // namespace tensio::io
