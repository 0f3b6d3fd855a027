// A web server for one page on this machine: one thread, which waits for all connections together.
#include "studio/loopback_server.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <random>
#include <vector>

#include "system/sockets.hpp"
#include "tensio/error.hpp"

namespace tensio::cli {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kMostHead = 16384;       // bytes of a request
constexpr std::size_t kMostConnections = 100;  // browsers open some in advance
constexpr auto kPatience = std::chrono::seconds(10);
constexpr auto kPatienceWriting = std::chrono::seconds(60);
constexpr int kPause = 400;  // ms between looks at `stop`

[[noreturn]] void fail(int port, const char* what, const char* remedy = "") {
  const std::string reason = sockets::last_problem();
  throw Error({{.file = fmt::format("127.0.0.1:{}", port),
                .message = fmt::format("{}: {}{}", what, reason, remedy)}},
              ErrorKind::io);
}

std::string random_name() {
  std::random_device device;
  return fmt::format("{:08x}{:08x}", device(), device());
}

const char* reason_of(int status) {
  switch (status) {
    case 200: return "OK";
    case 204: return "No Content";
    case 400: return "Bad Request";
    case 403: return "Forbidden";
    case 405: return "Method Not Allowed";
    case 409: return "Conflict";
    case 431: return "Request Header Fields Too Large";
    case 500: return "Internal Server Error";
    case 503: return "Service Unavailable";
    default: return "Not Found";
  }
}

std::string head_of(const Response& response) {
  const std::string& policy = response.policy;
  return fmt::format(
      "HTTP/1.1 {} {}\r\n"
      "Content-Type: {}\r\n"
      "Content-Length: {}\r\n"
      "Connection: close\r\n"
      "Cache-Control: no-store\r\n"
      "Content-Security-Policy: {}\r\n"
      "Cross-Origin-Opener-Policy: same-origin\r\n"
      "Cross-Origin-Resource-Policy: same-origin\r\n"
      "Referrer-Policy: no-referrer\r\n"
      "X-Content-Type-Options: nosniff\r\n"
      "X-Frame-Options: DENY\r\n"
      "{}\r\n",
      response.status, reason_of(response.status), response.type,
      response.body ? response.body->size() : 0,
      policy.empty() ? "default-src 'none'; frame-ancestors 'none'" : policy,
      response.status == 405 ? "Allow: GET\r\n" : "");
}

// ---- the head of a request ----

struct Head {
  std::string_view method, target;
  // absent: no such header
  std::optional<std::string_view> host = {}, origin = {}, fetch_site = {};
};

// Takes the text up to a mark off the front; everything where the mark is missing.
std::string_view take_until(std::string_view& text, std::string_view mark) {
  const std::size_t end = std::min(text.find(mark), text.size());
  const std::string_view part = text.substr(0, end);
  text.remove_prefix(std::min(end + mark.size(), text.size()));
  return part;
}

bool is_token(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view("!#$%&'*+-.^_`|~").find(c) != std::string_view::npos;
  });
}

bool same_word(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) {
    const auto small = [](char c) { return c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c; };
    return small(x) == small(y);
  });
}

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = std::min(text.find_first_not_of(" \t"), text.size());
  const std::size_t end = text.find_last_not_of(" \t");
  return end == std::string_view::npos ? std::string_view{} : text.substr(begin, end + 1 - begin);
}

// Header lines into `head`; false where one is malformed, or one of those that count is there
// twice.
bool read_headers(std::string_view lines, Head& head) {
  while (!lines.empty()) {
    std::string_view line = take_until(lines, "\r\n");
    if (line.find(':') == std::string_view::npos) return false;
    const std::string_view name = take_until(line, ":");
    const std::string_view value = trimmed(line);
    if (!is_token(name)) return false;
    for (const char c : value)
      if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) return false;
    for (auto [known, field] : {std::pair("host", &head.host), std::pair("origin", &head.origin),
                                std::pair("sec-fetch-site", &head.fetch_site)}) {
      if (!same_word(name, known)) continue;
      if (*field) return false;
      *field = value;
    }
    // A GET has no body; one that announces one is not from a browser.
    if (same_word(name, "transfer-encoding")) return false;
    if (same_word(name, "content-length") && value != "0") return false;
  }
  return true;
}

// Empty where the text is not a request.
std::optional<Head> read_head(std::string_view text) {
  Head head;
  std::string_view line = take_until(text, "\r\n");
  head.method = take_until(line, " ");
  head.target = take_until(line, " ");
  if (!is_token(head.method) || (line != "HTTP/1.1" && line != "HTTP/1.0")) return {};
  if (head.target.empty() || head.target.front() != '/') return {};
  for (const char c : head.target)
    if (c <= 0x20 || c >= 0x7f) return {};
  if (!read_headers(text, head)) return {};
  return head;
}

}  // namespace

// ---- connections ----

