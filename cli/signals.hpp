// Ctrl-C and SIGTERM: immediately while a scene is read, after the current iteration while solving.
#pragma once

#include <string>

namespace tensio::cli {

/// From now on a signal ends the program immediately, with `farewell` on standard output
/// (empty: nothing) and 128 plus the signal's number as exit code. SIGPIPE is ignored.
void watch_signals(std::string farewell);
/// From now on the first signal is only remembered; a second one of its kind ends the program.
void defer_signals();
/// From now on a remembered signal that the program has not heeded after this many seconds ends it as
/// watch_signals() would; 0: it waits.
void heed_signals_within(unsigned seconds);
/// From now on signals do what they do by default.
void release_signals();

/// The signal that was remembered, or 0.
int remembered_signal();

/// "SIGINT" or "SIGTERM".
const char* signal_name(int signal);

}  // namespace tensio::cli
