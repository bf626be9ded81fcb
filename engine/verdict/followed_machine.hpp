#pragma once
// Does a wrong value follow what the next run, or another GPU, would decide: where memory lies,
// what clocks and the numbers of the hardware show?
#include "exercise/draw.hpp"
#include "verdict/writing_line.hpp"

namespace warplab::verdict {

// `mismatch` is of `wrong`, which ended in the default order. Makes it once more as it was, then
// with other addresses, then with other clocks and numbers of the hardware; where the element is
// another one then, Mismatch::follows says which of them it follows. A verdict never depends on it.
void add_followed_machine(const WrongRun& wrong, worker::Worker& worker, const exercise::Draw& draw,
                          const std::atomic<bool>* cancel, Mismatch& mismatch);

// Instead of the sentence about a plain wrong value.
std::string followed_sentence(const Mismatch& mismatch, const std::string& element);

}  // namespace warplab::verdict
