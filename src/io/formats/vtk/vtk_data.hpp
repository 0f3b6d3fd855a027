// The numbers of a VTK XML file's data arrays, in any of the encodings.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "io/text/xml_scanner.hpp"

namespace tensio::io {

/// How a file stores its numbers.
struct VtkEncoding {
  bool big_endian = false;
  std::size_t header_size = 4;  ///< bytes of the count in front of binary data
  std::string compressor = {};  ///< of binary data; empty: they are as they are
};

/// A <DataArray> as its tag says it.
struct VtkArrayTag {
  std::string name = {};
  std::string type = {};
  std::size_t components = 1;
  std::string format = {};
  std::size_t tag_offset = 0;
  std::uint64_t data_offset = 0;  ///< of appended data
  std::string_view content = {};  ///< of inline data
};

/// The data behind <AppendedData>.
struct VtkAppended {
  std::string_view bytes = {};
  bool base64 = false;
};

/// Whether numbers of this type are read.
bool is_vtk_number(std::string_view type);

/// The numbers of an array; `expected` of them where that is known. Throws Error at its tag.
std::vector<double> vtk_numbers(const XmlScanner& xml, const VtkArrayTag& tag,
                                const VtkEncoding& encoding,
                                const std::optional<VtkAppended>& appended,
                                std::optional<std::size_t> expected);

}  // namespace tensio::io
