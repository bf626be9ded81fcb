// Variables in a walk by their names: which are in sight, and that each holds what the program
// itself would print.
#include "lens/variables.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <filesystem>
#include <map>
#include <sstream>

#include "base/lines.hpp"
#include "lens/stepping.hpp"
#include "temporary_folder.hpp"
#include "verdict/plan/run_plan.hpp"

using namespace warplab;
using namespace std::chrono_literals;
using warplab::test::content_of;

namespace {

// Positions of a block that are walked, one by one.
constexpr uint32_t kPositions = 500;

// By thread of the block: the notes' numbers and values, in the thread's order.
using Noted = std::map<uint32_t, std::vector<std::pair<size_t, uint64_t>>>;

// The same text, but each note prints. What PTX registers hold has no part in it.
constexpr const char* kPrinting = R"(#line 1 "printing.h"
namespace warplab_variables {
template <class T> inline constexpr bool is_shown = false;
#define SHOWN(T) template <> inline constexpr bool is_shown<T> = true;
SHOWN(bool) SHOWN(char) SHOWN(signed char) SHOWN(unsigned char) SHOWN(short) SHOWN(unsigned short)
SHOWN(int) SHOWN(unsigned) SHOWN(long) SHOWN(unsigned long) SHOWN(long long)
SHOWN(unsigned long long) SHOWN(float) SHOWN(double)
template <unsigned number, class T> __device__ void note(const T& x) {
  if constexpr (is_shown<T>) {
    unsigned long long bits = 0;
    if constexpr (sizeof(T) < 4) { const int wide = x; memcpy(&bits, &wide, 4); }
    else memcpy(&bits, &x, sizeof x);
    printf("%u %u %llu\n",
           threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z), number, bits);
  }
}
}  // namespace warplab_variables
)";

std::string printing(const compile::NotedSource& noted, const std::string& file) {
  const std::string line = fmt::format("#line 1 \"{}\"\n", file);
  return kPrinting + noted.text.substr(noted.text.find(line));
}

Noted printed(const std::string& output) {
  Noted all;
  const size_t whole = output.rfind('\n');
  std::istringstream lines(whole == std::string::npos ? "" : output.substr(0, whole));
  uint32_t thread = 0;
  size_t number = 0;
  uint64_t bits = 0;
  while (lines >> thread >> number >> bits) all[thread].emplace_back(number, bits);
  return all;
}

uint64_t bits_at(const data::StepState& state, const lens::VariableInSight& v, uint32_t lane) {
  uint64_t bits = 0;
  std::memcpy(&bits, &state.values[v.at + size_t{lane} * v.bytes], std::min(v.bytes, 8u));
  return bits;
}

