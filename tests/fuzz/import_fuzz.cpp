// Any bytes as a file of each format: import_bytes may refuse them with an Error, and do nothing
// else. What it takes must be a net that holds together.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>

#include "tensio/files/import.hpp"

namespace {

bool holds_together(const tensio::System& system) {
  const int nodes = system.node_count();
  const auto is_node = [&](int node) { return node >= 0 && node < nodes; };
  for (const tensio::SpringSet& set : system.springs)
    for (const std::array<int, 2>& ends : set.ends)
      if (!is_node(ends[0]) || !is_node(ends[1]) || ends[0] == ends[1]) return false;
  return std::all_of(system.faces.nodes.begin(), system.faces.nodes.end(), is_node);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  for (const tensio::FileFormat& format : tensio::file_formats()) {
    if (!format.reads) continue;
    try {
      // Of formats with several files, these bytes are each of them.
      tensio::ImportOptions options;
      options.beside = [&](const std::string&) { return std::optional(std::string(bytes)); };
      for (const std::string& ending : format.endings)
        if (!holds_together(
                tensio::import_bytes(bytes, format.name, "input" + ending, options).system))
          std::abort();
    } catch (const tensio::Error&) {
    }
  }
  return 0;
}
