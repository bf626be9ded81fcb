#include "runtime/time_line.hpp"

#include <algorithm>

namespace warplab::runtime {

double copy_microseconds(uint64_t bytes, Engine engine) {
  constexpr double kBusBytes = 55e3, kDeviceBytes = 1500e3;  // of a microsecond
  constexpr double kBegin = 2;
  const bool is_within = engine == Engine::within_device;
  return kBegin + static_cast<double>(bytes) / (is_within ? kDeviceBytes : kBusBytes);
}

void TimeLine::add(const Moment& moment, const std::map<uint32_t, uint64_t>& known, Engine engine,
                   double microseconds) {
  double& free = free_[static_cast<size_t>(engine)];
  double begin = free;
  for (const auto& [stream, count] : known) {
    const std::vector<double>& ended = ended_[stream];
    // The last that is known is the latest to end; the operation itself is no end yet.
    const uint64_t done = std::min<uint64_t>(count, ended.size());
    if (done > 0) begin = std::max(begin, ended[done - 1]);
  }
  const double end = begin + microseconds;
  std::vector<double>& own = ended_[moment.stream];
  own.resize(moment.count, own.empty() ? 0 : own.back());
  own.back() = end;
  free = end;
  sum_ += microseconds;
  last_ = std::max(last_, end);
  // More than anybody can look at.
  constexpr size_t kMostSpans = 10'000;
  if (spans_.size() < kMostSpans) spans_.push_back({moment.stream, engine, begin, end});
}

double TimeLine::overlap() const { return sum_ > 0 ? 1 - last_ / sum_ : 0; }

}  // namespace warplab::runtime
