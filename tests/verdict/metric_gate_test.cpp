#include "verdict/judge/metric_gate.hpp"

#include "made_up.hpp"

using namespace warplab;
using made_up::counted;
using made_up::loads;
using made_up::metric_gate;
using sim::Counter;
using verdict::judge_metric;
using verdict::Status;

namespace {

const char* const kLoadRatio = "global.load.sectors / global.load.requests";

}  // namespace

TEST_CASE("a ratio at its limit passes and one beyond it fails") {
  const auto gate = metric_gate("coalesced", kLoadRatio, 4.0);
  const auto at = judge_metric(gate, counted({{12, loads(100, 400)}}));
  CHECK(at.status == Status::pass);
  CHECK(at.value == 4);
  CHECK(judge_metric(gate, counted({{12, loads(100, 401)}})).status == Status::fail);
}

TEST_CASE("a minimum is kept from below") {
  const auto gate = metric_gate("wide loads", kLoadRatio, {}, 16.0);
  const auto narrow = judge_metric(gate, counted({{12, loads(100, 400)}}));
  CHECK(narrow.status == Status::fail);
  CHECK(narrow.limit == 16);
  CHECK(narrow.limit_is_minimum);
  CHECK(verdict::text_of(narrow) ==
        "global.load.sectors / global.load.requests is 4 and must be at least 16; "
        "line 12 contributes most.");
  CHECK(judge_metric(gate, counted({{12, loads(100, 1600, 512)}})).status == Status::pass);
}

TEST_CASE("of two limits the one that is broken is shown") {
  const auto gate = metric_gate("between", kLoadRatio, 8.0, 2.0);
  CHECK(judge_metric(gate, counted({{1, loads(10, 10)}})).limit == 2);
  CHECK(judge_metric(gate, counted({{1, loads(10, 90)}})).limit == 8);
  CHECK(judge_metric(gate, counted({{1, loads(10, 40)}})).status == Status::pass);
}

TEST_CASE("a ratio of what never happened is not checked") {
  const auto result = judge_metric(metric_gate("coalesced", kLoadRatio, 4.5), counted({}));
  CHECK(result.status == Status::not_checked);
  CHECK_FALSE(result.value);
  CHECK(verdict::text_of(result) ==
        "Not checked: the kernel has no reads of global memory to look at.");
}

TEST_CASE("with a wrong answer a good count proves nothing, and a bad one still fails") {
  const auto gate = metric_gate("coalesced", kLoadRatio, 4.5);
  auto good = counted({{12, loads(100, 400)}}), bad = counted({{12, loads(100, 3200)}});
  good.correct = bad.correct = false;
  const auto not_proved = judge_metric(gate, good);
  CHECK(not_proved.status == Status::not_checked);
  CHECK(not_proved.value == 4);
  CHECK(verdict::text_of(not_proved) ==
        "Not checked: the answer is wrong at n 2048, seed 1, so the counters of that run prove "
        "nothing.");
  CHECK(judge_metric(gate, bad).status == Status::fail);
}

TEST_CASE("wasted bytes are said in bytes") {
  const auto result =
      judge_metric(metric_gate("coalesced", kLoadRatio, 4.5), counted({{12, loads(100, 3200)}}));
  CHECK(result.line == 12);
  CHECK(verdict::text_of(result) ==
        "Line 12 loads 128 bytes and moves 1024: 12.5 % of it is useful.");
}

TEST_CASE("of several lines the one that spoils the ratio is blamed, not the busiest") {
  const auto result = judge_metric(
      metric_gate("coalesced", kLoadRatio, 4.5),
      counted({{12, loads(10000, 40000)}, {15, loads(1000, 32000)}, {0, loads(9, 9)}}));
  CHECK(result.status == Status::fail);
  CHECK(result.line == 15);
}

