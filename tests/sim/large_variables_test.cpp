// Variables outside of functions that are large: in which units they are looked at, and what is
// cleared between launches.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "ptx/parser.hpp"
#include "sim/device/sparse_pages.hpp"
#include "sim/run/run.hpp"
#include "sim/run/written_memory.hpp"
#include "sim/simulate.hpp"
#include "sim/work.hpp"
#include "words/text.hpp"

using namespace warplab;

namespace {

constexpr uint32_t kTableThreads = 65536;

// A kernel over a table that is declared as PTX declares every array: as bytes. %a is the place of
// this thread's word in it, %o that in the buffer, %n the thread's number.
ptx::Module table_module(const std::string& alignment, const std::string& steps) {
  auto module = ptx::parse(fmt::format(R"(.version 8.0
.target sm_80
.address_size 64
.global {}.b8 table[{}];
.visible .entry k(.param .u64 data) {{
  .reg .b32 %n, %t, %old;
  .reg .b64 %d, %w, %a, %o, %b;
  .reg .pred %p;
  ld.param.u64 %d, [data];
  mov.u32 %n, %ctaid.x;
  mov.u32 %t, %tid.x;
  mad.lo.u32 %n, %n, 256, %t;
  mul.wide.u32 %w, %n, 4;
  mov.u64 %a, table;
  add.u64 %a, %a, %w;
  add.u64 %o, %d, %w;
  mul.wide.u32 %b, %n, 1;
  {}
  ret;
}})",
                                       alignment, 4 * kTableThreads, steps));
  REQUIRE_MESSAGE(module, (module ? "" : module.error()));
  return std::move(*module);
}

struct TableRun {
  std::vector<uint32_t> words = std::vector<uint32_t>(kTableThreads, 9);
  std::vector<sim::Buffer> buffers;
  std::vector<sim::Launch> launches;
  sim::Options options;

  explicit TableRun(size_t times) {
    sim::Buffer b;
    b.name = "data";
    b.element = sim::ElementType::u32;
    b.shape = {kTableThreads};
    b.bytes = std::as_writable_bytes(std::span(words));
    b.initialized = true;
    buffers.push_back(b);
    sim::Launch launch;
    launch.kernel = "k";
    launch.grid = {kTableThreads / 256, 1, 1};
    launch.block = {256, 1, 1};
    launch.arguments.push_back({.buffer = 0, .value = {}});
    launches.assign(times, launch);
  }
};

uint32_t unit_of_table(const std::string& alignment, const std::string& steps) {
  TableRun data(1);
  const ptx::Module module = table_module(alignment, steps);
  sim::Run run(module, data.buffers, data.launches, data.options);
  REQUIRE(sim::prepare(run, sim::Passes::one));
  const auto& allocations = run.addresses.allocations();
  const sim::GlobalTracking tracking =
      sim::make_tracking(run, std::vector<bool>(allocations.size()));
  for (const sim::TrackedAllocation& t : tracking.allocations)
    if (t.allocation->name == "table") return t.unit_shift;
  return 99;
}

const std::string kUpdateOfTable = "atom.global.add.u32 %old, [%a], 1; st.global.u32 [%o], %old;";
const std::string kReadByte = "ld.global.u8 %t, [%o]; ";

}  // namespace

TEST_CASE("an array of words is looked at in words, unless something writes less than a word") {
  CHECK(unit_of_table(".align 4 ", kUpdateOfTable) == 2);
  CHECK(unit_of_table(".align 16 ", kUpdateOfTable) == 2);
  // Who reads a byte reads of a word that is written whole or not at all.
  CHECK(unit_of_table(".align 4 ", kReadByte + kUpdateOfTable) == 2);
  CHECK(unit_of_table(".align 4 ", kUpdateOfTable + "st.global.u8 [%o], %old;") == 0);
  CHECK(unit_of_table(".align 4 ", kUpdateOfTable + "st.global.u16 [%o], %old;") == 1);
  CHECK(unit_of_table(".align 4 ", kUpdateOfTable + "st.u8 [%o], %old;") == 0);
  CHECK(unit_of_table(".align 2 ", kUpdateOfTable) == 1);
  CHECK(unit_of_table("", kUpdateOfTable) == 0);
}

TEST_CASE("bytes of one word that are different threads' own are no race") {
  const std::string own_byte =
      "mov.u64 %a, table; add.u64 %a, %a, %b; st.global.u8 [%a], %n; ld.global.u8 %old, [%a];"
      " st.global.u32 [%o], %old;";
  TableRun data(2);
  const auto report =
      sim::simulate(table_module(".align 4 ", own_byte), data.buffers, data.launches, data.options);
  REQUIRE_MESSAGE(report, (report ? "" : words::text_of(report.why().says)));
  CHECK(report->findings.empty());
  CHECK(data.words[511] == 255);
}

