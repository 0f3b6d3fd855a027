// The pass over springs that tests/device/laws.cu runs on a device, here in a loop: it has the bits
// of the library's own springs.
#include <gtest/gtest.h>

#include "device/spring_pass.hpp"
#include "tensio/solve/quantities.hpp"

namespace tensio {
namespace {

using device::kResults;
using device::Springs;
using device::SpringView;

constexpr int kCount = 1000;
const std::vector<std::array<double, 2>> kPoints = {{-1.5, -3}, {-0.5, -0.4}, {0, 0}, {0.7, 1}};
const std::vector<double> kCoefficients = {1, -0.8, 2, 0.3};

// Where the numbers of a spring stand: four values twice, three forces, three blocks, d²U.
constexpr int kForce = 8;
template <int D>
constexpr int kHessian = kForce + 3 * D + 3 * D* D;

template <int D>
std::vector<double> node(const std::vector<double>& x, int i) {
  return {x.begin() + i * D, x.begin() + (i + 1) * D};
}

template <Law law, int D>
void expect_the_library_bits(Spring spring, const Springs<D>& springs, const SpringView& view) {
  const std::vector<double> results = device::pass_on_host<law, D>(view, kCount);
  long different = 0, numbers = 0;
  const auto same = [&](double one, double other) {
    ++numbers;
    different += device::differences({one}, {other});
  };
  for (int s = 0; s < kCount; ++s) {
    const double* own = results.data() + s * kResults<D>;
    spring.stiffness = springs.k[s];
    spring.rest_length = springs.l0[s];
    const std::vector<double> a = node<D>(springs.x, springs.a[s]);
    const std::vector<double> b = node<D>(springs.x, springs.b[s]);
    same(own[0], spring_energy(spring, a, b));
    const std::vector<double> gradient = spring_gradient(spring, a, b);
    for (int i = 0; i < D; ++i) same(own[kForce + i], gradient[D + i]);
    const std::vector<double> hessian = spring_hessian(spring, a, b);
    for (int i = 0; i < 4 * D * D; ++i) same(own[kHessian<D> + i], hessian[i]);
  }
  EXPECT_EQ(different, 0) << to_string(spring.law) << " in " << D << "D, of " << numbers;
}

template <int D>
void check_all_laws() {
  Springs<D> springs(kCount, 17 + D);
  for (const bool of_strain : {false, true})
    for (int i = 0; i < kLawCount; ++i) {
      const Law name = static_cast<Law>(i);
      Spring spring{.law = name, .of_strain = of_strain};
      const Curve curve =
          name == Law::polynomial ? polynomial_curve(kCoefficients) : table_curve(kPoints);
      springs.curve = curve.rows;
      SpringView view = springs.view(of_strain);
      view.pieces = curve.pieces;
      view.degree = curve.degree;
      if (name == Law::polynomial) spring.coefficients = kCoefficients;
      if (name == Law::table) spring.points = kPoints;
      with_law(name, [&]<Law law>() {
        // A function of the program has no bits of its own to compare.
        if constexpr (law != Law::custom) expect_the_library_bits<law, D>(spring, springs, view);
      });
    }
}

TEST(DeviceLaws, ThePassOverPlainPointersHasTheLibrarysBits) {
  check_all_laws<2>();
  check_all_laws<3>();
}

}  // namespace
}  // namespace tensio