struct LoopbackServer::Connection {
  int socket = -1;
  Clock::time_point until = {};
  std::string input = {};
  bool answering = false;
  std::string head = {};
  std::shared_ptr<const std::string> body = {};
  std::size_t sent = 0;  // of head and body together
  bool over = false;

  void begin(const Response& response) {
    answering = true;
    head = head_of(response);
    body = response.body;
    until = Clock::now() + kPatienceWriting;
  }

  // Reads what is there; true once the head of a request is complete.
  bool read() {
    char piece[4096];
    for (;;) {
      const sockets::Done got = sockets::receive(socket, piece, sizeof piece);
      over = got.over;
      if (got.bytes == 0) return false;
      input.append(piece, got.bytes);
      if (input.find("\r\n\r\n") != std::string::npos || input.size() > kMostHead) return true;
    }
  }

  void write() {
    const std::size_t total = head.size() + (body ? body->size() : 0);
    while (sent < total) {
      const bool in_head = sent < head.size();
      const char* data = in_head ? head.data() + sent : body->data() + (sent - head.size());
      const std::size_t left = in_head ? head.size() - sent : total - sent;
      const sockets::Done done = sockets::send(socket, data, left);
      if (done.over) break;
      if (done.bytes == 0) return;
      sent += done.bytes;
    }
    // What is still unread would make the system cut the answer off.
    sockets::end_sending(socket);
    char rest[4096];
    while (sockets::receive(socket, rest, sizeof rest).bytes > 0) {
    }
    over = true;
  }
};

LoopbackServer::LoopbackServer(int port) : port_(port), secret_(random_name()) {
  socket_ = sockets::listen_on_loopback(port_);
  if (socket_ < 0) {
    fail(port, "cannot listen on the port",
         port == 0 ? "" : "; choose another --port, or leave it out for any that is free");
  }
}

LoopbackServer::~LoopbackServer() { sockets::close(socket_); }

std::string LoopbackServer::address() const {
  return fmt::format("http://127.0.0.1:{}/{}/", port_, secret_);
}

Response LoopbackServer::answer_to(std::string_view head,
                                   const std::function<Response(const Request&)>& handler) const {
  if (head.size() > kMostHead) return {.status = 431};
  const std::optional<Head> asked = read_head(head);
  if (!asked) return {.status = 400};
  const auto named_here = [&](std::string_view host) {
    return host == fmt::format("127.0.0.1:{}", port_) || host == fmt::format("localhost:{}", port_);
  };
  if (!asked->host || !named_here(*asked->host)) return {.status = 403};
  if (asked->origin && *asked->origin != fmt::format("http://{}", *asked->host))
    return {.status = 403};
  if (asked->fetch_site && *asked->fetch_site != "same-origin" && *asked->fetch_site != "none")
    return {.status = 403};
  if (asked->method != "GET") return {.status = 405};

  std::string_view query = asked->target;
  std::string_view path = take_until(query, "?");
  const std::string begin = fmt::format("/{}/", secret_);
  if (path == "/favicon.ico") return {.status = 204};
  if (!path.starts_with(begin)) return {.status = 404};
  path.remove_prefix(begin.size() - 1);
  return handler({path, query});
}

void LoopbackServer::answer(const std::function<Response(const Request&)>& handler,
                            const std::function<bool()>& stop) {
  std::vector<Connection> connections;
  std::vector<sockets::Waiting> waiting;
  while (!stop()) {
    waiting.assign(1, {.socket = socket_});
    for (const Connection& connection : connections)
      waiting.push_back({.socket = connection.socket, .to_send = connection.answering});
    if (!sockets::wait(waiting, kPause)) fail(port_, "cannot wait for connections");

    const Clock::time_point now = Clock::now();
    for (std::size_t i = 0; i < connections.size(); ++i) {
      Connection& connection = connections[i];
      if (waiting[i + 1].ready) {
        if (connection.answering) {
          connection.write();
        } else if (connection.read()) {
          const std::size_t end = connection.input.find("\r\n\r\n");
          const std::string_view input = connection.input;
          connection.begin(answer_to(input.substr(0, std::min(end, input.size())), handler));
          connection.write();
        }
      } else if (now > connection.until) {
        connection.over = true;
      }
    }
    for (const Connection& connection : connections)
      if (connection.over) sockets::close(connection.socket);
    std::erase_if(connections, [](const Connection& connection) { return connection.over; });

    if (!waiting[0].ready) continue;
    for (;;) {
      const int accepted = sockets::accept_next(socket_);
      if (accepted < 0) break;
      connections.push_back({.socket = accepted, .until = now + kPatience});
      // The oldest that still waits for a request makes room.
      if (connections.size() <= kMostConnections) continue;
      const auto oldest = std::find_if(connections.begin(), connections.end(),
                                       [](const Connection& c) { return !c.answering; });
      const auto leaving = oldest == connections.end() ? connections.end() - 1 : oldest;
      sockets::close(leaving->socket);
      connections.erase(leaving);
    }
  }
  for (const Connection& connection : connections) sockets::close(connection.socket);
}

}  // namespace tensio::cli
