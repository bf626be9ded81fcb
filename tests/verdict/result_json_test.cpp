#include "verdict/report/result_json.hpp"

#include <cmath>
#include <nlohmann/json.hpp>

#include "made_up.hpp"

using namespace warplab;
using nlohmann::json;

namespace {

verdict::ExerciseResult result() {
  verdict::ExerciseResult r;
  r.slug = "column-sums";
  r.title = "Column sums";
  r.seed = 7;
  auto evidence = made_up::evidence();
  evidence.findings = {made_up::finding(sim::FindingKind::race, 9, "Lines 9 and 11 race.")};
  evidence.findings[0].place = {{1, 2, 0}, {3, 4, 5}};
  evidence.findings[0].other_line = 11;
  evidence.findings[0].other_place = sim::ThreadPlace{{0, 0, 0}, {31, 0, 0}};
  evidence.findings[0].buffer = "out";
  evidence.findings[0].index = 12;
  r.gates = verdict::judge(made_up::exercise(), evidence);
  r.counters = evidence.counted;
  r.findings = evidence.findings;
  r.verdict = verdict::verdict_of(r.gates);
  r.score = verdict::score_of(r.gates);
  return r;
}

json parsed(const verdict::ExerciseResult& r) { return json::parse(verdict::to_json({r})); }

}  // namespace

TEST_CASE("the JSON says its schema and has one entry an exercise, in order") {
  verdict::ExerciseResult first = result(), second = result();
  second.slug = "matrix-add";
  const json all = json::parse(verdict::to_json({first, second}));
  CHECK(all["schema"] == 1);
  REQUIRE(all["exercises"].size() == 2);
  CHECK(all["exercises"][0]["slug"] == "column-sums");
  CHECK(all["exercises"][1]["slug"] == "matrix-add");
}

TEST_CASE("no exercises are an empty list") {
  const json none = json::parse(verdict::to_json(std::vector<verdict::ExerciseResult>{}));
  CHECK(none["schema"] == 1);
  CHECK(none["interrupted"] == false);
  CHECK(none["exercises"] == json::array());
}

TEST_CASE("an exercise has every key of schema 1, each of its type") {
  const json e = parsed(result())["exercises"][0];
  CHECK(e["slug"].is_string());
  CHECK(e["verdict"] == "fail");
  CHECK(e["score"].is_number());
  CHECK(e["backend"] == "sim");
  CHECK(e["seed"] == 7);
  CHECK(e["gates"].is_array());
  CHECK(e["counters"].is_object());
  CHECK(e["lines"].is_array());
  CHECK(e["findings"].is_array());
  CHECK(e["time"].is_object());
  CHECK(e["work"]["done"].is_number());
  CHECK(e["work"]["allowed"].is_number());
}

TEST_CASE("a gate has its metric, status, value, limit, unit, source, gpu and message") {
  const json gates = parsed(result())["exercises"][0]["gates"];
  const json& gate = gates.back();
  CHECK(gate["metric"] == "global.load.sectors / global.load.requests");
  CHECK(gate["status"] == "pass");
  CHECK(gate["value"] == 4);
  CHECK(gate["limit"] == 4.5);
  CHECK(gate["ideal"] == 4);
  CHECK(gate["unit"] == "sectors/request");
  CHECK(gate["source"] == "counted");
  CHECK(gate["gpu"] == "");
  CHECK(gate["message"].is_string());
  CHECK(gates[0]["metric"] == "compiles");
  CHECK(gates[0]["value"].is_null());
  CHECK(gates[0]["limit"].is_null());
}

TEST_CASE("a gate that a model decided says so, with the GPU, the range and the model's version") {
  verdict::ExerciseResult modelled = result();
  CHECK(parsed(modelled)["exercises"][0]["gates"].back()["model"].is_null());
  verdict::GateResult& gate = modelled.gates.back();
  gate.source = verdict::Source::modelled;
  gate.gpu = "Tesla T4";
  gate.model = verdict::Modelled{"Tesla T4", 700, 560, 830.5, 7, data::as_it_is("It differs.")};
  const json told = parsed(modelled)["exercises"][0]["gates"].back();
  CHECK(told["source"] == "modelled");
  CHECK(told["gpu"] == "Tesla T4");
  CHECK(told["model"] == json{{"gpu", "Tesla T4"},
                              {"value", 700},
                              {"low", 560},
                              {"high", 830.5},
                              {"version", 7},
                              {"difference", "It differs."}});
}

TEST_CASE(
    "counters have the names of the simulator, all of them, as totals, by launch and by line") {
  const json e = parsed(result())["exercises"][0];
  for (size_t i = 0; i < sim::kCounterCount; ++i)
    CHECK(e["counters"].contains(std::string(sim::name_of(static_cast<sim::Counter>(i)))));
  CHECK(e["counters"]["global.load.requests"] == 100);
  CHECK(e["counters"]["global.load.sectors"] == 400);
  CHECK(e["counters"]["shared.load.bank_conflicts"] == 0);
  CHECK(e["launches"][0]["launch"] == "column_sums");
  CHECK(e["launches"][0]["counters"]["global.load.sectors"] == 400);
  CHECK(e["lines"][0]["line"] == 12);
  CHECK(e["lines"][0]["counters"]["global.load.requests"] == 100);
}

