// The net behind the C interface, and the guard that every call runs under.
#pragma once

#include <fmt/format.h>

#include <exception>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include "tensio/solve/equilibrium.hpp"
#include "tensio/tensio.h"

namespace tensio::capi {

// What every handle has: the sentence on what its last call did wrong.
struct Handle {
  std::string error = {};
  const char* memory_error = nullptr;  // stands in where there is no memory for `error`

  const char* last_error() const { return memory_error != nullptr ? memory_error : error.c_str(); }
};

}  // namespace tensio::capi

struct tensio_net : tensio::capi::Handle {
  tensio::System system = {};
  std::optional<tensio::Equilibrium> rest = {};  // empty: not solved since the last change
};

namespace tensio::capi {

// Why a call is refused; thrown and caught within this file.
struct Refusal {
  tensio_status status;
  std::string text;
};

template <typename... Args>
[[noreturn]] void refuse(fmt::format_string<Args...> text, Args&&... args) {
  throw Refusal{TENSIO_BAD_ARGUMENT, fmt::format(text, std::forward<Args>(args)...)};
}

inline tensio_status failed(Handle* handle, tensio_status status, const char* text) noexcept {
  try {
    handle->error = text;
  } catch (...) {
    handle->memory_error = "there is not enough memory";
  }
  return status;
}

inline tensio_status status_of(tensio::ErrorKind kind) {
  switch (kind) {
    case tensio::ErrorKind::content: return TENSIO_BAD_SCENE;
    case tensio::ErrorKind::io: return TENSIO_BAD_FILE;
    case tensio::ErrorKind::limit: return TENSIO_LIMIT;
  }
  return TENSIO_INTERNAL;
}

// Runs the body of a call; nothing thrown in it gets past here.
template <typename Body>
tensio_status guarded(Handle* handle, Body body) noexcept {
  if (handle == nullptr) return TENSIO_BAD_ARGUMENT;
  handle->error.clear();
  handle->memory_error = nullptr;
  try {
    return body();
  } catch (const Refusal& refusal) {
    return failed(handle, refusal.status, refusal.text.c_str());
  } catch (const tensio::Error& error) {
    return failed(handle, status_of(error.kind()), error.what());
  } catch (const std::bad_alloc&) {
    return failed(handle, TENSIO_LIMIT, "there is not enough memory");
  } catch (const std::length_error&) {
    return failed(handle, TENSIO_LIMIT, "an array would be larger than memory can hold");
  } catch (const std::exception& error) {
    return failed(handle, TENSIO_INTERNAL, error.what());
  } catch (...) {
    return failed(handle, TENSIO_INTERNAL, "an error without a description");
  }
}

// The same for a call that changes the net: where it goes well, the results are thrown away.
template <typename Body>
tensio_status changing(tensio_net* net, Body body) noexcept {
  return guarded(net, [&] {
    body();
    net->rest.reset();
    return TENSIO_OK;
  });
}

// ---- checks ----

inline void check_count(const char* what, int count) {
  if (count < 0) refuse("the number of {} is {}; it must not be negative", what, count);
}

template <typename T>
void check_array(const char* name, const T* array, int count) {
  if (array == nullptr && count > 0) refuse("the array {} is NULL", name);
}

template <typename T>
void check_buffer(const T* buffer, std::size_t size, std::size_t needed) {
  if (size != needed)
    refuse("the buffer is said to hold {} numbers; it must hold {}", size, needed);
  if (buffer == nullptr && needed > 0) refuse("the buffer is NULL");
}

inline void check_one_per_node(const tensio_net& net, const char* name, int count) {
  const int nodes = net.system.node_count();
  if (count != nodes)
    refuse("{} is given for {} nodes, but the net has {}{}", name, count, nodes,
           nodes == 0 ? ": call tensio_set_nodes first" : "");
}

inline void check_node(const tensio_net& net, const char* name, int index, int node) {
  const int nodes = net.system.node_count();
  if (node >= 0 && node < nodes) return;
  if (nodes == 0) refuse("{}[{}] is node {}: call tensio_set_nodes first", name, index, node);
  refuse("{}[{}] is node {}, but the nodes are 0 to {}", name, index, node, nodes - 1);
}

}  // namespace tensio::capi
