#pragma once
// Messages over a stream socket, with file descriptors beside them.
#include <chrono>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "worker/descriptor.hpp"
#include "worker/message.hpp"

namespace warplab::worker {

class Channel {
 public:
  using Clock = std::chrono::steady_clock;
  static constexpr Clock::time_point kForever = Clock::time_point::max();

  // `socket` is a stream socket. With `accepts_descriptors` those that come with a message are
  // kept; otherwise the system closes them unseen.
  Channel(Descriptor socket, bool accepts_descriptors);

  enum class Outcome {
    done,
    timed_out,  // the deadline passed; a later call goes on where this one stopped
    closed,     // the other side is gone
    malformed,  // what came is no message: fault() says why, and nothing more can be read
  };
  // While the other side does not read `goes_on` is asked every half second: false ends it as the
  // deadline does.
  Outcome send(const Message& message, std::span<const int> descriptors, Clock::time_point deadline,
               const std::function<bool()>& goes_on = {});
  Outcome receive(Message& message, Clock::time_point deadline);
  // Those that came with the last message received.
  std::vector<Descriptor> take_descriptors() { return std::move(arrived_); }
  const std::string& fault() const { return fault_; }
  int socket() const { return socket_.number(); }

 private:
  Outcome read_into(char* data, size_t bytes, size_t& have, Clock::time_point deadline);
  // Waits for `events` of poll(); false when the deadline passed first.
  bool wait(short events, Clock::time_point deadline) const;

  Descriptor socket_;
  bool accepts_descriptors_;
  std::string fault_;
  std::vector<Descriptor> arrived_;
  // The message that is coming in, as far as it is there.
  std::array<char, kMessageHeaderBytes> header_bytes_{};
  size_t have_header_ = 0, have_json_ = 0, have_blob_ = 0;
  bool header_known_ = false;
  MessageHeader header_;
  Message incoming_;
};

}  // namespace warplab::worker
