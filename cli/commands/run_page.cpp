// The page that `run --page` writes.
#include "commands/run_page.hpp"

#include <algorithm>

#include "io/text/base64.hpp"
#include "io/text/save_text.hpp"
#include "output/json_output.hpp"
#include "output/output_file.hpp"
#include "output/text_output.hpp"
#include "studio/shared_page.hpp"
#include "tensio/files/scene_file.hpp"

namespace tensio::cli {

RunPage::RunPage(const Args& args)
    : file_(args.page),
      path_(output_path(args.page, "--page", args.force)),
      live_(args.run.live) {
  if (!file_.empty()) page_ = shared_page(live_ ? kStudioPage : kViewerPage);
}

void RunPage::take(const System& system, std::size_t count) {
  if (file_.empty()) return;
  system_ = system;
  room_ = kViewerBytes / count;
  // The simulation keeps a pointer to each.
  runs_.reserve(count);
}

void RunPage::watch(RunSession& session) {
  if (file_.empty() || live_) return;
  runs_.emplace_back(system_, room_);
  session.show_to(&runs_.back());
}

void RunPage::add(const RunSession& session, const RunResult& result) {
  if (file_.empty() || live_) return;
  session.simulation().show(runs_.back());
  runs_.back().finish(result.report);
}

// The studio with the scene in it, where the page looks for it: a script element that is data.
std::string RunPage::live_text() const {
  const std::string scene = write_system(system_);
  Output output(true);
  JsonWriter json(output);
  json.begin_object();
  json.members({{"kind", "scene"}, {"name", "scene.json"}});
  json.texts("files", std::vector<std::string>{"scene.json"});
  json.texts("contents", std::vector<std::string>{io::to_base64(scene)});
  json.end_object();
  std::string page = page_;
  page.insert(after_policy(page, kStudioPage),
              "\n<script type=\"application/json\" id=\"tensio-shown-data\">" + output.take() +
                  "</script>");
  return page;
}

std::string RunPage::text(std::string& about) const {
  if (live_) {
    about = fmt::format("written to {}: the studio with the scene", file_);
    return live_text();
  }
  const auto longest = std::max_element(runs_.begin(), runs_.end(), [](const auto& a, const auto& b) {
    return a.frames_seen() < b.frames_seen();
  });
  const std::string frames =
      count_text(static_cast<long long>(longest->frame_count()), "frame", "frames");
  about = runs_.size() == 1 ? fmt::format("written to {}: {}", file_, frames)
                            : fmt::format("written to {}: {} runs of at most {}", file_,
                                          runs_.size(), frames);
  if (longest->every() > 1) {
    about += fmt::format(", every {}th of {}: a page has room for {:.0f} MB of frames",
                         longest->every(), longest->frames_seen(),
                         1e-6 * static_cast<double>(kViewerBytes));
  }
  return viewer_page(page_, system_.title, viewer_data(system_, runs_));
}

void RunPage::save(RunResult& result) const {
  if (file_.empty() || (runs_.empty() && !live_)) return;
  try {
    std::string about;
    const std::string page = text(about);
    save_text(page, path_);
    result.page = about;
  } catch (const Error& error) {
    const std::vector<Problem> more = listed_problems(error);
    result.problems.insert(result.problems.end(), more.begin(), more.end());
    result.problem_code = exit_code(error.kind());
  }
}

}  // namespace tensio::cli
