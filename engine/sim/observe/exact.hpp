#pragma once
#include <memory>
#include <span>
#include <vector>

#include "sim/data_names.hpp"
#include "sim/device/address_space.hpp"
#include "sim/finding.hpp"
#include "sim/observer.hpp"

namespace warplab::sim {

constexpr uint64_t kUnlimited = ~uint64_t{0};

// How far exact tracking goes. A watched lane's access is work of 1, an instruction whose values
// are followed one of 8, and so is what one thread hands another by a fence: about as they cost. In
// all, 8 bytes that have to be remembered are work of 1, too, and so are 2 earlier accesses that
// one is held against: a kernel may touch a new place of the heap with each access, or one where
// many were.
struct ExactLimits {
  // After the first finding. 4 million take 0.1 to 0.4 s, and by then a kernel's other wrong lines
  // have shown, too.
  uint64_t work_after_finding = uint64_t{1} << 22;
  // From the start, finding or not.
  uint64_t work_in_all = kUnlimited;
  // Where nothing is looked for but notes on stores of the same value: so much after the first. The
  // next lines that meet there would be in as many accesses.
  uint64_t work_after_note = uint64_t{1} << 12;
  // Whether fences order anything: what races without them need not race.
  bool follows_fences = true;
  // Of the tracker, by its own count. With the worker's own memory and the grader that stays within
  // what docs/GRADING.md promises.
  uint64_t bytes = uint64_t{192} << 20;
};

// The observer of exact tracking: races by happens-before, and uninitialised values that matter.
class ExactObserver : public Observer {
 public:
  // False once it has stopped looking before the end, so that there may be more than it found.
  virtual bool sees_everything() const = 0;
  // It has stopped looking, and the launch with it: what else the run does is known from the sweep.
  virtual bool has_ended_run() const = 0;
  // What it was waiting for when it stopped looking did not come true: look at all of it.
  virtual bool must_look_again() const = 0;
  // There is a race, or a note of one, that fences may order, and they were not followed: it has
  // stopped looking, and what it has found means nothing.
  virtual bool must_follow_fences() const = 0;
  // What it has looked at.
  virtual uint64_t work() const = 0;
  // The most memory that tracking took at once, by its own count.
  virtual uint64_t most_bytes() const = 0;
};
// By buffer, a bit a byte: it has a value from before the run. Null, or no such buffer: none has,
// or all have, as the buffer says.
using ValuedBytes = std::vector<const std::vector<uint64_t>*>;

std::unique_ptr<ExactObserver> make_exact_observer(std::span<const Buffer> buffers,
                                                   const AddressSpace& addresses,
                                                   ValuedBytes valued, const ExactLimits& limits);

}  // namespace warplab::sim
