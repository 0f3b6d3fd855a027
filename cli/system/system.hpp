// What the program asks of the operating system: streams, terminals, its own file, a browser. One
// form for POSIX (posix.cpp), one for Windows (windows.cpp), which also has those of signals.hpp
// and video_encoder.hpp.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace tensio::cli {

/// Standard streams as bytes; one that the caller closed leads nowhere, so that no file that is
/// opened later takes its number.
void prepare_streams();
/// What the program was started with, in UTF-8, without its own name.
std::vector<std::string> words_given(int argc, char** argv);

/// Columns of the terminal that a stream leads to; empty where it leads elsewhere.
std::optional<std::size_t> terminal_columns(int stream);
bool leads_to_terminal(int stream);

/// The file of this program; empty where that is not known.
std::filesystem::path program_file();
std::string cpu_model();
/// Whether a browser was asked to show the address.
bool open_browser(const std::string& address);

}  // namespace tensio::cli
