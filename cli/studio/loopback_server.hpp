// A web server for one page on this machine: answers GET requests on the loopback address, nothing
// else.
//
// It is written here and not taken from a library because a general server would bring a TLS
// library into every start of the program, and reads much that this page never needs: bodies,
// ranges, cookies, compressed content, file names.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace tensio::cli {

/// An answer; the body is shared, since a page of megabytes may be on its way to several readers.
struct Response {
  int status = 404;
  const char* type = "text/plain; charset=utf-8";
  std::shared_ptr<const std::string> body = {};
  /// Of a page: its content security policy; for other answers nothing is allowed.
  std::string policy = {};
};

/// What is asked for: "/shown/file/0" below the secret, and what follows a question mark.
struct Request {
  std::string_view path;
  std::string_view query;
};

/// Listens on 127.0.0.1. A request is passed on only if it
///   - is a well-formed GET of HTTP/1.0 or 1.1 of at most 16 kB, received within ten seconds,
///   - has one Host header, which names this server, so that no other site's name can lead here,
///   - has no Origin or Sec-Fetch-Site header of another site,
///   - begins with the secret path of this server, which other users of the machine do not know.
/// All others get a status and no content.
class LoopbackServer {
 public:
  /// Port 0: any free one. Throws Error (io) where the port cannot be had.
  explicit LoopbackServer(int port);
  ~LoopbackServer();
  LoopbackServer(const LoopbackServer&) = delete;
  LoopbackServer& operator=(const LoopbackServer&) = delete;

  int port() const { return port_; }
  /// "http://127.0.0.1:41234/9f3c0a52e7d14b86/".
  std::string address() const;

  /// Answers until `stop` is true, which is asked at least twice a second.
  void answer(const std::function<Response(const Request&)>& handler,
              const std::function<bool()>& stop);

 private:
  struct Connection;

  /// The answer to the head of a request.
  Response answer_to(std::string_view head,
                     const std::function<Response(const Request&)>& handler) const;

  int socket_ = -1;
  int port_ = 0;
  std::string secret_;
};

}  // namespace tensio::cli
