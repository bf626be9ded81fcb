// What it costs to model the solutions of all exercises, beyond grading them: to record their
// launches, and to replay them on every GPU that is described. Prints milliseconds of processor
// time, of this process and its workers, so that it may run on a busy machine.
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <stdexcept>
#include <vector>

#include "exercise/exercise.hpp"
#include "model/load_gpu.hpp"
#include "verdict/gpu/model_session.hpp"
#include "verdict/gpu/models.hpp"
#include "verdict/plan/read_source.hpp"
#include "verdict/plan/run_plan.hpp"

namespace {

using namespace warplab;
namespace fs = std::filesystem;

template <class T, class E>
T need(Result<T, E> result) {
  if (!result) throw std::runtime_error(result.error());
  return std::move(*result);
}

// Processor time of all threads of a process that are still there, ms.
double processor_ms(pid_t process) {
  double sum = 0;
  std::error_code gone;
  const fs::path tasks = fs::path("/proc") / std::to_string(process) / "task";
  for (const fs::directory_entry& task : fs::directory_iterator(tasks, gone)) {
    double nanoseconds = 0;  // the first number in there
    std::ifstream(task.path() / "schedstat") >> nanoseconds;
    sum += nanoseconds / 1e6;
  }
  return sum;
}

// This process and everything that it started, directly or not.
std::vector<pid_t> family() {
  std::multimap<pid_t, pid_t> children;
  for (const fs::directory_entry& entry : fs::directory_iterator("/proc")) {
    const std::string name = entry.path().filename();
    pid_t process = 0;
    if (std::from_chars(name.data(), name.data() + name.size(), process).ec != std::errc())
      continue;
    std::ifstream status(entry.path() / "status");
    for (std::string line; std::getline(status, line);)
      if (line.starts_with("PPid:")) children.emplace(std::stoi(line.substr(5)), process);
  }
  std::vector<pid_t> all = {getpid()};
  for (size_t i = 0; i < all.size(); ++i) {
    const auto [begin, end] = children.equal_range(all[i]);
    for (auto child = begin; child != end; ++child) all.push_back(child->second);
  }
  return all;
}

// Processes that `work` starts count from their beginning; those that it ends are not seen.
double milliseconds_of(const std::function<void()>& work) {
  std::map<pid_t, double> before;
  for (const pid_t process : family()) before[process] = processor_ms(process);
  work();
  double sum = 0;
  for (const pid_t process : family()) sum += processor_ms(process) - before[process];
  return sum;
}

// The same of this thread alone, exactly.
double own_milliseconds_of(const std::function<void()>& work) {
  const auto now = [] {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) / 1e6;
  };
  const double start = now();
  work();
  return now() - start;
}

struct Cost {
  double compile = 0;              // a grading has compiled already
  double graded = 0, gpu = 0;      // recording at the two sizes
  double replay = 0, slowest = 0;  // of all recordings: on the first GPU, on the slowest one
  double registers = 0;            // compiling once more for the first GPU, where that decides
  std::string slowest_on, why_not;
  double modelling() const { return graded + gpu + replay + registers; }
};

