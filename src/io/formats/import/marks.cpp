// Groups from the marks of elements.
#include "io/formats/import/marks.hpp"

#include <fmt/format.h>

#include <map>

namespace tensio::io {
namespace {

constexpr std::size_t kMostMarks = 100;

}  // namespace

std::vector<int> labels_of_marks(Draft& draft, const char* kind, const std::vector<int>& marks) {
  std::map<int, int> label_of;
  for (const int mark : marks) {
    if (mark != 0) label_of.try_emplace(mark, 0);
    if (label_of.size() <= kMostMarks) continue;
    draft.skip(fmt::format("more than {} different marks of {}s", kMostMarks, kind));
    return std::vector<int>(marks.size(), 0);
  }
  for (auto& [mark, label] : label_of) label = draft.label(fmt::format("{}_{}", kind, mark));
  std::vector<int> labels;
  labels.reserve(marks.size());
  for (const int mark : marks) labels.push_back(mark == 0 ? 0 : label_of.at(mark));
  return labels;
}

void add_marked_points(Draft& draft, const std::vector<int>& points,
                       const std::vector<int>& marks) {
  const std::vector<int> labels = labels_of_marks(draft, "point", marks);
  for (std::size_t i = 0; i < points.size(); ++i)
    if (labels[i] != 0) draft.add_point(points[i], labels[i]);
}

}  // namespace tensio::io