TEST_CASE("a line that does what the metric divides by is not blamed for it") {
  sim::Counters stores;
  stores[Counter::global_store_requests] = 10;
  stores[Counter::global_store_sectors] = 40;
  const auto gate = metric_gate("reads", "global.load.sectors / global.store.sectors", 4.5);
  CHECK(judge_metric(gate, counted({{12, loads(100, 400)}, {15, stores}})).line == 12);
  const auto more = metric_gate("reads", "global.load.sectors / global.store.sectors", {}, 16.0);
  CHECK(judge_metric(more, counted({{12, loads(100, 400)}, {15, stores}})).line == 15);
}

TEST_CASE("a value that misses its limit by a hair does not read like the limit") {
  const auto gate = metric_gate("coalesced", kLoadRatio, 4.0);
  const auto result = judge_metric(gate, counted({{0, loads(1000000, 4000001)}}));
  CHECK(result.status == Status::fail);
  CHECK(verdict::text_of(result) ==
        "global.load.sectors / global.load.requests is 4.000001 and may be at most 4.");
  const auto wasted = judge_metric(gate, counted({{12, loads(1000000, 4000001)}}));
  CHECK(verdict::text_of(wasted) ==
        "Line 12 loads 128 bytes and moves 128.00003: 99.99998 % of it is useful.");
}

TEST_CASE("of lines that spoil it alike the first is blamed") {
  CHECK(judge_metric(metric_gate("coalesced", kLoadRatio, 4.5),
                     counted({{12, loads(100, 3200)}, {15, loads(100, 3200)}}))
            .line == 12);
}

TEST_CASE("a broadcast is no waste, so the sentence is the plain one") {
  const auto result = judge_metric(metric_gate("few loads", "global.load.sectors", 10.0),
                                   counted({{7, loads(100, 100)}}));
  CHECK(verdict::text_of(result) ==
        "global.load.sectors is 100 and may be at most 10; line 7 contributes most.");
}

TEST_CASE("bank conflicts are said in passes") {
  sim::Counters reads;
  reads[Counter::shared_load_requests] = 64;
  reads[Counter::shared_load_wavefronts] = 64 * 32;
  reads[Counter::shared_load_bank_conflicts] = 64 * 31;
  const auto result = judge_metric(metric_gate("no conflicts", "shared.load.bank_conflicts", 0.0),
                                   counted({{20, reads}, {12, loads(64, 256)}}));
  CHECK(result.line == 20);
  CHECK(verdict::text_of(result) ==
        "Line 20: its reads of shared memory take 32 passes each instead of 1, "
        "because of bank conflicts.");
}

TEST_CASE("an instructor's sentence is filled in") {
  auto gate = metric_gate("coalesced", kLoadRatio, 4.5);
  gate.ideal = 4;
  gate.message = "Line {line}: {value} sectors instead of {ideal} ({limit} allowed).";
  CHECK(verdict::text_of(judge_metric(gate, counted({{12, loads(100, 3200)}}))) ==
        "Line 12: 32 sectors instead of 4 (4.5 allowed).");
}

TEST_CASE("an instructor's sentence that speaks of an unknown line gives way to ours") {
  auto gate = metric_gate("few", "global.load.requests", 10.0);
  gate.message = "Line {line} does it.";
  CHECK(verdict::text_of(judge_metric(gate, counted({{0, loads(100, 400)}}))) ==
        "global.load.requests is 100 and may be at most 10.");
}

TEST_CASE("a gate on one launch sees all repetitions of that launch and no other") {
  auto gate = metric_gate("few loads", "global.load.requests", 20.0);
  gate.launch = 1;
  auto run = counted({{12, loads(1000, 4000)}});
  run.launches = {made_up::launch({{12, loads(970, 3880)}}, "first", "a", 0)};
  for (int i = 0; i < 3; ++i)
    run.launches.push_back(made_up::launch({{12, loads(10, 40)}}, "second", "b", 1));
  CHECK(judge_metric(gate, run).value == 30);
  CHECK(judge_metric(gate, run).status == Status::fail);
  gate.max = 30;
  CHECK(judge_metric(gate, run).status == Status::pass);
}

