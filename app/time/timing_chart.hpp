#pragma once
// What is shown of a time that was measured on a GPU, as numbers and sentences: limits as times,
// whether it stands, where it lies under the roof of the memory. And what is shown where no time
// was measured.
#include <optional>
#include <string>
#include <vector>

#include "exercise/exercise.hpp"
#include "results/history.hpp"
#include "results/line_costs.hpp"
#include "verdict/result/result.hpp"

namespace warplab::app {

// A gate over times, for one timing.
struct TimeLimit {
  std::string name;          // "as fast as the memory"
  std::string text;          // "at least 0.41 of a copy"
  std::optional<double> us;  // the time that it allows; none: it does not apply to this timing
  verdict::Status status = verdict::Status::not_checked;
  bool applies = true;
  std::string reason;    // of a gate that was not checked
  bool is_time = false;  // the limit itself is a time: `text` says already what `us` says
  // The GPU whose model decided it, where no time of this timing's did.
  std::string modelled_for = {};
};
// "at most 840 us", "at least 0.41 of a copy".
std::string limit_text(const exercise::Gate& gate);
// Limits of every gate over times that concerns this timing, in the exercise's order.
std::vector<TimeLimit> limits_of(const exercise::Exercise& exercise,
                                 const verdict::ExerciseResult& result,
                                 const verdict::Timing& timing);

// Whether the number can be relied on.
struct Standing {
  enum class Kind { stable, unstable, impossible };
  Kind kind = Kind::stable;
  std::string text;  // "Stable: ..."
};
Standing standing_of(const verdict::Timing& timing);

// "The yardstick, a stream of as many bytes in the same grid and blocks, takes 77.2 us (76.9 to
// 77.8): this is 0.97 of its speed"; empty where no gate compares with one.
std::string yardstick_text(const exercise::Exercise& exercise, const verdict::Timing& timing);

// "cuBLAS 13.0.2 takes 310 us (308 to 312): this is 0.21 of its speed"; empty where it was not
// timed.
std::string library_text(const verdict::Timing& timing);

// "30 samples, 2 thrown away for their low clock; 1 round; 1980 MHz".
std::string sampling_text(const verdict::Timing& timing);

// Instructions of all threads for each byte that has to be moved: counted by the simulator, of the
// timing's variant and launch. None where it did not count them.
std::optional<double> instructions_per_byte(const exercise::Exercise& exercise,
                                            const verdict::ExerciseResult& result,
                                            const verdict::Timing& timing);

// A kernel under the roof: x instructions a byte, y instructions a second.
struct RooflinePoint {
  double per_byte = 0, per_second = 0, copy_fraction = 0, median_us = 0;
};
RooflinePoint roofline_point(double instructions_a_byte, double bytes, double median_us,
                             double copy_fraction);
// Several kernels under one roof, for a chart: the first is the one that it is about.
struct RoofPoint {
  enum class Mark : uint8_t { own, before, other, reference };
  Mark mark = Mark::own;
  std::string label;  // "this kernel"
  double per_byte = 0, per_second = 0, us = 0;
};
struct Roofline {
  std::string roof;                    // whose bandwidth it is: "our copy", "DRAM"
  double bytes_per_second = 0;         // what rises
  double instructions_per_second = 0;  // what is flat; 0: it is not known
  std::vector<RoofPoint> points;
  bool is_modelled = false;  // its times are
};
// Of a measured time, and of the one before it.
Roofline measured_roofline(double bandwidth, const RooflinePoint& now,
                           const std::optional<RooflinePoint>& last);
// Bytes a second of our own copy beside this timing.
double copy_bandwidth(const verdict::Timing& timing);

// The newest attempt before `before` with a time of this name on this GPU.
std::optional<TimeNumber> last_time(const std::vector<Attempt>& attempts, const Attempt* before,
                                    const std::string& gpu, const std::string& what);

// Why there is no time, one sentence.
std::string why_no_time(const verdict::ExerciseResult& result, const std::string& otherwise);

// One kind of access, all lines together: what the memory was asked for, beside the least.
struct AccessSum {
  std::string what;  // "global load"
  AccessCost::Memory memory = AccessCost::Memory::global;
  uint64_t requests = 0, units = 0;
  double ideal_units = 0;  // 0: not known
  double per_request() const {
    return requests ? static_cast<double>(units) / static_cast<double>(requests) : 0;
  }
  double ideal_per_request() const {
    return requests ? ideal_units / static_cast<double>(requests) : 0;
  }
};
std::vector<AccessSum> access_sums(const std::vector<LineCost>& costs);

}  // namespace warplab::app
