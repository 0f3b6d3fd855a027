// The pages that come with the program: the studio and the viewer.
#pragma once

#include <string>

namespace tensio::cli {

inline constexpr const char* kStudioPage = "tensio-studio.html";
inline constexpr const char* kViewerPage = "tensio-viewer.html";

/// The text of one of them: from share/tensio beside the installed program, or from the checkout
/// that it was built in. Throws Error (io) where it is missing.
std::string shared_page(const char* name);

/// The place behind which something may be put into a page, just after its policy: what stands there
/// is ruled by it, and is read before the page's own scripts. Throws where the page has no policy.
std::size_t after_policy(const std::string& page, const char* name);

}  // namespace tensio::cli
