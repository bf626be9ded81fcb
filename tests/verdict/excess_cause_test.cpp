// What gates that count too much say of the cause, and which line they blame.
#include "verdict/judge/excess_cause.hpp"

#include "made_up.hpp"
#include "verdict/judge/metric_gate.hpp"

using namespace warplab;
using made_up::counted;
using made_up::loads;
using made_up::metric_gate;
using sim::Counter;
using verdict::judge_metric;
using verdict::Status;

namespace {

// Line 12 loads and line 15 stores, of a buffer and of all global memory alike.
verdict::VariantCounters with_traffic(sim::Counters line12, const std::string& kind) {
  auto run = counted({{12, line12}});
  run.buffer_names = {"a"};
  sim::BufferCounters own;
  const auto copy = [&](const char* name) {
    own[*sim::buffer_counter_named(kind + "." + name)] =
        line12[*sim::counter_named("global." + kind + "." + name)];
  };
  for (const char* name : {"requests", "sectors", "bytes"}) copy(name);
  sim::fill_sums(own);
  sim::BufferTraffic traffic;
  traffic.total = own;
  traffic.lines = {{12, own}};
  run.launches[0].traffic.buffers = {traffic};
  return run;
}

exercise::Gate few_of_a(const std::string& metric) {
  auto gate = metric_gate("few", "global.sectors", 10.0);
  gate.expression = *exercise::MetricExpression::parse(metric, {{}, {"a"}});
  gate.message = "{value} are moved. {why}";
  return gate;
}

sim::Counters at_work(sim::Counters counters, uint64_t lanes) {
  counters[Counter::warp_instructions] = 1000;
  counters[Counter::thread_instructions] = 1000 * lanes;
  return counters;
}

}  // namespace

TEST_CASE("the advice fits the cause: scattered accesses are told to come together") {
  CHECK(verdict::text_of(
            judge_metric(few_of_a("a.sectors"), with_traffic(loads(100, 3200), "load"))) ==
        "3200 are moved. Line 12 loads 128 bytes at a time and moves 1024. Let neighbouring "
        "threads access neighbouring elements.");
}

TEST_CASE("the advice fits the cause: what is loaded twice is told to be loaded once") {
  const auto twice = judge_metric(few_of_a("a.sectors"), with_traffic(loads(200, 800), "load"));
  CHECK(verdict::text_of(twice) ==
        "800 are moved. What line 12 moves is used, but there are too many loads: load each "
        "element once, and keep in a variable what is used again.");
  sim::Counters stores;
  stores[Counter::global_store_requests] = 200;
  stores[Counter::global_store_sectors] = 800;
  stores[Counter::global_store_bytes] = 200 * 128;
  CHECK(verdict::text_of(judge_metric(few_of_a("a.sectors"), with_traffic(stores, "store"))) ==
        "800 are moved. What line 12 moves is used, but there are too many stores: store each "
        "element once, when its value is complete.");
}

TEST_CASE(
    "lanes that a small block does not have are not missed, and lanes beside one atomic are") {
  const auto gate = few_of_a("a.requests");
  auto four = with_traffic(at_work(loads(400, 400, 16), 4), "load");
  four.launches[0].lanes = 4;
  CHECK(verdict::text_of(judge_metric(gate, four)) ==
        "400 are moved. On line 12 the lanes of a warp work together, but there are too many "
        "loads: load each element once, and keep in a variable what is used again.");
  four.launches[0].lanes = 32;
  CHECK(verdict::text_of(judge_metric(gate, four)).find("only 4 of the 32 lanes") !=
        std::string::npos);
  // All lanes are in that line, and one of them asks for 4 bytes.
  CHECK(
      verdict::text_of(judge_metric(gate, with_traffic(at_work(loads(400, 400, 4), 32), "load"))) ==
      "400 are moved. On line 12 a warp loads 4 bytes at a time, as only one or a few of its lanes "
      "take part. Let all of them take part, or do without this access.");
}

