#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "microbench.hpp"

// What all multiprocessors do together: L2 and DRAM, launches, atomics. Times come from events.
namespace warplab::bench {

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
  const double us = microseconds(Caches::warm, function, {grid, block}, arguments);
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
  const double us = microseconds(Caches::warm, far("read_8_1"), {{sms_ * 2, 1, 1}, {1024, 1, 1}},
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
        const double us =
            microseconds(caches, far(kernel), {{blocks, 1, 1}, {256, 1, 1}}, arguments);
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
        const double us = microseconds(Caches::warm, far(c.kernel), {grid, block}, arguments, 3);
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
      const double us = microseconds(caches, far("read_16_4"), {{blocks, 1, 1}, {1024, 1, 1}},
                                     {from_.address(), count, passes, small_.address()}, 3);
      row("few multiprocessors", static_cast<double>(count) * 16 * passes / us / 1000, "GB/s",
          {{"mode", "read"}, {"blocks of 1024", blocks}, {"memory", is_dram ? "DRAM" : "L2"}});
      const uint64_t half = is_dram ? count : count / 2;
      const double written = microseconds(caches, far("write_16"), {{blocks, 1, 1}, {1024, 1, 1}},
                                          {to_.address(), half, passes}, 3);
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
             microseconds(Caches::warm, far("read_strided"), {{blocks, 1, 1}, {256, 1, 1}},
                          {from_.address(), count, stride, small_.address()}, 5));
      report("write", 4,
             microseconds(Caches::warm, far("write_strided"), {{blocks, 1, 1}, {256, 1, 1}},
                          {to_.address(), count, stride}, 5));
      for (const unsigned width : {8u, 16u})
        if (stride >= width)
          report("write", width,
                 microseconds(Caches::warm, far(fmt::format("write_strided_{}", width)),
                              {{blocks, 1, 1}, {256, 1, 1}}, {to_.address(), count, stride}, 5));
    }
  for (const unsigned side : {1024u, 2048u, 4096u, 8192u})
    for (const Caches caches : {Caches::flushed, Caches::clean, Caches::warm})
      row("write columns",
          microseconds(caches, far("write_columns"), {{side / 32, side / 32, 1}, {32, 32, 1}},
                       {to_.address(), side}),
          "us",
          {{"side", side},
           {"caches", caches == Caches::warm    ? "warm"
                      : caches == Caches::clean ? "clean"
                                                : "flushed"}});
}

void Microbench::launches() {
  row("empty kernel, events", microseconds(Caches::flushed, far("empty"), {}, {}), "us");
  row("empty kernel, one behind the other", microseconds(Caches::warm, far("empty"), {}, {}), "us");
  for (const unsigned threads : {32u, 128u, 256u, 512u, 1024u})
    for (const unsigned blocks : {1u, 132u, 1000u, 10'000u, 100'000u, 1'000'000u})
      row("empty grid",
          microseconds(Caches::warm, far("empty"), {{blocks, 1, 1}, {threads, 1, 1}}, {}), "us",
          {{"blocks", blocks}, {"threads", threads}});
  for (const unsigned threads : {32u, 256u, 1024u})
    for (const uint32_t shared : {1024u, 8192u, 32768u})
      row("grid with shared memory",
          microseconds(Caches::warm, far("touch_shared"),
                       {{100'000, 1, 1}, {threads, 1, 1}, shared}, {small_.address()}),
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
            Caches::warm, far(std::string("atomics_") + kernel), {{blocks, 1, 1}, {256, 1, 1}},
            {to_.address(), cells, pattern, kRounds, small_.address()}, 3);
        const double updates = static_cast<double>(blocks) * 256 * kRounds;
        row("atomics", updates / us / 1000, "updates/ns",
            {{"kernel", kernel},
             {"pattern", kPatterns[pattern]},
             {"cells", cells},
             {"updates", updates}});
      }
  need(stage_.context().fill_bytes(to_.address(), 1, to_.bytes()));
}

}  // namespace warplab::bench
