// The help as manual pages, for the program man.
#pragma once

#include <string>

#include "args/words.hpp"

namespace tensio::cli {

/// tensio(1): what the program is and which commands it has.
std::string manual_overview();
/// tensio-COMMAND(1), from the same texts as the help of the command.
std::string manual_page(const Verb& verb);

}  // namespace tensio::cli
