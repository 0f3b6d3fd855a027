// Bytes that zlib has compressed.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace tensio::io {

/// Deflate makes no bytes smaller than by this factor [RFC 1951: 258 bytes in 2 bits].
inline constexpr std::size_t kMostInflation = 1032;

/// Whether this program was built with zlib.
bool can_inflate();
/// What a message says where it was not.
inline constexpr const char* kWithoutZlib =
    "this Tensio was built without zlib, so it reads no compressed data";

enum class DeflateForm {
  zlib,  ///< with zlib's header and checksum
  raw,   ///< the deflated bytes alone, as in .zip files
};

/// The `size` bytes that were compressed; empty where they are damaged or of another size. Needs
/// can_inflate(); allocates `size` bytes only if `bytes` may have become as many.
std::optional<std::string> inflated(std::string_view bytes, std::size_t size, DeflateForm form);
/// The same where the size is not known; empty also where they would become more than `most`.
std::optional<std::string> inflated_up_to(std::string_view bytes, std::size_t most,
                                          DeflateForm form);

}  // namespace tensio::io
