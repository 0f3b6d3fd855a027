// Decompression by zlib, where the program was built with it.
#include "io/text/inflate.hpp"

#if TENSIO_HAS_ZLIB
#include <zlib.h>

#include <algorithm>
#include <limits>
#endif

namespace tensio::io {

#if TENSIO_HAS_ZLIB

bool can_inflate() { return true; }

std::optional<std::string> inflated_up_to(std::string_view bytes, std::size_t most,
                                          DeflateForm form) {
  constexpr std::size_t kMostAtATime = std::numeric_limits<uInt>::max();
  // What it may have become at most; pages that are never written to cost nothing.
  const std::size_t size = std::min(most, (bytes.size() + 1) * kMostInflation);
  std::string result(size, '\0');
  z_stream stream = {};
  // A negative window size stands for bytes without a header.
  if (inflateInit2(&stream, form == DeflateForm::raw ? -MAX_WBITS : MAX_WBITS) != Z_OK)
    return std::nullopt;
  std::size_t taken = 0, made = 0;
  int status = Z_OK;
  while (status == Z_OK) {
    const std::size_t in = std::min(bytes.size() - taken, kMostAtATime);
    const std::size_t out = std::min(size - made, kMostAtATime);
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data() + taken));
    stream.avail_in = static_cast<uInt>(in);
    stream.next_out = reinterpret_cast<Bytef*>(result.data() + made);
    stream.avail_out = static_cast<uInt>(out);
    status = inflate(&stream, Z_NO_FLUSH);
    taken += in - stream.avail_in;
    made += out - stream.avail_out;
  }
  inflateEnd(&stream);
  if (status != Z_STREAM_END) return std::nullopt;
  result.resize(made);
  return result;
}

std::optional<std::string> inflated(std::string_view bytes, std::size_t size, DeflateForm form) {
  if (size / kMostInflation > bytes.size()) return std::nullopt;
  std::optional<std::string> result = inflated_up_to(bytes, size, form);
  if (result && result->size() != size) return std::nullopt;
  return result;
}

#else

bool can_inflate() { return false; }

std::optional<std::string> inflated(std::string_view, std::size_t, DeflateForm) {
  return std::nullopt;
}

std::optional<std::string> inflated_up_to(std::string_view, std::size_t, DeflateForm) {
  return std::nullopt;
}

#endif

}  // namespace tensio::io
