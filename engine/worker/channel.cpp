#include "worker/channel.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstring>

namespace warplab::worker {
namespace {

// The kernel passes at most this many with one message (SCM_MAX_FD).
constexpr size_t kMaxDescriptors = 253;
// Room is made as bytes arrive, so that a header alone costs nobody memory.
constexpr size_t kChunk = size_t{1} << 20;
constexpr std::chrono::milliseconds kBetweenLooks{500};

}  // namespace

Channel::Channel(Descriptor socket, bool accepts_descriptors)
    : socket_(std::move(socket)), accepts_descriptors_(accepts_descriptors) {}

bool Channel::wait(short events, Clock::time_point deadline) const {
  for (;;) {
    int timeout = -1;
    if (deadline != kForever) {
      const auto left =
          std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now()).count();
      timeout = static_cast<int>(std::clamp<long long>(left, 0, INT_MAX));
    }
    pollfd entry{socket_.number(), events, 0};
    const int ready = ::poll(&entry, 1, timeout);
    if (ready > 0) return true;
    if (ready == 0) return false;
    if (errno != EINTR) return true;  // the read or write that follows says what is wrong
  }
}

Channel::Outcome Channel::send(const Message& message, std::span<const int> descriptors,
                               Clock::time_point deadline, const std::function<bool()>& goes_on) {
  const auto header = encode_header(message);
  std::array<iovec, 3> parts = {
      iovec{const_cast<std::byte*>(header.data()), header.size()},
      iovec{const_cast<char*>(message.json.data()), message.json.size()},
      iovec{const_cast<char*>(message.blob.data()), message.blob.size()},
  };
  alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(int) * kMaxDescriptors)> control{};
  size_t pending = descriptors.size();  // they travel with the first byte
  if (pending > kMaxDescriptors) {
    fault_ = "Too many file descriptors for one message.";
    return Outcome::malformed;
  }
  size_t first = 0;
  while (first < parts.size()) {
    if (parts[first].iov_len == 0) {
      ++first;
      continue;
    }
    msghdr whole{};
    whole.msg_iov = &parts[first];
    whole.msg_iovlen = parts.size() - first;
    if (pending > 0) {
      whole.msg_control = control.data();
      whole.msg_controllen = CMSG_SPACE(sizeof(int) * pending);
      cmsghdr* const rights = CMSG_FIRSTHDR(&whole);
      rights->cmsg_level = SOL_SOCKET;
      rights->cmsg_type = SCM_RIGHTS;
      rights->cmsg_len = CMSG_LEN(sizeof(int) * pending);
      std::memcpy(CMSG_DATA(rights), descriptors.data(), sizeof(int) * pending);
    }
    const ssize_t sent = ::sendmsg(socket_.number(), &whole, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent < 0) {
      if (errno == EINTR) continue;
      if (errno != EAGAIN && errno != EWOULDBLOCK) return Outcome::closed;
      const auto look = goes_on ? std::min(deadline, Clock::now() + kBetweenLooks) : deadline;
      if (!wait(POLLOUT, look) && (Clock::now() >= deadline || !goes_on || !goes_on()))
        return Outcome::timed_out;
      continue;
    }
    pending = 0;
    size_t left = static_cast<size_t>(sent);
    for (; left > 0; ++first) {
      const size_t taken = std::min(left, parts[first].iov_len);
      parts[first].iov_base = static_cast<char*>(parts[first].iov_base) + taken;
      parts[first].iov_len -= taken;
      left -= taken;
      if (parts[first].iov_len > 0) break;
    }
  }
  return Outcome::done;
}

Channel::Outcome Channel::read_into(char* data, size_t bytes, size_t& have,
                                    Clock::time_point deadline) {
  while (have < bytes) {
    iovec part{data + have, bytes - have};
    alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(int) * kMaxDescriptors)> control;
    msghdr whole{};
    whole.msg_iov = &part;
    whole.msg_iovlen = 1;
    if (accepts_descriptors_) {
      whole.msg_control = control.data();
      whole.msg_controllen = control.size();
    }
    const ssize_t got = ::recvmsg(socket_.number(), &whole, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
    if (got < 0) {
      if (errno == EINTR) continue;
      if (errno != EAGAIN && errno != EWOULDBLOCK) return Outcome::closed;
      if (!wait(POLLIN, deadline)) return Outcome::timed_out;
      continue;
    }
    if (got == 0) return Outcome::closed;
    have += static_cast<size_t>(got);
    if (!accepts_descriptors_) continue;
    for (cmsghdr* part_of = CMSG_FIRSTHDR(&whole); part_of != nullptr;
         part_of = CMSG_NXTHDR(&whole, part_of)) {
      if (part_of->cmsg_level != SOL_SOCKET || part_of->cmsg_type != SCM_RIGHTS) continue;
      const size_t count = (part_of->cmsg_len - CMSG_LEN(0)) / sizeof(int);
      for (size_t i = 0; i < count; ++i) {
        int number = -1;
        std::memcpy(&number, CMSG_DATA(part_of) + i * sizeof number, sizeof number);
        arrived_.emplace_back(number);
      }
    }
  }
  return Outcome::done;
}

Channel::Outcome Channel::receive(Message& message, Clock::time_point deadline) {
  if (!fault_.empty()) return Outcome::malformed;
  if (!header_known_) {
    if (have_header_ == 0) arrived_.clear();
    if (const Outcome outcome =
            read_into(header_bytes_.data(), header_bytes_.size(), have_header_, deadline);
        outcome != Outcome::done)
      return outcome;
    const Result<MessageHeader> header = decode_header(std::as_bytes(std::span(header_bytes_)));
    if (!header) {
      fault_ = header.error();
      return Outcome::malformed;
    }
    header_ = *header;
    header_known_ = true;
    incoming_ = {};
    incoming_.kind = header_.kind;
    have_json_ = have_blob_ = 0;
  }
  const auto fill = [&](std::string& text, uint64_t bytes, size_t& have) {
    while (have < bytes) {
      const size_t upto = static_cast<size_t>(std::min<uint64_t>(bytes, have + kChunk));
      text.resize(upto);
      if (const Outcome outcome = read_into(text.data(), upto, have, deadline);
          outcome != Outcome::done)
        return outcome;
    }
    return Outcome::done;
  };
  if (const Outcome outcome = fill(incoming_.json, header_.json_bytes, have_json_);
      outcome != Outcome::done)
    return outcome;
  if (const Outcome outcome = fill(incoming_.blob, header_.blob_bytes, have_blob_);
      outcome != Outcome::done)
    return outcome;
  message = std::move(incoming_);
  header_known_ = false;
  have_header_ = 0;
  return Outcome::done;
}

}  // namespace warplab::worker
