// Bytes as printable text [RFC 4648].
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace tensio::io {

std::string to_base64(std::string_view bytes);
/// Without white space; nothing if the text is not base64. Padding may be in the middle,
/// between pieces that were written one by one.
std::optional<std::string> from_base64(std::string_view text);

}  // namespace tensio::io
