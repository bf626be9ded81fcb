#pragma once
// Exercises, counters and evidence as the tests of this folder need them: small, and right unless a
// test spoils them.
#include <doctest/doctest.h>

#include <filesystem>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "exercise/exercise.hpp"
#include "temporary_folder.hpp"
#include "verdict/judge/judge.hpp"
#include "verdict/result/result.hpp"

namespace made_up {

warplab::exercise::Gate metric_gate(const std::string& name, const std::string& metric,
                                    std::optional<double> max,
                                    std::optional<double> min = std::nullopt);

warplab::exercise::Gate built_in_gate(const std::string& metric, double points);

// One variant; "correct" for one point and coalesced loads for one.
warplab::exercise::Exercise exercise();

// The exercise that `toml` describes. Its folder is this process's own and holds `files`, the
// statement, the starter and what else it names, in which nothing stands that matters.
warplab::exercise::Exercise exercise_of(const std::string& toml,
                                        std::initializer_list<const char*> files);

warplab::sim::Counters loads(uint64_t requests, uint64_t sectors, uint64_t bytes_each = 128);

// A graded run that ended with the right answer, its counters by line.
warplab::verdict::VariantCounters counted(const warplab::sim::LineCounters& lines,
                                          const std::string& variant = "default");

// One of its launches, whose counters are those of its lines.
warplab::verdict::CountedLaunch launch(const warplab::sim::LineCounters& lines,
                                       const std::string& name, const std::string& kernel,
                                       size_t spec, bool given = false);

// All of three runs went well.
warplab::verdict::Evidence evidence();

// A wrong answer in a small run, which one thread stored.
warplab::verdict::Mismatch mismatch();

warplab::sim::Finding finding(warplab::sim::FindingKind kind, int line, const std::string& message);

warplab::verdict::GateResult gate(const std::vector<warplab::verdict::GateResult>& gates,
                                  const std::string& name);

}  // namespace made_up
