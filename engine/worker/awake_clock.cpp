#include "worker/awake_clock.hpp"

namespace warplab::worker {

void AwakeTime::begin_waiting(Clock::time_point now) {
  if (waiting_++ == 0) looked_ = now.time_since_epoch();
}

AwakeTime::Clock::time_point AwakeTime::look(Clock::time_point now) {
  // Of several threads that were stopped with the process the first one sees the gap.
  const Clock::duration gap = now.time_since_epoch() - looked_.exchange(now.time_since_epoch());
  if (waiting_ > 0 && gap > kLongestGap) {
    Clock::duration stopped = stopped_;
    while (!stopped_.compare_exchange_weak(stopped, stopped + gap)) {
    }
  }
  return now - stopped_.load();
}

AwakeTime& AwakeClock::time() {
  static AwakeTime time;
  return time;
}

}  // namespace warplab::worker
