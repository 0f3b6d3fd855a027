#include "backend/cuda/device_net.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <unordered_map>

#include "backend/common/face_forces.hpp"
#include "backend/common/velocity_forces.hpp"
#include "backend/cuda/device_contact.hpp"
#include "core/index.hpp"
#include "core/parallel.hpp"
#include "physics/law_traits.hpp"

namespace tensio {

namespace {

/// Tables with more entries have one for each spring, or for each node: looking for equal ones
/// would take longer than it saves.
constexpr std::size_t kMostMaterials = 1 << 16, kMostKinds = 1 << 12;

/// Numbers items by their values, as long as there are few different ones.
template <std::size_t N>
class Numbering {
 public:
  using Values = std::array<std::uint64_t, N>;
  explicit Numbering(std::size_t most) : most_(most) {}

  /// -1 where there are too many.
  int number(const Values& values) {
    if (last_ >= 0 && values == last_values_) return last_;
    last_values_ = values;
    const auto [found, is_new] = numbers_.try_emplace(values, static_cast<int>(numbers_.size()));
    last_ = numbers_.size() > most_ ? -1 : found->second;
    return last_;
  }

 private:
  struct Hash {
    std::size_t operator()(const Values& values) const {
      std::uint64_t sum = 0;
      for (std::uint64_t value : values) {
        sum = (sum ^ value) * 0x9e3779b97f4a7c15u;
        sum ^= sum >> 32;
      }
      return static_cast<std::size_t>(sum);
    }
  };
  std::size_t most_;
  std::unordered_map<Values, int, Hash> numbers_;
  Values last_values_{};
  int last_ = -1;
};

std::uint64_t bits(double value) { return std::bit_cast<std::uint64_t>(value); }

/// As largest_strain_of() measures, with room for its rounding.
double longest(const NetworkData& net, Law law, double k, double l0, double strain) {
  constexpr double kAlmost = 1 - 1e-12;
  if (k == 0.0) return std::numeric_limits<double>::infinity();
  const bool by_rest_length = has_rest_length(law) && l0 > 0.0;
  return kAlmost * (by_rest_length ? l0 * (1 + strain) : strain * net.length_scale);
}

}  // namespace

std::string unknown_to_devices(const NetworkData& net) {
  if (!net.functions.empty()) return "a custom law";
  if (!net.yields.empty()) return "a spring that yields";
  if (!net.maxwells.empty()) return "a spring that creeps";
  if (!net.breaks.empty()) return "a spring that breaks";
  if (!net.muscles.empty() || !net.parts.empty()) return "a muscle";
  if (!net.targets.empty()) return "a target";
  if (net.slack_width > 0) return "rounded cables";
  return {};
}

std::size_t bytes_on_device(const NetworkData& net, int vectors) {
  const std::size_t nodes = usize(net.node_count), springs = usize(net.spring_count);
  const std::size_t row = net.dimension == 2 ? sizeof(NodeRow<2>) : sizeof(NodeRow<3>);
  const std::size_t most_for_springs =
      springs * (2 * sizeof(HalfSpring) + (springs > kMostMaterials ? sizeof(DeviceMaterial) : 0));
  // A node's part of the table, its begin and kind, and numbers on their way.
  const std::size_t node = sizeof(DeviceNode) + 2 * sizeof(int) + 3 * sizeof(double);
  const std::size_t powers =
      is_damped(net) ? nodes * usize(passes_with_powers(net.node_count)) * sizeof(double) : 0;
  // Faces, the force on each corner, and the sum of them.
  const std::size_t corners = net.faces.nodes.size();
  const std::size_t faces = net.faces.act()
                                ? usize(net.faces.count()) * (sizeof(int) + sizeof(double) + 1) +
                                      corners * (2 * sizeof(int) + 3 * sizeof(double)) +
                                      nodes * (2 * row + sizeof(int) + sizeof(double))
                                : 0;
  // Sums of the passes of a round: at most 42 MB.
  const std::size_t blocks = usize(net.node_count) / kSumBlock + 1;
  const std::size_t sums =
      is_damped(net) || !net.solids.empty()
          ? std::min<std::size_t>(10 * kMostPasses * blocks, 5 * kMostNumbers / 4) * sizeof(double)
          : 0;
  return most_for_springs + nodes * (node + usize(vectors) * row) + powers + faces + sums +
         bytes_of_contact(net) + (1 << 20);
}

int passes_with_powers(int nodes) {
  constexpr int kMostPowers = 64;
  return std::clamp(static_cast<int>(kMostNumbers) / std::max(nodes, 1), 1, kMostPowers);
}

DeviceNet NetOnDevice::view(double strain) {
  if (strain != strain_) springs_known_ = false;
  strain_ = strain;
  if (!springs_known_) take_springs();
  if (!nodes_known_) take_nodes();
  DeviceNet view{};
  view.node_count = net_.node_count;
  view.start = start_.data();
  view.packed = packed_.empty() ? nullptr : packed_.data();
  view.unpacked = unpacked_.empty() ? nullptr : unpacked_.data();
  view.node_bits = node_bits_;
  view.materials = materials_.data();
  view.curves = curves_.data();
  view.curve_rows = curve_rows_.data();
  view.kinds = nodes_.data();
  view.kind = kind_.data();
  view.drag = net_.drag;
  view.all_linear = all_linear_;
  view.dashpots = dashpots_;
  view.damped = dashpots_ || net_.drag != 0;
  return view;
}

FaceView NetOnDevice::faces() {
  const FaceData& host = net_.faces;
  FaceView view = view_of(host);
  if (!faces_known_) {
    faces_known_ = true;
    const auto fill = [&](auto& to, const auto& from) {
      to.fill(device_, std::span(from.data(), from.size()));
    };
    fill(face_start_, host.start);
    fill(face_nodes_, host.nodes);
    fill(corner_start_, host.corner_start);
    fill(corner_, host.corner);
    fill(node_area_, host.node_area);
    corner_force_.resize(device_, host.nodes.size() * usize(net_.dimension));
    last_pressure_.clear();
    last_gone_.clear();
  }
  const auto refresh = [&](auto& to, auto& last, const auto& now) {
    if (last != now) to.fill(device_, std::span(now.data(), now.size()));
    last = now;
  };
  refresh(pressure_, last_pressure_, host.pressure);
  refresh(gone_, last_gone_, host.gone);
  view.start = face_start_.data();
  view.nodes = face_nodes_.data();
  view.pressure = host.pressure.empty() ? nullptr : pressure_.data();
  view.gone = host.gone.empty() ? nullptr : gone_.data();
  view.corner_start = host.corner_start.empty() ? nullptr : corner_start_.data();
  view.corner = corner_.data();
  view.node_area = host.node_area.empty() ? nullptr : node_area_.data();
  return view;
}

void NetOnDevice::take_springs() {
  springs_known_ = true;
  const std::size_t springs = usize(net_.spring_count);
  std::vector<DeviceCurve> curves;
  std::vector<double> rows;
  for (const Curve& curve : net_.curves) {
    curves.push_back(
        {static_cast<std::int64_t>(rows.size()), curve.pieces, curve.degree, curve.of_strain});
    rows.insert(rows.end(), curve.rows.begin(), curve.rows.end());
  }
  curves_.fill(device_, curves);
  curve_rows_.fill(device_, rows);

  // Each spring's number in the table of materials; empty: its own.
  std::vector<DeviceMaterial> materials;
  std::vector<std::uint32_t> number(springs);
  Numbering<5> numbering(kMostMaterials);
  bool few = true;
  all_linear_ = true;
  dashpots_ = !net_.damping.empty();
  for (const LawRange& range : net_.laws)
    for (int s = range.begin; s < range.end; ++s) {
      const auto i = usize(s);
      const Law law = needs_more(range.law) ? Law::table : range.law;
      const int curve = s < net_.first_shaped ? 0 : net_.shape_of(s);
      const double k = net_.stiffness[i], l0 = net_.rest_length[i];
      const double damping = dashpots_ ? net_.damping[i] : 0.0;
      all_linear_ &= law == Law::linear;
      const DeviceMaterial material{
          k, l0, longest(net_, range.law, k, l0, strain_), damping, static_cast<int>(law), curve};
      if (!few) {
        materials[i] = material;
        continue;
      }
      // The longest of a polynomial and of a table with the same values is the same.
      const int own =
          numbering.number({bits(k), bits(l0), bits(damping), static_cast<std::uint64_t>(law),
                            static_cast<std::uint64_t>(curve)});
      if (own < 0) {
        few = false;
        std::vector<DeviceMaterial> each(springs);
        for (std::size_t before = 0; before < i; ++before) each[before] = materials[number[before]];
        materials = std::move(each);
        materials[i] = material;
      } else {
        if (usize(own) == materials.size()) materials.push_back(material);
        number[i] = static_cast<std::uint32_t>(own);
      }
    }
  if (!few)
    for (std::size_t s = 0; s < springs; ++s) number[s] = static_cast<std::uint32_t>(s);

  // A row of half-springs for each node, in the order of the springs.
  const std::size_t nodes = usize(net_.node_count);
  std::vector<int> start(nodes + 1, 0);
  for (std::size_t s = 0; s < springs; ++s) {
    ++start[usize(net_.a[s]) + 1];
    ++start[usize(net_.b[s]) + 1];
  }
  for (std::size_t i = 0; i < nodes; ++i) start[i + 1] += start[i];
  std::vector<int> next(start.begin(), start.end() - 1);
  const auto width = [](std::size_t most) {
    return std::max(1, static_cast<int>(std::bit_width(most)));
  };
  node_bits_ = width(nodes - 1);
  const bool packs = node_bits_ < 32 && node_bits_ + width(materials.size() - 1) <= 32;
  const auto fill = [&](auto& rows_of, auto&& make) {
    const auto add = [&](int node, int other, std::uint32_t material) {
      int& end = next[usize(node)];
      rows_of[usize(end++)] = make(static_cast<std::uint32_t>(other), material);
    };
    for (std::size_t s = 0; s < springs; ++s) {
      add(net_.a[s], net_.b[s], number[s]);
      add(net_.b[s], net_.a[s], number[s]);
    }
  };
  packed_.resize(device_, 0);
  unpacked_.resize(device_, 0);
  if (packs) {
    std::vector<std::uint32_t> halves(2 * springs);
    const int shift = node_bits_;
    fill(halves,
         [shift](std::uint32_t node, std::uint32_t material) { return material << shift | node; });
    packed_.fill(device_, halves);
  } else {
    std::vector<HalfSpring> halves(2 * springs);
    fill(halves, [](std::uint32_t node, std::uint32_t material) {
      return HalfSpring{node, material};
    });
    unpacked_.fill(device_, halves);
  }
  start_.fill(device_, start);
  materials_.fill(device_, materials);
}

void NetOnDevice::take_nodes() {
  nodes_known_ = true;
  const std::size_t d = usize(net_.dimension);
  std::vector<DeviceNode> table;
  std::vector<int> kind(usize(net_.node_count));
  const auto entry = [&](std::size_t i) {
    DeviceNode node{net_.mass[i], {0, 0, 0}, 0};
    for (std::size_t axis = 0; axis < d; ++axis) {
      node.external[axis] = net_.external[i * d + axis];
      if (net_.constrained[i * d + axis]) node.constrained |= 1 << axis;
    }
    return node;
  };
  Numbering<5> numbering(kMostKinds);
  bool few = !separate_;
  for (std::size_t i = 0; i < kind.size() && few; ++i) {
    const DeviceNode node = entry(i);
    const int own =
        numbering.number({bits(node.mass), bits(node.external[0]), bits(node.external[1]),
                          bits(node.external[2]), static_cast<std::uint64_t>(node.constrained)});
    few = own >= 0;
    if (few && usize(own) == table.size()) table.push_back(node);
    kind[i] = own;
  }
  if (!few) {
    table.clear();
    for (std::size_t i = 0; i < kind.size(); ++i) {
      table.push_back(entry(i));
      kind[i] = static_cast<int>(i);
    }
  }
  nodes_.fill(device_, table);
  kind_.fill(device_, kind);
}

}  // namespace tensio
