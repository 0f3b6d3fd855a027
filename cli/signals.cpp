// Ctrl-C and SIGTERM: immediately while a scene is read, after the current iteration while solving.
#if !defined(_WIN32)

#include "signals.hpp"

#include <unistd.h>

#include <csignal>

#include "exit_code.hpp"

namespace tensio::cli {

namespace {

volatile std::sig_atomic_t remembered = 0;

// What the handler may touch must not move: set before the handler is installed, then left alone.
std::string farewell_text;

void end_immediately(int signal) {
  const ssize_t written = ::write(STDOUT_FILENO, farewell_text.data(), farewell_text.size());
  (void)written;
  ::_exit(kExitSignal + signal);
}

// Seconds until a remembered signal ends the program after all; 0: never.
volatile std::sig_atomic_t patience = 0;

void remember(int signal) {
  remembered = signal;
  if (patience > 0) ::alarm(static_cast<unsigned>(patience));
}

void lose_patience(int) { end_immediately(remembered); }

void install(void (*handler)(int), int flags) {
  struct sigaction action = {};
  action.sa_handler = handler;
  action.sa_flags = flags;
  sigemptyset(&action.sa_mask);
  for (const int signal : {SIGINT, SIGTERM}) ::sigaction(signal, &action, nullptr);
}

}  // namespace

void watch_signals(std::string farewell) {
  farewell_text = std::move(farewell);
  install(end_immediately, 0);
  std::signal(SIGPIPE, SIG_IGN);
}

void defer_signals() { install(remember, static_cast<int>(SA_RESETHAND) | SA_RESTART); }

void heed_signals_within(unsigned seconds) {
  struct sigaction action = {};
  action.sa_handler = lose_patience;
  sigemptyset(&action.sa_mask);
  ::sigaction(SIGALRM, &action, nullptr);
  patience = static_cast<std::sig_atomic_t>(seconds);
  ::alarm(remembered != 0 ? seconds : 0);
}

void release_signals() { install(SIG_DFL, 0); }

int remembered_signal() { return remembered; }

const char* signal_name(int signal) { return signal == SIGTERM ? "SIGTERM" : "SIGINT"; }

}  // namespace tensio::cli

#endif
