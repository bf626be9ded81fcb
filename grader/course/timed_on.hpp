#pragma once
// On what a result was timed, from the report's JSON (docs/GRADING.md): for every format that has a
// place for it.
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

namespace warplab::course {

struct TimedOn {
  std::string gpu;       // "NVIDIA H200"
  std::string driver;    // the CUDA version that it has: "13.0"
  double clock_mhz = 0;  // of the multiprocessors while it was timed; 0: not known
};

// Of one element of "exercises". None: it was run in the simulator alone.
std::optional<TimedOn> timed_on(const nlohmann::json& result);
std::string driver_text(int driver_version);   // 13000: "13.0"
std::string clock_text(const TimedOn& timed);  // "1980"; empty: not known
// "NVIDIA H200, driver 13.0, 1980 MHz".
std::string text_of(const TimedOn& timed);

}  // namespace warplab::course
