#include "backend/petsc/share.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

#include "core/bytes.hpp"
#include "core/index.hpp"
#include "network/compile_data.hpp"

namespace tensio {

namespace {

// Rows of `width` numbers, of the nodes or springs of a share; an empty array stays so.
template <class Array>
auto picked(const Array& all, const std::vector<int>& ids, std::size_t width = 1) {
  using T = typename Array::value_type;
  std::vector<T> part;
  if (all.empty()) return part;
  part.reserve(ids.size() * width);
  for (int id : ids)
    part.insert(part.end(), all.begin() + static_cast<std::ptrdiff_t>(usize(id) * width),
                all.begin() + static_cast<std::ptrdiff_t>((usize(id) + 1) * width));
  return part;
}

// Springs of the whole net that a share has: those with an own end, ascending.
std::vector<int> springs_of(const NetworkData& net, std::span<const int> owner, int rank) {
  std::vector<int> springs;
  for (int s = 0; s < net.spring_count; ++s)
    if (owner[usize(net.a[s])] == rank || owner[usize(net.b[s])] == rank) springs.push_back(s);
  return springs;
}

// Own nodes and the other ends of the springs, ascending.
std::vector<int> nodes_of(const NetworkData& net, std::span<const int> owner, int rank,
                          const std::vector<int>& springs) {
  std::vector<char> here(usize(net.node_count), 0);
  for (int node = 0; node < net.node_count; ++node) here[node] = owner[node] == rank;
  for (int s : springs) here[net.a[s]] = here[net.b[s]] = 1;
  std::vector<int> nodes;
  for (int node = 0; node < net.node_count; ++node)
    if (here[node]) nodes.push_back(node);
  return nodes;
}

// Both sides of a border list its nodes in ascending order of the whole net.
void find_neighbours(Share& share, std::span<const int> owner, int rank) {
  std::map<int, std::pair<std::vector<char>, std::vector<int>>> with;  // own nodes, ghosts
  const auto of_rank = [&](int other) -> auto& {
    auto& pair = with[other];
    pair.first.resize(share.nodes.size(), 0);
    return pair;
  };
  const auto owner_of = [&](int local) { return owner[usize(share.nodes[usize(local)])]; };
  for (std::size_t local = 0; local < share.nodes.size(); ++local) {
    const int node_owner = owner_of(static_cast<int>(local));
    if (node_owner == rank)
      share.own.push_back(static_cast<int>(local));
    else
      of_rank(node_owner).second.push_back(static_cast<int>(local));
  }
  for (int s = 0; s < share.net.spring_count; ++s) {
    const int a = share.net.a[s], b = share.net.b[s];
    if (owner_of(a) == rank && owner_of(b) != rank) of_rank(owner_of(b)).first[usize(a)] = 1;
    if (owner_of(b) == rank && owner_of(a) != rank) of_rank(owner_of(a)).first[usize(b)] = 1;
  }
  for (auto& [other, lists] : with) {
    ShareNeighbour neighbour{.rank = other, .sent = {}, .received = std::move(lists.second)};
    for (std::size_t local = 0; local < lists.first.size(); ++local)
      if (lists.first[local]) neighbour.sent.push_back(static_cast<int>(local));
    share.neighbours.push_back(std::move(neighbour));
  }
}

void take_springs(const NetworkData& net, const std::vector<int>& springs,
                  const std::vector<int>& nodes, NetworkData& part) {
  const auto local = [&](int node) {
    return static_cast<int>(std::lower_bound(nodes.begin(), nodes.end(), node) - nodes.begin());
  };
  const auto first_from = [&](int spring) {
    return static_cast<int>(std::lower_bound(springs.begin(), springs.end(), spring) -
                            springs.begin());
  };
  std::vector<int> a, b;
  for (int s : springs) {
    a.push_back(local(net.a[s]));
    b.push_back(local(net.b[s]));
  }
  part.spring_count = static_cast<int>(springs.size());
  part.a = std::move(a);
  part.b = std::move(b);
  std::vector<LawRange> laws;
  for (const LawRange& law : net.laws) {
    const LawRange own{law.law, first_from(law.begin), first_from(law.end)};
    if (own.begin < own.end) laws.push_back(own);
  }
  part.laws = std::move(laws);
  part.stiffness = picked(net.stiffness, springs);
  part.rest_length = picked(net.rest_length, springs);
  part.damping = picked(net.damping, springs);
  part.first_shaped = first_from(net.first_shaped);
  part.first_custom = first_from(net.first_custom);
  part.curves = net.curves;
  std::vector<int> shape;
  for (int s : springs)
    if (s >= net.first_shaped) shape.push_back(net.shape_of(s));
  part.shape = std::move(shape);
}

void take_nodes(const NetworkData& net, const std::vector<int>& nodes, NetworkData& part) {
  const std::size_t d = usize(net.dimension);
  part.node_count = static_cast<int>(nodes.size());
  part.position = picked(net.position, nodes, d);
  part.start = picked(net.start, nodes, d);
  part.mass = picked(net.mass, nodes);
  part.load = picked(net.load, nodes, d);
  part.external = picked(net.external, nodes, d);
  part.fixed = picked(net.fixed, nodes, d);
  part.constrained = picked(net.constrained, nodes, d);
  part.node_stiffness = picked(net.node_stiffness, nodes);
}

// What follows from the rest on either side.
void complete(NetworkData& part, bool matrices) {
  std::vector<int> nodes(usize(part.node_count)), springs(usize(part.spring_count));
  std::iota(nodes.begin(), nodes.end(), 0);
  std::iota(springs.begin(), springs.end(), 0);
  part.node_user = nodes;
  part.node_rank = std::move(nodes);
  part.spring_user = std::move(springs);
  build_incidence(part);
  if (matrices) build_pattern(part);
}

// ---- bytes: each member once, written or read by the same list ----

class Writer {
 public:
  template <class T>
  void number(T& value) {
    bytes.put(value);
  }
  template <class T>
  void array(std::vector<T>& values) {
    bytes.put(values);
  }
  template <class T>
  void array(SharedArray<T>& values) {
    bytes.put(std::vector<T>(values.begin(), values.end()));
  }
  ByteWriter bytes;
};

class Reader {
 public:
  explicit Reader(std::string_view text) : bytes(text) {}
  template <class T>
  void number(T& value) {
    value = bytes.get<T>();
  }
  template <class T>
  void array(std::vector<T>& values) {
    values = bytes.get_vector<T>();
  }
  template <class T>
  void array(SharedArray<T>& values) {
    values = bytes.get_vector<T>();
  }
  ByteReader bytes;
};

template <class Archive>
void laws_and_curves(Archive& archive, NetworkData& net) {
  std::vector<int> laws;
  for (const LawRange& law : net.laws)
    laws.insert(laws.end(), {static_cast<int>(law.law), law.begin, law.end});
  archive.array(laws);
  std::vector<LawRange> ranges;
  for (std::size_t i = 0; i + 2 < laws.size(); i += 3)
    ranges.push_back({static_cast<Law>(laws[i]), laws[i + 1], laws[i + 2]});
  net.laws = std::move(ranges);
  std::vector<Curve> curves = net.curves.copy();
  std::uint64_t count = curves.size();
  archive.number(count);
  curves.resize(usize(count));
  for (Curve& curve : curves) {
    archive.array(curve.rows);
    archive.number(curve.pieces);
    archive.number(curve.degree);
    archive.number(curve.of_strain);
  }
  net.curves = std::move(curves);
}

template <class Archive>
void transfer(Archive& archive, Share& share, bool& matrices) {
  NetworkData& net = share.net;
  archive.number(matrices);
  for (int* count :
       {&net.dimension, &net.node_count, &net.spring_count, &net.first_shaped, &net.first_custom})
    archive.number(*count);
  for (double* scale : {&net.drag, &net.slack_width, &net.stiffness_scale, &net.length_scale,
                        &net.gravity[0], &net.gravity[1], &net.gravity[2]})
    archive.number(*scale);
  laws_and_curves(archive, net);
  for (SharedArray<int>* ids : {&net.a, &net.b, &net.shape}) archive.array(*ids);
  for (SharedArray<double>* values : {&net.position, &net.mass}) archive.array(*values);
  for (std::vector<double>* values : {&net.stiffness, &net.rest_length, &net.damping, &net.start,
                                      &net.load, &net.external, &net.node_stiffness})
    archive.array(*values);
  for (std::vector<std::uint8_t>* flags : {&net.fixed, &net.constrained}) archive.array(*flags);
  archive.array(share.nodes);
  archive.array(share.own);
  std::uint64_t neighbours = share.neighbours.size();
  archive.number(neighbours);
  share.neighbours.resize(usize(neighbours));
  for (ShareNeighbour& neighbour : share.neighbours) {
    archive.number(neighbour.rank);
    archive.array(neighbour.sent);
    archive.array(neighbour.received);
  }
}

}  // namespace

Share share_of(const NetworkData& net, std::span<const int> owner, int rank, bool matrices) {
  Share share;
  const std::vector<int> springs = springs_of(net, owner, rank);
  share.nodes = nodes_of(net, owner, rank, springs);
  share.net.dimension = net.dimension;
  share.net.drag = net.drag;
  share.net.slack_width = net.slack_width;
  share.net.stiffness_scale = net.stiffness_scale;
  share.net.length_scale = net.length_scale;
  std::copy(net.gravity, net.gravity + 3, share.net.gravity);
  take_springs(net, springs, share.nodes, share.net);
  take_nodes(net, share.nodes, share.net);
  find_neighbours(share, owner, rank);
  complete(share.net, matrices);
  return share;
}

std::string packed(const Share& share) {
  Share copy = share;
  bool matrices = !share.net.row_start.empty();
  Writer writer;
  transfer(writer, copy, matrices);
  return writer.bytes.take();
}

Share unpacked(std::string_view bytes) {
  Share share;
  bool matrices = false;
  Reader reader(bytes);
  transfer(reader, share, matrices);
  complete(share.net, matrices);
  return share;
}

}  // namespace tensio
