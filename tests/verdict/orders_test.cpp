// Kernels whose answer depends on the order of threads though no two of them race, each beside one
// that does the same right: compiled, simulated and judged as a student's file is.
//
// The head of each file in orders/: what is wrong, then
//   // grid=4 block=64 out=2 [type=u32] expected=FORMULA fails=GATE
// out: elements of the output, which starts as zeros; expected: its closed form over i0, n, grid
// and block. `in` holds 0, 1, ..., n - 1 and `work` 256 zeros.
#include "verdict/plan/orders.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "doubled.hpp"
#include "made_up.hpp"
#include "scripted_worker.hpp"
#include "verdict/grade.hpp"
#include "verdict/report/result_json.hpp"

using namespace warplab;
using sim::Schedule;
using verdict::ExerciseResult;
using verdict::Status;

namespace {

struct Pair {
  std::string name, source;
  std::map<std::string, std::string> head;
};

std::vector<Pair> load_pairs() {
  std::vector<Pair> pairs;
  for (const auto& entry :
       std::filesystem::directory_iterator(WARPLAB_SOURCE_DIR "/tests/verdict/orders")) {
    Pair pair;
    pair.name = entry.path().stem();
    std::ifstream file(entry.path());
    for (std::string line; std::getline(file, line);) {
      pair.source += line + "\n";
      std::istringstream words(line);
      if (!line.starts_with("// grid=")) continue;
      for (std::string word; words >> word;)
        if (const size_t at = word.find('='); at != std::string::npos)
          pair.head[word.substr(0, at)] = word.substr(at + 1);
    }
    REQUIRE_MESSAGE(pair.head.contains("fails"), pair.name);
    pairs.push_back(std::move(pair));
  }
  std::ranges::sort(pairs, {}, &Pair::name);
  return pairs;
}

exercise::Exercise exercise_of(const Pair& pair, const std::string& kernel) {
  const int grid = std::stoi(pair.head.at("grid")), block = std::stoi(pair.head.at("block"));
  const std::string type = pair.head.contains("type") ? pair.head.at("type") : "i32";
  const std::string sizes =
      fmt::format("grid = {}\nblock = {}\nn = {}\n", grid, block, grid * block);
  const std::string text = fmt::format(
      R"(title = "Order"
module = "Tests"
file = "doubled.cu"
seeds = [1]
starter_fails = ["correct"]
hints = ["None."]
tolerance = {{ absolute = 0.001 }}
[sizes.graded]
{0}[[sizes.check]]
{0}[[buffer]]
name = "in"
type = "i32"
shape = ["n"]
role = "input"
fill = "ramp"
[[buffer]]
name = "out"
type = "{1}"
shape = ["{2}"]
role = "inout"
fill = {{ kind = "constant", value = 0 }}
expected = "{3}"
[[buffer]]
name = "work"
type = "i32"
shape = [256]
role = "scratch"
[[launch]]
kernel = "clear"
grid = [1]
block = [256]
arguments = ["work"]
[[launch]]
kernel = "{4}"
grid = ["grid"]
block = ["block"]
arguments = ["in", "out", "work", {{ i32 = "n" }}]
)",
      sizes, type, pair.head.at("out"), pair.head.at("expected"), kernel);
  auto loaded =
      exercise::load_from_text(text, WARPLAB_SOURCE_DIR "/tests/cli/exercises/01-doubled");
  if (!loaded) FAIL(pair.name << ": " << loaded.error());
  return *loaded;
}

ExerciseResult grade(const Pair& pair, const std::string& kernel) {
  verdict::GradeOptions options;
  options.threads = 2;
  const std::string clear =
      "extern \"C\" __global__ void clear(int* work) { work[threadIdx.x] = 0; }\n";
  return verdict::grade(exercise_of(pair, kernel), pair.source + clear, options);
}

std::string failures(const ExerciseResult& result) {
  std::string text = result.error;
  for (const verdict::GateResult& gate : result.gates)
    if (gate.status != Status::pass)
      text += fmt::format("{}: {}\n", gate.metric, verdict::text_of(gate));
  return text;
}

ExerciseResult grade_script(scripted::Kernel kernel) {
  scripted::Script student = doubled::kernel(std::move(kernel));
  return doubled::grade(student);
}

}  // namespace

