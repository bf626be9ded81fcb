// The simulator against a real GPU: every kernel of the corpus that ends well must leave the same
// bytes. WARPLAB_PRINT_COUNTERS=1 prints the simulator's counters of each launch in the order of
// the launches, to be compared with what a profiler says of this program.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include "corpus/corpus.hpp"
#include "cuda_driver.hpp"
#include "data/compare.hpp"
#include "ptx/parser.hpp"
#include "sim/simulate.hpp"
#include "skip.hpp"

using namespace warplab;

namespace {

// The driver's compiler may fuse a product and a sum where the PTX leaves it free to, so
// floating-point results agree to a few units in the last place, everything else to the bit.
bool same_number(data::ElementType type, const std::byte* a, const std::byte* b) {
  if (std::memcmp(a, b, bytes_of(type)) == 0) return true;
  if (type != data::ElementType::f32 && type != data::ElementType::f64) return false;
  if (std::isnan(data::number_at(type, a)) && std::isnan(data::number_at(type, b))) return true;
  const double epsilon = type == data::ElementType::f32 ? 0x1p-23 : 0x1p-52;
  return data::is_right(type, a, b, {0, 16 * epsilon});
}

// Kernels whose results are meant to differ from machine to machine.
struct Free {
  std::string_view entry, reason;
};
constexpr Free kFree[] = {
    {"fast_math", "approximate instructions: the hardware's own last bits"},
    {"global_atomics", "old values, which depend on the order of blocks"},
    {"special_registers", "clocks, and the multiprocessor a block ran on"},
};

bool is_free(const std::string& entry) {
  return std::ranges::any_of(kFree, [&](const Free& f) { return f.entry == entry; });
}

}  // namespace

TEST_CASE("the simulator leaves the same results in memory as the GPU") {
  auto driver = gpu_test::CudaDriver::open();
  if (!driver) {
    warplab_test::skip("no GPU (" + driver.error() + ")");
    return;
  }
  MESSAGE("GPU: ", (*driver)->device_name());
  const bool print = std::getenv("WARPLAB_PRINT_COUNTERS") != nullptr;
  const auto entries = sim_corpus::load();
  REQUIRE(entries);
  int compared = 0;
  for (const sim_corpus::Entry& entry : *entries) {
    const std::string target = entry.targets.back();
    const auto text = sim_corpus::ptx(entry, target);
    REQUIRE(text);
    const auto module = ptx::parse(*text);
    REQUIRE(module);
    std::vector<std::vector<std::byte>> simulated;
    auto buffers = sim_corpus::buffers(entry, simulated);
    std::vector<std::vector<std::byte>> on_gpu = simulated;
    sim::Options options;
    options.student_file = entry.name + ".cu";
    if (entry.max_work_per_warp) options.max_work_per_warp = entry.max_work_per_warp;
    const auto report = sim::simulate(*module, buffers, entry.launches, options);
    CAPTURE(entry.name);
    CAPTURE(target);
    CHECK(report);
    if (!report || !report->completed || !report->findings.empty()) continue;
    std::vector<gpu_test::KernelLaunch> launches;
    for (const sim::Launch& l : entry.launches) {
      gpu_test::KernelLaunch launch{
          l.kernel, l.grid, l.block, l.dynamic_shared_bytes, {}, l.keep_variables, l.cooperative};
      for (const sim::Argument& a : l.arguments) launch.arguments.push_back({a.buffer, a.value});
      launches.push_back(std::move(launch));
    }
    const auto ran = (*driver)->run(*text, on_gpu, launches);
    CHECK_MESSAGE(ran, (ran ? "" : ran.error()));
    if (!ran) continue;
    if (print)
      for (size_t k = 0; k < report->launches.size(); ++k)
        for (size_t c = 0; c < sim::kCounterCount; ++c)
          fmt::print("{},{},{},{}\n", entry.name, entry.launches[k].kernel,
                     sim::name_of(static_cast<sim::Counter>(c)),
                     report->launches[k].total.values[c]);
    if (is_free(entry.name)) continue;
    ++compared;
    for (size_t k = 0; k < simulated.size(); ++k) {
      const auto type = entry.buffers[k].element;
      const size_t width = bytes_of(type);
      size_t wrong = 0, first = 0;
      for (size_t e = 0; e < simulated[k].size() / width; ++e)
        if (!same_number(type, simulated[k].data() + e * width, on_gpu[k].data() + e * width) &&
            wrong++ == 0)
          first = e;
      CHECK_MESSAGE(wrong == 0,
                    entry.buffers[k].name << "[" << first << "] and " << wrong << " in all differ");
    }
  }
  CHECK(compared > 20);
}
