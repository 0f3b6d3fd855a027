// Reporting what is wrong with a file of another program.
#include "io/text/foreign_file.hpp"

#include <fmt/format.h>

#include <utility>
#include <vector>

#include "core/index.hpp"
#include "io/text/characters.hpp"
#include "io/text/line_counter.hpp"
#include "tensio/error.hpp"

namespace tensio::io {

void ForeignFile::fail(std::size_t offset, std::string_view value,
                       const std::string& message) const {
  const LineColumn place = LineCounter(bytes).at(offset);
  Problem problem;
  problem.file = name;
  problem.line = place.line;
  problem.column = place.column;
  problem.value = shortened(value);
  problem.message = message;
  throw Error(std::vector<Problem>{std::move(problem)});
}

void ForeignFile::fail_at(std::string_view part, const std::string& message) const {
  fail(usize(part.data() - bytes.data()), part, message);
}

void ForeignFile::fail_at_byte(std::size_t offset, const std::string& message) const {
  fail(fmt::format("at byte {}: {}", offset, message));
}

void ForeignFile::fail(const std::string& message) const {
  Problem problem;
  problem.file = name;
  problem.message = message;
  throw Error(std::vector<Problem>{std::move(problem)});
}

}  // namespace tensio::io
