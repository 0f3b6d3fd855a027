// The page that `run --page` writes.
#include "commands/run_page.hpp"

#include "io/text/save_text.hpp"
#include "output/output_file.hpp"
#include "output/text_output.hpp"
#include "studio/shared_page.hpp"

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

std::string RunPage::text(std::string& about) const {
  about = fmt::format("written to {}", file_);
  const ViewedRun& first = runs_.front();
  about += fmt::format(": {}", count_text(static_cast<long long>(first.frame_count()), "frame",
                                          "frames"));
  if (first.every() > 1) {
    about += fmt::format(" of {}, since a page has room for {:.0f} MB of them",
                         first.frames_seen(), 1e-6 * static_cast<double>(kViewerBytes));
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
