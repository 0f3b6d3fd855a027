#include "backend/cpu/solvers/incomplete.hpp"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <numeric>

#include "backend/common/small_blocks.hpp"
#include "backend/cpu/solvers/block_rows.hpp"
#include "backend/cpu/solvers/step_matrix.hpp"
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

/// Springs that are fetched ahead of their use.
constexpr int kSpringsAhead = 24;

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
Incomplete<D>::Incomplete(const NetworkData& net, ThreadPool& pool, const std::vector<int>& folded)
    : net_(net), pool_(pool), order_(net, domains_for(net)) {
  ask(Activity::ordering);
  // In factors that are nearly exact every spring stays itself.
  const bool as_they_are = nearly_exact(net);
  const std::vector<int> nowhere(as_they_are ? usize(net.spring_count) : 0, -1);
  const std::vector<int>& middle = as_they_are ? nowhere : folded;
  find_columns(graph_of(unfolded_pattern(net, middle)));
  find_parts(middle);
  std::size_t longest = 0;
  for (std::size_t p = 0; p < usize(net.node_count); ++p)
    longest = std::max(longest, usize(start_[p + 1] - start_[p]));
  lower_.resize(usize(start_.back()) * D * D + kBehind);
  inverse_.resize(usize(net.node_count) * D * D);
  scaled_.resize(usize(net.node_count) * D * D + kBehind);
  scratch_.assign(usize(domains()), Rows(longest));
  y_.resize(usize(net.node_count) * usize(FloatLanes<D>::kCount));
  u_.resize(y_.size());
  find_terms();
}

// Columns that are eliminated before their row: those that come last behind the others.
template <int D>
void Incomplete<D>::find_columns(const PatternGraph& graph) {
  start_.reserve(usize(net_.node_count) + 1);
  start_.push_back(0);
  for (int node : order_.node) {
    const bool late = order_.comes_last(node);
    const auto append = [&](bool all, bool last) {
      for (int e = graph.start[node]; e < graph.start[usize(node) + 1]; ++e) {
        const int other = graph.other[e];
        if ((all || other < node) && order_.comes_last(other) == last) column_.push_back(other);
      }
    };
    append(late, false);
    if (late) append(false, true);
    start_.push_back(static_cast<int>(column_.size()));
  }
}