// What a walk shows of each variable just after each note; checks that it goes on to show it.
Noted walked(lens::Stepping& stepping, const lens::OpenBlock& open,
             const std::vector<compile::NotedVariable>& noted) {
  Noted all;
  std::map<std::pair<uint32_t, size_t>, uint64_t> last;
  auto before = stepping.state_at(0, 0, 0);
  REQUIRE(before);
  const uint32_t end = std::min(kPositions, open.walk.positions);
  for (uint32_t position = 1; position <= end; ++position) {
    const auto running =
        std::ranges::find(before->splits, data::StepPlace::runs, &data::StepSplit::place);
    REQUIRE(running != before->splits.end());
    const data::StepSplit split = *running;  // `before` becomes another state below
    auto state = stepping.state_at(position, split.warp, 0);
    REQUIRE(state);
    const data::StepInstruction& done = open.walk.instructions[*state->executed];
    const std::string& ptx = stepping.ptx()[static_cast<size_t>(done.ptx_line) - 1];
    // The second instruction of a note, which is one line: mov.b32 warplab_set_3, 1;
    const size_t at = ptx.find("mov.b32 warplab_set_");
    const bool is_note = at != std::string::npos && *state->executed > 0 &&
                         open.walk.instructions[*state->executed - 1].ptx_line == done.ptx_line;
    const size_t number = is_note ? std::stoul(ptx.substr(at + 20)) : noted.size();
    for (const lens::Variable& v : open.variables) {
      if (v.function != done.function) continue;
      const auto of = std::ranges::find_if(noted, [&](const compile::NotedVariable& n) {
        return n.name == v.name && n.first_line == v.first_line && n.last_line == v.last_line;
      });
      const auto this_one = static_cast<size_t>(of - noted.begin());
      if (this_one != number) continue;
      // Whatever the line is at which the compiler put the note.
      data::StepWalk walk = open.walk;
      walk.instructions[state->stack.empty() ? 0 : state->stack[0]].line = v.first_line;
      const lens::VariableInSight shown = state->stack.empty()
                                              ? lens::VariableInSight{}
                                              : lens::variables_in_sight({v}, walk, *state).at(0);
      if (state->stack.empty()) continue;
      for (uint32_t m = split.lanes; m != 0; m &= m - 1) {
        const auto lane = static_cast<uint32_t>(std::countr_zero(m));
        CHECK((shown.lanes >> lane & 1) == 1);
        const uint64_t bits = bits_at(*state, shown, lane);
        all[split.warp * 32 + lane].emplace_back(number, bits);
        last[{split.warp * 32 + lane, number}] = bits;
      }
    }
    before = state;
    if (at != std::string::npos && !is_note) continue;  // between a note's two instructions
    // What is in sight is what was noted last, and nothing before that.
    for (const lens::VariableInSight& v :
         lens::variables_in_sight(open.variables, open.walk, *state)) {
      const auto of = std::ranges::find_if(noted, [&](const compile::NotedVariable& n) {
        return n.name == v.variable->name && n.first_line == v.variable->first_line &&
               n.last_line == v.variable->last_line;
      });
      const auto its = static_cast<size_t>(of - noted.begin());
      const uint32_t thread = split.warp * 32;
      const auto known = last.find({thread, its});
      if (known != last.end() && (v.lanes & 1) && known->second != bits_at(*state, v, 0))
        FAIL_CHECK(v.variable->name << " at position " << position);
    }
  }
  return all;
}

// A run that both texts make: what is drawn depends on the text.
std::string common_run(const exercise::Exercise& exercise, const std::string& one,
                       const std::string& other) {
  const auto labels = [&](const std::string& source) {
    std::vector<std::string> all;
    for (const verdict::PlannedRun& run : verdict::plan_runs(exercise, 1, source)) {
      const auto setup = exercise::instantiate(exercise, run.size, *run.variant, run.seed);
      if (setup && !run.graded) all.push_back(setup->label);
    }
    return all;
  };
  const std::vector<std::string> others = labels(other);
  for (const std::string& label : labels(one))
    if (std::ranges::find(others, label) != others.end()) return label;
  return "";
}

}  // namespace

TEST_CASE("in every shipped solution a variable holds what the program itself would print of it") {
  size_t compared = 0, solutions = 0;
  for (const auto& folder : std::filesystem::directory_iterator(WARPLAB_SOURCE_DIR "/solutions")) {
    const std::string slug = folder.path().filename().string();
    const auto exercise =
        exercise::load(std::filesystem::path(WARPLAB_SOURCE_DIR "/exercises") / slug);
    const std::filesystem::path file = folder.path() / "solution.cu";
    if (!exercise || exercise->host || !std::filesystem::exists(file)) continue;
    CAPTURE(slug);
    const std::string source = content_of(file);
    std::vector<std::string_view> headers;
    for (const exercise::Header& h : exercise->headers) headers.push_back(h.text);
    const auto noted = compile::note_variables(source, exercise->student_file, headers);
    if (noted.text.empty()) continue;
    lens::Stepping with_notes(*exercise, source, 1);
    const std::string prints = printing(noted, exercise->student_file);
    lens::BlockChoice choice;
    choice.where = common_run(*exercise, source, prints);
    REQUIRE_FALSE(choice.where.empty());
    choice.variables = true;
    const auto open = with_notes.open(choice, 60s);
    REQUIRE_MESSAGE(open, (open ? "" : open.error()));
    CHECK_FALSE(open->variables.empty());
    const Noted shown = walked(with_notes, *open, noted.variables);
    lens::Stepping with_prints(*exercise, prints, 1);
    choice.variables = false;
    const auto other = with_prints.open(choice, 60s);
    REQUIRE_MESSAGE(other, (other ? "" : other.error()));
    const auto end = with_prints.state_at(other->walk.positions, 0, 0);
    REQUIRE(end);
    const Noted said = printed(end->printed);
    for (const auto& [thread, values] : shown) {
      const auto at = said.find(thread);
      if (at == said.end()) continue;  // what is printed is cut
      const size_t count = std::min(values.size(), at->second.size());
      for (size_t k = 0; k < count; ++k)
        if (values[k] != at->second[k])
          FAIL_CHECK("thread " << thread << ", note " << k << ": variable " << values[k].first
                               << " is " << values[k].second << ", printed " << at->second[k].first
                               << " is " << at->second[k].second);
      compared += count;
    }
    ++solutions;
  }
  CHECK(solutions >= 10);
  CHECK(compared > 5000);
}