TEST_CASE(
    "earned over possible is the score, also where a condition fails or a gate does not apply") {
  verdict::ExerciseResult r = result();
  const auto check_sum = [&](double score) {
    r.score = verdict::score_of(r.gates);
    CHECK(r.score == doctest::Approx(score));
    const json e = parsed(r)["exercises"][0];
    double earned = 0, possible = 0;
    for (const json& gate : e["gates"]) {
      earned += gate["earned"].get<double>();
      possible += gate["possible"].get<double>();
    }
    CHECK(e["points"]["earned"] == earned);
    CHECK(e["points"]["possible"] == possible);
    REQUIRE(possible > 0);
    CHECK(earned / possible == doctest::Approx(e["score"].get<double>()));
  };
  const auto set = [&](const char* name, verdict::Status status, double points,
                       bool applies = true) {
    verdict::GateResult gate;
    gate.name = gate.metric = name;
    gate.status = status;
    gate.points = points;
    gate.applies = applies;
    r.gates.push_back(gate);
  };
  r.gates.clear();
  set("correct", verdict::Status::pass, 2);
  set("coalesced", verdict::Status::fail, 1);
  set("fast", verdict::Status::not_checked, 5, false);
  check_sum(2.0 / 3);
  set("in_bounds", verdict::Status::fail, 0);
  check_sum(0);
  r.gates.back().status = verdict::Status::pass;
  r.gates[1].status = verdict::Status::pass;
  check_sum(1);
}

TEST_CASE("a report says which program, exercise and file it is about, and why there is no score") {
  verdict::ExerciseResult r = result();
  r.exercise_hash = "ab";
  r.file_hash = "cd";
  CHECK_FALSE(parsed(r)["version"].get<std::string>().empty());
  json e = parsed(r)["exercises"][0];
  CHECK(e["exercise_hash"] == "ab");
  CHECK(e["file_hash"] == "cd");
  CHECK(e["not_graded"] == "");
  e = parsed(verdict::broken_exercise("x", "It is broken."))["exercises"][0];
  CHECK(e["not_graded"] == "broken_exercise");
  CHECK(e["score"].is_null());
  e = parsed(verdict::interrupted_exercise("x"))["exercises"][0];
  CHECK(e["not_graded"] == "interrupted");
}

TEST_CASE("a launch comes before the sums, with its kernel, its lines and what it moved and used") {
  verdict::ExerciseResult r = result();
  r.counters[0].launches[0].kernel = "row_sums";
  r.counters[0].launches[0].given = true;
  const json e = parsed(r)["exercises"][0];
  const json launch = e["launches"][0];
  CHECK(launch["kernel"] == "row_sums");
  CHECK(launch["given"] == true);
  CHECK(launch["bytes_moved"] == 400 * 32);
  CHECK(launch["bytes_used"] == 100 * 128);
  CHECK(launch["lines"][0]["line"] == 12);
  CHECK(launch["lines"][0]["counters"]["global.load.sectors"] == 400);
  const std::string text = verdict::to_json({r});
  CHECK(text.find("\"launches\"") < text.find("\"lines\": [\n        {\n          \"line\""));
}

TEST_CASE("each launch tells what was asked of each buffer, of variables and of the heap") {
  verdict::ExerciseResult r = result();
  r.counters[0].buffer_names = {"a", "out"};
  sim::TrafficByBuffer& traffic = r.counters[0].launches[0].traffic;
  traffic.buffers.resize(2);
  traffic.buffers[1].total[sim::BufferCounter::store_sectors] = 17;
  traffic.variables.total[sim::BufferCounter::load_bytes] = 4;
  const json launch = parsed(r)["exercises"][0]["launches"][0];
  CHECK(launch["buffers"].size() == 2);
  CHECK(launch["buffers"]["out"]["store.sectors"] == 17);
  CHECK(launch["buffers"]["a"]["sectors"] == 0);
  CHECK(launch["variables"]["load.bytes"] == 4);
  CHECK(launch["heap"]["requests"] == 0);
}

TEST_CASE("the totals of several variants are the sum of all launches") {
  verdict::ExerciseResult r = result();
  r.counters.push_back(
      made_up::counted({{12, made_up::loads(1, 2)}, {14, made_up::loads(10, 320)}}, "swapped"));
  const json e = parsed(r)["exercises"][0];
  CHECK(e["counters"]["global.load.sectors"] == 722);
  CHECK(e["launches"].size() == 2);
  CHECK(e["launches"][1]["variant"] == "swapped");
  CHECK(e["lines"][0]["counters"]["global.load.sectors"] == 402);
  CHECK(e["lines"][1]["line"] == 14);
}

TEST_CASE("counters that were not measured are absent, not 0") {
  verdict::ExerciseResult r = result();
  r.counters.clear();
  CHECK(parsed(r)["exercises"][0]["counters"].empty());
}

