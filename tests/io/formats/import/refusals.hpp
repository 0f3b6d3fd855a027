// Files that must be refused: each by its own words, at its own place.
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "io/text/characters.hpp"
#include "support/files.hpp"
#include "support/refusals.hpp"
#include "tensio/files/import.hpp"

#include "tensio/words.hpp"

namespace tensio {

using testing::replaced;

struct Refused {
  std::string bytes;
  int line = 0;       ///< 0: the file is not text, or the message is about all of it
  std::string piece;  ///< of the message
};

// The least number of malformed files per reader.
inline constexpr std::size_t kLeastRefused = 40;

/// The bytes that a field of malformed/*.txt stands for: \n, \r, \t, \\ and \xNN.
inline std::string unescaped(const std::string& field) {
  std::string bytes;
  for (std::size_t i = 0; i < field.size(); ++i) {
    if (field[i] != '\\') {
      bytes += field[i];
      continue;
    }
    const char kind = field.at(++i);
    if (kind == 'x') {
      bytes += static_cast<char>(std::stoi(field.substr(i + 1, 2), nullptr, 16));
      i += 2;
    } else {
      bytes += kind == 'n' ? '\n' : kind == 'r' ? '\r' : kind == 't' ? '\t' : kind;
    }
  }
  return bytes;
}

/// The files of malformed/<format>.txt, a line each, its fields separated by tabs: the line of the
/// mistake, a piece of the message, and below `[file]` the whole file; below `[name]` of one of the
/// good files a text in it and what replaces that, or nothing and what follows the whole file.
inline std::vector<Refused> malformed(const std::string& format,
                                      const std::map<std::string, std::string>& good) {
  const std::string table =
      std::string(TENSIO_SOURCE_DIR) + "/tests/io/formats/import/malformed/" + format + ".txt";
  std::istringstream lines(testing::read_file(table));
  std::vector<Refused> files;
  std::string of;
  for (std::string line; std::getline(lines, line);) {
    if (line.empty()) continue;
    if (line.front() == '[' && line.back() == ']') {
      of = line.substr(1, line.size() - 2);
      continue;
    }
    std::vector<std::string> fields(1);
    for (char c : line) c == '\t' ? fields.emplace_back() : fields.back() += c;
    for (std::string& field : fields) field = unescaped(field);
    EXPECT_EQ(fields.size(), of == "file" ? 3u : 4u) << table << ": " << line;
    EXPECT_TRUE(of == "file" || good.count(of) == 1) << table << ": there is no good file " << of;
    if (::testing::Test::HasFailure()) return {};
    const std::string bytes = of == "file"        ? fields[2]
                              : fields[2].empty() ? good.at(of) + fields[3]
                                                  : replaced(good.at(of), fields[2], fields[3]);
    files.push_back({bytes, std::stoi(fields[0]), fields[1]});
  }
  return files;
}

inline void expect_refused(const std::string& format, const std::vector<Refused>& files) {
  EXPECT_GE(files.size(), kLeastRefused) << format;
  std::set<std::string> seen;
  for (std::size_t i = 0; i < files.size(); ++i) {
    EXPECT_NE(files[i].piece, "") << files[i].bytes.substr(0, 400);
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
      EXPECT_TRUE(testing::can_be_shown(problem.message) && testing::can_be_shown(problem.value));
    }
  }
}

/// The files of the table, and others that no table can hold.
inline void expect_refused(const std::string& format,
                           const std::map<std::string, std::string>& good,
                           const std::vector<Refused>& others = {}) {
  std::vector<Refused> files = malformed(format, good);
  files.insert(files.end(), others.begin(), others.end());
  expect_refused(format, files);
}

}  // namespace tensio
