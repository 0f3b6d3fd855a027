// Places in a scene, as JSON pointers.
#pragma once

#include <string>
#include <string_view>

namespace tensio {

/// A key as a part of a JSON pointer.
inline std::string pointer_part(std::string_view key) {
  std::string part;
  for (char c : key) {
    if (c == '~')
      part += "~0";
    else if (c == '/')
      part += "~1";
    else
      part += c;
  }
  return part;
}

}  // namespace tensio