TEST_CASE("a text without variables is walked as it is, and so is one that was graded") {
  const auto exercise = exercise::load(WARPLAB_SOURCE_DIR "/exercises/51-matmul-naive");
  REQUIRE(exercise);
  const std::string source =
      content_of(WARPLAB_SOURCE_DIR "/solutions/51-matmul-naive/solution.cu");
  lens::Stepping stepping(*exercise, source, 1);
  lens::BlockChoice choice;
  const auto graded = stepping.open(choice, 60s);
  REQUIRE(graded);
  CHECK(graded->variables.empty());
  choice.variables = true;
  const auto noted = stepping.open(choice, 60s);
  REQUIRE(noted);
  const auto has = [&](const char* name) {
    return std::ranges::find(noted->variables, name, &lens::Variable::name) !=
           noted->variables.end();
  };
  for (const char* name : {"sum", "k", "row", "column"}) CHECK(has(name));
  CHECK(noted->walk.positions > graded->walk.positions);
  choice.variables = false;
  const auto again = stepping.open(choice, 60s);
  REQUIRE(again);
  CHECK(again->walk == graded->walk);
}

TEST_CASE("a variable is in sight in its scope, in lanes in which it has a value") {
  data::StepWalk walk;
  walk.functions = {{"k",
                     {{"warplab_value_0_2", "b32", "", 4, true},
                      {"warplab_set_0", "b32", "", 4, true},
                      {"warplab_value_1_4", "f32", "", 4, true},
                      {"warplab_set_1", "b32", "", 4, true}}}};
  walk.instructions = {{0, 5, 1}, {0, 9, 2}};
  const std::vector<lens::Variable> all = lens::variables_of(walk, {{"i", 2, 8}, {"x", 5, 8}});
  REQUIRE(all.size() == 2);
  CHECK(all[0].type == "s32");
  CHECK(all[1].type == "f32");
  data::StepState state;
  state.stack = {0};
  state.values.resize(32 * 16);
  state.changed = {0b10, 0, 0, 0};
  state.values[32 * 4 + 4] = 1;  // lane 1 of warplab_set_0
  const auto shown = lens::variables_in_sight(all, walk, state);
  REQUIRE(shown.size() == 2);
  CHECK(shown[0].lanes == 0b10);
  CHECK(shown[0].changed == 0b10);
  CHECK(shown[1].lanes == 0);
  state.stack = {1};
  CHECK(lens::variables_in_sight(all, walk, state).empty());
  // An inner variable of the same name hides the outer one.
  const std::vector<lens::Variable> two = lens::variables_of(walk, {{"i", 2, 8}, {"i", 4, 6}});
  state.stack = {0};
  const auto inner = lens::variables_in_sight(two, walk, state);
  REQUIRE(inner.size() == 1);
  CHECK(inner[0].variable->first_line == 4);
  // One that has no notes after all, and one of two types, are not shown.
  CHECK(lens::variables_of(walk, {{"", 2, 8}, {"x", 5, 8}}).size() == 1);
  walk.functions[0].registers.push_back({"warplab_value_0_4", "f32", "", 4, true});
  CHECK(lens::variables_of(walk, {{"i", 2, 8}, {"x", 5, 8}}).size() == 1);
}
