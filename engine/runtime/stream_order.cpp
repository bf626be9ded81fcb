#include "runtime/stream_order.hpp"

#include <algorithm>

namespace warplab::runtime {

bool StreamOrder::has(const Clock& clock, const Moment& moment) {
  const auto known = clock.find(moment.stream);
  return known != clock.end() && known->second >= moment.count;
}

void StreamOrder::join(Clock& into, const Clock& from) {
  for (const auto& [stream, count] : from) into[stream] = std::max(into[stream], count);
}

void StreamOrder::make(uint32_t stream, bool is_apart) {
  streams_[stream].is_apart = is_apart;
  has_streams_apart_ |= is_apart;
}

StreamOrder::Clock StreamOrder::now(uint32_t stream) {
  Stream& s = streams_[stream];
  join(s.clock, host_);
  if (stream == kDefault) {
    for (const auto& [number, other] : streams_)
      if (!other.is_apart && number != kDefault) join(s.clock, other.clock);
  } else if (!s.is_apart) {
    join(s.clock, streams_[kDefault].clock);
  }
  return streams_[stream].clock;
}

Moment StreamOrder::begin(uint32_t stream) {
  now(stream);
  return {stream, ++streams_[stream].clock[stream]};
}

void StreamOrder::record(uint32_t event, uint32_t stream) { events_[event] = now(stream); }

void StreamOrder::await(uint32_t stream, uint32_t event) {
  join(streams_[stream].clock, events_[event]);
}

void StreamOrder::host_waits_for_stream(uint32_t stream) { join(host_, now(stream)); }
void StreamOrder::host_waits_for_event(uint32_t event) { join(host_, events_[event]); }
void StreamOrder::host_waits_for_device() {
  for (const auto& [number, stream] : streams_) join(host_, stream.clock);
}

bool StreamOrder::comes_before(const Moment& moment, uint32_t stream) const {
  const auto found = streams_.find(stream);
  return found != streams_.end() && has(found->second.clock, moment);
}

bool StreamOrder::is_done(uint32_t event) const {
  const auto found = events_.find(event);
  return found == events_.end() || std::ranges::all_of(found->second, [&](const auto& known) {
           return has(host_, {known.first, known.second});
         });
}

}  // namespace warplab::runtime