TEST_CASE("a finding has its kind, line, message and places") {
  const json finding = parsed(result())["exercises"][0]["findings"][0];
  CHECK(finding["kind"] == "race");
  CHECK(finding["line"] == 9);
  CHECK(finding["message"] == "Lines 9 and 11 race.");
  CHECK(finding["block"] == json({1, 2, 0}));
  CHECK(finding["thread"] == json({3, 4, 5}));
  CHECK(finding["other_line"] == 11);
  CHECK(finding["other_thread"] == json({31, 0, 0}));
  CHECK(finding["buffer"] == "out");
  CHECK(finding["index"] == 12);
}

TEST_CASE("numbers that JSON does not know become strings") {
  verdict::ExerciseResult r = result();
  r.mismatch = verdict::Mismatch{};
  r.mismatch->actual = std::nan("");
  r.mismatch->expected = -INFINITY;
  const json mismatch = parsed(r)["exercises"][0]["mismatch"];
  CHECK(mismatch["actual"] == "nan");
  CHECK(mismatch["expected"] == "-inf");
  CHECK(mismatch["writer"].is_null());
  CHECK(mismatch["writers"] == "none");
}

TEST_CASE("bytes of a student that are no UTF-8 do not break the JSON") {
  verdict::ExerciseResult r = result();
  r.output = "caf\xe9\n";
  CHECK(parsed(r)["exercises"][0]["output"] == "caf\xef\xbf\xbd\n");
}

TEST_CASE(
    "the JSON is written in ASCII, so that showing it steers no terminal, and means what was "
    "said") {
  verdict::ExerciseResult r = result();
  r.title = "Gr\u00fc\u00dfe";
  r.output = "\033[2J \u009b1m \u202e";
  const std::string text = verdict::to_json({r});
  for (const char c : text) CHECK((c == '\n' || (c >= ' ' && c <= '~')));
  CHECK(parsed(r)["exercises"][0]["title"] == r.title);
  CHECK(parsed(r)["exercises"][0]["output"] == r.output);
}

TEST_CASE("an exercise that is broken has no gates and says so") {
  const json e = parsed(verdict::broken_exercise("x", "exercise.toml:3: broken."))["exercises"][0];
  CHECK(e["verdict"] == "not_checked");
  CHECK(e["score"].is_null());
  CHECK(e["gates"].empty());
  CHECK(e["error"] == "exercise.toml:3: broken.");
  CHECK(e["grader_failed"] == true);
}

TEST_CASE("without a GPU there is no report of one, and with one every timing is in it") {
  CHECK(parsed(result())["exercises"][0]["gpu"].is_null());
  verdict::ExerciseResult timed = result();
  timed.gpu.emplace();
  timed.gpu->name = "NVIDIA H200";
  timed.gpu->uuid = "GPU-12";
  verdict::Timing& timing = timed.timings.emplace_back();
  timing.launch = "columns";
  timing.bytes = 1000;
  timing.copy_fraction = 0.75;
  timing.kernel.samples_us = {10, 20, 30};
  timing.kernel.time_us = summarize(timing.kernel.samples_us);
  const json gpu = parsed(timed)["exercises"][0]["gpu"];
  CHECK(gpu["name"] == "NVIDIA H200");
  const json one = gpu["timings"][0];
  CHECK(one["source"] == "measured");
  CHECK(one["launch"] == "columns");
  CHECK(one["bytes"] == 1000);
  CHECK(one["time_us"] == json{{"median", 20}, {"q1", 15}, {"q3", 25}, {"min", 10}});
  CHECK(one["samples_us"] == json{10, 20, 30});
  CHECK(one["copy_fraction"] == 0.75);
  CHECK(one["library"].is_null());
  for (const char* key : {"variant", "where", "copy_us", "discarded", "rounds", "batch",
                          "clock_mhz", "unstable", "impossible"})
    CHECK(one.contains(key));
  timed.timings[0].library.emplace().time_us = {4, 4, 5, 6};
  timed.timings[0].library_name = "cuBLAS 13.0.2";
  const json library = parsed(timed)["exercises"][0]["gpu"]["timings"][0]["library"];
  CHECK(library["name"] == "cuBLAS 13.0.2");
  CHECK(library["time_us"]["median"] == 5);
}

TEST_CASE("a run that was interrupted says so, and what was not graded has no score") {
  verdict::ExerciseResult graded;
  graded.slug = "column-sums";
  graded.score = 0.5;
  const json all =
      json::parse(verdict::to_json({graded, verdict::interrupted_exercise("matrix-add")}));
  CHECK(all["interrupted"] == true);
  CHECK(all["exercises"][0]["score"] == 0.5);
  CHECK(all["exercises"][0]["interrupted"] == false);
  CHECK(all["exercises"][1]["slug"] == "matrix-add");
  CHECK(all["exercises"][1]["interrupted"] == true);
  CHECK(all["exercises"][1]["score"].is_null());
  CHECK(all["exercises"][1]["verdict"] == "not_checked");
  CHECK(json::parse(verdict::to_json({graded}))["interrupted"] == false);
}
