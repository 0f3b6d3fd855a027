// Cleaning faces.
#include "io/formats/import/face_list.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace tensio::io {
namespace {

// Consecutive corners that are the same become one, around the end too.
std::vector<int> without_repeats(std::span<const int> corners) {
  std::vector<int> result;
  for (const int corner : corners)
    if (result.empty() || result.back() != corner) result.push_back(corner);
  while (result.size() > 1 && result.back() == result.front()) result.pop_back();
  return result;
}

bool has_repeats(const std::vector<int>& corners, std::vector<int>& sorted) {
  sorted.assign(corners.begin(), corners.end());
  std::sort(sorted.begin(), sorted.end());
  return std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end();
}

std::uint64_t hash_of(std::span<const int> ids) {
  std::uint64_t hash = 0;
  for (const int id : ids) {
    hash = (hash ^ static_cast<std::uint64_t>(id)) * 0x9e3779b97f4a7c15ull;
    hash ^= hash >> 32;
  }
  return hash;
}

// The corners of each face in ascending order, and comparisons of them.
class SortedFaces {
 public:
  explicit SortedFaces(const FaceList& faces) : faces_(faces), nodes_(faces.nodes) {
    for (std::size_t f = 0; f < faces.count(); ++f)
      std::sort(nodes_.begin() + static_cast<std::ptrdiff_t>(faces.start[f]),
                nodes_.begin() + static_cast<std::ptrdiff_t>(faces.start[f + 1]));
  }
  std::span<const int> key(std::size_t f) const {
    return {nodes_.data() + faces_.start[f], faces_.start[f + 1] - faces_.start[f]};
  }
  int compare(std::size_t f, std::size_t g) const {
    const auto a = key(f), b = key(g);
    if (a.size() != b.size()) return a.size() < b.size() ? -1 : 1;
    const auto [x, y] = std::mismatch(a.begin(), a.end(), b.begin());
    return x == a.end() ? 0 : *x < *y ? -1 : 1;
  }

 private:
  const FaceList& faces_;
  std::vector<int> nodes_;
};

}  // namespace

void FaceList::add(std::span<const int> corners, int face_label) {
  nodes.insert(nodes.end(), corners.begin(), corners.end());
  start.push_back(nodes.size());
  label.push_back(face_label);
}

FaceList without_degenerate(const FaceList& faces, int& touched) {
  FaceList result;
  std::vector<int> sorted;
  for (std::size_t f = 0; f < faces.count(); ++f) {
    const std::vector<int> corners = without_repeats(faces.corners(f));
    const bool repeats = corners.size() >= 3 && has_repeats(corners, sorted);
    if (repeats || corners.size() != faces.corners(f).size()) ++touched;
    if (!repeats && corners.size() >= 3) result.add(corners, faces.label[f]);
  }
  return result;
}

FaceList without_duplicates(const FaceList& faces, int& gone) {
  const SortedFaces sorted(faces);
  // most differ in their hashes already
  std::vector<std::pair<std::uint64_t, std::size_t>> order;
  order.reserve(faces.count());
  for (std::size_t f = 0; f < faces.count(); ++f) order.emplace_back(hash_of(sorted.key(f)), f);
  std::sort(order.begin(), order.end(), [&](const auto& f, const auto& g) {
    if (f.first != g.first) return f.first < g.first;
    const int difference = sorted.compare(f.second, g.second);
    return difference != 0 ? difference < 0 : f.second < g.second;
  });
  std::vector<bool> is_gone(faces.count(), false);
  for (std::size_t i = 1; i < order.size(); ++i)
    if (order[i - 1].first == order[i].first &&
        sorted.compare(order[i - 1].second, order[i].second) == 0)
      is_gone[order[i].second] = true;
  FaceList result;
  for (std::size_t f = 0; f < faces.count(); ++f) {
    if (is_gone[f]) {
      ++gone;
    } else {
      result.add(faces.corners(f), faces.label[f]);
    }
  }
  return result;
}

}  // namespace tensio::io
