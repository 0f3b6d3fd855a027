// A device with memory of its own that runs passes over nodes: a GPU by CUDA, or in the tests the
// host, which runs the same bodies in a loop.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <utility>

#include "backend/cuda/contact_bodies.hpp"
#include "backend/cuda/device_views.hpp"
#include "backend/cuda/face_bodies.hpp"
#include "core/index.hpp"

namespace tensio {

/// Calls run in their order. What fails throws Error.
class DeviceMemory {
 public:
  virtual ~DeviceMemory() = default;
  virtual std::string name() const = 0;
  virtual std::size_t free_bytes() const = 0;
  virtual void* allocate(std::size_t bytes) = 0;
  virtual void release(void* memory) noexcept = 0;
  virtual void clear(void* memory, std::size_t bytes) = 0;
  virtual void copy(const void* from, void* to, std::size_t bytes) = 0;
  virtual void to_device(const void* from, void* to, std::size_t bytes) = 0;
  /// Waits for all that was called before.
  virtual void to_host(const void* from, void* to, std::size_t bytes) = 0;
};

template <int D>
class Device : public DeviceMemory {
 public:
  virtual void take_step(const DeviceStep<D>& step) = 0;
  virtual void take_first_half(double h, NodeRow<D>* x, NodeRow<D>* v, const NodeRow<D>* a) = 0;
  virtual void copy_if(const int* flag, const NodeRow<D>* from, NodeRow<D>* to) = 0;
  virtual void check_finite(const NodeRow<D>* x, const NodeRow<D>* v, int* suspected) = 0;
  virtual void sum_eighths(const EighthSums& sums) = 0;
  virtual void add(double factor, const double* x, double* y, int count) = 0;
  virtual void divide_by_mass(const DeviceNet& net, NodeRow<D>* f) = 0;
  virtual void to_rows(const double* numbers, NodeRow<D>* rows) = 0;
  virtual void from_rows(const NodeRow<D>* rows, double* numbers) = 0;
  virtual void set_places(const int* places, const double* values, int count, NodeRow<D>* rows) = 0;
  virtual void get_places(const int* places, const NodeRow<D>* rows, int count, double* values) = 0;
  virtual void set_external(const int* places, const double* values, int count,
                            DeviceNode* nodes) = 0;
  virtual void sum_products(const ProductSum& sums) = 0;
  virtual void find_near(const NearCheck<D>& nodes) = 0;
  virtual void stop_nodes(const StopNode<D>& nodes) = 0;
  virtual void sum_lost(const LostSum& sums) = 0;
  virtual void sum_impulses(const ImpulseSum<D>& sums, int blocks) = 0;
  virtual void press_faces(const FaceCorners<D>& faces) = 0;
  virtual void sum_corners(const CornerSum<D>& nodes) = 0;
  /// Of the vectors of nodes in all passes.
  void set_node_count(int count) { node_count_ = count; }

 protected:
  int node_count_ = 0;
};

/// An array on a device.
template <class T>
class DeviceArray {
 public:
  DeviceArray() = default;
  ~DeviceArray() { reset(); }
  DeviceArray(DeviceArray&& other) noexcept { swap(other); }
  DeviceArray& operator=(DeviceArray&& other) noexcept {
    swap(other);
    return *this;
  }
  /// What was in it is lost where it must grow.
  void resize(DeviceMemory& device, std::size_t count) {
    if (count > capacity_) {
      reset();
      data_ = static_cast<T*>(device.allocate(count * sizeof(T)));
      device_ = &device;
      capacity_ = count;
    }
    size_ = count;
  }
  void fill(DeviceMemory& device, std::span<const T> from) {
    resize(device, from.size());
    if (!from.empty()) device.to_device(from.data(), data_, from.size_bytes());
  }
  void reset() {
    if (data_) device_->release(data_);
    data_ = nullptr;
    size_ = capacity_ = 0;
  }
  void swap(DeviceArray& other) noexcept {
    std::swap(device_, other.device_);
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(capacity_, other.capacity_);
  }
  T* data() const { return data_; }
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }

 private:
  DeviceMemory* device_ = nullptr;
  T* data_ = nullptr;
  std::size_t size_ = 0, capacity_ = 0;
};

}  // namespace tensio
