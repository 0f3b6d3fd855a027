// Text for people: aligned numbers, tables of vectors, progress of a solve.
#include "output/text_output.hpp"

#include <algorithm>
#include <cmath>

#include "signals.hpp"

namespace tensio::cli {

namespace {

constexpr int kLabelWidth = 20;  // the longest label, "largest displacement"
constexpr int kDigits = 7;       // significant digits of a table's largest number
constexpr std::chrono::milliseconds kBetweenLines(100);  // of progress

// The width of a text on the terminal: continuation bytes of UTF-8 take no room.
std::size_t display_width(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xc0u) != 0x80;
  }));
}

std::string padded(std::string_view text, std::size_t width) {
  const std::size_t taken = display_width(text);
  return std::string(text) + std::string(width > taken ? width - taken : 0, ' ');
}

}  // namespace

std::string number_text(double number) { return fmt::format("{:.7g}", number == 0 ? 0.0 : number); }

std::string small_text(double number) { return number == 0 ? "0" : fmt::format("{:.1e}", number); }

std::string seconds_text(double seconds) {
  if (seconds < 1e-3) return fmt::format("{:.0f} us", 1e6 * seconds);
  if (seconds < 1) return fmt::format("{:.1f} ms", 1e3 * seconds);
  return fmt::format("{:.2f} s", seconds);
}

std::string quantity_text(double number, const Units& units, UnitKind quantity) {
  return number_text(number) + printable(unit_after_number(units, quantity));
}

std::string unit_heading(const Units& units, UnitKind quantity) {
  return printable(unit_after_heading(units, quantity));
}

std::string bytes_text(std::size_t bytes) {
  const auto size = static_cast<double>(bytes);
  if (size < 1e3) return fmt::format("{} bytes", bytes);
  if (size < 1e6) return fmt::format("{:.1f} kB", size / 1e3);
  if (size < 1e9) return fmt::format("{:.1f} MB", size / 1e6);
  return fmt::format("{:.2f} GB", size / 1e9);
}

std::string count_text(long long count, const char* singular, const char* plural) {
  return fmt::format("{} {}", grouped(count), count == 1 ? singular : plural);
}

std::string fact(std::string_view label, std::string_view content) {
  return fmt::format("{}  {}\n", padded(label, kLabelWidth), content);
}

std::string aligned(const std::vector<std::vector<std::string>>& rows) {
  std::vector<std::size_t> widths;
  for (const std::vector<std::string>& row : rows) {
    widths.resize(std::max(widths.size(), row.size()), 0);
    for (std::size_t i = 0; i < row.size(); ++i) {
      widths[i] = std::max(widths[i], display_width(row[i]));
    }
  }
  std::string text;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    std::string line = rows[r].size() > 1 ? padded(rows[r][0], widths[0]) : rows[r][0];
    for (std::size_t i = 1; i < rows[r].size(); ++i) {
      line += std::string(2 + widths[i] - display_width(rows[r][i]), ' ') + rows[r][i];
    }
    text += (r == 0 ? coloured(line, Colour::faint, 1) : line) + "\n";
  }
  return text;
}

void VectorTable::row(std::string label, std::span<const double> numbers) {
  rows_.push_back({std::move(label), {numbers.begin(), numbers.end()}, false});
}

void VectorTable::small_row(std::string label, std::span<const double> numbers) {
  rows_.push_back({std::move(label), {numbers.begin(), numbers.end()}, true});
}

void VectorTable::remark(std::string text) { rows_.push_back({std::move(text), {}, false}); }

std::string VectorTable::number(const Row& row, std::size_t axis, int decimals) const {
  const double value = row.numbers[axis];
  if (row.small) return small_text(value);
  if (decimals < 0) return fmt::format("{:.{}e}", value == 0 ? 0.0 : value, kDigits - 1);
  const std::string text = fmt::format("{:.{}f}", value, decimals);
  // No "-0.000000": a number that rounds to nothing has no sign.
  return text.find_first_of("123456789") == std::string::npos && text[0] == '-' ? text.substr(1)
                                                                                : text;
}

