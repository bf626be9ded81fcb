#pragma once
// Gates over times, and those that every exercise has where its kernel ran on a GPU. Pure, like
// judge(): docs/GRADING.md, "Time", has the rules.
#include <optional>
#include <string_view>
#include <vector>

#include "exercise/exercise.hpp"
#include "verdict/judge/judge.hpp"

namespace warplab::verdict {

// The gates that a GPU adds, in the order in which they are judged.
inline constexpr std::string_view kSameOnGpuGate = "same_on_gpu";
inline constexpr std::string_view kRightWhenTimedGate = "right_when_timed";
inline constexpr std::string_view kPlausibleTimeGate = "plausible_time";
// None where `evidence.gpu` is none.
std::vector<GateResult> judge_gpu(const Evidence& evidence);

GateResult judge_time(const exercise::Exercise& exercise, const exercise::Gate& gate,
                      const Evidence& evidence);

// The times that the gate compares a kernel's with: the reference's or the yardstick's. Null: it
// compares with neither, or they were not taken.
const TimeNumbers* compared_with(const exercise::Gate& gate, const Timing& timing);

// Whether all of a range, in the gate's unit, keeps its limit, or (false) all of it misses it;
// none: the limit lies within.
std::optional<bool> keeps_limit(const exercise::Gate& gate, double low, double high);

// Why a time cannot be true: shorter than the memory needs for the bytes at its peak, or a copy's
// bandwidth left far behind. Empty where it can. `peak` in bytes a second, 0: not known.
Saying why_impossible(const Timing& timing, double peak);

}  // namespace warplab::verdict
