#include <doctest/doctest.h>

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "observe/pairs.hpp"
#include "words/text.hpp"

using namespace warplab;
using namespace warplab::sim_observe;

namespace {

std::string text_of(const sim::Report& report) {
  std::string text;
  for (const sim::Finding& f : report.findings)
    text += fmt::format("{} line {} with {} x{}: {}\n", sim::name_of(f.kind), f.line, f.other_line,
                        f.count, words::text_of(f));
  return text;
}

bool matters(const sim::Finding& f) { return f.kind != sim::FindingKind::note; }

std::vector<sim::Options> all_ways() {
  std::vector<sim::Options> ways;
  for (const bool exact : {false, true})
    for (const uint64_t seed : {0, 1, 2}) {
      sim::Options o;
      o.always_exact = exact;
      o.schedule = sim::Schedule::numbered(seed);
      o.threads = seed == 1 ? 2 : 1;
      ways.push_back(o);
    }
  return ways;
}

}  // namespace

TEST_CASE("the wrong kernel of each pair has the expected finding at its lines, and no other") {
  for (const Pair& pair : load_pairs()) {
    CAPTURE(pair.name);
    for (const sim::Options& o : all_ways()) {
      CAPTURE(o.always_exact);
      CAPTURE(sim::name_of(o.schedule));
      const sim::Report report = run(pair, "racy", o);
      const std::string text = text_of(report);
      CAPTURE(text);
      CHECK(report.completed);
      bool found = false;
      for (const sim::Finding& f : report.findings) {
        found |= sim::name_of(f.kind) == pair.expected && f.line == pair.first_line &&
                 f.other_line == pair.second_line;
        if (matters(f)) CHECK(sim::name_of(f.kind) == pair.expected);
      }
      CHECK(found);
    }
  }
}

TEST_CASE("the right kernel of each pair has no finding, whatever the order of its threads") {
  for (const Pair& pair : load_pairs()) {
    CAPTURE(pair.name);
    for (const sim::Options& o : all_ways()) {
      CAPTURE(o.always_exact);
      CAPTURE(sim::name_of(o.schedule));
      const sim::Report report = run(pair, "fixed", o);
      const std::string text = text_of(report);
      CAPTURE(text);
      CHECK(report.completed);
      CHECK(std::ranges::none_of(report.findings, matters));
    }
  }
}

TEST_CASE("a shuffle that reads a lane which is not there is told which of the reasons it is") {
  const std::pair<std::string, std::string> reasons[] = {
      {"shuffle_beyond_the_warp", "the block has no thread for that lane"},
      {"shuffle_from_a_thread_that_left", "that lane has ended before"},
      {"shuffle_outside_of_the_mask", "that lane is not in the mask"},
      {"shuffle_between_groups", "that lane is not in the mask"}};
  for (const Pair& pair : load_pairs())
    for (const auto& [name, reason] : reasons) {
      if (pair.name != name) continue;
      const std::string text = text_of(run(pair, "racy", {}));
      CAPTURE(pair.name);
      CAPTURE(text);
      CHECK(text.find(reason) != std::string::npos);
      for (const auto& [other, another] : reasons)
        if (another != reason) CHECK(text.find(another) == std::string::npos);
    }
}

TEST_CASE("the steps of a sum may need a barrier or an atomic, and a race in a block names both") {
  const auto racy = [](std::string_view name) {
    for (const Pair& pair : load_pairs())
      if (pair.name == name) return text_of(run(pair, "racy", {}));
    return std::string();
  };
  const std::string cleared = racy("cleared_by_another");
  CAPTURE(cleared);
  CHECK(cleared.find("nothing to order them. If one comes after the other, put a __syncthreads() "
                     "between them; if both add to it, use atomicAdd()") != std::string::npos);
  const std::string counted = racy("histogram");
  CAPTURE(counted);
  CHECK(counted.find("nothing to order them. If both add to it, use atomicAdd() or another atomic; "
                     "if one comes after the other, read into a variable first") !=
        std::string::npos);
  const std::string tiles = racy("racy_tiles");  // the barrier in the loop is seen between them
  CAPTURE(tiles);
  CHECK(
      tiles.find("The __syncthreads() on line 12 orders only one way: put one more behind line") !=
      std::string::npos);
  const std::string lanes = racy("half_warps");
  CAPTURE(lanes);
  CHECK(lanes.find("The barrier on line 10 does not order them: not both of them take part") !=
        std::string::npos);
  const std::string summed = racy("warp_synchronous");  // one line reads and writes
  CAPTURE(summed);
  CHECK(summed.find("Read into a variable first, then __syncwarp(), then write") !=
        std::string::npos);
  const std::string blocks = racy("sum_across_blocks");  // no barrier is for different blocks
  CAPTURE(blocks);
  CHECK(blocks.find("Update it with atomicAdd()") != std::string::npos);
  CHECK(blocks.find("__syncthreads()") == std::string::npos);
}

TEST_CASE("who reads, changes and stores an element is told of an atomic, in however many steps") {
  const auto racy = [](std::string_view name) {
    for (const Pair& pair : load_pairs())
      if (pair.name == name) return text_of(run(pair, "racy", {}));
    return std::string();
  };
  const std::string steps = racy("updated_in_steps");
  CAPTURE(steps);
  CHECK(steps.find("Line 8 reads it and line 10 stores what comes of that") != std::string::npos);
  CHECK(steps.find("let atomicAdd() or another atomic do all of it in one step") !=
        std::string::npos);
  const std::string lanes = racy("added_by_lanes");
  CAPTURE(lanes);
  CHECK(lanes.find("Update it with atomicAdd() or another atomic") != std::string::npos);
  CHECK(lanes.find("an element of its own") == std::string::npos);
  // The plain access beside an atomic is one before it or one behind it.
  const std::string before = racy("exchanged_with_a_sum");
  CAPTURE(before);
  CHECK(before.find("atomicAdd(&x, value) adds to what is there") != std::string::npos);
  CHECK(before.find("has stored its result already") == std::string::npos);
  // No update: every thread has an element of its own, but for those that run into the next row.
  const std::string rows = racy("rows_without_an_end");
  CAPTURE(rows);
  CHECK(rows.find("do threads beyond the end of a row leave it alone?") != std::string::npos);
  CHECK(rows.find("atomic") == std::string::npos);
}

TEST_CASE("that stores of one value do no harm is not said where somebody reads what they store") {
  for (const Pair& pair : load_pairs()) {
    if (pair.name != "stored_alike_and_read") continue;
    const auto is_note = [](const sim::Finding& f) { return !matters(f); };
    const sim::Report read = run(pair, "racy", {}), unread = run(pair, "fixed", {});
    CHECK_FALSE(std::ranges::any_of(read.findings, is_note));
    CHECK(std::ranges::any_of(unread.findings, is_note));
  }
}

TEST_CASE("what is wrong with accesses of other sizes is told with both") {
  for (const Pair& pair : load_pairs())
    if (pair.name == "halves_of_a_word")
      CHECK(text_of(run(pair, "racy", {})).find("one with 2 bytes and the other with 4") !=
            std::string::npos);
}
