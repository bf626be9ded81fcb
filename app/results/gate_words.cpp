#include "results/gate_words.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "data/buffer_counters.hpp"
#include "data/counters.hpp"
#include "exercise/exercise.hpp"
#include "verdict/judge/judge.hpp"
#include "verdict/judge/time_gate.hpp"

namespace warplab::app {
namespace {

using verdict::GateResult;

// The rules of docs/GRADING.md, in one sentence each.
struct Meaning {
  std::string_view metric;
  const char* says;
};
constexpr Meaning kMeanings[] = {
    {verdict::kCompilesGate, "The file is there, is text, and compiles."},
    {"supported", "The simulator knows every instruction of the kernel."},
    {"launches",
     "The kernel exists, takes the parameters that the exercise gives it, and a multiprocessor can "
     "hold a block of it."},
    {"terminates",
     "Every run ends: no endless loop, no barrier that only some threads of a block reach, no "
     "failed assert."},
    {"in_bounds",
     "No access lies beyond a buffer or a shared array, and nothing is written that may only be "
     "read."},
    {"initialized", "No value that nobody has written is used."},
    {"race_free",
     "No two threads touch the same place, one of them writing, without an order between them."},
    {exercise::kCorrectGate,
     "Every element of every answer was written and is right, at every size, with all inputs, and "
     "in whatever order the threads run."},
    {verdict::kSameOnGpuGate, "The answers on the GPU are those of the simulator."},
    {verdict::kRightWhenTimedGate, "The answers of the runs that were timed are right, too."},
    {verdict::kPlausibleTimeGate, "The times are long enough to be possible on this GPU."},
    {exercise::kTimeMetric, "The time of the kernel in microseconds: the median of many."},
    {exercise::kCopyFractionMetric,
     "How fast memory is used, as a part of what a plain copy of as many bytes reaches."},
    {exercise::kReferenceFractionMetric,
     "How fast the kernel is beside the exercise's own solution: 1 is as fast."},
    {exercise::kYardstickFractionMetric,
     "How fast the kernel is beside a plain kernel of the same shape: 1 is as fast."},
};

bool is_of_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '.';
}

// The names in an expression, each once.
std::vector<std::string> names_in(std::string_view expression) {
  std::vector<std::string> names;
  for (size_t i = 0; i < expression.size();) {
    size_t end = i;
    while (end < expression.size() && is_of_name(expression[end])) ++end;
    if (end == i) {
      ++i;
      continue;
    }
    std::string name(expression.substr(i, end - i));
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
    i = end;
  }
  return names;
}

// "a.sectors" is a counter of the buffer `a`. What is no counter says nothing.
std::string meaning_of_name(const std::string& name) {
  if (const auto counter = data::counter_named(name))
    return fmt::format("{}: {}", name, sentence_of(*counter));
  const size_t dot = name.find('.');
  if (dot == std::string::npos || name.starts_with("reference.")) return {};
  const auto counter = data::buffer_counter_named(name.substr(dot + 1));
  if (!counter) return {};
  return fmt::format("{}: {}", name, sentence_of(*counter, name.substr(0, dot)));
}

}  // namespace

std::string meaning_of(const GateResult& gate) {
  for (const Meaning& meaning : kMeanings)
    if (meaning.metric == gate.metric) return meaning.says;
  std::string text;
  for (const std::string& name : names_in(gate.metric)) {
    const std::string meaning = meaning_of_name(name);
    if (meaning.empty()) continue;
    text += (text.empty() ? "" : "\n") + meaning;
  }
  return text;
}

}  // namespace warplab::app