TEST_CASE("a limit may be an amount that the sizes imply, and is shown as a number") {
  auto gate = metric_gate("few sectors", "global.load.sectors", {});
  const exercise::MetricScope scope{{"n"}, {"a"}};
  gate.max_amount = *exercise::MetricExpression::parse("1.25 * a.bytes / 32", scope);
  gate.ideal_amount = *exercise::MetricExpression::parse("a.bytes / 32", scope);
  auto run = counted({{12, loads(100, 500)}});
  run.values = {{"n", 3200}, {"a.elements", 3200}, {"a.bytes", 12800}};
  const auto at = judge_metric(gate, run);
  CHECK(at.status == Status::pass);
  CHECK(at.limit == 500);
  CHECK(at.ideal == 400);
  CHECK_FALSE(at.limit_is_minimum);
  run.values["a.bytes"] = 12768;
  CHECK(judge_metric(gate, run).status == Status::fail);
}

TEST_CASE("what the busiest warp makes too much of is blamed on the line with most instructions") {
  auto gate =
      metric_gate("every warp its share", "busiest_warp.instructions * 8 / warp_instructions", {});
  gate.max = 3;
  sim::Counters few, many;
  few[Counter::warp_instructions] = 100;
  many[Counter::warp_instructions] = 700;
  auto run = counted({{11, few}, {12, many}});
  run.launches[0].total[Counter::busiest_warp] = 500;  // of 800, by one of eight warps
  const auto told = judge_metric(gate, run);
  CHECK(told.status == Status::fail);
  CHECK(told.value == 5);
  CHECK(told.line == 12);
  // Who draws its work from a counter is told where; nobody else is.
  const std::string draws =
      "If threads draw their work on line 4, the first may draw nearly all of it";
  CHECK(verdict::text_of(judge_metric(gate, run)).find(draws) == std::string::npos);
  run.order_line = 4;
  CHECK(verdict::text_of(judge_metric(gate, run)).find(draws) != std::string::npos);
  run.launches[0].total[Counter::busiest_warp] = 120;
  CHECK(judge_metric(gate, run).status == Status::pass);
}

TEST_CASE("registers that did not suffice are told as such, and an array with its line") {
  auto gate = metric_gate("no detour by local memory", "local.sectors + spilled.sectors", {});
  gate.max = 10;
  gate.message = "Line {line} moves {value} sectors.";
  sim::Counters array;
  array[Counter::local_sectors] = 4;
  auto run = counted({{11, array}});
  CHECK(judge_metric(gate, run).status == Status::pass);
  run.launches[0].lines[11][Counter::local_sectors] = 40;
  run.launches[0].total[Counter::local_sectors] = 40;
  CHECK(verdict::text_of(judge_metric(gate, run)) == "Line 11 moves 40 sectors.");
  run = counted({{11, {}}});
  run.launches[0].total[Counter::spilled_sectors] = 96;
  const auto told = judge_metric(gate, run);
  CHECK(told.status == Status::fail);
  CHECK(told.line == 0);
  CHECK(verdict::text_of(told).starts_with("The registers of a thread do not suffice"));
  CHECK(verdict::text_of(told).find("96 sectors") != std::string::npos);
}

TEST_CASE("instructions are compared with the reference's, launch by launch") {
  auto gate = metric_gate("no burnt instructions", "warp_instructions", {});
  gate.max_amount = *exercise::MetricExpression::parse("2 * reference.warp_instructions");
  sim::Counters counters;
  counters[Counter::warp_instructions] = 300;
  auto run = counted({{12, counters}});
  const auto without = judge_metric(gate, run);  // the reference has not been run
  CHECK(without.status == Status::not_checked);
  CHECK(verdict::text_of(without) ==
        "Not checked: its limit, 2 * reference.warp_instructions, cannot be computed for this "
        "kernel.");
  counters[Counter::warp_instructions] = 150;
  run.launches[0].reference = counters;
  CHECK(judge_metric(gate, run).status == Status::pass);
  (*run.launches[0].reference)[Counter::warp_instructions] = 149;
  const auto too_many = judge_metric(gate, run);
  CHECK(too_many.status == Status::fail);
  CHECK(too_many.limit == 298);
  run.launches.push_back(run.launches[0]);
  run.launches[1].spec = 1;
  run.launches[1].reference = counters;
  gate.launch = 1;  // the second alone is within its reference's limit
  CHECK(judge_metric(gate, run).status == Status::pass);
}

