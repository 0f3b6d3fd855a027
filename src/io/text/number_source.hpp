// Numbers of a file that has them as text or as bytes, whichever its header says.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "io/text/byte_scanner.hpp"
#include "io/text/text_scanner.hpp"

namespace tensio::io {

class NumberSource {
 public:
  /// Without an order of bytes, text. The scanner is moved along.
  explicit NumberSource(TextScanner& scanner, std::optional<ByteOrder> order = {})
      : scanner_(scanner), order_(order) {}

  /// From here on, bytes.
  void set_order(ByteOrder order) { order_ = order; }
  bool is_binary() const { return order_.has_value(); }
  /// Bytes begin behind the line that was read; text continues anywhere.
  void begin_data() {
    if (is_binary()) scanner_.go_to(scanner_.line_end());
  }
  /// A finite number: on this line of text, or the next bytes.
  double next(NumberType type, std::string_view what);
  /// The same, or on a later line.
  double flowing(NumberType type, std::string_view what);
  /// A whole number within limits, on this line or a later one.
  int whole(NumberType type, std::string_view what, int low, int high);
  /// Fails if the rest of the file has no room for `count` numbers of a type.
  void expect_room(std::size_t count, NumberType type, std::string_view what) const;
  [[noreturn]] void fail(const std::string& message) const;

 private:
  double next_bytes(NumberType type, std::string_view what);

  TextScanner& scanner_;
  std::optional<ByteOrder> order_;
};

std::size_t size_of(NumberType type);

}  // namespace tensio::io
