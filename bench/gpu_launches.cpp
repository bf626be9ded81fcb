// Times the launches of bench/launches/launches.json on a GPU: what a model of GPUs is judged on.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <fstream>
#include <nlohmann/json.hpp>

#include "gpu_stage.hpp"
#include "launch_list.hpp"

namespace {

using namespace warplab;
using bench::Caches;
using bench::ListedLaunch;
using nlohmann::json;

// A launch with its buffers on the GPU.
struct Staged {
  cuda::Function function;
  std::vector<cuda::DeviceMemory> buffers;
  std::vector<bench::Value> arguments;
};

uint64_t scalar_bits(const data::Argument& argument) {
  uint64_t bits = 0;
  __builtin_memcpy(&bits, argument.value.data(), std::min(argument.value.size(), sizeof bits));
  return bits;
}

class Launches {
 public:
  Launches(const std::string& gpu, std::string folder) : stage_(gpu), folder_(std::move(folder)) {}

  // Runs it once: for a profiler.
  void run_once(const ListedLaunch& listed) {
    const Staged staged = prepare(listed);
    work(listed, staged)();
    stage_.wait();
  }

  json measure(const ListedLaunch& listed, int samples) {
    const Staged staged = prepare(listed);
    const auto run = work(listed, staged);
    const compile::KernelResources& resources =
        programs_.at(listed.file).kernels.at(listed.launch.kernel);
    json row = {{"name", listed.name},
                {"registers", resources.registers},
                {"static_shared_bytes", resources.static_shared_bytes}};
    constexpr std::pair<Caches, const char*> kStates[] = {
        {Caches::flushed, "flushed_us"}, {Caches::clean, "clean_us"}, {Caches::warm, "warm_us"}};
    for (const auto& [caches, key] : kStates) {
      const Summary times = stage_.time(caches, samples, run);
      row[key] = {
          {"median", times.median}, {"q1", times.q1}, {"q3", times.q3}, {"least", times.least}};
    }
    row["sm_clock_mhz"] = stage_.clock_mhz(3, run);
    return row;
  }

  json about() const { return bench::about(stage_); }

 private:
  Staged prepare(const ListedLaunch& listed) {
    if (!programs_.contains(listed.file))
      programs_.emplace(listed.file,
                        stage_.compile(listed.file, bench::text_of(folder_ + "/" + listed.file)));
    Staged staged;
    staged.function = stage_.function(programs_.at(listed.file), listed.launch.kernel);
    bench::need(
        stage_.context().allow_dynamic_shared(staged.function, listed.launch.dynamic_shared_bytes));
    for (const bench::ListedBuffer& buffer : listed.buffers)
      staged.buffers.push_back(stage_.upload(bench::content_of(buffer)));
    for (const data::Argument& argument : listed.launch.arguments)
      staged.arguments.push_back(
          argument.buffer >= 0
              ? bench::Value(staged.buffers[static_cast<size_t>(argument.buffer)].address())
              : bench::Value(scalar_bits(argument)));
    return staged;
  }

  std::function<void()> work(const ListedLaunch& listed, const Staged& staged) {
    return [this, &listed, &staged] {
      stage_.launch(staged.function, listed.launch.grid, listed.launch.block,
                    listed.launch.dynamic_shared_bytes, staged.arguments);
    };
  }

  bench::Stage stage_;
  std::string folder_;
  std::map<std::string, bench::Program> programs_;
};

struct Wanted {
  std::string gpu, list, output, file;
  int samples = 15;
  bool once = false, names = false;
  uint64_t most_bytes = ~uint64_t{0};
};

// Whether all of it could be measured.
bool run(const Wanted& wanted) {
  const auto list = bench::need(bench::read_launch_list(wanted.list));
  std::vector<ListedLaunch> chosen;
  for (const ListedLaunch& listed : list)
    if ((wanted.file.empty() || listed.file == wanted.file) && listed.bytes() <= wanted.most_bytes)
      chosen.push_back(listed);
  if (wanted.names) {
    for (const ListedLaunch& listed : chosen) fmt::print("{}\t{}\n", listed.file, listed.name);
    return true;
  }
  const size_t slash = wanted.list.find_last_of('/');
  Launches launches(wanted.gpu, slash == std::string::npos ? "." : wanted.list.substr(0, slash));
  json rows = json::array();
  for (const ListedLaunch& listed : chosen) {
    if (wanted.once) {
      launches.run_once(listed);
    } else {
      try {
        rows.push_back(launches.measure(listed, wanted.samples));
      } catch (const std::exception& problem) {  // the GPU answers nothing more: keep what is there
        fmt::print(stderr, "gpu_launches: {}: {}\n", listed.name, problem.what());
        break;
      }
      fmt::print(stderr, "{:<48} {:10.2f} us flushed {:10.2f} clean {:10.2f} warm\n", listed.name,
                 rows.back()["flushed_us"]["median"].get<double>(),
                 rows.back()["clean_us"]["median"].get<double>(),
                 rows.back()["warm_us"]["median"].get<double>());
    }
  }
  if (wanted.once) return true;
  const bool all_done = rows.size() == chosen.size();
  json report = launches.about();
  report["launches"] = std::move(rows);
  if (wanted.output.empty()) {
    fmt::print("{}\n", report.dump(1));
  } else {
    std::ofstream(wanted.output) << report.dump(1) << "\n";
  }
  return all_done;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{"Times the launches of a list on a GPU, in three states of its caches."};
  Wanted wanted;
  app.add_option("list", wanted.list, "bench/launches/launches.json")->required();
  app.add_option("--gpu", wanted.gpu, "UUID; without it, the first");
  app.add_option("--output", wanted.output, "the file for the JSON; without it, standard output");
  app.add_option("--file", wanted.file, "only launches of kernels in this file, such as copy.cu");
  app.add_option("--most-bytes", wanted.most_bytes, "only launches whose buffers are no larger");
  app.add_option("--samples", wanted.samples, "of each time")->check(CLI::Range(1, 1000));
  app.add_flag("--once", wanted.once, "run each launch once and time nothing, for a profiler");
  app.add_flag("--names", wanted.names, "print file and name of each launch, and run nothing");
  CLI11_PARSE(app, argc, argv);
  try {
    return run(wanted) ? 0 : 1;
  } catch (const std::exception& problem) {
    fmt::print(stderr, "gpu_launches: {}\n", problem.what());
    return 1;
  }
}
