// `tensio studio`: the page in the browser, with a scene or the results of a run.
#include <charconv>
#include <optional>

#include "commands/commands.hpp"
#include "exit_code.hpp"
#include "output/json_output.hpp"
#include "output/text_output.hpp"
#include "signals.hpp"
#include "studio/loopback_server.hpp"
#include "studio/shared_page.hpp"
#include "studio/shown.hpp"
#include "system/system.hpp"

namespace tensio::cli {

namespace {

struct StudioPage {
  std::shared_ptr<const std::string> html = {};
  std::string policy = {};
};

// The page with a mark that says who delivered it, and the policy that it states itself, sharpened.
StudioPage load_page() {
  std::string html = shared_page(kStudioPage);
  constexpr std::string_view kBegin = "<meta http-equiv=\"Content-Security-Policy\" content=\"";
  const std::size_t begin = html.find(kBegin);
  const std::size_t end = html.find('"', begin + kBegin.size());
  if (begin == std::string::npos || end == std::string::npos)
    throw Error(
        {{.file = kStudioPage, .message = "is not the page of the studio: it has no policy"}},
        ErrorKind::content);
  const std::string policy = html.substr(begin + kBegin.size(), end - begin - kBegin.size());
  html.insert(begin, "<meta name=\"tensio-shown\" content=\"1\">\n");
  return {std::make_shared<const std::string>(std::move(html)),
          policy + "; frame-ancestors 'none'"};
}

// "12" of "/shown/file/12".
std::optional<std::size_t> number_after(std::string_view path, std::string_view begin) {
  if (!path.starts_with(begin)) return {};
  path.remove_prefix(begin.size());
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(path.data(), path.data() + path.size(), number);
  if (error != std::errc() || end != path.data() + path.size()) return {};
  return number;
}

Response with_bytes(std::shared_ptr<const std::string> bytes) {
  if (!bytes) return {.status = 404};
  return {.status = 200, .type = "application/octet-stream", .body = std::move(bytes)};
}

// All that can be asked for. No part of a request is ever used as the name of a file.
Response answer_request(const Request& request, const StudioPage& page, Shown& shown) {
  if (request.path == "/")
    return {.status = 200,
            .type = "text/html; charset=utf-8",
            .body = page.html,
            .policy = page.policy};
  if (request.path == "/shown") {
    shown.refresh();
    return {.status = 200,
            .type = "application/json",
            .body = std::make_shared<const std::string>(shown.describe())};
  }
  if (const auto index = number_after(request.path, "/shown/file/")) {
    if (request.query != fmt::format("version={}", shown.version())) return {.status = 409};
    return with_bytes(shown.file(*index));
  }
  return {.status = 404};
}

void report(const Args& args, const LoopbackServer& server, const Shown& shown, bool opened) {
  Output output;
  if (args.json) {
    JsonWriter json(output);
    json.begin_object();
    json.members({{"status", "ready"},
                  {"address", server.address()},
                  {"port", server.port()},
                  {"kind", shown.kind()},
                  {"file", or_null(args.scene)},
                  {"browser", opened}});
    json.end_object();
  } else {
    output.print("{}\n", server.address());
    if (!args.quiet) {
      output.print("{}; Ctrl-C ends it\n",
                   opened ? "opened in the browser" : "open this address in a browser");
    }
  }
  output.flush();
}

}  // namespace

int studio_command(const Args& args) {
  const StudioPage page = load_page();
  Shown shown(args.scene, args.data);
  LoopbackServer server(args.studio.port.value_or(0));
  defer_signals();
  const bool opened = !args.studio.no_browser && open_browser(server.address());
  report(args, server, shown, opened);
  server.answer([&](const Request& request) { return answer_request(request, page, shown); },
                [] { return remembered_signal() != 0; });
  return kExitSignal + remembered_signal();
}

}  // namespace tensio::cli
