#pragma once
// What all parts of the machine know of the launch at hand.
#include <cstddef>
#include <vector>

#include "sim/data_names.hpp"
#include "sim/options.hpp"
#include "specification/device_memory.hpp"
#include "specification/steps.hpp"

namespace warplab::sim::plain {

struct LaunchContext {
  const Image& image;
  DeviceMemory& memory;
  const Launch& launch;
  const FunctionImage& kernel;
  const std::vector<std::byte> parameters;  // as ld.param sees them
  const Options& options;
  const SharedMap shared;
  size_t number = 0;                  // of the launch in the run
  PlainObserver* observer = nullptr;  // null: nobody looks
};

}  // namespace warplab::sim::plain