TEST_CASE("elements that are taken in pieces need no other neighbours") {
  // 32 lanes load a byte each of elements of 4 bytes.
  CHECK(verdict::text_of(judge_metric(few_of_a("a.sectors"),
                                      with_traffic(at_work(loads(400, 1600, 32), 32), "load"))) ==
        "1600 are moved. On line 12 a warp loads 1 byte for each lane at a time, and each time "
        "moves the sectors of the whole elements: access whole elements.");
}

TEST_CASE("accesses of several widths are told by their mean, as one") {
  // Half of them take 1 byte for each lane, the others 4.
  CHECK(verdict::text_of(judge_metric(few_of_a("a.sectors"),
                                      with_traffic(at_work(loads(400, 1600, 80), 32), "load"))) ==
        "1600 are moved. On line 12 a warp loads 2.5 bytes for each lane on average, and each time "
        "moves the sectors of the whole elements: access whole elements.");
  // Of one width, in a line where a few lanes do less.
  CHECK(verdict::text_of(judge_metric(few_of_a("a.sectors"),
                                      with_traffic(at_work(loads(400, 1600, 64), 31), "load")))
            .find("loads 2 bytes for each lane at a time") != std::string::npos);
}

TEST_CASE("whole elements that some lanes leave out are not told to be taken in pieces") {
  // Every second lane loads 4 bytes, in a line whose other instructions more lanes execute.
  CHECK(verdict::text_of(judge_metric(few_of_a("a.sectors"),
                                      with_traffic(at_work(loads(400, 1600, 64), 23), "load"))) ==
        "1600 are moved. Line 12 loads 64 bytes at a time and moves 128. Let neighbouring threads "
        "access neighbouring elements.");
}

TEST_CASE("the advice fits the cause: lanes that take turns, and lanes that do too much together") {
  const auto gate = few_of_a("a.requests");
  CHECK(
      verdict::text_of(judge_metric(gate, with_traffic(at_work(loads(400, 400, 32), 8), "load"))) ==
      "400 are moved. On line 12 only 8 of the 32 lanes of a warp work at a time. Lanes that work "
      "one after the other, or that have to try again, need an access each.");
  CHECK(verdict::text_of(judge_metric(gate, with_traffic(at_work(loads(400, 1600), 32), "load"))) ==
        "400 are moved. On line 12 the lanes of a warp work together, but there are too many "
        "loads: load each element once, and keep in a variable what is used again.");
}

namespace {

sim::BufferCounters accesses(const char* kind, uint64_t requests, uint64_t sectors,
                             uint64_t bytes) {
  sim::BufferCounters counters;
  counters[*sim::buffer_counter_named(std::string(kind) + ".requests")] = requests;
  counters[*sim::buffer_counter_named(std::string(kind) + ".sectors")] = sectors;
  counters[*sim::buffer_counter_named(std::string(kind) + ".bytes")] = bytes;
  sim::fill_sums(counters);
  return counters;
}

struct LineTraffic {
  int line;
  std::string buffer, kind;
  uint64_t requests, sectors, bytes, lanes = 32;
};

// A run over buffers a and out of 3200 elements each, of which these lines are all.
verdict::VariantCounters run_of(const std::vector<LineTraffic>& lines) {
  std::map<int, sim::Counters> counters;
  sim::BufferTraffic a, out;
  for (const LineTraffic& l : lines) {
    sim::Counters& own = counters[l.line];
    for (const auto& [name, value] : {std::pair("requests", l.requests),
                                      std::pair("sectors", l.sectors), std::pair("bytes", l.bytes)})
      own[*sim::counter_named("global." + l.kind + "." + name)] += value;
    own[Counter::warp_instructions] += l.requests;
    own[Counter::thread_instructions] += l.requests * l.lanes;
    sim::BufferTraffic& traffic = l.buffer == "a" ? a : out;
    const sim::BufferCounters more = accesses(l.kind.c_str(), l.requests, l.sectors, l.bytes);
    traffic.lines[l.line] += more;
    traffic.total += more;
  }
  auto run = counted({});
  for (auto& [line, own] : counters) {
    sim::fill_sums(own);
    run.launches[0].lines[line] = own;
    run.launches[0].total += own;
  }
  run.buffer_names = {"a", "out"};
  run.launches[0].traffic.buffers = {a, out};
  run.values = {
      {"a.elements", 3200}, {"a.bytes", 12800}, {"out.elements", 3200}, {"out.bytes", 12800}};
  return run;
}

verdict::GateResult judged_with_why(const std::string& metric,
                                    const verdict::VariantCounters& run) {
  auto gate = metric_gate("few", "global.sectors", 100.0);
  gate.expression =
      *exercise::MetricExpression::parse(metric, {{"a.bytes", "out.bytes"}, {"a", "out"}});
  gate.message = "Line {line}. {why}";
  return judge_metric(gate, run);
}

}  // namespace

