#include "backend/cpu/solvers/block_factor.hpp"

#include <algorithm>
#include <numeric>

#include "backend/common/small_blocks.hpp"
#include "backend/interrupt.hpp"

namespace tensio {

namespace {

/// Pivots below this fraction of the diagonal entry are lost in rounding, or negative because the
/// factors are incomplete.
constexpr double kLeastPivot = 1e-6;
/// Rows after which the observer is asked again: some milliseconds.
constexpr int kRowsBetweenAsking = 16384;

// The inverse of a symmetric block by rows; false unless its pivots are positive, and large enough
// beside the diagonal of the matrix.
[[gnu::always_inline]] inline bool invert_sound(const Block<2>& a, const double* diagonal,
                                                double* inverse) {
  const double det = a(0, 0) * a(1, 1) - a(0, 1) * a(1, 0);
  if (!(a(0, 0) > kLeastPivot * diagonal[0]) || !(det > kLeastPivot * diagonal[1] * a(0, 0)))
    return false;
  const double scale = 1 / det;
  inverse[0] = a(1, 1) * scale;
  inverse[1] = inverse[2] = -a(0, 1) * scale;
  inverse[3] = a(0, 0) * scale;
  return true;
}

[[gnu::always_inline]] inline bool invert_sound(const Block<3>& a, const double* diagonal,
                                                double* inverse) {
  const double c00 = a(1, 1) * a(2, 2) - a(1, 2) * a(2, 1);
  const double c01 = a(1, 2) * a(2, 0) - a(1, 0) * a(2, 2);
  const double c02 = a(1, 0) * a(2, 1) - a(1, 1) * a(2, 0);
  const double c22 = a(0, 0) * a(1, 1) - a(0, 1) * a(1, 0);
  const double det = a(0, 0) * c00 + a(0, 1) * c01 + a(0, 2) * c02;
  if (!(a(0, 0) > kLeastPivot * diagonal[0]) || !(c22 > kLeastPivot * diagonal[1] * a(0, 0)) ||
      !(det > kLeastPivot * diagonal[2] * c22))
    return false;
  const double scale = 1 / det;
  inverse[0] = c00 * scale;
  inverse[1] = inverse[3] = c01 * scale;
  inverse[2] = inverse[6] = c02 * scale;
  inverse[4] = (a(0, 0) * a(2, 2) - a(0, 2) * a(2, 0)) * scale;
  inverse[5] = inverse[7] = (a(0, 1) * a(2, 0) - a(0, 0) * a(2, 1)) * scale;
  inverse[8] = c22 * scale;
  return true;
}

// Visits (block, place in the block's row, block of the earlier row) for each product.
template <class Visit, class NextBlock>
void for_products(const LowerPattern& pattern, Visit&& visit, NextBlock&& next) {
  for (int row = 0; row < pattern.rows(); ++row) {
    if (row % kRowsBetweenAsking == 0) ask(Activity::ordering);
    const int first = pattern.start[row], length = pattern.start[usize(row) + 1] - first;
    const int* column = pattern.column.data() + first;
    for (int e = 0; e < length; ++e) {
      const int k = column[e], other_first = pattern.start[k];
      const int others = pattern.start[usize(k) + 1] - other_first;
      const int* other = pattern.column.data() + other_first;
      for (int p = 0, q = 0; p < e && q < others;) {
        if (column[p] == other[q]) visit(p, other_first + q);
        const bool both = column[p] == other[q], before = column[p] < other[q];
        p += both || before;
        q += !before;
      }
      next();
    }
  }
}

}  // namespace

int LowerPattern::slot(int row, int col) const {
  const auto begin = column.begin() + start[row], end = column.begin() + start[usize(row) + 1];
  return static_cast<int>(std::lower_bound(begin, end, col) - column.begin());
}

// Eliminating a column joins all rows below it: they are passed on to the first of them.
LowerPattern LowerPattern::filled() const {
  const auto count = usize(rows());
  std::vector<std::vector<int>> below(count);
  for (std::size_t row = 0; row < count; ++row)
    for (int e = start[row]; e < start[row + 1]; ++e)
      below[column[e]].push_back(static_cast<int>(row));
  LowerPattern result;
  result.start.assign(count + 1, 0);
  for (std::vector<int>& column_rows : below) {
    std::sort(column_rows.begin(), column_rows.end());
    column_rows.erase(std::unique(column_rows.begin(), column_rows.end()), column_rows.end());
    for (int row : column_rows) ++result.start[usize(row) + 1];
    if (column_rows.empty()) continue;
    std::vector<int>& next = below[column_rows.front()];
    next.insert(next.end(), column_rows.begin() + 1, column_rows.end());
  }
  for (std::size_t row = 0; row < count; ++row) result.start[row + 1] += result.start[row];
  result.column.resize(usize(result.start.back()));
  std::vector<int> next(result.start.begin(), result.start.end() - 1);
  for (std::size_t col = 0; col < count; ++col)
    for (int row : below[col]) result.column[next[row]++] = static_cast<int>(col);
  return result;
}

LowerPattern LowerPattern::reordered(const std::vector<int>& place) const {
  std::vector<std::vector<int>> columns(usize(rows()));
  for (int row = 0; row < rows(); ++row)
    for (int e = start[row]; e < start[usize(row) + 1]; ++e) {
      const int a = place[row], b = place[column[e]];
      columns[std::max(a, b)].push_back(std::min(a, b));
    }
  LowerPattern result;
  result.column.reserve(column.size());
  for (std::vector<int>& own : columns) {
    std::sort(own.begin(), own.end());
    result.column.insert(result.column.end(), own.begin(), own.end());
    result.start.push_back(static_cast<int>(result.column.size()));
  }
  return result;
}

// By the length of the longest chain of rows that a row waits for.
std::vector<int> wave_order(const LowerPattern& pattern) {
  const auto rows = usize(pattern.rows());
  std::vector<int> wave(rows, 0), first = {0}, place(rows);
  for (std::size_t row = 0; row < rows; ++row) {
    for (int e = pattern.start[row]; e < pattern.start[row + 1]; ++e)
      wave[row] = std::max(wave[row], wave[pattern.column[e]] + 1);
    if (usize(wave[row]) + 1 >= first.size()) first.resize(usize(wave[row]) + 2, 0);
    ++first[usize(wave[row]) + 1];
  }
  std::partial_sum(first.begin(), first.end(), first.begin());
  for (std::size_t row = 0; row < rows; ++row) place[row] = first[wave[row]]++;
  return place;
}

template <int D, class Real>
BlockFactor<D, Real>::BlockFactor(LowerPattern pattern) : pattern_(std::move(pattern)) {
  const std::size_t blocks = pattern_.column.size(), block = usize(padded_block<D, Real>(1));
  int longest = 0;
  for (std::size_t row = 0; row < usize(pattern_.rows()); ++row)
    longest = std::max(longest, pattern_.start[row + 1] - pattern_.start[row]);
  below_start_.assign(usize(pattern_.rows()) + 1, 0);
  for (int column : pattern_.column) ++below_start_[usize(column) + 1];
  std::partial_sum(below_start_.begin(), below_start_.end(), below_start_.begin());
  below_.resize(blocks);
  std::vector<int> next(below_start_.begin(), below_start_.end() - 1);
  for (int row = 0; row < pattern_.rows(); ++row)
    for (int e = pattern_.start[row]; e < pattern_.start[usize(row) + 1]; ++e) {
      place_.push_back(next[pattern_.column[e]]++);
      below_[place_.back()] = row;
    }
  term_start_.reserve(blocks + 1);
  term_start_.push_back(0);
  for_products(
      pattern_,
      [&](int own, int other) {
        terms_.push_back({own, place_[other]});
      },
      [&] { term_start_.push_back(static_cast<int>(terms_.size())); });
  lower_.resize(blocks * D * D + kBehindBlocks);
  inverse_.resize(usize(pattern_.rows()) * block);
  row_.resize(usize(longest) * block);
}

template <int D, class Real>
double BlockFactor<D, Real>::work(const LowerPattern& pattern) {
  double products = 0;
  for_products(
      pattern, [&](int, int) { ++products; }, [] {});
  return products;
}

template <int D, class Real>
[[gnu::always_inline]] inline bool BlockFactor<D, Real>::invert_pivot(const Lane* pivot,
                                                                      const Real* diagonal,
                                                                      Real* inverse) const {
  constexpr int kWidth = Lane::kWidth;
  Block<D> own;
  double entry[D], result[D * D];
  for (int j = 0; j < D; ++j) {
    entry[j] = static_cast<double>(diagonal[j * kWidth + j]);
    own(j, j) = static_cast<double>(pivot[j][j]);
    for (int i = 0; i < j; ++i)
      own(i, j) = own(j, i) =
          0.5 * (static_cast<double>(pivot[j][i]) + static_cast<double>(pivot[i][j]));
  }
  if (!invert_sound(own, entry, result)) {
    for (int j = 0; j < D; ++j)
      for (int i = 0; i < D; ++i) own(i, j) = static_cast<double>(diagonal[j * kWidth + i]);
    if (!invert(own, result)) return false;
  }
  for (int j = 0; j < D; ++j)
    for (int i = 0; i < kWidth; ++i)
      inverse[j * kWidth + i] = i < D ? static_cast<Real>(result[i * D + j]) : Real(0);
  return true;
}

template <int D, class Real>
bool BlockFactor<D, Real>::factorise(const Real* lower, const Real* diagonal) {
  constexpr int kWidth = Lane::kWidth;
  constexpr std::ptrdiff_t kBlock = D * kWidth;
  for (int row = 0; row < pattern_.rows(); ++row) {
    if (row % kRowsBetweenAsking == 0) ask(Activity::factorising);
    const int first = pattern_.start[row], length = pattern_.start[usize(row) + 1] - first;
    Lane d[D];
    for (int j = 0; j < D; ++j) d[j] = Lane::load(diagonal + row * kBlock + j * kWidth);
    for (int e = 0; e < length; ++e) {
      const Real* const entries = lower + block_offset<D>(first + e);
      // L D: A less what earlier columns have of it.
      Lane s[D];
      for (int j = 0; j < D; ++j) s[j] = Lane::load(entries + j * D);
      for (int t = term_start_[first + e]; t < term_start_[usize(first + e) + 1]; ++t) {
        const Real* own = row_.data() + wide(terms_[t].own) * kBlock;
        const Real* other = lower_.data() + block_offset<D>(terms_[t].other);
        // One subtraction a term: the next term waits for it.
        Lane part[D];
        for (int k = 0; k < D; ++k) {
          const Lane factor = Lane::load(own + k * kWidth);
          for (int j = 0; j < D; ++j)
            k == 0 ? part[j].set_product(other[j], factor)
                   : part[j].add_product(other[k * D + j], factor);
        }
        for (int j = 0; j < D; ++j) s[j].subtract(part[j]);
      }
      for (int j = 0; j < D; ++j) s[j].store(row_.data() + e * kBlock + j * kWidth);
      const Real* inverse = inverse_.data() + wide(pattern_.column[first + e]) * kBlock;
      Lane l[D];
      for (int j = 0; j < D; ++j) {
        l[j].set_product(inverse[j * kWidth], s[0]);
        for (int k = 1; k < D; ++k) l[j].add_product(inverse[j * kWidth + k], s[k]);
      }
      for (int k = 0; k < D; ++k)
        for (int j = 0; j < D; ++j) d[j].subtract_product(l[k][j], s[k]);
      Real* const to = lower_.data() + block_offset<D>(place_[first + e]);
      for (int j = 0; j < D; ++j) l[j].store_own(to + j * D);
    }
    if (!invert_pivot(d, diagonal + row * kBlock, inverse_.data() + row * kBlock)) return false;
  }
  return true;
}

template <int D, class Real>
void BlockFactor<D, Real>::solve(const Real* r, Real* z) const {
  constexpr int kWidth = Lane::kWidth;
  constexpr std::ptrdiff_t kBlock = D * kWidth;
  const int rows = pattern_.rows();
  // L y = r: each row takes its part from those below it.
  std::copy_n(r, rows * kWidth, z);
  const int *const start = below_start_.data(), *const below = below_.data();
  const Real *block = lower_.data(), *const inverses = inverse_.data();
  for (int row = 0, e = 0; row < rows; ++row) {
    const Lane own = Lane::load(z + wide(row) * kWidth);
    for (const int end = start[row + 1]; e < end; ++e, block += D * D) {
      Real* const other = z + wide(below[e]) * kWidth;
      Lane part;
      part.set_product(own[0], Lane::load(block));
      for (int j = 1; j < D; ++j) part.add_product(own[j], Lane::load(block + j * D));
      Lane changed = Lane::load(other);
      changed.subtract(part);
      changed.store(other);
    }
  }
  // Lᵀ z = D⁻¹ y
  for (int row = rows - 1; row >= 0; --row) {
    Lane part[D] = {};
    block = lower_.data() + block_offset<D>(start[row]);
    for (int e = start[row], end = start[row + 1]; e < end; ++e, block += D * D) {
      const Lane other = Lane::load(z + wide(below[e]) * kWidth);
      for (int j = 0; j < D; ++j) part[j].add_product(Lane::load(block + j * D), other);
    }
    const Lane own = Lane::load(z + wide(row) * kWidth);
    const Real* const inverse = inverses + row * kBlock;
    Lane scaled;
    scaled.set_product(own[0], Lane::load(inverse));
    for (int j = 1; j < D; ++j) scaled.add_product(own[j], Lane::load(inverse + j * kWidth));
    scaled.subtract(Lane::sums(part));
    scaled.store(z + wide(row) * kWidth);
  }
}

template class BlockFactor<2, float>;
template class BlockFactor<3, float>;
template class BlockFactor<2, double>;
template class BlockFactor<3, double>;

}  // namespace tensio
