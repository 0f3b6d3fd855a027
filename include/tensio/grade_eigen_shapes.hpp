// Shapes of functions with Eigen's types: how grade_eigen.hpp calls them.
#pragma once

#include <Eigen/Core>
#include <Eigen/SparseCore>
#include <cmath>
#include <cstddef>
#include <functional>
#include <type_traits>

#include "tensio/grade.hpp"

namespace tensio::grade::eigen {

using Vector = Eigen::VectorXd;
using Matrix = Eigen::MatrixXd;
using Sparse = Eigen::SparseMatrix<double>;
/// What a step is given for the forces and the stiffness: each sets its first argument.
using Force = std::function<void(Vector&, Eigen::Ref<const Vector>, Eigen::Ref<const Vector>)>;
using Stiffness = std::function<void(Sparse&, Eigen::Ref<const Vector>, Eigen::Ref<const Vector>)>;

namespace detail {

/// All results contain this before a call: adding to them without setZero() is found.
inline constexpr double kUnset = 1e30;

inline Options in_3d(Options options) {
  options.dimension = 3;
  options.one_stiffness = true;
  return options;
}
inline Eigen::Vector3d point(Numbers x) { return {x[0], x[1], x[2]}; }
inline Vector vector(Numbers x) {
  return Eigen::Map<const Vector>(x.data(), static_cast<Eigen::Index>(x.size()));
}
inline Numbers numbers(const Eigen::Ref<const Vector>& x) {
  return {x.data(), static_cast<std::size_t>(x.size())};
}
inline Sparse sparse(const Values& by_rows) {
  const auto n = std::lround(std::sqrt(static_cast<double>(by_rows.size())));
  return Matrix(Eigen::Map<const Matrix>(by_rows.data(), n, n).transpose()).sparseView();
}
/// Any result by rows.
template <class Result>
Values values(const Result& result) {
  if constexpr (std::is_arithmetic_v<Result>) {
    return {static_cast<double>(result)};
  } else {
    const Matrix matrix(result);
    Values all;
    for (Eigen::Index i = 0; i < matrix.rows(); ++i)
      for (Eigen::Index j = 0; j < matrix.cols(); ++j) all.push_back(matrix(i, j));
    return all;
  }
}

template <class Result>
Result unset(Eigen::Index rows, Eigen::Index columns) {
  if constexpr (std::is_same_v<Result, double>)
    return kUnset;
  else if constexpr (std::is_same_v<Result, Sparse>)
    return Matrix(Matrix::Constant(rows, columns, kUnset)).sparseView();
  else
    return Result::Constant(rows, columns, kUnset);
}

template <class F>
inline constexpr bool kNoShape = false;

/// The result of f(result, arguments...) with the first of these types that it takes, or else of
/// f(arguments...).
template <class Result, class... Others, class F, class... Arguments>
Values result_of(const F& f, Eigen::Index rows, Eigen::Index columns,
                 const Arguments&... arguments) {
  if constexpr (std::is_invocable_v<const F&, Result&, const Arguments&...>) {
    Result result = unset<Result>(rows, columns);
    f(result, arguments...);
    return values(result);
  } else if constexpr (sizeof...(Others) > 0) {
    return result_of<Others...>(f, rows, columns, arguments...);
  } else if constexpr (std::is_invocable_v<const F&, const Arguments&...>) {
    return values(f(arguments...));
  } else {
    static_assert(kNoShape<F>, "the function takes other arguments: see docs/grading.md");
  }
}

/// A function of a spring, f(result, q0, q1, l0, k).
template <class Result, class... Others, class F>
SpringValues of_spring(const F& f, Eigen::Index rows, Eigen::Index columns) {
  return [&f, rows, columns](const SpringCase& spring) {
    return result_of<Result, Others...>(f, rows, columns, point(spring.a), point(spring.b),
                                        spring.rest_length, spring.stiffness);
  };
}
template <class F>
SpringEnergy energy_of(const F& f) {
  return [&f](const SpringCase& spring) { return of_spring<double>(f, 1, 1)(spring)[0]; };
}
template <class F>
SpringValues gradient_of(const F& f) {
  return of_spring<Eigen::Matrix<double, 6, 1>, Vector>(f, 6, 1);
}

struct Net {
  explicit Net(const NetCase& net)
      : q(vector(net.position)), qdot(Vector::Zero(q.size())), l0(vector(net.rest_length)) {
    V = Eigen::Map<const Matrix>(q.data(), 3, q.size() / 3).transpose();
    E.resize(static_cast<Eigen::Index>(net.ends.size()), 2);
    for (Eigen::Index s = 0; s < E.rows(); ++s) {
      const auto& ends = net.ends[static_cast<std::size_t>(s)];
      E.row(s) << ends[0], ends[1];
    }
  }
  Vector q, qdot, l0;
  Matrix V;
  Eigen::MatrixXi E;
};

}  // namespace detail
}  // namespace tensio::grade::eigen