TEST_CASE("the line that is told is the one that does too much, not the one that does most") {
  const LineTraffic load{6, "a", "load", 100, 400, 12800};
  const LineTraffic store{10, "out", "store", 100, 400, 12800};
  // Halves of elements.
  const auto halves = judged_with_why(
      "global.requests",
      run_of({{6, "a", "load", 400, 1600, 51200}, {10, "out", "store", 200, 800, 12800}}));
  CHECK(halves.line == 6);  // that is more still: all of a four times
  const auto stored =
      judged_with_why("global.requests", run_of({load, {10, "out", "store", 200, 800, 12800}}));
  CHECK(stored.line == 10);
  CHECK(verdict::text_of(stored) ==
        "Line 10. On line 10 a warp stores 2 bytes for each lane at a time, so an element takes "
        "several stores: access whole elements.");
  // What was stored is read back.
  const auto read_back = judged_with_why(
      "global.requests", run_of({load, store, {12, "out", "load", 100, 400, 12800}}));
  CHECK(read_back.line == 12);
  CHECK(verdict::text_of(read_back).find("there are too many loads") != std::string::npos);
  // One of two lines loads all of it once more.
  CHECK(judged_with_why("a.sectors", run_of({load, {9, "a", "load", 150, 600, 19200}})).line == 9);
  // Every other lane in each of two lines, and one that is right and does most.
  const auto gaps = judged_with_why("a.sectors", run_of({{5, "a", "load", 80, 320, 10240},
                                                         {8, "a", "load", 20, 80, 1280, 16},
                                                         {9, "a", "load", 20, 80, 1280, 16}}));
  CHECK(gaps.line == 8);
  CHECK(verdict::text_of(gaps).find("only 16 of the 32 lanes") != std::string::npos);
  // Scattered accesses go before everything else.
  CHECK(judged_with_why("a.sectors",
                        run_of({{5, "a", "load", 90, 360, 11520}, {8, "a", "load", 10, 320, 1280}}))
            .line == 8);
}

TEST_CASE("what is changed in its place is loaded once and stored once, and neither is too much") {
  auto run = run_of({{4, "out", "load", 100, 400, 12800},
                     {7, "out", "store", 100, 400, 3200, 8},
                     {8, "out", "store", 100, 400, 3200, 8},
                     {9, "out", "store", 100, 400, 3200, 8},
                     {10, "out", "store", 100, 400, 3200, 8}});
  run.values["out, in place"] = 1;
  CHECK(judged_with_why("global.requests", run).line == 7);
}

TEST_CASE("a metric about loads gives no advice about stores, and one about neither gives none") {
  auto gate = few_of_a("a.load.sectors");
  auto both = loads(200, 800);
  both[Counter::global_store_requests] = 900;
  both[Counter::global_store_sectors] = 900 * 32;
  both[Counter::global_store_bytes] = 900 * 128;
  CHECK(verdict::text_of(judge_metric(gate, with_traffic(both, "load"))).find("too many loads") !=
        std::string::npos);
  gate.expression = *exercise::MetricExpression::parse("warp_instructions");
  CHECK(verdict::text_of(judge_metric(gate, counted({{12, at_work(loads(1, 4), 32)}}))) ==
        "1000 are moved.");
}

