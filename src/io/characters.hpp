// Kinds of characters, the same in every locale.
#pragma once

namespace tensio::io {

/// White space of JSON and XML.
constexpr bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

}  // namespace tensio::io
