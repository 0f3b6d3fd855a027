// `tensio compare`: by how much two results differ.
#include "io/run/compare.hpp"

#include <cmath>

#include "commands/commands.hpp"
#include "exit_code.hpp"
#include "output/json_output.hpp"
#include "output/text_output.hpp"

namespace tensio::cli {

namespace {

void write_json(Output& output, const Comparison& result, double tolerance) {
  JsonWriter json(output);
  json.begin_object();
  json.members({{"status", result.within(tolerance) ? "within" : "beyond"},
                {"tolerance", tolerance},
                {"largest_relative", result.largest_relative()}});
  json.list("differences", result.differences, [&](const Difference& difference) {
    json.members({{"quantity", difference.quantity},
                  {"absolute", difference.absolute},
                  {"relative", difference.relative()},
                  {"scale", difference.scale},
                  {"where", or_null(difference.where)},
                  {"a", difference.a},
                  {"b", difference.b},
                  {"count", difference.count}});
  });
  json.texts("mismatches", result.mismatches);
  json.texts("notes", result.notes);
  json.end_object();
}

void write_text(Output& output, const Comparison& result, double tolerance) {
  if (!result.differences.empty()) {
    std::vector<std::vector<std::string>> rows = {
        {"quantity", "absolute", "relative", "values", "location"}};
    for (const Difference& difference : result.differences) {
      rows.push_back({printable(difference.quantity), small_text(difference.absolute),
                      small_text(difference.relative()),
                      grouped(static_cast<long long>(difference.count)),
                      difference.where.empty() ? "equal" : printable(difference.where)});
    }
    output.text(aligned(rows));
  }
  for (const std::string& text : result.mismatches) {
    output.print("{} {}\n", coloured("mismatch:", Colour::red, 1), printable(text));
  }
  for (const std::string& text : result.notes) output.print("note: {}\n", printable(text));
  const bool within = result.within(tolerance);
  const bool equal = within && result.largest_relative() == 0;
  const std::string verdict = equal ? std::string("equal")
                              : within
                                  ? fmt::format("within the tolerance {}", number_text(tolerance))
                                  : fmt::format("above the tolerance {}", number_text(tolerance));
  output.print("{}\n", coloured(verdict, within ? Colour::green : Colour::red, 1));
}

}  // namespace

int compare_command(const Args& args) {
  const double tolerance = args.convert.tolerance.value_or(0);
  const Comparison result = compare_files(args.scene, args.second);
  Output output;
  if (args.json) {
    write_json(output, result, tolerance);
  } else if (!args.quiet) {
    write_text(output, result, tolerance);
  }
  output.flush();
  return result.within(tolerance) ? kExitDone : kExitSolver;
}

}  // namespace tensio::cli