TEST_CASE(
    "a kernel whose answer depends on the order of its threads fails, and the order is named") {
  const std::vector<Pair> pairs = load_pairs();
  CHECK(pairs.size() >= 30);
  for (const Pair& pair : pairs) {
    CAPTURE(pair.name);
    const ExerciseResult result = grade(pair, "wrong");
    const std::string text = failures(result);
    CAPTURE(text);
    CHECK(result.verdict == Status::fail);
    const verdict::GateResult gate = made_up::gate(result.gates, pair.head.at("fails"));
    CHECK(gate.status == Status::fail);
    CHECK(gate.line > 0);
    // Volatile accesses that nothing orders race in every order.
    if (pair.head.at("fails") == "race_free") continue;
    CHECK(verdict::text_of(gate).find("order") != std::string::npos);
    if (pair.head.at("fails") != "correct") continue;
    CHECK(result.mismatch);
    if (result.mismatch) CHECK(result.mismatch->order);
  }
}

TEST_CASE("the same done right passes in every order") {
  for (const Pair& pair : load_pairs()) {
    CAPTURE(pair.name);
    const ExerciseResult result = grade(pair, "right");
    const std::string text = failures(result);
    CAPTURE(text);
    CHECK(result.verdict == Status::pass);
    CHECK_FALSE(result.grader_failed);
  }
}

TEST_CASE("the message tells both answers, both orders and what to do, and so does the JSON") {
  for (const Pair& pair : load_pairs()) {
    if (pair.name != "exchange_of_a_sum") continue;
    const ExerciseResult result = grade(pair, "wrong");
    CHECK(verdict::text_of(made_up::gate(result.gates, "correct")) ==
          "out[0] depends on the order in which threads run: it is 40 when one warp runs after the "
          "other, and 10 when all warps read before any of them writes (grid 4, block 32, n 128, "
          "seed 1, order lockstep). Between two accesses of one thread, other threads can make "
          "theirs. If two threads both read the old value before either of them writes a new one, "
          "an update is lost: use one atomic for the whole update, such as atomicAdd(), or repeat "
          "atomicCAS() until it succeeds; with a lock, read and write while you hold it. A flag or "
          "counter that announces a value comes after it: write the value first, then a "
          "__threadfence(), then the flag.");
    const std::string json = verdict::to_json({result});
    CHECK(json.find("\"order\": \"lockstep\"") != std::string::npos);
  }
}

TEST_CASE("writes that come late are told as such, with the fence that is missing") {
  for (const Pair& pair : load_pairs()) {
    if (!pair.name.starts_with("late_")) continue;
    CAPTURE(pair.name);
    const ExerciseResult result = grade(pair, "wrong");
    REQUIRE(result.mismatch);
    REQUIRE(result.mismatch->order);
    CHECK(result.mismatch->order->kind == Schedule::Kind::late);
    const std::string text = verdict::text_of(made_up::gate(result.gates, "correct"));
    CAPTURE(text);
    CHECK(text.find("reaches others late") != std::string::npos);
    CHECK(text.find("Put a __threadfence() between") != std::string::npos);
    CHECK(text.find("old value") == std::string::npos);
  }
}

TEST_CASE("the same file gets the same verdict again") {
  const std::vector<Pair> pairs = load_pairs();
  const Pair& pair = pairs.front();
  ExerciseResult first = grade(pair, "wrong"), again = grade(pair, "wrong");
  first.time = again.time = {};
  CHECK(verdict::to_json({first}) == verdict::to_json({again}));
}

TEST_CASE("what is wrong in one order only is told with that order, and no further one is tried") {
  int repeated = 0;
  const ExerciseResult result = grade_script([&](const scripted::Run& run) {
    auto ran = doubled::times(run, 2);
    ran.value->order_matters = true;
    ran.value->order_line = 7;
    if (run.job().options.schedule != Schedule{}) ++repeated;
    if (run.job().options.schedule.kind == Schedule::Kind::lockstep) run.output(1)[0] = 17;
    return ran;
  });
  CHECK(repeated == 2);  // reversed, lockstep
  REQUIRE(result.mismatch);
  CHECK(result.mismatch->order == Schedule{Schedule::Kind::lockstep, 0});
  CHECK(result.mismatch->actual == 17);
  CHECK(result.mismatch->where == "n 1, seed 1, order lockstep");
  const verdict::GateResult gate = made_up::gate(result.gates, "correct");
  CHECK(gate.status == Status::fail);
  CHECK(gate.line == 7);
}