TEST_CASE("instructions that count as many are told as such, and others are not") {
  auto gate = metric_gate("no busywork", "weighted_instructions", {});
  gate.max = 40;
  sim::Counters plain, fence;
  plain[Counter::warp_instructions] = plain[Counter::weighted_instructions] = 30;
  fence[Counter::warp_instructions] = 2;
  fence[Counter::weighted_instructions] = 33;
  const auto told = judge_metric(gate, counted({{5, plain}, {7, fence}}));
  CHECK(told.status == Status::fail);
  CHECK(told.line == 7);
  CHECK(verdict::text_of(told).find("Line 7 has 2 of them, counted as 33: some take as long as") !=
        std::string::npos);
  plain[Counter::warp_instructions] = plain[Counter::weighted_instructions] = 50;
  const auto simple = judge_metric(gate, counted({{5, plain}, {7, fence}}));
  CHECK(simple.line == 5);
  CHECK(verdict::text_of(simple).find("count as") == std::string::npos);
}

TEST_CASE("a gate over one buffer looks at that buffer, and blames the line that goes to it") {
  auto gate = metric_gate("few reads of a", "global.load.sectors", {});
  gate.expression = *exercise::MetricExpression::parse("a.sectors", {{}, {"a", "b"}});
  gate.max = 50;
  // Line 3 moves most, and none of it belongs to a.
  auto run = counted({{3, loads(100, 900)}, {8, loads(10, 60)}, {9, loads(10, 20)}});
  run.buffer_names = {"a", "b"};
  sim::BufferCounters many, some, few;
  many[sim::BufferCounter::sectors] = 900;
  some[sim::BufferCounter::sectors] = 40;
  few[sim::BufferCounter::sectors] = 20;
  sim::BufferTraffic a, b;
  a.lines = {{8, some}, {9, few}};
  a.total = some;
  a.total += few;
  b.lines = {{3, many}};
  b.total = many;
  run.launches[0].traffic.buffers = {a, b};
  const auto result = judge_metric(gate, run);
  CHECK(result.value == 60);
  CHECK(result.status == Status::fail);
  CHECK(result.line == 8);
  gate.max = 60;
  CHECK(judge_metric(gate, run).status == Status::pass);
}

TEST_CASE("the limit of a count is a count, and thousands stand apart") {
  auto gate = metric_gate("few", "global.load.sectors", 550771.2);
  gate.message = "{value}, {limit}";
  CHECK(verdict::text_of(judge_metric(gate, counted({{12, loads(1, 1049088)}}))) ==
        "1 049 088, 550 771");
  gate.max.reset();
  gate.min = 2000000.2;
  CHECK(verdict::text_of(judge_metric(gate, counted({{12, loads(1, 1049088)}}))) ==
        "1 049 088, 2 000 001");
  gate.min = 8.5;  // may be a ratio
  CHECK(verdict::text_of(judge_metric(gate, counted({{12, loads(1, 8)}}))) == "8, 8.5");
}

TEST_CASE("of a wrong answer too little of something is no advice to have more of it") {
  auto gate = metric_gate("through the tile", "shared.wavefronts", {}, 100.0);
  gate.message = "Let the tile do it.";
  sim::Counters some;
  some[Counter::shared_wavefronts] = 50;
  auto run = counted({{12, some}});
  CHECK(verdict::text_of(judge_metric(gate, run)) == "Let the tile do it.");
  run.correct = false;
  const auto told = judge_metric(gate, run);
  CHECK(told.status == Status::fail);
  CHECK(verdict::text_of(told).find("not judged until the answer is right") != std::string::npos);
}
