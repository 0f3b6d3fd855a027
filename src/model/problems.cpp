// Checks that many parts of a system share.
#include "model/problems.hpp"

#include <fmt/format.h>

#include <cmath>

namespace tensio {

void Problems::add(std::string pointer, std::string value, std::string message) {
  if (full()) return;
  Problem problem;
  problem.pointer = std::move(pointer);
  problem.value = std::move(value);
  problem.message = std::move(message);
  problems_.push_back(std::move(problem));
}

bool Problems::check_column(const std::string& pointer, const char* key, const Column& column,
                            std::size_t count, const char* items) {
  if (column.size() > 1 && column.size() != count) {
    add(pointer, std::to_string(column.size()),
        fmt::format("{} has {} values for {} {}; give one number for all, or one per item", key,
                    column.size(), count, items));
    return false;
  }
  bool good = true;
  for (std::size_t i = 0; i < column.size() && !full(); ++i)
    if (!std::isfinite(column[i])) {
      add(item_pointer(pointer, column, i), fmt::format("{}", column[i]),
          fmt::format("{} is {}; it must be finite", key, column[i]));
      good = false;
    }
  return good;
}

bool Problems::check_ids(const std::string& pointer, const std::vector<int>& ids, int count,
                         const char* what) {
  bool good = true;
  for (std::size_t i = 0; i < ids.size() && !full(); ++i) {
    if (ids[i] >= 0 && ids[i] < count) continue;
    add(fmt::format("{}/{}", pointer, i), std::to_string(ids[i]),
        count == 0
            ? fmt::format("there is no {} {}: there are no {}s", what, ids[i], what)
            : fmt::format("there is no {} {}: the {}s are 0 to {}", what, ids[i], what, count - 1));
    good = false;
  }
  return good;
}

bool Problems::check_vector(const std::string& pointer, const char* key,
                            const std::vector<double>& values, std::size_t width) {
  if (values.size() != width) {
    add(pointer, std::to_string(values.size()),
        fmt::format("{} has {} numbers; give {}", key, values.size(), width));
    return false;
  }
  for (double value : values)
    if (!std::isfinite(value)) {
      add(pointer, fmt::format("{}", value), fmt::format("{} must be finite", key));
      return false;
    }
  return true;
}

bool Problems::check_positive(const std::string& pointer, const char* key, double value) {
  if (value > 0.0 && std::isfinite(value)) return true;
  add(pointer, fmt::format("{}", value), fmt::format("{} is {}; it must be positive", key, value));
  return false;
}

bool Problems::check_from_zero(const std::string& pointer, const char* key, double value) {
  if (value >= 0.0 && std::isfinite(value)) return true;
  add(pointer, fmt::format("{}", value),
      fmt::format("{} is {}; it must not be negative", key, value));
  return false;
}

// Pointers of good items are not made: a column may have millions.
void Problems::check_all_from_zero(const std::string& pointer, const char* key, ColumnView column) {
  for (std::size_t i = 0; i < column.size() && !full(); ++i)
    if (!(column[i] >= 0.0 && std::isfinite(column[i])))
      check_from_zero(item_pointer(pointer, column, i), key, column[i]);
}

std::string item_pointer(const std::string& pointer, ColumnView column, std::size_t i) {
  return column.size() == 1 ? pointer : fmt::format("{}/{}", pointer, i);
}

}  // namespace tensio