TEST_CASE("a kernel may wait by a clock, and look at one and at addresses") {
  Pair pair = load_pairs().front();
  pair.head = {
      {"grid", "4"}, {"block", "64"}, {"out", "n"}, {"expected", "i0"}, {"fails", "correct"}};
  const std::string begin =
      "extern \"C\" __global__ void right(const int* in, int* out, int* work, int n) {\n"
      "  const int i = blockIdx.x * blockDim.x + threadIdx.x;\n  unsigned x;\n";
  for (const std::string honest :
       {"const long long a = clock64(); while (clock64() - a < 100) {} x = 1;",
        "x = (clock() & 1) + 1;", "x = ((size_t)in & 255) == 0;"}) {
    CAPTURE(honest);
    pair.source = begin + honest + "\n  if (i < n) out[i] = x ? in[i] : -1;\n}\n";
    const ExerciseResult result = grade(pair, "right");
    CHECK_MESSAGE(result.verdict == Status::pass, failures(result));
  }
}

TEST_CASE("what is right in the first launch alone is wrong") {
  Pair pair = load_pairs().front();
  pair.head = {
      {"grid", "4"}, {"block", "64"}, {"out", "n"}, {"expected", "i0"}, {"fails", "correct"}};
  const auto of = [&](const std::string& variables, const std::string& value) {
    pair.source =
        variables +
        "extern \"C\" __global__ void right(const int* in, int* out, int* work, int n) {\n"
        "  const int i = blockIdx.x * blockDim.x + threadIdx.x;\n" +
        value + "}\n";
    return grade(pair, "right");
  };
  for (const auto& [variables, value] : std::vector<std::pair<std::string, std::string>>{
           {"__device__ int count;\n", "  out[i] = atomicAdd(&count, 1) < n ? in[i] : -1;\n"},
           {"__device__ bool done[256];\n", "  if (!done[i]) out[i] = in[i];\n  done[i] = true;\n"},
           {"__device__ int sums[256];\n", "  sums[i] += in[i];\n  out[i] = sums[i];\n"}}) {
    CAPTURE(value);
    const ExerciseResult result = of(variables, value);
    CHECK(result.verdict == Status::fail);
    const verdict::GateResult gate = made_up::gate(result.gates, "correct");
    CHECK(gate.status == Status::fail);
    CHECK(verdict::text_of(gate).find("is right at the first launch of the kernel") !=
          std::string::npos);
    CHECK(verdict::text_of(gate).find("launched again)") != std::string::npos);
    CHECK(verdict::text_of(gate).find("order") == std::string::npos);
  }
  for (const auto& [variables, value] : std::vector<std::pair<std::string, std::string>>{
           {"__device__ unsigned count;\n",
            "  out[i] = atomicInc(&count, n - 1) < n ? in[i] : -1;\n"},
           {"__device__ int calls;\n", "  atomicAdd(&calls, 1);\n  out[i] = in[i];\n"},
           {"__device__ int copy[256];\n", "  copy[i] = in[i];\n  out[i] = copy[i];\n"},
           {"__device__ const int kOne = 1;\n", "  out[i] = kOne * in[i];\n"}}) {
    CAPTURE(value);
    const ExerciseResult result = of(variables, value);
    CHECK_MESSAGE(result.verdict == Status::pass, failures(result));
  }
}

TEST_CASE("a run that no order can change is not repeated") {
  int repeated = 0;
  const ExerciseResult result = grade_script([&](const scripted::Run& run) {
    repeated += run.job().options.schedule != Schedule{};
    return doubled::times(run, 2);
  });
  CHECK(result.verdict == Status::pass);
  CHECK(repeated == 0);
}

TEST_CASE("a kernel that is wrong already is not repeated") {
  int repeated = 0;
  const ExerciseResult result = grade_script([&](const scripted::Run& run) {
    auto ran = doubled::times(run, 2);
    ran.value->order_matters = true;
    run.output(1)[0] = -1;
    repeated += run.job().options.schedule != Schedule{};
    return ran;
  });
  CHECK(result.verdict == Status::fail);
  CHECK_FALSE(result.mismatch->order);
  CHECK(repeated == 0);
}

TEST_CASE("a finding of a repetition fails its gate, and what it prints is not shown") {
  const ExerciseResult result = grade_script([&](const scripted::Run& run) {
    auto ran = doubled::times(run, 2);
    ran.value->order_matters = true;
    ran.value->output = "usual";
    if (run.job().options.schedule.kind != Schedule::Kind::reversed) return ran;
    ran.value->output = "other";
    ran.value->completed = false;
    ran.value->findings = {made_up::finding(sim::FindingKind::step_limit, 9, "Line 9 never ends.")};
    return ran;
  });
  const verdict::GateResult gate = made_up::gate(result.gates, "terminates");
  CHECK(gate.status == Status::fail);
  CHECK(verdict::text_of(gate) == "Line 9 never ends (n 1, seed 1, order reversed).");
  CHECK(result.output == "usual");
}

