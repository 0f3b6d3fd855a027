// A file of another program while it is read: its bytes, its name, and how its faults are reported.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace tensio::io {

struct ForeignFile {
  std::string_view bytes = {};
  std::string name = {};
  /// Reads another file of the same mesh, by its name; empty: there is none to be read.
  std::function<std::optional<std::string>(const std::string& name)> beside = {};

  /// Throws Error: the line and column of a byte of text, the value there, and what is
  /// allowed.
  [[noreturn]] void fail(std::size_t offset, std::string_view value,
                         const std::string& message) const;
  /// The same for a part of `bytes`.
  [[noreturn]] void fail_at(std::string_view part, const std::string& message) const;
  /// The same where the file is not text: the message names the byte.
  [[noreturn]] void fail_at_byte(std::size_t offset, const std::string& message) const;
  /// About the file as a whole.
  [[noreturn]] void fail(const std::string& message) const;
};

}  // namespace tensio::io