// Where the springs of each row go.
template <int D>
void Incomplete<D>::find_parts(const std::vector<int>& middle) {
  std::vector<int> position(usize(net_.node_count));
  for (int p = 0; p < net_.node_count; ++p) position[order_.node[p]] = p;
  // Each spring at both ends of what it is laid on, in the order of springs.
  const auto for_ends = [&](auto&& visit) {
    for (int s = 0; s < net_.spring_count; ++s) {
      const int a = net_.a[s], b = net_.b[s], m = middle[s];
      const auto both = [&](int one, int other) {
        visit(s, position[one], other, m >= 0);
        visit(s, position[other], one, m >= 0);
      };
      both(a, m < 0 ? b : m);
      if (m >= 0) both(m, b);
    }
  };
  part_start_.assign(usize(net_.node_count) + 1, 0);
  for_ends([&](int, int row, int, bool) { ++part_start_[usize(row) + 1]; });
  std::partial_sum(part_start_.begin(), part_start_.end(), part_start_.begin());
  parts_.resize(usize(part_start_.back()));
  std::vector<int> next(part_start_.begin(), part_start_.end() - 1);
  for_ends([&](int s, int row, int other, bool twice) {
    const int *begin = column_.data() + start_[row], *end = column_.data() + start_[usize(row) + 1];
    const int* const found = std::find(begin, end, other);
    const int place = found == end ? -1 : static_cast<int>(found - begin);
    parts_[next[row]++] = {s, 2 * place + (twice ? 1 : 0)};
  });
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
Factor Incomplete<D>::factorise(const SpringMatrix<D>& A) {
  ask(Activity::factorising);
  const bool alone = domains() == 1;
  // Where one domain breaks down, the others stop: nothing of the factors is used.
  std::atomic<bool> good = true;
  for_each_item(pool_, domains(), [&](int domain) {
    const int end = order_.start[usize(domain) + 1];
    for (int p = order_.start[domain]; p < end && good.load(std::memory_order_relaxed); ++p) {
      if (alone && p % kBetweenAsking == 0) ask(Activity::factorising);
      if (!eliminate(A, p, scratch_[domain])) good.store(false, std::memory_order_relaxed);
    }
  });
  ask(Activity::factorising);
  for (int p = order_.start.back(); p < net_.node_count && good; ++p)
    good = eliminate(A, p, scratch_[0]);
  return good ? Factor::positive_definite : Factor::indefinite;
}

// A row of the matrix that is factorised, and its diagonal block.
template <int D>
void Incomplete<D>::add_up(const SpringMatrix<D>& A, int position, Block<D>* row,
                           Block<D>& diagonal) const {
  const int node = order_.node[position];
  const int* column = column_.data() + start_[position];
  const int length = start_[usize(position) + 1] - start_[position];
  std::fill_n(row, length, Block<D>{});
  diagonal = {};
  A.add_node(node, diagonal);
  const int last = static_cast<int>(parts_.size()) - 1;
  for (int i = part_start_[position]; i < part_start_[usize(position) + 1]; ++i) {
    const int place = parts_[i].place >> 1;
    A.prefetch(parts_[std::min(i + kSpringsAhead, last)].spring);
    SpringStiffness<D> spring = A.spring(parts_[i].spring);
    if ((parts_[i].place & 1) != 0) {
      // Twice as stiff, since it is half as long; never negative, so that the diagonal block is
      // positive definite where that of A is.
      const double q = 2 * std::max(spring.q, 0.0);
      spring.along = 2 * std::max(spring.along + spring.q, 0.0) - q;
      spring.q = q;
    }
    const Block<D> block = block_of(spring);
    for (int e = 0; e < D * D; ++e) diagonal.m[e] += block.m[e];
    if (place >= 0)
      for (int e = 0; e < D * D; ++e) row[place].m[e] -= block.m[e];
  }
  const bool is_fixed = any_fixed<D>(net_, node);
  if (is_fixed) hold_axes(net_, node, node, diagonal);
  for (int e = 0; e < length; ++e)
    if (is_fixed || any_fixed<D>(net_, column[e])) hold_axes(net_, node, column[e], row[e]);
}

// One row of L and D; false where neither the pivot nor the diagonal block has an inverse.
template <int D>
bool Incomplete<D>::eliminate(const SpringMatrix<D>& A, int position, Rows& row) {
  const int node = order_.node[position];
  const int* column = column_.data() + start_[position];
  const int first = start_[position], length = start_[usize(position) + 1] - first;
  Block<D> diagonal;
  add_up(A, position, row.data(), diagonal);
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
inline void Incomplete<D>::backward(int position) {
  using Row = typename FloatLanes<D>::Row;
  constexpr int kCount = FloatLanes<D>::kCount;
  float* u = u_.data();
  const int node = order_.node[position];
  float own[D];
  for (int i = 0; i < D; ++i) own[i] = u[wide(node) * kCount + i];
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
void Incomplete<D>::solve(const double* r, double scale) {
  const std::vector<int>& start = order_.start;
  for_each_item(pool_, domains(), [&](int domain) {
    for (int p = start[domain]; p < start[usize(domain) + 1]; ++p) forward(p, r, scale);
  });
  for (int p = start.back(); p < net_.node_count; ++p) forward(p, r, scale);
  for (int p = net_.node_count - 1; p >= start.back(); --p) backward(p);
  for_each_item(pool_, domains(), [&](int domain) {
    for (int p = start[usize(domain) + 1] - 1; p >= start[domain]; --p) backward(p);
  });
}

template class Incomplete<2>;
template class Incomplete<3>;

namespace {

template <int D>
class IncompleteOnly final : public Preconditioner<D> {
 public:
  IncompleteOnly(const NetworkData& net, ThreadPool& pool)
      : net_(net), pool_(pool), factors_(net, pool, folded_springs(net)) {}
  Factor prepare(const Matrix<D>& A) override { return factors_.factorise(*A.springs); }
  double apply(const double* r, double size, double* z) override {
    factors_.solve(r, size > 0 ? 1 / size : 0.0);
    const float* const rows = factors_.rows();
    return pool_.parallel_sum(net_.node_count, [&](int begin, int end) {
      double product = 0;
      for (int node = begin; node < end; ++node)
        for (int i = 0; i < D; ++i) {
          const std::ptrdiff_t axis = axis_offset<D>(node) + i;
          z[axis] = size * static_cast<double>(rows[wide(node) * FloatLanes<D>::kCount + i]);
          product += r[axis] * z[axis];
        }
      return product;
    });
  }

 private:
  const NetworkData& net_;
  ThreadPool& pool_;
  Incomplete<D> factors_;
};

}  // namespace

template <int D>
std::unique_ptr<Preconditioner<D>> make_incomplete(const NetworkData& net, ThreadPool& pool) {
  return std::make_unique<IncompleteOnly<D>>(net, pool);
}
template std::unique_ptr<Preconditioner<2>> make_incomplete<2>(const NetworkData&, ThreadPool&);
template std::unique_ptr<Preconditioner<3>> make_incomplete<3>(const NetworkData&, ThreadPool&);

}  // namespace tensio