TEST_CASE("a repetition that passes leaves the counters and the verdict as they were") {
  const ExerciseResult result = grade_script([&](const scripted::Run& run) {
    auto ran = doubled::times(run, 2);
    ran.value->order_matters = true;
    if (run.job().options.schedule != Schedule{}) ran.value->races_checked = false;
    return ran;
  });
  CHECK(result.verdict == Status::pass);
  REQUIRE(result.counters.size() == 1);
  CHECK(result.counters[0].total[sim::Counter::global_load_requests] == 10);
}

TEST_CASE("a kernel whose repetitions take too much tracking is repeated without, and passes") {
  int exact = 0, repeated = 0;
  const ExerciseResult result = grade_script([&](const scripted::Run& run) {
    auto ran = doubled::times(run, 2);
    ran.value->order_matters = true;
    if (run.job().options.schedule == Schedule{}) return ran;
    ++repeated;
    if (!run.job().options.exact_tracking) return ran;
    ++exact;
    ran.value->tracking_work = verdict::OrderPlan::kMostTracking;
    return ran;
  });
  CHECK(result.verdict == Status::pass);
  CHECK(exact == 1);
  CHECK(repeated >= 10);
}

namespace {

// Two launches, of which the second is not given `middle`.
// It may keep what the first one saved.
ExerciseResult grade_second_launch(const std::string& body, bool keeps = false) {
  const auto exercise =
      exercise::load_from_text(R"(title = "Own buffers"
module = "Tests"
file = "doubled.cu"
seeds = [1]
starter_fails = ["correct"]
hints = ["None."]
[sizes.graded]
n = 256
[[sizes.check]]
n = 256
[[buffer]]
name = "in"
type = "i32"
shape = ["n"]
role = "input"
fill = "ramp"
[[buffer]]
name = "middle"
type = "i32"
shape = ["n"]
role = "inout"
fill = { kind = "constant", value = 0 }
expected = "i0"
[[buffer]]
name = "out"
type = "i32"
shape = ["n"]
role = "output"
expected = "i0"
[[launch]]
kernel = "first"
grid = ["n / 64"]
block = [64]
arguments = ["in", "middle", { i32 = "n" }]
[[launch]]
kernel = "second"
grid = ["n / 64"]
block = [64]
arguments = ["in", "out", { i32 = "n" }]
keep_variables = )" + std::string(keeps ? "true\n" : "false\n"),
                               WARPLAB_SOURCE_DIR "/tests/cli/exercises/01-doubled");
  if (!exercise) FAIL(exercise.error());
  verdict::GradeOptions options;
  options.threads = 2;
  return verdict::grade(*exercise,
                        R"(__device__ int turns;
__device__ const int* saved;
extern "C" __global__ void first(const int* in, int* middle, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  middle[i] = in[i];
  if (i == 0) saved = middle;
}
extern "C" __global__ void second(const int* in, int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
)" + body + "}\n",
                        options);
}

}  // namespace

TEST_CASE("in another order, too, a launch sees no buffer but its own") {
  const ExerciseResult result =
      grade_second_launch("  out[i] = atomicAdd(&turns, 1) == i ? in[i] : saved[i];\n", true);
  const std::string text = failures(result);
  CAPTURE(text);
  const verdict::GateResult gate = made_up::gate(result.gates, "in_bounds");
  CHECK(gate.status == Status::fail);
  CHECK(gate.line == 10);
  CHECK(verdict::text_of(gate).find("this launch was not given `middle`") != std::string::npos);
  CHECK(verdict::text_of(gate).find("order ") != std::string::npos);
}

TEST_CASE("variables of the module start anew in every order") {
  const ExerciseResult result =
      grade_second_launch("  out[i] = atomicAdd(&turns, 1) < n ? in[i] : -1;\n");
  const std::string text = failures(result);
  CAPTURE(text);
  // So it is right in each order, and only wrong where it is launched once more.
  const std::string message = verdict::text_of(made_up::gate(result.gates, "correct"));
  CHECK(message.find("launched again)") != std::string::npos);
  CHECK(message.find("order") == std::string::npos);
}
