#pragma once
#include "data/buffer_counters.hpp"
#include "data/counters.hpp"
#include "data/launch.hpp"

namespace warplab::sim {

// What is run and what is counted are described outside, for all engines alike (engine/data); the
// simulator calls them by the same names.
using data::Argument;
using data::Buffer;
using data::buffer_counter_named;
using data::BufferCounter;
using data::BufferCounters;
using data::BufferTraffic;
using data::bytes_of;
using data::Counter;
using data::counter_named;
using data::Counters;
using data::ElementType;
using data::fill_sums;
using data::kBufferCounterCount;
using data::kCounterCount;
using data::Launch;
using data::name_of;
using data::TrafficByBuffer;

}  // namespace warplab::sim