Cost cost_of(const exercise::Exercise& exercise, const std::string& source,
             const std::vector<model::Gpu>& gpus) {
  Cost cost;
  verdict::ModelSession session(exercise, source, &worker::Worker::start);
  cost.compile = milliseconds_of([&] {
    model::Gpu recorded_for;
    recorded_for.compute_capability = 90;
    need(session.code_for(recorded_for));
  });
  std::vector<verdict::RecordedRun> runs;
  const auto record = [&](const verdict::PlannedRun& plan, double& into) {
    into += milliseconds_of([&] {
      Result<verdict::RecordedRun> run =
          session.record(plan, std::nullopt, std::chrono::seconds(60));
      if (run) runs.push_back(std::move(*run));
      else cost.why_not = run.error();
    });
  };
  for (const verdict::PlannedRun& plan : verdict::plan_runs(exercise, 1, source)) {
    if (!plan.graded) continue;
    record(plan, cost.graded);
    if (const auto large = verdict::at_gpu_size(exercise, plan)) record(*large, cost.gpu);
  }
  for (const model::Gpu& gpu : gpus) {
    double of_gpu = 0;
    for (const verdict::RecordedRun& run : runs) {
      model::KernelCode code;
      const double compiling = milliseconds_of([&] { code = need(session.code_for(run, gpu)); });
      const double replay = own_milliseconds_of([&] { (void)run.model->on(gpu, code); });
      of_gpu += replay;
      if (&gpu == &gpus.front() && run.model->depends_on_registers(gpu))
        cost.registers += compiling;
      if (replay < cost.slowest) continue;
      cost.slowest = replay;
      cost.slowest_on = gpu.name;
    }
    if (&gpu == &gpus.front()) cost.replay = of_gpu;
  }
  return cost;
}

// Runs it several times and keeps the one whose modelling took the median.
Cost median_cost(const exercise::Exercise& exercise, const std::string& source,
                 const std::vector<model::Gpu>& gpus, int repeats) {
  std::vector<Cost> costs;
  for (int k = 0; k < repeats; ++k) costs.push_back(cost_of(exercise, source, gpus));
  std::ranges::sort(costs, {}, &Cost::modelling);
  return costs[costs.size() / 2];
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{"Times the models of all solutions: recording, and replay on every GPU."};
  std::string exercises, solutions, gpus, only, first = "Tesla T4";
  int repeats = 3;
  app.add_option("exercises", exercises, "the folder exercises")->required();
  app.add_option("--solutions", solutions, "the folder solutions")->required();
  app.add_option("--gpus", gpus, "assets/gpus")->required();
  app.add_option("--model", first, "the GPU of the sums");
  app.add_option("--only", only, "exercises whose names contain this");
  app.add_option("--repeats", repeats, "the median of so many")->check(CLI::Range(1, 100));
  CLI11_PARSE(app, argc, argv);
  try {
    const auto all = need(model::load_gpus(gpus));
    std::vector<model::Gpu> chosen = {need(model::find_gpu(all, first))->gpu};
    for (const model::LoadedGpu& one : all)
      if (one.gpu.name != chosen.front().name) chosen.push_back(one.gpu);
    fmt::print("{:<26}{:>8}{:>9}{:>9}{:>9}{:>9}{:>9}  on\n", "milliseconds", "compile", "graded",
               "at size", "replay", "again", "slowest");
    Cost sum;
    for (const exercise::Entry& entry : need(exercise::load_all(exercises))) {
      const exercise::Exercise& exercise = *entry.exercise;
      const std::string folder = entry.folder.filename().string();
      if (folder.find(only) == std::string::npos) continue;
      const std::string source =
          need(verdict::read_source(fs::path(solutions) / folder / "solution.cu"));
      const Cost cost = median_cost(exercise, source, chosen, repeats);
      fmt::print("{:<26}{:>8.1f}{:>9.1f}{:>9.1f}{:>9.1f}{:>9.1f}{:>9.1f}  {}\n", folder,
                 cost.compile, cost.graded, cost.gpu, cost.replay, cost.registers, cost.slowest,
                 cost.why_not.empty() ? cost.slowest_on : cost.why_not);
      sum.graded += cost.graded, sum.gpu += cost.gpu, sum.replay += cost.replay;
      sum.registers += cost.registers, sum.slowest = std::max(sum.slowest, cost.slowest);
    }
    fmt::print(
        "all on one {}: {:.0f} ms (recording {:.0f}, replay {:.0f}, compiling again {:.0f}); "
        "another GPU: {:.1f} ms for the slowest run\n",
        chosen.front().name, sum.modelling(), sum.graded + sum.gpu, sum.replay, sum.registers,
        sum.slowest);
    return 0;
  } catch (const std::exception& problem) {
    fmt::print(stderr, "exercise_models: {}\n", problem.what());
    return 1;
  }
}
