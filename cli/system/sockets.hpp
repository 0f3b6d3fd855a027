// Connections from this machine, none of which is ever waited for alone.
#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace tensio::cli::sockets {

/// Listens on 127.0.0.1, at this port or, for 0, at a free one that is put into `port`; -1 where
/// that fails.
int listen_on_loopback(int& port);
/// The reason of the last failure.
std::string last_problem();

/// The next connection, or -1.
int accept_next(int listener);
/// What was done to a connection: some bytes, nothing at present, or nothing ever.
struct Done {
  std::size_t bytes = 0;
  bool over = false;
};
Done receive(int socket, char* bytes, std::size_t count);
Done send(int socket, const char* bytes, std::size_t count);
void end_sending(int socket);
void close(int socket);

struct Waiting {
  int socket = -1;
  bool to_send = false;  ///< else to receive
  bool ready = false;    ///< set by wait()
};
/// Waits until one is ready, at most this long. False where it cannot wait.
bool wait(std::span<Waiting> all, int milliseconds);

}  // namespace tensio::cli::sockets
