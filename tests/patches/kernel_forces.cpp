// The forces of springs of one law by each kernel, against physics/spring.hpp, to the bit. Compiled
// by check.py with -DADDED_LAW=name and one HAS_... for each kernel that is linked.
#include <cstdio>
#include <vector>

#include "backend/cpu/kernels/kernel.hpp"
#include "core/random.hpp"
#include "physics/spring.hpp"

namespace {

using namespace tensio;

constexpr int kNodes = 64, kSprings = 300;
constexpr Law kLaw = Law::ADDED_LAW;

// Springs by ascending lower node; rows of four numbers.
struct Net {
  std::vector<int> lower, upper;
  std::vector<double> x, k, l0;

  Net() : x(4 * kNodes, 0.0) {
    Random random(5);
    for (int i = 0; i < kNodes; ++i)
      for (int axis = 0; axis < 3; ++axis) x[4 * i + axis] = random.uniform(-1, 1);
    for (int s = 0; s < kSprings; ++s) {
      lower.push_back(s * (kNodes - 1) / kSprings);
      upper.push_back(lower.back() + 1 + random.index(kNodes - 1 - lower.back()));
      k.push_back(random.uniform(0.1, 10));
      l0.push_back(random.index(8) == 0 ? 0.0 : random.uniform(0.1, 2));
    }
  }
};

template <class Real>
struct Row {
  alignas(64) Real of[4 * kNodes] = {};
};

// The sums at nodes in the order of springs, as one spring after the other gives them in Real.
std::vector<double> expected_in_double(const Net& net) {
  std::vector<double> f(4 * kNodes, 0.0);
  for (int s = 0; s < kSprings; ++s) {
    Vec<3> a, b;
    for (int i = 0; i < 3; ++i) {
      a[i] = net.x[4 * net.lower[s] + i];
      b[i] = net.x[4 * net.upper[s] + i];
    }
    const Vec<3> force = spring_force<kLaw>(a, b, net.k[s], net.l0[s], NoOffset{});
    for (int i = 0; i < 3; ++i) {
      f[4 * net.lower[s] + i] += force[i];
      f[4 * net.upper[s] + i] -= force[i];
    }
  }
  return f;
}

template <class Real>
std::vector<Real> forces(const Net& net, const Kernel<Real>& kernel) {
  const std::vector<Real> x(net.x.begin(), net.x.end()), k(net.k.begin(), net.k.end());
  const std::vector<Real> l0(net.l0.begin(), net.l0.end());
  KernelSprings<Real> springs{};
  springs.law = kLaw;
  springs.end = kSprings;
  springs.lower = net.lower.data();
  springs.upper = net.upper.data();
  springs.stiffness = k.data();
  springs.rest_length = l0.data();
  Row<Real> f, out;
  KernelSweep<Real> sweep{};
  sweep.scheme = Scheme::forces;
  sweep.end = kNodes;
  sweep.x = x.data();
  sweep.f = f.of;
  sweep.f_mask = kNodes - 1;
  sweep.out = out.of;
  sweep.law_count = 1;
  sweep.laws = &springs;
  kernel.sweep(sweep);
  return {out.of, out.of + 4 * kNodes};
}

template <class Real>
bool same(const char* name, const std::vector<Real>& one, const std::vector<Real>& other) {
  int different = 0;
  bool moves = false;
  for (int i = 0; i < kNodes; ++i)
    for (int axis = 0; axis < 3; ++axis) {
      different += one[4 * i + axis] != other[4 * i + axis];
      moves |= other[4 * i + axis] != 0;
    }
  std::printf("%s: %d of %d forces of %d springs differ\n", name, different, 3 * kNodes, kSprings);
  return different == 0 && moves;
}

}  // namespace

int main() {
  const Net net;
  bool good = same("baseline", forces(net, kBaselineKernel), expected_in_double(net));
  const std::vector<float> single = forces(net, kBaselineSingleKernel);
#if defined(HAS_AVX2)
  good &= same("avx2", forces(net, kAvx2Kernel), expected_in_double(net));
  good &= same("avx2 single", forces(net, kAvx2SingleKernel), single);
#endif
#if defined(HAS_AVX512)
  good &= same("avx512", forces(net, kAvx512Kernel), expected_in_double(net));
  good &= same("avx512 single", forces(net, kAvx512SingleKernel), single);
#endif
  return good ? 0 : 1;
}
