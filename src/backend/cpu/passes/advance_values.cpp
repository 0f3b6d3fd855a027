// The values of a net as the kernels need them: what springs and nodes share stands in tables.
#include <algorithm>
#include <array>
#include <cstring>
#include <type_traits>

#include "backend/cpu/passes/advance.hpp"
#include "core/index.hpp"
#include "physics/spring_law.hpp"

namespace tensio {

namespace {

/// Springs and nodes share what many have in common, as long as their numbers take two bytes.
constexpr std::size_t kMostKinds = 65536;
/// Lengths within this part of what is allowed are suspected, so that rounding hides none.
template <class Real>
constexpr double kNear = std::is_same_v<Real, double> ? 1 - 1e-9 : 1 - 1e-4;
/// Longer than any spring.
template <class Real>
constexpr double kLong = std::is_same_v<Real, double> ? 1e150 : 1e18;

/// Numbers equal entries equally, in the order of their first appearance.
template <std::size_t N>
class Numbering {
 public:
  using Entry = std::array<std::uint64_t, N>;

  /// The number of an entry; kMostKinds where there are too many.
  std::size_t number(const Entry& entry) {
    if (last_ < entries_.size() && entries_[last_] == entry) return last_;
    if (2 * entries_.size() >= places_.size()) grow();
    const std::size_t place = find(entry);
    if (places_[place] < 0) {
      if (entries_.size() == kMostKinds) return kMostKinds;
      places_[place] = static_cast<int>(entries_.size());
      entries_.push_back(entry);
    }
    return last_ = usize(places_[place]);
  }
  const std::vector<Entry>& entries() const { return entries_; }

