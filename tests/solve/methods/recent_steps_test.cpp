// The approximate inverse of quasi-Newton methods, from their last steps.
#include "solve/methods/recent_steps.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "support/nets.hpp"
#include "tensio/solve/network.hpp"

namespace tensio {
namespace {

constexpr int kMost = 3;
using Values = std::vector<double>;

double dot(const Values& a, const Values& b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

/// The two loops as they are written in balance, over pairs from the oldest to the newest; the
/// matrix that they correct is a half.
struct Pair {
  Values s, y;
};
Values closed_form(const std::vector<Pair>& pairs, Values p) {
  std::vector<double> alpha(pairs.size());
  for (std::size_t i = pairs.size(); i-- > 0;) {
    alpha[i] = dot(pairs[i].s, p) / dot(pairs[i].s, pairs[i].y);
    for (std::size_t k = 0; k < p.size(); ++k) p[k] -= alpha[i] * pairs[i].y[k];
  }
  for (double& value : p) value *= 0.5;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const double beta = dot(pairs[i].y, p) / dot(pairs[i].s, pairs[i].y);
    for (std::size_t k = 0; k < p.size(); ++k) p[k] += (alpha[i] - beta) * pairs[i].s[k];
  }
  return p;
}

class RecentStepsTest : public ::testing::Test {
 protected:
  RecentStepsTest() : net_(compile(make())), random_(3) {
    EquilibriumOptions options;
    options.threads = 1;
    backend_ = make_backend(net_.data(), options);
    for (int i = 0; i < kMost; ++i) {
      const VectorId s = backend_->make_vector();
      recent_.set_vectors(i, s, backend_->make_vector());
    }
    zero_ = vector(Values(size(), 0.0));
  }
  static System make() {
    Random random(1);
    return testing::random_net(random, {});
  }
  std::size_t size() const { return net_.data().constrained.size(); }
  Values numbers() {
    Values values(size());
    for (double& value : values) value = random_.uniform(-1, 1);
    return values;
  }
  VectorId vector(const Values& values) {
    const VectorId id = backend_->make_vector();
    backend_->upload(values, id);
    return id;
  }
  // A step s along which the gradient changes by y.
  void remember(const Pair& pair) {
    recent_.remember(*backend_, zero_, vector(pair.s), vector(pair.y), zero_);
  }
  // A pair whose s . y is positive, or is not.
  Pair pair(bool upwards) {
    Pair result{numbers(), numbers()};
    if ((dot(result.s, result.y) > 0) != upwards)
      for (double& value : result.y) value = -value;
    return result;
  }
  Values applied(const Values& f) {
    const VectorId p = backend_->make_vector();
    recent_.apply(*backend_, vector(f), p, [&](VectorId q) { backend_->axpy(-0.5, q, q); });
    Values result(size());
    backend_->download(p, result);
    return result;
  }
  void expect_closed_form(const std::vector<Pair>& pairs) {
    const Values f = numbers(), expected = closed_form(pairs, f), found = applied(f);
    double largest = 0;
    for (double value : expected) largest = std::max(largest, std::abs(value));
    for (std::size_t i = 0; i < f.size(); ++i)
      EXPECT_NEAR(found[i], expected[i], 1e-10 * largest) << pairs.size() << " pairs";
  }

  Network net_;
  Random random_;
  std::unique_ptr<Backend> backend_;
  RecentSteps<kMost> recent_;
  VectorId zero_;
};

TEST_F(RecentStepsTest, MatchTheTextbookRecursion) {
  std::vector<Pair> pairs;
  expect_closed_form(pairs);
  for (int i = 0; i < 8; ++i) {
    pairs.push_back(pair(true));
    if (pairs.size() > kMost) pairs.erase(pairs.begin());
    remember(pairs.back());
    expect_closed_form(pairs);
    const Values s = applied(pairs.back().y);
    for (std::size_t k = 0; k < s.size(); ++k) EXPECT_NEAR(s[k], pairs.back().s[k], 1e-9);
  }
}

TEST_F(RecentStepsTest, AreIgnoredIfTheEnergyIsConcave) {
  std::vector<Pair> pairs;
  remember(pair(false));
  EXPECT_TRUE(recent_.empty());
  for (int i = 0; i < 2; ++i) {
    pairs.push_back(pair(true));
    remember(pairs.back());
    remember(pair(false));
    expect_closed_form(pairs);
  }
  pairs.push_back(pair(true));
  remember(pairs.back());
  expect_closed_form(pairs);
  // Here the oldest one is overwritten.
  remember(pair(false));
  pairs.erase(pairs.begin());
  expect_closed_form(pairs);
  remember(pair(false));
  expect_closed_form(pairs);
  pairs.push_back(pair(true));
  remember(pairs.back());
  expect_closed_form(pairs);
  recent_.forget();
  EXPECT_TRUE(recent_.empty());
  expect_closed_form({});
  pairs = {pair(true)};
  remember(pairs.back());
  expect_closed_form(pairs);
}

// Powell's average, written out: theta y + (1 - theta) part f with s . (that) = 0.2 part s . f.
TEST_F(RecentStepsTest, AreDampedWhereTheEnergyIsConcave) {
  const double part = 0.7;
  const Values f = numbers();
  Values s = f;  // the first B is the identity
  for (double& value : s) value *= part;
  // Along this step the slope grows: minus the gradient at its end is 1.5 f.
  Values end = f;
  for (double& value : end) value *= 1.5;
  EXPECT_FALSE(recent_.remember(*backend_, zero_, vector(s), vector(f), vector(end), part));
  ASSERT_FALSE(recent_.empty());
  const double predicted = part * dot(s, f), curvature = -0.5 * dot(s, f);
  const double theta = 0.8 * predicted / (predicted - curvature);
  Values y(size());
  for (std::size_t k = 0; k < y.size(); ++k)
    y[k] = theta * (f[k] - end[k]) + (1 - theta) * part * f[k];
  EXPECT_NEAR(dot(s, y), 0.2 * predicted, 1e-12 * predicted);
  // The inverse takes the changed pair for what happened: B y = s.
  const Values found = applied(y);
  for (std::size_t k = 0; k < s.size(); ++k) EXPECT_NEAR(found[k], s[k], 1e-9);
  expect_closed_form({{s, y}});
}

TEST_F(RecentStepsTest, AreNotDampedWhereTheCurvatureIsAsPredicted) {
  const double part = 0.7;
  const Values f = numbers();
  Pair step{f, f};
  for (double& value : step.s) value *= part;
  Values end = f;
  for (std::size_t k = 0; k < f.size(); ++k) {
    end[k] *= 0.4;
    step.y[k] = f[k] - end[k];
  }
  EXPECT_TRUE(recent_.remember(*backend_, zero_, vector(step.s), vector(f), vector(end), part));
  expect_closed_form({step});
}

}  // namespace
}  // namespace tensio
