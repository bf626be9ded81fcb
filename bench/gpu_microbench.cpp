// Measures what a model of GPUs is made from.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <fstream>

#include "microbench.hpp"

using warplab::bench::Microbench;
namespace cuda = warplab::cuda;

int main(int argc, char** argv) {
  CLI::App app{"Measures latencies, throughputs and bandwidths of a GPU, for a model of it."};
  std::string folder, gpu, output;
  app.add_option("folder", folder, "bench/microbench, where the kernels are")->required();
  app.add_option("--gpu", gpu, "UUID; without it, the first");
  app.add_option("--output", output, "the file for the JSON; without it, standard output");
  CLI11_PARSE(app, argc, argv);
  try {
    Microbench microbench(gpu, folder);
    constexpr std::pair<const char*, void (Microbench::*)()> kParts[] = {
        {"arithmetic", &Microbench::arithmetic},
        {"barriers", &Microbench::barriers},
        {"near latencies", &Microbench::near_latencies},
        {"shared memory", &Microbench::shared_throughput},
        {"L1", &Microbench::l1_throughput},
        {"bandwidths", &Microbench::bandwidths},
        {"cold copies", &Microbench::cold_copies},
        {"in flight", &Microbench::in_flight},
        {"few multiprocessors", &Microbench::few_multiprocessors},
        {"strides", &Microbench::strides},
        {"launches", &Microbench::launches},
        {"atomics", &Microbench::atomics},
        {"far latencies", &Microbench::far_latencies}};
    bool all_done = true;
    for (const auto& [name, part] : kParts) {
      const auto begin = cuda::Clock::now();
      try {
        (microbench.*part)();
      } catch (const std::exception& problem) {  // the GPU answers nothing more: keep what is there
        fmt::print(stderr, "gpu_microbench: {}: {}\n", name, problem.what());
        all_done = false;
        break;
      }
      fmt::print(stderr, "{}: {:.1f} s\n", name,
                 std::chrono::duration<double>(cuda::Clock::now() - begin).count());
    }
    const std::string text = microbench.report().dump(1);
    if (output.empty()) fmt::print("{}\n", text);
    else std::ofstream(output) << text << "\n";
    return all_done ? 0 : 1;
  } catch (const std::exception& problem) {
    fmt::print(stderr, "gpu_microbench: {}\n", problem.what());
    return 1;
  }
}
