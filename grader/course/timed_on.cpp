#include "course/timed_on.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/printable.hpp"

namespace warplab::course {

std::string driver_text(int driver_version) {
  return fmt::format("{}.{}", driver_version / 1000, driver_version % 1000 / 10);
}

std::optional<TimedOn> timed_on(const nlohmann::json& result) {
  const auto gpu = result.find("gpu");
  if (gpu == result.end() || !gpu->is_object()) return std::nullopt;
  const auto of = [](const nlohmann::json& object, const char* key) {
    const auto found = object.find(key);
    return found != object.end() && found->is_number() ? found->get<double>() : 0.0;
  };
  TimedOn timed;
  if (const auto name = gpu->find("name"); name != gpu->end() && name->is_string())
    timed.gpu = printable(name->get<std::string>());
  timed.driver = driver_text(static_cast<int>(of(*gpu, "driver_version")));
  const auto timings = gpu->find("timings");
  if (timings == gpu->end() || !timings->is_array()) return timed;
  for (const nlohmann::json& timing : *timings)
    if (timed.clock_mhz <= 0 && timing.is_object()) timed.clock_mhz = of(timing, "clock_mhz");
  return timed;
}

std::string clock_text(const TimedOn& timed) {
  return timed.clock_mhz > 0 ? fmt::format("{:.0f}", timed.clock_mhz) : "";
}

std::string text_of(const TimedOn& timed) {
  return fmt::format("{}, driver {}{}", timed.gpu, timed.driver,
                     timed.clock_mhz > 0 ? ", " + clock_text(timed) + " MHz" : "");
}

}  // namespace warplab::course
