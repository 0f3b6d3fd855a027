// Values between C++ and JavaScript: arrays, fields that may be left out, errors as objects.
#pragma once

#include <emscripten/val.h>

#include <array>
#include <cmath>
#include <limits>
#include <new>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "tensio/error.hpp"

namespace tensio::studio {

using emscripten::val;

/// A request that makes no sense now, such as an undo where there is nothing to undo.
struct Refused {
  std::string message;
};

inline constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

inline std::size_t usize(int count) { return static_cast<std::size_t>(count); }

// ---- to JavaScript ----

/// A typed array of its own with a copy of the values: doubles as Float64Array and so on.
template <class T>
val typed(const std::vector<T>& values) {
  return val(emscripten::typed_memory_view(values.size(), values.data())).call<val>("slice");
}

/// The same as Float32Array.
inline val floats(std::span<const double> values) {
  return typed(std::vector<float>(values.begin(), values.end()));
}

/// Three numbers for each node, z 0 in the plane.
template <class T>
std::vector<T> in_space_as(std::span<const double> values, int dimension) {
  const auto d = usize(dimension);
  std::vector<T> result(values.size() / d * 3, T{0});
  for (std::size_t node = 0; node * d < values.size(); ++node)
    for (std::size_t axis = 0; axis < d; ++axis)
      result[3 * node + axis] = static_cast<T>(values[node * d + axis]);
  return result;
}
inline std::vector<float> in_space(std::span<const double> values, int dimension) {
  return in_space_as<float>(values, dimension);
}
inline std::vector<double> in_space_exactly(std::span<const double> values, int dimension) {
  return in_space_as<double>(values, dimension);
}

/// A plain array.
template <class Items>
val list(const Items& items) {
  val result = val::array();
  for (const auto& item : items) result.call<void>("push", val(item));
  return result;
}

/// x, y, z as a plain array; missing ones 0.
inline val vector_of(std::span<const double> values) {
  val result = val::array();
  for (std::size_t axis = 0; axis < 3; ++axis)
    result.set(axis, axis < values.size() ? values[axis] : 0.0);
  return result;
}

inline val or_null(const std::optional<double>& value) { return value ? val(*value) : val::null(); }

// ---- from JavaScript ----

inline bool has(const val& object, const char* key) {
  const val value = object[key];
  return !value.isUndefined() && !value.isNull();
}

/// The number of a field; refuses NaN, infinity and what is not a number.
inline double number(const val& object, const char* key) {
  const val value = object[key];
  const double result = value.isNumber() ? value.as<double>() : kNaN;
  if (!std::isfinite(result)) throw Error(std::string(key) + " is not a number");
  return result;
}

inline double number_or(const val& object, const char* key, double otherwise) {
  return has(object, key) ? number(object, key) : otherwise;
}

inline int integer(const val& object, const char* key) {
  const double value = number(object, key);
  if (value != std::floor(value) || std::abs(value) > 2e9)
    throw Error(std::string(key) + " is not a whole number");
  return static_cast<int>(value);
}

/// A field that is an object.
inline val object_at(const val& object, const char* key) {
  const val value = object[key];
  if (value.typeOf().as<std::string>() != "object" || value.isNull())
    throw Error(std::string(key) + " is missing");
  return value;
}

inline std::string text(const val& object, const char* key) {
  const val value = object[key];
  if (!value.isString()) throw Error(std::string(key) + " is not a text");
  return value.as<std::string>();
}

inline std::vector<double> numbers(const val& object, const char* key) {
  const val value = object[key];
  if (!value.isArray()) throw Error(std::string(key) + " is not a list of numbers");
  const auto count = value["length"].as<std::size_t>();
  std::vector<double> result(count);
  for (std::size_t i = 0; i < count; ++i) {
    const val item = value[i];
    result[i] = item.isNumber() ? item.as<double>() : kNaN;
    if (!std::isfinite(result[i]))
      throw Error(std::string(key) + " contains something that is not a number");
  }
  return result;
}

inline std::vector<int> integers(const val& object, const char* key) {
  std::vector<int> result;
  for (const double value : numbers(object, key)) {
    if (value != std::floor(value) || std::abs(value) > 2e9)
      throw Error(std::string(key) + " contains something that is not a whole number");
    result.push_back(static_cast<int>(value));
  }
  return result;
}

/// Three numbers.
inline std::array<double, 3> vector_from(const val& object, const char* key) {
  const std::vector<double> found = numbers(object, key);
  if (found.size() != 3) throw Error(std::string(key) + " does not have three numbers");
  return {found[0], found[1], found[2]};
}

/// The value of an enumeration by its name; `names(i)` is that of value i.
template <class Enum, class Name>
Enum enum_from(const std::string& word, int count, Name&& name, const char* what) {
  for (int i = 0; i < count; ++i)
    if (word == name(static_cast<Enum>(i))) return static_cast<Enum>(i);
  throw Error("there is no " + std::string(what) + " `" + word + "`");
}

// ---- errors ----

inline val error_object(const char* kind, const std::vector<Problem>& problems) {
  val listed = val::array();
  for (const Problem& problem : problems) {
    val item = val::object();
    item.set("file", problem.file);
    item.set("line", problem.line);
    item.set("column", problem.column);
    item.set("pointer", problem.pointer);
    item.set("value", problem.value);
    item.set("message", problem.message);
    listed.call<void>("push", item);
  }
  val error = val::object();
  error.set("kind", std::string(kind));
  error.set("problems", listed);
  val result = val::object();
  result.set("error", error);
  return result;
}

inline val error_object(const char* kind, const std::string& message) {
  return error_object(kind, std::vector<Problem>{{.message = message}});
}

/// What f returns, or an object with the field `error`: no exception leaves the module.
template <class F>
val guarded(F&& f) {
  try {
    return f();
  } catch (const Refused& refused) {
    return error_object("state", refused.message);
  } catch (const Error& error) {
    const char* kind = error.kind() == ErrorKind::io      ? "io"
                       : error.kind() == ErrorKind::limit ? "limit"
                                                          : "content";
    if (error.problems().empty()) return error_object(kind, error.what());
    return error_object(kind, error.problems());
  } catch (const std::bad_alloc&) {
    return error_object("limit", "The net is too large for the memory of the browser.");
  } catch (const std::exception& error) {
    return error_object("internal", error.what());
  }
}

}  // namespace tensio::studio
