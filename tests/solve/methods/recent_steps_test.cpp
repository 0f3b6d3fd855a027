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
  Values applied(const Values& f) { return applied(vector(f)); }
  Values applied(VectorId f) {
    const VectorId p = backend_->make_vector();
    recent_.apply(*backend_, f, p, [&](VectorId q) { backend_->axpy(-0.5, q, q); });
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

// A step that is `part` times the p of f, after which minus the gradient is `end`. Its pair, with
// Powell's average written out: theta y + (1 - theta) part f with s . (that) = 0.2 part s . f,
// where s . y is less than that.
class TakenSteps : public RecentStepsTest {
 protected:
  Pair take(const Values& f, double part, const Values& end, bool& convex) {
    Pair step{applied(f), f};
    const double slope = dot(step.s, f);
    EXPECT_GT(slope, 0);
    for (std::size_t k = 0; k < f.size(); ++k) {
      step.s[k] *= part;
      step.y[k] -= end[k];
    }
    end_ = vector(end);
    convex = recent_.remember_last(*backend_, zero_, vector(step.s), vector(f), end_, part, slope);
    const double predicted = part * dot(step.s, f), curvature = dot(step.s, step.y);
    EXPECT_EQ(convex, curvature > 0);
    if (curvature < 0.2 * predicted) {
      const double theta = 0.8 * predicted / (predicted - curvature);
      for (std::size_t k = 0; k < f.size(); ++k)
        step.y[k] = theta * step.y[k] + (1 - theta) * part * f[k];
      EXPECT_NEAR(dot(step.s, step.y), 0.2 * predicted, 1e-12 * predicted);
    }
    return step;
  }
  VectorId end_ = -1;
};

TEST_F(TakenSteps, AreDampedWhereTheEnergyIsConcave) {
  const Values f = numbers();
  // Along this step the slope grows: minus the gradient at its end is 1.5 f.
  Values end = f;
  for (double& value : end) value *= 1.5;
  bool convex = true;
  const Pair step = take(f, 0.7, end, convex);
  EXPECT_FALSE(convex);
  ASSERT_FALSE(recent_.empty());
  // The inverse takes the changed pair for what happened: B y = s.
  const Values found = applied(step.y);
  for (std::size_t k = 0; k < found.size(); ++k) EXPECT_NEAR(found[k], step.s[k], 1e-9);
  recent_.forget();
  take(f, 0.7, end, convex);
  expect_closed_form({step});
}

TEST_F(TakenSteps, AreNotDampedWhereTheCurvatureIsAsPredicted) {
  const Values f = numbers();
  Values end = f;
  for (double& value : end) value *= 0.4;
  bool convex = false;
  const Pair step = take(f, 0.7, end, convex);
  EXPECT_TRUE(convex);
  for (std::size_t k = 0; k < f.size(); ++k) EXPECT_NEAR(step.y[k], 0.6 * f[k], 1e-15);
  expect_closed_form({step});
}

// Products follow from those that are known: each step begins where the last one ended, and the
// inverse is the textbook's after each, also where steps are overwritten.
TEST_F(TakenSteps, MatchTheTextbookRecursion) {
  std::vector<Pair> pairs;
  Values f = numbers();
  int concave = 0;
  for (int i = 0; i < 9; ++i) {
    Values end = f, other = numbers();
    const double left = i % 3 == 2 ? 1.3 : 0.3;
    for (std::size_t k = 0; k < f.size(); ++k) end[k] = left * f[k] + 0.05 * other[k];
    bool convex = true;
    pairs.push_back(take(f, i % 2 == 0 ? 1 : 0.6, end, convex));
    concave += !convex;
    if (pairs.size() > kMost) pairs.erase(pairs.begin());
    const Values expected = closed_form(pairs, end), found = applied(end_);
    double largest = 0;
    for (double value : expected) largest = std::max(largest, std::abs(value));
    for (std::size_t k = 0; k < end.size(); ++k)
      EXPECT_NEAR(found[k], expected[k], 1e-10 * largest) << "step " << i;
    f = end;
  }
  EXPECT_GT(concave, 0);
}

}  // namespace
}  // namespace tensio