TEST_CASE("of several launches the one that does more than the reference is to blame") {
  auto gate = metric_gate("all launches", "global.load.requests", 250.0);
  auto run = counted({{3, loads(200, 800)}, {12, loads(100, 400)}});
  // The first is the busier of the two, as it has to be.
  run.launches = {made_up::launch({{3, loads(200, 800)}}, "given", "a", 0),
                  made_up::launch({{12, loads(100, 400)}}, "own", "b", 1)};
  CHECK(judge_metric(gate, run).line == 3);  // without a reference the busiest
  run.launches[0].reference = loads(200, 800);
  run.launches[1].reference = loads(40, 160);
  CHECK(judge_metric(gate, run).line == 12);
  run.launches[0].reference = run.launches[1].reference = loads(100, 400);
  CHECK(judge_metric(gate, run).line == 3);
}

TEST_CASE("a kind of which the reference makes as much is not blamed") {
  // a is loaded four times over, as the reference does, and out is stored four times, in one line.
  auto run = run_of({{6, "a", "load", 400, 1600, 51200}, {6, "out", "store", 400, 1600, 51200}});
  const auto without = judged_with_why("global.requests", run);
  CHECK(verdict::text_of(without).find("there are too many loads") != std::string::npos);
  sim::Counters reference = loads(400, 1600, 128);
  reference[Counter::global_store_requests] = 100;
  reference[Counter::global_store_sectors] = 400;
  reference[Counter::global_store_bytes] = 12800;
  sim::fill_sums(reference);
  run.launches[0].reference = reference;
  const auto told = judged_with_why("global.requests", run);
  CHECK(told.status == Status::fail);
  CHECK(verdict::text_of(told).find("there are too many stores") != std::string::npos);
}

TEST_CASE("of memory beside some buffers only that is told which goes elsewhere") {
  const auto told = judged_with_why(
      "global.sectors - a.sectors",
      run_of({{6, "a", "load", 400, 1600, 51200}, {6, "out", "store", 400, 1600, 51200}}));
  CHECK(told.value == 1600);
  CHECK(verdict::text_of(told).find("there are too many stores") != std::string::npos);
}

TEST_CASE("too much in a line whose fault another gate tells is told as that") {
  const auto twice = run_of({{6, "a", "load", 200, 800, 25600}});
  auto gate = few_of_a("a.sectors");
  const auto refused = judge_metric(gate, twice, {{6}, {}});
  CHECK(refused.status == Status::fail);
  CHECK(refused.is_consequence);
  CHECK(verdict::text_of(refused).find("Fix \"in bounds\" first") != std::string::npos);
  const auto repeated = judge_metric(gate, twice, {{}, {6}, {6}});
  CHECK(verdict::text_of(repeated).find("does the condition check the last column, too") !=
        std::string::npos);
  const auto in_vector = judge_metric(gate, twice, {{}, {6}, {}});
  CHECK(verdict::text_of(in_vector).ends_with("Give each element to one thread."));
  CHECK(repeated.is_consequence);
  CHECK(verdict::text_of(repeated).find(
            "several threads write the same value to the same element") != std::string::npos);
  // Another line, and accesses that are scattered beside it.
  CHECK(!judge_metric(gate, twice, {{7}, {8}}).is_consequence);
  const auto scattered = run_of({{6, "a", "load", 100, 3200, 12800}});
  CHECK(!judge_metric(gate, scattered, {{6}, {}}).is_consequence);
  // Instructions are what they are.
  gate.expression = *exercise::MetricExpression::parse("warp_instructions");
  CHECK(!judge_metric(gate, twice, {{6}, {}}).is_consequence);
}
