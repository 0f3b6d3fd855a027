// Explicit steps of a scene through the library, timed within the program: in WebAssembly as well.
//
// tensio_steps SCENE STEPS [NAME=VALUE]
//
// Prints the seconds that N steps took, after some that do not count, and the sum of all
// coordinates at the end.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <string>

#include "tensio/files/scene_file.hpp"
#include "tensio/motion/simulation.hpp"

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fputs("usage: tensio_steps SCENE STEPS [NAME=VALUE]\n", stderr);
    return 2;
  }
  tensio::LoadOptions load;
  if (argc > 3) {
    const std::string word = argv[3];
    load.set = {{word.substr(0, word.find('=')), word.substr(word.find('=') + 1)}};
  }
  const tensio::System system = tensio::load_system(argv[1], load);
  tensio::SimulationOptions options = system.simulation.value_or(tensio::SimulationOptions{});
  options.duration = options.output_every = 1e9;
  options.threads = 1;
  tensio::Simulation simulation(system, options);
  const double h = simulation.options().time_step;
  const int before = 5, steps = std::atoi(argv[2]);
  (void)simulation.run_until((before - 0.5) * h);
  const auto start = std::chrono::steady_clock::now();
  const tensio::MotionReport report = simulation.run_until((before + steps - 0.5) * h);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  const std::vector<double> position = simulation.state().position;
  std::printf("%.9f %.17g\n", took.count(), std::accumulate(position.begin(), position.end(), 0.0));
  return report.status == tensio::MotionStatus::finished ? 0 : 1;
}
