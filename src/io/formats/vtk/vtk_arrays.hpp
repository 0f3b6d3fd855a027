// The arrays of a VTK XML file: tags for the XML, and raw bytes behind it.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "io/text/markup.hpp"

namespace tensio::io {

inline const char* vtk_type(double) { return "Float64"; }
inline const char* vtk_type(std::int32_t) { return "Int32"; }
inline const char* vtk_type(std::uint8_t) { return "UInt8"; }

/// Collects the arrays of a file whose header_type is UInt64.
class VtkArrays {
 public:
  /// The tag of an array, whose bytes go to the end of the file with their count in front.
  template <class Number>
  std::string tag(std::string_view name, const std::vector<Number>& values,
                  std::size_t components) {
    const std::size_t offset = bytes_.size();
    const std::uint64_t size = values.size() * sizeof(Number);
    bytes_.append(reinterpret_cast<const char*>(&size), sizeof size);
    bytes_.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(Number));
    return fmt::format(
        "<DataArray type=\"{}\" Name=\"{}\" NumberOfComponents=\"{}\" NumberOfTuples=\"{}\" "
        "format=\"appended\" offset=\"{}\"/>\n",
        vtk_type(Number{}), escaped(name), components, values.size() / components, offset);
  }
  /// The text behind the tags.
  std::string appended() const {
    return "<AppendedData encoding=\"raw\">\n_" + bytes_ + "\n</AppendedData>\n</VTKFile>\n";
  }

 private:
  std::string bytes_;
};

}  // namespace tensio::io
