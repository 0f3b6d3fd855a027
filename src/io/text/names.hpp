// Names that an author chose, and what to say about those that nothing has.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tensio::io {

/// The nearest of some names, or an empty text where none is near.
std::string_view nearest(std::string_view word, const std::vector<std::string_view>& names);

/// What to say about a name that nothing has: the nearest name, or some of them; `remedy` where
/// there are none. `kind` is what is named ("group").
std::string undefined_name(std::string_view name, std::string_view kind,
                           std::vector<std::string_view> names, std::string_view remedy);

/// "`a`, `b` and `c`".
std::string listed(const std::vector<std::string_view>& names);

/// What is wrong with the name of a group, a spring set or a part; empty where nothing is.
std::string group_name_fault(std::string_view name);

}  // namespace tensio::io
