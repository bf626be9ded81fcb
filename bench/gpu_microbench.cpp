// Measures what a model of GPUs is made from: latencies, throughputs, bandwidths, launches,
// atomics. One flat row a number: {"name", "value", "unit", "args"}.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <numeric>
#include <random>

#include "gpu_stage.hpp"

namespace {

using namespace warplab;
using bench::Caches;
using bench::Value;
using nlohmann::json;

constexpr uint64_t kKiB = 1024, kMiB = 1024 * kKiB;

class Microbench {
 public:
  Microbench(const std::string& gpu, const std::string& folder)
      : stage_(gpu),
        arithmetic_(compile(folder, "arithmetic.cu")),
        near_(compile(folder, "near_memory.cu")),
        far_(compile(folder, "far_memory.cu")),
        sms_(static_cast<unsigned>(stage_.device().multiprocessors)),
        cycles_(stage_.allocate(8 * 4096)),
        small_(stage_.allocate(kMiB)),
        from_(stage_.allocate(kGreatest)),
        to_(stage_.allocate(kGreatest)) {
    need(stage_.context().fill_bytes(small_.address(), 0, small_.bytes()));
    need(stage_.context().fill_bytes(from_.address(), 1, from_.bytes()));
    need(stage_.context().fill_bytes(to_.address(), 1, to_.bytes()));
    stage_.wait();
  }

  void arithmetic();
  void barriers();
  void near_latencies();
  void far_latencies();
  void shared_throughput();
  void l1_throughput();
  void bandwidths();
  void cold_copies();
  void in_flight();
  void few_multiprocessors();
  void strides();
  void launches();
  void atomics();

  json report() {
    json report = bench::about(stage_);
    std::nth_element(clocks_.begin(), clocks_.begin() + static_cast<long>(clocks_.size() / 2),
                     clocks_.end());
    report["sm_clock_mhz"] = clocks_.empty() ? 0 : clocks_[clocks_.size() / 2];
    report["rows"] = std::move(rows_);
    return report;
  }

 private:
  static constexpr uint64_t kGreatest = 1024 * kMiB;
  template <class T>
  static T need(Result<T> result) {
    return bench::need(std::move(result));
  }
  bench::Program compile(const std::string& folder, const std::string& file) {
    return stage_.compile(file, bench::text_of(folder + "/" + file));
  }
  void row(const std::string& name, double value, const char* unit, json args = json::object()) {
    rows_.push_back({{"name", name}, {"value", value}, {"unit", unit}, {"args", std::move(args)}});
  }
  // Median of what the blocks counted, of three runs the last.
  double cycles_of(cuda::Function function, unsigned blocks, unsigned threads, uint32_t shared,
                   const std::vector<Value>& arguments) {
    for (int run = 0; run < 3; ++run)
      stage_.launch(function, {blocks, 1, 1}, {threads, 1, 1}, shared, arguments);
    std::vector<uint64_t> counts(blocks);
    need(stage_.context().download(std::as_writable_bytes(std::span(counts)), cycles_.address()));
    stage_.wait();
    std::ranges::nth_element(counts, counts.begin() + blocks / 2);
    return static_cast<double>(counts[blocks / 2]);
  }
  double microseconds(Caches caches, cuda::Function function, const Dim3& grid, const Dim3& block,
                      const std::vector<Value>& arguments, uint32_t shared = 0, int samples = 7) {
    return stage_
        .time(caches, samples, [&] { stage_.launch(function, grid, block, shared, arguments); })
        .median;
  }
  cuda::Function near(const std::string& kernel) { return stage_.function(near_, kernel); }
  cuda::Function far(const std::string& kernel) { return stage_.function(far_, kernel); }
  std::vector<uint64_t> make_ring(uint64_t bytes, uint64_t step, bool shuffled);
  double chase(const char* kernel, const std::vector<uint64_t>& ring, uint64_t bytes);
  void fill_ones(char type);
  void clock(const char* during, const std::function<void()>& work);
  void bandwidth(const std::string& mode, unsigned width, uint64_t bytes);

