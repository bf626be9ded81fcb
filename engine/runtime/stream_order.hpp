#pragma once
// What happens before what, between streams, events and the host (CUDA C++ Programming Guide,
// "Asynchronous Concurrent Execution"): a vector clock for each (Lamport 1978, Mattern 1989).
#include <cstdint>
#include <map>

#include "runtime/wire.hpp"

namespace warplab::runtime {

// An operation in a stream: the how manieth there.
struct Moment {
  uint32_t stream = 0;
  uint64_t count = 0;
};

class StreamOrder {
 public:
  void make(uint32_t stream, bool is_apart);
  // Whether there has been a stream that does not wait for the default stream.
  bool has_streams_apart() const { return has_streams_apart_; }
  // The next operation in `stream` begins, behind all that the host knows and the stream waits for.
  Moment begin(uint32_t stream);
  // How many operations of each stream come before the next in `stream`, and that began last there.
  const std::map<uint32_t, uint64_t>& known_to(uint32_t stream) { return streams_[stream].clock; }
  void record(uint32_t event, uint32_t stream);
  void await(uint32_t stream, uint32_t event);
  void host_waits_for_stream(uint32_t stream);
  void host_waits_for_event(uint32_t event);
  void host_waits_for_device();
  // It has been done when the host goes on.
  bool host_knows(const Moment& moment) const { return has(host_, moment); }
  // It has been done before the last operation that began in `stream`.
  bool comes_before(const Moment& moment, uint32_t stream) const;
  bool is_done(uint32_t event) const;

 private:
  using Clock = std::map<uint32_t, uint64_t>;  // by stream: so many operations are known
  struct Stream {
    bool is_apart = false;  // does not wait for the default stream, nor that for it
    Clock clock;
  };
  static constexpr uint32_t kDefault = 0;
  static bool has(const Clock& clock, const Moment& moment);
  static void join(Clock& into, const Clock& from);
  // What is behind everything that was asked of `stream` up to now.
  Clock now(uint32_t stream);

  std::map<uint32_t, Stream> streams_;
  std::map<uint32_t, Clock> events_;
  Clock host_;
  bool has_streams_apart_ = false;
};

}  // namespace warplab::runtime
