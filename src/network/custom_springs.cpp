#include "network/custom_springs.hpp"

#include <algorithm>
#include <cmath>
#include <exception>
#include <limits>
#include <mutex>
#include <numeric>

#include "core/index.hpp"
#include "physics/spring.hpp"

namespace tensio {

namespace {}  // namespace

CustomSprings::CustomSprings(const NetworkData& net) : net_(net) {
  if (net.functions.empty()) return;
  order_.resize(usize(net.spring_count - net.first_custom));
  std::iota(order_.begin(), order_.end(), net.first_custom);
  std::stable_sort(order_.begin(), order_.end(),
                   [&](int s, int t) { return net.shape_of(s) < net.shape_of(t); });
  const int count = static_cast<int>(order_.size());
  for (int begin = 0, end; begin < count; begin = end) {
    const int function = net.shape_of(order_[begin]);
    end = begin;
    while (end < count && end - begin < kSumBlock && net.shape_of(order_[end]) == function) ++end;
    blocks_.push_back({function, begin, end});
  }
  for (auto* numbers : {&stiffness_, &rest_length_, &length_, &energy_, &tension_, &tangent_})
    numbers->resize(order_.size());
  values_.resize(order_.size());
}

const CustomValue* CustomSprings::at(const double* x, ThreadPool& pool) {
  if (blocks_.empty()) return nullptr;
  std::exception_ptr thrown;
  std::mutex lock;
  pool.parallel_for(
      static_cast<int>(blocks_.size()),
      [&](int begin, int end) {
        try {
          for (int i = begin; i < end; ++i) evaluate(blocks_[i], x);
        } catch (...) {
          const std::lock_guard<std::mutex> guard(lock);
          thrown = std::current_exception();
        }
      },
      2);
  if (thrown) std::rethrow_exception(thrown);
  return values_.data();
}

void CustomSprings::evaluate(const Block& block, const double* x) {
  const std::size_t begin = usize(block.begin), count = usize(block.end - block.begin);
  for (std::size_t i = begin; i < begin + count; ++i) {
    length_[i] = length_at(x, order_[i]);
    stiffness_[i] = net_.stiffness[order_[i]];
    rest_length_[i] = net_.rest_length[order_[i]];
  }
  const auto part = [&](std::vector<double>& all) {
    return std::span<double>(all).subspan(begin, count);
  };
  net_.functions[block.function]({.length = part(length_),
                                  .stiffness = part(stiffness_),
                                  .rest_length = part(rest_length_),
                                  .energy = part(energy_),
                                  .tension = part(tension_),
                                  .tangent = part(tangent_)});
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  for (std::size_t i = begin; i < begin + count; ++i) {
    // A state is judged by its forces: a NaN anywhere must show there.
    const bool good =
        std::isfinite(energy_[i]) && std::isfinite(tension_[i]) && std::isfinite(tangent_[i]);
    values_[order_[i] - net_.first_custom] =
        good ? CustomValue{energy_[i], tension_[i], tangent_[i]} : CustomValue{nan, nan, nan};
    if (net_.is_broken(usize(order_[i]))) values_[order_[i] - net_.first_custom] = {0, 0, 0};
  }
}

double CustomSprings::length_at(const double* x, int s) const {
  const int a = net_.a[s], b = net_.b[s];
  if (net_.dimension == 2) return length(spring_vector(load<2>(x, a), load<2>(x, b), NoOffset{}));
  return length(spring_vector(load<3>(x, a), load<3>(x, b), NoOffset{}));
}

}  // namespace tensio
