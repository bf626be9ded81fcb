#pragma once
// What counters count, in sentences that stand alone: under the mouse each is read without the rows
// around it.
#include <string>
#include <string_view>

#include "data/buffer_counters.hpp"
#include "data/counters.hpp"

namespace warplab::app {

std::string sentence_of(data::Counter counter);
// Of the counter of a buffer of that name.
std::string sentence_of(data::BufferCounter counter, std::string_view buffer);

}  // namespace warplab::app
