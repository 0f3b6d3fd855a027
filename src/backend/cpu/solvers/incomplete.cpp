#include "backend/cpu/solvers/incomplete.hpp"

#include <algorithm>
#include <cstdint>

#include "backend/common/small_blocks.hpp"
#include "backend/cpu/solvers/block_rows.hpp"
#include "backend/interrupt.hpp"
#include "core/index.hpp"

namespace tensio {

namespace {

/// Pivots below this fraction of the diagonal entry are lost in rounding, or negative because the
/// factors are incomplete.
constexpr double kLeastPivot = 1e-6;

/// Nodes after which the observer is asked again: some milliseconds.
constexpr int kBetweenAsking = 16384;

/// Numbers behind the last block that may be read.
constexpr int kBehind = 4;

/// Nodes that are looked at, to see how many terms factors leave out.
constexpr int kNodesLookedAt = 4096;
/// Nodes of a domain at least, and how many domains there are at most. Each costs iterations: a
/// cloth of 10^4 nodes in two takes a tenth more.
constexpr int kNodesPerDomain = 16384, kMostDomains = 8;

// Whether the pivots of d are large enough beside the diagonal of `block`.
template <int D>
bool is_sound(const Block<D>& d, const Block<D>& block) {
  double l[D][D];
  for (int j = 0; j < D; ++j) {
    double pivot = d(j, j);
    for (int k = 0; k < j; ++k) pivot -= l[j][k] * l[j][k] * l[k][k];
    if (!(pivot > kLeastPivot * block(j, j))) return false;
    l[j][j] = pivot;
    for (int i = j + 1; i < D; ++i) {
      double entry = d(i, j);
      for (int k = 0; k < j; ++k) entry -= l[i][k] * l[j][k] * l[k][k];
      l[i][j] = entry / pivot;
    }
  }
  return true;
}

// Whether factors in compiled order leave out few terms, as for chains: nodes from the whole of the
// net are looked at. A pair of blocks in a row makes a term where the columns are joined.
bool nearly_exact(const NetworkData& net) {
  const int step = std::max(1, net.node_count / kNodesLookedAt);
  std::int64_t left_out = 0, nodes = 0;
  for (int node = 0; node < net.node_count; node += step, ++nodes)
    for (int slot = net.row_start[node]; slot < net.diagonal[node]; ++slot) {
      const auto other = usize(net.column[slot]);
      const auto begin = net.column.begin() + net.row_start[other];
      const auto end = net.column.begin() + net.diagonal[other];
      for (int before = net.row_start[node]; before < slot; ++before)
        left_out += !std::binary_search(begin, end, net.column[before]);
    }
  return 4 * left_out < nodes;
}

int domains_for(const NetworkData& net) {
  if (net.node_count < 2 * kNodesPerDomain || nearly_exact(net)) return 1;
  return std::min(net.node_count / kNodesPerDomain, kMostDomains);
}

}  // namespace

template <int D>
Incomplete<D>::Incomplete(const NetworkData& net, ThreadPool& pool)
    : net_(net), pool_(pool), order_(net, domains_for(net)) {
  ask(Activity::ordering);
  find_columns();
  std::size_t longest = 0;
  for (std::size_t p = 0; p < usize(net.node_count); ++p)
    longest = std::max(longest, usize(start_[p + 1] - start_[p]));
  lower_.resize(usize(start_.back()) * D * D + kBehind);
  inverse_.resize(usize(net.node_count) * D * D);
  scaled_.resize(usize(net.node_count) * D * D + kBehind);
  scratch_.assign(usize(domains()), Rows(longest));
  good_.resize(usize(domains()));
  y_.resize(usize(net.node_count) * usize(FloatLanes<D>::kCount));
  u_.resize(y_.size());
  find_terms();
}

// Columns that are eliminated before their row: those that come last behind the others.
template <int D>
void Incomplete<D>::find_columns() {
  start_.reserve(usize(net_.node_count) + 1);
  start_.push_back(0);
  for (int node : order_.node) {
    const bool late = order_.comes_last(node);
    const auto append = [&](int slots_end, bool last) {
      for (int slot = net_.row_start[node]; slot < slots_end; ++slot) {
        const int other = net_.column[slot];
        if (order_.comes_last(other) != last) continue;
        column_.push_back(other);
        slot_.push_back(slot);
      }
    };
    append(late ? net_.row_start[usize(node) + 1] : net_.diagonal[node], false);
    if (late) append(net_.diagonal[node], true);
    start_.push_back(static_cast<int>(column_.size()));
  }
}

// The columns that the rows of a block share, before the block's own.
template <int D>
void Incomplete<D>::find_terms() {
  std::vector<int> position(usize(net_.node_count));
  for (int p = 0; p < net_.node_count; ++p) position[order_.node[p]] = p;
  term_start_.reserve(usize(start_.back()) + 1);
  term_start_.push_back(0);
  for (int row = 0; row < net_.node_count; ++row) {
    if (row % kBetweenAsking == 0) ask(Activity::ordering);
    const int* column = column_.data() + start_[row];
    const int length = start_[usize(row) + 1] - start_[row];
    for (int e = 0; e < length; ++e) {
      const int k = position[column[e]], first = start_[k];
      const int others = start_[usize(k) + 1] - first;
      const int* other = column_.data() + first;
      for (int p = 0, q = 0; p < e && q < others;) {
        if (column[p] == other[q]) terms_.push_back({p, first + q});
        const bool both = column[p] == other[q];
        const bool before = position[column[p]] < position[other[q]];
        p += both || before;
        q += !before;
      }
      term_start_.push_back(static_cast<int>(terms_.size()));
    }
  }
}

template <int D>
Factor Incomplete<D>::factorise(const BlockMatrix& A) {
  ask(Activity::factorising);
  const bool alone = domains() == 1;
  for_each_item(pool_, domains(), [&](int domain) {
    good_[domain] = 1;
    for (int p = order_.start[domain]; p < order_.start[usize(domain) + 1] && good_[domain]; ++p) {
      if (alone && p % kBetweenAsking == 0) ask(Activity::factorising);
      good_[domain] = eliminate(A, p, scratch_[domain]);
    }
  });
  ask(Activity::factorising);
  bool good = std::all_of(good_.begin(), good_.end(), [](std::uint8_t one) { return one != 0; });
  for (int p = order_.start.back(); p < net_.node_count && good; ++p)
    good = eliminate(A, p, scratch_[0]);
  return good ? Factor::positive_definite : Factor::indefinite;
}

// One row of L and D; false where neither the pivot nor the diagonal block has an inverse.
template <int D>
bool Incomplete<D>::eliminate(const BlockMatrix& A, int position, Rows& row) {
  const int node = order_.node[position];
  const int* column = column_.data() + start_[position];
  const int first = start_[position], length = start_[usize(position) + 1] - first;
  for (int e = 0; e < length; ++e) A.read(node, slot_[first + e], row[e]);
  Block<D> diagonal;
  A.read(node, net_.diagonal[node], diagonal);
  // By columns, whose upper triangle counts: below, rounding makes it differ.
  DoubleRow<D> d[D];
  for (int j = 0; j < D; ++j) d[j] = DoubleRow<D>::load(diagonal.m + j * D);
  for (int e = 0; e < length; ++e) {
    double* own = row[e].m;
    DoubleRow<D> s[D], b[D];
    for (int i = 0; i < D; ++i) s[i] = DoubleRow<D>::load(own + i * D);
    // Less L D Lᵀ of the columns that both rows have.
    for (int t = term_start_[first + e]; t < term_start_[usize(first + e) + 1]; ++t) {
      const double* a = row[terms_[t].place].m;
      const float* other = lower_.data() + block_offset<D>(terms_[t].lower);
      for (int k = 0; k < D; ++k) b[k] = DoubleRow<D>::load(other + k * D);
      for (int i = 0; i < D; ++i) s[i] -= combination(a + i * D, b);
    }
    for (int i = 0; i < D; ++i) s[i].store(own + i * D);
    // L = L D times D⁻¹.
    const double* inverse = inverse_.data() + block_offset<D>(column[e]);
    DoubleRow<D> l[D], turned[D];
    for (int k = 0; k < D; ++k) b[k] = DoubleRow<D>::load(inverse + k * D);
    for (int i = 0; i < D; ++i) l[i] = combination(s[i], b);
    turn(l, turned);
    float* to = lower_.data() + block_offset<D>(first + e);
    for (int k = 0; k < D; ++k) turned[k].store(to + k * D);
    for (int j = 0; j < D; ++j) d[j] -= combination(s[j], turned);
  }
  Block<D> pivot;
  for (int i = 0; i < D; ++i)
    for (int j = i; j < D; ++j) pivot(i, j) = pivot(j, i) = d[j][i];
  double* inverse = inverse_.data() + block_offset<D>(node);
  // Where the factors break down, the diagonal block itself stands in.
  if (!(is_sound(pivot, diagonal) && invert(pivot, inverse)) && !invert(diagonal, inverse))
    return false;
  for (int i = 0; i < D * D; ++i)
    scaled_[usize(node) * D * D + usize(i)] = static_cast<float>(inverse[i]);
  return true;
}

template <int D>
double Incomplete<D>::largest_of(const double* r) {
  const int count = net_.node_count * D, blocks = sum_block_count(count);
  largest_.resize(usize(blocks));
  const auto some = [&](int begin, int end) {
    for (int i = begin; i < end; ++i) {
      const SumBlock items = sum_block(i, count);
      largest_[i] = largest_force(r, items.begin, items.end);
    }
  };
  pool_.parallel_for(blocks, some, 2);
  return largest_force(largest_.data(), 0, blocks);
}

// A row of L y = r, u = D⁻¹ y.
template <int D>
inline void Incomplete<D>::forward(int position, const double* r, double scale) {
  using Row = typename FloatLanes<D>::Row;
  constexpr int kCount = FloatLanes<D>::kCount;
  float *y = y_.data(), *u = u_.data();
  const int node = order_.node[position];
  Row sum = {};
  for (int i = 0; i < D; ++i) sum[i] = static_cast<float>(scale * r[axis_offset<D>(node) + i]);
  const int first = start_[position], length = start_[usize(position) + 1] - first;
  const int* column = column_.data() + first;
  const float* block = lower_.data() + block_offset<D>(first);
  for (int e = 0; e < length; ++e, block += D * D) {
    const float* other = y + wide(column[e]) * kCount;
    Row part = load<D>(block) * other[0];
    for (int j = 1; j < D; ++j) part += load<D>(block + j * D) * other[j];
    sum -= part;
  }
  store<D>(sum, y + wide(node) * kCount);
  const float* inverse = scaled_.data() + block_offset<D>(node);
  Row scaled = load<D>(inverse) * sum[0];
  for (int j = 1; j < D; ++j) scaled += load<D>(inverse + j * D) * sum[j];
  store<D>(scaled, u + wide(node) * kCount);
}

// A column of Lᵀ z = u.
template <int D>
inline void Incomplete<D>::backward(int position, double* z) {
  using Row = typename FloatLanes<D>::Row;
  constexpr int kCount = FloatLanes<D>::kCount;
  float* u = u_.data();
  const int node = order_.node[position];
  float own[D];
  for (int i = 0; i < D; ++i) own[i] = u[wide(node) * kCount + i];
  for (int i = 0; i < D; ++i) z[axis_offset<D>(node) + i] = unit_ * static_cast<double>(own[i]);
  const int first = start_[position], length = start_[usize(position) + 1] - first;
  const int* column = column_.data() + first;
  const float* block = lower_.data() + block_offset<D>(first);
  for (int e = 0; e < length; ++e, block += D * D) {
    Row row[D];
    turn<D>(block, row);
    Row part = row[0] * own[0];
    for (int i = 1; i < D; ++i) part += row[i] * own[i];
    float* other = u + wide(column[e]) * kCount;
    store<D>(load<D>(other) - part, other);
  }
}

template <int D>
void Incomplete<D>::solve(const double* r, double* z) {
  // In units of the largest, single precision is never too narrow.
  unit_ = largest_of(r);
  const double scale = unit_ > 0 ? 1 / unit_ : 0.0;
  const std::vector<int>& start = order_.start;
  for_each_item(pool_, domains(), [&](int domain) {
    for (int p = start[domain]; p < start[usize(domain) + 1]; ++p) forward(p, r, scale);
  });
  for (int p = start.back(); p < net_.node_count; ++p) forward(p, r, scale);
  for (int p = net_.node_count - 1; p >= start.back(); --p) backward(p, z);
  for_each_item(pool_, domains(), [&](int domain) {
    for (int p = start[usize(domain) + 1] - 1; p >= start[domain]; --p) backward(p, z);
  });
}

template class Incomplete<2>;
template class Incomplete<3>;

namespace {

template <int D>
class IncompleteOnly final : public Preconditioner {
 public:
  IncompleteOnly(const NetworkData& net, ThreadPool& pool) : factors_(net, pool) {}
  Factor prepare(const BlockMatrix& A) override { return factors_.factorise(A); }
  void apply(const double* r, double* z) override { factors_.solve(r, z); }

 private:
  Incomplete<D> factors_;
};

}  // namespace

std::unique_ptr<Preconditioner> make_incomplete(const NetworkData& net, ThreadPool& pool) {
  if (net.dimension == 2) return std::make_unique<IncompleteOnly<2>>(net, pool);
  return std::make_unique<IncompleteOnly<3>>(net, pool);
}

}  // namespace tensio
