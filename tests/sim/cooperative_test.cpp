// Cooperative launches: what the whole grid's barrier orders, and who may not have one.
#include <doctest/doctest.h>

#include <cstring>
#include <string>
#include <vector>

#include "contains.hpp"
#include "corpus/corpus.hpp"
#include "ptx/parser.hpp"
#include "sim/simulate.hpp"
#include "words/text.hpp"

using namespace warplab;
using sim::FindingKind;
using test::contains;

namespace {

struct GridRun {
  Result<sim::Report, sim::Refusal> report;
  std::vector<int> out;
};

// The corpus' grid_sync: `change` is applied to its PTX and its launch.
template <class Change>
GridRun run_grid_sync(const Change& change) {
  auto entry = sim_corpus::load("grid_sync");
  REQUIRE(entry);
  sim::Launch launch = entry->launches.at(0);
  std::string text = *sim_corpus::ptx(*entry, "sm_80");
  uint64_t threads = launch.grid.volume() * launch.block.volume();
  change(text, launch);
  threads = std::max(threads, launch.grid.volume() * launch.block.volume());
  const auto module = ptx::parse(text);
  REQUIRE_MESSAGE(module, (module ? "" : module.error()));
  std::vector<std::vector<std::byte>> memory(2, std::vector<std::byte>(4 * threads));
  std::vector<sim::Buffer> buffers(2);
  for (size_t k = 0; k < 2; ++k) {
    buffers[k].name = k == 0 ? "a" : "out";
    buffers[k].element = sim::ElementType::i32;
    buffers[k].shape = {threads};
    buffers[k].bytes = memory[k];
  }
  sim::Options options;
  options.student_file = "grid_sync.cu";
  GridRun ran{sim::simulate(*module, buffers, std::span(&launch, 1), options),
              std::vector<int>(threads)};
  std::memcpy(ran.out.data(), memory[1].data(), memory[1].size());
  return ran;
}

}  // namespace

TEST_CASE("what a thread stored before grid.sync() every other one sees behind it") {
  const GridRun ran = run_grid_sync([](std::string&, sim::Launch&) {});
  REQUIRE(ran.report);
  CHECK(ran.report->completed);
  CHECK(ran.report->races_checked);
  for (const sim::Finding& f : ran.report->findings) FAIL_CHECK(words::text_of(f));
  CHECK(ran.out[0] == 7 * 2 + 5);
}

TEST_CASE("a launch that is not cooperative traps at grid.sync(), and is told what to write") {
  const GridRun ran = run_grid_sync([](std::string&, sim::Launch& l) { l.cooperative = false; });
  REQUIRE(ran.report);
  CHECK_FALSE(ran.report->completed);
  REQUIRE(ran.report->findings.size() == 1);
  const sim::Finding& found = ran.report->findings[0];
  CHECK(found.kind == FindingKind::trap);
  CHECK(found.line == 11);
  CHECK(contains(words::text_of(found), "in a launch that is not cooperative"));
  CHECK(contains(words::text_of(found), "cooperative = true"));
}

TEST_CASE("a cooperative grid has as many blocks as the largest GPU holds at a time, and no more") {
  const auto launched = [](uint32_t blocks, uint32_t threads, uint32_t shared) {
    return run_grid_sync([&](std::string&, sim::Launch& l) {
      l.grid = {blocks, 1, 1};
      l.block = {threads, 1, 1};
      l.dynamic_shared_bytes = shared;
    });
  };
  CHECK(launched(320, 1024, 0).report);
  CHECK(launched(5120, 1, 0).report);
  CHECK(launched(160, 32, 200 * 1024).report);
  for (const GridRun& ran :
       {launched(321, 1024, 0), launched(5121, 1, 0), launched(161, 32, 200 * 1024)}) {
    REQUIRE_FALSE(ran.report);
    CHECK(contains(words::text_of(ran.report.why().says), "cannot be launched cooperatively"));
  }
}

TEST_CASE("without grid.sync() in between the same kernel has a race") {
  const GridRun ran = run_grid_sync([](std::string& text, sim::Launch&) {
    const std::string from = "atom.add.release.gpu.u32", to = "atom.add.relaxed.gpu.u32";
    for (size_t at = 0; (at = text.find(from, at)) != std::string::npos;)
      text.replace(at, from.size(), to);
  });
  REQUIRE(ran.report);
  REQUIRE_FALSE(ran.report->findings.empty());
  CHECK(ran.report->findings[0].kind == FindingKind::race);
}