  bench::Stage stage_;
  bench::Program arithmetic_, near_, far_;
  unsigned sms_;
  cuda::DeviceMemory cycles_, small_, from_, to_;
  std::vector<double> clocks_;
  json rows_ = json::array();
};

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
  const int steps = std::clamp(whole, 4096, 65536) / 8 * 8;
  double last = 0;
  for (size_t part = 0; part < 3; ++part) last = run(part * static_cast<size_t>(steps), steps);
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
  constexpr uint32_t kShared = 48 * 1024;
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

// All multiprocessors full, over `bytes` in all, again and again where they fit into L2.
void Microbench::bandwidth(const std::string& mode, unsigned width, uint64_t bytes) {
  const int arrays = mode == "copy" ? 2 : mode == "two_to_one" ? 3 : 1;
  const uint64_t count = bytes / static_cast<uint64_t>(arrays) / width;
  const int passes = static_cast<int>(std::clamp<uint64_t>(kGreatest / bytes, 1, 256));
  const uint64_t other = from_.address() + kGreatest / 2;
  std::vector<Value> arguments;
  if (mode == "read") arguments = {from_.address(), count, passes, small_.address()};
  if (mode == "write") arguments = {to_.address(), count, passes};
  if (mode == "copy") arguments = {from_.address(), to_.address(), count, passes};
  if (mode == "two_to_one") arguments = {from_.address(), other, to_.address(), count, passes};
  const cuda::Function function =
      far(mode == "read" ? fmt::format("read_{}_4", width) : fmt::format("{}_{}", mode, width));
  const Dim3 grid{sms_ * 2, 1, 1}, block{1024, 1, 1};
  const double us = microseconds(Caches::warm, function, grid, block, arguments);
  const double moved = static_cast<double>(bytes) * passes;
  row("bandwidth", moved / us / 1000, "GB/s",
      {{"mode", mode},
       {"width", width},
       {"mib", static_cast<double>(bytes) / kMiB},
       {"passes", passes}});
}

void Microbench::bandwidths() {
  for (const uint64_t mib : {1u, 2u, 4u, 8u, 16u, 24u, 32u, 40u, 48u, 64u, 96u, 128u, 256u, 1024u})
    for (const unsigned width : {4u, 16u}) bandwidth("read", width, mib * kMiB);
  for (const char* mode : {"write", "copy", "two_to_one"})
    for (const uint64_t mib : {2u, 8u, 24u, 48u, 96u, 256u, 1024u})
      for (const unsigned width : {4u, 16u}) bandwidth(mode, width, mib * kMiB);
  // 8 bytes, one load in flight a thread.
  const double us = microseconds(Caches::warm, far("read_8_1"), {sms_ * 2, 1, 1}, {1024, 1, 1},
                                 {from_.address(), kGreatest / 8, 1, small_.address()});
  row("bandwidth", static_cast<double>(kGreatest) / us / 1000, "GB/s",
      {{"mode", "read"}, {"width", 8}, {"mib", 1024}, {"passes", 1}});
  clock("copies", [&] {
    stage_.launch(far("copy_16"), {sms_ * 2, 1, 1}, {1024, 1, 1}, 0,
                  std::vector<Value>{from_.address(), to_.address(), kGreatest / 16, 1});
  });
}

// Copies that begin without anything of theirs in L2: what a kernel costs beside its bytes.
void Microbench::cold_copies() {
  for (const double mib : {0.25, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0, 512.0})
    for (const char* mode : {"read_4_1", "write_4", "copy_4", "copy_16"})
      for (const Caches caches : {Caches::flushed, Caches::clean}) {
        const std::string kernel = mode;
        const unsigned width = kernel.ends_with("16") ? 16 : 4;
        const bool is_copy = kernel.starts_with("copy");
        const auto bytes = static_cast<uint64_t>(mib * kMiB);
        const uint64_t count = bytes / (is_copy ? 2 : 1) / width;
        std::vector<Value> arguments = {from_.address(), count, 1, small_.address()};
        if (kernel.starts_with("write")) arguments = {to_.address(), count, 1};
        if (is_copy) arguments = {from_.address(), to_.address(), count, 1};
        const auto blocks = static_cast<unsigned>((count + 255) / 256);
        const double us = microseconds(caches, far(kernel), {blocks, 1, 1}, {256, 1, 1}, arguments);
        row("cold", us, "us",
            {{"kernel", mode},
             {"mib", mib},
             {"caches", caches == Caches::clean ? "clean" : "flushed"},
             {"block", 256},
             {"elements a thread", 1}});
      }
}

// What is asked for at once: warps a multiprocessor, loads in flight a thread, bytes a load.
void Microbench::in_flight() {
  struct Case {
    const char* kernel;
    unsigned width, deep;
    bool is_copy;
  };
  constexpr Case kCases[] = {{"read_4_1", 4, 1, false},   {"read_4_4", 4, 4, false},
                             {"read_8_1", 8, 1, false},   {"read_16_1", 16, 1, false},
                             {"read_16_4", 16, 4, false}, {"copy_4", 4, 1, true},
                             {"copy_16", 16, 1, true}};
  for (const uint64_t mib : {uint64_t{1024}, stage_.device().l2_bytes / kMiB / 3})
    for (const Case& c : kCases)
      for (const unsigned warps : {1u, 2u, 4u, 8u, 16u, 32u, 64u}) {
        uint64_t bytes = mib * kMiB;
        const bool is_dram = mib == 1024;
        if (is_dram && warps < 8) bytes /= 8;
        const uint64_t count = bytes / (c.is_copy ? 2 : 1) / c.width;
        const int passes = is_dram ? 1 : 4;
        const Dim3 grid{warps > 32 ? 2 * sms_ : sms_, 1, 1}, block{32 * std::min(warps, 32u), 1, 1};
        std::vector<Value> arguments = {from_.address(), count, passes, small_.address()};
        if (c.is_copy) arguments = {from_.address(), to_.address(), count, passes};
        const double us = microseconds(Caches::warm, far(c.kernel), grid, block, arguments, 0, 3);
        row("in flight", static_cast<double>(bytes) * passes / us / 1000, "GB/s",
            {{"kernel", c.kernel},
             {"width", c.width},
             {"deep", c.deep},
             {"warps", warps},
             {"memory", is_dram ? "DRAM" : "L2"}});
      }
}

void Microbench::few_multiprocessors() {
  for (const bool is_dram : {true, false})
    for (const unsigned blocks : {1u, 2u, 4u, 8u, 16u, 33u, 66u, 99u, 132u}) {
      if (blocks > sms_) continue;
      const uint64_t bytes = is_dram ? uint64_t{16} * kMiB * blocks : 8 * kMiB;
      const int passes = is_dram ? 1 : 4;
      const uint64_t count = std::min(bytes, kGreatest) / 16;
      const Caches caches = is_dram ? Caches::clean : Caches::warm;
      const double us = microseconds(caches, far("read_16_4"), {blocks, 1, 1}, {1024, 1, 1},
                                     {from_.address(), count, passes, small_.address()}, 0, 3);
      row("few multiprocessors", static_cast<double>(count) * 16 * passes / us / 1000, "GB/s",
          {{"mode", "read"}, {"blocks of 1024", blocks}, {"memory", is_dram ? "DRAM" : "L2"}});
      const uint64_t half = is_dram ? count : count / 2;
      const double written = microseconds(caches, far("write_16"), {blocks, 1, 1}, {1024, 1, 1},
                                          {to_.address(), half, passes}, 0, 3);
      row("few multiprocessors", static_cast<double>(half) * 16 * passes / written / 1000, "GB/s",
          {{"mode", "write"}, {"blocks of 1024", blocks}, {"memory", is_dram ? "DRAM" : "L2"}});
    }
}

void Microbench::strides() {
  for (const uint64_t mib : {8u, 512u})
    for (const unsigned stride : {4u, 8u, 16u, 32u, 64u, 96u, 128u, 256u, 512u, 1024u, 4096u}) {
      const uint64_t count = mib * kMiB / stride;
      const auto blocks = static_cast<unsigned>((count + 255) / 256);
      const auto report = [&](const char* kernel, unsigned width, double us) {
        row("strided", us * 1000 / static_cast<double>(count), "ns an access of a lane",
            {{"kernel", kernel},
             {"width", width},
             {"stride", stride},
             {"mib", mib},
             {"lanes", count}});
      };
      report("read", 4,
             microseconds(Caches::warm, far("read_strided"), {blocks, 1, 1}, {256, 1, 1},
                          {from_.address(), count, stride, small_.address()}, 0, 5));
      report("write", 4,
             microseconds(Caches::warm, far("write_strided"), {blocks, 1, 1}, {256, 1, 1},
                          {to_.address(), count, stride}, 0, 5));
      for (const unsigned width : {8u, 16u})
        if (stride >= width)
          report("write", width,
                 microseconds(Caches::warm, far(fmt::format("write_strided_{}", width)),
                              {blocks, 1, 1}, {256, 1, 1}, {to_.address(), count, stride}, 0, 5));
    }
  for (const unsigned side : {1024u, 2048u, 4096u, 8192u})
    for (const Caches caches : {Caches::flushed, Caches::clean, Caches::warm})
      row("write columns",
          microseconds(caches, far("write_columns"), {side / 32, side / 32, 1}, {32, 32, 1},
                       {to_.address(), side}),
          "us",
          {{"side", side},
           {"caches", caches == Caches::warm    ? "warm"
                      : caches == Caches::clean ? "clean"
                                                : "flushed"}});
}

void Microbench::launches() {
  row("empty kernel, events", microseconds(Caches::flushed, far("empty"), {}, {}, {}), "us");
  row("empty kernel, one behind the other", microseconds(Caches::warm, far("empty"), {}, {}, {}),
      "us");
  for (const unsigned threads : {32u, 128u, 256u, 512u, 1024u})
    for (const unsigned blocks : {1u, 132u, 1000u, 10'000u, 100'000u, 1'000'000u})
      row("empty grid",
          microseconds(Caches::warm, far("empty"), {blocks, 1, 1}, {threads, 1, 1}, {}), "us",
          {{"blocks", blocks}, {"threads", threads}});
  for (const unsigned threads : {32u, 256u, 1024u})
    for (const uint32_t shared : {1024u, 8192u, 32768u})
      row("grid with shared memory",
          microseconds(Caches::warm, far("touch_shared"), {100'000, 1, 1}, {threads, 1, 1},
                       {small_.address()}, shared),
          "us", {{"blocks", 100'000}, {"threads", threads}, {"shared", shared}});
}

void Microbench::atomics() {
  constexpr const char* kPatterns[] = {"a warp to one", "side by side", "anywhere"};
  constexpr int kRounds = 4;
  for (const char* kernel : {"red_u32", "red_f32", "red_f64", "atom_u32"})
    for (int pattern = 0; pattern < 3; ++pattern)
      for (const uint32_t cells : {1u, 32u, 1024u, 16384u, 262144u, 16777216u}) {
        if (pattern == 0 && cells == 1) continue;
        const unsigned blocks = cells <= 32 ? sms_ : sms_ * 8;
        const double us = microseconds(
            Caches::warm, far(std::string("atomics_") + kernel), {blocks, 1, 1}, {256, 1, 1},
            {to_.address(), cells, pattern, kRounds, small_.address()}, 0, 3);
        const double updates = static_cast<double>(blocks) * 256 * kRounds;
        row("atomics", updates / us / 1000, "updates/ns",
            {{"kernel", kernel},
             {"pattern", kPatterns[pattern]},
             {"cells", cells},
             {"updates", updates}});
      }
  need(stage_.context().fill_bytes(to_.address(), 1, to_.bytes()));
}

}  // namespace

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
