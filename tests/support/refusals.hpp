// Messages about mistakes.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "tensio/model/system.hpp"
#include "tensio/words.hpp"

namespace tensio::testing {

/// What the Error says that `make` throws; empty where it throws none.
template <class F>
std::string refusal(F make) {
  try {
    make();
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

/// The one problem of a system: its pointer, and a piece of its message.
inline void expect_problem(const System& net, const std::string& pointer,
                           const std::string& piece) {
  const std::vector<Problem> problems = validate(net);
  ASSERT_EQ(problems.size(), 1u) << pointer;
  EXPECT_EQ(problems[0].pointer, pointer);
  EXPECT_NE(problems[0].message.find(piece), std::string::npos) << problems[0].message;
}

/// A text with one part of it replaced.
inline std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t index = text.find(from);
  EXPECT_NE(index, std::string::npos) << from;
  if (index != std::string::npos) text.replace(index, from.size(), to);
  return text;
}

/// UTF-8 without control characters, whatever the file holds that a message is about.
inline bool can_be_shown(std::string_view text) {
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    if (length == 0 || static_cast<unsigned char>(text[0]) < 0x20) return false;
    text.remove_prefix(length);
  }
  return true;
}

}  // namespace tensio::testing