TEST_CASE("threads that meet in a byte of a word have a race") {
  // Thread n writes its word, and reads the first byte of the one behind it.
  const std::string meets =
      "st.global.u32 [%a], %n; ld.global.u8 %old, [%a+4]; st.global.u32 [%o], %old;";
  TableRun data(1);
  const auto report =
      sim::simulate(table_module(".align 4 ", meets), data.buffers, data.launches, data.options);
  REQUIRE_MESSAGE(report, (report ? "" : words::text_of(report.why().says)));
  CHECK(std::any_of(report->findings.begin(), report->findings.end(),
                    [](const sim::Finding& f) { return f.kind == sim::FindingKind::race; }));
}

TEST_CASE("a table that is used everywhere is zero in every launch, and its pages stay") {
  TableRun data(3);
  const ptx::Module module = table_module(".align 4 ", kUpdateOfTable);
  const auto report = sim::simulate(module, data.buffers, data.launches, data.options);
  REQUIRE_MESSAGE(report, (report ? "" : words::text_of(report.why().says)));
  CHECK(report->findings.empty());
  CHECK(std::all_of(data.words.begin(), data.words.end(), [](uint32_t w) { return w == 0; }));

  sim::Run run(module, data.buffers, data.launches, data.options);
  REQUIRE(sim::prepare(run, sim::Passes::one));
  const auto& allocations = run.addresses.allocations();
  sim::GlobalTracking tracking = sim::make_tracking(run, std::vector<bool>(allocations.size()));
  const auto table = std::find_if(tracking.allocations.begin(), tracking.allocations.end(),
                                  [](const auto& t) { return t.allocation->name == "table"; });
  REQUIRE(table != tracking.allocations.end());
  // What host threads have touched of it, of 64 words every `step`.
  const auto launch = [&](size_t step) {
    sim::RunnerTracking touched;
    touched.allocations.resize(tracking.allocations.size());
    auto& mine = touched.allocations[static_cast<size_t>(table->allocation->number)];
    mine.updated = true;
    mine.atomically = sim::ZeroPages((table->units / 64 + 2) * 8);
    for (size_t word = 0; word < table->units / 64; word += step)
      mine.atomically.as<uint64_t>()[word] = 1;
    std::vector<sim::RunnerTracking> all;
    all.push_back(std::move(touched));
    sim::remember_written(tracking, all);
    return table->allocation->much_used;
  };
  sim::renew_cells(tracking);
  uint32_t* const cells = table->writer.as<uint32_t>();
  cells[4711] = 5;
  CHECK(launch(16));  // each page of the cells
  sim::renew_cells(tracking);
  CHECK(table->writer.as<uint32_t>() == cells);
  CHECK(cells[4711] == 0);
  CHECK_FALSE(launch(64));  // every fourth
}

TEST_CASE("pages of a large variable that the host has to make are work") {
  const auto work = [](const std::string& steps) {
    TableRun data(1);
    const auto report =
        sim::simulate(table_module(".align 4 ", steps), data.buffers, data.launches, data.options);
    REQUIRE_MESSAGE(report, (report ? "" : words::text_of(report.why().says)));
    return report->swept_work;
  };
  // 64 of 1024 words each, and one for what is behind them.
  constexpr uint64_t kPages = 65, kOneByOne = kPages / 4;
  constexpr uint64_t kAll =
      kOneByOne * sim::kWorkOfNewPage + (kPages - kOneByOne) * sim::kWorkOfNewPage / 4;
  CHECK(work(kUpdateOfTable) == kAll);
  CHECK(work("st.global.u32 [%a], %n;") == kAll);
  CHECK(work("setp.ge.u32 %p, %n, 2048; @%p bra DONE; st.global.u32 [%a], %n; DONE:") ==
        2 * sim::kWorkOfNewPage);
  CHECK(work("st.global.u32 [%o], %n;") == 0);
}

TEST_CASE("a page that was made at once holds what was there before, and zeros elsewhere") {
  constexpr size_t kBytes = 256 * 1024;
  const sim::ZeroPages pages = sim::sparse_pages(kBytes);
  auto* const bytes = pages.as<std::byte>();
  bytes[5] = std::byte{7};
  bytes[kBytes - 1] = std::byte{9};
  sim::populate(bytes, kBytes);
  CHECK(bytes[5] == std::byte{7});
  CHECK(bytes[kBytes - 1] == std::byte{9});
  CHECK(std::count(bytes, bytes + kBytes, std::byte{0}) == kBytes - 2);
  CHECK_FALSE(sim::populate(bytes + 100, 200));  // no whole page
}
