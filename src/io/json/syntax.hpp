// Messages for text that is not JSON, so that its author can correct it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace tensio::io {

/// Where the reading stopped.
enum class SyntaxFault {
  no_value,
  more_than_one_value,
  missing_key,
  missing_colon,
  missing_comma_in_object,
  missing_comma_in_array,
  invalid_value,
  bad_escape,
  bad_surrogate,
  unclosed_string,
  bad_encoding,
  number_too_big,
  missing_fraction,
  missing_exponent,
  bad_comment,
  too_deep,
  nul_byte,
  other,
};

struct SyntaxFinding {
  SyntaxFault fault = SyntaxFault::other;
  std::size_t offset = 0;
  std::vector<std::size_t> open_brackets = {};  ///< offsets, outermost first
};

struct SyntaxReport {
  std::size_t offset = 0;
  std::string message = {};
};

/// The message for an error, and the position where it is best shown.
SyntaxReport explain(std::string_view text, const SyntaxFinding& finding);

}  // namespace tensio::io
