#pragma once
// The counters of a graded run, launch by launch: text, JSON and the window begin with these, since
// the sum over a kernel and the one that it is compared with says nothing of either.
#include <string>
#include <vector>

#include "verdict/result/result.hpp"

namespace warplab::verdict {

// The launches of the exercise, the repetitions of each together, without their traffic by buffer,
// in the order in which they were launched first. Behind them the reference's, as given for
// comparison and without lines, where the exercise says what it is.
std::vector<CountedLaunch> by_launch(const VariantCounters& counted);

// Bytes of global memory: those that had to be moved, in sectors of 32, and how many of them the
// lanes asked for. Lanes that ask for the same bytes use them once, as far as counts can tell: a
// line uses no more than it moves.
struct MovedBytes {
  uint64_t moved = 0, used = 0;
};
MovedBytes moved_bytes(const sim::LineCounters& lines);  // of loads, stores and atomics together
// Of one kind of access, by its counters.
MovedBytes moved_bytes(const sim::LineCounters& lines, sim::Counter sectors, sim::Counter bytes);
// What there is to tell them by: the launch's lines, or all of it as if it were one.
sim::LineCounters lines_of(const CountedLaunch& launch);
// "12.5 %"; what is less than all is never written as 100 %. Empty where nothing was moved.
std::string used_text(const MovedBytes& bytes);

}  // namespace warplab::verdict
