// Numbers as text or as bytes.
#include "io/text/number_source.hpp"

#include <fmt/format.h>

#include <cmath>

namespace tensio::io {

double NumberSource::next(NumberType type, std::string_view what) {
  return is_binary() ? next_bytes(type, what) : scanner_.number(what);
}

double NumberSource::flowing(NumberType type, std::string_view what) {
  return is_binary() ? next_bytes(type, what) : scanner_.flowing_number(what);
}

int NumberSource::whole(NumberType type, std::string_view what, int low, int high) {
  if (!is_binary()) return scanner_.flowing_whole(what, low, high);
  const double value = next_bytes(type, what);
  if (value != std::floor(value) || value < low || value > high)
    fail(fmt::format("{} must be a whole number from {} to {}, not {}", what, low, high, value));
  return static_cast<int>(value);
}

double NumberSource::next_bytes(NumberType type, std::string_view what) {
  ByteScanner bytes(scanner_.file(), scanner_.offset(), *order_);
  const double value = bytes.get(type, what);
  scanner_.go_to(bytes.offset());
  if (!std::isfinite(value)) fail(fmt::format("{} must be a finite number", what));
  return value;
}

void NumberSource::expect_room(std::size_t count, NumberType type, std::string_view what) const {
  // a number of text has a digit, and all but the last have white space behind it
  const std::size_t least = is_binary() ? size_of(type) : 2;
  if (count > (scanner_.bytes_left() + 1) / least)
    fail(fmt::format("{} numbers ({}) do not fit into the {} bytes that follow", count, what,
                     scanner_.bytes_left()));
}

void NumberSource::fail(const std::string& message) const {
  if (is_binary()) scanner_.file().fail_at_byte(scanner_.offset(), message);
  scanner_.fail(message);
}

std::size_t size_of(NumberType type) {
  switch (type) {
    case NumberType::int8:
    case NumberType::uint8: return 1;
    case NumberType::int16:
    case NumberType::uint16: return 2;
    case NumberType::int32:
    case NumberType::uint32:
    case NumberType::float32: return 4;
    case NumberType::int64:
    case NumberType::uint64:
    case NumberType::float64: return 8;
  }
  return 1;
}

}  // namespace tensio::io