std::string VectorTable::text() const {
  // As many decimals as give the largest number its digits; exponents where that is unreadable.
  double largest = 0;
  std::size_t label_width = kLabelWidth;
  for (const Row& row : rows_) {
    label_width =
        row.numbers.empty() ? label_width : std::max(label_width, display_width(row.label));
    for (const double value : row.numbers) {
      if (!row.small && std::isfinite(value)) largest = std::max(largest, std::abs(value));
    }
  }
  const int exponent = largest > 0 ? static_cast<int>(std::floor(std::log10(largest))) : 0;
  const int decimals = exponent < -4 || exponent >= 9 ? -1 : std::max(0, kDigits - 1 - exponent);

  std::vector<std::size_t> widths(width_, 1);
  for (const Row& row : rows_) {
    for (std::size_t axis = 0; axis < row.numbers.size(); ++axis) {
      widths[axis] = std::max(widths[axis], number(row, axis, decimals).size());
    }
  }
  std::string heading = padded(title_, label_width);
  for (std::size_t axis = 0; axis < width_; ++axis) {
    heading += fmt::format("  {:>{}}", "xyz"[axis], widths[axis]);
  }
  std::string text = coloured(heading, Colour::faint, 1) + "\n";
  for (const Row& row : rows_) {
    text += row.numbers.empty() ? row.label : padded(row.label, label_width);
    for (std::size_t axis = 0; axis < row.numbers.size(); ++axis) {
      text += fmt::format("  {:>{}}", number(row, axis, decimals), widths[axis]);
    }
    text += "\n";
  }
  return text;
}

ProgressObserver::ProgressObserver(bool verbose, bool quiet, std::string announcement)
    : announcement_(std::move(announcement)),
      verbose_(verbose),
      line_(!verbose && !quiet && is_terminal(2)) {}

void ProgressObserver::begin(LinearSolver solver) {
  if (!verbose_ || announced_) return;
  announced_ = true;
  if (!announcement_.empty()) say(fmt::format("{} with {}\n", announcement_, to_string(solver)));
  iterative_ = solver != LinearSolver::cholmod && solver != LinearSolver::ldlt;
  say(fmt::format("iteration     residual           energy      step{}\n",
                  iterative_ ? "  linear iterations" : ""));
}

ProgressObserver::~ProgressObserver() {
  if (shown_) say("\r\033[K");
}

bool ProgressObserver::observe(const Frame& frame) {
  if (frame.iteration == 0 || residuals_.empty()) residuals_.emplace_back();
  residuals_.back().push_back(frame.residual);
  if (verbose_) {
    // Before the first iteration no step was taken.
    const std::string step =
        frame.iteration == 0 ? std::string("-") : fmt::format("{:.3g}", frame.step_length);
    // Nets in tension are solved by iterations whatever solver was chosen.
    const bool inner = iterative_ || frame.linear_iterations > 0;
    say(fmt::format("{:9}  {:11.3e}  {:15.8g}  {:>8}{}{}\n", frame.iteration, frame.residual,
                    frame.energy, step,
                    inner ? fmt::format("  {:>17}", frame.linear_iterations) : "",
                    frame.projected ? "  projected" : ""));
  } else if (line_) {
    const auto now = std::chrono::steady_clock::now();
    line_text_ = fmt::format("iteration {}, residual {:.3e}, energy {:.8g}", frame.iteration,
                             frame.residual, frame.energy);
    iteration_ = now;
    if (!shown_ || now - last_ > kBetweenLines) show_line("", now);
  }
  return remembered_signal() == 0;
}

// Inside an iteration that takes long: what is being done, and for how long the iteration has
// lasted.
bool ProgressObserver::working(Activity activity) {
  if (line_) {
    const auto now = std::chrono::steady_clock::now();
    const std::chrono::duration<double> spent = now - iteration_;
    if (spent.count() > 1 && now - last_ > kBetweenLines)
      show_line(fmt::format("{}{}, {:.0f} s", line_text_.empty() ? "" : "; ", to_string(activity),
                            spent.count()),
                now);
  }
  return remembered_signal() == 0;
}

void ProgressObserver::show_line(const std::string& more,
                                 std::chrono::steady_clock::time_point now) {
  say("\r\033[K" + line_text_ + more);
  last_ = now;
  shown_ = true;
}

}  // namespace tensio::cli
