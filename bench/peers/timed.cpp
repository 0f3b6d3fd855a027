// Runs a program and says what it took: timed REPORT PROGRAM [ARGUMENTS...]
//
// REPORT becomes one line: wall seconds, seconds of the processor, peak memory in bytes, exit status.
// A process of its own, because the peak memory of a child counts from that of who started it.
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <ctime>

namespace {
double now() {
  timespec t{};
  clock_gettime(CLOCK_MONOTONIC, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}
double seconds(const timeval& t) {
  return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
}
}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) return 2;
  const double start = now();
  const pid_t child = fork();
  if (child == 0) {
    execvp(argv[2], argv + 2);
    std::perror(argv[2]);
    _exit(127);
  }
  int status = 0;
  rusage usage{};
  if (child < 0 || wait4(child, &status, 0, &usage) != child) return 1;
  const double wall = now() - start;
  std::FILE* report = std::fopen(argv[1], "w");
  if (report == nullptr) return 1;
  const int code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  std::fprintf(report, "%.9f %.6f %lld %d\n", wall,
               seconds(usage.ru_utime) + seconds(usage.ru_stime),
               1024LL * static_cast<long long>(usage.ru_maxrss), code);
  return std::fclose(report) == 0 ? 0 : 1;
}
