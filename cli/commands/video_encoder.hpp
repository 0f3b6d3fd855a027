// Pictures into a video file, by the program ffmpeg.
#pragma once

#include <string>
#include <vector>

namespace tensio::cli {

/// A running ffmpeg that takes pictures and makes an .mp4 file; the file is whole or not there.
class VideoEncoder {
 public:
  /// Throws Error (io) where there is no ffmpeg in PATH.
  VideoEncoder(const std::string& path, int width, int height, int rate);
  /// Stops it, and leaves no file, unless finish() was called.
  ~VideoEncoder();
  VideoEncoder(const VideoEncoder&) = delete;
  VideoEncoder& operator=(const VideoEncoder&) = delete;

  /// The red, green and blue of all pixels. Throws Error (io) where ffmpeg has ended.
  void add(const std::vector<unsigned char>& picture);
  /// Waits for the end, and gives the file its name.
  void finish();

 private:
  /// Its exit status; it has ended.
  int wait();

  std::string path_, temporary_;
  int pid_ = -1;
  int pipe_ = -1;
};

}  // namespace tensio::cli
