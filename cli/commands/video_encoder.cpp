// Pictures into a video file: ffmpeg, started without a shell, reads them from a pipe.
#if !defined(_WIN32)

#include "commands/video_encoder.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "tensio/error.hpp"

extern char** environ;

namespace tensio::cli {

namespace {

[[noreturn]] void fail(const std::string& path, const std::string& message) {
  throw Error({{.file = path, .message = message}}, ErrorKind::io);
}

}  // namespace

VideoEncoder::VideoEncoder(const std::string& path, int width, int height, int rate)
    : path_(path), temporary_(fmt::format("{}.tmp-{}", path, ::getpid())) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) fail(path_, std::strerror(errno));
  std::vector<std::string> words = {
      "ffmpeg", "-nostdin", "-y", "-loglevel", "error", "-f", "rawvideo", "-pix_fmt", "rgb24", "-s",
      fmt::format("{}x{}", width, height), "-r", std::to_string(rate), "-i", "pipe:0", "-an",
      "-c:v", "libx264", "-preset", "medium", "-crf", "18", "-pix_fmt", "yuv420p", "-movflags",
      "+faststart", "-f", "mp4",
      // never taken for an option or a protocol
      "file:" + temporary_};
  std::vector<char*> arguments;
  arguments.reserve(words.size() + 1);
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_adddup2(&actions, ends[0], STDIN_FILENO);
  // only our own answer goes to standard output
  ::posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO);
  const int error = ::posix_spawnp(&pid_, "ffmpeg", &actions, nullptr, arguments.data(), environ);
  ::posix_spawn_file_actions_destroy(&actions);
  ::close(ends[0]);
  pipe_ = ends[1];
  if (error != 0) {
    pid_ = -1;
    ::close(pipe_);
    pipe_ = -1;
    fail(path_, error == ENOENT
                    ? "an .mp4 file needs the program ffmpeg, which is not found in PATH; install "
                      "it, or write an .svg file, which needs no other program"
                    : fmt::format("ffmpeg cannot be started: {}", std::strerror(error)));
  }
}

VideoEncoder::~VideoEncoder() {
  if (pipe_ >= 0) ::close(pipe_);
  if (pid_ > 0) {
    ::kill(pid_, SIGTERM);
    wait();
    ::unlink(temporary_.c_str());
  }
}

int VideoEncoder::wait() {
  int status = 0;
  while (::waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
  }
  pid_ = -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

void VideoEncoder::add(const std::vector<unsigned char>& picture) {
  const unsigned char* bytes = picture.data();
  for (std::size_t left = picture.size(); left > 0;) {
    const ssize_t written = ::write(pipe_, bytes, left);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail(path_, "cannot be written: ffmpeg ended before all frames were written");
    bytes += written;
    left -= static_cast<std::size_t>(written);
  }
}

void VideoEncoder::finish() {
  const bool closed = ::close(pipe_) == 0;
  pipe_ = -1;
  const int status = wait();
  if (!closed || status != 0) {
    ::unlink(temporary_.c_str());
    fail(path_, fmt::format("cannot be written: ffmpeg ended with {}", status));
  }
  if (std::rename(temporary_.c_str(), path_.c_str()) != 0) {
    const int reason = errno;
    ::unlink(temporary_.c_str());
    fail(path_, std::string("cannot be written: ") + std::strerror(reason));
  }
}

}  // namespace tensio::cli

#endif
