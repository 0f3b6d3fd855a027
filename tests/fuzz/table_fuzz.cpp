// Any bytes as a table of columns, as the value of a parameter and as a unit: they may be refused,
// and nothing else.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "io/formats/tables/csv.hpp"
#include "tensio/files/scene_file.hpp"

namespace {

constexpr std::string_view kScene =
    R"({"tensio": 1, "dimension": 2, "parameters": {"k": 1, "half": "=k/2"},
        "nodes": {"position": [[0, "=half"], [1, 0]]}, "springs": [{"ends": [[0, 1]], "stiffness": 1}]})";

void read_columns(std::string_view text, const tensio::io::CsvColumns& wanted) {
  const tensio::io::NpyArray array = tensio::io::parse_csv_columns(text, wanted);
  if (array.error.empty() && array.values.size() != array.rows * array.width) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  read_columns(text, {"mass", {}, false});
  read_columns(text, {"velocity", {"x", "y"}, false});
  read_columns(text, {"points", {}, true});
  std::vector<std::array<double, 2>> pairs;
  tensio::io::parse_csv_pairs(text, pairs);
  try {
    tensio::LoadOptions options;
    options.set = {{"k", std::string(text)}};
    const tensio::System system = tensio::parse_system(kScene, "scene", {}, options);
    if (!std::isfinite(system.parameters.at(0).value)) std::abort();
  } catch (const tensio::Error&) {
    return 0;
  }
  return 0;
}
