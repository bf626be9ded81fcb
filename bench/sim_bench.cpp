// Throughput of the simulator with everything on: warp instructions a second, in all and a core.
#include <algorithm>
#include <chrono>
#include <cstring>
#include <thread>

#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "bench_kernels.hpp"
#include "compile/compile.hpp"
#include "ptx/parser.hpp"
#include "words/text.hpp"

namespace {

using namespace warplab;
using bench::BenchKernel;

// Memory as the worker has it: pages of its own, freshly mapped.
struct Mapped {
  explicit Mapped(size_t n) : bytes(n) {
    data = static_cast<std::byte*>(
        mmap(nullptr, n, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    if (data == MAP_FAILED) throw std::bad_alloc();
    madvise(data, n, MADV_HUGEPAGE);
  }
  Mapped(Mapped&& o) noexcept : data(std::exchange(o.data, nullptr)), bytes(o.bytes) {}
  ~Mapped() {
    if (data) munmap(data, bytes);
  }
  std::byte* data = nullptr;
  size_t bytes = 0;
};

struct Measured {
  double seconds = 0;  // median
  uint64_t warp_instructions = 0;
  uint64_t work = 0;  // units of sim/work.hpp
  bool completed = false;
};

// What is tracked exactly takes so much longer that a part of the grid tells as much.
constexpr uint32_t kExactPart = 64;

Measured measure(const BenchKernel& k, const ptx::Module& module, unsigned threads, int repeats,
                 bool exact) {
  std::vector<Mapped> memory;
  std::vector<sim::Buffer> buffers;
  for (const auto& b : k.buffers) {
    memory.emplace_back(b.elements * 4);
    auto* f = reinterpret_cast<float*>(memory.back().data);
    for (uint64_t i = 0; i < b.elements; ++i) f[i] = static_cast<float>(i % 7);
    sim::Buffer buffer;
    buffer.name = b.name;
    buffer.shape = {b.elements};
    buffer.bytes = {memory.back().data, memory.back().bytes};
    buffer.initialized = !b.is_output;
    buffer.must_be_written = b.is_output && !exact;
    // These kernels are right and write nothing that they read: a repetition needs nothing
    // restored.
    buffer.restore = [] {};
    buffers.push_back(std::move(buffer));
  }
  sim::Launch launch;
  launch.kernel = k.kernel;
  launch.grid = k.grid;
  launch.block = k.block;
  if (exact) launch.grid.x = std::max(1u, launch.grid.x / kExactPart);
  for (size_t i = 0; i < k.buffers.size(); ++i)
    launch.arguments.push_back({static_cast<int>(i), {}});
  for (int32_t s : k.scalars) {
    sim::Argument a;
    a.value.resize(sizeof s);
    std::memcpy(a.value.data(), &s, sizeof s);
    launch.arguments.push_back(std::move(a));
  }
  sim::Options options;
  options.threads = threads;
  options.max_work_per_warp = ~0ull;
  options.keep_writers = false;
  options.always_exact = exact;
  Measured m;
  std::vector<double> seconds;
  for (int r = 0; r < repeats; ++r) {
    const auto start = std::chrono::steady_clock::now();
    auto report = sim::simulate(module, buffers, {&launch, 1}, options);
    seconds.push_back(
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    if (!report) throw std::runtime_error(words::text_of(report.why().says));
    m.completed = report->completed && report->findings.empty() != k.is_wrong;
    m.warp_instructions = report->launches.at(0).total[sim::Counter::warp_instructions];
    m.work = report->work + report->swept_work;
  }
  std::ranges::sort(seconds);
  m.seconds = seconds[seconds.size() / 2];
  return m;
}

// What the command line asks for.
struct Asked {
  bool json = false, list = false, exact = false;
  unsigned threads = 1;
  int repeats = 3;
  std::vector<std::string> names;  // all when none is given
};

void add_options(CLI::App& app, Asked& asked) {
  app.add_option("names", asked.names,
                 "kernels to time, by their short names; all when none is given");
  app.add_flag("--json", asked.json, "print JSON");
  app.add_flag("--list", asked.list, "print the short names");
  app.add_flag("--exact", asked.exact,
               fmt::format("with exact tracking of races and undefined values, as after a finding; "
                           "on 1/{} of the blocks",
                           kExactPart));
  app.add_option("--threads", asked.threads, "host threads")->check(CLI::Range(1, 256));
  app.add_option("--repeats", asked.repeats, "runs of each, the median counts")
      ->check(CLI::Range(1, 99));
  app.footer(
      "Examples:\n  sim_bench\n  sim_bench column-sums --threads 2 --repeats 5\n  sim_bench "
      "--exact --repeats 1\n  sim_bench --json > bench.json");
}

// The kernels that were asked for.
Result<std::vector<BenchKernel>> chosen(const Asked& asked) {
  std::vector<BenchKernel> kernels = bench::bench_kernels();
  for (const std::string& name : asked.names)
    if (std::ranges::none_of(kernels, [&](const auto& k) { return k.slug == name; }))
      return Error{fmt::format("there is no kernel {}; see sim_bench --list", name)};
  if (!asked.names.empty())
    std::erase_if(kernels, [&](const BenchKernel& k) {
      return std::ranges::find(asked.names, k.slug) == asked.names.end();
    });
  return kernels;
}

Result<ptx::Module> module_of(compile::Compiler& compiler, const BenchKernel& k) {
  const auto compiled = compile::compile(compiler, {k.slug + ".cu", k.source, 80});
  if (!compiled.ok) return Error{fmt::format("{} does not compile:\n{}", k.slug, compiled.log)};
  auto module = ptx::parse(compiled.ptx);
  if (!module) return Error{fmt::format("{}: {}", k.slug, module.error())};
  return std::move(*module);
}

// Whatever a kernel does, this should be about the same: limits count units.
double nanoseconds_a_unit(const Measured& m) {
  return m.seconds * 1e9 / static_cast<double>(std::max<uint64_t>(m.work, 1));
}

double million_a_second(const Measured& m) {
  return static_cast<double>(m.warp_instructions) / m.seconds / 1e6;
}

void print_row(const BenchKernel& k, const Measured& m, unsigned threads) {
  const double million = million_a_second(m);
  fmt::print("{:40} {:>12} {:>9.3f} {:>12.1f} {:>12.1f} {:>10.1f}{}\n", k.name, m.warp_instructions,
             m.seconds, million, million / threads, nanoseconds_a_unit(m),
             m.completed ? "" : "  not completed");
  std::fflush(stdout);
}

nlohmann::json json_row(const BenchKernel& k, const Measured& m, unsigned threads) {
  const double million = million_a_second(m);
  return {{"kernel", k.name},
          {"name", k.slug},
          {"threads", threads},
          {"completed", m.completed},
          {"warp_instructions", m.warp_instructions},
          {"seconds", m.seconds},
          {"million_warp_instructions_per_second", million},
          {"per_core", million / threads},
          {"nanoseconds_per_unit_of_work", nanoseconds_a_unit(m)}};
}

int fail(const std::string& sentence) {
  fmt::print(stderr, "sim_bench: {}\n", sentence);
  return 2;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{"Times the simulator on named kernels, all counters and checks on."};
  Asked asked;
  add_options(app, asked);
  CLI11_PARSE(app, argc, argv);
  const auto kernels = chosen(asked);
  if (!kernels) return fail(kernels.error());
  if (asked.list) {
    for (const auto& k : *kernels) fmt::print("{:26} {}\n", k.slug, k.name);
    return 0;
  }
  auto compiler = compile::load_compiler();
  if (!compiler) return fail(compiler.error());
  auto rows = nlohmann::json::array();
  if (!asked.json)
    fmt::print("{:40} {:>12} {:>9} {:>12} {:>12} {:>10}\n", "kernel", "warp instr.", "seconds",
               "million/s", "per core", "ns a unit");
  bool all_right = true;
  for (const BenchKernel& k : *kernels) {
    const auto module = module_of(**compiler, k);
    if (!module) return fail(module.error());
    const Measured m = measure(k, *module, asked.threads, asked.repeats, asked.exact);
    all_right &= m.completed;
    if (asked.json) rows.push_back(json_row(k, m, asked.threads));
    else print_row(k, m, asked.threads);
  }
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  if (asked.json)
    fmt::print("{}\n",
               nlohmann::json{
                   {"schema", 1}, {"kernels", rows}, {"peak_memory_mib", usage.ru_maxrss / 1024}}
                   .dump(2));
  else
    fmt::print("{} thread{}, median of {}; peak memory {} MiB\n", asked.threads,
               asked.threads == 1 ? "" : "s", asked.repeats, usage.ru_maxrss / 1024);
  return all_right ? 0 : 1;
}
