// Files that must be refused: each by its own words, at its own place.
#pragma once

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "io/text/characters.hpp"
#include "tensio/import.hpp"

#include "tensio/words.hpp"

namespace tensio {

struct Refused {
  std::string bytes;
  int line = 0;       ///< 0: the file is not text, or the message is about all of it
  std::string piece;  ///< of the message
};

// The least number of malformed files per reader.
inline constexpr std::size_t kLeastRefused = 40;

inline bool can_be_shown(std::string_view text) {
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    if (length == 0 || static_cast<unsigned char>(text[0]) < 0x20) return false;
    text.remove_prefix(length);
  }
  return true;
}

/// A text with one part of it replaced.
inline std::string broken(std::string text, const std::string& from, const std::string& to) {
  const std::size_t place = text.find(from);
  EXPECT_NE(place, std::string::npos) << from;
  if (place != std::string::npos) text.replace(place, from.size(), to);
  return text;
}

inline void expect_refused(const std::string& format, const std::vector<Refused>& files) {
  EXPECT_GE(files.size(), kLeastRefused) << format;
  std::set<std::string> seen;
  for (std::size_t i = 0; i < files.size(); ++i) {
    SCOPED_TRACE(format + " " + std::to_string(i) + ": " + files[i].bytes.substr(0, 400));
    EXPECT_TRUE(seen.insert(files[i].bytes).second) << "the same file twice";
    try {
      import_bytes(files[i].bytes, format, "file." + format);
      ADD_FAILURE() << "it was read";
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::content);
      ASSERT_EQ(error.problems().size(), 1u);
      const Problem& problem = error.problems()[0];
      EXPECT_EQ(problem.file, "file." + format);
      EXPECT_EQ(problem.line, files[i].line) << problem.message;
      EXPECT_EQ(problem.column > 0, files[i].line > 0);
      EXPECT_NE(problem.message.find(files[i].piece), std::string::npos) << problem.message;
      EXPECT_TRUE(can_be_shown(problem.message) && can_be_shown(problem.value));
    }
  }
}

}  // namespace tensio