 private:
  std::size_t find(const Entry& entry) const {
    std::uint64_t hash = 0;
    for (std::uint64_t word : entry) {
      hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
      hash ^= hash >> 29;
    }
    std::size_t place = usize(hash) & (places_.size() - 1);
    while (places_[place] >= 0 && entries_[places_[place]] != entry)
      place = (place + 1) & (places_.size() - 1);
    return place;
  }
  void grow() {
    places_.assign(std::max<std::size_t>(256, 2 * places_.size()), -1);
    for (std::size_t i = 0; i < entries_.size(); ++i)
      places_[find(entries_[i])] = static_cast<int>(i);
  }
  std::vector<Entry> entries_;
  std::vector<int> places_;
  std::size_t last_ = 0;
};

std::uint64_t bits(double number) {
  std::uint64_t word;
  std::memcpy(&word, &number, sizeof word);
  return word;
}

double number(std::uint64_t word) {
  double result;
  std::memcpy(&result, &word, sizeof result);
  return result;
}

}  // namespace

template <class Real>
void Sweeper<Real>::take_values() {
  if (values_known_) return;
  values_known_ = true;
  materials_.assign(net_.laws.size(), {});
  std::vector<std::uint8_t>().swap(number8_);
  std::vector<std::uint16_t>().swap(number16_);
  for (std::size_t law = 0; law < net_.laws.size(); ++law)
    look_at_lengths(net_.laws[law], materials_[law]);
  for (Range& range : ranges_) range.laws = range.direct;
  find_runs();
  if (by_runs_) return;
  for (std::size_t law = 0; law < net_.laws.size(); ++law)
    number_materials(net_.laws[law], materials_[law]);
  if constexpr (std::is_same_v<Real, float>) take_own_values();
  for (Range& range : ranges_) {
    point_at_values(range.laws);
    for (std::size_t law = 0; law < net_.laws.size(); ++law) {
      const Materials& materials = materials_[law];
      KernelSprings<Real>& springs = range.laws[law];
      const std::size_t kinds = materials.table.size();
      if (kinds > 256)
        springs.material16 = number16_.data();
      else if (kinds > 0)
        springs.material8 = number8_.data();
      springs.materials = materials.table.data();
    }
  }
  number_nodes();
}

template <class Real>
void Sweeper<Real>::look_at_lengths(const LawRange& law, Materials& materials) const {
  for (int i = law.begin; i < law.end; ++i) {
    const double l0 = net_.rest_length[i];
    if (net_.stiffness[i] == 0.0) continue;
    if (!has_rest_length(law.law) || !(l0 > 0.0))
      materials.some_without = true;
    else if (!(materials.shortest > 0 && materials.shortest <= l0))
      materials.shortest = l0;
  }
}

// A spring without stiffness may be as long as it likes; its force is zero at any length.
template <class Real>
double Sweeper<Real>::length_without_force(int spring) const {
  return net_.stiffness[spring] == 0.0 ? kLong<Real> : net_.rest_length[spring];
}

template <class Real>
void Sweeper<Real>::number_materials(const LawRange& law, Materials& materials) {
  if (needs_more(law.law)) return;
  const int count = law.end - law.begin;
  Numbering<2> numbering;
  std::vector<std::uint16_t> numbers(usize(count));
  for (int i = 0; i < count; ++i) {
    const int s = law.begin + i;
    const std::size_t kind =
        numbering.number({bits(net_.stiffness[s]), bits(length_without_force(s))});
    if (kind == kMostKinds) return;
    numbers[i] = static_cast<std::uint16_t>(kind);
  }
  for (const auto& entry : numbering.entries())
    materials.table.push_back(
        {static_cast<Real>(number(entry[0])), static_cast<Real>(number(entry[1]))});
  const auto keep = [&](auto& all) {
    all.resize(net_.stiffness.size());
    std::copy(numbers.begin(), numbers.end(), all.begin() + law.begin);
  };
  if (materials.table.size() > 256)
    keep(number16_);
  else
    keep(number8_);
}

template <class Real>
void Sweeper<Real>::point_at_values(std::vector<KernelSprings<Real>>& laws) const {
  for (KernelSprings<Real>& springs : laws) {
    if constexpr (std::is_same_v<Real, double>) {
      springs.stiffness = net_.stiffness.data();
      springs.rest_length = net_.rest_length.data();
      springs.damping = net_.damping.data();
    } else {
      springs.stiffness = own_stiffness_.data();
      springs.rest_length = own_rest_length_.data();
      springs.damping = own_damping_.data();
    }
  }
}

template <class Real>
void Sweeper<Real>::take_own_values() {
  own_stiffness_.clear();
  own_rest_length_.clear();
  own_damping_.assign(net_.damping.begin(), net_.damping.end());
  bool all_shared = true;
  for (const Materials& materials : materials_) all_shared &= !materials.table.empty();
  if (all_shared) return;
  own_stiffness_.assign(net_.stiffness.begin(), net_.stiffness.end());
  own_rest_length_.assign(net_.rest_length.begin(), net_.rest_length.end());
}

template <class Real>
void Sweeper<Real>::number_nodes() {
  const std::size_t d = usize(net_.dimension);
  const auto entry_of = [&](std::size_t node) {
    std::array<std::uint64_t, 5> entry{0, 0, 0, bits(net_.mass[node]), 0};
    for (std::size_t axis = 0; axis < d; ++axis) {
      entry[axis] = bits(net_.external[node * d + axis]);
      if (!net_.constrained[node * d + axis]) entry[4] |= std::uint64_t{1} << axis;
    }
    return entry;
  };
  const auto add_kind = [&](const std::array<std::uint64_t, 5>& entry) {
    KernelNode<Real> node{};
    for (std::size_t axis = 0; axis < 4; ++axis) {
      node.mass[axis] = static_cast<Real>(number(entry[3]));
      if (axis < d) node.external[axis] = static_cast<Real>(number(entry[axis]));
      if (entry[4] >> axis & 1) std::memset(&node.free[axis], 0xff, sizeof(Real));
    }
    nodes_.push_back(node);
  };
  nodes_.clear();
  kind_.resize(usize(net_.node_count));
  Numbering<5> numbering;
  for (std::size_t node = 0; node < kind_.size(); ++node) {
    const std::size_t kind = numbering.number(entry_of(node));
    if (kind == kMostKinds) {
      std::vector<std::uint16_t>().swap(kind_);
      for (std::size_t i = 0; i < usize(net_.node_count); ++i) add_kind(entry_of(i));
      return;
    }
    kind_[node] = static_cast<std::uint16_t>(kind);
  }
  for (const auto& entry : numbering.entries()) add_kind(entry);
}

// Lengths at which strains could be beyond what is allowed; see largest_strain().
template <class Real>
void Sweeper<Real>::suspect_beyond(double strain) {
  for (Range& range : ranges_)
    for (std::size_t law = 0; law < materials_.size(); ++law) {
      const Materials& materials = materials_[law];
      const double without = strain * net_.length_scale * kNear<Real>;
      KernelSprings<Real>& springs = range.laws[law];
      springs.slope = 0;
      springs.offset = static_cast<Real>(without);
      if (!materials.some_without) {
        springs.slope = static_cast<Real>((1 + strain) * kNear<Real>);
        springs.offset = 0;
      } else if (materials.shortest > 0) {
        springs.offset =
            static_cast<Real>(std::min(without, (1 + strain) * materials.shortest * kNear<Real>));
      }
    }
  for (KernelPatternSpring<Real>& spring : pattern_springs_) {
    const KernelSprings<Real>& springs = ranges_[0].laws[0];
    spring.longest = springs.slope * spring.rest_length.shared + springs.offset;
  }
}

// Where the sources are compiled as one (TENSIO_GROUPED), the members of all of them.
template class Sweeper<double>;
template class Sweeper<float>;

}  // namespace tensio
