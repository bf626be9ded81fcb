#pragma once
// What a clock on a wall showed, as a time: a zip says the first and not where the wall is.
#include <cstdint>
#include <optional>
#include <string>

#include "base/result.hpp"

namespace warplab::course {

class TimeZone {
 public:
  // "Europe/Berlin", "UTC", "+01:00". The Error says what was expected, or that this machine does
  // not know the zone.
  static Result<TimeZone> named(const std::string& name);
  const std::string& name() const { return name_; }
  // Seconds since 1970. `wall` is the same number for a clock that shows UTC. Of an hour that a
  // clock shows twice the first is meant, which is in a student's favour; one that it leaves out is
  // counted on from what it showed before.
  int64_t utc_of(int64_t wall) const;

 private:
  std::string name_;
  std::string file_;    // of the zone's rules; empty: `offset_` holds always
  int64_t offset_ = 0;  // seconds east
};

}  // namespace warplab::course
