// Models the launches of bench/launches/launches.json on GPUs that are described in assets/gpus:
// the other side of gpu_launches, for docs/measured/gpu-model.md. Needs no GPU.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <type_traits>

#include "compile/compile.hpp"
#include "launch_list.hpp"
#include "model/load_gpu.hpp"
#include "model/run_model.hpp"
#include "ptx/parser.hpp"
#include "sim/record.hpp"
#include "words/text.hpp"

namespace {

using namespace warplab;
using nlohmann::json;
using Clock = std::chrono::steady_clock;

double milliseconds_since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

template <class T, class E>
T need(Result<T, E> result) {
  if constexpr (std::is_same_v<E, sim::Refusal>) {
    if (!result) throw std::runtime_error(words::text_of(result.why().says));
  } else {
    if (!result) throw std::runtime_error(result.error());
  }
  return std::move(*result);
}

std::string text_of(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::stringstream text;
  text << in.rdbuf();
  if (!in) throw std::runtime_error("cannot read " + path);
  return text.str();
}

// Floats decide nothing in these kernels: zeros will do, and their pages are never touched.
std::vector<std::byte> content_for_model(const bench::ListedBuffer& buffer) {
  if (buffer.fill == bench::Fill::below) return bench::content_of(buffer);
  return std::vector<std::byte>(buffer.elements * data::bytes_of(buffer.element));
}

class Modeller {
 public:
  Modeller(std::string folder, std::vector<model::Gpu> gpus)
      : folder_(std::move(folder)),
        gpus_(std::move(gpus)),
        compiler_(*need(compile::load_compiler())) {}

  json model_of(const bench::ListedLaunch& listed) {
    Clock::time_point start = Clock::now();
    sim::Recording recording = record(listed);
    const double recorded_ms = milliseconds_since(start);
    start = Clock::now();
    const model::RunModel run(std::move(recording.traces), {0},
                              code_of(listed, program(listed.file, 90)));
    const double prepared_ms = milliseconds_since(start);
    json row = {{"name", listed.name}, {"record_ms", recorded_ms}, {"prepare_ms", prepared_ms}};
    for (const model::Gpu& gpu : gpus_) {
      const model::KernelCode code = code_of(listed, program(listed.file, gpu.compute_capability));
      start = Clock::now();
      const model::LaunchModel m = run.on(gpu, code).front();
      json parts;
      for (size_t p = 0; p < model::kPartCount; ++p)
        parts[std::string(model::key_of(static_cast<model::Part>(p)))] = m.parts_us[p];
      row["models"].push_back({{"gpu", gpu.name},
                               {"possible", m.possible},
                               {"time_us", m.time_us},
                               {"low_us", m.low_us},
                               {"high_us", m.high_us},
                               {"limiter", model::name_of(m.limiter)},
                               {"second_limiter", model::name_of(m.second_limiter)},
                               {"pipe", m.pipe},
                               {"blocks", m.occupancy.blocks},
                               {"occupancy", m.occupancy.fraction},
                               {"occupancy_limit", model::name_of(m.occupancy.limit)},
                               {"parts_us", parts},
                               {"l2_bytes", m.l2_bytes},
                               {"dram_bytes", m.dram_bytes},
                               {"replay_ms", milliseconds_since(start)}});
    }
    return row;
  }

 private:
  struct Program {
    std::map<std::string, compile::KernelResources> kernels;
    ptx::Module module;
  };

  static model::KernelCode code_of(const bench::ListedLaunch& listed, const Program& program) {
    const compile::KernelResources& r = program.kernels.at(listed.launch.kernel);
    return {
        {listed.launch.kernel, {r.registers, r.global_loads, r.f32_operations, r.f64_operations}}};
  }

  Program& program(const std::string& file, int compute_capability) {
    // This NVRTC compiles for nothing before 7.5.
    const int cc = std::max(compute_capability, 75);
    const auto found = programs_.find({file, cc});
    if (found != programs_.end()) return found->second;
    const compile::Compiled compiled =
        compile::compile(compiler_, {file, text_of(folder_ + "/" + file), cc});
    if (!compiled.ok) throw std::runtime_error(file + " does not compile: " + compiled.log);
    return programs_[{file, cc}] = {compiled.kernels, need(ptx::parse(compiled.ptx))};
  }

  sim::Recording record(const bench::ListedLaunch& listed) {
    std::vector<std::vector<std::byte>> contents;
    std::vector<data::Buffer> buffers;
    for (const bench::ListedBuffer& b : listed.buffers) {
      contents.push_back(content_for_model(b));
      data::Buffer buffer;
      buffer.name = b.name;
      buffer.element = b.element;
      buffer.shape = {b.elements};
      buffers.push_back(std::move(buffer));
    }
    for (size_t i = 0; i < buffers.size(); ++i) {
      buffers[i].bytes = contents[i];
      buffers[i].restore = [] {};
    }
    sim::Options options;
    options.keep_writers = false;
    return need(
        sim::record(program(listed.file, 90).module, buffers, {&listed.launch, 1}, options));
  }

  std::string folder_;
  std::vector<model::Gpu> gpus_;
  compile::Compiler& compiler_;
  std::map<std::pair<std::string, int>, Program> programs_;
};

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{"Models a list of launches on GPUs that need not be there."};
  std::string list, gpus, output, only;
  std::vector<std::string> names;
  app.add_option("list", list, "bench/launches/launches.json")->required();
  app.add_option("--gpus", gpus, "assets/gpus")->required();
  app.add_option("--model", names, "a GPU; without it, all")->allow_extra_args(false);
  app.add_option("--only", only, "launches whose names contain this");
  app.add_option("--output", output, "the file for the JSON; without it, standard output");
  CLI11_PARSE(app, argc, argv);
  try {
    const auto all = need(model::load_gpus(gpus));
    std::vector<model::Gpu> chosen;
    for (const std::string& name : names) chosen.push_back(need(model::find_gpu(all, name))->gpu);
    if (names.empty())
      for (const model::LoadedGpu& loaded : all) chosen.push_back(loaded.gpu);
    const size_t slash = list.find_last_of('/');
    Modeller modeller(slash == std::string::npos ? "." : list.substr(0, slash), chosen);
    json report = {{"version", model::kModelVersion}, {"launches", json::array()}};
    for (const bench::ListedLaunch& listed : need(bench::read_launch_list(list))) {
      if (listed.name.find(only) == std::string::npos) continue;
      report["launches"].push_back(modeller.model_of(listed));
    }
    if (output.empty()) fmt::print("{}\n", report.dump(1));
    else std::ofstream(output) << report.dump(1) << "\n";
    return 0;
  } catch (const std::exception& problem) {
    fmt::print(stderr, "model_launches: {}\n", problem.what());
    return 1;
  }
}
