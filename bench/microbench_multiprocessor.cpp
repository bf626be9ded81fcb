#include <fmt/format.h>

#include <algorithm>
#include <random>
#include <span>
#include <string_view>

#include "microbench.hpp"

// What one multiprocessor does by itself: arithmetic, barriers, shared memory and L1; and the way
// to memory as one thread sees it.
namespace warplab::bench {
namespace {

// What an operand of the row's type looks like, and how many instructions a step of it is.
struct Operation {
  const char* name;
  char type;  // i: 32 bits, l: 64 bits, f, d
  int rounds;
};
constexpr Operation kOperations[] = {
    {"add_xor_i32", 'i', 64},    {"mad_i32", 'i', 64},      {"mul_hi_i32", 'i', 64},
    {"shift_i32", 'i', 64},      {"max_xor_i32", 'i', 64},  {"select_i32", 'i', 64},
    {"popc_b32", 'i', 64},       {"brev_b32", 'i', 64},     {"div_i32", 'i', 8},
    {"add_xor_i64", 'l', 64},    {"mul_i64", 'l', 32},      {"mad_wide", 'l', 64},
    {"add_f32", 'f', 64},        {"mul_f32", 'f', 64},      {"fma_f32", 'f', 64},
    {"max_f32", 'f', 64},        {"div_f32", 'f', 8},       {"sqrt_f32", 'f', 8},
    {"rcp_approx", 'f', 32},     {"rsqrt_approx", 'f', 32}, {"ex2_approx", 'f', 32},
    {"sin_approx", 'f', 32},     {"cvt_f32_i32", 'f', 32},  {"cvt_f32_f64", 'f', 32},
    {"add_f64", 'd', 32},        {"mul_f64", 'd', 32},      {"fma_f64", 'd', 32},
    {"div_f64", 'd', 4},         {"fma_f16x2", 'i', 64},    {"shuffle", 'i', 32},
    {"ballot", 'i', 32},         {"redux", 'i', 32},        {"fma_f32_and_add_i32", 'f', 64},
    {"fma_f32_and_ex2", 'f', 32}};

}  // namespace

// small_ begins with ones of this type, as many as a block of 1024 reads.
void Microbench::fill_ones(char type) {
  const std::vector<float> floats(2048, 1.0f);
  const std::vector<double> doubles(2048, 1.0);
  const std::vector<int32_t> ints(2048, 1);
  const std::vector<int64_t> longs(2048, 1);
  const auto bytes = type == 'f'   ? std::as_bytes(std::span(floats))
                     : type == 'd' ? std::as_bytes(std::span(doubles))
                     : type == 'l' ? std::as_bytes(std::span(longs))
                                   : std::as_bytes(std::span(ints));
  need(stage_.context().upload(small_.address(), bytes));
  stage_.wait();
}

void Microbench::arithmetic() {
  constexpr int kSteps = 32;  // of a round, in arithmetic.cu
  for (const Operation& operation : kOperations) {
    if (std::string_view(operation.name) == "redux" && stage_.device().compute_capability < 80)
      continue;
    fill_ones(operation.type);
    // Quotients stay 1: numbers that run out of their range take a slower way.
    const bool divides = std::string_view(operation.name).starts_with("div_f");
    const auto arguments = [&](int rounds) -> std::vector<Value> {
      const Value to = small_.address(), cycles = cycles_.address();
      switch (operation.type) {
        case 'i': return {to, 3, 5, rounds, cycles};
        case 'l': return {to, int64_t{3}, int64_t{5}, rounds, cycles};
        case 'f': return {to, divides ? 1.0f : 1.5f, 0.25f, rounds, cycles};
        default: return {to, divides ? 1.0 : 1.5, 0.25, rounds, cycles};
      }
    };
    for (const char* kind : {"chain_", "wide_"}) {
      const cuda::Function function =
          stage_.function(arithmetic_, kind + std::string(operation.name));
      const bool is_chain = kind[0] == 'c';
      for (const unsigned warps : {1u, 4u, 8u, 16u, 32u}) {
        if (is_chain && warps != 1 && warps != 8 && warps != 32) continue;
        const int rounds = operation.rounds;
        const double cycles =
            cycles_of(function, warps == 1 ? 1 : sms_, 32 * warps, 0, arguments(rounds));
        const double steps = static_cast<double>(rounds) * kSteps;
        row(is_chain ? "latency" : "issue", cycles / steps, "clk a step",
            {{"op", operation.name}, {"warps", warps}, {"chains", is_chain ? 1 : 4}});
        if (!is_chain && warps == 32)
          row("throughput", steps * 32 * warps / cycles, "lanes/clk/SM",
              {{"op", operation.name}, {"warps", warps}});
      }
    }
  }
  const double loop = cycles_of(stage_.function(arithmetic_, "loop"), 1, 32, 0,
                                {small_.address(), 1.5f, 0.25f, 4096, cycles_.address()});
  row("loop round with one fma", loop / 4096, "clk");
  const cuda::Function fma = stage_.function(arithmetic_, "wide_fma_f32");
  clock("arithmetic", [&] {
    stage_.launch(fma, {sms_, 1, 1}, {1024, 1, 1}, 0,
                  std::vector<Value>{small_.address(), 1.5f, 0.25f, 1024, cycles_.address()});
  });
}

void Microbench::clock(const char* during, const std::function<void()>& work) {
  clocks_.push_back(stage_.clock_mhz(20, work));
  row("SM clock", clocks_.back(), "MHz", {{"during", during}});
}

void Microbench::barriers() {
  for (const unsigned warps : {1u, 2u, 4u, 8u, 16u, 32u}) {
    const double cycles = cycles_of(stage_.function(arithmetic_, "barrier"), sms_, 32 * warps, 0,
                                    {64, cycles_.address()});
    row("barrier", cycles / (64 * 8), "clk", {{"warps", warps}});
  }
}

// A ring of pointers through the first `bytes` of from_, `step` bytes from each other; the
// addresses in their order.
std::vector<uint64_t> Microbench::make_ring(uint64_t bytes, uint64_t step, bool shuffled) {
  std::vector<uint64_t> order(bytes / step);
  for (size_t i = 0; i < order.size(); ++i) order[i] = from_.address() + i * step;
  std::mt19937 random(1);
  if (shuffled) std::shuffle(order.begin() + 1, order.end(), random);
  std::vector<uint64_t> ring(bytes / 8);
  for (size_t i = 0; i < order.size(); ++i)
    ring[(order[i] - from_.address()) / 8] = order[(i + 1) % order.size()];
  need(stage_.context().upload(from_.address(), std::as_bytes(std::span(ring))));
  stage_.wait();
  return order;
}

// Clocks a step. A ring that the caches may hold is gone through once before; of a larger one each
// run sees a part that the runs before have not.
double Microbench::chase(const char* kernel, const std::vector<uint64_t>& ring, uint64_t bytes) {
  const cuda::Function function = near(kernel);
  const Value cycles = cycles_.address(), sink = small_.address();
  const auto run = [&](size_t first, int steps) {
    stage_.launch(function, {}, {}, 0,
                  std::vector<Value>{ring[first % ring.size()], steps, cycles, sink});
    uint64_t count = 0;
    need(
        stage_.context().download(std::as_writable_bytes(std::span(&count, 1)), cycles_.address()));
    stage_.wait();
    return static_cast<double>(count) / steps;
  };
  const auto whole = static_cast<int>(ring.size());
  if (bytes <= 2 * stage_.device().l2_bytes) run(0, whole);
  const int steps = std::clamp(whole, 4096, 32768) / 8 * 8;
  double last = 0;
  for (size_t part = 0; part < 3; ++part) last = run(part * 2 * static_cast<size_t>(steps), steps);
  return last;
}

void Microbench::near_latencies() {
  const Value cycles = cycles_.address(), sink = small_.address();
  constexpr int kSteps = 4096;
  for (const unsigned threads : {1u, 32u})
    row("shared load latency",
        cycles_of(near("chase_shared"), 1, threads, 0, {kSteps, cycles, sink}) / kSteps, "clk",
        {{"lanes", threads}});
  for (const unsigned threads : {1u, 32u})
    row("shared atomic latency",
        cycles_of(near("chase_atomic_shared"), 1, threads, 0, {kSteps, cycles, sink}) / kSteps,
        "clk", {{"lanes", threads}});
  row("global atomic latency",
      cycles_of(near("chase_atomic_global"), 1, 1, 0,
                {small_.address() + 4096, kSteps, cycles, sink}) /
          kSteps,
      "clk");
}

void Microbench::far_latencies() {
  constexpr uint64_t kStep = 128;
  constexpr unsigned kSizes[] = {8,     16,    32,    64,    96,    128,   160,    192,
                                 224,   256,   384,   512,   1024,  2048,  4096,   8192,
                                 12288, 16384, 24576, 32768, 49152, 65536, 131072, 262144};
  for (const bool shuffled : {true, false})
    for (const unsigned kib : kSizes) {
      const bool is_chosen = kib == 16 || kib == 4096 || kib == 24576 || kib == 262144;
      if (!shuffled && !is_chosen) continue;
      const std::vector<uint64_t> ring = make_ring(kib * kKiB, kStep, shuffled);
      for (const char* kernel : {"chase_global", "chase_l2"}) {
        const bool is_cg = std::string_view(kernel) == "chase_l2";
        if (is_cg && !is_chosen) continue;
        row(is_cg ? "global load latency, ld.cg" : "global load latency",
            chase(kernel, ring, kib * kKiB), "clk", {{"kib", kib}, {"shuffled", shuffled}});
      }
    }
  need(stage_.context().fill_bytes(from_.address(), 1, from_.bytes()));
}

void Microbench::shared_throughput() {
  constexpr int kRounds = 64;
  constexpr uint32_t kShared = 44 * 1024;  // the kernels have a little of their own
  struct Case {
    const char* kernel;
    unsigned width;
  };
  constexpr Case kCases[] = {{"load4", 4},   {"store4", 4},   {"load8", 8},      {"store8", 8},
                             {"load16", 16}, {"store16", 16}, {"atomic_u32", 4}, {"atomic_f32", 4}};
  for (const Case& c : kCases)
    for (const unsigned stride : {0u, 4u, 8u, 16u, 32u, 64u, 128u}) {
      if (stride != 0 && stride < c.width) continue;
      // A lane's eight accesses lie in one bank row of its own: the last one stays inside.
      const uint32_t step = stride == 0 ? 128 : stride * 32 > 4096 ? 16 : 4096;
      for (const unsigned warps : {1u, 4u, 8u, 32u}) {
        const double cycles =
            cycles_of(near(std::string("shared_") + c.kernel), sms_, 32 * warps, kShared,
                      {stride, step, kRounds, cycles_.address(), small_.address()});
        row("shared access", cycles / (kRounds * 8.0 * warps), "clk a warp's access",
            {{"what", c.kernel}, {"lanes_apart", stride}, {"warps", warps}});
      }
    }
}

void Microbench::l1_throughput() {
  constexpr int kRounds = 64;
  for (const unsigned width : {4u, 8u, 16u})
    for (const unsigned stride : {0u, 4u, 8u, 16u, 32u, 64u, 128u}) {
      if (stride != 0 && stride < width) continue;
      for (const unsigned warps : {1u, 8u, 32u}) {
        const uint32_t step = stride == 128 ? 16 : 512;
        const double cycles = cycles_of(
            near(fmt::format("l1_load{}", width)), sms_, 32 * warps, 0,
            {from_.address(), stride, step, kRounds, cycles_.address(), small_.address()});
        row("L1 load", cycles / (kRounds * 8.0 * warps), "clk a warp's access",
            {{"width", width}, {"lanes_apart", stride}, {"warps", warps}});
      }
    }
}

}  // namespace warplab::bench
