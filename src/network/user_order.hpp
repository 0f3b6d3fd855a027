// Between the order in which the user gives nodes and springs and the order they are compiled to.
// `user_of[i]` is the user's number of compiled item i: NetworkData::node_user and spring_user.
#pragma once

#include <span>
#include <vector>

#include "core/index.hpp"

namespace tensio {

/// Rows of `width` numbers per item, in the compiled order.
template <class Array>
auto to_compiled_order(std::span<const int> user_of, const Array& user, std::size_t width = 1) {
  std::vector<typename Array::value_type> compiled(user.size());
  for (std::size_t i = 0; i < user_of.size(); ++i)
    for (std::size_t k = 0; k < width; ++k)
      compiled[i * width + k] = user[usize(user_of[i]) * width + k];
  return compiled;
}

/// The same back, in the user's order.
template <class Array>
auto to_user_order(std::span<const int> user_of, const Array& compiled, std::size_t width = 1) {
  std::vector<typename Array::value_type> user(compiled.size());
  for (std::size_t i = 0; i < user_of.size(); ++i)
    for (std::size_t k = 0; k < width; ++k)
      user[usize(user_of[i]) * width + k] = compiled[i * width + k];
  return user;
}

/// The index of entry i in rows of `width` numbers per item after each item was moved to map[item].
inline std::size_t mapped_entry(std::span<const int> map, std::size_t i, std::size_t width) {
  return usize(map[i / width]) * width + i % width;
}

/// The compiled number of each of the user's items.
inline std::vector<int> compiled_of(std::span<const int> user_of) {
  std::vector<int> result(user_of.size());
  for (std::size_t i = 0; i < user_of.size(); ++i) result[user_of[i]] = static_cast<int>(i);
  return result;
}

}  // namespace tensio
