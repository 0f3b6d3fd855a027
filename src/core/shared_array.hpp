// An array that is never changed again, shared by all its copies.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

namespace tensio {

template <class T>
class SharedArray {
 public:
  using value_type = T;

  SharedArray() = default;
  /// Takes over the values; they are constant from here on.
  SharedArray(std::vector<T> values)
      : values_(std::make_shared<const std::vector<T>>(std::move(values))),
        data_(values_->data()),
        size_(values_->size()) {}

  const T& operator[](std::size_t i) const { return data_[i]; }
  const T* data() const { return data_; }
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  const T* begin() const { return data_; }
  const T* end() const { return data_ + size_; }
  const T& front() const { return data_[0]; }
  const T& back() const { return data_[size_ - 1]; }
  friend bool operator==(const SharedArray& a, const std::vector<T>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end());
  }
  /// A copy that may be changed.
  std::vector<T> copy() const { return values_ ? *values_ : std::vector<T>(); }

 private:
  std::shared_ptr<const std::vector<T>> values_;
  const T* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace tensio
