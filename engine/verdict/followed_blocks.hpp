#pragma once
// Gates about where a stored value came from ("out.exchanged.bytes") need values to be followed,
// which takes many times as long as to run. So some blocks of the graded launches are run once
// more, drawn by the seed and the student's file: a kernel cannot know for which of them it must do
// what it is asked to do, and most blocks of a grid do the same.
#include <cstddef>
#include <vector>

#include "exercise/draw.hpp"
#include "verdict/prepared_run.hpp"
#include "verdict/result.hpp"

namespace warplab::verdict {

// The launches of a case, by their place in it, that a gate over followed values is about; none for
// most exercises.
std::vector<size_t> launches_to_follow(const exercise::Exercise& exercise,
                                       const exercise::Case& setup);

// Launch number `launch` of a case: so many of its blocks that one which does not do what nine in
// ten do is hardly ever enough, and that they take a few milliseconds.
sim::FollowedBlocks blocks_to_follow(const exercise::Case& setup, size_t launch,
                                     const exercise::Draw& draw);

// Adds what the report of such a run has counted to the counters of the graded run.
void add_followed(const sim::Report& report, VariantCounters& counted);

}  // namespace warplab::verdict
