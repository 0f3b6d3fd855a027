// Whole numbers by which a file marks its elements, as groups.
#pragma once

#include <vector>

#include "io/formats/import/draft.hpp"

namespace tensio::io {

/// Labels of elements: those with the mark 7 belong to the group `surface_7`, where `kind` is
/// "surface"; 0 marks nothing. More than a hundred different marks are numbers of something else:
/// they are counted, and make no groups.
std::vector<int> labels_of_marks(Draft& draft, const char* kind, const std::vector<int>& marks);

/// Adds nodes with a mark to groups: `points[i]` has marks[i].
void add_marked_points(Draft& draft, const std::vector<int>& points, const std::vector<int>& marks);

}  // namespace tensio::io
